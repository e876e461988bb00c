#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "make/compose.hpp"
#include "make/finds.hpp"
#include "make/judge.hpp"
#include "make/maker.hpp"
#include "make/solutions.hpp"
#include "make/sources.hpp"
#include "reports/best_moves.hpp"
#include "reports/checker.hpp"
#include "reports/solution.hpp"

// The implementation of Maker for a game with positions P.
//
// UnitWorkerOf does units of work: numbered parts of a run that can be done in any order, by any thread or
// computer. A unit draws positions from its source (games of random moves, random arrangements, or changed
// positions), passes each to Judge, and formats those that are puzzles as records. All random numbers of a
// unit come from one stream that the seed and the number of the unit determine, so it always finds the same
// puzzles.

namespace octomate::make {

template <Makeable P>
std::uint64_t fingerprint_of(const P& position) {
    return fingerprint(position.key(), faces_of<P>);
}

/// Returns the fingerprints of the position without each of its pieces, by which TwinFreeSet finds near
/// twins. Games that cannot compute the key of an illegal position omit the positions that would be illegal.
template <Makeable P>
std::vector<std::uint64_t> neighbours_of(const P& position) {
    using Pieces = typename P::Arrangement;
    std::vector<std::uint64_t> fingerprints;
    const Pieces pieces(position);
    for (auto rest = pieces.occupied(); Pieces::count(rest) > 0;) {
        const int square = Pieces::pop_first(rest);
        if constexpr (requires { pieces.key(Color()); }) {
            Pieces smaller = pieces;
            smaller.remove(square);
            fingerprints.push_back(fingerprint(smaller.key(position.turn()), faces_of<P>));
        } else if (!Pieces::is_royal(*pieces.at(square))) {
            if (const auto smaller = without<P>(pieces, square, position.turn()))
                fingerprints.push_back(fingerprint_of(*smaller));
        }
    }
    return fingerprints;
}

/// A 64-bit hash of how the winning moves of a puzzle mate. It covers the squares next to the mated king
/// after each move, and the pieces that the move changed, seen from that king. It does not depend on the
/// square of the king, the winning side, mirroring, the order of the moves, or the distance of a piece on a
/// line with the king. Other pieces do not count, so that puzzles with equal patterns look alike to people:
/// the same mate in another setting. `add` sums a hash for each move, for the position and its mirror image;
/// `value` is the lesser sum.
template <Makeable P>
class MatingPattern {
  public:
    using Pieces = typename P::Arrangement;

    explicit MatingPattern(const P& before)
        : before_(before), winner_(before.turn()), board_(geometry_of<Pieces>()) {}

    /// Adds a winning move; `after` is the position after it.
    void add(const P& after) {
        const Pieces pieces(after);
        const auto king = pieces.square_of_royal(!winner_);
        if (!king) return;
        std::array<KeyMaker, 2> keys;
        for (int rank = 1; rank >= -1; --rank) {
            std::array<std::uint64_t, 3> row;
            for (int file = -1; file <= 1; ++file)
                row[static_cast<std::size_t>(file + 1)] = piece_number_at(pieces, *king, file, rank);
            for (std::size_t index = 0; index < row.size(); ++index) {
                keys[0].add(row[index]);
                keys[1].add(row[row.size() - 1 - index]);
            }
        }
        std::array<std::uint64_t, 2> changes{};
        auto rest = pieces.occupied();
        if constexpr (requires { pieces.changed_since(before_); }) rest = pieces.changed_since(before_);
        while (Pieces::count(rest) > 0) {
            const int square = Pieces::pop_first(rest);
            const auto piece = pieces.at(square);
            if (piece == before_.at(square)) continue;
            const auto [file, rank] = relative_to_king(*king, square);
            for (std::size_t image = 0; image < keys.size(); ++image) {
                const auto offset =
                    static_cast<std::uint64_t>((image == 0 ? file : -file) * 64 + rank + 2048);
                changes[image] += mix(offset << 8 | number(piece));
            }
        }
        for (std::size_t image = 0; image < keys.size(); ++image) {
            keys[image].add(changes[image]);
            sums_[image] += keys[image].key().first;
        }
    }

    /// Returns the hash of the moves added so far.
    std::uint64_t value() const { return std::min(sums_[0], sums_[1]); }

  private:
    int forward() const { return winner_ == Color::White ? 1 : -1; }

    /// Returns the file and rank of a square relative to the king. If it is on a line with the king, all
    /// distances of more than one square count as two.
    std::pair<int, int> relative_to_king(int king, int square) const {
        const int file = board_.file_of(square) - board_.file_of(king);
        const int rank = forward() * (board_.rank_of(square) - board_.rank_of(king));
        if (file != 0 && rank != 0 && std::abs(file) != std::abs(rank)) return {file, rank};
        return {std::clamp(file, -2, 2), std::clamp(rank, -2, 2)};
    }

    /// Returns a number for the kind of the piece and whether it is the winner's; 0 for an empty square.
    std::uint64_t number(const std::optional<typename Pieces::Piece>& piece) const {
        if (!piece) return 0;
        const bool winners = Pieces::side(*piece) == winner_;
        const int kind = Pieces::piece_number(*piece) % (Pieces::kinds_of_pieces / 2);
        return static_cast<std::uint64_t>(1 + 2 * kind + (winners ? 0 : 1));
    }

    /// Returns the number of the piece `file` files and `rank` ranks from the square `king`; 255 off the
    /// board.
    std::uint64_t piece_number_at(const Pieces& pieces, int king, int file, int rank) const {
        constexpr std::uint64_t off_the_board = 255;
        const auto square =
            board_.square_at(board_.file_of(king) + file, board_.rank_of(king) + forward() * rank);
        return square ? number(pieces.at(*square)) : off_the_board;
    }

    const Pieces before_;
    const Color winner_;
    const Geometry& board_;
    std::array<std::uint64_t, 2> sums_{};
};

/// Returns the mating pattern of the winning moves `keys`.
template <Makeable P>
std::uint64_t pattern_of(const P& position, const std::vector<typename P::Move>& keys) {
    MatingPattern<P> pattern(position);
    for (const auto& key : keys) pattern.add(position.play(key));
    return pattern.value();
}

/// Returns the combined mating pattern of the mates at the ends of lines.
template <Makeable P>
std::uint64_t pattern_of(const std::vector<LastMove<P>>& mates) {
    std::uint64_t sum = 0;
    for (const auto& [position, move] : mates) sum += pattern_of(position, {move});
    return sum;
}

/// Returns whether all of these mates are suitable for a collection of the best puzzles.
template <Makeable P>
bool presentable_mates(const std::vector<LastMove<P>>& mates) {
    return std::all_of(mates.begin(), mates.end(), [](const auto& mate) {
        return presentable(mate.position, std::vector<typename P::Move>{mate.move});
    });
}

/// Returns the kinds of ideas of the winning moves `keys`, sorted and each once.
template <Makeable P>
std::vector<std::uint32_t> kinds_of_ideas(const P& position, const std::vector<typename P::Move>& keys) {
    std::vector<std::uint32_t> kinds;
    if constexpr (HasIdeas<P>) {
        for (const auto& key : keys) {
            const auto idea_kinds = idea_of(position, key).kinds();
            kinds.insert(kinds.end(), idea_kinds.begin(), idea_kinds.end());
        }
        std::sort(kinds.begin(), kinds.end());
        kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    }
    return kinds;
}

/// Does the units of work of a task, in one thread.
template <Makeable P>
class UnitWorkerOf {
  public:
    UnitWorkerOf(const P& start, const Task& task, const std::vector<GivenPosition>& given)
        : start_(start),
          task_(task),
          given_(given),
          judge_(task.wanted, task.interrupted),
          play_(start, task.plies) {
        if (task.source == Source::Place) {
            std::vector<typename Pieces::Piece> material;
            for (const char letter : task.material) material.push_back(Pieces::piece_of(letter).value());
            const Span pieces = pieces_to_place(task.wanted);
            if (task.wanted.moves > 1 && !HasHistory<P>)
                retro_.emplace(material, pieces, !task.wanted.check_keys, task.wanted.strict,
                               task.interrupted);
            auto turn = task.wanted.turn;
            if (turn && retro_) turn = !*turn;  // Retro begins with positions in which the other side loses
            place_.emplace(start, std::move(material), pieces, turn);
        }
        for (const GivenPosition& original : given)
            originals_.push_back(start.read_fen(original.fen).value().value);
    }

    UnitResult work(std::uint64_t unit) {
        UnitResult result;
        result.unit = unit;
        Random random = Random::of_unit(task_.seed, unit);
        switch (task_.source) {
            case Source::Play: play(random, result); break;
            case Source::Place: place(random, result); break;
            case Source::GivenPosition: mutate(random, result); break;
        }
        return result;
    }

  private:
    using Pieces = typename P::Arrangement;

    /// A function that adds the fields of a record that depend on the source.
    using AddFields = std::function<void(records::Puzzle&)>;

    static constexpr int games_of_a_unit = 16;
    static constexpr int arrangements_of_a_unit = 2048;

    bool interrupted() const { return task_.interrupted && *task_.interrupted; }

    void play(Random& random, UnitResult& result) {
        const AddFields moves = [this](records::Puzzle& puzzle) { puzzle.plies = play_.text(); };
        for (int game = 0; game < games_of_a_unit && !interrupted(); ++game) {
            shown_.clear();
            play_.game(random, [&](const P& position) { judge(position, game, result, moves); });
        }
    }

    void place(Random& random, UnitResult& result) {
        if (retro_) return place_and_climb(random, result);
        const AddFields nothing = [](records::Puzzle&) {};
        for (int count = 0; count < arrangements_of_a_unit && !interrupted(); ++count) {
            if (const auto position = place_->arrange(random)) judge(*position, count, result, nothing);
        }
    }

    /// Does a unit of `Source::Place` for longer mates, which Retro finds backwards from lost positions.
    void place_and_climb(Random& random, UnitResult& result) {
        constexpr int changes = 1024;
        const AddFields nothing = [](records::Puzzle&) {};
        patterns_.clear();
        for (int count = 0; count < arrangements_of_a_unit && !interrupted(); count += changes) {
            const auto position = place_->arrange(random);
            if (!position) continue;
            const std::uint32_t found_before = result.found;
            const auto is_done = [&] {
                return interrupted() || (task_.spread && result.found > found_before);
            };
            result.positions += changes;
            retro_->climb(*position, task_.wanted.moves - 1, changes, random, [&](const P& lost) {
                if (judge_.has_later_flaws_after(lost)) return true;
                Retro<P>::step_back(lost, [&](const P& before) {
                    if (!is_done()) judge(before, count, result, nothing);
                });
                return !is_done();
            });
        }
    }

    void mutate(Random& random, UnitResult& result) {
        std::size_t original_index = 0;
        const AddFields origin = [&](records::Puzzle& puzzle) {
            puzzle.mutated = given_[original_index].name;
        };
        for (int count = 0; count < arrangements_of_a_unit && !interrupted(); ++count) {
            original_index = static_cast<std::size_t>(random.below(static_cast<int>(originals_.size())));
            if (const auto position = Mutation::mutate(originals_[original_index], random))
                judge(*position, count, result, origin);
        }
    }

    /// Returns how many pieces to place: up to twice as many if superfluous ones are removed later.
    static Span pieces_to_place(const PuzzleFilter& wanted) {
        const auto [least, most] = wanted.pieces;
        return wanted.economical ? Span{least, std::min(Pieces::initial_pieces, 2 * most)} : wanted.pieces;
    }

    /// Judges a position, and adds it to the finds of `result` if it is a wanted puzzle. `origin` is the
    /// number of its game or arrangement in the unit.
    void judge(const P& position, int origin, UnitResult& result, const AddFields& add) {
        if (task_.wanted.turn && position.turn() != *task_.wanted.turn) return;
        ++result.positions;
        const bool has_lines = task_.wanted.other_stipulation && task_.wanted.other_stipulation->has_lines();
        const bool spread = task_.source == Source::Play && task_.spread && !has_lines;
        const auto repeats = [&](const auto& wins) {
            return spread && std::all_of(wins.begin(), wins.end(),
                                         [&](const auto& move) { return !is_new(position.turn(), move); });
        };
        const SolvedPuzzle<P>* solved = judge_.judge(position, repeats);
        if (!solved) return;
        const auto keys = key_moves<P>(solved->winning);
        if (spread) record_shown(position.turn(), keys);
        const auto mates = judge_.mates_of(*solved);
        const std::uint64_t pattern = mates.empty() ? pattern_of(solved->position, keys) : pattern_of(mates);
        if (retro_ && task_.spread && !patterns_.insert(pattern).second) return;
        Find& find = result.finds.emplace_back();
        find.unit = result.unit;
        find.number = result.found++;
        find.fingerprint = fingerprint_of(solved->position);
        find.origin = static_cast<std::uint32_t>(origin);
        find.quality = solved->scores.quality;
        const bool single_chapter = task_.chapters && task_.wanted.other_stipulation;
        find.group = group_of(position.turn(), solved->winning.size(), P::themes,
                              single_chapter ? ThemeSet() : solved->themes);
        find.pattern = pattern;
        if (task_.for_selection) {
            find.presentable = mates.empty() ? presentable(solved->position, keys) : presentable_mates(mates);
            if (find.presentable) find.neighbours = neighbours_of(solved->position);
            find.ideas = kinds_of_ideas(solved->position, keys);
        }
        records::Puzzle puzzle;
        std::vector<std::string> removed;
        for (const auto& [piece, square] : solved->removed)
            removed.push_back(Pieces::letter(piece) + Pieces::name(square));
        set_origin(puzzle, task_, find, start_.variant(), P::themes, std::move(removed));
        puzzle.fen = solved->position.fen();
        const int pieces = Pieces::count(Pieces(solved->position).occupied());
        if (task_.wanted.other_stipulation) {
            set_stipulation(puzzle, solved->position, *task_.wanted.other_stipulation, solved->winning,
                            solved->lines);
        } else {
            puzzle.key = key_of(solved->position, solved->winning);
        }
        set_tags(puzzle, P::themes, pieces, solved->themes, solved->scores);
        if (task_.wanted.promotions_as_one) puzzle.promotions_as_one = true;
        add(puzzle);
        record_.clear();
        records::append_record(record_, puzzle, task_.format,
                               {start_.variant(), [](std::string_view) { return die_of<P>(); }});
        find.record = record_;
    }

    /// True if no earlier puzzle of this game has this winning move.
    bool is_new(Color turn, const typename P::Move& move) const {
        return std::find(shown_.begin(), shown_.end(), std::pair(turn, move)) == shown_.end();
    }

    /// Records winning moves as shown in this game.
    void record_shown(Color turn, const std::vector<typename P::Move>& keys) {
        for (const auto& move : keys) {
            if (is_new(turn, move)) shown_.emplace_back(turn, move);
        }
    }

    const P start_;
    const Task& task_;
    const std::vector<GivenPosition>& given_;
    std::vector<P> originals_;  // the parsed FENs of given_
    Judge<P> judge_;
    RandomGames<P> play_;
    std::optional<RandomArrangements<P>> place_;
    std::optional<Retro<P>> retro_;
    std::vector<std::pair<Color, typename P::Move>> shown_;  // winning moves of this game
    std::set<std::uint64_t> patterns_;                       // mating patterns of this unit
    std::string record_;                                     // a buffer, kept to avoid allocations
};

template <Makeable P>
class PlainPositionOf : public PlainPosition {
  public:
    explicit PlainPositionOf(P position) : position_(std::move(position)) {}

    Setup setup() const override { return setup_of(Pieces(position_)); }
    Color turn() const override { return position_.turn(); }
    PositionKey key() const override { return position_.key(); }
    std::optional<PositionKey> key_with(const Setup& setup) const override {
        const auto position = pieces_of(setup).template accepted<P>(turn());
        return position ? std::optional(position->key()) : std::nullopt;
    }
    std::optional<std::string> fen_with(const Setup& setup) const override {
        const Pieces pieces = pieces_of(setup);
        if (!pieces.possible() && Pieces(position_).possible()) return std::nullopt;
        const auto position = pieces.template accepted<P>(turn());
        return position ? std::optional(position->fen()) : std::nullopt;
    }
    std::optional<std::string> move(std::string_view text) const override {
        const auto read = position_.read_move(text);
        return read ? std::optional(position_.uci(read->move)) : std::nullopt;
    }
    Setup setup_after(std::string_view move) const override {
        return setup_of(Pieces(position_.play(position_.read_move(move).value().move)));
    }

  private:
    using Pieces = typename P::Arrangement;

    /// Returns the arrangement of this position with the pieces of `setup` instead.
    Pieces pieces_of(const Setup& setup) const {
        Pieces pieces(position_);
        const Setup before = setup_of(pieces);
        for (std::size_t square = 0; square < setup.size(); ++square) {
            if (setup[square] != before[square] && before[square] != empty_square)
                pieces.remove(static_cast<int>(square));
        }
        for (std::size_t square = 0; square < setup.size(); ++square) {
            if (setup[square] != before[square] && setup[square] != empty_square)
                pieces.put(Pieces::piece_numbered(setup[square]), static_cast<int>(square));
        }
        return pieces;
    }

    static Setup setup_of(const Pieces& pieces) {
        Setup setup(static_cast<std::size_t>(Pieces::squares), empty_square);
        for (auto rest = pieces.occupied(); Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            setup[static_cast<std::size_t>(square)] = Pieces::piece_number(*pieces.at(square));
        }
        return setup;
    }

    const P position_;
};

template <Composable P>
class ComposerOf : public Composer {
  public:
    explicit ComposerOf(Spec<P> spec) : spec_(std::move(spec)) {}

    ComposeResult compose(const ComposeOptions& options,
                          const std::function<void(std::size_t, std::uint64_t)>& progress) const override {
        const Spec<P> spec = spec_for(options);
        const auto positions = make::compose<P>(spec, options, progress);
        ComposeResult result{{}, positions.nodes, positions.complete, positions.tally};
        for (const auto& found : positions.found)
            result.found.emplace_back(puzzle_of(found.position, spec)).composed = {
                options.seed, found.unit, {}, {}};
        return result;
    }

    std::unique_ptr<Walk> walk(const ComposeOptions& options) const override {
        return std::make_unique<ExhaustiveWalk<P>>(spec_for(options), options);
    }

  private:
    /// Returns the spec, made strict if the options and the puzzle allow it.
    Spec<P> spec_for(const ComposeOptions& options) const {
        Spec<P> spec = spec_;
        spec.strict = options.strict && spec.moves > 1 && !spec.other_stipulation;
        return spec;
    }

    const Spec<P> spec_;
};

/// Returns all small edits of a position: the board shifted, a piece moved one step, a piece removed, or a
/// piece replaced by another kind of its side.
template <Arrangement Pieces>
std::vector<records::Edit> small_edits(const Pieces& pieces) {
    const Geometry& board = geometry_of<Pieces>();
    std::vector<records::Edit> edits;
    for (int files = 1 - board.files(); files < board.files(); ++files) {
        for (int ranks = 1 - board.ranks(); ranks < board.ranks(); ++ranks) {
            if (files == 0 && ranks == 0) continue;
            records::Edit& edit = edits.emplace_back();
            edit.files = files;
            edit.ranks = ranks;
        }
    }
    for (auto rest = pieces.occupied(); Pieces::count(rest) > 0;) {
        const int square = Pieces::pop_first(rest);
        const auto piece = *pieces.at(square);
        for (auto neighbour_squares = Pieces::neighbours(square) & ~pieces.occupied();
             Pieces::count(neighbour_squares) > 0;) {
            const int to = Pieces::pop_first(neighbour_squares);
            if (Pieces::may_stand(piece, to))
                edits.emplace_back().moved.emplace_back(board.name(square), board.name(to));
        }
        if (Pieces::is_royal(piece)) continue;
        records::Edit removed;
        removed.removed.push_back(board.name(square));
        edits.push_back(removed);
        for (int number = 0; number < Pieces::kinds_of_pieces; ++number) {
            const auto replacement = Pieces::piece_numbered(number);
            const char letter = Pieces::letter(replacement);
            if (replacement == piece || Pieces::is_royal(replacement) ||
                Pieces::side(replacement) != Pieces::side(piece) || Pieces::initial_count(replacement) == 0 ||
                Pieces::piece_of(letter) != replacement || !Pieces::may_stand(replacement, square))
                continue;
            edits.push_back(removed);
            edits.back().added.emplace_back(board.name(square), letter);
        }
    }
    return edits;
}

/// True if some face wins, and each winning face that is not free has exactly one solution.
template <Position P>
bool is_sound(const solver::Faces<P>& winning) {
    return !winning.empty() && std::all_of(winning.begin(), winning.end(), [](const auto& face) {
        return face.freedom == Freedom::Free || face.mates.size() == 1;
    });
}

template <Makeable P>
class MakerOf : public Maker {
  public:
    /// `start` is the initial position of the game.
    explicit MakerOf(const P& start) : start_(start) {}

    std::string_view variant() const override { return start_.variant(); }
    const GameTerms& terms() const override { return terms_of<P>(); }

    UnitWorker unit_worker(const Task& task, const std::vector<GivenPosition>& given) const override {
        return [worker = std::make_shared<UnitWorkerOf<P>>(start_, task, given)](std::uint64_t unit) {
            return worker->work(unit);
        };
    }

    Expected<Find, Faults> identify(const records::Puzzle& puzzle) const override {
        const auto read = start_.read_fen(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        const P& position = read->value;
        const ThemeCatalogue catalogue = P::themes;
        const auto keys = moves_of_key(puzzle, position);
        Find find;
        find.fingerprint = fingerprint_of(position);
        if (const auto stipulation = puzzle.other_stipulation()) find.fingerprint ^= hash_of(*stipulation);
        find.pattern = pattern_of(position, keys);
        find.group = group_of(position.turn(), puzzle.key ? puzzle.key->size() : 0, catalogue,
                              catalogue.named_in(puzzle.themes));
        find.presentable = presentable(position, keys);
        find.ideas = kinds_of_ideas(position, keys);
        if (puzzle.quality) find.quality = static_cast<int>(puzzle.quality->value());
        return find;
    }

    Expected<std::vector<std::string>, Faults> ideas(const records::Puzzle& puzzle) const override {
        const auto read = start_.read_fen(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        std::vector<std::string> texts;
        if constexpr (HasIdeas<P>) {
            auto keys = moves_of_key(puzzle, read->value);
            std::sort(keys.begin(), keys.end());
            keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
            for (const auto& key : keys) texts.push_back(idea_of(read->value, key).text());
        }
        return texts;
    }

    Expected<std::unique_ptr<PlainPosition>, Faults> read(const std::string& fen) const override {
        auto read = start_.read_fen(fen);
        if (!read) return Unexpected{read.error()};
        return std::unique_ptr<PlainPosition>(std::make_unique<PlainPositionOf<P>>(std::move(read->value)));
    }

    std::vector<std::uint64_t> neighbours(const std::string& fen) const override {
        const auto read = start_.read_fen(fen);
        return read ? neighbours_of(read->value) : std::vector<std::uint64_t>();
    }

    Status tag(records::Puzzle& puzzle, const reports::SearchRequest& search, bool& complete) const override {
        return solve(puzzle, search, complete, [&](const P& position, const solver::Faces<P>& winning) {
            puzzle.fen = position.fen();
            set_tags(puzzle, position, winning);
        });
    }

    Status fix_key(records::Puzzle& puzzle, const reports::SearchRequest& search,
                   bool& complete) const override {
        const auto read = start_.read_fen(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        if (puzzle.other_stipulation()) {
            write_stipulated_key(puzzle, read->value, search, complete);
            if (complete) reports::update_best_moves(puzzle, read->value);
            return {};
        }
        if (Status key = reports::check_key(puzzle, read->value); !key) return key;
        return solve(puzzle, search, complete, [&](const P& position, const solver::Faces<P>& winning) {
            set_solution(puzzle, position, winning);
            reports::update_best_moves(puzzle, position);
        });
    }

    Status find_twins(const records::Puzzle& diagram, const reports::SearchRequest& search,
                      const std::function<void(const records::Edit&, records::Puzzle&)>& on_twin,
                      bool& complete) const override {
        const auto read = start_.read_fen(diagram.fen);
        if (!read) return Unexpected{read.error()};
        const int sooner = diagram.moves - 1;
        reports::PuzzleSolver<P> solver(diagram.moves, reports::search_options(search, diagram.moves));
        std::optional<reports::PuzzleSolver<P>> sooner_solver;
        if (sooner > 0) sooner_solver.emplace(sooner, reports::search_options(search, sooner));
        solver::Faces<P> winning, sooner_winning;
        complete = solver.solve_covered_rolls(diagram, read->value, winning);
        const records::Key key = key_of(read->value, winning);
        for (const records::Edit& edit : small_edits(typename P::Arrangement(read->value))) {
            const auto changed = reports::edited(read->value, edit);
            if (!changed || changed->in_check() || !complete) continue;
            complete = solver.solve_covered_rolls(diagram, *changed, winning);
            if (!complete || !is_sound<P>(winning) || key_of(*changed, winning) == key) continue;
            if (sooner_solver)
                complete = sooner_solver->solve_covered_rolls(diagram, *changed, sooner_winning);
            if (!complete || !sooner_winning.empty()) continue;
            records::Puzzle puzzle;
            puzzle.variant = diagram.variant;
            puzzle.roll = diagram.roll;
            puzzle.moves = diagram.moves;
            set_solution(puzzle, *changed, winning);
            on_twin(edit, puzzle);
        }
        return {};
    }

    bool can_compose() const override { return Composable<P>; }

    Expected<std::unique_ptr<Composer>, Faults> composer(
        [[maybe_unused]] std::string_view spec,
        [[maybe_unused]] const std::vector<std::string>& games) const override {
        if constexpr (Composable<P>) {
            auto read = read_spec(start_, spec, games);
            if (!read) return Unexpected{std::move(read.error())};
            return std::unique_ptr<Composer>(std::make_unique<ComposerOf<P>>(*std::move(read)));
        } else {
            return Unexpected{Faults{{FaultCode::UnknownVariant, "variant", 0,
                                      fmt::format("compose is not available for {}", start_.variant())}}};
        }
    }

  private:
    using Pieces = typename P::Arrangement;

    /// Returns the legal moves among those of the key of a record.
    static std::vector<typename P::Move> moves_of_key(const records::Puzzle& puzzle, const P& position) {
        std::vector<typename P::Move> keys;
        if (!puzzle.key) return keys;
        for (const auto& [face, texts] : *puzzle.key) {
            for (const std::string& text : texts) {
                if (const auto move = position.read_move(text)) keys.push_back(move->move);
            }
        }
        return keys;
    }

    /// Returns a hash of the stipulation, to distinguish puzzles with the same position.
    static std::uint64_t hash_of(const Stipulation& stipulation) {
        const auto kind = static_cast<std::uint64_t>(stipulation.kind);
        const auto goal = static_cast<std::uint64_t>(stipulation.goal);
        return mix(1 + kind + 8 * goal + 16 * static_cast<std::uint64_t>(stipulation.half_moves));
    }

    /// Solves a record with a stipulation other than mate; sets its normalised FEN and, if `complete`, its
    /// key. A key of more than 1000 lines is not complete.
    static void write_stipulated_key(records::Puzzle& puzzle, const P& position,
                                     const reports::SearchRequest& search, bool& complete) {
        constexpr std::size_t most_lines = 1000;
        const Stipulation stipulation = *puzzle.other_stipulation();
        solver::StipulationOptions options{reports::search_options(search, stipulation.moves()), stipulation};
        options.dice = solver::Dice::Some;
        if (stipulation.has_lines()) {
            const auto lines = reports::find_lines(puzzle, position, options, most_lines);
            complete = lines.complete && lines.count <= most_lines;
            if (complete) puzzle.key = reports::key_of_lines(puzzle, position, stipulation, lines.first);
        } else {
            solver::Faces<P> winning;
            complete = reports::PuzzleSolver<P>(stipulation.moves(), options, stipulation)
                           .solve_covered_rolls(puzzle, position, winning);
            if (complete) puzzle.key = key_of(position, winning);
        }
        puzzle.fen = position.fen();
    }

    /// Solves a record on all faces, or on that of its roll, and calls `use(position, winning)`, unless a
    /// limit stopped the search or the record has another stipulation than mate.
    template <class Use>
    Status solve(const records::Puzzle& puzzle, const reports::SearchRequest& search, bool& complete,
                 Use use) const {
        const auto read = start_.read_fen(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        if (puzzle.other_stipulation()) return {};
        solver::Faces<P> winning;
        complete = reports::PuzzleSolver<P>(puzzle.moves, reports::search_options(search, puzzle.moves))
                       .solve_covered_rolls(puzzle, read->value, winning);
        if (complete) use(read->value, winning);
        return {};
    }

    const P start_;
};

}  // namespace octomate::make
