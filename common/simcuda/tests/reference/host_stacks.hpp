#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "common/simcuda/runtime/fiber.hpp"

namespace simcuda::reference {

/// The host threads of a program that is only read: each has a call stack, and runs until it gives
/// its turn away.
class host_stacks {
public:
    using body = std::function<void(int host)>;

    host_stacks(int hosts, body what);

    /// Runs the hosts that `next` names, each until it gives its turn away or ends; -1: all done.
    void run(const std::function<int()>& next);
    /// In a host: comes back when `next` has named it again.
    void give_turn_away(int host);

private:
    struct stack {
        stack(host_stacks* of, int number, std::size_t size)
            : all(of),
              host(number),
              room(std::make_unique_for_overwrite<std::byte[]>(size)),
              own(room.get(), size) {}
        host_stacks* all;
        int host;
        std::unique_ptr<std::byte[]> room;
        fiber own;
    };
    [[noreturn]] static void begin(void* of);

    body what_;
    fiber chooser_;
    std::deque<stack> stacks_;
};

}  // namespace simcuda::reference
