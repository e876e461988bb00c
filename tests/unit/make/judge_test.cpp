// Compares the judge with the naive rules: every accepted position is a sound puzzle that meets the options,
// and every rejected one is not.
#include "make/judge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "games/superpermutation/rules/setup.hpp"
#include "games/superpermutation/themes.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive_mate.hpp"
#include "slow_build.hpp"

namespace octomate::make {

namespace {

using laws::D8Position;
using laws::ParentPosition;

struct NaiveFace {
    bool free = false;
    std::vector<std::string> mates;  // sorted

    bool operator==(const NaiveFace&) const = default;
};

using NaiveKey = std::map<int, NaiveFace>;

NaiveKey key_of(const naive::Position& position) {
    NaiveKey key;
    for (const naive::Face& face : naive::faces(position)) {
        for (const naive::Move& move : face.moves) {
            if (move.mate) key[face.face].mates.push_back(move.text);
        }
        if (!key.contains(face.face)) continue;
        key[face.face].free = face.free;
        std::sort(key[face.face].mates.begin(), key[face.face].mates.end());
    }
    return key;
}

std::map<int, std::vector<std::string>> mates_of(const NaiveKey& key) {
    std::map<int, std::vector<std::string>> mates;
    for (const auto& [face, of] : key) mates[face] = of.mates;
    return mates;
}

template <class P>
NaiveKey key_of(const SolvedPuzzle<P>& finding) {
    NaiveKey key;
    for (const auto& face : finding.winning) {
        NaiveFace& of = key[face.roll.face];
        of.free = face.freedom == Freedom::Free;
        for (const auto mate : face.mates) of.mates.push_back(finding.position.notation(mate));
        std::sort(of.mates.begin(), of.mates.end());
    }
    return key;
}

int pieces(const naive::Position& position) {
    return 64 - static_cast<int>(std::count(position.pieces.begin(), position.pieces.end(), '.'));
}

/// Checks by the naive rules whether the position meets the options, apart from themes and scores.
bool wanted_by_the_naive_rules(const PuzzleFilter& wanted, const naive::Position& position,
                               const NaiveKey& key) {
    if (key.empty() || (naive::in_check(position) && !wanted.in_check)) return false;
    if (!wanted.pieces.contains(pieces(position)) || !wanted.faces.contains(static_cast<int>(key.size())))
        return false;
    const bool die = !key.contains(0);
    std::uint64_t faces = 0;
    for (const auto& [face, of] : key) {
        if (wanted.unique && !of.free && of.mates.size() != 1) return false;
        faces |= std::uint64_t{1} << face;
    }
    return !die || !wanted.winning || faces == *wanted.winning;
}

/// Returns the squares of pieces that can be removed without changing the winning faces and moves.
std::string superfluous(const naive::Position& position) {
    const auto key = mates_of(key_of(position));
    std::string squares;
    for (std::size_t square = 0; square < 64; ++square) {
        naive::Position rest = position;
        if (std::string_view(".Kk").find(rest.pieces[square]) != std::string_view::npos) continue;
        rest.pieces[square] = '.';
        if (naive::acceptable(rest) && mates_of(key_of(rest)) == key)
            squares += fmt::format("{}{} ", "abcdefgh"[square % 8], square / 8 + 1);
    }
    return squares;
}

template <class P>
std::string judge_error(const PuzzleFilter& wanted, const P& position, Judge<P>& judge) {
    const naive::Position original = naive::from_fen(position.fen(), laws::naive_game<P>);
    const NaiveKey key = key_of(original);
    const SolvedPuzzle<P>* finding = judge.judge(position);
    if (!wanted.economical) {
        if ((finding != nullptr) != wanted_by_the_naive_rules(wanted, original, key))
            return finding ? "wrongly accepted" : "wrongly refused";
        if (!finding) return {};
        if (!(finding->position == position) || !finding->removed.empty()) return "another position";
        return key_of(*finding) == key ? "" : "another key";
    }
    PuzzleFilter any_number = wanted;
    any_number.pieces = {2, 64};
    if (!finding) {
        // After superfluous pieces are removed, a puzzle may be rejected for its number of pieces, or without
        // a die for a check; with a die a check would change the faces.
        const bool counted =
            wanted.pieces.least > 2 || wanted.pieces.most < 32 || (P::chance_unit == 1 && !wanted.in_check);
        return !counted && wanted_by_the_naive_rules(any_number, original, key) ? "wrongly refused" : "";
    }
    const naive::Position left = naive::from_fen(finding->position.fen(), laws::naive_game<P>);
    const NaiveKey rest = key_of(left);
    if (!naive::acceptable(left)) return "what is left is not a position";
    if (!wanted_by_the_naive_rules(wanted, left, rest)) return "what is left is not wanted";
    if (rest != key_of(*finding)) return "another key than what is left";
    if (mates_of(rest) != mates_of(key)) return "another key than the original";
    if (const auto squares = superfluous(left); !squares.empty()) return "superfluous: " + squares;
    naive::Position whole = left;
    for (const Removed<P>& removed_piece : finding->removed) {
        char& at = whole.pieces[static_cast<std::size_t>(removed_piece.square)];
        if (at != '.') return "a man was taken off an empty square";
        at = board8::fen_letter(removed_piece.piece);
    }
    return naive::to_fen(whole) == position.fen() ? "" : "the men taken off do not make the original";
}

template <class P>
void check_judge(const PuzzleFilter& wanted, std::size_t step) {
    Judge<P> judge(wanted);
    laws::check_law<P>([&](const P& position) { return judge_error(wanted, position, judge); }, step);
}

constexpr std::size_t pace = slow_build ? 8 : 2;

}  // namespace

TEMPLATE_TEST_CASE("the judge accepts exactly the puzzles with one solution on each bound face", "[law]",
                   D8Position, ParentPosition) {
    check_judge<TestType>(PuzzleFilter{}, 5 * pace);
}

TEMPLATE_TEST_CASE("the judge accepts only puzzles that meet the options", "[law]", D8Position,
                   ParentPosition) {
    PuzzleFilter wanted;
    SECTION("some solutions") { wanted.unique = false; }
    SECTION("in check") { wanted.in_check = true; }
    SECTION("two or three faces") {
        wanted.faces = {2, 3};
        wanted.unique = false;
    }
    SECTION("given faces") { wanted.winning = std::uint64_t{1 << 3 | 1 << 5}; }
    SECTION("few pieces") { wanted.pieces = {4, 7}; }
    check_judge<TestType>(wanted, 17 * pace);
}

TEMPLATE_TEST_CASE("an economical puzzle has no superfluous piece, and the key of the original", "[law]",
                   D8Position, ParentPosition) {
    PuzzleFilter wanted;
    wanted.economical = true;
    SECTION("any") {}
    SECTION("in check, with some solutions") {
        wanted.in_check = true;
        wanted.unique = false;
    }
    SECTION("few pieces") { wanted.pieces = {5, 8}; }
    check_judge<TestType>(wanted, 23 * pace);
}

TEST_CASE("no pieces are removed from puzzles that must be reachable", "[generate]") {
    PuzzleFilter wanted;
    wanted.economical = true;
    wanted.reachable = true;
    Judge<D8Position> judge(wanted);
    const auto solved_puzzle = [&](const char* fen) {
        return judge.judge(D8Position::from_fen(fen).value().value);
    };
    CHECK(solved_puzzle("8/8/8/8/4R3/6K1/8/6k1 w"));
    CHECK_FALSE(solved_puzzle("8/p7/8/8/4R3/6K1/8/6k1 w"));
    wanted.reachable = false;
    Judge<D8Position> other(wanted);
    const auto* finding = other.judge(D8Position::from_fen("8/p7/8/8/4R3/6K1/8/6k1 w").value().value);
    REQUIRE(finding);
    CHECK(finding->removed.size() == 1);
}

TEST_CASE("the pieces of an economical puzzle are counted after the removal", "[generate]") {
    PuzzleFilter wanted;
    wanted.economical = true;
    for (const int pieces : {3, 4}) {
        wanted.pieces = {pieces, pieces};
        Judge<D8Position> judge(wanted);
        const bool accepted = judge.judge(D8Position::from_fen("8/p7/8/8/4R3/6K1/8/6k1 w").value().value);
        CHECK(accepted == (pieces == 3));
    }
}

}  // namespace octomate::make
