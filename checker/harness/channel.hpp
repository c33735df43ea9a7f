#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checker/harness/verdict.hpp"

/// What `lab check` tells the program that it starts, and how that program answers.
///
/// The program is handed, in its environment,
///   CHECKER_VERDICT_FD     number of the private descriptor that takes the verdict
///   CHECKER_VERDICT_TOKEN  a secret word that comes with every line, so that a line written by the
///                          learner's code is told from the checker's
///   CHECKER_DEVICE         what the program was built for: sim or gpu
///   CHECKER_SIZES_OF_GPU   1: the simulated device measures with as much data as a GPU does, where
///                          the two are compared
///   CHECKER_TIMES_ELSEWHERE  1: another run decides about overlap, this one about all else
///   CHECKER_LAB, CHECKER_PROFILE, CHECKER_SEED, CHECKER_MAX_POINTS
///   CHECKER_POINTS         what each check gives, as "NAME=POINTS;NAME=POINTS"
///   CHECKER_TIMELINE       the file that the recordings go to
///   CHECKER_MESSAGES       the catalogue of diagnoses, in the reader's language
///   CHECKER_WORDS          the translations of phrases; not set for English
/// The first two and the seed are taken out of the environment before any of the learner's code
/// runs.
namespace checker {

/// The names above, for both sides.
namespace variable {
inline constexpr const char* verdict_fd = "CHECKER_VERDICT_FD";
inline constexpr const char* verdict_token = "CHECKER_VERDICT_TOKEN";
inline constexpr const char* device = "CHECKER_DEVICE";
inline constexpr const char* times_elsewhere = "CHECKER_TIMES_ELSEWHERE";
inline constexpr const char* sizes_of_gpu = "CHECKER_SIZES_OF_GPU";
inline constexpr const char* lab = "CHECKER_LAB";
inline constexpr const char* profile = "CHECKER_PROFILE";
inline constexpr const char* seed = "CHECKER_SEED";
inline constexpr const char* max_points = "CHECKER_MAX_POINTS";
inline constexpr const char* points = "CHECKER_POINTS";
inline constexpr const char* timeline = "CHECKER_TIMELINE";
inline constexpr const char* messages = "CHECKER_MESSAGES";
inline constexpr const char* words = "CHECKER_WORDS";
}  // namespace variable

struct request {
    std::string lab;
    std::string device = "sim";
    bool times_elsewhere = false;
    bool sizes_of_gpu = false;
    std::string profile = "h200";
    std::uint64_t seed = 1;
    double max_points = 0;
    std::map<std::string, double> points;  ///< by the check's name
    std::string timeline;                  ///< empty: none is asked for
    std::string messages;
    std::string words;  ///< empty: English
};

/// Reads the environment; what is not there keeps its default, so that the program also runs alone.
[[nodiscard]] request request_from_environment();

/// The other side: what the program is to find in its environment, but for the descriptor.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> environment_for(
    const request& r, const std::string& token);

/// Sends what is known so far: shown, marked as unfinished, if the program then dies. Cheap.
void send_progress(const verdict& v);

/// Sends the verdict. The program should then leave main with `exit_status(v.outcome)`.
/// Without `lab check` above it, prints the verdict on standard output instead.
/// Throws std::runtime_error when the descriptor no longer takes it.
void send_verdict(const verdict& v);

}  // namespace checker
