#pragma once

#include <string>

#include "checker/pages/wording.hpp"
#include "common/timeline/scene.hpp"

namespace checker {

struct figure_request {
    std::string id;       ///< unique in the page
    std::string caption;  ///< what the picture shows
};

/// A timeline as a <figure> of a page: the picture, what the page's script needs to let it be
/// looked at, and a table for those who do not see it.
[[nodiscard]] std::string figure_of(const timeline::scene& what, const figure_request& asked,
                                    const wording& words);

/// A picture that stands alone in a file, with its own style.
[[nodiscard]] std::string svg_file_of(const timeline::scene& what, const figure_request& asked,
                                      const wording& words);

/// A whole page around `body`.
[[nodiscard]] std::string page_of(const std::string& title, const std::string& body,
                                  const wording& words);

}  // namespace checker
