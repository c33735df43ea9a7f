// The lab command as a whole, on a course in small (miniature/).

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <thread>

#include "checker/command/file_lock.hpp"
#include "checker/command/nvcc_options.hpp"
#include "checker/course/atomic_file.hpp"
#include "checker/harness/verdict.hpp"
#include "checker/tests/catch.hpp"
#include "checker/tests/scratch.hpp"

using namespace checker;
using namespace checker::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    REQUIRE(value != nullptr);
    return value;
}

// A copy of the course that a test may change.
class small_course {
public:
    small_course() {
        std::filesystem::copy(variable("MINIATURE_COURSE"), root(),
                              std::filesystem::copy_options::recursive);
    }

    [[nodiscard]] std::filesystem::path root() const { return folder_.path() / "course"; }
    [[nodiscard]] std::filesystem::path labs_file() const {
        return root() / "labs/01-add-one/lab.cu";
    }
    [[nodiscard]] std::filesystem::path solution() const {
        return root() / "solutions/01-add-one/lab.cu";
    }

    [[nodiscard]] command_result lab(const std::string& arguments,
                                     const std::string& settings = {}) const {
        return lab_from(root(), arguments, settings);
    }

    [[nodiscard]] command_result lab_from(const std::filesystem::path& folder,
                                          const std::string& arguments,
                                          const std::string& settings = {}) const {
        return shell(folder, "LAB_ROOT='" + root().string() + "' LAB_BUILD='" +
                                 variable("MINIATURE_BUILD") + "' LAB_COMMAND=./lab " + settings +
                                 " '" + variable("LAB_PROGRAM") + "' " + arguments);
    }

    void write_lab(const std::string& text) const { write_atomically(labs_file(), text); }
    void solve() const { write_lab(read_file(solution())); }

    /// Gives the course its texts in Chinese.
    void translate() const {
        const std::filesystem::path miniature(variable("MINIATURE_COURSE"));
        const auto messages = root() / "checker/messages";
        std::filesystem::copy(miniature / "../../messages/zh-CN.words.toml", messages);
        std::filesystem::copy(miniature / "../../messages/zh-CN.help.toml", messages);
        write_atomically(
            messages / "zh-CN.toml",
            "[wrong-result]\ntitle = \"结果不对\"\n"
            "arguments = [\"index\", \"value\", \"expected\"]\n"
            "what = \"第 {index} 个元素是 {value}，应当是 {expected}。\"\n"
            "why = \"函数写的不是任务要求的。\"\nfix = \"手工推算一个元素，再比较。\"\n"
            "docs = \"docs/zh-CN/01-first.md\"\n");
        write_atomically(
            root() / "course.zh-CN.toml",
            "[course]\ntitle = \"小课程\"\n"
            "[[lab]]\nnumber = 1\ntitle = \"加一\"\n"
            "hints = [\"输出不是输入。\", \"每个元素多一。\", \"out[i] = in[i] + 1;\"]\n"
            "[[lab]]\nnumber = 2\ntitle = \"倒序\"\n"
            "hints = [\"最后的在最前。\", \"注意下标。\", \"out[i] = in[n - 1 - i];\"]\n");
    }

private:
    scratch_folder folder_;
};

/// The lines that have a sentence, or a part of one, in English.
std::string english_in(const std::string& text) {
    const std::regex words("[a-z]{2,},? [a-z]{2,},? [a-z]{2,}");
    std::string found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find_first_not_of(' ');
        // Examples are commands, not sentences.
        const bool is_example = first != line.npos && line.compare(first, 4, "lab ") == 0;
        found += !is_example && std::regex_search(line, words) ? line + "\n" : "";
    }
    return found;
}

}  // namespace

TEST_CASE("a starter fails with its diagnosis, and the way on is said") {
    const small_course course;
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one  FAIL  0 of 4 points"));
    CHECK_THAT(r.output, ContainsSubstring("Element 0 is 0, it should be 8."));
    CHECK_THAT(r.output,
               ContainsSubstring("Next: edit labs/01-add-one/lab.cu, then ./lab check 1"));
}

TEST_CASE("the command speaks the reader's language") {
    const small_course course;
    course.translate();
    const auto checked = course.lab("check 1", "LAB_LANG=zh-CN");
    CHECK(checked.status == 1);
    CHECK_THAT(checked.output,
               ContainsSubstring("01-add-one  未过  0 / 4 分  （模拟设备，配置 h200）"));
    CHECK_THAT(checked.output, ContainsSubstring("第 0 个元素是 0，应当是 8。"));
    CHECK_THAT(checked.output, ContainsSubstring("  试试  手工推算一个元素，再比较。"));
    CHECK_THAT(checked.output,
               ContainsSubstring("下一步：编辑 labs/01-add-one/lab.cu，然后 ./lab check 1"));

    const auto hint = course.lab("hint 1", "LAB_LANG=zh");
    CHECK_THAT(hint.output, ContainsSubstring("提示 1 / 4"));
    CHECK_THAT(hint.output, ContainsSubstring("你上一次检查的诊断是 wrong-result。"));
    CHECK_THAT(course.lab("hint 1", "LAB_LANG=zh").output, ContainsSubstring("输出不是输入。"));
    CHECK_THAT(course.lab("list", "LAB_LANG=zh").output, ContainsSubstring("加一"));
    CHECK_THAT(course.lab("", "LAB_LANG= LC_ALL=zh_CN.UTF-8").output, ContainsSubstring("进行中"));
}

TEST_CASE("mistakes in the command line are told in the reader's language") {
    const small_course course;
    course.translate();
    const auto wrong = course.lab("check 01-ad-one", "LAB_LANG=zh");
    CHECK(wrong.status == 2);
    CHECK_THAT(wrong.output, ContainsSubstring("没有实验“01-ad-one”。是不是 01-add-one？"));
    CHECK_THAT(course.lab("check 9", "LAB_LANG=zh").output, ContainsSubstring("课程有 1 到 2。"));
    CHECK_THAT(course.lab("check 1 --file gone.cu", "LAB_LANG=zh").output,
               ContainsSubstring("没有文件"));
    CHECK_THAT(course.lab("timeline 1 --format pdf", "LAB_LANG=zh").output,
               ContainsSubstring("--format 是 {term,html,svg,trace} 之一，不是“pdf”。`lab timeline "
                                 "--help` 显示更多。"));
    for (const auto* mistake : {"chekc",
                                "help",
                                "--all",
                                "check --all",
                                "list 1 2",
                                "check --seed x",
                                "check --seed",
                                "hint",
                                "check --device tpu",
                                "check 1 --solution --file x",
                                "check 1 --profile h201",
                                "check 1 --profile gone.toml",
                                "check 1 --profile .",
                                "timeline 1 -o .",
                                "timeline 1 -o nowhere/picture.txt",
                                "timeline 1 -o /dev/null",
                                "report -o some.cu",
                                "report -o .",
                                "predict 1 --time soon",
                                "predict 1 --together all",
                                "cc",
                                "cc a.cu",
                                "cc a.cu -o",
                                "cc --all",
                                "cc a.cu -o a --default-stream both",
                                "calibrate -o .",
                                "watch 9",
                                "solution 9",
                                "demo --device gpu"}) {
        const auto r = course.lab(mistake, "LAB_LANG=zh-CN");
        CAPTURE(mistake, r.output);
        CHECK((r.status == 2 || r.status == 3));
        CHECK_FALSE(r.output.empty());
        CHECK(english_in(r.output).empty());
    }
}

TEST_CASE("a damaged record is told in the reader's language, too") {
    const small_course course;
    course.translate();
    std::filesystem::create_directories(course.root() / ".lab");
    write_atomically(course.root() / ".lab/progress.toml", "oops [");
    const auto r = course.lab("", "LAB_LANG=zh");
    CHECK_THAT(r.output, ContainsSubstring("读不了你的进度记录"));
    CHECK_THAT(r.output, ContainsSubstring("progress.toml.damaged-1。"));
}

TEST_CASE("what is wrong with a file of the course is told in the reader's language, too") {
    const small_course course;
    course.translate();
    const auto file = course.root() / "course.toml";
    const auto whole = read_file(file);
    const auto told = [&](const std::string& text) {
        write_atomically(file, text);
        const auto r = course.lab("list", "LAB_LANG=zh");
        CHECK(r.status == 4);
        return r.output;
    };
    // (What TOML is, its library says in English.)
    CHECK_THAT(told("[course\n"), ContainsSubstring("course.toml:1:8：不是 TOML："));
    CHECK_THAT(told("x = 1\n" + whole), ContainsSubstring("在文件里：这里没有“x”；是不是"));
    CHECK_THAT(told("[course]\ntitle = 1\n"),
               ContainsSubstring("course.toml:1：在 [course] 里：“title”必须是引号里的文字"));
    CHECK_THAT(told(whole.substr(0, whole.find("[[lab]]"))), ContainsSubstring("course.toml 有 0"));
}

TEST_CASE("the help of every command is there in the reader's language") {
    const small_course course;
    course.translate();
    const auto whole = course.lab("--help", "LAB_LANG=zh-CN");
    CHECK(whole.status == 0);
    CHECK(english_in(whole.output).empty());
    CHECK_THAT(whole.output, ContainsSubstring("check"));
    std::istringstream lines(whole.output.substr(whole.output.find("子命令:")));
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (line.size() > 2 && line.compare(0, 2, "  ") == 0 && std::islower(line[2]) != 0) {
            const auto name = line.substr(2, line.find(' ', 2) - 2);
            CAPTURE(name);
            CHECK(english_in(course.lab(name + " --help", "LAB_LANG=zh-CN").output).empty());
            ++commands;
        }
    }
    CHECK(commands >= 10);
}

TEST_CASE("what programs read stays as it is in every language") {
    const small_course course;
    course.translate();
    const auto r = course.lab("check 1 --json", "LAB_LANG=zh-CN");
    const auto v = verdict_from_json(r.output);
    CHECK(v.outcome == status::fail);
    CHECK(v.checks.front().name == "results");
    CHECK(v.diagnoses.front().id == "wrong-result");
    CHECK(v.diagnoses.front().docs == "docs/zh-CN/01-first.md");
}

TEST_CASE("an unknown language, and one that a course has no texts in, is English") {
    const small_course course;
    CHECK_THAT(course.lab("check 1", "LAB_LANG=zh-CN").output,
               ContainsSubstring("FAIL  0 of 4 points"));
    course.translate();
    const auto unknown = course.lab("check 1", "LAB_LANG=xx");
    CHECK_THAT(unknown.output, ContainsSubstring("FAIL  0 of 4 points"));
    CHECK_THAT(unknown.output,
               ContainsSubstring("LAB_LANG=xx is not known: the course speaks en and zh-CN."));
    for (const auto* known : {"en", "EN_US.UTF-8", "zh", "zh-CN", "zh_CN.UTF-8", ""}) {
        CAPTURE(known);
        CHECK_THAT(course.lab("list", std::string("LAB_LANG=") + known).output,
                   !ContainsSubstring("LAB_LANG"));
    }
}

TEST_CASE("a pass is remembered, and the next lab named") {
    const small_course course;
    course.solve();
    const auto r = course.lab("check 01-add-one");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("Next: 02-reverse (Reverse)"));
    CHECK_THAT(course.lab("").output, ContainsSubstring("4 of 10 points"));
    CHECK_THAT(course.lab("check").output, ContainsSubstring("02-reverse  FAIL"));

    // Worse later is not unlearnt.
    course.write_lab("#include \"lab.hpp\"\nvoid add_one(const int*, int*, int) {}\n");
    CHECK(course.lab("check 1").status == 1);
    CHECK_THAT(course.lab("").output, ContainsSubstring("4 of 10 points"));
}

TEST_CASE("JSON has one verdict a line and nothing else") {
    const small_course course;
    const auto r = course.lab("check 1 2 --solution --json");
    CHECK(r.status == 0);
    const auto end = r.output.find('\n');
    CHECK(verdict_from_json(r.output.substr(0, end)).lab == "01-add-one");
    CHECK(verdict_from_json(r.output.substr(end + 1)).lab == "02-reverse");
    CHECK_FALSE(std::filesystem::exists(course.root() / ".lab/progress.toml"));
}

TEST_CASE("an unknown lab gets the nearest name and status 2") {
    const small_course course;
    for (const std::string word : {"check", "hint", "solution", "reset", "timeline"}) {
        const auto r = course.lab(word + " 02-revers");
        CHECK(r.status == 2);
        CHECK_THAT(r.output, ContainsSubstring("Did you mean 02-reverse? `lab list` shows them"));
    }
}

TEST_CASE("a GPU that is not there is said, and the simulated device offered") {
    // The small course has no checkers for a GPU, wherever this runs.
    const small_course course;
    course.solve();
    const auto r = course.lab("check 1 --device gpu");
    CHECK(r.status == 3);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one  unclear  0 of 4 points  (device gpu)"));
    CHECK_THAT(r.output, ContainsSubstring("CUDA Toolkit"));
    CHECK_THAT(r.output, ContainsSubstring("--device sim"));
    const auto json = nlohmann::json::parse(course.lab("check 1 --device gpu --json").output);
    CHECK(json.at("status") == "inconclusive");
    CHECK(json.at("device") == "gpu");
    CHECK(json.at("points") == 0);
    // It is no try that counts; the same file passes where nothing is missing.
    CHECK_THAT(course.lab("list").output, !ContainsSubstring("inconclusive"));
    CHECK(course.lab("check 1 --device auto").status == 0);
    CHECK(course.lab("demo --device gpu").status == 3);
    CHECK(course.lab("calibrate").status == 3);
}

TEST_CASE("doctor tells GPU, driver and CUPTI apart") {
    const small_course course;
    const auto r = course.lab("doctor");
    CHECK(r.status == 0);
    for (const auto* line : {"CUDA Toolkit", "NVIDIA driver", "GPU ", "CUPTI", "checks on a GPU"}) {
        CHECK_THAT(r.output, ContainsSubstring(line));
    }
}

TEST_CASE("unknown words and options are usage errors") {
    const small_course course;
    CHECK(course.lab("chekc").status == 2);
    CHECK_THAT(course.lab("chekc").output, ContainsSubstring("Did you mean check?"));
    CHECK(course.lab("check 1 --devise sim").status == 2);
    CHECK(course.lab("check 1 --device tpu").status == 2);
    CHECK(course.lab("timeline 1 -o .").status == 2);
    CHECK(course.lab("timeline 1 -o nowhere/picture.txt").status == 2);
    CHECK(course.lab("timeline 1 -o /dev/null").status == 2);
    CHECK(course.lab("timeline 1 -o some.cu").status == 2);
    CHECK(course.lab("timeline 1 -o picture.pdf").status == 2);
    CHECK(course.lab("timeline 1 --format svg -o README.md").status == 2);
    CHECK(course.lab("timeline 1 -o -").status == 2);
    CHECK(course.lab("report -o course.toml").status == 2);
    CHECK(course.lab("report -o page.txt").status == 2);
    const auto not_a_profile = course.lab("calibrate -o course.toml");
    CHECK(not_a_profile.status == 2);
    CHECK_THAT(not_a_profile.output, ContainsSubstring("is no machine profile"));
    CHECK(course.lab("calibrate -o nowhere/mine.toml").status == 2);
    CHECK(course.lab("cc a.cu -o a --default-stream both").status == 2);
    CHECK(course.lab("list >/dev/full").status == 4);
    const auto profile = course.lab("check 1 --solution --profile h201");
    CHECK(profile.status == 2);
    CHECK_THAT(profile.output,
               ContainsSubstring("no machine profile is called 'h201'; there are: a100, "));
    CHECK(course.lab("check --file x.cu").status == 2);
    CHECK(course.lab("hint").status == 2);
    CHECK(course.lab("check --help").status == 0);
}

TEST_CASE("the tests are built once the arguments are understood, and what is in the way is told") {
    const small_course course;
    std::filesystem::create_directories(course.root() / "checker/command");
    write_atomically(course.root() / "checker/command/setup.sh",
                     "build_tests() { echo in the way; exit 4; }\n");
    for (const auto* mistake : {"--bogus", "unit", "--suite", "--suite labs"}) {
        const auto r = course.lab(std::string("test ") + mistake);
        CAPTURE(mistake, r.output);
        CHECK(r.status == 2);
        CHECK_THAT(r.output, ContainsSubstring("`lab test --help` shows more.") &&
                                 !ContainsSubstring("in the way"));
    }
    const auto r = course.lab("test --suite unit");
    CHECK(r.status == 4);
    CHECK(r.output == "in the way\n");
}

TEST_CASE("a file that is missing is named, with the way to get it") {
    const small_course course;
    std::filesystem::remove(course.labs_file());
    const auto r = course.lab("check 1");
    CHECK(r.status == 2);
    CHECK_THAT(r.output, ContainsSubstring("There is no labs/01-add-one/lab.cu. `./lab reset 1`"));
    CHECK(course.lab("reset 1").status == 0);
    CHECK(course.lab("check 1").status == 1);

    CHECK_THAT(course.lab("check 1 --file nowhere.cu").output,
               ContainsSubstring("no file nowhere.cu"));
    CHECK_THAT(course.lab("check 1 --file labs").output, ContainsSubstring("labs is a folder"));
}

TEST_CASE("a file without the function that lab.hpp asks for is told so") {
    const small_course course;
    course.write_lab("#include \"lab.hpp\"\nvoid add_two(const int*, int*, int) {}\n");
    const auto r = course.lab("check 1 --json");
    CHECK(r.status == 1);
    const auto v = verdict_from_json(r.output.substr(r.output.rfind("{\"schema\"")));
    REQUIRE(v.checks.size() == 1);
    CHECK(v.checks[0].name == "links");
    CHECK_THAT(v.checks[0].message,
               ContainsSubstring("labs/01-add-one/lab.cu does not define `add_one("));
}

TEST_CASE("a compile error is shown with its line, as a failed check") {
    const small_course course;
    course.write_lab("#include \"lab.hpp\"\nvoid add_one(const int*, int*, int) { missing(); }\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("lab.cu:2:"));
    CHECK_THAT(r.output, ContainsSubstring("compiles"));
    CHECK_THAT(r.output, ContainsSubstring("Mend the first error first"));
}

TEST_CASE("a crash and what was printed before it are shown") {
    const small_course course;
    course.write_lab(
        "#include \"lab.hpp\"\n#include <cstdio>\n#include <cstdlib>\n"
        "void add_one(const int*, int*, int) { std::puts(\"here I am\"); std::fflush(stdout); "
        "std::abort(); }\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("here I am"));
    CHECK_THAT(r.output, ContainsSubstring("called abort()"));
}

TEST_CASE("any folder will do, and --file is meant from there") {
    const small_course course;
    const scratch_folder elsewhere;
    elsewhere.write("mine.cu", read_file(course.solution()));
    CHECK(course.lab_from(elsewhere.path(), "check 1 --file mine.cu").status == 0);
    CHECK(course.lab_from(elsewhere.path(), "check 1").status == 1);
    CHECK(course.lab_from("/", "list").status == 0);
}

TEST_CASE("without a compiler no verdict is made up") {
    const small_course course;
    const auto r = course.lab("check 1", "PATH=/nonexistent CXX=");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("compiler"));
}

TEST_CASE("two checks of one file take turns") {
    const small_course course;
    const auto folder = course.root() / ".lab/run/01-add-one/yours";
    std::filesystem::create_directories(folder);
    auto held = std::make_unique<file_lock>(folder / "lock", [] {});
    std::thread release([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        held.reset();
    });
    const auto r = course.lab("check 1");
    release.join();
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("Another `lab` is checking 01-add-one right now"));
}

TEST_CASE("hints go one step further each time") {
    const small_course course;
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("hint 1 of 3\n\nThe output is not"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("hint 2 of 3"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("out[i] = in[i] + 1;"));
    CHECK_THAT(course.lab("hint 1").output, ContainsSubstring("the last hint"));

    // The first one repeats what the last check said, in its words.
    CHECK(course.lab("check 1").status == 1);
    const std::string hint = course.lab("hint 1").output;
    CHECK_THAT(hint, ContainsSubstring("hint 1 of 4\n\nYour last check said wrong-result"));
    CHECK_THAT(hint, ContainsSubstring("Element 0 is 0, it should be"));
}

TEST_CASE("the solution waits for a pass, or for --reveal") {
    const small_course course;
    CHECK(course.lab("solution 1").status == 1);
    CHECK_THAT(course.lab("solution 1").output, ContainsSubstring("solution 1 --reveal"));
    CHECK_THAT(course.lab("solution 1 --reveal").output, ContainsSubstring("out[i] = in[i] + 1;"));
    course.solve();
    CHECK(course.lab("check 1").status == 0);
    CHECK(course.lab("solution 1").status == 0);
}

TEST_CASE("reset brings the starter back and keeps what was there") {
    const small_course course;
    const auto starter = read_file(course.labs_file());
    CHECK_THAT(course.lab("reset 1").output, ContainsSubstring("untouched starter"));
    course.write_lab("my work");
    CHECK(course.lab("reset 1").status == 0);
    CHECK(read_file(course.labs_file()) == starter);
    int backups = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(course.root() / ".lab/backup/01-add-one")) {
        CHECK(read_file(entry.path()) == "my work");
        ++backups;
    }
    CHECK(backups == 1);
}

TEST_CASE("demo shows each solution and where to go next") {
    const small_course course;
    const auto r = course.lab("demo");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("01-add-one             pass"));
    CHECK_THAT(r.output, ContainsSubstring("02-reverse             pass"));
    CHECK_THAT(r.output, ContainsSubstring("Now you: read labs/01-add-one/README.md"));
}

TEST_CASE("list is there for programs too") {
    const small_course course;
    const auto labs = nlohmann::json::parse(course.lab("list --json").output);
    REQUIRE(labs.size() == 2);
    CHECK(labs[0]["lab"] == "01-add-one");
    CHECK(labs[1]["max_points"] == 6);
}

TEST_CASE("a damaged record of progress is said, and does not stop a check") {
    const small_course course;
    std::filesystem::create_directories(course.root() / ".lab");
    write_atomically(course.root() / ".lab/progress.toml", "oops [");
    const auto r = course.lab("check 1");
    CHECK(r.status == 1);
    CHECK_THAT(r.output, ContainsSubstring("progress.toml.damaged-1"));
}

TEST_CASE("a broken course file is our error, with its line") {
    const small_course course;
    write_atomically(course.root() / "course.toml", "[course\n");
    const auto r = course.lab("check 1");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("course.toml:1:"));
}

TEST_CASE("a full disk is said to be full") {
    const small_course course;
    const auto state = course.root() / ".lab";
    std::filesystem::create_directories(state);
    const std::string mount = "mount -t tmpfs -o size=16k none '" + state.string() + "'";
    if (shell("/", "unshare --mount sh -c \"" + mount + "\"").status != 0) {
        SKIP("a small file system cannot be mounted here");
    }
    const auto script = course.root() / "full.sh";
    write_atomically(script, mount + " && exec '" + variable("LAB_PROGRAM") + "' check 1\n");
    const auto r =
        shell(course.root(), "LAB_ROOT='" + course.root().string() + "' LAB_BUILD='" +
                                 variable("MINIATURE_BUILD") + "' unshare --mount sh full.sh");
    CHECK(r.status == 4);
    CHECK_THAT(r.output, ContainsSubstring("full") || ContainsSubstring("space"));
}

TEST_CASE("alone, the program says that the script starts it") {
    const auto r = shell("/", "env -u LAB_ROOT '" + variable("LAB_PROGRAM") + "' list");
    CHECK(r.status == 2);
    CHECK_THAT(r.output, ContainsSubstring("started by the script `lab`"));
}

TEST_CASE("the options of nvcc that books and makefiles use are known") {
    using enum nvcc_option;
    for (const char* option :
         {"-lineinfo", "-G", "--use_fast_math", "-use_fast_math", "--extended-lambda",
          "-arch=sm_90", "-gencode=arch=compute_90,code=sm_90", "-Xptxas=-v", "-rdc=true",
          "-maxrregcount=32"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == without_effect);
    }
    for (const char* option : {"-arch", "-gencode", "-Xptxas", "-x", "-ccbin"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == without_effect_with_value);
    }
    CHECK(nvcc_option_of("-Xcompiler") == for_host_compiler);
    CHECK(nvcc_option_of("-dc") == separate_compilation);
    for (const char* option : {"-g", "-O3", "-lm", "-L.", "-DG", "-Iarch", "x.cu", "-", "--"}) {
        INFO(option);
        CHECK(nvcc_option_of(option) == unknown);
    }
}

TEST_CASE("the report tells the last checks, and what was expected of them") {
    const small_course course;
    CHECK(course.lab("predict 2 --time 3ms --together h2d+compute --apart h2d+d2h").status == 0);
    course.solve();
    CHECK(course.lab("check 1").status == 0);
    CHECK(course.lab("check 2").status == 1);
    const auto r = course.lab("report -o r.html", "LAB_LANG=en");
    CHECK(r.status == 0);
    auto page = read_file(course.root() / "r.html");
    CHECK_THAT(page, ContainsSubstring("1 of 2 labs passed, 4 of 10 points. Next: 02-reverse"));
    CHECK_THAT(page, ContainsSubstring("<span class=\"status fail\">fail</span>"));
    CHECK_THAT(page, ContainsSubstring("Element 0 is 0, it should be 2."));
    CHECK_THAT(page, ContainsSubstring("H2D and compute side by side"));
    CHECK_THAT(page, !ContainsSubstring(course.root().string()));
    CHECK_THAT(page, !ContainsSubstring("was changed after this check"));

    // The same again gives the same file; a change of the lab's file is said.
    CHECK(course.lab("report", "LAB_LANG=en").status == 0);
    CHECK(read_file(course.root() / ".lab/report.html") == page);
    course.write_lab("// other\n");
    course.translate();
    CHECK(course.lab("report -o r.html", "LAB_LANG=zh-CN").status == 0);
    page = read_file(course.root() / "r.html");
    CHECK_THAT(page, ContainsSubstring("<html lang=\"zh-CN\">"));
    CHECK_THAT(page, ContainsSubstring("重新检查：./lab check 1"));
}

TEST_CASE("a report of nothing says what to do, and a report of the solutions has no progress") {
    const small_course course;
    CHECK(course.lab("report -o r.html", "LAB_LANG=en").status == 0);
    CHECK_THAT(read_file(course.root() / "r.html"),
               ContainsSubstring("Not checked yet: ./lab check 1"));
    CHECK(course.lab("check 1 2 --solution").status == 0);
    CHECK(course.lab("report --solution -o r.html", "LAB_LANG=en").status == 0);
    CHECK_THAT(read_file(course.root() / "r.html"),
               ContainsSubstring("2 of 2 labs passed, 10 of 10 points. All labs are passed."));
    CHECK_THAT(course.lab("").output, ContainsSubstring("0 of 10 points"));
    CHECK(course.lab("report -o labs/01-add-one/lab.cu").status == 2);
    CHECK(course.lab("report -o nowhere/r.html").status == 2);
}

TEST_CASE("a prediction is asked for, kept, and never changes a verdict") {
    const small_course course;
    const auto r = course.lab("predict 1 </dev/null", "LAB_LANG=en");
    CHECK(r.status == 0);
    CHECK_THAT(r.output, ContainsSubstring("Nothing was predicted"));
    CHECK_THAT(r.output, !ContainsSubstring("side by side"));
    write_atomically(course.root() / "answers", "soon\n2 ms\ny\nperhaps\nn\n\n");
    const auto done = course.lab("predict 1 <answers", "LAB_LANG=en");
    CHECK_THAT(done.output, ContainsSubstring("That is no time."));
    CHECK_THAT(done.output, ContainsSubstring("Answer y or n"));
    CHECK_THAT(done.output, ContainsSubstring("Now look: ./lab check 1"));
    const auto record = read_file(course.root() / ".lab/progress.toml");
    CHECK_THAT(record, ContainsSubstring("expected_ms = 2"));
    CHECK_THAT(record, ContainsSubstring("h2d+compute"));
    CHECK(course.lab("predict 1 --time soon").status == 2);
    CHECK(course.lab("predict 1 --together d2h+moon").status == 2);
    const auto both = course.lab("predict 1 --together h2d+d2h --apart h2d+d2h");
    CHECK(both.status == 2);
    CHECK_THAT(both.output, ContainsSubstring("it is one or the other"));
    CHECK(course.lab("check 1").status == 1);
    CHECK_THAT(read_file(course.root() / ".lab/progress.toml"),
               ContainsSubstring("expected_ms = 2"));
}
