#pragma once

#include <algorithm>
#include <atomic>
#include <bitset>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "core/random.hpp"
#include "core/themes.hpp"
#include "core/types.hpp"
#include "formats/formats.hpp"
#include "formats/problem.hpp"
#include "make/finds.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "solver/faces.hpp"

namespace octomate::make {

/// A range of whole numbers, both ends included.
struct Span {
    static constexpr int no_end = std::numeric_limits<int>::max();

    int least = 0;
    int most = 0;

    constexpr bool contains(int number) const { return least <= number && number <= most; }
    bool operator==(const Span&) const = default;
};

/// A board: the names, files and ranks of its squares, which are numbered from 0.
class Geometry {
  public:
    /// `names` are the names of all squares, in the order of their numbers.
    explicit Geometry(std::vector<std::string> names);

    int squares() const { return static_cast<int>(names_.size()); }
    const std::string& name(int square) const { return names_[static_cast<std::size_t>(square)]; }
    /// Returns the number of a square; nullopt if no square has this name.
    std::optional<int> square_named(std::string_view name) const;

    /// The file and rank of a square, from 0.
    int file_of(int square) const { return names_[static_cast<std::size_t>(square)].front() - 'a'; }
    int rank_of(int square) const { return ranks_of_[static_cast<std::size_t>(square)]; }

    /// The number of files and of ranks.
    int files() const { return files_; }
    int ranks() const { return ranks_; }

    /// Returns the square on a file and rank, both from 0; nullopt off the board.
    std::optional<int> square_at(int file, int rank) const;

  private:
    std::vector<std::string> names_;
    std::vector<int> ranks_of_;
    std::vector<int> squares_;  // the numbers of the squares, file by file, from the lowest rank
    int files_ = 0, ranks_ = 0;
};

/// Returns the board of the game with the arrangements `Pieces`.
template <class Pieces>
const Geometry& geometry_of() {
    static const Geometry board([] {
        std::vector<std::string> names;
        for (int square = 0; square < Pieces::squares; ++square) names.push_back(Pieces::name(square));
        return names;
    }());
    return board;
}

/// A set of squares of any game: bit n is the square with number n.
using Squares = std::bitset<128>;

/// Calls `visit(square)` for each square of a set, in ascending order.
template <class Visit>
void for_each_square(const Squares& set, Visit visit) {
    for (std::size_t square = 0; square < set.size(); ++square) {
        if (set[square]) visit(static_cast<int>(square));
    }
}

/// Describes the board, the pieces and the die of a game to code that is not a template. Squares and kinds of
/// pieces are identified by numbers from 0.
struct GameTerms {
    /// A kind of piece of one side.
    struct Piece {
        char letter = '?';
        Color side = Color::White;
        bool royal = false;
        int initial_count = 0;        ///< how many a game begins with
        bool has_own_letter = false;  ///< `letter` denotes this kind; kinds that share it have false
        Squares may_stand;            ///< squares on which it can stand
    };

    const Geometry& board;
    std::vector<Piece> pieces;
    int initial_pieces = 0;    ///< how many pieces a game begins with, royal ones included
    const Die* die = nullptr;  ///< null without a die
    int greatest_face = 0;     ///< 0 without a die
    ThemeCatalogue themes;
    /// Checks whether a game can lead to a board with these pieces; fails with the reason if not.
    Expected<void, std::string> (*check_numbers)(const std::vector<int>& pieces) = nullptr;
    // Words for messages, such as "a1 to h8"; empty if puzzles of the game cannot be composed.
    std::string_view letters = {}, square_range = {};
    std::string_view anywhere = {}, other_pieces_range = {};  ///< where a walk puts kings and other pieces
    std::span<const std::string_view> tastes = {};  ///< names of flaws in appearance, which a spec can weigh

    const Piece& piece(int number) const { return pieces[static_cast<std::size_t>(number)]; }
    int kinds_of_pieces() const { return static_cast<int>(pieces.size()); }

    /// Returns the number of the piece with this letter; nullopt if there is none.
    std::optional<int> piece_of(char letter) const;

    /// Returns the face of the die that a text names; 0 for "-", no die; nullopt if there is no such face.
    std::optional<int> face_named(std::string_view text) const;
};

/// Returns the terms of the game with the positions `P`.
template <class P>
const GameTerms& terms_of() {
    using Pieces = typename P::Arrangement;
    static const GameTerms terms = [] {
        std::vector<GameTerms::Piece> pieces;
        for (int number = 0; number < Pieces::kinds_of_pieces; ++number) {
            const auto piece = Pieces::piece_numbered(number);
            GameTerms::Piece& entry = pieces.emplace_back();
            entry.letter = Pieces::letter(piece);
            entry.side = Pieces::side(piece);
            entry.royal = Pieces::is_royal(piece);
            entry.initial_count = Pieces::initial_count(piece);
            entry.has_own_letter = Pieces::piece_of(entry.letter) == piece;
            for (int square = 0; square < Pieces::squares; ++square)
                entry.may_stand[static_cast<std::size_t>(square)] = Pieces::may_stand(piece, square);
        }
        const Die* const die = die_of<P>();
        GameTerms terms{geometry_of<Pieces>(), std::move(pieces), Pieces::initial_pieces, die,
                        die ? die->faces : 0,  P::themes};
        terms.check_numbers = [](const std::vector<int>& numbers) {
            std::vector<typename Pieces::Piece> listed_pieces;
            for (const int number : numbers) listed_pieces.push_back(Pieces::piece_numbered(number));
            return Pieces::check_numbers(listed_pieces);
        };
        if constexpr (requires { Pieces::letters; }) {
            terms.letters = Pieces::letters;
            terms.square_range = Pieces::square_range;
            terms.anywhere = Pieces::anywhere;
            terms.other_pieces_range = Pieces::other_pieces_range;
            terms.tastes = Pieces::tastes;
        }
        return terms;
    }();
    return terms;
}

/// Parses a set of squares: a list, separated by commas, of squares ("e4"), rectangles given by two corners
/// ("a1-h2"), files ("e-file"), ranks ("4-rank"), or "light", "dark" and "edge" squares. Returns their union.
/// Fails with BadSquare at the offset of the first bad part; the field of the fault is empty.
Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game);

/// An order of position keys, for sets.
struct KeyOrder {
    bool operator()(const PositionKey& a, const PositionKey& b) const {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    }
};
using KeySet = std::set<PositionKey, KeyOrder>;

/// Returns the group of a puzzle: a number that encodes the side to move, the number of winning faces (at
/// most 3) and the leading theme.
constexpr std::uint32_t group_of(Color turn, std::size_t winning_faces, const ThemeCatalogue& catalogue,
                                 ThemeSet shown) {
    const auto faces = static_cast<std::uint32_t>(std::min<std::size_t>(winning_faces, 3));
    return static_cast<std::uint32_t>(index(turn)) +
           2 * (faces + 4 * static_cast<std::uint32_t>(catalogue.leading(shown).index()));
}

/// Returns the index in the catalogue of the leading theme of a group.
constexpr std::uint32_t theme_of_group(std::uint32_t group) { return group / 8; }

/// Returns the name of the chapter of a group: its leading theme.
constexpr std::string_view chapter_name(const ThemeCatalogue& catalogue, std::uint32_t group) {
    return catalogue[ThemeNumber(theme_of_group(group))].name;
}

// ---- generating -------------------------------------------------------------------------------------------

/// The source of the positions that are tested for puzzles.
enum class Source : std::uint8_t {
    Play,           ///< games of random moves
    Place,          ///< pieces on random squares
    GivenPosition,  ///< small random changes of given positions
};

/// The puzzles that a run generates.
struct PuzzleFilter {
    int moves = 1;                                 ///< mate in this many moves, forced on the winning faces
    std::optional<Stipulation> other_stipulation;  ///< the stipulation, if not a mate; `moves` is 1 then
    std::uint64_t solutions = 1;           ///< number of solutions of `other_stipulation`, if they are lines
    std::optional<Color> turn;             ///< the side to move; nullopt: either
    Span faces{1, Span::no_end};           ///< number of winning faces
    std::optional<std::uint64_t> winning;  ///< exactly these faces win: bit n for face n
    bool promotions_as_one = false;        ///< promotions of a pawn on one square count as one solution
    bool unique = true;                    ///< one solution on each winning face that is not free
    bool strict = false;                   ///< no dual and no shorter mate in any variation of full length
    bool check_keys = false;               ///< longer mates from `Source::Place` may begin with a check
    ThemeSet themes;                       ///< themes that must be shown
    ThemeSet excluded_themes;              ///< themes that must not be shown
    Span pieces{2, Span::no_end};          ///< number of pieces, royal ones included
    bool economical = false;               ///< remove superfluous pieces
    bool reachable = false;                ///< reject positions from which `economical` would remove pieces
    int min_difficulty = 0;                ///< 0…100
    int min_quality = 0;                   ///< 0…100
    bool in_check = false;                 ///< accept positions in check, too
};

/// Returns a message if puzzles with this stipulation take too long to generate; nullopt if they do not.
std::optional<std::string> why_too_long(const Stipulation& stipulation);

/// Returns the side that by convention moves first in help play, so that White reaches the goal: Black,
/// unless the number of half moves is odd. Returns nullopt for other stipulations.
constexpr std::optional<Color> first_mover(const Stipulation& stipulation) {
    if (stipulation.kind != StipulationKind::Help && stipulation.kind != StipulationKind::SeriesHelp)
        return std::nullopt;
    return stipulation.half_moves % 2 == 0 ? Color::Black : Color::White;
}

/// The task of a run that generates puzzles, which is done in units of work.
struct Task {
    Source source = Source::Play;
    std::uint64_t seed = 1;
    PuzzleFilter wanted;
    Span plies{8, 80};     ///< `Source::Play`: test positions after this many plies
    std::string material;  ///< `Source::Place`: letters of the pieces of every position, without royal ones

    // The form of records.
    std::string from;  ///< the name of the source in records
    records::RecordFormat format = records::RecordFormat::Jsonl;
    /// Avoids similar puzzles. `Source::Play`: a winning move must be new in its game. `Source::Place`, for
    /// longer mates: at most one puzzle from each arrangement, with a mating pattern that is new in its unit.
    bool spread = true;
    bool chapters = false;        ///< write the chapter to records
    bool for_selection = false;   ///< set the fields of finds that BestPool needs, see Find
    bool writes_variant = false;  ///< write the variant to records, since it is not the default one

    const std::atomic<bool>* interrupted = nullptr;  ///< once it is set, units stop early
};

/// A position of which `Source::GivenPosition` makes changed versions.
struct GivenPosition {
    std::string fen;   ///< must be valid
    std::string name;  ///< the id of its record, or "file:line"
};

/// Does unit of work number `unit`, with a random stream derived from the seed and that number. Must be
/// called by one thread at a time. The result is incomplete if the run was interrupted.
using UnitWorker = std::function<UnitResult(std::uint64_t unit)>;

// ---- composing --------------------------------------------------------------------------------------------

/// A condition of a spec, and the number of judged positions that met it.
struct Condition {
    std::string name;
    std::uint64_t met = 0;
};

/// Counts how many judged positions met each condition of a spec. For each position, call `begin` and then
/// `note` for each condition, always in the same order.
class Tally {
  public:
    /// Begins the next position.
    void begin() {
        ++judged_;
        next_ = 0;
    }

    /// Records whether the position meets the next condition. Calls `name()` only the first time.
    template <class Name>
    void note(bool met, Name name) {
        if (next_ == conditions_.size()) conditions_.push_back({name(), 0});
        conditions_[next_++].met += met ? 1 : 0;
    }

    /// Adds the counts of another tally of the same spec.
    void add(const Tally& other) {
        judged_ += other.judged_;
        for (std::size_t index = 0; index < other.conditions_.size(); ++index) {
            if (index == conditions_.size()) conditions_.push_back({other.conditions_[index].name, 0});
            conditions_[index].met += other.conditions_[index].met;
        }
    }

    std::uint64_t judged() const { return judged_; }
    const std::vector<Condition>& conditions() const { return conditions_; }

  private:
    std::vector<Condition> conditions_;
    std::size_t next_ = 0;
    std::uint64_t judged_ = 0;
};

/// The options of composing, apart from the spec.
struct ComposeOptions {
    std::uint64_t count = 1;  ///< number of distinct positions wanted
    std::uint64_t seed = 1;
    int pieces = 0;  ///< > 0: an exhaustive walk of positions of up to this many pieces; 0: a random search
    bool pruning = true;            ///< a walk skips arrangements that cannot meet the spec
    bool strict = true;             ///< longer mates must have no flaws in variations
    reports::SearchRequest search;  ///< the limits of the search; a node is a judged position
};

/// The result of a random search.
struct ComposeResult {
    std::vector<records::Puzzle> found;  ///< complete puzzles, best first
    std::uint64_t nodes = 0;             ///< positions judged
    bool complete = false;               ///< as many puzzles were found as wanted
    Tally tally;                         ///< how many judged positions met each condition of the spec
};

/// The progress of an exhaustive walk, from which it can continue.
struct ExhaustiveProgress {
    std::uint64_t next_unit = 0;     ///< units before this one are finished
    std::uint64_t next_part = 0;     ///< parts of that unit before this one are finished
    std::uint64_t units = 0;         ///< number of units of the whole walk
    std::uint64_t evaluated = 0;     ///< positions whose moves were searched
    std::uint64_t illegal = 0;       ///< arrangements that are illegal, or in check if the spec forbids it
    std::vector<std::string> found;  ///< FENs of positions that meet the spec, distinct under the symmetries

    bool complete() const { return next_unit == units; }
};

/// A search through every arrangement of up to a number of pieces.
class Walk {
  public:
    virtual ~Walk() = default;

    /// Returns a sentence that describes which arrangements the walk covers.
    virtual std::string universe() const = 0;

    virtual const ExhaustiveProgress& progress() const = 0;

    /// Continues from the progress of an earlier walk of the same spec. Returns false and does nothing if
    /// `progress` is not valid for this walk.
    virtual bool resume(const ExhaustiveProgress& progress) = 0;

    /// Searches until the end, the deadline or an interruption. Calls `after_wave(progress)` after every few
    /// parts.
    virtual void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) = 0;

    /// Returns the positions found, as complete puzzles.
    virtual std::vector<records::Puzzle> puzzles() const = 0;
};

/// Searches for positions that meet one spec.
class Composer {
  public:
    virtual ~Composer() = default;

    /// Searches at random until enough positions are found or a limit is hit. Calls `progress(found, nodes)`
    /// from time to time.
    virtual ComposeResult compose(const ComposeOptions& options,
                                  const std::function<void(std::size_t, std::uint64_t)>& progress) const = 0;

    /// Returns an exhaustive search that has not begun.
    virtual std::unique_ptr<Walk> walk(const ComposeOptions& options) const = 0;
};

// ---- finding ----------------------------------------------------------------------------------------------

/// The conditions of a search for puzzles. A puzzle must meet all of them; empty fields are no condition.
struct Pattern {
    std::optional<std::string> variant;  ///< game of the pieces and squares below; nullopt: the run's default
    /// Moves that the puzzle's key must contain, by the name of the face.
    std::map<std::string, std::vector<std::string>> key;
    std::vector<std::string> moves;       ///< moves that the puzzle's key must contain, on any face
    std::optional<std::string> material;  ///< "KQN/k": exactly these pieces of White and Black
    std::vector<std::string> themes;      ///< themes that the puzzle's record must list
    std::map<std::string, char> board;    ///< FEN letters on squares; '?': any piece, '.': no piece
    std::map<std::string, char> picture;  ///< like `board`, but after some move of the puzzle's key
    std::optional<std::string> like;      ///< the FEN that the puzzle's position must resemble
    int differs = 0;                      ///< number of pieces that may differ from `like`: 0 or 1
    bool symmetric = false;               ///< accept images of `like` under symmetry, and swapped `material`

    /// True if the pattern names a variant, or pieces or squares, whose meaning depends on the game.
    bool needs_one_game() const { return like || !board.empty() || !picture.empty() || variant; }
};

/// Parses a pattern, one JSON object: `{"key": {"5": ["Qa8-e4-e7#"]} | "Qa8-e4-e7#" | [moves], "material":
/// "KQN/k", "themes": ["teleport"], "board": {"e4": "q", "e5": "?"}, "picture": {…}, "like": "FEN",
/// "differs": 1, "symmetric": true, "variant": "…"}`. Fails with BadJson, WrongType or UnsuitablePiece.
Expected<Pattern, Faults> read_pattern(std::string_view json);

/// Returns whether a puzzle meets a pattern; fails with the faults of its position. May be called from many
/// threads at once.
using PatternTest = std::function<Expected<bool, Faults>(const records::Puzzle&)>;

// ---- a game's maker ---------------------------------------------------------------------------------------

/// The number of the piece on each square, or `empty_square`.
using Setup = std::vector<int>;
inline constexpr int empty_square = -1;

/// A position of some game, for code that is not a template.
class PlainPosition {
  public:
    virtual ~PlainPosition() = default;

    virtual Setup setup() const = 0;
    virtual Color turn() const = 0;
    virtual PositionKey key() const = 0;
    /// Returns the key of the position with the pieces of `setup` instead; nullopt if it is illegal.
    virtual std::optional<PositionKey> key_with(const Setup& setup) const = 0;
    /// Returns the FEN of the position with the pieces of `setup` instead; nullopt if it is illegal, or if no
    /// game can lead to it although a game can lead to this position.
    virtual std::optional<std::string> fen_with(const Setup& setup) const = 0;
    /// Returns the machine form of the legal move that `text` denotes; nullopt if there is none.
    virtual std::optional<std::string> move(std::string_view text) const = 0;
    /// Returns the pieces after a move in machine form, which must be legal.
    virtual Setup setup_after(std::string_view move) const = 0;
};

/// Generates, composes and describes the puzzles of a game. Each game has one, which is immutable.
class Maker {
  public:
    virtual ~Maker() = default;

    virtual std::string_view variant() const = 0;
    /// The board, pieces and die of the game.
    virtual const GameTerms& terms() const = 0;
    ThemeCatalogue themes() const { return terms().themes; }

    /// Parses a FEN; fails with its faults.
    virtual Expected<std::unique_ptr<PlainPosition>, Faults> read(const std::string& fen) const = 0;

    /// Validates piece letters and returns them without those of royal pieces. Fails with a message if a
    /// letter is unknown, or if a piece occurs more often than a game allows.
    Expected<std::string, std::string> material(std::string_view letters) const;

    /// Returns a function that does units of work, for one thread. The arguments must outlive it.
    virtual UnitWorker unit_worker(const Task& task, const std::vector<GivenPosition>& given) const = 0;

    /// Returns a find for a record, with fingerprint, pattern, group, ideas and quality, but without a unit
    /// and the record. Fails with the faults of the position.
    virtual Expected<Find, Faults> identify(const records::Puzzle& puzzle) const = 0;
    /// Returns texts for the ideas of the moves of a record's key; empty if the game defines no ideas. Fails
    /// with the faults of the position.
    virtual Expected<std::vector<std::string>, Faults> ideas(const records::Puzzle& puzzle) const = 0;
    /// Returns the fingerprints of a position without each of its pieces; empty if the FEN is bad.
    virtual std::vector<std::uint64_t> neighbours(const std::string& fen) const = 0;

    /// Solves a record, and sets its normalised FEN, themes, number of pieces and scores. Changes nothing if
    /// its stipulation is not a mate, or if a limit stopped the search, which clears `complete`. Fails with
    /// the faults of the position.
    virtual Status tag(records::Puzzle& puzzle, const reports::SearchRequest& search,
                       bool& complete) const = 0;

    /// Solves a record as `tag` does, and also sets its key to the solution. Fails, too, if the key has a
    /// text that is no move.
    virtual Status fix_key(records::Puzzle& puzzle, const reports::SearchRequest& search,
                           bool& complete) const = 0;

    /// Searches for twins: small changes of the diagram that make a sound puzzle with another key. Calls
    /// `on_twin(edit, puzzle)` for each, with a complete puzzle. Clears `complete` if a limit stopped the
    /// search. Fails with the faults of the position.
    virtual Status find_twins(const records::Puzzle& diagram, const reports::SearchRequest& search,
                              const std::function<void(const records::Edit&, records::Puzzle&)>& on_twin,
                              bool& complete) const = 0;

    /// Returns a function that tests whether puzzles meet a pattern. Fails with the faults of the faces,
    /// pieces, squares or position of the pattern.
    Expected<PatternTest, Faults> pattern_test(const Pattern& pattern) const;

    /// True if the game supports composing.
    virtual bool can_compose() const = 0;
    /// Parses a spec, one JSON object; fails with its faults. If it names a variant, that must be one of
    /// `games` or this game.
    virtual Expected<std::unique_ptr<Composer>, Faults> composer(
        std::string_view spec, const std::vector<std::string>& games) const = 0;
};

/// Returns the variant that a spec names, even if it is unknown or the spec has faults; nullopt if none.
std::optional<std::string> variant_of_spec(std::string_view spec);

/// The number of faces of the game's die; 1 without a die.
template <class P>
inline constexpr int faces_of = 1;
template <HasDie P>
inline constexpr int faces_of<P> = P::die().faces;

/// A game with a catalogue of themes. `themes_of` returns the themes that the winning moves of a position
/// show; in a puzzle of `moves` moves these are the first moves that force mate. `scores_of` grades them.
/// `presentable` returns whether a puzzle with these winning moves is suitable for a collection of the best.
template <class P>
concept Themed = Position<P> && requires(const P& position, const solver::Faces<P>& winning, int moves,
                                         ThemeSet themes, std::span<const typename P::Move> keys) {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
    { themes_of(position, winning, moves) } -> std::same_as<ThemeSet>;
    { scores_of(position, winning, themes) } -> std::same_as<Scores>;
    { presentable(position, keys) } -> std::same_as<bool>;
};

/// A game that defines ideas of winning moves: a text, and numbers for the kinds of an idea. A collection of
/// the best limits how many puzzles share a kind.
template <class P>
concept HasIdeas = Themed<P> && requires(const P& position, const typename P::Move& move) {
    { idea_of(position, move).text() } -> std::same_as<std::string>;
    { idea_of(position, move).kinds() } -> std::same_as<std::vector<std::uint32_t>>;
};

/// A game whose positions store earlier states: `with_needed_history(moves)` removes the states that a
/// puzzle of `moves` moves does not need.
template <class P>
concept PrunesHistory = HasHistory<P> && requires(const P& position, int moves) {
    { position.with_needed_history(moves) } -> std::same_as<P>;
};

/// A game whose puzzles can be generated.
template <class P>
concept Makeable = Arrangeable<P> && Themed<P> && CountsMoves<P> && FindsWins<P> && Written<P>;

/// A game whose puzzles can be composed to a spec. Its arrangements define the types `WantedMove`, a move
/// that a spec names, and `Demands`, what such moves require of the board. `appearance_penalty` returns the
/// penalty for bad appearance. games/superpermutation/composing.hpp explains their functions.
template <class P>
concept Composable = Makeable<P> &&
    requires(const typename P::Arrangement& pieces, typename P::Arrangement::SquareSet fixed, Color turn) {
    typename P::Arrangement::WantedMove;
    typename P::Arrangement::Demands;
    { appearance_penalty(pieces, fixed, turn, std::vector<double>()) } -> std::same_as<double>;
};

}  // namespace octomate::make
