#include "checker/grading/gpu_program.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <fstream>

#include "checker/grading/source_scan.hpp"
#include "checker/messages/told_error.hpp"

namespace checker {
namespace {

namespace fs = std::filesystem;

/// Lines of ptxas and nvcc that are no complaint are left out.
std::string first_complaint(const std::string& output) {
    for (std::size_t at = 0; at < output.size();) {
        const auto end = std::min(output.find('\n', at), output.size());
        auto line = output.substr(at, end - at);
        if (line.find("error") != std::string::npos || line.find("fatal") != std::string::npos) {
            return line;
        }
        at = end + 1;
    }
    return {};
}

}  // namespace

std::vector<std::string> gpu_program_parts::linked_with(const std::string& checker) const {
    std::vector<std::string> linked = {checker};
    linked.insert(linked.end(), libraries.begin(), libraries.end());
    linked.insert(linked.end(), link_arguments.begin(), link_arguments.end());
    return linked;
}

std::vector<std::string> nvcc_line(const std::string& nvcc, const std::string& arch,
                                   const std::vector<fs::path>& includes, const std::string& source,
                                   const std::string& object, nvcc_reads as) {
    // Places come from return addresses: none may be saved by jumping.
    std::vector<std::string> line = {
        nvcc,        "-std=c++20",    "-O2",        "-g",
        "-lineinfo", "-arch=" + arch, "-Xcompiler", "-fno-optimize-sibling-calls"};
    for (const auto& folder : includes) {
        line.insert(line.end(), {"-I", folder.string()});
    }
    line.insert(line.end(),
                {"-x", as == nvcc_reads::cuda ? "cu" : "c++", "-c", source, "-o", object});
    return line;
}

std::vector<nvcc_reads> ways_to_read(std::string_view source) {
    std::vector<nvcc_reads> ways;
    if (is_plain_cpp(source)) {
        ways.push_back(nvcc_reads::plain_cpp);
    }
    ways.push_back(nvcc_reads::cuda);
    return ways;
}

std::vector<std::string> redirecting_line(const fs::path& list, const std::string& object) {
    std::vector<std::string> line = {"objcopy"};
    const auto names = redirections(list, "learner");
    line.insert(line.end(), names.begin(), names.end());
    line.push_back(object);
    return line;
}

std::vector<std::string> linking_line(const std::vector<std::string>& linker,
                                      const std::string& object,
                                      const std::vector<std::string>& linked,
                                      const std::string& program) {
    auto line = linker;
    line.insert(line.end(), {"-o", program, object});
    line.insert(line.end(), linked.begin(), linked.end());
    return line;
}

std::vector<std::string> redirections(const fs::path& list, const std::string& prefix) {
    std::ifstream file(list);
    if (!file) {
        throw told_error(phrase("{} cannot be read.", list.string()));
    }
    std::vector<std::string> arguments;
    for (std::string name; std::getline(file, name);) {
        if (!name.empty() && name.front() != '#') {
            arguments.push_back(fmt::format("--redefine-sym={}={}_{}", name, prefix, name));
        }
    }
    return arguments;
}

check_result nvcc_failure(const std::string& output, const translation& say) {
    std::string message = say(phrase("nvcc does not compile the file."));
    if (const auto line = first_complaint(output); !line.empty()) {
        message += say(phrase(" The first complaint is")) + "\n" + line;
    }
    return {"compiles", status::fail,
            message + "\n\n" +
                say(phrase("Mend the first error first: the others often follow from it. nvcc's "
                           "full message has them all."))};
}

}  // namespace checker
