#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/goal.hpp"
#include "reports/mate_report.hpp"
#include "reports/search.hpp"
#include "reports/subject.hpp"
#include "solver/mate_result.hpp"

/// A solution as composers print it, as plain data: set play, tries, keys. "We" are the side that moves in
/// the diagram.
namespace octomate::reports {

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

}  // namespace octomate::reports
