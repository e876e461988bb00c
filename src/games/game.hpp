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
/// Arguments and results are plain data, so that a command makes only one virtual call for each record.
namespace octomate::games {

/// A game score that is built into the program.
struct BuiltInScore {
    std::string_view file;   ///< the path of its file, below data/games
    std::string_view title;  ///< the title of the score, for readers
};

/// The name of a game, and its board and die.
struct About {
    std::string_view name;     ///< the name in records and commands: "superpermutation-d8"
    std::string_view title;    ///< the name for readers: "Superpermutation d8 Chess"
    int files = 0;             ///< the number of files of the board; 0 without a board
    int ranks = 0;             ///< the number of ranks of the board; 0 without a board
    const Die* die = nullptr;  ///< the die, or null if the game has none
    /// Words that may follow the name, as in "complete-permutation:leap". The first is the default.
    std::span<const std::string_view> options{};
};

/// Retrograde analysis: how a position can have arisen. If a function fails, it returns faults and the report
/// is not valid.
class Origins {
  public:
    Origins() = default;
    Origins(const Origins&) = delete;
    Origins& operator=(const Origins&) = delete;
    virtual ~Origins() = default;

    /// Lists the possible positions before the last move, as the command `retract` does.
    virtual Status retract(const records::Puzzle&, reports::Reader, reports::RetractReport&) const = 0;

    /// Finds out whether a position is legal, as the command `proof` does: by the game in its record, or by a
    /// search for a game from the initial position.
    virtual Status prove(const records::Puzzle&, reports::Reader, const reports::SearchRequest&,
                         reports::ProofReport&) const = 0;
};

/// The optional parts of a game. A part is null if the game does not support it or the program leaves it out.
struct Parts {
    std::unique_ptr<const make::Maker> maker{};                   ///< generates and composes puzzles
    std::unique_ptr<const Origins> origins{};                     ///< retrograde analysis
    std::shared_ptr<const tables::Tables> tables{};               ///< endgame tables in files
    std::unique_ptr<const tables::PocketTables> pocket_tables{};  ///< small endgame tables in memory
};

/// A game: all operations on its positions that programs support. Functions that fill a report keep the notes
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

    /// Returns the game with the rule option of that name, such as "leap"; null if there is no such option.
    virtual const Game* with_option(std::string_view) const { return nullptr; }

    /// Returns the names of the commands that the game supports, in the order of --help.
    std::vector<std::string_view> commands() const;

    const make::Maker* maker() const { return parts_.maker.get(); }
    const Origins* origins() const { return parts_.origins.get(); }
    const tables::Tables* tables() const { return parts_.tables.get(); }
    const tables::PocketTables* pocket_tables() const { return parts_.pocket_tables.get(); }

    // Functions on positions, moves and themes.

    /// Returns the FEN of the initial position, normalised.
    virtual std::string start() const = 0;
    /// Parses a FEN and returns it in normal form, with notes on ignored parts; faults if it is not valid.
    virtual Expected<Parsed<std::string>, Faults> normalise(std::string_view fen) const = 0;
    /// Returns the machine form of the legal move `text`, which may be in long or short notation; faults have
    /// the field "move".
    virtual Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view text) const = 0;
    /// Converts the best moves of an EPD record (`bm`) to its key, if it has no key: each move is assigned to
    /// the faces on which it may be played, or to the rolled face. Adds notes on moves that are not legal.
    /// Returns false if a limit of `report_limits` was exceeded.
    virtual bool parse_best_moves(records::Puzzle& puzzle, const reports::ReportLimits& report_limits,
                                  std::vector<std::string>& notes) const = 0;
    /// Returns `twin.puzzle` with the position of `diagram` after the changes `twin.edit`; faults if that
    /// position is not valid, nullopt if the game does not support changes of its positions.
    virtual std::optional<Expected<records::Puzzle, Faults>> make_twin(const records::Puzzle& diagram,
                                                                       const records::Twin& twin) const = 0;
    /// Returns the themes of the game's puzzles; nullopt if it has none.
    virtual std::optional<ThemeCatalogue> themes() const = 0;

    // Reports. Each function does the work of the command of the same name: it parses the position of the
    // record and fills the report.

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

    // Play. `tables` is the path of a folder of endgame tables, or empty to play without tables.

    /// Starts a game against the program.
    virtual std::unique_ptr<players::Session> session(const std::string& tables = {}) const = 0;
    /// Estimates the chances of both sides: by a search and, if `options.games` > 0, by playing games from
    /// the position (a rollout). The forecast is empty if the game is over or has no evaluation, or if `fen`
    /// is not valid.
    virtual players::Forecast forecast(const std::string& fen, const std::string& tables,
                                       const players::RolloutOptions& options) const = 0;

    // Pictures. If the game has no pictures, these functions fail or return empty results.

    virtual bool pictured() const = 0;
    /// Returns the picture of a puzzle's position, with its roll.
    virtual Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const = 0;
    /// Returns the picture of a puzzle's position with the marks of a legal move. If the puzzle has no roll,
    /// the die shows a face that allows the move.
    virtual Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                        std::string_view move) const = 0;
    /// Sets `pictures` to the picture of a puzzle and, if `solve`, those of its solutions. The solutions of a
    /// mate in one are the mates. Those of a longer puzzle are the moves of its key or, without a key and for
    /// at most three moves, the first moves that force the win.
    virtual Status pictures(const records::Puzzle& puzzle, bool solve,
                            reports::PuzzlePictures& pictures) const = 0;
    /// Returns whether positions of the game record its earlier states.
    virtual bool has_past() const = 0;
    /// Returns pictures of the earlier states that a puzzle's position records, the oldest first.
    virtual Expected<std::vector<draw::Scene>, Faults> past_scenes(const records::Puzzle& puzzle) const = 0;
    /// Returns pictures of the position before each legal ply of a replayed game, and of the final position.
    virtual std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                               const reports::Replay& replay) const = 0;
    /// Returns the page of rules for books; null if the game has none.
    virtual const draw::Rules* rules() const = 0;
    /// Returns the letters of the pieces that users can put on the board, in the order of the palette.
    virtual std::vector<std::string> palette() const = 0;
    /// Returns the maximum number of pieces on a square, which is above 1 if the game has stacks.
    virtual int max_pieces_per_square() const { return 1; }
    /// Returns the FEN of a board that a user sets up, which need not be a valid position. `cells` are the
    /// piece letters on each square, from a1 to b1 and so on. Returns nullopt if a letter is unknown or the
    /// number of cells is wrong, and always if the game has no such FEN.
    virtual std::optional<std::string> fen_of_cells([[maybe_unused]] const std::vector<std::string>& cells,
                                                    [[maybe_unused]] Color turn) const {
        return std::nullopt;
    }
    /// Returns the game scores that are built into the program.
    virtual std::vector<BuiltInScore> built_in_scores() const { return {}; }

  private:
    const About about_;
    const Parts parts_;
};

/// Returns the game's JSON record: `{"name", "title", "board": [files, ranks] | null, "die": faces | null,
/// "options": [names], "option_titles": [titles], "can": [commands], "stipulations": ["#n", …]}`.
std::string about_json(const Game& game);

/// Returns the fault that a game has no pictures.
Faults no_pictures(const About& about);

/// Returns faults if the roll or key of a puzzle has a face that the die does not have. If `die` is null, all
/// faces are accepted.
Status check_faces(const records::Puzzle& puzzle, const Die* die);

/// Parses the position of a puzzle, appends the parser's notes to `notes`, and calls `use(position)`. `start`
/// may be any position of the game. Returns the faults of the position, roll or key, or the status of `use`.
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

/// Returns whether the game has an evaluation, which `add_chances` needs.
bool has_evaluation(const Game& game);

/// A function that looks up a position and its moves in the endgame tables; returns null if none covers it.
using OddsLookup = std::function<std::shared_ptr<const tables::Odds>(const std::string& fen)>;

/// Sets `odds` of each ply of a replayed game that the endgame tables cover. `start` is the FEN of the first
/// position of the game.
void add_odds(const OddsLookup& look_up, std::string start, reports::Replay& replay);

/// The settings of the analysis by `add_chances`.
struct ChancesRequest {
    /// The depth of the search in plies, the move itself included.
    int depth = 3;
    int threads = 1;
    /// The value of the final position by endgame tables, if they cover it: the chance that the side to move
    /// wins minus the chance that it loses. The values of the other positions are in the plies' `odds`.
    std::optional<double> final_value{};
    const std::atomic<bool>* stop = nullptr;  ///< ends the analysis when set; may be null
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    std::function<void()> on_searched = [] {};  ///< called after each searched position, by any thread
};

/// Computes how each roll and each move of a replayed game changed the chances to win, and sets `chances` of
/// its plies and of the replay. Positions that no tables cover are searched, on several threads. Returns
/// false, and adds nothing, if the request was stopped or its deadline passed. Requires
/// `has_evaluation(game)`. `start` is the FEN of the first position of the game.
bool add_chances(const Game& game, const std::string& start, const ChancesRequest& request,
                 reports::Replay& replay);

}  // namespace octomate::games
