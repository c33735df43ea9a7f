#include "common/simcuda/runtime/annotations.hpp"

namespace simcuda {

int annotations::push(const domain* d, annotation a) {
    auto& open = nested_[{std::this_thread::get_id(), d}];
    open.push_back(std::move(a));
    return static_cast<int>(open.size()) - 1;
}

std::optional<annotation> annotations::pop(const domain* d) {
    const auto it = nested_.find({std::this_thread::get_id(), d});
    if (it == nested_.end())
        return std::nullopt;
    annotation innermost = std::move(it->second.back());
    it->second.pop_back();
    if (it->second.empty())
        nested_.erase(it);
    return innermost;
}

int annotations::level(const domain* d) const {
    const auto it = nested_.find({std::this_thread::get_id(), d});
    return it == nested_.end() ? -1 : static_cast<int>(it->second.size()) - 1;
}

std::uint64_t annotations::start(annotation a) {
    started_.emplace(next_id_, std::move(a));
    return next_id_++;
}

std::optional<annotation> annotations::finish(std::uint64_t id) {
    const auto it = started_.find(id);
    if (it == started_.end())
        return std::nullopt;
    annotation ended = std::move(it->second);
    started_.erase(it);
    return ended;
}

std::vector<annotation> annotations::take_open() {
    std::vector<annotation> result;
    for (auto& [id, a] : started_)
        result.push_back(std::move(a));
    for (auto& [where, open] : nested_) {
        for (auto a = open.rbegin(); a != open.rend(); ++a)
            result.push_back(std::move(*a));
    }
    started_.clear();
    nested_.clear();
    return result;
}

annotations::domain* annotations::add_domain(std::string name) {
    return domains_.emplace_back(std::make_unique<domain>(domain{std::move(name)})).get();
}

annotations::text* annotations::add_text(std::string content) {
    return texts_.emplace_back(std::make_unique<text>(text{std::move(content)})).get();
}

}  // namespace simcuda
