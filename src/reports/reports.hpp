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

/// Whether a record has as many notes as are reported: as many as faults.
inline bool is_full(const std::vector<std::string>& notes) { return notes.size() >= most_faults; }

/// Adds a note of a record, unless it has as many as are reported.
inline void add_note(std::vector<std::string>& notes, std::string note) {
    if (!is_full(notes)) notes.push_back(std::move(note));
}

/// How long a report may take, and how much it may say, where others wait: a server. A report that is
/// cut short says that it is not complete.
struct Patience {
    std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
    std::size_t most_bytes = std::numeric_limits<std::size_t>::max();

    /// Whether it has come to its end, so many bytes having been said.
    bool is_over(std::size_t bytes) const {
        return bytes > most_bytes || (until != std::chrono::steady_clock::time_point::max() &&
                                      std::chrono::steady_clock::now() >= until);
    }
};

using records::Key;
using records::Puzzle;

/// Who will read a report: programs, or people, for whom it shows the board and more about the moves.
enum class Reader : std::uint8_t { Program, Person };

/// What a report is about: what every report of a record says first.
struct Subject {
    std::optional<std::string> id;
    std::optional<std::string> title;
    std::string fen;  ///< normalised
    std::string_view variant;
    const Die* die = nullptr;  ///< of the game, used here or not
    Color turn = Color::White;
    bool check = false;
    std::shared_ptr<const draw::Scene> scene;  ///< the board; null where programs read
    std::shared_ptr<const tables::Odds>
        odds;                        ///< by the endgame tables; null if not asked for, or not covered
    std::vector<std::string> notes;  ///< what was accepted and ignored, and what else is to be said
};

/// Why no die is used, where none is.
inline std::string_view why_no_die(const Subject& subject) {
    if (!subject.die) return "the game has no die";
    return subject.check ? "in check there is no die" : "no die is used here";
}

/// Names a record and the position that it stands for. The notes stay.
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

/// The seconds that have passed.
inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What a user may ask of a search.
struct SearchRequest {
    int moves = 0;  ///< of the side to move; 0: as many as the record says
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    std::size_t hash_mib = 64;  ///< of all threads together
    double seconds = 0;         ///< for each record; 0: no limit
    std::uint64_t nodes = 0;    ///< 0: no limit
    int threads = 1;            ///< at least 1
    bool own_hash = false;      ///< there is one record: no other search shares the memory
    const std::atomic<bool>* interrupted = nullptr;
};

/// How to search for a record that asks for so many moves; the clock runs from now.
solver::MateOptions search_options(const SearchRequest& request, int moves_of_record);

/// Whether the time of a search is over, or its user ended it; nodes are not asked for.
bool is_over(const solver::Limits& limits);

/// The fault of more moves than can be counted exactly.
Fault too_many_moves(const solver::MateOptions& search, int most);

/// How to solve a record.
struct SolveOptions {
    bool list = false;  ///< list every move of every face
    Reader reader = Reader::Program;
    Patience patience{};  ///< of the list alone: the rest takes no time to speak of
};

/// One move of a face.
struct ListedMove {
    std::string text;
    std::string remark;     ///< for people: what its notation does not show at a glance
    std::size_t kind = 0;   ///< for people: which of the report's kinds it is
    std::string_view by{};  ///< how it wins, in a game that can be won in several ways
};

/// One face of the die, or the one row without a die.
struct FaceRow {
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< what the face names; empty without a die
    std::size_t moves = 0;
    bool free = false;
    std::vector<ListedMove> mates;
    std::vector<ListedMove> list;  ///< empty unless asked for
};

/// The answer to "which rolls mate?", as plain data.
struct SolveReport : Subject {
    std::optional<int> roll;
    bool complete = true;       ///< all moves that were to be listed are
    bool listed = false;        ///< whether the rows carry their moves
    bool several_ways = false;  ///< whether the game can be won in several ways
    std::vector<FaceRow> faces;
    std::span<const std::string_view> kinds;  ///< of the listed moves; their names
    Outcome outcome = Outcome::Ongoing;       ///< of the position itself, where people read

    /// The row of the given roll: none without a roll, and none where no die is used.
    const FaceRow* rolled() const;
};

/// What the reader of the report should know about the record.
void add_solve_notes(const Puzzle& puzzle, SolveReport& report);

/// The rows of a report: for each roll the moves, whether they are free, and those that win at once. False if
/// the patience did not last.
template <Described P>
bool fill_rows(const P& position, const solver::Faces<P>& faces, const SolveOptions& options,
               std::vector<FaceRow>& rows) {
    const auto describe = [&](typename P::Move move, ListedMove& listed) {
        listed.text = position.notation(move);
        if constexpr (WinsInWays<P>) listed.by = position.wins_by(move);
        if (options.reader == Reader::Program) return;
        listed.remark = remark(position, move);
        listed.kind = kind_of(position, move);
    };
    const auto list_all = [&](const auto& moves, std::vector<ListedMove>& out) {
        out.resize(moves.size());
        std::size_t at = 0;
        for (const auto& move : moves) {
            if (at % 64 == 0 && options.patience.is_over(0)) return false;
            describe(move, out[at++]);
        }
        return true;
    };
    rows.resize(faces.size());
    for (std::size_t at = 0; at < faces.size(); ++at) {
        const solver::Face<P>& face = faces[at];
        FaceRow& row = rows[at];
        row.face = face.roll.face;
        row.names = named_by(position, face.roll);
        row.moves = face.moves;
        row.free = face.freedom == Freedom::Free;
        if (!list_all(face.mates, row.mates)) return false;
        row.list.clear();
        if (!options.list) continue;
        if (!list_all(sorted_moves(position, face.roll), row.list)) return false;
    }
    return true;
}

/// Solves one puzzle, after the notes that the report has already. What else it held is overwritten, and its
/// memory used again.
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

/// What a user may ask of `mate`.
struct MateRequest : SearchRequest {
    bool tree = false;                            ///< report the solution too
    bool certificate = false;                     ///< and what proves it
    solver::Dice line_dice = solver::Dice::Some;  ///< `dice` where there is no defence: help and series
    bool set_play = false;                        ///< report the lines in which the other side begins, too
    std::size_t most_lines = 10;                  ///< of those that are reported
    Reader reader = Reader::Program;
};

/// A value, or the interval in which a limit left it.
struct ReportedValue {
    solver::Fraction lower;
    solver::Fraction upper;

    bool exact() const { return lower == upper; }
    bool operator==(const ReportedValue&) const = default;
};

/// One roll of the side to move.
struct MateRow {
    int face = 0;       ///< 1 and up, or 0 without a die
    std::string names;  ///< what the face names; empty without a die
    ReportedValue value;
    bool forced = false;
    std::vector<std::string> best;
};

/// The lines that fulfil a stipulation. Each is "(1,5) Qa8-e4 (-) Ke8-d7 …": the moves with the rolls that
/// allow them, "(-)" where none is used, and nothing in a game without a die.
struct ReportedLines {
    std::vector<std::string> first;  ///< in order
    std::uint64_t count = 0;         ///< of all
    bool complete = true;            ///< false: a limit was hit, and there may be more

    bool operator==(const ReportedLines&) const = default;
};

/// The answer to "how likely, or how certain, is mate?", or another stipulation, as plain data.
struct MateReport : Subject {
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< none: mate in so many moves
    solver::Dice dice = solver::Dice::Mean;
    solver::Defence defence = solver::Defence::Best;
    ReportedValue total;
    std::vector<MateRow> faces;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< the search took
    bool complete = true;
    std::optional<ReportedLines> solutions;  ///< where rolls may be chosen and there is no defence
    std::optional<ReportedLines> set_play;   ///< if it was asked for and exists
    std::optional<std::uint64_t> wanted;     ///< how many solutions there should be
    // Empty unless asked for, and where a limit was hit:
    std::string tree;         ///< the solution, a line each
    std::string certificate;  ///< JSON lines: see MateProof in search_mate.hpp
};

/// The fault of a stipulation with more rolls than can be counted exactly.
Fault too_many_rolls(const Stipulation& stipulation);

/// Says what of a request does not go with a stipulation.
void add_stipulation_notes(const MateRequest& request, MateReport& report);

/// The first line of a certificate: what it claims.
std::string claim(const MateReport& report);

/// How far to look.
struct AnalysisRequest : SearchRequest {
    int most_moves = 2;  ///< 2 or more
    Reader reader = Reader::Program;
};

/// What `analyse` reports about a position.
struct Analysis : Subject {
    std::vector<FaceRow> faces;
    std::vector<MateReport> mates;  ///< within two moves, three, … each with a row per face
    std::optional<std::vector<FaceRow>>
        threats;  ///< the rolls on which the opponent would mate; none in check
    /// Who will win, by a search and by games that were played out; null if not asked for, or unknown.
    std::shared_ptr<const players::Outlook> outlook;
    std::shared_ptr<const players::Rollout> rollout;
};

/// One legal move, as `octomate moves` reports it.
struct MoveRecord {
    std::string move;
    std::string uci;
    std::vector<int> faces;  ///< the faces on which it may be played, rising; empty where no die is used
    std::vector<MoveFact> facts;
    MoveEnds ends;
    std::string explanation;  ///< what it does, in words
    bool check = false;
    bool mate = false;
    Outcome outcome = Outcome::Ongoing;  ///< of the position after it
    std::string fen;                     ///< after the move
};

/// Who reads the list, for how long it may be made, and the machine form of the move that alone is asked for.
struct MovesRequest {
    Reader reader = Reader::Program;
    Patience patience{};
    std::optional<std::string> only{};
    /// Takes each move as it is made, instead of the report; false to stop. Where a FEN holds
    /// the whole history, all records together may take up gigabytes.
    std::function<bool(MoveRecord&)> take = nullptr;
};

/// The legal moves of a position in the order of their machine forms.
struct MovesReport : Subject {
    std::vector<MoveRecord> moves;
    std::size_t count = 0;  ///< how many there are, listed or not
    bool complete = true;   ///< neither time nor room ran out
};

/// Lists the moves of a position.
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
            const auto known =
                std::lower_bound(faces_of.begin(), faces_of.end(), move,
                                 [](const auto& entry, const auto& sought) { return entry.first < sought; });
            if (known != faces_of.end() && !(move < known->first)) known->second.push_back(chance.roll.face);
        }
    }
    report.moves.clear();
    report.count = faces_of.size();
    std::size_t bytes = 0;
    for (auto& [move, faces] : faces_of) {
        report.complete = !request.patience.is_over(bytes);
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
        if (!request.take)
            report.moves.push_back(std::move(record));
        else if (!request.take(record))
            return;
    }
}

/// What to count.
struct PerftRequest {
    int depth = 1;
    solver::RollCount rolls = solver::RollCount::None;
    bool divide = false;
    const std::atomic<bool>* interrupted = nullptr;  ///< ends the count, which then means nothing
};

/// What was counted.
struct PerftReport {
    std::string fen;  ///< normalised
    PerftRequest request;
    std::uint64_t nodes = 0;
    double seconds = 0;  ///< of the whole count
    std::vector<std::string> notes;
    std::map<std::string, std::uint64_t> lines;  ///< below each first move, by its machine form, if asked for
};

/// Counts lines of legal moves.
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

/// What a user may ask of a solution. The dice and the defence are those of a mate by force.
struct SolutionRequest {
    SearchRequest search;
    int tries = -1;  ///< at most so many on each roll; below 0: 1 where there are several rolls, else 3
};

struct Continuation;
struct Variation;

/// Why the opponent, or we, have to move.
enum class Waiting : std::uint8_t {
    Over,      ///< the game is over
    Check,     ///< the opponent is in check
    Threat,    ///< something would follow if the opponent passed
    Zugzwang,  ///< nothing would
    OurTurn,   ///< our move has left the turn with us
};

inline constexpr std::array<std::string_view, 5> waiting_names = {"over", "check", "threat", "zugzwang",
                                                                  "our_turn"};

constexpr std::string_view name(Waiting waiting) { return waiting_names[static_cast<std::size_t>(waiting)]; }

/// What follows a move of ours.
struct Play {
    Waiting waiting = Waiting::Over;
    std::vector<Continuation> continuations;  ///< what we threaten; at our own turn, how we go on
    std::vector<Variation> variations;        ///< by the opponent's replies, in the order of their first ones

    bool operator==(const Play& other) const = default;
};

/// How we go on by force on some rolls, as soon as we can.
struct Continuation {
    std::vector<int> rolls;          ///< none where no die is used
    std::vector<std::string> moves;  ///< all that are equally quick
    int in = 1;                      ///< wins in so many moves, this one included
    bool dual = false;               ///< a dual: there are several, and a roll binds them
    bool is_short = false;           ///< it needs fewer moves than the variation takes
    Play play;                       ///< after the first of the moves, unless it wins at once

    bool operator==(const Continuation& other) const = default;
};

/// A reply of the opponent's and the rolls on which it may be played; none where no die is used.
struct Reply {
    std::string move;
    std::vector<int> rolls;

    bool operator==(const Reply&) const = default;
};

/// Replies that are answered in the same way.
struct Variation {
    std::vector<Reply> replies;
    /// By roll; rolls without one are left out. None after a reply that fulfils what was forced.
    std::vector<Continuation> answers;
    bool loses = false;  ///< the replies lose at once
    bool again = false;  ///< the replies leave the opponent the turn: `play` follows
    Play play;
    bool threatened = false;  ///< the answers are what was threatened
    bool certain = false;     ///< the win is certain

    bool operator==(const Variation& other) const = default;
};

/// What the opponent does best against a try on some rolls.
struct Refutation {
    std::vector<int> rolls;          ///< none where no die is used
    std::vector<std::string> moves;  ///< all that leave us no more
    solver::Fraction leaves;         ///< our chance of winning after them; below 1
};

/// A first move, on the rolls on which it is meant.
struct FirstMove {
    std::string move;
    std::vector<int> rolls;  ///< none where no die is used
    bool key = false;        ///< forces the win; else it is a try
    int in = 0;              ///< the moves that a key takes; 0: a try
    bool dual = false;       ///< there is another key on a roll that binds
    solver::Fraction odds;   ///< our chance of winning in the moves that there are, if every roll is fair
    Play play;               ///< after a try in a game with a die only the threat is reported
    std::vector<Refutation> refutations;  ///< of a try

    /// What composers put behind it.
    char mark() const { return key ? '!' : '?'; }
};

/// The keys of a roll.
struct SolvedFace {
    int face = 0;       ///< 1 and up, or 0 where no die is used
    bool free = false;  ///< no move serves the roll, so that all may be played
    std::vector<std::string> keys;
    int in = 0;         ///< the moves that the quickest key takes; 0: there is none
    bool dual = false;  ///< the roll binds, and there are several keys
};

/// What would be played if it were the opponent's turn.
struct SetPlay {
    std::vector<Continuation> mates;     ///< the opponent's, if we are to mate at once
    std::vector<Variation> variations;   ///< else: our answers to the moves to which there are any
    std::optional<ReportedLines> lines;  ///< of a help problem: those in which the opponent begins
};

struct SolutionReport : Subject {
    std::optional<std::string> author;
    std::optional<std::string> source;
    std::string twin;           ///< the name of the twin; empty: the diagram itself
    std::string change;         ///< what the twin changes: "Ke4→e5"
    bool several_ways = false;  ///< the game can be won in several ways
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< none: a win in so many moves
    std::optional<int> roll;                 ///< the one that is asked about
    std::vector<SolvedFace> faces;           ///< those that are asked about
    std::vector<FirstMove> keys;             ///< each once
    std::vector<FirstMove> tries;            ///< each once, the best first
    std::optional<ReportedLines> lines;      ///< where no side resists, in the place of keys and tries
    std::optional<SetPlay> set;              ///< none in check, since there is no passing
    std::vector<std::string> limits;         ///< what is missing, because a limit was hit
    std::uint64_t nodes = 0;
    bool has_dual = false;   ///< a face, or a variation of full length, has a dual
    bool has_short = false;  ///< a key, or a face in a variation of full length, wins sooner than asked

    bool complete() const { return limits.empty(); }
    bool strict() const { return complete() && !has_dual && !has_short; }
};

/// Whether a key wins sooner than it should.
inline bool is_short(const FirstMove& move, const SolutionReport& report) {
    return move.key && move.in < report.moves;
}

/// A position from which a legal move leads to another one.
struct EarlierPosition {
    std::string fen;
    std::string uci;
    std::string move;
    std::vector<int> faces;  ///< on which the move may be played, rising; empty where no die is used
};

/// The positions one move earlier, by FEN, then by move.
struct RetractReport : Subject {
    std::vector<EarlierPosition> earlier;
};

/// What shows that no game leads to a position, for a program that knows the rules but does not search.
struct Certificate {
    enum class Kind : std::uint8_t {
        DoubledPawns,  ///< two pawns of a side on a file
        Promotions,    ///< more pawns and promoted pieces of a side than eight
        Ancestors,     ///< nothing leads into a set of positions, and the usual array is not in it
    };

    Kind kind = Kind::Ancestors;
    Color side = Color::White;
    std::string file;                    ///< of doubled pawns
    int pawns = 0;                       ///< of the side, as is `promoted`
    int promoted = 0;                    ///< at least
    std::vector<std::string> positions;  ///< the set, the position itself first
};

/// Whether a game leads to a position.
struct Legality {
    enum class Verdict : std::uint8_t { Proven, Illegal, Undecided };

    Verdict verdict = Verdict::Undecided;
    std::string plies;                       ///< the game, "(4) d2d4 (3) f7f6", if proven
    int length = 0;                          ///< its plies
    bool shortest = false;                   ///< no game is shorter
    int least = 0;                           ///< no game of fewer plies leads there
    std::uint64_t nodes = 0;                 ///< positions looked at
    std::string why;                         ///< a sentence; empty if proven
    std::optional<Certificate> certificate;  ///< of an illegal position
};

/// "proven", "illegal" or "undecided".
constexpr std::string_view name(Legality::Verdict verdict) {
    constexpr std::string_view names[] = {"proven", "illegal", "undecided"};
    return names[static_cast<std::size_t>(verdict)];
}

/// What is known of how a position arose.
struct ProofReport : Subject {
    Legality legality;
};

/// `{"fen", "move", "uci", "faces": [..] | null, "after"}` for each earlier position, a line each.
std::string json_lines(const RetractReport& report);

/// `{"id", "fen", "variant", "verdict", "plies": "…" | null, "why": null | "…", "length", "shortest",
/// "least", "nodes", "certificate": null | {"kind": "doubled_pawns", "side", "file"} | {"kind": "promotions",
/// "side", "pawns", "promoted"} | {"kind": "ancestors", "positions"}}`.
std::string json(const ProofReport& report);

/// What a referee says of a puzzle: the first that applies.
enum class Verdict : std::uint8_t {
    NoKey,       ///< no move is claimed
    Unsolvable,  ///< the key names a move that does not solve its face
    Cooked,      ///< the key leaves out a move that does
    Short,       ///< the key is right, but a win takes fewer moves than the puzzle asks for
    Dual,        ///< the key is right, but two moves win on a face that binds them
    Sound,
};

inline constexpr std::array<std::string_view, 6> verdict_names = {"no_key", "unsolvable", "cooked",
                                                                  "short",  "dual",       "sound"};

/// "no_key", "unsolvable", "cooked", "short", "dual" or "sound".
constexpr std::string_view name(Verdict verdict) { return verdict_names[static_cast<std::size_t>(verdict)]; }

/// A dual or a shorter win in a variation of a longer puzzle; docs/themes.md says which count.
struct LaterFlaw {
    /// Both sides' moves from the puzzle's position on; ends with a move of ours before a threat.
    std::vector<std::string> line;
    int face = 0;                    ///< 0 where no die is used
    std::vector<std::string> moves;  ///< a dual: two or more that win in time; else those that win too soon
};

/// What was found in a puzzle, as plain data. All of it is reported, whatever the verdict.
struct CheckReport : Subject {
    std::string twin;  ///< the name of the twin; empty: the diagram itself
    int moves = 1;
    std::optional<Stipulation> stipulation;  ///< none: a win in so many moves
    Verdict verdict = Verdict::Sound;
    // Where a stipulation has lines, these stand in the place of moves below, by the face of their first one.
    Key truth;                             ///< the moves that solve the judged faces; no face without one
    Key missing;                           ///< claimed, but no solution; illegal moves as they were written
    std::size_t misnamed = 0;              ///< claimed solutions whose text names another piece or path
    Key extra;                             ///< solutions of judged faces that are not claimed
    Key duals;                             ///< all solutions of judged faces that bind two or more
    Key short_wins;                        ///< of judged faces that win sooner: the moves that win soonest
    std::map<int, int> short_in;           ///< … and in how many moves, by face
    std::vector<LaterFlaw> duals_later;    ///< the first duals of variations
    std::size_t later_duals = 0;           ///< the number of all duals of variations
    std::vector<LaterFlaw> shorts_later;   ///< the first shorter wins of variations
    std::size_t later_shorts = 0;          ///< the number of all shorter wins of variations
    std::vector<std::string> superfluous;  ///< squares of superfluous pieces
    std::vector<std::string> superfluous_by_uci;  ///< … or only the notation of the same moves
    std::optional<Legality> legality{};           ///< if it was asked for
    bool complete = true;  ///< false: the search was stopped, and nothing else is to be relied on
};

/// What to look for, and how.
struct CheckRequest {
    bool superfluous = true;
    bool near_misses = true;
    bool strict = false;   ///< flaws of variations decide the verdict, however long the puzzle is
    SearchRequest search;  ///< for mates in more than one; moves, dice and defence are not used
};

/// " on face 5", " on faces 4 and 5"; nothing without a die.
std::string on_faces(const std::vector<int>& faces);

/// What a move gives away, as a sign.
enum class Lapse : std::uint8_t { None, Dubious, Mistake, Blunder };

/// From which error on a move bears a sign: a twentieth of the game, a tenth, a fifth.
inline constexpr double least_dubious = 0.05, least_mistake = 0.10, least_blunder = 0.20;

/// From which luck on, good or bad, a roll is called striking.
inline constexpr double least_striking = 0.10;

Lapse lapse_of(double error);

/// "", "?!", "?" or "??".
std::string_view sign(Lapse lapse);

/// PGN's number for the sign: 6, 2, 4; 0 for none.
int nag(Lapse lapse);

/// What a ply did to the chance of the side that made it.
struct PlyChances {
    double before = 0.5;           ///< before the roll
    std::optional<double> rolled;  ///< with the best move on the roll; none: the roll is unknown
    double played = 0.5;           ///< after the move
    std::string best;              ///< that move, or the first of several
    bool choice = false;           ///< more than one move could be played
    bool exact = false;            ///< endgame tables said it; else it was searched

    /// What the roll brought; 0 where no die is used, or the roll is unknown.
    double luck() const { return rolled ? *rolled - before : 0; }
    /// What the move gave away, at least 0.
    double error() const { return rolled ? *rolled - played : 0; }
    Lapse lapse() const { return lapse_of(error()); }
};

/// A side's plies together.
struct SideChances {
    double luck = 0;
    double error = 0;
    std::size_t decisions = 0;  ///< plies with a choice
    std::size_t dubious = 0;
    std::size_t mistakes = 0;
    std::size_t blunders = 0;
    std::size_t unjudged = 0;  ///< plies whose roll is unknown

    /// The mean error of a decision; 0 if there was none.
    double mean_error() const { return decisions == 0 ? 0 : error / static_cast<double>(decisions); }
};

/// A game as a whole. White's chance goes from `start` to `end`, and the sum of the plies accounts for it:
/// end = start + luck and errors of both, each for its side, + drift.
struct GameChances {
    int depth = 0;       ///< how many plies deep was searched
    double start = 0.5;  ///< White's chance before the first roll
    double end = 0.5;    ///< and behind the last move
    /// What looking on changed: after a move it is looked at one ply less than before the next roll. With the
    /// plies whose roll is unknown. 0 where tables say all.
    double drift = 0;
    SideChances white, black;

    const SideChances& of(Color side) const { return side == Color::White ? white : black; }
    /// By how much the luck of White exceeds that of Black.
    double luck() const { return white.luck - black.luck; }
    /// The side whose rolls, and the side whose decisions, were better by the mean error; nullopt for a tie.
    std::optional<Color> luckier() const;
    std::optional<Color> better() const;
};

/// A chance of the mover as White's, and back.
constexpr double for_white(double chance, Color mover) { return mover == Color::White ? chance : 1 - chance; }

/// A side's ply, as far as its chances are known.
struct SidedChances {
    Color turn = Color::White;
    PlyChances chances;
};

/// Adds the plies of a game up. `end` is White's chance behind the last of them; at least one ply.
GameChances add_up(const std::vector<SidedChances>& plies, double end, int depth);

using records::GameScore;
using records::Ply;
using records::Tag;
using records::TextFault;

/// What a position was worth to the mover, by the endgame tables.
struct PlyOdds {
    tables::Bounds before;  ///< the roll
    tables::Bounds rolled;  ///< the best that the roll allowed; the same where no die was used
    tables::Bounds after;   ///< the move
    std::string best{};     ///< a move that keeps what the roll allowed
    bool choice = false;    ///< the roll allowed several
};

/// What became of one ply.
struct ReplayedPly {
    Color turn = Color::White;
    std::optional<int> roll;        ///< as written
    std::string move;               ///< the right full notation; the text as written if it was not played
    std::string fen;                ///< after the move; unchanged if it was not played
    std::vector<TextFault> faults;  ///< worst first
    std::optional<PlyOdds> odds{};  ///< if tables were asked, and cover the position
    std::optional<PlyChances> chances{};  ///< if they were asked for, and the move was played
};

/// What became of one game. If its start could not be used, `refusal` says why and nothing was replayed.
struct Replay {
    std::vector<ReplayedPly> plies;            ///< the last one may be the text that ended the replay
    std::vector<TextFault> faults;             ///< those of the game as a whole
    std::string result = "*";                  ///< as written; if nothing is written, what the board says
    std::string fen;                           ///< the last position reached
    std::shared_ptr<const draw::Scene> scene;  ///< that position; null if the game has no pictures
    Faults refusal;                            ///< `field` names the tag, `offset` counts in its value
    std::size_t refusal_line = 1;
    bool complete = true;                  ///< all plies were looked at
    std::vector<std::string> notes;        ///< on what the FEN tag says that was ignored
    std::optional<GameChances> chances{};  ///< of the plies that have theirs
};

/// Whether the fault means that text could not be read, rather than that a game is wrong.
constexpr bool is_bad_text(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::BadRoll || code == FaultCode::BadTag ||
           code == FaultCode::UnterminatedComment;
}

/// All faults with their lines in the order of the records, for those who read them on a terminal.
std::vector<TextFault> all_faults(const Replay& replay);

/// Whether some of the game's text could not be read (exit code 3).
bool has_bad_text(const Replay& replay);

/// The game that is not replayed because a tag cannot be used, such as a FEN that is none or an unknown
/// variant. `faults` is not empty; `field` becomes the tag's name.
Replay refuse(const GameScore& game, std::string_view tag, Faults faults);

/// A game that was replayed as PGN (see write_score.hpp), its moves in full notation. Where its chances are
/// known a move has its sign (`$2` a mistake, `$4` a blunder, `$6` dubious), and behind the die stand White's
/// chance after the move, `[%chance 0.512]`, for the side that made the move what the roll brought and what
/// the move gave away, `[%luck 0.031] [%error 0.204]`, as far as they are not 0, and with a sign the best
/// move in words. They are what `[%eval]` is elsewhere, but chances from 0 to 1 (a draw is a half), not
/// pawns.
std::string pgn(const GameScore& game, const Replay& replay, const records::Variants& variants);

/// What a puzzle shows and hides.
struct PuzzlePictures {
    draw::Scene scene;                  ///< the position, with the puzzle's roll if it has one
    std::string stipulation;            ///< "#1", "Win in 2", "h#2.5"
    std::string question;               ///< "White to move: which rolls mate?"
    std::string outcomes;               ///< what the labels of the answers are: "Faces"; empty without a die
    std::vector<draw::Answer> answers;  ///< by face, all of them; none if it is not solved
    std::vector<draw::Solution> solutions;  ///< each move once, in the order of their lowest faces
};

// The answers as compact lines of JSON, without a newline. Their fields are in fields.hpp.

std::string json(Outcome outcome);
std::string json(const SolveReport& report);
std::string json(const MoveRecord& record);
std::string json(const PerftReport& report);
std::string json(const MateReport& report);
std::string json(const CheckReport& report);
std::string json(const Analysis& analysis);
std::string json(const tables::Odds& odds);
std::string json(const draw::Scene& scene);
std::string json(const SolutionReport& report);

/// The solution of a diagram, with those of its twins in `twins`.
std::string json(const std::vector<SolutionReport>& diagram_and_twins);

/// A record for each ply, then one for the game, whose number is `game`.
std::vector<std::string> json(const Replay& replay, std::size_t game);

}  // namespace octomate::reports
