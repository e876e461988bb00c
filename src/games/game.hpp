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

/// The games behind one interface: plain data in, plain data out, one virtual call a record.
namespace octomate::games {

/// A game score that is built into the program.
struct BuiltInScore {
    std::string_view file;   ///< below data/games
    std::string_view title;  ///< for people
};

/// The name of a game, and its board and die.
struct About {
    std::string_view name;   ///< in records and on the command line: "superpermutation-d8"
    std::string_view title;  ///< for people: "Superpermutation d8 Chess"
    int files = 0;           ///< of its board, like `ranks`; 0 without a board
    int ranks = 0;
    const Die* die = nullptr;  ///< null: the game has none
    /// The words that may follow the name and a colon. The first is the default.
    std::span<const std::string_view> options{};
};

/// Searches for the past of positions. Where a function fails, its faults say why there is no report.
class Origins {
  public:
    Origins() = default;
    Origins(const Origins&) = delete;
    Origins& operator=(const Origins&) = delete;
    virtual ~Origins() = default;

    /// Lists the positions before the last move.
    virtual Status retract(const records::Puzzle&, reports::Reader, reports::RetractReport&) const = 0;

    /// Checks whether a game leads to a position: the game in its record, or one found by a search.
    virtual Status prove(const records::Puzzle&, reports::Reader, const reports::SearchRequest&,
                         reports::ProofReport&) const = 0;
};

/// The parts that a game or a program may do without; then they are null.
struct Parts {
    std::unique_ptr<const make::Maker> maker{};
    std::unique_ptr<const Origins> origins{};
    std::shared_ptr<const tables::Tables> tables{};
    /// Endgame tables for programs that have no files.
    std::unique_ptr<const tables::PocketTables> pocket_tables{};
};

/// A game: every question that a program can ask about its positions. A report is filled in after the notes
/// that it holds already. Where a function fails, its faults say why there is no report. All functions may be
/// called from many threads at once.
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

    /// Lists the commands that the game serves, in the order of --help.
    std::vector<std::string_view> can() const;

    const make::Maker* maker() const { return parts_.maker.get(); }
    const Origins* origins() const { return parts_.origins.get(); }
    const tables::Tables* tables() const { return parts_.tables.get(); }
    const tables::PocketTables* pocket_tables() const { return parts_.pocket_tables.get(); }

    // Positions.

    /// Returns the position where the game begins, normalised.
    virtual std::string start() const = 0;
    /// Parses and normalises a position.
    virtual Expected<Read<std::string>, Faults> normalise(std::string_view fen) const = 0;
    /// Returns the machine form of the legal move that `text` names, long or short; faults have the field
    /// "move".
    virtual Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view text) const = 0;
    /// Makes the moves of EPD's `bm` the key of a record that has none, on the faces on which they may be
    /// played (the rolled one, if there is a roll). Notes name moves that are not legal. Returns false if the
    /// patience ran out.
    virtual bool parse_best_moves(records::Puzzle& puzzle, const reports::Patience& patience,
                                  std::vector<std::string>& notes) const = 0;
    /// Returns the twin of `diagram` with its board changed and normalised; nullopt if pieces of the game
    /// cannot be rearranged.
    virtual std::optional<Expected<records::Puzzle, Faults>> make_twin(const records::Puzzle& diagram,
                                                                       const records::Twin& twin) const = 0;
    /// The themes of the game's puzzles; nullopt if it has none.
    virtual std::optional<ThemeCatalogue> themes() const = 0;

    // Questions.

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
    virtual reports::Replay replay(const records::GameScore&, const reports::Patience&) const = 0;

    // Play. `tables` names a folder of endgame tables, which is read at once; empty for none.

    /// Begins a game.
    virtual std::unique_ptr<players::Session> session(const std::string& tables = {}) const = 0;
    /// Searches a position and plays its best moves out. The forecast is empty if the game is over or has no
    /// evaluation, or if `fen` is no position.
    virtual players::Forecast forecast(const std::string& fen, const std::string& tables,
                                       const players::RolloutOptions& options) const = 0;

    // Pictures. If the game is not pictured, these functions fail or return nothing.

    virtual bool pictured() const = 0;
    /// The position of a puzzle, with its roll.
    virtual Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const = 0;
    /// The position of a puzzle with the marks of a legal move, on the move's own face if the puzzle has no
    /// roll.
    virtual Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                        std::string_view move) const = 0;
    /// The pictures of a puzzle and, if `solve`, those of its solutions: the mates; in a puzzle of more moves
    /// the moves of its key, or without a key the first moves that force the win within up to three moves.
    virtual Status pictures(const records::Puzzle& puzzle, bool solve,
                            reports::PuzzlePictures& pictures) const = 0;
    /// Whether positions of the game record earlier states.
    virtual bool knows_past() const = 0;
    /// The earlier states that the position of a puzzle records, the oldest first.
    virtual Expected<std::vector<draw::Scene>, Faults> past(const records::Puzzle& puzzle) const = 0;
    /// The position before each ply of a game that could be played, and the last one.
    virtual std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                               const reports::Replay& replay) const = 0;
    /// The page of rules of a book; null if the game has none.
    virtual const draw::Rules* rules() const = 0;
    /// The letters of the pieces that can be set up, in the order of a panel.
    virtual std::vector<std::string> palette() const = 0;
    /// How many pieces may stand on a square.
    virtual int most_on_a_square() const { return 1; }
    /// Writes pieces and a side to move as a FEN, even if the rules do not accept the position. Returns
    /// nullopt if a cell holds an unknown letter, or if there are not as many cells as squares.
    virtual std::optional<std::string> text_of(const std::vector<std::string>&, Color) const {
        return std::nullopt;
    }
    /// Game scores to show.
    virtual std::vector<BuiltInScore> scores() const { return {}; }

  private:
    const About about_;
    const Parts parts_;
};

/// Returns the game's record: `{"name", "title", "board": [files, ranks] | null, "die": faces | null,
/// "options": [words behind a colon], "can": [commands], "stipulations": ["#n", …]}`.
std::string about_json(const Game& game);

/// The fault of a game that is not pictured.
Faults no_pictures(const About& about);

/// Rejects faces of a puzzle's roll and key that the die does not have. Without a die (null) the faces are
/// ignored here, and reported where they are not used.
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

/// Whether the chances of a game's positions can be worked out.
bool knows_chances(const Game& game);

/// What the endgame tables say of a position; null if none covers it.
using AskOdds = std::function<std::shared_ptr<const tables::Odds>(const std::string& fen)>;

/// Adds to each ply of a replayed game, which began at a position, what the tables say, where they cover it.
void add_odds(const AskOdds& ask, std::string start, reports::Replay& replay);

/// How the chances of a game's plies are looked for.
struct ChancesRequest {
    /// Plies that are searched, the move itself included: the result depends on nothing else.
    int depth = 3;
    int threads = 1;
    /// What endgame tables say of the last position: the chance of the side to move to win less that to
    /// lose. Of the others they have said it in the plies' `odds`.
    std::optional<double> end{};
    const std::atomic<bool>* stop = nullptr;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    std::function<void()> count = [] {};  ///< hears of each position that was searched, from any thread
};

/// Works out what the dice and the moves of a replayed game, which began at a position, did to the chances,
/// and adds them up. Where there are no tables the game is searched, on several threads. False if it was
/// stopped, or not ready in time: then nothing is added. Only for a game whose chances are known.
bool add_chances(const Game& game, const std::string& start, const ChancesRequest& request,
                 reports::Replay& replay);

}  // namespace octomate::games
