#include "text/fen_fields.hpp"

#include <fmt/format.h>

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

std::optional<Fault> fault_of_kings(Color side, std::vector<PlacedMan> kings, std::size_t board) {
    if (kings.size() == 1) return std::nullopt;
    if (kings.empty())
        return Fault{FaultCode::NoKing, "fen", board,
                     fmt::format("{} has no king, expected one", name(side))};
    std::sort(kings.begin(), kings.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
    return Fault{FaultCode::TooManyKings, "fen", kings[1].offset,
                 fmt::format("{} has {} kings, expected one (a second one on {})", name(side), kings.size(),
                             kings[1].square)};
}

Fault opponent_in_check(Color turn, const PlacedMan& king) {
    return {FaultCode::OpponentInCheck, "fen", king.offset,
            fmt::format("the {} king on {} is attacked though {} is to move, expected it to be safe",
                        name(!turn), king.square, name(turn))};
}

Expected<std::vector<WrittenMan>, Faults> read_board_field(std::string_view text, const BoardField& board) {
    return BoardReader(text, board).read();
}

std::vector<Word> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t";
    std::vector<Word> words;
    for (std::size_t at = text.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, at), text.size());
        words.push_back({text.substr(at, end - at), at});
        at = text.find_first_not_of(blanks, end);
    }
    return words;
}

}  // namespace octomate
