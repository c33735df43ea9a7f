#pragma once

#error "mma.h is not simulated: there are no tensor cores. Use plain arithmetic, or build with nvcc for a GPU."
