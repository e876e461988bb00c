#include "formats/diagram.hpp"

#include <algorithm>
#include <utility>

#include "text/fen_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

constexpr std::string_view fen_kinds = "KQRBNP";

char capital(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c; }

std::string name_of(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
}

}  // namespace

std::optional<Diagram> Diagram::of_fen(std::string_view fen) {
    const std::vector<Word> words = split_words(fen);
    if (words.size() < 2 || (words[1].text != "w" && words[1].text != "b")) return std::nullopt;
    Diagram diagram;
    diagram.black_moves_ = words[1].text == "b";
    int rank = 7, file = 0;
    for (const char c : words[0].text) {
        if (c == '/') {
            if (file != 8 || rank == 0) return std::nullopt;
            --rank;
            file = 0;
        } else if (c >= '1' && c <= '8') {
            file += c - '0';
        } else if (fen_kinds.find(capital(c)) != std::string_view::npos && file < 8) {
            diagram.men_[static_cast<std::size_t>(8 * rank + file++)] = c;
        } else {
            return std::nullopt;
        }
        if (file > 8) return std::nullopt;
    }
    return rank == 0 && file == 8 ? std::optional(diagram) : std::nullopt;
}

bool Diagram::put(char man, int square) {
    char& there = men_[static_cast<std::size_t>(square)];
    if (there != 0) return false;
    there = man;
    return true;
}

char Diagram::take_off(int square) { return std::exchange(men_[static_cast<std::size_t>(square)], char{0}); }

bool Diagram::empty() const {
    return std::all_of(men_.begin(), men_.end(), [](char man) { return man == 0; });
}

std::string Diagram::fen() const {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto end_gap = [&] {
            if (empty > 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (int file = 0; file < 8; ++file) {
            const char man = men_[static_cast<std::size_t>(8 * rank + file)];
            if (man == 0) {
                ++empty;
                continue;
            }
            end_gap();
            text += man;
        }
        end_gap();
        if (rank > 0) text += '/';
    }
    return text + (black_moves_ ? " b - - 0 1" : " w - - 0 1");
}

int Diagram::count(bool black) const {
    return static_cast<int>(std::count_if(
        men_.begin(), men_.end(), [&](char man) { return man != 0 && (capital(man) != man) == black; }));
}

std::vector<std::string> Diagram::squares_of(char man) const {
    std::vector<std::string> squares;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const int square = 8 * rank + file;
            if (men_[static_cast<std::size_t>(square)] == man) squares.push_back(name_of(square));
        }
    }
    return squares;
}

std::optional<int> square_named(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return std::nullopt;
    return 8 * (name[1] - '1') + name[0] - 'a';
}

}  // namespace octomate::records
