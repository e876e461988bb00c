#include "draw/scene.hpp"

#include <fmt/core.h>

#include <cassert>

namespace octomate::draw {

namespace {

/// Lists the pieces of a side: "White: king e5, queen a8, bishop d8."
std::string pieces_of(const Scene& scene, Color color) {
    std::string text;
    for (const Piece& piece : scene.pieces) {
        if (piece.color != color) continue;
        for (Square square = 0; square < scene.files * scene.ranks; ++square) {
            const std::string& stack = scene.at(square);
            for (std::size_t level = 0; level < stack.size(); ++level) {
                if (stack[level] != piece.letter) continue;
                text.append(text.empty() ? " " : ", ").append(piece.word).append(" ");
                text += scene.name_of(square);
                if (stack.size() > 1) text += fmt::format(" ({} of {} from below)", level + 1, stack.size());
            }
        }
    }
    return fmt::format("{}:{}.", side_text(color), text.empty() ? " no pieces" : text);
}

/// Lists the pieces of a row: "White reserve: queen, 2 times knight."
std::string row_text(const Scene& scene, const PieceRow& row) {
    std::string text;
    for (std::size_t i = 0; i < row.pieces.size();) {
        std::size_t end = i;
        while (end < row.pieces.size() && row.pieces[end] == row.pieces[i]) ++end;
        if (i > 0) text += ", ";
        if (end - i > 1) text += fmt::format("{} times ", end - i);
        text += scene.piece(row.pieces[i]).word;
        i = end;
    }
    return fmt::format("{}: {}.", row.label, text.empty() ? "none" : text);
}

/// Returns the letters or symbols of the pieces in `stack`.
std::string stack_text(const Scene& scene, const std::string& stack, const TextStyle& style) {
    if (!style.unicode) return stack;
    std::string text;
    for (const char letter : stack) text += scene.piece(letter).symbol;
    return text;
}

}  // namespace

std::string Scene::name_of(Square square) const {
    return static_cast<char>('a' + file_of(square)) + std::to_string(rank_of(square) + 1);
}

const Piece& Scene::piece(char letter) const {
    const auto found = std::find_if(pieces.begin(), pieces.end(),
                                    [&](const Piece& piece) { return piece.letter == letter; });
    assert(found != pieces.end());
    return *found;
}

std::string count_of_pieces(const Scene& scene) {
    std::size_t white = 0, black = 0;
    for (const std::string& cell : scene.cells) {
        for (const char letter : cell) ++(scene.piece(letter).color == Color::White ? white : black);
    }
    return fmt::format("{}+{}", white, black);
}

std::vector<Square> stepped_back(const Scene& scene) {
    std::vector<Square> squares;
    for (const Mark& mark : scene.marks) {
        if (const auto* curve = std::get_if<Curve>(&mark); curve && curve->drop)
            squares.push_back(curve->from);
    }
    return squares;
}

std::string description(const Scene& scene) {
    std::string text = fmt::format("{} {} {} to move.", pieces_of(scene, Color::White),
                                   pieces_of(scene, Color::Black), side_text(scene.turn));
    const auto add = [&](const std::string& sentence) {
        if (!sentence.empty()) text.append(" ").append(sentence);
    };
    for (const PieceRow& row : scene.piece_rows) add(row_text(scene, row));
    for (const std::string& line : scene.panel) add(line + '.');
    add(scene.dice_words);
    for (const std::string& move : scene.move_words) add(move);
    return text;
}

std::string draw_board(const Scene& scene, const TextStyle& style, BoardDetail detail) {
    const bool shows_play = detail == BoardDetail::Played;
    std::size_t cell_width = 1;
    for (const std::string& stack : scene.cells) cell_width = std::max(cell_width, stack.size());
    const std::size_t margin = std::to_string(scene.ranks).size();
    const std::string_view empty = style.unicode ? "·" : ".", side = style.unicode ? "│" : "|",
                           corner = style.unicode ? "└" : "+", line = style.unicode ? "─" : "-";
    const auto is_rolled = [&](int file) {
        return shows_play && std::find(scene.rolled.begin(), scene.rolled.end(), file) != scene.rolled.end();
    };
    const auto is_marked = [&](Square square) {
        return shows_play && std::any_of(scene.marks.begin(), scene.marks.end(), [&](const Mark& mark) {
                   const auto* highlight = std::get_if<Highlight>(&mark);
                   return highlight && highlight->square == square;
               });
    };
    const auto flipped = [&](int index, int count) { return scene.flip ? count - 1 - index : index; };
    std::string text, gap;  // `gap` is written before the next cell, so that no line ends in blanks
    const auto write_cell = [&](std::string_view piece, std::size_t width) {
        text.append(gap).append(" ").append(piece);
        gap.assign(cell_width - width, ' ');
    };
    const auto end_line = [&] {
        text += '\n';
        gap.clear();
    };
    for (int row = scene.ranks - 1; row >= 0; --row) {
        const int rank = flipped(row, scene.ranks);
        text += fmt::format("  {:>{}} {}", rank + 1, margin, side);
        for (int column = 0; column < scene.files; ++column) {
            const int file = flipped(column, scene.files);
            const Square square = rank * scene.files + file;
            const std::string& stack = scene.at(square);
            const std::string cell = stack.empty() ? std::string(empty) : stack_text(scene, stack, style);
            const std::size_t width = stack.empty() ? 1 : stack.size();
            if (is_marked(square)) {
                write_cell(emphasise(cell, Emphasis::Reversed, style), width);
            } else if (is_rolled(file)) {
                write_cell(emphasise(cell, Emphasis::Good, style), width);
            } else {
                write_cell(stack.empty() ? emphasise(cell, Emphasis::Faint, style) : cell, width);
            }
        }
        end_line();
    }
    text.append(margin + 3, ' ').append(corner);
    for (std::size_t n = 0; n < (cell_width + 1) * static_cast<std::size_t>(scene.files); ++n) text += line;
    end_line();
    const auto legend = [&](auto name_of) {
        text.append(margin + 4, ' ');
        for (int column = 0; column < scene.files; ++column) {
            const int file = flipped(column, scene.files);
            const std::string name = name_of(file);
            write_cell(is_rolled(file) ? emphasise(name, Emphasis::Good, style) : name, name.size());
        }
        end_line();
    };
    legend([](int file) { return std::string(1, static_cast<char>('a' + file)); });
    if (shows_play && !scene.labels.empty())
        legend([&](int file) { return scene.labels[static_cast<std::size_t>(file)]; });
    for (const PieceRow& row : scene.piece_rows) {
        text += fmt::format("  {}:", row.label);
        for (const char letter : row.pieces)
            text.append(" ").append(stack_text(scene, std::string(1, letter), style));
        text += row.pieces.empty() ? " -\n" : "\n";
    }
    for (const std::string& line : scene.panel) text += fmt::format("  {}\n", line);
    return text;
}

std::string emphasise(std::string_view text, Emphasis emphasis, const TextStyle& style) {
    if (!style.colour) return std::string(text);
    constexpr std::string_view codes[] = {"1", "1;32", "2", "33", "7"};  // in the order of Emphasis
    return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<std::size_t>(emphasis)], text);
}

}  // namespace octomate::draw
