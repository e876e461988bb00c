// A wrapper that hides the optional functions of a game, so that the solver uses its generic code.
#pragma once

#include "core/position.hpp"

namespace octomate::laws {

/// Wraps P with only the functions that the concept `Position` requires, and hides its faster optional ones.
template <Position P>
class Plain {
  public:
    using Move = typename P::Move;
    using Roll = typename P::Roll;
    using Moves = typename P::Moves;
    static constexpr unsigned chance_unit = P::chance_unit;
    static constexpr int plies_in_a_row = octomate::plies_in_a_row<P>;

    Plain() = default;
    explicit Plain(const P& position) : position_(position) {}

    Color turn() const { return position_.turn(); }
    Outcome outcome() const { return position_.outcome(); }
    auto rolls() const { return position_.rolls(); }
    void legal_moves(Moves& out) const { position_.legal_moves(out); }
    Freedom legal_moves(const Roll& roll, Moves& out) const { return position_.legal_moves(roll, out); }
    Plain play(const Move& move) const { return Plain(position_.play(move)); }
    PositionKey key() const { return position_.key(); }

    bool operator==(const Plain&) const = default;

  private:
    P position_;
};

}  // namespace octomate::laws
