#pragma once

#include <functional>

#include "cli/command.hpp"
#include "collect/record_file.hpp"

namespace octomate::app {

/// Writes the puzzles of some files back, in their order: `work(line, options, output, write)` reads the
/// record of a line with these options, which ask for no error records among the puzzles, and calls
/// `write(puzzle)`. The exit code of the run.
template <class Work>
int rewrite(const std::vector<std::string>& files, const CommonOptions& given, const RecordTarget& target,
            Work work) {
    CommonOptions common = given;
    common.format = Format::Text;
    RecordFile file(target);
    const auto work_on_line = [&](const records::Line& line, records::Output& output) {
        work(line, common, output, [&](const records::Puzzle& puzzle) { output.data += file.text(puzzle); });
    };
    const int code = run_lines(files, common, work_on_line, [&](const records::Output& output) {
        file.write(output.data);
        talk(output);
    });
    file.close();
    return code;
}

}  // namespace octomate::app
