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

/// A symmetry that a spec requires of the pieces on the board.
class Symmetry {
  public:
    /// The names of symmetries: mirrored files, mirrored ranks, reflection on the diagonal a1–h8 or a8–h1,
    /// and rotation by half a turn.
    static constexpr std::array<std::string_view, 5> names = {"vertical", "horizontal", "diagonal",
                                                              "antidiagonal", "rotation"};

    /// Returns the symmetry with this name; nullopt if the name is unknown or the board has no such symmetry.
    /// With `of_pieces`, pieces on a square and its image must be of the same kind, of either side.
    static std::optional<Symmetry> named(std::string_view name, bool of_pieces, const Geometry& board);

    int image(int square) const { return images_[static_cast<std::size_t>(square)]; }

    /// True if pieces with the letters `a` and `b` may be counterparts.
    bool may_pair(char a, char b) const { return !of_pieces_ || kind(a) == kind(b); }

    /// Returns the number of pieces that have no counterpart.
    template <class Pieces>
    int count_unpaired(const Pieces& pieces) const {
        int unpaired = 0;
        for (auto rest = pieces.occupied(); Pieces::count(rest) > 0;) {
            if (!is_paired(pieces, Pieces::pop_first(rest))) ++unpaired;
        }
        return unpaired;
    }

    /// True if the piece on `square`, which must not be empty, has a counterpart on the image of the square.
    template <class Pieces>
    bool is_paired(const Pieces& pieces, int square) const {
        const auto counterpart = pieces.at(image(square));
        return counterpart && may_pair(Pieces::letter(*counterpart), Pieces::letter(*pieces.at(square)));
    }

  private:
    static int kind(char letter) { return std::tolower(static_cast<unsigned char>(letter)); }

    bool of_pieces_ = false;
    std::vector<int> images_;  // the image of each square
};

/// A move in notation with wildcards. `?` stands for one or more characters of squares, such as "e4" or "4";
/// at the beginning of the text, where a pawn move has no piece letter, it also stands for the hyphens
/// between squares. `*` stands for any text, even an empty one. Signs of check and mate at the end are
/// ignored.
class MovePattern {
  public:
    /// True if the text contains `*` or `?`. A `?` at its end may also be an annotation, which callers must
    /// decide.
    static bool has_wildcard(std::string_view text) { return text.find_first_of("*?") != text.npos; }

    /// Parses a pattern. Fails with NotAMove at the first character that occurs in no notation.
    static Expected<MovePattern, Fault> read(std::string_view text);

    /// True if the pattern matches the whole `notation` of a move.
    bool matches(std::string_view notation) const;

  private:
    explicit MovePattern(std::string_view text) : text_(text) {}

    std::string text_;
};

/// A move that must win.
struct KeyMove {
    std::string text;             ///< the move as the spec writes it
    std::size_t index = 0;        ///< index among all moves of the spec
    std::size_t first_equal = 0;  ///< index of the first move that is equal, apart from side effects
    int own_face = 0;             ///< the face that the move fits; 0 in a game without a die
};

/// What a spec requires of a face. If it lists moves, each of them must win, and no other move may.
struct FaceSpec {
    bool any = false;            ///< no requirement: any moves may win
    Span wins{1, Span::no_end};  ///< the required number of winning moves
    std::vector<KeyMove> mates;
    std::vector<MovePattern> patterns;
    ThemeSet themes;                  ///< themes that the winning moves of this face must show without others
    std::optional<CheckBy> check_by;  ///< the piece by which every winning move gives check
    std::optional<bool> free;  ///< whether the face must be free: no move fits it, so any may be played

    /// True if moves or patterns are listed.
    bool lists_moves() const { return !mates.empty() || !patterns.empty(); }
    /// True if a move may win on this face.
    bool may_win() const { return any || wins.most > 0; }
    /// True if the winning moves are fully determined: only the listed moves without wildcards, or none.
    bool lists_all_wins() const { return !any && patterns.empty() && (lists_moves() || wins.most == 0); }
    /// True if the move is listed without wildcards, side effects ignored.
    bool lists(const KeyMove& move) const {
        for (const KeyMove& mate : mates) {
            if (mate.first_equal == move.first_equal) return true;
        }
        return false;
    }
};

/// What a spec requires of each face, indexed by the face; 0 is for positions in check and games without a
/// die, where no die is used. A face with nullopt must not win.
using FaceSpecs = std::vector<std::optional<FaceSpec>>;

/// An edit of the position that must turn it into another puzzle.
struct TwinSpec {
    std::string name;
    records::Edit edit;
    std::optional<FaceSpecs> faces;  ///< nullopt: any sound key other than the diagram's
};

/// What to compose, for code that is not a template: pieces and squares are numbers. Spec adds what depends
/// on the rules of the game.
class PlainSpec {
  public:
    explicit PlainSpec(const GameTerms& terms);
    PlainSpec(const PlainSpec&);
    PlainSpec(PlainSpec&&) noexcept;
    virtual ~PlainSpec();

    const GameTerms& game;
    Color turn = Color::White;
    Squares filled;  ///< squares that must not be empty, besides those that the key needs
    FaceSpecs faces;
    std::optional<int> roll;                       ///< the only face that counts; nullopt: all count
    int moves = 1;                                 ///< 1, or 2 for a mate in two forced on every roll
    std::optional<Stipulation> other_stipulation;  ///< the stipulation, if not a mate; `moves` is its length
    int solutions = 1;                             ///< number of solutions, if solutions are lines
    std::optional<FaceSpec> mates;       ///< what the last moves of a mate in two or of lines must do
    bool promotions_as_one = false;      ///< promotions of a pawn on one square count as one move
    int max_pieces = 10;                 ///< maximum number of pieces, royal ones included
    std::vector<int> at_most;            ///< for each kind of piece: how many may be on the board
    std::vector<int> at_least;           ///< for each kind of piece: how many must be on the board
    std::vector<Squares> piece_squares;  ///< for each kind of piece: the squares on which it may stand
    bool limits_pieces = false;          ///< the spec has a field that limits pieces or their squares
    ThemeSet themes;                     ///< themes that the winning moves must show
    ThemeSet excluded_themes;            ///< themes that the winning moves must not show
    bool economical = false;             ///< no piece may be superfluous
    bool strict = false;                 ///< variations must have no flaws; for longer mates only
    std::vector<double> taste;           ///< the weight of each of the game's tastes, by default 1
    std::vector<Symmetry> symmetries;
    /// Tries by face: the number of answers that must refute some check; nullopt: no try is required.
    std::vector<std::optional<Span>> tries;
    std::vector<TwinSpec> twins;

    /// True if the spec is for positions in which a die is rolled: it requires nothing of face 0.
    bool uses_die() const { return !faces[0]; }

    /// True if solutions are whole lines instead of winning first moves.
    bool has_lines() const { return other_stipulation && other_stipulation->has_lines(); }

    /// True if a position with this `in_check` can meet the spec. Only for games with a die.
    bool allows_check(bool in_check) const { return has_lines() && !roll ? true : in_check != uses_die(); }

    /// True if wins on this face count: on every face, or only on that of the spec's roll.
    bool counts_face(int face) const { return !roll || face == 0 || face == *roll; }

    /// The squares of the pieces that the spec fixes.
    Squares fixed_squares() const;
    /// The number of pieces of a kind that the spec fixes.
    int fixed_pieces(int piece) const;
    /// The squares that must not be empty.
    Squares needed_squares() const { return squares_key_needs() | filled; }
    /// The least number of pieces on the board that the spec allows.
    int least_pieces() const;

    // Functions that depend on the rules of the game.

    virtual std::string_view variant() const = 0;
    /// Returns the piece that the spec fixes on a square; nullopt if there is none.
    virtual std::optional<int> piece_on(int square) const = 0;
    /// Fixes a piece on a square, in place of any piece that was fixed there.
    virtual void fix_piece(int piece, int square) = 0;
    /// Requires that a square is empty.
    virtual void keep_empty(int square) = 0;
    /// The squares that must be empty, by the spec or for a move of the key.
    virtual Squares empty_squares() const = 0;
    /// The squares on which moves of the key need some piece.
    virtual Squares squares_key_needs() const = 0;
    /// Parses a move of the side to move, and adds it to the moves of the spec.
    virtual Expected<KeyMove, Fault> read_move(const std::string& text) = 0;
    /// Adds what a move of the key requires of the board; fails with a message if a fixed piece contradicts
    /// it.
    virtual Expected<void, std::string> add_requirements(const KeyMove& move) = 0;
    /// True if the game can determine which piece gives check.
    virtual bool finds_checkers() const = 0;
};

/// Parses a spec, one JSON object, into `spec`, which must be new; `octomate compose --help` lists the
/// fields. If the object names a variant, that must be one of `games` or that of `spec`. Faults name the
/// field and, within a string, the offset: BadJson, NotAnObject, WrongType, UnknownVariant, BadSquare,
/// UnsuitablePiece, BadKeyFace, BadRoll, BadMoves, NotAMove, IllegalMove and others.
Status read_spec(PlainSpec& spec, std::string_view text, const std::vector<std::string>& games);

/// Kinds of pieces by their numbers, in ascending order; a number occurs once for each piece.
using PieceChoice = std::vector<int>;

/// Returns all choices of pieces, other than royal and fixed ones, that complete a position of the spec with
/// at most `max_pieces` pieces on the board.
std::vector<PieceChoice> choices_of_pieces(const PlainSpec& spec, int max_pieces);

/// Describes in a sentence which arrangements a walk of up to `max_pieces` pieces covers.
std::string universe_of(const PlainSpec& spec, int max_pieces);

/// What to compose, with the types of its game.
template <Composable P>
class Spec : public PlainSpec {
  public:
    using Pieces = typename P::Arrangement;
    using Piece = typename Pieces::Piece;
    using SquareSet = typename Pieces::SquareSet;
    using WantedMove = typename Pieces::WantedMove;

    P start;                           ///< the initial position of the game
    Pieces pieces;                     ///< the fixed pieces, including those that moves of the key need
    typename Pieces::Demands demands;  ///< what the moves of the key require of the board

    explicit Spec(const P& initial)
        : PlainSpec(terms_of<P>()), start(initial), pieces(Pieces(initial).without_pieces()) {}

    /// Converts the sets of squares of PlainSpec to those of the game. Must be called once the spec is
    /// complete.
    void compute_square_sets() {
        filled_ = to_square_set(filled);
        allowed_squares_.clear();
        for (const Squares& squares : piece_squares) allowed_squares_.push_back(to_square_set(squares));
    }

    const WantedMove& wanted(const KeyMove& move) const { return wanted_[move.index]; }

    /// The squares that must not be empty, without those on which the key needs a piece.
    SquareSet filled_set() const { return filled_; }

    /// The squares that must not be empty.
    SquareSet needed() const { return demands.needed() | filled_; }

    SquareSet allowed_squares(Piece piece) const {
        return allowed_squares_[static_cast<std::size_t>(Pieces::piece_number(piece))];
    }

    /// True if the spec allows these pieces: their number, kinds and squares, the pieces that the key needs,
    /// and squares that a game can reach.
    bool allows(const Pieces& candidate) const {
        if (!demands.met_by(candidate, turn) || Pieces::count(candidate.occupied()) > max_pieces ||
            !candidate.possible())
            return false;
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const auto piece = Pieces::piece_numbered(kind);
            if (Pieces::is_royal(piece)) continue;
            const int number = Pieces::count(candidate.all_of(piece));
            if (number > at_most[static_cast<std::size_t>(kind)] &&
                number > Pieces::count(pieces.all_of(piece)))
                return false;
            if (number < at_least[static_cast<std::size_t>(kind)]) return false;
        }
        return !misplaces(candidate) && Pieces::count(filled_ & ~candidate.occupied()) == 0;
    }

    /// True if some piece is on a square where the spec does not allow it.
    bool misplaces(const Pieces& candidate) const {
        if (!limits_pieces) return false;
        for (int kind = 0; kind < Pieces::kinds_of_pieces; ++kind) {
            const auto piece = Pieces::piece_numbered(kind);
            if (Pieces::count(candidate.all_of(piece) & ~allowed_squares(piece)) > 0) return true;
        }
        return false;
    }

    std::string_view variant() const override { return start.variant(); }
    std::optional<int> piece_on(int square) const override {
        const auto piece = pieces.at(square);
        return piece ? std::optional(Pieces::piece_number(*piece)) : std::nullopt;
    }
    void fix_piece(int piece, int square) override {
        pieces.remove(square);
        pieces.put(Pieces::piece_numbered(piece), square);
    }
    void keep_empty(int square) override { demands.keep_empty(square); }
    Squares empty_squares() const override { return to_squares(demands.empty()); }
    Squares squares_key_needs() const override { return to_squares(demands.needed()); }
    Expected<KeyMove, Fault> read_move(const std::string& text) override {
        auto read = WantedMove::read(text);
        if (!read) return Unexpected{read.error()};
        const auto first = std::find_if(wanted_.begin(), wanted_.end(),
                                        [&](const WantedMove& other) { return other.same_move(*read); });
        KeyMove move{text, wanted_.size(), static_cast<std::size_t>(first - wanted_.begin()),
                     read->own_face(turn)};
        wanted_.push_back(*std::move(read));
        return move;
    }
    Expected<void, std::string> add_requirements(const KeyMove& move) override {
        const Pieces before = pieces;
        demands.add_requirements(wanted(move), turn, pieces);
        for (auto rest = before.occupied(); Pieces::count(rest) > 0;) {
            const int square = Pieces::pop_first(rest);
            const Piece old = *before.at(square), needed = *pieces.at(square);
            if (old != needed)
                return Unexpected{fmt::format("{} must stand on {}, but a move of the key needs {} there",
                                              Pieces::letter(old), Pieces::name(square),
                                              Pieces::letter(needed))};
        }
        return {};
    }
    static constexpr bool finds_checkers_v = requires(const P& position, typename P::Move move) {
        WantedMove::gives_check(position, move, CheckBy());
    };
    bool finds_checkers() const override { return finds_checkers_v; }

  private:
    static SquareSet to_square_set(const Squares& squares) {
        SquareSet set = Pieces::squares_from(0) & ~Pieces::squares_from(0);
        for_each_square(squares, [&](int square) { set = set | Pieces::only(square); });
        return set;
    }
    static Squares to_squares(SquareSet set) {
        Squares squares;
        while (Pieces::count(set) > 0) squares.set(static_cast<std::size_t>(Pieces::pop_first(set)));
        return squares;
    }

    std::vector<WantedMove> wanted_;  // indexed by KeyMove::index
    SquareSet filled_{};
    std::vector<SquareSet> allowed_squares_;
};

/// Parses the spec of a composition in the game with the initial position `start`; fails with its faults.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    Spec<P> spec(start);
    if (Status read = read_spec(spec, text, games); !read) return Unexpected{std::move(read.error())};
    spec.compute_square_sets();
    return spec;
}

}  // namespace octomate::make
