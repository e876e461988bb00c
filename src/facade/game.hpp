#pragma once

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/written.hpp"
#include "draw/book.hpp"
#include "draw/pictured.hpp"
#include "draw/scene.hpp"
#include "facade/origins.hpp"
#include "formats/game_score.hpp"
#include "make/maker.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/check_report.hpp"
#include "reports/mate_report.hpp"
#include "reports/moves_report.hpp"
#include "reports/perft_report.hpp"
#include "reports/puzzle_pictures.hpp"
#include "reports/replay.hpp"
#include "reports/solution_report.hpp"
#include "reports/solve_report.hpp"
#include "tables/pocket.hpp"

namespace octomate::players {
struct Outlook;
struct OutlookRequest;
struct Rollout;
struct RolloutOptions;
class Session;
}  // namespace octomate::players
namespace octomate::tables {
class Tables;
}

/// The games, behind one façade: plain data in, plain data out, one virtual call a record.
namespace octomate::games {

/// A game score that is built into the program.
struct BuiltInScore {
    std::string_view file;   ///< below data/games
    std::string_view title;  ///< for people
};

/// What draws the positions of a game: plain data in, scenes out. Where a function fails, its faults say why
/// there is no scene.
class Painter {
  public:
    Painter() = default;
    Painter(const Painter&) = delete;
    Painter& operator=(const Painter&) = delete;
    virtual ~Painter() = default;

    /// The position of a puzzle, with its roll.
    virtual Expected<draw::Scene, Faults> scene(const records::Puzzle& puzzle) const = 0;
    /// The same with the marks of a legal move, on its own face if the puzzle has no roll.
    virtual Expected<draw::Scene, Faults> scene_of_move(const records::Puzzle& puzzle,
                                                        std::string_view move) const = 0;
    /// Whether positions of the game record earlier states.
    virtual bool knows_past() const = 0;
    /// The earlier states that the position of a puzzle records, the oldest first.
    virtual Expected<std::vector<draw::Scene>, Faults> past(const records::Puzzle& puzzle) const = 0;
    /// The position before each ply of a game that could be played, and the last one.
    virtual std::vector<draw::Scene> scenes_of(const records::GameScore& game,
                                               const reports::Replay& replay) const = 0;

    /// The page of rules of a book; null if the game has none.
    virtual const draw::Rules* rules() const = 0;
    /// The letters of the men that can be set up, in the order of a panel.
    virtual std::vector<std::string> palette() const = 0;
    /// How many men may stand on a square.
    virtual int most_on_a_square() const = 0;
    /// The text of men and a side to move, be it a position or not; none if an unknown letter stands in a
    /// cell, or if there are not as many cells as squares.
    virtual std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const = 0;
    /// Game scores to show.
    virtual std::vector<BuiltInScore> scores() const = 0;
};

/// What judges the keys of composers. A report is filled in after the notes that it has already; where a
/// function fails, its faults say why there is no report.
class Checks {
  public:
    Checks() = default;
    Checks(const Checks&) = delete;
    Checks& operator=(const Checks&) = delete;
    virtual ~Checks() = default;

    virtual Status check(const records::Puzzle&, const reports::CheckRequest&,
                         reports::CheckReport&) const = 0;
};

/// What only commands ask of a game, and a program that answers the page alone does not have: lines, players
/// who know endgame tables, and what makes puzzles and tables. Reports and faults are as for Checks.
class Commands {
  public:
    Commands() = default;
    Commands(const Commands&) = delete;
    Commands& operator=(const Commands&) = delete;
    virtual ~Commands() = default;

    virtual Status mate(const records::Puzzle&, const reports::MateRequest&, reports::MateReport&) const = 0;
    virtual Status perft(const records::Puzzle&, const reports::PerftRequest&,
                         reports::PerftReport&) const = 0;
    virtual Status solution(const records::Puzzle&, const reports::SolutionRequest&,
                            reports::SolutionReport&) const = 0;
    virtual Status analyse(const records::Puzzle&, const reports::AnalysisRequest&,
                           reports::Analysis&) const = 0;

    /// What a puzzle shows and, if it is to be solved, what it hides: the solutions; in a puzzle of more
    /// moves those of its key, or without one the first moves that force the win within up to three moves.
    /// Only for a game that can be drawn.
    virtual Status pictures(const records::Puzzle& puzzle, bool solve,
                            reports::PuzzlePictures& pictures) const = 0;

    /// A game that is to be played, at its beginning, for players who know what the endgame tables in the
    /// folder of that name say; empty for none. The tables that are there now count.
    virtual std::unique_ptr<players::Session> session_with(const std::string& tables) const = 0;

    /// What a search that knows those tables finds out about a position, its rolls and moves; none if the
    /// game is over or has no evaluation, or if the text is no position.
    virtual std::optional<players::Outlook> outlook(const std::string& fen, const std::string& tables,
                                                    const players::OutlookRequest& request) const = 0;
    /// Plays its best moves out many times; none in the same cases.
    virtual std::optional<players::Rollout> roll_out(const std::string& fen, const std::string& tables,
                                                     const players::RolloutOptions& options) const = 0;

    // Capabilities that a game may lack: null.

    /// Themed and arrangeable: what makes puzzles and tags them.
    virtual const make::Maker* maker() const = 0;
    /// What finds out how positions can have arisen.
    virtual const Origins* origins() const = 0;
    /// Tabled: the endgame tables.
    virtual const tables::Tables* tables() const = 0;
};

/// What a game does besides showing and solving positions; null where a program does without.
struct Services {
    std::unique_ptr<const Checks> checks;
    std::unique_ptr<const Commands> commands;
    std::unique_ptr<const tables::PocketTables> pocket_tables{};
};

/// What a game is called and played with.
struct About {
    std::string_view name;   ///< in records and on the command line: "superpermutation-d8"
    std::string_view title;  ///< for people: "Superpermutation d8 Chess"
    int files = 0;           ///< of its board, as is `ranks`; 0 if it has none
    int ranks = 0;
    const Die* die = nullptr;  ///< null: the game has none
    /// What may stand behind the name and a colon, the first being meant where nothing does; or nothing.
    std::span<const std::string_view> options{};
};

/// A game: what the page and all commands ask of it, and its further services. A report is filled in after
/// the notes that it has already; where a function fails, its faults say why there is no report. All may be
/// called from many threads at once.
class Game {
  public:
    /// `painter`: null if positions cannot be drawn.
    Game(const About& about, std::unique_ptr<const Painter> painter, Services services)
        : about_(about),
          painter_(std::move(painter)),
          checks_(std::move(services.checks)),
          commands_(std::move(services.commands)),
          pocket_tables_(std::move(services.pocket_tables)) {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game() = default;

    const About& about() const { return about_; }
    std::string name() const { return std::string(about_.name); }

    /// The game with one of its options; null if it has none of that name.
    virtual const Game* with_option(std::string_view) const { return nullptr; }

    /// The commands that the game serves, in the order of --help.
    std::vector<std::string_view> can() const;

    // Written.

    /// The position where the game begins, normalised.
    virtual std::string start() const = 0;
    /// The position that a text names, normalised; or what is wrong with it.
    virtual Expected<Read<std::string>, Faults> normalise(std::string_view fen) const = 0;

    /// Makes the moves of EPD's `bm` the key of a record that has none, on the faces on which they may be
    /// played (the rolled one, if there is a roll). Moves that the position does not have are named in
    /// the notes. False if the patience ran out.
    virtual bool take_best_moves(records::Puzzle& puzzle, const reports::Patience& patience,
                                 std::vector<std::string>& notes) const = 0;

    /// The machine form of the legal move of a puzzle's position that a text names, long or short; the faults
    /// of the text have the field "move".
    virtual Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view text) const = 0;

    virtual Status solve(const records::Puzzle&, const reports::SolveOptions&,
                         reports::SolveReport&) const = 0;
    virtual Status moves(const records::Puzzle&, const reports::MovesRequest&,
                         reports::MovesReport&) const = 0;
    virtual reports::Replay replay(const records::GameScore&, const reports::Patience&) const = 0;

    /// A game that is to be played, at its beginning, for players without endgame tables.
    virtual std::unique_ptr<players::Session> session() const = 0;

    /// Mates, with other stipulations and trees of play only where there are commands.
    Status mate(const records::Puzzle& puzzle, const reports::MateRequest& request,
                reports::MateReport& report) const {
        return commands_ ? commands_->mate(puzzle, request, report) : plain_mate(puzzle, request, report);
    }

    /// What draws positions; null if nothing does.
    const Painter* painter() const { return painter_.get(); }

    // As Checks and Commands, which a program that calls them has.

    Status perft(const records::Puzzle& puzzle, const reports::PerftRequest& request,
                 reports::PerftReport& report) const {
        return commands_->perft(puzzle, request, report);
    }
    Status solution(const records::Puzzle& puzzle, const reports::SolutionRequest& request,
                    reports::SolutionReport& report) const {
        return commands_->solution(puzzle, request, report);
    }
    Status analyse(const records::Puzzle& puzzle, const reports::AnalysisRequest& request,
                   reports::Analysis& analysis) const {
        return commands_->analyse(puzzle, request, analysis);
    }
    Status check(const records::Puzzle& puzzle, const reports::CheckRequest& request,
                 reports::CheckReport& report) const {
        return checks_->check(puzzle, request, report);
    }
    Status pictures(const records::Puzzle& puzzle, bool solve, reports::PuzzlePictures& pictures) const {
        return commands_->pictures(puzzle, solve, pictures);
    }
    std::unique_ptr<players::Session> session_with(const std::string& tables) const;
    std::optional<players::Outlook> outlook(const std::string& fen, const std::string& tables,
                                            const players::OutlookRequest& request) const;
    std::optional<players::Rollout> roll_out(const std::string& fen, const std::string& tables,
                                             const players::RolloutOptions& options) const;
    const make::Maker* maker() const { return commands_ ? commands_->maker() : nullptr; }
    const Origins* origins() const { return commands_ ? commands_->origins() : nullptr; }
    const tables::Tables* tables() const { return commands_ ? commands_->tables() : nullptr; }
    /// Endgame tables for programs that have no files; null if there are none.
    const tables::PocketTables* pocket_tables() const { return pocket_tables_.get(); }

  private:
    /// `mate` of a puzzle that asks for a mate, without a tree.
    virtual Status plain_mate(const records::Puzzle&, const reports::MateRequest&,
                              reports::MateReport&) const = 0;

    const About about_;
    const std::unique_ptr<const Painter> painter_;
    const std::unique_ptr<const Checks> checks_;
    const std::unique_ptr<const Commands> commands_;
    const std::unique_ptr<const tables::PocketTables> pocket_tables_;
};

/// The game's record: `{"name", "title", "board": [files, ranks] | null, "die": faces | null,
/// "options": [words behind a colon], "can": [commands], "stipulations":
/// ["#n", …]}`.
std::string about_json(const Game& game);

/// Refuses faces of a puzzle's roll and key that the die does not have. Without a die (null) they are
/// ignored, and reported where they are not used.
Status check_faces(const records::Puzzle& puzzle, const Die* die);

/// Reads the position of a puzzle, in the game of `start`, and uses it; its notes go behind those that there
/// are. The faults of the position, or the status that `use` returns, if any.
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

}  // namespace octomate::games
