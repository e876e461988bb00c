#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/themes.hpp"
#include "draw/scene.hpp"
#include "formats/game_score.hpp"
#include "formats/problem.hpp"
#include "make/maker.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "tables/odds.hpp"

namespace octomate::players {
struct Forecast;
struct RolloutOptions;
class Session;
}  // namespace octomate::players
namespace octomate::tables {
class Tables;
}

/// The interface through which programs use every game, whatever the types of its positions and moves.
/// Arguments and results are plain data, and a record takes one virtual call.
namespace octomate::games {

/// A game score that is built into the program.
struct BuiltInScore {
    std::string_view file;   ///< its path below data/games
    std::string_view title;  ///< its title for readers
};

/// The name of a game, and its board and die.
struct About {
    std::string_view name;     ///< in records and on the command line: "superpermutation-d8"
    std::string_view title;    ///< for readers: "Superpermutation d8 Chess"
    int files = 0;             ///< the number of files of its board; 0 without a board
    int ranks = 0;             ///< the number of ranks; 0 without a board
    const Die* die = nullptr;  ///< null: the game has none
    /// The words that may follow the name and a colon. The first is the default.
    std::span<const std::string_view> options{};
};

/// Finds out how positions arose: part of games that can take moves back. If a function fails, it returns
/// faults and the report is not valid.
class Origins {
  public:
    Origins() = default;
    Origins(const Origins&) = delete;
    Origins& operator=(const Origins&) = delete;
    virtual ~Origins() = default;

    /// Lists the possible positions before the last move.
    virtual Status retract(const records::Puzzle&, reports::Reader, reports::RetractReport&) const = 0;

    /// Checks whether a game leads to a position: the game in its record, or one found by a search.
    virtual Status prove(const records::Puzzle&, reports::Reader, const reports::SearchRequest&,
                         reports::ProofReport&) const = 0;
};

/// The optional parts of a game. A part is null if the game does not support it or the program leaves it out.
struct Parts {
    std::unique_ptr<const make::Maker> maker{};
    std::unique_ptr<const Origins> origins{};
    std::shared_ptr<const tables::Tables> tables{};
    /// Endgame tables in memory, for programs that cannot read files.
    std::unique_ptr<const tables::PocketTables> pocket_tables{};
};

/// A game: all queries about its positions that programs support. Functions that fill a report keep the notes
/// that the report holds already. If a function fails, it returns faults and the report is not valid. All
/// functions are safe to call from several threads at once.
class Game {
  public:
    Game(const About& about, Parts parts) : about_(about), parts_(std::move(parts)) {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game() = default;

    const About& about() const { return about_; }
    std::string name() const { return std::string(about_.name); }

    /// Returns the game with one of its options; null if it has none of that name.
    virtual const Game* with_option(std::string_view) const { return nullptr; }

    /// Lists the commands that the game supports, in the order of --help.
    std::vector<std::string_view> can() const;

    const make::Maker* maker() const { return parts_.maker.get(); }
    const Origins* origins() const { return parts_.origins.get(); }
    const tables::Tables* tables() const { return parts_.tables.get(); }
    const tables::PocketTables* pocket_tables() const { return parts_.pocket_tables.get(); }

    // Positions.

    /// Returns the FEN of the initial position, normalised.
    virtual std::string start() const = 0;
    /// Parses a FEN and returns it in normal form, with notes on what was ignored.
    virtual Expected<Parsed<std::string>, Faults> normalise(std::string_view fen) const = 0;
    /// Returns the machine form of the legal move that `text` names, long or short; faults have the field
    /// "move".
    virtual Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view text) const = 0;
    /// Turns the moves of EPD's `bm` into the key of a record without a key: each move is assigned to the
    /// faces on which it may be played, or to the rolled face. Adds notes on moves that are not legal.
    /// Returns false if `report_limits` ran out.
    virtual bool parse_best_moves(records::Puzzle& puzzle, const reports::ReportLimits& report_limits,
                                  std::vector<std::string>& notes) const = 0;
    /// Returns the twin of `diagram` with its board changed and normalised; nullopt if pieces of the game
    /// cannot be rearranged.
    virtual std::optional<Expected<records::Puzzle, Faults>> make_twin(const records::Puzzle& diagram,
                                                                       const records::Twin& twin) const = 0;
    /// Returns the themes of the game's puzzles; nullopt if it has none.
    virtual std::optional<ThemeCatalogue> themes() const = 0;

    // Reports. Each function parses the position of a record and fills the report of the command with its
    // name.

    virtual Status solve(const records::Puzzle&, const reports::SolveOptions&,
                         reports::SolveReport&) const = 0;
    virtual Status moves(const records::Puzzle&, const reports::MovesRequest&,
                         reports::MovesReport&) const = 0;
    virtual Status mate(const records::Puzzle&, const reports::MateRequest&, reports::MateReport&) const = 0;
    virtual Status perft(const records::Puzzle&, const reports::PerftRequest&,
                         reports::PerftReport&) const = 0;
    virtual Status check(const records::Puzzle&, const reports::CheckRequest&,
                         reports::CheckReport&) const = 0;
    virtual Status solution(const records::Puzzle&, const reports::SolutionRequest&,
                            reports::SolutionReport&) const = 0;
    virtual Status analyse(const records::Puzzle&, const reports::AnalysisRequest&,
                           reports::Analysis&) const = 0;
    virtual reports::Replay replay(const records::GameScore&, const reports::ReportLimits&) const = 0;

    // Play. `tables` names a folder of endgame tables, which is read at once; empty means no tables.

    /// Starts a game against the program.
    virtual std::unique_ptr<players::Session> session(const std::string& tables = {}) const = 0;
    /// Searches a position and, if `options` ask for it, plays games from it (rollouts) to estimate the
    /// chances. The forecast is empty if the game is over or has no evaluation, or if `fen` is not valid.
    virtual players::Forecast forecast(const std::string& fen, const std::string& tables,
                                       const players::RolloutOptions& options) const = 0;

    // Pictures. If the game has no pictures, these functions fail or return empty results.

    /// Whether the game has pictures.
    virtual bool pictured() const = 0;
    /// Returns the picture of a puzzle's position, with its roll.
    virtual Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const = 0;
    /// Returns the picture of a puzzle's position with the marks of a legal move. If the puzzle has no roll,
    /// the die shows a face that allows the move.
    virtual Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                        std::string_view move) const = 0;
    /// Returns in `pictures` the picture of a puzzle and, if `solve`, those of its solutions. The solutions
    /// are the mates; in a longer puzzle they are the moves of its key or, without a key and for at most
    /// three moves, the first moves that force the win.
    virtual Status pictures(const records::Puzzle& puzzle, bool solve,
                            reports::PuzzlePictures& pictures) const = 0;
    /// Whether positions of the game contain earlier states of the board.
    virtual bool knows_past() const = 0;
    /// Returns pictures of the earlier states that a puzzle's position contains, the oldest first.
    virtual Expected<std::vector<draw::Scene>, Faults> past(const records::Puzzle& puzzle) const = 0;
    /// Returns pictures of the position before each legal ply of a replayed game, and of the final position.
    virtual std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                               const reports::Replay& replay) const = 0;
    /// Returns the page of rules for books; null if the game has none.
    virtual const draw::Rules* rules() const = 0;
    /// Returns the letters of the pieces that users can put on the board, in the order of the palette.
    virtual std::vector<std::string> palette() const = 0;
    /// Returns the greatest number of pieces on a square.
    virtual int most_on_a_square() const { return 1; }
    /// Returns the FEN of a board, with a cell of piece letters for each square, and a side to move. The
    /// position need not be valid. Returns nullopt if a cell holds an unknown letter or the number of cells
    /// is wrong.
    virtual std::optional<std::string> text_of(const std::vector<std::string>&, Color) const {
        return std::nullopt;
    }
    /// Returns the built-in game scores.
    virtual std::vector<BuiltInScore> scores() const { return {}; }

  private:
    const About about_;
    const Parts parts_;
};

/// Returns the game's record: `{"name", "title", "board": [files, ranks] | null, "die": faces | null,
/// "options": [words behind a colon], "can": [commands], "stipulations": ["#n", …]}`.
std::string about_json(const Game& game);

/// Returns the fault that a game has no pictures.
Faults no_pictures(const About& about);

/// Rejects faces of a puzzle's roll and key that the die does not have. Accepts all faces if `die` is null;
/// code that does not use them reports that.
Status check_faces(const records::Puzzle& puzzle, const Die* die);

/// Parses the position of a puzzle, in the game of `start`, appends its notes to `notes`, and calls
/// `use(position)`. Returns the faults of the position, or the status that `use` returns, if any.
template <Written P, class Use>
Status with_position(const P& start, const records::Puzzle& puzzle, std::vector<std::string>& notes,
                     Use use) {
    auto position = start.read_fen(puzzle.fen);
    if (!position) return Unexpected{std::move(position.error())};
    if (Status faces = check_faces(puzzle, die_of<P>()); !faces) return faces;
    std::move(position->notes.begin(), position->notes.end(), std::back_inserter(notes));
    if constexpr (std::is_void_v<decltype(use(position->value))>) {
        use(position->value);
        return {};
    } else {
        return use(position->value);
    }
}

/// Returns whether the game has an evaluation, so that `add_chances` can be used.
bool knows_chances(const Game& game);

/// Returns the values of a position and its moves by the endgame tables; null if no table covers it.
using AskOdds = std::function<std::shared_ptr<const tables::Odds>(const std::string& fen)>;

/// Sets `odds` of each ply of a replayed game that the endgame tables cover. `start`: the FEN of the position
/// where the game began.
void add_odds(const AskOdds& ask, std::string start, reports::Replay& replay);

/// Options for the analysis of a game's chances.
struct ChancesRequest {
    /// The depth of the search in plies, the move itself included. No other option changes the result.
    int depth = 3;
    int threads = 1;
    /// The value of the final position by endgame tables, if they cover it: the chance that the side to move
    /// wins minus the chance that it loses. For the other positions the plies' `odds` are used.
    std::optional<double> end{};
    const std::atomic<bool>* stop = nullptr;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    std::function<void()> count = [] {};  ///< called from any thread after each position that was searched
};

/// Computes how each roll and each move of a replayed game changed the chances to win, and sets `chances` of
/// its plies and of the replay. Positions that no tables cover are searched, on several threads. Returns
/// false, and adds nothing, if the request was stopped or its deadline passed. Requires
/// `knows_chances(game)`. `start`: the FEN of the position where the game began.
bool add_chances(const Game& game, const std::string& start, const ChancesRequest& request,
                 reports::Replay& replay);

}  // namespace octomate::games
