#include "naive_mate.hpp"

#include <algorithm>

namespace naive {

// ---- Fractions --------------------------------------------------------------------------------------------

Fraction::Fraction(std::uint32_t whole) {
    if (whole != 0) {
        numerator_.push_back(whole);
    }
}

Fraction::Digits Fraction::doubled(const Digits& digits, std::size_t times) {
    Digits result = digits;
    for (std::size_t time = 0; time < times; ++time) {
        result = sum(result, result);
    }
    return result;
}

// Halves a number, which must be even.
Fraction::Digits Fraction::halved(const Digits& digits) {
    Digits result(digits.size());
    std::uint32_t carry = 0;
    for (std::size_t digit = digits.size(); digit-- > 0;) {
        result[digit] = (digits[digit] >> 1) | (carry << 31);
        carry = digits[digit] & 1U;
    }
    if (!result.empty() && result.back() == 0) {
        result.pop_back();
    }
    return result;
}

Fraction::Digits Fraction::sum(const Digits& a, const Digits& b) {
    Digits result;
    std::uint64_t carry = 0;
    for (std::size_t digit = 0; digit < std::max(a.size(), b.size()); ++digit) {
        carry += digit < a.size() ? a[digit] : 0U;
        carry += digit < b.size() ? b[digit] : 0U;
        result.push_back(static_cast<std::uint32_t>(carry & 0xFFFFFFFFU));
        carry >>= 32;
    }
    if (carry != 0) {
        result.push_back(static_cast<std::uint32_t>(carry));
    }
    return result;
}

std::strong_ordering Fraction::compared(const Digits& a, const Digits& b) {
    if (a.size() != b.size()) {
        return a.size() <=> b.size();
    }
    for (std::size_t digit = a.size(); digit-- > 0;) {
        if (a[digit] != b[digit]) {
            return a[digit] <=> b[digit];
        }
    }
    return std::strong_ordering::equal;
}

// Converts to decimal by repeated long division by ten: the remainders are the digits from last to first.
std::string Fraction::decimal(Digits digits) {
    if (digits.empty()) {
        return "0";
    }
    std::string text;
    while (!digits.empty()) {
        std::uint64_t remainder = 0;
        for (std::size_t digit = digits.size(); digit-- > 0;) {
            const std::uint64_t part = (remainder << 32) | digits[digit];
            digits[digit] = static_cast<std::uint32_t>(part / 10);
            remainder = part % 10;
        }
        if (digits.back() == 0) {
            digits.pop_back();
        }
        text += static_cast<char>('0' + remainder);
    }
    std::reverse(text.begin(), text.end());
    return text;
}

// Reduces to lowest terms: halves numerator and denominator, a power of two, while both are even.
void Fraction::reduce() {
    if (numerator_.empty()) {
        exponent_ = 0;
    }
    while (exponent_ > 0 && numerator_.front() % 2 == 0) {
        numerator_ = halved(numerator_);
        --exponent_;
    }
}

Fraction Fraction::operator+(const Fraction& other) const {
    Fraction result;
    result.exponent_ = std::max(exponent_, other.exponent_);
    result.numerator_ = sum(doubled(numerator_, result.exponent_ - exponent_),
                            doubled(other.numerator_, result.exponent_ - other.exponent_));
    result.reduce();
    return result;
}

Fraction Fraction::divided_by_8() const {
    Fraction result = *this;
    result.exponent_ += 3;
    result.reduce();
    return result;
}

std::strong_ordering Fraction::operator<=>(const Fraction& other) const {
    const std::size_t common = std::max(exponent_, other.exponent_);
    return compared(doubled(numerator_, common - exponent_),
                    doubled(other.numerator_, common - other.exponent_));
}

std::string Fraction::to_string() const {
    std::string text = decimal(numerator_);
    if (exponent_ > 0) {
        text += '/';
        text += decimal(doubled({1U}, exponent_));
    }
    return text;
}

namespace {

// ---- Rolls ------------------------------------------------------------------------------------------------

// A possible roll, and the indices of the legal moves that it allows.
struct Roll {
    int face = 0;  // 0 without a die
    std::vector<std::size_t> allowed;
};

// No die is used in check and in the parent game; there is then a single roll, which allows every move.
bool has_die(const Position& position) { return position.game == Game::d8 && !in_check(position); }

// Returns all rolls of the side to move. A face whose file no legal move goes to is free and allows all
// moves. Without any legal move, no roll allows one.
std::vector<Roll> all_rolls(const Position& position, const std::vector<Move>& moves) {
    Roll any_move;
    for (std::size_t number = 0; number < moves.size(); ++number) {
        any_move.allowed.push_back(number);
    }
    if (!has_die(position)) {
        return {any_move};
    }
    std::vector<Roll> rolls;
    for (int face = 1; face <= 8; ++face) {
        Roll roll;
        for (std::size_t number = 0; number < moves.size(); ++number) {
            if (face_of(position, moves[number]) == face) {
                roll.allowed.push_back(number);
            }
        }
        if (roll.allowed.empty()) {
            roll = any_move;
        }
        roll.face = face;
        rolls.push_back(roll);
    }
    return rolls;
}

// The texts in quotation marks are from the specification of `octomate mate`.

// ---- Values of a roll and of all rolls --------------------------------------------------------------------

// The value of a position or a move in each mode.
using Values = std::array<Fraction, all_modes.size()>;

Values same_in_all_modes(const Fraction& value) {
    Values values;
    values.fill(value);
    return values;
}

// Returns the value of a face before our move: "the best over its moves (0 if it has none)".
Values our_choice(const Roll& roll, const std::vector<Values>& of_moves) {
    Values best;
    for (const std::size_t number : roll.allowed) {
        for (std::size_t mode = 0; mode < all_modes.size(); ++mode) {
            best[mode] = std::max(best[mode], of_moves[number][mode]);
        }
    }
    return best;
}

// Returns the value of a face before the reply: "the opponent picks what is worst for us (best), or best for
// us (help)". There must be a move.
Values opponents_choice(const Roll& roll, const std::vector<Values>& of_moves) {
    Values picked = of_moves[roll.allowed.front()];
    for (const std::size_t number : roll.allowed) {
        for (std::size_t mode = 0; mode < all_modes.size(); ++mode) {
            const Fraction& value = of_moves[number][mode];
            switch (all_modes[mode].defence) {
                case Defence::best: picked[mode] = std::min(picked[mode], value); break;
                case Defence::help: picked[mode] = std::max(picked[mode], value); break;
            }
        }
    }
    return picked;
}

// Combines the values of the faces: "a roll counts as the mean of the eight, the worst for us (every), or the
// best for us (some)".
Fraction fold(const std::vector<Fraction>& of_faces, Dice dice) {
    if (dice == Dice::every) {
        return *std::min_element(of_faces.begin(), of_faces.end());
    }
    if (dice == Dice::some) {
        return *std::max_element(of_faces.begin(), of_faces.end());
    }
    Fraction sum;
    for (const Fraction& value : of_faces) {
        sum = sum + value;
    }
    return sum.divided_by_8();
}

// Combines the values of the faces in each mode; without a die there is only one value.
Values fold(const std::vector<Values>& of_faces) {
    if (of_faces.size() == 1) {
        return of_faces.front();
    }
    Values folded;
    for (std::size_t mode = 0; mode < all_modes.size(); ++mode) {
        std::vector<Fraction> in_mode;
        for (const Values& values : of_faces) {
            in_mode.push_back(values[mode]);
        }
        folded[mode] = fold(in_mode, all_modes[mode].dice);
    }
    return folded;
}

// ---- Values of moves and positions ------------------------------------------------------------------------

Values after_our_move(const Move& move, int left);

// Returns the values of our moves, each computed once even if several faces allow it. `left` is the number of
// our remaining moves, including this one; with 0 left every value is 0.
std::vector<Values> values_of_our_moves(const std::vector<Move>& moves, int left) {
    std::vector<Values> values;
    for (const Move& move : moves) {
        values.push_back(left > 0 ? after_our_move(move, left) : same_in_all_modes(Fraction(0)));
    }
    return values;
}

// Returns the value before our next roll: 0 if the opponent has mated or stalemated us.
Values over_our_roll(const Position& position, int left) {
    const std::vector<Move> moves = legal_moves(position);
    const std::vector<Values> values = values_of_our_moves(moves, left);
    std::vector<Values> of_faces;
    for (const Roll& roll : all_rolls(position, moves)) {
        of_faces.push_back(our_choice(roll, values));
    }
    return fold(of_faces);
}

// Returns the value before the opponent's roll (in check there is none): its choice on each face, combined.
Values over_opponents_roll(const Position& position, const std::vector<Move>& replies, int left) {
    std::vector<Values> values;
    for (const Move& reply : replies) {
        values.push_back(over_our_roll(reply.after, left));
    }
    std::vector<Values> of_faces;
    for (const Roll& roll : all_rolls(position, replies)) {
        of_faces.push_back(opponents_choice(roll, values));
    }
    return fold(of_faces);
}

// Returns the value after our move: "1 if it mates, else 0 if it was the Nth or stalemates, else over the
// opponent's roll …".
Values after_our_move(const Move& move, int left) {
    if (move.mate) {
        return same_in_all_modes(Fraction(1));
    }
    const bool was_the_nth = left == 1;
    if (was_the_nth) {
        return same_in_all_modes(Fraction(0));
    }
    const std::vector<Move> replies = legal_moves(move.after);
    const bool stalemates = replies.empty();
    if (stalemates) {
        return same_in_all_modes(Fraction(0));
    }
    return over_opponents_roll(move.after, replies, left - 1);
}

std::size_t number_of(Dice dice, Defence defence) {
    std::size_t number = 0;
    while (all_modes[number].dice != dice || all_modes[number].defence != defence) {
        ++number;
    }
    return number;
}

// Returns "all moves that reach the value, sorted by uci, `[]` at 0".
std::vector<std::string> best_moves(const Roll& roll, const std::vector<Move>& moves,
                                    const std::vector<Values>& of_moves, std::size_t mode,
                                    const Fraction& value) {
    std::vector<std::string> best;
    if (value == Fraction(0)) {
        return best;
    }
    for (const std::size_t number : roll.allowed) {
        if (of_moves[number][mode] == value) {
            best.push_back(moves[number].uci);
        }
    }
    std::sort(best.begin(), best.end());
    return best;
}

}  // namespace

std::array<MateResult, all_modes.size()> mate_values(const Position& position, int moves) {
    const std::vector<Move> ours = legal_moves(position);
    const std::vector<Values> values = values_of_our_moves(ours, moves);
    // "`forced`: the value would be 1 under every/best, whatever the options."
    const std::size_t strict = number_of(Dice::every, Defence::best);
    std::array<MateResult, all_modes.size()> results;
    std::vector<Values> of_faces;
    for (const Roll& roll : all_rolls(position, ours)) {
        const Values& chosen = of_faces.emplace_back(our_choice(roll, values));
        for (std::size_t mode = 0; mode < all_modes.size(); ++mode) {
            MateFace face;
            face.face = roll.face;
            face.value = chosen[mode];
            face.forced = chosen[strict] == Fraction(1);
            face.best = best_moves(roll, ours, values, mode, face.value);
            results[mode].faces.push_back(face);
        }
    }
    const Values total = fold(of_faces);
    for (std::size_t mode = 0; mode < all_modes.size(); ++mode) {
        results[mode].total = total[mode];
    }
    return results;
}

MateResult mate_value(const Position& position, int moves, Dice dice, Defence defence) {
    return mate_values(position, moves)[number_of(dice, defence)];
}

}  // namespace naive
