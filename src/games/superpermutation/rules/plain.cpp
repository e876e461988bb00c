#include <array>
#include <cstddef>
#include <utility>

#include "games/superpermutation/rules/material.hpp"

namespace octomate::superpermutation {

namespace {

struct Step {
    int file, rank;
};

constexpr std::array<Step, 8> lines = {
    {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<Step, 8> jumps = {
    {{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}};

/// FEN letters by file and rank; what is outside is a wall, which no man is.
class Squares {
  public:
    static constexpr char wall = '#', none = '.';

    explicit Squares(const board8::Board& board) {
        for (int square = 0; square < 64; ++square) {
            const auto man = board.at(square);
            here(square % 8, square / 8) = man ? fen_letter(*man) : none;
        }
    }

    /// What stands there, to be changed; the square is on the board.
    char& here(int file, int rank) { return letters_[static_cast<std::size_t>(rank * 8 + file)]; }
    char at(int file, int rank) const {
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return wall;
        return letters_[static_cast<std::size_t>(rank * 8 + file)];
    }

    board8::Board board() const {
        board8::Board board;
        for (int square = 0; square < 64; ++square) {
            if (const auto man = board8::man_of(at(square % 8, square / 8))) board.put(*man, square);
        }
        return board;
    }

  private:
    std::array<char, 64> letters_;
};

bool is_man(char letter) { return letter != Squares::wall && letter != Squares::none; }
bool is_white(char letter) { return letter >= 'A' && letter <= 'Z'; }
char kind_of(char letter) { return is_white(letter) ? letter : static_cast<char>(letter - 'a' + 'A'); }
char of_side(char kind, bool white) { return white ? kind : static_cast<char>(kind - 'A' + 'a'); }
bool is_of(char letter, bool white) { return is_man(letter) && is_white(letter) == white; }

/// Whether a man of a side attacks the square: seen from there.
bool attacked(const Squares& squares, int file, int rank, bool by_white) {
    for (std::size_t at = 0; at < lines.size(); ++at) {
        const auto [files, ranks] = lines[at];
        for (int distance = 1;; ++distance) {
            const char met = squares.at(file + distance * files, rank + distance * ranks);
            if (met == Squares::none) continue;
            if (!is_of(met, by_white)) break;
            const char kind = kind_of(met);
            const bool along = kind == 'Q' || kind == (at < 4 ? 'R' : 'B');
            const bool pawn = kind == 'P' && files != 0 && ranks == (by_white ? -1 : 1);
            if (along || (distance == 1 && (kind == 'K' || pawn))) return true;
            break;
        }
    }
    for (const auto [files, ranks] : jumps) {
        if (squares.at(file + files, rank + ranks) == of_side('N', by_white)) return true;
    }
    return false;
}

bool king_attacked(const Squares& squares, bool white) {
    for (int rank = 0; rank < 8; ++rank) {
        for (int file = 0; file < 8; ++file) {
            if (squares.at(file, rank) == of_side('K', white)) return attacked(squares, file, rank, !white);
        }
    }
    return false;
}

/// The moves of one side in one position.
template <class Rules>
class Mover {
  public:
    explicit Mover(const Position<Rules>& position)
        : squares_(position.board()),
          turn_(position.turn()),
          white_(turn_ == Color::White),
          forward_(white_ ? 1 : -1),
          check_(king_attacked(squares_, white_)) {}

    Turn<Position<Rules>> all() {
        out_.rolls = Rules::die && !check_ ? 8 : 1;
        for (int rank = 0; rank < 8; ++rank) {
            for (int file = 0; file < 8; ++file) {
                if (is_of(squares_.at(file, rank), white_)) move_man(file, rank);
            }
        }
        out_.lost = check_ && out_.moves.empty();
        return std::move(out_);
    }

  private:
    void move_man(int file, int rank) {
        switch (kind_of(squares_.at(file, rank))) {
            case 'P': return move_pawn(file, rank);
            case 'N': return move_by(jumps.data(), jumps.size(), 1, file, rank);
            case 'B': return move_by(lines.data() + 4, 4, 7, file, rank);
            case 'R': return move_by(lines.data(), 4, 7, file, rank);
            case 'Q': return move_by(lines.data(), 8, 7, file, rank);
            default: break;
        }
        move_by(lines.data(), 8, 1, file, rank);
        capture(file, rank);
        if (!check_) teleport(file, rank);
    }

    /// Section 1: onto empty squares only.
    void move_by(const Step* steps, std::size_t count, int farthest, int file, int rank) {
        for (std::size_t one = 0; one < count; ++one) {
            for (int distance = 1; distance <= farthest; ++distance) {
                const int to_file = file + distance * steps[one].file;
                const int to_rank = rank + distance * steps[one].rank;
                if (squares_.at(to_file, to_rank) != Squares::none) break;
                land(file, rank, to_file, to_rank);
            }
        }
    }

    /// Section 1: one step, and two from the second rank.
    void move_pawn(int file, int rank) {
        const int one = rank + forward_, two = one + forward_;
        if (squares_.at(file, one) != Squares::none) return;
        land(file, rank, file, one);
        if (rank == (white_ ? 1 : 6) && squares_.at(file, two) == Squares::none) land(file, rank, file, two);
    }

    /// Section 1: only the king captures.
    void capture(int file, int rank) {
        for (const auto [files, ranks] : lines) {
            const char met = squares_.at(file + files, rank + ranks);
            if (is_of(met, !white_) && kind_of(met) != 'K') land(file, rank, file + files, rank + ranks);
        }
    }

    /// Section 3.
    void teleport(int file, int rank) {
        for (int to_rank = 0; to_rank < 8; ++to_rank) {
            for (int to_file = 0; to_file < 8; ++to_file) {
                const char partner = squares_.at(to_file, to_rank);
                if (!is_of(partner, white_) || kind_of(partner) == 'K' || kind_of(partner) == 'P') continue;
                Squares after = squares_;
                std::swap(after.here(file, rank), after.here(to_file, to_rank));
                take_if_legal(after, to_file);
            }
        }
    }

    void land(int file, int rank, int to_file, int to_rank) {
        if (!land_as('Q', file, rank, to_file, to_rank)) return;
        for (const char kind : {'R', 'B', 'N'}) land_as(kind, file, rank, to_file, to_rank);
    }

    /// A man lands and cascades (section 2); a pawn that the mover promotes becomes of the kind. Whether
    /// there is such a one.
    bool land_as(char kind, int file, int rank, int to_file, int to_rank) {
        Squares after = squares_;
        const char man = std::exchange(after.here(file, rank), Squares::none);
        after.here(to_file, to_rank) = man;
        bool chosen = false;
        int end = to_rank;
        while (!(Rules::die && check_)) {
            char next = after.at(to_file, end + forward_);
            if (!is_man(next) || king_attacked(after, !white_)) break;
            if (next == of_side('P', !white_) && end == (white_ ? 0 : 7)) {  // R4
                chosen = !Rules::die;
                next = of_side(Rules::die ? 'Q' : kind, !white_);
            }
            after.here(to_file, end) = next;
            end += forward_;
            after.here(to_file, end) = man;
        }
        if (kind_of(man) == 'P' && end == (white_ ? 7 : 0)) {
            chosen = true;
            after.here(to_file, end) = of_side(kind, white_);
        }
        take_if_legal(after, to_file);
        return chosen;
    }

    /// R3: the mover's king must not be attacked in the end.
    void take_if_legal(const Squares& after, int landing_file) {
        if (king_attacked(after, white_)) return;
        const int face = white_ ? landing_file : 7 - landing_file;
        out_.moves.emplace_back(out_.rolls == 1 ? 0 : face, Position<Rules>(after.board(), !turn_));
    }

    const Squares squares_;
    const Color turn_;
    const bool white_;
    const int forward_;
    const bool check_;
    Turn<Position<Rules>> out_;
};

}  // namespace

template <class Rules>
Turn<Position<Rules>> plain_turn(const Position<Rules>& position) {
    return Mover<Rules>(position).all();
}

template Turn<Position<D8>> plain_turn(const Position<D8>&);
template Turn<Position<Parent>> plain_turn(const Position<Parent>&);

}  // namespace octomate::superpermutation
