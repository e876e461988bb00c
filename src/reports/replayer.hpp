#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/position.hpp"
#include "draw/scene.hpp"
#include "reports/reports.hpp"
#include "reports/solution.hpp"

namespace octomate::reports {

/// Plays the plies of a game one after another and reports their faults.
template <Written P>
class Replayer {
  public:
    Replayer(const GameScore& game, const P& start, const ReportLimits& report_limits)
        : game_(game), position_(start), report_limits_(report_limits) {}

    /// Replays the game and returns the report; may be called only once.
    Replay run() {
        bool goes_on = true;
        for (std::size_t i = 0; i < game_.plies.size() && goes_on; ++i) {
            replay_.complete = !report_limits_.is_over(bytes_);
            if (!replay_.complete) break;
            goes_on = play(game_.plies[i]);
            if (!goes_on) check_unplayed_plies(i);
        }
        replay_.faults.insert(replay_.faults.begin(), game_.faults.begin(), game_.faults.end());
        judge_result(goes_on && replay_.complete);
        replay_.fen = position_.fen();
        if constexpr (draw::Pictured<P>)
            replay_.scene = std::make_shared<const draw::Scene>(scene_of(position_));
        return std::move(replay_);
    }

  private:
    using Move = typename P::Move;

    /// Returns `fault` with the line and offset of `ply`.
    static TextFault located(const Ply& ply, Fault fault) {
        return {ply.line, {fault.code, "line", ply.offset + fault.offset, std::move(fault.message)}};
    }

    /// Plays one ply; returns false if its move is not legal, which ends the replay.
    bool play(const Ply& ply) {
        replay_.plies.push_back({position_.turn(), ply.roll, ply.move, {}, ply.faults});
        ReplayedPly& record = replay_.plies.back();
        auto read = position_.read_move(ply.move);
        if (read) {
            judge_die(ply, read->move, record.faults);
            for (Fault& remark : read->remarks) record.faults.push_back(located(ply, std::move(remark)));
            record.move = position_.notation(read->move);
            position_ = position_.play(read->move);
        } else {
            record.faults.insert(record.faults.begin(),
                                 located(ply, illegal_move_fault(ply, std::move(read.error()))));
        }
        record.fen = position_.fen();
        bytes_ += record.fen.size();
        return read.has_value();
    }

    /// Returns the fault of a move that is not legal: GameOver if the game has ended before, else `fault`.
    Fault illegal_move_fault(const Ply& ply, Fault fault) const {
        if (fault.code == FaultCode::NotAMove || position_.outcome() == Outcome::Ongoing) return fault;
        return {
            FaultCode::GameOver, "", 0,
            fmt::format("\"{}\" comes after the {}, expected the end of the game", ply.move, end_of_game())};
    }

    /// Checks the roll that is written with a ply against its legal move.
    void judge_die(const Ply& ply, Move move, std::vector<TextFault>& faults) const {
        const int face = own_roll(position_, move).face;
        if (face == 0) {
            if (ply.roll) report_unused_die(ply, faults);
        } else if (ply.roll) {
            judge_face(ply, move, faults);
        } else if (ply.faults.empty()) {  // a ply with faults has an unreadable roll
            const std::string_view problem =
                ply.no_die ? "the die is used here, not \"(-)\"" : "the die is missing";
            faults.push_back(located(ply, {FaultCode::WrongDie, "", 0,
                                           fmt::format("{}: expected a face that allows {}, such as \"({})\"",
                                                       problem, position_.notation(move), face)}));
        }
    }

    void report_unused_die(const Ply& ply, std::vector<TextFault>& faults) const {
        faults.push_back(
            located(ply, {FaultCode::WrongDie, "", 0,
                          fmt::format("no die is used {}, expected \"(-)\" or nothing instead of \"({})\"",
                                      position_.in_check() ? "in check" : "here", *ply.roll)}));
    }

    /// Checks that the move may be played on the written face: it obeys the face, or no legal move does.
    void judge_face(const Ply& ply, Move move, std::vector<TextFault>& faults) const {
        for (const auto& chance : position_.rolls()) {
            if (chance.roll.face != *ply.roll) continue;
            MoveList<P> moves;
            if (position_.legal_moves(chance.roll, moves) == Freedom::Free) return;
            if (is_among(moves, move)) return;
            if constexpr (HasDie<P>)
                faults.push_back(located(ply, wrong_face_fault(chance.roll, moves, move)));
            return;
        }
        if constexpr (HasDie<P>)
            faults.push_back(located(ply, {FaultCode::BadRoll, "", 0,
                                           fmt::format("the die shows \"{}\", expected 1 to {} or \"-\"",
                                                       *ply.roll, P::die().faces)}));
    }

    /// Returns the fault of `move`, which `roll` does not allow; `moves` are the moves that `roll` allows.
    Fault wrong_face_fault(typename P::Roll roll, const MoveList<P>& moves, Move move) const {
        const auto own_face = own_roll(position_, move);
        const Move allowed_move = *std::min_element(moves.begin(), moves.end());
        const Die& die = P::die();
        return {FaultCode::WrongFace, "", 0,
                fmt::format("face {} asks for {}, where {} is possible, but {} {} {} (face {})",
                            static_cast<int>(roll.face), die.phrase(position_.roll_name(roll)),
                            position_.notation(allowed_move), position_.notation(move), die.singular_verb,
                            die.phrase(position_.roll_name(own_face)), static_cast<int>(own_face.face))};
    }

    /// Checks the plies after ply `last`, with which the replay ended: reports the faults that the parser
    /// found in them, up to the first text that is not a move. Their moves are not played.
    void check_unplayed_plies(std::size_t last) {
        if (replay_.plies.back().faults.front().fault.code == FaultCode::NotAMove) return;
        for (std::size_t next = last + 1; next < game_.plies.size(); ++next) {
            replay_.complete = !report_limits_.is_over(bytes_);
            if (!replay_.complete) return;
            const Ply& ply = game_.plies[next];
            replay_.faults.insert(replay_.faults.end(), ply.faults.begin(), ply.faults.end());
            auto read = position_.read_move(ply.move);
            if (read || read.error().code != FaultCode::NotAMove) continue;
            replay_.faults.push_back(located(ply, std::move(read.error())));
            return;
        }
    }

    /// Returns how the game has ended, in words.
    std::string_view end_of_game() const {
        if (position_.outcome() == Outcome::Draw) return "stalemate";
        return position_.in_check() ? "checkmate" : "a win without mate";
    }

    /// Sets the result, and reports a written result that contradicts the board. Players may resign or agree
    /// on a draw, so only a finished game can contradict it.
    void judge_result(bool complete) {
        const std::string board_result(result_text(position_.outcome()));
        replay_.result = game_.result == "*" ? board_result : game_.result;
        if (!complete || board_result == "*" || replay_.result == board_result) return;
        replay_.faults.push_back(
            {game_.result_line,
             {FaultCode::WrongResult, "line", game_.result_offset,
              fmt::format("the result \"{}\" is written, but the game ends in {}, expected \"{}\"",
                          game_.result, end_of_game(), board_result)}});
    }

    const GameScore& game_;
    P position_;
    const ReportLimits& report_limits_;
    std::size_t bytes_ = 0;  // total size of the FENs in the report
    Replay replay_;
};

/// Replays a game from its FEN tag, or else from the starting position `first`, until the time runs out.
///
/// The replay continues after a fault that leaves the move clear: WrongFace, WrongDie, WrongPiece,
/// WrongCascade, WrongSuffix, BadRoll. It ends at a text that is not a move (NotAMove), at a move that is not
/// legal (IllegalMove, MissingPromotion) and at a move after the end of the game (GameOver). If the FEN is
/// not valid, nothing is replayed and the report has a refusal.
template <Written P>
Replay replay(const GameScore& game, const P& first, const ReportLimits& report_limits) {
    const std::optional<std::string> fen = game.fen();
    if (!fen) return Replayer<P>(game, first, report_limits).run();
    auto start = first.read_fen(*fen);
    if (!start) return refuse(game, "FEN", std::move(start.error()));
    Replay out = Replayer<P>(game, start->value, report_limits).run();
    out.notes = std::move(start->notes);
    return out;
}

}  // namespace octomate::reports
