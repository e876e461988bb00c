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

/// Parsers that all games share: for FEN fields (board, side to move, counters), for moves in long notation,
/// and for moves in short notation such as "Nf3".
namespace octomate {

/// The form of a game's board in the first field of its FENs. Ranks are written from the last to the first
/// with "/" between them; numbers count empty squares.
struct BoardField {
    int files = 8;
    int ranks = 8;
    std::string_view pieces;  ///< the valid pieces, for messages: "a letter of PNBRQK or pnbrqk"
    /// Returns the length in bytes of the piece at the beginning of a text; 0 if there is no valid piece.
    std::size_t (*piece_length)(std::string_view text) = nullptr;
};

/// A piece as it is written in the board field.
struct WrittenPiece {
    int square = 0;           ///< rank · files + file, from 0
    std::size_t offset = 0;   ///< offset in the board field, in bytes
    std::string_view text{};  ///< the letters of the piece
};

/// Parses a board field and returns its pieces. Continues after a faulty rank, so that all faults are
/// reported at once: BadPiece, BadDigit, RankTooLong, RankTooShort, TooManyRanks and TooFewRanks, of the
/// field "fen".
Expected<std::vector<WrittenPiece>, Faults> read_board_field(std::string_view text, const BoardField& board);

/// A word of a text, and its offset in bytes.
struct Word {
    std::string_view text;
    std::size_t offset = 0;
};

/// Splits a text at spaces, tabs and line ends.
std::vector<Word> split_words(std::string_view text);

/// Parses the side to move, "w" or "b". Fault: BadSide.
Expected<Color, Fault> read_side(const Word& word);

/// Base class of the games' FEN readers: splits a FEN into fields and collects its faults. The last fields
/// may be left out.
class FenReader {
  protected:
    /// `begin` is added to the offsets of faults, if `text` is part of a longer FEN; `prefix` begins each
    /// message.
    FenReader(const BoardField& board, std::string_view text, std::size_t begin = 0, std::string prefix = {});

    void add(FaultCode code, std::size_t offset, std::string message);
    void add(Fault fault) { add(fault.code, fault.offset, std::move(fault.message)); }

    /// Returns the field with the index `field`, from 0; null if it is left out or "-".
    const Word* find_field(std::size_t field) const {
        return field < words_.size() && words_[field].text != "-" ? &words_[field] : nullptr;
    }

    /// Parses the board field into `pieces_`, which stays empty if the field has a fault.
    void read_pieces();
    /// Parses the second field; returns White if it is left out or wrong.
    Color side_to_move();
    /// Adds ExtraFields if the FEN has more than `fields` fields. The message says that the extra field
    /// follows `last`, the name of the last valid field, and what was `expected` there.
    void expect_end(std::size_t fields, std::string_view last, std::string_view expected = "the end");

    /// Adds NoKing if `side` has no king, or TooManyKings at its second king. `is_king(piece)` must return
    /// whether a piece is a king of `side`; it is called for all pieces, in the order of the text.
    template <class IsKing>
    void expect_one_king(Color side, IsKing is_king) {
        std::vector<WrittenPiece> kings;
        std::copy_if(pieces_.begin(), pieces_.end(), std::back_inserter(kings), is_king);
        check_king_count(side, kings);
    }
    /// Adds OpponentInCheck for the king on the square `king`; `turn` is the side to move.
    void add_opponent_in_check(Color turn, int king);
    const WrittenPiece& piece_on(int square) const;
    std::string name_of(int square) const;

    std::vector<Word> words_;
    std::vector<WrittenPiece> pieces_;  ///< pieces of the board field, with offsets from the start of the FEN
    Faults faults_;

  private:
    void check_king_count(Color side, const std::vector<WrittenPiece>& kings);

    const BoardField& board_;
    std::string prefix_;
};

/// Parses a counter of a FEN: a whole number of at most nine digits. Returns nullopt for other texts.
std::optional<std::uint32_t> counter_in(std::string_view text);

/// Appends the board field of a FEN to `text`. `occupied(square)` returns whether the square has pieces;
/// `append(square)` appends them.
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

/// Base class of the games' move readers: reads a move from left to right, on a board of `files` and `ranks`.
class MoveScanner {
  protected:
    MoveScanner(std::string_view text, int files, int ranks) : text_(text), files_(files), ranks_(ranks) {}

    /// Returns the next character; 0 at the end.
    char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    /// Moves past `sign` and returns true if the text continues with it.
    bool skip(std::string_view sign);
    /// Moves past the name of a square, if it is next, and stores rank · files + file in `out`.
    bool square(int& out);
    /// Reads the end of a move: an optional "+" or "#", stored in `sign`, then "!" and "?", which are
    /// ignored. Fails if more text follows.
    bool end(char& sign);
    /// Sets the fault NotAMove, with the message that `expected` is missing at the cursor; returns false.
    bool fail(std::string_view expected);

    std::string_view text_;
    std::size_t at_ = 0;
    std::optional<Fault> fault_;

  private:
    int files_, ranks_;
};

/// Returns the sign at the end of a move in long notation: '+', '#', or 0.
constexpr char final_sign(std::string_view notation) {
    return notation.ends_with('+') || notation.ends_with('#') ? notation.back() : '\0';
}

/// The move of one piece within a legal move, in the terms of short notation.
struct ShortStep {
    std::string_view letters;  ///< the letters of the piece that moves; empty for a pawn
    std::string from;
    std::string to;         ///< the square on which the piece lands
    std::string end{};      ///< the square where it ends up; empty if it is `to`
    std::string becomes{};  ///< the promotion piece after "="
    std::string sign{};     ///< the game's own sign before `to`, such as "_" or "<>"; may be empty
    bool captures = false;
};

/// The steps of a legal move, one for each piece that moves; empty if it has no short notation.
struct ShortFacts {
    std::vector<ShortStep> steps;
    bool any_order = false;  ///< whether there are two steps, which a text may give in either order
};

/// The letters and signs of a game's short notation.
struct ShortSpelling {
    bool (*is_piece)(std::string_view letters);  ///< whether `letters` is a piece other than a pawn
    std::string_view becomes;                    ///< the letters of promotion pieces
    char last_file = 'h';
    std::size_t most_steps = 1;
    std::span<const std::string_view> signs{};  ///< values of `ShortStep::sign`, longer ones first
};

/// A move in short notation, as people write it: "Nf3", "Nbd5", "Qxe4+", "e8=Q", "_d7"; commas separate
/// steps. The from-square, its file or its rank, "x", "+" and "#" are optional. The to-square may be the one
/// where the piece lands or the one where it ends up.
class ShortMove {
  public:
    /// Parses a move; returns nullopt if `text` is not short notation. Ignores "!" and "?" at the end. `text`
    /// must outlive the result.
    static std::optional<ShortMove> read(std::string_view text, const ShortSpelling& spelling);

    /// Checks whether the text describes the legal move `move`. Ignores the signs "x", "+" and "#".
    bool describes(const ShortFacts& move) const { return describes(move, false); }

    /// Checks whether the text describes `move`; accepts a promotion without the promotion piece.
    bool describes_without_promotion(const ShortFacts& move) const { return describes(move, true); }

    /// A legal move that the text may mean.
    struct Candidate {
        std::size_t index;  ///< index of the move in the caller's list of legal moves
        ShortFacts facts;
        std::string notation;  ///< the move in long notation
    };

    /// Returns the only candidate; if there are several, uses the signs "x", "+" and "#" to choose. `lacking`
    /// lists the promotions that the text describes except for the promotion piece. Faults: AmbiguousMove if
    /// several candidates are left; if there is none, MissingPromotion if `lacking` is not empty, else
    /// IllegalMove.
    Expected<Candidate, Fault> choose(std::vector<Candidate> candidates,
                                      const std::vector<Candidate>& lacking) const;

    /// Returns remarks on a move that is accepted: WrongSuffix if the text has a sign that does not fit the
    /// move.
    Faults remarks(const Candidate& candidate) const;

  private:
    struct Step {
        std::string_view letters;
        std::string_view file, rank;  ///< file and rank of the from-square; empty if not written
        std::string_view to;
        std::string_view sign;
        std::string_view becomes;
        std::optional<bool> captures;  ///< nullopt if neither "x" nor "-" is written
    };

    static std::optional<Step> read_step(std::string_view text, const ShortSpelling& spelling);
    static bool describes(const Step& text, const ShortStep& step, bool may_lack_promotion);
    bool describes(const ShortFacts& move, bool may_lack_promotion) const;
    bool captures_agree(const Candidate& candidate) const;
    bool suffix_agrees(const Candidate& candidate) const;

    std::string_view text_;
    std::vector<Step> steps_;
    char suffix_ = 0;  ///< the sign at the end: '+', '#' or 0 if there is none
};

/// Parses a move in short notation: finds the only legal move of `position` that the text describes.
/// `facts_of(move)` returns the ShortFacts of a legal move. Returns the fault `no_move` if the text is not
/// short notation, or a fault of `ShortMove::choose`.
template <Written P, class FactsOf>
Expected<ParsedMove<typename P::Move>, Fault> read_short_move(const P& position, std::string_view text,
                                                              const ShortSpelling& spelling, FactsOf facts_of,
                                                              const Fault& no_move) {
    const auto read = ShortMove::read(text, spelling);
    if (!read) return Unexpected{no_move};
    MoveList<P> moves;
    position.legal_moves(moves);
    std::vector<ShortMove::Candidate> candidates, lacking;
    for (std::size_t index = 0; index < moves.size(); ++index) {
        ShortFacts facts = facts_of(moves[index]);
        const bool described = read->describes(facts);
        if (!described && !read->describes_without_promotion(facts)) continue;
        (described ? candidates : lacking)
            .push_back({index, std::move(facts), position.notation(moves[index])});
    }
    // Only the candidates are sorted: in games with time travel there are very many legal moves.
    for (auto* list : {&candidates, &lacking})
        std::sort(list->begin(), list->end(),
                  [&](const auto& a, const auto& b) { return moves[a.index] < moves[b.index]; });
    const auto chosen = read->choose(std::move(candidates), lacking);
    if (!chosen) return Unexpected{chosen.error()};
    return ParsedMove<typename P::Move>{moves[chosen->index], read->remarks(*chosen)};
}

}  // namespace octomate
