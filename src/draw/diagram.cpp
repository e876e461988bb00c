#include "draw/diagram.hpp"

#include <fmt/format.h>

#include "draw/pieces.hpp"
#include "text/words.hpp"

namespace octomate::draw {

namespace {

std::string capitalised(std::string_view word) {
    std::string text(word);
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

/// "White: king e5, queen a8, bishop d8."
std::string men_of(const Diagram& diagram, bool white) {
    std::string text;
    for (const char letter : std::string_view(white ? "KQRBNP" : "kqrbnp")) {
        for (Square square = 0; square < 64; ++square) {
            if (diagram.men[static_cast<std::size_t>(square)] != letter) continue;
            text.append(text.empty() ? " " : ", ").append(piece_word(letter)).append(" ");
            text += square_name(square);
        }
    }
    return fmt::format("{}:{}.", white ? "White" : "Black", text.empty() ? " no men" : text);
}

std::string die_text(const Diagram& diagram) {
    switch (diagram.die) {
        case Die::None: return "";
        case Die::Unknown: return " The die is not rolled yet.";
        case Die::Unused: return " In check: no die is used.";
        case Die::Rolled: break;
    }
    std::vector<std::string> faces;
    for (const int face : diagram.faces)
        faces.push_back(
            fmt::format("{} (the {}-file)", face, static_cast<char>('a' + file_of_face(diagram.turn, face))));
    return fmt::format(" The die shows {}.", enumerate(faces, " or "));
}

}  // namespace

std::string square_name(Square square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

void Diagram::place(std::string_view fen) {
    men.fill(0);
    Square square = 56;
    for (const char c : fen.substr(0, fen.find(' '))) {
        if (c == '/') {
            square -= 16;
        } else if (c >= '1' && c <= '8') {
            square += c - '0';
        } else {
            men[static_cast<std::size_t>(square++)] = c;
        }
    }
}

std::string description(const MoveMarks& move) {
    const std::string who = capitalised(piece_word(move.man));
    if (move.partner != 0)
        return fmt::format("{} on {} and {} on {} change places.", who, square_name(move.from),
                           piece_word(move.partner), square_name(move.to));
    std::string text = fmt::format("{} from {} {} {}", who, square_name(move.from),
                                   move.capture ? "takes on" : "to", square_name(move.to));
    std::vector<std::string> passed;
    Square at = move.to;
    for (const char man : move.passed) {
        passed.push_back(fmt::format("the {} {} on {} (who drops to {})", is_white(man) ? "white" : "black",
                                     piece_word(man), square_name(at + move.forward), square_name(at)));
        at += move.forward;
    }
    if (!passed.empty())
        text += fmt::format(", then in a cascade past {} to {}", enumerate(passed, " and "), square_name(at));
    if (move.becomes != 0)
        text += fmt::format("; the {} pawn on {} becomes a {}", is_white(move.becomes) ? "white" : "black",
                            square_name(move.promoted_at), piece_word(move.becomes));
    return text + '.';
}

std::string description(const Diagram& diagram) {
    std::string text = fmt::format("{} {} {} to move.", men_of(diagram, true), men_of(diagram, false),
                                   diagram.turn == Color::White ? "White" : "Black");
    text += die_text(diagram);
    for (const MoveMarks& move : diagram.moves) text.append(" ").append(description(move));
    return text;
}

}  // namespace octomate::draw
