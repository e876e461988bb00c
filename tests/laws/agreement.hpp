// The fast rules of both games of Superpermutation Chess and those of the slow judge, side by side.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "laws/compare.hpp"
#include "laws/corpus.hpp"
#include "naive/naive.hpp"
#include "solver/faces.hpp"

namespace octomate::laws {

inline std::string line(std::string_view uci, std::string_view notation, int to, int end, int cascade,
                        bool teleport, bool capture, std::string_view after) {
    return fmt::format("{} {} to {} end {} cascade {} teleport {} capture {} after {}", uci, notation, to,
                       end, cascade, teleport, capture, after);
}

template <class P>
std::vector<std::string> fast_moves(const P& position) {
    std::vector<std::string> lines;
    for (const auto move : sorted_moves(position)) {
        const bool capture = board8::contains(position.board().of(!position.turn()), move.to);
        lines.push_back(line(position.uci(move), position.notation(move), move.to, move.end(position.turn()),
                             move.swaps, move.teleport(), capture, position.play(move).fen()));
    }
    return lines;
}

inline std::vector<std::string> slow_moves(const naive::Position& position) {
    std::vector<std::string> lines;
    for (const naive::Move& move : naive::legal_moves(position)) {
        lines.push_back(line(move.uci, move.text, move.to, move.end, move.cascade, move.teleport,
                             move.capture, naive::to_fen(move.after)));
    }
    return lines;
}

/// A face in one line: its moves and mates as machine forms.
inline std::string line(int face, bool free, const std::vector<std::string>& moves,
                        const std::vector<std::string>& mates) {
    return fmt::format("face {} {} {} moves: {}, mates: {}", face, free ? "free" : "bound", moves.size(),
                       fmt::join(moves, " "), fmt::join(mates, " "));
}

template <class P>
std::vector<std::string> fast_faces(const P& position, const solver::Faces<P>& faces) {
    std::vector<std::string> lines;
    for (const auto& face : faces) {
        MoveList<P> list;
        const Freedom freedom = position.legal_moves(face.roll, list);
        std::sort(list.begin(), list.end());
        std::vector<std::string> moves;
        for (const auto move : list) moves.push_back(position.uci(move));
        std::vector<std::string> mates;
        for (const auto move : face.mates) mates.push_back(position.uci(move));
        if (face.moves != moves.size() || face.freedom != freedom)
            moves.push_back("(the solver counts otherwise)");
        lines.push_back(line(face.roll.face, face.freedom == Freedom::Free, moves, mates));
    }
    return lines;
}

inline std::vector<std::string> slow_faces(const naive::Position& position) {
    std::vector<std::string> lines;
    for (const naive::Face& face : naive::faces(position)) {
        std::vector<std::string> moves;
        std::vector<std::string> mates;
        for (const naive::Move& move : face.moves) {
            moves.push_back(move.uci);
            if (move.mate) mates.push_back(move.uci);
        }
        lines.push_back(line(face.face, face.free, moves, mates));
    }
    return lines;
}

inline Outcome outcome_by_judge(const naive::Position& position, Color turn) {
    switch (naive::status(position)) {
        case naive::Status::checkmate: return won_by(!turn);
        case naive::Status::stalemate: return Outcome::Draw;
        case naive::Status::ongoing: break;
    }
    return Outcome::Ongoing;
}

/// What is wrong with the moves, with check and the end, and with the faces of a position; nothing if all is
/// as the judge has it.
template <class P>
std::string moves_disagree(const P& position) {
    return difference(fast_moves(position), slow_moves(slow(position)));
}

template <class P>
std::string ends_disagree(const P& position) {
    const naive::Position judge = slow(position);
    if (position.in_check() != naive::in_check(judge)) return "check";
    if (position.outcome() != outcome_by_judge(judge, position.turn())) return "outcome";
    return {};
}

template <class P>
std::string faces_disagree(const P& position) {
    thread_local solver::Faces<P> by_roll, by_move, in_bulk, winning;
    solver::solve_faces_by_roll(position, by_roll);
    solver::solve_faces_by_move(position, by_move);
    solver::solve_faces_in_bulk(position, in_bulk);
    solver::winning_faces(position, winning);
    if (by_roll != by_move) return "by roll and by move differ";
    if (by_roll != in_bulk) return "by roll and in bulk differ";
    auto expected = by_roll;
    const auto lost = [](const auto& face) { return face.mates.empty(); };
    expected.erase(std::remove_if(expected.begin(), expected.end(), lost), expected.end());
    if (winning != expected) return "the winning faces differ";
    return difference(fast_faces(position, by_roll), slow_faces(slow(position)));
}

template <class Rules>
std::string disagreement(const superpermutation::Position<Rules>& position) {
    if (std::string wrong = moves_disagree(position); !wrong.empty()) return wrong;
    if (std::string wrong = ends_disagree(position); !wrong.empty()) return wrong;
    return faces_disagree(position);
}

}  // namespace octomate::laws
