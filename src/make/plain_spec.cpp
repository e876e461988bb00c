#include <fmt/core.h>

#include <algorithm>
#include <bitset>
#include <utility>

#include "make/spec.hpp"
#include "text/text.hpp"

namespace octomate::make {

namespace {

/// True if a character occurs in the names of squares; x does not, since it is the sign of a capture.
bool names_square(char letter) {
    return (letter >= 'a' && letter <= 'z' && letter != 'x') || (letter >= '0' && letter <= '9');
}

constexpr std::size_t longest_text = 255;  // far longer than the notation of any move

/// True if `pattern` matches the whole `text`; texts longer than `longest_text` never match. After each
/// character of the pattern, `reached` holds all offsets at which a match of the pattern so far can end (a
/// nondeterministic automaton). Backtracking would take exponential time with many wildcards.
bool match(std::string_view pattern, std::string_view text) {
    if (text.size() > longest_text) return false;
    std::bitset<longest_text + 1> reached;
    reached.set(0);
    for (std::size_t index = 0; index < pattern.size() && reached.any(); ++index) {
        std::bitset<longest_text + 1> next;
        const char symbol = pattern[index];
        bool in_wildcard = false;  // this wildcard can match the character before `offset`
        for (std::size_t offset = 0; offset < text.size(); ++offset) {
            in_wildcard = in_wildcard || reached[offset];
            if (symbol == '*') {
                next[offset] = in_wildcard;
            } else if (symbol == '?') {
                in_wildcard =
                    in_wildcard && (names_square(text[offset]) || (index == 0 && text[offset] == '-'));
                next[offset + 1] = in_wildcard;
            } else {
                next[offset + 1] = reached[offset] && text[offset] == symbol;
            }
        }
        if (symbol == '*') next[text.size()] = in_wildcard || reached[text.size()];
        reached = next;
    }
    return reached[text.size()];
}

/// Removes signs of check and mate at the end.
std::string_view without_signs(std::string_view text) {
    while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
    return text;
}

}  // namespace

std::optional<Symmetry> Symmetry::named(std::string_view name, bool of_pieces, const Geometry& board) {
    if (std::find(names.begin(), names.end(), name) == names.end()) return std::nullopt;
    const int right = board.files() - 1, top = board.ranks() - 1;
    Symmetry symmetry;
    symmetry.of_pieces_ = of_pieces;
    for (int square = 0; square < board.squares(); ++square) {
        const int file = board.file_of(square), rank = board.rank_of(square);
        std::optional<int> image;
        if (name == "vertical") image = board.square_at(right - file, rank);
        if (name == "horizontal") image = board.square_at(file, top - rank);
        if (name == "rotation") image = board.square_at(right - file, top - rank);
        if (name == "diagonal" && right == top) image = board.square_at(rank, file);
        if (name == "antidiagonal" && right == top) image = board.square_at(right - rank, top - file);
        if (!image) return std::nullopt;
        symmetry.images_.push_back(*image);
    }
    return symmetry;
}

Expected<MovePattern, Fault> MovePattern::read(std::string_view text) {
    for (std::size_t offset = 0; offset < text.size(); ++offset) {
        const char letter = text[offset];
        const bool word = names_square(letter) || (letter >= 'A' && letter <= 'Z');
        if (word || std::string_view("x-=,+#?*").find(letter) != std::string_view::npos) continue;
        return Unexpected{Fault{
            FaultCode::NotAMove, "", offset,
            fmt::format("\"{}\" is not a move with wildcards: expected a piece letter, squares, -, x, =, "
                        "? for a square or * for anything",
                        text)}};
    }
    return MovePattern(text);
}

bool MovePattern::matches(std::string_view notation) const {
    return match(without_signs(text_), without_signs(notation));
}

PlainSpec::PlainSpec(const GameTerms& terms)
    : game(terms),
      faces(static_cast<std::size_t>(terms.greatest_face) + 1),
      at_least(terms.pieces.size()),
      taste(terms.tastes.size(), 1),
      tries(faces.size()) {
    Squares all_squares;
    for (int square = 0; square < terms.board.squares(); ++square)
        all_squares.set(static_cast<std::size_t>(square));
    piece_squares.assign(terms.pieces.size(), all_squares);
    for (const GameTerms::Piece& piece : terms.pieces) at_most.push_back(piece.initial_count);
}

PlainSpec::PlainSpec(const PlainSpec&) = default;
PlainSpec::PlainSpec(PlainSpec&&) noexcept = default;
PlainSpec::~PlainSpec() = default;

Squares PlainSpec::fixed_squares() const {
    Squares squares;
    for (int square = 0; square < game.board.squares(); ++square)
        squares[static_cast<std::size_t>(square)] = piece_on(square).has_value();
    return squares;
}

int PlainSpec::fixed_pieces(int piece) const {
    int count = 0;
    for (int square = 0; square < game.board.squares(); ++square) count += piece_on(square) == piece ? 1 : 0;
    return count;
}

int PlainSpec::least_pieces() const {
    int pieces = 0;
    for (int piece = 0; piece < game.kinds_of_pieces(); ++piece) {
        const int least = game.piece(piece).royal ? 1 : at_least[static_cast<std::size_t>(piece)];
        pieces += std::max(least, fixed_pieces(piece));
    }
    return std::max(pieces, static_cast<int>((fixed_squares() | needed_squares()).count()));
}

std::vector<PieceChoice> choices_of_pieces(const PlainSpec& spec, int max_pieces) {
    auto available = spec.at_most, missing = spec.at_least;
    int placed = 0;
    for (int piece = 0; piece < spec.game.kinds_of_pieces(); ++piece) {
        const int fixed = spec.fixed_pieces(piece);
        available[static_cast<std::size_t>(piece)] -= fixed;
        missing[static_cast<std::size_t>(piece)] -= fixed;
        placed += spec.game.piece(piece).royal ? std::max(fixed, 1) : fixed;
    }
    std::vector<PieceChoice> choices;
    PieceChoice choice;
    const auto is_complete = [&] {
        return std::all_of(missing.begin(), missing.end(), [](int n) { return n <= 0; });
    };
    const auto choose = [&](auto& self, int from) -> void {
        if (is_complete()) choices.push_back(choice);
        if (placed + static_cast<int>(choice.size()) >= max_pieces) return;
        for (int piece = from; piece < spec.game.kinds_of_pieces(); ++piece) {
            const auto kind = static_cast<std::size_t>(piece);
            if (available[kind] <= 0 || spec.game.piece(piece).royal) continue;
            --available[kind];
            --missing[kind];
            choice.push_back(piece);
            self(self, piece);
            choice.pop_back();
            ++available[kind];
            ++missing[kind];
        }
    };
    if (placed <= max_pieces) choose(choose, 0);
    return choices;
}

std::string universe_of(const PlainSpec& spec, int max_pieces) {
    const GameTerms& game = spec.game;
    std::string fixed, limits;
    for_each_square(spec.fixed_squares(), [&](int square) {
        fixed += fmt::format("{}{}{}", fixed.empty() ? "" : " ", game.piece(*spec.piece_on(square)).letter,
                             game.board.name(square));
    });
    for (int piece = 0; piece < game.kinds_of_pieces(); ++piece) {
        if (game.piece(piece).royal) continue;
        const auto kind = static_cast<std::size_t>(piece);
        const int least = spec.at_least[kind];
        limits +=
            fmt::format("{}{}{}{}", limits.empty() ? "" : " ", least > 0 ? fmt::format("{}-", least) : "",
                        spec.at_most[kind], game.piece(piece).letter);
    }
    return fmt::format(
        "up to {} men; fixed: {}; {}; of other men, fixed ones included, at most {}; {}{}; {} to move",
        max_pieces, fixed.empty() ? "none" : fixed, game.anywhere, limits, game.other_pieces_range,
        spec.limits_pieces ? "; all of them where the spec lets them stand" : "", name(spec.turn));
}

}  // namespace octomate::make
