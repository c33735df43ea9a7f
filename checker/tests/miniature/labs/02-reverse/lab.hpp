#pragma once

/// Writes n elements to out. The arrays do not overlap.
void reverse(const int* in, int* out, int n);
