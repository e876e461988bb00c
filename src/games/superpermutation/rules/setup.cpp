#include "games/superpermutation/rules/setup.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "games/superpermutation/rules/position.hpp"
#include "text/notation.hpp"

namespace octomate::superpermutation {

namespace {

using board8::Bitboard;
using board8::Kind;

constexpr BoardField board_field{8, 8, "a letter of PNBRQK or pnbrqk", [](std::string_view text) {
                                     return board8::piece_of(text.front()) ? std::size_t{1} : std::size_t{0};
                                 }};

/// Parses and validates a FEN, collecting all faults.
class SetupReader : FenReader {
  public:
    explicit SetupReader(std::string_view fen) : FenReader(board_field, fen), end_(fen.size()) {}

    Expected<Parsed<Setup>, Faults> read() {
        if (words_.empty()) {
            add(FaultCode::EmptyFen, 0, "the FEN is empty, expected a board and a side to move");
            return Unexpected{std::move(faults_)};
        }
        read_pieces();
        for (const WrittenPiece& piece : pieces_)
            setup_.board.put(*board8::piece_of(piece.text.front()), piece.square);
        if (words_.size() < 2)
            add(FaultCode::MissingSide, end_, "the side to move is missing, expected \"w\" or \"b\"");
        setup_.turn = side_to_move();
        read_ignored_fields();
        if (faults_.empty()) validate();
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return Parsed<Setup>{setup_, std::move(notes_)};
    }

  private:
    /// Checks the form of the fields after the side to move, which are ignored: the games have neither
    /// castling nor en passant (R8), and no rule counts moves (R10).
    void read_ignored_fields() {
        if (words_.size() > 2) read_castling(words_[2]);
        if (words_.size() > 3) read_en_passant(words_[3]);
        for (std::size_t n = 4; n < std::min<std::size_t>(words_.size(), 6); ++n) read_clock(words_[n]);
        expect_end(6, "the sixth field");
    }

    void read_castling(const Word& word) {
        if (word.text == "-") return;
        const bool well_formed =
            word.text.find_first_not_of("KQkqABCDEFGHabcdefgh") == std::string_view::npos &&
            std::set(word.text.begin(), word.text.end()).size() == word.text.size();
        if (well_formed) {
            notes_.push_back(fmt::format("castling \"{}\" is ignored: the game has no castling", word.text));
        } else {
            add(FaultCode::BadCastling, word.offset,
                fmt::format("castling is \"{}\", expected \"-\" or letters of KQkq", word.text));
        }
    }

    void read_en_passant(const Word& word) {
        const std::string_view text = word.text;
        if (text == "-") return;
        if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && (text[1] == '3' || text[1] == '6')) {
            notes_.push_back(fmt::format("en passant \"{}\" is ignored: the game has no en passant", text));
        } else {
            add(FaultCode::BadEnPassant, word.offset,
                fmt::format("en passant is \"{}\", expected \"-\" or a square of rank 3 or 6", text));
        }
    }

    void read_clock(const Word& word) {
        if (!counter_in(word.text)) {
            add(FaultCode::BadClock, word.offset,
                fmt::format("clock is \"{}\", expected a whole number of at most nine digits", word.text));
        }
    }

    void validate() {
        for (const Color color : {Color::White, Color::Black}) {
            expect_one_king(color, [&](const WrittenPiece& piece) {
                return setup_.board.at(piece.square) == board8::Piece{Kind::King, color};
            });
        }
        for (int file = 0; file < 8; ++file) {
            check_last_rank(Color::White, board8::square_at(file, 7));
            check_last_rank(Color::Black, board8::square_at(file, 0));
        }
        if (faults_.empty() && king_attacked(setup_.board, !setup_.turn))
            add_opponent_in_check(setup_.turn, setup_.board.king(!setup_.turn));
    }

    void check_last_rank(Color color, board8::Square square) {
        if (setup_.board.at(square) != board8::Piece{Kind::Pawn, color}) return;
        add(FaultCode::PawnOnLastRank, piece_on(square).offset,
            fmt::format("a {} pawn stands on {}, its last rank, expected it to have promoted", name(color),
                        board8::name(square)));
    }

    std::size_t end_;
    Setup setup_;
    std::vector<std::string> notes_;
};

/// The meaning of a character in the first field of a FEN. A table of these meanings replaces branches that
/// the processor could not predict.
struct BoardCharacter {
    std::uint8_t pieces = 0;             ///< 1 for the letter of a piece, otherwise 0
    std::uint8_t squares = 0;            ///< the number of squares that the character describes
    std::array<std::uint8_t, 3> sets{};  ///< the board's sets that hold the piece; some may be repeated
    bool digit = false;
    bool slash = false;
    bool valid = false;
};

constexpr std::array<BoardCharacter, 256> board_characters = [] {
    std::array<BoardCharacter, 256> table{};
    for (std::uint8_t digit = 1; digit <= 8; ++digit)
        table['0' + digit] = {
            .pieces = 0, .squares = digit, .sets = {}, .digit = true, .slash = false, .valid = true};
    table['/'] = {.pieces = 0, .squares = 0, .sets = {}, .digit = false, .slash = true, .valid = true};
    for (const char letter : std::string_view("PNBRQKpnbrqk")) {
        const board8::Piece piece = *board8::piece_of(letter);
        board8::Board board;
        board.put(piece, 0);
        BoardCharacter meaning{
            .pieces = 1, .squares = 1, .sets = {}, .digit = false, .slash = false, .valid = true};
        std::size_t used = 0;
        for (std::size_t set = 0; set < board.sets().size(); ++set) {
            if (board.sets()[set] == 0) continue;
            for (std::size_t rest = used++; rest < meaning.sets.size(); ++rest)
                meaning.sets[rest] = static_cast<std::uint8_t>(set);
        }
        table[static_cast<std::size_t>(letter)] = meaning;
    }
    return table;
}();

/// Parses the first field of `fen` into `board`, and removes the field and the blank after it from `fen`.
/// Returns false if the field is not valid or no blank follows.
bool read_pieces(std::string_view& fen, board8::Board& board) {
    std::array<Bitboard, 8> sets{};
    const std::size_t end = std::min(fen.find(' '), fen.size());
    unsigned squares = 0, slashes = 0;
    bool bad = false, after_digit = false;
    for (const char c : fen.substr(0, end)) {
        const BoardCharacter& meaning = board_characters[static_cast<unsigned char>(c)];
        const Bitboard piece = Bitboard{meaning.pieces} << ((squares ^ 56) & 63);
        for (const std::uint8_t set : meaning.sets) sets[set] |= piece;
        slashes += meaning.slash;
        bad |= !meaning.valid || (meaning.digit && after_digit) || (meaning.slash && squares != 8 * slashes);
        squares += meaning.squares;
        after_digit = meaning.digit;
    }
    if (bad || squares != 64 || slashes != 7 || end == fen.size()) return false;
    board.sets() = sets;
    fen.remove_prefix(end + 1);
    return true;
}

/// Returns whether at least two pawns of a set stand on the same file.
bool any_share_a_file(Bitboard pawns) {
    Bitboard above = pawns << 8;
    above |= above << 8;
    above |= above << 16;
    above |= above << 32;
    return (pawns & above) != 0;
}

/// Returns whether the fields after the side to move have default values: "", " -", " - -" or " - - 0 1".
bool are_unused(std::string_view fields) {
    for (int dash = 0; dash < 2; ++dash) {
        if (fields.empty()) return true;
        if (!fields.starts_with(" -")) return false;
        fields.remove_prefix(2);
    }
    for (int clock = 0; clock < 2; ++clock) {
        if (fields.empty()) return true;
        if (fields.front() != ' ') return false;
        fields.remove_prefix(1);
        const std::size_t digits = std::min(fields.find_first_not_of("0123456789"), fields.size());
        if (digits == 0 || digits > 9) return false;
        fields.remove_prefix(digits);
    }
    return fields.empty();
}

}  // namespace

bool has_valid_pieces(const board8::Board& board) {
    const Bitboard white = board.of(Color::White), black = board.of(Color::Black);
    const auto is_single = [](Bitboard set) { return set != 0 && (set & (set - 1)) == 0; };
    return is_single(board.kings() & white) && is_single(board.kings() & black) &&
           (board.pawns() & white & board8::rank_set(7)) == 0 &&
           (board.pawns() & black & board8::rank_set(0)) == 0;
}

PieceCount count_pieces(const board8::Board& board, Color side) {
    const Bitboard pawns = board.of({Kind::Pawn, side});
    PieceCount count;
    count.pawns = std::popcount(pawns);
    for (const auto& [kind, in_the_array] : {std::pair(Kind::Knight, 2), std::pair(Kind::Bishop, 2),
                                             std::pair(Kind::Rook, 2), std::pair(Kind::Queen, 1)})
        count.promoted += std::max(0, std::popcount(board.of({kind, side})) - in_the_array);
    for (int file = 0; file < 8; ++file) {
        const Bitboard together = pawns & board8::file_set(file);
        if (std::popcount(together) > 1) count.crowded_pawns |= together;
    }
    return count;
}

bool is_valid(const board8::Board& board, Color turn) {
    return has_valid_pieces(board) && !king_attacked(board, !turn);
}

std::optional<Setup> read_setup_fast(std::string_view fen) {
    std::optional<Setup> setup(std::in_place);
    if (!read_pieces(fen, setup->board) || fen.empty() || (fen.front() != 'w' && fen.front() != 'b'))
        return std::nullopt;
    setup->turn = fen.front() == 'w' ? Color::White : Color::Black;
    if (!are_unused(fen.substr(1)) || !is_valid(setup->board, setup->turn)) return std::nullopt;
    return setup;
}

std::string write_fen(const board8::Board& board, Color turn) {
    std::array<char, 64> letters{};
    for (const Color color : {Color::White, Color::Black}) {
        const auto mark = [&](Bitboard pieces, Kind kind) {
            for (pieces &= board.of(color); pieces != 0;)
                letters[static_cast<std::size_t>(board8::pop_first(pieces))] =
                    board8::fen_letter({kind, color});
        };
        mark(board.pawns(), Kind::Pawn);
        mark(board.knights(), Kind::Knight);
        mark(board.diagonals(), Kind::Bishop);
        mark(board.orthogonals(), Kind::Rook);
        mark(board.diagonals() & board.orthogonals(), Kind::Queen);
        mark(board.kings(), Kind::King);
    }
    std::array<char, 64 + 8 + 10> text;
    char* out = text.data();
    for (std::size_t rank = 8; rank-- > 0;) {
        char empty = '0';
        for (std::size_t file = 0; file < 8; ++file) {
            const char letter = letters[rank * 8 + file];
            if (letter == '\0') {
                ++empty;
                continue;
            }
            if (empty > '0') *out++ = std::exchange(empty, '0');
            *out++ = letter;
        }
        if (empty > '0') *out++ = empty;
        *out++ = rank > 0 ? '/' : ' ';
    }
    constexpr std::string_view rest = "w - - 0 1";
    out = std::copy(rest.begin(), rest.end(), out);
    if (turn == Color::Black) out[-static_cast<std::ptrdiff_t>(rest.size())] = 'b';
    return {text.data(), out};
}

const Setup& initial_setup() {
    static const Setup setup = read_setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")->value;
    return setup;
}

Expected<Parsed<Setup>, Faults> read_setup(std::string_view fen) { return SetupReader(fen).read(); }

// ---- Functions of Arrangement ----------------------------------------------------------------------------

Expected<void, std::string> Arrangement::check_numbers(const std::vector<Piece>& pieces) {
    for (const Color color : {Color::White, Color::Black}) {
        if (std::count(pieces.begin(), pieces.end(), Piece{Kind::Pawn, color}) > 8)
            return Unexpected{std::string("there are more than eight pawns of a colour, one for each file")};
    }
    return {};
}

std::array<Bitboard, 5> Arrangement::most_valuable_first() const {
    const Bitboard diagonals = board_.diagonals(), orthogonals = board_.orthogonals();
    return {diagonals & orthogonals, orthogonals & ~diagonals, diagonals & ~orthogonals, board_.knights(),
            board_.pawns()};
}

bool Arrangement::possible() const {
    return has_valid_pieces(board_) && !any_share_a_file(board_.pawns() & board_.of(Color::White)) &&
           !any_share_a_file(board_.pawns() & board_.of(Color::Black));
}

Bitboard Arrangement::free_squares_for(Piece piece) const {
    if (piece.kind != Kind::Pawn) return ~occupied();
    Bitboard files = board_.pawns() & board_.of(piece.color);
    files |= files >> 8 | files << 8;
    files |= files >> 16 | files << 16;
    files |= files >> 32 | files << 32;
    return ~(occupied() | files | board8::rank_set(0) | board8::rank_set(7));
}

PositionKey Arrangement::key(Color turn) const { return key_of(board_, turn); }

}  // namespace octomate::superpermutation
