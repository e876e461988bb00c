#pragma once

#include <tbb/parallel_for.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "games/superpermutation/symmetry.hpp"
#include "make/candidate.hpp"

namespace octomate::make {

/// A position that does exactly what the spec wants.
template <class P>
struct Composition {
    P position;
    double looks = 0;        ///< lower is better
    std::uint64_t unit = 0;  ///< the work unit that found it: with the seed, enough to find it again
};

struct ComposeOptions {
    std::size_t count = 1;  ///< distinct positions wanted
    std::uint64_t seed = 1;
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();  ///< positions to judge at most
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    bool parallel = true;  ///< never changes the answer
    const std::atomic<bool>* interrupted = nullptr;
};

template <class P>
struct ComposeResult {
    std::vector<Composition<P>> found;  ///< best first
    std::uint64_t nodes = 0;
    bool complete = false;  ///< as many as were wanted
};

/// One attempt: men are put on the board, near the enemy king or anywhere, and then moved, added, removed and
/// exchanged by simulated annealing on the cost of the key and the looks; at last every man that is not
/// needed goes.
template <class P>
class Attempt {
  public:
    Attempt(const Spec& spec, std::uint64_t seed, std::uint64_t unit)
        : spec_(spec), judge_(spec), random_(Random::of_unit(seed, unit)), net_(unit % 2 == 1) {}

    /// The best that it found, first without the men that are not needed, then as it was before they went.
    std::vector<Composition<P>> run() {
        Candidate now(spec_);
        if (!start(now)) return {};
        double cost = cost_of(now);
        std::optional<Candidate> best;
        double best_looks = 0;
        int since_best = 0;
        for (int step = 0; step < steps && since_best < patience; ++step) {
            Candidate next = now;
            if (!change(next) || !next.allowed(spec_)) continue;
            const double next_cost = cost_of(next);
            const double heat = 1.2 * std::pow(0.08 / 1.2, static_cast<double>(step) / steps);
            if (next_cost > cost && random_.fraction() >= std::exp((cost - next_cost) / heat)) continue;
            now = next;
            cost = next_cost;
            if (best) ++since_best;
            if (!exact_) continue;
            if (const double looks = now.looks(spec_); !best || looks < best_looks) {
                best = now;
                best_looks = looks;
                since_best = 0;
            }
        }
        if (!best) return {};
        const Candidate whole = *best;
        shrink(*best);
        return {Composition<P>{position_of(*best), best->looks(spec_), 0},
                Composition<P>{position_of(whole), whole.looks(spec_), 0}};
    }

    std::uint64_t nodes() const { return nodes_; }

  private:
    static constexpr int steps = 6000;
    static constexpr int patience = 1500;
    static constexpr double weight_of_looks = 0.35;

    P position_of(const Candidate& candidate) const { return P(board8::Board(candidate.men()), spec_.turn); }

    double cost_of(const Candidate& candidate) {
        ++nodes_;
        exact_ = false;
        const board8::Board board(candidate.men());
        if (king_attacked(board, !spec_.turn)) return 1e9;
        const Judgement judgement = judge_.judge(P(board, spec_.turn));
        exact_ = judgement.exact;
        return judgement.cost + weight_of_looks * candidate.looks(spec_);
    }

    board8::Square any_square() { return random_.below(64); }

    bool usable(const Candidate& candidate, board8::Square square) const {
        return !candidate[square] && !board8::contains(spec_.empty, square);
    }

    board8::Man any_man() {
        const auto kind = static_cast<board8::Kind>(random_.below(5));
        return {kind, static_cast<Color>(random_.below(2))};
    }

    /// The two kings, the men that the spec needs, and a few others. False if the spec leaves no room.
    bool start(Candidate& candidate) {
        for (const Color color : {!spec_.turn, spec_.turn}) {
            const bool there = std::any_of(spec_.men.begin(), spec_.men.end(), [&](const auto& man) {
                return man == board8::Man{board8::Kind::King, color};
            });
            if (!there && !put_somewhere(candidate, {board8::Kind::King, color})) return false;
        }
        for (board8::Bitboard rest = spec_.partners; rest;) {
            const board8::Square square = board8::pop_first(rest);
            if (!candidate[square])
                candidate[square] = board8::Man{static_cast<board8::Kind>(1 + random_.below(4)), spec_.turn};
        }
        for (board8::Bitboard rest = spec_.occupied; rest;) {
            const board8::Square square = board8::pop_first(rest);
            if (!candidate[square]) candidate[square] = any_man();
        }
        for (int more = 1 + random_.below(5); more > 0 && candidate.count() < spec_.max_men; --more) {
            put_somewhere(candidate, any_man());
        }
        for (int tries = 0; tries < 200 && !candidate.allowed(spec_); ++tries) change(candidate);
        return candidate.allowed(spec_);
    }

    bool put_somewhere(Candidate& candidate, board8::Man man) {
        for (int tries = 0; tries < 100; ++tries) {
            const board8::Square square =
                net_ && man.kind != board8::Kind::King ? near_enemy_king(candidate) : any_square();
            if (!usable(candidate, square)) continue;
            if (man.kind == board8::Kind::Pawn &&
                board8::rank_of(square) == board8::relative_rank(man.color, 7))
                continue;
            candidate[square] = man;
            return true;
        }
        return false;
    }

    /// For growing a mating net: a square at most two steps from the king to be mated.
    board8::Square near_enemy_king(const Candidate& candidate) {
        for (board8::Square square = 0; square < 64; ++square) {
            if (candidate[square] != board8::Man{board8::Kind::King, !spec_.turn}) continue;
            return near(square);
        }
        return any_square();
    }

    board8::Square near(board8::Square square) {
        const int file = std::clamp(board8::file_of(square) + random_.below(5) - 2, 0, 7);
        const int rank = std::clamp(board8::rank_of(square) + random_.below(5) - 2, 0, 7);
        return board8::square_at(file, rank);
    }

    /// A man that the spec does not hold in its place.
    std::optional<board8::Square> loose_man(const Candidate& candidate) {
        for (int tries = 0; tries < 60; ++tries) {
            const board8::Square square = any_square();
            if (candidate[square] && !spec_.men[static_cast<std::size_t>(square)]) return square;
        }
        return std::nullopt;
    }

    /// One random change; false if it came to nothing.
    bool change(Candidate& candidate) {
        const int what = random_.below(10);
        if (what < 2) return put_somewhere(candidate, any_man());
        const auto from = loose_man(candidate);
        if (!from) return false;
        auto& man = candidate[*from];
        const bool king = man->kind == board8::Kind::King;
        if (what < 4 && !king) {
            man.reset();
            return true;
        }
        if (what < 6 && !king) {
            man = any_man();
            return true;
        }
        const board8::Square to = what < 8 ? near(*from) : any_square();
        if (!usable(candidate, to)) return false;
        candidate[to] = std::exchange(man, std::nullopt);
        return true;
    }

    /// Removes men as long as the key stays exactly the same; the dearest first.
    void shrink(Candidate& candidate) {
        for (const board8::Kind kind : {board8::Kind::Queen, board8::Kind::Rook, board8::Kind::Bishop,
                                        board8::Kind::Knight, board8::Kind::Pawn}) {
            for (board8::Square square = 0; square < 64; ++square) {
                if (!candidate[square] || candidate[square]->kind != kind) continue;
                if (spec_.men[static_cast<std::size_t>(square)]) continue;
                Candidate smaller = candidate;
                smaller[square].reset();
                if (!smaller.allowed(spec_)) continue;
                cost_of(smaller);
                if (exact_) candidate = smaller;
            }
        }
    }

    const Spec& spec_;
    KeyJudge<P> judge_;
    Random random_;
    bool net_;
    bool exact_ = false;
    std::uint64_t nodes_ = 0;
};

/// Runs attempts until enough distinct positions (under the symmetries) are found. Attempt n draws from a
/// random stream of its own, and attempts are counted in order, so the answer does not depend on the threads.
/// `progress(found, nodes)` is called between waves of attempts.
template <class P, class Progress>
ComposeResult<P> compose(const Spec& spec, const ComposeOptions& options, Progress progress) {
    constexpr std::uint64_t wave = 16;
    struct Outcome {
        std::vector<Composition<P>> compositions;
        std::uint64_t nodes = 0;
    };
    ComposeResult<P> result;
    std::set<std::pair<std::uint64_t, std::uint64_t>> seen;
    const auto stopped = [&] {
        return result.found.size() >= options.count || result.nodes >= options.nodes ||
               std::chrono::steady_clock::now() >= options.deadline ||
               (options.interrupted && options.interrupted->load(std::memory_order_relaxed));
    };
    for (std::uint64_t first = 0; !stopped(); first += wave) {
        std::vector<Outcome> outcomes(wave);
        const auto attempt = [&](std::uint64_t number) {
            Attempt<P> one(spec, options.seed, first + number);
            outcomes[number].compositions = one.run();
            outcomes[number].nodes = one.nodes();
        };
        if (options.parallel) {
            tbb::parallel_for(std::uint64_t{0}, wave, attempt);
        } else {
            for (std::uint64_t number = 0; number < wave; ++number) attempt(number);
        }
        for (std::uint64_t number = 0; number < wave; ++number) {
            if (result.found.size() >= options.count || result.nodes >= options.nodes) break;
            result.nodes += outcomes[number].nodes;
            // One position an attempt: where many attempts shrink to the same, the larger ones are the
            // variety.
            for (Composition<P>& composition : outcomes[number].compositions) {
                const PositionKey key = composition.position.symmetric_key();
                if (!seen.insert({key.first, key.second}).second) continue;
                composition.unit = first + number;
                result.found.push_back(composition);
                break;
            }
        }
        progress(result.found.size(), result.nodes);
    }
    result.complete = result.found.size() >= options.count;
    std::stable_sort(result.found.begin(), result.found.end(),
                     [](const auto& a, const auto& b) { return a.looks < b.looks; });
    return result;
}

}  // namespace octomate::make
