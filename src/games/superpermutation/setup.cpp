#include "games/superpermutation/setup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "board8/checks.hpp"

namespace octomate::superpermutation {

namespace {

/// One blank-separated word of the FEN and where it begins.
struct Word {
    std::string_view text;
    std::size_t offset = 0;
};

class SetupReader {
  public:
    explicit SetupReader(std::string_view fen) : fen_(fen) {}

    Expected<Read<Setup>, Faults> read() {
        split();
        if (words_.empty()) {
            add(FaultCode::EmptyFen, 0, "the FEN is empty, expected a board and a side to move");
            return Unexpected{std::move(faults_)};
        }
        read_men();
        read_side();
        read_ignored_fields();
        if (faults_.empty()) validate();
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return Read<Setup>{{read_men_.men, turn_}, std::move(notes_)};
    }

  private:
    static constexpr std::string_view blanks = " \t";

    void add(FaultCode code, std::size_t offset, std::string message) {
        faults_.push_back({code, "fen", offset, std::move(message)});
    }

    void split() {
        for (std::size_t at = fen_.find_first_not_of(blanks); at != std::string_view::npos;) {
            const std::size_t end = std::min(fen_.find_first_of(blanks, at), fen_.size());
            words_.push_back({fen_.substr(at, end - at), at});
            at = fen_.find_first_not_of(blanks, end);
        }
    }

    void read_men() {
        auto men = board8::read_placement(words_[0].text);
        if (men) {
            read_men_ = *men;
            for (std::size_t& offset : read_men_.offset) offset += words_[0].offset;
            return;
        }
        for (Fault& fault : men.error()) {
            fault.offset += words_[0].offset;
            faults_.push_back(std::move(fault));
        }
    }

    void read_side() {
        if (words_.size() < 2) {
            add(FaultCode::MissingSide, fen_.size(), "the side to move is missing, expected \"w\" or \"b\"");
        } else if (words_[1].text == "w" || words_[1].text == "b") {
            turn_ = words_[1].text == "w" ? Color::White : Color::Black;
        } else {
            add(FaultCode::BadSide, words_[1].offset,
                fmt::format("the side to move is \"{}\", expected \"w\" or \"b\"", words_[1].text));
        }
    }

    /// R8: the games have neither castling nor en passant, and no rule counts moves (R10).
    void read_ignored_fields() {
        if (words_.size() > 2) read_castling(words_[2]);
        if (words_.size() > 3) read_en_passant(words_[3]);
        for (std::size_t n = 4; n < std::min<std::size_t>(words_.size(), 6); ++n) read_clock(words_[n]);
        if (words_.size() > 6) {
            add(FaultCode::ExtraFields, words_[6].offset,
                fmt::format("\"{}\" follows the sixth field, expected the end", words_[6].text));
        }
    }

    void read_castling(const Word& word) {
        if (word.text == "-") return;
        const bool well_formed =
            word.text.find_first_not_of("KQkqABCDEFGHabcdefgh") == std::string_view::npos &&
            all_different(word.text);
        if (well_formed) {
            notes_.push_back(fmt::format("castling \"{}\" is ignored: the game has none", word.text));
        } else {
            add(FaultCode::BadCastling, word.offset,
                fmt::format("castling is \"{}\", expected \"-\" or letters of KQkq", word.text));
        }
    }

    void read_en_passant(const Word& word) {
        const std::string_view text = word.text;
        if (text == "-") return;
        if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'h' && (text[1] == '3' || text[1] == '6')) {
            notes_.push_back(fmt::format("en passant \"{}\" is ignored: the game has none", text));
        } else {
            add(FaultCode::BadEnPassant, word.offset,
                fmt::format("en passant is \"{}\", expected \"-\" or a square of rank 3 or 6", text));
        }
    }

    void read_clock(const Word& word) {
        if (word.text.find_first_not_of("0123456789") != std::string_view::npos || word.text.size() > 9) {
            add(FaultCode::BadClock, word.offset,
                fmt::format("clock is \"{}\", expected a whole number of at most nine digits", word.text));
        }
    }

    static bool all_different(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text.find(text[at], at + 1) != std::string_view::npos) return false;
        }
        return true;
    }

    void validate() {
        count_kings(Color::White);
        count_kings(Color::Black);
        for (int file = 0; file < 8; ++file) {
            check_last_rank(Color::White, board8::square_at(file, 7));
            check_last_rank(Color::Black, board8::square_at(file, 0));
        }
        if (!faults_.empty()) return;
        const board8::Board board(read_men_.men);
        if (king_attacked(board, !turn_)) {
            const board8::Square king = board.king(!turn_);
            add(FaultCode::OpponentInCheck, offset(king),
                fmt::format("the {} king on {} is attacked though {} is to move, expected it to be safe",
                            name(!turn_), board8::name(king), name(turn_)));
        }
    }

    void count_kings(Color color) {
        std::vector<board8::Square> kings;
        for (board8::Square square = 0; square < 64; ++square) {
            if (man(square) == board8::Man{board8::Kind::King, color}) kings.push_back(square);
        }
        if (kings.empty()) {
            add(FaultCode::NoKing, words_[0].offset,
                fmt::format("{} has no king, expected one", name(color)));
        } else if (kings.size() > 1) {
            std::sort(kings.begin(), kings.end(),
                      [&](board8::Square a, board8::Square b) { return offset(a) < offset(b); });
            add(FaultCode::TooManyKings, offset(kings[1]),
                fmt::format("{} has {} kings, expected one (a second one on {})", name(color), kings.size(),
                            board8::name(kings[1])));
        }
    }

    void check_last_rank(Color color, board8::Square square) {
        if (man(square) != board8::Man{board8::Kind::Pawn, color}) return;
        add(FaultCode::PawnOnLastRank, offset(square),
            fmt::format("a {} pawn stands on {}, its last rank, expected it to have promoted", name(color),
                        board8::name(square)));
    }

    const std::optional<board8::Man>& man(board8::Square square) const {
        return read_men_.men[static_cast<std::size_t>(square)];
    }
    std::size_t offset(board8::Square square) const {
        return read_men_.offset[static_cast<std::size_t>(square)];
    }

    std::string_view fen_;
    std::vector<Word> words_;
    board8::ReadPlacement read_men_{};
    Color turn_ = Color::White;
    Faults faults_;
    std::vector<std::string> notes_;
};

}  // namespace

const Setup& initial_setup() {
    static const Setup setup = read_setup("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")->value;
    return setup;
}

Expected<Read<Setup>, Faults> read_setup(std::string_view fen) { return SetupReader(fen).read(); }

std::string write_setup(const Setup& setup) {
    return board8::write_placement(setup.men) + (setup.turn == Color::White ? " w - - 0 1" : " b - - 0 1");
}

}  // namespace octomate::superpermutation
