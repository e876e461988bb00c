#pragma once

#include <functional>

#include "app/command.hpp"
#include "app/record_file.hpp"

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
    const auto work_on_line = [&](const puzzle::Line& line, puzzle::Output& output) {
        work(line, common, output, [&](const puzzle::Puzzle& puzzle) { output.data += file.text(puzzle); });
    };
    const puzzle::StreamOptions stream{.threads = common.threads, .interrupted = &interrupted};
    const puzzle::Tally tally =
        puzzle::stream_lines(files, stream, work_on_line, [&](const puzzle::Output& output) {
            file.write(output.data);
            puzzle::Output talk;
            talk.talk = output.talk;
            print(talk);
        });
    file.close();
    return exit_code(tally);
}

}  // namespace octomate::app
