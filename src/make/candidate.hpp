#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "board8/checks.hpp"
#include "games/superpermutation/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/spec.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// Men on a board that may become a composition, and the rules that keep it one.
class Candidate {
  public:
    explicit Candidate(const Spec& spec) : men_(spec.men) {}

    const board8::Placement& men() const { return men_; }
    std::optional<board8::Man>& operator[](board8::Square square) {
        return men_[static_cast<std::size_t>(square)];
    }
    const std::optional<board8::Man>& operator[](board8::Square square) const {
        return men_[static_cast<std::size_t>(square)];
    }

    int count() const {
        return static_cast<int>(
            std::count_if(men_.begin(), men_.end(), [](const auto& man) { return man.has_value(); }));
    }

    /// Whether the spec allows it: one king a side, no more men than it says, its squares empty or occupied;
    /// pawns where a game can put them (not on their last rank, and one of a colour on a file, since no pawn
    /// ever leaves its file).
    bool allowed(const Spec& spec) const {
        std::array<std::array<int, 6>, 2> number{};
        std::array<std::array<int, 8>, 2> pawns{};
        int all = 0;
        for (board8::Square square = 0; square < 64; ++square) {
            const auto& man = (*this)[square];
            if (!man) {
                if (board8::contains(spec.occupied | spec.partners, square)) return false;
                continue;
            }
            if (board8::contains(spec.empty, square)) return false;
            ++all;
            ++number[index(man->color)][static_cast<std::size_t>(man->kind)];
            if (man->kind != board8::Kind::Pawn) continue;
            if (board8::rank_of(square) == board8::relative_rank(man->color, 7)) return false;
            if (++pawns[index(man->color)][static_cast<std::size_t>(board8::file_of(square))] > 1)
                return false;
        }
        if (all > spec.max_men) return false;
        for (std::size_t color = 0; color < 2; ++color) {
            if (number[color][static_cast<std::size_t>(board8::Kind::King)] != 1) return false;
            for (std::size_t kind = 0; kind < 5; ++kind) {
                if (number[color][kind] > std::max(spec.at_most[color][kind], fixed(spec, color, kind)))
                    return false;
            }
        }
        for (board8::Bitboard rest = spec.partners; rest;) {
            const auto& partner = (*this)[board8::pop_first(rest)];
            if (partner->color != spec.turn || partner->kind == board8::Kind::Pawn ||
                partner->kind == board8::Kind::King) {
                return false;
            }
        }
        return true;
    }

    /// How much the composer minds its looks; lower is better.
    double looks(const Spec& spec) const {
        constexpr double worth[] = {0.7, 1.0, 1.0, 1.1, 1.8, 0};
        double cost = 0;
        for (board8::Square square = 0; square < 64; ++square) {
            const auto& man = (*this)[square];
            if (!man) continue;
            cost += spec.taste.economy * worth[static_cast<std::size_t>(man->kind)];
            if (spec.men[static_cast<std::size_t>(square)]) continue;  // as the spec wants it
            const int rank =
                man->color == Color::White ? board8::rank_of(square) : 7 - board8::rank_of(square);
            const bool edge = board8::file_of(square) == 0 || board8::file_of(square) == 7;
            switch (man->kind) {
                case board8::Kind::Pawn:
                    cost += spec.taste.promoted * (rank == 6 ? 0.6 : rank == 5 ? 0.2 : rank == 0 ? 0.8 : 0);
                    break;
                case board8::Kind::Knight: cost += edge ? (rank == 0 || rank == 7 ? 0.6 : 0.2) : 0; break;
                case board8::Kind::King:
                    if (man->color == spec.turn) cost += spec.taste.kings * 0.15 * std::max(0, rank - 1);
                    break;
                default: break;
            }
        }
        return cost;
    }

  private:
    static int fixed(const Spec& spec, std::size_t color, std::size_t kind) {
        return static_cast<int>(std::count_if(spec.men.begin(), spec.men.end(), [&](const auto& man) {
            return man && index(man->color) == color && static_cast<std::size_t>(man->kind) == kind;
        }));
    }

    board8::Placement men_;
};

/// How far a position is from doing what the spec wants.
struct Judgement {
    double cost = 1e9;  ///< 0 if it does exactly that
    bool exact = false;
};

/// Whether a legal move is the wanted one (the cascade apart).
template <class P>
bool is_wanted(typename P::Move move, const WantedMove& wanted) {
    if (move.from != wanted.text.from || move.to != wanted.text.to) return false;
    if (!move.promotes()) return !wanted.text.promotion;
    return wanted.text.promotion == move.promotion();
}

/// Judges a position by its moves: what each wanted mate still lacks, and which mates are too many. The costs
/// are gradients for the search; only 0 means something.
template <class P>
class KeyJudge {
  public:
    explicit KeyJudge(const Spec& spec) : spec_(spec) {}

    Judgement judge(const P& position) {
        Judgement judgement;
        if (position.in_check() == spec_.wants_die() && P::faces_of_the_die > 1) {
            judgement.cost = 15;  // a die where none should be, or none where one should: worse than any lack
            return judgement;
        }
        position.legal_moves(moves_);
        position.mating_moves(mates_);
        judgement.cost = 0;
        for (const auto& chance : position.rolls()) {
            const auto& wish = spec_.faces[chance.roll.face];
            const bool free = std::none_of(moves_.begin(), moves_.end(),
                                           [&](auto move) { return position.roll_of(move) == chance.roll; });
            if (wish) {
                for (const WantedMove& wanted : wish->mates)
                    judgement.cost += lack(position, chance.roll, free, wanted);
                if (wish->any) continue;
            }
            for (const auto mate : mates_) {
                if (!free && position.roll_of(mate) != chance.roll) continue;
                const bool asked =
                    wish && std::any_of(wish->mates.begin(), wish->mates.end(),
                                        [&](const WantedMove& wanted) { return is_wanted<P>(mate, wanted); });
                if (!asked) judgement.cost += 1.6;
            }
        }
        if (!spec_.themes.empty()) {
            solver::winning_faces(position, winning_);
            const auto lacking = spec_.themes - themes::themes_of(position, winning_);
            judgement.cost += 2 * lacking.size();
        }
        judgement.exact = judgement.cost == 0;
        return judgement;
    }

  private:
    /// What a wanted mate lacks on a face.
    double lack(const P& position, typename P::Roll roll, bool free, const WantedMove& wanted) {
        const auto found =
            std::find_if(moves_.begin(), moves_.end(), [&](auto move) { return is_wanted<P>(move, wanted); });
        if (found == moves_.end()) return 6;
        double cost = 0;
        if (!free &&
            position.roll_of(*found) != roll) {  // the face should be free: every move on it is one too many
            const auto holders = std::count_if(moves_.begin(), moves_.end(),
                                               [&](auto move) { return position.roll_of(move) == roll; });
            cost += 1.5 + 0.5 * static_cast<double>(std::min<std::ptrdiff_t>(holders, 6));
        }
        const board8::Square end = wanted.text.end.value_or(wanted.text.to);
        if (!wanted.text.machine_form() && found->end(position.turn()) != end) return cost + 4.5;
        if (wanted.text.capture.value_or(position.traits(*found).capture) != position.traits(*found).capture)
            return cost + 4.5;
        const P after = position.play(*found);
        if (!after.in_check()) return cost + 3.5;
        const auto defences = static_cast<double>(std::min<std::size_t>(after.count_legal_moves(), 6));
        return cost + (defences == 0 ? 0 : 0.8 + 0.4 * defences);
    }

    const Spec& spec_;
    MoveList<P> moves_, mates_;
    solver::Faces<P> winning_;
};

}  // namespace octomate::make
