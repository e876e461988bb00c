// Checks the symmetries of the rules (section 7).
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>

#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "solver/faces.hpp"

namespace octomate::laws {

namespace {

/// Exchanges left and right; face r becomes 9 − r.
struct Mirror {
    static board8::Square square(board8::Square at) { return at ^ 7; }
    static Color color(Color color) { return color; }
    static int face(int face) { return face == 0 ? 0 : 9 - face; }
};

/// Exchanges the sides and rotates the board (a1 becomes h8); faces stay the same.
struct ColorSwap {
    static board8::Square square(board8::Square at) { return at ^ 63; }
    static Color color(Color color) { return !color; }
    static int face(int face) { return face; }
};

template <class Symmetry, class P>
P image(const P& position) {
    board8::Placement pieces;
    for (board8::Square at = 0; at < 64; ++at) {
        auto piece = position.board().at(at);
        if (piece) piece->color = Symmetry::color(piece->color);
        pieces[static_cast<std::size_t>(Symmetry::square(at))] = piece;
    }
    return P(board8::Board(pieces), Symmetry::color(position.turn()));
}

template <class Symmetry>
superpermutation::Move image(superpermutation::Move move) {
    move.from = static_cast<std::uint8_t>(Symmetry::square(move.from));
    move.to = static_cast<std::uint8_t>(Symmetry::square(move.to));
    return move;
}

template <class Symmetry, class P>
solver::Faces<P> image(solver::Faces<P> faces) {
    for (auto& face : faces) {
        face.roll = {static_cast<std::uint8_t>(Symmetry::face(face.roll.face))};
        for (auto& move : face.mates) move = image<Symmetry>(move);
        std::sort(face.mates.begin(), face.mates.end());
    }
    std::sort(faces.begin(), faces.end(),
              [](const auto& a, const auto& b) { return a.roll.face < b.roll.face; });
    return faces;
}

template <class Symmetry>
Outcome image(Outcome outcome) {
    if (outcome == Outcome::White) return won_by(Symmetry::color(Color::White));
    if (outcome == Outcome::Black) return won_by(Symmetry::color(Color::Black));
    return outcome;
}

template <class Symmetry, class P>
std::string broken_symmetry(const P& position) {
    const P other = image<Symmetry>(position);
    if (!P::from_fen(other.fen())) return "the image is not a position: " + other.fen();
    if (!(image<Symmetry>(other) == position)) return "the image of the image is another position";
    if (other.in_check() != position.in_check()) return "check";
    if (other.outcome() != image<Symmetry>(position.outcome())) return "outcome";
    if (other.key() != position.key()) return "key";

    auto moves = sorted_moves(position);
    for (auto& move : moves) {
        if (!(other.play(image<Symmetry>(move)) == image<Symmetry>(position.play(move)))) {
            return "after " + position.uci(move);
        }
        if (other.roll_of(image<Symmetry>(move)).face != Symmetry::face(position.roll_of(move).face)) {
            return "the face of " + position.uci(move);
        }
        move = image<Symmetry>(move);
    }
    std::sort(moves.begin(), moves.end());
    if (moves != sorted_moves(other)) return "moves";

    solver::Faces<P> faces;
    solver::Faces<P> faces_of_image;
    solver::solve_faces(position, faces);
    solver::solve_faces(other, faces_of_image);
    if (image<Symmetry, P>(std::move(faces)) != faces_of_image) return "faces";
    return {};
}

}  // namespace

TEMPLATE_TEST_CASE("the left-right mirror maps face r to 9 - r, and moves to their mirror images", "[law]",
                   D8Position, ParentPosition) {
    check_law<TestType>([](const TestType& position) { return broken_symmetry<Mirror>(position); });
}

TEMPLATE_TEST_CASE("the colour swap with a half-turn keeps the faces", "[law]", D8Position, ParentPosition) {
    check_law<TestType>([](const TestType& position) { return broken_symmetry<ColorSwap>(position); });
}

TEMPLATE_TEST_CASE("keys are equal exactly for symmetric positions", "[law]", D8Position, ParentPosition) {
    std::unordered_map<std::uint64_t, std::string> fens;
    const auto collision = [&](const TestType& position) -> std::string {
        const TestType mirrored = image<Mirror>(position);
        const std::string fen = std::min({position.fen(), mirrored.fen(), image<ColorSwap>(position).fen(),
                                          image<ColorSwap>(mirrored).fen()});
        const PositionKey key = position.key();
        for (const std::uint64_t half : {key.first, key.second}) {
            const auto [entry, fresh] = fens.emplace(half, fen);
            if (!fresh && entry->second != fen) return "the key of " + entry->second;
        }
        return {};
    };
    check_law<TestType>([&](const TestType& position) -> std::string {
        // Also tests the position with the other side to move, which has the same pieces and may be illegal.
        for (const TestType& other : {position, TestType(position.board(), !position.turn())}) {
            if (std::string wrong = collision(other); !wrong.empty()) return wrong;
        }
        return {};
    });
    check_law<TestType>(
        [&](const TestType& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                if (std::string wrong = collision(position.play(move)); !wrong.empty()) return wrong;
            }
            return {};
        },
        8);
}

}  // namespace octomate::laws
