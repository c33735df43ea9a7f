#include "checker/command/grade_trouble.hpp"

#include "checker/grading/results_folder.hpp"
#include "checker/grading/results_trouble.hpp"

namespace checker {

void complain_of_results(const context& c, const file_error& problem,
                         const std::filesystem::path& results, int status) {
    if (const auto told = told_of_results(problem, results)) {
        throw command_error(status, c.say(*told));
    }
    throw file_error(problem);
}

int with_results(const context& c, const std::filesystem::path& results,
                 const std::function<int()>& work) {
    try {
        return work();
    } catch (const results_error& problem) {
        throw command_error(exit_with::usage, c.say(problem.said()));
    } catch (const std::system_error& problem) {
        if (const auto with_file = file_error_in(problem)) {
            complain_of_results(
                c, *with_file, results,
                is_no_room(problem.code()) ? exit_with::our_error : exit_with::usage);
        }
        throw;
    }
}

}  // namespace checker
