// Checks the players' search against a plain expectimax, its evaluation and its limits.
#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/evaluation.hpp"
#include "games/superpermutation/rules/move.hpp"
#include "laws/evaluation.hpp"
#include "laws/law.hpp"
#include "players/search.hpp"
#include "players/session.hpp"
#include "players/session_of.hpp"
#include "solver/faces.hpp"
#include "toy/heap.hpp"

namespace octomate::laws {

namespace {

template <class Rules>
std::string wrong_symmetry(const superpermutation::Position<Rules>& position) {
    const auto image = [&](const board8::Board& board, Color turn) {
        return superpermutation::Position<Rules>(board, turn);
    };
    const auto& board = position.board();
    if (std::string wrong = wrong_evaluation(position, superpermutation::evaluation<Rules>()); !wrong.empty())
        return wrong;
    const double guess = position.evaluate();
    using namespace superpermutation;
    if (image(mirrored(board), position.turn()).evaluate() != guess) return "the mirror";
    const auto turned = mirrored(recoloured(upside_down(board)));
    return image(turned, !position.turn()).evaluate() == guess ? "" : "the other colours";
}

TEMPLATE_TEST_CASE("Players: symmetric positions have the same evaluation", "[law][players]", D8Position,
                   ParentPosition) {
    check_law<TestType>([](const TestType& position) { return wrong_symmetry(position); }, 7);
}

TEST_CASE("Players: the certain part of the chance is the share of winning rolls", "[law][players]") {
    check_law<D8Position>(
        [](const D8Position& position) -> std::string {
            Facts facts;
            if (!position.facts(facts)) return "";
            solver::Faces<D8Position> faces;
            return facts.sure == solver::winning_share(position, faces) ? "" : "sure";
        },
        7);
}

TEMPLATE_TEST_CASE("Players: the search agrees with plain expectimax, with and without pruning",
                   "[law][players]", D8Position, ParentPosition) {
    check_law<TestType>([](const TestType& position) { return compare_with_expectimax(position, 1); }, 997);
    check_law<TestType>([](const TestType& position) { return compare_with_expectimax(position, 2); }, 4999);
}

TEMPLATE_TEST_CASE("Players: an appraisal has the value of plain expectimax", "[law][players]", D8Position,
                   ParentPosition) {
    const TestType start;
    players::SessionOf<TestType> session(start);
    for (const int depth : {1, 2}) {
        check_law<TestType>(
            [&](const TestType& position) -> std::string {
                session.start(position.fen()).value();
                players::Limits limits;
                limits.depth = depth;
                const auto all = session.appraise(limits);
                return all.value == plain_value(position, depth) ? "" : fmt::format("depth {}", depth);
            },
            depth == 1 ? 1009 : 7001);
    }
}

TEMPLATE_TEST_CASE("Players: the search handles rolls of unequal weight and several plies in a row",
                   "[law][players]", toy::Heap<true>, toy::Heap<false>) {
    for (int stones = 1; stones <= 12; ++stones) {
        for (int depth = 0; depth <= 6; ++depth) {
            CAPTURE(stones, depth);
            CHECK(compare_with_expectimax(TestType(stones, Color::White), depth) == "");
        }
    }
}

template <class P>
std::string compare_lookahead(const P& position, int depth) {
    if (position.outcome() != Outcome::Ongoing) return {};
    players::Lookahead<P> lookahead(depth);
    lookahead.evaluate_rolls(position);
    players::SearchOptions options;
    options.hash_bytes = 1 << 16;
    const double value = players::Search<P>(options).value(position, depth);
    if (std::abs(lookahead.mean() - value) > 1e-12)
        return fmt::format("depth {}: {} before the roll, the search has {}", depth, lookahead.mean(), value);
    std::size_t roll_index = 0;
    for (const auto& chance : position.rolls()) {
        MoveList<P> moves;
        position.legal_moves(chance.roll, moves);
        const auto& rolled = lookahead.rolls()[roll_index++];
        if (rolled.weight != chance.weight || !is_among(moves, rolled.best)) return "a roll";
        const P next = position.play(rolled.best);
        const double after = plain_value(next, depth - 1);
        if ((next.turn() == position.turn() ? after : -after) != rolled.value) return "the value of a roll";
    }
    return {};
}

TEST_CASE("Players: the values of the rolls have the mean that the search finds", "[law][players]") {
    check_law<D8Position>([](const D8Position& position) { return compare_lookahead(position, 1); }, 199);
    check_law<D8Position>([](const D8Position& position) { return compare_lookahead(position, 2); }, 9973);
    for (int stones = 2; stones <= 12; ++stones) {
        for (int depth = 1; depth <= 4; ++depth)
            CHECK(compare_lookahead(toy::Heap<true>(stones, Color::White), depth) == "");
    }
}

TEST_CASE("Players: known values decide for players without errors, and are not used by level 1",
          "[law][players]") {
    const D8Position start = D8Position::from_fen("8/8/8/3k4/8/8/1R6/K7 w").value().value;
    MoveList<D8Position> moves;
    start.legal_moves(moves);
    players::Question question;
    question.face = players::any_face;
    std::size_t lookups = 0;
    for (const auto& move : moves) {
        const PositionKey wanted = start.play(move).key();
        const auto known = [&](const D8Position& position) -> std::optional<double> {
            ++lookups;
            return position.key() == wanted ? std::optional(-0.9) : std::nullopt;
        };
        players::SessionOf<D8Position> session(start, known);
        const players::Decision decision = session.think(*players::built_in_player("depth-1"), question);
        CHECK(decision.lines.front().move.uci == start.uci(move));
        CHECK(decision.lines.front().value == 0.9);
        lookups = 0;
        session.think(players::level_player(1), question);
        CHECK(lookups == 0);
    }
}

TEST_CASE("Players: three threads find the values that one finds", "[law][players]") {
    check_law<D8Position>(
        [](const D8Position& position) -> std::string {
            MoveList<D8Position> moves;
            position.legal_moves(moves);
            if (moves.empty()) return {};
            const auto searched = [&](bool all, int threads) {
                const players::SearchOptions options{.width = 3, .evaluate_all = all, .hash_bytes = 1 << 16};
                auto lines = players::Search<D8Position>(options)
                                 .run(position, moves, {.depth = 3, .threads = threads})
                                 .lines;
                std::sort(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
                    return a.value != b.value ? a.value > b.value : a.move < b.move;
                });
                return lines;
            };
            const auto one = searched(true, 1), three = searched(true, 3);
            for (std::size_t at = 0; at < one.size(); ++at) {
                if (one[at].move != three[at].move || one[at].value != three[at].value)
                    return "values of moves";
            }
            return searched(false, 1).front().value == searched(false, 3).front().value ? "" : "the value";
        },
        4999);
}

TEST_CASE("Players: a search limited by nodes is reproducible", "[law][players]") {
    check_law<D8Position>(
        [](const D8Position& position) -> std::string {
            MoveList<D8Position> moves;
            position.legal_moves(moves);
            if (moves.empty()) return {};
            players::SearchOptions options;
            options.width = 3;
            options.hash_bytes = 1 << 16;
            players::Search<D8Position> used(options);
            players::Limits limits;
            limits.nodes = 300;
            MoveList<D8Position> others;
            D8Position().legal_moves(others);
            used.run(D8Position(), others, limits);
            const auto first = used.run(position, moves, limits);
            const auto again = players::Search<D8Position>(options).run(position, moves, limits);
            if (first.nodes > limits.nodes) return "more nodes than were allowed";
            if (first.depth != again.depth || first.nodes != again.nodes) return "depth or nodes";
            const auto same = [](const auto& a, const auto& b) {
                return a.move == b.move && a.value == b.value;
            };
            return std::equal(first.lines.begin(), first.lines.end(), again.lines.begin(), again.lines.end(),
                              same)
                       ? ""
                       : "lines";
        },
        1999);
}

}  // namespace

}  // namespace octomate::laws
