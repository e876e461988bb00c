#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board8/attacks.hpp"
#include "core/fault.hpp"
#include "core/lists.hpp"
#include "core/random.hpp"
#include "games/super_chess/rules/board.hpp"

namespace octomate::super_chess {

/// The kind of a turn, including which pieces of a stack leave it (section 14).
enum class Turn : std::uint8_t {
    None,
    Whole,        ///< "e2e4": the whole stack moves, captures or hops
    SlideOut1,    ///< "d4_d7": the lowest piece slides out
    SlideOut2,    ///< "d4__d7": the two lowest pieces slide out
    JumpOff1,     ///< "d4^e5": the highest piece jumps off
    JumpOff2,     ///< "d4^^d7": the two highest pieces jump off
    TurnOver,     ///< "d4=H", "d4=C": Cathedral to Hourglass and back
    CastleShort,  ///< "O-O": castling as in chess
    CastleLong,   ///< "O-O-O": castling as in chess
    SuperCastle,  ///< "e1<>d3": a king or pope and a Cathedral swap squares
    HyperCastle,  ///< "e1~g3": a king or pope whose side has a Vatican goes one or two squares
    Travel,       ///< "@5": time travel to earlier state 5
};

/// The letter after "=": what a pawn becomes, or whether two rooks form a Cathedral or an Hourglass.
enum class Suffix : std::uint8_t { None, Bishop, Cathedral, Hourglass, Knight, Queen, Rook, Vatican };

/// The letters of the suffixes, in the order of Suffix.
inline constexpr std::string_view suffix_letters = " BCHNQRV";

/// A set of suffixes: bit n is suffix n.
using SuffixSet = std::uint8_t;

/// Returns the set with this suffix only.
constexpr SuffixSet only(Suffix suffix) {
    return static_cast<SuffixSet>(1U << static_cast<unsigned>(suffix));
}
inline constexpr SuffixSet no_suffix = only(Suffix::None);
inline constexpr SuffixSet promotions = static_cast<SuffixSet>(only(Suffix::Queen) | only(Suffix::Rook) |
                                                               only(Suffix::Bishop) | only(Suffix::Knight));

/// A move, packed into 32 bits. Moves compare in the order of their machine forms.
class Move {
  public:
    constexpr Move() = default;
    /// `left_pawn`: what a pawn becomes that a split leaves behind on its last rank (A10).
    constexpr Move(Turn turn, board8::Square from, board8::Square to, Suffix suffix = Suffix::None,
                   Suffix left_pawn = Suffix::None)
        : bits_(static_cast<std::uint32_t>(turn) << 28 | static_cast<std::uint32_t>(from) << 6 |
                static_cast<std::uint32_t>(to) | static_cast<std::uint32_t>(suffix) << 12 |
                static_cast<std::uint32_t>(left_pawn) << 15) {}

    /// Returns the time travel to earlier state `state`; 0 is the oldest.
    static constexpr Move travel(std::uint32_t state) {
        Move move;
        move.bits_ = static_cast<std::uint32_t>(Turn::Travel) << 28 | state;
        return move;
    }

    /// The number of earlier states to which a move can travel: `state()` is below it.
    static constexpr std::uint32_t max_states = 1U << 28;

    constexpr Turn turn() const { return static_cast<Turn>(bits_ >> 28); }
    constexpr board8::Square from() const { return static_cast<board8::Square>(bits_ >> 6 & 63); }
    constexpr board8::Square to() const { return static_cast<board8::Square>(bits_ & 63); }
    constexpr Suffix suffix() const { return static_cast<Suffix>(bits_ >> 12 & 7); }
    constexpr Suffix left_pawn() const { return static_cast<Suffix>(bits_ >> 15 & 7); }
    constexpr std::uint32_t state() const { return bits_ & (max_states - 1); }

    constexpr bool is_travel() const { return turn() == Turn::Travel; }
    constexpr bool slides_out() const { return turn() == Turn::SlideOut1 || turn() == Turn::SlideOut2; }
    constexpr bool jumps_off() const { return turn() == Turn::JumpOff1 || turn() == Turn::JumpOff2; }
    constexpr bool splits() const { return slides_out() || jumps_off(); }
    /// Returns the number of pieces that leave a split stack, 1 or 2.
    constexpr int leaving() const { return turn() == Turn::SlideOut2 || turn() == Turn::JumpOff2 ? 2 : 1; }

    constexpr bool operator==(const Move&) const = default;
    std::strong_ordering operator<=>(const Move& other) const;

  private:
    std::uint32_t bits_ = 0;
};

/// The list of legal moves. It has no bound, since each earlier state may be the goal of a time travel.
using Moves = GrowingList<Move, 256>;

/// Returns the text between the two squares in a turn's machine form, such as "__" or "<>", or an empty text.
std::string_view sign_of(Turn turn);

/// Returns the machine form of a move (section 14): "e2e4", "d4__d7", "b8=R_b1", "@5".
std::string machine_form(Move move);

/// Castling rights as a bit set: bit 0 White's king's side, bit 1 White's queen's side, bits 2 and 3 Black's.
using CastlingRights = std::uint8_t;

/// Returns the right of `side` to castle on the king's side, or on the queen's side if not `kings_side`.
constexpr CastlingRights castling_right(Color side, bool kings_side) {
    return static_cast<CastlingRights>(1U << (2 * octomate::index(side) + (kings_side ? 0U : 1U)));
}

/// Returns the first rank of a side, as a rank of the board, 0…7; `last_rank` returns the last rank.
constexpr int home_rank(Color side) { return side == Color::White ? 0 : 7; }
constexpr int last_rank(Color side) { return 7 - home_rank(side); }

constexpr Square king_home(Color side) { return 8 * home_rank(side) + 4; }
constexpr Square rook_home(Color side, bool kings_side) { return 8 * home_rank(side) + (kings_side ? 7 : 0); }

/// Returns the number that is added to a square for one step forward.
constexpr int forward(Color side) { return side == Color::White ? 8 : -8; }

/// Returns whether the square is light; h1 is.
constexpr bool is_light(Square square) { return ((file_of(square) + rank_of(square)) & 1) != 0; }

/// The number of turns with only king and rook after which a Cowardly King must split (section 11).
inline constexpr int turns_of_grace = 10;

/// A state of the game to which time travel may return (section 10). It excludes the used rooks and the
/// earlier states, which time travel does not reset.
struct Snapshot {
    Board board;
    Color turn = Color::White;
    CastlingRights castling = 0;
    std::int8_t en_passant = -1;  ///< square passed by the last turn's double step, or -1
    /// Number of bare turns of each side: its turns that began when it had only king and rook (section 11).
    std::array<std::uint32_t, 2> bare_turns{};

    bool operator==(const Snapshot&) const = default;
};

/// The rooks that have travelled in time, by side. Time travel does not reset them (section 10).
using UsedRooks = std::array<IdentitySet, 2>;

/// Changes `state` by a legal move other than time travel.
void play_turn(Snapshot& state, Move move);

/// Returns the square of the side's Hourglass with an unused rook (the first in FEN order if there are
/// several), or nullopt if it has none and so cannot travel.
std::optional<Square> usable_hourglass(const Board& board, Color side, IdentitySet used);

/// Returns the state after time travel to `earlier`, when the rooks of `used` are used: as `earlier`, but
/// each Hourglass with two used rooks is a Cathedral (section 10).
Snapshot state_after_travel(const Snapshot& earlier, const UsedRooks& used);

/// Returns a hash, equal for equal states.
PositionKey key_of(const Snapshot& state);

// In the names of the next functions, "turn" means a legal move other than time travel.

/// Appends all turns to `out`, each once, in no particular order.
void list_turns(const Snapshot& state, const UsedRooks& used, Moves& out);

std::size_t count_turns(const Snapshot& state, const UsedRooks& used);

bool has_turn(const Snapshot& state, const UsedRooks& used);

/// Appends the turns that win at once: those that climb to the High Ground, and those that leave the opponent
/// in check with neither a turn nor an Hourglass to travel with.
void list_wins(const Snapshot& state, const UsedRooks& used, Moves& out);

/// Returns whether there is a turn that wins at once.
bool can_win(const Snapshot& state, const UsedRooks& used);

/// Returns whether the side to move must split its Cowardly King (section 11) and can do so. Then these
/// splits are its only legal moves.
bool must_split_coward(const Snapshot& state, const UsedRooks& used);

/// The letters of the castling rights, in the order of their bits.
inline constexpr std::string_view castling_letters = "KQkq";

/// Returns the initial position of chess, White to move.
const Snapshot& initial_state();

/// Returns the five FEN fields of a state.
std::string write_snapshot(const Snapshot& state);

/// Returns whether the state is a valid position in which the game is not over by the High Ground: each side
/// has a king-like piece, at most one king and no single pawn on its last rank, and the side not to move is
/// not in check.
bool is_valid(const Snapshot& state);

/// Returns the castling rights that the board allows: king and rook on their initial squares.
CastlingRights possible_castling(const Board& board);

/// Returns the squares that the last move, of the side other than `turn`, may have passed by a double step.
Bitboard possible_en_passant(const Board& board, Color turn);

/// Returns the default identity of a rook ('R') or pawn ('P') on a square (section 14): the pawn of the file,
/// the rook of the corner, or nullopt.
std::optional<Identity> default_identity(char piece, Color side, Square square);

/// A rook or pawn without an identity.
struct UnidentifiedPiece {
    Square square = 0;
    int height = 0;  ///< the height of the piece in its stack; 0 is the bottom
};

/// Assigns an identity to each of `unidentified`, in their order: the default one if it is not in `taken`,
/// else the first free one (section 14). Returns false if there are not enough identities.
bool assign_identities(Board& board, Color side, IdentitySet taken,
                       const std::vector<UnidentifiedPiece>& unidentified);

/// The earlier states of a game in order of play, across all branches (section 10). It is a persistent linked
/// list: nodes never change and are shared by all positions after them, so that copying or extending a
/// history costs one pointer. Each node also has a jump pointer to a node farther back, chosen so that any
/// state is found in a logarithmic number of steps (Myers 1983, "An applicative random-access stack").
class History {
  public:
    History() = default;

    std::uint32_t size() const { return last_ ? last_->size : 0; }
    bool empty() const { return !last_; }

    /// Returns the state at `index`, which is below size(); 0 is the oldest. Takes logarithmic time.
    const Snapshot& at(std::uint32_t index) const;

    /// Returns all states, oldest first.
    std::vector<const Snapshot*> all() const;

    /// Returns whether `matches(state)` is true for any state.
    template <class Matches>
    bool any(Matches matches) const {
        for (const Node* node = last_.get(); node; node = node->before.get())
            if (matches(node->state)) return true;
        return false;
    }

    /// Appends " | " and the FEN fields of each state (section 14). Nodes cache their text, because writing
    /// all positions of a long game writes the same states repeatedly. May be called from several threads.
    void append_text(std::string& text) const;

    /// Returns a copy of the history with `state` appended.
    History with(const Snapshot& state) const;

    /// Returns a hash of the sequence of states.
    PositionKey key() const { return last_ ? last_->key : PositionKey{}; }

    /// Compares by hash: histories with equal keys are treated as equal.
    bool operator==(const History& other) const {
        return last_ == other.last_ || (size() == other.size() && key() == other.key());
    }

  private:
    struct Node {
        Snapshot state;
        std::shared_ptr<const Node> before;
        const Node* jump;    // the jump pointer to an earlier node; null in the first node
        std::uint32_t size;  // number of states up to and including this one
        PositionKey key;
        mutable std::atomic<const std::string*> text = nullptr;  // cache of append_text

        Node(const Snapshot& state_, std::shared_ptr<const Node> before_);
        ~Node();
        Node(const Node&) = delete;
        Node& operator=(const Node&) = delete;
    };

    /// Returns all nodes, oldest first.
    std::vector<const Node*> nodes() const;

    std::shared_ptr<const Node> last_;
};

}  // namespace octomate::super_chess
