#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "questions/fields.hpp"
#include "questions/question.hpp"
#include "text/text.hpp"

namespace octomate::solver {

/// Returns the name of a way to count rolls, for the option `rolls`.
static constexpr std::string_view name(RollCount rolls) { return rolls == RollCount::None ? "none" : "sum"; }

}  // namespace octomate::solver

namespace octomate::questions {

namespace {

/// The question `solve`: the mating moves on each face.
class Solve : public Question {
  public:
    Solve() {
        options.flag("list", request_.list, "List all moves on each face").in_python("list_moves");
        options.flag("odds", odds_,
                     "Add the value of each roll and move, where an endgame table covers the position");
        options.tables(tables);
        options.flag("scene", scene_,
                     "Add the board, the outcome and the answer in words to the record (JSON Lines only)");
        solution_.declare(options);
        options.limits(search_, Scope::Programs);
    }

    Status run(QuestionInput& input) const override {
        const std::size_t begin = input.output.data.size();
        if (input.context.only_solutions) return solution_.add(input, search_, begin);
        reports::SolveOptions request = request_;
        request.reader = scene_ ? reports::Reader::Person : input.reader();
        request.report_limits = input.context.report_limits;
        reports::SolveReport report;
        report.notes = std::move(input.notes);
        if (Status done = input.game.solve(input.puzzle, request, report); !done) return done;
        if (!report.complete) {
            ++input.output.incomplete;
            return {};
        }
        if (odds_) {
            input.add_odds(report);
            if (!report.odds) report.notes.emplace_back("no endgame table covers this position");
        }
        if (scene_ && !input.context.text)
            input.line(records::to_json(SolvedScene{report}));
        else
            input.answer(report);
        return solution_.add(input, search_, begin);
    }

  private:
    reports::SolveOptions request_;
    bool odds_ = false;
    bool scene_ = false;
    SolutionOptions solution_;
    reports::SearchRequest search_;  // limits of the search for the solution
};

/// The question `moves`: the legal moves, only those on the roll if the puzzle has one.
class Moves : public Question {
  public:
    Moves() {
        options.text("move", move_, "List only the move with this text, long or short")
            .at_command_line("--move MOVE");
        options.whole("count", count_, 1, std::numeric_limits<std::uint64_t>::max(),
                      "List only the first N moves in the order of their machine forms (default: all)");
    }

    Status run(QuestionInput& input) const override {
        reports::MovesRequest request{input.reader(), input.context.report_limits};
        if (move_) {
            auto read = input.game.read_move(input.puzzle, trim(*move_));
            if (!read) return Unexpected{std::move(read.error())};
            request.only = *std::move(read);
        }
        const Context& context = input.context;
        std::string& out = input.output.data;
        const std::size_t begin = out.size();
        reports::MovesReport report;
        report.notes = std::move(input.notes);
        std::uint64_t left = count_;
        request.on_move = [&](reports::MoveRecord& move) {
            if (!is_allowed(move, input.puzzle)) return true;
            if (context.text) {
                move.fen = {};
                report.moves.push_back(std::move(move));
            } else if (context.single) {
                out.append(out.size() == begin ? "[" : ",").append(records::to_json(BoardMove{move}));
            } else {
                input.line(reports::json(move));
                if (!report.notes.empty()) input.notes = std::exchange(report.notes, {});
                if (context.write_part) context.write_part(out);
            }
            return --left > 0 && !input.stopped();
        };
        if (Status done = input.game.moves(input.puzzle, request, report); !done) return done;
        if (move_ && left == count_ && report.complete)
            return Unexpected{Faults{{FaultCode::IllegalMove, "move", 0,
                                      fmt::format("{} may not be played on roll {}", quote(*move_),
                                                  input.puzzle.roll.value_or(0))}}};
        input.write_text(&report);
        if (!report.notes.empty()) input.notes = std::move(report.notes);
        if (context.single && (!report.complete || input.stopped()))
            out.resize(begin);
        else if (context.single)
            out.append(out.size() == begin ? "[" : "").append("]\n");
        return {};
    }

  private:
    std::optional<std::string> move_;  // list only this move
    std::uint64_t count_ = std::numeric_limits<std::uint64_t>::max();
};

/// The question `perft`: the number of lines of legal moves.
class Perft : public Question {
  public:
    Perft() {
        using solver::RollCount;
        options.whole("depth", request_.depth, 0, 100, "Number of plies").at_command_line("DEPTH");
        options.word("rolls", request_.rolls, std::array{RollCount::None, RollCount::Sum},
                     "Count each move once (none, the default), or add the counts of all faces (sum)");
        options.flag("divide", request_.divide, "Add the count of each first move");
    }

    Status run(QuestionInput& input) const override {
        reports::PerftRequest request = request_;
        request.interrupted = input.context.stop;
        reports::PerftReport report;
        report.notes = std::move(input.notes);
        if (Status done = input.game.perft(input.puzzle, request, report); !done) return done;
        if (input.stopped()) return {};  // an interrupted count is useless
        input.notes = report.notes;
        input.answer(report);
        return {};
    }

  private:
    reports::PerftRequest request_;
};

}  // namespace

bool is_allowed(const reports::MoveRecord& move, const records::Puzzle& puzzle) {
    return !puzzle.roll || move.faces.empty() ||
           std::find(move.faces.begin(), move.faces.end(), *puzzle.roll) != move.faces.end();
}

std::vector<Kind> solve_kinds() {
    return {{"solve", make<Solve>}, {"moves", make<Moves>}, {"perft", make<Perft>, true, Scope::Local}};
}

}  // namespace octomate::questions
