#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/fault.hpp"
#include "core/position.hpp"
#include "draw/scene.hpp"
#include "formats/game_score.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "reports/solution.hpp"
#include "solver/faces.hpp"
#include "text/text.hpp"

namespace octomate::reports {

namespace detail {

/// Returns the task of a puzzle in words: "White to move: which rolls mate?".
template <class P>
std::string question_of(const records::Puzzle& puzzle, const P& position, const draw::Scene& scene) {
    const std::string_view side = side_text(position.turn());
    if (const auto stipulation = puzzle.other_stipulation()) {
        const auto roll = puzzle_roll(puzzle, position);
        const std::string solutions =
            puzzle.solutions.value_or(1) > 1 ? fmt::format(", {} solutions", *puzzle.solutions) : "";
        return fmt::format("{} to move{}: {}{}.", side, roll ? " has rolled " + with_article(*roll) : "",
                           records::words_of(*stipulation), solutions);
    }
    const std::string moves = puzzle.moves == 1 ? "" : fmt::format(" in {} by force", puzzle.moves);
    if (uses_die(position)) {
        if (const auto roll = puzzle_roll(puzzle, position))
            return fmt::format("{} to move has rolled {}: mate{}.", side, with_article(*roll), moves);
        return fmt::format("{} to move: which rolls mate{}?", side, moves);
    }
    const bool die_is_idle = !scene.dice.empty() && position.in_check();
    return fmt::format("{} to move{}: {}{}.", side, die_is_idle ? ", in check" : "",
                       WinsInWays<P> ? "win" : "mate", moves);
}

/// Returns the stipulation in the notation of problemists: "#2", "h#2.5", "Win in 2".
template <class P>
std::string stipulation_of(const records::Puzzle& puzzle) {
    if (const auto stipulation = puzzle.other_stipulation()) return records::text_of(*stipulation);
    return fmt::format("{}{}", WinsInWays<P> ? "Win in " : "#", puzzle.moves);
}

/// Returns the picture of the position after a mate in one that pushes back more than two pieces, which is
/// hard to imagine; nullopt for other moves.
template <class P>
std::optional<draw::Scene> picture_after_mate(const records::Puzzle& puzzle, const P& position,
                                              const typename P::Move& move, const draw::Scene& before) {
    constexpr std::size_t most_pushed_back = 2;
    if (puzzle.moves > 1 || puzzle.other_stipulation() || stepped_back(before).size() <= most_pushed_back)
        return std::nullopt;
    draw::Scene end = scene_of(position.play(move));
    end.dice.clear();
    end.dice_words.clear();
    for (const draw::Mark& mark : before.marks) {
        if (std::holds_alternative<draw::Highlight>(mark)) end.marks.push_back(mark);
    }
    return end;
}

/// Returns what a book prints for a face: its name, and its mates or "no mate".
template <class P>
draw::Answer answer_of(const records::Puzzle& puzzle, const P& position, const solver::Face<P>& face) {
    draw::Answer answer;
    if constexpr (HasDie<P>) {
        if (const int number = face.roll.face; number != 0) {
            answer.label = std::to_string(number);
            answer.name = fmt::format("Face {}, {}", number, P::die().phrase(position.roll_name(face.roll)));
        }
    }
    std::vector<std::string> moves;
    for (const auto move : face.mates) moves.push_back(position.notation(move));
    answer.text = face.freedom == Freedom::Free ? "free: " : "";
    const std::string_view no_move = puzzle.other_stipulation() ? "no solution" : "no mate";
    answer.text += moves.empty() ? std::string(no_move) : enumerate(moves, ", ");
    return answer;
}

}  // namespace detail

/// Returns the pictures of a puzzle: its position and, if `solution` is not null, each move in that solution.
template <class P>
requires Written<P> && draw::Pictured<P> PuzzlePictures pictures_of(const records::Puzzle& puzzle,
                                                                    const P& position,
                                                                    const solver::Faces<P>* solution) {
    PuzzlePictures pictures;
    pictures.scene = scene_of(position);
    if (const auto stipulation = puzzle.other_stipulation())
        pictures.scene.panel.push_back(records::text_of(*stipulation));
    const std::optional<int> roll = puzzle_roll(puzzle, position);
    if (roll) show_roll(pictures.scene, position, {*roll});
    pictures.stipulation = detail::stipulation_of<P>(puzzle);
    pictures.question = detail::question_of(puzzle, position, pictures.scene);
    if (!solution) return pictures;

    struct SolvingMove {
        typename P::Move move;
        std::vector<int> faces, free;
    };
    std::vector<SolvingMove> solving_moves;
    for (const auto& face : *solution) {
        const int number = face.roll.face;
        if (roll && number != *roll) continue;
        pictures.answers.push_back(detail::answer_of(puzzle, position, face));
        if (number != 0) pictures.outcomes = "Faces";
        for (const auto move : face.mates) {
            auto entry = std::find_if(solving_moves.begin(), solving_moves.end(),
                                      [&](const SolvingMove& other) { return other.move == move; });
            if (entry == solving_moves.end()) entry = solving_moves.insert(entry, {move, {}, {}});
            if (number != 0) entry->faces.push_back(number);
            if (number != 0 && face.freedom == Freedom::Free) entry->free.push_back(number);
        }
    }
    for (const auto& [move, faces, free] : solving_moves) {
        draw::Solution& drawn_solution = pictures.solutions.emplace_back();
        drawn_solution.move = position.notation(move);
        for (const int face : faces) drawn_solution.labels.push_back(std::to_string(face));
        for (const int face : free) drawn_solution.free.push_back(std::to_string(face));
        drawn_solution.scene = scene_of(position);
        mark_move(drawn_solution.scene, position, move);
        drawn_solution.end = detail::picture_after_mate(puzzle, position, move, drawn_solution.scene);
        if (!faces.empty()) show_roll(drawn_solution.scene, position, faces);
    }
    return pictures;
}

/// Returns the picture of the move `text` in the position of the puzzle, with the puzzle's roll or else the
/// face of the move; fails if it is not a legal move.
template <class P>
requires Written<P> && draw::Pictured<P> Expected<draw::Scene, Fault> picture_of_move(
    const records::Puzzle& puzzle, const P& position, std::string_view text) {
    auto read = position.read_move(text);
    if (!read) return Unexpected{std::move(read.error())};
    draw::Scene scene = scene_of(position);
    mark_move(scene, position, read->move);
    const int own_face = own_roll(position, read->move).face;
    if (own_face != 0) show_roll(scene, position, {puzzle_roll(puzzle, position).value_or(own_face)});
    return scene;
}

/// Returns the position before each legal ply of a replayed game, with its roll and move drawn in, and the
/// final position. `start` is the position in which the game begins.
template <class P>
requires Written<P> && draw::Pictured<P> std::vector<draw::Scene> pictures_of_game(const P& start,
                                                                                   const Replay& replay) {
    std::vector<draw::Scene> pictures;
    P position = start;
    for (const ReplayedPly& ply : replay.plies) {
        const auto read = position.read_move(ply.move);
        if (!read) break;
        draw::Scene& picture = pictures.emplace_back(scene_of(position));
        if (ply.roll) show_roll(picture, position, {*ply.roll});
        mark_move(picture, position, read->move);
        picture.title = ply.roll ? fmt::format("({}) {}", *ply.roll, ply.move) : ply.move;
        position = position.play(read->move);
    }
    pictures.push_back(scene_of(position));
    pictures.back().title = replay.result;
    return pictures;
}

}  // namespace octomate::reports
