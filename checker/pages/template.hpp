#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace checker {

/// Fills a template, so that HTML stays in files of its own.
///
///     {{name}}              the value, with what HTML needs escaped
///     {{{name}}}            the value as it is: markup that we have made
///     {{#name}}...{{/name}} for each element of a list, or once for anything but null, false, "",
///                           and an empty list
///     {{^name}}...{{/name}} where {{#name}} would give nothing
///
/// Names are looked up in the element at hand, then in what is around it; "a.b" is b of a. Numbers
/// are written as JSON has them. Throws std::invalid_argument for a name that is nowhere, or a
/// section without its end: a page with a hole in it helps nobody.
[[nodiscard]] std::string render_template(std::string_view text,
                                          const nlohmann::ordered_json& values);

/// JSON for a <script> element: nothing in it can end that element.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& value);

}  // namespace checker
