#include "games/superpermutation/rules/material.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>

#include "text/text.hpp"

namespace octomate::superpermutation {

using board8::Bitboard;
using board8::Board;
using board8::Kind;
using board8::Piece;
using board8::Square;

namespace {

constexpr std::string_view letters = "PNBRQ";  // in the order of Kind

int count_of(std::uint32_t counts, int kind) { return static_cast<int>(counts >> (4 * kind) & 15); }

}  // namespace

Material::Counts Material::counts(const Board& board, Color side) {
    Counts counts = 0;
    for (int kind = 0; kind < static_cast<int>(letters.size()); ++kind)
        counts +=
            one_of(kind) * static_cast<Counts>(std::popcount(board.of(Piece{static_cast<Kind>(kind), side})));
    return counts;
}

Expected<Material, std::string> Material::named(std::string_view text) {
    const auto wrong = [&](const std::string& why) {
        return Unexpected{fmt::format("{} is not a material: {}", quote(text), why)};
    };
    std::array<Counts, 2> sides{};
    int kings = 0;
    for (const char letter : text) {
        if (letter == 'K') {
            ++kings;
            continue;
        }
        const std::size_t kind = letters.find(letter);
        if (kind == std::string_view::npos)
            return wrong(fmt::format("expected letters of {}, such as KQKR, not '{}'", "KQRBNP", letter));
        if (kings == 0 || kings > 2) break;
        sides[static_cast<std::size_t>(kings - 1)] += one_of(static_cast<int>(kind));
    }
    if (!text.starts_with('K') || kings != 2)
        return wrong("each side begins with its one king, such as KQKR");
    const Material material(sides[0], sides[1]);
    if (text.size() > most_pieces) return wrong(fmt::format("more than {} men", most_pieces));
    return material;
}

std::vector<Material> Material::of_pieces(int pieces) {
    std::vector<Material> classes;
    if (pieces == 2) return {Material()};
    for (const Material& smaller : of_pieces(pieces - 1)) {  // add one piece to each smaller class
        for (int kind = static_cast<int>(letters.size()); kind-- > 0;) {
            for (const Material& larger : {Material(smaller.strong_ + one_of(kind), smaller.weak_),
                                           Material(smaller.strong_, smaller.weak_ + one_of(kind))}) {
                if (std::find(classes.begin(), classes.end(), larger) == classes.end())
                    classes.push_back(larger);
            }
        }
    }
    return classes;
}

std::string Material::name() const {
    std::string name;
    for (const Counts side : {strong_, weak_}) {
        name += 'K';
        for (int kind = static_cast<int>(letters.size()); kind-- > 0;)
            name.append(static_cast<std::size_t>(count_of(side, kind)),
                        letters[static_cast<std::size_t>(kind)]);
    }
    return name;
}

int Material::pieces() const { return 2 + static_cast<int>((strong_ >> 20) + (weak_ >> 20)); }

std::vector<Material> Material::next_materials() const {
    std::vector<Material> found;
    const auto add = [&](const Material& next) {
        if (!(next == *this) && std::find(found.begin(), found.end(), next) == found.end())
            found.push_back(next);
    };
    const auto promoted = [&](Counts one, Counts other) {
        if (count_of(one, 0) == 0) return;
        for (int kind = 1; kind < static_cast<int>(letters.size()); ++kind)
            add(Material(one - one_of(0) + one_of(kind), other));
    };
    const auto add_promotions = [&](Counts one, Counts other) {
        promoted(one, other);
        promoted(other, one);
    };
    add_promotions(strong_, weak_);
    for (int kind = 0; kind < static_cast<int>(letters.size()); ++kind) {
        for (const auto& [one, other] : {std::pair(strong_, weak_), std::pair(weak_, strong_)}) {
            if (count_of(one, kind) == 0) continue;
            add(Material(one - one_of(kind), other));
            add_promotions(one - one_of(kind), other);
        }
    }
    return found;
}

template <class P>
Cells<P>::Cells(const Material& material) : material_(material) {
    pieces_.push_back({Kind::King, Color::Black});
    for (const auto& [side, counts] :
         {std::pair(Color::White, material.strong_), std::pair(Color::Black, material.weak_)}) {
        for (int kind = 0; kind < static_cast<int>(letters.size()); ++kind)
            pieces_.insert(pieces_.end(), static_cast<std::size_t>(count_of(counts, kind)),
                           Piece{static_cast<Kind>(kind), side});
    }
    size_ = (material.symmetric() ? 32 : 64) * (std::uint64_t{1} << (6 * pieces_.size()));
}

template <class P>
std::uint64_t Cells<P>::of(const P& position) const {
    const Board& board = position.board();
    // Exchange the colours so that White is the stronger side or, if both have the same pieces, to move.
    const bool swapped = material_.symmetric() ? position.turn() == Color::Black
                                               : Material::counts(board, Color::White) != material_.strong_;
    const auto side = [&](Color color) { return swapped ? !color : color; };
    Square flip = swapped ? 63 : 0;
    const Square king = board.king(side(Color::White)) ^ flip;
    if (board8::file_of(king) > 3) flip ^= 7;
    const Square near = board.king(side(Color::White)) ^ flip;
    std::uint64_t cell = !material_.symmetric() && side(position.turn()) == Color::Black ? 1 : 0;
    cell = cell * 32 + static_cast<std::uint64_t>(board8::rank_of(near) * 4 + board8::file_of(near));
    for (std::size_t n = 0; n < pieces_.size();) {
        std::array<Square, Material::most_pieces> squares{};
        std::size_t count = 0;
        for (Bitboard rest = board.of(Piece{pieces_[n].kind, side(pieces_[n].color)}); rest != 0; ++count) {
            const Square square = board8::pop_first(rest) ^ flip;
            std::size_t slot = count;  // pieces of one kind are interchangeable: sort their squares
            for (; slot > 0 && squares[slot - 1] > square; --slot) squares[slot] = squares[slot - 1];
            squares[slot] = square;
        }
        for (std::size_t i = 0; i < count; ++i) cell = cell * 64 + static_cast<std::uint64_t>(squares[i]);
        n += count;
    }
    return cell;
}

template <class P>
std::optional<P> Cells<P>::at(std::uint64_t cell) const {
    std::array<Square, Material::most_pieces> squares{};
    for (std::size_t n = pieces_.size(); n-- > 0; cell /= 64) squares[n] = static_cast<Square>(cell % 64);
    const auto near = static_cast<Square>(cell % 32);
    const Color turn = cell / 32 == 0 ? Color::White : Color::Black;
    Board board;
    board.put({Kind::King, Color::White}, board8::square_at(near % 4, near / 4));
    for (std::size_t n = 0; n < pieces_.size(); ++n) {
        const Square square = squares[n];
        if (n > 0 && pieces_[n] == pieces_[n - 1] && square <= squares[n - 1]) return std::nullopt;
        if (board8::contains(board.occupied(), square) || !Arrangement::may_stand(pieces_[n], square))
            return std::nullopt;
        board.put(pieces_[n], square);
    }
    if (P(board, !turn).in_check()) return std::nullopt;
    return P(board, turn);
}

template class Cells<Position<D8>>;
template class Cells<Position<Parent>>;

}  // namespace octomate::superpermutation
