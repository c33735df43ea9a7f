#include "checker/grading/system_call_filter.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace checker {
namespace {

#if defined(__x86_64__)
constexpr unsigned this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned this_architecture = 0;
#endif

// Other processes' memory, other names for files, kernel parts, keys: not for programs of a lab.
constexpr int of_nobody[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_mount,
    SYS_umount2,
    SYS_unshare,
    SYS_setns,
    SYS_pivot_root,
    SYS_chroot,
    SYS_kexec_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_open_by_handle_at,
    SYS_name_to_handle_at,
    SYS_kcmp,
    SYS_swapon,
    SYS_swapoff,
    SYS_reboot,
    SYS_acct,
    SYS_quotactl,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
};

// What a lab's program does not need, on any device.
constexpr int of_no_lab[] = {
    SYS_connect,  SYS_accept,    SYS_accept4, SYS_sendto,      SYS_sendmsg,       SYS_execveat,
    SYS_shmget,   SYS_msgget,    SYS_semget,  SYS_mq_open,     SYS_inotify_init1, SYS_setsid,
    SYS_truncate, SYS_symlinkat, SYS_linkat,  SYS_personality, SYS_mknodat,
#ifdef SYS_fork
    SYS_fork,     SYS_vfork,
#endif
};

// What a GPU's driver may do in the program that uses it, and no other part of a lab's program
// does: it listens on a socket of the program's own (which nobody can connect to: see above), has
// files without a name, and memory with code that it has translated.
constexpr int of_gpu_labs_alone[] = {
    SYS_socketpair, SYS_bind, SYS_listen, SYS_memfd_create, SYS_fallocate,
};

class filter_program {
public:
    filter_program() {
        // Numbers mean something else on another architecture, and with x32's bit.
        load(offsetof(seccomp_data, arch));
        skip_if_equal(this_architecture, 1);
        add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
        load(offsetof(seccomp_data, nr));
#if defined(__x86_64__)
        add_jump(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1);
        add(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
#endif
    }

    /// `answer`: what a forbidden call does.
    void forbid(int number, unsigned answer) {
        add_jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 1);
        add(BPF_RET | BPF_K, answer);
    }

    /// Only with this value of an argument's lower half.
    void allow_with(int number, unsigned argument, unsigned value, unsigned answer) {
        add_jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 4);
        load_argument(argument);
        skip_if_equal(value, 1);
        add(BPF_RET | BPF_K, answer);
        load(offsetof(seccomp_data, nr));
    }

    enum class bits { must_be_set, must_be_clear };

    /// Only with one of these bits of an argument's lower half set, or all clear.
    void limit(int number, unsigned argument, unsigned mask, bits rule, unsigned answer) {
        add_jump(BPF_JMP | BPF_JEQ | BPF_K, static_cast<unsigned>(number), 0, 4);
        load_argument(argument);
        const bool set_is_fine = rule == bits::must_be_set;
        add_jump(BPF_JMP | BPF_JSET | BPF_K, mask, set_is_fine ? 1 : 0, set_is_fine ? 0 : 1);
        add(BPF_RET | BPF_K, answer);
        load(offsetof(seccomp_data, nr));
    }

    [[nodiscard]] std::string finish() {
        add(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
        return {reinterpret_cast<const char*>(code_.data()), code_.size() * sizeof(sock_filter)};
    }

private:
    void add(unsigned code, unsigned value) {
        add_jump(code, value, 0, 0);
    }
    void add_jump(unsigned code, unsigned value, unsigned if_true, unsigned if_false) {
        code_.push_back({static_cast<__u16>(code), static_cast<__u8>(if_true),
                         static_cast<__u8>(if_false), value});
    }
    void load(std::size_t offset) {
        add(BPF_LD | BPF_W | BPF_ABS, static_cast<unsigned>(offset));
    }
    void load_argument(unsigned number) {
        constexpr unsigned size = sizeof(std::uint64_t);
        load(static_cast<unsigned>(offsetof(seccomp_data, args)) + number * size);
    }
    void skip_if_equal(unsigned value, unsigned count) {
        add_jump(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0);
    }

    std::vector<sock_filter> code_;
};

constexpr unsigned ends_the_program = SECCOMP_RET_KILL_PROCESS;
// The driver tries things (to load its own kernel part, to be seen by a debugger) and goes on where
// they are refused. A program that tries them without a GPU has been ended there.
constexpr unsigned is_refused = SECCOMP_RET_ERRNO | EPERM;
// The C library then uses the older call, whose arguments can be looked at.
constexpr unsigned is_absent = SECCOMP_RET_ERRNO | ENOSYS;

void add_rules_of_labs(filter_program& filter, unsigned answer) {
    for (const int number : of_no_lab) {
        filter.forbid(number, answer);
    }
    filter.forbid(SYS_clone3, is_absent);
    // Threads, and addr2line, which tells the device the lines: started in a way that stops the one
    // who starts it, so that nothing multiplies.
    filter.limit(SYS_clone, 0, CLONE_THREAD | CLONE_VFORK, filter_program::bits::must_be_set,
                 answer);
}

}  // namespace

std::string system_call_filter(system_calls calls) {
    if (this_architecture == 0) {
        return {};
    }
    filter_program filter;
    const bool is_on_gpu = calls == system_calls::of_gpu_labs;
    for (const int number : of_nobody) {
        filter.forbid(number, is_on_gpu ? is_refused : ends_the_program);
    }
    if (calls == system_calls::of_labs) {
        add_rules_of_labs(filter, ends_the_program);
        for (const int number : of_gpu_labs_alone) {
            filter.forbid(number, ends_the_program);
        }
        filter.forbid(SYS_socket, ends_the_program);
        // Code is loaded, not written.
        filter.limit(SYS_mprotect, 2, PROT_EXEC, filter_program::bits::must_be_clear,
                     ends_the_program);
    }
    if (is_on_gpu) {
        add_rules_of_labs(filter, is_refused);
        filter.allow_with(SYS_socket, 0, AF_UNIX, is_refused);
    }
    return filter.finish();
}

}  // namespace checker
