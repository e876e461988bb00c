#include "draw/diagram.hpp"

#include <catch2/catch.hpp>

#include "draw/pieces.hpp"
#include "draw/svg.hpp"
#include "games/superpermutation/diagram.hpp"
#include "games/superpermutation/position.hpp"

namespace octomate::draw {

namespace {

using superpermutation::D8Position;

/// The picture of a legal move.
Diagram picture(std::string_view fen, std::string_view move) {
    const auto position = D8Position::from_fen(fen);
    REQUIRE(position);
    const auto read = position->value.read_move(move);
    REQUIRE(read);
    Diagram diagram = app::diagram_of(position->value);
    diagram.moves.push_back(app::marks_of(position->value, read->move));
    return diagram;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

}  // namespace

TEST_CASE("a diagram takes its men from a FEN", "[render]") {
    Diagram diagram;
    diagram.place("k6r/8/8/3Q4/8/8/8/K7 w - - 0 1");
    CHECK(diagram.men[56] == 'k');
    CHECK(diagram.men[63] == 'r');
    CHECK(diagram.men[35] == 'Q');
    CHECK(diagram.men[0] == 'K');
    CHECK(diagram.men[1] == 0);
    CHECK(square_name(35) == "d5");
}

TEST_CASE("a diagram is told in words", "[render]") {
    const Diagram cascade = picture("Q2Bk3/4N3/4p3/4K3/8/8/8/8 w", "Qa8-e4");
    CHECK(
        description(cascade) ==
        "White: king e5, queen a8, bishop d8, knight e7. Black: king e8, pawn e6. White to move. The die is "
        "not "
        "rolled yet. Queen from a8 to e4, then in a cascade past the white king on e5 (who drops to e4), the "
        "black pawn on e6 (who drops to e5) and the white knight on e7 (who drops to e6) to e7.");
    CHECK(description(picture("7b/6p1/8/5k2/8/1b5K/5q2/8 b", "Kf5-h8").moves.front()) ==
          "King on f5 and bishop on h8 change places.");
    CHECK(description(picture("6k1/5n2/8/3p4/3K1R2/8/8/8 w", "Kd4xd5").moves.front()) ==
          "King from d4 takes on d5.");
    CHECK(description(picture("8/R6P/6k1/6P1/6K1/8/8/8 w", "h7-h8=N").moves.front()) ==
          "Pawn from h7 to h8; the white pawn on h8 becomes a knight.");

    Diagram rolled = cascade;
    app::show_roll(rolled, {3, 4, 5});
    CHECK(description(rolled).find("The die shows 3 (the c-file), 4 (the d-file) or 5 (the e-file).") !=
          std::string::npos);
}

TEST_CASE("a pawn that is pushed to its last rank is marked where it stands", "[render]") {
    // The knight lands on White's first rank below the pawn, which steps back onto it and becomes a queen.
    const MoveMarks marks = picture("7k/8/8/8/6K1/1N6/2p5/8 w", "Nb3-c1").moves.front();
    CHECK(marks.passed == "p");
    CHECK(marks.becomes == 'q');
    CHECK(square_name(marks.promoted_at) == "c1");
    CHECK(square_name(marks.end()) == "c2");
}

TEST_CASE("the die shows a roll only where a die is used", "[render]") {
    const auto checked = D8Position::from_fen("4r1k1/8/8/8/8/8/3P1P2/3QKB2 w");
    REQUIRE(checked);
    Diagram diagram = app::diagram_of(checked->value);
    CHECK(diagram.die == Die::Unused);
    app::show_roll(diagram, {3});
    CHECK(diagram.die == Die::Unused);
    CHECK(app::diagram_of(superpermutation::ParentPosition()).die == Die::None);
}

TEST_CASE("an SVG shows every man once, and holds only the drawings that it uses", "[render]") {
    const Diagram array = app::diagram_of(D8Position());
    const std::string svg = draw_svg(array, Theme::Light, 480);
    CHECK(count(svg, "<use href=\"#wp\"") == 8);
    CHECK(count(svg, "<use href=\"#bn\"") == 2);
    CHECK(count(svg, "<use href=\"#wk\"") == 1);
    CHECK(count(svg, "<use ") == 32);
    CHECK(count(svg, "<g id=\"wk\"") == 1);
    CHECK(svg.find("width=\"480\"") != std::string::npos);
    const std::string bare = draw_svg(picture("7k/8/8/8/8/8/8/K7 w", "Ka1-a2"), Theme::Dark, 480);
    CHECK(count(bare, "<g id=\"") == 2);
}

TEST_CASE("text in an SVG is escaped", "[render]") {
    Diagram diagram = app::diagram_of(D8Position());
    diagram.title = "<b> & \"c\" \x01";
    CHECK(draw_svg(diagram, Theme::Light, 480).find("<title>&lt;b&gt; &amp; &quot;c&quot;  </title>") !=
          std::string::npos);
}

TEST_CASE("a board that is flipped has Black below", "[render]") {
    Diagram diagram;
    diagram.place("7k/8/8/8/8/8/8/K7");
    CHECK(draw_svg(diagram, Theme::Light, 480).find("<use href=\"#wk\" x=\"0\" y=\"280\"/>") !=
          std::string::npos);
    diagram.flip = true;
    CHECK(draw_svg(diagram, Theme::Light, 480).find("<use href=\"#wk\" x=\"280\" y=\"0\"/>") !=
          std::string::npos);
}

TEST_CASE("every man has a drawing", "[render]") {
    for (const char letter : std::string_view("KQRBNPkqrbnp")) {
        const std::string_view group = piece_group(letter);
        CHECK(group.find(piece_id(letter)) != std::string_view::npos);
        CHECK(group.size() > 200);
        CHECK(count(group, "<g") == 1);
    }
}

}  // namespace octomate::draw
