#pragma once

// What a .cu file sees. The driver includes it in front of every .cu, as nvcc does with its own.
// Kept light on purpose: it is compiled again at each of a learner's checks.

#include "host_defines.h"

#include "simcuda/c_library.hpp"

#include "builtin_types.h"
#include "cuda_runtime_api.h"
#include "device_launch_parameters.h"
#include "vector_functions.h"

#include "simcuda/launch.hpp"
#include "simcuda/lint.hpp"

#include "simcuda/api_overloads.hpp"
#include "simcuda/kernel_functions.hpp"

#include "simcuda/kernel_address.hpp"

#include "device_atomic_functions.h"
#include "device_functions.h"
#include "math_functions.h"
#include "simcuda/bits.hpp"
#include "simcuda/conversions.hpp"
#include "simcuda/dot_products.hpp"
#include "simcuda/loads.hpp"
#include "simcuda/rounded.hpp"
#include "simcuda/special_functions.hpp"
#include "simcuda/warp_functions.hpp"
