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

/// What kind of turn a move is, and which pieces of a stack leave (section 14).
enum class Turn : std::uint8_t {
    None,
    Whole,        ///< "e2e4": all that stands there moves, captures or hops
    SlideOut1,    ///< "d4_d7": the lowest piece
    SlideOut2,    ///< "d4__d7": the two lowest
    JumpOff1,     ///< "d4^e5": the highest piece
    JumpOff2,     ///< "d4^^d7": the two highest
    TurnOver,     ///< "d4=H", "d4=C": Cathedral to Hourglass and back
    CastleShort,  ///< "O-O"
    CastleLong,   ///< "O-O-O"
    SuperCastle,  ///< "e1<>d3"
    HyperCastle,  ///< "e1~g3"
    Travel,       ///< "@5"
};

/// What is written behind "=": what a pawn becomes, and whether two rooks are a Cathedral or an Hourglass.
enum class Suffix : std::uint8_t { None, Bishop, Cathedral, Hourglass, Knight, Queen, Rook, Vatican };

/// The letters of the suffixes, in their order.
inline constexpr std::string_view suffix_letters = " BCHNQRV";

/// A set of suffixes: bit n is suffix n.
using SuffixSet = std::uint8_t;

constexpr SuffixSet only(Suffix suffix) {
    return static_cast<SuffixSet>(1U << static_cast<unsigned>(suffix));
}
inline constexpr SuffixSet no_suffix = only(Suffix::None);
inline constexpr SuffixSet promotions = static_cast<SuffixSet>(only(Suffix::Queen) | only(Suffix::Rook) |
                                                               only(Suffix::Bishop) | only(Suffix::Knight));

/// A move. Ordered as its machine form.
class Move {
  public:
    constexpr Move() = default;
    /// `left`: what a pawn becomes that is left on its last rank (A10).
    constexpr Move(Turn turn, board8::Square from, board8::Square to, Suffix suffix = Suffix::None,
                   Suffix left = Suffix::None)
        : bits_(static_cast<std::uint32_t>(turn) << 28 | static_cast<std::uint32_t>(from) << 6 |
                static_cast<std::uint32_t>(to) | static_cast<std::uint32_t>(suffix) << 12 |
                static_cast<std::uint32_t>(left) << 15) {}

    /// To an earlier state, 0 being the oldest.
    static constexpr Move travel(std::uint32_t state) {
        Move move;
        move.bits_ = static_cast<std::uint32_t>(Turn::Travel) << 28 | state;
        return move;
    }

    /// States beyond that cannot be named.
    static constexpr std::uint32_t most_states = 1U << 28;

    constexpr Turn turn() const { return static_cast<Turn>(bits_ >> 28); }
    constexpr board8::Square from() const { return static_cast<board8::Square>(bits_ >> 6 & 63); }
    constexpr board8::Square to() const { return static_cast<board8::Square>(bits_ & 63); }
    constexpr Suffix suffix() const { return static_cast<Suffix>(bits_ >> 12 & 7); }
    constexpr Suffix left() const { return static_cast<Suffix>(bits_ >> 15 & 7); }
    constexpr std::uint32_t state() const { return bits_ & (most_states - 1); }

    constexpr bool is_travel() const { return turn() == Turn::Travel; }
    constexpr bool slides_out() const { return turn() == Turn::SlideOut1 || turn() == Turn::SlideOut2; }
    constexpr bool jumps_off() const { return turn() == Turn::JumpOff1 || turn() == Turn::JumpOff2; }
    constexpr bool splits() const { return slides_out() || jumps_off(); }
    /// How many pieces leave a stack that is split.
    constexpr int leaving() const { return turn() == Turn::SlideOut2 || turn() == Turn::JumpOff2 ? 2 : 1; }

    constexpr bool operator==(const Move&) const = default;
    std::strong_ordering operator<=>(const Move& other) const;

  private:
    std::uint32_t bits_ = 0;
};

/// There is a move for each earlier state.
using Moves = GrowingList<Move, 256>;

/// What stands between the squares of such a turn; empty where nothing does.
std::string_view sign_of(Turn turn);

/// The machine form (section 14): "e2e4", "d4__d7", "b8=R_b1", "@5".
std::string machine_form(Move move);

/// Rights to castle, by bit: 2 · side for the king's rook's side, one more for the queen's.
using CastlingRights = std::uint8_t;

constexpr CastlingRights right_of(Color side, bool kings_side) {
    return static_cast<CastlingRights>(1U << (2 * octomate::index(side) + (kings_side ? 0U : 1U)));
}

/// The first and the last rank of a side, 0…7.
constexpr int home_rank(Color side) { return side == Color::White ? 0 : 7; }
constexpr int last_rank(Color side) { return 7 - home_rank(side); }

constexpr Square king_home(Color side) { return 8 * home_rank(side) + 4; }
constexpr Square rook_home(Color side, bool kings_side) { return 8 * home_rank(side) + (kings_side ? 7 : 0); }

/// One step forward.
constexpr int forward(Color side) { return side == Color::White ? 8 : -8; }

/// White and Black: the light squares are those that h1 is like.
constexpr bool is_light(Square square) { return ((file_of(square) + rank_of(square)) & 1) != 0; }

/// The duty to split a Cowardly King begins with so many turns (section 11).
inline constexpr int turns_of_grace = 10;

/// A state of the game that time travel may return to (section 10): all but what is used and the history.
struct Snapshot {
    Board board;
    Color turn = Color::White;
    CastlingRights castling = 0;
    std::int8_t en_passant = -1;  ///< the square that the last double step passed; none: -1
    /// Own completed turns that began with king and rook alone (section 11), by side.
    std::array<std::uint32_t, 2> bare_turns{};

    bool operator==(const Snapshot&) const = default;
};

/// Rooks that travelled in time, by side: never taken back (section 10).
using Used = std::array<IdentitySet, 2>;

/// Plays a legal move that is no time travel.
void play_turn(Snapshot& state, Move move);

/// A side's Hourglass with a rook that is not used, of several the first in a FEN; none: the side
/// cannot travel.
std::optional<Square> usable_hourglass(const Board& board, Color side, IdentitySet used);

/// What a time travel makes of an earlier state: every Hourglass whose rooks are both used is a Cathedral.
Snapshot returned(const Snapshot& earlier, const Used& used);

/// Equal for equal states.
PositionKey key_of(const Snapshot& state);

// Of the legal turns that are no time travel; `used`: of both sides.

/// Appends them, each once, in no particular order.
void list_turns(const Snapshot& state, const Used& used, Moves& out);

std::size_t count_turns(const Snapshot& state, const Used& used);

bool has_turn(const Snapshot& state, const Used& used);

/// Those that win at once: they climb to the High Ground, or leave the opponent in check without a turn, and
/// without a rook to travel with.
void list_wins(const Snapshot& state, const Used& used, Moves& out);

/// Whether there is one.
bool can_win(const Snapshot& state, const Used& used);

/// Whether the side to move must split its Cowardly King (section 11), and can: then it cannot travel either.
bool must_split_coward(const Snapshot& state, const Used& used);

/// Whether the side to move is in check and has no turn, time travel included.
bool is_mated(const Snapshot& state, const Used& used, bool has_history);

/// The letters of the rights to castle, in the order of their bits.
inline constexpr std::string_view right_letters = "KQkq";

/// The set-up of chess, White to move.
const Snapshot& initial_state();

/// The first five fields of a state.
std::string write_snapshot(const Snapshot& state);

/// One stack as a FEN writes it on a square: "(R[q]N)".
std::string write_stack(Stack stack, Square square);

/// Whether the pieces of both sides can make a position: king-like ones, at most one king each, no pawn alone
/// on its last rank, and the side not to move not in check.
bool is_valid(const Snapshot& state);

/// Those of the rights to castle that king and rooks bear out.
CastlingRights possible_castling(const Board& board);

/// The squares that a double step of the side not to move can have passed just now (section 6).
Bitboard possible_en_passant(const Board& board, Color turn);

/// The identity that a rook ('R') or pawn ('P') has where it stands, if nothing else is said (section 14).
std::optional<Identity> usual_identity(char piece, Color side, Square square);

/// A rook or pawn without an identity.
struct Nameless {
    Square square = 0;
    int at = 0;  ///< place in the stack, from the bottom
};

/// Gives each of them one, in the order in which they are listed: the usual one where it is free, else the
/// first that is free (section 14). False if there are not enough.
bool name_them(Board& board, Color side, IdentitySet taken, const std::vector<Nameless>& nameless);

/// The earlier states of a game in order of play, across all branches (section 10). States never change and
/// are shared by all positions that come after them, so a history of any length is copied and made longer at
/// the cost of one pointer.
class History {
  public:
    History() = default;

    std::uint32_t size() const { return last_ ? last_->size : 0; }
    bool empty() const { return !last_; }

    /// State number `index` of them, 0 being the oldest, in logarithmic time.
    const Snapshot& at(std::uint32_t index) const;

    /// All of them, the oldest first.
    std::vector<const Snapshot*> all() const;

    /// Whether a state of them is such a one.
    template <class Such>
    bool any(Such such) const {
        for (const Node* node = last_.get(); node; node = node->before.get())
            if (such(node->state)) return true;
        return false;
    }

    /// Appends " | " and the text of each state (section 14). The texts are made once and kept: who writes
    /// all positions of a long game, or all that a position leads to, writes the same states again and again.
    void append_text(std::string& text) const;

    /// The history with one more state.
    History with(const Snapshot& state) const;

    /// Stands for the states and their order.
    PositionKey key() const { return last_ ? last_->key : PositionKey{}; }

    /// By their keys, which are taken for the states themselves.
    bool operator==(const History& other) const {
        return last_ == other.last_ || (size() == other.size() && key() == other.key());
    }

  private:
    struct Node {
        Snapshot state;
        std::shared_ptr<const Node> before;
        const Node* far;     // farther back: of the states before, so that any is found in a few steps
        std::uint32_t size;  // states up to this one
        PositionKey key;
        mutable std::atomic<const std::string*> text = nullptr;  // once it has been asked for

        Node(const Snapshot& state_, std::shared_ptr<const Node> before_);
        ~Node();
        Node(const Node&) = delete;
        Node& operator=(const Node&) = delete;
    };

    /// All of them, the oldest first.
    std::vector<const Node*> nodes() const;

    std::shared_ptr<const Node> last_;
};

}  // namespace octomate::super_chess
