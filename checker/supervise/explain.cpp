#include "checker/supervise/explain.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <csignal>
#include <string_view>

namespace checker {
namespace {

struct signal_entry {
    int number;
    std::string_view name;
    words happened;
    words cause;
    words change;
};

std::vector<signal_entry> signals() {
    return {
        {SIGSEGV, "SIGSEGV", phrase("touched memory that does not belong to it"),
         phrase("Usual causes: a pointer that was never set or whose allocation failed, an index "
                "past the end, memory that was freed, or a device pointer read by the host."),
         phrase("Check the size and the result of each allocation, and which side each pointer "
                "belongs to.")},
        {SIGBUS, "SIGBUS", phrase("touched memory that is not there"),
         phrase("Usual causes: a misaligned pointer, or a file mapped into memory that became "
                "shorter."),
         phrase("Check casts between pointer types.")},
        {SIGFPE, "SIGFPE", phrase("divided an integer by zero"),
         phrase("Usual cause: a count computed from an empty input, such as 0 chunks or a chunk of "
                "0 elements."),
         phrase("Handle the empty input before the division.")},
        {SIGILL, "SIGILL", phrase("reached an instruction that must not be reached"),
         phrase("Usual cause: a function that should return a value ends without a return."),
         phrase("Look at the compiler's warnings, and give each path a return.")},
        {SIGTRAP, "SIGTRAP", phrase("reached a trap"),
         phrase("A __trap() or __brkpt() was executed."),
         phrase("Remove it, or mend the condition that leads to it.")},
        {SIGKILL, "SIGKILL", phrase("was killed from outside"),
         phrase("The system does this when memory runs out."),
         phrase("Close other programs, or allocate less.")},
        {SIGXCPU, "SIGXCPU", phrase("used up its processor time"), phrase("A loop does not end."),
         phrase("Look for a loop whose condition never changes.")},
        {SIGXFSZ, "SIGXFSZ", phrase("wrote a file of more than 256 MiB"), words(),
         phrase("Write less, or nothing: the checker reads no files.")},
        {SIGSYS, "SIGSYS", phrase("made a system call that is not allowed here"), words(),
         phrase("Use only the CUDA runtime and the standard library.")},
        {SIGPIPE, "SIGPIPE", phrase("wrote to a pipe or socket that nobody reads"), words(),
         phrase("The checker reads only standard output and standard error.")},
    };
}

std::vector<words> paragraphs(words happened, words cause, words change) {
    std::vector<words> all = {std::move(happened), std::move(cause), std::move(change)};
    std::erase_if(all, [](const words& one) { return one.empty(); });
    return all;
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

words when(verdict_was verdict) {
    return verdict == verdict_was::sent ? phrase(" after the last check, while it was ending")
                                        : words();
}

// abort() has many fathers; what they print before tells them apart.
std::vector<words> explain_abort(const outcome& o, verdict_was verdict) {
    if (const auto thrown = line_with(o, "terminate called after throwing"); !thrown.empty()) {
        const auto type_start = thrown.find('\'');
        const auto type = type_start == std::string::npos ? thrown : thrown.substr(type_start);
        const auto said = after(line_with(o, "what():"), "what():");
        return paragraphs(
            phrase("The program threw an exception of type {} that nobody caught{}.{}", type,
                   when(verdict), said.empty() ? words() : phrase(" It says: {}", said)),
            words(),
            phrase("Catch it where it can be handled, or mend what it complains about. Errors of "
                   "CUDA calls are to be returned, not thrown, unless lab.hpp says otherwise."));
    }
    if (!line_with(o, "terminate called").empty()) {
        return paragraphs(
            phrase("std::terminate was called{}.", when(verdict)),
            phrase("Usual causes: an exception that leaves a destructor or a noexcept function, or "
                   "a std::thread that is destroyed before join()."),
            phrase("Join each thread, and let no exception out of a destructor."));
    }
    if (const auto failed = line_with(o, "Assertion `"); !failed.empty()) {
        return paragraphs(
            phrase("An assertion failed{}: {}", when(verdict), failed), words(),
            phrase("The condition in quotes was false: look at how its values come about."));
    }
    for (const std::string_view mark : {"double free", "free():", "malloc():", "corrupted",
                                        "munmap_chunk", "realloc():", "stack smashing"}) {
        if (const auto said = line_with(o, mark); !said.empty()) {
            return paragraphs(
                phrase("The program damaged its own memory{}. The C library says: {}",
                       when(verdict), said),
                phrase("Usual causes: memory freed twice, memory from cudaMallocHost given to "
                       "free() or delete, or a write past the end of a host array."),
                phrase("Give each piece of memory back once, to the function that belongs to its "
                       "allocation."));
        }
    }
    return paragraphs(phrase("The program called abort(){}.", when(verdict)), words(),
                      phrase("Look at what it printed before."));
}

std::vector<words> explain_signal(const outcome& o, verdict_was verdict) {
    if (o.signal == SIGABRT) {
        return explain_abort(o, verdict);
    }
    for (const auto& entry : signals()) {
        if (entry.number == o.signal) {
            return paragraphs(
                phrase("The program {}{} ({}).", entry.happened, when(verdict), entry.name),
                entry.cause, entry.change);
        }
    }
    return {phrase("The program was ended{} by signal {}.", when(verdict), o.signal)};
}

std::vector<words> explain_time(const outcome& o, verdict_was verdict) {
    // As on an ordinary machine, and not what it took on this one: verdicts are the same anywhere.
    const auto limit = static_cast<double>(o.time_limit.count()) / 1000 / o.machine_factor;
    return paragraphs(
        phrase("The program did not end{}: it was stopped at its limit, {:.1f} s of computing on "
               "an ordinary machine (a slower one gives it more).",
               when(verdict), limit),
        phrase("Usual causes: a loop whose condition never becomes false, a loop over chunks that "
               "does not advance, or a wait for something that never happens."),
        phrase("Print the loop's counter, or run `lab cc` on the file and look with gdb where it "
               "is."));
}

std::vector<words> explain_closed_channel() {
    return paragraphs(phrase("The program closed a file descriptor that it had not opened: the one "
                             "that the checker reports through."),
                      phrase("Usual cause: a loop that closes all descriptors, or a close() of a "
                             "number that was never set."),
                      phrase("Close only what you opened."));
}

std::vector<words> explain_exit(const outcome& o, verdict_was verdict) {
    if (verdict == verdict_was::sent) {
        return paragraphs(
            phrase("The checks were done, but then the program ended with exit status {} "
                   "instead of the checker's.",
                   o.exit_status),
            phrase("A function registered with atexit(), or a static object's destructor, ended "
                   "the program in its own way."),
            phrase("Remove it: nothing of a lab needs to run at the program's end."));
    }
    return paragraphs(
        phrase("The program ended with exit status {} before the checks were done.", o.exit_status),
        phrase("Usual cause: a call of exit(), _exit() or quick_exit() in your code, often in an "
               "error-checking macro."),
        phrase("Return the error to the caller instead: lab.hpp says how. The checker has to go on "
               "after your function."));
}

}  // namespace

std::vector<words> explain(const outcome& o, verdict_was verdict) {
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
                phrase("The program printed without end and was stopped after {} bytes.",
                       (o.out.total + o.err.total).value),
                phrase("Usual cause: a printf in a kernel or in a loop over elements."),
                phrase("Print only for one thread or one element, such as `if (i == 0)`."));
        case ending::too_much_memory:
            return paragraphs(
                phrase("The program was stopped because it used more than {} MiB of memory.",
                       o.memory_limit.value >> 20),
                phrase("Usual causes: an allocation inside a loop that is never given back, or a "
                       "size that was multiplied twice."),
                phrase("Allocate before the loop, and free what you allocate."));
        case ending::too_many_processes:
            return paragraphs(
                phrase("The program was stopped because it started very many processes."), words(),
                phrase("A lab needs no fork(): use streams, or at most a few threads."));
        case ending::not_started:
            return {phrase("The program could not be started: {}.", o.problem)};
    }
    return {};
}

}  // namespace checker
