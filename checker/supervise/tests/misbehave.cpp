// A program that ends in the way that its argument names. Each is something that a learner's code
// did or might do under the checker.

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "checker/harness/channel.hpp"

namespace {

using namespace std::chrono_literals;

checker::verdict passing() {
    checker::verdict v;
    v.lab = "04-streams";
    v.outcome = checker::status::pass;
    v.points = 10;
    v.max_points = 10;
    v.checks.push_back({"results", checker::status::pass, ""});
    return v;
}

int pass() {
    checker::send_verdict(passing());
    return 0;
}

checker::verdict failing() {
    auto v = passing();
    v.outcome = checker::status::fail;
    v.points = 0;
    return v;
}

[[noreturn]] int spin() {
    volatile bool always = true;
    while (always) {
    }
    std::abort();
}

[[noreturn]] void exit_at_once() {
    std::_Exit(0);
}

// "static" acts before main, in a static initialiser.
struct initialiser {
    initialiser() {
        const char* wish = std::getenv("MISBEHAVE_EARLY");
        if (wish != nullptr && std::strcmp(wish, "exit") == 0) {
            std::_Exit(0);
        }
        if (wish != nullptr && std::strcmp(wish, "throw") == 0) {
            throw std::runtime_error("too early");
        }
        if (wish != nullptr && std::strcmp(wish, "loop") == 0) {
            spin();
        }
        if (wish != nullptr && std::strcmp(wish, "forge") == 0) {
            // All that code which runs before main can see: the variables must be gone already.
            const char* number = std::getenv(checker::variable::verdict_fd);
            const char* token = std::getenv(checker::variable::verdict_token);
            const std::string line = std::string(token != nullptr ? token : "") + " verdict " +
                                     checker::to_json(passing()) + "\n";
            const int fd = number != nullptr ? std::atoi(number) : 100;
            if (write(fd, line.data(), line.size()) > 0) {
                std::_Exit(0);
            }
        }
    }
};
const initialiser runs_before_main;

int flood() {
    for (;;) {
        std::puts("a line that a kernel printed for each of its elements");
    }
}

[[noreturn]] void wait_to_be_ended() {
    for (;;) {
        pause();
    }
}

// Far more than the tests allow, and no more than any machine has: whoever looks, and however
// late, sees it.
int hoard() {
    std::vector<std::vector<char>> all;
    for (int i = 0; i < 32; ++i) {
        all.emplace_back(16 << 20, 'x');
    }
    wait_to_be_ended();
}

int close_all() {
    for (int fd = 3; fd < 1024; ++fd) {
        close(fd);
    }
    // Much longer than it takes to be noticed, and than a process needs for its end.
    std::this_thread::sleep_for(1s);
    return pass();
}

int fork_many() {
    for (int i = 0; i < 400; ++i) {
        if (fork() == 0) {
            wait_to_be_ended();
        }
    }
    wait_to_be_ended();
}

// A process that leaves the group and keeps all pipes open.
int leave_daemon() {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            wait_to_be_ended();
        }
        std::_Exit(0);
    }
    wait(nullptr);
    return pass();
}

int garble() {
    const std::string text = "{\"schema\": 1, \"lab\": \n\x01\xff nonsense\n\n";
    for (int fd = 90; fd < 110; ++fd) {
        static_cast<void>(!write(fd, text.data(), text.size()));
    }
    return 0;
}

int call_null() {
    volatile std::uintptr_t nowhere = 8;
    *reinterpret_cast<volatile int*>(nowhere) = 1;
    return 0;
}

int divide() {
    volatile int zero = 0;
    return 7 / zero;
}

int corrupt() {
    void* volatile p = std::malloc(64);
    std::free(p);
    std::free(p);
    return 0;
}

const std::map<std::string, std::function<int()>> ways = {
    {"pass", pass},
    {"fail",
     [] {
         checker::send_verdict(failing());
         return 1;
     }},
    {"two verdicts",
     [] {
         checker::send_verdict(failing());
         return pass();
     }},
    {"segv", call_null},
    {"divide", divide},
    {"double free", corrupt},
    {"abort", []() -> int { std::abort(); }},
    {"throw", []() -> int { throw std::runtime_error("chunk 3 is missing"); }},
    {"unjoined",
     [] {
         std::thread([] {}).detach();
         std::thread t([] {});
         return 0;
     }},
    {"exit", []() -> int { std::exit(0); }},
    {"exit 3", []() -> int { std::exit(3); }},
    {"loop", []() -> int { spin(); }},
    {"sleep",
     [] {
         std::this_thread::sleep_for(1h);
         return 0;
     }},
    {"stopped",
     [] {
         raise(SIGSTOP);
         return 0;
     }},
    {"flood", flood},
    {"hoard", hoard},
    {"close all", close_all},
    {"fork many", fork_many},
    {"daemon", leave_daemon},
    {"garble", garble},
    {"atexit exit",
     [] {
         std::atexit(exit_at_once);
         checker::send_verdict(failing());
         return 1;
     }},
    {"atexit crash",
     [] {
         std::atexit([] { std::abort(); });
         return pass();
     }},
    {"atexit loop",
     [] {
         std::atexit([] { spin(); });
         return pass();
     }},
    {"progress, then crash",
     [] {
         auto v = failing();
         checker::send_progress(v);
         return call_null();
     }},
    {"much, then exit",
     [] {
         std::puts("the first line");
         for (int i = 0; i < 1000; ++i) {
             std::printf("line %d of many, long enough to go over what is kept of it\n", i);
         }
         std::puts("the last line");
         std::fputs("and an error\n", stderr);
         return pass();
     }},
};

}  // namespace

int main(int argc, char** argv) {
    const auto way = ways.find(argc > 1 ? argv[1] : "pass");
    return way == ways.end() ? 99 : way->second();
}
