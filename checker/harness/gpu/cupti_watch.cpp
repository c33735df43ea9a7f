#include "checker/harness/gpu/cupti_watch.hpp"

#include "common/timeline/cupti_recorder.hpp"

namespace checker::gpu {
namespace {

using timeline::cupti_recorder;

class cupti_watch final : public device_watch {
public:
    explicit cupti_watch(std::unique_ptr<cupti_recorder> recorder)
        : recorder_(std::move(recorder)) {}

    std::string shortcoming() const override { return {}; }
    nanoseconds now() const override { return recorder_->now(); }
    void before_call(const started_work* /*work*/) override { cupti_recorder::begin_call(); }
    std::uint64_t after_call(const started_work* /*work*/, cudaError_t /*result*/) override {
        return cupti_recorder::correlation_of_call();
    }
    void forget() override { recorder_->forget(); }
    seen take(std::size_t expected) override {
        auto taken = recorder_->take(expected);
        return {std::move(taken.work), taken.lost};
    }

private:
    std::unique_ptr<cupti_recorder> recorder_;
};

}  // namespace

std::unique_ptr<device_watch> watch_by_cupti() {
    return std::make_unique<cupti_watch>(cupti_recorder::open());
}

}  // namespace checker::gpu
