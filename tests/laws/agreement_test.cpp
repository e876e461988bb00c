// The fast rules against the slow judge.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive.hpp"
#include "solver/faces.hpp"
#include "solver/perft.hpp"

namespace octomate::laws {

namespace {

std::string line(std::string_view uci, std::string_view notation, int to, int end, int cascade, bool teleport,
                 bool capture, std::string_view after) {
    return fmt::format("{} {} to {} end {} cascade {} teleport {} capture {} after {}", uci, notation, to,
                       end, cascade, teleport, capture, after);
}

template <class P>
std::vector<std::string> fast_moves(const P& position) {
    std::vector<std::string> lines;
    for (const auto move : sorted_moves(position)) {
        const bool capture = board8::contains(position.board().of(!position.turn()), move.to);
        lines.push_back(line(position.uci(move), position.notation(move), move.to, move.end(position.turn()),
                             move.swaps, move.teleport(), capture, position.play(move).fen()));
    }
    return lines;
}

std::vector<std::string> slow_moves(const naive::Position& position) {
    std::vector<std::string> lines;
    for (const naive::Move& move : naive::legal_moves(position)) {
        lines.push_back(line(move.uci, move.text, move.to, move.end, move.cascade, move.teleport,
                             move.capture, naive::to_fen(move.after)));
    }
    return lines;
}

/// A face in one line: its moves and mates as machine forms.
std::string line(int face, bool free, const std::vector<std::string>& moves,
                 const std::vector<std::string>& mates) {
    return fmt::format("face {} {} {} moves: {}, mates: {}", face, free ? "free" : "bound", moves.size(),
                       fmt::join(moves, " "), fmt::join(mates, " "));
}

template <class P>
std::vector<std::string> fast_faces(const P& position, const solver::Faces<P>& faces) {
    std::vector<std::string> lines;
    for (const auto& face : faces) {
        MoveList<P> list;
        const Freedom freedom = position.legal_moves(face.roll, list);
        std::sort(list.begin(), list.end());
        std::vector<std::string> moves;
        for (const auto move : list) moves.push_back(position.uci(move));
        std::vector<std::string> mates;
        for (const auto move : face.mates) mates.push_back(position.uci(move));
        if (face.moves != moves.size() || face.freedom != freedom)
            moves.push_back("(the solver counts otherwise)");
        lines.push_back(line(face.roll.face, face.freedom == Freedom::Free, moves, mates));
    }
    return lines;
}

std::vector<std::string> slow_faces(const naive::Position& position) {
    std::vector<std::string> lines;
    for (const naive::Face& face : naive::faces(position)) {
        std::vector<std::string> moves;
        std::vector<std::string> mates;
        for (const naive::Move& move : face.moves) {
            moves.push_back(move.uci);
            if (move.mate) mates.push_back(move.uci);
        }
        lines.push_back(line(face.face, face.free, moves, mates));
    }
    return lines;
}

Outcome outcome_by_judge(const naive::Position& position, Color turn) {
    switch (naive::status(position)) {
        case naive::Status::checkmate: return won_by(!turn);
        case naive::Status::stalemate: return Outcome::Draw;
        case naive::Status::ongoing: break;
    }
    return Outcome::Ongoing;
}

}  // namespace

TEMPLATE_TEST_CASE("fast and slow agree on the moves and what they lead to", "[law]", D8Position,
                   ParentPosition) {
    hold<TestType>([](const TestType& position) {
        return difference(fast_moves(position), slow_moves(slow(position)));
    });
}

TEMPLATE_TEST_CASE("fast and slow agree on check and on the end of the game", "[law]", D8Position,
                   ParentPosition) {
    hold<TestType>([](const TestType& position) -> std::string {
        const naive::Position judge = slow(position);
        if (position.in_check() != naive::in_check(judge)) return "check";
        if (position.outcome() != outcome_by_judge(judge, position.turn())) return "outcome";
        return {};
    });
}

TEMPLATE_TEST_CASE("fast and slow agree on the faces, whichever way they are solved", "[law]", D8Position,
                   ParentPosition) {
    solver::Faces<TestType> by_roll;
    solver::Faces<TestType> by_move;
    solver::Faces<TestType> in_bulk;
    solver::Faces<TestType> winning;
    hold<TestType>([&](const TestType& position) -> std::string {
        solver::solve_faces_by_roll(position, by_roll);
        solver::solve_faces_by_move(position, by_move);
        solver::solve_faces_in_bulk(position, in_bulk);
        solver::winning_faces(position, winning);
        if (by_roll != by_move) return "by roll and by move differ";
        if (by_roll != in_bulk) return "by roll and in bulk differ";
        auto expected = by_roll;
        const auto lost = [](const auto& face) { return face.mates.empty(); };
        expected.erase(std::remove_if(expected.begin(), expected.end(), lost), expected.end());
        if (winning != expected) return "the winning faces differ";
        return difference(fast_faces(position, by_roll), slow_faces(slow(position)));
    });
}

TEMPLATE_TEST_CASE("fast and slow agree on which placements are positions", "[law]", D8Position,
                   ParentPosition) {
    Random random(5);
    std::size_t accepted = 0;
    std::string wrong;
    constexpr std::size_t placements = 4 * per_family;
    for (std::size_t n = 0; n < placements; ++n) {
        const naive::Position position = nonsense(random, naive_game<TestType>);
        const bool right = naive::acceptable(position);
        if (right) ++accepted;
        const std::string fen = naive::to_fen(position);
        if (TestType::from_fen(fen).has_value() != right) wrong += "\n" + fen;
    }
    CHECK(wrong == "");
    // Both answers must be asked for often enough to mean something.
    CHECK(accepted > placements / 10);
    CHECK(accepted < placements - placements / 10);
}

TEMPLATE_TEST_CASE("fast and slow count the same lines", "[law]", D8Position, ParentPosition) {
    constexpr int depth = 2;
    hold<TestType>(
        [](const TestType& position) -> std::string {
            const naive::Position judge = slow(position);
            if (solver::perft(position, depth) != naive::perft(judge, depth)) return "every move once";
            if (solver::perft(position, depth, solver::RollCount::Sum) != naive::perft_rolls(judge, depth)) {
                return "summed over the faces";
            }
            return {};
        },
        20);
}

}  // namespace octomate::laws
