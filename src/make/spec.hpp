#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/themes.hpp"
#include "core/types.hpp"
#include "formats/problem.hpp"
#include "make/maker.hpp"

namespace octomate::make {

/// A symmetry of the board that the pieces of a position are to show.
class Symmetry {
  public:
    /// Their names: files mirrored, ranks mirrored, files and ranks exchanged (a1–h8 stays), files and ranks
    /// exchanged (a8–h1 stays), half a turn.
    static constexpr std::array<std::string_view, 5> names = {"vertical", "horizontal", "diagonal",
                                                              "antidiagonal", "rotation"};

    /// The symmetry of a name. `of_pieces`: pieces of the same kind, of either side, stand on a square and on
    /// its image; else any pieces do. None if there is none of that name, or the board has no such symmetry.
    static std::optional<Symmetry> named(std::string_view name, bool of_pieces, const Geometry& board);

    int image(int square) const { return images_[static_cast<std::size_t>(square)]; }

    /// Whether the pieces of two letters may be each other's counterparts.
    bool answer(char a, char b) const { return !of_pieces_ || kind(a) == kind(b); }

    /// Returns the number of pieces that have no counterpart.
    template <class Pieces>
    int count_unpaired(const Pieces& pieces) const {
        int alone = 0;
        for (auto rest = pieces.occupied(); Pieces::count(rest) > 0;) {
            if (!answered(pieces, Pieces::pop_first(rest))) ++alone;
        }
        return alone;
    }

    /// Whether the piece of a square has a counterpart.
    template <class Pieces>
    bool answered(const Pieces& pieces, int square) const {
        const auto other = pieces.at(image(square));
        return other && answer(Pieces::letter(*other), Pieces::letter(*pieces.at(square)));
    }

  private:
    static int kind(char letter) { return std::tolower(static_cast<unsigned char>(letter)); }

    bool of_pieces_ = false;
    std::vector<int> images_;
};

/// A move's notation with wildcards: `?` stands for a square or the rest of one, at the beginning of the text
/// for all the squares of a pawn's move; `*` stands for anything, or for nothing. Signs of check and mate at
/// the end are not compared.
class MovePattern {
  public:
    /// Whether a text has wildcards. A `?` at its end may be an annotation: that is up to the caller.
    static bool has_wildcard(std::string_view text) { return text.find_first_of("*?") != text.npos; }

    /// NotAMove at the first character that no notation has.
    static Expected<MovePattern, Fault> read(std::string_view text);

    bool matches(std::string_view notation) const;

  private:
    explicit MovePattern(std::string_view text) : written_(text) {}

    std::string written_;
};

/// A move that must win.
struct KeyMove {
    std::string written;
    std::size_t number = 0;  ///< among all moves of the spec
    std::size_t same = 0;    ///< the first of them that is the same move, side effects apart
    int own_face = 0;        ///< that it serves; 0 in a game without a die
};

/// What a face is to do. Where moves are listed each must win, and no move may win that is not among them.
struct FaceSpec {
    bool any = false;            ///< anything; nothing else is asked then
    Span wins{1, Span::no_end};  ///< how many moves win
    std::vector<KeyMove> mates;
    std::vector<MovePattern> patterns;
    ThemeSet themes;                  ///< that the winning moves of this face show by themselves
    std::optional<CheckBy> check_by;  ///< by which every winning move gives check
    std::optional<bool> free;         ///< whether any move may be played on this face, since none serves it

    bool lists_moves() const { return !mates.empty() || !patterns.empty(); }
    /// Whether a move may win there.
    bool may_win() const { return any || wins.most > 0; }
    /// Whether only moves without wildcards win, and all of these do.
    bool names_all() const { return !any && patterns.empty() && (lists_moves() || wins.most == 0); }
    /// Whether it names a move, side effects apart.
    bool names(const KeyMove& move) const {
        for (const KeyMove& mate : mates) {
            if (mate.same == move.same) return true;
        }
        return false;
    }
};

/// By faces, 0 in check or without a die; a face of which nothing is said must not win.
using FaceSpecs = std::vector<std::optional<FaceSpec>>;

/// A twin that must be a puzzle too.
struct TwinSpec {
    std::string name;
    records::Edit edit;
    std::optional<FaceSpecs> faces;  ///< none: it must be sound, with another key
};

/// What to compose, in terms that are the same for every game: pieces and squares by their numbers. What
/// needs the rules of the game is asked of Spec.
class PlainSpec {
  public:
    explicit PlainSpec(const GameTerms& terms);
    PlainSpec(const PlainSpec&);
    PlainSpec(PlainSpec&&) noexcept;
    virtual ~PlainSpec();

    const GameTerms& game;
    Color turn = Color::White;
    Squares filled;  ///< squares with some piece
    FaceSpecs faces;
    std::optional<int> roll;           ///< the one face that counts
    int moves = 1;                     ///< 1, or 2: a mate in two, forced whatever is rolled
    std::optional<Stipulation> other;  ///< asked for instead of a mate; `moves` are as many as it has
    int solutions = 1;                 ///< lines that fulfil it, where it has lines
    std::optional<FaceSpec> mates;     ///< what the last moves do, of a mate in two or of lines
    bool promotions_as_one = false;    ///< moves of a pawn to one square count as one, whatever it becomes
    int max_pieces = 10;               ///< royal ones included
    std::vector<int> at_most;          ///< pieces by their numbers, 0 or more
    std::vector<int> at_least;         ///< pieces by their numbers, 0 or more
    std::vector<Squares> room;         ///< where pieces by their numbers may stand
    bool limits_pieces = false;        ///< whether numbers or room say more than usual
    ThemeSet themes;                   ///< that the winning moves must show
    ThemeSet without;                  ///< that they must not show
    bool economical = false;           ///< no piece is superfluous
    bool strict = false;               ///< no flaws of variations; for longer mates only
    std::vector<double> taste;         ///< how much each of the game's tastes counts, 1 as a rule
    std::vector<Symmetry> symmetries;
    /// By faces: a move that checks there and leaves so many answers.
    std::vector<std::optional<Span>> tries;
    std::vector<TwinSpec> twins;

    bool wants_die() const { return !faces[0]; }

    /// Whether the solutions are whole lines, and faces do not win.
    bool has_lines() const { return other && other->has_lines(); }

    /// Whether the side to move may be in check, or not, in a game with a die.
    bool allows_check(bool in_check) const { return has_lines() && !roll ? true : in_check != wants_die(); }

    /// Whether a face counts.
    bool judges(int face) const { return !roll || face == 0 || face == *roll; }

    /// Squares of the pieces that stand as the spec says.
    Squares fixed_squares() const;
    /// How many of a piece stand so.
    int fixed_pieces(int piece) const;
    /// Squares that must have some piece.
    Squares needed_squares() const { return demanded_squares() | filled; }
    /// How many pieces there are at least.
    int least_pieces() const;

    // Answered by the rules of the game.

    virtual std::string_view variant() const = 0;
    /// The piece that stands on a square as the spec says.
    virtual std::optional<int> piece_on(int square) const = 0;
    /// Puts a piece there instead.
    virtual void put(int piece, int square) = 0;
    virtual void keep_empty(int square) = 0;
    /// Squares without a piece, those included that moves of the key need.
    virtual Squares empty_squares() const = 0;
    /// Squares with some piece that moves of the key need.
    virtual Squares demanded_squares() const = 0;
    /// A wanted move, as it goes for the side to move.
    virtual Expected<KeyMove, Fault> read_move(const std::string& text) = 0;
    /// Adds what a move of the key demands of the board; fails if another piece stands where it begins.
    virtual Expected<void, std::string> conclude(const KeyMove& move) = 0;
    /// Whether the game can say which piece gives check.
    virtual bool knows_checkers() const = 0;
};

/// Reads a spec, one JSON object, whose variant, if it names one of the games, is that of `spec`, which says
/// nothing yet; `octomate compose --help` lists the fields. Faults name the field, within a text the
/// character: BadJson, NotAnObject, WrongType, UnknownVariant, BadSquare, BadMan, BadKeyFace, BadRoll,
/// BadMoves, NotAMove, IllegalMove and others of pieces.
Status read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games);

/// Pieces by their numbers, never falling.
using PieceChoice = std::vector<int>;

/// All choices of the pieces that a spec neither fixes nor calls royal, of so many pieces on the board at
/// most, as its numbers allow.
std::vector<PieceChoice> choices_of_pieces(const PlainSpec& spec, int most);

/// What a walk through all of these covers, for people.
std::string universe_of(const PlainSpec& spec, int most);

/// What to compose, in terms of its game.
template <Composable P>
class Spec : public PlainSpec {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;
    using SquareSet = typename Pieces::SquareSet;
    using Wanted = typename Pieces::WantedMove;

    P start;                           ///< where the game begins
    Pieces pieces;                     ///< those on given squares, those that the key names included
    typename Pieces::Demands demands;  ///< what the moves of the key need

    explicit Spec(const P& begin) : PlainSpec(terms_of<P>()), start(begin), pieces(Pieces(begin).bare()) {}

    /// To be called once the spec is complete.
    void settle() {
        filled_ = set_of(filled);
        room_.clear();
        for (const Squares& squares : room) room_.push_back(set_of(squares));
    }

    const Wanted& wanted(const KeyMove& move) const { return wanted_[move.number]; }

    /// Squares with some piece, whatever the key.
    SquareSet filled_set() const { return filled_; }

    /// Squares that must have some piece.
    SquareSet needed() const { return demands.needed() | filled_; }

    SquareSet room_of(Piece piece) const { return room_[static_cast<std::size_t>(Pieces::number(piece))]; }

    /// Whether it allows these pieces: one royal piece a side, no more pieces than it says, those of the key
    /// in their places, and all where a game can put them.
    bool allows(const Pieces& given) const {
        if (!demands.met_by(given, turn) || Pieces::count(given.occupied()) > max_pieces || !given.possible())
            return false;
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const auto piece = Pieces::piece_numbered(kind);
            if (Pieces::royal(piece)) continue;
            const int number = Pieces::count(given.all_of(piece));
            if (number > at_most[static_cast<std::size_t>(kind)] &&
                number > Pieces::count(pieces.all_of(piece)))
                return false;
            if (number < at_least[static_cast<std::size_t>(kind)]) return false;
        }
        return !misplaces(given) && Pieces::count(filled_ & ~given.occupied()) == 0;
    }

    /// Whether some piece stands where the spec does not let it.
    bool misplaces(const Pieces& given) const {
        if (!limits_pieces) return false;
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const auto piece = Pieces::piece_numbered(kind);
            if (Pieces::count(given.all_of(piece) & ~room_of(piece)) > 0) return true;
        }
        return false;
    }

    std::string_view variant() const override { return start.variant(); }
    std::optional<int> piece_on(int square) const override {
        const auto piece = pieces.at(square);
        return piece ? std::optional(Pieces::number(*piece)) : std::nullopt;
    }
    void put(int piece, int square) override {
        pieces.remove(square);
        pieces.put(Pieces::piece_numbered(piece), square);
    }
    void keep_empty(int square) override { demands.keep_empty(square); }
    Squares empty_squares() const override { return squares_of(demands.empty()); }
    Squares demanded_squares() const override { return squares_of(demands.needed()); }
    Expected<KeyMove, Fault> read_move(const std::string& text) override {
        auto read = Wanted::read(text);
        if (!read) return Unexpected{read.error()};
        const auto first = std::find_if(wanted_.begin(), wanted_.end(),
                                        [&](const Wanted& other) { return other.same_move(*read); });
        KeyMove move{text, wanted_.size(), static_cast<std::size_t>(first - wanted_.begin()),
                     read->own_face(turn)};
        wanted_.push_back(*std::move(read));
        return move;
    }
    Expected<void, std::string> conclude(const KeyMove& move) override {
        const Pieces before = pieces;
        demands.conclude(wanted(move), turn, pieces);
        for (auto rest = before.occupied(); Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            const Piece old = *before.at(square), needed = *pieces.at(square);
            if (old != needed)
                return Unexpected{fmt::format("{} is to stand on {}, but a move of the key needs {} there",
                                              Pieces::letter(old), Pieces::name(square),
                                              Pieces::letter(needed))};
        }
        return {};
    }
    static constexpr bool knows_checkers_v = requires(const P& position, typename P::Move move) {
        Wanted::checks(position, move, CheckBy());
    };
    bool knows_checkers() const override { return knows_checkers_v; }

  private:
    static SquareSet set_of(const Squares& squares) {
        SquareSet set = Pieces::from(0) & ~Pieces::from(0);
        for_each_square(squares, [&](int square) { set = set | Pieces::only(square); });
        return set;
    }
    static Squares squares_of(SquareSet set) {
        Squares squares;
        while (Pieces::count(set) > 0) squares.set(static_cast<std::size_t>(Pieces::pop_first(set)));
        return squares;
    }

    std::vector<Wanted> wanted_;  // by the numbers of wished moves
    SquareSet filled_{};
    std::vector<SquareSet> room_;
};

/// Reads the spec of a composition in the game that begins with `start`.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    Spec<P> spec(start);
    if (Status read = read_spec(spec, text, games); !read) return Unexpected{std::move(read.error())};
    spec.settle();
    return spec;
}

}  // namespace octomate::make
