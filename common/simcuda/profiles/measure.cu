// Measures a machine and prints a profile for the simulated device:
//
//     nvcc -O2 measure.cu -o measure && ./measure > mine.toml
//
// Takes some seconds; the machine should have nothing else to do. docs/en/profiles.md explains the
// entries. Built with `lab cc`, it measures the simulated device: a test of both.
#include "measuring/calls.cuh"
#include "measuring/copies.cuh"
#include "measuring/device.cuh"
#include "measuring/fresh.cuh"
#include "measuring/host.cuh"
#include "measuring/link.cuh"
#include "measuring/machine.cuh"
#include "measuring/pageable.cuh"

using namespace measuring;

int main() {
    const machine m;
    const link_figures l = measure_link(m);
    constexpr double long_copy = 32.0 * mib;
    const fresh_figures fresh = measure_fresh(m, l.up_us / long_copy);
    const call_figures calls = measure_calls(m);
    say_device(m, l);
    say_copies(m, l, fresh, calls);
    say_pageable(m);
    say_host(m, fresh);
    say_calls(m, calls);
}
