#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/options.hpp"
#include "reports/json.hpp"
#include "reports/origins.hpp"
#include "reports/search.hpp"
#include "reports/subject.hpp"
#include "stream/stream.hpp"

/// What can be asked of a puzzle, by any front end: options in, answers out.
namespace octomate::questions {

/// Returns what the endgame tables say of a position; null if none covers it. It may take seconds, and is
/// called from many threads. `notes`: why the tables cannot be asked.
using AskTables = std::function<std::shared_ptr<const tables::Odds>(
    const games::Game& game, const std::string& fen, std::vector<std::string>& notes)>;

/// A report that answers a question.
using Report =
    std::variant<const reports::SolveReport*, const reports::MovesReport*, const reports::MateReport*,
                 const reports::CheckReport*, const reports::Analysis*, const reports::PerftReport*,
                 const reports::SolutionReport*, const reports::RetractReport*, const reports::ProofReport*>;

struct Asked;

/// How a front end asks.
struct Context {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  ///< ends searches once it is set
    reports::Patience patience{};
    /// An answer is one value of JSON; else each of its records is a line.
    bool single = false;
    bool only_solutions = false;                       ///< of questions that have them besides a report
    std::string folder{};                              ///< of endgame tables, for players; empty: none
    AskTables tables{};                                ///< null: there are none
    std::function<std::string(const Report&)> text{};  ///< for people; null: answers are JSON
    /// Called with each report before it is written.
    std::function<void(const Asked&, const Report&)> heard{};
    /// Takes what was written so far of a long answer, and clears it; null: the answer is one piece.
    std::function<void(std::string&)> pass_on{};
    /// Called before a question fails because the game lacks what it needs.
    std::function<void(const games::Game&)> lacking{};
    /// Called with the number of games that were played out.
    std::function<void(std::uint64_t)> played{};
};

/// A puzzle that is asked about, and where the answer goes.
struct Asked {
    const games::Game& game;
    records::Puzzle& puzzle;
    std::vector<std::string>& notes;  ///< of the reader of the puzzle
    const Context& context;
    records::Output& output;

    reports::Reader reader() const {
        return context.text ? reports::Reader::Person : reports::Reader::Program;
    }
    bool stopped() const { return context.stop && *context.stop; }
    /// Returns a search with the threads of the front end, and its stop.
    template <class Search>
    Search search(Search request) const {
        request.threads = context.threads;
        request.interrupted = context.stop;
        return request;
    }
    /// Adds what the tables say to a report.
    void add_odds(reports::Subject& report) const;
    /// Writes a report for people. Returns false if programs read it: the question then writes JSON.
    bool wrote_text(const Report& report) const;
    /// Writes a report for people, or as a line of JSON.
    template <class R>
    void answer(const R& report) const {
        if (!wrote_text(&report)) line(reports::json(report));
    }
    void line(std::string_view json) const { output.data.append(json).append("\n"); }
    /// Fails because the game lacks what the question needs.
    Status lacks(std::string_view what) const;
};

/// A question with its options. Once they are read it may be asked from many threads.
class Question {
  public:
    Question() = default;
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;
    virtual ~Question() = default;

    Options options;
    std::string tables;  ///< the folder of endgame tables; empty: the usual one

    /// Fails with what is wrong with the options in a game.
    virtual Status check(const games::Game&) const { return {}; }
    /// Answers, or fails with what is wrong with the puzzle.
    virtual Status run(Asked& asked) const = 0;
};

using MakeQuestion = std::unique_ptr<Question> (*)();

template <class Q>
std::unique_ptr<Question> make() {
    return std::make_unique<Q>();
}

// About a puzzle.

/// Which rolls mate?
std::unique_ptr<Question> make_solve();
/// How likely, or how certain, is mate within some moves? Or another stipulation.
std::unique_ptr<Question> make_mate();
/// Is the puzzle sound? Judges its key, and those of its twins.
std::unique_ptr<Question> make_check();
/// Which themes and scores has the puzzle? The answer is the puzzle itself with them.
std::unique_ptr<Question> make_tag();
/// The puzzle as a document of LaTeX: `{"latex"}`.
std::unique_ptr<Question> make_latex();

// About a position.

/// Which moves are legal, on the roll if the puzzle has one?
std::unique_ptr<Question> make_moves();
/// How many lines of legal moves are there?
std::unique_ptr<Question> make_perft();
/// What is to be said of a position: mates, chances, threats, and who is favoured.
std::unique_ptr<Question> make_analyse();
/// From which positions does a move lead to it?
std::unique_ptr<Question> make_retract();
/// Does a game lead to it?
std::unique_ptr<Question> make_proof();
/// The scene that a board shows.
std::unique_ptr<Question> make_scene();
/// The earlier states that the position records, the oldest first: `{"states": [{"cells", "turn",
/// "words"}]}`.
std::unique_ptr<Question> make_past();
/// A picture with its roll: `{"svg"}`.
std::unique_ptr<Question> make_svg();
/// What the endgame tables say: `{"fen", "odds": as in the record of solve --odds, or null, "notes": [why
/// they are missing]}`.
std::unique_ptr<Question> make_odds();

// About a game that is being played.

/// What the seed rolls after `ply` plies: `{"roll": face}`; null where no die is used.
std::unique_ptr<Question> make_roll();
/// What `level` plays then, on the record's roll or else that of the seed: `{"roll", "move": record}`; both
/// null if the game is over. As in `octomate play` without endgame tables.
std::unique_ptr<Question> make_reply();
/// The reply that leaves the opponent the fewest mates at once: `{"move": record, "roll": face}`; both null
/// if there is no move, `roll` also where no die is used.
std::unique_ptr<Question> make_defence();
/// The chance of the side to move before the roll, a draw being half of one: `{"chance": 0…1}`; null in a
/// game without an evaluation.
std::unique_ptr<Question> make_chance();

/// A kind of question.
struct Kind {
    std::string_view name;  ///< "solve"
    MakeQuestion make;
    bool heavy = false;             ///< it may take seconds
    Scope scope = Scope::Programs;  ///< who may ask; Here: nothing limits its time
};

std::span<const Kind> kinds();

/// The kind of that name; null if there is none.
const Kind* find(std::string_view name);

/// The record of a move, with the squares that a board needs to play it.
std::string board_json(const reports::MoveRecord& move);

/// Checks whether a move may be played on the puzzle's roll. Without a roll or a die any may.
bool is_allowed(const reports::MoveRecord& move, const records::Puzzle& puzzle);

/// Searches for a game that leads to the puzzle's position, within the limits or else ten seconds. The game
/// must have origins.
Status prove(const Asked& asked, reports::SearchRequest search, reports::Reader reader,
             reports::ProofReport& report);

/// Fails with a game that lacks something.
Status lacks(const games::Game& game, std::string_view what);

/// Fails with an option that is wrong.
Status wrong_option(std::string name, std::string why);

}  // namespace octomate::questions
