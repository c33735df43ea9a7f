#include "common/simcuda/runtime/exit_report.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "common/simcuda/runtime/device.hpp"
#include "common/simcuda/runtime/environment.hpp"
#include "common/simcuda/runtime/line_breaks.hpp"
#include "common/simcuda/runtime/messages.hpp"
#include "common/simcuda/runtime/source_text.hpp"
#include "common/timeline/json.hpp"

namespace simcuda {
namespace {

constexpr int exit_status_of_defects = 86;

void note_pending_work(device& dev) {
    for (const point_ptr& p : dev.order().pending()) {
        site newest = dev.order().newest_work(p->last.who);
        if (newest && !newest->is_blocking_copy())
            dev.defects().pending(*p, newest);
    }
}

void note_leaks(device& dev) {
    dev.memory().each_live([&](const allocation& a) {
        if (is_variable(a.where) || a.where == space::pageable)
            return;
        const char* remedy = a.where == space::pinned       ? "cudaFreeHost"
                             : a.where == space::registered ? "cudaHostUnregister"
                                                            : "cudaFree";
        dev.defects().add("leak", {{"memory", dev.defects().describe(a)}, {"remedy", remedy}},
                          {a.allocated_at});
    });
}

/// Programs try out what there is room for, and what is pinned already.
bool may_be_meant(const control::failed_call& call) {
    return call.error == cudaErrorMemoryAllocation ||
           call.error == cudaErrorHostMemoryAlreadyRegistered;
}

/// Refused calls in the shape of defects. They are none: a program may ask for an error, and it can
/// see that it got one.
std::vector<control::defect> refused_calls(const std::vector<control::failed_call>& failed,
                                           const std::vector<control::defect>& told) {
    std::vector<control::defect> result;
    for (const control::failed_call& call : failed) {
        const bool is_told = std::any_of(told.begin(), told.end(), [&](const control::defect& d) {
            return std::find(d.where.begin(), d.where.end(), call.where) != d.where.end();
        });
        if (call.why.empty() || is_told || may_be_meant(call))
            continue;
        control::defect d;
        d.id = "call-failed";
        d.message = message_with(
            "word.refused", {{"call", call.api == "launch" ? message("word.a_launch") : call.api},
                             {"error", cudaGetErrorName(static_cast<cudaError_t>(call.error))},
                             {"why", call.why},
                             {"fix", call.fix}});
        if (call.where.line > 0)
            d.where.push_back(call.where);
        d.docs = call.docs;
        result.push_back(std::move(d));
    }
    return result;
}

/// As one would type it: relative where the file lies below the working folder.
std::string short_path(const std::string& path) {
    std::error_code failed;
    const auto here = std::filesystem::current_path(failed);
    const auto relative = std::filesystem::path(path).lexically_relative(here).string();
    return failed || relative.empty() || relative.starts_with("..") ? path : relative;
}

void print(const std::vector<control::defect>& defects) {
    constexpr std::size_t width = 96;
    source_text source;
    for (const control::defect& d : defects) {
        std::fprintf(stderr, "simulated device: %s\n", d.id.c_str());
        for (const timeline::source_place& place : d.where) {
            std::fprintf(stderr, "    at %s:%d\n", short_path(place.file).c_str(), place.line);
            if (const std::string code = source.code(place); !code.empty())
                std::fprintf(stderr, "%s\n", code_in_lines(code, 8, width).c_str());
        }
        std::fprintf(stderr, "%s\n", text_in_lines(d.message, 4, width).c_str());
        if (!d.docs.empty()) {
            std::fprintf(
                stderr, "    %s\n",
                fmt::format(fmt::runtime(message("word.read")), fmt::arg("page", d.docs)).c_str());
        }
        if (d.count > 1) {
            std::fprintf(
                stderr, "    %s\n",
                fmt::format(fmt::runtime(message("word.times")), fmt::arg("count", d.count))
                    .c_str());
        }
    }
}

nlohmann::ordered_json to_json(const std::vector<control::defect>& defects) {
    auto list = nlohmann::ordered_json::array();
    for (const control::defect& d : defects) {
        nlohmann::ordered_json where = nlohmann::ordered_json::array();
        for (const timeline::source_place& place : d.where) {
            where.push_back({{"file", place.file}, {"line", place.line}});
        }
        list.push_back({{"id", d.id},
                        {"message", d.message},
                        {"where", std::move(where)},
                        {"docs", d.docs},
                        {"count", d.count}});
    }
    return list;
}

void write_json(const std::string& path, const std::vector<control::defect>& defects,
                const std::vector<control::defect>& refused, const timeline::recording& recording) {
    nlohmann::ordered_json report;
    report["schema"] = 1;
    report["defects"] = to_json(defects);
    report["failed_calls"] = to_json(refused);
    report["operations"] = timeline::to_json(recording)["operations"];
    std::ofstream file(path);
    file << report.dump(1) << '\n';
    if (!file.flush()) {
        std::fprintf(stderr, "simulated device: SIMCUDA_REPORT: cannot write %s: %s\n",
                     path.c_str(), std::strerror(errno));
    }
}

/// True when there was any defect.
bool report(device& dev) {
    const device_lock lock(dev);
    dev.close_host_accesses();
    const std::vector<failed_call> failed = dev.failures().take_failed();
    // A program that gives up because a call has failed does not come to its waits.
    if (std::all_of(failed.begin(), failed.end(),
                    [](const failed_call& f) { return f.error == cudaErrorNotReady; })) {
        note_pending_work(dev);
    }
    if (is_on("SIMCUDA_LEAKS", setting::off))
        note_leaks(dev);
    dev.order().drain();
    const std::vector<control::defect> defects = dev.defects().take(dev.places());
    const std::vector<control::defect> refused =
        refused_calls(dev.defects().tell(failed, dev.places()), defects);
    print(defects);
    print(refused);
    if (const char* path = std::getenv("SIMCUDA_REPORT"); path != nullptr && *path != '\0') {
        for (const annotation& a : dev.notes().take_open())
            dev.records().add_annotation(a, dev.order().now());
        write_json(path, defects, refused, dev.records().take(dev.places(), dev.order()));
    }
    return !defects.empty();
}

void at_exit() {
    device& dev = device::instance();
    if (dev.is_controlled())
        return;
    if (report(dev) && is_on("SIMCUDA_STRICT", setting::off)) {
        std::fflush(nullptr);
        _exit(exit_status_of_defects);
    }
}

/// A crash often follows from a defect: say what is known before going down.
void on_crash(int signal) {
    std::signal(signal, SIG_DFL);
    device& dev = device::instance();
    if (!dev.is_controlled() && !device_lock::held())
        report(dev);
    std::raise(signal);
}

}  // namespace

void report_at_exit() {
    for (const char* const variable : {"SIMCUDA_LEAKS", "SIMCUDA_STRICT"})
        static_cast<void>(is_on(variable, setting::off));  // nonsense is refused at once
    std::atexit(at_exit);
    for (const int s : std::array{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
        struct sigaction now {};
        // A handler that is there already (a sanitizer's, a checker's) knows better.
        if (sigaction(s, nullptr, &now) == 0 && now.sa_handler == SIG_DFL) {
            std::signal(s, on_crash);
        }
    }
}

}  // namespace simcuda
