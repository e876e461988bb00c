// Finds better versions of a puzzle by a best-first search over arrangements of its pieces. Candidates
// wait in a set ordered by `Candidate::rank` (few faults first, then few changes and high merit). Each step
// removes the best one and judges all its neighbours, which differ by one more piece removed, added, replaced
// or moved. Every arrangement is judged at most once, and only the best `most_open` candidates are kept. In
// the end the best versions are judged again, with the checks that take longer (superfluous pieces and
// tries). Neighbours are shuffled by the seed and judged in parallel, but used in order, so that the result
// does not depend on the number of threads.

#include "collect/improve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>
#include <tuple>
#include <utility>

#include "core/random.hpp"
#include "make/maker.hpp"
#include "solver/parallel.hpp"

namespace octomate::collect {

namespace {

using make::Setup;
using reports::CheckReport;

/// Returns the weighted number of flaws; 0 if there are none. A lost solution weighs most, since it destroys
/// the idea of the puzzle.
std::size_t weighted_flaws(const VersionJudgement& version) {
    return 6 * version.lost + 2 * version.cooks + 2 * version.short_faces + version.duals;
}

/// Rates a sound version; higher is better.
int version_score(const VersionJudgement& version) {
    const auto penalty = 5 * version.superfluous + 2 * std::min<std::size_t>(version.later_duals, 10);
    return version.quality - 3 * version.pieces - static_cast<int>(penalty) + static_cast<int>(version.tries);
}

bool is_better(const VersionJudgement& a, const VersionJudgement& b) {
    if (!b.sound()) return a.kept > 0 && a.lost <= b.lost && weighted_flaws(a) < weighted_flaws(b);
    return a.sound() && a.superfluous <= b.superfluous && version_score(a) > version_score(b);
}

/// An arrangement of pieces and, once it is judged, its puzzle and judgement.
struct Candidate {
    Setup setup;
    int changes = 0;  ///< number of pieces moved or added, compared with the given puzzle
    bool is_judged = false;
    records::Puzzle puzzle{};
    VersionJudgement judgement{};

    /// The sort key: candidates with a lower rank are expanded and reported first.
    std::tuple<std::size_t, int, const std::string&> rank() const {
        return {weighted_flaws(judgement), 5 * changes - version_score(judgement), puzzle.fen};
    }
    bool operator<(const Candidate& other) const { return rank() < other.rank(); }
};

class VersionSearch {
  public:
    VersionSearch(const games::Game& game, const records::Puzzle& puzzle, const ImproveOptions& options,
                  const make::PlainPosition& position)
        : game_(game),
          terms_(game.maker()->terms()),
          puzzle_(puzzle),
          options_(options),
          position_(position),
          begin_(position.setup()),
          random_(options.seed),
          limits_(reports::search_options(options.search, 1).limits) {}

    Expected<Improvements, Faults> run() {
        Improvements found;
        Candidate begin{begin_};
        begin.puzzle = puzzle_;
        if (Status done = judge(begin, true); !done) return Unexpected{std::move(done.error())};
        found.before = begin.judgement;
        seen_.insert(begin_);
        std::set<Candidate> open;
        open.insert(std::move(begin));
        std::vector<Candidate> good;
        while (!open.empty() && judged_ < options_.positions && !is_over()) {
            const Candidate next = std::move(open.extract(open.begin()).value());
            for (Candidate& candidate : neighbours_of(next)) {
                if (is_better(candidate.judgement, found.before)) good.push_back(candidate);
                open.insert(std::move(candidate));
            }
            if (open.size() > most_open) open.erase(std::next(open.begin(), most_open), open.end());
        }
        found.versions = best_of(std::move(good), found.before);
        found.positions = judged_;
        found.complete = !is_over();
        return found;
    }

  private:
    static constexpr std::ptrdiff_t most_open = 1000;  // maximum number of candidates that wait for expansion

    bool is_over() const { return reports::is_over(limits_); }

    /// Returns the search request of one position: one thread, and the remaining time as its limit.
    reports::SearchRequest search() const {
        reports::SearchRequest search = options_.search;
        search.threads = 1;
        search.hash_mib = 1;
        search.nodes = 0;
        if (search.seconds > 0) {
            const std::chrono::duration<double> left = limits_.deadline - reports::Clock::now();
            search.seconds = std::max(left.count(), 1e-6);
        }
        return search;
    }

    /// Judges a candidate whose puzzle is set; sets `is_judged` unless the search was stopped. With
    /// `closely`, also counts superfluous pieces and tries.
    Status judge(Candidate& candidate, bool closely) const {
        reports::CheckRequest request;
        request.superfluous = closely;
        request.near_misses = false;
        request.search = search();
        CheckReport report;
        if (Status checked = game_.check(candidate.puzzle, request, report); !checked) return checked;
        if (!report.complete) return {};
        candidate.judgement = judgement_of(report);
        candidate.judgement.pieces =
            static_cast<int>(candidate.setup.size()) -
            static_cast<int>(std::count(candidate.setup.begin(), candidate.setup.end(), make::empty_square));
        if (candidate.judgement.sound() && !puzzle_.other_stipulation()) {
            records::Puzzle tagged = candidate.puzzle;
            bool complete = true;
            if (Status done = game_.maker()->tag(tagged, request.search, complete); !done) return done;
            if (tagged.quality) candidate.judgement.quality = static_cast<int>(tagged.quality->value());
        }
        if (closely && !puzzle_.other_stipulation()) {
            reports::SolutionReport solution;
            if (game_.solution(candidate.puzzle, {request.search}, solution))
                candidate.judgement.tries = solution.tries.size();
        }
        candidate.is_judged = true;
        return {};
    }

    VersionJudgement judgement_of(const CheckReport& report) const {
        const bool is_solved_by_lines =
            puzzle_.other_stipulation() && puzzle_.other_stipulation()->has_lines();
        const auto size_in = [](const reports::Key& key, int face) {
            const auto found = key.find(face);
            return found == key.end() ? 0 : found->second.size();
        };
        VersionJudgement judgement;
        judgement.verdict = report.verdict;
        judgement.lost = report.misnamed;
        for (const auto& [face, texts] : *puzzle_.key) {
            const std::size_t missing = size_in(report.missing, face);
            const std::size_t allowed_missing = is_solved_by_lines ? 0 : texts.size() - 1;
            judgement.lost += missing > allowed_missing ? missing - allowed_missing : 0;
            judgement.kept += missing < texts.size() && size_in(report.solution_key, face) > 0;
        }
        for (const auto& [face, texts] : report.extra) judgement.cooks += texts.size();
        for (const auto& [face, texts] : report.duals)
            judgement.duals += texts.size() - 1 - std::min(texts.size() - 1, size_in(report.extra, face));
        judgement.short_faces = report.short_in.size();
        judgement.later_duals = report.later_duals;
        judgement.superfluous = report.superfluous.size();
        return judgement;
    }

    /// Judges the arrangements that differ from `from` by one more change and were not judged before, up to
    /// the limit on positions. Returns the candidates that are valid puzzles.
    std::vector<Candidate> neighbours_of(const Candidate& from) {
        std::vector<Candidate> neighbours;
        add_changes(from.setup, neighbours);
        for (std::size_t left = neighbours.size(); left > 1; --left)
            std::swap(neighbours[left - 1],
                      neighbours[static_cast<std::size_t>(random_.below(static_cast<int>(left)))]);
        std::stable_sort(neighbours.begin(), neighbours.end(),
                         [](const auto& a, const auto& b) { return a.changes < b.changes; });
        if (neighbours.size() > options_.positions - judged_) neighbours.resize(options_.positions - judged_);
        judged_ += neighbours.size();
        solver::for_each_number(neighbours.size(), options_.search.threads > 1, [&](std::size_t number) {
            Candidate& candidate = neighbours[number];
            const auto fen = is_over() ? std::nullopt : position_.fen_with(candidate.setup);
            if (!fen) return;
            candidate.puzzle = puzzle_;
            candidate.puzzle.fen = *fen;
            // A version in which a move of the key is illegal fails here and is dropped.
            if (const Status done = judge(candidate, false); !done) candidate.is_judged = false;
        });
        std::erase_if(neighbours, [](const Candidate& candidate) { return !candidate.is_judged; });
        return neighbours;
    }

    /// Adds an arrangement to `neighbours` unless it was added before or has too many changes.
    void add_new(Setup setup, std::vector<Candidate>& neighbours) {
        const records::Edit edit = difference(setup);
        const int changes = static_cast<int>(edit.moved.size() + edit.added.size());
        if (changes <= options_.changes && seen_.insert(setup).second)
            neighbours.push_back({std::move(setup), changes});
    }

    /// Adds all arrangements that differ from `from` by one change: a piece removed, added, moved to any
    /// empty square, or replaced by another piece of its side. Royal pieces are only moved.
    void add_changes(const Setup& from, std::vector<Candidate>& neighbours) {
        std::vector<int> numbers(terms_.pieces.size());
        for (const int piece : from) {
            if (piece != make::empty_square) ++numbers[static_cast<std::size_t>(piece)];
        }
        const auto with_piece = [&](std::size_t square, int piece) {
            Setup setup = from;
            setup[square] = piece;
            return setup;
        };
        const auto may_place = [&](int piece, std::size_t square) {
            const auto& kind = terms_.piece(piece);
            return !kind.royal && kind.has_own_letter &&
                   numbers[static_cast<std::size_t>(piece)] < kind.initial_count && kind.may_stand[square];
        };
        for (std::size_t square = 0; square < from.size(); ++square) {
            const int piece = from[square];
            if (piece != make::empty_square && !terms_.piece(piece).royal)
                add_new(with_piece(square, make::empty_square), neighbours);
            for (int other = 0; other < terms_.kinds_of_pieces(); ++other) {
                const bool may_replace =
                    piece == make::empty_square ||
                    (!terms_.piece(piece).royal && terms_.piece(piece).side == terms_.piece(other).side);
                if (other != piece && may_replace && may_place(other, square))
                    add_new(with_piece(square, other), neighbours);
            }
            if (piece == make::empty_square) continue;
            for (std::size_t to = 0; to < from.size(); ++to) {
                if (from[to] != make::empty_square || !terms_.piece(piece).may_stand[to]) continue;
                Setup setup = with_piece(square, make::empty_square);
                setup[to] = piece;
                add_new(std::move(setup), neighbours);
            }
        }
    }

    /// Returns the edit that turns the given puzzle's pieces into `setup`. A piece that appears on an empty
    /// square counts as moved from the nearest square that lost an equal piece; all other changes count as
    /// additions and removals.
    records::Edit difference(const Setup& setup) const {
        const make::Geometry& board = terms_.board;
        std::vector<int> emptied, filled;
        for (std::size_t square = 0; square < setup.size(); ++square) {
            if (setup[square] == begin_[square]) continue;
            if (begin_[square] != make::empty_square) emptied.push_back(static_cast<int>(square));
            if (setup[square] != make::empty_square) filled.push_back(static_cast<int>(square));
        }
        const auto at = [](const Setup& pieces, int square) {
            return pieces[static_cast<std::size_t>(square)];
        };
        const auto distance = [&](int a, int b) {
            return std::max(std::abs(board.file_of(a) - board.file_of(b)),
                            std::abs(board.rank_of(a) - board.rank_of(b)));
        };
        records::Edit edit;
        for (const int to : filled) {
            const int piece = at(setup, to);
            auto from = emptied.end();
            for (auto it = emptied.begin(); it != emptied.end(); ++it) {
                const bool moved = at(begin_, *it) == piece && at(begin_, to) == make::empty_square;
                if (moved && (from == emptied.end() || distance(*it, to) < distance(*from, to))) from = it;
            }
            if (from == emptied.end()) {
                edit.added.emplace_back(board.name(to), terms_.piece(piece).letter);
            } else {
                edit.moved.emplace_back(board.name(*from), board.name(to));
                emptied.erase(from);
            }
        }
        for (const int square : emptied) edit.removed.push_back(board.name(square));
        return edit;
    }

    /// Returns the `options_.count` best candidates that are better than `before`. First judges eight times
    /// as many candidates closely, since that can change their order.
    std::vector<Version> best_of(std::vector<Candidate> good, const VersionJudgement& before) {
        std::sort(good.begin(), good.end());
        good.resize(std::min(good.size(), 8 * options_.count));
        solver::for_each_number(good.size(), options_.search.threads > 1, [&](std::size_t number) {
            if (const Status done = judge(good[number], true); !done) good[number].is_judged = false;
        });
        std::erase_if(good, [&](const Candidate& candidate) {
            return !candidate.is_judged || !is_better(candidate.judgement, before);
        });
        std::sort(good.begin(), good.end());
        std::vector<Version> versions;
        for (Candidate& candidate : good) {
            if (versions.size() == options_.count) break;
            bool complete = true;
            if (!game_.maker()->fix_key(candidate.puzzle, search(), complete) || !complete) continue;
            versions.push_back(
                {std::move(candidate.puzzle), difference(candidate.setup), candidate.judgement});
        }
        return versions;
    }

    const games::Game& game_;
    const make::GameTerms& terms_;
    const records::Puzzle& puzzle_;
    const ImproveOptions& options_;
    const make::PlainPosition& position_;
    const Setup begin_;
    Random random_;
    const solver::Limits limits_;
    std::set<Setup> seen_;
    std::uint64_t judged_ = 0;
};

}  // namespace

Expected<Improvements, Faults> improve(const games::Game& game, const records::Puzzle& puzzle,
                                       const ImproveOptions& options) {
    const auto position = game.maker()->read(puzzle.fen);
    if (!position) return Unexpected{position.error()};
    records::Puzzle common = question_of(puzzle);  // the fields that every version shares with the puzzle
    common.fen = puzzle.fen;
    common.key = puzzle.key;
    Improvements no_versions;
    if (!common.key) {
        if (Status done = game.maker()->fix_key(common, options.search, no_versions.complete); !done)
            return Unexpected{std::move(done.error())};
    }
    if (common.key) std::erase_if(*common.key, [](const auto& face) { return face.second.empty(); });
    if (!common.key || common.key->empty()) return no_versions;
    return VersionSearch(game, common, options, **position).run();
}

std::vector<std::string> gains(const VersionJudgement& before, const VersionJudgement& after) {
    std::vector<std::string> texts;
    const auto compare = [&](std::size_t old_count, std::size_t new_count, std::string_view one,
                             std::string_view many) {
        if (old_count == new_count) return;
        const std::size_t number = old_count > new_count ? old_count - new_count : new_count - old_count;
        texts.push_back(fmt::format("{} {} {}", number, number == 1 ? one : many,
                                    old_count > new_count ? "fewer" : "more"));
    };
    if (!before.sound() && after.sound()) {
        texts.emplace_back("sound now");
    } else {
        compare(before.lost, after.lost, "lost solution", "lost solutions");
        compare(before.cooks, after.cooks, "cook", "cooks");
        compare(before.duals, after.duals, "dual", "duals");
        compare(before.short_faces, after.short_faces, "short win", "short wins");
    }
    compare(before.later_duals, after.later_duals, "later dual", "later duals");
    compare(static_cast<std::size_t>(before.pieces), static_cast<std::size_t>(after.pieces), "piece",
            "pieces");
    compare(before.superfluous, after.superfluous, "superfluous piece", "superfluous pieces");
    compare(before.tries, after.tries, "try", "tries");
    if (before.sound() && before.quality != after.quality)
        texts.push_back(fmt::format("quality {}→{}", before.quality, after.quality));
    return texts;
}

}  // namespace octomate::collect
