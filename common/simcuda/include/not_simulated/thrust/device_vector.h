#pragma once

#error "thrust/device_vector.h is not simulated: there is no Thrust. Use cudaMalloc and a kernel, or build with nvcc for a GPU."
