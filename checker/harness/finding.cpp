#include "checker/harness/finding.hpp"

namespace checker {

diagnosis explain(const catalogue& messages, const finding& what) {
    auto d = what.told.empty() ? messages.explain(what.text, what.arguments, what.where)
                               : messages.explain_as(what.text, what.told, what.where);
    d.id = what.id();
    return d;
}

}  // namespace checker
