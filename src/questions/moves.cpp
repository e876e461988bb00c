#include "questions/moves.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "json/text.hpp"
#include "reports/json.hpp"
#include "text/text.hpp"

namespace octomate::questions {

using records::json_text_of;

std::string board_json(const reports::MoveRecord& move) {
    std::string json = reports::json(move);
    json.pop_back();
    if (!move.ends.from.empty())
        json +=
            fmt::format(",\"from\":{},\"to\":{}", json_text_of(move.ends.from), json_text_of(move.ends.to));
    if (!move.ends.becomes.empty()) json += ",\"becomes\":" + json_text_of(move.ends.becomes);
    if (!move.ends.part.empty()) json += ",\"part\":" + json_text_of(move.ends.part);
    if (move.ends.state) json += fmt::format(",\"state\":{}", *move.ends.state);
    if (!move.ends.then_from.empty())
        json += fmt::format(",\"then\":{{\"from\":{},\"to\":{}}}", json_text_of(move.ends.then_from),
                            json_text_of(move.ends.then_to));
    return json + '}';
}

bool is_allowed(const reports::MoveRecord& move, const records::Puzzle& puzzle) {
    return !puzzle.roll || move.faces.empty() ||
           std::find(move.faces.begin(), move.faces.end(), *puzzle.roll) != move.faces.end();
}

namespace {

class Moves : public Question {
  public:
    Moves();
    Status run(Asked& asked) const override;

  private:
    std::optional<std::string> move_;  // the only one that is asked about
    std::uint64_t count_ = std::numeric_limits<std::uint64_t>::max();
};

Moves::Moves() {
    options.text("move", move_, "List only the move with this text, long or short")
        .at_command_line("--move MOVE");
    options.whole("count", count_, 1, std::numeric_limits<std::uint64_t>::max(),
                  "List only the first N moves in the order of their machine forms (default: all)");
}

Status Moves::run(Asked& asked) const {
    reports::MovesRequest request{asked.reader(), asked.context.patience};
    if (move_) {
        auto read = asked.game.read_move(asked.puzzle, trim(*move_));
        if (!read) return Unexpected{std::move(read.error())};
        request.only = *std::move(read);
    }
    const Context& context = asked.context;
    std::string& out = asked.output.data;
    const std::size_t begin = out.size();
    reports::MovesReport report;
    report.notes = std::move(asked.notes);
    std::uint64_t left = count_;
    request.take = [&](reports::MoveRecord& move) {
        if (!is_allowed(move, asked.puzzle)) return true;
        if (context.text) {
            move.fen = {};
            report.moves.push_back(std::move(move));
        } else if (context.single) {
            out.append(out.size() == begin ? "[" : ",").append(board_json(move));
        } else {
            out += reports::json(move) + '\n';
            if (!report.notes.empty()) asked.notes = std::exchange(report.notes, {});
            if (context.pass_on) context.pass_on(out);
        }
        return --left > 0 && !*context.stop;
    };
    if (Status done = asked.game.moves(asked.puzzle, request, report); !done) return done;
    if (move_ && left == count_ && report.complete)
        return Unexpected{Faults{
            {FaultCode::IllegalMove, "move", 0,
             fmt::format("{} may not be played on roll {}", quote(*move_), asked.puzzle.roll.value_or(0))}}};
    asked.wrote_text(&report);
    if (!report.notes.empty()) asked.notes = std::move(report.notes);
    if (context.single && (!report.complete || *context.stop))
        out.resize(begin);
    else if (context.single)
        out.append(out.size() == begin ? "[" : "").append("]\n");
    return {};
}

}  // namespace

std::unique_ptr<Question> make_moves() { return make<Moves>(); }

}  // namespace octomate::questions
