#pragma once

#error "cuda_fp16.h is not simulated: there is no half precision. Use float, or build with nvcc for a GPU."
