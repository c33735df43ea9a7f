#pragma once

// Where toolkits before CUDA 13 had it.
#include "nvtx3/nvToolsExt.h"
