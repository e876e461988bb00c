#include "make/compose.hpp"

#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>

#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/spec.hpp"
#include "naive/naive.hpp"
#include "solver/faces.hpp"

using namespace octomate;
using make::ComposeOptions;
using make::ExhaustiveWalk;
using Spec = make::Spec<superpermutation::D8Position>;
using superpermutation::D8Position;
using superpermutation::ParentPosition;

namespace {

const std::vector<std::string> two_games = {"superpermutation-d8", "superpermutation"};

template <class P = D8Position>
make::Spec<P> spec_of(std::string_view text) {
    auto spec = make::read_spec(P(), text, two_games);
    REQUIRE(spec);
    return *spec;
}

Spec article(int number) {
    std::ifstream file(fmt::format("{}/data/compose/article-{}.json", OCTOMATE_ROOT, number));
    return spec_of(std::string{std::istreambuf_iterator<char>(file), {}});
}

std::vector<std::string> fens(const make::FoundPositions<D8Position>& result) {
    std::vector<std::string> fens;
    for (const auto& composition : result.found) fens.push_back(composition.position.fen());
    return fens;
}

/// Checks that the naive rules find exactly the wanted mates on every face that the spec fixes.
template <class P>
void check_with_naive_rules(const make::Spec<P>& spec, const std::string& fen, naive::Game game) {
    INFO(fen);
    const naive::Position position = naive::from_fen(fen, game);
    REQUIRE(naive::acceptable(position));
    for (const naive::Face& face : naive::faces(position)) {
        const auto& wish = spec.faces[static_cast<std::size_t>(face.face)];
        if (wish && wish->any) continue;
        std::set<std::string> wanted, found;
        if (wish) {
            for (const auto& move : wish->mates) wanted.insert(move.text);
        }
        for (const naive::Move& move : face.moves) {
            if (move.mate) found.insert(move.text);
        }
        REQUIRE(found == wanted);
    }
}

ComposeOptions within_limit(std::size_t count) {
    ComposeOptions options;
    options.count = count;
    options.search.nodes = 300'000;
    options.search.threads = 2;
    return options;
}

const auto no_progress = [](std::size_t, std::uint64_t) {};

}  // namespace

TEST_CASE("each spec of the article gives positions with exactly its key") {
    for (int number = 1; number <= 5; ++number) {
        const Spec spec = article(number);
        const auto result = make::compose<D8Position>(spec, within_limit(3), no_progress);
        INFO("article " << number);
        REQUIRE(result.complete);
        std::set<std::pair<std::uint64_t, std::uint64_t>> keys;
        for (const auto& composition : result.found) {
            const auto key = composition.position.key();
            REQUIRE(keys.insert({key.first, key.second}).second);
            check_with_naive_rules(spec, composition.position.fen(), naive::Game::d8);
        }
    }
}

TEST_CASE("a game without a die, and a position in check, can be composed") {
    const auto parent = spec_of<ParentPosition>(
        R"({"variant": "superpermutation", "key": {"-": ["Ra1-a8#"]}, "max_men": 7})");
    const auto mate = make::compose<ParentPosition>(parent, within_limit(1), no_progress);
    REQUIRE(mate.complete);
    check_with_naive_rules(parent, mate.found[0].position.fen(), naive::Game::parent);

    const Spec check = spec_of(R"({"turn": "black", "key": {"-": ["Kf3-g3#"]}, "max_men": 9})");
    const auto answer = make::compose<D8Position>(check, within_limit(1), no_progress);
    REQUIRE(answer.complete);
    REQUIRE(answer.found[0].position.in_check());
    check_with_naive_rules(check, answer.found[0].position.fen(), naive::Game::d8);
}

TEST_CASE("a seed, a count and a number of nodes give the same positions with any number of threads") {
    const Spec spec = article(4);
    ComposeOptions options = within_limit(6);
    const auto parallel = fens(make::compose<D8Position>(spec, options, no_progress));
    options.search.threads = 1;
    REQUIRE(fens(make::compose<D8Position>(spec, options, no_progress)) == parallel);
    options.seed = 2;
    REQUIRE(fens(make::compose<D8Position>(spec, options, no_progress)) != parallel);
}

TEST_CASE("a limit ends the search, and the result says so") {
    ComposeOptions options = within_limit(1'000'000);
    options.search.nodes = 20'000;
    const auto result = make::compose<D8Position>(article(1), options, no_progress);
    CHECK_FALSE(result.complete);
    CHECK(result.nodes >= 20'000);
    CHECK(result.nodes < 40'000);
}

TEST_CASE("a search ends even if no position meets the spec") {
    ComposeOptions options = within_limit(1);
    options.search.nodes = 100;
    const auto result = make::compose<D8Position>(
        spec_of(R"({"key": {"4": "any"}, "on": {"K": "a1", "Q": "a1"}})"), options, no_progress);
    CHECK(result.found.empty());
    CHECK(result.nodes == 100);
}

TEST_CASE("fixed pieces, empty squares and limits are respected") {
    const Spec spec = spec_of(R"({"men": {"g8": "k"}, "empty": ["h8", "f8"], "at_most": {"Q": 0, "q": 0},
                                  "key": {"1": ["Ra1-a8#"], "2": "any"}, "max_men": 8,
                                  "taste": {"economy": 0}})");
    const auto result = make::compose<D8Position>(spec, within_limit(5), no_progress);
    REQUIRE(result.complete);
    for (const auto& composition : result.found) {
        const board8::Board& board = composition.position.board();
        CHECK(board.king(Color::Black) == 62);
        CHECK_FALSE(board8::contains(board.occupied(), 63));
        CHECK_FALSE(board8::contains(board.occupied(), 61));
        CHECK((board.diagonals() & board.orthogonals()) == 0);
        CHECK(std::popcount(board.occupied()) <= 8);
    }
}

TEST_CASE("positions show the required themes") {
    for (const char* theme :
         {"cascade", "teleport", "promotion", "free-move", "through-king", "model-mate"}) {
        const Spec spec =
            spec_of(fmt::format(R"({{"key": {{"1": "any", "2": "any", "3": "any", "4": "any", "5": "any",
            "6": "any", "7": "any", "8": "any"}}, "themes": ["{}"]}})",
                                theme));
        const auto result = make::compose<D8Position>(spec, within_limit(3), no_progress);
        INFO(theme);
        REQUIRE(result.complete);
        for (const auto& composition : result.found) {
            solver::Faces<D8Position> winning;
            solver::winning_faces(composition.position, winning);
            CHECK(superpermutation::themes_of(composition.position, winning)
                      .contains(*superpermutation::theme_catalogue.named(theme)));
        }
    }
}

TEST_CASE("no position with fewer pieces than the article's has its key") {
    const int fewer[] = {5, 4, 5, 6};
    for (int number = 1; number <= 4; ++number) {
        ComposeOptions options;
        options.pieces = fewer[number - 1];
        ExhaustiveWalk<D8Position> walk(article(number), options);
        walk.walk([](const auto&) {});
        INFO("article " << number);
        CHECK(walk.progress().complete());
        CHECK(walk.progress().found.empty());
        CHECK(walk.progress().evaluated > 10'000);
    }
}

namespace {

/// Returns a spec that leaves only two pieces open, so that the walk without pruning is short.
Spec short_spec() {
    return spec_of(R"({"turn": "black", "men": {"d1": "K", "b2": "k", "e5": "p"},
        "key": {"3": ["Be3-f4-f3#"], "4": ["Be3-f4-f3#", "Qe4-d3-d2#"], "5": ["Qe4-d3-d2#"]}})");
}

}  // namespace

TEST_CASE("pruning loses nothing and searches less") {
    const Spec spec = short_spec();
    make::ExhaustiveProgress results[2];
    for (const bool pruning : {false, true}) {
        ComposeOptions options;
        options.pieces = 7;
        options.pruning = pruning;
        ExhaustiveWalk<D8Position> walk(spec, options);
        walk.walk([](const auto&) {});
        results[pruning] = walk.progress();
    }
    CHECK(results[1].found == results[0].found);
    CHECK(results[0].found.size() >= 4);
    CHECK(results[1].evaluated < results[0].evaluated);
    CHECK(results[1].illegal < results[0].illegal);
    for (const std::string& fen : results[1].found) check_with_naive_rules(spec, fen, naive::Game::d8);
}

TEST_CASE("a walk over a picture uses only its squares") {
    // The kings have twelve placements on a1, c1, e1 and g1; each leaves two placements of queen and rook.
    const Spec spec =
        spec_of(R"({"material": "KQR/k", "key": {"1": "any"}, "picture": ["........", "........",
        "........", "........", "........", "........", "........", "x.x.x.x."]})");
    ComposeOptions options;
    options.pieces = 4;
    ExhaustiveWalk<D8Position> walk(spec, options);
    walk.walk([](const auto&) {});
    CHECK(walk.progress().units == 12);
    CHECK(walk.progress().evaluated + walk.progress().illegal == 24);
}

TEST_CASE("a walk with one choice of pieces stops within a unit and resumes there") {
    const Spec spec =
        spec_of(R"({"men": {"a1": "K"}, "on": {"k": "h7-h8"}, "material": "KQRN/k", "key": {"1": "any"}})");
    ComposeOptions options;
    options.pieces = 5;
    ExhaustiveWalk<D8Position> whole(spec, options);
    REQUIRE(whole.progress().units == 2);
    whole.walk([](const auto&) {});
    CHECK(whole.progress().complete());

    std::atomic<bool> stop = false;
    options.search.interrupted = &stop;
    ExhaustiveWalk<D8Position> first(spec, options);
    first.walk([&](const auto&) { stop = true; });
    CHECK(first.progress().next_unit < 2);
    CHECK(first.progress().next_part > 0);
    CHECK(first.progress().evaluated > 0);
    stop = false;
    ExhaustiveWalk<D8Position> rest(spec, options);
    REQUIRE(rest.resume(first.progress()));
    rest.walk([](const auto&) {});
    CHECK(rest.progress().complete());
    CHECK(rest.progress().evaluated == whole.progress().evaluated);
    CHECK(rest.progress().illegal == whole.progress().illegal);
    CHECK(rest.progress().found == whole.progress().found);
}

TEST_CASE("a spec for a single roll accepts positions that mate on other rolls, too") {
    const auto found = [](const Spec& spec) {
        ComposeOptions options;
        options.pieces = 7;
        ExhaustiveWalk<D8Position> walk(spec, options);
        walk.walk([](const auto&) {});
        return walk.progress().found;
    };
    const auto one = found(spec_of(R"({"turn": "black", "men": {"d1": "K", "b2": "k", "e5": "p"},
        "roll": 3, "key": {"3": ["Be3-f4-f3#"]}})"));
    const std::set<std::string> expected(one.begin(), one.end());
    const auto all = found(short_spec());
    CHECK(!all.empty());
    for (const std::string& fen : all) CHECK(expected.count(fen) == 1);
}

TEST_CASE("an interrupted walk ends with the same result, on any number of threads") {
    const Spec spec = article(2);
    ComposeOptions options;
    options.pieces = 4;
    options.search.threads = 2;
    ExhaustiveWalk<D8Position> whole(spec, options);
    whole.walk([](const auto&) {});

    options.search.threads = 1;
    std::atomic<bool> stop = false;
    options.search.interrupted = &stop;
    make::ExhaustiveProgress last;
    int runs = 0;
    do {
        stop = false;
        ExhaustiveWalk<D8Position> part(spec, options);
        if (runs++ > 0) CHECK(part.resume(last));
        part.walk([&](const auto& progress) { stop = progress.next_unit % 3 != 0; });
        last = part.progress();
    } while (!last.complete());
    CHECK(runs > 1);
    CHECK(last.evaluated == whole.progress().evaluated);
    CHECK(last.illegal == whole.progress().illegal);
    CHECK(last.found == whole.progress().found);
}

TEST_CASE("an invalid state of a walk is rejected") {
    ComposeOptions options;
    options.pieces = 7;
    ExhaustiveWalk<D8Position> whole(short_spec(), options);
    whole.walk([](const auto&) {});
    const make::ExhaustiveProgress all = whole.progress();
    REQUIRE(all.found.size() >= 2);
    CHECK(whole.resume(all));
    const auto refused = [&](const std::vector<std::string>& found, std::uint64_t next_unit) {
        make::ExhaustiveProgress forged = all;
        forged.found = found;
        forged.next_unit = next_unit;
        ExhaustiveWalk<D8Position> walk(short_spec(), options);
        const bool resumed = walk.resume(forged);
        CHECK(walk.progress().next_unit == (resumed ? next_unit : 0));
        return !resumed;
    };
    CHECK(refused({all.found[0], all.found[0]}, all.units));
    CHECK(refused({"hello"}, all.units));
    CHECK(refused({}, all.units + 1));
    CHECK_FALSE(refused({all.found[0]}, all.units));
}

TEST_CASE("the fault of an unknown game lists the known ones") {
    const auto spec = make::read_spec(D8Position(), R"({"key": {}, "variant": "xiangqi"})", {"a", "b", "c"});
    REQUIRE_FALSE(spec);
    CHECK(spec.error()[0].message == "\"xiangqi\" is not a game, expected a, b or c");
}

TEST_CASE("all faults of a spec are reported together, each with its field") {
    const auto codes = [](std::string_view text) {
        std::vector<FaultCode> codes;
        const auto add_codes = [&](const auto& spec) {
            if (spec) return;
            for (const Fault& fault : spec.error()) codes.push_back(fault.code);
        };
        if (make::variant_of_spec(text) == "superpermutation") {
            add_codes(make::read_spec(ParentPosition(), text, two_games));
        } else {
            add_codes(make::read_spec(D8Position(), text, two_games));
        }
        return codes;
    };
    using Codes = std::vector<FaultCode>;
    CHECK(codes("{") == Codes{FaultCode::BadJson});
    CHECK(codes("[]") == Codes{FaultCode::NotAnObject});
    CHECK(codes("{}") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {"9": []}})") == Codes{FaultCode::BadKeyFace});
    CHECK(codes(R"({"key": {"5": ["hello"]}})") == Codes{FaultCode::NotAMove});
    CHECK(codes(R"({"key": {"5": 7}})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {}, "variant": "xiangqi"})") == Codes{FaultCode::UnknownVariant});
    CHECK(codes(R"({"key": {}, "turn": "w"})") == Codes{FaultCode::BadSide});
    CHECK(
        codes(R"({"key": {}, "men": {"i1": "K", "e1": "x"}, "empty": ["e9"], "max_men": 1})") ==
        Codes{FaultCode::BadSquare, FaultCode::UnsuitablePiece, FaultCode::BadSquare, FaultCode::WrongType});
    CHECK(codes(R"({"key": {}, "at_most": {"k": 1}, "taste": {"beauty": 1}})") ==
          Codes{FaultCode::UnsuitablePiece, FaultCode::WrongType});
    for (const char* weight : {"1000001", "-1e7", "1e400"})
        CHECK(codes(fmt::format(R"({{"key": {{}}, "taste": {{"economy": {}}}}})", weight)) ==
              Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {"5": ["Qa8-e4-e7#"]}, "taste": {"economy": -1e6}})").empty());
    CHECK(codes(R"({"key": {"5": ["Qa8-e4-e7#"]}})").empty());

    // Specs that no position can meet are rejected before the search, which would not end.
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "men": {"e1": "N"}})") == Codes{FaultCode::UnsuitablePiece});
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "men": {"e5": "N"}})") == Codes{FaultCode::UnsuitablePiece});
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "empty": ["e1"]})") == Codes{FaultCode::UnsuitablePiece});
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "men": {"a1": "K", "a2": "K"}})") ==
          Codes{FaultCode::TooManyKings});
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "max_men": 2})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {"5": ["Re1-e8#"]}, "variant": "superpermutation"})") ==
          Codes{FaultCode::BadKeyFace});
    CHECK(codes(R"({"key": {}, "max_man": 3})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {}, "themes": ["beauty"]})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {}, "themes": ["mate-in-2"]})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"key": {}, "themes": ["quiet-key"]})") == Codes{FaultCode::WrongType});
    CHECK(codes(R"({"moves": 2, "themes": ["quiet-key"]})") == Codes{});
}
