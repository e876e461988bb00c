#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "games/super_chess/rules/setup.hpp"

namespace octomate::super_chess {

namespace {

/// Of a rook or pawn.
void append_identity(Stack stack, int at, char man, Square square, std::string& text) {
    const Identity identity = stack.identity(at);
    const bool star = stack.kind() == Kind::Pawn && stack.moved() &&
                      rank_of(square) == board8::relative_rank(stack.side(), 1);
    const bool said = usual_identity(man, stack.side(), square) == identity;
    if (said && !star) return;
    text += '[';
    if (!said) text += identity_letters[identity];
    if (star) text += '*';
    text += ']';
}

void append_bishop(Stack stack, Square square, std::string& text) {
    const bool other = stack.light() != is_light(square);
    const bool counts = stack.pieces() != 0 || stack.points() != 0;
    if (!other && !counts) return;
    text += '[';
    if (other) text += stack.light() ? 'l' : 'd';
    if (counts) fmt::format_to(std::back_inserter(text), "{}.{}", stack.pieces(), stack.points());
    text += ']';
}

void append_castled(Stack stack, std::string& text) {
    if (!stack.super_castled() && !stack.hyper_castled()) return;
    text += '[';
    if (stack.super_castled()) text += 's';
    if (stack.hyper_castled()) text += 'h';
    text += ']';
}

void append_stack(Stack stack, Square square, std::string& text) {
    const std::string_view men = men_of(stack.kind());
    if (men.size() > 1) text += '(';
    for (std::size_t at = 0; at < men.size(); ++at) {
        if (at == 1 && stack.kind() == Kind::Hourglass) text += '^';
        const char man = men[at];
        text += stack.side() == Color::White ? man : static_cast<char>(man - 'A' + 'a');
        if (man == 'P' || man == 'R') append_identity(stack, static_cast<int>(at), man, square, text);
        if (man == 'B') append_bishop(stack, square, text);
        if (man == 'K' || man == 'O') append_castled(stack, text);
    }
    if (men.size() > 1) text += ')';
}

void append_snapshot(const Snapshot& state, std::string& text) {
    for (int rank = 7; rank >= 0; --rank) {
        int empty = 0;
        const auto end_run = [&] {
            if (empty > 0) text += static_cast<char>('0' + std::exchange(empty, 0));
        };
        for (int file = 0; file < 8; ++file) {
            const Square square = board8::square_at(file, rank);
            const Stack stack = state.board.at(square);
            if (!stack) {
                ++empty;
                continue;
            }
            end_run();
            append_stack(stack, square, text);
        }
        end_run();
        text += rank > 0 ? '/' : ' ';
    }
    text += state.turn == Color::White ? "w " : "b ";
    for (std::size_t right = 0; right < right_letters.size(); ++right) {
        if (state.castling >> right & 1) text += right_letters[right];
    }
    if (state.castling == 0) text += '-';
    text += ' ';
    text += state.en_passant < 0 ? "-" : board8::name(state.en_passant);
    fmt::format_to(std::back_inserter(text), " {},{}", state.bare_turns[0], state.bare_turns[1]);
}

}  // namespace

std::string write_position(const Position& position) {
    std::string text;
    text.reserve(100 + 100 * position.history().size());
    append_snapshot(position.now(), text);
    for (const Color side : {Color::White, Color::Black}) {
        text += side == Color::White ? ' ' : '/';
        const IdentitySet used = position.used()[index(side)];
        for (std::size_t identity = 0; identity < identity_letters.size(); ++identity) {
            if (used >> identity & 1) text += identity_letters[identity];
        }
        if (used == 0) text += '-';
    }
    position.history().append_text(text);
    return text;
}

std::string write_snapshot(const Snapshot& state) {
    std::string text;
    append_snapshot(state, text);
    return text;
}

std::string write_stack(Stack stack, Square square) {
    std::string text;
    append_stack(stack, square, text);
    return text;
}

}  // namespace octomate::super_chess
