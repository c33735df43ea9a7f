#pragma once

#error "cuda_bf16.h is not simulated: there is no bfloat16. Use float, or build with nvcc for a GPU."
