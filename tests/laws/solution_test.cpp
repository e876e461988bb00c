// Checks solutions, as composers print them, by plain recursion over the definition of a forced win: every
// statement of a solution is true, and no reply is missing.
#include "reports/solution.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/formats.hpp"
#include "games/list.hpp"
#include "games/super_chess/games.hpp"
#include "laws/complete_permutation_corpus.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "laws/super_chess_corpus.hpp"
#include "reports/reports.hpp"

namespace octomate::laws {

namespace {

using reports::Continuation;
using reports::FirstMove;
using reports::notated;
using reports::Play;
using reports::Refutation;
using reports::Situation;
using reports::SolutionReport;
using reports::Variation;
using Texts = std::vector<std::string>;

/// A fraction in lowest terms.
struct Ratio {
    std::uint64_t above = 0, below = 1;

    Ratio plus(const Ratio& other) const {
        return lowest(above * other.below + other.above * below, below * other.below);
    }
    Ratio divided(std::uint64_t by) const { return lowest(above, below * by); }
    bool operator<(const Ratio& other) const { return above * other.below < other.above * below; }
    std::string text() const { return solver::Fraction{above, below}.text(); }

    static Ratio lowest(std::uint64_t above, std::uint64_t below) {
        const std::uint64_t divisor = std::gcd(above, below);
        return {above / divisor, below / divisor};
    }
};

/// Numbers of keys, variations and so on in the checked solutions, to assert that each occurred.
struct Seen {
    std::size_t keys = 0, variations = 0, threats = 0, zugzwangs = 0, tries = 0, refutations = 0, duals = 0,
                set_play = 0, moves_again = 0;
};

/// Checks a solution against the definitions of its parts, which are written as plain recursion.
template <class P>
class PlainSolver {
  public:
    using Move = typename P::Move;

    PlainSolver(const P& root, const SolutionReport& report, Seen& seen)
        : root_(root), us_(root.turn()), report_(report), seen_(seen) {}

    void check() {
        INFO(root_.fen() << " in " << report_.moves);
        REQUIRE(report_.complete());
        check_keys();
        REQUIRE(report_.has_dual == has_dual_);
        REQUIRE(report_.has_short == has_short_);
        check_set_play();
        check_tries();
    }

  private:
    static std::vector<Move> moves_on(const P& position, typename P::Roll roll) {
        MoveList<P> list;
        position.legal_moves(roll, list);
        std::vector<Move> moves(list.begin(), list.end());
        std::sort(moves.begin(), moves.end());
        return moves;
    }

    /// Checks whether our `move` forces a win within `moves` moves, including itself, against every roll.
    bool wins(const P& position, const Move& move, int moves) const {
        const P after = position.play(move);
        if (after.outcome() != Outcome::Ongoing) return after.outcome() == won_by(us_);
        return moves > 1 && holds(after, moves - 1);
    }

    /// Checks whether we force a win with `moves` more moves of ours against every roll, with either side to
    /// move.
    bool holds(const P& position, int moves) const {
        if (position.outcome() != Outcome::Ongoing) return position.outcome() == won_by(us_);
        if (position.turn() != us_) {
            const auto all = sorted_moves(position);
            return std::all_of(all.begin(), all.end(),
                               [&](const Move& reply) { return holds(position.play(reply), moves); });
        }
        for (const auto& chance : position.rolls()) {
            if (quickest(position, chance.roll, moves).second.empty()) return false;
        }
        return true;
    }

    /// Returns the fewest moves, at most `most`, in which `roll` forces a win, and the first moves that do
    /// so.
    std::pair<int, std::vector<Move>> quickest(const P& position, typename P::Roll roll, int most) const {
        for (int moves = 1; moves <= most; ++moves) {
            std::vector<Move> found;
            for (const Move& move : moves_on(position, roll)) {
                if (wins(position, move, moves)) found.push_back(move);
            }
            if (!found.empty()) return {moves, found};
        }
        return {0, {}};
    }

    /// Computes our chance to win within `moves` moves with fair rolls against best play.
    Ratio chance(const P& position, int moves) const {
        if (position.outcome() != Outcome::Ongoing) return {position.outcome() == won_by(us_) ? 1U : 0U, 1};
        if (moves == 0) return {};
        const bool ours = position.turn() == us_;
        Ratio sum;
        std::uint64_t rolls = 0;
        for (const auto& outcome : position.rolls()) {
            Ratio best{ours ? 0U : 1U, 1};
            for (const Move& move : moves_on(position, outcome.roll)) {
                const Ratio value = after_move(position, move, ours ? moves - 1 : moves);
                if (ours ? best < value : value < best) best = value;
            }
            sum = sum.plus(best);
            ++rolls;
        }
        return sum.divided(rolls);
    }

    Ratio after_move(const P& position, const Move& move, int moves) const {
        return chance(position.play(move), moves);
    }

    static Texts sorted(Texts texts) {
        std::sort(texts.begin(), texts.end());
        return texts;
    }

    static bool among(const std::vector<int>& rolls, int face) {
        return face == 0 ? rolls.empty() : std::find(rolls.begin(), rolls.end(), face) != rolls.end();
    }

    bool is_judged(int face) const { return !report_.roll || face == *report_.roll; }

    const Move move_named(const P& position, const std::string& text) const {
        const auto all = sorted_moves(position);
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&](const Move& move) { return notated(position, move) == text; });
        REQUIRE(found != all.end());
        return *found;
    }

    void check_keys() {
        std::size_t rolls = 0;
        for (const auto& chance : root_.rolls()) {
            if (!is_judged(chance.roll.face)) continue;
            REQUIRE(rolls < report_.faces.size());
            const auto& face = report_.faces[rolls++];
            Texts keys;
            for (const Move& move : moves_on(root_, chance.roll)) {
                if (wins(root_, move, report_.moves)) keys.push_back(notated(root_, move));
            }
            REQUIRE(face.face == chance.roll.face);
            REQUIRE(face.keys == keys);
            REQUIRE(face.win_in == quickest(root_, chance.roll, report_.moves).first);
            MoveList<P> allowed;
            const bool bound = root_.legal_moves(chance.roll, allowed) == Freedom::Bound;
            REQUIRE(face.dual == (bound && keys.size() > 1));
            has_dual_ = has_dual_ || face.dual;
            for (const FirstMove& key : report_.keys) {
                const bool is_allowed = std::find(keys.begin(), keys.end(), key.move) != keys.end();
                REQUIRE(among(key.rolls, face.face) == is_allowed);
            }
        }
        REQUIRE(rolls == report_.faces.size());
        for (const FirstMove& key : report_.keys) {
            const Move move = move_named(root_, key.move);
            REQUIRE(key.is_key);
            REQUIRE(wins(root_, move, key.win_in));
            REQUIRE_FALSE((key.win_in > 1 && wins(root_, move, key.win_in - 1)));
            has_short_ = has_short_ || key.win_in < report_.moves;
            if (key.win_in > 1)
                check_play(root_.play(move), key.win_in - 1, key.play, true, key.win_in == report_.moves);
            ++seen_.keys;
        }
    }

    /// Checks the play after a first move. `forced`: the solution must list every reply. `full_length`: it
    /// must mark duals and shorter wins in variations of `moves` moves.
    void check_play(const P& position, int moves, const Play& play, bool forced, bool full_length) {
        if (position.turn() == us_) {
            REQUIRE(play.situation == Situation::OurTurn);
            check_continuations(position, moves, play.continuations, full_length);
            return;
        }
        if (const auto passed = position.passed()) {
            check_continuations(*passed, moves, play.continuations, full_length);
            REQUIRE(play.situation == (play.continuations.empty() ? Situation::Zugzwang : Situation::Threat));
            ++(play.continuations.empty() ? seen_.zugzwangs : seen_.threats);
        } else {
            REQUIRE(play.situation == Situation::Check);
            REQUIRE(play.continuations.empty());
        }
        if (!forced) return;
        Texts replies;
        for (const Variation& variation : play.variations) {
            REQUIRE(variation.certain);
            check_variation(position, moves, variation, replies, full_length);
        }
        Texts all;
        for (const Move& move : sorted_moves(position)) all.push_back(notated(position, move));
        REQUIRE(sorted(replies) == sorted(all));
    }

    void check_variation(const P& position, int moves, const Variation& variation, Texts& replies,
                         bool full_length) {
        for (const auto& reply : variation.replies) {
            const Move move = move_named(position, reply.move);
            replies.push_back(reply.move);
            for (const auto& chance : position.rolls()) {
                const auto allowed = moves_on(position, chance.roll);
                const bool is_allowed = std::find(allowed.begin(), allowed.end(), move) != allowed.end();
                REQUIRE(among(reply.rolls, chance.roll.face) == is_allowed);
            }
            const P after = position.play(move);
            REQUIRE(variation.certain == holds(after, moves));
            REQUIRE(variation.loses == (after.outcome() == won_by(us_)));
            ++seen_.variations;
            if (variation.loses) continue;
            REQUIRE(variation.opponent_moves_again ==
                    (after.turn() != us_ && after.outcome() == Outcome::Ongoing));
            seen_.moves_again += variation.opponent_moves_again ? 1 : 0;
            if (variation.opponent_moves_again) {
                check_play(after, moves, variation.play, variation.certain, full_length);
            } else if (after.outcome() == Outcome::Ongoing) {
                check_continuations(after, moves, variation.answers, full_length);
            }
        }
    }

    void check_continuations(const P& position, int moves, const std::vector<Continuation>& all,
                             bool full_length) {
        const auto rolls = position.rolls();
        full_length = full_length && std::any_of(rolls.begin(), rolls.end(), [&](const auto& chance) {
                          return quickest(position, chance.roll, moves).first == moves;
                      });
        for (const auto& chance : position.rolls()) {
            const auto [in, found] = quickest(position, chance.roll, moves);
            const auto matching = std::find_if(all.begin(), all.end(), [&](const Continuation& allowed) {
                return among(allowed.rolls, chance.roll.face);
            });
            REQUIRE((matching == all.end()) == found.empty());
            if (found.empty()) continue;
            REQUIRE(matching->moves == notated(position, found));
            REQUIRE(matching->win_in == in);
            REQUIRE(matching->is_short == (full_length && in < moves));
            MoveList<P> allowed;
            const bool bound = position.legal_moves(chance.roll, allowed) == Freedom::Bound;
            if (bound) REQUIRE(matching->dual == (full_length && found.size() > 1));
            has_dual_ = has_dual_ || matching->dual;
            has_short_ = has_short_ || matching->is_short;
            if (in > 1)
                check_play(position.play(found.front()), in - 1, matching->play, true,
                           full_length && in == moves);
            seen_.duals += matching->dual ? 1 : 0;
        }
    }

    void check_set_play() {
        const auto passed = root_.passed();
        REQUIRE(report_.set_play.has_value() == (passed && root_.outcome() == Outcome::Ongoing));
        if (!report_.set_play) return;
        if (report_.moves == 1) {
            const Color winner = passed->turn();
            for (const auto& chance : passed->rolls()) {
                Texts mates, reported;
                for (const Move& move : moves_on(*passed, chance.roll)) {
                    if (passed->play(move).outcome() == won_by(winner))
                        mates.push_back(notated(*passed, move));
                }
                for (const Continuation& continuation : report_.set_play->mates) {
                    if (among(continuation.rolls, chance.roll.face)) reported = continuation.moves;
                }
                REQUIRE(reported == mates);
                seen_.set_play += mates.empty() ? 0 : 1;
            }
            return;
        }
        Texts replies;
        for (const Variation& variation : report_.set_play->variations)
            check_variation(*passed, report_.moves - 1, variation, replies, false);
        for (const Move& move : sorted_moves(*passed)) {
            const P after = passed->play(move);
            if (after.turn() != us_ || after.outcome() != Outcome::Ongoing) continue;
            const auto rolls = after.rolls();
            const bool something = std::any_of(rolls.begin(), rolls.end(), [&](const auto& chance) {
                return !quickest(after, chance.roll, report_.moves - 1).second.empty();
            });
            const bool found =
                std::find(replies.begin(), replies.end(), notated(*passed, move)) != replies.end();
            REQUIRE(found == something);
            seen_.set_play += found ? 1 : 0;
        }
    }

    void check_tries() {
        Ratio last{1, 1};
        for (const FirstMove& first : report_.tries) {
            INFO(first.move);
            const Move move = move_named(root_, first.move);
            const P after = root_.play(move);
            REQUIRE_FALSE(first.is_key);
            REQUIRE_FALSE(wins(root_, move, report_.moves));
            REQUIRE_FALSE(first.refutations.empty());
            if (report_.moves == 1) {
                REQUIRE(after.in_check());
                REQUIRE(sorted_moves(after).size() == 1);
                REQUIRE(first.refutations.front().moves == notated(after, sorted_moves(after)));
            } else if (P::chance_unit > 1) {
                check_odds(after, first);
                const Ratio odds = chance(after, report_.moves - 1);
                REQUIRE_FALSE(last < odds);
                last = odds;
            } else {
                check_refutations(after, first);
            }
            ++seen_.tries;
        }
    }

    /// Checks a try of a game with a die: its odds are the mean over the rolls of our chance after the
    /// strongest reply, and at least a quarter. If the opponent does not roll, some reply must not refute it.
    void check_odds(const P& after, const FirstMove& first) {
        REQUIRE(first.odds.text() == chance(after, report_.moves - 1).text());
        check_play(after, report_.moves - 1, first.play, false, false);
        bool some_reply_fails = false;
        for (const auto& outcome : after.rolls()) {
            Ratio least{1, 1};
            Texts strongest;
            for (const Move& reply : moves_on(after, outcome.roll)) {
                const Ratio left = after_move(after, reply, report_.moves - 1);
                some_reply_fails = some_reply_fails || left.text() == "1";
                if (left < least) strongest.clear();
                if (!(least < left)) {
                    least = left;
                    strongest.push_back(notated(after, reply));
                }
            }
            const auto matching = std::find_if(
                first.refutations.begin(), first.refutations.end(),
                [&](const Refutation& refutation) { return among(refutation.rolls, outcome.roll.face); });
            REQUIRE((matching == first.refutations.end()) == (least.text() == "1"));
            if (matching == first.refutations.end()) continue;
            REQUIRE(matching->chance.text() == least.text());
            REQUIRE(matching->moves == strongest);
            ++seen_.refutations;
        }
        REQUIRE((after.rolls().size() == 1 ? some_reply_fails
                                           : 4 * first.odds.numerator >= first.odds.denominator));
    }

    /// Checks a try of a game without a die: one or two replies refute it, all others lose.
    void check_refutations(const P& after, const FirstMove& first) {
        REQUIRE(first.refutations.size() == 1);
        Texts replies = first.refutations.front().moves;
        REQUIRE(replies.size() <= 2);
        for (const std::string& reply : replies) {
            REQUIRE_FALSE(holds(after.play(move_named(after, reply)), report_.moves - 1));
            ++seen_.refutations;
        }
        for (const Variation& variation : first.play.variations) {
            REQUIRE(variation.certain);
            check_variation(after, report_.moves - 1, variation, replies, false);
        }
        Texts all;
        for (const Move& move : sorted_moves(after)) all.push_back(notated(after, move));
        REQUIRE(sorted(replies) == sorted(all));
        REQUIRE(2 * first.refutations.front().moves.size() < all.size());
    }

    const P& root_;
    const Color us_;
    const SolutionReport& report_;
    Seen& seen_;
    bool has_dual_ = false, has_short_ = false;
};

SolutionReport solution(const records::Puzzle& puzzle, std::string_view variant, int moves) {
    reports::SolutionRequest request;
    request.search.moves = moves;
    request.search.hash_mib = 1;
    request.tries = 2;
    SolutionReport report;
    REQUIRE(games::find(variant)->solution(puzzle, request, report));
    return report;
}

/// Checks that `check --strict` calls the puzzle sound exactly if its solution is strict.
void check_referee(const SolutionReport& report) {
    if (report.keys.empty()) return;
    records::Puzzle puzzle;
    puzzle.fen = report.fen;
    puzzle.moves = report.moves;
    puzzle.key.emplace();
    for (const auto& face : report.faces) {
        if (!face.keys.empty()) (*puzzle.key)[face.face] = face.keys;
    }
    reports::CheckRequest request;
    request.strict = true;
    request.superfluous = false;
    reports::CheckReport is_judged;
    REQUIRE(games::find(report.variant)->check(puzzle, request, is_judged));
    INFO(report.fen << " in " << report.moves);
    REQUIRE((is_judged.verdict == reports::Verdict::Sound) == report.strict());
}

template <class P>
void check_solution(const P& position, int moves, Seen& seen) {
    records::Puzzle puzzle;
    puzzle.fen = position.fen();
    const SolutionReport report = solution(puzzle, position.variant(), moves);
    PlainSolver<P>(position, report, seen).check();
    if (seen.moves_again == 0) check_referee(report);
}

/// Returns a random position with a king at an edge and pieces that attack it, or nullopt if it is illegal.
template <class P>
std::optional<P> ambushed(Random& random) {
    std::string pieces(64, '.');
    const auto put = [&](char piece, std::size_t square) {
        if (pieces[square] == '.') pieces[square] = piece;
    };
    put('k', random.below(8));
    put('K', 16 + random.below(16));
    put(random.letter("QR"), random.below(64));
    put(random.letter("RBN"), random.below(64));
    if (random.one_in(2)) put(random.letter("prbn"), 8 + random.below(48));
    std::string fen;
    int empty = 0;
    const auto end_gap = [&] {
        if (const int gap = std::exchange(empty, 0); gap > 0) fen += std::to_string(gap);
    };
    for (std::size_t square = 0; square < 64; ++square) {
        if (square > 0 && square % 8 == 0) end_gap(), fen += '/';
        if (pieces[square] == '.') {
            ++empty;
        } else {
            end_gap(), fen += pieces[square];
        }
    }
    end_gap();
    const auto read = P::from_fen(fen + " w");
    return read ? std::optional<P>(read->value) : std::nullopt;
}

/// Returns the puzzles of a shipped file that are mates in `moves`.
std::vector<records::Puzzle> shipped(const std::string& file, int moves) {
    std::ifstream stream(OCTOMATE_ROOT "/puzzles/" + file);
    std::vector<records::Puzzle> puzzles;
    for (std::string line; std::getline(stream, line);) {
        const auto read = records::read_puzzle(line);
        REQUIRE(read);
        if (read->value.moves == moves) puzzles.push_back(read->value);
    }
    REQUIRE_FALSE(puzzles.empty());
    return puzzles;
}

}  // namespace

TEMPLATE_TEST_CASE("solutions of positions with few pieces are true and complete", "[law]", D8Position,
                   ParentPosition) {
    Seen seen;
    Random random(29);
    const std::size_t wanted = slow_build ? 40 : 300;
    for (std::size_t checked = 0; checked < wanted;) {
        const auto position = ambushed<TestType>(random);
        if (!position) continue;
        check_solution(*position, 1, seen);
        check_solution(*position, 2, seen);
        ++checked;
    }
    CHECK(seen.keys > wanted / 4);
    CHECK(seen.tries > wanted / 4);
    CHECK(seen.set_play > wanted / 4);
    // With a die these positions have no threats or duals; the shipped mates in two have threats.
    if (TestType::chance_unit == 1) CHECK(seen.threats > wanted / 20);
    if (TestType::chance_unit == 1) CHECK(seen.duals > wanted / 40);
}

TEST_CASE("solutions of the shipped mates in two are true and complete", "[law]") {
    Seen seen;
    std::size_t number = 0;
    for (const records::Puzzle& puzzle : shipped("twos.jsonl", 2)) {
        if (number++ % 4 != 0) continue;
        const auto position = D8Position::from_fen(puzzle.fen)->value;
        const SolutionReport report = solution(puzzle, "superpermutation-d8", 2);
        PlainSolver<D8Position>(position, report, seen).check();
        check_referee(report);
    }
    CHECK(seen.keys > 2);
    CHECK(seen.variations > 20);
    CHECK(seen.tries > 10);
    CHECK(seen.refutations > 50);
    CHECK(seen.threats > 2);
    CHECK(seen.zugzwangs > 0);
}

TEST_CASE("solutions of mates in three without a die are true and complete", "[law]") {
    Seen seen;
    Random random(31);
    for (std::size_t checked = 0; checked < (slow_build ? 1U : 4U);) {
        const auto position = ambushed<ParentPosition>(random);
        if (!position || position->count_legal_moves() > 20) continue;
        records::Puzzle puzzle;
        puzzle.fen = position->fen();
        if (!solution(puzzle, "superpermutation", 1).keys.empty()) continue;
        const std::size_t keys = solution(puzzle, "superpermutation", 3).keys.size();
        if (keys == 0 || keys > 4) continue;
        check_solution(*position, 3, seen);
        ++checked;
    }
    CHECK(seen.keys > (slow_build ? 0 : 3));
}

TEST_CASE("solutions in Complete Permutation Chess and Super Chess are true and complete", "[law]") {
    Seen seen;
    std::size_t number = 0;
    for (const records::Puzzle& puzzle : shipped("complete-permutation.jsonl", 2)) {
        if (puzzle.variant != "complete-permutation" || number++ % (slow_build ? 6 : 2) != 0) continue;
        const auto position = CompletePosition::from_fen(puzzle.fen)->value;
        PlainSolver<CompletePosition>(position, solution(puzzle, *puzzle.variant, 2), seen).check();
    }
    CHECK((slow_build || seen.tries > 2));
    number = 0;
    for (const records::Puzzle& puzzle : shipped("super-chess.jsonl", 2)) {
        if (number++ % (slow_build ? 6 : 2) != 0) continue;
        const auto position = SuperPosition::from_fen(puzzle.fen)->value;
        PlainSolver<SuperPosition>(position, solution(puzzle, "super-chess", 2), seen).check();
    }
    CHECK(seen.keys > 4);
    // Black travels to a state in which it is to move again.
    check_solution(SuperPosition::from_fen("8/6(r^r)1/7b/4Q3/n2(R^R)4/K7/8/k7 w - - 0,0 -/- | "
                                           "8/6(r^r)1/7b/4Q3/2(R^R)5/K1n5/8/k7 w - - 0,0 | "
                                           "8/6(r^r)1/7b/4Q3/3(R^R)4/K1n5/8/k7 b - - 0,0")
                       ->value,
                   2, seen);
    CHECK(seen.moves_again > 0);
}

}  // namespace octomate::laws
