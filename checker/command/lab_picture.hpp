#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checker/harness/verdict.hpp"
#include "checker/pages/wording.hpp"
#include "common/timeline/operation.hpp"
#include "common/timeline/scene.hpp"

namespace checker {

/// A recording of a check, ready for a drawing: without what only makes and destroys things, with
/// source files as a reader knows them.
struct drawn_recording {
    std::string title;
    std::string note;
    timeline::recording recorded;
    bool is_baseline = false;
    timeline::interval measured = {};  ///< what its time is that of
};

/// The recordings of a verdict's timeline file (below `root`), each with the speedup over its own
/// baseline where there is one. Throws std::runtime_error when the file is missing or broken.
[[nodiscard]] std::vector<drawn_recording> drawn_recordings(const verdict& v,
                                                            const std::filesystem::path& root,
                                                            const timeline::drawing_words& words);

/// What a lab's picture shows: the baseline, the learner's run with the places that its diagnoses
/// name, and the reference solution's where it may be seen.
class lab_picture {
public:
    lab_picture(const verdict& yours, const std::filesystem::path& root, const wording& words);

    /// Adds the reference's runs, each below the run that it is to be compared with.
    void add_reference(const verdict& reference);

    [[nodiscard]] bool empty() const { return recordings_.empty(); }
    /// Points into this object. Named places that no recording holds stand below the first that is
    /// the learner's.
    [[nodiscard]] timeline::scene scene() const;

private:
    enum class owner : std::uint8_t { learner, reference };
    struct shown {
        drawn_recording what;
        owner whose = owner::learner;
    };
    void add(std::vector<shown>::iterator before, drawn_recording what, owner whose);

    std::filesystem::path root_;
    const wording& words_;
    std::vector<shown> recordings_;
    std::vector<timeline::named_place> places_;
};

}  // namespace checker
