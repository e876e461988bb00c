// Compares the rules of Super Chess in src/ with the naive rules.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "games/super_chess/games.hpp"
#include "laws/evaluation.hpp"
#include "laws/law.hpp"
#include "laws/super_chess_agreement.hpp"
#include "laws/super_chess_corpus.hpp"
#include "solver/perft.hpp"

namespace octomate::laws {

using super_chess::Turn;

TEST_CASE("the fast and the naive rules of Super Chess give the same moves", "[law][turns]") {
    std::map<Turn, std::size_t> turns;
    std::size_t hops = 0, mates = 0, climbs = 0, passing = 0, left = 0, suicides = 0, again = 0;
    check_law<SuperPosition>([&](const SuperPosition& position) {
        for (const auto move : sorted_moves(position)) {
            ++turns[move.turn()];
            hops += super_chess::hops(position, move);
            left += move.left_pawn() != super_chess::Suffix::None;
            passing += super_chess::victim(position, move) != super_chess::Kind::None &&
                       !position.board().at(move.to());
            const std::string_view by = position.wins_by(move);
            mates += by == "mate";
            climbs += by == "high_ground";
            if (!move.is_travel()) continue;
            const SuperPosition after = position.play(move);
            again += after.turn() == position.turn();
            suicides += after.outcome() == won_by(!position.turn());
        }
        return difference(fast_turns(position), naive_turns(position));
    });
    // Enough of the compared turns must be rare ones.
    constexpr std::size_t part = slow_build ? 10 : 1;
    for (const Turn turn :
         {Turn::SlideOut1, Turn::SlideOut2, Turn::JumpOff1, Turn::JumpOff2, Turn::TurnOver, Turn::CastleShort,
          Turn::CastleLong, Turn::SuperCastle, Turn::HyperCastle, Turn::Travel}) {
        CAPTURE(static_cast<int>(turn));
        CHECK(turns[turn] > 100 / part);
    }
    CHECK(hops > 1000 / part);
    CHECK(mates > 200 / part);
    CHECK(climbs > 100 / part);
    CHECK(passing > 300 / part);
    CHECK(left > 100 / part);
    CHECK(again > 100 / part);
    if (!slow_build) CHECK(suicides > 0);
}

TEST_CASE("the fast and the naive rules of Super Chess give the same outcomes", "[law]") {
    check_law<SuperPosition>([](const SuperPosition& position) { return compare_ends(position); });
}

TEST_CASE("counts and winning moves of Super Chess agree with the list of moves", "[law]") {
    check_law<SuperPosition>(compare_counts_and_wins<SuperPosition>);
}

TEST_CASE("the fast and the naive rules of Super Chess accept the same placements", "[law]") {
    Random random(9);
    std::size_t accepted = 0;
    std::string wrong;
    constexpr std::size_t placements = slow_build ? 2'000 : 20'000;
    for (std::size_t n = 0; n < placements; ++n) {
        auto position = super::position_of(random, super::families[n % super::families.size()]);
        if (random.one_in(8)) position.now.castling[random.below(4)] = true;
        if (random.one_in(8))
            position.now.en_passant =
                static_cast<int>((position.now.turn == 'w' ? 40 : 16) + random.below(8));
        if (random.one_in(8)) {
            auto& stack = position.now.squares[random.below(64)];
            if (!stack.parts.empty() && stack.parts.front().kind == 'R') stack.parts.front().identity = 'q';
        }
        const bool right = naive::super_chess::acceptable(position);
        if (right) ++accepted;
        const std::string text = naive::super_chess::to_text(position);
        if (SuperPosition::from_fen(text).has_value() != right) wrong += "\n" + text;
    }
    CHECK(wrong == "");
    CHECK(accepted > placements / 10);
    CHECK(accepted < placements - placements / 10);
}

TEST_CASE("the fast and the naive rules of Super Chess write the same FENs", "[law]") {
    check_law<SuperPosition>([](const SuperPosition& position) -> std::string {
        const std::string text = position.fen();
        if (naive::super_chess::to_text(to_naive(position)) != text) return "slow text";
        const auto read = SuperPosition::from_fen(text);
        return read && read->value == position && read->value.key() == position.key() ? "" : "fast text";
    });
}

TEST_CASE("both notations of a Super Chess move are parsed back to the move", "[law]") {
    check_law<SuperPosition>(
        [](const SuperPosition& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                for (const std::string& text : {position.uci(move), position.notation(move)}) {
                    const auto read = position.read_move(text);
                    if (!read || read->move != move || !read->remarks.empty()) return text;
                }
            }
            return {};
        },
        20);
}

namespace {

/// Applies the marks of a move to a board, except crosses: captured stacks must be removed before.
struct StackMarkApplier {
    std::vector<std::string> cells;

    std::string& at(draw::Square square) { return cells[static_cast<std::size_t>(square)]; }

    void operator()(const draw::Arrow& arrow) {
        std::string& from = at(arrow.from);
        const auto pieces = static_cast<std::size_t>(arrow.pieces);
        const std::size_t begin = arrow.lowest ? 0 : from.size() - pieces;
        at(arrow.to) += from.substr(begin, pieces);
        from.erase(begin, pieces);
    }
    void operator()(const draw::Jump& jump) { std::swap(at(jump.from), at(jump.to)); }
    void operator()(const draw::Medal& medal) { at(medal.square).back() = medal.piece; }
    template <class Mark>
    void operator()(const Mark&) {}
};

}  // namespace

TEST_CASE("applying the marks of a Super Chess move gives the board after it", "[law][render]") {
    check_law<SuperPosition>(
        [](const SuperPosition& position) -> std::string {
            const draw::Scene before = scene_of(position);
            for (const auto move : sorted_moves(position)) {
                if (move.is_travel()) continue;
                draw::Scene scene = before;
                mark_move(scene, position, move);
                StackMarkApplier applier{before.cells};
                for (const draw::Mark& mark : scene.marks) {
                    if (const auto* cross = std::get_if<draw::Cross>(&mark))
                        applier.at(cross->square).clear();
                }
                for (const draw::Mark& mark : scene.marks) std::visit(applier, mark);
                if (applier.cells != scene_of(position.play(move)).cells) return position.notation(move);
            }
            return {};
        },
        slow_build ? 11 : 5);
}

TEST_CASE("the fast and the naive rules of Super Chess have the same perft counts", "[law]") {
    check_law<SuperPosition>(
        [](const SuperPosition& position) -> std::string {
            return solver::perft(position, 2) == naive::super_chess::perft(to_naive(position), 2) ? ""
                                                                                                  : "lines";
        },
        slow_build ? 97 : 199);
}

namespace {

using super_chess::Stack;

/// Returns the position without earlier states and castling rights, and if `turned` rotated by 180 degrees
/// with the sides exchanged. The rotation keeps the colours of squares, but not castling rights.
SuperPosition image(const SuperPosition& position, bool turned) {
    super_chess::Snapshot state = position.now();
    super_chess::UsedRooks used = position.used();
    state.castling = 0;
    if (turned) {
        state.board = {};
        for (int square = 0; square < 64; ++square) {
            const Stack stack = position.board().at(square);
            if (!stack) continue;
            Stack image = Stack(stack.kind(), !stack.side())
                              .with_light_bishop(stack.has_light_bishop())
                              .with_captures(stack.captured_pieces(), stack.captured_points())
                              .with_castled(stack.super_castled(), stack.hyper_castled())
                              .with_moved(stack.has_moved());
            for (int at = 0; at < 3; ++at) image = image.with_identity(at, stack.identity(at));
            state.board.put(image, 63 - square);
        }
        state.turn = !state.turn;
        if (state.en_passant >= 0) state.en_passant = static_cast<std::int8_t>(63 - state.en_passant);
        std::swap(state.bare_turns[0], state.bare_turns[1]);
        std::swap(used[0], used[1]);
    }
    return {state, used, {}};
}

}  // namespace

TEST_CASE("the evaluation of Super Chess follows from its facts, and is the same for both sides",
          "[law][players]") {
    check_law<SuperPosition>([](const SuperPosition& position) -> std::string {
        if (std::string wrong = wrong_evaluation(position, super_chess::evaluation()); !wrong.empty())
            return wrong;
        return image(position, true).evaluate() == image(position, false).evaluate() ? ""
                                                                                     : "the other colours";
    });
}

TEST_CASE("value_after of a Super Chess move equals the evaluation of the position after it",
          "[law][players]") {
    check_law<SuperPosition>(
        [](const SuperPosition& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                const SuperPosition after = position.play(move);
                const double value = after.turn() == position.turn() ? after.evaluate() : -after.evaluate();
                if (position.value_after(move) != value) return position.uci(move);
            }
            return "";
        },
        7);
}

TEST_CASE("the players' search of Super Chess agrees with plain expectimax", "[law][players]") {
    check_law<SuperPosition>(
        [](const SuperPosition& position) { return compare_with_expectimax(position, 1); }, 997);
}

}  // namespace octomate::laws
