#include "checker/grading/formats/grades_page.hpp"
#include "checker/pages/data.hpp"
#include "checker/pages/template.hpp"

namespace checker {

std::string plain_page(const std::string& title, const std::string& body, const wording& words) {
    std::string style;
    for (const auto* sheet : {"timeline.css", "page.css", "grades.css"}) {
        style += page_data(sheet);
    }
    return render_template(page_data("plain_page.html"), {{"language", words.tag()},
                                                          {"title", title},
                                                          {"style", style},
                                                          {"w", words.all()},
                                                          {"body", body}});
}

}  // namespace checker
