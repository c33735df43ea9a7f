#include "checker/command/lab_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "checker/harness/timeline_file.hpp"
#include "common/timeline/overlap.hpp"
#include "common/timeline/working_time.hpp"

namespace checker {
namespace {

using timeline::operation;

bool is_on_host(const operation& op) {
    return op.stream == timeline::host_lane;
}

/// Pinning memory is a cost that a picture must show; making a stream is not.
bool is_worth_drawing(const operation& op) {
    return op.kind != timeline::op_kind::api_call || op.name.find("Host") != std::string::npos;
}

/// Without the calls before the one that started the first device work and after the end of the
/// last, as far as they only make and destroy things.
timeline::recording without_setup(timeline::recording recorded) {
    const auto is_work = [](const operation& op) {
        return timeline::engine_of(op.kind).has_value();
    };
    auto& all = recorded.operations;
    const auto first = std::find_if(all.begin(), all.end(), is_work);
    if (first == all.end()) {
        return recorded;
    }
    auto begin = first->start;
    auto end = first->end;
    for (const auto& op : all) {
        if (is_work(op)) {
            end = std::max(end, op.end);
        } else if (is_on_host(op) && op.correlation == first->correlation) {
            begin = std::min(begin, op.start);
        }
    }
    std::erase_if(all, [&](const operation& op) {
        return is_on_host(op) && !is_worth_drawing(op) && (op.end <= begin || op.start >= end);
    });
    return recorded;
}

/// As it lies in the course; of a file from elsewhere only the name: a picture is shown to others.
void shorten_path(timeline::source_place& place, const std::filesystem::path& root) {
    const std::filesystem::path file(place.file);
    if (file.is_absolute()) {
        const auto relative = file.lexically_relative(root);
        const bool is_inside = !relative.empty() && *relative.begin() != "..";
        place.file = is_inside ? relative.string() : file.filename().string();
    }
}

/// For as long as the verdict says: some labs leave a part of the work out.
timeline::interval lasting(const timeline::interval& from, double ms) {
    return {from.start, from.start + timeline::nanoseconds{std::llround(1e6 * ms)}};
}

std::string factor_note(double factor, const timeline::drawing_words& words) {
    return fmt::format("{:.2f}{}", factor, words.as_fast);
}

/// Where a lab has several jobs, each is compared with its own baseline: the recording before it
/// that is called "..., in turn".
void compare_with_own_baseline(std::vector<drawn_recording>& all,
                               const timeline::drawing_words& words) {
    std::optional<timeline::nanoseconds> baseline;
    for (auto& each : all) {
        const auto elapsed = each.measured.length();
        if (each.title.ends_with(", in turn")) {
            baseline = elapsed;
        } else if (baseline && elapsed.count() > 0) {
            each.note = factor_note(timeline::share_of(*baseline, elapsed), words);
        }
    }
}

bool is_of_learner(const drawn_recording& r) {
    return r.title.find("your") != std::string::npos;
}

bool holds(const timeline::recording& recorded, const timeline::source_place& place) {
    return std::any_of(recorded.operations.begin(), recorded.operations.end(),
                       [&](const operation& op) { return op.where == place; });
}

}  // namespace

std::vector<drawn_recording> drawn_recordings(const verdict& v, const std::filesystem::path& root,
                                              const timeline::drawing_words& words) {
    std::vector<drawn_recording> all;
    for (auto& one : read_timeline(root / v.timeline)) {
        const auto measured = timeline::working_time(one.recorded);
        all.push_back({one.title, {}, without_setup(std::move(one.recorded)), false, measured});
        for (auto& op : all.back().recorded.operations) {
            shorten_path(op.where, root);
        }
    }
    if (all.size() == 2 && v.metrics.speedup) {
        all.back().note = factor_note(*v.metrics.speedup, words);
        all.front().measured = lasting(all.front().measured, v.metrics.serial_ms.value_or(0));
        all.back().measured = lasting(all.back().measured, v.metrics.measured_ms.value_or(0));
    }
    compare_with_own_baseline(all, words);
    if (std::any_of(all.begin(), all.end(), is_of_learner)) {
        for (auto& each : all) {
            each.is_baseline = !is_of_learner(each);
        }
    }
    return all;
}

lab_picture::lab_picture(const verdict& yours, const std::filesystem::path& root,
                         const wording& words)
    : root_(root), words_(words) {
    for (const auto& d : yours.diagnoses) {
        places_.push_back({static_cast<int>(places_.size()) + 1, d.id, d.where});
        for (auto& place : places_.back().where) {
            shorten_path(place, root);
        }
    }
    if (!yours.timeline.empty()) {
        for (auto& each : drawn_recordings(yours, root, words.for_drawing())) {
            add(recordings_.end(), std::move(each), owner::learner);
        }
    }
}

void lab_picture::add(std::vector<shown>::iterator before, drawn_recording what, owner whose) {
    for (auto& stream : what.recorded.streams) {
        stream.name = words_.translated(stream.name);
    }
    recordings_.insert(before, {std::move(what), whose});
}

void lab_picture::add_reference(const verdict& reference) {
    const bool has_yours = !recordings_.empty();
    for (auto& each : drawn_recordings(reference, root_, words_.for_drawing())) {
        if (each.is_baseline && has_yours) {
            continue;
        }
        auto at = std::find_if(recordings_.begin(), recordings_.end(),
                               [&](const shown& other) { return other.what.title == each.title; });
        at += at == recordings_.end() ? 0 : 1;
        for (const std::string word : {"yours", "your plan"}) {
            if (const auto found = each.title.find(word); found != std::string::npos) {
                each.title.replace(found, word.size(), "the reference solution");
            }
        }
        add(at, std::move(each), owner::reference);
    }
    if (!has_yours) {
        const auto first = std::find_if(recordings_.begin(), recordings_.end(),
                                        [](const shown& s) { return !s.what.is_baseline; });
        add(first, {"yours", words_("not_recorded"), {}, false}, owner::learner);
    }
}

timeline::scene lab_picture::scene() const {
    std::vector<timeline::scene_source> sources;
    std::vector<bool> is_shown(places_.size(), false);
    const auto is_yours = [](const shown& each) {
        return each.whose == owner::learner && !each.what.is_baseline;
    };
    for (const auto& each : recordings_) {
        sources.push_back({words_.translated(each.what.title),
                           each.what.recorded,
                           each.what.note,
                           {},
                           each.what.measured});
        for (std::size_t k = 0; is_yours(each) && k < places_.size(); ++k) {
            const auto& where = places_[k].where;
            if (std::any_of(where.begin(), where.end(),
                            [&](const auto& place) { return holds(each.what.recorded, place); })) {
                sources.back().places.push_back(places_[k]);
                is_shown[k] = true;
            }
        }
    }
    // What is nowhere in the recordings is at least named, below the first that is the learner's.
    const auto first = std::find_if(recordings_.begin(), recordings_.end(), is_yours);
    for (std::size_t k = 0; first != recordings_.end() && k < places_.size(); ++k) {
        if (!is_shown[k]) {
            sources[static_cast<std::size_t>(first - recordings_.begin())].places.push_back(
                places_[k]);
        }
    }
    timeline::drawing_options options;
    options.lanes = timeline::lane_choice::engines_and_streams;
    options.words = words_.for_drawing();
    return timeline::scene_of(sources, options);
}

}  // namespace checker
