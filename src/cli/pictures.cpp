#include "cli/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/record.hpp"
#include "games/superpermutation/diagram.hpp"
#include "solver/faces.hpp"
#include "solver/mate.hpp"
#include "views/heading.hpp"

namespace octomate::app {

namespace {

/// The roll of the puzzle, where a die is used.
template <class P>
std::optional<int> roll_of(const records::Puzzle& puzzle, const P& position) {
    return position.rolls().size() > 1 ? puzzle.roll : std::nullopt;
}

/// By face the moves that solve the puzzle, in the order of their machine forms.
template <class P>
std::map<int, std::vector<typename P::Move>> solve(const records::Puzzle& puzzle, const P& position) {
    std::map<int, std::vector<typename P::Move>> moves;
    if (puzzle.moves == 1) {
        solver::Faces<P> faces;
        solver::solve_faces(position, faces);
        for (auto& face : faces) moves[face.roll.face] = std::move(face.mates);
    } else if (puzzle.key) {
        for (const auto& [face, texts] : *puzzle.key) {
            for (const std::string& text : texts) {
                if (const auto read = position.read_move(text)) moves[face].push_back(read->move);
            }
        }
    } else {
        solver::MateOptions options;
        options.moves = puzzle.moves;
        options.dice = solver::Dice::Every;
        const auto result = solver::MateSearch<P>(options).solve(position);
        for (const auto& face : result.faces)
            if (face.forced) moves[face.roll.face] = face.best;
    }
    return moves;
}

template <class P>
Pictures draw(const records::Puzzle& puzzle, const P& position, bool with_solutions) {
    Pictures pictures;
    pictures.diagram = diagram_of(position);
    const std::optional<int> roll = roll_of(puzzle, position);
    if (roll) show_roll(pictures.diagram, {*roll});
    if (!with_solutions) return pictures;

    constexpr int most_moves = 3;  // a search for longer mates would never end
    if (puzzle.moves > most_moves && !puzzle.key) return pictures;
    auto solving = solve(puzzle, position);
    std::vector<typename P::Move> drawn;
    MoveList<P> list;
    for (const auto& chance : position.rolls()) {
        const int face = chance.roll.face;
        if (roll && face != *roll) continue;
        draw::FaceAnswer& answer = pictures.answers.emplace_back();
        answer.face = face;
        answer.file = position.file_of(chance.roll);
        answer.free = position.legal_moves(chance.roll, list) == Freedom::Free;
        for (const auto move : solving[face]) {
            answer.moves.push_back(position.notation(move));
            const auto known = std::find(drawn.begin(), drawn.end(), move);
            const auto at = static_cast<std::size_t>(known - drawn.begin());
            if (known == drawn.end()) {
                drawn.push_back(move);
                draw::Solution& solution = pictures.solutions.emplace_back();
                solution.move = answer.moves.back();
                solution.diagram = diagram_of(position);
                solution.diagram.moves.push_back(marks_of(position, move));
            }
            if (face != 0) pictures.solutions[at].faces.push_back(face);
        }
    }
    for (draw::Solution& solution : pictures.solutions) show_roll(solution.diagram, solution.faces);
    return pictures;
}

/// Calls `f(position)` with the position of a puzzle that is known to be good.
template <class F>
void with_position(const records::Puzzle& puzzle, F&& f) {
    with_game(*puzzle.variant, [&]<class P>(std::type_identity<P>) { f(P::from_fen(puzzle.fen)->value); });
}

}  // namespace

std::vector<Entry> read_entries(const std::vector<std::string>& files, const CommonOptions& common,
                                int& code) {
    std::vector<Entry> entries;
    CommonOptions in_order = common;
    in_order.threads = 1;
    in_order.format = Format::Text;  // bad records are told to people: there are no records on the output
    code = run_lines(files, in_order, [&](const records::Line& line, records::Output& output) {
        with_record(
            line, in_order, output,
            [&]<class P>(records::Puzzle& puzzle, const P& position, const std::vector<std::string>&) {
                puzzle.variant = P::variant;
                puzzle.fen = position.fen();
                entries.push_back({std::move(puzzle), std::string(line.file), line.number});
            });
    });
    return entries;
}

Pictures pictures_of(const records::Puzzle& puzzle, bool with_solutions) {
    Pictures pictures;
    with_position(puzzle, [&](const auto& position) { pictures = draw(puzzle, position, with_solutions); });
    return pictures;
}

Expected<draw::Diagram, Fault> picture_of_move(const records::Puzzle& puzzle, std::string_view text) {
    Expected<draw::Diagram, Fault> picture = draw::Diagram();
    with_position(puzzle, [&](const auto& position) {
        auto read = position.read_move(text);
        if (!read) {
            picture = Unexpected{std::move(read.error())};
            return;
        }
        *picture = diagram_of(position);
        picture->moves.push_back(marks_of(position, read->move));
        const int own = position.roll_of(read->move).face;
        if (own != 0) show_roll(*picture, {roll_of(puzzle, position).value_or(own)});
    });
    return picture;
}

std::string label_of(const Entry& entry) {
    return entry.puzzle.id.value_or(fmt::format("line {}", entry.line));
}

std::string question_of(const records::Puzzle& puzzle, const draw::Diagram& diagram) {
    const std::string_view side = side_text(diagram.turn);
    const std::string moves = puzzle.moves == 1 ? "" : fmt::format(" in {} by force", puzzle.moves);
    switch (diagram.die) {
        case draw::Die::None: return fmt::format("{} to move: mate{}.", side, moves);
        case draw::Die::Unused: return fmt::format("{} to move, in check: mate{}.", side, moves);
        case draw::Die::Rolled:
            return fmt::format("{} to move has rolled a {}: mate{}.", side, diagram.faces.front(), moves);
        case draw::Die::Unknown: break;
    }
    return fmt::format("{} to move: which rolls mate{}?", side, moves);
}

std::vector<draw::Diagram> pictures_of_game(const records::GameScore& game, const reports::Replay& replay,
                                            std::string_view variant) {
    std::vector<draw::Diagram> pictures;
    with_game(variant, [&]<class P>(std::type_identity<P>) {
        P position;
        if (const auto fen = game.fen()) {
            const auto start = P::from_fen(*fen);
            if (!start) return;
            position = start->value;
        }
        for (const reports::ReplayedPly& ply : replay.plies) {
            const auto read = position.read_move(ply.move);
            if (!read) break;
            draw::Diagram& picture = pictures.emplace_back(diagram_of(position));
            if (ply.roll) show_roll(picture, {*ply.roll});
            picture.moves.push_back(marks_of(position, read->move));
            picture.title = ply.roll ? fmt::format("({}) {}", *ply.roll, ply.move) : ply.move;
            position = position.play(read->move);
        }
        pictures.push_back(diagram_of(position));
        pictures.back().title = replay.result;
    });
    return pictures;
}

}  // namespace octomate::app
