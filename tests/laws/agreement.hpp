// Compares the rules of src/ with the naive rules of tests/naive for both games of Superpermutation Chess.
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

/// The facts about a move that are compared between the fast and the naive rules.
struct MoveFacts {
    std::string uci, notation;
    naive::Position after;
    int to, end, cascade;
    bool teleport, capture;
    bool operator==(const MoveFacts&) const = default;
};

inline std::string text_of(const MoveFacts& move) {
    return fmt::format("{} {} to {} end {} cascade {} teleport {} capture {} after {}", move.uci,
                       move.notation, move.to, move.end, move.cascade, move.teleport, move.capture,
                       naive::to_fen(move.after));
}

template <class P>
std::vector<MoveFacts> fast_moves(const P& position) {
    std::vector<MoveFacts> facts;
    for (const auto move : sorted_moves(position)) {
        const bool capture = board8::contains(position.board().of(!position.turn()), move.to);
        facts.push_back({position.uci(move), position.notation(move), to_naive(position.play(move)), move.to,
                         move.end(position.turn()), move.swaps, move.teleport(), capture});
    }
    return facts;
}

inline std::vector<MoveFacts> naive_moves(const std::vector<naive::Move>& legal) {
    std::vector<MoveFacts> facts;
    for (const naive::Move& move : legal) {
        facts.push_back(
            {move.uci, move.text, move.after, move.to, move.end, move.cascade, move.teleport, move.capture});
    }
    return facts;
}

/// A face of the die with its legal moves and mates in UCI notation, by the fast or the naive rules.
struct FaceFacts {
    int face;
    bool free;
    std::vector<std::string> moves, mates;
    bool operator==(const FaceFacts&) const = default;
};

inline std::string text_of(const FaceFacts& facts) {
    return fmt::format("face {} {} {} moves: {}, mates: {}", facts.face, facts.free ? "free" : "bound",
                       facts.moves.size(), fmt::join(facts.moves, " "), fmt::join(facts.mates, " "));
}

template <class P>
std::vector<FaceFacts> fast_faces(const P& position, const solver::Faces<P>& faces) {
    std::vector<FaceFacts> facts;
    for (const auto& face : faces) {
        MoveList<P> list;
        const Freedom freedom = position.legal_moves(face.roll, list);
        std::sort(list.begin(), list.end());
        FaceFacts& line =
            facts.emplace_back(FaceFacts{face.roll.face, face.freedom == Freedom::Free, {}, {}});
        for (const auto move : list) line.moves.push_back(position.uci(move));
        for (const auto move : face.mates) line.mates.push_back(position.uci(move));
        if (face.moves != list.size() || face.freedom != freedom)
            line.moves.emplace_back("(the solver counts otherwise)");
    }
    return facts;
}

inline std::vector<FaceFacts> naive_faces(const naive::Position& position,
                                          const std::vector<naive::Move>& legal) {
    std::vector<FaceFacts> facts;
    for (const naive::Face& face : naive::faces(position, legal)) {
        FaceFacts& line = facts.emplace_back(FaceFacts{face.face, face.free, {}, {}});
        for (const naive::Move& move : face.moves) {
            line.moves.push_back(move.uci);
            if (move.mate) line.mates.push_back(move.uci);
        }
    }
    return facts;
}

inline Outcome naive_outcome(const naive::Position& position, Color turn) {
    switch (naive::status(position)) {
        case naive::Status::checkmate: return won_by(!turn);
        case naive::Status::stalemate: return Outcome::Draw;
        case naive::Status::ongoing: break;
    }
    return Outcome::Ongoing;
}

/// Compares check and outcome of `position` with the naive rules. Returns what differs, or an empty string.
template <class P>
std::string compare_ends(const P& position, const naive::Position& naive_position) {
    if (position.in_check() != naive::in_check(naive_position)) return "check";
    if (position.outcome() != naive_outcome(naive_position, position.turn())) return "outcome";
    return {};
}

/// Compares the mates in one on each face, found by each of the solver's functions, with the naive rules.
/// `legal` are the naive legal moves. Returns what differs, or an empty string.
template <class P>
std::string compare_faces(const P& position, const naive::Position& naive_position,
                          const std::vector<naive::Move>& legal) {
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
    return difference(fast_faces(position, by_roll), naive_faces(naive_position, legal));
}

/// Compares FEN, legal moves with their resulting positions, check, outcome and faces with the naive rules.
/// Returns the first difference, or an empty string.
template <class Rules>
std::string disagreement(const superpermutation::Position<Rules>& position) {
    const naive::Position naive_position = to_naive(position);
    if (position.fen() != naive::to_fen(naive_position)) return "FEN";
    const std::vector<naive::Move> legal = naive::legal_moves(naive_position);
    if (std::string wrong = difference(fast_moves(position), naive_moves(legal)); !wrong.empty())
        return wrong;
    if (std::string wrong = compare_ends(position, naive_position); !wrong.empty()) return wrong;
    return compare_faces(position, naive_position, legal);
}

}  // namespace octomate::laws
