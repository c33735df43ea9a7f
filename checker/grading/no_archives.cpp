// Takes the place of archive_reader.cpp where libarchive is not installed.

#include "checker/grading/submissions.hpp"

namespace checker {

bool can_read_archives() {
    return false;
}

void read_archive(const descriptor& /*file*/, learner_files& files) {
    files.refuse_all(refusal(
        files.say(), "unreadable",
        phrase("Archives are not read here: libarchive was missing when the course was built. "
               "Install it (Debian, Ubuntu: libarchive-dev), then ./lab setup.")));
}

}  // namespace checker
