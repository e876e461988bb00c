#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "games/complete_permutation/rules/generator.hpp"
#include "games/complete_permutation/rules/state.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::complete_permutation {

namespace {

constexpr std::string_view initial_fen =
    "dfblmqezkastcnrg/pppppppppppppppp/16/16/16/16/PPPPPPPPPPPPPPPP/DFBLMQEZKASTCNRG w "
    "ABCDEFGHJKLMNOPabcdefghjklmnop - - 0 1";

// The greatest number of lost pieces of one kind that a FEN may have.
constexpr int max_lost_per_kind = 100;

// Returns the length of the piece at the start of `text`: 1 for a letter, 2 for "W" or "w" and the letter of
// a piece without a falcon (R10), 0 if there is no piece.
std::size_t piece_length(std::string_view text) {
    if (text.front() == 'W' || text.front() == 'w') {
        if (text.size() < 2) return 0;
        const auto base = piece_of(text[1]);
        const bool winged = base && base->kind != pawn && base->kind < falcon;
        return winged && (text[0] == 'W') == (base->color == Color::White) ? 2 : 0;
    }
    return piece_of(text.front()) ? 1 : 0;
}

// Returns the piece of a text of one or two letters that `piece_length` accepts.
Piece piece_in(std::string_view text) {
    Piece piece = *piece_of(text.back());
    if (text.size() == 2) piece.kind |= falcon;
    return piece;
}

constexpr BoardField board_field{
    files, ranks, "a letter of KPRNBQFMCATSLDGEZ or of kprnbqfmcatsldgez, or W and the letter of a piece",
    piece_length};

// Parses and validates a FEN, collecting all faults.
class StateReader : FenReader {
  public:
    StateReader(std::string_view fen, Switches switches) : FenReader(board_field, fen) {
        state_.switches = switches;
    }

    Expected<Parsed<State>, Faults> read() {
        if (words_.empty()) {
            add(FaultCode::EmptyFen, 0, "the FEN is empty, expected a board and up to six further fields");
            return Unexpected{std::move(faults_)};
        }
        read_pieces();
        for (const WrittenPiece& piece : pieces_) state_.board.put(piece_in(piece.text), piece.square);
        state_.turn = side_to_move();
        const bool known_pieces = faults_.empty();
        read_unmoved();
        read_en_passant();
        read_reserves();
        state_.halfmove = read_clock(5, 0);
        state_.fullmove = read_clock(6, 1);
        expect_end(7, "the seventh field");
        if (known_pieces) validate();
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return Parsed<State>{state_, {}};
    }

  private:
    // Parses the unmoved pieces: the letters of their files (R10.3).
    void read_unmoved() {
        const Word* word = find_field(2);
        if (!word) return;
        for (std::size_t at = 0; at < word->text.size() && !is_full(faults_); ++at) {
            const char letter = word->text[at];
            const Color side = letter >= 'a' ? Color::Black : Color::White;
            const int file = letter - (side == Color::White ? 'A' : 'a');
            auto& unmoved = state_.unmoved[index(side)];
            if (file < 0 || file >= files || file == home_file_of_king) {
                add(FaultCode::BadUnmoved, word->offset + at,
                    fmt::format("\"{}\" in the unmoved pieces, expected letters of files, A to P but I for "
                                "White, a to p but i for Black, or \"-\"",
                                whole_character(word->text, at)));
                unmoved_letters_.clear();
                return;
            }
            if (unmoved >> file & 1) {
                add(FaultCode::BadUnmoved, word->offset + at,
                    fmt::format("\"{}\" appears twice in the unmoved pieces, expected it once", letter));
            }
            unmoved = static_cast<std::uint16_t>(unmoved | 1U << file);
            unmoved_letters_.push_back({side, file, word->offset + at});
        }
    }

    // Parses the squares passed by double steps (R10.4): at most one, or two with turns of two pawns.
    void read_en_passant() {
        const Word* word = find_field(3);
        if (!word) return;
        const std::string_view text = word->text;
        const std::size_t max_squares = state_.switches.two_pawns ? 2 : 1;
        const auto rank = static_cast<char>('1' + relative_rank(state_.turn, 5));
        bool well_formed = text.size() % 2 == 0 && text.size() / 2 <= max_squares;
        for (std::size_t at = 0; well_formed && at < text.size(); at += 2) {
            well_formed = text[at] >= 'a' && text[at] <= 'p' && text[at + 1] == rank;
            if (!well_formed) break;
            const Square square = square_at(text[at] - 'a', text[at + 1] - '1');
            well_formed = !contains(state_.en_passant, square);
            state_.en_passant |= bit(square);
            passed_squares_.push_back({square, word->offset + at});
        }
        if (well_formed) return;
        passed_squares_.clear();
        add(FaultCode::BadEnPassant, word->offset,
            fmt::format("en passant is \"{}\", expected \"-\" or {} of rank {}", text,
                        max_squares == 2 ? "one or two squares" : "a square", rank));
    }

    // Parses the lost pieces; the default and "*" are all pieces that are not on the board (R10.5).
    void read_reserves() {
        if (words_.size() < 5 || words_[4].text == "*") {
            for (const Color side : {Color::White, Color::Black})
                state_.reserves[index(side)] = lost_pieces(state_.board, side);
            return;
        }
        const Word* word = find_field(4);
        if (!word) return;
        for (std::size_t at = 0; at < word->text.size(); ++at) {
            const auto piece = piece_of(word->text[at]);
            if (!piece || piece->kind == pawn || piece->kind == king) {
                add(FaultCode::BadReserve, word->offset + at,
                    fmt::format("\"{}\" in the reserves, expected letters of {}, lower case for Black, or "
                                "\"-\", or \"*\" for all that is not on the board",
                                whole_character(word->text, at), reserve_order));
                return;
            }
            Reserve& reserve = state_.reserves[index(piece->color)];
            if (reserve.count(piece->kind) == max_lost_per_kind) {
                add(FaultCode::BadReserve, word->offset + at,
                    fmt::format("there are more than {} \"{}\" in the reserves, expected no more",
                                max_lost_per_kind, word->text[at]));
                return;
            }
            reserve.add(piece->kind);
        }
    }

    // Parses the clock in a field, a number of at least `least`; returns `least` if it is missing or invalid.
    std::uint32_t read_clock(std::size_t field, std::uint32_t least) {
        if (words_.size() <= field) return least;
        const auto& [text, offset] = words_[field];
        if (const auto number = counter_in(text); number && *number >= least) return *number;
        add(FaultCode::BadClock, offset,
            fmt::format("clock is \"{}\", expected a whole number from {}, of at most nine digits", text,
                        least));
        return least;
    }

    // Adds the faults of a well-formed FEN that is not a valid position.
    void validate() {
        for (const Color side : {Color::White, Color::Black})
            expect_one_king(side, [&](const WrittenPiece& piece) {
                return piece_in(piece.text) == Piece{king, side};
            });
        for (const WrittenPiece& piece : pieces_) {
            const int rank = rank_of(piece.square);
            if (piece_in(piece.text).kind != pawn || (rank != 0 && rank != ranks - 1)) continue;
            add(FaultCode::PawnOnLastRank, piece.offset,
                fmt::format("a pawn stands on {}, expected pawns on ranks 2 to 7", name(piece.square)));
        }
        for (const auto& [side, file, offset] : unmoved_letters_) {
            if (possible_unmoved(state_.board, side) >> file & 1) continue;
            const Square square = home_rank_square(side) + file;
            add(FaultCode::BadUnmoved, offset,
                fmt::format("the unmoved piece on {} is not there, or the king is not on {}, expected both",
                            name(square), name(king_home(side))));
        }
        for (const auto& [square, offset] : passed_squares_) {
            if (contains(possible_en_passant(state_.board, state_.turn), square)) continue;
            add(FaultCode::BadEnPassant, offset,
                fmt::format(
                    "no pawn can have passed {} just now, expected a pawn before it and empty squares behind",
                    name(square)));
        }
        if (faults_.empty() && !is_valid(state_.board, state_.turn))
            add_opponent_in_check(state_.turn, state_.board.king_of(!state_.turn));
    }

    struct UnmovedLetter {
        Color side;
        int file;
        std::size_t offset;  // offset of the letter in the FEN
    };
    struct PassedSquare {
        Square square;
        std::size_t offset;  // offset of the square's name in the FEN
    };

    std::vector<UnmovedLetter> unmoved_letters_;
    std::vector<PassedSquare> passed_squares_;
    State state_;
};

}  // namespace

State initial_state(Switches switches) {
    static const State state = read_state(initial_fen, {}).value().value;
    State start = state;
    start.switches = switches;
    return start;
}

Expected<Parsed<State>, Faults> read_state(std::string_view fen, Switches switches) {
    return StateReader(fen, switches).read();
}

Reserve lost_pieces(const Board& board, Color side) {
    const auto numbers = board.count_by_kind(side);
    Reserve lost;
    for (Kind kind = 1; kind < king; ++kind) {
        if (numbers[kind] == 0) lost.add(kind);
    }
    return lost;
}

bool has_valid_pieces(const Board& board) {
    return count(board.kings() & board.of(Color::White)) == 1 &&
           count(board.kings() & board.of(Color::Black)) == 1 &&
           (board.pawns() & (rank_set(0) | rank_set(ranks - 1))) == 0;
}

bool is_valid(const Board& board, Color turn) {
    return has_valid_pieces(board) && !king_attacked(board, !turn);
}

std::uint16_t possible_unmoved(const Board& board, Color side) {
    if (!contains(board.kings() & board.of(side), king_home(side))) return 0;
    return static_cast<std::uint16_t>((board.officers() & board.of(side)) >> home_rank_square(side));
}

Bitboard possible_en_passant(const Board& board, Color turn) {
    const Color mover = !turn;
    const Bitboard empty = ~board.occupied();
    const Bitboard fourth = board.pawns() & board.of(mover) & rank_set(relative_rank(mover, 3));
    return ahead(fourth, turn) & empty & ahead(empty & rank_set(relative_rank(mover, 1)), mover);
}

namespace {

// Appends to `text` the field that `append` writes, or "-" if it writes nothing, and a blank.
template <class Append>
void append_field(std::string& text, Append append) {
    const std::size_t before = text.size();
    append();
    if (text.size() == before) text += '-';
    text += ' ';
}

}  // namespace

std::string write_state(const State& state) {
    std::string text;
    text.reserve(160);
    append_board_field(
        text, files, ranks, [&](Square square) { return contains(state.board.occupied(), square); },
        [&](Square square) { text += fen_letter(*state.board.at(square)); });
    text += state.turn == Color::White ? " w " : " b ";
    append_field(text, [&] {
        for (const Color side : {Color::White, Color::Black}) {
            for (int file = 0; file < files; ++file) {
                if (state.unmoved[index(side)] >> file & 1)
                    text += static_cast<char>((side == Color::White ? 'A' : 'a') + file);
            }
        }
    });
    append_field(text, [&] {
        for (Bitboard rest = state.en_passant; rest;) text += name(pop_first(rest));
    });
    append_field(text, [&] {
        for (const Color side : {Color::White, Color::Black}) {
            for (const char letter : reserve_order) {
                const Kind kind = *kind_of(letter);
                text.append(static_cast<std::size_t>(state.reserves[index(side)].count(kind)),
                            fen_letter({kind, side}));
            }
        }
    });
    fmt::format_to(std::back_inserter(text), "{} {}", state.halfmove, state.fullmove);
    return text;
}

}  // namespace octomate::complete_permutation
