// What pictures show: pieces, reserves, the text beside the board, and the marks and words of a turn.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "draw/scene.hpp"
#include "draw/svg.hpp"
#include "games/complete_permutation/games.hpp"
#include "unit/complete_permutation/positions.hpp"
#include "unit/draw/markup.hpp"

namespace octomate::complete_permutation {

namespace {

/// Returns the picture of a position with the marks of a legal turn.
draw::Scene picture(const Position& position, std::string_view move) {
    draw::Scene scene = scene_of(position);
    mark_move(scene, position, move_of(position, move));
    return scene;
}

/// Returns the sentence that describes the turn `move`.
std::string words(const Position& position, std::string_view move) {
    const draw::Scene scene = picture(position, move);
    REQUIRE(scene.move_words.size() == 1);
    return scene.move_words.front();
}

/// Returns the marks of a scene as text, in their order: "[i1 [h1 i1~h1" for an exchange, "[e5 [d6 e5>d6 xd5"
/// for a capture, "[b7 [b8 b7>b8 Qb8" for a promotion.
std::string marks(const draw::Scene& scene) {
    std::vector<std::string> texts;
    const auto name = [&](draw::Square square) { return scene.name_of(square); };
    for (const draw::Mark& mark : scene.marks) {
        if (const auto* highlight = std::get_if<draw::Highlight>(&mark)) {
            texts.push_back("[" + name(highlight->square));
        } else if (const auto* arrow = std::get_if<draw::Arrow>(&mark)) {
            texts.push_back(name(arrow->from) + ">" + name(arrow->to));
        } else if (const auto* jump = std::get_if<draw::Jump>(&mark)) {
            texts.push_back(name(jump->from) + "~" + name(jump->to));
        } else if (const auto* cross = std::get_if<draw::Cross>(&mark)) {
            texts.push_back("x" + name(cross->square));
        } else if (const auto* medal = std::get_if<draw::Medal>(&mark)) {
            texts.push_back(medal->piece + name(medal->square));
        } else {
            texts.emplace_back("?");
        }
    }
    return joined(texts, " ");
}

std::string marks(const Position& position, std::string_view move) { return marks(picture(position, move)); }

/// Plays the marks of a scene one by one and returns the cells of the board. A piece is moved along an arrow
/// after the piece crossed out by the next mark is removed.
std::vector<std::string> play_marks(const draw::Scene& scene) {
    draw::Scene play = scene;
    for (std::size_t n = 0; n < scene.marks.size(); ++n) {
        if (const auto* arrow = std::get_if<draw::Arrow>(&scene.marks[n])) {
            if (n + 1 < scene.marks.size()) {
                if (const auto* cross = std::get_if<draw::Cross>(&scene.marks[n + 1]))
                    play.at(cross->square).clear();
            }
            play.at(arrow->to) += play.at(arrow->from);
            play.at(arrow->from).clear();
        } else if (const auto* jump = std::get_if<draw::Jump>(&scene.marks[n])) {
            std::swap(play.at(jump->from), play.at(jump->to));
        } else if (const auto* medal = std::get_if<draw::Medal>(&scene.marks[n])) {
            play.at(medal->square) = medal->piece;
        }
    }
    return play.cells;
}

}  // namespace

// ---- Pictures of positions

TEST_CASE("a scene shows the pieces of a position on their squares", "[complete_permutation][render]") {
    const draw::Scene scene = scene_of(placed("Ki1 Dd4 Pb2 gp5 ka8", "b - - -"));
    CHECK(scene.files == 16);
    CHECK(scene.ranks == 8);
    CHECK(scene.turn == Color::Black);
    CHECK(scene.cells.size() == 128);
    CHECK(scene.at(8) == "K");
    CHECK(scene.at(3 * 16 + 3) == "D");
    CHECK(scene.at(16 + 1) == "P");
    CHECK(scene.at(4 * 16 + 15) == "g");
    CHECK(scene.at(7 * 16) == "k");
    CHECK(scene.name_of(4 * 16 + 15) == "p5");
    std::string all;
    for (const std::string& cell : scene.cells) all += cell;
    CHECK(all == "KPDgk");
    CHECK(scene.marks.empty());
    CHECK(scene.move_words.empty());
    CHECK(scene.dice.empty());
}

TEST_CASE("the reserves beside the board show what each side has lost", "[complete_permutation][render]") {
    const auto piece_rows = [](std::string_view reserves) {
        const draw::Scene scene = scene_of(placed("Ki1 kp8", "w - - " + std::string(reserves)));
        REQUIRE(scene.piece_rows.size() == 2);
        CHECK(scene.piece_rows[0].label.find("White") == 0);
        CHECK(scene.piece_rows[1].label.find("Black") == 0);
        std::string text;
        for (draw::PieceRow row : scene.piece_rows) {
            std::sort(row.pieces.begin(), row.pieces.end());
            text += "|" + row.pieces;
        }
        return text;
    };
    CHECK(piece_rows("-") == "||");
    CHECK(piece_rows("DNnnz") == "|DN|nnz");
    CHECK(piece_rows("qq") == "||qq");
    CHECK(piece_rows("*") == "|ABCDEFGLMNQRSTZ|abcdefglmnqrstz");
    // A reserve is sorted by value, the highest first, with pieces of a kind together.
    const draw::Scene scene = scene_of(placed("Ki1 kp8", "w - - NRNZ"));
    CHECK(scene.piece_rows[0].pieces == "ZRNN");
}

TEST_CASE("the text beside the board lists possible swaps and en passant squares",
          "[complete_permutation][render]") {
    using Lines = std::vector<std::string>;
    CHECK(scene_of(Position()).panel == Lines{"White may swap: all", "Black may swap: all"});
    CHECK(scene_of(placed("Ki1 kp8")).panel == Lines{});
    CHECK(scene_of(placed("Ki1 Ra1 Re1 kp8", "w AE - -")).panel == Lines{"White may swap: a e"});
    CHECK(scene_of(placed("Ki1 ki8 rp8", "w p - -")).panel == Lines{"Black may swap: p"});
    CHECK(scene_of(placed("Ki1 pb5 kp8", "w - b6 -")).panel == Lines{"En passant: b6"});
    CHECK(scene_of(placed("Ki1 pb5 pd5 kp8", "w - b6d6 -", two_pawns)).panel == Lines{"En passant: b6 d6"});
    CHECK(scene_of(placed("Ki1 Re1 pb5 kp8", "w E b6 -")).panel ==
          Lines{"White may swap: e", "En passant: b6"});
    // With the option "none" the text does not mention swaps.
    CHECK(scene_of(Position(no_swap)).panel == Lines{});
    CHECK(scene_of(Position(leap)).panel == Lines{"White may swap: all", "Black may swap: all"});
}

TEST_CASE("a position is described in words", "[complete_permutation][render]") {
    const std::string text = description(scene_of(placed("Ki1 Dd4 Pb2 gp5 ka8", "b - - NNq")));
    CHECK(text.find("White: king i1, winged queen d4, pawn b2. Black: king a8, winged marshal p5. Black to "
                    "move.") == 0);
    CHECK_THAT(text, Catch::Contains(": 2 times knight.") && Catch::Contains(": queen."));
}

// ---- Pictures of turns

TEST_CASE("a move is an arrow, and a captured piece is crossed out", "[complete_permutation][render]") {
    CHECK(marks(placed("Ki1 Fb1 kp8"), "b1c4") == "[b1 [c4 b1>c4");
    CHECK(marks(placed("Ki1 kp8"), "i1j3") == "[i1 [j3 i1>j3");
    CHECK(marks(placed("Ki1 Rd1 nd5 kp8"), "d1d5") == "[d1 [d5 d1>d5 xd5");
    CHECK(words(placed("Ki1 Fb1 kp8"), "b1c4") == "Falcon from b1 to c4.");
    CHECK(words(placed("Ki1 kp8"), "i1j3") == "King from i1 to j3.");
    CHECK(words(placed("Ki1 Da8 ne4 kp6"), "a8e4") == "Winged queen from a8 takes on e4.");
    CHECK(words(placed("Ki1 zd5 kp8", "b - - -"), "d5d4") == "Winged amazon from d5 to d4.");
}

TEST_CASE("a pawn captured en passant is crossed out on its own square", "[complete_permutation][render]") {
    CHECK(marks(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5d6") == "[e5 [d6 e5>d6 xd5");
    CHECK(marks(placed("Ki1 Pb4 pa4 kp8", "b - b3 -"), "a4b3") == "[a4 [b3 a4>b3 xb4");
    CHECK(words(placed("Ki1 Pe5 pd5 kp8", "w - d6 -"), "e5d6") == "Pawn from e5 takes on d6 in passing.");
}

TEST_CASE("a king's exchange is an arrow with two heads", "[complete_permutation][render]") {
    CHECK(marks(Position(), "i1h1") == "[i1 [h1 i1~h1");
    CHECK(words(Position(), "i1h1") == "King on i1 and winged amazon on h1 change places.");
    CHECK(words(placed("Ka1 ki8 rp8", "b p - -"), "i8p8") == "King on i8 and rook on p8 change places.");
}

TEST_CASE("a promotion shows what the pawn becomes", "[complete_permutation][render]") {
    CHECK(marks(placed("Ki1 Pb7 kp5", "w - - Q"), "b7b8=Q") == "[b7 [b8 b7>b8 Qb8");
    CHECK(marks(placed("Ki1 Pb7 ra8 kp5", "w - - D"), "b7a8=D") == "[b7 [a8 b7>a8 xa8 Da8");
    CHECK(marks(placed("Ki1 pb2 kp5", "b - - n"), "b2b1=N") == "[b2 [b1 b2>b1 nb1");
    CHECK(marks(placed("Ki1 Pb6 kp5", "w - - Q"), "b6b7") == "[b6 [b7 b6>b7");
    CHECK(words(placed("Ki1 Pb7 kp5", "w - - Q"), "b7b8=Q") ==
          "Pawn from b7 to b8, where it becomes a queen.");
    CHECK(words(placed("Ki1 Pb7 ra8 kp5", "w - - D"), "b7a8=D") ==
          "Pawn from b7 takes on a8, where it becomes a winged queen.");
    CHECK(words(placed("Ki1 Pb6 kp5", "w - - Q"), "b6b7") == "Pawn from b6 to b7.");
}

TEST_CASE("a loss by Mental Cruelty leaves the pawn, and the words say so",
          "[complete_permutation][render]") {
    CHECK(marks(placed("Ki1 Pb7 kp5"), "b7b8=-") == "[b7 [b8 b7>b8");
    CHECK_THAT(words(placed("Ki1 Pb7 kp5"), "b7b8=-"),
               Catch::StartsWith("Pawn from b7 to b8") && Catch::Contains("lost by Mental Cruelty"));
}

TEST_CASE("the moves of two pawns are shown one after the other", "[complete_permutation][render]") {
    CHECK(marks(Position(two_pawns), "a2a4,b2b3") == "[a2 [a4 a2>a4 [b2 [b3 b2>b3");
    CHECK(words(Position(two_pawns), "a2a4,b2b3") == "Pawn from a2 to a4; then pawn from b2 to b3.");
    CHECK(words(Position(two_pawns), "b2b3,a2a4") == "Pawn from a2 to a4; then pawn from b2 to b3.");
    const Position passed = placed("Ki1 Pa4 Pc4 pb4 pd4 ki8", "b - a3c3 -", two_pawns);
    CHECK(marks(passed, "b4a3,d4c3") == "[b4 [a3 b4>a3 xa4 [d4 [c3 d4>c3 xc4");
    CHECK(words(passed, "b4b3,d4c3") == "Pawn from b4 to b3; then pawn from d4 takes on c3 in passing.");
    // The second pawn moves to the square of the first.
    const Position behind = placed("Ki1 Pb3 Pb2 kp8", "w - - -", two_pawns);
    CHECK(marks(behind, "b3b4,b2b3") == "[b3 [b4 b3>b4 [b2 [b3 b2>b3");
    const Position freed = placed("Ki1 Pd5 Pe4 pe5 ki8", "w - e6 -", two_pawns);
    CHECK(marks(freed, "d5e6,e4e5") == "[d5 [e6 d5>e6 xe5 [e4 [e5 e4>e5");
    CHECK(words(freed, "d5e6,e4e5") == "Pawn from d5 takes on e6 in passing; then pawn from e4 to e5.");
    CHECK(marks(placed("Ki1 Pb7 Pd7 kp5", "w - - NR", two_pawns), "b7b8=N,d7d8=R") ==
          "[b7 [b8 b7>b8 Nb8 [d7 [d8 d7>d8 Rd8");
}

TEST_CASE("applying the marks of any turn gives the board after it", "[complete_permutation][render]") {
    const std::vector<Position> positions = {
        Position(),
        Position(leap),
        placed("Ki1 Re1 Pb6 Pb7 Pe5 pd5 ra8 nc7 ki8", "w E d6 DN"),
        placed("Ki1 Pb6 Pb7 Pe5 pd5 ra8 nc7 kp5", "w - d6 -"),
        placed("Ki1 Re1 Pb6 Pb7 Pd7 Pf5 pg5 ra8 nc7 kp5", "w E g6 DN", two_pawns),
        placed("Ki1 Pb7 Pd7 Pb2 Pb3 kp5", "w - - N", two_pawns),
        placed("Ki1 Pa4 Pc4 pb4 pd4 pp2 ki8", "b - a3c3 -", two_pawns),
        placed("Ki1 Pd5 Pe4 pe5 ki8", "w - e6 -", two_pawns),
    };
    std::size_t turns = 0;
    for (const Position& before : positions) {
        Moves moves;
        before.legal_moves(moves);
        for (const Move& move : moves) {
            INFO(before.fen() << " " << before.uci(move));
            draw::Scene scene = scene_of(before);
            mark_move(scene, before, move);
            CHECK(play_marks(scene) == scene_of(before.play(move)).cells);
            CHECK(scene.move_words.size() == 1);
            ++turns;
        }
    }
    CHECK(turns > 200);
}

// ---- Drawings of pieces

TEST_CASE("every piece has its own letter, word, sign and drawing", "[complete_permutation][render]") {
    std::set<char> letters;
    std::set<std::string_view> drawings, symbols;
    for (const draw::Piece& piece : piece_set()) {
        INFO(piece.letter);
        letters.insert(piece.letter);
        symbols.insert(piece.symbol);
        drawings.insert(piece.drawing);
        CHECK(piece.color == piece_of(piece.letter)->color);
        CHECK(piece.word == kind_names[piece_of(piece.letter)->kind]);
        const std::string_view group = draw::piece_group(piece.drawing);
        CHECK(group.find(piece.drawing) != std::string_view::npos);
        CHECK(draw::count(group, "<g") == 1);
    }
    CHECK(letters.size() == 34);
    CHECK(symbols.size() == 34);
    CHECK(drawings.size() == 34);
    CHECK(piece_set().size() == 34);
    // Pieces have the names of R3.1.
    const auto word = [](char letter) { return scene_of(Position()).piece(letter).word; };
    CHECK(word('T') == "winged rook");
    CHECK(word('l') == "winged bishop");
    CHECK(word('S') == "winged knight");
    CHECK(word('d') == "winged queen");
    CHECK(word('G') == "winged marshal");
    CHECK(word('e') == "winged cardinal");
    CHECK(word('Z') == "winged amazon");
    CHECK(word('m') == "marshal");
    CHECK(word('C') == "cardinal");
    CHECK(word('a') == "amazon");
    CHECK(word('F') == "falcon");
    CHECK(word('k') == "king");
}

TEST_CASE("an SVG shows every piece of the array once", "[complete_permutation][render]") {
    const std::string svg = draw_svg(scene_of(Position()), draw::Theme::Light, 800);
    CHECK(draw::markup_fault(svg).empty());
    CHECK(draw::count(svg, "<use href=\"#wp\"") == 16);
    CHECK(draw::count(svg, "<use href=\"#bp\"") == 16);
    for (const char letter : all_pieces) {
        INFO(letter);
        const char id = static_cast<char>(letter - 'A' + 'a');
        CHECK(draw::count(svg, std::string("<use href=\"#w") + id + "\"") == 1);
        CHECK(draw::count(svg, std::string("<use href=\"#b") + id + "\"") == 1);
    }
    CHECK(draw::count(svg, "<use ") == 64);
}

TEST_CASE("the page of rules shows legal moves of this game", "[complete_permutation][render]") {
    const draw::Rules rules = rules_of(std::type_identity<Position>{});
    CHECK(rules.parts.size() == 6);
    CHECK(rules.cover.cells == scene_of(Position()).cells);
    for (const draw::RulesPart& part : rules.parts) {
        INFO(part.heading);
        CHECK(part.scene.move_words.size() == 1);
        CHECK(part.scene.files == 16);
        CHECK_FALSE(part.text.empty());
    }
}

}  // namespace octomate::complete_permutation
