#include <cstdint>
#include <memory>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/shelves.hpp"
#include "cli/text_style.hpp"
#include "collect/record.hpp"
#include "collect/search_request.hpp"
#include "reports/json.hpp"
#include "views/analysis_text.hpp"

namespace octomate::cli {

namespace {

constexpr const char* analyse_examples =
    "  octomate analyse '6k1/8/8/4p3/4q3/4bP2/3P4/2BK4 b'\n"
    "  octomate analyse --moves 3 '6k1/8/8/8/8/8/5RQ1/4K3 w'\n\n"
    "One page on a position: for each face the moves, whether they are free, the mates, how likely\n"
    "mate within two moves is, and the best move; then the rolls with which the opponent would mate\n"
    "if it were their turn. Where an endgame table covers the position (octomate tables), it says what\n"
    "the position, each roll and each move are worth.";

struct AnalyseOptions {
    std::string fen;
    int moves = 2;
    std::uint64_t hash_mib = 64;
    std::string tables;  ///< a folder
};

int analyse(const AnalyseOptions& options, const CommonOptions& common) {
    return collect::with_fen_argument(
        options.fen, common, [&](const auto& game, auto& puzzle, auto& notes, auto& out) {
            const bool text = common.format == Format::Text;
            reports::AnalysisRequest request;
            request.most_moves = options.moves;
            request.hash_mib = options.hash_mib;
            request.own_hash = true;
            collect::search_as(common, request);
            request.reader = text ? reports::Reader::Person : reports::Reader::Program;
            reports::Analysis analysis;
            Faults faults = game.analyse(puzzle, request, analysis);
            if (!faults.empty()) return faults;
            analysis.odds = Shelves(options.tables).odds(game, analysis.fen, analysis.notes);
            notes = analysis.notes;
            out = text ? views::analysis_text(analysis, text_style(common)) : reports::json(analysis) + '\n';
            return faults;
        });
}

}  // namespace

void add_analyse(CommandLine& line) {
    Arguments command =
        line.add("analyse", "One page on a position: moves, mates, chances, threats", analyse_examples);
    command.hide({"--progress"});
    const auto options = std::make_shared<AnalyseOptions>();
    command.add("FEN", options->fen, "The position, in quotes").required();
    command.add("--moves", options->moves, {2, 10}, "How far to look: 2 (default) or more").named("N");
    command.add("--hash", options->hash_mib, {0, 1 << 20}, "Memory for transpositions, in MiB (default: 64)")
        .named("MIB");
    add_tables_folder(command, options->tables);
    command.run([options](const CommonOptions& common) { return analyse(*options, common); });
}

}  // namespace octomate::cli
