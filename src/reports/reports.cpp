#include "reports/reports.hpp"

#include <fmt/core.h>

#include "json/fields.hpp"
#include "reports/fields.hpp"
#include "text/text.hpp"

namespace octomate::reports {

solver::MateOptions search_options(const SearchRequest& request, int moves_of_record) {
    solver::MateOptions search;
    search.moves = request.moves > 0 ? request.moves : moves_of_record;
    search.dice = request.dice;
    search.defence = request.defence;
    // Each thread may run a separate search; together they use `hash_mib`.
    const auto searches = static_cast<std::size_t>(request.own_hash ? 1 : request.threads);
    search.hash_bytes = (request.hash_mib << 20) / searches;
    search.parallel = request.threads > 1;
    search.limits.interrupted = request.interrupted;
    if (request.nodes > 0) search.limits.nodes = request.nodes;
    search.limits.deadline = deadline_in(request.seconds);
    return search;
}

bool is_over(const solver::Limits& limits) {
    return (limits.interrupted && *limits.interrupted) || Clock::now() >= limits.deadline;
}

Fault too_many_moves(const solver::MateOptions& search, int most) {
    return {FaultCode::BadMoves, "moves", 0,
            fmt::format("moves is {}, expected at most {} with --dice {}", search.moves, most,
                        name(search.dice))};
}

Fault too_many_rolls(const Stipulation& stipulation) {
    return {FaultCode::BadStipulation, "stipulation", 0,
            fmt::format("{} has too many rolls for an exact mean, expected --dice every or some",
                        records::text_of(stipulation))};
}

void add_stipulation_notes(const MateRequest& request, MateReport& report) {
    if (request.tree) report.notes.emplace_back("the tree is printed only for #n");
    if (request.certificate) report.notes.emplace_back("certificates are written only for #n");
    if (request.defence == solver::Defence::Help)
        report.notes.emplace_back("--defence help works only with #n");
    if (request.moves > 0)
        report.notes.push_back(
            fmt::format("--moves {} is not used: the record has its own number of moves", request.moves));
}

std::string claim_line(const MateReport& report) {
    const auto face = [](const MateRow& row) { return std::to_string(row.face); };
    const auto value = [](const MateRow& row) { return row.value.lower.text(); };
    return records::object("certificate", 1, "variant", report.variant, "fen", report.fen, "moves",
                           report.moves, "value", report.total.lower.text(), "faces",
                           records::map_of(report.faces, face, value)) +
           '\n';
}

std::string on_faces(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return {};
    std::vector<std::string> numbers;
    for (const int face : faces) numbers.push_back(std::to_string(face));
    return (faces.size() == 1 ? " on face " : " on faces ") + enumerate(numbers);
}

namespace {

/// Differences up to this size are rounding errors.
constexpr double rounding_error = 1e-9;

/// Returns the side with the greater number; nullopt if both are equal.
std::optional<Color> side_with_more(double white, double black) {
    if (white > black + rounding_error) return Color::White;
    if (black > white + rounding_error) return Color::Black;
    return std::nullopt;
}

/// Adds a ply to the sums of its side.
void add(const PlyChances& ply, SideChances& side) {
    if (!ply.rolled) {
        ++side.unjudged;
        return;
    }
    side.luck += ply.luck();
    side.error += ply.error();
    if (ply.has_choice) ++side.decisions;
    switch (ply.lapse()) {
        case Lapse::None: break;
        case Lapse::Dubious: ++side.dubious; break;
        case Lapse::Mistake: ++side.mistakes; break;
        case Lapse::Blunder: ++side.blunders; break;
    }
}

/// Formats a command in a PGN comment: "[%chance 0.512]".
std::string command(std::string_view name, double value) { return fmt::format("[%{} {:.3f}]", name, value); }

/// Checks whether a change differs from 0.000 when rounded to three digits.
bool is_visible_change(double change) { return change >= 0.0005 || change <= -0.0005; }

/// Returns the PGN comment of an analysed ply.
std::string comment_on(const PlyChances& chances, Color turn) {
    std::string text = command("chance", for_white(chances.played, turn));
    if (is_visible_change(chances.luck())) text += ' ' + command("luck", chances.luck());
    if (is_visible_change(chances.error())) text += ' ' + command("error", chances.error());
    if (chances.lapse() != Lapse::None) text += fmt::format(" better {}", chances.best);
    return text;
}

}  // namespace

Lapse lapse_of(double error) {
    // Rounding errors may leave the error slightly below its true value.
    error += rounding_error;
    if (error >= least_blunder) return Lapse::Blunder;
    if (error >= least_mistake) return Lapse::Mistake;
    return error >= least_dubious ? Lapse::Dubious : Lapse::None;
}

std::string_view sign(Lapse lapse) {
    constexpr std::array<std::string_view, 4> signs = {"", "?!", "?", "??"};
    return signs[static_cast<std::size_t>(lapse)];
}

int nag(Lapse lapse) {
    constexpr std::array<int, 4> nags = {0, 6, 2, 4};
    return nags[static_cast<std::size_t>(lapse)];
}

std::optional<Color> GameChances::luckier_side() const { return side_with_more(white.luck, black.luck); }

std::optional<Color> GameChances::better_side() const {
    if (white.decisions == 0 || black.decisions == 0) return std::nullopt;
    return side_with_more(black.mean_error(), white.mean_error());
}

GameChances add_up(const std::vector<SidedChances>& plies, double end, int depth) {
    GameChances game;
    game.depth = depth;
    game.end = end;
    for (std::size_t i = 0; i < plies.size(); ++i) {
        const auto& [turn, ply] = plies[i];
        add(ply, turn == Color::White ? game.white : game.black);
        const double next =
            i + 1 < plies.size() ? for_white(plies[i + 1].chances.before, plies[i + 1].turn) : end;
        // Luck and error cover the change up to the move, if the roll is known. Drift is the change after it
        // or, if the roll is unknown, during the whole ply.
        game.drift += next - for_white(ply.rolled ? ply.played : ply.before, turn);
    }
    if (!plies.empty()) game.start = for_white(plies.front().chances.before, plies.front().turn);
    return game;
}

std::vector<TextFault> all_faults(const Replay& replay) {
    std::vector<TextFault> faults;
    for (const Fault& fault : replay.refusal) faults.push_back({replay.refusal_line, fault});
    for (const ReplayedPly& ply : replay.plies)
        faults.insert(faults.end(), ply.faults.begin(), ply.faults.end());
    faults.insert(faults.end(), replay.faults.begin(), replay.faults.end());
    return faults;
}

bool has_bad_text(const Replay& replay) {
    const std::vector<TextFault> faults = all_faults(replay);
    return !replay.refusal.empty() || std::any_of(faults.begin(), faults.end(), [](const TextFault& found) {
        return is_bad_text(found.fault.code);
    });
}

Replay refuse(const GameScore& game, std::string_view tag, Faults faults) {
    for (Fault& fault : faults) fault.field = tag;
    Replay replay;
    replay.faults = game.faults;
    replay.result = game.result;
    replay.refusal = std::move(faults);
    if (const Tag* written_tag = game.tag(tag)) replay.refusal_line = written_tag->line;
    return replay;
}

std::string pgn(const GameScore& game, const Replay& replay, const records::Variants& variants) {
    std::vector<records::WrittenPly> plies;
    for (const ReplayedPly& ply : replay.plies) {
        plies.push_back({ply.turn, ply.move});
        if (!ply.chances) continue;
        plies.back().nag = nag(ply.chances->lapse());
        plies.back().comment = comment_on(*ply.chances, ply.turn);
    }
    std::vector<Tag> extra_tags = {{"Variant", std::string(variants.fallback)}};
    if (game.fen()) extra_tags.push_back({"SetUp", "1"});
    if (replay.chances)
        extra_tags.push_back(
            {"Annotator", fmt::format("Octomate {}, depth {}", version(), replay.chances->depth)});
    return to_pgn(game, plies, replay.result, variants.die(game.variant()), extra_tags);
}

using records::append_value;

void append_json(Outcome outcome, std::string& out) { append_value(choice_of(outcome), out); }
void append_json(const SolveReport& report, std::string& out) { append_value(report, out); }
void append_json(const MoveRecord& record, std::string& out) { append_value(record, out); }
void append_json(const PerftReport& report, std::string& out) { append_value(report, out); }
void append_json(const MateReport& report, std::string& out) { append_value(WrittenMate{report}, out); }
void append_json(const CheckReport& report, std::string& out) { append_value(report, out); }
void append_json(const Analysis& analysis, std::string& out) { append_value(analysis, out); }
void append_json(const ProofReport& report, std::string& out) { append_value(report, out); }
void append_json(const tables::Odds& odds, std::string& out) { append_value(odds, out); }
void append_json(const draw::Scene& scene, std::string& out) { append_value(scene, out); }
void append_json(const SolutionReport& report, std::string& out) {
    append_value(WrittenSolution{report}, out);
}

void append_json(const std::vector<SolutionReport>& diagram_and_twins, std::string& out) {
    const std::span solutions(diagram_and_twins);
    append_value(WrittenSolution{solutions.front(), solutions.subspan(1)}, out);
}

std::string json_lines(const RetractReport& report) {
    std::string lines;
    for (const EarlierPosition& earlier : report.earlier) {
        records::append_value(WrittenEarlierPosition{earlier, report.fen}, lines);
        lines += '\n';
    }
    return lines;
}

std::vector<std::string> json(const Replay& replay, std::size_t game) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < replay.plies.size(); ++i)
        lines.push_back(to_json(PlyRecord{replay.plies[i], game, i + 1}));
    lines.push_back(to_json(GameRecord{replay, game}));
    return lines;
}

const FaceRow* SolveReport::rolled() const {
    if (!roll) return nullptr;
    for (const FaceRow& row : faces) {
        if (row.face == *roll) return &row;
    }
    return nullptr;
}

void add_solve_notes(const Puzzle& puzzle, SolveReport& report) {
    const bool die = report.faces.size() > 1;
    if (puzzle.roll && !die) {
        report.notes.push_back(fmt::format("the roll {} is not used: {}", *puzzle.roll, why_no_die(report)));
    }
    if (const auto stipulation = puzzle.other_stipulation()) {
        report.notes.push_back(
            fmt::format("the puzzle asks for {}, which octomate mate solves; these are the mates in one",
                        records::text_of(*stipulation)));
    } else if (puzzle.moves > 1) {
        report.notes.push_back(
            fmt::format("the puzzle asks for mate in {}; these are the mates in one", puzzle.moves));
    }
}

}  // namespace octomate::reports
