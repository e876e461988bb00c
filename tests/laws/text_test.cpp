// Laws of what is written and read back, and of hashes.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "laws/corpus.hpp"
#include "laws/law.hpp"

namespace octomate::laws {

namespace {

/// What is wrong when the text of a position is read: nothing if the very position comes back, without a
/// note.
template <class P>
std::string reread(const P& position) {
    const std::string fen = position.fen();
    const auto read = P::from_fen(fen);
    if (!read) return fmt::format("{} is refused: {}", fen, read.error().front().message);
    if (!(read->value == position)) return fen + " is read as another position";
    if (!read->notes.empty()) return fen + " is read with a note";
    if (read->value.hash() != position.hash()) return fen + " is read with another hash";
    if (read->value.fen() != fen) return fen + " is written as " + read->value.fen();
    return {};
}

}  // namespace

TEMPLATE_TEST_CASE("a FEN is read back as the same position", "[law]", D8Position, ParentPosition) {
    hold<TestType>([](const TestType& position) { return reread(position); });
}

TEMPLATE_TEST_CASE("a legal move leads to a valid position of the other side", "[law]", D8Position,
                   ParentPosition) {
    hold<TestType>([](const TestType& position) -> std::string {
        for (const auto move : sorted_moves(position)) {
            const TestType after = position.play(move);
            if (after.turn() == position.turn()) return position.uci(move) + " leaves the turn as it was";
            if (const std::string wrong = reread(after); !wrong.empty())
                return position.uci(move) + ": " + wrong;
        }
        return {};
    });
}

TEMPLATE_TEST_CASE("both forms of a move are read back as the move, without remarks", "[law]", D8Position,
                   ParentPosition) {
    hold<TestType>(
        [](const TestType& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                for (const std::string& text : {position.notation(move), position.uci(move)}) {
                    const auto read = position.read_move(text);
                    if (!read) return fmt::format("{} is refused: {}", text, read.error().message);
                    if (read->move != move) return text + " is read as another move";
                    if (!read->remarks.empty()) return text + ": " + read->remarks.front().message;
                }
            }
            return {};
        },
        2);
}

TEMPLATE_TEST_CASE("the order of moves is the order of their machine forms", "[law]", D8Position,
                   ParentPosition) {
    hold<TestType>([](const TestType& position) -> std::string {
        std::string last;
        for (const auto move : sorted_moves(position)) {
            const std::string uci = position.uci(move);
            if (uci <= last) return fmt::format("{} stands before {}", last, uci);
            last = uci;
        }
        return {};
    });
}

TEMPLATE_TEST_CASE("hashes are equal exactly for equal positions", "[law]", D8Position, ParentPosition) {
    std::unordered_map<std::uint64_t, std::string> fens;
    const auto collision = [&](const TestType& position) -> std::string {
        const std::string fen = position.fen();
        const auto [entry, fresh] = fens.emplace(position.hash(), fen);
        return fresh || entry->second == fen ? "" : "the hash of " + entry->second;
    };
    hold<TestType>([&](const TestType& position) -> std::string {
        // The other turn need not be valid; here it is only another position with the same men.
        for (const TestType& other : {position, TestType(position.board(), !position.turn())}) {
            if (std::string wrong = collision(other); !wrong.empty()) return wrong;
        }
        return {};
    });
    hold<TestType>(
        [&](const TestType& position) -> std::string {
            for (const auto move : sorted_moves(position)) {
                if (std::string wrong = collision(position.play(move)); !wrong.empty()) return wrong;
            }
            return {};
        },
        8);
}

}  // namespace octomate::laws
