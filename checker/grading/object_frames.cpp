#include "checker/grading/object_frames.hpp"

#include <vector>

#include "checker/course/atomic_file.hpp"
#include "checker/grading/frames.hpp"
#include "common/simcuda/driver/process.hpp"

namespace checker {
namespace {

std::string output_of(const std::vector<std::string>& command) {
    return simcuda::driver::run_process(command).output;
}

}  // namespace

void write_object_frames(int channel, const std::string& object) {
    write_frame(channel, "symbols",
                output_of({"readelf", "--wide", "--sections", "--symbols", object}));
    write_frame(channel, "instructions",
                output_of({"objdump", "--disassemble", "--reloc", "--no-show-raw-insn", object}));
}

void write_program_frames(int channel, const std::string& program) {
    write_frame(channel, "shared", output_of({"readelf", "--wide", "--dyn-syms", program}));
    write_frame(channel, "program", read_file(program));
}

}  // namespace checker
