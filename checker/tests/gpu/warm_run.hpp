#pragma once

/// A program that is run over and over in one process: what the first time costs (the context, code
/// that is loaded, memory that nobody has touched) is no part of what is compared.
inline constexpr int warm_runs = 12;
inline constexpr int simulated_runs = 3;  // which are all alike, but for the first

/// Runs `program` that often, without arguments. What the device did is written where WARM_RECORDS
/// says, unless somebody else records it. Returns its exit status, the first that is not 0.
int run_warm(int (*program)(int, char**), char** argv);
