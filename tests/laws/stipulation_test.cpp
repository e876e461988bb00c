// Checks the searches for stipulations against plain recursion, and that limits only make results less exact.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "laws/plain_stipulation.hpp"
#include "laws/super_chess_corpus.hpp"
#include "puzzle/puzzle.hpp"
#include "solver/stipulation_search.hpp"
#include "toy/heap.hpp"

namespace octomate::laws {

namespace {

using solver::Dice;
using solver::LineSearch;
using solver::StipulationOptions;
using solver::StipulationSearch;

StipulationOptions options(const Stipulation& stipulation, Dice dice = Dice::Some) {
    StipulationOptions options;
    options.stipulation = stipulation;
    options.dice = dice;
    options.hash_bytes = 1 << 14;  // small, so that entries are replaced
    options.parallel = false;
    return options;
}

/// Returns a random legal position with kings, one of them at an edge, and up to three other pieces.
template <class P>
P small_position(Random& random) {
    for (;;) {
        std::vector<char> board(64, '.');
        board[random.one_in(2) ? random.below(8) : 8 * random.below(8)] = random.one_in(2) ? 'K' : 'k';
        const bool white = std::find(board.begin(), board.end(), 'K') != board.end();
        const auto put = [&](char piece) {
            const std::size_t square = random.below(64);
            if (board[square] == '.') board[square] = piece;
        };
        put(white ? 'k' : 'K');
        for (std::size_t pieces = random.between(1, 3); pieces > 0; --pieces)
            put(random.letter("QQRRBNPqrbnp"));
        std::string fen;
        for (std::size_t rank = 0; rank < 8; ++rank) {
            if (rank > 0) fen += '/';
            for (std::size_t file = 0; file < 8; ++file) {
                const char piece = board[8 * rank + file];
                if (piece != '.') {
                    fen += piece;
                } else if (!fen.empty() && fen.back() >= '1' && fen.back() <= '7') {
                    ++fen.back();
                } else {
                    fen += '1';
                }
            }
        }
        const auto read = P::from_fen(fen + (random.one_in(2) ? " w" : " b"));
        if (read && read->value.outcome() == Outcome::Ongoing) return read->value;
    }
}

template <class P>
std::size_t count_moves_of(const P& position) {
    MoveList<P> moves;
    position.legal_moves(moves);
    return moves.size();
}

/// Checks the search against the plain values of a position. Returns whether the value is above 0.
template <class P>
bool compare(const P& position, const Stipulation& stipulation, Dice dice) {
    INFO(records::text_of(stipulation) << ' ' << name(dice));
    const PlainStipulation<P> plain(stipulation, dice, position);
    const auto result = StipulationSearch<P>(options(stipulation, dice)).solve(position);
    REQUIRE(result.complete);
    REQUIRE(result.total.exact());
    REQUIRE(static_cast<double>(result.total.lower) / static_cast<double>(result.total_unit) ==
            plain.total());
    const PlainStipulation<P> strict(stipulation, Dice::Every, position);
    for (const auto& face : result.faces) {
        const double value = static_cast<double>(face.value.lower) / static_cast<double>(result.face_unit);
        REQUIRE(value == plain.face(face.roll));
        REQUIRE(face.best == plain.best(face.roll));
        REQUIRE(face.forced == (strict.face(face.roll) == 1));
    }
    if (dice == Dice::Some && stipulation.has_lines()) {
        const auto lines = LineSearch<P>(options(stipulation), 1'000'000).solve(position);
        REQUIRE(lines.complete);
        REQUIRE(lines.count == lines.first.size());
        REQUIRE(lines.first == plain.lines());
    }
    return result.total.lower > 0;
}

/// Returns stipulations of at most `plies` plies.
std::vector<Stipulation> stipulations(int plies) {
    std::vector<Stipulation> all;
    for (const char* text :
         {"=1",  "=2",     "h#0.5",  "h#1",    "h#1.5",  "h#2",     "h=1",     "h=1.5",
          "h=2", "s#1",    "s#2",    "s=1",    "s=2",    "r#1",     "r#2",     "r=1",
          "r=2", "ser-#1", "ser-#2", "ser-#3", "ser-=2", "ser-h#1", "ser-h#2", "ser-h=2"}) {
        const Stipulation one = *records::read_stipulation(text);
        const int moves = one.moves();
        const int length = one.kind == StipulationKind::Help         ? one.half_moves
                           : one.kind == StipulationKind::Direct     ? 2 * moves - 1
                           : one.kind == StipulationKind::Series     ? moves
                           : one.kind == StipulationKind::SeriesHelp ? moves + 1
                                                                     : 2 * moves;
        if (length <= plies) all.push_back(one);
    }
    return all;
}

/// Checks the search on `count` positions from `next()`, at least half of which have a value above 0 with the
/// best rolls. Returns the number of values above 0.
template <class P, class Next>
int compare_many(std::size_t count, std::size_t most_moves, int plies, Next next) {
    int positive = 0;
    for (const Stipulation& stipulation : stipulations(plies)) {
        std::size_t done = 0;
        for (int tries = 0; done < count && tries < 400; ++tries) {
            const std::optional<P> position = next();
            if (!position || count_moves_of(*position) > most_moves) continue;
            if (const auto other = position->passed(); other && count_moves_of(*other) > most_moves) continue;
            const auto quick = StipulationSearch<P>(options(stipulation)).solve(*position);
            if (quick.total.lower == 0 && done % 2 == 0 && tries < 350) continue;
            INFO(position->fen());
            positive += compare(*position, stipulation, all_dice[done++ % 3]) ? 1 : 0;
        }
    }
    return positive;
}

}  // namespace

TEMPLATE_TEST_CASE("the search for stipulations agrees with plain recursion", "[law][stipulation]",
                   D8Position, ParentPosition) {
    Random random(20);
    const auto next = [&] { return std::optional(small_position<TestType>(random)); };
    const int positive = compare_many<TestType>(slow_build ? 6 : 30, 30, 2, next) +
                         compare_many<TestType>(slow_build ? 3 : 12, 14, 4, next);
    CHECK(positive > (slow_build ? 15 : 80));
}

TEMPLATE_TEST_CASE("the search for stipulations agrees with plain recursion if a side moves twice in a row",
                   "[law][stipulation]", toy::BentHeap, toy::PlainHeap) {
    int positive = 0;
    for (const Stipulation& stipulation : stipulations(4)) {
        if (stipulation.is_series() && !Passes<TestType>) continue;
        for (int stones = 2; stones < 16; ++stones) {
            INFO(stones);
            for (const Dice dice : all_dice)
                positive += compare(TestType(stones, Color::White), stipulation, dice) ? 1 : 0;
        }
    }
    CHECK(positive > 100);
}

TEST_CASE("the search for stipulations agrees with plain recursion in Complete Permutation Chess",
          "[law][stipulation]") {
    const auto& positions = corpus<CompletePosition>();
    std::size_t at = 0;
    const auto next = [&] {
        at = (at + 37) % positions.size();
        return std::optional(positions[at]);
    };
    compare_many<CompletePosition>(slow_build ? 1 : 3, 20, 3, next);
}

TEST_CASE("the search for stipulations agrees with plain recursion in Super Chess", "[law][stipulation]") {
    const auto& positions = corpus<SuperPosition>();
    std::size_t at = 0;
    const auto next = [&] {
        at = (at + 37) % positions.size();
        return std::optional(positions[at]);
    };
    compare_many<SuperPosition>(slow_build ? 1 : 3, 20, 3, next);
}

TEST_CASE("neither threads nor the size of the hash table change the result of a stipulation",
          "[law][stipulation]") {
    Random random(21);
    for (int round = 0; round < (slow_build ? 4 : 20); ++round) {
        const D8Position position = small_position<D8Position>(random);
        for (const Stipulation& stipulation : stipulations(4)) {
            INFO(position.fen() << ' ' << records::text_of(stipulation));
            const Dice dice = all_dice[static_cast<std::size_t>(round) % 3];
            const auto expected = StipulationSearch<D8Position>(options(stipulation, dice)).solve(position);
            StipulationOptions varied = options(stipulation, dice);
            varied.parallel = true;
            varied.hash_bytes = round % 2 == 0 ? 0 : 1 << 20;
            const auto found = StipulationSearch<D8Position>(varied).solve(position);
            REQUIRE(found.total == expected.total);
            for (std::size_t at = 0; at < found.faces.size(); ++at)
                REQUIRE(found.faces[at].best == expected.faces[at].best);
            if (!stipulation.has_lines()) continue;
            const auto one = LineSearch<D8Position>(options(stipulation), 5).solve(position);
            const auto other = LineSearch<D8Position>(varied, 5).solve(position);
            REQUIRE(one.first == other.first);
            REQUIRE(one.count == other.count);
        }
    }
}

TEST_CASE("the bounds of a stipulation's search stopped by a limit contain the value", "[law][stipulation]") {
    Random random(22);
    for (int round = 0; round < (slow_build ? 4 : 20); ++round) {
        const D8Position position = small_position<D8Position>(random);
        for (const Stipulation& stipulation : stipulations(4)) {
            StipulationOptions limited = options(stipulation, Dice::Mean);
            const auto whole = StipulationSearch<D8Position>(limited).solve(position);
            for (const std::uint64_t nodes : {std::uint64_t{0}, std::uint64_t{10}, std::uint64_t{200}}) {
                limited.limits.nodes = nodes;
                INFO(position.fen() << ' ' << records::text_of(stipulation) << " nodes " << nodes);
                const auto part = StipulationSearch<D8Position>(limited).solve(position);
                REQUIRE(part.total.lower <= whole.total.lower);
                REQUIRE(part.total.upper >= whole.total.lower);
                if (part.complete) REQUIRE(part.total == whole.total);
            }
        }
    }
}

}  // namespace octomate::laws
