// naive_answers < POSITIONS
// Reads positions, one per line as variant, tab and FEN. Prints for each a JSON object with the legal moves,
// the winning moves and, where there is a die, the moves of each face, all in UCI notation by the naive
// rules. python.py compares the Python package with it.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "naive/named.hpp"

namespace {

using nlohmann::json;

struct Answer {
    json operator()(const naive::Position& position, const std::vector<naive::Move>& legal) const {
        json moves = json::array(), mates = json::array(), faces = json::object();
        for (const naive::Move& move : legal) {
            moves.push_back(move.uci);
            if (move.mate) mates.push_back(move.uci);
        }
        for (const naive::Face& face : naive::faces(position, legal)) {
            if (face.face == 0) continue;
            json& list = faces[std::to_string(face.face)] = json::array();
            for (const naive::Move& move : face.moves) list.push_back(move.uci);
        }
        return {{"check", in_check(position)}, {"moves", moves}, {"mates", mates}, {"faces", faces}};
    }

    template <class Position, class Turns>
    json operator()(const Position& position, const Turns& turns) const {
        json moves = json::array(), mates = json::array();
        for (const auto& turn : turns) {
            moves.push_back(turn.uci);
            if (turn.mate) mates.push_back(turn.uci);
        }
        return {{"check", in_check(position)}, {"moves", moves}, {"mates", mates}, {"faces", json::object()}};
    }
};

}  // namespace

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t tab = line.find('\t');
        std::cout << naive::with_turns(line.substr(0, tab), line.substr(tab + 1), Answer()) << '\n';
    }
}
