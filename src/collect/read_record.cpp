#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "collect/record.hpp"
#include "core/fault.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/list.hpp"

namespace octomate::collect {

namespace {

/// Reports the faults of a bad record on standard error, and in the output if the format is JSON Lines.
/// Faults of the position get the line of its FEN.
void report_bad_record(const records::Line& line, const CommonOptions& common, const records::Puzzle& puzzle,
                       Faults faults, records::Output& output) {
    for (Fault& fault : faults) {
        if (fault.field == "fen") fault.line = puzzle.fen_line;
    }
    const records::Origin origin{line.file, line.number};
    ++output.bad;
    output.messages += records::error_text(origin, faults);
    if (common.format == Format::Jsonl)
        output.data += records::error_record(origin, puzzle.id, faults) + '\n';
}

/// Adds the faults of the position to those of a bad record, so that all faults are reported at once.
void add_position_faults(const records::Puzzle& bad, std::string_view variant, Faults& faults) {
    const games::Game* game = games::find(variant);
    if (!game) return add_fault(faults, games::unknown_variant(variant));
    if (bad.fen.empty()) return;
    if (auto position = game->normalise(bad.fen); !position) add_faults(faults, std::move(position.error()));
}

/// Replaces the names of the game and of its themes, which may be in any case, by their official spelling.
void restore_case(const games::Game& game, records::Puzzle& puzzle) {
    if (puzzle.variant) puzzle.variant->assign(game.about().name);
    const auto catalogue = game.themes();
    for (std::string& theme : puzzle.themes) {
        const bool has_capital =
            std::any_of(theme.begin(), theme.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
        const auto known = has_capital && catalogue ? catalogue->named(theme) : std::nullopt;
        if (known) theme = (*catalogue)[*known].name;
    }
}

/// Replays the main line of a PGN game that is read as a puzzle, and returns its faults. Ignores missing
/// rolls, and wrong letters of pieces, suffixes such as + and #, and cascades.
Faults faults_of_main_line(const records::Puzzle& puzzle, std::string_view text, std::string_view variant,
                           const reports::ReportLimits& report_limits) {
    Faults faults;
    const auto other = puzzle.other_stipulation();
    const bool is_series =
        other && (other->kind == StipulationKind::Series ||
                  other->kind == StipulationKind::SeriesHelp);  // the sides do not alternate, as in a game
    const auto score = records::GameReader(text, games::variants(variant)).next();
    if (is_series || !score || score->plies.empty()) return faults;
    const reports::Replay replay = games::replay(*score, variant, report_limits);
    for (const reports::ReplayedPly& ply : replay.plies) {
        for (const records::TextFault& found : ply.faults) {
            const FaultCode code = found.fault.code;
            const bool is_minor = code == FaultCode::WrongSuffix || code == FaultCode::WrongCascade ||
                                  code == FaultCode::WrongPiece || (code == FaultCode::WrongDie && !ply.roll);
            if (is_minor) continue;
            add_fault(faults, found.fault);
            faults.back().line = found.line - 1;
        }
    }
    return faults;
}

}  // namespace

void handle_record(records::ReadPuzzle&& read, const records::Line& line, const CommonOptions& common,
                   records::Output& output, const RecordHandler& handle,
                   const reports::ReportLimits& report_limits) {
    ++output.records;
    if (!read) {
        auto& [faults, bad] = read.error();
        add_position_faults(bad, bad.variant.value_or(common.variant), faults);
        return report_bad_record(line, common, bad, std::move(faults), output);
    }
    records::Puzzle& puzzle = read->value;
    const std::string_view variant = puzzle.variant ? std::string_view(*puzzle.variant) : common.variant;
    const games::Game* game = games::find(variant);
    if (!game) return report_bad_record(line, common, puzzle, {games::unknown_variant(variant)}, output);
    restore_case(*game, puzzle);
    if (!puzzle.key && !puzzle.unknown.empty() &&
        !game->parse_best_moves(puzzle, report_limits, read->notes)) {
        ++output.incomplete;
        return;
    }
    if (Status handled = handle(*game, puzzle, read->notes); !handled)
        report_bad_record(line, common, puzzle, std::move(handled.error()), output);
}

void read_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const RecordHandler& handle, const reports::ReportLimits& report_limits) {
    auto read = records::read_puzzle(line, games::variants(common.variant));
    if (read && line.format == records::InputFormat::Pgn) {
        Faults faults = faults_of_main_line(read->value, line.text, common.variant, report_limits);
        if (!faults.empty()) read = Unexpected{records::BadPuzzle{std::move(faults), std::move(read->value)}};
    }
    handle_record(std::move(read), line, common, output, handle, report_limits);
}

void with_record(const records::Line& line, const CommonOptions& common, records::Output& output,
                 const RecordHandler& handle) {
    if (!records::is_blank_or_comment(line)) read_record(line, common, output, handle);
}

}  // namespace octomate::collect
