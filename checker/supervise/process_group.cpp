#include "checker/supervise/process_group.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace checker {
namespace {

struct process_facts {
    pid_t parent = 0;
    pid_t group = 0;
    bool is_zombie = false;
    unsigned flags = 0;            ///< the kernel's PF_...
    unsigned long long ticks = 0;  ///< of processor time, with that of reaped children
    int threads = 0;
    unsigned long long started = 0;
    long resident_pages = 0;
};

// The program's name, second in the line, may hold anything: the fields start after its last ')'.
bool read_facts(const std::filesystem::path& folder, process_facts& facts) {
    std::ifstream file(folder / "stat");
    std::string line;
    if (!std::getline(file, line)) {
        return false;
    }
    const auto name_end = line.rfind(") ");
    if (name_end == std::string::npos) {
        return false;
    }
    char state = '?';
    int parent = 0;
    int group = 0;
    std::array<unsigned long long, 4> ticks{};
    const char* rest = line.c_str() + name_end + 2;
    if (std::sscanf(rest,
                    "%c %d %d %*d %*d %*d %u %*u %*u %*u %*u %llu %llu %llu %llu %*d %*d %d %*d "
                    "%llu",
                    &state, &parent, &group, &facts.flags, &ticks[0], &ticks[1], &ticks[2],
                    &ticks[3], &facts.threads, &facts.started) != 10) {
        return false;
    }
    facts.ticks = ticks[0] + ticks[1] + ticks[2] + ticks[3];
    facts.parent = parent;
    facts.group = group;
    facts.is_zombie = state == 'Z' || state == 'X';
    std::ifstream memory(folder / "statm");
    long size = 0;
    memory >> size >> facts.resident_pages;
    return true;
}

template <class Visit>
void for_each_process(Visit visit) {
    std::error_code ignored;
    std::filesystem::directory_iterator entry("/proc", ignored);
    for (const std::filesystem::directory_iterator end; entry != end; entry.increment(ignored)) {
        const auto pid = std::atoi(entry->path().filename().c_str());
        process_facts facts;
        if (pid > 0 && read_facts(entry->path(), facts)) {
            visit(static_cast<pid_t>(pid), facts);
        }
        if (ignored) {
            return;
        }
    }
}

using processes = std::map<pid_t, process_facts>;

processes all_processes() {
    processes all;
    for_each_process([&](pid_t pid, const process_facts& facts) { all.emplace(pid, facts); });
    return all;
}

/// With the roots.
std::set<pid_t> descendants(const processes& all, std::set<pid_t> inside) {
    // A child may have a smaller number than its parent: until no more are found.
    for (std::size_t before = 0; before != inside.size();) {
        before = inside.size();
        for (const auto& [pid, facts] : all) {
            if (inside.contains(facts.parent)) {
                inside.insert(pid);
            }
        }
    }
    return inside;
}

}  // namespace

group_use use_of_group(pid_t group) {
    group_use use;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    for_each_process([&](pid_t, const process_facts& facts) {
        if (facts.group == group && !facts.is_zombie) {
            ++use.processes;
            use.resident.value += static_cast<std::uint64_t>(facts.resident_pages) * page;
        }
    });
    return use;
}

tree_use use_of_tree(pid_t root) {
    const auto all = all_processes();
    tree_use use;
    const auto inside = descendants(all, {root});
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    unsigned long long ticks = 0;
    for (const pid_t pid : inside) {
        const auto found = all.find(pid);
        if (found == all.end()) {
            continue;
        }
        ticks += found->second.ticks;
        if (!found->second.is_zombie) {
            use.tasks += found->second.threads;
            use.resident.value += static_cast<std::uint64_t>(found->second.resident_pages) * page;
            use.members.push_back(pid);
        }
    }
    const auto ticks_a_second = static_cast<unsigned long long>(sysconf(_SC_CLK_TCK));
    use.cpu = std::chrono::milliseconds{1000 * ticks / ticks_a_second};
    return use;
}

bool is_ending(pid_t process) {
    constexpr unsigned exiting = 4;  // PF_EXITING, set before the first descriptor is closed
    process_facts facts;
    return !read_facts(std::filesystem::path("/proc") / std::to_string(process), facts) ||
           facts.is_zombie || (facts.flags & exiting) != 0;
}

int tasks_in_system() {
    std::FILE* file = std::fopen("/proc/loadavg", "r");
    if (file == nullptr) {
        return 0;
    }
    int total = 0;
    const int fields = std::fscanf(file, "%*f %*f %*f %*d/%d", &total);
    std::fclose(file);
    return fields == 1 ? total : 0;
}

std::chrono::milliseconds cpu_time(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
        return std::chrono::milliseconds{0};
    }
    return std::chrono::milliseconds{time.tv_sec * 1000 + time.tv_nsec / 1'000'000};
}

std::chrono::milliseconds queued_time(pid_t process) {
    std::chrono::nanoseconds sum{0};
    std::error_code failed;
    const auto tasks = "/proc/" + std::to_string(process) + "/task";
    const std::filesystem::directory_iterator end;
    for (std::filesystem::directory_iterator task(tasks, failed); !failed && task != end;
         task.increment(failed)) {
        std::ifstream file(task->path() / "schedstat");  // running, queued, turns
        std::int64_t running = 0;
        std::int64_t queued = 0;
        if (file >> running >> queued) {
            sum += std::chrono::nanoseconds{queued};
        }
    }
    return std::chrono::duration_cast<std::chrono::milliseconds>(sum);
}

void adopt_orphans() {
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

std::vector<known_process> children_of_ours() {
    std::vector<known_process> found;
    for_each_process([&](pid_t pid, const process_facts& facts) {
        if (facts.parent == getpid()) {
            found.push_back({pid, facts.started});
        }
    });
    return found;
}

void end_grandchildren(pid_t root) {
    const auto all = all_processes();
    std::set<pid_t> children;
    for (const auto& [pid, facts] : all) {
        if (facts.parent == root) {
            children.insert(pid);
        }
    }
    for (const pid_t pid : descendants(all, children)) {
        if (!children.contains(pid)) {
            kill(pid, SIGKILL);
        }
    }
}

void end_group(pid_t group, const std::vector<known_process>& others) {
    kill(-group, SIGKILL);
    while (waitpid(-group, nullptr, 0) > 0) {
    }
    // What left the group came to us when its parent died; it may start more while we look.
    for (int round = 0; round < 100; ++round) {
        auto left = children_of_ours();
        std::erase_if(left, [&](const known_process& child) {
            return std::find(others.begin(), others.end(), child) != others.end();
        });
        if (left.empty()) {
            return;
        }
        for (const auto& child : left) {
            kill(child.number, SIGKILL);
        }
        for (const auto& child : left) {
            waitpid(child.number, nullptr, 0);
        }
    }
}

}  // namespace checker
