#include "text/fen_fields.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "text/text.hpp"

namespace octomate {

namespace {

class BoardReader {
  public:
    BoardReader(std::string_view text, const BoardField& board) : text_(text), board_(board) {}

    Expected<std::vector<WrittenMan>, Faults> read() {
        std::size_t start = 0;
        int ranks = 0;
        while (true) {
            const std::size_t end = std::min(text_.find('/', start), text_.size());
            if (ranks < board_.ranks) {
                read_rank(board_.ranks - 1 - ranks, start, text_.substr(start, end - start));
            } else if (ranks == board_.ranks) {
                add(FaultCode::TooManyRanks, start,
                    fmt::format("the board has more than {0} ranks, expected {0} (\"{1}\")", board_.ranks,
                                text_));
            }
            ++ranks;
            if (end == text_.size()) break;
            start = end + 1;
        }
        if (ranks < board_.ranks) {
            add(FaultCode::TooFewRanks, text_.size(),
                fmt::format("the board has {} rank{}, expected {} (\"{}\")", ranks, ranks == 1 ? "" : "s",
                            board_.ranks, text_));
        }
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(men_);
    }

  private:
    void add(FaultCode code, std::size_t offset, std::string message) {
        faults_.push_back({code, "fen", offset, std::move(message)});
    }

    /// A number of one digit where a rank has fewer than ten squares, else of one or two.
    std::string_view numbers() const { return board_.files < 10 ? "digit" : "number"; }

    void read_rank(int rank, std::size_t start, std::string_view text) {
        int file = 0;
        std::size_t overflow = std::string_view::npos;
        bool after_digit = false;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t begin = at;
            const bool digit = is_digit(text[at]);
            if (digit) {
                const int number = read_number(text, at);
                if (number < 1 || number > board_.files || after_digit) {
                    add(FaultCode::BadDigit, start + begin,
                        after_digit
                            ? fmt::format("\"{}\" follows another digit, expected the empty squares of "
                                          "rank {} in one digit (\"{}\")",
                                          text[begin], rank + 1, text)
                            : fmt::format("\"{}\" on rank {}, expected a {} from 1 to {}",
                                          text.substr(begin, at - begin), rank + 1, numbers(), board_.files));
                    return;
                }
                file += number;
            } else if (const std::size_t length = board_.man_length(text.substr(at)); length > 0) {
                if (file < board_.files)
                    men_.push_back({rank * board_.files + file, start + at, text.substr(at, length)});
                ++file;
                at += length;
            } else {
                add(FaultCode::BadPiece, start + at,
                    fmt::format("\"{}\" on rank {}, expected {}, or a {} from 1 to {}",
                                whole_character(text, at), rank + 1, board_.men, numbers(), board_.files));
                return;
            }
            after_digit = digit;
            if (file > board_.files && overflow == std::string_view::npos) overflow = start + begin;
        }
        if (file > board_.files) {
            add(FaultCode::RankTooLong, overflow,
                fmt::format("rank {} has {} squares, expected {} (\"{}\")", rank + 1, file, board_.files,
                            text));
        } else if (file < board_.files) {
            add(FaultCode::RankTooShort, start + text.size(),
                fmt::format("rank {} has {} square{}, expected {} (\"{}\")", rank + 1, file,
                            file == 1 ? "" : "s", board_.files, text));
        }
    }

    /// The number that begins at `at`, which then stands behind it; too large a number is cut short.
    int read_number(std::string_view text, std::size_t& at) const {
        int number = 0;
        do {
            number = std::min(1000, 10 * number + (text[at++] - '0'));
        } while (board_.files >= 10 && at < text.size() && is_digit(text[at]));
        return number;
    }

    std::string_view text_;
    const BoardField& board_;
    std::vector<WrittenMan> men_;
    Faults faults_;
};

}  // namespace

Expected<Color, Fault> read_side(const Word& word) {
    if (word.text == "w") return Color::White;
    if (word.text == "b") return Color::Black;
    return Unexpected{Fault{FaultCode::BadSide, "fen", word.offset,
                            fmt::format("the side to move is \"{}\", expected \"w\" or \"b\"", word.text)}};
}

FenReader::FenReader(const BoardField& board, std::string_view text, std::size_t begin, std::string prefix)
    : words_(split_words(text)), board_(board), prefix_(std::move(prefix)) {
    for (Word& word : words_) word.offset += begin;
}

void FenReader::add(FaultCode code, std::size_t offset, std::string message) {
    add_fault(faults_, {code, "fen", offset, prefix_ + std::move(message)});
}

void FenReader::read_men() {
    const Word& field = words_.front();
    auto men = read_board_field(field.text, board_);
    if (men) {
        men_ = std::move(*men);
        for (WrittenMan& man : men_) man.offset += field.offset;
        return;
    }
    for (Fault& fault : men.error()) add(fault.code, fault.offset + field.offset, std::move(fault.message));
}

Color FenReader::side_to_move() {
    if (words_.size() < 2) return Color::White;
    auto side = read_side(words_[1]);
    if (side) return *side;
    add(std::move(side.error()));
    return Color::White;
}

void FenReader::expect_end(std::size_t fields, std::string_view last, std::string_view expected) {
    if (words_.size() <= fields) return;
    add(FaultCode::ExtraFields, words_[fields].offset,
        fmt::format("\"{}\" follows {}, expected {}", words_[fields].text, last, expected));
}

void FenReader::judge_kings(Color side, const std::vector<WrittenMan>& kings) {
    if (kings.empty())
        add(FaultCode::NoKing, words_.front().offset,
            fmt::format("{} has no king, expected one", name(side)));
    if (kings.size() < 2) return;
    add(FaultCode::TooManyKings, kings[1].offset,
        fmt::format("{} has {} kings, expected one (a second one on {})", name(side), kings.size(),
                    name_of(kings[1].square)));
}

void FenReader::add_opponent_in_check(Color turn, int king) {
    add(FaultCode::OpponentInCheck, man_on(king).offset,
        fmt::format("the {} king on {} is attacked though {} is to move, expected it to be safe", name(!turn),
                    name_of(king), name(turn)));
}

const WrittenMan& FenReader::man_on(int square) const {
    return *std::find_if(men_.begin(), men_.end(),
                         [&](const WrittenMan& man) { return man.square == square; });
}

std::string FenReader::name_of(int square) const {
    return {static_cast<char>('a' + square % board_.files), static_cast<char>('1' + square / board_.files)};
}

std::optional<std::uint32_t> counter_in(std::string_view text) {
    return text.size() <= 9 ? number_in<std::uint32_t>(text) : std::nullopt;
}

Expected<std::vector<WrittenMan>, Faults> read_board_field(std::string_view text, const BoardField& board) {
    return BoardReader(text, board).read();
}

std::vector<Word> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<Word> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back({text.substr(at, end - at), at});
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

}  // namespace octomate
