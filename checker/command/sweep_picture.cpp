#include "checker/command/sweep_picture.hpp"

#include <fmt/core.h>

#include <fstream>
#include <iterator>

#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"

namespace checker {
namespace {

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string url_of(const std::string& svg) {
    std::string url = "data:image/svg+xml,";
    for (const char c : svg) {
        const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                              (c >= '0' && c <= '9') || c == ' ' || c == '.' || c == '/' ||
                              c == '=' || c == ':';
        url += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return url;
}

}  // namespace

std::string sweep_text(const std::filesystem::path& folder, const terminal& how) {
    const auto chart = text_of(folder / "sweep.txt");
    if (how.has_unicode) {
        return chart;
    }
    // Blocks become "#", the narrower ones at the end of a bar are left out.
    std::string plain;
    for (std::size_t i = 0; i < chart.size(); ++i) {
        if (static_cast<unsigned char>(chart[i]) < 0x80) {
            plain += chart[i];
        } else if (chart.compare(i, 3, "\u2588") == 0) {
            plain += '#';
            i += 2;
        } else {
            plain += ' ';
            i += 2;
        }
    }
    return plain;
}

std::string sweep_svg(const std::filesystem::path& folder) {
    return text_of(folder / "sweep.svg");
}

std::string sweep_markup(const std::filesystem::path& folder, const wording& words) {
    const auto svg = sweep_svg(folder);
    if (svg.empty()) {
        return {};
    }
    return render_template(
        page_data("sweep.html"),
        {{"w", words.all()}, {"image", url_of(svg)}, {"table", text_of(folder / "sweep.txt")}});
}

}  // namespace checker
