// What pages are made of: templates, words in both languages, figures.

#include <algorithm>
#include <string>

#include "checker/course/toml_reader.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/figure.hpp"
#include "checker/pages/template.hpp"
#include "checker/pages/verdict_parts.hpp"
#include "checker/pages/wording.hpp"
#include "checker/tests/catch.hpp"
#include "common/timeline/scene.hpp"

using namespace checker;
using Catch::Matchers::ContainsSubstring;
using json = nlohmann::ordered_json;

namespace {

timeline::recording small_recording() {
    timeline::recording r;
    timeline::operation up;
    up.id = 1;
    up.kind = timeline::op_kind::copy_h2d;
    up.name = "cudaMemcpyAsync</script>";
    up.stream = 1;
    up.end = timeline::nanoseconds{1000};
    up.size = {4096};
    up.where = {"lab.cu", 7};
    timeline::operation kernel = up;
    kernel.id = 2;
    kernel.kind = timeline::op_kind::kernel;
    kernel.start = up.end;
    kernel.end = timeline::nanoseconds{3000};
    kernel.waits_for = {1};
    r.operations = {up, kernel};
    return r;
}

std::vector<std::string> names_in_braces(const std::string& text) {
    std::vector<std::string> names;
    for (auto at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        names.push_back(text.substr(at, text.find('}', at) - at));
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("templates: values, lists, what is there and what is not") {
    const json values = {{"title", "a<b"},
                         {"raw", "<i>"},
                         {"n", 3},
                         {"none", nullptr},
                         {"empty", json::array()},
                         {"w", {{"of", "of all"}}},
                         {"rows", {{{"x", 1}}, {{"x", 2}, {"title", "own"}}}}};
    CHECK(render_template("{{title}} {{{raw}}} {{n}} {{w.of}}", values) == "a&lt;b <i> 3 of all");
    CHECK(render_template("{{#rows}}[{{x}} {{title}}]{{/rows}}", values) == "[1 a&lt;b][2 own]");
    CHECK(render_template("{{#empty}}x{{/empty}}{{^empty}}y{{/empty}}", values) == "y");
    CHECK(render_template("{{#none}}{{nowhere}}{{/none}}{{#title}}{{title}}{{/title}}", values) ==
          "a&lt;b");
    CHECK(render_template("{{#rows}}{{#rows}}.{{/rows}}{{/rows}}", values) == "....");
}

TEST_CASE("templates with holes are refused") {
    for (const auto* text : {"{{nowhere}}", "{{#title}}x", "{{/title}}", "{{#title}}{{/raw}}",
                             "{{title", "{{}}", "{{w.nowhere}}"}) {
        INFO(text);
        CHECK_THROWS_AS(
            render_template(text, {{"title", "t"}, {"raw", "r"}, {"w", json::object()}}),
            std::invalid_argument);
    }
}

TEST_CASE("both languages have the same words, with the same names in them") {
    const auto english = toml_reader::parse(page_data("words.en.toml"), "en");
    const auto chinese = toml_reader::parse(page_data("words.zh-CN.toml"), "zh-CN");
    CHECK(english.keys() == chinese.keys());
    for (const auto& key : english.keys()) {
        if (key == "titles") {
            continue;  // English needs none
        }
        INFO(key);
        CHECK(names_in_braces(english.text(key)) == names_in_braces(chinese.text(key)));
    }
}

TEST_CASE("a figure has the picture, a table, and data that cannot end its script") {
    const auto recorded = small_recording();
    const timeline::named_place place{1, "sync-in-loop", {{"lab.cu", 7}}};
    timeline::drawing_options options;
    options.lanes = timeline::lane_choice::engines_and_streams;
    const auto scene = timeline::scene_of({{"yours", recorded, "2.00x", {place}}}, options);
    for (const auto* tag : {"en", "zh-CN"}) {
        const auto words = wording::in(tag);
        const auto page = page_of("A <page>", figure_of(scene, {"t1", "What ran"}, words), words);
        CHECK_THAT(page, ContainsSubstring("<html lang=\"" + std::string(tag) + "\">"));
        CHECK_THAT(page, ContainsSubstring("<title>A &lt;page&gt;</title>"));
        CHECK_THAT(page, ContainsSubstring("sync-in-loop"));
        CHECK_THAT(page, ContainsSubstring("scope=\"row\""));
        CHECK_THAT(page, !ContainsSubstring("cudaMemcpyAsync</script>"));
        // Nothing is fetched: names of XML namespaces are the only addresses.
        for (auto at = page.find("http"); at != std::string::npos; at = page.find("http", at + 1)) {
            const auto after = page.substr(at, 22);
            CHECK((after == "http://www.w3.org/2000" || page.substr(at, 10) == "http-equiv"));
        }
    }
}

TEST_CASE("a page names the GPU that measured, where one did") {
    const auto words = wording::in("en");
    verdict v;
    v.device = "gpu";
    CHECK(device_text(v, words) == "Device gpu");
    v.profile = "NVIDIA H200";
    CHECK(device_text(v, words) == "Device NVIDIA H200");
    CHECK(device_text(v, wording::in("zh-CN")) == "设备 NVIDIA H200");
    v.device = "sim";
    v.profile = "h200";
    CHECK(device_text(v, words) == "Simulated device, profile h200");
}
