#pragma once

#include <cuda_runtime.h>

// The number of the stream that each unit means by 0.
unsigned long long zero_of_a_legacy_unit();
unsigned long long zero_of_a_per_thread_unit();
