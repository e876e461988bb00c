#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/types.hpp"
#include "draw/book.hpp"
#include "draw/scene.hpp"
#include "formats/game_score.hpp"
#include "puzzle/puzzle.hpp"
#include "solver/faces.hpp"
#include "solver/mate_options.hpp"
#include "solver/mate_result.hpp"
#include "solver/perft.hpp"
#include "tables/odds.hpp"

namespace octomate::players {
struct Outlook;
struct Rollout;
}  // namespace octomate::players

namespace octomate::reports {

/// Checks whether `notes` has reached the maximum for a report, `most_faults`.
inline bool is_full(const std::vector<std::string>& notes) { return notes.size() >= most_faults; }

/// Adds a note, unless `notes` is full.
inline void add_note(std::vector<std::string>& notes, std::string note) {
    if (!is_full(notes)) notes.push_back(std::move(note));
}

/// Limits of time and size for a report that a server makes for one of several clients. A report that hits a
/// limit is marked as incomplete.
struct ReportLimits {
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();

    /// Checks whether the time has run out, or a report of `bytes` bytes is too large.
    bool is_over(std::size_t bytes) const {
        return bytes > most_bytes || (until != std::chrono::steady_clock::time_point::max() &&
                                      std::chrono::steady_clock::now() >= until);
    }
};

using records::Key;
using records::Puzzle;

/// The reader of a report. Only a report for a person has the board and remarks on moves.
enum class Reader : std::uint8_t { Program, Person };

/// The record and position that a report is about; the base of all reports.
struct Subject {
    std::optional<std::string> id;
    std::optional<std::string> title;
    std::string fen;  ///< with all fields, in standard form
    std::string_view variant;
    const Die* die = nullptr;  ///< the game's die, even if the position does not use it; null if none
    Color turn = Color::White;
    bool check = false;
    std::shared_ptr<const draw::Scene> scene;  ///< the board; null for programs
    /// Values from the endgame tables; null if not requested, or if no table covers the position.
    std::shared_ptr<const tables::Odds> odds;
    std::vector<std::string> notes;  ///< sentences on ignored input and other remarks
};

/// Returns the reason why no die is used in the position.
inline std::string_view why_no_die(const Subject& subject) {
    if (!subject.die) return "the game has no die";
    return subject.check ? "in check there is no die" : "no die is used here";
}

/// Fills in the subject of a report from a record and its position. Keeps the notes.
template <Written P>
void describe_subject(const Puzzle& puzzle, const P& position, Reader reader, Subject& subject) {
    subject.id = puzzle.id;
    subject.title = puzzle.title;
    subject.fen = position.fen();
    subject.variant = position.variant();
    subject.die = die_of<P>();
    subject.turn = position.turn();
    subject.check = position.in_check();
    subject.scene.reset();
    if constexpr (draw::Pictured<P>) {
        if (reader == Reader::Person) subject.scene = std::make_shared<const draw::Scene>(scene_of(position));
    }
}

using Clock = std::chrono::steady_clock;

/// Returns the seconds since `start`.
inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Options of a search, as a user gives them.
struct SearchRequest {
    int moves = 0;  ///< number of moves in which to mate; 0: that of the record
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    std::size_t hash_mib = 64;  ///< size of the hash tables of all threads together
    double seconds = 0;         ///< time for each record; 0: no limit
    std::uint64_t nodes = 0;    ///< most nodes of a search; 0: no limit
    int threads = 1;            ///< at least 1
    bool own_hash = false;      ///< whether each search gets all of `hash_mib`, not the share of a thread
    const std::atomic<bool>* interrupted = nullptr;
};

/// Returns the options of the search for a record of a mate in `moves_of_record` moves. Its time starts now.
solver::MateOptions search_options(const SearchRequest& request, int moves_of_record);

/// Checks whether the time limit has passed or the user has interrupted; ignores the limit of nodes.
bool is_over(const solver::Limits& limits);

/// Returns the fault of a search for more moves than can be counted exactly; `most` is the maximum.
Fault too_many_moves(const solver::MateOptions& search, int most);

/// Options of `solve`.
struct SolveOptions {
    bool list = false;  ///< list every move of every face
    Reader reader = Reader::Program;
    ReportLimits report_limits{};  ///< limits for the list of moves
};

/// A move in a report of `solve`.
struct ListedMove {
    std::string text;
    std::string remark;      ///< an effect that the notation hides; only for Reader::Person
    std::size_t kind = 0;    ///< index in SolveReport::kinds; only for Reader::Person
    std::string_view way{};  ///< how the move wins, in a game with several ways to win
};

/// The moves and mates of one face of the die, or of the position if no die is used.
struct FaceRow {
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< the file that the face names: "e"; empty without a die
    std::size_t moves = 0;
    bool free = false;  ///< whether any legal move may be played, because none fits the face
    std::vector<ListedMove> mates;
    std::vector<ListedMove> list;  ///< all moves; empty unless requested
};

/// The report of `solve`: which rolls mate, and by which moves.
struct SolveReport : Subject {
    std::optional<int> roll;
    bool complete = true;       ///< false: the time ran out, and moves are missing from lists
    bool listed = false;        ///< whether the rows list all moves
    bool several_ways = false;  ///< whether the game can be won in several ways
    std::vector<FaceRow> faces;
    std::span<const std::string_view> kinds;  ///< names of the kinds of moves
    Outcome outcome = Outcome::Ongoing;       ///< of the position; set only for Reader::Person

    /// Returns the row of the roll; null without a roll, or if no die is used.
    const FaceRow* rolled() const;
};

/// Adds notes on parts of the record that `solve` ignores: an unused roll, and other stipulations.
void add_solve_notes(const Puzzle& puzzle, SolveReport& report);

/// Fills `rows` with one row per face of `faces`: the number of moves, whether the move is free, and the
/// wins. Returns false if the time ran out.
template <Described P>
bool fill_rows(const P& position, const solver::Faces<P>& faces, const SolveOptions& options,
               std::vector<FaceRow>& rows) {
    const auto describe = [&](typename P::Move move, ListedMove& listed) {
        listed.text = position.notation(move);
        if constexpr (WinsInWays<P>) listed.way = position.wins_by(move);
        if (options.reader == Reader::Program) return;
        listed.remark = remark(position, move);
        listed.kind = kind_of(position, move);
    };
    const auto list_all = [&](const auto& moves, std::vector<ListedMove>& out) {
        out.resize(moves.size());
        std::size_t i = 0;
        for (const auto& move : moves) {
            if (i % 64 == 0 && options.report_limits.is_over(0)) return false;
            describe(move, out[i++]);
        }
        return true;
    };
    rows.resize(faces.size());
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const solver::Face<P>& face = faces[i];
        FaceRow& row = rows[i];
        row.face = face.roll.face;
        row.names = roll_name(position, face.roll);
        row.moves = face.moves;
        row.free = face.freedom == Freedom::Free;
        if (!list_all(face.mates, row.mates)) return false;
        row.list.clear();
        if (!options.list) continue;
        if (!list_all(sorted_moves(position, face.roll), row.list)) return false;
    }
    return true;
}

/// Solves one puzzle. Adds to the notes of the report, and overwrites everything else in it, so that a report
/// can be reused.
template <Described P>
void solve(const Puzzle& puzzle, const P& position, const SolveOptions& options, SolveReport& report) {
    solver::Faces<P> faces;
    describe_subject(puzzle, position, options.reader, report);
    report.roll = puzzle.roll;
    report.listed = options.list;
    report.kinds = P::move_kinds();
    report.several_ways = WinsInWays<P>;
    if (options.reader == Reader::Person) report.outcome = position.outcome();
    solver::solve_faces(position, faces);
    report.complete = fill_rows(position, faces, options, report.faces);
    add_solve_notes(puzzle, report);
}

/// Options of `mate`.
struct MateRequest : SearchRequest {
    bool tree = false;                            ///< include the solution as a tree
    bool certificate = false;                     ///< include a certificate of the value
    solver::Dice line_dice = solver::Dice::Some;  ///< used instead of `dice` for help and series stipulations
    bool set_play = false;                        ///< include lines in which the other side begins
    std::size_t most_lines = 10;                  ///< the most lines to report
    Reader reader = Reader::Program;
};

/// An exact value, or bounds of a value if a limit was hit.
struct ReportedValue {
    solver::Fraction lower;
    solver::Fraction upper;

    bool exact() const { return lower == upper; }
    bool operator==(const ReportedValue&) const = default;
};

/// The value of one roll of the side to move.
struct MateRow {
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< the file that the face names: "e"; empty without a die
    ReportedValue value;
    bool forced = false;            ///< whether mate is certain whatever is rolled later
    bool forced_known = true;       ///< whether `forced` was decided before a limit was hit
    std::vector<std::string> best;  ///< the moves that reach the value
};

/// The lines that fulfil a stipulation. In the text of a line, "(1,5) Qa8-e4 (-) Ke8-d7 …", each move follows
/// the rolls on which it may be played, or "(-)" if no die is used; in a game without a die there are only
/// moves.
struct ReportedLines {
    std::vector<std::string> first;  ///< the first lines, in order
    std::uint64_t count = 0;         ///< the number of all lines
    bool complete = true;            ///< false: a limit was hit, and there may be more lines

    bool operator==(const ReportedLines&) const = default;
};

/// The report of `mate`: how likely or certain it is that the stipulation is fulfilled.
struct MateReport : Subject {
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< nullopt: mate in `moves` moves
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    ReportedValue total;
    std::vector<MateRow> faces;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< time of the search
    bool complete = true;
    std::optional<ReportedLines> solutions;  ///< the solutions of a help or series stipulation
    std::optional<ReportedLines> set_play;   ///< lines of the set play, if requested and possible
    std::optional<std::uint64_t> wanted;     ///< the intended number of solutions
    // Both texts are empty if they were not requested, or if a limit was hit.
    std::string tree;         ///< the solution, see MateTree in search_mate.hpp
    std::string certificate;  ///< JSON lines: see MateProof in search_mate.hpp
};

/// Returns the fault of a stipulation with more rolls than can be counted exactly.
Fault too_many_rolls(const Stipulation& stipulation);

/// Adds notes on options of the request that do not apply to stipulations other than #n.
void add_stipulation_notes(const MateRequest& request, MateReport& report);

/// Returns the first line of a certificate, which states its claim, as JSON with a newline.
std::string claim_line(const MateReport& report);

/// Options of `analyse`.
struct AnalysisRequest : SearchRequest {
    int most_moves = 2;  ///< number of moves of the longest mates to search, at least 2
    Reader reader = Reader::Program;
};

/// The report of `analyse` on a position.
struct Analysis : Subject {
    std::vector<FaceRow> faces;
    std::vector<MateReport> mates;  ///< mate in 2, 3, …, each with a row per face
    /// The rolls on which the opponent would mate if we passed; nullopt in check, where we cannot pass.
    std::optional<std::vector<FaceRow>> threats;
    /// Forecasts by a search and by a rollout; null if not requested, or in a game without an evaluation.
    std::shared_ptr<const players::Outlook> outlook;
    std::shared_ptr<const players::Rollout> rollout;
};

/// One legal move, as `octomate moves` reports it.
struct MoveRecord {
    std::string move;
    std::string uci;
    std::vector<int> faces;  ///< faces on which it may be played, ascending; empty if no die is used
    std::vector<MoveFact> facts;
    MoveEnds ends;
    std::string explanation;  ///< effects of the move in words
    bool check = false;
    bool mate = false;
    Outcome outcome = Outcome::Ongoing;  ///< outcome after the move
    std::string fen;                     ///< the position after the move
};

/// Options of `list_moves`. `only`: the machine form of the only move to list.
struct MovesRequest {
    Reader reader = Reader::Program;
    ReportLimits report_limits{};
    std::optional<std::string> only{};
    /// Called with each record, which is then not stored in the report; returns false to stop. In a game
    /// whose FENs contain the whole history, all records together could take gigabytes.
    std::function<bool(MoveRecord&)> on_move = nullptr;
};

/// The legal moves of a position, in the order of their machine forms.
struct MovesReport : Subject {
    std::vector<MoveRecord> moves;
    std::size_t count = 0;  ///< the number of moves, listed or not
    bool complete = true;   ///< false: the time ran out, and moves are missing
};

/// Lists the legal moves of a position with their faces and effects.
template <Described P>
void list_moves(const Puzzle& puzzle, const P& position, const MovesRequest& request, MovesReport& report) {
    describe_subject(puzzle, position, request.reader, report);
    MoveList<P> moves;
    std::vector<std::pair<typename P::Move, std::vector<int>>> faces_of;
    position.legal_moves(moves);
    for (const auto& move : moves)
        if (!request.only || position.uci(move) == *request.only) faces_of.push_back({move, {}});
    std::sort(faces_of.begin(), faces_of.end());
    for (const auto& chance : position.rolls()) {
        if (chance.roll.face == 0) continue;
        position.legal_moves(chance.roll, moves);
        for (const auto& move : moves) {
            const auto entry =
                std::lower_bound(faces_of.begin(), faces_of.end(), move,
                                 [](const auto& pair, const auto& sought) { return pair.first < sought; });
            if (entry != faces_of.end() && !(move < entry->first)) entry->second.push_back(chance.roll.face);
        }
    }
    report.moves.clear();
    report.count = faces_of.size();
    std::size_t bytes = 0;
    for (auto& [move, faces] : faces_of) {
        report.complete = !request.report_limits.is_over(bytes);
        if (!report.complete) return;
        const P after = position.play(move);
        const Outcome outcome = after.outcome();
        const bool check = after.turn() != position.turn() && after.in_check();
        MoveRecord record = {position.notation(move),
                             position.uci(move),
                             std::move(faces),
                             facts_of(position, move),
                             ends_of(position, move),
                             explain(position, move),
                             check,
                             check && outcome == won_by(position.turn()),
                             outcome,
                             after.fen()};
        bytes += record.fen.size();
        if (!request.on_move)
            report.moves.push_back(std::move(record));
        else if (!request.on_move(record))
            return;
    }
}

/// Options of `perft`.
struct PerftRequest {
    int depth = 1;
    solver::RollCount rolls = solver::RollCount::None;
    bool divide = false;
    const std::atomic<bool>* interrupted = nullptr;  ///< when set, ends the count early
};

/// The result of `perft`.
struct PerftReport {
    std::string fen;  ///< with all fields, in standard form
    PerftRequest request;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< time of the whole count
    std::vector<std::string> notes;
    std::map<std::string, std::uint64_t> lines;  ///< nodes by first move (machine form), if requested
};

/// Counts the leaf nodes of the tree of legal moves (perft).
template <Written P>
void count_lines(const P& position, const PerftRequest& request, PerftReport& report) {
    report.fen = position.fen();
    report.request = request;
    const auto start = Clock::now();
    if (request.divide) {
        report.nodes = solver::perft(
            position, request.depth, request.rolls,
            [&](const auto& move, std::uint64_t count) { report.lines[position.uci(move)] = count; },
            request.interrupted);
    } else {
        report.nodes = solver::perft(position, request.depth, request.rolls, request.interrupted);
    }
    report.seconds = seconds_since(start);
}

/// Options of `find_solution`, which ignores `search.dice` and `search.defence`.
struct SolutionRequest {
    SearchRequest search;
    int tries = -1;  ///< the most tries on each roll; negative: 1 if a die is used, else 3
};

struct Continuation;
struct Variation;

/// The situation after a move of ours.
enum class Situation : std::uint8_t {
    Over,      ///< the game is over
    Check,     ///< the opponent is in check
    Threat,    ///< we would win if the opponent passed
    Zugzwang,  ///< we would not win if the opponent passed
    OurTurn,   ///< we are to move again
};

inline constexpr std::array<std::string_view, 5> situation_names = {"over", "check", "threat", "zugzwang",
                                                                    "our_turn"};

constexpr std::string_view name(Situation situation) {
    return situation_names[static_cast<std::size_t>(situation)];
}

/// The play after a move of ours.
struct Play {
    Situation situation = Situation::Over;
    std::vector<Continuation> continuations;  ///< our threats or, if we are to move again, our next moves
    std::vector<Variation> variations;  ///< the opponent's replies; those answered by the threat are last

    bool operator==(const Play& other) const = default;
};

/// Our quickest moves that win by force, on the rolls that share them.
struct Continuation {
    std::vector<int> rolls;          ///< empty if no die is used
    std::vector<std::string> moves;  ///< all moves that win equally quickly
    int win_in = 1;                  ///< number of our moves to the win, including this one
    bool dual = false;               ///< whether there are several moves on a roll that is not free
    bool is_short = false;           ///< whether it wins in fewer moves than another roll needs
    Play play;                       ///< the play after the first move, unless it wins at once

    bool operator==(const Continuation& other) const = default;
};

/// A reply of the opponent, and the rolls on which it may be played (empty if no die is used).
struct Reply {
    std::string move;
    std::vector<int> rolls;

    bool operator==(const Reply&) const = default;
};

/// Replies that have the same answers.
struct Variation {
    std::vector<Reply> replies;
    /// Our answers by roll, without rolls that have no answer. Empty if the reply itself reaches the goal.
    std::vector<Continuation> answers;
    bool loses = false;                 ///< whether the replies lose at once
    bool opponent_moves_again = false;  ///< whether the opponent moves again, as `play` shows
    Play play;
    bool threatened = false;  ///< whether the answers carry out the threat
    bool certain = false;     ///< whether we win on every roll

    bool operator==(const Variation& other) const = default;
};

/// The best replies to a try, on the rolls that share them.
struct Refutation {
    std::vector<int> rolls;          ///< empty if no die is used
    std::vector<std::string> moves;  ///< all replies that leave us the smallest chance
    solver::Fraction chance;         ///< our chance to win after these moves, below 1
};

/// A first move that is a key or a try, and the rolls for which it is reported.
struct FirstMove {
    std::string move;
    std::vector<int> rolls;  ///< empty if no die is used
    bool is_key = false;     ///< whether it forces the win; otherwise it is a try
    int win_in = 0;          ///< number of moves in which a key wins; 0 for a try
    bool dual = false;       ///< whether there is another key on a roll that is not free
    solver::Fraction odds;   ///< our chance to win within the moves of the puzzle with a fair die
    Play play;               ///< play after the move; after a try in a game with a die, only the threat
    std::vector<Refutation> refutations;  ///< the replies that refute a try; empty for a key

    /// Returns the sign that problemists write after the move: "!" for a key, "?" for a try.
    char mark() const { return is_key ? '!' : '?'; }
};

/// The keys of a roll.
struct SolvedFace {
    int face = 0;       ///< 1 and up, or 0 where no die is used
    bool free = false;  ///< whether any legal move may be played, because none fits the roll
    std::vector<std::string> keys;
    int win_in = 0;     ///< number of moves in which the quickest key wins; 0: there is no key
    bool dual = false;  ///< whether the roll is not free and has several keys
};

/// The set play: what would happen in the position of the puzzle if the opponent were to move.
struct SetPlay {
    std::vector<Continuation> mates;     ///< the opponent's mates; only in a mate in one
    std::vector<Variation> variations;   ///< the opponent's moves that we can answer; in longer puzzles
    std::optional<ReportedLines> lines;  ///< lines that the opponent begins; in help problems
};

/// The solution of a puzzle: set play, tries, keys and variations, or lines.
struct SolutionReport : Subject {
    std::optional<std::string> author;
    std::optional<std::string> source;
    std::string twin;           ///< the letter of the twin; empty for the diagram itself
    std::string change;         ///< the change that makes the twin: "Ke4→e5"
    bool several_ways = false;  ///< whether the game can be won in several ways
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< nullopt: a win in `moves` moves
    std::optional<int> roll;                 ///< the only roll of the puzzle; nullopt: all rolls
    std::vector<SolvedFace> faces;           ///< the keys of each face of the puzzle
    std::vector<FirstMove> keys;             ///< an entry for each move, with its rolls
    std::vector<FirstMove> tries;            ///< an entry for each move, the best first
    std::optional<ReportedLines> lines;      ///< solutions of a help or series problem
    std::optional<SetPlay> set_play;         ///< nullopt in check, because a side in check cannot pass
    std::vector<std::string> missing_parts;  ///< parts that are missing because a limit was hit
    std::uint64_t nodes = 0;
    bool has_dual = false;   ///< whether a face or a variation of full length has a dual
    bool has_short = false;  ///< whether a key, or a face in a variation of full length, wins too soon

    bool complete() const { return missing_parts.empty(); }
    /// Checks whether the puzzle is strict: no dual and no shorter win (docs/themes.md).
    bool strict() const { return complete() && !has_dual && !has_short; }
};

/// Checks whether `move` is a key that wins in fewer moves than the stipulation.
inline bool is_short(const FirstMove& move, const SolutionReport& report) {
    return move.is_key && move.win_in < report.moves;
}

/// A position one move earlier, and the legal move that leads from it to the position of the report.
struct EarlierPosition {
    std::string fen;
    std::string uci;
    std::string move;
    std::vector<int> faces;  ///< faces on which the move may be played, ascending; empty if no die is used
};

/// All positions one move earlier, sorted by FEN, then by move.
struct RetractReport : Subject {
    std::vector<EarlierPosition> earlier;
};

/// A proof that no game leads to a position. A program can verify it by the rules alone, without a search.
struct Certificate {
    enum class Kind : std::uint8_t {
        DoubledPawns,  ///< two pawns of a side on a file
        Promotions,    ///< a side has more than eight pawns and promoted pieces in total
        Ancestors,     ///< no move leads into `positions` from outside, and no game begins there
    };

    Kind kind = Kind::Ancestors;
    Color side = Color::White;
    std::string file;                    ///< the file of doubled pawns
    int pawns = 0;                       ///< number of pawns of the side
    int promoted = 0;                    ///< least number of promoted pieces of the side
    std::vector<std::string> positions;  ///< FENs of the set of ancestors, the judged position first
};

/// The result of `proof`: whether a game leads to a position.
struct Legality {
    enum class Verdict : std::uint8_t { Proven, Illegal, Undecided };

    Verdict verdict = Verdict::Undecided;
    std::string plies;                       ///< the game, "(4) d2d4 (3) f7f6", if proven
    int length = 0;                          ///< number of plies of the game
    bool shortest = false;                   ///< whether no game is shorter
    int least = 0;                           ///< lower bound of the plies of any game to the position
    std::uint64_t nodes = 0;                 ///< number of positions searched
    std::string why;                         ///< the reason in words; empty if proven
    std::optional<Certificate> certificate;  ///< the proof that a position is illegal
};

/// Returns "proven", "illegal" or "undecided".
constexpr std::string_view name(Legality::Verdict verdict) {
    constexpr std::string_view names[] = {"proven", "illegal", "undecided"};
    return names[static_cast<std::size_t>(verdict)];
}

/// The report of `proof`.
struct ProofReport : Subject {
    Legality legality;
};

/// Returns a line of JSON for each earlier position: `{"fen", "move", "uci", "faces": [..] | null, "after"}`.
std::string json_lines(const RetractReport& report);

/// Returns `{"id", "fen", "variant", "verdict", "plies": "…" | null, "why": null | "…", "length", "shortest",
/// "least", "nodes", "certificate": null | {"kind": "doubled_pawns", "side", "file"} | {"kind": "promotions",
/// "side", "pawns", "promoted"} | {"kind": "ancestors", "positions"}}`.
std::string json(const ProofReport& report);

/// The verdict on a puzzle and its key: the first that applies.
enum class Verdict : std::uint8_t {
    NoKey,       ///< the record has no key
    Unsolvable,  ///< the key contains a move that does not solve the puzzle on its face
    Cooked,      ///< a move that solves the puzzle is missing from the key
    Short,       ///< the key is correct, but there is a win in fewer moves than the stipulation
    Dual,        ///< the key is correct, but several moves win on a face that is not free
    Sound,
};

inline constexpr std::array<std::string_view, 6> verdict_names = {"no_key", "unsolvable", "cooked",
                                                                  "short",  "dual",       "sound"};

/// Returns "no_key", "unsolvable", "cooked", "short", "dual" or "sound".
constexpr std::string_view name(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }

/// A dual or a shorter win in a variation of a longer puzzle; docs/themes.md defines which ones count.
struct LaterFlaw {
    /// The moves of both sides up to the flaw; if the last one is ours, the flaw is in its threat.
    std::vector<std::string> line;
    int face = 0;                    ///< 0 if no die is used
    std::vector<std::string> moves;  ///< the moves of the dual, or the moves that win too soon
};

/// The report of `check` on a puzzle and its key. All findings are reported, whatever the verdict.
struct CheckReport : Subject {
    std::string twin;  ///< the letter of the twin; empty for the diagram itself
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< nullopt: a win in `moves` moves
    Verdict verdict = Verdict::Sound;
    // For a stipulation with lines, keys contain whole lines instead of moves, by the face of the first move.
    Key solution_key;          ///< the moves that solve the judged faces, without faces that have no solution
    Key missing;               ///< moves of the record's key that are no solutions; illegal moves as written
    std::size_t misnamed = 0;  ///< number of solutions in the key whose text has a wrong piece or path
    Key extra;                 ///< solutions of judged faces that are not in the key
    Key duals;                 ///< all solutions of the judged faces with a dual: several solutions, not free
    Key short_wins;            ///< the quickest wins of judged faces that win too soon
    std::map<int, int> short_in;                  ///< number of moves in which `short_wins` win, by face
    std::vector<LaterFlaw> duals_later;           ///< the first duals in variations
    std::size_t later_duals = 0;                  ///< the number of all duals in variations
    std::vector<LaterFlaw> shorts_later;          ///< the first shorter wins in variations
    std::size_t later_shorts = 0;                 ///< the number of all shorter wins in variations
    std::vector<std::string> superfluous;         ///< squares of superfluous pieces
    std::vector<std::string> superfluous_by_uci;  ///< squares of pieces whose removal changes only notations
    std::optional<Legality> legality{};           ///< whether a game leads to the position, if requested
    bool complete = true;  ///< false: a limit was hit, and the findings are not reliable
};

/// Options of `check`.
struct CheckRequest {
    bool superfluous = true;
    bool near_misses = true;
    bool strict = false;   ///< whether flaws in variations count for the verdict
    SearchRequest search;  ///< options of longer searches; moves, dice and defence are ignored
};

/// Returns " on face 5" or " on faces 4 and 5"; empty without a die.
std::string on_faces(const std::vector<int>& faces);

/// The severity of an error.
enum class Lapse : std::uint8_t { None, Dubious, Mistake, Blunder };

/// The least error, as a loss of expected score (0…1), of a dubious move, a mistake and a blunder.
inline constexpr double least_dubious = 0.05, least_mistake = 0.10, least_blunder = 0.20;

/// The least change of expected score by a roll, up or down, that is highlighted as luck.
inline constexpr double least_striking = 0.10;

/// Classifies a move by its error, a loss of expected score.
Lapse lapse_of(double error);

/// Returns the annotation sign of a lapse: "", "?!", "?" or "??".
std::string_view sign(Lapse lapse);

/// Returns the numeric annotation glyph of PGN for a lapse: 6, 2 or 4; 0 for Lapse::None.
int nag(Lapse lapse);

/// The expected score (0…1, a draw counts 0.5) of the side to move in the course of a ply.
struct PlyChances {
    double before = 0.5;           ///< score before the roll
    std::optional<double> rolled;  ///< score after the roll, with the best move; nullopt if unknown
    double played = 0.5;           ///< score after the move that was played
    std::string best;              ///< the best move on the roll, or the first of several
    bool has_choice = false;       ///< whether more than one move could be played
    bool exact = false;            ///< whether the values come from endgame tables, not from a search

    /// Returns the change by the roll; 0 if no die is used or the roll is unknown.
    double luck() const { return rolled ? *rolled - before : 0; }
    /// Returns the loss by the move, compared with the best one; 0 if the roll is unknown.
    double error() const { return rolled ? *rolled - played : 0; }
    Lapse lapse() const { return lapse_of(error()); }
};

/// The luck and errors of a side, summed over its plies.
struct SideChances {
    double luck = 0;
    double error = 0;
    std::size_t decisions = 0;  ///< plies with a choice
    std::size_t dubious = 0;
    std::size_t mistakes = 0;
    std::size_t blunders = 0;
    std::size_t unjudged = 0;  ///< plies whose roll is unknown

    /// Returns the mean error per decision; 0 if there was no decision.
    double mean_error() const { return decisions == 0 ? 0 : error / static_cast<double>(decisions); }
};

/// The luck and the errors in a game. They explain how White's expected score changes from `start` to `end`:
/// end = start + (White's luck − error) − (Black's luck − error) + drift.
struct GameChances {
    int depth = 0;       ///< search depth in plies
    double start = 0.5;  ///< White's expected score before the first roll
    double end = 0.5;    ///< White's expected score after the last move
    /// The changes that are neither luck nor error: the value after a move is searched one ply less deep than
    /// the value before the next roll, and a ply with an unknown roll has neither. 0 if all values are exact.
    double drift = 0;
    SideChances white, black;

    /// Returns White's luck minus Black's.
    double luck() const { return white.luck - black.luck; }
    /// Returns the side with more luck; nullopt for a tie.
    std::optional<Color> luckier_side() const;
    /// Returns the side with the smaller mean error; nullopt for a tie or if a side had no decisions.
    std::optional<Color> better_side() const;
};

/// Converts the expected score of `mover` to White's, and White's to that of `mover`.
constexpr double for_white(double chance, Color mover) { return mover == Color::White ? chance : 1 - chance; }

/// The chances of a ply, and the side that made it.
struct SidedChances {
    Color turn = Color::White;
    PlyChances chances;
};

/// Sums up the plies of a game (at least one). `end` is White's expected score after the last ply, `depth`
/// the depth of the searches.
GameChances add_up(const std::vector<SidedChances>& plies, double end, int depth);

using records::GameScore;
using records::Ply;
using records::Tag;
using records::TextFault;

/// The values of a ply for the side that made it, by the endgame tables.
struct PlyOdds {
    tables::Bounds before;    ///< value before the roll
    tables::Bounds rolled;    ///< value after the roll, with the best move
    tables::Bounds after;     ///< value after the move
    std::string best{};       ///< a best move on the roll
    bool has_choice = false;  ///< whether the roll allowed several moves
};

/// A ply of a replayed game.
struct ReplayedPly {
    Color turn = Color::White;
    std::optional<int> roll;        ///< the roll as written
    std::string move;               ///< correct long notation, or the text as written if it was not played
    std::string fen;                ///< position after the move; unchanged if it was not played
    std::vector<TextFault> faults;  ///< the fault of an illegal move is first
    std::optional<PlyOdds> odds{};  ///< values, if requested and if the tables cover the position
    std::optional<PlyChances> chances{};  ///< expected scores, if requested and if the move was played
};

/// A replayed game. If its start cannot be used, nothing is replayed and `refusal` contains the reasons.
struct Replay {
    std::vector<ReplayedPly> plies;  ///< the last ply may be a text that is no legal move
    std::vector<TextFault> faults;   ///< faults that belong to no ply
    std::string result = "*";        ///< the written result, or else the outcome of the final position
    std::string fen;                 ///< the last position reached
    std::shared_ptr<const draw::Scene> scene;  ///< picture of `fen`; null in a game without pictures
    Faults refusal;                            ///< `field` is the tag's name, `offset` an index in its value
    std::size_t refusal_line = 1;
    bool complete = true;                  ///< false: the time ran out, and plies are missing
    std::vector<std::string> notes;        ///< remarks on ignored parts of the FEN tag
    std::optional<GameChances> chances{};  ///< luck and errors, if requested
};

/// Checks whether a fault means unreadable text, not a game that breaks the rules.
constexpr bool is_bad_text(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::BadRoll || code == FaultCode::BadTag ||
           code == FaultCode::UnterminatedComment;
}

/// Returns all faults of a game with their lines: its refusal, then those of the plies, then of the game.
std::vector<TextFault> all_faults(const Replay& replay);

/// Checks whether some text of the game was unreadable (exit code 3).
bool has_bad_text(const Replay& replay);

/// Returns the report of a game that is not replayed because of the value of `tag`, such as an invalid FEN or
/// an unknown variant. `faults` must not be empty; their fields are set to the name of the tag.
Replay refuse(const GameScore& game, std::string_view tag, Faults faults);

/// Returns a replayed game as PGN (see formats/game_score.hpp) with moves in long notation. An analysed move
/// has an annotation glyph (`$2` mistake, `$4` blunder, `$6` dubious) and commands in its comment: White's
/// expected score after the move, `[%chance 0.512]`, and the luck and error of the side that made it,
/// `[%luck 0.031] [%error 0.204]`, unless they are 0. A move with a glyph also names the best move. The
/// commands correspond to `[%eval]` of other programs, but are scores from 0 to 1 (a draw is 0.5), not pawns.
std::string pgn(const GameScore& game, const Replay& replay, const records::Variants& variants);

/// The diagrams of a puzzle and of its solution, with their texts.
struct PuzzlePictures {
    draw::Scene scene;                  ///< the position, with the puzzle's roll if it has one
    std::string stipulation;            ///< "#1", "Win in 2", "h#2.5"
    std::string question;               ///< "White to move: which rolls mate?"
    std::string outcomes;               ///< what the labels of the answers are: "Faces"; empty without a die
    std::vector<draw::Answer> answers;  ///< one for each face; empty if the puzzle is not solved
    std::vector<draw::Solution> solutions;  ///< each move once, in the order of their lowest faces
};

// Each `append_json` appends its first argument as one line of JSON without a newline. fields.hpp defines the
// fields.

void append_json(Outcome outcome, std::string& out);
void append_json(const SolveReport& report, std::string& out);
void append_json(const MoveRecord& record, std::string& out);
void append_json(const PerftReport& report, std::string& out);
void append_json(const MateReport& report, std::string& out);
void append_json(const CheckReport& report, std::string& out);
void append_json(const Analysis& analysis, std::string& out);
void append_json(const ProofReport& report, std::string& out);
void append_json(const tables::Odds& odds, std::string& out);
void append_json(const draw::Scene& scene, std::string& out);
void append_json(const SolutionReport& report, std::string& out);

/// Appends the solution of a diagram, with the solutions of its twins in the field `twins`.
void append_json(const std::vector<SolutionReport>& diagram_and_twins, std::string& out);

/// Returns a report as one line of JSON without a newline.
template <class Report>
std::string json(const Report& report) {
    std::string json;
    append_json(report, json);
    return json;
}

/// Returns a JSON record for each ply, then one for the game; `game` is the number of the game.
std::vector<std::string> json(const Replay& replay, std::size_t game);

}  // namespace octomate::reports
