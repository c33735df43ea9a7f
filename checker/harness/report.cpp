#include "checker/harness/report.hpp"

#include "checker/harness/elsewhere.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "checker/harness/families.hpp"

namespace checker {
namespace {

translation translation_for(const request& asked) {
    return asked.words.empty() ? translation{} : translation::load(asked.words);
}

}  // namespace

lab_report::lab_report(request asked)
    : asked_(std::move(asked)),
      messages_(catalogue::load(asked_.messages, translation_for(asked_))) {
    verdict_.lab = asked_.lab;
    verdict_.device = asked_.device;
    verdict_.profile = asked_.profile;
    verdict_.max_points = asked_.max_points;
    verdict_.outcome = status::fail;
}

void lab_report::begin_check(const std::string& name) {
    running_ = check_result{name, status::pass, {}};
    if (const auto full = asked_.points.find(name); full != asked_.points.end()) {
        running_->max_points = full->second;
    }
    decided_ = false;
    doing_ = {};
    remark_ = {};
    decides_here_ = false;
    send_progress(so_far());
}

void lab_report::end_check(bool is_sound) {
    if (!decided_ && !is_sound) {
        running_->outcome = status::error;
        running_->message = messages_.say(
            phrase("The checker itself went wrong here. This is not your code's fault."));
    }
    if (running_->outcome == status::pass && !remark_.empty()) {
        running_->message = messages_.say(
            running_->message.empty() ? remark_ : phrase("{} {}", running_->message, remark_));
    }
    verdict_.checks.push_back(*running_);
    running_.reset();
}

void lab_report::doing(const words& what) {
    doing_ = what;
    send_progress(so_far());
}

void lab_report::note(const words& sentence) {
    running_->message = messages_.say(sentence);
}

void lab_report::remark(const words& sentence) {
    remark_ = sentence;
}

void lab_report::fail(const std::vector<finding>& causes, const words& during) {
    decided_ = true;
    if (asked_.times_elsewhere && !decides_here_ &&
        std::all_of(causes.begin(), causes.end(),
                    [](const finding& cause) { return is_about_overlap(cause.id()); })) {
        running_->outcome = status::pass;
        running_->message = messages_.say(judged_elsewhere());
        throw check_is_over{};
    }
    running_->outcome = status::fail;
    words titles;
    for (const auto& cause : causes) {
        add_diagnosis(verdict_.diagnoses, cause);
        const words title = messages_.find(cause.text).title;
        titles = titles.empty() ? title : phrase("{}; {}", titles, title);
    }
    running_->message =
        messages_.say(during.empty() ? phrase("{}.", titles) : phrase("{} ({}).", titles, during));
    throw check_is_over{};
}

void lab_report::fail(const finding& cause, const words& during) {
    fail(std::vector{cause}, during);
}

void lab_report::leave_open(const words& why) {
    decided_ = true;
    running_->outcome = status::inconclusive;
    running_->message = messages_.say(why);
    throw check_is_over{};
}

void lab_report::require_passed(const std::string& earlier) {
    const auto* found = verdict_.find_check(earlier);
    if (found != nullptr && found->outcome == status::pass) {
        return;
    }
    const bool is_open = found != nullptr && found->outcome == status::inconclusive;
    decided_ = true;
    running_->outcome = is_open ? status::inconclusive : status::fail;
    running_->its_turn = turn::to_come;
    const words name(earlier, std::vector<words>{});  // as the reader sees it
    running_->message = messages_.say(
        is_open ? phrase("Not looked at: \"{}\" cannot be shown on this device.", name)
                : phrase("Looked at once \"{}\" passes.", name));
    throw check_is_over{};
}

void lab_report::give_partly(double share) {
    shares_[running_->name] = std::clamp(share, 0.0, 1.0);
}

void lab_report::runs_on(const std::string& machine) {
    verdict_.profile = machine;
}

void lab_report::set_metrics(const measured_figures& figures, const words& of) {
    verdict_.metrics = figures;
    verdict_.metrics_of = messages_.say(of);
}

void lab_report::add_timeline(std::string title, timeline::recording recorded) {
    timelines_.push_back({std::move(title), std::move(recorded)});
}

void lab_report::add_diagnosis(std::vector<diagnosis>& to, const finding& cause) const {
    auto d = explain(messages_, cause, asked_.lab);
    const auto same = [&](const diagnosis& other) {
        return other.id == d.id && (other.where == d.where || d.where.empty());
    };
    if (std::none_of(to.begin(), to.end(), same)) {
        to.push_back(std::move(d));
    }
}

double lab_report::points_of(const check_result& check) const {
    const auto full = asked_.points.find(check.name);
    if (full == asked_.points.end()) {
        return 0;
    }
    if (check.outcome == status::pass) {
        return full->second;
    }
    const auto share = shares_.find(check.name);
    return check.outcome == status::fail && share != shares_.end()
               ? std::floor(full->second * share->second * 10) / 10
               : 0;
}

verdict lab_report::so_far() const {
    verdict v = verdict_;
    if (running_) {
        auto check = *running_;
        check.outcome = status::fail;
        check.message =
            messages_.say(doing_.empty() ? phrase("This check was running.")
                                         : phrase("This check was running: {}.", doing_));
        v.checks.push_back(std::move(check));
    }
    return v;
}

verdict lab_report::so_far_with(const std::vector<finding>& causes) const {
    auto v = so_far();
    for (const auto& cause : causes) {
        add_diagnosis(v.diagnoses, cause);
    }
    return v;
}

verdict lab_report::finish() {
    auto& v = verdict_;
    const auto any = [&](status s) {
        return std::any_of(v.checks.begin(), v.checks.end(),
                           [s](const check_result& c) { return c.outcome == s; });
    };
    v.outcome = v.checks.empty() || any(status::error) ? status::error
                : any(status::fail)                    ? status::fail
                : any(status::inconclusive)            ? status::inconclusive
                                                       : status::pass;
    v.points = 0;
    for (auto& check : v.checks) {
        check.points = points_of(check);
        v.points += check.points;
    }
    if (!asked_.timeline.empty() && !timelines_.empty()) {
        write_timeline(asked_.timeline, timelines_);
        v.timeline = asked_.timeline;
    }
    return v;
}

lab_report& report() {
    static lab_report the_report(request_from_environment());
    return the_report;
}

}  // namespace checker
