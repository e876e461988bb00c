// judge_records [--economical] [--no-unique] [--in-check] < RECORDS
// Checks generated puzzles, one JSON object per line, by the naive rules: the key is complete and correct,
// each bound face has one solution, no piece is superfluous, the plies lead to the position, the number of
// pieces is correct, and no two puzzles are images of each other. Prints what is wrong, and then exits
// with 1.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "naive/naive.hpp"
#include "naive/naive_mate.hpp"

namespace {

using nlohmann::json;

struct Face {
    bool free = false;
    std::set<std::string> moves;  // UCI moves, each followed by the square where its cascade ends
};

using Key = std::map<int, Face>;

/// Returns the UCI move followed by the square where its cascade ends.
std::string name(const naive::Move& move) { return fmt::format("{}-{}", move.uci, move.end); }

/// Returns the faces on which the side to move wins within `moves` moves against every roll, each with the
/// winning first moves.
Key winning(const naive::Position& position, int moves) {
    Key key;
    if (moves == 0) return key;
    if (moves == 1) {
        for (const naive::Face& face : naive::faces(position)) {
            for (const naive::Move& move : face.moves) {
                if (move.mate) key[face.face].moves.insert(name(move));
            }
        }
    } else {
        const auto legal = naive::legal_moves(position);
        const auto result = naive::mate_value(position, moves, naive::Dice::every, naive::Defence::best);
        for (const naive::MateFace& face : result.faces) {
            for (const naive::Move& move : legal) {
                if (face.forced && std::count(face.best.begin(), face.best.end(), move.uci) > 0)
                    key[face.face].moves.insert(name(move));
            }
        }
    }
    for (const naive::Face& face : naive::faces(position)) {
        if (key.contains(face.face)) key[face.face].free = face.free;
    }
    return key;
}

std::map<int, std::set<std::string>> moves_of(const Key& key) {
    std::map<int, std::set<std::string>> moves;
    for (const auto& [number, face] : key) moves[number] = face.moves;
    return moves;
}

std::string mirrored(std::string_view board) {
    std::string text;
    std::istringstream ranks{std::string(board)};
    for (std::string rank; std::getline(ranks, rank, '/');)
        text += (text.empty() ? "" : "/") + std::string(rank.rbegin(), rank.rend());
    return text;
}

/// Returns the alphabetically first of the position and its three mirror images.
std::string canonical(const std::string& fen) {
    const std::string board = fen.substr(0, fen.find(' '));
    const char turn = fen[fen.find(' ') + 1];
    std::string turned(board.rbegin(), board.rend());
    for (char& letter : turned) {
        const auto at = static_cast<unsigned char>(letter);
        letter = static_cast<char>(std::islower(at) ? std::toupper(at) : std::tolower(at));
    }
    const char other = turn == 'w' ? 'b' : 'w';
    return std::min({board + turn, mirrored(board) + turn, turned + other, mirrored(turned) + other});
}

/// Returns the position after plies such as "(3) c2c4 (6) e7e5" from the initial position.
naive::Position replayed(const std::string& plies, naive::Game game) {
    auto position = naive::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", game);
    std::istringstream words(plies);
    for (std::string roll, uci; words >> roll >> uci;) {
        if (roll.size() != 3 || roll.front() != '(' || roll.back() != ')')
            throw std::runtime_error("no roll: " + roll);
        const int number = roll[1] == '-' ? 0 : roll[1] - '0';
        bool found = false;
        for (const naive::Face& face : naive::faces(position)) {
            if (face.face != number) continue;
            const auto move =
                std::find_if(face.moves.begin(), face.moves.end(),
                             [&](const naive::Move& legal_move) { return legal_move.uci == uci; });
            if (move == face.moves.end()) continue;
            const naive::Position after = move->after;
            position = after;
            found = true;
            break;
        }
        if (!found) throw std::runtime_error(fmt::format("the plies: {} {} cannot be played", roll, uci));
    }
    return position;
}

struct Requirements {
    bool economical = false;
    bool unique = true;
    bool in_check = false;
};

class RecordJudge {
  public:
    explicit RecordJudge(Requirements requirements) : requirements_(requirements) {}

    void judge(const json& record) {
        const std::string variant = record.value("variant", "superpermutation-d8");
        const auto game = variant == "superpermutation" ? naive::Game::parent : naive::Game::d8;
        const auto position = naive::from_fen(record.at("fen").get<std::string>(), game);
        const int moves = record.value("moves", 1);
        require(naive::acceptable(position), "the position is none");
        require(naive::to_fen(position) == record["fen"], "the FEN is not written in the usual way");
        require(requirements_.in_check || !naive::in_check(position), "in check");
        require(seen_.insert(canonical(record["fen"]) + variant).second,
                "a symmetric image was there before");
        require(ids_.insert(record.at("id")).second, "the id was there before");
        const auto pieces = 64 - std::count(position.pieces.begin(), position.pieces.end(), '.');
        require(record.at("men") == pieces, "the men");

        const Key truth = winning(position, moves);
        require(!truth.empty(), "no face wins");
        require(claimed(position, record.at("key")) == moves_of(truth), "the key");
        if (moves > 1) require(winning(position, moves - 1).empty(), "a face wins sooner");
        for (const auto& [number, face] : truth)
            require(!requirements_.unique || face.free || face.moves.size() == 1,
                    "two solutions on a bound face");
        if (requirements_.economical) require_economy(position, moves, truth);
        require_game(record, position);
    }

    std::size_t judged() const { return ids_.size(); }

  private:
    static void require(bool right, const char* what) {
        if (!right) throw std::runtime_error(what);
    }

    /// Returns the moves of the record's key in UCI notation, by face.
    static std::map<int, std::set<std::string>> claimed(const naive::Position& position, const json& key) {
        std::map<int, std::set<std::string>> moves;
        const auto legal = naive::legal_moves(position);
        for (const auto& [face, texts] : key.items()) {
            for (const std::string text : texts) {
                const auto move =
                    std::find_if(legal.begin(), legal.end(),
                                 [&](const naive::Move& legal_move) { return legal_move.text == text; });
                require(move != legal.end(), "the key names a move that there is not");
                moves[face == "-" ? 0 : std::stoi(face)].insert(name(*move));
            }
        }
        return moves;
    }

    static void require_economy(const naive::Position& position, int moves, const Key& truth) {
        for (std::size_t square = 0; square < 64; ++square) {
            naive::Position rest = position;
            if (std::string_view(".Kk").find(rest.pieces[square]) != std::string_view::npos) continue;
            rest.pieces[square] = '.';
            require(!naive::acceptable(rest) || moves_of(winning(rest, moves)) != moves_of(truth),
                    "a man is superfluous");
        }
    }

    /// Checks that the plies of a puzzle from a game lead to its position with the `removed` pieces added.
    static void require_game(const json& record, naive::Position position) {
        if (record.at("generated").at("from") != "play") return;
        for (const std::string removed : record.value("removed", json::array())) {
            auto& at = position.pieces[static_cast<std::size_t>((removed[2] - '1') * 8 + removed[1] - 'a')];
            require(at == '.', "a man was taken off an empty square");
            at = removed[0];
        }
        require(replayed(record.at("plies"), position.game) == position, "the plies lead elsewhere");
    }

    Requirements requirements_;
    std::set<std::string> seen_;
    std::set<std::string> ids_;
};

}  // namespace

int main(int argc, char** argv) {
    Requirements requirements;
    for (int at = 1; at < argc; ++at) {
        const std::string_view word = argv[at];
        if (word == "--economical") {
            requirements.economical = true;
        } else if (word == "--no-unique") {
            requirements.unique = false;
        } else if (word == "--in-check") {
            requirements.in_check = true;
        } else {
            std::cerr << "no such option: " << word << '\n';
            return 2;
        }
    }
    RecordJudge court(requirements);
    int wrong = 0;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.empty() || line.front() == '#') continue;
        try {
            court.judge(json::parse(line));
        } catch (const std::exception& error) {
            std::cerr << error.what() << ": " << line << '\n';
            ++wrong;
        }
    }
    std::cout << court.judged() << " records judged\n";
    return wrong == 0 ? 0 : 1;
}
