// The hot loops (kernels) are compiled for several instruction sets. Checks that each is consistent and that
// all give the same results; agreement_test.cpp compares those in use with the naive rules.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "games/superpermutation/rules/kernel.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

using superpermutation::Kernel;
using superpermutation::Kernels;
using superpermutation::Move;
using superpermutation::Moves;

template <class P>
const Kernel& of(const Kernels& kernels) {
    return naive_game<P> == naive::Game::d8 ? kernels.d8 : kernels.parent;
}

std::vector<Move> sorted(const Moves& moves) {
    std::vector<Move> sorted(moves.begin(), moves.end());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

/// Checks whether a legal move mates, by playing it and all replies.
bool mates(const Kernel& kernel, const board8::Board& board, Color us, Move move) {
    board8::Board after;
    kernel.play[index(us)](board, move, after);
    Moves answers;
    kernel.list(after, !us, answers);
    return answers.empty() && king_attacked(after, !us);
}

/// Checks the counts and lists that `kernel` computes in bulk against its own list of legal moves. Returns
/// what differs, or an empty string.
template <class P>
std::string contradiction(const P& position, const Kernel& kernel) {
    const board8::Board& board = position.board();
    const Color us = position.turn();
    Moves listed, found;
    kernel.list(board, us, listed);
    if (static_cast<std::size_t>(kernel.count(board, us)) != listed.size()) return "count";

    std::uint64_t lines = 0;
    for (const Move move : listed) {
        board8::Board after;
        kernel.play[index(us)](board, move, after);
        lines += static_cast<std::uint64_t>(kernel.count(after, !us));
    }
    if (kernel.count_lines(board, us, 2) != lines) return "lines of two plies";
    if (kernel.in_check(board, us) != king_attacked(board, us)) return "in check";

    superpermutation::FileCounts files{};
    for (const Move move : listed) ++files[static_cast<std::size_t>(board8::file_of(move.to))];
    if (kernel.count_by_file(board, us) != files) return "count by file";

    for (int file = 0; file < 8 && naive_game<P> == naive::Game::d8; ++file) {
        Moves all = listed;
        const auto other = [&](Move move) { return board8::file_of(move.to) != file; };
        all.resize(static_cast<std::size_t>(std::remove_if(all.begin(), all.end(), other) - all.begin()));
        kernel.list_on_file(board, us, file, found);
        if (!std::equal(all.begin(), all.end(), found.begin(), found.end()))
            return "moves on a file, or their order";
    }

    Moves expected;
    for (const Move move : listed) {
        if (mates(kernel, board, us, move)) expected.push_back(move);
    }
    kernel.mates(board, us, found);
    return sorted(found) == sorted(expected) ? "" : "mates";
}

/// Compares the moves and resulting boards of two kernels. Returns what differs, or an empty string.
template <class P>
std::string difference(const P& position, const Kernel& one, const Kernel& other) {
    const board8::Board& board = position.board();
    const Color us = position.turn();
    Moves moves, same;
    one.list(board, us, moves);
    other.list(board, us, same);
    if (!std::equal(moves.begin(), moves.end(), same.begin(), same.end()))
        return "the moves or their order, on which random games depend";
    for (const Move move : moves) {
        board8::Board after, like;
        one.play[index(us)](board, move, after);
        other.play[index(us)](board, move, like);
        if (after != like) return "the board after " + position.uci(move);
    }
    return {};
}

}  // namespace

TEMPLATE_TEST_CASE("the portable loops are consistent", "[law]", D8Position, ParentPosition) {
    check_law<TestType>([](const TestType& position) {
        return contradiction(position, of<TestType>(superpermutation::portable_kernels));
    });
}

TEMPLATE_TEST_CASE("the BMI2 loops are consistent and agree with the portable ones", "[law]", D8Position,
                   ParentPosition) {
    const Kernels* bmi2 = superpermutation::bmi2_kernels_if_usable();
    if (!bmi2) {
        WARN("this CPU or this build has no BMI2 loops");
        return;
    }
    const Kernel& portable = of<TestType>(superpermutation::portable_kernels);
    check_law<TestType>([&](const TestType& position) {
        const std::string wrong = contradiction(position, of<TestType>(*bmi2));
        return wrong.empty() ? difference(position, of<TestType>(*bmi2), portable) : wrong;
    });
}

}  // namespace octomate::laws
