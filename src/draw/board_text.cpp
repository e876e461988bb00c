#include "draw/board_text.hpp"

#include <fmt/format.h>

namespace octomate::draw {

namespace {

constexpr std::string_view fen_letters = "KQRBNPkqrbnp";
constexpr std::string_view symbols[] = {"♔", "♕", "♖", "♗", "♘", "♙", "♚", "♛", "♜", "♝", "♞", "♟"};

std::string_view man(std::string_view letter, const TextStyle& style) {
    return style.unicode ? symbols[fen_letters.find(letter)] : letter;
}

}  // namespace

std::string draw_board(std::string_view fen, const TextStyle& style) {
    const std::string_view empty = style.unicode ? "·" : ".";
    const auto rank_name = [&](int rank) { return fmt::format("  {} {}", rank, style.unicode ? "│" : "|"); };
    std::string text = rank_name(8);
    int rank = 8;
    for (std::size_t at = 0; at < fen.size() && fen[at] != ' '; ++at) {
        const std::string_view letter = fen.substr(at, 1);
        if (letter == "/") {
            text.append("\n").append(rank_name(--rank));
        } else if (const int digit = letter[0] - '0'; digit >= 1 && digit <= 8) {
            for (int n = 0; n < digit; ++n)
                text += fmt::format(" {}", emphasise(empty, Emphasis::Faint, style));
        } else {
            text += fmt::format(" {}", man(letter, style));
        }
    }
    const std::string_view edge = style.unicode ? "└────────────────" : "+----------------";
    return text + fmt::format("\n    {}\n      a b c d e f g h\n", edge);
}

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style) {
    if (!style.colour) return std::string(text);
    const char* code = "";
    switch (emphasis) {
        case Emphasis::Strong: code = "1"; break;
        case Emphasis::Good: code = "1;32"; break;
        case Emphasis::Faint: code = "2"; break;
        case Emphasis::Warn: code = "33"; break;
    }
    return fmt::format("\x1b[{}m{}\x1b[0m", code, text);
}

}  // namespace octomate::draw
