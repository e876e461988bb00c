#include <fmt/core.h>

#include <bit>

#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/notation.hpp"
#include "text/text.hpp"

namespace octomate::complete_permutation {

namespace {

bool promotes(Move move) {
    return move.first.promotion().to_piece() || (move.pair() && move.second.promotion().to_piece());
}

bool takes_en_passant(const Position& position, Move move, Step step) {
    return captures(position.state(), move, step) && contains(position.state().en_passant, step.to()) &&
           contains(position.board().pawns(), step.from());
}

bool captures_something(const Position& position, Move move) {
    return captures(position.state(), move.first) ||
           (move.pair() && captures(position.state(), move, move.second));
}

}  // namespace

std::vector<MoveFact> facts_of(const Position& position, Move move) {
    return {{"capture", captures_something(position, move)},
            {"swap", is_swap(position.state(), move.first)},
            {"promotion", promotes(move)},
            {"pair", move.pair()},
            {"cruelty", move.cruelty()}};
}

MoveEnds ends_of(const Position& position, Move move) {
    MoveEnds ends{name(move.first.from()), name(move.first.to())};
    if (move.pair()) {
        ends.then_from = name(move.second.from());
        ends.then_to = name(move.second.to());
    } else if (move.first.promotion().to_piece()) {
        ends.becomes = fen_letter({move.first.promotion().kind(), position.turn()});
    }
    return ends;
}

std::string explain(const Position& position, Move move) {
    std::vector<std::string> words;
    if (captures_something(position, move)) words.push_back("capture");
    if (std::string more = remark(position, move); !more.empty()) words.push_back(std::move(more));
    return joined(words, ", ");
}

std::string remark(const Position& position, Move move) {
    std::vector<std::string> words;
    if (is_swap(position.state(), move.first)) words.push_back("king swap");
    if (takes_en_passant(position, move, move.first) ||
        (move.pair() && takes_en_passant(position, move, move.second)))
        words.push_back("en passant");
    if (move.cruelty()) words.push_back("loses by Mental Cruelty");
    return joined(words, ", ");
}

std::size_t kind_of(const Position& position, Move move) {
    return move.pair() ? 2 : is_swap(position.state(), move.first) ? 1 : 0;
}

std::vector<std::string> oddities_of(const Position& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) {
        const int pawns = count(position.board().pawns() & position.board().of(side));
        if (pawns > files)
            notes.push_back(
                fmt::format("{} has {} pawns; no game can have more than 16", octomate::name(side), pawns));
        for (unsigned rest = position.state().unmoved[index(side)]; rest != 0; rest &= rest - 1) {
            const int file = std::countr_zero(rest);
            const Square square = home_rank_square(side) + file;
            const char there = letter_of(position.board().kind_at(square));
            const char usual = home_letters[static_cast<std::size_t>(file)];
            if (there != usual)
                notes.push_back(fmt::format("the unmoved piece on {} is a {}, in a game it is a {}",
                                            name(square), there, usual));
        }
        const auto numbers = position.board().pieces_by_kind(side);
        for (Kind kind = 1; kind < king; ++kind) {
            const int all = numbers[kind] + position.state().reserves[index(side)].of(kind);
            if (all > 1)
                notes.push_back(
                    fmt::format("{} has {} pieces {}, lost ones included; no game can have more than one",
                                octomate::name(side), all, letter_of(kind)));
        }
    }
    return notes;
}

}  // namespace octomate::complete_permutation
