#pragma once

#error "cub/cub.cuh is not simulated: there is no CUB. Write the kernel, or build with nvcc for a GPU."
