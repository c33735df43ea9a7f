#pragma once

#error "curand_kernel.h is not simulated: there is no cuRAND. Make the numbers on the host with <random>, or build with nvcc for a GPU."
