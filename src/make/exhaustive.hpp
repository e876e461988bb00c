#pragma once

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "make/annealing.hpp"

namespace octomate::make {

struct ExhaustiveOptions {
    int men = 4;          ///< positions of up to so many men, kings included
    bool pruning = true;  ///< leave out what cannot have the key; without it everything is judged, for tests
    bool parallel = true;
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    const std::atomic<bool>* interrupted = nullptr;
};

/// How far a walk has come; enough to go on from.
struct ExhaustiveProgress {
    std::uint64_t next_unit = 0;  ///< units before it are done
    std::uint64_t units = 0;      ///< of the whole walk
    std::uint64_t evaluated = 0;  ///< positions whose moves were looked at
    std::uint64_t illegal = 0;    ///< arrangements that are no position, or not one with (or without) a die
    std::uint64_t skipped = 0;    ///< arrangements that pruning left out, because they cannot have the key
    std::vector<std::string>
        found;  ///< FENs of positions that do what the spec wants, distinct under the symmetries

    bool complete() const { return next_unit == units; }
};

/// Walks every arrangement of up to so many men in which the men of the spec stand where it says and all
/// others are anywhere: kings on any square, other men as `at_most` allows, pawns on the second to seventh
/// rank with at most one of a colour on a file. The walk is cut into units (one choice of men, one pair of
/// squares for the kings), which are done in order, so that it can stop after any of them and go on later.
///
/// Pruning leaves out arrangements that cannot have the key, for these reasons alone: a man stands on a
/// square that a key move passes or lands on, or a square that a cascade of the key must pass, or from which
/// a partner must come, is empty.
template <class P>
class ExhaustiveWalk {
  public:
    ExhaustiveWalk(const Spec& spec, const ExhaustiveOptions& options) : spec_(spec), options_(options) {
        needed_ = spec.occupied | spec.partners;
        for (board8::Square square = 0; square < 64; ++square) {
            if (spec.men[static_cast<std::size_t>(square)]) fixed_ |= board8::bit(square);
        }
        for (const auto& wish : spec.faces) {
            if (!wish) continue;
            open_ = open_ || wish->any;
            for (const WantedMove& wanted : wish->mates) remember(wanted);
        }
        choose_kinds();
        progress_.units = choices_.size() * 64 * 64;
    }

    /// The men and squares walked over, for the record.
    std::string universe() const;

    const ExhaustiveProgress& progress() const { return progress_; }

    /// Goes on from where an earlier walk of the same spec stopped.
    void resume(const ExhaustiveProgress& progress) {
        progress_ = progress;
        for (const std::string& fen : progress_.found) keys_.insert(key_of(P::from_fen(fen)->value));
    }

    /// Walks until the end, the deadline or an interruption; `after_wave(progress)` is called every few
    /// units.
    template <class AfterWave>
    void walk(AfterWave after_wave) {
        constexpr std::uint64_t wave = 4096;
        while (!progress_.complete() && !stopped()) {
            const std::uint64_t first = progress_.next_unit;
            const std::uint64_t last = std::min(first + wave, progress_.units);
            std::vector<Tally> tallies(last - first);
            const auto do_unit = [&](std::uint64_t unit) { Unit(*this, unit, tallies[unit - first]).walk(); };
            if (options_.parallel) {
                tbb::parallel_for(first, last, do_unit);
            } else {
                for (std::uint64_t unit = first; unit < last; ++unit) do_unit(unit);
            }
            for (const Tally& tally : tallies) add(tally);
            progress_.next_unit = last;
            after_wave(progress_);
        }
    }

  private:
    using Bitboard = board8::Bitboard;
    using Square = board8::Square;
    using Man = board8::Man;

    struct Tally {
        std::uint64_t evaluated = 0;
        std::uint64_t illegal = 0;
        std::uint64_t skipped = 0;
        std::vector<P> found;
    };

    static constexpr Man extra_men[] = {
        {board8::Kind::Pawn, Color::White},   {board8::Kind::Knight, Color::White},
        {board8::Kind::Bishop, Color::White}, {board8::Kind::Rook, Color::White},
        {board8::Kind::Queen, Color::White},  {board8::Kind::Pawn, Color::Black},
        {board8::Kind::Knight, Color::Black}, {board8::Kind::Bishop, Color::Black},
        {board8::Kind::Rook, Color::Black},   {board8::Kind::Queen, Color::Black}};

    void remember(const WantedMove& wanted) {
        const auto same = [&](const WantedMove& other) {
            return other.text.from == wanted.text.from && other.text.to == wanted.text.to &&
                   other.text.promotion == wanted.text.promotion;
        };
        if (std::none_of(wanted_.begin(), wanted_.end(), same)) wanted_.push_back(wanted);
    }

    bool fixed_king(Color color) const {
        return std::any_of(spec_.men.begin(), spec_.men.end(), [&](const auto& man) {
            return man == Man{board8::Kind::King, color};
        });
    }

    /// All choices of the men that are not fixed and no kings, as indices of `extra_men`, never falling.
    void choose_kinds() {
        std::array<std::array<int, 6>, 2> left = spec_.at_most;
        for (const auto& man : spec_.men) {
            if (man) --left[index(man->color)][static_cast<std::size_t>(man->kind)];
        }
        const int there =
            std::popcount(fixed_) + (fixed_king(Color::White) ? 0 : 1) + (fixed_king(Color::Black) ? 0 : 1);
        std::vector<int> choice;
        const auto choose = [&](auto& self, int from) -> void {
            choices_.push_back(choice);
            if (there + static_cast<int>(choice.size()) >= options_.men) return;
            for (int which = from; which < 10; ++which) {
                const Man man = extra_men[which];
                int& room = left[index(man.color)][static_cast<std::size_t>(man.kind)];
                if (room <= 0) continue;
                --room;
                choice.push_back(which);
                self(self, which);
                choice.pop_back();
                ++room;
            }
        };
        if (there <= options_.men) choose(choose, 0);
    }

    bool stopped() const {
        return std::chrono::steady_clock::now() >= options_.deadline ||
               (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed));
    }

    static std::pair<std::uint64_t, std::uint64_t> key_of(const P& position) {
        const PositionKey key = position.symmetric_key();
        return {key.first, key.second};
    }

    void add(const Tally& tally) {
        progress_.evaluated += tally.evaluated;
        progress_.illegal += tally.illegal;
        progress_.skipped += tally.skipped;
        for (const P& position : tally.found) {
            if (keys_.insert(key_of(position)).second) progress_.found.push_back(position.fen());
        }
    }

    /// One choice of men and one pair of king squares.
    class Unit {
      public:
        Unit(const ExhaustiveWalk& all, std::uint64_t unit, Tally& tally)
            : all_(all), choice_(all.choices_[unit / 4096]), tally_(tally), judge_(all.spec_) {
            board_ = board8::Board(all.spec_.men);
            placed_ = all.fixed_;
            possible_ = put_king(Color::White, static_cast<Square>(unit / 64 % 64)) &&
                        put_king(Color::Black, static_cast<Square>(unit % 64));
        }

        void walk() {
            if (!possible_) return;
            if (board8::contains(board8::king_attacks(board_.king(Color::White)),
                                 board_.king(Color::Black))) {
                tally_.illegal += count(board_, placed_, 0, 0);
                return;
            }
            place(board_, placed_, 0, 0);
        }

      private:
        /// A king that the spec fixes is there already: the units that would put it elsewhere are empty.
        bool put_king(Color color, Square square) {
            if (all_.fixed_king(color)) return board_.king(color) == square;
            if (board8::contains(placed_, square)) return false;
            board_.put({board8::Kind::King, color}, square);
            placed_ |= board8::bit(square);
            return true;
        }

        Man man(std::size_t number) const { return extra_men[choice_[number]]; }

        /// Where the next man may stand: equal men stand in rising order, pawns one of a colour on a file.
        Bitboard room(Bitboard placed, std::size_t number, Square least, Bitboard pawn_files) const {
            Bitboard room = ~placed;
            if (number > 0 && choice_[number] == choice_[number - 1])
                room &= least > 63 ? 0 : ~Bitboard{0} << least;
            if (man(number).kind == board8::Kind::Pawn) {
                room &= ~(board8::rank_set(0) | board8::rank_set(7)) & ~pawn_files;
            }
            return room;
        }

        /// The files on which a pawn of the man's colour stands already.
        static Bitboard files_of_pawns(const board8::Board& board, Color color) {
            Bitboard files = board.pawns() & board.of(color);
            files |= files >> 8 | files << 8;
            files |= files >> 16 | files << 16;
            return files | files >> 32 | files << 32;
        }

        /// How many arrangements there are below a point of the walk.
        std::uint64_t count(const board8::Board& board, Bitboard placed, std::size_t number,
                            Square least) const {
            if (number == choice_.size()) return 1;
            Bitboard squares = room(placed, number, least, files_of_pawns(board, man(number).color));
            if (number + 1 == choice_.size()) return static_cast<std::uint64_t>(std::popcount(squares));
            std::uint64_t sum = 0;
            while (squares) {
                const Square square = board8::pop_first(squares);
                board8::Board next = board;
                next.put(man(number), square);
                sum += count(next, placed | board8::bit(square), number + 1, square + 1);
            }
            return sum;
        }

        void place(const board8::Board& board, Bitboard placed, std::size_t number, Square least) {
            const std::size_t left = choice_.size() - number;
            if (all_.options_.pruning) {
                const auto missing = static_cast<std::size_t>(std::popcount(all_.needed_ & ~placed));
                if (missing > left || (placed & all_.spec_.empty)) {
                    tally_.skipped += count(board, placed, number, least);
                    return;
                }
            }
            if (left == 0) return judge(board);
            Bitboard squares = room(placed, number, least, files_of_pawns(board, man(number).color));
            while (squares) {
                const Square square = board8::pop_first(squares);
                board8::Board next = board;
                next.put(man(number), square);
                place(next, placed | board8::bit(square), number + 1, square + 1);
            }
        }

        void judge(const board8::Board& board) {
            const Spec& spec = all_.spec_;
            if (king_attacked(board, !spec.turn) ||
                (P::faces_of_the_die > 1 && king_attacked(board, spec.turn) == spec.wants_die())) {
                ++tally_.illegal;
                return;
            }
            ++tally_.evaluated;
            const P position(board, spec.turn);
            position.mating_moves(mates_);
            if (mates_.size() < all_.wanted_.size() || (!all_.open_ && mates_.size() > all_.wanted_.size()))
                return;
            const bool all_there =
                std::all_of(all_.wanted_.begin(), all_.wanted_.end(), [&](const WantedMove& wanted) {
                    return std::any_of(mates_.begin(), mates_.end(),
                                       [&](auto mate) { return is_wanted<P>(mate, wanted); });
                });
            if (all_there && judge_.judge(position).exact) tally_.found.push_back(position);
        }

        const ExhaustiveWalk& all_;
        const std::vector<int>& choice_;
        Tally& tally_;
        KeyJudge<P> judge_;
        MoveList<P> mates_;
        board8::Board board_;
        Bitboard placed_ = 0;
        bool possible_ = false;
    };

    const Spec spec_;
    const ExhaustiveOptions options_;
    Bitboard fixed_ = 0;
    Bitboard needed_ = 0;
    bool open_ = false;  // some face may mate as it likes
    std::vector<WantedMove> wanted_;
    std::vector<std::vector<int>> choices_;
    std::set<std::pair<std::uint64_t, std::uint64_t>> keys_;
    ExhaustiveProgress progress_;
};

template <class P>
std::string ExhaustiveWalk<P>::universe() const {
    std::string fixed;
    for (Square square = 0; square < 64; ++square) {
        const auto& man = spec_.men[static_cast<std::size_t>(square)];
        if (man)
            fixed += fmt::format("{}{}{}", fixed.empty() ? "" : " ", board8::fen_letter(*man),
                                 board8::name(square));
    }
    std::string limits;
    for (const Man man : extra_men) {
        limits += fmt::format("{}{}{}", limits.empty() ? "" : " ",
                              spec_.at_most[index(man.color)][static_cast<std::size_t>(man.kind)],
                              board8::fen_letter(man));
    }
    return fmt::format(
        "up to {} men; fixed: {}; kings anywhere; of other men, fixed ones included, at most {}; pawns on "
        "ranks 2 to 7, one of a colour on a file; {} to move",
        options_.men, fixed.empty() ? "none" : fixed, limits, name(spec_.turn));
}

}  // namespace octomate::make
