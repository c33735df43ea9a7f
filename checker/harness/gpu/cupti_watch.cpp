#include "checker/harness/gpu/cupti_watch.hpp"

#include "checker/harness/gpu/checker_kernel.hpp"
#include "common/timeline/cupti_recorder.hpp"

namespace checker::gpu {
namespace {

using timeline::cupti_recorder;

class cupti_watch final : public device_watch {
public:
    explicit cupti_watch(std::unique_ptr<cupti_recorder> recorder)
        : recorder_(std::move(recorder)) {}

    words shortcoming() const override { return {}; }
    nanoseconds now() const override { return recorder_->now(); }
    void before_call(const started_work* /*work*/) override { cupti_recorder::begin_call(); }
    std::uint64_t after_call(const started_work* /*work*/, cudaError_t /*result*/) override {
        return cupti_recorder::correlation_of_call();
    }
    void rest() override { recorder_->rest(); }
    void go_on() override { recorder_->go_on(); }
    void forget() override {
        recorder_->forget();
        last_of_mine_ = do_something();
    }
    seen take(std::size_t expected) override {
        auto taken = recorder_->take(expected + pieces);
        std::erase_if(taken.work,
                      [&](const timeline::gpu_work& w) { return w.correlation <= last_of_mine_; });
        return {std::move(taken.work), taken.lost};
    }

private:
    static constexpr std::size_t pieces = 3;

    /// The first work after records were handed out makes CUPTI fetch new memory for them. Better
    /// now than in the learner's first calls. Returns the correlation of the last of it.
    std::uint64_t do_something() {
        if (device_ == nullptr && (cudaMalloc(&device_, size) != cudaSuccess ||
                                   cudaMallocHost(&host_, size) != cudaSuccess)) {
            return 0;
        }
        static_cast<void>(cudaMemcpyAsync(device_, host_, size, cudaMemcpyHostToDevice, nullptr));
        launch_advance(static_cast<std::uint32_t*>(device_), size / sizeof(std::uint32_t), 1,
                       nullptr);
        cupti_recorder::begin_call();
        static_cast<void>(cudaMemcpyAsync(host_, device_, size, cudaMemcpyDeviceToHost, nullptr));
        const auto last = cupti_recorder::correlation_of_call();
        static_cast<void>(cudaDeviceSynchronize());
        return last;
    }

    static constexpr std::size_t size = 4096;
    std::unique_ptr<cupti_recorder> recorder_;
    void* device_ = nullptr;
    void* host_ = nullptr;
    std::uint64_t last_of_mine_ = 0;
};

}  // namespace

std::unique_ptr<device_watch> watch_by_cupti() {
    return std::make_unique<cupti_watch>(cupti_recorder::open());
}

}  // namespace checker::gpu
