#pragma once

#include <toml++/toml.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/simcuda/runtime/profile.hpp"

namespace simcuda {

/// "mine.toml:3:7", as compilers write it; only the profile's name where no line is known.
[[nodiscard]] std::string place_of(const toml::source_region& where, std::string_view name);

/// Reads a profile's entries by their dotted path. Every function throws std::invalid_argument that
/// names the file, line, column and the entry when it is missing or is not what is asked for.
class profile_reader {
public:
    profile_reader(const toml::table& table, std::string_view name) : table_(table), name_(name) {}

    [[nodiscard]] std::string text(std::string_view path);
    /// Zero or more.
    [[nodiscard]] double number(std::string_view path);
    [[nodiscard]] nanoseconds time(std::string_view path);  ///< from microseconds
    [[nodiscard]] bytes size(std::string_view path);
    [[nodiscard]] double rate(std::string_view path);   ///< above zero
    [[nodiscard]] double share(std::string_view path);  ///< above zero, at most one
    [[nodiscard]] int integer(std::string_view path, int least, int most = any_larger);
    [[nodiscard]] int flag(std::string_view path) { return integer(path, 0, 1); }
    [[nodiscard]] std::vector<int> integers(std::string_view path);  ///< growing, above zero
    [[nodiscard]] std::pair<int, int> two_integers(std::string_view path);
    [[nodiscard]] size_curve curve(std::string_view path);
    /// A table of times by function name, with an entry "default". Names are those of functions of
    /// CUDA and those in `known`.
    [[nodiscard]] std::map<std::string, nanoseconds, std::less<>> call_times(
        std::string_view path, const toml::table& known);

    /// Refuses entries that nothing has asked for: most likely a misspelt name.
    void expect_nothing_else() const;

    /// "PATH must be WANTED", with its place; `wanted` names a text of the table [profile], which
    /// `facts` complete.
    [[noreturn]] void fail(std::string_view path, std::string_view wanted,
                           std::map<std::string, std::string> facts = {}) const;

private:
    static constexpr int any_larger = std::numeric_limits<int>::max();

    [[nodiscard]] toml::node_view<const toml::node> find(std::string_view path);
    [[nodiscard]] const toml::array& array(std::string_view path, std::size_t least,
                                           std::string_view wanted);
    void expect_nothing_else(const toml::table& table, const std::string& prefix) const;
    [[noreturn]] void refuse(const toml::source_region& where, const std::string& what) const;

    const toml::table& table_;
    std::string_view name_;
    std::set<std::string, std::less<>> asked_for_;
};

}  // namespace simcuda
