#include "checker/grading/kept_preambles.hpp"

#include "common/simcuda/driver/compile.hpp"
#include "common/simcuda/driver/preamble_store.hpp"
#include "common/simcuda/driver/temporary.hpp"

namespace checker {
namespace {

namespace driver = simcuda::driver;

void keep_preamble(const grading_tree& tree, const lab& l) {
    const driver::temporary_folder work;
    driver::preamble_store store(preambles_of(tree, l), driver::preamble_store::making::beside);
    driver::request r;
    r.sources = {tree.root / "labs" / l.name() / "lab.cu"};
    r.makes = driver::product::object;
    r.output = work.path() / "lab.o";
    r.work_folder = work.path();
    r.colour = driver::colours::never;
    r.diagnostics = [](std::string_view) {};
    r.preambles = &store;
    // What is kept depends on each of these.
    r.flags = {"-I", tree.root.string(), "-I", (tree.root / "labs" / l.name()).string()};
    r.flags.insert(r.flags.end(), flags_of_learners.begin(), flags_of_learners.end());
    static_cast<void>(driver::compile(r));
}

}  // namespace

std::filesystem::path preambles_of(const grading_tree& tree, const lab& l) {
    return tree.root / ".lab" / "grading" / l.name();
}

void keep_preambles(const grading_tree& tree) {
    for (const auto* l : tree.labs) {
        keep_preamble(tree, *l);
    }
}

}  // namespace checker
