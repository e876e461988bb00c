#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "formats/problem.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// Later flaws: duals and shorter mates after the first moves of a longer puzzle. A strict puzzle, which
/// docs/themes.md defines, has none.
template <Written P>
struct LaterFlaws {
    using Move = typename P::Move;

    struct Flaw {
        /// The moves of both sides up to the flaw; if the last one is ours, the flaw is in its threat.
        std::vector<Move> line;
        int face = 0;            ///< 0 if no die is used
        std::vector<Move> wins;  ///< the moves of the dual, or the moves that win too soon
    };

    /// The number of flaws of one kind, and the first of them.
    struct FlawsOfKind {
        std::vector<Flaw> first;  ///< the first flaws found
        std::size_t count = 0;    ///< number of all flaws
    };

    FlawsOfKind duals;   ///< several moves win in time on a face that is not free
    FlawsOfKind shorts;  ///< a face wins sooner than another face of the same variation

    std::size_t count() const { return duals.count + shorts.count; }
};

/// Finds later flaws by walking through the solution: after each first move that wins, it examines the threat
/// and each reply of the opponent, and follows our winning answers in turn. A variation counts only if it has
/// full length: on some face the win needs all moves that are left.
///
/// `solve(position, moves, faces)` must find the first moves that win in at most `moves` moves and return
/// whether it was complete; if it once returns false, the result is unreliable.
template <Written P>
class LaterFlawSearch {
  public:
    using Move = typename P::Move;
    using Solve = std::function<bool(const P&, int, solver::Faces<P>&)>;

    /// The search ends once it has found `enough` flaws.
    LaterFlawSearch(Solve solve, bool promotions_as_one,
                    std::size_t enough = std::numeric_limits<std::size_t>::max())
        : solve_(std::move(solve)), promotions_as_one_(promotions_as_one), most_flaws_(enough) {}

    /// Examines the play after each first move in `faces` for which `is_judged(face)` is true; `moves` moves
    /// of ours are left after it.
    template <class IsJudged>
    void follow_all(const P& position, const solver::Faces<P>& faces, int moves, IsJudged is_judged) {
        std::vector<Move> followed;
        for (const solver::Face<P>& face : faces) {
            if (!is_judged(face)) continue;
            for (const Move& move : face.mates) {
                if (is_among(followed, move)) continue;
                followed.push_back(move);
                follow(position, move, moves);
            }
        }
    }

    /// Examines the threat and all defences in a position in which the opponent is to move and we win within
    /// `moves` moves.
    void after_our_move(const P& position, int moves) {
        if (const auto passed = position.passed()) variation(*passed, moves);
        for (const Move& defence : sorted_moves(position)) {
            const P after = position.play(defence);
            if (after.turn() == position.turn()) continue;
            line_.push_back(defence);
            variation(after, moves);
            line_.pop_back();
        }
    }

    LaterFlaws<P> found;

  private:
    using FlawsOfKind = typename LaterFlaws<P>::FlawsOfKind;

    /// The most flaws of a kind to keep; others are only counted.
    static constexpr std::size_t most_kept = 20;

    /// Plays a move of ours and examines what follows, with `moves` moves left.
    void follow(const P& position, const Move& move, int moves) {
        const P after = position.play(move);
        if (after.turn() == position.turn() || after.outcome() != Outcome::Ongoing) return;
        line_.push_back(move);
        after_our_move(after, moves);
        line_.pop_back();
    }

    /// Examines our answers on each face in a variation of full length, with `moves` moves left.
    void variation(const P& position, int moves) {
        if (found.count() >= most_flaws_ || position.outcome() != Outcome::Ongoing) return;
        solver::Faces<P> faces, sooner;
        if (moves > 1 && !solve_(position, moves - 1, sooner)) return;
        const auto wins = [](const auto& face) { return !face.mates.empty(); };
        if (moves > 1 && std::all_of(sooner.begin(), sooner.end(), wins)) return;
        if (!solve_(position, moves, faces)) return;
        sooner.resize(faces.size());
        bool full_length = false;
        for (std::size_t i = 0; i < faces.size(); ++i)
            full_length = full_length || (wins(faces[i]) && !wins(sooner[i]));
        if (!full_length) return;
        for (std::size_t i = 0; i < faces.size(); ++i) {
            const solver::Face<P>& face = faces[i];
            if (face.freedom == Freedom::Free) continue;  // flaws on free faces repeat those of other faces
            if (wins(sooner[i])) {
                add(found.shorts, sooner[i]);
                continue;
            }
            if (count_moves(position, face.mates, promotions_as_one_) > 1) add(found.duals, face);
            for (const Move& move : face.mates) {
                if (moves > 1 && found.count() < most_flaws_) follow(position, move, moves - 1);
            }
        }
    }

    /// Counts a flaw, and stores it if it is among the first `most_kept`.
    void add(FlawsOfKind& flaws, const solver::Face<P>& face) {
        if (++flaws.count <= most_kept) flaws.first.push_back({line_, face.roll.face, face.mates});
    }

    Solve solve_;
    const bool promotions_as_one_;
    const std::size_t most_flaws_;
    std::vector<Move> line_;
};

/// Checks whether the same faces win in `a` and `b`, and `same(x, y)` is true for the two results of each of
/// these. Ignores faces for which `is_judged(face)` is false. Faces without a win may be missing.
template <Position P, class IsJudged, class Same>
bool same_wins(const solver::Faces<P>& a, const solver::Faces<P>& b, IsJudged is_judged, Same same) {
    using Face = solver::Face<P>;
    const auto wins_are_in = [&](const solver::Faces<P>& faces, const solver::Faces<P>& others) {
        return std::all_of(faces.begin(), faces.end(), [&](const Face& face) {
            return face.mates.empty() || !is_judged(face.roll.face) ||
                   std::any_of(others.begin(), others.end(), [&](const Face& other) {
                       return other.roll == face.roll && same(other, face);
                   });
        });
    };
    return wins_are_in(a, b) && wins_are_in(b, a);
}

/// Checks whether two solutions have the same winning moves on each judged face.
template <Position P, class IsJudged>
bool same_wins(const solver::Faces<P>& a, const solver::Faces<P>& b, IsJudged is_judged) {
    return same_wins<P>(a, b, is_judged, [](const auto& x, const auto& y) { return x.mates == y.mates; });
}

/// The first moves that win in at most 1, 2, 3 … moves, which show how quickly each move wins.
template <Position P>
using WinsByLength = std::vector<solver::Faces<P>>;

/// Checks whether another position has the same wins as `wins`, equally quickly, in the sense of `same_wins`.
/// `solve(moves, faces)` must find its wins within `moves` moves; if it returns false, this function does,
/// too.
template <Position P, class Solve, class IsJudged, class Same>
bool same_wins_as_soon(const WinsByLength<P>& wins, Solve solve, IsJudged is_judged, Same same) {
    solver::Faces<P> faces;
    for (std::size_t i = 0; i < wins.size(); ++i) {
        if (!solve(static_cast<int>(i) + 1, faces)) return false;
        if (!same_wins<P>(wins[i], faces, is_judged, same)) return false;
    }
    return true;
}

/// Calls `visit(square, reduced)` for each piece that can be removed, the most valuable first, until it
/// returns false; `reduced` is the position without the piece. Royal pieces are not removed.
template <Arrangeable P, class Visit>
void for_each_without(const P& position, Visit visit) {
    using Pieces = typename P::Arrangement;
    const Pieces pieces(position);
    for (auto squares : pieces.most_valuable_first()) {
        while (Pieces::count(squares) > 0) {
            const int square = Pieces::pop_first(squares);
            const auto reduced = without<P>(pieces, square, position.turn());
            if (reduced && !visit(square, *reduced)) return;
        }
    }
}

/// The common part of MoveKeyChecker and LineKeyChecker: reads the key, chooses the verdict and adds notes.
template <Described P>
class KeyChecker {
  protected:
    /// The arguments must outlive the checker, which fills in `report`.
    KeyChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : puzzle_(puzzle),
          position_(position),
          request_(request),
          die_(uses_die(position)),
          report_(report) {}

    /// Fills in the subject of the report, and notes impossible pieces and an unused roll.
    void describe(int moves, const std::optional<Stipulation>& stipulation) {
        describe_subject(puzzle_, position_, Reader::Program, report_);  // leaves out the board
        report_.moves = moves;
        report_.stipulation = stipulation;
        for (std::string& text : impossible_piece_notes(position_)) note(std::move(text));
        if (puzzle_.roll && !die_)
            note(fmt::format("the roll {} is not used: {}", *puzzle_.roll, why_no_die(report_)));
    }

    /// Calls `read(face, text)` for each text of the key, and fails with the faults that it returns. As there
    /// may be very many texts, it stops when the time runs out; the report is then incomplete.
    template <class Read>
    Status read_key(const solver::Limits& limits, Read read) {
        report_.complete = true;
        if (!puzzle_.key) return {};
        Faults faults;
        for (const auto& [face, texts] : *puzzle_.key) {
            for (const std::string& text : texts) {
                if (!has_time(limits)) return status_of(std::move(faults));
                if (const Expected<void, Fault> result = read(face, text); !result)
                    add_fault(faults, key_fault(face, result.error()));
            }
        }
        return status_of(std::move(faults));
    }

    /// Returns false, and marks the report as incomplete, if the time has run out.
    bool has_time(const solver::Limits& limits) { return report_.complete = !is_over(limits); }

    /// Checks whether the puzzle gives a roll and the position uses the die.
    bool rolled() const { return die_ && puzzle_.roll; }

    void add_unjudged_note(int face) {
        note(fmt::format("the key{} is not judged: the roll is {}", on_faces({face}), *puzzle_.roll));
    }

    /// Returns the first verdict that applies. `too_few` and `too_many` compare the number of solutions with
    /// the number that the record gives.
    Verdict verdict(bool has_key, bool too_few = false, bool too_many = false) const {
        const auto counts_as_flaw = [this](std::size_t flaws) { return request_.strict && flaws > 0; };
        if (!has_key) return Verdict::NoKey;
        if (!report_.missing.empty() || too_few) return Verdict::Unsolvable;
        if (!report_.extra.empty() || too_many) return Verdict::Cooked;
        if (!report_.short_in.empty() || counts_as_flaw(report_.later_shorts)) return Verdict::Short;
        if (!report_.duals.empty() || counts_as_flaw(report_.later_duals)) return Verdict::Dual;
        return Verdict::Sound;
    }

    /// Calls `judge(name, reduced)` for each piece that can be removed, while the report is complete; `name`
    /// is its square and `reduced` the position without it. Sorts the superfluous pieces. Does nothing in a
    /// game whose pieces cannot be removed.
    template <class Judge>
    void for_each_piece(Judge judge) {
        if constexpr (Arrangeable<P>) {
            if (!report_.complete || !request_.superfluous || !may_lose_pieces(position_)) return;
            for_each_without(position_, [&](int square, const P& reduced) {
                judge(P::Arrangement::name(square), reduced);
                return report_.complete;
            });
            std::sort(report_.superfluous.begin(), report_.superfluous.end());
            std::sort(report_.superfluous_by_uci.begin(), report_.superfluous_by_uci.end());
        }
    }

    void note(std::string text) { add_note(report_.notes, std::move(text)); }

    const Puzzle& puzzle_;
    const P& position_;
    const CheckRequest& request_;
    const bool die_;  // whether the position uses a die
    CheckReport& report_;
};

/// Checks the key of a puzzle that is solved by first moves. It judges all faces or, if the puzzle gives a
/// roll and the die is used, only the face of the roll.
template <Described P>
class MoveKeyChecker : KeyChecker<P> {
  public:
    /// The arguments must outlive the checker; `run` fills in `report`.
    MoveKeyChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : KeyChecker<P>(puzzle, position, request, report),
          stipulation_(puzzle.other_stipulation()),
          moves_(stipulation_ ? stipulation_->moves() : puzzle.moves),
          search_(search_options(request.search, moves_)),
          solver_(moves_, search_, stipulation_) {}

    /// Fills in the report; fails if texts of the key are not moves.
    Status run() {
        Status key = read_key(search_.limits, [&](int face, const std::string& text) {
            return read_claim({face, &text, position_.read_move(text)});
        });
        if (!key) return key;
        describe(moves_, stipulation_);
        if (report_.complete) report_.complete = solver_.solve(position_, faces_);
        if (!report_.complete) return {};
        write_solution_key();
        judge_key();
        if (!report_.complete) return {};
        report_duals();
        report_short_wins();
        if (may_have_later_flaws() && (request_.strict || moves_ <= most_moves_for_later_flaws))
            report_later_flaws();
        report_.verdict = verdict(has_key());
        report_superfluous();
        note_free_faces();
        if (request_.near_misses && !stipulation_ && moves_ == 1) note_near_misses();
        return {};
    }

  private:
    using Base = KeyChecker<P>;
    using Base::describe, Base::die_, Base::for_each_piece, Base::has_time, Base::note,
        Base::add_unjudged_note, Base::position_, Base::puzzle_, Base::read_key, Base::report_,
        Base::request_, Base::rolled, Base::verdict;
    using Move = typename P::Move;
    using Face = solver::Face<P>;

    /// In longer puzzles later flaws are searched only if they count for the verdict: the search is slow.
    static constexpr int most_moves_for_later_flaws = 3;

    /// A move that the key claims to solve a face.
    struct Claim {
        int face;
        const std::string* text;
        Expected<ParsedMove<Move>, Fault> read;
    };

    /// Adds a claim unless its face already has one for the same move; fails if its text is not a move.
    Expected<void, Fault> read_claim(Claim claim) {
        if (claims_.empty() || claims_.back().face != claim.face) claimed_.clear();
        if (claim.read) {
            if (is_among(claimed_, claim.read->move)) return {};
            claimed_.push_back(claim.read->move);
        }
        claims_.push_back(std::move(claim));
        const auto& read = claims_.back().read;
        if (!read && is_unclear(read.error().code)) return Unexpected{read.error()};
        return {};
    }

    /// Checks whether the key of `face` is judged: the puzzle gives no roll, or this one.
    bool is_judged(int face) const { return !rolled() || face == *puzzle_.roll; }

    const Face& face_of(int number) const {
        return *std::find_if(faces_.begin(), faces_.end(),
                             [&](const Face& face) { return face.roll.face == number; });
    }

    /// Reports the solutions of all judged faces, and adds a note if the game is over.
    void write_solution_key() {
        for (const Face& face : faces_) {
            if (!is_judged(face.roll.face) || face.mates.empty()) continue;
            auto& texts = report_.solution_key[face.roll.face];
            for (const Move move : face.mates) texts.push_back(position_.notation(move));
        }
        if (std::all_of(faces_.begin(), faces_.end(), [](const Face& face) { return face.moves == 0; })) {
            const bool drawn = position_.outcome() == Outcome::Draw;
            note(fmt::format("it is {} already", drawn                  ? "stalemate"
                                                 : position_.in_check() ? "checkmate"
                                                                        : "won"));
        }
    }

    /// Compares the key with the solutions: reports wrong and missing moves.
    void judge_key() {
        for (auto claim = claims_.begin(); claim != claims_.end(); ++claim) {
            if (!has_time(search_.limits)) return;
            const bool new_face = claim == claims_.begin() || std::prev(claim)->face != claim->face;
            if (die_ == (claim->face == 0)) {
                if (new_face) note_wrong_die(claim->face);
                report_missing(*claim);
            } else if (!is_judged(claim->face)) {
                if (new_face) add_unjudged_note(claim->face);
            } else {
                judge(*claim);
            }
        }
        for (const auto& [number, texts] : report_.solution_key) report_extra(face_of(number), texts);
    }

    /// Judges a claim on a judged face: reports a move that does not solve the face, and notes why.
    void judge(const Claim& claim) {
        if (claim.read) {
            for (const Fault& remark : claim.read->remarks) {
                note(fmt::format("\"{}\"{}: {}", *claim.text, on_faces({claim.face}), remark.message));
                if (remark.code != FaultCode::WrongSuffix) ++report_.misnamed;
            }
            if (is_among(face_of(claim.face).mates, claim.read->move)) return;
            note_why_not(claim.face, claim.read->move);
        } else {
            note(fmt::format("\"{}\"{} is not legal: {}", *claim.text, on_faces({claim.face}),
                             claim.read.error().message));
        }
        report_missing(claim);
    }

    /// Reports a move of the key that is no solution, unless it is reported already.
    void report_missing(const Claim& claim) {
        std::string text = claim.read ? position_.notation(claim.read->move) : *claim.text;
        if (missed_.emplace(claim.face, text).second) report_.missing[claim.face].push_back(std::move(text));
    }

    /// Reports the solutions of a face that are missing from the key; `texts` are the notations of its mates.
    void report_extra(const Face& face, const std::vector<std::string>& texts) {
        std::vector<Move> claimed;
        for (const Claim& claim : claims_) {
            if (claim.face == face.roll.face && claim.read) claimed.push_back(claim.read->move);
        }
        std::sort(claimed.begin(), claimed.end());
        for (std::size_t i = 0; i < face.mates.size(); ++i) {
            // Different moves may be equivalent in the sort order.
            const auto [first, last] = std::equal_range(claimed.begin(), claimed.end(), face.mates[i]);
            if (std::find(first, last, face.mates[i]) == last)
                report_.extra[face.roll.face].push_back(texts[i]);
        }
    }

    void report_duals() {
        for (const auto& [number, texts] : report_.solution_key) {
            if (count_solutions(texts) > 1 && face_of(number).freedom == Freedom::Bound)
                report_.duals.emplace(number, texts);
        }
    }

    /// Counts moves; if the record says so, promotions of a pawn on one square count as one.
    std::size_t count_solutions(const std::vector<std::string>& texts) const {
        return puzzle_.promotions_as_one == true ? count_promotions_as_one(texts) : texts.size();
    }

    /// Reports the faces that win in fewer moves than the stipulation.
    void report_short_wins() {
        for (int moves = 1; moves < moves_; ++moves) {
            solver::Faces<P>& faces = wins_.emplace_back();
            if (!solve_in(position_, moves, faces)) return;
            for (const Face& face : faces) {
                const int number = face.roll.face;
                if (face.mates.empty() || !is_judged(number) || report_.short_in.contains(number)) continue;
                report_.short_in[number] = moves;
                for (const Move move : face.mates)
                    report_.short_wins[number].push_back(position_.notation(move));
            }
        }
        wins_.push_back(faces_);
    }

    void report_later_flaws() {
        later_flaws_ = later_flaws(position_, faces_);
        report_.later_duals = later_flaws_.duals.count;
        report_.later_shorts = later_flaws_.shorts.count;
        for (const auto& dual : later_flaws_.duals.first) report_.duals_later.push_back(notated_flaw(dual));
        for (const auto& win : later_flaws_.shorts.first) report_.shorts_later.push_back(notated_flaw(win));
    }

    /// Returns a flaw with its moves in notation.
    LaterFlaw notated_flaw(const typename LaterFlaws<P>::Flaw& flaw) const {
        LaterFlaw later;
        P current = position_;
        for (const Move move : flaw.line) {
            later.line.push_back(current.notation(move));
            current = current.play(move);
        }
        if (current.turn() != position_.turn()) current = *current.passed();
        later.face = flaw.face;
        for (const Move win : flaw.wins) later.moves.push_back(current.notation(win));
        return later;
    }

    /// Returns the flaws after the first moves of all judged faces that do not win too soon.
    LaterFlaws<P> later_flaws(const P& position, const solver::Faces<P>& faces) {
        LaterFlawSearch<P> search(
            [this](const P& later, int moves, solver::Faces<P>& out) { return solve_in(later, moves, out); },
            puzzle_.promotions_as_one == true);
        search.follow_all(position, faces, moves_ - 1, [this](const Face& face) {
            return is_judged(face.roll.face) && !report_.short_in.contains(face.roll.face);
        });
        return search.found;
    }

    /// Finds the first moves that win within `moves` moves. At a limit it returns false and marks the report
    /// as incomplete.
    bool solve_in(const P& position, int moves, solver::Faces<P>& out) {
        auto stipulation = stipulation_;
        if (stipulation) stipulation->half_moves = 2 * moves;
        const bool complete = moves == moves_
                                  ? solver_.solve(position, out)
                                  : PuzzleSolver<P>(moves, search_, stipulation).solve(position, out);
        report_.complete = complete && report_.complete;
        return complete;
    }

    bool may_have_later_flaws() const { return !stipulation_ && moves_ > 1; }

    /// Checks whether the record counts as having a key. A key for faces that are not judged only counts if
    /// the puzzle has solutions.
    bool has_key() const {
        return !claims_.empty() && (!report_.solution_key.empty() ||
                                    std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
                                        return die_ == (claim.face == 0) || is_judged(claim.face);
                                    }));
    }

    /// Reports superfluous pieces: without the piece, the same judged faces win by the same moves equally
    /// quickly and, if later flaws count, with the same flaws.
    void report_superfluous() {
        for_each_piece([&](std::string name, const P& reduced) {
            bool same_notation = true;
            if (has_same_solution(reduced, same_notation) && report_.complete)
                (same_notation ? report_.superfluous : report_.superfluous_by_uci).push_back(std::move(name));
        });
    }

    /// Checks whether `reduced` has the same solution, comparing the machine forms of moves. Sets
    /// `same_notation` to false if the notation of some move differs.
    bool has_same_solution(const P& reduced, bool& same_notation) {
        solver::Faces<P> faces;
        const auto same_moves = [&](const std::vector<Move>& a, const std::vector<Move>& b) {
            same_notation = same_notation && a == b;
            return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                              [](const Move& x, const Move& y) { return !(x < y) && !(y < x); });
        };
        const bool same_wins = same_wins_as_soon<P>(
            wins_,
            [&](int moves, solver::Faces<P>& out) {
                const bool complete = solve_in(reduced, moves, out);
                if (moves == moves_) faces = out;
                return complete;
            },
            [&](int face) { return is_judged(face); },
            [&](const Face& a, const Face& b) { return same_moves(a.mates, b.mates); });
        if (!same_wins || !request_.strict || !may_have_later_flaws()) return same_wins;
        const LaterFlaws<P> flaws = later_flaws(reduced, faces);
        const auto same_kind = [&](const auto& a, const auto& b) {
            return a.count == b.count && std::equal(a.first.begin(), a.first.end(), b.first.begin(),
                                                    b.first.end(), [&](const auto& x, const auto& y) {
                                                        return x.face == y.face &&
                                                               same_moves(x.line, y.line) &&
                                                               same_moves(x.wins, y.wins);
                                                    });
        };
        return same_kind(flaws.duals, later_flaws_.duals) && same_kind(flaws.shorts, later_flaws_.shorts);
    }

    /// Returns what a solution does, for notes: "mates", "forces mate", "forces s#2".
    std::string solution_verb() const {
        if (stipulation_) return "forces " + records::text_of(*stipulation_);
        return moves_ == 1 ? "mates" : "forces mate";
    }

    void note_wrong_die(int face) {
        note(face == 0
                 ? std::string("the key names \"-\", but the die is used here: expected a face")
                 : fmt::format("the key names face {}, but {}: expected \"-\"", face, why_no_die(report_)));
    }

    /// Adds a note on a legal move that does not solve the face for which the key claims it, if it solves
    /// other faces or stalemates.
    void note_why_not(int claimed, Move move) {
        if (is_full(report_.notes)) return;
        std::vector<int> solved_faces;
        for (const Face& face : faces_) {
            if (is_among(face.mates, move)) solved_faces.push_back(face.roll.face);
        }
        if (!solved_faces.empty()) {
            note(fmt::format("{} {}{}, not on {}", position_.notation(move), solution_verb(),
                             on_faces(solved_faces), claimed));
        } else if (!stipulation_ && position_.play(move).outcome() == Outcome::Draw) {
            note(fmt::format("{} stalemates", position_.notation(move)));
        }
    }

    /// Adds a note if the solutions of free faces repeat those of other faces.
    void note_free_faces() {
        std::vector<int> free, bound;
        for (const Face& face : faces_) {
            if (face.mates.empty()) continue;
            if (face.freedom == Freedom::Bound) {
                bound.push_back(face.roll.face);
            } else if (is_judged(face.roll.face)) {
                free.push_back(face.roll.face);
            }
        }
        if (free.empty()) return;
        note(fmt::format("a free move{} only repeats what {}{}", on_faces(free), solution_verb(),
                         on_faces(bound)));
    }

    /// Notes near misses: on faces without a mate, the checks that leave one reply.
    void note_near_misses() {
        if (std::none_of(faces_.begin(), faces_.end(),
                         [&](const Face& face) { return reports_near_misses(face); }))
            return;
        const MoveList<P> checks = near_misses(position_);
        for (const Face& face : faces_) {
            if (!reports_near_misses(face)) continue;
            std::string text;
            for (const Move move : checks) {
                if (face.freedom == Freedom::Bound && !fits_roll(position_, move, face.roll)) continue;
                const P after = position_.play(move);
                text += fmt::format("{}{} leaves only {}", text.empty() ? "" : "; ", position_.notation(move),
                                    after.notation(only_reply(after)));
            }
            if (!text.empty()) note(fmt::format("near miss{}: {}", on_faces({face.roll.face}), text));
        }
    }

    /// Checks whether to report near misses of a face: it is judged and has no mate. Those of a free face are
    /// reported only if it is the roll, because they repeat those of other faces.
    bool reports_near_misses(const Face& face) const {
        return is_judged(face.roll.face) && face.mates.empty() &&
               (face.freedom == Freedom::Bound || rolled());
    }

    const std::optional<Stipulation> stipulation_;
    const int moves_;
    const solver::MateOptions search_;  // options of all searches, which share one time limit
    PuzzleSolver<P> solver_;
    std::vector<Claim> claims_;                     // in the order of the key, face by face
    std::vector<Move> claimed_;                     // moves of the key on the face of the last claim
    std::set<std::pair<int, std::string>> missed_;  // faces and texts already in report_.missing
    solver::Faces<P> faces_;
    WinsByLength<P> wins_;
    LaterFlaws<P> later_flaws_;
};

/// Checks the key of a puzzle whose solutions are lines. The key contains whole lines, as moves separated by
/// blanks, under a face on which the first move may be played. Rolls in parentheses are ignored, because the
/// moves determine on which rolls they may be played.
template <Described P>
class LineKeyChecker : KeyChecker<P> {
  public:
    /// The arguments must outlive the checker; `run` fills in `report`.
    LineKeyChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : KeyChecker<P>(puzzle, position, request, report),
          options_{search_options(request.search, puzzle.moves), *puzzle.other_stipulation()} {
        options_.dice = solver::Dice::Some;
    }

    /// Fills in the report; fails if texts of the key are not moves.
    Status run() {
        Status key = read_key(options_.limits, [&](int face, const std::string& text) {
            return read_line(claims_.emplace_back(Claim{face, &text, {}, {}}));
        });
        if (!key) return key;
        describe(options_.stipulation.moves(), options_.stipulation);
        if (!report_.complete) return {};
        lines_ = find_lines(puzzle_, position_, options_, most_lines);
        report_.complete = lines_.complete;
        if (!report_.complete) return {};
        report_.solution_key = key_of_lines(puzzle_, position_, options_.stipulation, lines_.first);
        judge_key();
        report_short_lines();
        const auto intended = puzzle_.solutions.value_or(lines_.count);
        report_.verdict = verdict(!claims_.empty() && (judged_ > 0 || lines_.count > 0),
                                  lines_.count<intended, lines_.count> intended);
        report_superfluous();
        return {};
    }

  private:
    using Base = KeyChecker<P>;
    using Base::describe, Base::die_, Base::for_each_piece, Base::note, Base::add_unjudged_note,
        Base::position_, Base::puzzle_, Base::read_key, Base::report_, Base::rolled, Base::verdict;
    using Move = typename P::Move;
    using Line = solver::Line<P>;
    using Lines = solver::Lines<P>;

    /// The most lines to list; others are only counted.
    static constexpr std::size_t most_lines = 1000;

    /// A line that the key claims to be a solution.
    struct Claim {
        int face;
        const std::string* text;
        Line line;
        std::string problem;  ///< why the line is no solution; empty if it is one
    };

    /// Plays the moves of a claim and sets its `line` and `problem`; fails at a text that is not a move.
    Expected<void, Fault> read_line(Claim& claim) const {
        const solver::TurnSequence turn_sequence(options_.stipulation, position_.turn());
        int plies_left = turn_sequence.plies();
        std::optional<P> position = position_;
        bool reaches_goal = false;
        for (const Word& word : split_words(*claim.text)) {
            if (word.text.front() == '(') continue;  // the rolls of a move
            if (plies_left == 0 || !position) {
                claim.problem =
                    plies_left == 0 ? "continues after its last move" : "does not end with its first check";
                return {};
            }
            const auto read = position->read_move(word.text);
            if (!read && is_unclear(read.error().code)) return Unexpected{read.error()};
            if (!read) {
                claim.problem = fmt::format("has a move that is not legal: {}", read.error().message);
                return {};
            }
            MoveList<P> goals;
            solver::find_goals(*position, options_.stipulation.goal, goals);
            reaches_goal = position->turn() == turn_sequence.final_mover() && is_among(goals, read->move);
            claim.line.push_back(read->move);
            if (--plies_left > 0)
                position = turn_sequence.next_position(position->play(read->move), plies_left);
        }
        if (plies_left > 0) {
            claim.problem = "ends too early";
        } else if (!reaches_goal) {
            claim.problem = "does not reach the goal";
        }
        return {};
    }

    /// Compares the key with the solutions: reports wrong and missing lines, and notes their number.
    void judge_key() {
        for (Claim& claim : claims_) {
            if (rolled() && claim.face != 0 && claim.face != *puzzle_.roll) {
                add_unjudged_note(claim.face);
                continue;
            }
            ++judged_;
            if (claim.problem.empty()) claim.problem = problem_of_face(claim);
            if (claim.problem.empty()) continue;
            note(fmt::format("\"{}\"{} {}", *claim.text, on_faces({claim.face}), claim.problem));
            report_.missing[claim.face].push_back(*claim.text);
        }
        for (const Line& line : lines_.first) {
            const bool claimed = std::any_of(claims_.begin(), claims_.end(),
                                             [&](const Claim& claim) { return claim.line == line; });
            if (claimed) continue;
            for (auto& [face, texts] : key_of_lines(puzzle_, position_, options_.stipulation, {line}))
                report_.extra[face].push_back(texts.front());
        }
        if (lines_.count > lines_.first.size())
            note(fmt::format("there are {} solutions, of which the first {} are shown", lines_.count,
                             lines_.first.size()));
        if (puzzle_.solutions && *puzzle_.solutions != lines_.count)
            note(fmt::format("the record states {} solution{}, there {} {}", *puzzle_.solutions,
                             *puzzle_.solutions == 1 ? "" : "s", lines_.count == 1 ? "is" : "are",
                             lines_.count));
    }

    /// Returns the reason why the first move of a line may not be played on its face; empty if it may.
    std::string problem_of_face(const Claim& claim) const {
        const auto faces = faces_of(position_, claim.line.front());
        if (is_among(faces, claim.face)) return {};
        return faces.front() == 0 ? fmt::format("names a face, but {}", why_no_die(report_))
                                  : fmt::format("begins{}", on_faces(faces));
    }

    /// Reports the lines that reach the goal in fewer moves.
    void report_short_lines() {
        solver::StipulationOptions options = options_;
        const int fewest_half_moves = options_.stipulation.half_moves % 2 == 0 ? 2 : 1;
        for (int half_moves = fewest_half_moves; half_moves < options_.stipulation.half_moves;
             half_moves += 2) {
            options.stipulation.half_moves = half_moves;
            const Lines& lines =
                short_lines_.emplace_back(find_lines(puzzle_, position_, options, most_lines));
            report_.complete = report_.complete && lines.complete;
            for (auto& [face, texts] : key_of_lines(puzzle_, position_, options.stipulation, lines.first)) {
                if (report_.short_in.contains(face)) continue;
                report_.short_in[face] = options.stipulation.moves();
                report_.short_wins[face] = std::move(texts);
            }
        }
    }

    /// Reports superfluous pieces: without the piece there are the same lines of each length on the same
    /// faces.
    void report_superfluous() {
        if (lines_.count == 0) return;
        for_each_piece([&](std::string name, const P& reduced) {
            if (uses_die(reduced) == die_ && has_same_lines(reduced))
                report_.superfluous.push_back(std::move(name));
        });
    }

    /// Checks whether `reduced` has the same lines of each length as the position.
    bool has_same_lines(const P& reduced) {
        solver::StipulationOptions options = options_;
        options.stipulation.half_moves -= 2 * static_cast<int>(short_lines_.size());
        for (const Lines& lines : short_lines_) {
            if (!has_lines(reduced, options, lines)) return false;
            options.stipulation.half_moves += 2;
        }
        return has_lines(reduced, options, lines_);
    }

    /// Checks whether `reduced` has exactly the `expected` lines.
    bool has_lines(const P& reduced, const solver::StipulationOptions& options, const Lines& expected) {
        const Lines lines = find_lines(puzzle_, reduced, options, most_lines);
        report_.complete = report_.complete && lines.complete;
        return lines.count == expected.count && lines.first == expected.first;
    }

    solver::StipulationOptions options_;
    std::vector<Claim> claims_;
    std::size_t judged_ = 0;  // number of claims on judged faces
    Lines lines_;
    std::vector<Lines> short_lines_;  // by length, the shortest first
};

/// Applies an edit (the change that makes a twin) to an arrangement, and collects the faults.
template <Arrangement Pieces>
class Editor {
  public:
    /// Returns the edited arrangement, or all faults. A shift of the whole position keeps only its pieces and
    /// the options of the game.
    static Expected<Pieces, Faults> edited(const Pieces& pieces, const records::Edit& edit) {
        Editor editor{pieces};
        editor.shift(edit.files, edit.ranks);
        for (const auto& [from, to] : edit.moved) editor.move(from, to);
        for (const std::string& square : edit.removed) editor.remove(square);
        for (const auto& [square, piece] : edit.added) editor.put(square, piece);
        if (!editor.faults_.empty()) return Unexpected{std::move(editor.faults_)};
        return std::move(editor.pieces_);
    }

  private:
    explicit Editor(Pieces pieces) : pieces_(std::move(pieces)) {}

    void fail(FaultCode code, std::string message) {
        faults_.push_back({code, "twins", 0, std::move(message)});
    }

    /// Returns the square `name`, which must hold a piece if `occupied`, and none otherwise. Adds a fault and
    /// returns nullopt if it does not, or if `name` is no square.
    std::optional<int> square(const std::string& name, bool occupied) {
        const auto square = Pieces::square_named(name);
        if (!square) {
            fail(FaultCode::BadSquare, fmt::format("\"{}\" is not a square, expected one such as e4", name));
        } else if (pieces_.at(*square).has_value() != occupied) {
            fail(FaultCode::BadSquare,
                 fmt::format("{} is {}", name, occupied ? "empty" : "occupied already"));
        } else {
            return square;
        }
        return std::nullopt;
    }

    void shift(int files, int ranks) {
        if (files == 0 && ranks == 0) return;
        Pieces shifted = pieces_.without_pieces();
        for (auto squares = pieces_.occupied(); Pieces::count(squares) > 0;) {
            const int from = Pieces::pop_first(squares);
            const std::string name = Pieces::name(from);
            const int rank = number_in<int>(std::string_view(name).substr(1)).value();
            const auto to = Pieces::square_named(
                fmt::format("{}{}", static_cast<char>(name.front() + files), rank + ranks));
            if (!to) return fail(FaultCode::BadSquare, fmt::format("the piece on {} leaves the board", name));
            shifted.put(*pieces_.at(from), *to);
        }
        pieces_ = std::move(shifted);
    }

    void move(const std::string& from, const std::string& to) {
        const auto origin = square(from, true), destination = square(to, false);
        if (origin && destination) pieces_.move(*origin, *destination);
    }

    void remove(const std::string& name) {
        if (const auto occupied = square(name, true)) pieces_.remove(*occupied);
    }

    void put(const std::string& name, char letter) {
        const auto piece = Pieces::piece_of(letter);
        if (!piece)
            return fail(FaultCode::UnsuitablePiece, fmt::format("'{}' is not a piece of the game", letter));
        if (const auto empty = square(name, false)) pieces_.put(*piece, *empty);
    }

    Pieces pieces_;
    Faults faults_;
};

/// Returns the position after an edit; fails if the edit cannot be applied or the rules reject the result.
template <Arrangeable P>
Expected<P, Faults> edited(const P& position, const records::Edit& edit) {
    const auto pieces = Editor<typename P::Arrangement>::edited(typename P::Arrangement(position), edit);
    if (!pieces) return Unexpected{pieces.error()};
    if (auto changed = pieces->template accepted<P>(position.turn())) return *std::move(changed);
    return Unexpected{
        Faults{{FaultCode::UnsuitablePiece, "twins", 0, "the rules do not accept the position of the twin"}}};
}

}  // namespace octomate::reports
