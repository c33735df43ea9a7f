#include "checker/tests/small_course.hpp"

#include <cstdlib>

#include "checker/course/atomic_file.hpp"
#include "checker/tests/catch.hpp"

namespace checker::tests {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    REQUIRE(value != nullptr);
    return value;
}

small_course::small_course() {
    std::filesystem::copy(variable("MINIATURE_COURSE"), root(),
                          std::filesystem::copy_options::recursive);
}

command_result small_course::lab(const std::string& arguments, const std::string& settings) const {
    return lab_from(root(), arguments, settings);
}

command_result small_course::lab_from(const std::filesystem::path& folder,
                                      const std::string& arguments,
                                      const std::string& settings) const {
    return shell(folder, "LAB_ROOT='" + root().string() + "' LAB_BUILD='" +
                             variable("MINIATURE_BUILD") + "' LAB_COMMAND=./lab " + settings +
                             " '" + variable("LAB_PROGRAM") + "' " + arguments);
}

void small_course::write_lab(const std::string& text) const {
    write_atomically(labs_file(), text);
}

void small_course::solve() const {
    write_lab(read_file(solution()));
}

void small_course::translate() const {
    const std::filesystem::path miniature(variable("MINIATURE_COURSE"));
    const auto messages = root() / "checker/messages";
    std::filesystem::copy(miniature / "../../messages/zh-CN.words.toml", messages);
    std::filesystem::copy(miniature / "../../messages/zh-CN.help.toml", messages);
    write_atomically(messages / "zh-CN.toml",
                     "[wrong-result]\ntitle = \"结果不对\"\n"
                     "arguments = [\"index\", \"value\", \"expected\"]\n"
                     "what = \"第 {index} 个元素是 {value}，应当是 {expected}。\"\n"
                     "why = \"函数写的不是任务要求的。\"\nfix = \"手工推算一个元素，再比较。\"\n"
                     "docs = \"docs/zh-CN/01-first.md\"\n");
    write_atomically(root() / "course.zh-CN.toml",
                     "[course]\ntitle = \"小课程\"\n"
                     "[[lab]]\nnumber = 1\ntitle = \"加一\"\n"
                     "hints = [\"输出不是输入。\", \"每个元素多一。\", \"out[i] = in[i] + 1;\"]\n"
                     "[[lab]]\nnumber = 2\ntitle = \"倒序\"\n"
                     "hints = [\"最后的在最前。\", \"注意下标。\", \"out[i] = in[n - 1 - i];\"]\n");
}

}  // namespace checker::tests
