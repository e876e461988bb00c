#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/types.hpp"

/// What the FENs of all games have in common: fields between blanks, a board, a side, kings.
namespace octomate {

/// How a game writes its board in the first field of a FEN: the last rank first, "/" between ranks, numbers
/// for empty squares.
struct BoardField {
    int files = 8;
    int ranks = 8;
    std::string_view pieces;  ///< what a piece may be, for messages: "a letter of PNBRQK or pnbrqk"
    /// How many bytes at the beginning of a text are a piece; 0 if none is.
    std::size_t (*piece_length)(std::string_view text) = nullptr;
};

/// A piece in the field.
struct WrittenPiece {
    int square = 0;           ///< rank · files + file, from 0
    std::size_t offset = 0;   ///< where it begins, in bytes
    std::string_view text{};  ///< its letters
};

/// Reads rank after rank and goes on behind a faulty one, so that all faults are reported at once: BadPiece,
/// BadDigit, RankTooLong, RankTooShort, TooManyRanks, TooFewRanks, of the field "fen".
Expected<std::vector<WrittenPiece>, Faults> read_board_field(std::string_view text, const BoardField& board);

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

    /// Reads the first field into `pieces_`, which stays empty if there is anything wrong with it.
    void read_pieces();
    /// The second field; White if it is left out or wrong.
    Color side_to_move();
    /// ExtraFields if there are more than so many; the last of them by its name, and what may follow it.
    void expect_end(std::size_t fields, std::string_view last, std::string_view expected = "the end");

    /// Checks that a side has one king: `is_king(piece)` is called with the pieces in the order of the text.
    /// Adds NoKing, or TooManyKings at the second king.
    template <class IsKing>
    void expect_one_king(Color side, IsKing is_king) {
        std::vector<WrittenPiece> kings;
        std::copy_if(pieces_.begin(), pieces_.end(), std::back_inserter(kings), is_king);
        judge_kings(side, kings);
    }
    /// OpponentInCheck: the king of the side that is not to move is attacked.
    void add_opponent_in_check(Color turn, int king);
    const WrittenPiece& piece_on(int square) const;
    std::string name_of(int square) const;

    std::vector<Word> words_;
    std::vector<WrittenPiece> pieces_;  ///< with their offsets in the whole
    Faults faults_;

  private:
    void judge_kings(Color side, const std::vector<WrittenPiece>& kings);

    const BoardField& board_;
    std::string prefix_;
};

/// The counter of a field: a whole number of at most nine digits; none for other texts.
std::optional<std::uint32_t> counter_in(std::string_view text);

/// Appends the board field of a FEN: `occupied(square)` is whether pieces stand there, `append(square)`
/// appends them.
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

/// Reads the text of a move from left to right, on a board of so many files and ranks.
class MoveScanner {
  protected:
    MoveScanner(std::string_view text, int files, int ranks) : text_(text), files_(files), ranks_(ranks) {}

    /// The character that is next; 0 at the end.
    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// Goes on behind a sign, if it is next.
    bool skip(std::string_view sign);
    /// Goes on behind the name of a square, if that is next: rank · files + file.
    bool square(int& out);
    /// The rest of a move: "+" or "#", which `sign` becomes, and "!" and "?", which say nothing.
    bool end(char& sign);
    /// NotAMove: what was expected here. False.
    bool fail(std::string_view expected);

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Fault> fault_;

  private:
    int files_, ranks_;
};

/// The sign at the end of a move in full notation: '+', '#', or 0.
constexpr char sign_behind(std::string_view notation) {
    return notation.ends_with('+') || notation.ends_with('#') ? notation.back() : '\0';
}

/// What one piece does in a legal move, in the letters of its notation.
struct ShortStep {
    std::string_view who;  ///< the letters of the piece that moves; empty: a pawn
    std::string from;
    std::string to;         ///< the square it lands on
    std::string end{};      ///< the square it is left on; empty: `to`
    std::string becomes{};  ///< what stands behind "="
    std::string
        sign{};  ///< between the squares, where it distinguishes moves ("_", "<>"); empty for "-" and "x"
    bool captures = false;
};

/// What a legal move does; nothing if it has no short form.
struct ShortFacts {
    std::vector<ShortStep> steps;
    bool any_order = false;  ///< two steps may be named in either order
};

/// The letters of a game's short notation.
struct ShortSpelling {
    bool (*is_piece)(std::string_view letters);  ///< whether they name a piece, other than a pawn
    std::string_view becomes;                    ///< what may stand behind "="
    char last_file = 'h';
    std::size_t most_steps = 1;
    std::span<const std::string_view> signs{};  ///< those of `ShortStep::sign`, a longer one before its end
};

/// A move in short, as people write it: "Nf3", "Nbd5", "Qxe4+", "e8=Q", "_d7", steps parted by commas. A
/// from-square, its file or its rank may be given, "x", "+" and "#" too; the square may be the one on which
/// the piece is left.
class ShortMove {
  public:
    /// None if the text, which must outlive it, is no such thing. "!" and "?" behind are skipped.
    static std::optional<ShortMove> read(std::string_view text, const ShortSpelling& spelling);

    /// Whether it names a legal move that does this, but for the signs "x", "+" and "#".
    bool names(const ShortFacts& move) const { return names(move, false); }

    /// The same of a promotion that does not say to what.
    bool names_but_promotion(const ShortFacts& move) const { return names(move, true); }

    /// A legal move that it names.
    struct Candidate {
        std::size_t at;  ///< where the caller has it
        ShortFacts facts;
        std::string notation;  ///< long
    };

    /// The one candidate that it means, the signs considered if there are several. AmbiguousMove if several
    /// are left; if there is none, MissingPromotion where some lack that alone, else IllegalMove.
    Expected<Candidate, Fault> choose(std::vector<Candidate> candidates,
                                      const std::vector<Candidate>& lacking) const;

    /// Remarks, not failures: WrongSuffix if a sign is written that the move does not have.
    Faults remarks(const Candidate& candidate) const;

  private:
    struct Step {
        std::string_view who;
        std::string_view file, rank;  ///< of the from-square, as far as they are said
        std::string_view to;
        std::string_view sign;
        std::string_view becomes;
        std::optional<bool> captures;  ///< none: not said
    };

    static std::optional<Step> read_step(std::string_view text, const ShortSpelling& spelling);
    static bool names(const Step& text, const ShortStep& step, bool lacking);
    bool names(const ShortFacts& move, bool lacking) const;
    bool captures_as(const Candidate& candidate) const;
    bool ends_as(const Candidate& candidate) const;

    std::string_view text_;
    std::vector<Step> steps_;
    char suffix_ = 0;  ///< '+', '#' or 0
};

/// Finds the legal move that a text names which is not a move in full: in short, if exactly one answers to
/// it. `no_move` is the fault of a text that is not short either; `facts_of(move)` gives the ShortFacts of
/// each.
template <Written P, class FactsOf>
Expected<ReadMove<typename P::Move>, Fault> read_short_move(const P& position, std::string_view text,
                                                            const ShortSpelling& spelling, FactsOf facts_of,
                                                            const Fault& no_move) {
    const auto read = ShortMove::read(text, spelling);
    if (!read) return Unexpected{no_move};
    MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<ShortMove::Candidate> candidates, lacking;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        ShortFacts facts = facts_of(moves[at]);
        const bool named = read->names(facts);
        if (!named && !read->names_but_promotion(facts)) continue;
        (named ? candidates : lacking).push_back({at, std::move(facts), position.notation(moves[at])});
    }
    // They alone are brought into order: where one may travel in time there are very many moves.
    for (auto* some : {&candidates, &lacking})
        std::sort(some->begin(), some->end(),
                  [&](const auto& one, const auto& other) { return moves[one.at] < moves[other.at]; });
    const auto chosen = read->choose(std::move(candidates), lacking);
    if (!chosen) return Unexpected{chosen.error()};
    return ReadMove<typename P::Move>{moves[chosen->at], read->remarks(*chosen)};
}

}  // namespace octomate
