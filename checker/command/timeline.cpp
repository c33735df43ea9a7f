#include <fmt/core.h>

#include <cstdio>
#include <optional>
#include <sstream>

#include "checker/command/commands.hpp"
#include "checker/command/draw_timeline.hpp"
#include "checker/command/lab_picture.hpp"
#include "checker/command/output_file.hpp"
#include "checker/command/progress_record.hpp"
#include "checker/command/sweep_picture.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/figure.hpp"
#include "checker/pages/template.hpp"
#include "common/timeline/chrome_trace.hpp"

namespace checker {

namespace {

picture_form form_of(const timeline_options& o) {
    if (o.form != picture_form::by_name) {
        return o.form;
    }
    const auto extension = std::filesystem::path(o.output).extension();
    if (extension == ".html" || extension == ".htm") {
        return picture_form::html;
    }
    if (extension == ".svg") {
        return picture_form::svg;
    }
    return extension == ".json" ? picture_form::trace : picture_form::term;
}

lab_job job_for(const context& c, const lab& l, const timeline_options& o) {
    lab_job job{&l, o.source, learners_file(c, l), "h200", 1, nullptr};
    if (o.source == source_kind::solution) {
        job.source = solution_file(c, l);
    } else if (o.source == source_kind::other_file) {
        job.source = (c.started / o.file).lexically_normal();
    }
    return job;
}

/// The learner has passed the lab, or asks for the solution's picture.
bool may_see_reference(const context& c, const lab& l, const timeline_options& o) {
    if (o.source != source_kind::learner) {
        return o.source == source_kind::solution;
    }
    const auto done = read_progress(c);
    const auto found = done.find(l.name());
    return found != done.end() && found->second.was_passed;
}

std::string page_text(const lab_picture& picture, const lab& l, const wording& words,
                      const std::string& sweep) {
    const auto heading = words("timeline_of", {{"lab", l.name()}});
    const auto about =
        words("timeline_about", {{"device", words("simulated", {{"profile", "h200"}})}});
    return page_of(
        heading,
        render_template(
            page_data("timeline.html"),
            {{"heading", heading},
             {"about", about},
             {"sweep", sweep},
             {"w", words.all()},
             {"figure", figure_of(picture.scene(),
                                  {"timeline", words("picture_of", {{"lab", l.title}})}, words)}}),
        words);
}

/// The verdict on the learner's file, for a picture in which it is not the only one.
verdict verdict_on_learner(const context& c, const lab& l) {
    const lab_job job{&l, source_kind::learner, learners_file(c, l), "h200", 1, nullptr};
    return std::filesystem::exists(job.source) ? check_lab(c, job).said : verdict{};
}

/// A picture that shows the learner's run beside others: a page, or a file for a document.
/// `checked` is what the command asks for.
std::optional<std::string> picture_text(const context& c, const lab& l, const timeline_options& o,
                                        const verdict& checked) {
    const auto words = wording::in(tag_of(c.speaks));
    const bool is_reference = o.source == source_kind::solution;
    lab_picture picture(is_reference ? verdict_on_learner(c, l) : checked, c.root, words);
    const lab_job reference_job{&l, source_kind::solution, solution_file(c, l), "h200", 1, nullptr};
    verdict reference = is_reference ? checked : verdict{};
    if (!is_reference && may_see_reference(c, l, o)) {
        reference = check_lab(c, reference_job).said;
    }
    if (!reference.timeline.empty()) {
        picture.add_reference(reference);
    } else if (checked.timeline.empty()) {
        return std::nullopt;
    }
    if (form_of(o) == picture_form::html) {
        const auto folder = run_folder(c, job_for(c, l, o));
        return page_text(picture, l, words, sweep_markup(folder, words));
    }
    return svg_file_of(picture.scene(), {"timeline", words("picture_of", {{"lab", l.title}})},
                       words);
}

std::string trace_text(const verdict& v, const context& c) {
    std::vector<timeline::titled_trace> parts;
    const auto recordings = drawn_recordings(v, c.root, {});
    for (const auto& one : recordings) {
        parts.push_back({one.title, one.recorded});
    }
    std::ostringstream out;
    timeline::write_chrome_trace(out, parts);
    return out.str();
}

/// For a terminal, or for the file that stands in for one.
std::string term_text(const context& c, const lab& l, const timeline_options& o, const verdict& v,
                      const std::filesystem::path& folder) {
    terminal how = c.out;
    if (!o.output.empty()) {
        how.colours = colouring::none;
        how.has_unicode = true;
    }
    const auto sweep = sweep_text(folder, how);
    auto text = draw_timeline_of(v, c.root, how, wording::in(tag_of(c.speaks)));
    if (!sweep.empty()) {
        text += "\n" + sweep;
        text += o.output.empty()
                    ? fmt::format("\n{}\n", c.say(phrase("The sweep as a file for a browser: {} "
                                                         "timeline {} -o sweep.svg",
                                                         c.command, l.number)))
                    : "";
    }
    return text;
}

int not_drawn(const context& c, const lab& l, const std::filesystem::path& source) {
    fmt::print("{}\n", c.say(phrase("{} was not drawn: its check ended before anything was "
                                    "recorded. What is wrong: {} check {}",
                                    c.shown(source), c.command, l.number)));
    return exit_with::failure;
}

/// A page on a terminal helps nobody: it goes to a file, which is named.
std::string ending_of(picture_form form) {
    return form == picture_form::html ? ".html" : form == picture_form::svg ? ".svg" : ".json";
}

int write_out(const context& c, const lab& l, const timeline_options& o, const std::string& text) {
    const auto form = form_of(o);
    if (o.output.empty() && form != picture_form::term && c.out.is_terminal) {
        const auto file = c.state() / ("timeline-" + l.name() + ending_of(form));
        write_atomically(file, text);
        fmt::print("{}\n", c.shown(file));
    } else if (o.output.empty()) {
        std::fwrite(text.data(), 1, text.size(), stdout);
    } else {
        write_atomically(c.started / o.output, text);
    }
    return exit_with::success;
}

}  // namespace

int run_timeline(const context& c, const timeline_options& o) {
    const auto form = form_of(o);
    if (!o.output.empty()) {
        require_output_file(c.started / o.output, "timeline.html",
                            {".html", ".htm", ".svg", ".json", ".txt"});
    }
    const auto all = c.load();
    const auto& l = all.find(o.lab);
    const auto job = job_for(c, l, o);

    // A check takes about a second, and a picture of an older version of the file would mislead.
    const auto checked = check_lab(c, job).said;
    const auto folder = run_folder(c, job);
    if (form == picture_form::svg && o.form == picture_form::by_name) {
        // A lab that compares many runs has a picture of its own for documents.
        if (const auto sweep = sweep_svg(folder); !sweep.empty()) {
            return write_out(c, l, o, sweep);
        }
    }
    if (form == picture_form::html || form == picture_form::svg) {
        const auto text = picture_text(c, l, o, checked);
        return text ? write_out(c, l, o, *text) : not_drawn(c, l, job.source);
    }
    if (checked.timeline.empty()) {
        return not_drawn(c, l, job.source);
    }
    return write_out(
        c, l, o,
        form == picture_form::trace ? trace_text(checked, c) : term_text(c, l, o, checked, folder));
}

}  // namespace checker
