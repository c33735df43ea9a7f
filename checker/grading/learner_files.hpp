#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/grading/graded.hpp"
#include "checker/messages/translation.hpp"
#include "common/timeline/units.hpp"

/// Of all that a submission holds, the one file of each lab that a learner edits.
namespace checker {

/// How much is read of a submission. What is larger is not read at all.
struct reading_limits {
    timeline::bytes file{std::uint64_t{256} << 10};      ///< one lab.cu
    timeline::bytes archive{std::uint64_t{64} << 20};    ///< as it lies on the disk
    timeline::bytes unpacked{std::uint64_t{256} << 20};  ///< of all that is unpacked on the way
    int entries = 20'000;                                ///< files and folders, of one submission
    int depth = 6;                                       ///< folders in folders
};

/// The lab that a path is the file of, and how well the path says so: the lowest rank wins.
struct lab_match {
    std::size_t lab = 0;
    int rank = 0;

    friend bool operator==(const lab_match&, const lab_match&) = default;
};

/// What was found of one lab.
struct found_file {
    std::optional<std::string> content;  ///< nothing where a flag says why
    std::vector<flag> flags;
};

/// Takes what readers offer, in any order, and decides at the end.
class learner_files {
public:
    /// `labs`: names such as "04-streams".
    learner_files(std::vector<std::string> labs, reading_limits most, const translation& say);

    /// Below at most two enclosing folders: labs/04-streams/lab.cu, 04-streams/lab.cu,
    /// 04-streams.cu, 04.cu or 4.cu; lab.cu too where one lab is graded. What systems put beside
    /// (__MACOSX, names that begin with a dot) is never meant.
    [[nodiscard]] std::optional<lab_match> match(std::string_view path) const;

    /// The file with this content lies at `path`.
    void offer(const lab_match& match, std::string_view path, std::string content);
    /// There is something at a lab's place, but it cannot be taken.
    void refuse(const lab_match& match, flag why);
    /// There is an archive, which is not looked into.
    void pass_archive(std::string_view path);
    /// Something is wrong with the submission as a whole: no lab of it gets points.
    void refuse_all(flag why);
    [[nodiscard]] bool is_refused() const { return !of_all_.empty(); }

    [[nodiscard]] const reading_limits& limits() const { return most_; }
    [[nodiscard]] const translation& say() const { return say_; }

    /// One for each lab, in their order.
    [[nodiscard]] std::vector<found_file> take();
    [[nodiscard]] const std::vector<flag>& flags() const { return of_all_; }

private:
    struct candidate {
        int rank = 0;
        std::string path;
        std::optional<std::string> content;
        flag why;
    };
    /// The forms that would have been taken.
    [[nodiscard]] words missing_file(const std::string& lab) const;
    [[nodiscard]] found_file chosen(const std::string& lab, std::vector<candidate> of_lab) const;

    std::vector<std::string> labs_;
    reading_limits most_;
    const translation& say_;
    std::vector<std::vector<candidate>> candidates_;
    std::vector<flag> of_all_;
    std::vector<std::string> archives_;  ///< the first that were passed
};

/// Whether a file is called as the lab is: "04-streams.cu", "04.cu" or "4.cu".
[[nodiscard]] bool is_named_after(std::string_view file, std::string_view lab);

/// What systems put beside people's files: __MACOSX, and names that begin with a dot.
[[nodiscard]] bool is_of_a_system(std::string_view name);

/// Something to know, which takes no points.
[[nodiscard]] flag note(const translation& say, std::string id, const words& message);
/// Flags that give no points, as several readers find them.
[[nodiscard]] flag refusal(const translation& say, std::string id, const words& message);
[[nodiscard]] flag too_large(const learner_files& files, std::string_view path);
[[nodiscard]] flag not_a_file(const learner_files& files, std::string_view path);

}  // namespace checker
