#include "checker/command/draw_timeline.hpp"

#include "checker/command/lab_picture.hpp"
#include "common/timeline/terminal.hpp"

namespace checker {

std::string draw_timeline_of(const verdict& v, const std::filesystem::path& root, const terminal& t,
                             const wording& words) {
    timeline::drawing_options options;
    options.width = t.width;
    options.characters = t.has_unicode ? timeline::charset::unicode : timeline::charset::ascii;
    options.colours =
        t.colours == colouring::ansi ? timeline::colouring::ansi : timeline::colouring::none;
    options.words = words.for_drawing();
    const auto recordings = drawn_recordings(v, root, options.words);
    std::vector<timeline::panel> panels;
    for (const auto& one : recordings) {
        // Without a note it would be compared with the first panel, which is another job.
        const bool is_in_turn = one.title.ends_with(", in turn");
        panels.push_back({words.translated(one.title), one.recorded,
                          is_in_turn ? words("in_turn_note") : one.note, one.measured});
    }
    return timeline::draw(panels, options);
}

}  // namespace checker
