#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fault.hpp"
#include "games/game.hpp"
#include "puzzle/puzzle.hpp"
#include "questions/options.hpp"
#include "reports/search.hpp"
#include "reports/subject.hpp"
#include "stream/stream.hpp"

/// What can be asked of a puzzle, by any front end: options in, reports out.
namespace octomate::questions {

/// What the endgame tables say of a position; null if none covers it. It may take seconds, and is called from
/// many threads. `notes`: why they cannot be asked.
using AskTables = std::function<std::shared_ptr<const tables::Odds>(
    const games::Game& game, const std::string& fen, std::vector<std::string>& notes)>;

/// A report that answers a question.
using Report = std::variant<const reports::SolveReport*, const reports::MovesReport*,
                            const reports::MateReport*, const reports::CheckReport*, const reports::Analysis*,
                            const reports::PerftReport*, const reports::SolutionReport*>;

/// How a front end asks.
struct Context {
    int threads = 1;
    const std::atomic<bool>* stop = nullptr;  ///< ends searches once it is set
    reports::Patience patience{};
    /// An answer is one value of JSON; else each of its records is a line.
    bool single = false;
    std::string folder{};                              ///< of endgame tables, for players; empty: none
    AskTables tables{};                                ///< null: there are none
    std::function<std::string(const Report&)> text{};  ///< for people; null: answers are JSON
    /// Called with each report before it is written to the output.
    std::function<void(const Report&, records::Output&)> heard{};
    /// Takes what was written so far of a long answer, and clears it; null: the answer is one piece.
    std::function<void(std::string&)> pass_on{};
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
    /// Gives a search the threads of the front end, and its stop.
    void prepare(reports::SearchRequest& search) const;
    /// Adds what the tables say to a report.
    void add_odds(reports::Subject& report) const;
    /// Writes a report for people. Returns false if programs read it: the question then writes JSON.
    bool wrote_text(const Report& report) const;
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

/// Which moves are legal, on the roll if the puzzle has one?
std::unique_ptr<Question> make_moves();
/// How many lines of legal moves are there?
std::unique_ptr<Question> make_perft();
/// What does the puzzle look like? `{"svg"}`: a picture with its roll.
std::unique_ptr<Question> make_picture();
/// Which themes and scores has the puzzle? The answer is the puzzle itself with them.
std::unique_ptr<Question> make_tag();

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

/// The scene of a puzzle with its roll; `move` marks a legal move.
Expected<draw::Scene, Faults> scene_of(const games::Game& game, const records::Puzzle& puzzle,
                                       const std::optional<std::string>& move);

/// The fault of a game that lacks what a question needs.
Faults lacks(const games::Game& game, std::string_view what);

}  // namespace octomate::questions
