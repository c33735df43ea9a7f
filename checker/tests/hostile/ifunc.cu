// A function that is chosen while the program is being loaded.

#include "lab.hpp"

extern "C" {
static int plain() {
    return 1;
}
static int (*choose())() {
    return plain;
}
int chosen() __attribute__((ifunc("choose_it")));
int (*choose_it())() {
    return choose();
}
}

cudaError_t process(const job& work) {
    return chosen() == 1 ? cudaSuccess : cudaErrorUnknown;
}
