// The entry script, in front of a project that builds in a second.

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <thread>

#include "checker/course/atomic_file.hpp"
#include "checker/supervise/file_lock.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;
using Catch::Matchers::StartsWith;
namespace fs = std::filesystem;

namespace {

constexpr const char* small_project = R"(
project('small', 'cpp', meson_version: '>=1.0.1')
subdir('checker/command')
# As a test would be that cannot be built.
custom_target('broken', output: 'broken', command: ['false'], build_by_default: true)
)";

constexpr const char* small_command = R"(
#include <cstdio>
#include <cstdlib>
int main(int argc, char** argv) {
    std::printf("command:");
    for (int i = 1; i < argc; ++i) {
        std::printf(" [%s]", argv[i]);
    }
    std::printf("\nroot: %s\n", std::getenv("LAB_ROOT"));
}
)";

class small_checkout {
public:
    small_checkout() {
        fs::create_directories(root() / "checker/command");
        fs::create_directories(root() / "checker/messages");
        for (const auto* file :
             {"lab", "checker/command/setup.sh", "checker/command/packages.txt",
              "checker/messages/setup.en.sh", "checker/messages/setup.zh-CN.sh"}) {
            fs::copy_file(file, root() / file);
        }
        write("meson.build", small_project);
        write("checker/command/meson.build",
              "command = executable('lab', 'main.cpp')\nalias_target('lab-parts', command)\n");
        write("checker/command/main.cpp", small_command);
    }

    [[nodiscard]] fs::path root() const { return folder_.path() / "course"; }
    void write(const fs::path& name, std::string_view text) const {
        folder_.write(fs::path("course") / name, text);
    }
    [[nodiscard]] command_result run(const std::string& line) const { return shell(root(), line); }

private:
    scratch_folder folder_;
};

}  // namespace

TEST_CASE("the first command builds and then runs, with all of its arguments") {
    const small_checkout checkout;
    const auto first = checkout.run("./lab check 'a b' --x");
    CHECK(first.status == 0);
    CHECK_THAT(first.output, ContainsSubstring("command: [check] [a b] [--x]"));

    // From then on it is only heard when there is work.
    CHECK(checkout.run("./lab list").output ==
          "command: [list]\nroot: " + checkout.root().string() + "\n");
    // Mistakes are told by the command before any test is built, and its help is its own.
    CHECK_THAT(checkout.run("./lab test --bogus").output, StartsWith("command: [test] [--bogus]"));
    CHECK_THAT(checkout.run("./lab demo --help").output, StartsWith("command: [demo] [--help]"));
    checkout.write("checker/command/main.cpp",
                   "#include <cstdio>\nint main() { puts(\"new\"); }\n");
    CHECK_THAT(checkout.run("./lab list").output, ContainsSubstring("Building...\nnew\n"));
}

TEST_CASE("what a newer compiler warns of stops no learner, and does stop who asks for it") {
    const small_checkout checkout;
    checkout.write("meson.build", std::string("project('small', 'cpp', default_options: "
                                              "'werror=true')\n") +
                                      "subdir('checker/command')\n");
    checkout.write("checker/command/main.cpp",
                   "#warning \"new\"\n#include <cstdio>\nint main() { puts(\"here\"); }\n");
    const auto learner = checkout.run("LAB_STRICT= ./lab list");
    CHECK(learner.status == 0);
    CHECK_THAT(learner.output, EndsWith("here\n"));
    CHECK(checkout.run("rm -rf build && LAB_STRICT=1 ./lab list").status != 0);
}

TEST_CASE("any folder and a link will do") {
    const small_checkout checkout;
    fs::create_directories(checkout.root() / "far/away");
    fs::create_symlink("../../lab", checkout.root() / "far/away/link");
    CHECK(checkout.run("cd / && '" + (checkout.root() / "lab").string() + "' list").status == 0);
    const auto r = checkout.run("cd far && away/link list");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("root: " + checkout.root().string() + "\n"));
}

TEST_CASE("help does not install or build anything") {
    const small_checkout checkout;
    for (const auto* line : {"./lab --help", "./lab -h", "./lab help", "./lab demo --help",
                             "./lab test --suite unit -h", "./lab grade x --help --jobs 2"}) {
        CAPTURE(line);
        const auto r = checkout.run(line);
        CHECK(r.status == 0);
        CHECK_THAT(r.output, ContainsSubstring("./lab setup") &&
                                 EndsWith("./lab COMMAND --help the options of one.\n"));
        CHECK_FALSE(fs::exists(checkout.root() / "build"));
    }
}

TEST_CASE("what comes before the first build is said in the reader's language") {
    const small_checkout checkout;
    const auto said = [&](const std::string& settings) {
        return checkout.run(settings + " CXX=/nonexistent/c++ ./lab list").output;
    };
    const std::string chinese = "这里没有能用的 C++ 编译器（设了 CXX=/nonexistent/c++";
    CHECK_THAT(said("LAB_LANG=zh-CN"), ContainsSubstring(chinese));
    CHECK_THAT(said("LAB_LANG=zh LC_ALL=C"), ContainsSubstring(chinese));
    CHECK_THAT(said("LAB_LANG= LC_ALL= LC_MESSAGES= LANG=zh_CN.UTF-8"), ContainsSubstring(chinese));
    CHECK_THAT(said("LAB_LANG= LC_ALL=zh_CN.GBK"), ContainsSubstring("No C++ compiler works"));
    CHECK_THAT(said("LAB_LANG=en LC_ALL=zh_CN.UTF-8"), ContainsSubstring("No C++ compiler works"));
    CHECK_THAT(checkout.run("LAB_LANG=zh ./lab --help").output,
               ContainsSubstring("第一次构建之后，./lab --help 显示所有命令，"));
}

TEST_CASE("a build folder that something else made is left alone") {
    const small_checkout checkout;
    checkout.write("build/CMakeCache.txt", "x");
    checkout.write("build/build.ninja", "rule x\n  command = true\n");
    const auto r = checkout.run("./lab list");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("was made by something else"));
    CHECK_THAT(r.output, ContainsSubstring("mv " + (checkout.root() / "build").string()));
    CHECK(fs::exists(checkout.root() / "build/CMakeCache.txt"));
}

TEST_CASE("a course that was moved or copied is configured anew") {
    const small_checkout checkout;
    CHECK(checkout.run("./lab list").status == 0);
    const auto r = checkout.run("cp -r . ../copy && cd ../copy && ./lab list");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("was made for " + checkout.root().string()));
    CHECK_THAT(r.output,
               ContainsSubstring("root: " + (checkout.root().parent_path() / "copy").string()));
}

TEST_CASE("a folder of another Meson that cannot renew itself is made anew") {
    const small_checkout checkout;
    CHECK(checkout.run("./lab list").status == 0);
    const auto info = checkout.root() / "build/meson-info/meson-info.json";
    auto text = read_file(info);
    const auto at = text.find("\"full\": \"") + 9;
    text.replace(at, text.find('"', at) - at, "0.9.9");
    write_atomically(info, text);
    const auto r = checkout.run("./lab setup");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("made by Meson 0.9.9"));
}

TEST_CASE("an interrupted setup is started again") {
    const small_checkout checkout;
    SECTION("before Meson wrote anything") {
        checkout.write("build/half", "");
        checkout.write(".lab/configuring", "");
    }
    SECTION("in the middle") {
        checkout.write("build/meson-private/coredata.dat", "half");
    }
    const auto r = checkout.run("./lab list");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("interrupted"));
}

TEST_CASE("no compiler is named as the reason") {
    const small_checkout checkout;
    const auto r = checkout.run("CXX=/nonexistent/c++ ./lab list");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("No C++ compiler works here"));
    // And is forgotten once it is mended.
    CHECK(checkout.run("./lab list").status == 0);
}

TEST_CASE("a build that fails shows the compiler's words and is tried again") {
    const small_checkout checkout;
    checkout.write("checker/command/main.cpp", "int main() { return missing; }\n");
    const auto r = checkout.run("./lab list");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("missing"));
    CHECK_THAT(r.output, ContainsSubstring("could not be built"));
    checkout.write("checker/command/main.cpp", small_command);
    CHECK(checkout.run("./lab list").status == 0);
}

TEST_CASE("two runs at once take turns") {
    const small_checkout checkout;
    fs::create_directories(checkout.root() / ".lab");
    auto held = std::make_unique<file_lock>(checkout.root() / ".lab/lock", [] {});
    std::thread release([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        held.reset();
    });
    const auto r = checkout.run("./lab list");
    release.join();
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("Another lab command is building; waiting"));
}

TEST_CASE("a checkout that cannot be written to is said to be so") {
    const small_checkout checkout;
    const auto root = checkout.root().string();
    // Permissions do not stop root: a read-only mount does.
    const std::string mount =
        "mount --bind '" + root + "' '" + root + "' && mount -o remount,ro,bind '" + root + "'";
    std::string line = "unshare --mount sh -c \"" + mount + " && cd '" + root + "' && ./lab list\"";
    if (shell("/", "unshare --mount sh -c \"" + mount + "\"").status != 0) {
        if (geteuid() == 0) {
            SKIP("a read-only mount cannot be made here");
        }
        line = "chmod a-w . && ./lab list; status=$?; chmod u+w .; exit $status";
    }
    const auto r = checkout.run(line);
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("cannot be written to"));
    CHECK_THAT(r.output, ContainsSubstring("cp -r"));
}

TEST_CASE("a file with the name of the course's own folder is told with the way out") {
    const small_checkout checkout;
    checkout.write(".lab", "notes of my own\n");
    const auto r = checkout.run("./lab list");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring(".lab is no folder"));
    CHECK_THAT(r.output, ContainsSubstring(".lab.old\n"));
    CHECK_THAT(checkout.run("LAB_LANG=zh-CN ./lab list").output,
               ContainsSubstring(".lab 不是文件夹"));
}

TEST_CASE("a full disk is said to be full") {
    const small_checkout checkout;
    const auto build = (checkout.root() / "build").string();
    const std::string mount =
        "mkdir -p '" + build + "' && mount -t tmpfs -o size=64k none '" + build + "'";
    if (shell("/", "unshare --mount sh -c \"" + mount + "\"").status != 0) {
        SKIP("a small file system cannot be mounted here");
    }
    const auto r = checkout.run("unshare --mount sh -c \"" + mount + " && ./lab list\"");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("The disk is full"));
}

TEST_CASE("the script costs less than to start Meson when nothing changed") {
    const small_checkout checkout;
    CHECK(checkout.run("./lab list").status == 0);
    // Processor time, so that a busy machine does not make the script look slow.
    const auto milliseconds_used = [] {
        rusage used{};
        getrusage(RUSAGE_CHILDREN, &used);
        return (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
               (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
    };
    const auto best_of = [&](const std::string& command) {
        long best = std::numeric_limits<long>::max();
        for (int i = 0; i < 5; ++i) {
            const auto before = milliseconds_used();
            CHECK(checkout.run(command).status == 0);
            best = std::min<long>(best, milliseconds_used() - before);
        }
        return best;
    };
    const long meson = best_of("meson --version"), script = best_of("./lab list");
    CAPTURE(meson, script);
    CHECK(script < meson);
}

TEST_CASE("what is missing is installed, asked for or told, by who is there to ask") {
    const small_checkout checkout;
    // A package manager that only writes down what it was asked for, and a table of one package
    // that is never there.
    checkout.write("bin/apt-get", "#!/bin/sh\necho apt-get \"$@\" >>\"$LAB_ROOT/asked\"\n");
    checkout.write("bin/id", "#!/bin/sh\necho ${FAKE_UID:-0}\n");
    checkout.write("checker/command/packages.txt",
                   "nothing command:no-such-command the-package f a b\n");
    CHECK(checkout.run("chmod +x bin/*").status == 0);
    const std::string with = "PATH=$PWD/bin:/usr/bin:/bin ";

    CHECK(checkout.run(with + "./lab list </dev/null").status == 0);
    CHECK_THAT(read_file(checkout.root() / "asked"),
               ContainsSubstring("apt-get update") && ContainsSubstring("the-package"));

    const auto setup = checkout.run(with + "./lab setup </dev/null");
    CHECK(setup.status == 4);
    CHECK_THAT(setup.output, ContainsSubstring("./lab setup --yes"));
    CHECK(checkout.run(with + "./lab setup --yes </dev/null").status == 0);

    const auto nobody = checkout.run(
        "rm -rf build; ln -sf $(command -v bash meson ninja python3 c++ ld as sed grep tail head "
        "ls "
        "mkdir rm touch dirname readlink flock cat env sh ar) bin/; FAKE_UID=1000 PATH=$PWD/bin "
        "./lab list </dev/null");
    CHECK(nobody.status == 4);
    CHECK_THAT(nobody.output, ContainsSubstring("apt-get install --yes --no-install-recommends "
                                                "the-package"));
}

TEST_CASE("what only grading needs is offered by setup, and stands in nobody's way") {
    const small_checkout checkout;
    checkout.write("bin/apt-get",
                   "#!/bin/sh\necho apt-get \"$@\" >>\"$LAB_ROOT/asked\"\n"
                   "test ! -e \"$LAB_ROOT/refuse\"\n");
    checkout.write("bin/id", "#!/bin/sh\necho 0\n");
    checkout.write("checker/command/packages.txt",
                   "?extra command:no-such-command the-package f a b\n");
    CHECK(checkout.run("chmod +x bin/*").status == 0);
    const std::string with = "PATH=$PWD/bin:/usr/bin:/bin ";
    const auto asked = [&] { return fs::exists(checkout.root() / "asked"); };

    CHECK(checkout.run(with + "./lab doctor </dev/null").status == 0);
    CHECK(checkout.run(with + "./lab list </dev/null").status == 0);
    CHECK(checkout.run(with + "./lab setup </dev/null").status == 0);
    CHECK_FALSE(asked());
    CHECK(checkout.run(with + "./lab setup --yes </dev/null").status == 0);
    REQUIRE(asked());
    CHECK_THAT(read_file(checkout.root() / "asked"), ContainsSubstring("the-package"));

    checkout.write("refuse", "");
    const auto refused = checkout.run(with + "./lab setup --yes </dev/null");
    CHECK(refused.status == 0);
    CHECK_THAT(refused.output, ContainsSubstring("All but `lab grade` works without them."));
}
