#pragma once

// The driver API is not simulated; programs that include this for its version still compile.
#define CUDA_VERSION 13000
