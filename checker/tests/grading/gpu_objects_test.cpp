// What is built for a GPU in the sandbox, and looked at before it runs. Takes nvcc, and no GPU.
// LAB_BUILD names the build folder, LAB_UNDER_TEST one lab.

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "checker/command/gpu_here.hpp"
#include "checker/command/program_parts.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/course/starter.hpp"
#include "checker/grading/sandboxed_gpu.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using checker::tests::scratch_folder;
namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// The instructor's tree, as far as building for a GPU needs it.
class gpu_tree {
public:
    gpu_tree() {
        tree_.root = fs::current_path();
        tree_.build = variable("LAB_BUILD");
        tree_.builder = tree_.build / "checker/grading/build-submission";
        tree_.all = load_course(tree_.root / "course.toml");
        tree_.messages = tree_.root / "checker/messages/en.toml";
        tree_.limits = grading_limits::load(tree_.root / "checker/grading/limits.toml");
        tree_.explain_failure = [](const lab& /*of*/, const std::string& output) {
            return check_result{"links", status::fail, output};
        };
        parts_ = load_program_parts(tree_.build);
    }

    [[nodiscard]] bool has_toolkit() const { return parts_.gpu.has_value(); }
    [[nodiscard]] const lab& subject() const { return tree_.all.find(variable("LAB_UNDER_TEST")); }
    [[nodiscard]] std::string solution() const {
        return read_file(tree_.root / "solutions" / subject().name() / "lab.cu");
    }

    [[nodiscard]] gpu_build built(const sandbox& box, const std::string& content) const {
        write_atomically(folder_.path() / "lab.cu", content);
        return gpu(box).build(file());
    }
    /// What a program says that was built.
    [[nodiscard]] submission_run measured(const sandbox& box, const fs::path& program) const {
        return gpu(box).measure(file(), program, 1);
    }

private:
    [[nodiscard]] staged_file file() const {
        return {&subject(), folder_.path(), folder_.path() / "lab.cu"};
    }
    [[nodiscard]] sandboxed_gpu gpu(const sandbox& box) const {
        auto access =
            access_to_gpu(find_gpus().library, "0", parts_.gpu->nvcc, parts_.gpu->toolkit);
        access.lock = folder_.path() / "lock";
        return {tree_, box, *parts_.gpu,
                symbol_rules::load(tree_.root / "checker/grading/allowed_symbols.toml",
                                   object_for::gpu),
                std::move(access)};
    }

    scratch_folder folder_;
    grading_tree tree_;
    program_parts parts_;
};

const std::optional<sandbox>& box_here() {
    static words why;
    static const auto box = sandbox::find(why);
    return box;
}

bool can_build(const gpu_tree& tree) {
    return tree.has_toolkit() && box_here();
}

std::vector<std::string> ids(const gpu_build& built) {
    std::vector<std::string> all;
    for (const auto& f : built.flags) {
        UNSCOPED_INFO(f.message);
        all.push_back(f.id);
    }
    return all;
}

using ids_are = std::vector<std::string>;

}  // namespace

TEST_CASE("solutions and starters are built for a GPU in the sandbox, and may run", "[each]") {
    const gpu_tree tree;
    if (!can_build(tree)) {
        SKIP("no CUDA Toolkit, or no sandbox");
    }
    const bool is_solution = GENERATE(true, false);
    const auto content = is_solution ? tree.solution() : starter_of(tree.solution());
    const auto built = tree.built(*box_here(), content);
    CAPTURE(built.said);
    CHECK(ids(built) == ids_are{});
    CHECK_FALSE(built.failure);
    CHECK(fs::file_size(built.program) > 0);
}

TEST_CASE("what only nvcc compiles is looked at as well", "[hidden]") {
    const gpu_tree tree;
    if (!can_build(tree)) {
        SKIP("no CUDA Toolkit, or no sandbox");
    }
    const auto with = [&](const std::string& hidden) {
        return tree.solution() + "\n#ifdef __NVCC__\n" + hidden + "\n#endif\n";
    };
    const auto refused = [&](const std::string& hidden) {
        return ids(tree.built(*box_here(), with(hidden)));
    };
    CHECK(refused("#include <cstdlib>\nstatic int done = system(\"true\");\n") ==
          ids_are{"imports", "conditional"});
    CHECK(refused("#define PASTE(a, b) a##b\nvoid hidden() { PASTE(as, m)(\"nop\"); }\n") ==
          ids_are{"assembly", "conditional"});
    CHECK(refused("extern \"C\" int cudaMalloc_of_mine() { return 0; }\n") ==
          ids_are{"overrides", "conditional"});
    CHECK(refused("#include \"solutions/" + tree.subject().name() + "/lab.cu\"\n") ==
          ids_are{"conditional"});
    // In a sandbox there is no such file.
    CHECK(tree.built(*box_here(), with("#include \"course.toml\"\n")).failure->name == "compiles");
    // A mistake for nvcc alone is no crime.
    const auto mistaken = tree.built(*box_here(), with("int mistaken = nothing;\n"));
    CHECK(ids(mistaken) == ids_are{"conditional"});
    CHECK(mistaken.failure->name == "compiles");
    const auto unlinked =
        tree.built(*box_here(), with("void nowhere();\nvoid a() { nowhere(); }\n"));
    CHECK(ids(unlinked) == ids_are{"conditional"});
    CHECK(unlinked.failure->name == "links");
}

TEST_CASE("what only looks like plain C++ is CUDA all the same", "[hidden]") {
    const gpu_tree tree;
    if (!can_build(tree)) {
        SKIP("no CUDA Toolkit, or no sandbox");
    }
    const std::string plain = "#include \"lab.hpp\"\n";
    // CUDA has a `min` of its own, plain C++ has none.
    const std::string with_min = plain + "static int f(int a) { return min(a, 3); }\n";
    for (const auto& each : {plain, with_min, plain + "int wrong = nothing;\n"}) {
        CAPTURE(each);
        REQUIRE(ways_to_read(each) ==
                std::vector<nvcc_reads>{nvcc_reads::plain_cpp, nvcc_reads::cuda});
    }
    // Both are compiled, and lack the lab's function.
    CHECK(tree.built(*box_here(), plain).failure->name == "links");
    CHECK(tree.built(*box_here(), with_min).failure->name == "links");
    const auto wrong = tree.built(*box_here(), plain + "int wrong = nothing;\n");
    CHECK(wrong.failure->name == "compiles");
    // Of two attempts the last is shown.
    const std::string complaint = "\"nothing\" is undefined";
    CHECK(wrong.said.find(complaint) != std::string::npos);
    CHECK(wrong.said.find("not declared") == std::string::npos);
}

TEST_CASE("a program for a GPU finds in the sandbox what it needs to speak", "[hidden]") {
    const gpu_tree tree;
    if (!can_build(tree)) {
        SKIP("no CUDA Toolkit, or no sandbox");
    }
    const auto built = tree.built(*box_here(), tree.solution());
    REQUIRE(ids(built) == ids_are{});
    const auto run = tree.measured(*box_here(), built.program);
    CAPTURE(to_json(run.said));
    REQUIRE_FALSE(run.said.checks.empty());
    // Without a GPU it says so; with one it says what it measured.
    const auto& first = run.said.checks.front();
    CHECK(first.name == (find_gpus().names.empty() ? "device" : "right results"));
    CHECK(run.said.device == "gpu");
}
