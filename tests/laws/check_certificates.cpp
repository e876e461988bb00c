// check_certificates < CERTIFICATES
// Checks certificates of `octomate mate --certificate`, by the naive rules and without a search: the chosen
// moves must prove that each value is not lower, and the chosen replies that it is not higher. Prints how
// many are proven, and why others are not. Exits with 1 if there is such a one.
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "naive/naive_mate.hpp"
#include "naive/named.hpp"

namespace {

using naive::Fraction;
using nlohmann::json;

struct Turn {
    std::string uci;
    std::string after;  // a FEN
    char winner = 0;    // 'w' or 'b' if the turn ends the game so, 'd' if it is drawn
};

// A position, and what may be played on each face; one of number 0 where there is no die.
struct Node {
    char turn = 'w';
    std::vector<Turn> turns;
    std::vector<std::pair<int, std::vector<std::size_t>>> faces;
};

std::vector<std::size_t> all_of(const std::vector<Turn>& turns) {
    std::vector<std::size_t> numbers(turns.size());
    for (std::size_t number = 0; number < numbers.size(); ++number) numbers[number] = number;
    return numbers;
}

struct NodeOf {
    Node operator()(const naive::Position& position, const std::vector<naive::Move>& moves) const {
        Node node{position.turn, {}, {}};
        for (const naive::Move& move : moves) {
            const bool stalemate = !move.mate && naive::status(move.after) == naive::Status::stalemate;
            node.turns.push_back({move.uci, naive::to_fen(move.after),
                                  move.mate   ? position.turn
                                  : stalemate ? 'd'
                                              : char{}});
        }
        for (const naive::Face& face : naive::faces(position, moves)) {
            auto& [number, allowed] = node.faces.emplace_back(face.face, std::vector<std::size_t>());
            for (std::size_t at = 0; at < node.turns.size(); ++at) {
                const auto same = [&](const naive::Move& move) { return move.uci == node.turns[at].uci; };
                if (std::any_of(face.moves.begin(), face.moves.end(), same)) allowed.push_back(at);
            }
        }
        return node;
    }
    Node operator()(const naive::complete::Position& position,
                    const std::vector<naive::complete::Turn>& turns) const {
        return without_die(position.turn, turns, [](const auto& after) { return to_fen(after); });
    }
    Node operator()(const naive::super_chess::Position& position,
                    const std::vector<naive::super_chess::Turn>& turns) const {
        return without_die(position.now.turn, turns, [](const auto& after) { return to_text(*after); });
    }

    template <class Turns, class ToText>
    static Node without_die(char turn, const Turns& turns, const ToText& to_text) {
        Node node{turn, {}, {}};
        for (const auto& one : turns)
            node.turns.push_back(
                {one.uci, to_text(one.after), one.outcome.empty() ? char{} : one.outcome.front()});
        node.faces.emplace_back(0, all_of(node.turns));
        return node;
    }
};

// What the choices of a certificate prove.
class Proof {
  public:
    explicit Proof(std::string variant) : variant_(std::move(variant)) {}

    void choose(const json& line) {
        choices_[{line.at("fen"), line.at("left")}] =
            line.at("play").get<std::map<std::string, std::string>>();
    }

    // By the faces of a position: that our chance to win with so many moves is not lower, or not higher.
    std::map<std::string, Fraction> bounds(const std::string& fen, int left, bool from_below) {
        from_below_ = from_below;
        known_.clear();
        const Node node = naive::with_turns(variant_, fen, NodeOf());
        us_ = node.turn;
        return faces(node, fen, left);
    }

    static Fraction mean(const std::map<std::string, Fraction>& faces) {
        if (faces.size() == 1) return faces.begin()->second;
        Fraction sum;
        for (const auto& [face, value] : faces) sum = sum + value;
        return sum.divided_by_8();
    }

  private:
    Fraction bound(const std::string& fen, int left) {
        const auto known = known_.find({fen, left});
        if (known != known_.end()) return known->second;
        const Node node = naive::with_turns(variant_, fen, NodeOf());
        const Fraction value = node.turn == us_ && left == 0 ? Fraction(0) : mean(faces(node, fen, left));
        known_[{fen, left}] = value;
        return value;
    }

    std::map<std::string, Fraction> faces(const Node& node, const std::string& fen, int left) {
        const bool ours = node.turn == us_;
        // The side that proves its bound plays what it chose, and on the other faces claims nothing; the last
        // move of ours needs no choice. The other side may play anything.
        const bool chooses = ours == from_below_ && !(ours && left == 1);
        const auto chosen = choices_.find({fen, left});
        std::map<std::string, Fraction> values;
        for (const auto& [number, allowed] : node.faces) {
            const std::string face = std::to_string(number);
            std::vector<Fraction> of_turns;
            for (const std::size_t at : allowed) {
                const Turn& turn = node.turns[at];
                if (chooses) {
                    if (chosen == choices_.end()) break;
                    const auto choice = chosen->second.find(face);
                    if (choice == chosen->second.end() || choice->second != turn.uci) continue;
                }
                if (turn.winner != 0 || (ours && left == 1)) {
                    of_turns.emplace_back(turn.winner == us_ ? 1U : 0U);
                } else {
                    of_turns.push_back(bound(turn.after, ours ? left - 1 : left));
                }
            }
            if (of_turns.empty()) {
                values[face] = Fraction(ours || allowed.empty() ? 0U : 1U);
            } else {
                values[face] = ours ? *std::max_element(of_turns.begin(), of_turns.end())
                                    : *std::min_element(of_turns.begin(), of_turns.end());
            }
        }
        return values;
    }

    const std::string variant_;
    std::map<std::pair<std::string, int>, std::map<std::string, std::string>> choices_;
    std::map<std::pair<std::string, int>, Fraction> known_;
    bool from_below_ = true;
    char us_ = 'w';
};

// Why a certificate proves nothing; empty if it proves what it claims.
std::string fault_of(const json& claim, Proof& proof) {
    for (const bool from_below : {true, false}) {
        const auto faces = proof.bounds(claim.at("fen"), claim.at("moves"), from_below);
        const char* const end = from_below ? "lower" : "higher";
        for (const auto& [face, value] : faces)
            if (value.to_string() != claim.at("faces").at(face))
                return "on face " + face + " the value may be " + end + ": " + value.to_string() + ", not " +
                       claim.at("faces").at(face).get<std::string>();
        if (faces.size() != claim.at("faces").size() || Proof::mean(faces).to_string() != claim.at("value"))
            return std::string("the mean may be ") + end;
    }
    return {};
}

}  // namespace

int main() {
    int proven = 0, bad = 0;
    std::vector<json> lines;
    for (std::string text; std::getline(std::cin, text);) lines.push_back(json::parse(text));
    for (auto line = lines.begin(); line != lines.end();) {
        const json& claim = *line++;
        Proof proof(claim.at("variant"));
        for (; line != lines.end() && !line->contains("certificate"); ++line) proof.choose(*line);
        const std::string fault = fault_of(claim, proof);
        fault.empty() ? ++proven : ++bad;
        if (!fault.empty()) std::cout << claim.at("fen").get<std::string>() << ": " << fault << '\n';
    }
    std::cout << proven << " proven\n";
    return bad == 0 ? 0 : 1;
}
