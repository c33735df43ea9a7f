#pragma once

#include <vector>

#include "checker/harness/rules/pick.hpp"

namespace checker {

/// A wait that holds work of one chunk back until work of an earlier one is done: the kind that
/// lets a buffer be used again. Found from the order of the calls alone.
struct reuse_edge {
    operation record;    ///< of the event; for a host's wait for a stream, its newest operation
    operation wait;      ///< of a stream, or of the host
    operation producer;  ///< the last work that the record stands for
    operation consumer;  ///< the first work behind the wait; for the host, the next upload
    std::size_t chunks_apart = 0;
};

[[nodiscard]] std::vector<reuse_edge> reuse_edges(const timeline::recording& recorded);

}  // namespace checker
