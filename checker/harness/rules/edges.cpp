#include "checker/harness/rules/edges.hpp"

#include <map>
#include <optional>

namespace checker {
namespace {

/// The operations of a recording, and of which chunk each is: the n-th upload, the n-th kernel and
/// the n-th download belong together.
class issued_work {
public:
    explicit issued_work(const timeline::recording& recorded) : recorded_(recorded) {
        std::map<op_kind, std::size_t> so_far;
        for (const auto& op : recorded.operations) {
            if (is_device_work(op)) {
                chunk_of_[op.id] = so_far[op.kind]++;
            }
        }
    }

    [[nodiscard]] std::size_t chunk_of(const operation& op) const { return chunk_of_.at(op.id); }

    [[nodiscard]] const operation* find(std::uint64_t id) const {
        const auto found = std::find_if(recorded_.operations.begin(), recorded_.operations.end(),
                                        [id](const operation& op) { return op.id == id; });
        return found == recorded_.operations.end() ? nullptr : &*found;
    }

    /// What is done when `mark`, a record or an operation, is reached.
    [[nodiscard]] std::optional<operation> last_until(const operation& mark) const {
        std::optional<operation> last;
        for (const auto& op : recorded_.operations) {
            if (op.id <= mark.id && op.stream == mark.stream && is_device_work(op)) {
                last = op;
            }
        }
        return last;
    }

    /// What a wait holds back. A wait of the host's holds back what it writes for the next upload.
    [[nodiscard]] std::optional<operation> first_behind(const operation& wait) const {
        for (const auto& op : recorded_.operations) {
            const bool is_held = is_on_host(wait) ? op.kind == op_kind::copy_h2d
                                                  : op.stream == wait.stream && is_device_work(op);
            if (op.id > wait.id && is_held) {
                return op;
            }
        }
        return std::nullopt;
    }

private:
    const timeline::recording& recorded_;
    std::map<std::uint64_t, std::size_t> chunk_of_;
};

}  // namespace

std::vector<reuse_edge> reuse_edges(const timeline::recording& recorded) {
    const issued_work work(recorded);
    std::map<std::uint64_t, operation> newest_record;
    std::vector<reuse_edge> edges;
    const auto add = [&](const operation& record, const operation& wait) {
        const auto producer = work.last_until(record);
        const auto consumer = work.first_behind(wait);
        if (producer && consumer && work.chunk_of(*consumer) > work.chunk_of(*producer)) {
            edges.push_back({record, wait, *producer, *consumer,
                             work.chunk_of(*consumer) - work.chunk_of(*producer)});
        }
    };
    for (const auto& op : recorded.operations) {
        if (op.kind == op_kind::event_record) {
            newest_record[op.event] = op;
        } else if (op.kind == op_kind::event_wait && newest_record.contains(op.event)) {
            add(newest_record[op.event], op);
        } else if (op.kind == op_kind::host_wait && op.waits_for.size() == 1 &&
                   !is_allocation(op)) {
            // What the host waits for is known by its number: a record, or the end of a stream.
            if (const auto* awaited = work.find(op.waits_for.front())) {
                add(*awaited, op);
            }
        }
    }
    return edges;
}

}  // namespace checker
