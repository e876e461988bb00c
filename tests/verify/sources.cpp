#include "verify/sources.hpp"

#include <array>
#include <optional>

#include "laws/agreement.hpp"
#include "laws/complete_permutation_agreement.hpp"
#include "laws/retract.hpp"
#include "laws/super_chess_agreement.hpp"

namespace octomate::verify {

namespace {

using laws::Random;

/// The number of positions in a unit of random positions.
constexpr int positions_per_unit = 40;

/// What to compare for a position: its legal moves, or the moves that lead to it.
enum class Compared { Moves, Retractions };

/// Compares the rules on a position and adds the result to `tally`. `position` is nullopt if the fast rules
/// reject a position that the naive rules accept.
template <class P, Compared compared = Compared::Moves>
void compare(const std::optional<P>& position, const std::string& text, Tally& tally) {
    ++tally.positions;
    const auto disagreement = [](const P& both) {
        if constexpr (compared == Compared::Retractions) return laws::wrong_retractions(both);
        return laws::disagreement(both);
    };
    const std::string wrong = position ? disagreement(*position) : "only the fast rules refuse it";
    if (!wrong.empty()) tally.wrong.push_back(text + ": " + wrong);
}

template <class Read>
auto value_of(const Read& read) {
    using P = std::decay_t<decltype(read->value)>;
    return read ? std::optional<P>(read->value) : std::nullopt;
}

// ---- both games of Superpermutation Chess -----------------------------------------------------------------

template <class P, Compared compared>
void compare(const naive::Position& pieces, Tally& tally) {
    const std::string fen = naive::to_fen(pieces);
    const auto read = P::from_fen(fen);
    if (read.has_value() || naive::acceptable(pieces)) compare<P, compared>(value_of(read), fen, tally);
}

/// Compares all positions of two kings and a third piece; `unit` gives the squares of the kings.
template <class P, Compared compared = Compared::Moves>
Tally compare_three_pieces(std::uint64_t unit) {
    Tally tally;
    naive::Position pieces;
    pieces.pieces.fill('.');
    pieces.game = laws::naive_game<P>;
    const std::size_t white = unit / 64, black = unit % 64;
    if (white == black) return tally;
    pieces.pieces[white] = 'K';
    pieces.pieces[black] = 'k';
    for (std::size_t square = 0; square < 64; ++square) {
        if (square == white || square == black) continue;
        for (const char piece : std::string_view("PNBRQpnbrq")) {
            pieces.pieces[square] = piece;
            for (const char turn : {'w', 'b'}) {
                pieces.turn = turn;
                compare<P, compared>(pieces, tally);
            }
        }
        pieces.pieces[square] = '.';
    }
    return tally;
}

template <class P, Compared compared = Compared::Moves>
Tally compare_random_placements(std::uint64_t unit) {
    constexpr std::array families = {laws::scattered, laws::crowded, laws::sparse};
    Random random(unit + 1000);
    Tally tally;
    for (int n = 0; n < positions_per_unit; ++n) {
        const auto pieces = families[random.below(families.size())](random).acceptable(laws::naive_game<P>);
        if (pieces) compare<P, compared>(*pieces, tally);
    }
    return tally;
}

// ---- random games, for every position type ----------------------------------------------------------------

template <class P, Compared compared = Compared::Moves>
Tally compare_random_game(P position, std::uint64_t unit) {
    Random random(unit + 2000);
    Tally tally;
    MoveList<P> moves;
    for (int ply = 0; ply < 160 && position.outcome() == Outcome::Ongoing; ++ply) {
        if (random.one_in(4)) compare<P, compared>(position, position.fen(), tally);
        const auto rolls = position.rolls();
        position.legal_moves(rolls[random.below(rolls.size())].roll, moves);
        if (moves.empty()) break;
        position = position.play(moves[random.below(moves.size())]);
    }
    return tally;
}

// ---- Complete Permutation Chess ---------------------------------------------------------------------------

using complete_permutation::Swap;

void compare(const naive::complete::Position& pieces, complete_permutation::Switches switches, Tally& tally) {
    if (!naive::complete::acceptable(pieces, laws::naive_switches(switches))) return;
    const std::string fen = naive::complete::to_fen(pieces);
    compare<laws::CompletePosition>(value_of(laws::CompletePosition::from_fen(fen, switches)), fen, tally);
}

/// Compares all positions of two kings and a third piece on every square; `unit` gives the squares of the
/// kings and the piece. Reserves are random.
Tally compare_complete_three_pieces(std::uint64_t unit) {
    constexpr std::string_view letters = "PRNBQFMCATSLDGEZprnbqfmcatsldgez";
    const char piece = letters[unit % letters.size()];
    const std::size_t white = unit / letters.size() / 128, black = unit / letters.size() % 128;
    Random random(unit);
    Tally tally;
    if (white == black) return tally;
    const complete_permutation::Switches switches{random.one_in(2),
                                                  random.one_in(4) ? Swap::Leap : Swap::Castling};
    for (std::size_t square = 0; square < 128; ++square) {
        if (square == white || square == black) continue;
        for (const char turn : {'w', 'b'}) {
            laws::complete::Scatter board(random);
            auto& pieces = board.position();
            pieces.pieces[white] = 'K';
            pieces.pieces[black] = 'k';
            pieces.pieces[square] = piece;
            pieces.turn = turn;
            board.reserves(random.below(3));
            board.unmoved();
            board.passed(switches.two_pawns);
            compare(pieces, switches, tally);
        }
    }
    return tally;
}

Tally compare_complete_placements(std::uint64_t unit) {
    constexpr std::array families = {laws::complete::scattered, laws::complete::promoting,
                                     laws::complete::passing, laws::complete::at_home, laws::complete::close};
    Random random(unit + 3000);
    Tally tally;
    for (int n = 0; n < positions_per_unit; ++n) {
        const complete_permutation::Switches switches{random.one_in(2),
                                                      random.one_in(4) ? Swap::Leap : Swap::Castling};
        laws::complete::Scatter board = families[random.below(families.size())](random);
        auto& pieces = board.position();
        pieces.turn = random.letter("wb");
        board.unmoved();
        board.passed(switches.two_pawns);
        compare(pieces, switches, tally);
    }
    return tally;
}

Tally compare_complete_game(std::uint64_t unit) {
    return compare_random_game(laws::CompletePosition(complete_permutation::Switches{
                                   unit % 2 == 0, complete_permutation::Swap::Castling}),
                               unit);
}

// ---- Super Chess ------------------------------------------------------------------------------------------

void compare(const naive::super_chess::Position& pieces, Tally& tally) {
    if (!naive::super_chess::acceptable(pieces)) return;
    const std::string text = naive::super_chess::to_text(pieces);
    compare<laws::SuperPosition>(value_of(laws::SuperPosition::from_fen(text)), text, tally);
}

/// Compares all positions of two kings and a third piece with random attributes; `unit` gives the squares of
/// the kings.
Tally compare_super_three_pieces(std::uint64_t unit) {
    Tally tally;
    Random random(unit);
    const std::size_t white = unit / 64, black = unit % 64;
    if (white == black) return tally;
    for (std::size_t square = 0; square < 64; ++square) {
        for (const std::string_view piece : {"P", "N", "B", "R", "Q"}) {
            for (const bool own : {true, false}) {
                laws::super::Scatter board(random);
                if (!board.put("K", true, white % 8, white / 8) ||
                    !board.put("K", false, black % 8, black / 8) ||
                    !board.put(piece, own, square % 8, square / 8))
                    continue;
                for (const char turn : {'w', 'b'}) {
                    naive::super_chess::Position position;
                    position.now = board.state();
                    position.now.turn = turn;
                    compare(position, tally);
                }
            }
        }
    }
    return tally;
}

Tally compare_super_placements(std::uint64_t unit) {
    Random random(unit + 4000);
    Tally tally;
    for (int n = 0; n < positions_per_unit; ++n)
        compare(laws::super::position_of(random,
                                         laws::super::families[random.below(laws::super::families.size())]),
                tally);
    return tally;
}

}  // namespace

void Tally::add(const Tally& other) {
    positions += other.positions;
    wrong.insert(wrong.end(), other.wrong.begin(), other.wrong.end());
}

std::vector<Source> sources() {
    using laws::D8Position, laws::ParentPosition, laws::SuperPosition;
    constexpr Compared retractions = Compared::Retractions;
    constexpr std::uint64_t kings = 64 * 64;
    return {
        {"superpermutation-d8, three men", kings, 2, compare_three_pieces<D8Position>},
        {"superpermutation, three men", kings, 2, compare_three_pieces<ParentPosition>},
        {"super-chess, three men", kings, 4, compare_super_three_pieces},
        {"complete-permutation, three men", std::uint64_t{128} * 128 * 32, 3, compare_complete_three_pieces},
        {"retract, superpermutation-d8, three men", kings, 0.5,
         compare_three_pieces<D8Position, retractions>},
        {"retract, superpermutation, three men", kings, 0.5,
         compare_three_pieces<ParentPosition, retractions>},
        {"superpermutation-d8, placed", 0, 110, compare_random_placements<D8Position>},
        {"superpermutation, placed", 0, 9, compare_random_placements<ParentPosition>},
        {"complete-permutation, placed", 0, 2, compare_complete_placements},
        {"super-chess, placed", 0, 2, compare_super_placements},
        {"retract, superpermutation-d8, placed", 0, 0.5, compare_random_placements<D8Position, retractions>},
        {"retract, superpermutation, placed", 0, 0.5, compare_random_placements<ParentPosition, retractions>},
        {"retract, superpermutation-d8, played", 0, 0.5,
         [](std::uint64_t unit) { return compare_random_game<D8Position, retractions>(D8Position(), unit); }},
        {"retract, superpermutation, played", 0, 0.5,
         [](std::uint64_t unit) {
             return compare_random_game<ParentPosition, retractions>(ParentPosition(), unit);
         }},
        {"superpermutation-d8, played", 0, 6,
         [](std::uint64_t unit) { return compare_random_game(D8Position(), unit); }},
        {"superpermutation, played", 0, 2,
         [](std::uint64_t unit) { return compare_random_game(ParentPosition(), unit); }},
        {"complete-permutation, played", 0, 1, compare_complete_game},
        {"super-chess, played", 0, 1,
         [](std::uint64_t unit) { return compare_random_game(SuperPosition(), unit); }}};
}

}  // namespace octomate::verify
