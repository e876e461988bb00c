#include <fmt/core.h>

#include "games/super_chess/games.hpp"
#include "games/super_chess/rules/notation.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/text.hpp"

namespace octomate::super_chess {

namespace {

bool castles(Move move) {
    switch (move.turn()) {
        case Turn::CastleShort:
        case Turn::CastleLong:
        case Turn::SuperCastle:
        case Turn::HyperCastle: return true;
        default: return false;
    }
}

/// A pawn becomes something, alone or in a stack, where it arrives or where it is left.
bool promotes(const Position& position, Move move) {
    if (move.left() != Suffix::None) return true;
    if (move.suffix() == Suffix::None || move.turn() == Turn::TurnOver) return false;
    const Stack men = goer(position, move);
    return men_of(men.kind()).ends_with('P');
}

/// "rook", "MVP": who goes, in the middle of a sentence.
std::string_view who_goes(const Position& position, Move move) {
    return name_of(goer(position, move).kind());
}

/// What is there afterwards where the men arrive.
Kind arrived(const Position& position, Move move) { return position.play(move).board().kind_at(move.to()); }

}  // namespace

std::vector<MoveFact> facts_of(const Position& position, Move move) {
    return {{"capture", victim(position, move) != Kind::None},
            {"hop", hops(position, move)},
            {"split", move.splits()},
            {"promotion", promotes(position, move)},
            {"castling", castles(move)},
            {"turned_over", move.turn() == Turn::TurnOver},
            {"travel", move.is_travel()}};
}

MoveEnds ends_of(const Position& position, Move move) {
    MoveEnds ends;
    if (move.is_travel()) {
        ends.state = static_cast<int>(move.state());
        return ends;
    }
    ends.from = board8::name(move.from());
    ends.to = board8::name(move.to());
    switch (move.turn()) {
        case Turn::SlideOut1:
        case Turn::SlideOut2: ends.part = fmt::format("slide the {} out", who_goes(position, move)); break;
        case Turn::JumpOff1:
        case Turn::JumpOff2: ends.part = fmt::format("jump off with the {}", who_goes(position, move)); break;
        case Turn::TurnOver: ends.part = "turn it over"; break;
        case Turn::SuperCastle: ends.part = "super castle"; break;
        case Turn::HyperCastle: ends.part = "hyper castle"; break;
        default: break;
    }
    const Stack men = goer(position, move);
    if (move.turn() == Turn::Whole && move.from() == move.to()) ends.part = "go and come back";
    if (men.kind() == Kind::Pawn && move.suffix() != Suffix::None && !hops(position, move)) {
        ends.becomes = of_side(suffix_letters[static_cast<std::size_t>(move.suffix())], position.turn());
    }
    return ends;
}

std::string explain(const Position& position, Move move) {
    std::vector<std::string> words;
    if (const Kind taken = victim(position, move); taken != Kind::None)
        words.push_back("captures " + with_article(name_of(taken)));
    if (std::string more = remark(position, move); !more.empty()) words.push_back(std::move(more));
    return joined(words, ", ");
}

std::string remark(const Position& position, Move move) {
    std::vector<std::string> words;
    const auto say = [&](std::string text) { words.push_back(std::move(text)); };
    switch (move.turn()) {
        case Turn::SlideOut1:
        case Turn::SlideOut2: say(fmt::format("the {} slides out", who_goes(position, move))); break;
        case Turn::JumpOff1:
        case Turn::JumpOff2: say(fmt::format("the {} jumps off", who_goes(position, move))); break;
        case Turn::TurnOver:
            say(move.suffix() == Suffix::Hourglass ? "the Cathedral becomes an Hourglass"
                                                   : "the Hourglass becomes a Cathedral");
            break;
        case Turn::SuperCastle: say("super castle"); break;
        case Turn::HyperCastle: say("hyper castle"); break;
        case Turn::Travel: {
            const Snapshot state = position.destination(move);
            say(fmt::format("back to earlier state {}, {} to move", move.state(), side_text(state.turn)));
            break;
        }
        default: break;
    }
    if (move.left() != Suffix::None) say("a pawn left on its last rank is promoted");
    if (victim(position, move) != Kind::None && !position.board().at(move.to())) say("en passant");
    if (hops(position, move)) {
        const Kind made = arrived(position, move);
        say(is_high_ground(made) ? "up to the High Ground" : with_article(name_of(made)));
    } else if (goer(position, move).kind() == Kind::Cardinal && arrived(position, move) != Kind::Cardinal) {
        say("the Cardinal becomes a Cowardly Pope");
    } else if (is_super(goer(position, move).kind()) && promotes(position, move)) {
        say(with_article(name_of(arrived(position, move))));
    }
    return joined(words, ", ");
}

std::size_t kind_of(const Position& position, Move move) {
    if (move.is_travel()) return 4;
    if (castles(move)) return 3;
    if (move.splits()) return 2;
    return hops(position, move) || move.turn() == Turn::TurnOver ? 1 : 0;
}

std::vector<std::string> oddities_of(const Position& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) {
        const Board& board = position.board();
        const int supers = count(board.of(side) & board.all(Board::Supers));
        if (supers > 1)
            notes.push_back(fmt::format("{} has {} stacks, in a game a side has one at most",
                                        octomate::name(side), supers));
        const int men = MenCount(board, side).all();
        if (men > 16)
            notes.push_back(
                fmt::format("{} has {} pieces; no game can have more than 16", octomate::name(side), men));
    }
    return notes;
}

std::string landing_of(const Position& position, Move move) {
    if (!move.is_travel()) return {};
    const std::string state = write_snapshot(position.destination(move));
    return state.substr(0, state.find(' ', state.find(' ') + 1));
}

}  // namespace octomate::super_chess
