#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board8/man.hpp"
#include "facade/painter_of.hpp"
#include "games/superpermutation/picture.hpp"
#include "games/superpermutation/rules/setup.hpp"
#include "games/superpermutation/themes.hpp"

namespace octomate::superpermutation {

/// Draws one of the two games.
template <class P>
class Painter : public games::PainterOf<P> {
  public:
    explicit Painter(std::vector<games::BuiltInScore> scores)
        : games::PainterOf<P>(P()), scores_(std::move(scores)) {}

    std::vector<std::string> palette() const override {
        return {"K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"};
    }

    int most_on_a_square() const override { return 1; }

    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        Setup setup;
        setup.turn = turn;
        if (cells.size() != setup.men.size()) return std::nullopt;
        for (std::size_t square = 0; square < cells.size(); ++square) {
            if (cells[square].empty()) continue;
            const auto man = board8::man_of(cells[square].front());
            if (!man || cells[square].size() > 1) return std::nullopt;
            setup.men[square] = *man;
        }
        return write_setup(setup);
    }

    std::vector<games::BuiltInScore> scores() const override { return scores_; }

  private:
    const std::vector<games::BuiltInScore> scores_;
};

}  // namespace octomate::superpermutation
