// Compiled into each lab's library, so that the linker finds main and the test cases together.

#include "checker/harness/lab_program.hpp"

#ifdef CATCH_MAIN_IS_WRAPPED
// The linker's --wrap=main makes this the program's entry; the prebuilt Catch2 has a main, too.
extern "C" int __wrap_main(int, char**);
extern "C" int __wrap_main(int, char**) {
    return checker::run_lab_program();
}
#else
int main() {
    return checker::run_lab_program();
}
#endif
