#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <utility>
#include <vector>

#include "games/super_chess/rules/attacks.hpp"
#include "games/super_chess/rules/read_board.hpp"
#include "games/super_chess/rules/setup.hpp"

namespace octomate::super_chess {

namespace {

constexpr std::string_view initial_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0,0 -/-";

/// Reads the five fields of one state, and of the current one a sixth.
class SnapshotReader {
  public:
    /// `name` is put before the words of a fault; `offset`: where the text begins in the whole.
    SnapshotReader(std::string_view text, std::size_t offset, std::string name, Faults& faults)
        : words_(split_words(text)), faults_(std::move(name), faults), begin_(offset) {
        for (Word& word : words_) word.offset += offset;
    }

    Snapshot read(Used* used) {
        if (words_.empty()) {
            add(FaultCode::EmptyFen, begin_, "the state is empty, expected a board and further fields");
            return state_;
        }
        auto [board, men] = read_board(words_[0], faults_);
        state_.board = board;
        men_ = std::move(men);
        if (words_.size() > 1) read_turn(words_[1]);
        const bool men_known = !faults_.any();
        read_castling();
        read_en_passant();
        read_counters();
        if (used && words_.size() > 5) read_used(words_[5], *used);
        const std::size_t most = used ? 6 : 5;
        if (words_.size() > most) {
            add(FaultCode::ExtraFields, words_[most].offset,
                fmt::format("\"{}\" follows field {}, expected the end or \"|\" and an earlier state",
                            words_[most].text, most));
        }
        if (men_known) validate(used != nullptr);
        return state_;
    }

  private:
    void add(FaultCode code, std::size_t offset, std::string message) {
        faults_.add(code, offset, std::move(message));
    }

    /// A field that says something; null if it is left out or "-".
    const Word* told(std::size_t field) const {
        return field < words_.size() && words_[field].text != "-" ? &words_[field] : nullptr;
    }

    void read_turn(const Word& word) {
        if (const auto side = read_side(word)) {
            state_.turn = *side;
        } else {
            add(side.error().code, side.error().offset, side.error().message);
        }
    }

    void read_castling() {
        const Word* word = told(2);
        if (!word) return;
        for (std::size_t at = 0; at < word->text.size(); ++at) {
            const std::size_t right = right_letters.find(word->text[at]);
            if (right == std::string_view::npos || (state_.castling >> right & 1)) {
                add(FaultCode::BadCastling, word->offset + at,
                    fmt::format("castling is \"{}\", expected \"-\" or letters of KQkq, each once",
                                word->text));
                state_.castling = 0;
                return;
            }
            state_.castling = static_cast<CastlingRights>(state_.castling | 1U << right);
        }
    }

    void read_en_passant() {
        const Word* word = told(3);
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
        const Word* word = told(4);
        if (!word) return;
        const std::string_view text = word->text;
        const std::size_t comma = text.find(',');
        if (comma != std::string_view::npos && read_number(text.substr(0, comma), state_.bare_turns[0]) &&
            read_number(text.substr(comma + 1), state_.bare_turns[1]))
            return;
        add(FaultCode::BadClock, word->offset,
            fmt::format("the turns of bare kings are \"{}\", expected two whole numbers such as 0,0", text));
    }

    static bool read_number(std::string_view text, std::uint32_t& number) {
        const char* end = text.data() + text.size();
        const auto [stopped, error] = std::from_chars(text.data(), end, number);
        return error == std::errc() && stopped == end && text.size() <= 9;
    }

    void read_used(const Word& word, Used& used) {
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

    // ---- what the rules accept ----

    const WrittenMan& man_on(Square square) const {
        return *std::find_if(men_.begin(), men_.end(),
                             [&](const WrittenMan& man) { return man.square == square; });
    }

    void validate(bool current) {
        for (const Color side : {Color::White, Color::Black}) check_kings(side);
        for (Bitboard pawns = state_.board.all(Board::Pawns); pawns;) {
            const Square square = board8::pop_first(pawns);
            if (rank_of(square) != last_rank(state_.board.at(square).side())) continue;
            add(FaultCode::PawnOnLastRank, man_on(square).offset,
                fmt::format("a pawn stands alone on {}, its last rank, expected it to be promoted",
                            board8::name(square)));
        }
        check_high_grounds(current);
        if (const CastlingRights unfounded =
                state_.castling & static_cast<CastlingRights>(~possible_castling(state_.board))) {
            const auto right = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(unfounded)));
            add(FaultCode::BadCastling, words_[2].offset + words_[2].text.find(right_letters[right]),
                fmt::format("\"{}\" says that king and rook have not moved, expected both at home",
                            right_letters[right]));
        }
        if (state_.en_passant >= 0 &&
            !contains(possible_en_passant(state_.board, state_.turn), state_.en_passant)) {
            add(FaultCode::BadEnPassant, words_[3].offset,
                fmt::format("no pawn can have passed {} just now, expected one before it and nobody behind",
                            words_[3].text));
        }
        if (faults_.any() || !in_check(state_.board, !state_.turn)) return;
        const Square king = board8::first(state_.board.king_like(!state_.turn));
        const Fault fault = opponent_in_check(state_.turn, {board8::name(king), man_on(king).offset});
        add(fault.code, fault.offset, fault.message);
    }

    void check_kings(Color side) {
        const Bitboard ours = state_.board.king_like(side);
        if (ours == 0) {
            if (const auto fault = fault_of_kings(side, {}, words_[0].offset))
                add(fault->code, fault->offset, fault->message);
        }
        std::vector<PlacedMan> kings;
        for (const WrittenMan& man : men_) {
            const Stack stack = state_.board.at(man.square);
            if (stack.side() == side && men_of(stack.kind()).ends_with('K'))
                kings.push_back({board8::name(man.square), man.offset});
        }
        if (kings.size() < 2) return;
        const auto fault = fault_of_kings(side, std::move(kings), words_[0].offset);
        add(fault->code, fault->offset, fault->message);
    }

    /// The game ends with one (section 12).
    void check_high_grounds(bool current) {
        const Bitboard all = high_grounds(state_.board);
        if (all == 0 || (current && (all & (all - 1)) == 0)) return;
        const Square square = board8::first(all);
        add(FaultCode::BadStack, man_on(square).offset,
            fmt::format("a High Ground stands on {}, expected {}", board8::name(square),
                        current ? "one at most" : "none in an earlier state, for it ends the game"));
    }

    std::vector<Word> words_;
    StateFaults faults_;
    std::size_t begin_;
    std::vector<WrittenMan> men_;
    Snapshot state_;
};

}  // namespace

const Snapshot& initial_state() {
    static const Snapshot state = read_position(initial_fen).value().value.now();
    return state;
}

Expected<Read<Position>, Faults> read_position(std::string_view text) {
    Faults faults;
    std::vector<std::pair<std::size_t, std::string_view>> states;  // where they begin, and their text
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('|', begin), text.size());
        states.emplace_back(begin, text.substr(begin, end - begin));
        begin = end + 1;
    }
    Used used{};
    const Snapshot now = SnapshotReader(states[0].second, 0, "", faults).read(&used);
    History history;
    for (std::size_t at = 1; at < states.size() && !is_full(faults); ++at) {
        const Snapshot earlier = SnapshotReader(states[at].second, states[at].first,
                                                fmt::format("earlier state {}: ", at - 1), faults)
                                     .read(nullptr);
        if (faults.empty()) history = history.with(earlier);
    }
    if (!faults.empty()) return Unexpected{std::move(faults)};
    return Read<Position>{Position(now, used, std::move(history)), {}};
}

}  // namespace octomate::super_chess
