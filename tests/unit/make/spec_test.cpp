// Specs of positions to compose, and their faults.
#include "make/spec.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <span>
#include <string>
#include <vector>

#include "games/complete_permutation/composing.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/maker.hpp"

using namespace octomate;
using make::MovePattern;
using superpermutation::D8Position;
using superpermutation::ParentPosition;

namespace {

/// Returns "field@offset: message" of each fault.
template <class P = D8Position>
std::vector<std::string> faults(std::string_view text) {
    const auto spec = make::read_spec(P(), text, {});
    std::vector<std::string> messages;
    if (spec) return messages;
    for (const Fault& fault : spec.error())
        messages.push_back(fmt::format("{}@{}: {}", fault.field, fault.offset, fault.message));
    return messages;
}

/// Checks that a spec has one fault, whose text begins with `begin` and contains `part`.
template <class P = D8Position>
void check_only_fault(std::string_view text, const std::string& begin, const std::string& part) {
    const auto messages = faults<P>(text);
    INFO(text << "\n" << fmt::to_string(fmt::join(messages, "\n")));
    REQUIRE(messages.size() == 1);
    CHECK(messages[0].starts_with(begin));
    CHECK(messages[0].find(part) != std::string::npos);
}

/// A game on four squares with a die of three faces; face 1 allows the move "m1", and so on to "m3".
class ToySpec : public make::PlainSpec {
  public:
    ToySpec() : PlainSpec(toy_terms()) {}

    std::string_view variant() const override { return "toy"; }
    std::optional<int> piece_on(int) const override { return std::nullopt; }
    void fix_piece(int, int) override {}
    void keep_empty(int) override {}
    make::Squares empty_squares() const override { return {}; }
    make::Squares squares_key_needs() const override { return {}; }
    Expected<make::KeyMove, Fault> read_move(const std::string& text) override {
        if (text.size() != 2 || text[0] != 'm') return Unexpected{Fault{FaultCode::NotAMove, "", 0, text}};
        const auto number = static_cast<std::size_t>(text[1] - '0');
        return make::KeyMove{text, number, number, text[1] - '0'};
    }
    Expected<void, std::string> add_requirements(const make::KeyMove&) override { return {}; }
    bool finds_checkers() const override { return false; }

  private:
    static const make::GameTerms& toy_terms() {
        static constexpr Die die{3, "count", "an {} count", "take", "takes"};
        static const make::Geometry board({"a1", "b1", "a2", "b2"});
        static const make::Squares all(15);
        static const std::vector<make::GameTerms::Piece> pieces = {{'K', Color::White, true, 1, true, all},
                                                                   {'k', Color::Black, true, 1, true, all}};
        static const make::GameTerms terms{
            board, pieces, 2, &die, die.faces, D8Position::themes, [](const std::vector<int>&) {
                return Expected<void, std::string>();
            }};
        return terms;
    }
};

/// Returns the message of the only fault of a spec of the toy game; empty if there is none.
std::string toy_fault(std::string_view text) {
    ToySpec spec;
    const Status read = make::read_spec(spec, text, {"toy"});
    if (read) return "";
    REQUIRE(read.error().size() == 1);
    return read.error().front().message;
}

std::string squares(std::string_view text) {
    const auto& game = make::terms_of<D8Position>();
    const auto set = make::read_squares(text, game);
    if (!set) return fmt::format("fault at {}", set.error().offset);
    std::string names;
    make::for_each_square(*set, [&](int square) { names += game.board.name(square) + " "; });
    return names;
}

}  // namespace

TEST_CASE("a fault of a spec names its line") {
    const auto lines = [](std::string_view text) {
        const auto spec = make::read_spec(D8Position(), text, {});
        std::string found;
        for (const Fault& fault : spec.error())
            found += fmt::format("{}@{},{}: {}\n", fault.field, fault.line, fault.offset, fault.message);
        return found;
    };
    const std::string text = lines("{\n \"key\": {\"4\": \"any\"},\n \"has\": {\n  \"K\": 1,\n  \"Q\": -1}}");
    CHECK(text.find("has@2,0: \"K\"") != std::string::npos);
    CHECK(text.find("has.Q@4,0: -1") != std::string::npos);
    CHECK(lines("{\"key\": {\"4\": \"any\"},\n \"men\": {\"e4\" \"Q\"}}") ==
          "line@1,14: the spec is not JSON: found \"\"Q\"}}\", expected \":\"\n");
}

TEST_CASE("moves with wildcards match notations") {
    const auto matches = [](std::string_view pattern, std::string_view text) {
        return MovePattern::read(pattern)->matches(text);
    };
    CHECK(matches("R?-e?-*#", "Ra8-e4-e7#"));
    CHECK_FALSE(matches("R?-e?-*#", "Ra8-e4#"));
    CHECK(matches("R?-e?#", "Ra8-e4#"));
    CHECK_FALSE(matches("R?-e?", "Ra8-e4-e7#"));  // a wildcard ? matches within one square
    CHECK_FALSE(matches("R?-e?", "Qa8-e4#"));
    CHECK(matches("?=N#", "h7-h8=N#"));
    CHECK(matches("?=N", "h6-h7-h8=N#"));
    CHECK_FALSE(matches("?=N#", "h7-h8=Q#"));
    CHECK_FALSE(matches("?=N#", "Nb3-c1-c4=N#"));
    CHECK(matches("*", "Ke8xd7#"));
    CHECK(matches("K*x*", "Ke8xd7#"));
    CHECK_FALSE(matches("K*x*", "Ke8-d7#"));
    // A matcher with backtracking would practically never end on these patterns.
    const std::string many(40, '*'), several(20, '?');
    CHECK(matches("Q" + many + "e?-*", "Qd1-e2-e3-e4-e5-e6-e7-e8"));
    CHECK_FALSE(matches("Q" + many + "h?-*", "Qd1-e2-e3-e4-e5-e6-e7-e8"));
    CHECK_FALSE(matches("Q" + many + several + "h", "Qd1-e2-e3-e4-e5-e6-e7-e8"));
    REQUIRE_FALSE(MovePattern::read("R? e*"));
    CHECK(MovePattern::read("R? e*").error().offset == 2);
}

TEST_CASE("the faces of a spec, and their words, are those of the game") {
    CHECK(toy_fault(R"({"key": {"3": ["m3"]}})").empty());
    CHECK(toy_fault(R"({"roll": 3})").empty());
    CHECK(toy_fault(R"({"key": {"4": ["m3"]}})") == "\"4\" is not a face, expected \"1\" to \"3\" or \"-\"");
    CHECK(toy_fault(R"({"key": {"03": "any"}})") == "\"03\" is not a face, expected \"1\" to \"3\" or \"-\"");
    CHECK(toy_fault(R"({"roll": 4, "key": {"3": "any"}})") == "roll is 4, expected 1 to 3");
    CHECK(
        toy_fault(R"({"key": {"1": ["m2"]}})") ==
        "m2 also wins on face 2, for it takes that count: name it there, or leave that face open (\"any\")");
}

TEST_CASE("sets of squares are read") {
    CHECK(squares("e4") == "e4 ");
    CHECK(squares("b2-a1, h8") == "a1 b1 a2 b2 h8 ");
    CHECK(squares("c-file") == "c1 c2 c3 c4 c5 c6 c7 c8 ");
    CHECK(squares("8-rank") == "a8 b8 c8 d8 e8 f8 g8 h8 ");
    CHECK(squares("light").substr(0, 6) == "b1 d1 ");
    CHECK(squares("edge").size() == 28 * 3);
    CHECK(squares("e4, i1") == "fault at 4");
    CHECK(squares("") == "fault at 0");
    CHECK(squares("e4,") == "fault at 3");
}

TEST_CASE("valid parts of a spec are read") {
    for (const char* text :
         {R"({"themes": ["cascade"]})", R"({"faces": {"4": {"wins": "1+", "themes": ["forced-promotion"]}}})",
          R"({"key": {"4": "single", "others": "any"}, "material": "KQN/kp"})",
          R"({"key": {"4": ["R?-*", "Qd1-d8#"]}, "has": {"n": "0-3"}, "on": {"n": ["e4", "a-file"]}})",
          R"({"roll": 3, "tries": {"3": {"refutations": "2+"}}})",
          R"({"key": {"1": ["Ra1-a8#"], "4": ["Ra1-a8#"]}})",  // face 4 is free
          R"({"key": {"4": ["Ra1-a8#"], "1": "any"}})",
          R"({"moves": 2, "key": {"4": ["Qd1-d8+"], "others": "any"}, "economical": true})",
          R"({"key": {"4": "any"}, "symmetry": ["vertical", {"men": "diagonal"}], "exact": false})"}) {
        INFO(text << fmt::to_string(fmt::join(faults(text), "\n")));
        CHECK(faults(text).empty());
    }
    CHECK(faults<complete_permutation::Position>(R"({"faces": {"-": "single"}, "on": {"F": "p-file"}})")
              .empty());
}

TEST_CASE("invalid parts are reported with field and offset") {
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": "1-x"}})", "has.Q@2: ", "\"1-x\" is not a number");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": -1}})", "has.Q@0: ", "-1 is not a number");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": "-1"}})", "has.Q@0: ", "\"-1\" is not a number");
    check_only_fault(R"({"key": {"4": "any"}, "on": {"x": "edge"}})", "on@0: ", "\"x\" cannot be placed");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"K": 1}})", "has@0: ", "\"K\" cannot be counted");
    check_only_fault(R"({"key": {"4": "any"}, "on": {"k": "a1-h1, z9"}})",
                     "on.k@7: ", "\"z9\" names no squares");
    check_only_fault(R"({"key": {"4": "any"}, "material": "KQ/kx"})", "material@4: ", "'x' is not a piece");
    check_only_fault(R"({"key": {"4": "any"}, "picture": ["x"]})", "picture@0: ", "8 texts");
    check_only_fault(
        R"({"key": {"4": "any"}, "picture": ["........", "........", "....w...", "........", "........",
                "........", "........", "........"]})",
        "picture[2]@4: ", "'w' on e6 is not a piece");
    check_only_fault(R"({"key": {"4": ["R?-e%"]}})", "key@4: ", "is not a move with wildcards");
    check_only_fault(R"({"faces": {"4": {"win": 1}}})", "faces.win@0: ", "is not a field of a face");
    check_only_fault(R"({"faces": {"4": {"wins": 2, "moves": ["Rd1-d8#"]}}})",
                     "faces.wins@0: ", "only the 1 listed");
    check_only_fault(R"({"faces": {"4": {"themes": ["face-switch"]}}})",
                     "faces.themes@0: ", "face-switch cannot be required here: no face shows it alone");
    check_only_fault(R"({"themes": ["mate-in-3", "cascade"]})",
                     "themes@0: ", "only mates in more moves than one");
    check_only_fault(R"({"key": {"4": "any"}, "not_themes": ["plain"]})",
                     "not_themes@0: ", "only puzzles that show no other theme");
    check_only_fault(R"({"themes": ["casade"]})",
                     "themes@0: ", "\"casade\" is not a theme (did you mean cascade?)");
    check_only_fault(R"({"themes": ["cascade", 4]})", "themes@0: ", "expected an array of names");
    check_only_fault(R"({"faces": {"others": ["Rd1-d8#"]}})", "faces@0: ", "\"others\"");
    check_only_fault(R"({"key": {"4": "any"}, "faces": {"4": "any"}})",
                     "faces@0: ", "in both \"key\" and \"faces\"");
    check_only_fault(R"({"key": {"4": "any"}, "moves": 3})", "moves@0: ", "expected 1 or 2");
    check_only_fault(R"({"key": {"4": "any"}, "roll": 9})", "roll@0: ", "expected 1 to 8");
    check_only_fault(R"({"key": {"4": "any"}, "tries": {"3": {"refutations": 0}}})",
                     "tries.3@0: ", "one refutation");
    check_only_fault(R"({"key": {"4": "any"}, "symmetry": "round"})", "symmetry@0: ", "vertical");
    check_only_fault(R"({"key": {"4": "any"}, "twins": [{"move": ["e4"]}]})", "twins@0: ", "two squares");
    check_only_fault(R"({"key": {"4": "any"}, "twins": [{"move": ["e4", "e9"]}]})",
                     "twins@0: ", "\"e9\" is not a square");
    check_only_fault(R"({"key": {"4": "any"}, "twins": [{"name": "c"}]})",
                     "twins@0: ", "something to change");
    check_only_fault<complete_permutation::Position>(R"({"key": {"-": "any"}, "symmetry": "diagonal"})",
                                                     "symmetry@0: ", "not square");
    check_only_fault<complete_permutation::Position>(R"({"key": {"-": "any"}, "roll": 1})",
                                                     "roll@0: ", "no die");
}

TEST_CASE("the other faces are the remaining ones: 1 to 8, or \"-\" without a die") {
    const std::string single = R"({"key": {"others": "single"}})";
    const auto die = make::read_spec(D8Position(), single, {}).value();
    CHECK_FALSE(die.faces[0]);
    for (std::size_t face = 1; face <= 8; ++face) CHECK(die.faces[face]->wins.most == 1);
    const auto parent = make::read_spec(ParentPosition(), single, {}).value();
    CHECK(parent.faces[0]->wins.most == 1);
    for (std::size_t face = 1; face < parent.faces.size(); ++face) CHECK_FALSE(parent.faces[face]);
    CHECK(make::read_spec(complete_permutation::Position(), single, {}).value().faces[0]->wins.most == 1);
    const auto check =
        make::read_spec(D8Position(), R"({"key": {"-": "any", "others": "single"}})", {}).value();
    for (std::size_t face = 1; face <= 8; ++face) CHECK_FALSE(check.faces[face]);
}

TEST_CASE("contradictions of a spec are reported with the reason") {
    check_only_fault(R"({"key": {"4": ["Ra1-a8#"]}})", "key@0: ", "Ra1-a8# also wins on face 1");
    check_only_fault(R"({"faces": {"4": {"check_by": "K"}}})", "faces.check_by@0: ", "a piece letter or ?");
    check_only_fault(R"({"faces": {"4": {"check_by": "R later"}}})",
                     "faces.check_by@0: ", "a piece letter or ?");
    check_only_fault<complete_permutation::Position>(R"({"faces": {"-": {"check_by": "Q"}}})",
                                                     "faces.check_by@0: ", "not available in this game");
    check_only_fault(R"({"faces": {"4": {"free": 1}}})", "faces.free@0: ", "true or false");
    check_only_fault(R"({"key": {"4": "any"}, "men": {"a1": "K", "b3": "K"}})",
                     "men@0: ", "white has 2 kings");
    check_only_fault(R"({"key": {"1": ["Ra1-a8#"], "4": "any"}, "men": {"a1": "Q"}})",
                     "men@0: ", "Q must stand on a1, but a move of the key needs R there");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": 2, "n": 2}, "max_men": 5})",
                     "max_men@0: ", "needs 6 men");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": 2}, "at_most": {"Q": 1}})",
                     "has.Q@0: ", "at_most says 1");
    check_only_fault(R"({"key": {"4": "any"}, "has": {"Q": 2}, "material": "QK"})",
                     "material@0: ", "\"has\" says otherwise");
    check_only_fault(R"({"key": {"4": ["Qd1-d8#"]}, "has": {"Q": 0}})",
                     "has@0: ", "1 Q must stand on given squares");
    check_only_fault(R"({"key": {"4": "any"}, "men": {"e6": "Q"}, "empty": ["e6"]})",
                     "men@0: ", "must be empty");
    check_only_fault(R"({"key": {"4": "any"}, "men": {"h8": "P"}})", "men@0: ", "P cannot stand on h8");
    check_only_fault(R"({"key": {"-": "single", "3": "single"}})", "key@0: ", "expected no other face");
}

TEST_CASE("a stipulation is read, and properties that do not apply to it are refused") {
    const auto spec =
        make::read_spec(D8Position(), R"({"stipulation": "h#2.5", "solutions": 2})", {}).value();
    CHECK(spec.has_lines());
    CHECK(spec.solutions == 2);
    CHECK(spec.allows_check(true));
    const auto rolled = make::read_spec(D8Position(), R"({"stipulation": "h#2", "roll": 3})", {}).value();
    CHECK_FALSE(rolled.allows_check(true));
    const auto two =
        make::read_spec(D8Position(), R"({"stipulation": "#2", "key": {"4": "single"}})", {}).value();
    CHECK(two.moves == 2);
    CHECK_FALSE(two.other_stipulation);
    const auto self = make::read_spec(D8Position(), R"({"stipulation": "s#2"})", {}).value();
    CHECK(self.moves == 2);
    for (std::size_t face = 1; face <= 8; ++face) CHECK(self.faces[face]->wins.most == 1);

    check_only_fault(R"({"stipulation": "h#"})", "stipulation@", "");
    check_only_fault(R"({"stipulation": 2})", "stipulation@0: ", "is not a string");
    check_only_fault(R"({"stipulation": "h#4"})",
                     "stipulation@0: ", "h#4 is too long to search, expected at most h#3");
    check_only_fault(R"({"stipulation": "s#3"})", "stipulation@0: ", "expected at most s#2");
    check_only_fault(R"({"stipulation": "h#2", "moves": 1})",
                     "stipulation@0: ", "h#2 takes 2 moves, but moves is 1");
    check_only_fault(R"({"stipulation": "h#2", "faces": {"4": "single"}})",
                     "faces@0: ", "faces does not apply to h#2, whose solutions are whole lines");
    check_only_fault(R"({"stipulation": "h#2", "key": {"4": ["Ra1-d1"]}})", "key@0: ", "whole lines");
    check_only_fault(R"({"stipulation": "h#2", "tries": {"3": {}}})", "tries@0: ", "does not apply to h#2");
    check_only_fault(R"({"stipulation": "h#2", "twins": [{"remove": "a2", "key": {"4": "single"}}]})",
                     "twins.key@0: ", "twins.key does not apply to h#2");
    check_only_fault(R"({"stipulation": "h#2", "solutions": 0})", "solutions@0: ", "from 1 to 100");
    check_only_fault(R"({"stipulation": "s#2", "solutions": 2})",
                     "solutions@0: ", "only for help and series stipulations");
    check_only_fault(R"({"key": {"4": "single"}, "solutions": 2})", "solutions@0: ", "help and series");
    check_only_fault(R"({"stipulation": "s#2", "themes": ["cascade"]})",
                     "themes@0: ", "themes does not apply to s#2");
    check_only_fault(R"({"stipulation": "h=2", "mates": {"moves": ["Q*"]}})",
                     "mates@0: ", "mates does not apply to h=2");
    check_only_fault(R"({"stipulation": "h#2", "themes": ["lone-cascade"]})",
                     "themes@0: ", "cannot be required here");
    check_only_fault(R"({"stipulation": "s#1", "promotions_as_one": true})",
                     "promotions_as_one@0: ", "does not apply to s#1");
}

TEST_CASE("conditions on last moves apply as to a face") {
    const auto spec =
        make::read_spec(D8Position(), R"({"moves": 2, "mates": {"wins": "3+", "moves": ["R*", "Qa1-h8"]}})",
                        {})
            .value();
    CHECK(spec.mates->wins.least == 3);
    CHECK(spec.mates->patterns.size() == 1);
    CHECK(spec.mates->mates.size() == 1);
    check_only_fault(R"({"key": {"4": "single"}, "mates": {"wins": 2}})",
                     "mates@0: ", "mates does not apply to a mate in one");
    check_only_fault(R"({"moves": 2, "key": {"4": "single"}, "mates": []})", "mates@0: ", "an object");
    check_only_fault(R"({"moves": 2, "key": {"4": "single"}, "mates": {"free": true}})",
                     "mates.free@0: ", "not a field of mates");
    check_only_fault(R"({"moves": 2, "key": {"4": "single"}, "mates": {"wins": "x"}})",
                     "mates.wins@0: ", "not a number");
}
