#include "games/superpermutation/games.hpp"

#include <array>

#include "facade/game_of.hpp"
#include "games/superpermutation/rules/setup.hpp"

namespace octomate::superpermutation {

namespace {

/// Draws one of the two games.
template <class P>
class Painter : public games::PainterOf<P> {
  public:
    explicit Painter(const games::BuiltInScore& score) : games::PainterOf<P>(P()), score_(score) {}

    std::optional<std::string> text_of(const std::vector<std::string>& cells, Color turn) const override {
        board8::Board board;
        if (cells.size() != 64) return std::nullopt;
        for (std::size_t square = 0; square < cells.size(); ++square) {
            if (cells[square].empty()) continue;
            const auto man = board8::man_of(cells[square].front());
            if (!man || cells[square].size() > 1) return std::nullopt;
            board.put(*man, static_cast<board8::Square>(square));
        }
        return write_fen(board, turn);
    }

    std::vector<games::BuiltInScore> scores() const override { return {score_}; }

  private:
    const games::BuiltInScore score_;
};

template <class P>
std::unique_ptr<const games::Game> game(std::string_view title, const games::BuiltInScore& score,
                                        games::Services services) {
    return std::make_unique<games::GameOf<P>>(games::About{P::variant(), title, 8, 8, die_of<P>()}, P(),
                                              std::make_unique<Painter<P>>(score), std::move(services));
}

}  // namespace

std::unique_ptr<const games::Game> d8_game(games::Services services) {
    return game<D8Position>("Superpermutation d8 Chess",
                            {"superpermutation-d8.txt", "The published d8 game, with its one slip"},
                            std::move(services));
}

std::unique_ptr<const games::Game> parent_game(games::Services services) {
    return game<ParentPosition>("Superpermutation Chess",
                                {"superpermutation.txt", "The published game without a die"},
                                std::move(services));
}

}  // namespace octomate::superpermutation
