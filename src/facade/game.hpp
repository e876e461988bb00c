#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/expected.hpp"
#include "core/fault.hpp"
#include "core/written.hpp"
#include "draw/book.hpp"
#include "facade/origins.hpp"
#include "facade/painter.hpp"
#include "formats/game_score.hpp"
#include "make/maker.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/analysis.hpp"
#include "reports/check_report.hpp"
#include "reports/mate_report.hpp"
#include "reports/moves_report.hpp"
#include "reports/perft_report.hpp"
#include "reports/replay.hpp"
#include "reports/solution_report.hpp"
#include "reports/solve_report.hpp"

namespace octomate::players {
class Session;
class Trainer;
}  // namespace octomate::players
namespace octomate::tables {
class Tables;
}

/// The games, behind one façade: plain data in, plain data out, one virtual call a record.
namespace octomate::games {

class Game;

/// What a game is called and played with.
struct About {
    std::string_view name;   ///< in records and on the command line: "superpermutation-d8"
    std::string_view title;  ///< for people: "Superpermutation d8 Chess"
    int files = 0;           ///< of its board, as is `ranks`; 0 if it has none
    int ranks = 0;
    const Die* die = nullptr;  ///< null: the game has none
    /// What may stand behind the name and a colon, the first being meant where nothing does; or nothing.
    std::span<const std::string_view> options{};
    const Game* (*with_option)(std::string_view option) = nullptr;  ///< null for other words
};

/// A game and what can be done with it. A report is filled in after the notes that it has already; where a
/// function gives faults, they say why there is no report. All may be called from many threads at once.
class Game {
  public:
    explicit Game(const About& about) : about_(about) {}
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;
    virtual ~Game() = default;

    const About& about() const { return about_; }
    std::string name() const { return std::string(about_.name); }

    /// The commands that the game serves, in the order of --help.
    std::vector<std::string_view> can() const;

    // Written.

    /// The position where the game begins, normalised.
    virtual std::string start() const = 0;
    /// The position that a text names, normalised; or what is wrong with it.
    virtual Expected<Read<std::string>, Faults> normalise(std::string_view fen) const = 0;

    /// Makes the moves of EPD's `bm` the key of a record that has none, on the faces on which they may be
    /// played (the rolled one, if there is a roll). Moves that the position does not have are told in the
    /// notes. False if the patience did not last.
    virtual bool take_best_moves(records::Puzzle& puzzle, const reports::Patience& patience,
                                 std::vector<std::string>& notes) const = 0;

    /// The machine form of the legal move of a puzzle's position that a text names, long or short; the faults
    /// of the text have the field "move".
    virtual Expected<std::string, Faults> read_move(const records::Puzzle&, std::string_view text) const = 0;

    virtual Faults solve(const records::Puzzle&, const reports::SolveOptions&,
                         reports::SolveReport&) const = 0;
    virtual Faults moves(const records::Puzzle&, const reports::MovesRequest&,
                         reports::MovesReport&) const = 0;
    virtual Faults perft(const records::Puzzle&, const reports::PerftRequest&,
                         reports::PerftReport&) const = 0;
    virtual Faults mate(const records::Puzzle&, const reports::MateRequest&, reports::MateReport&) const = 0;
    virtual Faults solution(const records::Puzzle&, const reports::SolutionRequest&,
                            reports::SolutionReport&) const = 0;
    virtual Faults analyse(const records::Puzzle&, const reports::AnalysisRequest&,
                           reports::Analysis&) const = 0;
    virtual Faults check(const records::Puzzle&, const reports::CheckRequest&,
                         reports::CheckReport&) const = 0;
    virtual reports::Replay replay(const records::GameScore&, const reports::Patience&) const = 0;

    /// A game that is to be played, at its beginning.
    std::unique_ptr<players::Session> session() const;
    /// The same for players who know what the endgame tables in the folder of that name say; empty for none.
    /// The tables that are there now count.
    virtual std::unique_ptr<players::Session> session_with(const std::string& tables) const = 0;

    // Capabilities that a game may lack: null, or nothing.

    /// Themed and arrangeable: what makes puzzles and tags them.
    virtual const make::Maker* maker() const = 0;
    /// Pictured: what draws positions.
    virtual const Painter* painter() const = 0;
    /// What tells how positions can have arisen.
    virtual const Origins* origins() const = 0;
    /// Tabled: the endgame tables.
    virtual const tables::Tables* tables() const = 0;
    /// Tunable: what fits the guess of who wins to games; none for a game without a die, which would play the
    /// same game again and again.
    virtual const players::Trainer* trainer() const = 0;

  private:
    const About about_;
};

/// The game's record: `{"name", "title", "board": [files, ranks] | null, "die": faces | null,
/// "options": [words behind a colon], "can": [commands], "stipulations":
/// ["#n", …]}`.
std::string about_json(const Game& game);

}  // namespace octomate::games
