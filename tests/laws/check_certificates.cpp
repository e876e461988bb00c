// check_certificates < CERTIFICATES
// Checks certificates of `octomate mate --certificate` by the naive rules.
//
// A certificate claims the chance to win within some moves on each face, and lists one move for each position
// and face that the proof needs. No search is needed to check it: our listed moves, against all replies,
// prove that the chance is not lower, and the opponent's listed replies, to all of our moves, that it is not
// higher. A certificate is also rejected if its position is illegal, if a JSON member is missing, unknown,
// repeated or of a wrong type, or if a line is repeated, not needed by the proof, or has a move that is
// illegal on its face. Prints the number of proven certificates and the faults of the others. Exits with 1 if
// one has a fault or there is none.
#include <algorithm>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
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
    char winner = 0;    // 'w', 'b' or 'd' (a draw) if the turn ends the game, else 0
};

// The legal moves of a position, and for each face the indices of those it allows. Games without a die have
// one face, 0.
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

// Parses a JSON object that must have exactly the given members. Throws if it has others, or if any object in
// it repeats a name.
json parse_object(const std::string& text, const std::set<std::string>& members) {
    std::map<int, std::set<std::string>> open;  // the names in each open object, by depth
    json object = json::parse(text, [&](int depth, json::parse_event_t event, const json& name) {
        if (event == json::parse_event_t::object_start) open[depth + 1].clear();
        if (event == json::parse_event_t::key && !open[depth].insert(name).second)
            throw std::invalid_argument(name.dump() + " stands twice");
        return true;
    });
    if (!object.is_object()) throw std::invalid_argument("expected an object");
    std::set<std::string> names;
    for (const auto& [name, value] : object.items()) names.insert(name);
    if (names != members) throw std::invalid_argument("its members are not those of a certificate");
    return object;
}

// Returns the number of moves in member `name`. Throws unless it is from 1 to 100, the limit of `mate`.
int moves_in(const json& object, const char* name) {
    const json& number = object.at(name);
    if (!number.is_number_unsigned() || number < 1 || number > 100)
        throw std::invalid_argument(std::string(name) + " is not a number of moves");
    return number;
}

// Computes the bounds that the listed moves of a certificate prove.
class Proof {
  public:
    explicit Proof(std::string variant) : variant_(std::move(variant)) {}

    void add_choice(const json& line) {
        const auto [at, is_new] =
            choices_.insert({{line.at("fen"), moves_in(line, "left")}, line.at("play")});
        if (!is_new) throw std::invalid_argument("a position is listed twice: " + at->first.first);
    }

    // Returns a position whose listed moves the proof did not use, or an empty string.
    std::string unused() const {
        for (const auto& [position, play] : choices_)
            if (!used_.contains(position)) return position.first;
        return {};
    }

    // Returns a lower or upper bound of our chance to win within `left` moves, for each face of a position.
    std::map<std::string, Fraction> bounds(const std::string& fen, int left, bool from_below) {
        from_below_ = from_below;
        cache_.clear();
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
        const auto cached = cache_.find({fen, left});
        if (cached != cache_.end()) return cached->second;
        const Node node = naive::with_turns(variant_, fen, NodeOf());
        Fraction value = node.turn == us_ && left == 0 ? Fraction(0) : mean(faces(node, fen, left));
        cache_[{fen, left}] = value;
        return value;
    }

    std::map<std::string, Fraction> faces(const Node& node, const std::string& fen, int left) {
        const bool ours = node.turn == us_;
        // The side whose bound is proven plays its listed move; on a face without one, the bound is the
        // trivial 0 or 1. Our last move needs no entry: all moves are tried. The other side may play
        // anything.
        const bool chooses = ours == from_below_ && !(ours && left == 1);
        const auto chosen = chooses ? choices_.find({fen, left}) : choices_.end();
        if (chosen != choices_.end()) {
            used_.insert(chosen->first);
            for (const auto& [face, move] : chosen->second)
                if (!may_play(node, face, move))
                    throw std::invalid_argument(move + " cannot be played on face " + face + " of " + fen);
        }
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

    static bool may_play(const Node& node, const std::string& face, const std::string& move) {
        return std::any_of(node.faces.begin(), node.faces.end(), [&](const auto& one) {
            return std::to_string(one.first) == face &&
                   std::any_of(one.second.begin(), one.second.end(),
                               [&](std::size_t at) { return node.turns[at].uci == move; });
        });
    }

    using Key = std::pair<std::string, int>;  // a FEN and the number of our remaining moves

    const std::string variant_;
    std::map<Key, std::map<std::string, std::string>> choices_;
    std::set<Key> used_;
    std::map<Key, Fraction> cache_;
    bool from_below_ = true;
    char us_ = 'w';
};

// The lines of a certificate, the claim first.
using Lines = std::vector<std::string>;

// Returns why a certificate is rejected, or an empty string if it proves its claim. Throws if a line is
// malformed.
std::string fault_of(const Lines& lines) {
    const json claim =
        parse_object(lines.front(), {"certificate", "variant", "fen", "moves", "value", "faces"});
    if (claim.at("certificate").dump() != "1") return "it is of another version";
    const std::string variant = claim.at("variant"), fen = claim.at("fen");
    const int moves = moves_in(claim, "moves");
    if (!naive::is_acceptable(variant, fen)) return "the position is not legal, or not in its normal form";
    Proof proof(variant);
    for (auto line = lines.begin() + 1; line != lines.end(); ++line)
        proof.add_choice(parse_object(*line, {"fen", "left", "play"}));
    for (const bool from_below : {true, false}) {
        const auto faces = proof.bounds(fen, moves, from_below);
        const char* const end = from_below ? "lower" : "higher";
        for (const auto& [face, value] : faces)
            if (value.to_string() != claim.at("faces").at(face))
                return "on face " + face + " the value may be " + end + ": " + value.to_string() + ", not " +
                       claim.at("faces").at(face).get<std::string>();
        if (faces.size() != claim.at("faces").size() || Proof::mean(faces).to_string() != claim.at("value"))
            return std::string("the mean may be ") + end;
    }
    const std::string unused = proof.unused();
    return unused.empty() ? "" : "nothing depends on the choices at " + unused;
}

}  // namespace

int main() {
    std::vector<Lines> certificates;
    for (std::string text; std::getline(std::cin, text);) {
        if (certificates.empty() || text.find("\"certificate\"") != std::string::npos)
            certificates.emplace_back();
        certificates.back().push_back(text);
    }
    std::size_t bad = 0;
    for (const Lines& lines : certificates) {
        std::string fault;
        try {
            fault = fault_of(lines);
        } catch (const std::exception& error) {
            fault = error.what();
        }
        if (fault.empty()) continue;
        ++bad;
        std::cout << lines.front() << ": " << fault << '\n';
    }
    std::cout << certificates.size() - bad << " proven\n";
    return certificates.empty() || bad > 0 ? 1 : 0;
}
