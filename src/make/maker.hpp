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

/// The squares of a board by their names, and the files and ranks that those name.
class Geometry {
  public:
    /// The names of all squares, by their numbers.
    explicit Geometry(std::vector<std::string> names);

    int squares() const { return static_cast<int>(names_.size()); }
    const std::string& name(int square) const { return names_[static_cast<std::size_t>(square)]; }
    std::optional<int> square_named(std::string_view name) const;

    /// From 0.
    int file_of(int square) const { return names_[static_cast<std::size_t>(square)].front() - 'a'; }
    int rank_of(int square) const { return ranks_of_[static_cast<std::size_t>(square)]; }

    /// How many there are.
    int files() const { return files_; }
    int ranks() const { return ranks_; }

    /// None off the board.
    std::optional<int> square_at(int file, int rank) const;

  private:
    std::vector<std::string> names_;
    std::vector<int> ranks_of_;
    std::vector<int> squares_;  // by files, and in them by ranks
    int files_ = 0, ranks_ = 0;
};

/// The board of a game's arrangements.
template <class Pieces>
const Geometry& geometry_of() {
    static const Geometry board([] {
        std::vector<std::string> names;
        for (int square = 0; square < Pieces::squares; ++square) names.push_back(Pieces::name(square));
        return names;
    }());
    return board;
}

/// A set of squares of any game, by their numbers.
using Squares = std::bitset<128>;

/// Calls `visit(square)` for each square of a set, in order.
template <class Visit>
void for_each_square(const Squares& set, Visit visit) {
    for (std::size_t square = 0; square < set.size(); ++square) {
        if (set[square]) visit(static_cast<int>(square));
    }
}

/// The board, the pieces and the die of a game whose puzzles can be made, by their numbers.
struct GameTerms {
    struct Piece {
        char letter = '?';
        Color side = Color::White;
        bool royal = false;
        int usual = 0;       ///< how many a usual set has
        bool named = false;  ///< whether its letter names it
        Squares may_stand;
    };

    const Geometry& board;
    std::vector<Piece> pieces;
    int usual_pieces = 0;
    const Die* die = nullptr;  ///< none: all moves may be played
    int greatest_face = 0;     ///< 0 without a die
    ThemeCatalogue themes;
    /// Whether a game can lead to a board with these pieces, or why not.
    Expected<void, std::string> (*check_numbers)(const std::vector<int>& pieces) = nullptr;
    // In words, where puzzles can be composed.
    std::string_view letters = {}, square_range = {};
    std::string_view anywhere = {}, elsewhere = {};  ///< where a walk puts pieces
    std::span<const std::string_view> tastes = {};   ///< the names of what makes a position look bad

    const Piece& piece(int number) const { return pieces[static_cast<std::size_t>(number)]; }
    int kinds_of_pieces() const { return static_cast<int>(pieces.size()); }

    /// The number of the piece that a letter names.
    std::optional<int> piece_of(char letter) const;

    /// The face that a text names, "-" being 0: no die is used.
    std::optional<int> face_named(std::string_view text) const;
};

/// The terms of the game of a position.
template <class P>
const GameTerms& terms_of() {
    using Pieces = typename P::Arrangement;
    static const GameTerms terms = [] {
        std::vector<GameTerms::Piece> pieces;
        for (int number = 0; number < Pieces::kinds_of_pieces; ++number) {
            const auto piece = Pieces::piece_numbered(number);
            GameTerms::Piece& one = pieces.emplace_back();
            one.letter = Pieces::letter(piece);
            one.side = Pieces::side(piece);
            one.royal = Pieces::royal(piece);
            one.usual = Pieces::usual(piece);
            one.named = Pieces::piece_of(one.letter) == piece;
            for (int square = 0; square < Pieces::squares; ++square)
                one.may_stand[static_cast<std::size_t>(square)] = Pieces::may_stand(piece, square);
        }
        const Die* const die = die_of<P>();
        GameTerms terms{geometry_of<Pieces>(), std::move(pieces), Pieces::usual_pieces, die,
                        die ? die->faces : 0,  P::themes};
        terms.check_numbers = [](const std::vector<int>& numbers) {
            std::vector<typename Pieces::Piece> all;
            for (const int number : numbers) all.push_back(Pieces::piece_numbered(number));
            return Pieces::check_numbers(all);
        };
        if constexpr (requires { Pieces::letters; }) {
            terms.letters = Pieces::letters;
            terms.square_range = Pieces::square_range;
            terms.anywhere = Pieces::anywhere;
            terms.elsewhere = Pieces::elsewhere;
            terms.tastes = Pieces::tastes;
        }
        return terms;
    }();
    return terms;
}

/// Reads a set of squares: its parts, between commas, are squares ("e4"), rectangles by two corners
/// ("a1-h2"), files ("e-file"), ranks ("4-rank"), and "light", "dark" and "edge" squares; they are added up.
/// BadSquare at the first part that is none, with an empty field.
Expected<Squares, Fault> read_squares(std::string_view text, const GameTerms& game);

/// A set of positions by their keys.
struct KeyOrder {
    bool operator()(const PositionKey& a, const PositionKey& b) const {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    }
};
using KeySet = std::set<PositionKey, KeyOrder>;

/// A number for puzzles that are alike: of one side, with as many winning faces (three or more count as
/// three) and the same leading theme.
constexpr std::uint32_t group_of(Color turn, std::size_t winning_faces, const ThemeCatalogue& catalogue,
                                 ThemeSet shown) {
    const auto faces = static_cast<std::uint32_t>(std::min<std::size_t>(winning_faces, 3));
    return static_cast<std::uint32_t>(index(turn)) +
           2 * (faces + 4 * static_cast<std::uint32_t>(catalogue.leading(shown).place()));
}

/// The place in its catalogue of the leading theme of a group.
constexpr std::uint32_t theme_of_group(std::uint32_t group) { return group / 8; }

/// The name of the chapter of a group.
constexpr std::string_view chapter_name(const ThemeCatalogue& catalogue, std::uint32_t group) {
    return catalogue[ThemeNumber(theme_of_group(group))].name;
}

// ---- generating -------------------------------------------------------------------------------------------

/// Where positions come from.
enum class Source : std::uint8_t {
    Play,   ///< games of random moves
    Place,  ///< pieces put at random
    Given,  ///< given positions that are changed a little
};

/// Which puzzles are wanted.
struct Wanted {
    int moves = 1;                         ///< mate in so many, on the winning faces forced
    std::optional<Stipulation> other;      ///< what is asked for instead of a mate; `moves` is 1 then
    std::uint64_t solutions = 1;           ///< lines that fulfil it, if it has lines
    std::optional<Color> turn;             ///< the side to move; nullopt: either
    Span faces{1, Span::no_end};           ///< number of winning faces
    std::optional<std::uint64_t> winning;  ///< exactly these win, bit n for face n
    bool promotions_as_one = false;        ///< as solutions, whatever a pawn becomes on one square
    bool unique = true;                    ///< one solution on each winning face that binds
    bool strict = false;                   ///< nor a dual or shorter mate in any variation of full length
    bool check_keys = false;               ///< longer mates from `place` may begin with a check
    ThemeSet themes;                       ///< all of them shown
    ThemeSet without;                      ///< none of them shown
    Span pieces{2, Span::no_end};          ///< royal ones included
    bool economical = false;               ///< superfluous pieces are taken off
    bool reachable = false;                ///< no piece is: with `economical`, there are none to begin with
    int min_difficulty = 0;                ///< 0…100
    int min_quality = 0;                   ///< 0…100
    bool in_check = false;                 ///< positions in check count too
};

/// Why puzzles with a stipulation are not made, if its solutions would take too long to find.
std::optional<std::string> too_long(const Stipulation& stipulation);

/// The side that moves first in help play by convention, so that White reaches the goal: Black, unless a half
/// move is left over. Returns nullopt for other stipulations.
constexpr std::optional<Color> first_mover(const Stipulation& stipulation) {
    if (stipulation.kind != StipulationKind::Help && stipulation.kind != StipulationKind::SeriesHelp)
        return std::nullopt;
    return stipulation.half_moves % 2 == 0 ? Color::Black : Color::White;
}

/// What is to be made in units of work.
struct Task {
    Source source = Source::Play;
    std::uint64_t seed = 1;
    Wanted wanted;
    Span plies{8, 80};     ///< of play
    std::string material;  ///< of place: letters of pieces that are always there, without royal ones

    // How puzzles are written.
    std::string from;  ///< where they say that they come from
    records::RecordFormat format = records::RecordFormat::Jsonl;
    /// Of play: puzzles with a winning move that is new in its game. Of place, for longer mates: at most one
    /// puzzle of each arrangement, with a mating pattern that is new in its unit.
    bool spread = true;
    bool chapters = false;     ///< records name the chapter in which they stand
    bool of_the_best = false;  ///< finds list their neighbours, for the best to leave near twins out
    bool names_game = false;   ///< because it is not the one that records are of that name none

    const std::atomic<bool>* interrupted = nullptr;  ///< once it is set, units are not done to their end
};

/// A position that is to be changed.
struct Given {
    std::string fen;   ///< which the rules accept
    std::string name;  ///< the id of its record, or "file:line"
};

/// Does the unit of work of a number, with a random stream of its own. For one thread. Not all of it is done
/// once the run is interrupted.
using Workshop = std::function<UnitResult(std::uint64_t unit)>;

// ---- composing --------------------------------------------------------------------------------------------

/// Something that a spec asks of its positions, and how many of those that were judged had it.
struct Condition {
    std::string name;
    std::uint64_t met = 0;
};

/// Counts which conditions of a spec positions meet. Each position is asked all of them, in the same order.
class Tally {
  public:
    void begin() {
        ++judged_;
        next_ = 0;
    }

    /// `name()` is asked once.
    template <class Name>
    void note(bool met, Name name) {
        if (next_ == conditions_.size()) conditions_.push_back({name(), 0});
        conditions_[next_++].met += met ? 1 : 0;
    }

    /// Adds the counts of another tally of the same spec.
    void add(const Tally& other) {
        judged_ += other.judged_;
        for (std::size_t at = 0; at < other.conditions_.size(); ++at) {
            if (at == conditions_.size()) conditions_.push_back({other.conditions_[at].name, 0});
            conditions_[at].met += other.conditions_[at].met;
        }
    }

    std::uint64_t judged() const { return judged_; }
    const std::vector<Condition>& conditions() const { return conditions_; }

  private:
    std::vector<Condition> conditions_;
    std::size_t next_ = 0;
    std::uint64_t judged_ = 0;
};

/// How to compose, apart from the spec.
struct ComposeOptions {
    std::uint64_t count = 1;  ///< distinct positions wanted
    std::uint64_t seed = 1;
    int pieces = 0;  ///< a walk through all positions of up to so many pieces, kings included; 0: a search
    bool pruning = true;  ///< a walk leaves out what cannot have the key; without it everything is judged
    bool strict = true;   ///< no flaws of variations, where there are any
    reports::SearchRequest search;  ///< the bounds; nodes are positions that are judged
};

struct ComposeResult {
    std::vector<records::Puzzle> found;  ///< best first, with all that their positions say
    std::uint64_t nodes = 0;
    bool complete = false;  ///< as many as were wanted
    Tally tally;            ///< of the positions that were judged by their moves
};

/// The progress of a walk; enough to continue it.
struct ExhaustiveProgress {
    std::uint64_t next_unit = 0;  ///< units before it are finished
    std::uint64_t next_part = 0;  ///< parts of that unit before it are finished
    std::uint64_t units = 0;      ///< of the whole walk
    std::uint64_t evaluated = 0;  ///< positions whose moves were searched
    std::uint64_t illegal = 0;    ///< arrangements that are no position, or not one with (or without) a die
    std::vector<std::string> found;  ///< FENs of positions that meet the spec, distinct under the symmetries

    bool complete() const { return next_unit == units; }
};

/// A walk through every arrangement of some pieces.
class Walk {
  public:
    virtual ~Walk() = default;

    /// The pieces and squares walked over, for the record.
    virtual std::string universe() const = 0;

    virtual const ExhaustiveProgress& progress() const = 0;

    /// Goes on from where an earlier walk of the same spec stopped. Returns false, and does not go on, if
    /// `progress` cannot be the progress of this walk.
    virtual bool resume(const ExhaustiveProgress& progress) = 0;

    /// Walks until the end, the deadline or an interruption; `after_wave(progress)` is called every few
    /// parts.
    virtual void walk(const std::function<void(const ExhaustiveProgress&)>& after_wave) = 0;

    /// Returns the positions found as puzzles, with all that they say.
    virtual std::vector<records::Puzzle> puzzles() const = 0;
};

/// Composes to a spec that was read.
class Composer {
  public:
    virtual ~Composer() = default;

    /// `progress(found, nodes)` is called every now and then.
    virtual ComposeResult compose(const ComposeOptions& options,
                                  const std::function<void(std::size_t, std::uint64_t)>& progress) const = 0;

    virtual std::unique_ptr<Walk> walk(const ComposeOptions& options) const = 0;
};

// ---- finding ----------------------------------------------------------------------------------------------

/// What puzzles are looked for. A puzzle must meet all that is said; what is empty says nothing.
struct Pattern {
    std::optional<std::string> variant;  ///< of the pieces and squares below; none: the run's default
    /// Moves that the puzzle's key must have, by the names of their faces.
    std::map<std::string, std::vector<std::string>> key;
    std::vector<std::string> moves;       ///< moves that its key must have, on whatever face
    std::optional<std::string> material;  ///< "KQN/k": White's pieces and Black's, all of them
    std::vector<std::string> themes;      ///< as the record claims them
    std::map<std::string, char> board;    ///< letters of FEN on squares; '?' any piece, '.' none
    std::map<std::string, char> picture;  ///< the same after a move of its key
    std::optional<std::string> like;      ///< a position …
    int differs = 0;                      ///< … from which its own may differ by so many pieces: 0 or 1
    bool symmetric = false;               ///< symmetric images of that position, or swapped material, will do

    /// Whether it can only be met by positions of one game.
    bool of_one_game() const { return like || !board.empty() || !picture.empty() || variant; }
};

/// Reads a pattern, one JSON object: `{"key": {"5": ["Qa8-e4-e7#"]} | "Qa8-e4-e7#" | [moves], "material":
/// "KQN/k", "themes": ["teleport"], "board": {"e4": "q", "e5": "?"}, "picture": {…}, "like": "FEN",
/// "differs": 1, "symmetric": true, "variant": "…"}`. Faults: of the text as a whole, WrongType, BadMan.
Expected<Pattern, Faults> read_pattern(std::string_view json);

/// Tells whether a puzzle meets a pattern, or what the rules find wrong with its position. May be called from
/// many threads at once.
using Seeker = std::function<Expected<bool, Faults>(const records::Puzzle&)>;

// ---- a game's maker ---------------------------------------------------------------------------------------

/// Who stands on each square, by numbers; or `empty_square`.
using Setup = std::vector<int>;
inline constexpr int empty_square = -1;

/// A position of some game.
class PlainPosition {
  public:
    virtual ~PlainPosition() = default;

    virtual Setup setup() const = 0;
    virtual Color turn() const = 0;
    virtual PositionKey key() const = 0;
    /// The key with other pieces; none if the rules do not accept them.
    virtual std::optional<PositionKey> key_with(const Setup& setup) const = 0;
    /// The FEN with other pieces; none if the rules do not accept them, or if no game brings them where they
    /// stand though it may bring the pieces of this position there.
    virtual std::optional<std::string> fen_with(const Setup& setup) const = 0;
    /// The machine form of the move that a text names; none if it names no legal one.
    virtual std::optional<std::string> move(std::string_view text) const = 0;
    /// The pieces after such a move.
    virtual Setup setup_after(std::string_view move) const = 0;
};

/// Makes the puzzles of a game, and describes them. One for each game, without state.
class Maker {
  public:
    virtual ~Maker() = default;

    virtual std::string_view variant() const = 0;
    /// What the game is played with, which bounds what can be asked of it.
    virtual const GameTerms& terms() const = 0;
    ThemeCatalogue themes() const { return terms().themes; }

    virtual Expected<std::unique_ptr<PlainPosition>, Faults> read(const std::string& fen) const = 0;

    /// The letters of pieces without royal ones, if there can be so many of them; or what is wrong with them.
    Expected<std::string, std::string> material(std::string_view letters) const;

    /// The arguments must outlive the workshop.
    virtual Workshop workshop(const Task& task, const std::vector<Given>& given) const = 0;

    /// Returns what the position, key, themes and quality of a record make it: all of a find but where it was
    /// found and its text.
    virtual Expected<Find, Faults> identify(const records::Puzzle& puzzle) const = 0;
    /// The ideas of the moves of a record's key as texts, in a game that tells them.
    virtual Expected<std::vector<std::string>, Faults> ideas(const records::Puzzle& puzzle) const = 0;
    /// The fingerprints of a position without each of its pieces; none if the rules do not accept it.
    virtual std::vector<std::uint64_t> neighbours(const std::string& fen) const = 0;

    /// Writes the position in the usual way, and the themes, pieces and scores that its solution shows. Not
    /// `complete` if the search, which is for mates in more than one, was stopped. Fails with what the rules
    /// find wrong with the position.
    virtual Status tag(records::Puzzle& puzzle, const reports::SearchRequest& search,
                       bool& complete) const = 0;

    /// The same, and the key. Texts of the key that are no moves are faults too.
    virtual Status fix_key(records::Puzzle& puzzle, const reports::SearchRequest& search,
                           bool& complete) const = 0;

    /// What else is a sound puzzle with another key a small change away: `find(edit, puzzle)` is called for
    /// each, which has all that its position says. Not `complete` if the search, which is for longer
    /// puzzles, was stopped. Fails with what the rules find wrong with the position.
    virtual Status find_twins(const records::Puzzle& diagram, const reports::SearchRequest& search,
                              const std::function<void(const records::Edit&, records::Puzzle&)>& find,
                              bool& complete) const = 0;

    /// Finds the puzzles that meet a pattern; or what is wrong with its faces, pieces, squares or position.
    Expected<Seeker, Faults> seeker(const Pattern& pattern) const;

    /// Whether the game's positions can be composed to a spec.
    virtual bool composes() const = 0;
    /// Reads a spec, one JSON object; its variant must be of these games and, if it names one, be this one.
    virtual Expected<std::unique_ptr<Composer>, Faults> composer(
        std::string_view spec, const std::vector<std::string>& games) const = 0;
};

/// The game that a spec names, whatever else is wrong with it; none if it names none.
std::optional<std::string> variant_of_spec(std::string_view spec);

/// How many faces the game's die has; 1 without a die.
template <class P>
inline constexpr int faces_of = 1;
template <HasDie P>
inline constexpr int faces_of<P> = P::die().faces;

/// A game with a catalogue of themes. `themes_of` gives what the winning moves of a position show: in a
/// puzzle of `moves` moves, the winning moves are the first moves that force mate. `scores_of` grades them.
/// `presentable`: whether a collection of the best has a place for what these winning moves win.
template <class P>
concept Themed = Position<P> && requires(const P& position, const solver::Faces<P>& winning, int moves,
                                         ThemeSet themes, std::span<const typename P::Move> keys) {
    { P::themes } -> std::convertible_to<ThemeCatalogue>;
    { themes_of(position, winning, moves) } -> std::same_as<ThemeSet>;
    { scores_of(position, winning, themes) } -> std::same_as<Scores>;
    { presentable(position, keys) } -> std::same_as<bool>;
};

/// A game that tells the ideas of winning moves: `idea_of(position, move).text()`, and numbers for the kinds
/// of an idea, of each of which a collection of the best has only so many.
template <class P>
concept TellsIdeas = Themed<P> && requires(const P& position, const typename P::Move& move) {
    { idea_of(position, move).text() } -> std::same_as<std::string>;
    { idea_of(position, move).kinds() } -> std::same_as<std::vector<std::uint32_t>>;
};

/// A game whose positions remember earlier states: `concise(moves)` leaves those out that a puzzle of so many
/// moves does not need.
template <class P>
concept Concise = RemembersPast<P> && requires(const P& position, int moves) {
    { position.concise(moves) } -> std::same_as<P>;
};

/// A game whose puzzles can be generated.
template <class P>
concept Makeable = Arrangeable<P> && Themed<P> && CountsMoves<P> && FindsWins<P> && Written<P>;

/// A game in which puzzles can be composed to a spec. Its arrangements name a type of moves that are wanted,
/// and one that gathers what these demand of the board before them; `looks_of` grades positions by the game's
/// tastes, lower is better. games/superpermutation/composing.hpp explains their functions.
template <class P>
concept Composable = Makeable<P> &&
    requires(const typename P::Arrangement& pieces, typename P::Arrangement::SquareSet fixed, Color turn) {
    typename P::Arrangement::WantedMove;
    typename P::Arrangement::Demands;
    { looks_of(pieces, fixed, turn, std::vector<double>()) } -> std::same_as<double>;
};

}  // namespace octomate::make
