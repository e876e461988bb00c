#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/described.hpp"
#include "core/written.hpp"
#include "puzzle/puzzle.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "solver/stipulation_search.hpp"

namespace octomate::reports {

/// The notation, and where the move lands if it leads to another branch of the game.
template <Written P>
std::string notated(const P& position, const typename P::Move& move) {
    std::string text = position.notation(move);
    if constexpr (Lands<P>) {
        if (const std::string where = landing_of(position, move); !where.empty()) text += " [" + where + "]";
    }
    return text;
}

/// How many moves notations name, if those that differ only in what a pawn becomes count as one.
inline std::size_t count_promotions_as_one(const std::vector<std::string>& notations) {
    std::set<std::string> different;
    for (const std::string& text : notations) different.insert(text.substr(0, text.find('=')));
    return different.size();
}

/// The same for several moves.
template <Written P>
std::vector<std::string> notated(const P& position, const std::vector<typename P::Move>& moves) {
    std::vector<std::string> texts;
    for (const auto& move : moves) texts.push_back(notated(position, move));
    return texts;
}

/// The number of moves, where promotions of a pawn on one square may count as one.
template <Written P>
std::size_t count_moves(const P& position, const std::vector<typename P::Move>& moves,
                        bool promotions_as_one) {
    return promotions_as_one && moves.size() > 1 ? count_promotions_as_one(notated(position, moves))
                                                 : moves.size();
}

/// The rolls on which a move may be played; 0 where no die is used.
template <Written P>
std::vector<int> faces_of(const P& position, const typename P::Move& move) {
    std::vector<int> faces;
    MoveList<P> moves;
    for (const auto& chance : position.rolls()) {
        position.legal_moves(chance.roll, moves);
        if (std::find(moves.begin(), moves.end(), move) != moves.end()) faces.push_back(chance.roll.face);
    }
    return faces;
}

/// "(1,5)", or "(-)" where no die is used.
inline std::string rolls_text(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return "(-)";
    std::string text;
    for (const int face : faces) text += (text.empty() ? "(" : ",") + std::to_string(face);
    return text + ")";
}

/// Whether the position's chance has something to say here: there is a die, and it is used.
template <Written P>
bool uses_die(const P& position) {
    return position.rolls().size() > 1;
}

/// Whether a legal move may be played on a roll because it serves the roll, not because the move is free.
template <Written P>
bool serves(const P& position, const typename P::Move& move, typename P::Roll roll) {
    if constexpr (MovesByRoll<P>) {
        return position.roll_of(move) == roll;
    } else {
        MoveList<P> moves;
        return position.legal_moves(roll, moves) == Freedom::Bound &&
               std::find(moves.begin(), moves.end(), move) != moves.end();
    }
}

/// The roll that a legal move serves.
template <Written P>
typename P::Roll own_roll(const P& position, const typename P::Move& move) {
    for (const auto& chance : position.rolls()) {
        if (serves(position, move, chance.roll)) return chance.roll;
    }
    return {};
}

/// The one face that a puzzle asks about; none if it asks about all, or if no die is used.
template <Written P>
std::optional<int> asked_face(const records::Puzzle& puzzle, const P& position) {
    return uses_die(position) ? puzzle.roll : std::nullopt;
}

/// Finds what solves a puzzle: on each roll the moves that win at once or, in a
/// puzzle that asks for more moves, the first moves that force the win whatever is rolled later. Where it has
/// another stipulation, the first moves that force that, or with which a line begins that fulfils it.
template <Written P>
class PuzzleSolver {
  public:
    /// `search` says how longer wins are searched; what it says of moves, dice and defence is not used.
    /// `other`: the puzzle asks for this instead of a win in so many moves.
    PuzzleSolver(int moves, solver::MateOptions search, const std::optional<Stipulation>& other = {}) {
        if (other) {
            search.dice = other->has_lines() ? solver::Dice::Some : solver::Dice::Every;
            other_.emplace(solver::StipulationOptions{search, *other});
            return;
        }
        if (moves == 1) return;
        search.moves = moves;
        search.dice = solver::Dice::Every;
        search.defence = solver::Defence::Best;
        search_.emplace(search);
    }

    /// All rolls; false if a limit cut the search short, and `out` is not to be relied on.
    bool solve(const P& position, solver::Faces<P>& out) {
        if (search_) return solver::solve_forced_faces(position, *search_, out);
        solver::solve_faces(position, out);
        if (other_) return fulfil(position, out);
        return true;
    }

    /// Only the rolls that the puzzle asks about and that have a solution.
    bool solve_asked(const records::Puzzle& puzzle, const P& position, solver::Faces<P>& out) {
        if (search_ || other_) {
            if (!solve(position, out)) return false;
            solver::drop_lost_faces<P>(out);
        } else {
            solver::winning_faces(position, out);
        }
        if (const auto asked = asked_face(puzzle, position))
            std::erase_if(out, [&](const auto& face) { return face.roll.face != *asked; });
        return true;
    }

  private:
    /// Puts the first moves in the place of the wins.
    bool fulfil(const P& position, solver::Faces<P>& out) {
        auto result = other_->solve(position);
        for (std::size_t at = 0; at < out.size(); ++at) out[at].mates = std::move(result.faces[at].best);
        return result.complete;
    }

    std::optional<solver::MateSearch<P>> search_;
    std::optional<solver::StipulationSearch<P>> other_;
};

/// How many answers a legal move leaves that checks; 0 if it mates or does not check.
template <Written P>
std::size_t answers_to_check(const P& position, const typename P::Move& move) {
    const P after = position.play(move);
    return after.in_check() ? solver::count_moves(after) : 0;
}

/// All moves that check and leave one answer, in order.
template <Written P>
MoveList<P> near_misses(const P& position) {
    MoveList<P> moves, tries;
    position.legal_moves(moves);
    for (const auto& move : moves) {
        if (answers_to_check(position, move) == 1) tries.push_back(move);
    }
    std::sort(tries.begin(), tries.end());
    return tries;
}

/// The first reply in a position that has one.
template <Written P>
typename P::Move only_reply(const P& position) {
    MoveList<P> replies;
    position.legal_moves(replies);
    return replies[0];
}

}  // namespace octomate::reports
