#include "checker/harness/finding.hpp"

namespace checker {

diagnosis explain(const catalogue& messages, const finding& what, const std::string& lab) {
    // An error of CUDA's that has no text of its own is told as any other.
    const bool is_known =
        messages.contains(what.text) || what.text.find("/cudaError") == std::string::npos;
    const auto text = messages.in_lab(is_known ? what.text : what.id(), lab);
    auto d = what.told.empty() ? messages.explain(text, what.arguments, what.where)
                               : messages.explain_as(text, what.told, what.where);
    d.id = what.id();
    if (!what.docs.empty()) {
        d.docs = what.docs;
    }
    return d;
}

}  // namespace checker
