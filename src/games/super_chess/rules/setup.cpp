#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "games/super_chess/rules/board.hpp"
#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/notation.hpp"

namespace octomate::super_chess {

namespace {

constexpr std::string_view piece_letters = "PNBRQKOpnbrqko";

bool is_piece(char c) { return piece_letters.find(c) != std::string_view::npos; }

// Returns the length of a piece at the start of `text`: a letter with its memory in brackets, if any. Returns
// 0 if there is no piece.
std::size_t single_length(std::string_view text) {
    if (text.empty() || !is_piece(text.front())) return 0;
    if (text.size() < 2 || text[1] != '[') return 1;
    const std::size_t end = text.find_first_of("])/", 2);
    return end == std::string_view::npos || text[end] != ']' ? 0 : end + 1;
}

// Returns the length of a piece, or of several pieces in parentheses, at the start of `text`; else 0.
std::size_t stack_length(std::string_view text) {
    if (text.front() != '(') return single_length(text);
    std::size_t offset = 1;
    while (offset < text.size() && text[offset] != ')') {
        if (text[offset] == '^') ++offset;
        const std::size_t length = single_length(text.substr(std::min(offset, text.size())));
        if (length == 0) return 0;
        offset += length;
    }
    return offset < text.size() ? offset + 1 : 0;
}

constexpr BoardField board_field{
    8, 8, "a letter of PNBRQKO or pnbrqko, or a stack in parentheses such as (RN)", stack_length};

// Parses the first field of a FEN: stacks and the memories of their pieces, such as "(RB[2.4])".
class StackReader : protected FenReader {
  protected:
    StackReader(std::string_view text, std::size_t begin, std::string prefix)
        : FenReader(board_field, text, begin, std::move(prefix)) {}

    void read_stacks() {
        read_pieces();
        if (pieces_.empty()) return;
        for (const WrittenPiece& piece : pieces_) read_stack(piece);
        for (const Color side : {Color::White, Color::Black}) {
            if (assign_identities(state_.board, side, taken_[index(side)], unidentified_[index(side)]))
                continue;
            add(FaultCode::BadMemory, words_.front().offset,
                fmt::format("{} has more rooks and pawns than identities, expected at most ten of q, k and a "
                            "to h, and eight pawns",
                            name(side)));
        }
    }

    Snapshot state_;

  private:
    // One piece of a stack in the FEN.
    struct PartText {
        char piece = 0;  ///< the letter of the piece in upper case
        bool inverted = false;
        std::size_t offset = 0;
        std::string_view memory;  ///< the text in brackets after the letter, without the brackets
    };

    // Parses one stack and puts it on the board, or adds a fault.
    void read_stack(const WrittenPiece& written) {
        std::vector<PartText> parts;
        std::string letters;
        std::optional<Color> side;
        std::string_view text = written.text;
        std::size_t offset = written.offset;
        if (text.front() == '(') {
            text = text.substr(1, text.size() - 2);
            ++offset;
            if (single_length(text) == text.size()) return refuse_stack(written, "is one piece or none");
        }
        for (std::size_t at = 0; at < text.size();) {
            PartText& part = parts.emplace_back();
            if (text[at] == '^') {
                part.inverted = true;
                ++at;
            }
            const std::size_t length = single_length(text.substr(at));
            const Color own = side_of(text[at]);
            if (side.value_or(own) != own)
                return refuse_stack(written, "stands on a piece of the other side");
            side = own;
            part.piece = upper(text[at]);
            part.offset = offset + at;
            if (length > 1) part.memory = text.substr(at + 2, length - 3);
            if (length == 3) refuse_memory(part, "something, or no brackets");
            letters += part.piece;
            at += length;
        }
        // A rook and a bishop count as a Pseudo Queen until the colour of the bishop is known.
        Kind kind = kind_of(letters);
        if (std::any_of(parts.begin(), parts.end(), [](const PartText& part) { return part.inverted; }))
            kind = letters == "RR" && parts[1].inverted && !parts[0].inverted ? Kind::Hourglass : Kind::None;
        if (kind == Kind::None) return refuse_stack(written, "is not a stack of the rules");
        Stack stack(kind, *side);
        if (letters.back() == 'B') stack = stack.with_light_bishop(is_light(written.square));
        if (kind == Kind::Pawn)
            stack = stack.with_moved(rank_of(written.square) != board8::relative_rank(*side, 1));
        stack_ = stack;
        for (std::size_t level = 0; level < parts.size(); ++level)
            read_memory(parts[level], static_cast<int>(level), written.square);
        if (stack_.kind() == Kind::PseudoQueen && stack_.has_light_bishop())
            stack_ = stack_.as(Kind::Cardinal);
        if (letters == "RB" || letters == "B") {
            const bool counts = stack_.captured_pieces() != 0 || stack_.captured_points() != 0;
            if (counts && !stack_.has_light_bishop()) {
                add(FaultCode::BadMemory, written.offset,
                    fmt::format("the dark bishop of \"{}\" counts captures, expected none", written.text));
            }
        }
        state_.board.put(stack_, written.square);
    }

    void refuse_stack(const WrittenPiece& written, std::string_view why) {
        add(FaultCode::BadStack, written.offset,
            fmt::format("\"{}\" on {} {}, expected one such as (RN), bottom first", written.text,
                        board8::name(written.square), why));
    }

    // Parses the memory in brackets of the piece at height `level` into `stack_`.
    void read_memory(const PartText& part, int level, Square square) {
        switch (part.piece) {
            case 'P':
            case 'R': return read_identity(part, level, square);
            case 'B': return read_bishop(part);
            case 'K':
            case 'O': return read_castled(part);
            default:
                if (!part.memory.empty()) refuse_memory(part, "nothing");
        }
    }

    void refuse_memory(const PartText& part, std::string_view expected) {
        add(FaultCode::BadMemory, part.offset + 2,
            fmt::format("{} has \"{}\" in brackets, expected {}", part.piece, part.memory, expected));
    }

    void read_identity(const PartText& part, int level, Square square) {
        const Color side = stack_.side();
        std::string_view memory = part.memory;
        const bool moved = part.piece == 'P' && memory.ends_with('*');
        if (moved) {
            memory.remove_suffix(1);
            if (stack_.kind() == Kind::Pawn) stack_ = stack_.with_moved(true);
        }
        if (memory.empty()) {
            unidentified_[index(side)].push_back({square, level});
            return;
        }
        const std::size_t identity = identity_letters.find(memory.front());
        if (memory.size() > 1 || identity == std::string_view::npos ||
            (part.piece == 'P' && identity < first_pawn)) {
            return refuse_memory(part, part.piece == 'P' ? "a letter of a to h, and \"*\" if it has moved"
                                                         : "a letter of q, k and a to h");
        }
        const auto bit = static_cast<IdentitySet>(1U << identity);
        IdentitySet& taken = taken_[index(side)];
        if (taken & bit) {
            add(FaultCode::BadMemory, part.offset + 2,
                fmt::format("{} has two pieces with the identity \"{}\", expected one", name(side), memory));
        }
        taken = static_cast<IdentitySet>(taken | bit);
        stack_ = stack_.with_identity(level, static_cast<Identity>(identity));
    }

    void read_bishop(const PartText& part) {
        std::string_view memory = part.memory;
        if (!memory.empty() && (memory.front() == 'l' || memory.front() == 'd')) {
            stack_ = stack_.with_light_bishop(memory.front() == 'l');
            memory.remove_prefix(1);
        }
        if (memory.empty()) return;
        const bool well_formed = memory.size() == 3 && memory[1] == '.' && memory[0] >= '0' &&
                                 memory[0] <= '2' && memory[2] >= '0' && memory[2] <= '6';
        if (!well_formed)
            return refuse_memory(part,
                                 "\"l\" or \"d\" and the pieces and points that it captured, at most 2.6");
        stack_ = stack_.with_captures(memory[0] - '0', memory[2] - '0');
    }

    void read_castled(const PartText& part) {
        const std::string_view memory = part.memory;
        if (memory != "" && memory != "s" && memory != "h" && memory != "sh")
            return refuse_memory(part, "\"s\", \"h\" or \"sh\"");
        stack_ = stack_.with_castled(memory.find('s') != std::string_view::npos,
                                     memory.find('h') != std::string_view::npos);
    }

    std::array<IdentitySet, 2> taken_{};
    std::array<std::vector<UnidentifiedPiece>, 2> unidentified_;
    Stack stack_;
};

constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0,0 -/-";

// Parses the fields of one state: five for an earlier state, six for the current one.
class SnapshotReader : StackReader {
  public:
    // `begin` is the offset of `text` in the whole FEN; `prefix` precedes the messages of faults.
    SnapshotReader(std::string_view text, std::size_t begin, std::string prefix)
        : StackReader(text, begin, std::move(prefix)), begin_(begin) {}

    // Returns the state and appends its faults to `faults`. `used` receives the used rooks of the current
    // state; it is null for earlier states.
    Snapshot read(UsedRooks* used, Faults& faults) {
        read_fields(used);
        add_faults(faults, std::move(faults_));
        return state_;
    }

  private:
    void read_fields(UsedRooks* used) {
        if (words_.empty())
            return add(FaultCode::EmptyFen, begin_,
                       "the state is empty, expected a board and further fields");
        read_stacks();
        state_.turn = side_to_move();
        const bool known_pieces = faults_.empty();
        read_castling();
        read_en_passant();
        read_counters();
        if (used && words_.size() > 5) read_used(words_[5], *used);
        expect_end(used ? 6 : 5, used ? "field 6" : "field 5", "the end or \"|\" and an earlier state");
        if (known_pieces) validate(used != nullptr);
    }

    void read_castling() {
        const Word* word = find_field(2);
        if (!word) return;
        for (std::size_t i = 0; i < word->text.size(); ++i) {
            const std::size_t right = castling_letters.find(word->text[i]);
            if (right == std::string_view::npos || (state_.castling >> right & 1)) {
                add(FaultCode::BadCastling, word->offset + i,
                    fmt::format("castling is \"{}\", expected \"-\" or letters of KQkq, each once",
                                word->text));
                state_.castling = 0;
                return;
            }
            state_.castling = static_cast<CastlingRights>(state_.castling | 1U << right);
        }
    }

    void read_en_passant() {
        const Word* word = find_field(3);
        if (!word) return;
        const std::string_view text = word->text;
        const char rank = state_.turn == Color::White ? '6' : '3';
        if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] != rank) {
            return add(
                FaultCode::BadEnPassant, word->offset,
                fmt::format("en passant is \"{}\", expected \"-\" or a square of rank {}", text, rank));
        }
        state_.en_passant = static_cast<std::int8_t>(board8::square_at(text[0] - 'a', text[1] - '1'));
    }

    void read_counters() {
        const Word* word = find_field(4);
        if (!word) return;
        const std::string_view text = word->text;
        const std::size_t comma = text.find(',');
        const auto white = counter_in(text.substr(0, comma));
        const auto black = counter_in(text.substr(comma == std::string_view::npos ? text.size() : comma + 1));
        if (white && black) {
            state_.bare_turns = {*white, *black};
            return;
        }
        add(FaultCode::BadClock, word->offset,
            fmt::format("the turns of bare kings are \"{}\", expected two whole numbers such as 0,0", text));
    }

    void read_used(const Word& word, UsedRooks& used) {
        const std::size_t slash = word.text.find('/');
        bool good = slash != std::string_view::npos;
        for (const Color side : {Color::White, Color::Black}) {
            if (!good) break;
            const std::string_view text =
                side == Color::White ? word.text.substr(0, slash) : word.text.substr(slash + 1);
            if (text == "-") continue;
            good = !text.empty();
            for (const char letter : text) {
                const std::size_t identity = identity_letters.find(letter);
                if (identity == std::string_view::npos || (used[index(side)] >> identity & 1)) {
                    good = false;
                    break;
                }
                used[index(side)] = static_cast<IdentitySet>(used[index(side)] | 1U << identity);
            }
        }
        if (good) return;
        add(FaultCode::BadUsed, word.offset,
            fmt::format(
                "the used rooks are \"{}\", expected letters of q, k and a to h or \"-\" for each side, "
                "such as qk/-",
                word.text));
    }

    // Adds faults if the parsed state is not valid. A High Ground is allowed only if `is_current`.
    void validate(bool is_current) {
        for (const Color side : {Color::White, Color::Black}) check_kings(side);
        for (Bitboard pawns = state_.board.all(Board::Pawns); pawns;) {
            const Square square = board8::pop_first(pawns);
            if (rank_of(square) != last_rank(state_.board.at(square).side())) continue;
            add(FaultCode::PawnOnLastRank, piece_on(square).offset,
                fmt::format("a pawn stands alone on {}, its last rank, expected it to be promoted",
                            board8::name(square)));
        }
        check_high_grounds(is_current);
        if (const CastlingRights unfounded =
                state_.castling & static_cast<CastlingRights>(~possible_castling(state_.board))) {
            const auto right = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(unfounded)));
            add(FaultCode::BadCastling, words_[2].offset + words_[2].text.find(castling_letters[right]),
                fmt::format("castling \"{}\" needs king and rook on their home squares",
                            castling_letters[right]));
        }
        if (state_.en_passant >= 0 &&
            !contains(possible_en_passant(state_.board, state_.turn), state_.en_passant)) {
            add(FaultCode::BadEnPassant, words_[3].offset,
                fmt::format(
                    "no pawn can have passed {} just now, expected a pawn before it and empty squares behind",
                    words_[3].text));
        }
        if (faults_.empty() && in_check(state_.board, !state_.turn))
            add_opponent_in_check(state_.turn, board8::first(state_.board.king_like(!state_.turn)));
    }

    // Checks that the side has at most one king, and a king if it has no pope.
    void check_kings(Color side) {
        const auto is_king = [&](const WrittenPiece& piece) {
            const Stack stack = state_.board.at(piece.square);
            return stack.side() == side && pieces_of(stack.kind()).ends_with('K');
        };
        if (state_.board.king_like(side) == 0 || std::any_of(pieces_.begin(), pieces_.end(), is_king))
            expect_one_king(side, is_king);
    }

    // Adds a fault for a second High Ground, or for one in an earlier state: it ends the game (section 12).
    void check_high_grounds(bool is_current) {
        const Bitboard squares = high_grounds(state_.board);
        if (squares == 0 || (is_current && (squares & (squares - 1)) == 0)) return;
        const Square square = board8::first(squares);
        add(FaultCode::BadStack, piece_on(square).offset,
            fmt::format("a High Ground stands on {}, expected {}", board8::name(square),
                        is_current ? "one at most" : "none in an earlier state, for it ends the game"));
    }

    std::size_t begin_;
};

}  // namespace

const Snapshot& initial_state() {
    static const Snapshot state = Position::from_fen(initial_fen).value().value.now();
    return state;
}

Expected<Parsed<Position>, Faults> Position::from_fen(std::string_view text) {
    Faults faults;
    std::vector<std::pair<std::size_t, std::string_view>> states;  // offset and text of each state
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('|', begin), text.size());
        states.emplace_back(begin, text.substr(begin, end - begin));
        begin = end + 1;
    }
    UsedRooks used{};
    const Snapshot now = SnapshotReader(states[0].second, 0, "").read(&used, faults);
    History history;
    for (std::size_t i = 1; i < states.size() && !is_full(faults); ++i) {
        const Snapshot earlier =
            SnapshotReader(states[i].second, states[i].first, fmt::format("earlier state {}: ", i - 1))
                .read(nullptr, faults);
        if (faults.empty()) history = history.with(earlier);
    }
    if (!faults.empty()) return Unexpected{std::move(faults)};
    return Parsed<Position>{Position(now, used, std::move(history)), {}};
}

bool is_valid(const Snapshot& state) {
    const Board& board = state.board;
    for (const Color side : {Color::White, Color::Black}) {
        int kings = 0;
        for (Bitboard rest = board.king_like(side); rest;) {
            const Kind kind = board.kind_at(board8::pop_first(rest));
            if (is_high_ground(kind)) return false;
            kings += pieces_of(kind).ends_with('K') ? 1 : 0;
        }
        if (board.king_like(side) == 0 || kings > 1) return false;
        if (board.all(Board::Pawns) & board.of(side) & board8::rank_set(last_rank(side))) return false;
    }
    return !in_check(board, !state.turn);
}

CastlingRights possible_castling(const Board& board) {
    CastlingRights rights = 0;
    for (const Color side : {Color::White, Color::Black}) {
        if (board.at(king_home(side)) != Stack(Kind::King, side))
            continue;  // a super or hyper castled king differs from this stack: it has moved
        for (const bool kings_side : {true, false}) {
            const Stack stack = board.at(rook_home(side, kings_side));
            if (stack && stack.side() == side && pieces_of(stack.kind()).front() == 'R' &&
                stack.identity(0) == (kings_side ? kings_rook : queens_rook))
                rights = static_cast<CastlingRights>(rights | castling_right(side, kings_side));
        }
    }
    return rights;
}

Bitboard possible_en_passant(const Board& board, Color turn) {
    const Color mover = !turn;
    Bitboard passed = 0;
    for (Bitboard pieces =
             board.all(Board::PawnLike) & board.of(mover) & board8::rank_set(board8::relative_rank(mover, 3));
         pieces;) {
        const Square square = board8::pop_first(pieces), behind = square - forward(mover);
        if (!contains(board.occupied(), behind) && !contains(board.occupied(), behind - forward(mover)))
            passed |= bit(behind);
    }
    return passed;
}

std::optional<Identity> default_identity(char piece, Color side, Square square) {
    if (piece == 'P') return static_cast<Identity>(first_pawn + file_of(square));
    if (square == rook_home(side, false)) return queens_rook;
    if (square == rook_home(side, true)) return kings_rook;
    return std::nullopt;
}

bool assign_identities(Board& board, Color side, IdentitySet taken,
                       const std::vector<UnidentifiedPiece>& unidentified) {
    const auto assign = [&](const UnidentifiedPiece& piece, std::size_t identity) {
        const Stack stack =
            board.at(piece.square).with_identity(piece.height, static_cast<Identity>(identity));
        board.remove(piece.square);
        board.put(stack, piece.square);
        taken = static_cast<IdentitySet>(taken | 1U << identity);
    };
    const auto letter = [&](const UnidentifiedPiece& piece) {
        return pieces_of(board.kind_at(piece.square))[static_cast<std::size_t>(piece.height)];
    };
    std::vector<UnidentifiedPiece> rest;
    for (const UnidentifiedPiece& piece : unidentified) {
        const auto usual = default_identity(letter(piece), side, piece.square);
        if (usual && !(taken >> *usual & 1)) {
            assign(piece, *usual);
        } else {
            rest.push_back(piece);
        }
    }
    for (const UnidentifiedPiece& piece : rest) {
        std::size_t identity = letter(piece) == 'P' ? first_pawn : 0;
        while (identity < identity_letters.size() && (taken >> identity & 1)) ++identity;
        if (identity == identity_letters.size()) return false;
        assign(piece, identity);
    }
    return true;
}

namespace {

// Appends the identity of the rook or pawn at height `level`, and "*" for a moved pawn on its second rank,
// unless both are the default for the square.
void append_identity(Stack stack, int level, char piece, Square square, std::string& text) {
    const Identity identity = stack.identity(level);
    const bool star = stack.kind() == Kind::Pawn && stack.has_moved() &&
                      rank_of(square) == board8::relative_rank(stack.side(), 1);
    const bool usual = default_identity(piece, stack.side(), square) == identity;
    if (usual && !star) return;
    text += '[';
    if (!usual) text += identity_letters[identity];
    if (star) text += '*';
    text += ']';
}

// Appends the memory of a bishop: its colour, unless the square has it too, and its captures as a Cardinal.
void append_bishop(Stack stack, Square square, std::string& text) {
    const bool other = stack.has_light_bishop() != is_light(square);
    const bool counts = stack.captured_pieces() != 0 || stack.captured_points() != 0;
    if (!other && !counts) return;
    text += '[';
    if (other) text += stack.has_light_bishop() ? 'l' : 'd';
    if (counts)
        fmt::format_to(std::back_inserter(text), "{}.{}", stack.captured_pieces(), stack.captured_points());
    text += ']';
}

// Appends "[s]", "[h]" or "[sh]" if the king or pope has super or hyper castled.
void append_castled(Stack stack, std::string& text) {
    if (!stack.super_castled() && !stack.hyper_castled()) return;
    text += '[';
    if (stack.super_castled()) text += 's';
    if (stack.hyper_castled()) text += 'h';
    text += ']';
}

void append_stack(Stack stack, Square square, std::string& text) {
    const std::string_view pieces = pieces_of(stack.kind());
    if (pieces.size() > 1) text += '(';
    for (std::size_t level = 0; level < pieces.size(); ++level) {
        if (level == 1 && stack.kind() == Kind::Hourglass) text += '^';
        const char piece = pieces[level];
        text += fen_letter(piece, stack.side());
        if (has_identity(piece)) append_identity(stack, static_cast<int>(level), piece, square, text);
        if (piece == 'B') append_bishop(stack, square, text);
        if (piece == 'K' || piece == 'O') append_castled(stack, text);
    }
    if (pieces.size() > 1) text += ')';
}

void append_snapshot(const Snapshot& state, std::string& text) {
    append_board_field(
        text, 8, 8, [&](Square square) { return contains(state.board.occupied(), square); },
        [&](Square square) { append_stack(state.board.at(square), square, text); });
    text += state.turn == Color::White ? " w " : " b ";
    for (std::size_t right = 0; right < castling_letters.size(); ++right) {
        if (state.castling >> right & 1) text += castling_letters[right];
    }
    if (state.castling == 0) text += '-';
    text += ' ';
    text += state.en_passant < 0 ? "-" : board8::name(state.en_passant);
    fmt::format_to(std::back_inserter(text), " {},{}", state.bare_turns[0], state.bare_turns[1]);
}

}  // namespace

std::string Position::fen() const {
    std::string text;
    text.reserve(100 + 100 * history_.size());
    append_snapshot(now_, text);
    for (const Color side : {Color::White, Color::Black}) {
        text += side == Color::White ? ' ' : '/';
        const IdentitySet used = used_[index(side)];
        for (std::size_t identity = 0; identity < identity_letters.size(); ++identity) {
            if (used >> identity & 1) text += identity_letters[identity];
        }
        if (used == 0) text += '-';
    }
    history_.append_text(text);
    return text;
}

std::string write_snapshot(const Snapshot& state) {
    std::string text;
    append_snapshot(state, text);
    return text;
}

}  // namespace octomate::super_chess
