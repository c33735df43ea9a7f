#include "warm_run.hpp"

int run_warm(int (*program)(int, char**), char** argv) {
    int status = 0;
    for (int i = 0; i < simulated_runs && status == 0; ++i) {
        status = program(1, argv);
    }
    return status;
}
