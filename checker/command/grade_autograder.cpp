#include <fmt/core.h>

#include <random>

#include "checker/command/grade_hand_over.hpp"
#include "checker/command/lab_choice.hpp"
#include "checker/command/new_folder.hpp"
#include "checker/command/tool.hpp"
#include "checker/course/atomic_file.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// By name, so that nothing else that lies in the tree, students' work for example, is handed out.
constexpr const char* parts_of_tree[] = {
    "LICENSE",           "README.md",  "lab",  "checker",           "common",
    "course.toml",       "docs",       "labs", "course.zh-CN.toml", "meson.build",
    "meson_options.txt", "subprojects"};

void write_archive(const context& c, const fs::path& file) {
    // A program that is being graded should find neither.
    std::vector<std::string> tar = {"tar",
                                    "-czf",
                                    file.string(),
                                    "--exclude=checker/mutants",
                                    "--exclude=checker/tests/correct",
                                    "-C",
                                    c.root.string()};
    for (const auto* part : parts_of_tree) {
        if (fs::exists(c.root / part)) {
            tar.emplace_back(part);
        }
    }
    if (const auto done = run_tool(tar); done.status != 0) {
        throw command_error(exit_with::our_error,
                            c.say(phrase("The course could not be packed: {}", done.output)));
    }
}

std::uint64_t new_seed() {
    std::random_device source;
    return (std::uint64_t{source()} << 32U) | source();
}

std::string settings(const context& c, const std::string& labs, std::uint64_t seed) {
    return fmt::format(
        "# {}\nLABS={}\nSEED={}\nLAB_LANG={}\n# {}\nSANDBOX=auto\n",
        c.say(phrase("Read by run_autograder. Nobody but you should see the seed.")), labs, seed,
        tag_of(c.speaks),
        c.say(phrase("yes: only with bubblewrap. auto: where that does not work, as a user who "
                     "owns nothing.")));
}

}  // namespace

int run_autograder_folder(const context& c, const autograder_options& o) {
    const auto course = c.load();
    std::string labs;
    double points = 0;
    for (const auto* l : chosen_labs(c, course, o.labs)) {
        labs += (labs.empty() ? "" : ",") + std::to_string(l->number);
        points += l->points;
    }
    const auto folder = c.started / o.folder;
    make_new_folder(c, folder);
    const std::string own = "checker/grading/autograder/";
    for (const auto* name : {"setup.sh", "run_autograder"}) {
        fs::copy_file(c.root / own / name, folder / name);
    }
    fs::copy_file(c.root / c.page(own + "README.md"), folder / "README.md");
    write_archive(c, folder / "course.tar.gz");
    write_atomically(folder / "grading.conf", settings(c, labs, o.seed.value_or(new_seed())));
    fmt::print("{}\n", c.say(phrase("{} is ready: zip its files (not the folder) and upload the "
                                    "archive to Gradescope, for an assignment of {:g} points. "
                                    "README.md there says more.",
                                    c.shown(folder), points)));
    return exit_with::success;
}

}  // namespace checker
