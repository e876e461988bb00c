#include <fmt/format.h>

#include <bit>
#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/formats.hpp"
#include "games/list.hpp"
#include "games/superpermutation/games.hpp"
#include "json/tree.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "naive/naive_mate.hpp"
#include "reports/checker.hpp"
#include "reports/reports.hpp"
#include "slow_build.hpp"

using namespace octomate;
using laws::D8Position;
using laws::ParentPosition;
using records::Key;
using reports::CheckReport;
using reports::Verdict;

namespace {

using Texts = std::vector<std::string>;

template <class P = D8Position>
Expected<CheckReport, Faults> run(const records::Puzzle& puzzle) {
    const auto position = P::from_fen(puzzle.fen);
    REQUIRE(position);
    CheckReport report;
    const reports::CheckRequest request;
    Status checked = reports::MoveKeyChecker<P>(puzzle, position->value, request, report).run();
    if (!checked) return Unexpected{std::move(checked.error())};
    return report;
}

template <class P = D8Position>
CheckReport check(const records::Puzzle& puzzle) {
    const auto report = run<P>(puzzle);
    REQUIRE(report);
    CHECK(report->complete);
    return *report;
}

std::vector<records::Puzzle> puzzles_of(const std::string& file) {
    std::ifstream stream(OCTOMATE_ROOT "/puzzles/" + file);
    REQUIRE(stream);
    std::vector<records::Puzzle> puzzles;
    for (std::string line; std::getline(stream, line);) {
        const auto read = records::read_puzzle(line);
        REQUIRE(read);
        puzzles.push_back(read->value);
    }
    return puzzles;
}

/// Returns puzzle `number` of the article, counted from 1.
records::Puzzle article(std::size_t number) { return puzzles_of("article.jsonl").at(number - 1); }

records::Puzzle puzzle_of(std::string_view fen, Key key) {
    records::Puzzle puzzle;
    puzzle.fen = fen;
    puzzle.key = std::move(key);
    return puzzle;
}

bool has_note(const CheckReport& report, std::string_view note) {
    INFO(fmt::format("{}", fmt::join(report.notes, "\n")));
    CHECK(std::find(report.notes.begin(), report.notes.end(), note) != report.notes.end());
    return true;
}

}  // namespace

TEST_CASE("the article's puzzles are sound, without superfluous pieces") {
    for (const records::Puzzle& puzzle : puzzles_of("article.jsonl")) {
        const CheckReport report = check(puzzle);
        INFO(*puzzle.id);
        CHECK(report.verdict == Verdict::Sound);
        CHECK(report.solution_key == *puzzle.key);
        CHECK(report.missing.empty());
        CHECK(report.extra.empty());
        CHECK(report.duals.empty());
        CHECK(report.superfluous.empty());
    }
}

TEST_CASE("the shipped longer mates are sound, without superfluous pieces") {
    for (const records::Puzzle& puzzle : puzzles_of("twos.jsonl")) {
        const CheckReport report = check(puzzle);
        INFO(*puzzle.id);
        CHECK(report.solution_key == *puzzle.key);
        CHECK(report.verdict == Verdict::Sound);
        CHECK(report.superfluous.empty());
        CHECK(report.later_duals == 0);
    }
    CHECK(puzzles_of("twos.jsonl").size() >= 40);
}

TEST_CASE("a key that mates sooner than required is short") {
    records::Puzzle puzzle = article(1);
    puzzle.moves = 2;
    const CheckReport report = check(puzzle);
    CHECK(report.verdict == Verdict::Short);
    CHECK(report.short_in == std::map<int, int>{{5, 1}});
    CHECK(report.short_wins == records::Key{{5, {"Qa8-e4-e7#"}}});
    const auto json = records::Json::parse(reports::json(report));
    CHECK(json["verdict"] == "short");
    CHECK(json["short"] == records::Json{{"5", {"Qa8-e4-e7#"}}});
    CHECK(json["short_in"] == records::Json{{"5", 1}});
    // Shorter mates outside the key are reported too, but an additional solution decides the verdict.
    puzzle.fen = "6Bk/8/7K/8/8/Q7/8/8 w";
    puzzle.key = records::Key{{6, {"Qa3-f8"}}};
    CHECK(check(puzzle).verdict != Verdict::Sound);
}

TEST_CASE("two winning continuations are reported, and are flaws if strict") {
    // After the defence b6a6 any of three queen moves mates.
    records::Puzzle puzzle;
    puzzle.fen = "8/4(RP)3/1k6/8/1K6/8/8/8 w - -";
    puzzle.variant = "super-chess";
    puzzle.key = records::Key{{0, {"e7^e8=Q"}}};
    puzzle.moves = 2;
    reports::CheckRequest request;
    for (const bool strict : {false, true}) {
        request.strict = strict;
        CheckReport report;
        REQUIRE(games::named("super-chess").check(puzzle, request, report));
        CHECK(report.verdict == (strict ? Verdict::Dual : Verdict::Sound));
        REQUIRE(report.later_duals == 2);
        CHECK(report.duals_later[0].line == Texts{"e7^e8=Q"});  // the threat after the key
        CHECK(report.duals_later[1].line == Texts{"e7^e8=Q", "b6a6"});
        CHECK(report.duals_later[1].moves == Texts{"e8b5#", "e8c6#", "e8g6#"});
    }
}

TEST_CASE("shorter wins within a full-length variation are reported, and are flaws if strict") {
    // After f3-f4-f5 a roll of 4 needs two more moves to mate, every other roll one.
    records::Puzzle puzzle = puzzle_of("6K1/r1k5/q5n1/5r2/8/5P2/8/8 b", {{8, {"Kc7-a6"}}});
    puzzle.moves = 3;
    const auto position = D8Position::from_fen(puzzle.fen)->value;
    reports::CheckRequest request;
    for (const bool strict : {false, true}) {
        request.strict = strict;
        CheckReport report;
        REQUIRE(reports::MoveKeyChecker<D8Position>(puzzle, position, request, report).run());
        CHECK(report.verdict == (strict ? Verdict::Short : Verdict::Sound));
        const auto shorter = [&](const Texts& line, int face) {
            return std::any_of(report.shorts_later.begin(), report.shorts_later.end(),
                               [&](const auto& flaw) { return flaw.line == line && flaw.face == face; });
        };
        CHECK(shorter({"Kc7-a6", "f3-f4-f5"}, 6));
        CHECK(shorter({"Kc7-a6"}, 6));  // the threat after the key
        CHECK_FALSE(shorter({"Kc7-a6", "f3-f4-f5"}, 4));
        CHECK(report.shorts_later.size() == report.later_shorts);
    }
}

TEST_CASE("a dual in the threat is a flaw if strict") {
    records::Puzzle puzzle = puzzle_of("8/1q6/8/2KPb1r1/5b2/8/3k4/8 b", {{5, {"Kd2-d3"}}});
    puzzle.moves = 2;
    const auto position = D8Position::from_fen(puzzle.fen)->value;
    reports::CheckRequest request;
    request.strict = true;
    CheckReport report;
    REQUIRE(reports::MoveKeyChecker<D8Position>(puzzle, position, request, report).run());
    CHECK(report.verdict == Verdict::Dual);
    REQUIRE(report.later_duals == 1);
    CHECK(report.duals_later[0].line == Texts{"Kd2-d3"});
    CHECK(report.duals_later[0].moves == Texts{"Be5-d4#", "Be5-d6#"});
}

TEST_CASE("each of the article's puzzles has no key if it is left out") {
    for (records::Puzzle puzzle : puzzles_of("article.jsonl")) {
        const Key key = *puzzle.key;
        for (const auto& none : {std::optional<Key>(), std::optional(Key{}), std::optional(Key{{5, {}}})}) {
            puzzle.key = none;
            const CheckReport report = check(puzzle);
            CHECK(report.verdict == Verdict::NoKey);
            CHECK(report.extra == key);
        }
    }
}

TEST_CASE("each of the article's puzzles is unsolvable with a wrong key and cooked with an incomplete one") {
    for (records::Puzzle puzzle : puzzles_of("article.jsonl")) {
        const Key key = *puzzle.key;
        const auto [face, moves] = *key.begin();

        puzzle.key = key;
        puzzle.key->at(face).push_back("Ka1-a2-a3");
        CheckReport report = check(puzzle);
        CHECK(report.verdict == Verdict::Unsolvable);
        CHECK(report.missing == Key{{face, {"Ka1-a2-a3"}}});
        CHECK(report.extra.empty());

        puzzle.key = key;
        puzzle.key->at(face).clear();
        puzzle.key->erase(std::next(puzzle.key->begin()), puzzle.key->end());
        puzzle.key->emplace(0, Texts{"Ka1-a2"});
        report = check(puzzle);
        CHECK(report.verdict == Verdict::Unsolvable);
        CHECK(report.missing == Key{{0, {"Ka1-a2"}}});
        CHECK(report.extra == key);

        if (key.size() == 1) continue;
        puzzle.key = key;
        puzzle.key->erase(face);
        report = check(puzzle);
        CHECK(report.verdict == Verdict::Cooked);
        CHECK(report.missing.empty());
        CHECK(report.extra == Key{{face, moves}});
    }
}

TEST_CASE("a bound face with two mates is a dual, a free one is not") {
    const CheckReport report = check(
        puzzle_of("8/8/8/7K/8/8/5RQ1/3k4 w", {{6, {"Qg2-f1", "Rf2-f1#"}}, {7, {"g2g1"}}, {8, {"Qg2-h1#"}}}));
    CHECK(report.verdict == Verdict::Dual);
    CHECK(report.duals == Key{{6, {"Rf2-f1#", "Qg2-f1#"}}});
    CHECK(report.fen == "8/8/8/7K/8/8/5RQ1/3k4 w - - 0 1");
    has_note(report, "\"Qg2-f1\" on face 6: a wrong or missing \"x\", \"+\" or \"#\", expected Qg2-f1#");
    has_note(check(article(4)), "a free move on face 4 only repeats what mates on faces 3 and 5");
}

TEST_CASE("if a roll is given, only its face is judged") {
    records::Puzzle puzzle = article(3);
    puzzle.roll = 6;
    CheckReport report = check(puzzle);
    CHECK(report.verdict == Verdict::Sound);
    CHECK(report.solution_key == Key{{6, {"Qe2-c4#"}}});
    has_note(report, "the key on face 5 is not judged: the roll is 6");

    puzzle.key->at(6) = {"Nb6-d5#"};
    report = check(puzzle);
    CHECK(report.verdict == Verdict::Unsolvable);
    CHECK(report.missing == Key{{6, {"Nb6-d5#"}}});
    CHECK(report.extra == Key{{6, {"Qe2-c4#"}}});
    has_note(report, "Nb6-d5# mates on face 5, not on 6");

    puzzle.roll = 1;  // no move mates on this face, and the key has none
    CHECK(check(puzzle).verdict == Verdict::NoKey);
    puzzle.key->erase(6);
    puzzle.roll = 6;  // a move mates on this face, but the key has none
    CHECK(check(puzzle).verdict == Verdict::Cooked);
}

TEST_CASE("a key with faces where no die is used, or without where one is, is reported") {
    records::Puzzle puzzle = puzzle_of("4k3/8/8/8/8/8/4r3/4K3 w", {{0, {"Ke1-e3"}}, {5, {"e1e2", "Ke1xe2"}}});
    puzzle.roll = 4;
    CheckReport report = check(puzzle);
    CHECK(report.missing == Key{{0, {"Ke1-e3"}}, {5, {"Ke1xe2"}}});
    has_note(report, "the roll 4 is not used: in check there is no die");
    has_note(report, "the key names face 5, but in check there is no die: expected \"-\"");
    has_note(report, "\"Ke1-e3\" is not legal: Ke1-e3 does not answer the check");
    has_note(check<ParentPosition>(puzzle), "the roll 4 is not used: the game has no die");

    puzzle = puzzle_of("Q5n1/4p2k/4B1pp/4P3/8/8/8/6K1 w", {{0, {"a8e4"}}});
    report = check(puzzle);
    CHECK(report.verdict == Verdict::Unsolvable);
    CHECK(report.missing == Key{{0, {"Qa8-e4-e7#"}}});
    has_note(report, "the key names \"-\", but the die is used here: expected a face");

    const CheckReport parent = check<ParentPosition>(puzzle_of("7k/8/6K1/8/8/8/8/R7 w", {{0, {"Ra1-a8#"}}}));
    CHECK(parent.verdict == Verdict::Sound);
    CHECK(parent.variant == "superpermutation");
}

TEST_CASE("notes name stalemates, near misses and finished games") {
    records::Puzzle puzzle = article(2);
    puzzle.key = Key{{8, {"h7-h8=Q", "h7-h8"}}};
    const CheckReport report = check(puzzle);
    CHECK(report.missing == Key{{8, {"h7-h8=Q", "h7-h8"}}});
    has_note(report, "h7-h8=Q stalemates");
    has_note(report, "\"h7-h8\" on face 8 is not legal: h7-h8 promotes, expected \"=\" and a letter of QRBN");

    const CheckReport misses = check(puzzle_of("7k/8/1n6/8/1r6/2K5/2PNq3/8 b", {}));
    has_note(misses, "near miss on face 7: Qe2-b5-b4+ leaves only Kc3-d3");
    has_note(misses, "near miss on face 4: Qe2-e3+ leaves only Kc3xb4; Kh8-e2+ leaves only Kc3xb4");
    has_note(check(puzzle_of("7k/5KQ1/8/8/8/8/8/8 b", {})), "it is checkmate already");
    has_note(check(puzzle_of("7k/5Q2/8/8/8/8/8/K7 b", {})), "it is stalemate already");
}

TEST_CASE("a note names pieces that no game can have") {
    const auto notes = [](std::string_view fen) {
        const auto position = D8Position::from_fen(fen);
        REQUIRE(position);
        return impossible_piece_notes(position->value);
    };
    CHECK(notes("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").empty());
    CHECK(notes("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPP1/RNBQKBN1 w - - 0 1").empty());
    CHECK(notes("QQQQQQQQ/Q7/8/8/8/8/8/K1k5 b - - 0 1").empty());
    CHECK(notes("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1") ==
          Texts{"white has doubled pawns (file a); in a game no two share a file",
                "white has 9 pawns; no game can have more than eight"});
    CHECK(notes("4k3/8/p1p5/8/p1p5/8/8/4K3 w - - 0 1") ==
          Texts{"black has doubled pawns (file a c); in a game no two share a file"});
    CHECK(notes("rnbqkbnr/pppppppp/n7/8/8/8/8/K7 w - - 0 1") ==
          Texts{"black has 17 pieces; no game can have more than 16",
                "black has 8 pawns and at least 1 promoted piece; no game can have more than eight of both"});
    CHECK(
        notes("k7/8/8/8/8/BBB1RRR1/PPPPPPP1/K7 w - - 0 1") ==
        Texts{"white has 7 pawns and at least 2 promoted pieces; no game can have more than eight of both"});
}

TEST_CASE("text that is not a move makes the record bad") {
    records::Puzzle puzzle = article(1);
    puzzle.roll = 5;
    puzzle.key = Key{{4, {"Qa8-e9"}}, {5, {"Qa8-e4-e7#", "queen up"}}};
    const auto report = run(puzzle);
    REQUIRE(!report);
    REQUIRE(report.error().size() == 2);
    CHECK(report.error()[0].code == FaultCode::NotAMove);
    CHECK(report.error()[0].field == "key");
    CHECK(report.error()[0].offset == 0);
    CHECK(report.error()[1].message ==
          "the key on face 5: \"queen up\" is not a move: expected a square such as e2 at character 1");
}

TEST_CASE("a note names the face on which a key of the wrong face mates") {
    records::Puzzle puzzle = puzzle_of("6Bk/8/7K/8/p7/Q7/8/8 w", {{5, {"Qa3-f8"}}});
    puzzle.moves = 2;
    const CheckReport report = check(puzzle);
    CHECK(report.verdict == Verdict::Unsolvable);
    CHECK(report.extra == Key{{6, {"Qa3-f8"}}});
    CHECK(report.superfluous.empty());  // without the bishop the queen mates at once
    has_note(report, "Qa3-f8 forces mate on face 6, not on 5");
}

TEST_CASE("a piece that only delays the win is not superfluous") {
    // Without the rook on c5 the key mates at once.
    records::Puzzle puzzle = puzzle_of("1k6/8/K7/2r5/3b4/8/8/3q4 b", {{8, {"Qd1-a4+"}}});
    puzzle.moves = 2;
    CHECK(check(puzzle).superfluous.empty());
}

TEST_CASE("a piece whose removal adds a later dual is superfluous unless strict") {
    // Without the knight the rook can mate from one more square after Kg1-h1.
    records::Puzzle puzzle = puzzle_of("5n2/8/1k6/8/4b3/5r2/q7/6K1 b", {});
    puzzle.moves = 2;
    const auto position = D8Position::from_fen(puzzle.fen)->value;
    reports::CheckRequest request;
    for (const bool strict : {false, true}) {
        request.strict = strict;
        CheckReport report;
        REQUIRE(reports::MoveKeyChecker<D8Position>(puzzle, position, request, report).run());
        CHECK(report.later_duals == 1);
        CHECK(report.superfluous == (strict ? Texts{} : Texts{"f8"}));
    }
}

TEST_CASE("a piece that gives check is not superfluous if the solution would begin on another face") {
    records::Puzzle puzzle;
    puzzle.fen = "6k1/8/6n1/4K3/7R/8/7R/8 w";
    puzzle.stipulation = Stipulation{StipulationKind::Series, Goal::Mate, 4};
    reports::CheckRequest request;
    CheckReport report;
    REQUIRE(games::named("superpermutation-d8").check(puzzle, request, report));
    CHECK(report.solution_key == Key{{0, {"(-) Ke5-f6 (8) Rh4-h8#"}}});
    CHECK(report.superfluous.empty());
}

TEST_CASE("an interrupted check is not complete") {
    const std::atomic<bool> interrupted = true;
    reports::CheckRequest request;
    request.search.interrupted = &interrupted;
    records::Puzzle puzzle = puzzles_of("twos.jsonl").at(0);
    puzzle.moves = 3;
    const auto position = D8Position::from_fen(puzzle.fen)->value;
    CheckReport report;
    REQUIRE(reports::MoveKeyChecker<D8Position>(puzzle, position, request, report).run());
    CHECK(!report.complete);
}

TEST_CASE("a repeated move of a key is reported once, in the order of the key") {
    const CheckReport report =
        check(puzzle_of("6Bk/8/7K/8/p7/Q7/8/8 w", {{6, {"Qa3-h2", "Qa3-h1", "Qa3-h2", "Qa3-h1"}}}));
    CHECK(report.missing == Key{{6, {"Qa3-h2", "Qa3-h1"}}});
}

TEST_CASE("the record has the fields of the contract, in order") {
    const auto json = records::Json::parse(reports::json(check(article(3))));
    Texts names;
    for (const auto& [name, value] : json.items()) names.push_back(name);
    CHECK(names == Texts{"id", "fen", "variant", "verdict", "missing", "extra", "short", "duals",
                         "superfluous", "notes"});
    CHECK(json["missing"] == records::Json::object());
    CHECK(json["superfluous"] == records::Json::array());
}

TEMPLATE_TEST_CASE("the true key is sound or dual, through JSON and EPD", "[law]", D8Position,
                   ParentPosition) {
    laws::check_law<TestType>(
        [&](const TestType& position) -> std::string {
            records::Puzzle puzzle;
            puzzle.fen = position.fen();
            const CheckReport first = check<TestType>(puzzle);
            puzzle.key = first.solution_key;
            for (const std::string& line : {records::to_jsonl(puzzle), records::to_epd(puzzle)}) {
                const CheckReport second = check<TestType>(records::read_puzzle(line)->value);
                const bool right = first.solution_key.empty() ? second.verdict == Verdict::NoKey
                                                              : second.verdict >= Verdict::Dual;
                if (!right || second.solution_key != first.solution_key ||
                    second.superfluous != first.superfluous)
                    return std::string(name(second.verdict));
            }
            return {};
        },
        41);
}

namespace {

/// For each face the moves that force mate by the naive rules, each followed by the end of its cascade.
using NaiveWins = std::vector<std::vector<std::string>>;

NaiveWins naive_wins(const naive::Position& position, int moves) {
    std::map<std::string, int> ends;
    for (const naive::Move& move : naive::legal_moves(position)) ends[move.uci] = move.end;
    NaiveWins wins;
    for (const naive::MateFace& face :
         naive::mate_value(position, moves, naive::Dice::every, naive::Defence::best).faces) {
        auto& of_face = wins.emplace_back();
        if (!face.forced) continue;
        for (const std::string& uci : face.best) of_face.push_back(fmt::format("{} {}", uci, ends[uci]));
    }
    return wins;
}

/// Returns the moves that force mate in one move, in two moves, and so on up to `most`.
std::vector<NaiveWins> naive_solution(const naive::Position& position, int most) {
    std::vector<NaiveWins> solution;
    for (int moves = 1; moves <= most; ++moves) solution.push_back(naive_wins(position, moves));
    return solution;
}

/// Checks whether no move wins. Without a win solutions count as equal, even if only one of them uses the die
/// and their faces differ.
bool nothing_wins(const NaiveWins& wins) {
    return std::all_of(wins.begin(), wins.end(), [](const auto& of_face) { return of_face.empty(); });
}

bool is_same_solution(const std::vector<NaiveWins>& a, const std::vector<NaiveWins>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const NaiveWins& one, const NaiveWins& other) {
                          return one == other || (nothing_wins(one) && nothing_wins(other));
                      });
}

Texts naive_superfluous(const naive::Position& position, int moves) {
    const auto solution = naive_solution(position, moves);
    Texts squares;
    for (int by_file = 0; by_file < 64; ++by_file) {
        const auto square = static_cast<std::size_t>(by_file % 8 * 8 + by_file / 8);
        naive::Position rest = position;
        if (std::string_view(".Kk").find(rest.pieces[square]) != std::string_view::npos) continue;
        rest.pieces[square] = '.';
        if (!naive::acceptable(rest)) continue;
        if (is_same_solution(naive_solution(rest, moves), solution))
            squares.push_back({"abcdefgh"[by_file / 8], "12345678"[by_file % 8]});
    }
    return squares;
}

}  // namespace

TEMPLATE_TEST_CASE("superfluous pieces equal those found by the naive rules", "[law]", D8Position,
                   ParentPosition) {
    std::size_t with_mates = 0;
    laws::check_law<TestType>(
        [&](const TestType& position) -> std::string {
            records::Puzzle puzzle;
            puzzle.fen = position.fen();
            MoveList<TestType> mates;
            position.winning_moves(mates);
            if (mates.empty() || ++with_mates % 20 != 0) return {};
            return laws::difference(check<TestType>(puzzle).superfluous,
                                    naive_superfluous(laws::to_naive(position), 1));
        },
        slow_build ? 10 : 1);
    CHECK(with_mates > 50);
}

TEST_CASE("superfluous pieces of longer mates equal those found by the naive rules", "[law]") {
    const auto [moves, choices, most] = GENERATE(Catch::Generators::table<int, std::size_t, std::size_t>(
        {{2, 35, slow_build ? 20 : 100}, {3, 16, slow_build ? 2 : 8}}));
    solver::MateOptions options;
    options.moves = moves;
    options.dice = solver::Dice::Every;
    options.parallel = false;
    solver::MateSearch<ParentPosition> search(options);
    solver::Faces<ParentPosition> wins, mates;
    std::size_t compared = 0, superfluous = 0;
    for (const ParentPosition& position : laws::corpus<ParentPosition>()) {
        if (compared == most) break;
        if (std::popcount(position.board().occupied()) > 7 || position.count_legal_moves() > choices)
            continue;
        solver::solve_forced_faces(position, search, wins);
        solver::solve_faces(position, mates);
        if (wins == mates) continue;
        ++compared;
        records::Puzzle puzzle;
        puzzle.fen = position.fen();
        puzzle.moves = moves;
        const Texts found = check<ParentPosition>(puzzle).superfluous;
        superfluous += found.size();
        INFO(puzzle.fen);
        REQUIRE(found == naive_superfluous(laws::to_naive(position), moves));
    }
    CHECK(compared == most);
    CHECK(superfluous > 0);
}

// Random positions with the die hardly ever have superfluous pieces in longer mates, so pieces are added to
// the shipped ones.
TEST_CASE("a piece added to a shipped mate in two is superfluous exactly if it is by the naive rules",
          "[law]") {
    laws::Random random(7);
    std::size_t superfluous = 0;
    const auto puzzles = puzzles_of("twos.jsonl");
    for (std::size_t at = 0; at < puzzles.size(); at += slow_build ? 12 : 3) {
        naive::Position position = naive::from_fen(puzzles[at].fen, naive::Game::d8);
        std::size_t square = random.below(64);
        while (position.pieces[square] != '.') square = random.below(64);
        position.pieces[square] = random.letter("NBRnbr");
        if (!naive::acceptable(position)) continue;
        records::Puzzle puzzle;
        puzzle.fen = naive::to_fen(position);
        puzzle.moves = 2;
        const Texts found = check(puzzle).superfluous;
        superfluous += found.size();
        INFO(puzzle.fen);
        REQUIRE(found == naive_superfluous(position, 2));
    }
    CHECK(superfluous > 0);
}
