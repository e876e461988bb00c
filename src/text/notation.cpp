#include "text/notation.hpp"

#include <fmt/core.h>

#include "text/text.hpp"

namespace octomate {

namespace {

/// Parses a board field rank by rank and collects its faults.
class BoardReader {
  public:
    BoardReader(std::string_view text, const BoardField& board) : text_(text), board_(board) {}

    Expected<std::vector<WrittenPiece>, Faults> read() {
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
        return std::move(pieces_);
    }

  private:
    void add(FaultCode code, std::size_t offset, std::string message) {
        faults_.push_back({code, "fen", offset, std::move(message)});
    }

    /// Returns the word for a count of empty squares in messages: one digit suffices for ranks of up to nine
    /// squares.
    std::string_view numbers() const { return board_.files < 10 ? "digit" : "number"; }

    void read_rank(int rank, std::size_t start, std::string_view text) {
        int file = 0;
        std::size_t overflow = std::string_view::npos;
        bool after_digit = false;
        for (std::size_t offset = 0; offset < text.size();) {
            const std::size_t begin = offset;
            const bool digit = is_digit(text[offset]);
            if (digit) {
                const int number = read_number(text, offset);
                if (number < 1 || number > board_.files || after_digit) {
                    add(FaultCode::BadDigit, start + begin,
                        after_digit
                            ? fmt::format("\"{}\" follows another digit, expected the empty squares of "
                                          "rank {} in one digit (\"{}\")",
                                          text[begin], rank + 1, text)
                            : fmt::format("\"{}\" on rank {}, expected a {} from 1 to {}",
                                          text.substr(begin, offset - begin), rank + 1, numbers(),
                                          board_.files));
                    return;
                }
                file += number;
            } else if (const std::size_t length = board_.piece_length(text.substr(offset)); length > 0) {
                if (file < board_.files)
                    pieces_.push_back(
                        {rank * board_.files + file, start + offset, text.substr(offset, length)});
                ++file;
                offset += length;
            } else {
                add(FaultCode::BadPiece, start + offset,
                    fmt::format("\"{}\" on rank {}, expected {}, or a {} from 1 to {}",
                                wrong_piece(text, offset), rank + 1, board_.pieces, numbers(), board_.files));
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

    /// Returns the text at `offset`, which is no piece, for a message: a stack in parentheses, or one
    /// character.
    static std::string_view wrong_piece(std::string_view text, std::size_t offset) {
        constexpr std::size_t most_bytes = 16;
        const std::size_t end = text.find(')', offset);
        if (text[offset] == '(' && end != std::string_view::npos && end - offset < most_bytes)
            return text.substr(offset, end + 1 - offset);
        return whole_character(text, offset);
    }

    /// Parses the number at `offset` and moves `offset` past it. Large numbers become 1000, to avoid
    /// overflow.
    int read_number(std::string_view text, std::size_t& offset) const {
        int number = 0;
        do {
            number = std::min(1000, 10 * number + (text[offset++] - '0'));
        } while (board_.files >= 10 && offset < text.size() && is_digit(text[offset]));
        return number;
    }

    std::string_view text_;
    const BoardField& board_;
    std::vector<WrittenPiece> pieces_;
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

void FenReader::read_pieces() {
    const Word& field = words_.front();
    auto pieces = read_board_field(field.text, board_);
    if (pieces) {
        pieces_ = std::move(*pieces);
        for (WrittenPiece& piece : pieces_) piece.offset += field.offset;
        return;
    }
    for (Fault& fault : pieces.error())
        add(fault.code, fault.offset + field.offset, std::move(fault.message));
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

void FenReader::check_king_count(Color side, const std::vector<WrittenPiece>& kings) {
    if (kings.empty())
        add(FaultCode::NoKing, words_.front().offset,
            fmt::format("{} has no king, expected one", name(side)));
    if (kings.size() < 2) return;
    add(FaultCode::TooManyKings, kings[1].offset,
        fmt::format("{} has {} kings, expected one (a second one on {})", name(side), kings.size(),
                    name_of(kings[1].square)));
}

void FenReader::add_opponent_in_check(Color turn, int king) {
    add(FaultCode::OpponentInCheck, piece_on(king).offset,
        fmt::format("the {} king on {} is attacked though {} is to move, expected it to be safe", name(!turn),
                    name_of(king), name(turn)));
}

const WrittenPiece& FenReader::piece_on(int square) const {
    return *std::find_if(pieces_.begin(), pieces_.end(),
                         [&](const WrittenPiece& piece) { return piece.square == square; });
}

std::string FenReader::name_of(int square) const {
    return {static_cast<char>('a' + square % board_.files), static_cast<char>('1' + square / board_.files)};
}

std::optional<std::uint32_t> counter_in(std::string_view text) {
    return text.size() <= 9 ? number_in<std::uint32_t>(text) : std::nullopt;
}

Expected<std::vector<WrittenPiece>, Faults> read_board_field(std::string_view text, const BoardField& board) {
    return BoardReader(text, board).read();
}

std::vector<Word> split_words(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    std::vector<Word> words;
    for (std::size_t offset = text.find_first_not_of(blanks); offset != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(blanks, offset), text.size());
        words.push_back({text.substr(offset, end - offset), offset});
        offset = text.find_first_not_of(blanks, end);
    }
    return words;
}

namespace {

/// Lists the moves of the candidates: "Na1-b3 or Nc1-b3".
std::string list_of_moves(const std::vector<ShortMove::Candidate>& candidates) {
    std::vector<std::string> names;
    for (const auto& candidate : candidates) names.push_back(candidate.notation);
    return enumerate(names, " or ");
}

}  // namespace

bool MoveScanner::skip(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
}

bool MoveScanner::square(int& out) {
    if (at_ + 2 > text_.size()) return false;
    const int file = text_[at_] - 'a', rank = text_[at_ + 1] - '1';
    if (file < 0 || file >= files_ || rank < 0 || rank >= ranks_) return false;
    out = rank * files_ + file;
    at_ += 2;
    return true;
}

bool MoveScanner::end(char& sign) {
    if (next() == '+' || next() == '#') sign = text_[at_++];
    while (skip("!") || skip("?")) {
    }
    return at_ == text_.size() || fail("the end of the move");
}

bool MoveScanner::fail(std::string_view expected) {
    fault_ =
        Fault{FaultCode::NotAMove, "", at_,
              fmt::format("\"{}\" is not a move: expected {} at character {}", text_, expected, at_ + 1)};
    return false;
}

std::optional<ShortMove> ShortMove::read(std::string_view text, const ShortSpelling& spelling) {
    ShortMove move;
    while (text.ends_with('!') || text.ends_with('?')) text.remove_suffix(1);
    move.text_ = text;
    if (text.ends_with('+') || text.ends_with('#')) {
        move.suffix_ = text.back();
        text.remove_suffix(1);
    }
    while (true) {
        const std::size_t comma = text.find_first_of(",&");
        const auto step = read_step(text.substr(0, comma), spelling);
        if (!step || move.steps_.size() == spelling.most_steps) return std::nullopt;
        move.steps_.push_back(*step);
        if (comma == std::string_view::npos) return move;
        text.remove_prefix(comma + 1);
    }
}

/// Parses one step from right to left: promotion, to-square, sign, from-square, letters of the piece.
std::optional<ShortMove::Step> ShortMove::read_step(std::string_view text, const ShortSpelling& spelling) {
    Step step;
    const auto parse_last = [&](const auto& is_accepted) {
        const bool accepted = !text.empty() && is_accepted(text.back());
        const std::string_view parsed = accepted ? text.substr(text.size() - 1) : std::string_view();
        text.remove_suffix(parsed.size());
        return parsed;
    };
    const auto is_rank = [](char c) { return c >= '1' && c <= '8'; };
    const auto is_file = [&](char c) { return c >= 'a' && c <= spelling.last_file; };

    if (const std::size_t equals = text.find('='); equals != std::string_view::npos) {
        step.becomes = text.substr(equals + 1);
        if (step.becomes.size() != 1 || spelling.becomes.find(step.becomes) == std::string_view::npos)
            return std::nullopt;
        text = text.substr(0, equals);
    } else if (text.size() > 2 && text.back() >= 'A' && text.back() <= 'Z' &&
               is_rank(text[text.size() - 2])) {
        step.becomes = parse_last([&](char c) { return spelling.becomes.find(c) != std::string_view::npos; });
    }
    const std::string_view text_with_target = text;
    if (parse_last(is_rank).empty() || parse_last(is_file).empty()) return std::nullopt;
    step.to = text_with_target.substr(text.size());
    for (const std::string_view sign : spelling.signs) {
        if (!step.sign.empty() || !text.ends_with(sign)) continue;
        step.sign = sign;
        text.remove_suffix(sign.size());
    }
    if (step.sign.empty() && (text.ends_with('x') || text.ends_with('-'))) {
        step.captures = text.ends_with('x');
        text.remove_suffix(1);
    }
    step.rank = parse_last(is_rank);
    step.file = parse_last(is_file);
    step.letters = text == "P" ? std::string_view() : text;
    if (!step.letters.empty() && !spelling.is_piece(step.letters)) return std::nullopt;
    return step;
}

bool ShortMove::describes(const Step& text, const ShortStep& step, bool may_lack_promotion) {
    return text.letters == step.letters && text.sign == step.sign &&
           (text.to == step.to || text.to == step.end) &&
           (text.file.empty() || step.from.starts_with(text.file)) &&
           (text.rank.empty() || step.from.ends_with(text.rank)) &&
           (text.becomes == step.becomes || (may_lack_promotion && text.becomes.empty()));
}

bool ShortMove::describes(const ShortFacts& move, bool may_lack_promotion) const {
    if (move.steps.size() != steps_.size()) return false;
    const auto matches = [&](std::size_t text, std::size_t step) {
        return describes(steps_[text], move.steps[step], may_lack_promotion);
    };
    bool in_order = true;
    for (std::size_t i = 0; i < steps_.size(); ++i) in_order = in_order && matches(i, i);
    return in_order || (move.any_order && steps_.size() == 2 && matches(0, 1) && matches(1, 0));
}

Expected<ShortMove::Candidate, Fault> ShortMove::choose(std::vector<Candidate> candidates,
                                                        const std::vector<Candidate>& lacking) const {
    const auto narrow = [&](auto agrees) {
        std::vector<Candidate> remaining;
        for (const Candidate& candidate : candidates)
            if (agrees(candidate)) remaining.push_back(candidate);
        if (!remaining.empty()) candidates = std::move(remaining);
    };
    if (candidates.size() > 1) narrow([&](const Candidate& candidate) { return captures_agree(candidate); });
    if (candidates.size() > 1 && suffix_ != 0)
        narrow([&](const Candidate& candidate) { return suffix_agrees(candidate); });
    if (candidates.size() == 1) return std::move(candidates.front());
    const auto fault = [](FaultCode code, std::string message) {
        return Unexpected{Fault{code, "", 0, std::move(message)}};
    };
    if (candidates.size() > 1)
        return fault(FaultCode::AmbiguousMove, fmt::format("{} may be {}", text_, list_of_moves(candidates)));
    if (!lacking.empty())
        return fault(FaultCode::MissingPromotion,
                     fmt::format("{} does not say what the piece becomes, expected {}", text_,
                                 list_of_moves(lacking)));
    const Step& step = steps_.front();
    if (steps_.size() > 1 || !step.sign.empty())
        return fault(FaultCode::IllegalMove, fmt::format("no legal move is {}", text_));
    return fault(FaultCode::IllegalMove,
                 fmt::format("no legal move brings {} to {}", step.letters.empty() ? "a pawn" : step.letters,
                             step.to));
}

/// Checks whether each step written with "x" captures and each step written with "-" does not.
bool ShortMove::captures_agree(const Candidate& candidate) const {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        const auto& steps = candidate.facts.steps;
        const std::size_t reversed = steps.size() - 1 - i;
        const bool in_order = describes(steps_[i], steps[i], false);
        const bool captures = steps[in_order ? i : reversed].captures;
        if (steps_[i].captures.value_or(captures) != captures) return false;
    }
    return true;
}

bool ShortMove::suffix_agrees(const Candidate& candidate) const {
    return suffix_ == 0 || candidate.notation.ends_with(suffix_);
}

Faults ShortMove::remarks(const Candidate& candidate) const {
    if (captures_agree(candidate) && suffix_agrees(candidate)) return {};
    return {{FaultCode::WrongSuffix, "", 0,
             fmt::format("a wrong or missing \"x\", \"+\" or \"#\", expected {}", candidate.notation)}};
}

}  // namespace octomate
