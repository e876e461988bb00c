#include "super_chess.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace naive::super_chess {
namespace {

// ---- Section 1: the board ---------------------------------------------------------------------------------

int file_of(int square) { return square % 8; }

int rank_of(int square) { return square / 8; }

int square_at(int file, int rank) { return rank * 8 + file; }

std::string square_name(int square) {
    std::string name;
    name += static_cast<char>('a' + file_of(square));
    name += static_cast<char>('1' + rank_of(square));
    return name;
}

char other(char side) { return side == 'w' ? 'b' : 'w'; }

std::size_t side_index(char side) { return side == 'w' ? 0 : 1; }

// Section 1: a1 is dark.
bool is_light_square(int square) { return (file_of(square) + rank_of(square)) % 2 == 1; }

int forward(char side) { return side == 'w' ? 1 : -1; }

bool on_last_rank(int square, char side) { return rank_of(square) == (side == 'w' ? 7 : 0); }

bool on_second_rank(int square, char side) { return rank_of(square) == (side == 'w' ? 1 : 6); }

int home_rank(char side) { return side == 'w' ? 0 : 7; }

Stack& stack_at(Snapshot& snapshot, int square) { return snapshot.squares[static_cast<std::size_t>(square)]; }

const Stack& stack_at(const Snapshot& snapshot, int square) {
    return snapshot.squares[static_cast<std::size_t>(square)];
}

bool is_empty(const Snapshot& snapshot, int square) { return stack_at(snapshot, square).side == '.'; }

bool is_of_side(const Snapshot& snapshot, int square, char side) {
    return stack_at(snapshot, square).side == side;
}

// ---- Section 2: pieces and stacks -------------------------------------------------------------------------

enum class Kind {
    none,
    pawn,
    knight,
    bishop,
    rook,
    queen,
    king,
    pope,
    mvp,
    cathedral,
    hourglass,
    paladin,
    pseudo_queen,
    cardinal,
    hyper_queen,
    cowardly_king,
    cowardly_pope,
    goap,
    vatican,
    high_ground,
    unlisted  // a stack that the table of the rules does not list (A24)
};

// Returns the letters of a stack, bottom first, without its memory.
std::string letters_of(const Stack& stack) {
    std::string letters;
    for (const Part& part : stack.parts) {
        letters += part.kind;
    }
    return letters;
}

// Section 2: returns the kind that the table of the rules gives a stack, or `unlisted` (A24).
Kind kind_of(const Stack& stack) {
    if (stack.side == '.') {
        return Kind::none;
    }
    const std::string text = letters_of(stack);
    const std::string_view letters = text;  // comparisons with literals are faster
    if (stack.inverted) {
        return letters == "RR" ? Kind::hourglass : Kind::unlisted;
    }
    if (letters == "P") return Kind::pawn;
    if (letters == "N") return Kind::knight;
    if (letters == "B") return Kind::bishop;
    if (letters == "R") return Kind::rook;
    if (letters == "Q") return Kind::queen;
    if (letters == "K") return Kind::king;
    if (letters == "O") return Kind::pope;
    if (letters == "RP") return Kind::mvp;
    if (letters == "RR") return Kind::cathedral;
    if (letters == "RN") return Kind::paladin;
    if (letters == "RB") return stack.parts.back().light ? Kind::cardinal : Kind::pseudo_queen;
    if (letters == "RQ") return Kind::hyper_queen;
    if (letters == "RK") return Kind::cowardly_king;
    if (letters == "RO") return Kind::cowardly_pope;
    if (letters == "RRP") return Kind::goap;
    if (letters == "RRR") return Kind::vatican;
    if (letters == "RRRK" || letters == "RRRO") return Kind::high_ground;
    return Kind::unlisted;
}

// Section 2: checks whether a stack has two or more parts.
bool is_super_piece(const Stack& stack) { return stack.parts.size() >= 2; }

// Section 2: checks for a K, O, Cowardly King or Cowardly Pope; also for a High Ground (section 12, A7).
bool is_king_like(const Stack& stack) {
    const Kind kind = kind_of(stack);
    return kind == Kind::king || kind == Kind::pope || kind == Kind::cowardly_king ||
           kind == Kind::cowardly_pope || kind == Kind::high_ground;
}

int king_likes_of(const Snapshot& snapshot, char side) {
    int count = 0;
    for (int square = 0; square < 64; ++square) {
        if (is_of_side(snapshot, square, side) && is_king_like(stack_at(snapshot, square))) {
            ++count;
        }
    }
    return count;
}

int super_pieces_of(const Snapshot& snapshot, char side) {
    int count = 0;
    for (int square = 0; square < 64; ++square) {
        if (is_of_side(snapshot, square, side) && is_super_piece(stack_at(snapshot, square))) {
            ++count;
        }
    }
    return count;
}

bool has_high_ground(const Snapshot& snapshot, char side) {
    for (int square = 0; square < 64; ++square) {
        if (is_of_side(snapshot, square, side) && kind_of(stack_at(snapshot, square)) == Kind::high_ground) {
            return true;
        }
    }
    return false;
}

bool is_used(const Position& position, char side, char identity) {
    return position.used[side_index(side)].find(identity) != std::string::npos;
}

// Sections 2, 10: checks whether two rooks may be an Hourglass: at least one of them must be unused.
bool has_unused_rook(const Position& position, const Stack& two_rooks) {
    for (const Part& part : two_rooks.parts) {
        if (part.kind == 'R' && !is_used(position, two_rooks.side, part.identity)) {
            return true;
        }
    }
    return false;
}

// ---- Section 4: the ways to split a stack -----------------------------------------------------------------

struct Split {
    bool jump = false;  // the upper parts leave; otherwise the lower ones
    int count = 0;      // number of parts that leave
    Stack leaving;
    Stack staying;
};

// Section 4: returns all splits of a stack: one part leaves a stack of two, one or two leave a stack of
// three. The rooks of a split Hourglass are upright.
std::vector<Split> splits_of(const Stack& stack) {
    std::vector<Split> splits;
    const Kind kind = kind_of(stack);
    if (!is_super_piece(stack) || kind == Kind::hyper_queen || kind == Kind::high_ground ||
        kind == Kind::unlisted) {
        return splits;
    }
    const int size = static_cast<int>(stack.parts.size());
    for (int count = 1; count < size; ++count) {
        Stack lower;
        Stack upper;
        lower.side = stack.side;
        upper.side = stack.side;
        for (int i = 0; i < size; ++i) {
            (i < count ? lower : upper).parts.push_back(stack.parts[static_cast<std::size_t>(i)]);
        }
        splits.push_back({false, count, lower, upper});
        splits.push_back({true, size - count, upper, lower});
    }
    return splits;
}

// Section 4: checks whether the leaving part may capture: all may, except the K or O of a Cowardly stack.
bool may_capture_when_leaving(const Split& split) {
    const Kind kind = kind_of(split.leaving);
    return kind != Kind::king && kind != Kind::pope;
}

// ---- Section 5: movement ----------------------------------------------------------------------------------

int file_distance(int from, int to) { return std::abs(file_of(from) - file_of(to)); }

int rank_distance(int from, int to) { return std::abs(rank_of(from) - rank_of(to)); }

int king_distance(int from, int to) { return std::max(file_distance(from, to), rank_distance(from, to)); }

int sign(int number) { return (number > 0) - (number < 0); }

// Checks whether all squares strictly between two squares on one line are empty.
bool is_clear_between(const Snapshot& snapshot, int from, int to) {
    const int file_step = sign(file_of(to) - file_of(from));
    const int rank_step = sign(rank_of(to) - rank_of(from));
    int file = file_of(from) + file_step;
    int rank = rank_of(from) + rank_step;
    while (square_at(file, rank) != to) {
        if (!is_empty(snapshot, square_at(file, rank))) {
            return false;
        }
        file += file_step;
        rank += rank_step;
    }
    return true;
}

bool rook_reaches(const Snapshot& snapshot, int from, int to) {
    const bool one_line = (file_distance(from, to) == 0) != (rank_distance(from, to) == 0);
    return one_line && is_clear_between(snapshot, from, to);
}

bool bishop_reaches(const Snapshot& snapshot, int from, int to) {
    const bool one_line = from != to && file_distance(from, to) == rank_distance(from, to);
    return one_line && is_clear_between(snapshot, from, to);
}

bool queen_reaches(const Snapshot& snapshot, int from, int to) {
    return rook_reaches(snapshot, from, to) || bishop_reaches(snapshot, from, to);
}

bool knight_reaches(int from, int to) {
    return (file_distance(from, to) == 1 && rank_distance(from, to) == 2) ||
           (file_distance(from, to) == 2 && rank_distance(from, to) == 1);
}

// Checks whether `to` is one of the two squares diagonally in front of `from`.
bool pawn_attacks(int from, int to, char side) {
    return rank_of(to) - rank_of(from) == forward(side) && file_distance(from, to) == 1;
}

bool diagonal_neighbours(int from, int to) {
    return file_distance(from, to) == 1 && rank_distance(from, to) == 1;
}

bool is_double_step(int from, int to, char side) {
    return file_of(from) == file_of(to) && rank_of(to) - rank_of(from) == 2 * forward(side);
}

// Section 1, A11: checks whether a pawn advances to `to`: one step forward, or two over an empty square if it
// is unmoved.
bool pawn_can_advance(const Snapshot& snapshot, int from, int to, const Stack& pawn) {
    if (is_double_step(from, to, pawn.side)) {
        return !pawn.parts[0].moved && is_empty(snapshot, (from + to) / 2);
    }
    return file_of(from) == file_of(to) && rank_of(to) - rank_of(from) == forward(pawn.side);
}

// Section 5, A14, A15: checks for a Hyper Queen's move: a queen move of at least one square to an empty
// square, and then one king step.
bool hyper_queen_reaches(const Snapshot& snapshot, int from, int to) {
    for (int middle = 0; middle < 64; ++middle) {
        if (is_empty(snapshot, middle) && queen_reaches(snapshot, from, middle) &&
            king_distance(middle, to) == 1) {
            return true;
        }
    }
    return false;
}

// Section 5: checks whether this stack could move from `from` to `to` if `to` were empty.
bool could_move(const Snapshot& snapshot, int from, int to, const Stack& mover) {
    switch (kind_of(mover)) {
        case Kind::pawn: return pawn_can_advance(snapshot, from, to, mover);
        case Kind::knight: return knight_reaches(from, to);
        case Kind::bishop: return bishop_reaches(snapshot, from, to);
        case Kind::rook:
        case Kind::mvp:
        case Kind::goap:
        case Kind::cathedral:
        case Kind::hourglass:
        case Kind::vatican:
        case Kind::cowardly_king:
        case Kind::cowardly_pope: return rook_reaches(snapshot, from, to);
        case Kind::queen:
        case Kind::pseudo_queen: return queen_reaches(snapshot, from, to);
        case Kind::king:
        case Kind::pope: return king_distance(from, to) == 1;
        case Kind::paladin: return king_distance(from, to) == 2;  // A16
        case Kind::cardinal: return queen_reaches(snapshot, from, to) && king_distance(from, to) <= 3;
        case Kind::hyper_queen: return hyper_queen_reaches(snapshot, from, to);
        case Kind::high_ground:
        case Kind::unlisted:
        case Kind::none: return false;
    }
    return false;
}

// Sections 5, 8: checks whether this stack on `from` could capture an enemy on `to`, en passant excepted.
bool could_capture(const Snapshot& snapshot, int from, int to, const Stack& mover, bool victim_is_king_like) {
    switch (kind_of(mover)) {
        case Kind::pawn: return pawn_attacks(from, to, mover.side);
        case Kind::mvp: return rook_reaches(snapshot, from, to) || pawn_attacks(from, to, mover.side);
        case Kind::goap: return rook_reaches(snapshot, from, to) || diagonal_neighbours(from, to);
        case Kind::cowardly_king:
        case Kind::cowardly_pope: return false;
        case Kind::hyper_queen:  // section 8, A13: its king step captures no king-like piece
            return victim_is_king_like ? queen_reaches(snapshot, from, to)
                                       : hyper_queen_reaches(snapshot, from, to);
        default: return could_move(snapshot, from, to, mover);
    }
}

// ---- Section 8: check -------------------------------------------------------------------------------------

// Section 8, A5: checks whether a stack of `by_side`, whole or split, could capture a king-like piece there.
bool is_attacked(const Snapshot& snapshot, int square, char by_side) {
    for (int from = 0; from < 64; ++from) {
        if (from == square || !is_of_side(snapshot, from, by_side)) {
            continue;
        }
        const Stack& stack = stack_at(snapshot, from);
        if (could_capture(snapshot, from, square, stack, true)) {
            return true;
        }
        for (const Split& split : splits_of(stack)) {
            if (may_capture_when_leaving(split) &&
                could_capture(snapshot, from, square, split.leaving, true)) {
                return true;
            }
        }
    }
    return false;
}

// Section 8: checks whether a side is in check; only a side with exactly one king-like piece can be.
bool is_in_check(const Snapshot& snapshot, char side) {
    if (king_likes_of(snapshot, side) != 1) {
        return false;
    }
    for (int square = 0; square < 64; ++square) {
        if (is_of_side(snapshot, square, side) && is_king_like(stack_at(snapshot, square))) {
            return is_attacked(snapshot, square, other(side));
        }
    }
    return false;
}

// ---- Section 3: hopping -----------------------------------------------------------------------------------

// Section 2, A24: checks whether the column "made by (hopper on base)" of the table lists this hop.
bool is_hop_listed(Kind hopper, Kind base) {
    switch (base) {
        case Kind::rook:
            return hopper == Kind::pawn || hopper == Kind::rook || hopper == Kind::knight ||
                   hopper == Kind::bishop || hopper == Kind::queen || hopper == Kind::king ||
                   hopper == Kind::pope || hopper == Kind::mvp || hopper == Kind::cathedral;
        case Kind::cathedral:
            return hopper == Kind::pawn || hopper == Kind::rook || hopper == Kind::cowardly_king ||
                   hopper == Kind::cowardly_pope;
        case Kind::vatican: return hopper == Kind::king || hopper == Kind::pope;
        default: return false;
    }
}

Stack hopped(const Stack& base, const Stack& hopper) {
    Stack result = base;
    result.parts.insert(result.parts.end(), hopper.parts.begin(), hopper.parts.end());
    return result;
}

// ---- Section 7: promotion ---------------------------------------------------------------------------------

// Sections 2, 7: returns the piece that a pawn becomes. A rook keeps the pawn's identity (A3), a bishop gets
// the colour of the square.
Part promoted(const Part& pawn, char kind, int square) {
    Part part;
    part.kind = kind;
    if (kind == 'R') {
        part.identity = pawn.identity;
    }
    if (kind == 'B') {
        part.light = is_light_square(square);
    }
    return part;
}

// Returns the stack with its top pawn promoted.
Stack with_promoted_top(const Stack& stack, char kind, int square) {
    Stack result = stack;
    result.parts.back() = promoted(stack.parts.back(), kind, square);
    return result;
}

Stack with_inverted(const Stack& stack, bool inverted) {
    Stack result = stack;
    result.inverted = inverted;
    return result;
}

int value_of(const Part& part) {
    switch (part.kind) {
        case 'P': return 1;
        case 'N':
        case 'B': return 3;
        case 'R': return 5;
        case 'Q': return 9;
        default: return 0;
    }
}

// Section 7, A17: returns the Cardinal after it has captured `victim` as a whole.
Stack cardinal_after_capture(const Stack& cardinal, const Stack& victim) {
    Stack result = cardinal;
    Part& bishop = result.parts.back();
    bishop.pieces += 1;
    bishop.points += value_of(victim.parts[0]);
    if (is_super_piece(victim) || is_king_like(victim) || bishop.pieces >= 3 || bishop.points >= 7) {
        Part pope;
        pope.kind = 'O';
        bishop = pope;
    }
    return result;
}

// A suffix of the notation, such as "=Q", and the stack that it chooses.
struct Choice {
    std::string suffix;
    Stack stack;
};

// Section 7: returns the promotions of a pawn alone on its last rank: Q, R, B and N.
std::vector<Choice> pawn_promotions(const Stack& pawn, int square) {
    std::vector<Choice> choices;
    choices.push_back({"=Q", with_promoted_top(pawn, 'Q', square)});
    choices.push_back({"=R", with_promoted_top(pawn, 'R', square)});
    choices.push_back({"=B", with_promoted_top(pawn, 'B', square)});
    choices.push_back({"=N", with_promoted_top(pawn, 'N', square)});
    return choices;
}

// Sections 3, 7: returns the choices for two rooks: a Cathedral, and an Hourglass if one of them is unused.
std::vector<Choice> two_rook_choices(const Position& position, const Stack& two_rooks) {
    std::vector<Choice> choices;
    choices.push_back({"=C", two_rooks});
    if (has_unused_rook(position, two_rooks)) {
        choices.push_back({"=H", with_inverted(two_rooks, true)});
    }
    return choices;
}

// Section 7, A9: returns the choices for the pawn of an MVP on its last rank: to stay a pawn, N, B, Q and R.
std::vector<Choice> mvp_promotions(const Position& position, const Stack& mvp, int square) {
    std::vector<Choice> choices;
    choices.push_back({"", mvp});
    choices.push_back({"=Q", with_promoted_top(mvp, 'Q', square)});
    choices.push_back({"=N", with_promoted_top(mvp, 'N', square)});
    choices.push_back({"=B", with_promoted_top(mvp, 'B', square)});
    for (const Choice& choice : two_rook_choices(position, with_promoted_top(mvp, 'R', square))) {
        choices.push_back(choice);
    }
    return choices;
}

// Section 7: returns the choices for the pawn of a GOAP on its last rank: to stay a pawn, and R.
std::vector<Choice> goap_promotions(const Stack& goap, int square) {
    std::vector<Choice> choices;
    choices.push_back({"", goap});
    choices.push_back({"=V", with_promoted_top(goap, 'R', square)});
    return choices;
}

// Returns what the stack that has just arrived on `square` may become. `rook_on_rook`: a rook has hopped on a
// rook there.
std::vector<Choice> arrival_choices(const Position& position, const Stack& arrived, int square,
                                    bool rook_on_rook) {
    const Kind kind = kind_of(arrived);
    if (rook_on_rook) {
        return two_rook_choices(position, arrived);
    }
    if (on_last_rank(square, arrived.side)) {
        if (kind == Kind::pawn) {
            return pawn_promotions(arrived, square);
        }
        if (kind == Kind::mvp) {
            return mvp_promotions(position, arrived, square);
        }
        if (kind == Kind::goap) {
            return goap_promotions(arrived, square);
        }
    }
    return {{"", arrived}};
}

// Section 4, A10: returns the choices for the stack left behind: a pawn alone on its last rank must promote.
std::vector<Choice> staying_choices(const Stack& staying, int square) {
    if (kind_of(staying) == Kind::pawn && on_last_rank(square, staying.side)) {
        return pawn_promotions(staying, square);
    }
    return {{"", staying}};
}

// ---- Section 9: castling rights ---------------------------------------------------------------------------

struct Right {
    std::size_t index;  // index in Snapshot::castling
    char side;
    char rook;  // identity of the rook
    int king_square;
    int rook_square;
};

const std::array<Right, 4> all_rights = {Right{0, 'w', 'k', 4, 7}, Right{1, 'w', 'q', 4, 0},
                                         Right{2, 'b', 'k', 60, 63}, Right{3, 'b', 'q', 60, 56}};

// Section 9, A19, convention: checks that the King is alone on its square and the right rook is at the bottom
// of the stack on its corner. A King that has super castled or hyper castled counts as moved.
bool is_right_valid(const Snapshot& snapshot, const Right& right) {
    const Stack& king = stack_at(snapshot, right.king_square);
    const Stack& corner = stack_at(snapshot, right.rook_square);
    if (king.side != right.side || kind_of(king) != Kind::king || king.parts[0].super_castled ||
        king.parts[0].hyper_castled) {
        return false;
    }
    return corner.side == right.side && corner.parts[0].kind == 'R' && corner.parts[0].identity == right.rook;
}

// Section 9, convention: ends the castling rights whose king or base rook has left its square. `bases_moved`
// are the squares whose lowest part has moved away in this turn, even if a Hyper Queen has returned (A14).
void end_rights(Snapshot& snapshot, const std::vector<int>& bases_moved) {
    for (const Right& right : all_rights) {
        for (const int square : bases_moved) {
            if (square == right.king_square || square == right.rook_square) {
                snapshot.castling[right.index] = false;
            }
        }
        if (!is_right_valid(snapshot, right)) {
            snapshot.castling[right.index] = false;
        }
    }
}

// ---- Section 11: the endgame of the Cowardly King ---------------------------------------------------------

// Section 11, A22: checks whether exactly a K and an R are left, stacked or not.
bool only_king_and_rook_left(const Snapshot& snapshot, char side) {
    std::string letters;
    for (int square = 0; square < 64; ++square) {
        if (is_of_side(snapshot, square, side)) {
            letters += letters_of(stack_at(snapshot, square));
        }
    }
    return letters == "KR" || letters == "RK";
}

bool endgame_duty(const Snapshot& snapshot, char side) { return snapshot.counters[side_index(side)] >= 10; }

// ---- Collecting turns ------------------------------------------------------------------------------------

struct Candidate {
    std::string uci;
    Position after;
    bool splits_cowardly_king = false;  // the turn splits a Cowardly King (section 11)
};

// Collects the legal turns of a position.
struct Collector {
    const Position& before;
    char mover;
    std::shared_ptr<const Snapshot> left;  // the state before the turn, for the history (section 10)
    bool stop_at_first;
    std::vector<Candidate> found;

    Collector(const Position& position, bool only_one)
        : before(position),
          mover(position.now.turn),
          left(std::make_shared<const Snapshot>(position.now)),
          stop_at_first(only_one) {}

    // Completes every turn except a travel. `board` has the stacks after the turn; its other fields are still
    // those before it.
    void finish(const std::string& uci, Snapshot board, const std::vector<int>& bases_moved, int en_passant,
                bool splits_cowardly_king) {
        end_rights(board, bases_moved);
        board.en_passant = en_passant;
        if (only_king_and_rook_left(before.now, mover)) {  // section 11: counts this turn
            board.counters[side_index(mover)] += 1;
        }
        board.turn = other(mover);
        if (is_in_check(board, mover)) {  // section 8: the own king must not be in check
            return;
        }
        Candidate candidate;
        candidate.uci = uci;
        candidate.after.now = std::move(board);
        candidate.after.used = before.used;
        candidate.after.history = before.history;
        candidate.after.history.push_back(left);
        candidate.splits_cowardly_king = splits_cowardly_king;
        found.push_back(std::move(candidate));
    }

    // Moves `leaving` from `from` to `to`; `staying` is left behind, empty if the whole stack moves. `hop`:
    // there is an own stack on `to`; `victim_square`: the square of the captured stack, or -1.
    void arrive(int from, int to, const Stack& leaving, const Stack& staying, const std::string& marks,
                bool hop, int victim_square) {
        const Kind leaving_kind = kind_of(leaving);
        const bool whole = staying.side == '.';
        Snapshot board = before.now;
        Stack arrived = leaving;
        bool rook_on_rook = false;
        int en_passant = -1;
        if (leaving_kind == Kind::pawn) {
            arrived.parts[0].moved = true;
            if (is_double_step(from, to, mover)) {  // section 6: records the skipped square
                en_passant = (from + to) / 2;
            }
        }
        if (hop) {
            const Stack& base = stack_at(before.now, to);
            rook_on_rook = leaving_kind == Kind::rook && kind_of(base) == Kind::rook;
            arrived = hopped(base, arrived);
        }
        if (victim_square >= 0) {
            if (leaving_kind == Kind::cardinal) {
                arrived = cardinal_after_capture(arrived, stack_at(before.now, victim_square));
            }
            stack_at(board, victim_square) = Stack{};
        }
        std::vector<int> bases_moved;
        if (marks.empty() || marks[0] == '_') {
            bases_moved.push_back(from);
        }
        const bool cowardly_split = !whole && kind_of(stack_at(before.now, from)) == Kind::cowardly_king;
        for (const Choice& stays : staying_choices(staying, from)) {
            for (const Choice& arrives : arrival_choices(before, arrived, to, rook_on_rook)) {
                Snapshot after = board;
                stack_at(after, from) = stays.stack;
                stack_at(after, to) = arrives.stack;
                if (hop && super_pieces_of(after, mover) > 1) {  // section 3, A1: too many super pieces
                    continue;
                }
                const std::string uci =
                    square_name(from) + stays.suffix + marks + square_name(to) + arrives.suffix;
                finish(uci, std::move(after), bases_moved, en_passant, cowardly_split);
            }
        }
    }

    // Sections 3, 5, 6: adds every turn of `leaving` from `from`. `marks` is the sign of the split ("_",
    // "__", "^" or "^^"), or empty for a whole stack.
    void moves(int from, const Stack& leaving, const Stack& staying, const std::string& marks,
               bool may_capture) {
        const Kind leaving_kind = kind_of(leaving);
        for (int to = 0; to < 64; ++to) {
            if (stop_at_first && !found.empty()) {
                return;
            }
            if (to == from) {
                if (leaving_kind == Kind::hyper_queen && could_move(before.now, from, to, leaving)) {  // A14
                    arrive(from, to, leaving, staying, marks, false, -1);
                }
                continue;
            }
            const Stack& target = stack_at(before.now, to);
            if (target.side == '.') {
                if (could_move(before.now, from, to, leaving)) {
                    arrive(from, to, leaving, staying, marks, false, -1);
                } else if (leaving_kind == Kind::pawn && to == before.now.en_passant &&
                           pawn_attacks(from, to, mover)) {  // section 6, A8: captures en passant
                    arrive(from, to, leaving, staying, marks, false, to - 8 * forward(mover));
                }
            } else if (target.side == mover) {
                const Kind base_kind = kind_of(target);
                const bool forbidden = leaving_kind == Kind::king && base_kind == Kind::rook &&
                                       endgame_duty(before.now, mover);  // section 11: no hop on a rook
                if (!forbidden && is_hop_listed(leaving_kind, base_kind) &&
                    could_move(before.now, from, to, leaving)) {
                    arrive(from, to, leaving, staying, marks, true, -1);
                }
            } else if (may_capture && could_capture(before.now, from, to, leaving, is_king_like(target))) {
                arrive(from, to, leaving, staying, marks, false, to);
            }
        }
    }

    void whole_moves() {
        for (int from = 0; from < 64; ++from) {
            if (is_of_side(before.now, from, mover)) {
                moves(from, stack_at(before.now, from), Stack{}, "", true);
            }
        }
    }

    // Section 4: adds the turns that split a stack.
    void split_moves() {
        for (int from = 0; from < 64; ++from) {
            if (!is_of_side(before.now, from, mover)) {
                continue;
            }
            for (const Split& split : splits_of(stack_at(before.now, from))) {
                const std::string marks(static_cast<std::size_t>(split.count), split.jump ? '^' : '_');
                moves(from, split.leaving, split.staying, marks, may_capture_when_leaving(split));
            }
        }
    }

    // Section 10: adds the turns that make a Cathedral an Hourglass and back, which use no rook.
    void hourglass_turns() {
        for (int square = 0; square < 64; ++square) {
            const Stack& stack = stack_at(before.now, square);
            if (stack.side != mover) {
                continue;
            }
            const Kind kind = kind_of(stack);
            const bool can_invert = kind == Kind::cathedral && has_unused_rook(before, stack);
            if (can_invert || kind == Kind::hourglass) {
                Snapshot board = before.now;
                stack_at(board, square) = with_inverted(stack, can_invert);
                finish(square_name(square) + (can_invert ? "=H" : "=C"), std::move(board), {}, -1, false);
            }
        }
    }

    // Section 9: adds orthodox castling.
    void castlings() {
        for (const Right& right : all_rights) {
            if (right.side != mover || !before.now.castling[right.index] ||
                !is_right_valid(before.now, right) ||
                kind_of(stack_at(before.now, right.rook_square)) != Kind::rook ||
                !is_clear_between(before.now, right.king_square, right.rook_square)) {
                continue;
            }
            const int step = right.rook == 'k' ? 1 : -1;
            const int crossed = right.king_square + step;
            const int goal = right.king_square + 2 * step;
            if (king_likes_of(before.now, mover) == 1 &&  // A19: check matters to a single king
                (is_attacked(before.now, right.king_square, other(mover)) ||
                 is_attacked(before.now, crossed, other(mover)) ||
                 is_attacked(before.now, goal, other(mover)))) {
                continue;
            }
            Snapshot board = before.now;
            std::swap(stack_at(board, goal), stack_at(board, right.king_square));
            std::swap(stack_at(board, crossed), stack_at(board, right.rook_square));
            finish(right.rook == 'k' ? "O-O" : "O-O-O", std::move(board),
                   {right.king_square, right.rook_square}, -1, false);
        }
    }

    // Section 9: checks for an own K, O, Cowardly King or Cowardly Pope, which may super castle and hyper
    // castle. A High Ground cannot occur here: it has ended the game.
    bool is_king_like_stack(const Stack& stack) const { return stack.side == mover && is_king_like(stack); }

    // Section 9, A20: adds super castling.
    void super_castles() {
        for (int king = 0; king < 64; ++king) {
            const Stack& stack = stack_at(before.now, king);
            if (!is_king_like_stack(stack) || stack.parts.back().super_castled) {
                continue;
            }
            for (int square = 0; square < 64; ++square) {
                if (is_of_side(before.now, square, mover) &&
                    kind_of(stack_at(before.now, square)) == Kind::cathedral) {
                    Snapshot board = before.now;
                    std::swap(stack_at(board, king), stack_at(board, square));
                    stack_at(board, square).parts.back().super_castled = true;
                    finish(square_name(king) + "<>" + square_name(square), std::move(board), {king, square},
                           -1, false);
                }
            }
        }
    }

    bool owns_vatican() const {
        for (int square = 0; square < 64; ++square) {
            if (is_of_side(before.now, square, mover) &&
                kind_of(stack_at(before.now, square)) == Kind::vatican) {
                return true;
            }
        }
        return false;
    }

    // Section 9, A20, A21: adds hyper castling.
    void hyper_castles() {
        if (!owns_vatican()) {
            return;
        }
        for (int king = 0; king < 64; ++king) {
            const Stack& stack = stack_at(before.now, king);
            if (!is_king_like_stack(stack) || stack.parts.back().hyper_castled) {
                continue;
            }
            for (int square = 0; square < 64; ++square) {
                const int distance = king_distance(king, square);
                if (is_empty(before.now, square) && distance >= 1 && distance <= 2) {
                    Snapshot board = before.now;
                    std::swap(stack_at(board, king), stack_at(board, square));
                    stack_at(board, square).parts.back().hyper_castled = true;
                    finish(square_name(king) + "~" + square_name(square), std::move(board), {king}, -1,
                           false);
                }
            }
        }
    }

    // Returns the square of an own Hourglass with an unused rook, or -1. If a composed position has two, the
    // first in the order of the notation travels.
    int working_hourglass() const {
        for (int rank = 7; rank >= 0; --rank) {
            for (int file = 0; file < 8; ++file) {
                const Stack& stack = stack_at(before.now, square_at(file, rank));
                if (stack.side == mover && kind_of(stack) == Kind::hourglass &&
                    has_unused_rook(before, stack)) {
                    return square_at(file, rank);
                }
            }
        }
        return -1;
    }

    // Section 10, A2, A4, A26, A27: adds time travels.
    void time_travels() {
        const int hourglass = working_hourglass();
        if (hourglass < 0) {
            return;
        }
        for (std::size_t k = 0; k < before.history.size(); ++k) {
            Candidate candidate;
            candidate.uci = "@" + std::to_string(k);
            Position& after = candidate.after;
            after.used = before.used;
            for (const Part& rook : stack_at(before.now, hourglass).parts) {
                if (!is_used(after, mover, rook.identity)) {
                    after.used[side_index(mover)] += rook.identity;
                }
            }
            after.history = before.history;
            after.history.push_back(left);
            after.now = *before.history[k];
            for (Stack& stack : after.now.squares) {
                if (kind_of(stack) == Kind::hourglass && !has_unused_rook(after, stack)) {
                    stack.inverted = false;
                }
            }
            if (!is_in_check(after.now, other(after.now.turn))) {  // section 8: no king can be taken
                found.push_back(std::move(candidate));
            }
        }
    }

    // Section 11, A22: if the Cowardly King must be split and can be, removes all other turns.
    void apply_endgame_duty() {
        if (!endgame_duty(before.now, mover)) {
            return;
        }
        std::vector<Candidate> splits;
        for (const Candidate& candidate : found) {
            if (candidate.splits_cowardly_king) {
                splits.push_back(candidate);
            }
        }
        if (!splits.empty()) {
            found = splits;
        }
    }
};

bool game_is_won(const Snapshot& snapshot) {
    return has_high_ground(snapshot, 'w') || has_high_ground(snapshot, 'b');
}

// Returns all legal turns, unordered; with `stop_at_first` at least one if there is any. There are none after
// a High Ground (section 12).
std::vector<Candidate> all_candidates(const Position& position, bool stop_at_first = false) {
    if (game_is_won(position.now)) {
        return {};
    }
    Collector collector(position, stop_at_first);
    collector.whole_moves();
    collector.split_moves();
    collector.hourglass_turns();
    collector.castlings();
    collector.super_castles();
    collector.hyper_castles();
    collector.time_travels();
    collector.apply_endgame_duty();
    return std::move(collector.found);
}

// ---- Section 14: writing ----------------------------------------------------------------------------------

const std::string identity_order = "qkabcdefgh";

// Convention: returns the identity of the rook whose home corner this is, or '-'.
char home_identity(int square, char side) {
    if (square == square_at(0, home_rank(side))) {
        return 'q';
    }
    if (square == square_at(7, home_rank(side))) {
        return 'k';
    }
    return '-';
}

char file_identity(int square) { return static_cast<char>('a' + file_of(square)); }

std::string attributes_text(const Part& part, int square, char side, bool bare) {
    std::string text;
    if (part.kind == 'P') {
        if (part.identity != file_identity(square)) {
            text += part.identity;
        }
        if (bare && on_second_rank(square, side) && part.moved) {
            text += '*';
        }
    } else if (part.kind == 'R') {
        if (part.identity != home_identity(square, side)) {
            text += part.identity;
        }
    } else if (part.kind == 'B') {
        if (part.light != is_light_square(square)) {
            text += part.light ? 'l' : 'd';
        }
        if (part.light && (part.pieces != 0 || part.points != 0)) {
            text += std::to_string(part.pieces) + "." + std::to_string(part.points);
        }
    } else if (part.kind == 'K' || part.kind == 'O') {
        if (part.super_castled) {
            text += 's';
        }
        if (part.hyper_castled) {
            text += 'h';
        }
    }
    return text.empty() ? "" : "[" + text + "]";
}

std::string stack_text(const Stack& stack, int square) {
    std::string text;
    for (std::size_t i = 0; i < stack.parts.size(); ++i) {
        const Part& part = stack.parts[i];
        if (stack.inverted && i + 1 == stack.parts.size()) {
            text += '^';
        }
        text += stack.side == 'w' ? part.kind : static_cast<char>(part.kind - 'A' + 'a');
        text += attributes_text(part, square, stack.side, stack.parts.size() == 1);
    }
    return stack.parts.size() >= 2 ? "(" + text + ")" : text;
}

std::string board_text(const Snapshot& snapshot) {
    std::string text;
    for (int rank = 7; rank >= 0; --rank) {
        int empties = 0;
        for (int file = 0; file < 8; ++file) {
            const int square = square_at(file, rank);
            if (is_empty(snapshot, square)) {
                ++empties;
                continue;
            }
            if (empties > 0) {
                text += std::to_string(empties);
                empties = 0;
            }
            text += stack_text(stack_at(snapshot, square), square);
        }
        if (empties > 0) {
            text += std::to_string(empties);
        }
        if (rank > 0) {
            text += '/';
        }
    }
    return text;
}

const std::string castling_letters = "KQkq";

std::string castling_text(const Snapshot& snapshot) {
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) {
        if (snapshot.castling[i]) {
            text += castling_letters[i];
        }
    }
    return text.empty() ? "-" : text;
}

std::string used_text(const std::string& used) {
    std::string text;
    for (const char identity : identity_order) {
        if (used.find(identity) != std::string::npos) {
            text += identity;
        }
    }
    return text.empty() ? "-" : text;
}

std::string snapshot_text(const Snapshot& snapshot) {
    return board_text(snapshot) + " " + snapshot.turn + " " + castling_text(snapshot) + " " +
           (snapshot.en_passant < 0 ? "-" : square_name(snapshot.en_passant)) + " " +
           std::to_string(snapshot.counters[0]) + "," + std::to_string(snapshot.counters[1]);
}

// ---- Section 14: reading ----------------------------------------------------------------------------------

[[noreturn]] void malformed(const std::string& problem) {
    throw std::invalid_argument("super chess: " + problem);
}

std::vector<std::string> split_text(const std::string& text, char separator) {
    std::vector<std::string> pieces(1);
    for (const char letter : text) {
        if (letter == separator) {
            pieces.emplace_back();
        } else {
            pieces.back() += letter;
        }
    }
    return pieces;
}

// Splits a text at spaces; several spaces count as one.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (const std::string& word : split_text(text, ' ')) {
        if (!word.empty()) {
            words.push_back(word);
        }
    }
    return words;
}

int read_number(const std::string& text) {
    if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) {
        malformed("bad number '" + text + "'");
    }
    return std::stoi(text);
}

bool has_identity(const Part& part) { return part.kind == 'P' || part.kind == 'R'; }

constexpr char no_identity_yet = '?';

// Parses the attributes of pawns: P[c] P[*] P[c*].
void read_pawn_attributes(Part& pawn, std::string text, bool& starred) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'h') {
        pawn.identity = text[0];
        text.erase(0, 1);
    }
    if (text == "*") {
        starred = true;
    } else if (!text.empty()) {
        malformed("bad pawn attribute");
    }
}

// Parses the attributes of bishops: B[l] B[d] B[2.4] B[l2.4].
void read_bishop_attributes(Part& bishop, std::string text) {
    if (!text.empty() && (text[0] == 'l' || text[0] == 'd')) {
        bishop.light = text[0] == 'l';
        text.erase(0, 1);
    }
    if (text.empty()) {
        return;
    }
    const std::vector<std::string> counts = split_text(text, '.');
    if (counts.size() != 2) {
        malformed("bad bishop attribute");
    }
    bishop.pieces = read_number(counts[0]);
    bishop.points = read_number(counts[1]);
    if (!bishop.light && (bishop.pieces != 0 || bishop.points != 0)) {
        malformed("a dark bishop has no counts");
    }
}

// Parses one letter with its attributes at text[at] and moves `at` past it.
Part read_part(const std::string& text, std::size_t& at, int square, char& side, bool& starred) {
    const char letter = text[at];
    const bool white = letter >= 'A' && letter <= 'Z';
    Part part;
    part.kind = white ? letter : static_cast<char>(letter - 'a' + 'A');
    if (std::string("PNBRQKO").find(part.kind) == std::string::npos) {
        malformed("unknown piece");
    }
    side = white ? 'w' : 'b';
    ++at;
    if (has_identity(part)) {
        part.identity = no_identity_yet;
    }
    if (part.kind == 'B') {
        part.light = is_light_square(square);
    }
    if (at >= text.size() || text[at] != '[') {
        return part;
    }
    const std::size_t close = text.find(']', at);
    if (close == std::string::npos || close == at + 1) {
        malformed("bad brackets");
    }
    const std::string attributes = text.substr(at + 1, close - at - 1);
    at = close + 1;
    if (part.kind == 'P') {
        read_pawn_attributes(part, attributes, starred);
    } else if (part.kind == 'R') {
        if (attributes.size() != 1 || identity_order.find(attributes) == std::string::npos) {
            malformed("bad rook attribute");
        }
        part.identity = attributes[0];
    } else if (part.kind == 'B') {
        read_bishop_attributes(part, attributes);
    } else if (part.kind == 'K' || part.kind == 'O') {
        if (attributes != "s" && attributes != "h" && attributes != "sh") {
            malformed("bad king attribute");
        }
        part.super_castled = attributes[0] == 's';
        part.hyper_castled = attributes.back() == 'h';
    } else {
        malformed("this piece has no attributes");
    }
    return part;
}

// Parses a single piece or a stack in parentheses at text[at] and moves `at` past it.
Stack read_stack(const std::string& text, std::size_t& at, int square) {
    Stack stack;
    bool starred = false;
    if (text[at] != '(') {
        stack.parts.push_back(read_part(text, at, square, stack.side, starred));
        if (stack.parts[0].kind ==
            'P') {  // convention: a single pawn on its second rank is unmoved unless it has a *
            stack.parts[0].moved = starred || !on_second_rank(square, stack.side);
        }
        return stack;
    }
    ++at;
    while (at < text.size() && text[at] != ')') {
        if (stack.inverted) {
            malformed("only the top rook can be inverted");
        }
        if (text[at] == '^') {
            stack.inverted = true;
            ++at;
            if (at >= text.size()) {
                malformed("unclosed stack");
            }
        }
        char side = '.';
        Part part = read_part(text, at, square, side, starred);
        if (stack.inverted && (part.kind != 'R' || stack.parts.empty())) {
            malformed("only the top rook can be inverted");
        }
        if (stack.side != '.' && stack.side != side) {
            malformed("a stack of two sides");
        }
        stack.side = side;
        if (part.kind == 'P') {  // convention: a pawn inside a stack has always moved
            part.moved = true;
        }
        stack.parts.push_back(part);
    }
    if (at >= text.size()) {
        malformed("unclosed stack");
    }
    ++at;
    if (stack.parts.size() < 2) {
        malformed("a stack of fewer than two");
    }
    return stack;
}

void read_board(Snapshot& snapshot, const std::string& text) {
    const std::vector<std::string> ranks = split_text(text, '/');
    if (ranks.size() != 8) {
        malformed("not eight ranks");
    }
    for (int rank = 7; rank >= 0; --rank) {
        const std::string& row = ranks[static_cast<std::size_t>(7 - rank)];
        int file = 0;
        std::size_t at = 0;
        while (at < row.size()) {
            if (row[at] >= '1' && row[at] <= '8') {
                file += row[at] - '0';
                ++at;
            } else {
                if (file >= 8) {
                    malformed("a rank is too long");
                }
                stack_at(snapshot, square_at(file, rank)) = read_stack(row, at, square_at(file, rank));
                ++file;
            }
        }
        if (file != 8) {
            malformed("a rank has not eight squares");
        }
    }
}

// Returns the first identity of `order` that is not in `used_identities`.
char first_free(const std::string& order, const std::string& used_identities) {
    for (const char identity : order) {
        if (used_identities.find(identity) == std::string::npos) {
            return identity;
        }
    }
    malformed("no identity is left");
}

// Convention: assigns identities: explicit ones first, then those of home corners and own files, then the
// first free ones, each in the order of the text.
void give_identities(Snapshot& snapshot, char side) {
    std::vector<std::pair<Part*, int>> parts;  // the pieces that have identities, and their squares
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            Stack& stack = stack_at(snapshot, square_at(file, rank));
            for (Part& part : stack.parts) {
                if (stack.side == side && has_identity(part)) {
                    parts.emplace_back(&part, square_at(file, rank));
                }
            }
        }
    }
    std::string used_identities;
    for (const auto& [part, square] : parts) {
        if (part->identity != no_identity_yet) {
            used_identities += part->identity;
        }
    }
    for (const auto& [part, square] : parts) {
        if (part->identity == no_identity_yet) {
            const char natural = part->kind == 'R' ? home_identity(square, side) : file_identity(square);
            if (natural != '-' && used_identities.find(natural) == std::string::npos) {
                part->identity = natural;
                used_identities += natural;
            }
        }
    }
    for (const auto& [part, square] : parts) {
        if (part->identity == no_identity_yet) {
            part->identity = first_free(part->kind == 'R' ? identity_order : "abcdefgh", used_identities);
            used_identities += part->identity;
        }
    }
}

void read_castling(Snapshot& snapshot, const std::string& text) {
    if (text == "-") {
        return;
    }
    for (const char letter : text) {
        const std::size_t index = castling_letters.find(letter);
        if (index == std::string::npos || snapshot.castling[index]) {
            malformed("bad castling rights");
        }
        snapshot.castling[index] = true;
    }
}

int read_en_passant(const std::string& text) {
    if (text == "-") {
        return -1;
    }
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') {
        malformed("bad en passant square");
    }
    return square_at(text[0] - 'a', text[1] - '1');
}

std::string read_used(const std::string& text) {
    if (text == "-") {
        return "";
    }
    std::string used;
    for (const char identity : text) {
        if (identity_order.find(identity) == std::string::npos || used.find(identity) != std::string::npos) {
            malformed("bad used rooks");
        }
        used += identity;
    }
    if (used.empty()) {
        malformed("bad used rooks");
    }
    return used;
}

// Parses the five fields of a snapshot.
Snapshot read_snapshot(const std::vector<std::string>& words) {
    Snapshot snapshot;
    read_board(snapshot, words[0]);
    give_identities(snapshot, 'w');
    give_identities(snapshot, 'b');
    if (words[1] != "w" && words[1] != "b") {
        malformed("bad turn");
    }
    snapshot.turn = words[1][0];
    read_castling(snapshot, words[2]);
    snapshot.en_passant = read_en_passant(words[3]);
    const std::vector<std::string> counters = split_text(words[4], ',');
    if (counters.size() != 2) {
        malformed("bad counters");
    }
    snapshot.counters = {read_number(counters[0]), read_number(counters[1])};
    return snapshot;
}

// ---- Convention: acceptable positions ---------------------------------------------------------------------

int kings_of(const Snapshot& snapshot, char side) {
    int count = 0;
    for (const Stack& stack : snapshot.squares) {
        for (const Part& part : stack.parts) {
            if (stack.side == side && part.kind == 'K') {
                ++count;
            }
        }
    }
    return count;
}

bool identities_are_unique(const Snapshot& snapshot, char side) {
    std::string seen;
    for (const Stack& stack : snapshot.squares) {
        for (const Part& part : stack.parts) {
            if (stack.side == side && has_identity(part)) {
                if (seen.find(part.identity) != std::string::npos) {
                    return false;
                }
                seen += part.identity;
            }
        }
    }
    return true;
}

// Checks that all stacks are in the table (2), and that no pawn on its last rank and no Cardinal's bishop
// still has to promote (7).
bool are_stacks_valid(const Snapshot& snapshot) {
    for (int square = 0; square < 64; ++square) {
        const Stack& stack = stack_at(snapshot, square);
        const Kind kind = kind_of(stack);
        if (kind == Kind::unlisted || (kind == Kind::pawn && on_last_rank(square, stack.side))) {
            return false;
        }
        for (const Part& part : stack.parts) {
            if (part.kind == 'B' && (part.pieces > 2 || part.points > 6)) {
                return false;
            }
        }
    }
    return true;
}

bool rights_are_backed(const Snapshot& snapshot) {
    for (const Right& right : all_rights) {
        if (snapshot.castling[right.index] && !is_right_valid(snapshot, right)) {
            return false;
        }
    }
    return true;
}

// Section 6: checks that the side not to move may have just made a double step over the en passant square.
bool is_en_passant_valid(const Snapshot& snapshot) {
    if (snapshot.en_passant < 0) {
        return true;
    }
    const char stepper = other(snapshot.turn);
    if (rank_of(snapshot.en_passant) != (stepper == 'w' ? 2 : 5)) {
        return false;
    }
    const int origin = snapshot.en_passant - 8 * forward(stepper);
    const int goal = snapshot.en_passant + 8 * forward(stepper);
    const Kind kind = kind_of(stack_at(snapshot, goal));
    return is_empty(snapshot, snapshot.en_passant) && is_empty(snapshot, origin) &&
           is_of_side(snapshot, goal, stepper) &&
           (kind == Kind::pawn || kind == Kind::mvp || kind == Kind::goap);
}

bool snapshot_is_acceptable(const Snapshot& snapshot) {
    for (const char side : {'w', 'b'}) {
        if (king_likes_of(snapshot, side) < 1 || kings_of(snapshot, side) > 1 ||
            !identities_are_unique(snapshot, side)) {
            return false;
        }
    }
    return are_stacks_valid(snapshot) && rights_are_backed(snapshot) && is_en_passant_valid(snapshot) &&
           !is_in_check(snapshot, other(snapshot.turn)) &&
           !(has_high_ground(snapshot, 'w') && has_high_ground(snapshot, 'b'));
}

}  // namespace

// ---- Public functions ------------------------------------------------------------------------------------

Position from_text(std::string_view text) {
    Position position;
    const std::vector<std::string> entries = split_text(std::string(text), '|');
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::vector<std::string> words = words_of(entries[i]);
        if (words.size() != (i == 0 ? 6U : 5U)) {
            malformed("wrong number of fields");
        }
        if (i > 0) {
            position.history.push_back(std::make_shared<const Snapshot>(read_snapshot(words)));
            continue;
        }
        position.now = read_snapshot(words);
        const std::vector<std::string> used = split_text(words[5], '/');
        if (used.size() != 2) {
            malformed("bad used rooks");
        }
        position.used = {read_used(used[0]), read_used(used[1])};
    }
    return position;
}

std::string to_text(const Position& position) {
    std::string text =
        snapshot_text(position.now) + " " + used_text(position.used[0]) + "/" + used_text(position.used[1]);
    for (const auto& snapshot : position.history) {
        text += " | " + snapshot_text(*snapshot);
    }
    return text;
}

bool acceptable(const Position& position) {
    for (const auto& snapshot : position.history) {
        if (!snapshot_is_acceptable(*snapshot) || game_is_won(*snapshot)) {
            return false;
        }
    }
    return snapshot_is_acceptable(position.now);
}

bool in_check(const Position& position) { return is_in_check(position.now, position.now.turn); }

bool attacked(const Position& position, int square, char by_side) {
    return is_attacked(position.now, square, by_side);
}

std::vector<Turn> legal_turns(const Position& position) {
    const char opponent = other(position.now.turn);
    std::vector<Turn> turns;
    for (Candidate& candidate : all_candidates(position)) {
        Turn turn;
        turn.uci = candidate.uci;
        turn.after = std::make_shared<const Position>(std::move(candidate.after));
        const Position& after = *turn.after;
        const bool opponent_to_move = after.now.turn == opponent;  // after a travel it may be the mover (A26)
        const std::string result = status(after);
        turn.check = opponent_to_move && in_check(after);
        turn.mate = opponent_to_move && result == "checkmate";
        if (result == "high ground") {
            turn.high_ground = true;
            turn.outcome = has_high_ground(after.now, 'w') ? "white" : "black";
        } else if (result == "checkmate") {
            turn.outcome = after.now.turn == 'w' ? "black" : "white";
        } else if (result == "stalemate") {
            turn.outcome = "draw";
        }
        turns.push_back(std::move(turn));
    }
    std::sort(turns.begin(), turns.end(), [](const Turn& a, const Turn& b) { return a.uci < b.uci; });
    return turns;
}

std::string status(const Position& position) {
    if (game_is_won(position.now)) {
        return "high ground";
    }
    if (!all_candidates(position, true).empty()) {
        return "ongoing";
    }
    return in_check(position) ? "checkmate" : "stalemate";
}

std::uint64_t perft(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    const std::vector<Candidate> candidates = all_candidates(position);
    if (depth == 1) {
        return candidates.size();
    }
    std::uint64_t count = 0;
    for (const Candidate& candidate : candidates) {
        count += perft(candidate.after, depth - 1);
    }
    return count;
}

}  // namespace naive::super_chess
