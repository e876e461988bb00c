// naive_answers < POSITIONS
// What the naive rules say of positions, a variant, a tab and a FEN a line: as JSON the machine forms of the
// legal moves, those that win, and the moves of each face, where a die is used. python.py compares the module
// with it.
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "naive/complete_permutation.hpp"
#include "naive/naive.hpp"
#include "naive/super_chess.hpp"

namespace {

using nlohmann::json;

json answer(const naive::Position& position) {
    json moves = json::array(), mates = json::array(), faces = json::object();
    for (const naive::Move& move : naive::legal_moves(position)) {
        moves.push_back(move.uci);
        if (move.mate) mates.push_back(move.uci);
    }
    for (const naive::Face& face : naive::faces(position)) {
        if (face.face == 0) continue;
        json& list = faces[std::to_string(face.face)] = json::array();
        for (const naive::Move& move : face.moves) list.push_back(move.uci);
    }
    return {{"check", naive::in_check(position)}, {"moves", moves}, {"mates", mates}, {"faces", faces}};
}

template <class Turns>
json answer(bool check, const Turns& turns) {
    json moves = json::array(), mates = json::array();
    for (const auto& turn : turns) {
        moves.push_back(turn.uci);
        if (turn.mate) mates.push_back(turn.uci);
    }
    return {{"check", check}, {"moves", moves}, {"mates", mates}, {"faces", json::object()}};
}

json answer(const std::string& variant, const std::string& fen) {
    if (variant == "superpermutation-d8") return answer(naive::from_fen(fen, naive::Game::d8));
    if (variant == "superpermutation") return answer(naive::from_fen(fen, naive::Game::parent));
    if (variant == "super-chess") {
        const auto position = naive::super_chess::from_text(fen);
        return answer(naive::super_chess::in_check(position), naive::super_chess::legal_turns(position));
    }
    if (variant != "complete-permutation" && variant != "complete-permutation-two-pawns")
        throw std::invalid_argument("no game: " + variant);
    naive::complete::Switches switches;
    switches.two_pawns = variant != "complete-permutation";
    const auto position = naive::complete::from_fen(fen);
    return answer(naive::complete::in_check(position), naive::complete::legal_turns(position, switches));
}

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t tab = line.find('\t');
        std::cout << answer(line.substr(0, tab), line.substr(tab + 1)) << '\n';
    }
}
