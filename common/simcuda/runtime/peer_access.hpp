#pragma once

#include <set>
#include <utility>

namespace simcuda {

/// Which devices' kernels may use which other device's memory. Each direction is granted by itself
/// (CUDA Runtime API, "Peer Device Memory Access"); it covers what is allocated later, too.
class peer_access {
public:
    /// A device always reaches its own memory.
    [[nodiscard]] bool granted(unsigned from, unsigned to) const {
        return from == to || granted_.contains({from, to});
    }
    void grant(unsigned from, unsigned to) { granted_.insert({from, to}); }
    void revoke(unsigned from, unsigned to) { granted_.erase({from, to}); }

private:
    std::set<std::pair<unsigned, unsigned>> granted_;
};

}  // namespace simcuda
