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

/// Questions about puzzles (solve, moves, mate, check, …) and games (replay) for all front ends: the command
/// line, the web server, Python and the browser. A question declares its options once; `run` appends the
/// answer to an output.
namespace octomate::questions {

/// Returns the values of the position `fen` from the endgame tables; null if no table covers it. May take
/// seconds, and is called from many threads. If the tables cannot be read, adds the reason to `notes`.
using ProbeTables = std::function<std::shared_ptr<const tables::Odds>(
    const games::Game& game, const std::string& fen, std::vector<std::string>& notes)>;

/// A report that a question produced.
using Report =
    std::variant<const reports::SolveReport*, const reports::MovesReport*, const reports::MateReport*,
                 const reports::CheckReport*, const reports::Analysis*, const reports::PerftReport*,
                 const reports::SolutionReport*, const reports::RetractReport*, const reports::ProofReport*>;

struct QuestionInput;

/// The settings and callbacks of a front end.
struct Context {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  ///< ends searches once it is set
    reports::ReportLimits report_limits{};
    /// If true, an answer is a single JSON value; if false, JSON Lines with one record per line.
    bool single = false;
    bool only_solutions = false;  ///< leave out the report, and answer with solutions only
    std::string tables_folder{};  ///< folder of endgame tables for players; empty: no tables
    ProbeTables tables{};         ///< returns the values of a position; null: no tables
    std::function<std::string(const Report&)> text{};  ///< formats a report as text; null: answers are JSON
    /// Called with each report before it is written.
    std::function<void(const QuestionInput&, const Report&)> on_report{};
    /// Called with each part of a long answer; outputs it and clears the string. Null: answers are not split.
    std::function<void(std::string&)> write_part{};
    /// Called before a question fails because the game does not support it; may throw.
    std::function<void(const games::Game&)> on_unsupported{};
    /// Called with the number of games that a rollout has played so far.
    std::function<void(std::uint64_t)> on_rollout_progress{};
    /// Called from any thread each time the chances at one position of a replayed game are computed.
    std::function<void()> on_position_judged{};
};

/// A puzzle to ask about, and the output for the answer.
struct QuestionInput {
    const games::Game& game;
    records::Puzzle& puzzle;
    std::vector<std::string>& notes;  ///< notes from parsing the puzzle; the answer includes them
    const Context& context;
    records::Output& output;

    /// Returns `Person` if reports are formatted as text, `Program` if they are JSON.
    reports::Reader reader() const {
        return context.text ? reports::Reader::Person : reports::Reader::Program;
    }
    /// Checks whether the front end has set the stop flag.
    bool stopped() const { return context.stop && *context.stop; }
    /// Returns `request` with the threads and the stop flag of the front end.
    template <class Search>
    Search search(Search request) const {
        request.threads = context.threads;
        request.interrupted = context.stop;
        return request;
    }
    /// Adds the values from the endgame tables to a report, if there are tables.
    void add_odds(reports::Subject& report) const;
    /// Calls `on_report`, and writes the report if answers are text. Returns false if they are JSON, which
    /// the caller must then write.
    bool write_text(const Report& report) const;
    /// Writes a report as text, or as a line of JSON.
    template <class R>
    void answer(const R& report) const {
        if (write_text(&report)) return;
        append_json(report, output.data);
        output.data += '\n';
    }
    /// Appends a line of JSON.
    void line(std::string_view json) const { output.data.append(json).append("\n"); }
    /// Calls `on_unsupported`, and returns the failure that the game has no `what`.
    Status unsupported(std::string_view what) const;
};

/// A question with its options. Once the options are set, `run` is thread-safe.
class Question {
  public:
    Question() = default;
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;
    virtual ~Question() = default;

    Options options;
    std::string tables;  ///< the folder of endgame tables; empty: the default one

    /// Fails if a value of the options is not valid for the game; the field of the fault names the option.
    virtual Status check(const games::Game&) const { return {}; }
    /// Appends the answer to the output, or fails with the faults of the puzzle.
    virtual Status run(QuestionInput& input) const = 0;
};

/// The question `replay`, the only one about a game: checks every move, roll and `+` or `#`, and with the
/// option `analyse` separates luck from skill.
class ReplayQuestion {
  public:
    /// `analyse`: the default of the option `analyse`.
    explicit ReplayQuestion(bool analyse = false);
    ReplayQuestion(const ReplayQuestion&) = delete;
    ReplayQuestion& operator=(const ReplayQuestion&) = delete;

    Options options;
    std::string tables;  ///< the folder of endgame tables; empty: the default one

    bool analyse() const { return analyse_; }
    /// Replays a game; `variant` is the game of scores that name none. With `analyse`, calls
    /// `Context::on_unsupported` if the game has no evaluation, and leaves out the chances. Returns nullopt
    /// if it was stopped or reached a limit.
    std::optional<reports::Replay> run(const records::GameScore& score, const std::string& variant,
                                       const Context& context) const;

  private:
    bool analyse_;
    std::optional<int> depth_;
};

using MakeQuestion = std::unique_ptr<Question> (*)();

template <class Q>
std::unique_ptr<Question> make() {
    return std::make_unique<Q>();
}

/// A kind of question, by which front ends find and create questions.
struct Kind {
    std::string_view name;  ///< name, such as "solve"
    MakeQuestion make;
    bool heavy = false;             ///< whether the answer may take seconds
    Scope scope = Scope::Programs;  ///< which front ends may run it; Local: a question without time limit
};

/// Returns all kinds of questions.
const std::vector<Kind>& kinds();

/// Creates the question `name`, which must exist.
std::unique_ptr<Question> make(std::string_view name);

// The kinds of questions in solve.cpp, mate.cpp, analyse.cpp and board.cpp.
std::vector<Kind> solve_kinds();
std::vector<Kind> mate_kinds();
std::vector<Kind> analyse_kinds();
std::vector<Kind> board_kinds();

/// Checks whether a move may be played on the puzzle's roll; true if there is no roll or no die.
bool is_allowed(const reports::MoveRecord& move, const records::Puzzle& puzzle);

/// Searches for a game that leads to the puzzle's position, within the limits of `search`, by default ten
/// seconds. `input.game.origins()` must not be null.
Status prove(const QuestionInput& input, reports::SearchRequest search, reports::Reader reader,
             reports::ProofReport& report);

/// Returns the failure that the game has no `what`.
Status unsupported(const games::Game& game, std::string_view what);

/// Returns a failure whose field is the option `name` and whose message is `why`.
Status wrong_option(std::string name, std::string why);

/// A function that processes a twin; `puzzle` is the changed puzzle.
using UseTwin = std::function<Status(const records::Twin& twin, const records::Puzzle& puzzle)>;

/// Calls `use` with each twin of a puzzle; does nothing if the game cannot change positions. Fails with the
/// faults of invalid twins and the faults that `use` returns, each with the name of its twin; the other twins
/// are still processed.
Status for_each_twin(const games::Game& game, const records::Puzzle& puzzle, const UseTwin& use);

/// Appends the solutions of a puzzle and of its twins to `reports`. Fails with the faults of the puzzle or of
/// invalid twins; the other twins are still solved.
Status find_solutions(const games::Game& game, const records::Puzzle& puzzle,
                      const reports::SolutionRequest& request, std::vector<reports::SolutionReport>& reports);

/// Checks whether a puzzle and all its twins are computer-tested (C+): all of `solutions` are strict, and the
/// keys, if any, are correct. False if a limit was hit.
bool is_tested(const games::Game& game, const records::Puzzle& puzzle,
               const std::vector<reports::SolutionReport>& solutions, const reports::SearchRequest& search);

/// The options for adding the solution, as composers print it, to the report of a question.
struct SolutionOptions {
    bool wanted = false;
    std::optional<int> tries;  ///< maximum number of tries on each roll; nullopt: the game's default

    /// Declares the options `solution` and `tries`.
    void declare(Options& options);
    /// If `wanted`, adds the solutions of the puzzle and its twins to the report, which begins at byte
    /// `begin` of the output. If there are faults, removes the report and fails.
    Status add(QuestionInput& input, const reports::SearchRequest& search, std::size_t begin) const;
};

}  // namespace octomate::questions
