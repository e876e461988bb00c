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

// The number must be even.
Fraction::Digits Fraction::halved(const Digits& digits) {
    Digits result(digits.size());
    std::uint32_t carry = 0;
    for (std::size_t place = digits.size(); place-- > 0;) {
        result[place] = (digits[place] >> 1) | (carry << 31);
        carry = digits[place] & 1U;
    }
    if (!result.empty() && result.back() == 0) {
        result.pop_back();
    }
    return result;
}

Fraction::Digits Fraction::sum(const Digits& a, const Digits& b) {
    Digits result;
    std::uint64_t carry = 0;
    for (std::size_t place = 0; place < std::max(a.size(), b.size()); ++place) {
        carry += place < a.size() ? a[place] : 0U;
        carry += place < b.size() ? b[place] : 0U;
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
    for (std::size_t place = a.size(); place-- > 0;) {
        if (a[place] != b[place]) {
            return a[place] <=> b[place];
        }
    }
    return std::strong_ordering::equal;
}

// Long division by ten, again and again; the remainders are the decimal digits from the last to the first.
std::string Fraction::decimal(Digits digits) {
    if (digits.empty()) {
        return "0";
    }
    std::string text;
    while (!digits.empty()) {
        std::uint64_t remainder = 0;
        for (std::size_t place = digits.size(); place-- > 0;) {
            const std::uint64_t part = (remainder << 32) | digits[place];
            digits[place] = static_cast<std::uint32_t>(part / 10);
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

// Lowest terms: the denominator is a power of two, so halve both for as long as both are even.
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

struct Options {
    Dice dice = Dice::mean;
    Defence defence = Defence::best;
};

// One possible roll, and which of the position's moves (by number in their list) it allows.
struct Roll {
    int face = 0;  // 0 without a die
    std::vector<std::size_t> allowed;
};

// "None in check", and there is no die in the parent game: then a single roll, which allows every move.
bool has_die(const Position& position) { return position.game == Game::d8 && !in_check(position); }

// All rolls of the side to move. A face that no legal move goes to is free and allows all of them. If there
// is no legal move at all, nothing is allowed on any roll.
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

// ---- Choices ----------------------------------------------------------------------------------------------

// "On a face, the best over its moves (0 if it has none)."
Fraction our_choice(const Roll& roll, const std::vector<Fraction>& values) {
    Fraction best;
    for (const std::size_t number : roll.allowed) {
        best = std::max(best, values[number]);
    }
    return best;
}

// "The opponent picks what is worst for us (best), or best for us (help)." There must be a move.
Fraction opponents_choice(const Roll& roll, const std::vector<Fraction>& values, Defence defence) {
    Fraction picked = values[roll.allowed.front()];
    for (const std::size_t number : roll.allowed) {
        switch (defence) {
            case Defence::best: picked = std::min(picked, values[number]); break;
            case Defence::help: picked = std::max(picked, values[number]); break;
        }
    }
    return picked;
}

// "A roll (ours later, and theirs) counts as the mean of the eight, the worst for us (every), or the best for
// us (some); `total` folds the faces in the same way." Without a die there is one value, and that is it.
Fraction fold(const std::vector<Fraction>& of_faces, Dice dice) {
    if (of_faces.size() == 1) {
        return of_faces.front();
    }
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

// ---- The value --------------------------------------------------------------------------------------------

Fraction after_our_move(const Move& move, int left, Options options);

// What each of our moves is worth, evaluated once however many faces allow it. `left` moves of ours are left,
// the coming one included; with none left nothing is worth anything.
std::vector<Fraction> values_of_our_moves(const std::vector<Move>& moves, int left, Options options) {
    std::vector<Fraction> values;
    for (const Move& move : moves) {
        values.push_back(left > 0 ? after_our_move(move, left, options) : Fraction(0));
    }
    return values;
}

// "Then our next roll, and so on." If the opponent has mated or stalemated us there is no move, and so 0 on
// every face.
Fraction over_our_roll(const Position& position, int left, Options options) {
    const std::vector<Move> moves = legal_moves(position);
    const std::vector<Fraction> values = values_of_our_moves(moves, left, options);
    std::vector<Fraction> of_faces;
    for (const Roll& roll : all_rolls(position, moves)) {
        of_faces.push_back(our_choice(roll, values));
    }
    return fold(of_faces, options.dice);
}

// "Else over the opponent's roll (none in check) the opponent's choice."
Fraction over_opponents_roll(const Position& position, const std::vector<Move>& replies, int left,
                             Options options) {
    std::vector<Fraction> values;
    for (const Move& reply : replies) {
        values.push_back(over_our_roll(reply.after, left, options));
    }
    std::vector<Fraction> of_faces;
    for (const Roll& roll : all_rolls(position, replies)) {
        of_faces.push_back(opponents_choice(roll, values, options.defence));
    }
    return fold(of_faces, options.dice);
}

// "After a move: 1 if it mates, else 0 if it was the Nth or stalemates, else over the opponent's roll ..."
Fraction after_our_move(const Move& move, int left, Options options) {
    if (move.mate) {
        return Fraction(1);
    }
    const bool was_the_nth = left == 1;
    if (was_the_nth) {
        return Fraction(0);
    }
    const std::vector<Move> replies = legal_moves(move.after);
    const bool stalemates = replies.empty();
    if (stalemates) {
        return Fraction(0);
    }
    return over_opponents_roll(move.after, replies, left - 1, options);
}

// "`best`: all moves that reach the value, sorted by uci, `[]` at 0."
std::vector<std::string> best_moves(const Roll& roll, const std::vector<Move>& moves,
                                    const std::vector<Fraction>& values, const Fraction& value) {
    std::vector<std::string> best;
    if (value == Fraction(0)) {
        return best;
    }
    for (const std::size_t number : roll.allowed) {
        if (values[number] == value) {
            best.push_back(moves[number].uci);
        }
    }
    std::sort(best.begin(), best.end());
    return best;
}

}  // namespace

MateResult mate_value(const Position& position, int moves, Dice dice, Defence defence) {
    const std::vector<Move> ours = legal_moves(position);
    const std::vector<Fraction> values = values_of_our_moves(ours, moves, {dice, defence});
    // "`forced`: the value would be 1 under every/best, whatever the options."
    const std::vector<Fraction> strict = values_of_our_moves(ours, moves, {Dice::every, Defence::best});
    MateResult result;
    std::vector<Fraction> of_faces;
    for (const Roll& roll : all_rolls(position, ours)) {
        MateFace face;
        face.face = roll.face;
        face.value = our_choice(roll, values);
        face.forced = our_choice(roll, strict) == Fraction(1);
        face.best = best_moves(roll, ours, values, face.value);
        of_faces.push_back(face.value);
        result.faces.push_back(face);
    }
    result.total = fold(of_faces, dice);
    return result;
}

}  // namespace naive
