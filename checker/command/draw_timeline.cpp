#include "checker/command/draw_timeline.hpp"

#include "checker/harness/timeline_file.hpp"
#include "common/timeline/terminal.hpp"

namespace checker {

std::string draw_timeline_file(const std::filesystem::path& file, const terminal& t) {
    const auto recordings = read_timeline(file);
    std::vector<timeline::panel> panels;
    for (const auto& one : recordings) {
        panels.push_back({one.title, one.recorded, {}});
    }
    timeline::drawing_options options;
    options.width = t.width;
    options.characters = t.has_unicode ? timeline::charset::unicode : timeline::charset::ascii;
    options.colours =
        t.colours == colouring::ansi ? timeline::colouring::ansi : timeline::colouring::none;
    return timeline::draw(panels, options);
}

}  // namespace checker
