#pragma once

#error "cuda_pipeline.h is not simulated: there are no asynchronous copies inside kernels. Use plain loads, or build with nvcc for a GPU."
