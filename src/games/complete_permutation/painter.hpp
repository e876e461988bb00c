#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/complete_permutation/fen.hpp"
#include "games/complete_permutation/picture.hpp"
#include "games/complete_permutation/setup.hpp"
#include "games/complete_permutation/themes.hpp"
#include "games/painter_of.hpp"

namespace octomate::complete_permutation {

/// Draws the game by one of its switches.
class Painter : public games::PainterOf<Position> {
  public:
    explicit Painter(const Position& start)
        : games::PainterOf<Position>(start), switches_(start.state().switches) {}

    std::vector<std::string> palette() const override {
        std::vector<std::string> letters;
        for (const draw::Man& man : men_set()) letters.emplace_back(1, man.letter);
        return letters;
    }

    int most_on_a_square() const override { return 1; }

    /// All pieces that are not on the board are in the reserves, and those that stand where they begin, as
    /// their king does, have not moved.
    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        State state;
        state.turn = turn;
        state.switches = switches_;
        if (cells.size() != squares) return std::nullopt;
        for (Square square = 0; square < squares; ++square) {
            const std::string& cell = cells[static_cast<std::size_t>(square)];
            if (cell.empty()) continue;
            const auto man = man_of(cell.front());
            if (!man || cell.size() > 1) return std::nullopt;
            state.board.put(*man, square);
        }
        for (const Color side : {Color::White, Color::Black}) {
            state.reserves[index(side)] = lost_pieces(state.board, side);
            std::uint16_t at_home = 0;
            for (int file = 0; file < files; ++file) {
                const auto man = state.board.at(home_rank_square(side) + file);
                if (man == Man{*kind_of(home_letters[static_cast<std::size_t>(file)]), side})
                    at_home = static_cast<std::uint16_t>(at_home | 1U << file);
            }
            state.unmoved[index(side)] = at_home & possible_unmoved(state.board, side);
        }
        return write_state(state);
    }

    std::vector<games::BuiltInScore> scores() const override { return {}; }

  private:
    const Switches switches_;
};

}  // namespace octomate::complete_permutation
