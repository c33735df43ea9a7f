#include "checker/command/apart.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

namespace checker {
namespace {

using json = nlohmann::json;

json answer_of(const std::function<lab_result()>& check, const translation& say) {
    try {
        const auto r = check();
        return {{"verdict", to_json(r.said)},
                {"compiler", r.compiler_output},
                {"program", r.program_output}};
    } catch (const command_error& problem) {
        return {{"problem", say(problem.said())}, {"status", problem.status()}};
    } catch (const std::exception& problem) {
        return {{"problem", say(said_by(problem))}, {"status", exit_with::our_error}};
    }
}

void write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const auto written = write(to, text.data(), text.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return;
        }
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string read_all(int from) {
    std::string text;
    std::array<char, 16384> piece;
    for (;;) {
        const auto got = read(from, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return text;
        }
        text.append(piece.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

check_apart::check_apart(const std::function<lab_result()>& check, const translation& say) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    answer_ = descriptor(ends[0]);
    descriptor to(ends[1]);
    // What is still in a buffer would be written twice.
    std::fflush(nullptr);
    process_ = fork();
    if (process_ < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    if (process_ == 0) {
        write_all(to.get(),
                  answer_of(check, say).dump(-1, ' ', false, json::error_handler_t::replace));
        std::fflush(nullptr);
        _exit(0);
    }
}

check_apart::~check_apart() {
    if (process_ > 0) {
        kill(process_, SIGTERM);
        while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
}

lab_result check_apart::get() {
    const auto answer = json::parse(read_all(answer_.get()), nullptr, false);
    while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    if (!answer.is_object()) {
        throw command_error(exit_with::our_error, phrase("A check ended without an answer."));
    }
    if (answer.contains("problem")) {
        throw command_error(answer.at("status").get<int>(),
                            answer.at("problem").get<std::string>());
    }
    return {verdict_from_json(answer.at("verdict").get<std::string>()),
            answer.at("compiler").get<std::string>(), answer.at("program").get<std::string>()};
}

}  // namespace checker
