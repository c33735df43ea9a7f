// What nearly every file of the runtime includes, compiled once beforehand. The files include what
// they need all the same. (Included by the compiler's command line only: no guard.)

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/simcuda/runtime/call.hpp"
