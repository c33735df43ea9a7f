#include "checker/pages/wording.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "checker/course/toml_reader.hpp"
#include "checker/pages/data.hpp"
#include "common/timeline/scene.hpp"
#include "common/timeline/svg_text.hpp"

namespace checker {
namespace {

bool is_chinese(std::string_view tag) {
    return tag == "zh" || tag.starts_with("zh-") || tag.starts_with("zh_");
}

}  // namespace

wording wording::in(std::string_view tag) {
    wording result;
    result.tag_ = is_chinese(tag) ? "zh-CN" : "en";
    const auto name = fmt::format("words.{}.toml", result.tag_);
    const auto texts = toml_reader::parse(page_data(name), name);
    for (const auto& key : texts.keys()) {
        if (key != "titles") {
            result.texts_[key] = texts.text(key);
        }
    }
    for (const auto& pair : texts.texts("titles")) {
        const auto middle = pair.find('=');
        result.titles_.emplace_back(pair.substr(0, middle), pair.substr(middle + 1));
    }
    return result;
}

const std::string& wording::operator()(std::string_view key) const {
    const auto found = texts_.find(key);
    if (found == texts_.end()) {
        throw std::out_of_range(fmt::format("words.{}.toml has no \"{}\"", tag_, key));
    }
    return found->second;
}

std::string wording::operator()(std::string_view key, const message_arguments& arguments) const {
    return fill_in((*this)(key), arguments);
}

std::string wording::translated(std::string title) const {
    for (const auto& [english, own] : titles_) {
        if (const auto at = title.find(english); at != std::string::npos) {
            title.replace(at, english.size(), own);
        }
    }
    return title;
}

nlohmann::ordered_json wording::all() const {
    return texts_;
}

nlohmann::ordered_json wording::for_script() const {
    nlohmann::ordered_json result;
    for (const auto* key :
         {"busy",          "more_streams",   "nothing",        "waits_for",       "operations",
          "stream",        "legacy",         "from_to",        "bytes",           "memory_pageable",
          "memory_pinned", "memory_managed", "waits_for_list", "crowd",           "lane",
          "start",         "duration",       "where",          "list_operations", "earlier",
          "later",         "shown_of",       "legacy_short",   "colon",           "comma",
          "semicolon"}) {
        result[key] = (*this)(key);
    }
    using timeline::look;
    const auto drawing = for_drawing();
    for (int i = 0; i <= static_cast<int>(look::range); ++i) {
        const auto as = static_cast<look>(i);
        result["looks"][std::string(timeline::name_of(as))] = timeline::word_for(as, drawing);
    }
    return result;
}

timeline::drawing_words wording::for_drawing() const {
    timeline::drawing_words w;
    w.annotations = (*this)("annotations");
    w.host = (*this)("host");
    w.host_functions = (*this)("host_functions");
    w.h2d = (*this)("h2d");
    w.compute = (*this)("compute");
    w.d2h = (*this)("d2h");
    w.busy = (*this)("busy");
    w.as_fast = (*this)("as_fast");
    w.call = (*this)("call");
    w.waits = (*this)("waits");
    w.works = (*this)("works");
    w.kernel = (*this)("kernel");
    w.other_work = (*this)("other_work");
    w.nothing = (*this)("nothing");
    w.more_streams = (*this)("more_streams");
    w.event_recorded = (*this)("event_recorded");
    w.event_awaited = (*this)("event_awaited");
    w.waits_for = (*this)("waits_for");
    w.operations = (*this)("operations");
    w.numbered = (*this)("numbered");
    w.crowded = (*this)("crowded");
    w.shades = (*this)("shades");
    return w;
}

}  // namespace checker
