#include "games/super_chess/rules/move.hpp"

namespace octomate::super_chess {

namespace {

void append_suffix(Suffix suffix, std::string& text) {
    if (suffix == Suffix::None) return;
    text += '=';
    text += suffix_letters[static_cast<std::size_t>(suffix)];
}

}  // namespace

std::string_view sign_of(Turn turn) {
    switch (turn) {
        case Turn::SlideOut1: return "_";
        case Turn::SlideOut2: return "__";
        case Turn::JumpOff1: return "^";
        case Turn::JumpOff2: return "^^";
        case Turn::SuperCastle: return "<>";
        case Turn::HyperCastle: return "~";
        default: return "";
    }
}

std::string machine_form(Move move) {
    std::string text;
    switch (move.turn()) {
        case Turn::CastleShort: return "O-O";
        case Turn::CastleLong: return "O-O-O";
        case Turn::Travel: return "@" + std::to_string(move.state());
        default: break;
    }
    text += board8::name(move.from());
    append_suffix(move.left(), text);
    if (move.turn() != Turn::TurnOver) {
        text += sign_of(move.turn());
        text += board8::name(move.to());
    }
    append_suffix(move.suffix(), text);
    return text;
}

std::strong_ordering Move::operator<=>(const Move& other) const {
    if (bits_ == other.bits_) return std::strong_ordering::equal;
    return machine_form(*this).compare(machine_form(other)) < 0 ? std::strong_ordering::less
                                                                : std::strong_ordering::greater;
}

}  // namespace octomate::super_chess
