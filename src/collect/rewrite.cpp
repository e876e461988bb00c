#include "collect/rewrite.hpp"

#include <fmt/core.h>

#include <map>

#include "collect/ranks.hpp"
#include "collect/record.hpp"
#include "collect/run_file.hpp"
#include "console/output_file.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

namespace octomate::collect {

namespace {

/// All that decides what a shared run over files writes, their content included.
records::Json run_over(const std::vector<std::string>& files, const CommonOptions& common,
                       const RecordTarget& target) {
    std::map<std::string, std::vector<std::string>> given = common.given;
    for (const char* name : {"force", "output", "progress", "quiet", "resume", "threads"}) given.erase(name);
    records::Json sums = records::Json::array();
    for (const std::string& file : common.outputs->inputs())
        sums.push_back(checksum_of(file, bytes_in({file})).value());
    return {{"command", common.command},
            {"variant", common.variant},
            {"given", given},
            {"files", files},
            {"file_sums", sums},
            {"to", records::name(target.resolved_format())}};
}

/// write_lines under octomate-mpi: the leader writes the output, from which a run that was stopped can go on.
Ran share_output(const CommonOptions& common, const RecordTarget& target, const records::Json& run,
                 const std::function<Ran(RecordFile&, const Ranks::Run*)>& write) {
    Ranks& ranks = *common.ranks;
    const Ranks::Run shared{target.lasting_file(), octomate::checksum_of(records::dump(run)), target.resume};
    if (!ranks.leads()) {
        RecordTarget nowhere = target;
        nowhere.format = target.resolved_format();
        nowhere.file = "/dev/null";
        RecordFile file(nowhere);
        if (ranks.agreed(false)) write(file, &shared);
        return {};
    }
    RunFile output(target, run);
    if (!ranks.agreed(!output.finished())) {
        ranks.remove_parts(target.file);
        if (!common.quiet) talk_at_once(fmt::format("{} is complete\n", target.file));
        return {};
    }
    output.begin(records::Json::object());
    output.open();
    const Ran ran = write(output.records(), &shared);
    if (ran.whole) output.complete(records::Json::object());
    output.close(common.quiet);
    if (interrupted) {
        report_how_to_continue(common, output.resumable(), "interrupted");
        return ran;
    }
    if (!ran.whole) forget_run(target.file);
    ranks.remove_parts(target.file);
    return ran;
}

}  // namespace

Ran write_lines(const std::vector<std::string>& files, const CommonOptions& common,
                const RecordTarget& target, const WriteLine& work) {
    if (!target.is_standard_output() && !can_open(files)) return {BadInput, false};
    const auto write = [&](RecordFile& file, const Ranks::Run* shared) {
        const auto work_on = [&](const records::Line& line, records::Output& output) {
            work(line, output, file);
        };
        const auto take = [&](records::Output& output) {
            file.note_left_out(output.left_out);
            file.write(output.data);
        };
        return run_lines(files, common, work_on, take, shared);
    };
    if (common.ranks) return share_output(common, target, run_over(files, common, target), write);
    RecordFile file(target);
    const Ran ran = write(file, nullptr);
    file.close(ran.whole, common.quiet);
    return ran;
}

void name_game(records::Puzzle& puzzle, const games::Game& game) {
    if (!puzzle.variant && game.name() != games::default_name()) puzzle.variant = game.name();
}

int rewrite(const std::vector<std::string>& files, const CommonOptions& given, const RecordTarget& target,
            const Change& change, bool with_notes) {
    CommonOptions common = given;
    common.format = Format::Text;  // no error records among the puzzles
    const auto work = [&](const records::Line& line, records::Output& output, const RecordFile& file) {
        with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            bool complete = true;
            Status changed = change(game, puzzle, notes, complete);
            if (!changed) return changed;
            name_game(puzzle, game);
            if (!complete) {
                ++output.incomplete;
                if (interrupted) return changed;
                notes.emplace_back("a limit was hit: the record is left as it is");
            }
            output.data += file.text(puzzle, output.left_out);
            if ((with_notes || !complete) && !common.quiet) {
                for (const std::string& note : notes)
                    output.talk += fmt::format("{}:{}: note: {}\n", line.file, line.number, printable(note));
            }
            return changed;
        });
    };
    return write_lines(files, common, target, work).code;
}

}  // namespace octomate::collect
