#include "draw/pieces.hpp"

#include <fmt/format.h>

#include <cassert>
#include <cstddef>

namespace octomate::draw {

namespace {

constexpr std::string_view letters = "KQRBNPkqrbnp";
constexpr std::string_view ids[] = {"wk", "wq", "wr", "wb", "wn", "wp", "bk", "bq", "br", "bb", "bn", "bp"};
constexpr std::string_view words[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

std::size_t index_of(char fen_letter) {
    const std::size_t at = letters.find(fen_letter);
    assert(at != std::string_view::npos);
    return at;
}

}  // namespace

std::string_view piece_id(char fen_letter) { return ids[index_of(fen_letter)]; }

std::string_view piece_word(char fen_letter) { return words[index_of(fen_letter) % 6]; }

std::string_view piece_group(char fen_letter) {
    const std::size_t begin = pieces_svg.find(fmt::format("<g id=\"{}\"", piece_id(fen_letter)));
    const std::size_t end = pieces_svg.find("</g>", begin);
    assert(begin != std::string_view::npos && end != std::string_view::npos);
    return pieces_svg.substr(begin, end + 4 - begin);
}

}  // namespace octomate::draw
