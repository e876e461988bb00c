/// Fuzz targets for FENs and moves of each game: the first line is a position, the second a move.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "fuzz/target.hpp"
#include "laws/agreement.hpp"
#include "laws/complete_permutation_agreement.hpp"
#include "laws/super_chess_agreement.hpp"

namespace octomate::fuzz {

namespace {

/// The number of moves tested in each position; a position on a large board may have hundreds.
constexpr std::size_t most_moves = 24;

struct TwoLines {
    std::string_view position, move;
};

TwoLines lines_of(std::string_view text) {
    text = text.substr(0, most_bytes);
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view rest = text.substr(std::min(end + 1, text.size()));
    return {text.substr(0, end), rest.substr(0, rest.find('\n'))};
}

/// Checks that the position after a move can be written and parsed. Finished games are skipped: their final
/// positions may have no FEN.
template <class P>
void check_after(const P& before, const P& after, const std::string& move) {
    if (after.outcome() != Outcome::Ongoing) return;
    const std::string wrong = laws::wrong_round_trip(after);
    require(wrong.empty(), "a legal move leaves a valid position", before.fen() + ' ' + move + ": " + wrong);
}

template <class P>
void check_move(const P& position, std::string_view text) {
    const auto read = position.read_move(text);
    if (!read) return require(!read.error().message.empty(), "a rejected move has an error message", text);
    const auto moves = laws::sorted_moves(position);
    require(std::binary_search(moves.begin(), moves.end(), read->move), "a move that is read is legal", text);
    for (const std::string& form : {position.uci(read->move), position.notation(read->move)}) {
        const auto again = position.read_move(form);
        require(again && again->move == read->move && again->remarks.empty(),
                "a move is parsed back from both notations", position.fen() + ' ' + form);
    }
    check_after(position, position.play(read->move), position.uci(read->move));
}

template <class P, class Read>
void check_position(const Read& read, std::string_view move) {
    if (!read) return require(!read.error().empty(), "a rejected FEN has faults");
    const P& position = read->value;
    const std::string wrong = laws::wrong_round_trip(position);
    require(wrong.empty(), "a FEN is read back as the same position", wrong);
    const std::string disagree = laws::disagreement(position);
    require(disagree.empty(), "the fast rules agree with the naive ones", position.fen() + ": " + disagree);
    std::size_t tested = 0;
    for (const auto& legal_move : laws::sorted_moves(position)) {
        if (tested++ == most_moves) break;
        check_after(position, position.play(legal_move), position.uci(legal_move));
    }
    check_move(position, move);
}

}  // namespace

void check_superpermutation(std::string_view text) {
    const TwoLines lines = lines_of(text);
    const auto with_die = laws::D8Position::from_fen(lines.position);
    const auto without = laws::ParentPosition::from_fen(lines.position);
    require(with_die.has_value() == without.has_value(), "both games accept the same FENs", lines.position);
    check_position<laws::D8Position>(with_die, lines.move);
    check_position<laws::ParentPosition>(without, lines.move);
}

void check_complete_permutation(std::string_view text) {
    const TwoLines lines = lines_of(text);
    using complete_permutation::Swap;
    for (const bool two_pawns : {false, true})
        for (const Swap swap : {Swap::Castling, Swap::Leap, Swap::None})
            check_position<laws::CompletePosition>(
                laws::CompletePosition::from_fen(lines.position, {two_pawns, swap}), lines.move);
}

void check_super_chess(std::string_view text) {
    const TwoLines lines = lines_of(text);
    check_position<laws::SuperPosition>(laws::SuperPosition::from_fen(lines.position), lines.move);
}

}  // namespace octomate::fuzz
