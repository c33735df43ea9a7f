#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/simcuda/runtime/defect_text.hpp"
#include "common/simcuda/runtime/failures.hpp"
#include "common/simcuda/runtime/missing_orders.hpp"
#include "common/simcuda/runtime/short_fill.hpp"

namespace simcuda {

/// Is told of each single mistake, before causes are told from consequences.
class mistake_watcher : public access_observer {
public:
    /// A block is given back while `user`, the newest unfinished one, may still work on it.
    virtual void on_freed_in_use(const access_record& user) = 0;
    /// An entry of the log that is no race.
    virtual void on_entry(const std::string& id) = 0;
    /// What the calling thread is about to do, on the device or itself, has this stamp.
    virtual void on_stamp(const stamp& s) = 0;
};

/// Collects mistakes: one entry for each cause, however often it happens and whatever follows
/// from it. A race that would be gone if the missing order of an earlier entry were there, is a
/// consequence of that entry; so is a value that a race has spoilt.
class defect_log final : public access_observer {
public:
    defect_log(memory_map& memory, scheduler& order) : memory_(memory), order_(order) {}

    void on_race(const access_side& earlier, const access_side& later, const vector_clock& known,
                 const clash& where) override;
    void before_mistake(const void* pc) override { callers_.note(pc); }
    void stamped(const stamp& s) {
        if (watcher_ != nullptr)
            watcher_->on_stamp(s);
    }
    void on_uninitialised_read(const access_side& reader, address first,
                               std::uint64_t count) override;

    /// Any other mistake; `facts` fill the message's placeholders. Places: the earlier first. The
    /// text is that of `id` unless another is named.
    /// True if it is the first of its kind.
    bool add(const std::string& id, std::map<std::string, std::string> facts,
             std::vector<const void*> places, const std::string& text = {});

    /// `freeing`, which comes after `known`, gives a block back while `user` may still work on it.
    void freed_in_use(const access_record& user, const allocation& block,
                      const access_side& freeing, const vector_clock& known);
    /// Two copies of one batch meet at `first`, one of them writing.
    void within_batch(address first, timeline::stream_id stream, const char* call, const void* pc);
    /// The host touches managed memory before `newest`, the last work of `tail`, is known to be
    /// over.
    void touched_early(const point& tail, const site& newest, const allocation& block, access how,
                       const void* pc);
    /// Work that nobody has waited for when the program (or the learner's function) ends.
    void pending(const point& tail, const site& newest);

    /// From now on `w` hears everything as well; null: nobody.
    void watch(mistake_watcher* w) { watcher_ = w; }

    /// A wrong access stopped a kernel: its missing results are not a mistake of their own.
    void device_has_stopped() { stopped_ = true; }
    [[nodiscard]] bool any() const { return !entries_.empty(); }

    /// Messages finished, in the order of discovery; the log is empty afterwards.
    [[nodiscard]] std::vector<control::defect> take(place_finder& places);

    /// The same for calls that have failed: with the reason, where one was noted.
    [[nodiscard]] std::vector<control::failed_call> tell(const std::vector<failed_call>& failed,
                                                         place_finder& places) const;

    /// The program's own word for these bytes; an empty one takes it back.
    void name_memory(address a, std::uint64_t size, std::string name);
    /// Such memory was handed to the code that is looked at: it belongs to who has named it.
    [[nodiscard]] bool is_named(address a) const { return given_name(a).has_value(); }

    // Words for reports. What only the source tells is a placeholder, which `take` fills.
    /// "cudaMemcpyAsync in stream 2".
    [[nodiscard]] static std::string call_name(const char* api, timeline::stream_id stream);
    [[nodiscard]] static std::string stream_name(timeline::stream_id id);
    /// "kernel add<<<>>> in stream 2"; a graph's node is in the stream of the launch, which is
    /// named, too.
    [[nodiscard]] std::string operation_name(const stamp& who, const site& where) const;
    /// "the device buffer d (4096 bytes, allocated at a.cu:7)".
    [[nodiscard]] std::string describe(address a);
    [[nodiscard]] static std::string describe(const allocation& block);

private:
    struct entry : defect_draft {
        /// One missing wait: what else it would have ordered is no news.
        std::optional<missing_orders::cause> missing{};
        /// Of bytes without a value: what ends right before them, and how many of them the first
        /// reader has met.
        std::optional<short_fill> filled{};
        stamp reader{};
        std::uint64_t valueless = 0;
    };

    [[nodiscard]] address buffer_at(address a);
    [[nodiscard]] missing_order between(const stamp& earlier, const stamp& later) const;
    [[nodiscard]] const stream_state* lane_of(const stamp& who) const;
    /// The launch of the graph that the operation is a node of; null if it is none.
    [[nodiscard]] site launch_of(const stamp& who) const;
    [[nodiscard]] bool of_one_graph(const stamp& a, const stamp& b) const;
    [[nodiscard]] std::string graph_remedy(const access_side& earlier,
                                           const access_side& later) const;
    /// What a race or a free without a wait says about its two sides.
    [[nodiscard]] entry draft_of(const access_side& earlier, const access_side& later,
                                 explanation cause) const;
    /// The same, with the name of ordinary memory from the copy that is one of the two.
    [[nodiscard]] std::string describe(address a, const site& earlier, const site& later);
    /// Blames what has filled too little, where there is such a thing.
    static void name_fill(entry& e);
    /// As the copy calls it.
    [[nodiscard]] static std::string host_memory(const site& copy);
    [[nodiscard]] static std::string plain_name(const site& s);
    /// Null if there is none such yet.
    [[nodiscard]] entry* find(const std::string& id, const std::vector<const void*>& places);
    /// The streams that the entry's text names.
    void keep_origins(const entry& e);
    void tell(entry e);

    memory_map& memory_;
    scheduler& order_;
    std::vector<entry> entries_;
    missing_orders missing_;  // of earlier takes, too: they still explain what follows
    caller_log callers_;
    struct named_memory {
        std::uint64_t size = 0;
        std::string name;
    };
    std::map<address, named_memory> named_;
    [[nodiscard]] std::optional<std::string> given_name(address a) const;
    bool stopped_ = false;
    mistake_watcher* watcher_ = nullptr;
};

}  // namespace simcuda
