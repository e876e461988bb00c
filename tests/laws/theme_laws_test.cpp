// What a spec is refused for is impossible: the laws behind the refusals, by the naive rules, on every
// position of three men in which one side mates, and on random ones of more.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/arrangement.hpp"
#include "games/superpermutation/rules/theme.hpp"
#include "make/arrange.hpp"
#include "naive/naive.hpp"
#include "naive/naive_themes.hpp"

namespace octomate::laws {

namespace {

using superpermutation::D8Position;
using superpermutation::theme_catalogue;
using superpermutation::WantedMove;

/// Holds the laws to positions, and counts the cases.
class Court {
  public:
    void judge(const D8Position& position) {
        MoveList<D8Position> wins;
        position.winning_moves(wins);
        if (wins.empty()) return;
        const auto plain = naive::from_fen(position.fen(), naive::Game::d8);
        INFO(position.fen());
        hold_companions(naive::legal_moves(plain));
        hold_free_faces(naive::faces(plain));
        if (wins.size() != 1) return;
        ++single;
        ThemeSet shown;
        for (const std::string& name : naive::themes(plain))
            shown.insert(theme_catalogue.named(name).value());
        for (const ThemeLaw& law : WantedMove::theme_laws()) {
            INFO(law.why);
            if (!(shown & law.one).empty() && !(shown & law.other).empty()) FAIL_CHECK("both are shown");
        }
    }

    int single = 0, underpromotions = 0, two_free = 0;

  private:
    /// A pawn that mates as a rook or a bishop mates as a queen too.
    void hold_companions(const std::vector<naive::Move>& moves) {
        for (const naive::Move& move : moves) {
            if (!move.mate || (move.promotion != 'r' && move.promotion != 'b')) continue;
            ++underpromotions;
            const auto as_queen = [&](const naive::Move& other) {
                return other.mate && other.from == move.from && other.to == move.to && other.promotion == 'q';
            };
            if (std::none_of(moves.begin(), moves.end(), as_queen)) FAIL_CHECK(move.text);
        }
    }

    /// Free faces allow the same moves.
    void hold_free_faces(const std::vector<naive::Face>& faces) {
        const naive::Face* first = nullptr;
        for (const naive::Face& face : faces) {
            if (!face.free) continue;
            if (first) {
                ++two_free;
                const auto same = [](const naive::Move& a, const naive::Move& b) { return a.uci == b.uci; };
                if (!std::equal(face.moves.begin(), face.moves.end(), first->moves.begin(),
                                first->moves.end(), same))
                    FAIL_CHECK("two free faces differ");
            }
            first = &face;
        }
    }
};

}  // namespace

TEST_CASE("no position breaks the laws for which specs are refused", "[law]") {
    using Men = D8Position::Arrangement;
    Court court;
    for (const char letter : std::string("PNBRQ")) {
        for (int king = 0; king < 64; ++king) {
            for (int other = 0; other < 64; ++other) {
                for (int square = 0; square < 64; ++square) {
                    if (king == other || king == square || other == square) continue;
                    Men men = Men(D8Position()).bare();
                    men.put(Men::royal_man(Color::White), king);
                    men.put(Men::royal_man(Color::Black), other);
                    men.put(*Men::man_of(letter), square);
                    if (const auto position = men.accepted<D8Position>(Color::White)) court.judge(*position);
                }
            }
        }
    }
    CHECK(court.single > 100);
    octomate::Random random(11);
    make::Place<D8Position> few(D8Position(), {}, {4, 9});
    make::Place<D8Position> pawns(D8Position(), {*Men::man_of('P'), *Men::man_of('P')}, {5, 8});
    for (int count = 0; count < 200'000; ++count) {
        if (const auto position = (count % 2 == 0 ? few : pawns).arrange(random)) court.judge(*position);
    }
    CHECK(court.single > 1000);
    CHECK(court.underpromotions > 20);
    CHECK(court.two_free > 50);
}

}  // namespace octomate::laws
