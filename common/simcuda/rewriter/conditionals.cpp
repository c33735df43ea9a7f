#include "common/simcuda/rewriter/conditionals.hpp"

namespace simcuda::rewriter {

bool conditionals::holds(std::string_view directive, std::string_view operand) const {
    const bool known = defined_.count(std::string(operand)) != 0;
    if (directive == "ifdef" || directive == "elifdef") {
        return known;
    }
    if (directive == "ifndef" || directive == "elifndef") {
        return !known;
    }
    return directive == "else" || operand != "0";
}

void conditionals::follow(std::string_view directive, std::string_view operand) {
    if (directive.substr(0, 2) == "if") {
        const bool active_here = active();
        const bool taken = active_here && holds(directive, operand);
        stack_.push_back({active_here, taken, taken});
    } else if (stack_.empty()) {
        return;
    } else if (directive == "endif") {
        stack_.pop_back();
    } else if (directive.substr(0, 2) == "el") {
        level& here = stack_.back();
        here.active = here.enclosing_active && !here.taken && holds(directive, operand);
        here.taken = here.taken || here.active;
    }
}

}  // namespace simcuda::rewriter
