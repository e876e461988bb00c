#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/options.hpp"
#include "reports/reports.hpp"
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

/// A kind of question.
struct Kind {
    std::string_view name;  ///< "solve"
    MakeQuestion make;
    bool heavy = false;             ///< it may take seconds
    Scope scope = Scope::Programs;  ///< who may ask; Here: nothing limits its time
};

/// All kinds.
const std::vector<Kind>& kinds();

/// Makes the question of that name, which must exist.
std::unique_ptr<Question> make(std::string_view name);

// The kinds that each file has.
std::vector<Kind> solve_kinds();
std::vector<Kind> mate_kinds();
std::vector<Kind> analyse_kinds();
std::vector<Kind> board_kinds();

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

/// Uses a twin as a puzzle of its own.
using UseTwin = std::function<Status(const records::Twin& twin, const records::Puzzle& puzzle)>;

/// Calls `use` with each twin of a puzzle whose game can change positions. Fails with the faults of invalid
/// twins and those of `use`, each with the name of its twin; the other twins are used all the same.
Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use);

/// Appends the solution of a puzzle and those of its twins. Fails with the faults of the puzzle, or of bad
/// twins; the others are solved all the same.
Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request, std::vector<reports::SolutionReport>& reports);

/// Checks whether a puzzle and all its twins are computer-tested: all of `solutions` are strict, and the
/// keys, if there are any, are right. False if a limit was hit.
bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search);

/// The solution as composers print it, behind the report of another question.
struct SolutionOptions {
    bool wanted = false;
    std::optional<int> tries;  ///< nullopt: the default of the game

    void declare(Options& options);
    /// Adds the solutions of the puzzle and its twins to its report, which begins at byte `begin` of the
    /// output. If there are faults, removes the report and fails.
    Status add(Asked& asked, const reports::SearchRequest& search, std::size_t begin) const;
};

}  // namespace octomate::questions
