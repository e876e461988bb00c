
#include "draw/scene.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "draw/svg.hpp"
#include "reports/reports.hpp"
#include "unit/draw/markup.hpp"

namespace octomate::draw {

namespace {

constexpr Piece pieces[] = {{'T', "tower", "wr", "♖", Color::White},
                            {'M', "monk", "wb", "♗", Color::White},
                            {'m', "monk", "bb", "♝", Color::Black},
                            {'s', "scout", "bn", "♞", Color::Black}};

/// Returns a scene of 16 files with three stacks and every kind of mark.
Scene wide_scene() {
    Scene scene(16, 8, pieces);
    scene.turn = Color::Black;
    scene.title = "A <wide> board";
    scene.at(0) = "T";
    scene.at(15) = "TM";
    scene.at(16) = "Mms";
    scene.at(127) = "m";
    scene.at(112) = "smTM";
    for (int file = 0; file < 16; ++file) scene.labels.push_back(std::to_string(16 - file));
    scene.rolled = {3, 11};
    scene.dice = {{"13", false}, {"5", false}, {"?", true}};
    scene.dice_words = "The dice show 13 & 5.";
    scene.panel = {"In hand: tower", "Clock <5>"};
    scene.marks = {Highlight{0},
                   Highlight{67},
                   Ghost{'T', 51},
                   Arrow{0, 51},
                   Cross{51},
                   Curve{51, 67, false, 0, ""},
                   Curve{67, 51, true, 0, "1"},
                   Jump{112, 127},
                   Medal{'M', 67},
                   Curve{40, 41, false, 24, "2"},
                   Curve{41, 40, true, 24, ""}};
    scene.move_words = {"Tower from a1 takes on d4."};
    return scene;
}

/// Returns the number in the first attribute `name`, such as x="12.5", at or after offset `from`.
double attribute(std::string_view text, std::size_t from, std::string_view name) {
    const std::size_t at = text.find(name, from);
    return std::strtod(std::string(text.substr(at + name.size(), 20)).c_str(), nullptr);
}

}  // namespace

TEST_CASE("squares have names on any grid", "[render]") {
    const Scene scene(16, 12, pieces);
    CHECK(scene.name_of(0) == "a1");
    CHECK(scene.name_of(15) == "p1");
    CHECK(scene.name_of(16) == "a2");
    CHECK(scene.name_of(16 * 12 - 1) == "p12");
}

TEST_CASE("a scene is described in words", "[render]") {
    CHECK(
        description(wide_scene()) ==
        "White: tower a1, tower p1 (1 of 2 from below), tower a8 (3 of 4 from below), monk p1 (2 of 2 from "
        "below), monk a2 (1 of 3 from below), monk a8 (4 of 4 from below). Black: monk a2 (2 of 3 from "
        "below), monk a8 (2 of 4 from below), monk p8, scout a2 (3 of 3 from below), scout a8 (1 of 4 from "
        "below). Black to move. In hand: tower. Clock <5>. The dice show 13 & 5. Tower from a1 takes on d4.");
    CHECK(description(Scene(2, 2, pieces)) == "White: no pieces. Black: no pieces. White to move.");
}

TEST_CASE("the cells of a text board are as wide as the highest stack", "[render]") {
    Scene scene(3, 10, pieces);
    scene.at(0) = "Tms";
    scene.at(28) = "M";
    CHECK(draw_board(scene, {}) ==
          "  10 | .   M   .\n"
          "   9 | .   .   .\n"
          "   8 | .   .   .\n"
          "   7 | .   .   .\n"
          "   6 | .   .   .\n"
          "   5 | .   .   .\n"
          "   4 | .   .   .\n"
          "   3 | .   .   .\n"
          "   2 | .   .   .\n"
          "   1 | Tms .   .\n"
          "     +------------\n"
          "       a   b   c\n");
    CHECK(draw_board(scene, {.unicode = true}).find("   1 │ ♖♝♞ ·   ·\n") != std::string::npos);
}

TEST_CASE("a board of any size is drawn with all its pieces inside", "[render]") {
    for (const bool flip : {false, true}) {
        Scene scene = wide_scene();
        scene.flip = flip;
        const std::string svg = draw_svg(scene, Theme::Light, 800);
        CHECK(markup_fault(svg).empty());
        const Frame frame(scene);
        CHECK(frame.board_width == 640);
        CHECK(svg.find("<title>A &lt;wide&gt; board</title>") != std::string::npos);
        CHECK(count(svg, "<g id=\"") == 4);
        CHECK(count(svg, "<use ") == 11 + 2);  // the pieces, the ghost, the medal
        CHECK(count(svg, "class=\"o-face o-on\"") == 2);
        std::size_t pieces_seen = 0;
        for (std::size_t at = svg.find("<use "); at != std::string::npos; at = svg.find("<use ", at + 1)) {
            const bool alone = svg.compare(svg.find(' ', at + 5), 4, " x=\"") == 0;
            const double size = alone ? 40 : 40 * attribute(svg, at, "scale(");
            const double x = attribute(svg, at, alone ? "x=\"" : "translate(");
            const double y =
                alone ? attribute(svg, at, "y=\"") : attribute(svg, svg.find("translate(", at), " ");
            INFO(svg.substr(at, 60));
            CHECK((x >= 0 && x + size <= frame.board_width && y >= 0 && y + size <= frame.board_height));
            ++pieces_seen;
        }
        CHECK(pieces_seen == 13);
    }
}

TEST_CASE("the pieces of a stack are drawn inside their square, from the bottom up", "[render]") {
    Scene scene(16, 8, pieces);
    scene.at(15) = "TM";
    const std::string svg = draw_svg(scene, Theme::Light, 800);
    const std::size_t tower = svg.find("<use href=\"#wr\" transform=\"translate(600 292) scale(.7)\"/>");
    const std::size_t monk = svg.find("<use href=\"#wb\" transform=\"translate(612 280) scale(.7)\"/>");
    CHECK(tower != std::string::npos);
    CHECK(monk != std::string::npos);
    CHECK(tower < monk);
}

TEST_CASE("a flipped board has Black at the bottom", "[render]") {
    Scene scene(16, 8, pieces);
    scene.at(0) = "T";
    CHECK(draw_svg(scene, Theme::Light, 480).find("<use href=\"#wr\" x=\"0\" y=\"280\"/>") !=
          std::string::npos);
    scene.flip = true;
    CHECK(draw_svg(scene, Theme::Light, 480).find("<use href=\"#wr\" x=\"600\" y=\"0\"/>") !=
          std::string::npos);
}

TEST_CASE("text in an SVG is escaped", "[render]") {
    Scene scene(8, 8, pieces);
    scene.title = "<b> & \"c\" \x01";
    scene.labels = {"<", "&", "", "", "", "", "", ""};
    scene.dice = {{"\"", true}};
    const std::string svg = draw_svg(scene, Theme::Light, 480);
    CHECK(svg.find("<title>&lt;b&gt; &amp; &quot;c&quot;  </title>") != std::string::npos);
    CHECK(markup_fault(svg).empty());
}

TEST_CASE("shared drawings contain each board and each piece once", "[render]") {
    Scene plain(8, 8, pieces), flipped = plain;
    flipped.flip = true;
    SharedDrawings drawings;
    for (const Scene& scene : {plain, flipped, wide_scene(), plain, Scene()}) drawings.add(scene);
    const std::string definitions = drawings.definitions();
    CHECK(markup_fault(definitions).empty());
    CHECK(count(definitions, "<g id=\"o-board") == 3);
    CHECK(count(definitions, "<g id=\"") == 3 + 4);
    CHECK(drawings.draw(plain).find("href=\"#o-board1\"") != std::string::npos);
    CHECK(drawings.draw(flipped).find("href=\"#o-board2\"") != std::string::npos);
    CHECK(drawings.draw(wide_scene()).find("href=\"#o-board3\"") != std::string::npos);
}

TEST_CASE("a scene is written as JSON for the page", "[render]") {
    Scene scene = wide_scene();
    scene.title = "\"quoted\\\" \x01 ♖";
    const auto json = nlohmann::json::parse(reports::json(scene));
    CHECK(json["files"] == 16);
    CHECK(json["ranks"] == 8);
    CHECK(json["cells"].size() == 128);
    CHECK(json["cells"][16] == nlohmann::json({"M", "m", "s"}));
    CHECK(json["cells"][1] == nlohmann::json::array());
    CHECK(json["turn"] == "black");
    CHECK(json["flip"] == false);
    CHECK(json["title"] == scene.title);
    CHECK(json["words"] == description(scene));
    CHECK(json["labels"][0] == "16");
    CHECK(json["rolled"] == nlohmann::json({3, 11}));
    CHECK(json["dice"][2] == nlohmann::json({{"label", "?"}, {"idle", true}}));
    CHECK(json["panel"].size() == 2);
    CHECK(json["men"]["m"] ==
          nlohmann::json({{"word", "monk"}, {"white", false}, {"id", "bb"}, {"symbol", "♝"}}));
    CHECK(json["marks"].size() == scene.marks.size());
    CHECK(json["marks"][0] == nlohmann::json({{"mark", "highlight"}, {"square", "a1"}}));
    CHECK(json["marks"][2] == nlohmann::json({{"mark", "ghost"}, {"man", "T"}, {"square", "d4"}}));
    CHECK(json["marks"][3] == nlohmann::json({{"mark", "arrow"}, {"from", "a1"}, {"to", "d4"}}));
    CHECK(json["marks"][6] == nlohmann::json({{"mark", "curve"},
                                              {"from", "d5"},
                                              {"to", "d4"},
                                              {"drop", true},
                                              {"origin", "a1"},
                                              {"badge", "1"}}));
    CHECK(reports::json(scene).find('\n') == std::string::npos);
}

}  // namespace octomate::draw
