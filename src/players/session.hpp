#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "core/types.hpp"

/// Built-in players, matches between players, and the engine protocol for external programs.
namespace octomate::players {

/// The limits of a search. A search that reaches a limit returns the result of the last completed depth.
struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< maximum number of evaluations
    int depth = 64;  ///< maximum in plies, including the root move
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* stop = nullptr;  ///< ends the search when set; may be null
    int threads = 1;  ///< only one is used if nodes are limited, for repeatable results
};

/// How a player chooses its move.
enum class Method : std::uint8_t {
    Random,   ///< a random move
    MateNow,  ///< a winning move if the roll allows one, else a random move
    Odds,     ///< the move with the best exact chance to win within two moves, minus the opponent's
    Search,   ///< an expectimax search
};

/// A built-in player. Its strength matters only for Method::Search.
struct BuiltInPlayer : Strength {
    std::string name;
    Method method = Method::Random;
    int level = 0;  ///< the level of the player, whose strength a game may set; 0: no level

    /// Returns the stricter of the limits of the player and those of `other`.
    Limits limits(const Limits& other = {}) const;
};

/// The number of levels of the built-in player.
inline constexpr int levels = strength_levels;

/// Returns the player of a level, from 1 (a beginner) to `levels`, with the default strength of the level.
BuiltInPlayer level_player(int level);

/// Returns `player` with the strength that the game of positions `P` sets for its level, if it sets one.
template <class P>
BuiltInPlayer with_game_strength(BuiltInPlayer player) {
    if constexpr (HasLevelStrengths<P>) {
        if (player.level > 0)
            static_cast<Strength&>(player) =
                P::level_strengths.at(static_cast<std::size_t>(player.level - 1));
    }
    return player;
}

/// Returns the strongest player: a search without limits.
BuiltInPlayer strongest_player();

/// Parses the name of a player: "random", "mate-now", "odds-2", "level-1"…"level-8", or settings of a search,
/// each a field of Strength and its value: "nodes-300" or "depth-1,noise-0.2". Returns nullopt for other
/// names.
std::optional<BuiltInPlayer> built_in_player(std::string_view name);

/// Lists the names that `built_in_player` accepts, for messages.
std::string player_names();

/// A move in the notation of its game and in UCI.
struct MoveText {
    std::string notation;  ///< "Qd1-a4-a5+"
    std::string uci;       ///< "d1a4"
};

/// The move that a player chooses, and its evaluation of moves.
struct Decision {
    struct Line {
        MoveText move;
        std::optional<double> value;  ///< the chance to win minus that to lose, -1…1; nullopt if unknown
    };
    std::vector<Line> lines;  ///< the chosen move first; other moves may be missing
    int depth = 0;            ///< depth of the last complete search in plies; 0: none
    std::uint64_t nodes = 0;  ///< number of evaluations
};

/// A value for a face that allows every legal move, whatever roll it needs.
inline constexpr int any_face = -1;

/// A request to a player for a move in the current position of a session.
struct Question {
    int face = 0;  ///< a face that can be rolled, 0 without a die, or `any_face`
    Limits limits{};
    std::vector<std::string> candidates{};  ///< the moves to choose from, as MoveText::uci; empty: all
    bool evaluate_all = false;              ///< whether to evaluate all moves, not only the best
    std::uint64_t seed = 1;                 ///< seed of random choices and noise
    std::function<void(const Decision&)> report = nullptr;  ///< called after each depth
};

/// The value of a position for the side to move, of its rolls and of its moves: the chance to win minus the
/// chance to lose, -1…1.
struct Appraisal {
    struct Move {
        MoveText text;
        double value = 0;
        bool wins = false;  ///< whether the move wins at once
    };
    struct Roll {
        int face = 0;                    ///< from 1, or 0 where no die is used
        std::string names;               ///< what may move on the face: "the e-file"
        std::uint64_t weight = 1;        ///< frequency relative to the other rolls
        bool free = false;               ///< whether any legal move may be played
        std::vector<std::size_t> moves;  ///< indexes in Appraisal::moves of the allowed moves, the best first
        double value = 0;                ///< value of the best move
    };
    double value = 0;         ///< value before the roll: the weighted mean of the rolls
    std::vector<Roll> rolls;  ///< empty if the game is over
    std::vector<Move> moves;  ///< all legal moves, the best first
    int depth = 0;            ///< depth of the search in plies; 0: the game is over, or a limit came first
};

/// Returns a random element of `rolls`, each with a probability proportional to its `weight`.
template <class Rolls>
const auto& random_roll(const Rolls& rolls, Random& dice) {
    std::uint64_t total = 0;
    for (const auto& roll : rolls) total += roll.weight;
    std::uint64_t remaining = dice.next() % total;
    auto roll = rolls.begin();
    while (remaining >= roll->weight) remaining -= (roll++)->weight;
    return *roll;
}

/// A game in progress, behind an interface that does not depend on the game. Not thread-safe.
class Session {
  public:
    virtual ~Session() = default;

    /// Starts a new game from the position `fen`, or from the starting position if it is empty. Returns the
    /// faults of the FEN if it is malformed; the game then continues unchanged.
    virtual Expected<void, Faults> start(std::string_view fen) = 0;
    virtual std::string fen() const = 0;
    virtual Color turn() const = 0;
    virtual Outcome outcome() const = 0;
    virtual bool in_check() const = 0;
    /// Returns the number of moves made since the start.
    virtual std::size_t plies() const = 0;

    /// Checks whether a die is rolled for the next move.
    virtual bool uses_die() const = 0;
    /// Rolls the die: returns a face, or 0 if no die is used. Draws one random number even without a die.
    virtual int roll(Random& dice) const = 0;
    /// Returns the name of the file or pieces that a face allows to move, such as "the e-file"; empty if the
    /// position has no such face.
    virtual std::string face_phrase(int face) const = 0;
    /// Checks whether `face` can be rolled in the current position.
    virtual bool has_face(int face) const = 0;
    /// Checks whether any legal move may be played on `face`, because no move obeys it.
    virtual bool is_free(int face) const = 0;
    /// Returns the legal moves on `face` (or `any_face`), sorted.
    virtual std::vector<MoveText> moves(int face) const = 0;

    /// Makes the move that `text` names in long or short notation, on `face` (or `any_face`). Fails with the
    /// faults of read_move, and with WrongFace if the move is not allowed on the face.
    virtual Expected<MoveText, Fault> play(std::string_view text, int face) = 0;
    /// Takes the last move back; returns false if no move has been made.
    virtual bool undo() = 0;

    /// Returns the move that a player chooses. The game must not be over, and the face must be `any_face` or
    /// one of the position's. Throws std::runtime_error if an endgame table cannot be read; the caller can
    /// then call `drop_tables` and try again.
    virtual Decision think(const BuiltInPlayer& player, const Question& question) = 0;
    /// Stops using the endgame tables.
    virtual void drop_tables() = 0;
    /// Returns the chance of the side to move to win minus its chance to lose, -1…1, before the roll,
    /// searched to `depth` plies.
    virtual double chance(int depth) = 0;

    /// Checks whether the game has an evaluation. Without one, a search only finds wins within its depth.
    virtual bool evaluates() const = 0;
    /// Evaluates the position, its rolls and its moves, as deep as the limits allow. All moves are searched
    /// to the same depth, so that their values are comparable.
    virtual Appraisal appraise(const Limits& limits) = 0;
    /// Returns the chance to win minus the chance to lose, before the roll: by a search within the limits of
    /// `player`, or the evaluation if that player does not search.
    virtual double chance(const BuiltInPlayer& player) = 0;
    /// Returns the facts that the evaluation uses; nullopt if the game is over or does not report them.
    virtual std::optional<Facts> facts() const = 0;
};

/// Returns the move that a player chooses. If an endgame table cannot be read, passes a message to `report`
/// and continues without tables.
inline Decision decide_despite_table_errors(Session& session, const BuiltInPlayer& player,
                                            const Question& question,
                                            const std::function<void(const std::string&)>& report) {
    try {
        return session.think(player, question);
    } catch (const std::runtime_error& error) {
        report(std::string(error.what()) + "; going on without endgame tables");
        session.drop_tables();
        return session.think(player, question);
    }
}

/// The program's player in a game against a person. The seed and the ply determine the roll and the random
/// choices of that ply, so a game can be resumed at any ply, and taking a move back does not change the dice.
struct Opponent {
    int level = 3;
    std::uint64_t seed = 1;

    /// Returns the roll after `plies` plies: a face, or 0 where no die is used.
    int roll(const Session& session, std::size_t plies) const {
        Random dice = stream(0, plies);
        return session.roll(dice);
    }

    /// Returns the opponent's move on `face` after `plies` plies; see `decide_despite_table_errors`.
    Decision reply(Session& session, int face, std::size_t plies, const Limits& limits,
                   const std::function<void(const std::string&)>& report) const {
        Question question;
        question.face = face;
        question.limits = limits;
        question.seed = stream(1, plies / 2).next();  // the opponent makes every other ply
        return decide_despite_table_errors(session, level_player(level), question, report);
    }

    /// Returns whether the person plays White, in a game in which the side is chosen at random.
    bool person_plays_white() const { return stream(2, 0).below(2) == 0; }

  private:
    /// Returns the random generator of `seed` and `unit`, advanced by `skipped` numbers.
    Random stream(std::uint64_t unit, std::size_t skipped) const {
        Random random = Random::of_unit(seed, unit);
        for (; skipped > 0; --skipped) (void)random.next();
        return random;
    }
};

/// The chance to win (0…1, a draw counts as half a win) as estimated by two searches, see Outlook::depths.
struct Chances {
    double shallow = 0;
    double deep = 0;
};

/// The side to move's chances to win: before the roll, and after each roll and move, by two searches.
struct Outlook {
    struct Move {
        MoveText text;
        Chances chances;
        bool wins = false;  ///< whether the move wins at once
    };
    struct Face {
        int face = 0;             ///< from 1, or 0 where no die is used
        std::string names;        ///< what may move on the face: "the e-file"
        bool free = false;        ///< whether any legal move may be played
        std::vector<Move> moves;  ///< the best first, by the deeper search; never empty
    };

    static constexpr std::array<int, 2> depths{1, 3};  ///< search depths in plies, including the move

    Color turn = Color::White;
    Chances chances;  ///< chances before the roll, or after it if RolloutOptions::face is set
    std::vector<Face> faces;
};

/// Options of an outlook and a rollout.
struct RolloutOptions {
    std::uint64_t games = 0;  ///< number of games for each candidate; 0: no rollout
    std::uint64_t seed = 1;
    int threads = 1;
    std::optional<int> face;                  ///< the rolled face; nullopt: all faces
    int candidates = 3;                       ///< maximum number of moves per face that are played out
    static constexpr int choice_depth = 2;    ///< depth of the search that selects the candidates, in plies
    int depth = 1;                            ///< search depth of both players in plies, including the move
    int most_plies = 200;                     ///< longer games end with the value of a search to `depth`
    const std::atomic<bool>* stop = nullptr;  ///< ends the rollout when set; may be null
    std::function<void(std::uint64_t games)> report = nullptr;  ///< called after each game
};

/// A mean and its standard error.
struct Mean {
    double mean = 0;
    double error = 0;
};

/// The results of games played out from the best moves of a position (the candidates), as chances of the side
/// to move to win (a draw counts as half a win).
///
/// `plain` is the mean result. `adjusted` subtracts from each result the part that the luck of the dice
/// explains. The luck of a roll is its value in the players' search minus the mean value of all rolls; its
/// expectation is zero whatever the evaluation, so the adjusted mean estimates the same quantity with a
/// smaller error. A regression estimates how much the luck at each stage of a game explains: for the games
/// with even numbers from the games with odd numbers and the other way round, so that no game is adjusted by
/// its own result.
struct Rollout {
    struct Move {
        MoveText text;
        double chance = 0;  ///< chance to win, estimated by the search that chose the candidates
        Mean adjusted;
        Mean plain;
        std::uint64_t won = 0, drawn = 0, lost = 0;
        std::uint64_t known = 0;  ///< games that ended early because the value was known exactly
        std::uint64_t cut = 0;    ///< games that ended early at RolloutOptions::most_plies
    };
    struct Candidate {
        std::size_t move = 0;  ///< index in Rollout::moves
        Mean behind;  ///< adjusted mean of the best move on the face minus that of this move, with the same
                      ///< dice
    };
    struct Face {
        int face = 0;       ///< from 1, or 0 where no die is used
        std::string names;  ///< what may move on the face: "the e-file"
        unsigned weight = 1;
        bool free = false;                  ///< whether any legal move may be played
        std::vector<Candidate> candidates;  ///< the best first
    };

    Color turn = Color::White;
    RolloutOptions options;
    std::uint64_t games = 0;  ///< number of games played for each candidate
    Mean adjusted, plain;     ///< results before the roll, with the best candidate on each face
    std::vector<Move> moves;  ///< all candidates, each once
    std::vector<Face> faces;
};

/// The forecast for a position by a search and by a rollout; nullopt for a part that was not computed.
struct Forecast {
    std::optional<Outlook> outlook;
    std::optional<Rollout> rollout;
};

/// The result of one game of a rollout.
struct RolloutGame {
    /// How the game ended, for the side to move in the position of the rollout.
    enum class End : std::uint8_t {
        Won,
        Drawn,
        Lost,
        Known,  ///< ended early because the value was known exactly
        Cut,    ///< ended early at RolloutOptions::most_plies
    };
    /// The plies at which the stages of a game begin. Luck is summed for each stage.
    static constexpr std::array<int, 4> stage_starts = {0, 4, 16, 48};

    double result = 0;                               ///< the chance to win: 1, 0.5, 0 or an estimate
    std::array<double, stage_starts.size()> luck{};  ///< the sum of the luck of the rolls, by stage
    End end = End::Drawn;
};

/// Plays the games of a rollout on several threads and fills in the results. `play(game)` plays game number
/// `game` (from 0) from each of `rollout.moves`, and returns nullopt if it was stopped. The results do not
/// depend on the number of threads; a stopped rollout counts only the games before the first incomplete one.
void roll_out(Rollout& rollout,
              const std::function<std::optional<std::vector<RolloutGame>>(std::uint64_t game)>& play);

}  // namespace octomate::players
