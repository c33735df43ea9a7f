// What the standard library and C give for everyday use: none of it may be taken for an attack,
// with any compiler. (It computes nothing that the lab asks for.)

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>
#include "lab.hpp"
#define CHECK(x)                                                                      \
    do {                                                                              \
        auto e = (x);                                                                 \
        if (e != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
static std::map<std::string, std::vector<double>> table;
static thread_local std::string name = "x";
__global__ void k(float* p) {
    p[threadIdx.x] = sinf(p[threadIdx.x]) + __expf(1.0f) + atomicAdd(p, 1.0f);
    __syncthreads();
    printf("hi %d\n", threadIdx.x);
}
struct base {
    virtual ~base() = default;
    virtual int f() = 0;
};
struct derived : base {
    int f() override { return 3; }
};
cudaError_t process(const job& work) {
    std::ostringstream os;
    os << std::setw(3) << work.count << ' ' << 1.5 << std::endl;
    std::cout << os.str() << std::flush;
    std::cerr << "x\n";
    std::clog << 1;
    table[os.str()].push_back(std::pow(2.0, 3.0));
    name += "y";
    auto f = std::async(std::launch::async, [] { return 3; });
    f.wait();
    std::promise<int> p;
    auto fut = p.get_future();
    std::thread t([&] { p.set_value(1); });
    t.join();
    fut.get();
    std::mutex m;
    std::condition_variable cv;
    {
        std::unique_lock l(m);
        cv.wait_for(l, std::chrono::milliseconds(1));
        cv.notify_all();
    }
    std::mt19937 g(3);
    std::uniform_int_distribution<int> d(0, 9);
    int x = d(g);
    std::normal_distribution<double> nd;
    double y = nd(g);
    std::random_device rd;
    x += rd() & 0;
    std::vector<int> v(100);
    std::iota(v.begin(), v.end(), 0);
    std::sort(v.begin(), v.end());
    std::shuffle(v.begin(), v.end(), g);
    std::unordered_map<std::string, int> um;
    um["a"] = 2;
    std::set<int> s{1, 2};
    std::deque<int> dq{1};
    std::queue<int> q;
    q.push(1);
    std::unique_ptr<base> b = std::make_unique<derived>();
    x += b->f();
    auto sp = std::make_shared<derived>();
    if (dynamic_cast<derived*>(b.get()))
        ++x;
    std::atomic<int> a{0};
    a.fetch_add(1);
    a.wait(0);
    std::function<int(int)> fn = [x](int i) { return i + x; };
    fn(3);
    std::variant<int, std::string> var = "x";
    std::optional<int> o;
    try {
        o.value();
    } catch (const std::bad_optional_access& e) {
        std::puts(e.what());
    }
    try {
        throw std::runtime_error("a");
    } catch (...) {
    }
    auto now = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::microseconds(1));
    auto hr = std::chrono::high_resolution_clock::now();
    (void)hr;
    auto sys = std::chrono::system_clock::now();
    std::string n = std::to_string(3) + std::to_string(2.5);
    x += std::stoi("3");
    x += atoi("3");
    char buf[10];
    std::snprintf(buf, 10, "%d", x);
    std::strcpy(buf, "a");
    std::fill(v.begin(), v.end(), 3);
    float* dev;
    CHECK(cudaMalloc(&dev, 400));
    k<<<1, 32>>>(dev);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(dev));
    cudaStream_t st;
    cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking);
    cudaLaunchHostFunc(
        st, [](void*) {}, nullptr);
    cudaStreamDestroy(st);
    assert(x > 0);
    std::call_once(*new std::once_flag, [] {});
    static std::vector<int> local{1, 2};
    srand(3);
    x += rand() + (int)y + (int)now.time_since_epoch().count() +
         (int)sys.time_since_epoch().count() + local[0];
    std::getline(std::cin, n);
    return x == -1 ? cudaErrorUnknown : cudaSuccess;
}
