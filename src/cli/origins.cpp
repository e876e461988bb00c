#include <memory>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "collect/record.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

struct RetractOptions {
    std::vector<std::string> files;
};

int retract(const RetractOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::RetractReport report;
            report.notes = std::move(notes);
            Status done = origins_of(game, "retract").retract(puzzle, reader_of(common), report);
            if (done) output.data += text ? views::retract_text(report, style) : reports::json_lines(report);
            return done;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

struct ProofOptions {
    std::vector<std::string> files;
    reports::SearchRequest search;
};

int prove(const ProofOptions& options, const CommonOptions& common) {
    const draw::TextStyle style = text_style(common);
    const bool text = common.format == Format::Text;
    reports::SearchRequest request = proof_search(options.search);
    collect::search_as(common, request);
    const auto work = [&](const records::Line& line, records::Output& output) {
        collect::with_record(line, common, output, [&](const auto& game, auto& puzzle, auto& notes) {
            reports::ProofReport report;
            report.notes = std::move(notes);
            Status done = origins_of(game, "proof").prove(puzzle, reader_of(common), request, report);
            if (!done) return done;
            const bool undecided = report.legality.verdict == reports::Legality::Verdict::Undecided;
            if (undecided && interrupted) return done;  // what Ctrl-C cut short says nothing
            if (undecided) ++output.incomplete;
            if (report.legality.verdict == reports::Legality::Verdict::Illegal) ++output.negative;
            output.data += text ? views::proof_text(report, style) : reports::json(report) + '\n';
            return done;
        });
    };
    return collect::run_lines(options.files, common, work).code;
}

}  // namespace

void add_retract(CommandLine& line) {
    Arguments command = line.add("retract");
    const auto options = std::make_shared<RetractOptions>();
    command.add_puzzle_files(options->files).required();
    command.run([options](const CommonOptions& common) { return retract(*options, common); });
}

void add_proof(CommandLine& line) {
    Arguments command = line.add("proof");
    const auto options = std::make_shared<ProofOptions>();
    command.add_puzzle_files(options->files).required();
    add_limits(command, options->search,
               "Give up after this many seconds (5, 0.5s) or positions (100000nodes); default: 10s");
    command.run([options](const CommonOptions& common) { return prove(*options, common); });
}

}  // namespace octomate::cli
