#include <catch2/catch.hpp>

#include "draw/scene.hpp"
#include "draw/svg.hpp"
#include "games/superpermutation/games.hpp"
#include "unit/draw/markup.hpp"

namespace octomate::superpermutation {

namespace {

D8Position position_of(std::string_view fen) {
    const auto position = D8Position::from_fen(fen);
    REQUIRE(position);
    return position->value;
}

/// Returns the picture of a legal move.
draw::Scene picture(std::string_view fen, std::string_view move) {
    const D8Position position = position_of(fen);
    const auto read = position.read_move(move);
    REQUIRE(read);
    draw::Scene scene = scene_of(position);
    mark_move(scene, position, read->move);
    return scene;
}

}  // namespace

TEST_CASE("a scene shows the pieces of a position", "[render]") {
    const draw::Scene scene = scene_of(position_of("k6r/8/8/4Q3/8/8/8/K7 w - - 0 1"));
    CHECK(scene.at(56) == "k");
    CHECK(scene.at(63) == "r");
    CHECK(scene.at(36) == "Q");
    CHECK(scene.at(0) == "K");
    CHECK(scene.at(1).empty());
    CHECK(scene.name_of(36) == "e5");
}

TEST_CASE("a diagram is described in words", "[render]") {
    const draw::Scene cascade = picture("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "Qa8-e4");
    CHECK(
        description(cascade) ==
        "White: king e5, queen a8, bishop d8, knight e7. Black: king e8, pawn e6. White to move. The die is "
        "not "
        "rolled yet. Queen from a8 to e4, then in a cascade past the white king on e5 (which drops back to "
        "e4), the "
        "black pawn on e6 (which drops back to e5) and the white knight on e7 (which drops back to e6) to "
        "e7.");
    CHECK(picture("7b/6p1/8/5k2/8/1b5K/5q2/8 b", "Kf5-h8").move_words.front() ==
          "King on f5 and bishop on h8 change places.");
    CHECK(picture("6k1/5n2/8/3p4/3K1R2/8/8/8 w", "Kd4xd5").move_words.front() == "King from d4 takes on d5.");
    CHECK(picture("8/R6P/6k1/6P1/6K1/8/8/8 w", "h7-h8=N").move_words.front() ==
          "Pawn from h7 to h8; the white pawn on h8 becomes a knight.");

    draw::Scene rolled = cascade;
    show_roll(rolled, position_of("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w"), {3, 4, 5});
    CHECK(description(rolled).find("The die shows 3 (the c-file), 4 (the d-file) or 5 (the e-file).") !=
          std::string::npos);
}

TEST_CASE("a pawn pushed to its last rank is marked on its new square", "[render]") {
    // The knight lands on White's first rank below the pawn, which steps back onto that rank and becomes a
    // queen.
    const draw::Scene scene = picture("7k/8/8/8/6K1/1N6/2p5/8 w", "Nb3-c1");
    const auto& medal = std::get<draw::Medal>(scene.marks.back());
    CHECK(medal.piece == 'q');
    CHECK(scene.name_of(medal.square) == "c1");
    CHECK(scene.name_of(std::get<draw::Highlight>(scene.marks[1]).square) == "c2");
    CHECK(scene.move_words.front().find("the black pawn on c1 becomes a queen.") != std::string::npos);
}

TEST_CASE("the labels below the files are the faces of the side to move", "[render]") {
    CHECK(scene_of(D8Position()).labels == std::vector<std::string>{"1", "2", "3", "4", "5", "6", "7", "8"});
    CHECK(scene_of(position_of("7k/8/8/8/8/8/8/K7 b")).labels.front() == "8");
    CHECK(scene_of(ParentPosition()).labels.empty());
}

TEST_CASE("the die shows a roll only if a die is used", "[render]") {
    draw::Scene array = scene_of(D8Position());
    CHECK(array.dice == std::vector<draw::Die>{{"?", true}});
    show_roll(array, D8Position(), {2, 5});
    CHECK(array.dice == std::vector<draw::Die>{{"2", false}, {"5", false}});
    CHECK(array.rolled == std::vector<int>{1, 4});

    const D8Position checked = position_of("4r1k1/8/8/8/8/8/3P1P2/3QKB2 w");
    draw::Scene scene = scene_of(checked);
    CHECK(scene.dice == std::vector<draw::Die>{{"–", true}});
    show_roll(scene, checked, {3});
    CHECK(scene.dice == std::vector<draw::Die>{{"–", true}});
    CHECK(scene.rolled.empty());

    draw::Scene parent = scene_of(ParentPosition());
    show_roll(parent, ParentPosition(), {3});
    CHECK(parent.dice.empty());
}

TEST_CASE("an SVG shows every piece once, and contains only the drawings that it uses", "[render]") {
    using draw::count;
    const std::string svg = draw_svg(scene_of(D8Position()), draw::Theme::Light, 480);
    CHECK(draw::markup_fault(svg).empty());
    CHECK(count(svg, "<use href=\"#wp\"") == 8);
    CHECK(count(svg, "<use href=\"#bn\"") == 2);
    CHECK(count(svg, "<use href=\"#wk\"") == 1);
    CHECK(count(svg, "<use ") == 32);
    CHECK(count(svg, "<g id=\"wk\"") == 1);
    CHECK(svg.find("width=\"480\"") != std::string::npos);
    const std::string bare = draw_svg(picture("7k/8/8/8/8/8/8/K7 w", "Ka1-a2"), draw::Theme::Dark, 480);
    CHECK(count(bare, "<g id=\"") == 2);
}

TEST_CASE("every piece has a drawing", "[render]") {
    for (const draw::Piece& piece : draw::chess_pieces) {
        const std::string_view group = draw::piece_group(piece.drawing);
        CHECK(group.find(piece.drawing) != std::string_view::npos);
        CHECK(group.size() > 200);
        CHECK(draw::count(group, "<g") == 1);
    }
    CHECK(draw::piece_group("xx").empty());
}

TEST_CASE("the page of rules shows legal moves", "[render]") {
    const draw::Rules rules = rules_of(std::type_identity<D8Position>{});
    CHECK(rules.parts.size() == 6);
    for (const draw::RulesPart& part : rules.parts) CHECK(part.scene.move_words.size() == 1);
}

}  // namespace octomate::superpermutation
