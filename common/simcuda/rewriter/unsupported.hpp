#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/simcuda/rewriter/sequence.hpp"

namespace simcuda::rewriter {

/// The parts of CUDA that the simulated device does not have (unsupported.txt), each with its
/// reason.
class unsupported_table {
public:
    /// Reads the table's text; its head says how a line is written.
    /// Throws std::invalid_argument, naming the line, when one is malformed.
    explicit unsupported_table(std::string_view text);

    /// A sentence about the name at `index`, empty when there is nothing to say.
    /// `on_device`: the name stands in a kernel or device function.
    enum class context : bool { host, device };
    [[nodiscard]] std::string about_name(const sequence& tokens, std::size_t index,
                                         context where) const;
    /// A sentence about a header, as an #include names it.
    [[nodiscard]] std::string about_header(std::string_view header) const;

private:
    enum class form { name, call, scope, device_only, header };
    struct entry {
        std::string pattern;
        form shape = form::name;
        std::string message;
    };

    void add(std::string_view line);
    [[nodiscard]] bool applies(const entry& candidate, const sequence& tokens, std::size_t index,
                               context where) const;

    std::unordered_map<std::string, entry> exact_;
    std::vector<entry> prefixes_;
    std::vector<entry> headers_;
};

/// The table that is built in.
[[nodiscard]] const unsupported_table& unsupported();

}  // namespace simcuda::rewriter
