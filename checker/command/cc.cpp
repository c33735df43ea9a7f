#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "checker/command/commands.hpp"
#include "checker/command/nvcc_options.hpp"
#include "common/simcuda/driver/compile.hpp"

namespace checker {
namespace {

constexpr const char* usage =
    R"(lab cc F.cu... -o PROGRAM [options]

Builds any CUDA C++ program for the simulated device.

  -o PROGRAM        where the program goes
  -c                make an object file of one source instead
  -I DIR  -D NAME   passed on to the compiler, as are -O -g -std= -W -f -l -L with their values
  --compiler NAME   g++, clang++ or a path; otherwise $CXX, g++ or clang++
  --default-stream per-thread
                    stream 0 is each host thread's own stream; otherwise (legacy) one for all
  -Xcompiler LIST   passed on; nvcc's options for a GPU (-arch, -gencode, -lineinfo, ...) are
                    accepted and have no effect

Examples
  lab cc saxpy.cu -o saxpy && ./saxpy
  lab cc main.cu part.cpp -o app -O2 -I include -DSIZE=1024
  SIMCUDA_STRICT=1 ./app            exit status 86 if the simulated device found any defect
  SIMCUDA_REPORT=report.json ./app  defects and operations as JSON
  SIMCUDA_PROFILE=laptop ./app      another machine; SIMCUDA_DEVICES=2: two devices
)";

[[noreturn]] void misused(const words& message) {
    throw command_error(
        exit_with::usage,
        phrase("{}\nlab cc F.cu... -o PROGRAM; `lab cc --help` shows more.", message));
}

// Options that take their value as the next argument too.
bool takes_value(std::string_view argument) {
    return argument == "-I" || argument == "-D" || argument == "-U" || argument == "-isystem" ||
           argument == "-include";
}

class cc_arguments {
public:
    cc_arguments(const context& c, const std::vector<std::string>& all) : context_(c), all_(all) {
        while (at_ < all_.size()) {
            take(all_[at_++]);
        }
    }

    simcuda::driver::request request;
    bool wants_help = false;

private:
    const std::string& value_of(const std::string& option) {
        if (at_ == all_.size()) {
            misused(phrase("{} needs a value after it.", option));
        }
        return all_[at_++];
    }

    void take(const std::string& argument) {
        if (argument == "-h" || argument == "--help") {
            wants_help = true;
        } else if (argument == "-o") {
            request.output = context_.started / value_of(argument);
        } else if (argument == "-c") {
            request.makes = simcuda::driver::product::object;
        } else if (argument == "--compiler") {
            request.compiler = value_of(argument);
        } else if (argument == "--default-stream" || argument == "-default-stream") {
            take_default_stream(value_of(argument));
        } else if (argument.starts_with("--default-stream=") ||
                   argument.starts_with("-default-stream=")) {
            take_default_stream(argument.substr(argument.find('=') + 1));
        } else if (take_as_nvcc_does(argument)) {
            // Done.
        } else if (argument.starts_with("-Xcompiler=")) {
            take_for_host_compiler(argument.substr(argument.find('=') + 1));
        } else if (takes_value(argument)) {
            request.flags.push_back(argument);
            request.flags.push_back(value_of(argument));
        } else if (is_part_of_device(argument)) {
            // Linked with in any case.
        } else if (argument.starts_with("-l") || argument.starts_with("-L")) {
            request.link_flags.push_back(argument);
        } else if (argument.size() > 1 && argument.front() == '-' && is_passed_on(argument)) {
            request.flags.push_back(argument);
        } else if (argument.starts_with("-")) {
            misused(phrase("\"{}\" is not an option of lab cc.", argument));
        } else {
            take_file(argument);
        }
    }

    bool take_as_nvcc_does(const std::string& argument) {
        switch (nvcc_option_of(argument)) {
            case nvcc_option::unknown:
                return false;
            case nvcc_option::without_effect:
                break;
            case nvcc_option::without_effect_with_value:
                static_cast<void>(value_of(argument));
                break;
            case nvcc_option::for_host_compiler:
                take_for_host_compiler(value_of(argument));
                break;
            case nvcc_option::separate_compilation:
                request.makes = simcuda::driver::product::object;
                break;
        }
        return true;
    }

    /// "-Wall,-O2": each as if it stood alone.
    void take_for_host_compiler(const std::string& list) {
        for (std::size_t begin = 0; begin < list.size();) {
            const std::size_t comma = std::min(list.find(',', begin), list.size());
            if (comma > begin)
                take(list.substr(begin, comma - begin));
            begin = comma + 1;
        }
    }

    /// Libraries of the toolkit that nvcc's command lines name, and whose functions are simulated.
    static bool is_part_of_device(std::string_view argument) {
        return argument == "-lcudart" || argument == "-lcudart_static" ||
               argument == "-lnvToolsExt";
    }

    static bool is_passed_on(std::string_view argument) {
        constexpr std::string_view first_letters = "IDUOgWf";
        return first_letters.find(argument[1]) != std::string_view::npos ||
               argument.starts_with("-std=") || argument == "-pthread" || argument == "-w" ||
               argument == "-m64";
    }

    /// As nvcc does it: a macro that names other functions.
    void take_default_stream(const std::string& kind) {
        if (kind == "per-thread") {
            request.flags.emplace_back("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
        } else if (kind != "legacy") {
            misused(phrase("--default-stream is \"legacy\" or \"per-thread\", not \"{}\".", kind));
        }
    }

    void take_file(const std::string& argument) {
        if (argument.ends_with(".o") || argument.ends_with(".a")) {
            request.objects.emplace_back(argument);
        } else {
            request.sources.emplace_back(argument);
        }
    }

    const context& context_;
    const std::vector<std::string>& all_;
    std::size_t at_ = 0;
};

}  // namespace

int run_cc(const context& c, const std::vector<std::string>& arguments) {
    const cc_arguments parsed(c, arguments);
    if (parsed.wants_help) {
        fmt::print("{}", help_in_readers_language().of(usage));
        return exit_with::success;
    }
    if (parsed.request.sources.empty()) {
        misused(phrase("No source file was named."));
    }
    if (parsed.request.output.empty()) {
        misused(phrase("-o PROGRAM is missing: where is the program to go?"));
    }
    return simcuda::driver::exit_status(simcuda::driver::compile(parsed.request).status);
}

}  // namespace checker
