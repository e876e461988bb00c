#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/written.hpp"
#include "json/text.hpp"
#include "solver/mate.hpp"

namespace octomate::reports {

/// Proves the value of a position, that of the mean over all rolls against the best defence, by choices that
/// a reader of the rules can check without a search: our moves prove that it is not lower, the opponent's
/// that it is not higher. Each is a JSON line of a position, our moves to come and a move by face ("0" where
/// no die is used), {"fen":"…","left":2,"play":{"5":"b7e4"}}. Nothing is said of our last move, which is seen
/// to win or not, nor where we win on no roll or on all.
template <Written P>
class MateProof {
  public:
    /// `options`: those of the search whose value is proven, with their limits.
    explicit MateProof(const solver::MateOptions& options) : units_(solver::Dice::Mean) {
        for (int moves = 1; moves <= options.moves; ++moves) {
            solver::MateOptions shorter = options;
            shorter.moves = moves;
            shorter.dice = solver::Dice::Mean;
            shorter.defence = solver::Defence::Best;
            shorter.parallel = false;
            shorter.hash_bytes /= static_cast<std::size_t>(options.moves);  // they share the memory
            searches_.emplace_back(shorter);
        }
    }

    /// The lines; or nothing if a limit was hit.
    std::optional<std::string> of(const P& position) {
        us_ = position.turn();
        const int moves = static_cast<int>(searches_.size());
        show_no_less(position, moves);
        show_no_more(position, moves);
        return complete_ ? std::optional(std::move(text_)) : std::nullopt;
    }

  private:
    using Move = typename P::Move;
    using Value = std::uint64_t;
    using Choices = std::vector<std::pair<int, Move>>;  ///< by face

    solver::MateResult<P> solve(const P& position, int left) {
        auto result = searches_[static_cast<std::size_t>(left) - 1].solve(position);
        complete_ = complete_ && result.complete;
        return result;
    }

    /// The value with so many moves of ours to come, at least one, in units that depend on their number
    /// alone.
    Value value(const P& position, int left) {
        if (const Outcome outcome = position.outcome(); outcome != Outcome::Ongoing)
            return outcome == won_by(us_) ? units_.before_ours(left) : 0;
        if (position.turn() == us_) return solve(position, left).total.lower;
        // The opponent goes on, which no game with a die has.
        MoveList<P> replies;
        position.legal_moves(replies);
        Value least = units_.before_ours(left);
        for (const Move& reply : replies) least = std::min(least, value(position.play(reply), left));
        return least;
    }

    bool is_new(const P& position, int left, bool ours) {
        const PositionKey key = position.key();
        return complete_ && seen_.insert({key.first, key.second, left, ours}).second;
    }

    void add(const P& position, int left, const Choices& choices) {
        text_ += "{\"fen\":";
        records::append_quoted(position.fen(), text_);
        text_ += fmt::format(",\"left\":{},\"play\":{{", left);
        for (const auto& [face, move] : choices)
            text_ += fmt::format("{}\"{}\":\"{}\"", &move == &choices.front().second ? "" : ",", face,
                                 position.uci(move));
        text_ += "}}\n";
    }

    struct Reply {
        Move move;
        Value value;
    };

    std::vector<Reply> replies_to(const P& position, int left) {
        MoveList<P> moves;
        position.legal_moves(moves);
        std::vector<Reply> replies;
        for (const Move& move : moves) replies.push_back({move, value(position.play(move), left)});
        return replies;
    }

    /// Those on a roll.
    static std::vector<Reply> on_roll(const P& position, const typename P::Roll& roll,
                                      std::vector<Reply> replies) {
        MoveList<P> moves;
        position.legal_moves(roll, moves);
        std::erase_if(replies, [&](const Reply& reply) { return !is_among(moves, reply.move); });
        return replies;
    }

    static Reply least(const std::vector<Reply>& replies) {
        return *std::min_element(replies.begin(), replies.end(),
                                 [](const Reply& a, const Reply& b) { return a.value < b.value; });
    }

    /// Our moves, and those after every reply that leaves a chance.
    void show_no_less(const P& position, int left) {
        if (left == 1 || position.outcome() != Outcome::Ongoing || !is_new(position, left, true)) return;
        if (position.turn() != us_) {
            const std::vector<Reply> replies = replies_to(position, left);
            for (const auto& chance : position.rolls()) {
                const std::vector<Reply> rolled = on_roll(position, chance.roll, replies);
                if (least(rolled).value == 0) continue;
                for (const Reply& reply : rolled) show_no_less(position.play(reply.move), left);
            }
            return;
        }
        Choices choices;
        const auto result = solve(position, left);
        for (const auto& face : result.faces)
            if (!face.best.empty()) choices.emplace_back(face.roll.face, face.best.front());
        if (choices.empty()) return;
        add(position, left, choices);
        for (const auto& [face, move] : choices) show_no_less(position.play(move), left - 1);
    }

    /// The replies to every move of ours on a roll that does not surely win.
    void show_no_more(const P& position, int left) {
        if (left == 0 || position.outcome() != Outcome::Ongoing || !is_new(position, left, false)) return;
        Choices choices;
        if (position.turn() == us_) {
            if (left == 1) return;
            const auto result = solve(position, left);
            MoveList<P> moves;
            for (const auto& face : result.faces) {
                if (face.value.lower == result.face_unit) continue;
                position.legal_moves(face.roll, moves);
                for (const Move& move : moves) show_no_more(position.play(move), left - 1);
            }
            return;
        }
        const std::vector<Reply> replies = replies_to(position, left);
        for (const auto& chance : position.rolls()) {
            const Reply reply = least(on_roll(position, chance.roll, replies));
            if (reply.value < units_.before_ours(left)) choices.emplace_back(chance.roll.face, reply.move);
        }
        if (choices.empty()) return;
        add(position, left, choices);
        for (const auto& [face, reply] : choices) show_no_more(position.play(reply), left);
    }

    const solver::MateUnits<P> units_;
    std::deque<solver::MateSearch<P>> searches_;  ///< by our moves to come, from 1
    std::set<std::tuple<std::uint64_t, std::uint64_t, int, bool>> seen_;
    std::string text_;
    Color us_ = Color::White;
    bool complete_ = true;
};

}  // namespace octomate::reports
