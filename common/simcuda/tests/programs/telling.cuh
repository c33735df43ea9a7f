// The ways in which one host thread can tell another one that something is done: `tell` and `wait`.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

#include "cases.cuh"

inline void pass_the_time(int us) {
    std::this_thread::sleep_for(std::chrono::microseconds(us));
}

struct condition {
    std::mutex m;
    std::condition_variable c;
    bool told = false;
    void tell() {
        {
            const std::lock_guard lock(m);
            told = true;
        }
        c.notify_one();
    }
    void wait() {
        std::unique_lock lock(m);
        c.wait(lock, [this] { return told; });
    }
};

struct timed_condition : condition {
    void wait() {
        std::unique_lock lock(m);
        while (!c.wait_for(lock, std::chrono::microseconds(10), [this] { return told; })) {
        }
    }
};

/// Asks again and again.
template <class Mutex>
struct asked_under_lock {
    Mutex m;
    bool told = false;
    void tell() {
        const std::lock_guard lock(m);
        told = true;
    }
    void wait() {
        for (;;) {
            const std::lock_guard lock(m);
            if (told) return;
        }
    }
};

/// The lock itself is what the reader waits for.
struct held_lock {
    std::recursive_timed_mutex m;
    held_lock() { m.lock(); }
    void tell() { m.unlock(); }
    void wait() { const std::lock_guard lock(m); }
};

struct reader_lock {
    std::shared_mutex m;
    reader_lock() { m.lock(); }
    void tell() { m.unlock(); }
    void wait() { const std::shared_lock lock(m); }
};

struct spinning {
    std::atomic<int> told = 0;
    void tell() { told.store(1, std::memory_order_release); }
    void wait() {
        while (told.load(std::memory_order_acquire) == 0) {
        }
    }
};

struct spinning_politely : spinning {
    void wait() {
        while (told.load(std::memory_order_acquire) == 0)
            std::this_thread::yield();
    }
};

struct spin_lock {
    std::atomic_flag locked;
    spin_lock() { locked.test_and_set(); }
    void tell() { locked.clear(); }
    void wait() {
        while (locked.test_and_set()) {
        }
    }
};

struct fences {
    std::atomic<int> told = 0;
    void tell() {
        std::atomic_thread_fence(std::memory_order_release);
        told.store(1, std::memory_order_relaxed);
    }
    void wait() {
        while (told.load(std::memory_order_relaxed) == 0) {
        }
        std::atomic_thread_fence(std::memory_order_acquire);
    }
};

/// Of two variables one changes.
struct spinning_on_two : spinning {
    std::atomic<bool> never = false;
    void wait() {
        while (told.load() == 0 && !never.load()) {
        }
    }
};

struct spinning_on_volatile {
    volatile int told = 0;
    void tell() { told = 1; }
    void wait() {
        while (told == 0) {
        }
    }
};

/// Looks now and then and does something else meanwhile.
struct looking_now_and_then : spinning {
    void wait() {
        while (told.load() == 0)
            pass_the_time(3);
    }
};

/// Nothing of it can be seen.
struct pipe_between {
    int ends[2];
    pipe_between() { expect(pipe(ends) == 0, "a pipe"); }
    void tell() { expect(write(ends[1], "x", 1) == 1, "written"); }
    void wait() {
        char c;
        expect(read(ends[0], &c, 1) == 1, "read");
    }
};

struct atomic_wait {
    std::atomic<int> told = 0;
    void tell() {
        told = 1;
        told.notify_all();
    }
    void wait() { told.wait(0); }
};

struct promise {
    std::promise<void> p;
    std::future<void> f = p.get_future();
    void tell() { p.set_value(); }
    void wait() { f.wait(); }
};

struct semaphore {
    std::counting_semaphore<> s{0};
    void tell() { s.release(); }
    void wait() { s.acquire(); }
};

struct posix_semaphore {
    sem_t s;
    posix_semaphore() { sem_init(&s, 0, 0); }
    void tell() { sem_post(&s); }
    void wait() { sem_wait(&s); }
};

struct latch {
    std::latch l{1};
    void tell() { l.count_down(); }
    void wait() { l.wait(); }
};

struct barrier {
    std::barrier<> b{2};
    void tell() { b.arrive_and_wait(); }
    void wait() { b.arrive_and_wait(); }
};

struct posix_barrier {
    pthread_barrier_t b;
    posix_barrier() { pthread_barrier_init(&b, nullptr, 2); }
    void tell() { pthread_barrier_wait(&b); }
    void wait() { pthread_barrier_wait(&b); }
};

struct pthread_spin {
    pthread_spinlock_t l;
    pthread_spin() {
        pthread_spin_init(&l, 0);
        pthread_spin_lock(&l);
    }
    void tell() { pthread_spin_unlock(&l); }
    void wait() {
        pthread_spin_lock(&l);
        pthread_spin_unlock(&l);
    }
};
