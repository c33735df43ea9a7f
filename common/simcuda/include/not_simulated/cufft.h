#pragma once

#error "cufft.h is not simulated: there is no cuFFT. Write the kernel, or build with nvcc for a GPU."
