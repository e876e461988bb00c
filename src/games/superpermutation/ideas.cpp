#include <algorithm>
#include <array>
#include <bit>
#include <unordered_map>

#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

extern const std::string_view idea_counts;

namespace {

using board8::Kind;

/// The themes that count as motifs, the strongest first. Excludes themes that other parts of an idea imply.
constexpr std::array motifs = {"pushed-king"_theme, "forced-promotion"_theme,  "displaced-man"_theme,
                               "teleport"_theme,    "cascade-promotion"_theme, "discovered-check"_theme,
                               "through-king"_theme};

constexpr std::string_view passed_letters = "Kkqrbnp";
constexpr std::uint32_t teleport = 8;  // stored instead of the number of swaps, which is at most 7

// The lowest bits of the fields of an idea's code. Bits 0 to 2 hold the mover's kind. A promotion or motif of
// 0 means that there is none; `reach` is the number of swaps, or `teleport`.
constexpr int promotion_bit = 3, reach_bit = 6, passed_bit = 10, motif_bit = 17;

/// Returns the kinds of pieces that a move's cascade passes: bit n stands for `passed_letters[n]`.
std::uint32_t kinds_passed(const board8::Board& before, Move move, Color us) {
    std::uint32_t kinds = 0;
    for (board8::Bitboard rest = climbed(move, us) & before.occupied(); rest;) {
        const board8::Piece piece = *before.at(board8::pop_first(rest));
        const bool own_king = piece.kind == Kind::King && piece.color == us;
        kinds |= own_king ? 1U : 1U << (1 + static_cast<int>(Kind::King) - static_cast<int>(piece.kind));
    }
    return kinds;
}

/// The number of winning moves that have each idea, in a large sample.
struct Counts {
    std::unordered_map<std::string_view, std::uint64_t> by_idea;  ///< the number of moves with each idea
    std::uint64_t total = 0;                                      ///< the number of moves in the sample
};

/// Parses lines of the form "COUNT IDEA"; ignores other lines.
Counts read_counts(std::string_view text) {
    Counts counts;
    for (const std::string_view line : words_between(text, '\n')) {
        const std::size_t space = line.find(' ');
        const auto count = number_in<std::uint64_t>(line.substr(0, space));
        if (!count || space == line.npos) continue;
        counts.by_idea[line.substr(space + 1)] += *count;
        counts.total += *count;
    }
    return counts;
}

}  // namespace

Idea::Idea(const board8::Board& before, Move move, Color us, ThemeSet themes) {
    code_ = static_cast<std::uint32_t>(before.at(move.from)->kind);
    if (board8::contains(before.pawns(), move.from) && move.promotes())
        code_ |= static_cast<std::uint32_t>(move.promotion()) << promotion_bit;
    code_ |= (move.teleport() ? teleport : static_cast<std::uint32_t>(move.swaps)) << reach_bit;
    code_ |= kinds_passed(before, move, us) << passed_bit;
    const auto motif =
        std::find_if(motifs.begin(), motifs.end(), [&](ThemeNumber theme) { return themes.contains(theme); });
    if (motif != motifs.end()) code_ |= static_cast<std::uint32_t>(motif - motifs.begin() + 1) << motif_bit;
}

std::string Idea::text() const {
    const std::uint32_t promotion = code_ >> promotion_bit & 7, reach = code_ >> reach_bit & 15;
    std::string text(1, board8::letter(static_cast<Kind>(code_ & 7)));
    if (promotion > 0) text.append("=").append(1, board8::letter(static_cast<Kind>(promotion)));
    text += reach == teleport ? '*' : static_cast<char>('0' + reach);
    for (std::size_t index = 0; index < passed_letters.size(); ++index) {
        if (code_ >> (passed_bit + static_cast<int>(index)) & 1) text += passed_letters[index];
    }
    const std::uint32_t motif = code_ >> motif_bit;
    return text.append(" ").append(motif == 0 ? "plain" : theme_catalogue[motifs[motif - 1]].name);
}

int Idea::rarity_of(std::string_view text) {
    constexpr int common_bits = 5, max_rarity = 12;  // rarity is 0 above a frequency of 2^-common_bits
    static const Counts counts = read_counts(idea_counts);
    const auto found = counts.by_idea.find(text);
    const std::uint64_t count = found == counts.by_idea.end() ? 1 : found->second;
    return std::clamp(static_cast<int>(std::bit_width(counts.total / count)) - 1 - common_bits, 0,
                      max_rarity);
}

std::vector<std::uint32_t> Idea::kinds() const {
    constexpr std::uint32_t cascade = 1U << 8, underpromotion = 1U << 9;
    const std::uint32_t motif = code_ >> motif_bit, promotion = code_ >> promotion_bit & 7;
    const bool cascades = motif == 0 && (code_ >> reach_bit & 15) > 0;
    std::vector<std::uint32_t> kinds{(code_ & 7) | motif << 3 | (cascades ? cascade : 0)};
    if (promotion > 0 && promotion != static_cast<std::uint32_t>(Kind::Queen))
        kinds.push_back(underpromotion);
    return kinds;
}

}  // namespace octomate::superpermutation
