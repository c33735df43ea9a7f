#include "checker/supervise/explain.hpp"

#include <fmt/core.h>

#include <array>
#include <csignal>
#include <string_view>

namespace checker {
namespace {

struct signal_entry {
    int number;
    std::string_view name;
    std::string_view happened;
    std::string_view cause;
    std::string_view change;
};

constexpr std::array signals = {
    signal_entry{SIGSEGV, "SIGSEGV", "touched memory that does not belong to it",
                 "Usual causes: a pointer that was never set or whose allocation failed, an index "
                 "past the end, memory that was freed, or a device pointer read by the host.",
                 "Check the size and the result of each allocation, and which side each pointer "
                 "belongs to."},
    signal_entry{SIGBUS, "SIGBUS", "touched memory that is not there",
                 "Usual causes: a misaligned pointer, or a file mapped into memory that became "
                 "shorter.",
                 "Check casts between pointer types."},
    signal_entry{SIGFPE, "SIGFPE", "divided an integer by zero",
                 "Usual cause: a count computed from an empty input, such as 0 chunks or a chunk "
                 "of 0 elements.",
                 "Handle the empty input before the division."},
    signal_entry{SIGILL, "SIGILL", "reached an instruction that must not be reached",
                 "Usual cause: a function that should return a value ends without a return.",
                 "Look at the compiler's warnings, and give each path a return."},
    signal_entry{SIGTRAP, "SIGTRAP", "reached a trap", "A __trap() or __brkpt() was executed.",
                 "Remove it, or mend the condition that leads to it."},
    signal_entry{SIGKILL, "SIGKILL", "was killed from outside",
                 "The system does this when memory runs out.",
                 "Close other programs, or allocate less."},
    signal_entry{SIGXCPU, "SIGXCPU", "used up its processor time", "A loop does not end.",
                 "Look for a loop whose condition never changes."},
    signal_entry{SIGXFSZ, "SIGXFSZ", "wrote a file of more than 256 MiB", "",
                 "Write less, or nothing: the checker reads no files."},
    signal_entry{SIGSYS, "SIGSYS", "made a system call that is not allowed here", "",
                 "Use only the CUDA runtime and the standard library."},
    signal_entry{SIGPIPE, "SIGPIPE", "wrote to a pipe or socket that nobody reads", "",
                 "The checker reads only standard output and standard error."},
};

std::string paragraphs(std::string_view happened, std::string_view cause, std::string_view change) {
    std::string text(happened);
    for (const auto& part : {cause, change}) {
        if (!part.empty()) {
            text += fmt::format("\n\n{}", part);
        }
    }
    return text;
}

// The line of standard error that holds `mark`, without its line end; empty when there is none.
std::string line_with(const outcome& o, std::string_view mark) {
    const std::string text = o.err.first + o.err.last;
    const auto at = text.rfind(mark);
    if (at == std::string::npos) {
        return {};
    }
    const auto before = text.rfind('\n', at);
    const auto start = before == std::string::npos ? 0 : before + 1;
    return text.substr(start, text.find('\n', at) - start);
}

// What follows `mark` in the line, without the blanks between.
std::string after(const std::string& line, std::string_view mark) {
    const auto at = line.find(mark);
    const auto start = at == std::string::npos ? at : line.find_first_not_of(' ', at + mark.size());
    return start == std::string::npos ? std::string{} : line.substr(start);
}

std::string_view when(verdict_was verdict) {
    return verdict == verdict_was::sent ? " after the last check, while it was ending" : "";
}

// abort() has many fathers; what they print before tells them apart.
std::string explain_abort(const outcome& o, verdict_was verdict) {
    if (const auto thrown = line_with(o, "terminate called after throwing"); !thrown.empty()) {
        const auto type_start = thrown.find('\'');
        const auto type = type_start == std::string::npos ? thrown : thrown.substr(type_start);
        const auto said = after(line_with(o, "what():"), "what():");
        return paragraphs(
            fmt::format("The program threw an exception of type {} that nobody caught{}.{}", type,
                        when(verdict), said.empty() ? "" : fmt::format(" It says: {}", said)),
            "",
            "Catch it where it can be handled, or mend what it complains about. Errors of CUDA "
            "calls are to be returned, not thrown, unless lab.hpp says otherwise.");
    }
    if (!line_with(o, "terminate called").empty()) {
        return paragraphs(
            fmt::format("std::terminate was called{}.", when(verdict)),
            "Usual causes: an exception that leaves a destructor or a noexcept function, or a "
            "std::thread that is destroyed before join().",
            "Join each thread, and let no exception out of a destructor.");
    }
    if (const auto failed = line_with(o, "Assertion `"); !failed.empty()) {
        return paragraphs(fmt::format("An assertion failed{}: {}", when(verdict), failed), "",
                          "The condition in quotes was false: look at how its values come about.");
    }
    for (const std::string_view mark : {"double free", "free():", "malloc():", "corrupted",
                                        "munmap_chunk", "realloc():", "stack smashing"}) {
        if (const auto said = line_with(o, mark); !said.empty()) {
            return paragraphs(
                fmt::format("The program damaged its own memory{}. The C library says: {}",
                            when(verdict), said),
                "Usual causes: memory freed twice, memory from cudaMallocHost given to free() or "
                "delete, or a write past the end of a host array.",
                "Give each piece of memory back once, to the function that belongs to its "
                "allocation.");
        }
    }
    return paragraphs(fmt::format("The program called abort(){}.", when(verdict)), "",
                      "Look at what it printed before.");
}

std::string explain_signal(const outcome& o, verdict_was verdict) {
    if (o.signal == SIGABRT) {
        return explain_abort(o, verdict);
    }
    for (const auto& entry : signals) {
        if (entry.number == o.signal) {
            return paragraphs(
                fmt::format("The program {}{} ({}).", entry.happened, when(verdict), entry.name),
                entry.cause, entry.change);
        }
    }
    return fmt::format("The program was ended{} by signal {}.", when(verdict), o.signal);
}

std::string explain_time(const outcome& o, verdict_was verdict) {
    const auto limit = static_cast<double>(o.time_limit.count()) / 1000;
    const auto why = o.machine_factor > 1.05
                         ? fmt::format(
                               " (this machine takes {:.1f} times as long as the one that "
                               "the limit was chosen on, so it has that much more)",
                               o.machine_factor)
                         : std::string{};
    return paragraphs(
        fmt::format("The program did not end{}: it was stopped after {:.1f} s, its limit is {:.1f} "
                    "s of computing{}.",
                    when(verdict), static_cast<double>(o.wall.count()) / 1000, limit, why),
        "Usual causes: a loop whose condition never becomes false, a loop over chunks that does "
        "not advance, or a wait for something that never happens.",
        "Print the loop's counter, or run `lab cc` on the file and look with gdb where it is.");
}

std::string explain_closed_channel() {
    return paragraphs(
        "The program closed a file descriptor that it had not opened: the one that the checker "
        "reports through.",
        "Usual cause: a loop that closes all descriptors, or a close() of a number that was never "
        "set.",
        "Close only what you opened.");
}

std::string explain_exit(const outcome& o, verdict_was verdict) {
    if (verdict == verdict_was::sent) {
        return paragraphs(
            fmt::format("The checks were done, but then the program ended with exit status {} "
                        "instead of the checker's.",
                        o.exit_status),
            "A function registered with atexit(), or a static object's destructor, ended the "
            "program in its own way.",
            "Remove it: nothing of a lab needs to run at the program's end.");
    }
    return paragraphs(
        fmt::format("The program ended with exit status {} before the checks were done.",
                    o.exit_status),
        "Usual cause: a call of exit(), _exit() or quick_exit() in your code, often in an "
        "error-checking macro.",
        "Return the error to the caller instead: lab.hpp says how. The checker has to go on after "
        "your function.");
}

}  // namespace

std::string explain(const outcome& o, verdict_was verdict) {
    const bool ended_by_it =
        o.how == ending::exited || !line_with(o, "the verdict could not be sent").empty();
    if (o.channel_closed_early && verdict == verdict_was::missing && ended_by_it) {
        return explain_closed_channel();
    }
    switch (o.how) {
        case ending::exited:
            return explain_exit(o, verdict);
        case ending::signalled:
            return explain_signal(o, verdict);
        case ending::too_slow:
            return explain_time(o, verdict);
        case ending::too_much_output:
            return paragraphs(
                fmt::format("The program printed without end and was stopped after {} bytes.",
                            (o.out.total + o.err.total).value),
                "Usual cause: a printf in a kernel or in a loop over elements.",
                "Print only for one thread or one element, such as `if (i == 0)`.");
        case ending::too_much_memory:
            return paragraphs(
                fmt::format("The program was stopped because it used more than {} MiB of memory.",
                            o.memory_limit.value >> 20),
                "Usual causes: an allocation inside a loop that is never given back, or a size "
                "that was multiplied twice.",
                "Allocate before the loop, and free what you allocate.");
        case ending::too_many_processes:
            return paragraphs("The program was stopped because it started very many processes.", "",
                              "A lab needs no fork(): use streams, or at most a few threads.");
        case ending::not_started:
            return fmt::format("The program could not be started: {}.", o.problem);
    }
    return {};
}

}  // namespace checker
