#include "checker/command/grade_compiler.hpp"

#include <cstdlib>

namespace checker {
namespace {

/// `wanted`: $CXX; empty leaves the choice open.
bool is_usable(const grading_tree& tree, const sandbox& box, const std::string& wanted) {
    program p;
    p.arguments = {tree.builder.string(), "--probe-compiler"};
    p.environment.emplace_back("CXX", wanted);
    sandbox_view view;
    view.readable = {tree.builder};
    const auto ready = box.prepare(p, view, system_calls::of_compilers);
    const auto how = supervise(ready.what, tree.limits.building);
    return how.how == ending::exited && how.exit_status == 0;
}

/// What to do instead.
words way_out(const context& c, const grade_options& o, const grading_tree& tree,
              const sandbox& box) {
    for (const std::string other : {"g++", "clang++"}) {
        if (is_usable(tree, box, other)) {
            return phrase(
                "Nothing was graded. {} is in sight: CXX={} {} grade {}, and the rest of "
                "the command as before.",
                other, other, c.command, o.folder);
        }
    }
    return phrase(
        "Nothing was graded. Install the system's own: sudo apt-get install g++ (Debian, Ubuntu), "
        "sudo dnf install gcc-c++ (Fedora), sudo pacman -S gcc (Arch); then CXX=g++ {} grade {}.",
        c.command, o.folder);
}

}  // namespace

void require_compiler(const context& c, const grade_options& o, const grading_tree& tree,
                      const sandbox& box) {
    const char* set = std::getenv("CXX");
    const std::string wanted = set == nullptr ? "" : set;
    if (is_usable(tree, box, wanted)) {
        return;
    }
    const auto which =
        wanted.empty() ? phrase("There is no C++ compiler for submissions.")
                       : phrase("The compiler {} (CXX) cannot be used for submissions.", wanted);
    const auto why = box.is_closed()
                         ? phrase(
                               "They are built in a sandbox, which shows only those of the "
                               "machine's programs that lie below /usr.")
                         : phrase(
                               "Without its whole path it is looked for in /usr/local/bin, "
                               "/usr/bin and /bin only.");
    throw command_error(exit_with::usage,
                        c.say(phrase("{} {}\n{}", which, why, way_out(c, o, tree, box))));
}

}  // namespace checker
