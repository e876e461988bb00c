// Tests the solver with a game unlike chess, against results worked out by hand and the definition of its
// values.
#include <algorithm>
#include <catch2/catch.hpp>
#include <compare>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "laws/plain.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/perft.hpp"
#include "toy/heap.hpp"

namespace octomate::solver {

namespace {

using laws::Plain;
using toy::BentHeap;
using toy::Coin;
using toy::PlainHeap;
using toy::Take;

/// A fraction in lowest terms.
class Exact {
  public:
    Exact(std::uint64_t above, std::uint64_t below = 1)
        : above_(above / std::gcd(above, below)), below_(below / std::gcd(above, below)) {}

    Exact operator+(const Exact& other) const {
        return {above_ * other.below_ + other.above_ * below_, below_ * other.below_};
    }
    Exact operator*(const Exact& other) const { return {above_ * other.above_, below_ * other.below_}; }
    auto operator<=>(const Exact& other) const { return above_ * other.below_ <=> other.above_ * below_; }
    bool operator==(const Exact&) const = default;

    std::string text() const { return Fraction{above_, below_}.text(); }

  private:
    std::uint64_t above_;
    std::uint64_t below_;
};

/// The value of a position as the comment of MateSearch defines it, computed without a hash table or windows.
template <class P>
struct Definition {
    Color us;
    Dice dice;
    Defence defence;

    Exact value(const P& position, int left) const {
        if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us) ? 1 : 0;
        if (left == 0) return 0;
        Exact mean = 0, least = 1, greatest = 0;
        std::uint64_t total = 0;
        for (const auto& chance : position.rolls()) total += chance.weight;
        for (const auto& chance : position.rolls()) {
            const Exact face = face_value(position, chance.roll, left);
            mean = mean + face * Exact(chance.weight, total);
            least = std::min(least, face);
            greatest = std::max(greatest, face);
        }
        return dice == Dice::Mean ? mean : dice == Dice::Every ? least : greatest;
    }

    Exact face_value(const P& position, const typename P::Roll& roll, int left) const {
        const bool ours = position.turn() == us;
        std::vector<Exact> values;
        typename P::Moves moves;
        position.legal_moves(roll, moves);
        for (const auto& move : moves) values.push_back(value(position.play(move), left - (ours ? 1 : 0)));
        if (values.empty()) return 0;
        return ours || defence == Defence::Help ? *std::max_element(values.begin(), values.end())
                                                : *std::min_element(values.begin(), values.end());
    }
};

/// Returns the expected result as text: the total value, then for each face its value, whether it is forced,
/// and its best moves.
template <class P>
std::vector<std::string> expected_mates(const P& position, const MateOptions& options) {
    const Definition<P> definition{position.turn(), options.dice, options.defence};
    const Definition<P> strict{position.turn(), Dice::Every, Defence::Best};
    std::vector<std::string> lines = {definition.value(position, options.moves).text()};
    for (const auto& chance : position.rolls()) {
        const Exact value = definition.face_value(position, chance.roll, options.moves);
        const bool forced = strict.face_value(position, chance.roll, options.moves) == Exact(1);
        std::string line = value.text() + (forced ? " forced" : "");
        typename P::Moves moves;
        position.legal_moves(chance.roll, moves);
        std::sort(moves.begin(), moves.end());
        for (const Take& move : moves) {
            if (value > Exact(0) && definition.value(position.play(move), options.moves - 1) == value)
                line += ' ' + std::to_string(move.stones);
        }
        lines.push_back(line);
    }
    return lines;
}

template <class P>
std::vector<std::string> found_mates(const P& position, const MateOptions& options) {
    const MateResult<P> result = MateSearch<P>(options).solve(position);
    CHECK(result.complete);
    std::vector<std::string> lines = {result.total_fraction(result.total.lower).text()};
    for (const auto& face : result.faces) {
        std::string line = result.fraction(face.value.lower).text() + (face.forced ? " forced" : "");
        for (const Take& move : face.best) line += ' ' + std::to_string(move.stones);
        lines.push_back(line);
    }
    return lines;
}

std::string mean(int stones, int moves, Defence defence = Defence::Best) {
    MateOptions options;
    options.defence = defence;
    options.moves = moves;
    return found_mates(BentHeap(stones, Color::Black), options).front();
}

template <class P>
std::uint64_t lines(const P& position, int depth, RollCount rolls) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    typename P::Moves moves;
    if (rolls == RollCount::None) {
        position.legal_moves(moves);
        for (const auto& move : moves) count += lines(position.play(move), depth - 1, rolls);
        return count;
    }
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        for (const auto& move : moves) count += chance.weight * lines(position.play(move), depth - 1, rolls);
    }
    return count;
}

constexpr int largest_heap = 17;

}  // namespace

TEMPLATE_TEST_CASE("the faces of a heap have the expected moves and wins", "[solver][toy]", BentHeap,
                   Plain<BentHeap>) {
    Faces<TestType> faces;
    solve_faces(TestType(BentHeap(2, Color::White)), faces);
    REQUIRE(faces.size() == 2);
    CHECK(
        (faces[0] == Face<TestType>{Coin::Heads, Freedom::Bound, 1, {Take{2}}}));  // removes the last stones
    CHECK((faces[1] == Face<TestType>{Coin::Tails, Freedom::Bound, 1, {}}));       // leaves a draw

    solve_faces(TestType(BentHeap(3, Color::White)), faces);
    CHECK((faces[0] == Face<TestType>{Coin::Heads, Freedom::Bound, 1, {}}));
    CHECK(
        (faces[1] == Face<TestType>{Coin::Tails, Freedom::Bound, 2, {}}));  // removing all three stones loses

    winning_faces(TestType(BentHeap(2, Color::Black)), faces);
    REQUIRE(faces.size() == 1);
    CHECK(faces[0].roll == Coin::Heads);

    // A heap of one stone (a draw) or none has no moves, and its rolls are not free.
    for (const int stones : {0, 1}) {
        solve_faces(TestType(BentHeap(stones, Color::White)), faces);
        for (const auto& face : faces) {
            CHECK(face.freedom == Freedom::Bound);
            CHECK(face.moves == 0);
        }
    }
}

TEST_CASE("the chances in a heap equal those calculated by hand", "[solver][toy]") {
    CHECK(mean(2, 1) == "1/4");
    CHECK(mean(3, 1) == "0");
    // On tails we remove one of four stones. The opponent draws on heads. On tails it leaves us two, which we
    // remove on heads; or, to help us, it removes all three and loses.
    CHECK(mean(4, 2) == "9/64");
    CHECK(mean(4, 2, Defence::Help) == "9/16");
    CHECK(mean(4, 1, Defence::Help) == "0");  // our last move itself must win
    // With six stones, heads removes two; on heads again, the last two can be removed on heads. Tails removes
    // three, or removes one and moves once more, which is too slow; with three left the opponent draws on
    // heads, and otherwise leaves us two.
    CHECK(mean(6, 2) == "5/32");
}

TEMPLATE_TEST_CASE("mates in heaps equal the definition", "[solver][toy]", BentHeap, PlainHeap,
                   Plain<BentHeap>, Plain<PlainHeap>) {
    std::size_t worth_something = 0;
    for (int stones = 1; stones <= largest_heap; ++stones) {
        for (const Color turn : {Color::White, Color::Black}) {
            for (int moves = 1; moves <= 4; ++moves) {
                for (const Dice dice : {Dice::Mean, Dice::Every, Dice::Some}) {
                    for (const Defence defence : {Defence::Best, Defence::Help}) {
                        MateOptions options;
                        options.moves = moves;
                        options.dice = dice;
                        options.defence = defence;
                        options.hash_bytes = 1 << 12;
                        options.parallel = false;
                        using Heap = std::conditional_t<TestType::chance_unit == 1, PlainHeap, BentHeap>;
                        const TestType position(Heap{stones, turn});
                        INFO(stones << " stones, " << moves << " moves, " << name(dice) << " "
                                    << name(defence));
                        const auto found = found_mates(position, options);
                        CHECK(found == expected_mates(position, options));
                        worth_something += found.front() != "0" ? 1 : 0;
                    }
                }
            }
        }
    }
    CHECK(worth_something > 100);
}

TEMPLATE_TEST_CASE("perft counts of heaps equal the definition", "[solver][toy]", BentHeap, PlainHeap,
                   Plain<BentHeap>, Plain<PlainHeap>) {
    using Heap = std::conditional_t<TestType::chance_unit == 1, PlainHeap, BentHeap>;
    for (int stones = 0; stones <= largest_heap; ++stones) {
        for (int depth = 0; depth <= 5; ++depth) {
            for (const RollCount rolls : {RollCount::None, RollCount::Sum}) {
                INFO(stones << " stones, depth " << depth);
                const TestType position(Heap{stones, Color::White});
                CHECK(perft(position, depth, rolls) == lines(position, depth, rolls));
            }
        }
    }
}

TEST_CASE("perft counts of heaps equal those calculated by hand", "[solver][toy]") {
    CHECK(perft(BentHeap(2, Color::White), 1, RollCount::None) == 2);
    CHECK(perft(BentHeap(2, Color::White), 1, RollCount::Sum) == 1 + 3);
    CHECK(perft(BentHeap(3, Color::White), 1, RollCount::None) == 3);
    CHECK(perft(BentHeap(3, Color::White), 1, RollCount::Sum) == 1 + 3 * 2);
    CHECK(perft(BentHeap(3, Color::White), 2, RollCount::None) == 2);  // only two stones can be removed
    CHECK(perft(BentHeap(3, Color::White), 2, RollCount::Sum) == 3 * (1 + 3));
    CHECK(perft(BentHeap(6, Color::White), 2, RollCount::Sum) == 3 * 3 + 1 * (1 + 3 * 2) + 3 * (1 + 3 * 2));
}

TEST_CASE("no number overflows in a game in which a side moves twice", "[solver][toy]") {
    constexpr int most = MateSearch<BentHeap>::most_moves(Dice::Mean);
    CHECK(most == 10);
    MateOptions options;
    options.moves = most;
    const auto result = MateSearch<BentHeap>(options).solve(BentHeap(12, Color::White));
    CHECK(result.total_unit == 1ULL << 56);
    CHECK(result.complete);
}

}  // namespace octomate::solver
