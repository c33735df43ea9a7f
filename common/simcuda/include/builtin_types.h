#pragma once

// CUDA's name for the types of runtime and device together.
#include "driver_types.h"
#include "vector_types.h"
