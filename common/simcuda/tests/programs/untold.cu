// A device variable that cannot be announced by name: then kernels may use any variable.
#include "cases.cuh"

template <class T>
__device__ T of_a_template;

__global__ void use_template() {
    of_a_template<int> = 1;
}

// expect: nothing
void a_variable_of_a_template() {
    use_template<<<1, 1>>>();
    cudaDeviceSynchronize();
}

int main(int argc, char** argv) {
    return run_named(argc, argv, {{"a_variable_of_a_template", a_variable_of_a_template}});
}
