#pragma once

#error "cublas_v2.h is not simulated: there is no cuBLAS. Write the kernel, or build with nvcc for a GPU."
