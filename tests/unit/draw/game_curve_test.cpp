#include "draw/game_curve.hpp"

#include <catch2/catch.hpp>

#include "unit/draw/markup.hpp"

namespace octomate::draw {

namespace {

GameCurve curve_of(std::size_t plies) {
    GameCurve curve;
    curve.title = "One & <Two>";
    curve.lines = {"Neither was luckier."};
    for (std::size_t at = 0; at < plies; ++at) {
        CurvePly ply;
        ply.move = static_cast<int>(at / 2 + 1);
        ply.turn = at % 2 == 0 ? Color::White : Color::Black;
        ply.before = 0.5;
        ply.rolled = at % 3 == 0 ? 0.8 : 0.52;
        ply.played = at % 3 == 0 ? 0.5 : 0.52;
        ply.sign = at % 3 == 0 ? "??" : at % 3 == 1 ? "?!" : "";
        ply.tooltip = "\"ply\"";
        curve.plies.push_back(ply);
    }
    curve.end = 1;
    return curve;
}

}  // namespace

TEST_CASE("the markup of a curve is well formed, however long the game", "[curve]") {
    for (const std::size_t plies : {1U, 2U, 47U, 500U}) {
        const std::string svg = draw_curve(curve_of(plies));
        CAPTURE(plies);
        CHECK(markup_fault(svg).empty());
        CHECK(count(svg, "<circle class=\"c-dot") == (plies + 2) / 3 + (plies + 1) / 3);
        CHECK(count(svg, "c-far\"") == (plies + 2) / 3);  // rolls with luck of at least 0.3
        CHECK(count(svg, "<title>One &amp; &lt;Two&gt;</title>") == 1);
        CHECK(count(svg, "nan") == 0);
        // Move numbers stay legible: at most one for each 30 pixels.
        CHECK(count(svg, "class=\"c-x\"") <= 26);
    }
}

TEST_CASE("a curve without captions is less high", "[curve]") {
    GameCurve curve = curve_of(4);
    const std::string svg = draw_curve(curve);
    curve.lines.clear();
    const auto height_of = [](const std::string& drawn) {
        constexpr std::string_view before = "width=\"720\" height=\"";
        return std::stoi(drawn.substr(drawn.find(before) + before.size()));
    };
    CHECK(height_of(draw_curve(curve)) < height_of(svg));
}

TEST_CASE("a curve passes through each position and, half a step later, through its roll", "[curve]") {
    GameCurve curve = curve_of(2);
    curve.plies[0] = {1, Color::White, 0.5, 0.75, 0.75, "", ""};
    curve.plies[1] = {1, Color::Black, 0.75, std::nullopt, 0.75, "", ""};
    curve.end = 0.25;
    const std::string svg = draw_curve(curve);
    CHECK(svg.find("class=\"c-line\" d=\"M68 161L227 106L386 106L704 216\"") != std::string::npos);
    CHECK(count(svg, "class=\"c-w c-far\"") == 1);
    CHECK(count(svg, "class=\"c-b") == 1 + 0);  // only the dark background, since the roll is not known
}

}  // namespace octomate::draw
