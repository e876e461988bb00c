#include "board8/placement.hpp"

#include <fmt/format.h>

namespace octomate::board8 {

namespace {

/// Reads rank after rank and goes on behind a faulty one, so that all faults are told at once.
class PlacementReader {
  public:
    explicit PlacementReader(std::string_view text) : text_(text) {}

    Expected<ReadPlacement, Faults> read() {
        std::size_t start = 0;
        int ranks = 0;
        while (true) {
            const std::size_t end = std::min(text_.find('/', start), text_.size());
            if (ranks < 8) {
                read_rank(7 - ranks, start, text_.substr(start, end - start));
            } else if (ranks == 8) {
                add(FaultCode::TooManyRanks, start,
                    fmt::format("the board has more than 8 ranks, expected 8 (\"{}\")", text_));
            }
            ++ranks;
            if (end == text_.size()) break;
            start = end + 1;
        }
        if (ranks < 8) {
            add(FaultCode::TooFewRanks, text_.size(),
                fmt::format("the board has {} rank{}, expected 8 (\"{}\")", ranks, ranks == 1 ? "" : "s",
                            text_));
        }
        if (!faults_.empty()) return Unexpected{std::move(faults_)};
        return std::move(result_);
    }

  private:
    void add(FaultCode code, std::size_t offset, std::string message) {
        faults_.push_back({code, "fen", offset, std::move(message)});
    }

    void read_rank(int rank, std::size_t start, std::string_view rank_text) {
        int file = 0;
        std::size_t overflow = std::string_view::npos;
        bool after_digit = false;
        for (std::size_t at = 0; at < rank_text.size(); ++at) {
            const char c = rank_text[at];
            const bool digit = c >= '0' && c <= '9';
            if (digit) {
                if (c == '0' || c == '9' || after_digit) {
                    add(FaultCode::BadDigit, start + at,
                        after_digit
                            ? fmt::format("\"{}\" follows another digit, expected the empty squares of "
                                          "rank {} in one digit (\"{}\")",
                                          c, rank + 1, rank_text)
                            : fmt::format("\"{}\" on rank {}, expected a digit from 1 to 8", c, rank + 1));
                    return;
                }
                file += c - '0';
            } else if (const auto man = man_of(c)) {
                if (file < 8) {
                    const auto square = static_cast<std::size_t>(square_at(file, rank));
                    result_.men[square] = *man;
                    result_.offset[square] = start + at;
                }
                ++file;
            } else {
                add(FaultCode::BadPiece, start + at,
                    fmt::format(
                        "\"{}\" on rank {}, expected a letter of PNBRQK or pnbrqk, or a digit from 1 to 8",
                        whole_character(rank_text, at), rank + 1));
                return;
            }
            after_digit = digit;
            if (file > 8 && overflow == std::string_view::npos) overflow = start + at;
        }
        if (file > 8) {
            add(FaultCode::RankTooLong, overflow,
                fmt::format("rank {} has {} squares, expected 8 (\"{}\")", rank + 1, file, rank_text));
        } else if (file < 8) {
            add(FaultCode::RankTooShort, start + rank_text.size(),
                fmt::format("rank {} has {} square{}, expected 8 (\"{}\")", rank + 1, file,
                            file == 1 ? "" : "s", rank_text));
        }
    }

    /// The UTF-8 character that begins at the byte, so that a message never quotes half of one.
    static std::string_view whole_character(std::string_view text, std::size_t at) {
        std::size_t end = at + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
        return text.substr(at, end - at);
    }

    std::string_view text_;
    ReadPlacement result_{};
    Faults faults_;
};

}  // namespace

Expected<ReadPlacement, Faults> read_placement(std::string_view text) { return PlacementReader(text).read(); }

std::string write_placement(const Placement& men) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        for (int file = 0; file < 8; ++file) {
            const auto& man = men[static_cast<std::size_t>(square_at(file, rank))];
            if (!man) {
                ++empty;
                continue;
            }
            if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
            text += fen_letter(*man);
        }
        if (empty > 0) text += static_cast<char>('0' + empty);
        if (rank > 0) text += '/';
    }
    return text;
}

}  // namespace octomate::board8
