#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/color.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"

/// What the FENs of all games have in common: fields between blanks, a board, a side, kings.
namespace octomate {

/// How a game writes its board in the first field of a FEN: the last rank first, "/" between ranks, numbers
/// for empty squares.
struct BoardField {
    int files = 8;
    int ranks = 8;
    std::string_view men;  ///< what a man may be, for messages: "a letter of PNBRQK or pnbrqk"
    /// How many bytes at the beginning of a text are a man; 0 if none is.
    std::size_t (*man_length)(std::string_view text) = nullptr;
};

/// A man in the field.
struct WrittenMan {
    int square = 0;           ///< rank · files + file, from 0
    std::size_t offset = 0;   ///< where it begins, in bytes
    std::string_view text{};  ///< its letters
};

/// Reads rank after rank and goes on behind a faulty one, so that all faults are reported at once: BadPiece,
/// BadDigit, RankTooLong, RankTooShort, TooManyRanks, TooFewRanks, of the field "fen".
Expected<std::vector<WrittenMan>, Faults> read_board_field(std::string_view text, const BoardField& board);

/// One blank-separated word of a text and where it begins, in bytes.
struct Word {
    std::string_view text;
    std::size_t offset = 0;
};

/// Splits a text at spaces, tabs and line ends.
std::vector<Word> split_words(std::string_view text);

/// "w" or "b"; or BadSide.
Expected<Color, Fault> read_side(const Word& word);

/// Reads a FEN field by field and collects what is wrong with it. Fields may be left out at the end.
class FenReader {
  protected:
    /// `begin`: the offset of the text in the whole; `prefix`: put before the words of each fault.
    FenReader(const BoardField& board, std::string_view text, std::size_t begin = 0, std::string prefix = {});

    void add(FaultCode code, std::size_t offset, std::string message);
    void add(Fault fault) { add(fault.code, fault.offset, std::move(fault.message)); }

    /// A field that is given; null if it is left out or "-".
    const Word* given(std::size_t field) const {
        return field < words_.size() && words_[field].text != "-" ? &words_[field] : nullptr;
    }

    /// Reads the first field into `men_`, which stays empty if there is anything wrong with it.
    void read_men();
    /// The second field; White if it is left out or wrong.
    Color side_to_move();
    /// ExtraFields if there are more than so many; the last of them by its name, and what may follow it.
    void expect_end(std::size_t fields, std::string_view last, std::string_view expected = "the end");

    /// Checks that a side has one king: `is_king(man)` is called with the men in the order of the text. Adds
    /// NoKing, or TooManyKings at the second king.
    template <class IsKing>
    void expect_one_king(Color side, IsKing is_king) {
        std::vector<WrittenMan> kings;
        std::copy_if(men_.begin(), men_.end(), std::back_inserter(kings), is_king);
        judge_kings(side, kings);
    }
    /// OpponentInCheck: the king of the side that is not to move is attacked.
    void add_opponent_in_check(Color turn, int king);
    const WrittenMan& man_on(int square) const;
    std::string name_of(int square) const;

    std::vector<Word> words_;
    std::vector<WrittenMan> men_;  ///< with their offsets in the whole
    Faults faults_;

  private:
    void judge_kings(Color side, const std::vector<WrittenMan>& kings);

    const BoardField& board_;
    std::string prefix_;
};

/// The counter of a field: a whole number of at most nine digits; none for other texts.
std::optional<std::uint32_t> counter_in(std::string_view text);

/// Appends the board field of a FEN: `occupied(square)` is whether men stand there, `append(square)` appends
/// them.
template <class Occupied, class Append>
void append_board_field(std::string& text, int files, int ranks, Occupied occupied, Append append) {
    for (int rank = ranks - 1; rank >= 0; --rank) {
        int empty = 0;
        const auto end_run = [&] {
            if (empty > 0) text += std::to_string(std::exchange(empty, 0));
        };
        for (int file = 0; file < files; ++file) {
            const int square = rank * files + file;
            if (!occupied(square)) {
                ++empty;
                continue;
            }
            end_run();
            append(square);
        }
        end_run();
        if (rank > 0) text += '/';
    }
}

}  // namespace octomate
