#pragma once

#error "cooperative_groups.h is not simulated: the device has blocks and __syncthreads() only. Use these, or build with nvcc for a GPU."
