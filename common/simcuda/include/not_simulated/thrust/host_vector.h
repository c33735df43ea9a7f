#pragma once

#error "thrust/host_vector.h is not simulated: there is no Thrust. Use std::vector, or build with nvcc for a GPU."
