#include <fmt/core.h>

#include <bit>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "draw/scene.hpp"
#include "games/superpermutation/games.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

namespace {

/// Appends to `notes` a sentence for each impossible number of pieces of `side`: see impossible_piece_notes.
void note_impossible_pieces(const board8::Board& board, Color side, std::vector<std::string>& notes) {
    const int pieces = std::popcount(board.of(side));
    if (pieces > 16)
        notes.push_back(fmt::format("{} has {} pieces; no game can have more than 16", name(side), pieces));
    const PieceCount count = count_pieces(board, side);
    std::string files;
    for (int file = 0; file < 8; ++file) {
        if (!(count.crowded_pawns & board8::file_set(file))) continue;
        files += files.empty() ? "" : " ";
        files += static_cast<char>('a' + file);
    }
    if (!files.empty())
        notes.push_back(
            fmt::format("{} has doubled pawns (file {}); in a game no two share a file", name(side), files));
    if (count.pawns + count.promoted <= 8) return;
    notes.push_back(
        count.promoted == 0
            ? fmt::format("{} has {} pawns; no game can have more than eight", name(side), count.pawns)
            : fmt::format("{} has {} pawns and at least {} promoted {}; no game can have more "
                          "than eight of both",
                          name(side), count.pawns, count.promoted, count.promoted == 1 ? "piece" : "pieces"));
}

}  // namespace

template <class Rules>
std::vector<MoveFact> facts_of(const Position<Rules>& position, Move move) {
    return {
        {"cascade", move.swaps, true}, {"teleport", move.teleport()}, {"capture", position.captures(move)}};
}

template <class Rules>
MoveEnds ends_of(const Position<Rules>& position, Move move) {
    MoveEnds ends{board8::name(move.from), board8::name(move.to)};
    // In the parent game `promotion` may also be that of a pushed enemy pawn, which is not the mover's.
    if (move.promotes() && board8::contains(position.board().pawns(), move.from))
        ends.becomes = board8::fen_letter({move.promotion(), position.turn()});
    return ends;
}

template <class Rules>
std::string explain(const Position<Rules>& position, Move move) {
    std::string details = remark(position, move);
    if (!position.captures(move)) return details;
    return details.empty() ? "capture" : "capture, " + details;
}

template <class Rules>
std::string remark(const Position<Rules>&, Move move) {
    if (move.teleport()) return "teleport";
    return move.swaps > 0 ? fmt::format("cascade of {}", static_cast<int>(move.swaps)) : std::string();
}

template <class Rules>
std::size_t kind_of(const Position<Rules>&, Move move) {
    return move.teleport() ? 2 : move.swaps > 0 ? 1 : 0;
}

template <class Rules>
std::vector<std::string> impossible_piece_notes(const Position<Rules>& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black})
        note_impossible_pieces(position.board(), side, notes);
    return notes;
}

extern const std::string_view book_rules;

namespace {

using board8::Piece;
using board8::Square;

/// Returns the name of a piece's kind: "king".
std::string kind_name(Piece piece) {
    for (const draw::Piece& drawn : draw::chess_pieces) {
        if (drawn.letter == board8::fen_letter(piece)) return std::string(drawn.word);
    }
    return {};
}

/// The piece that a pawn became during a move, and its square after the move.
struct Promoted {
    Piece piece;
    Square square;
};

/// Returns the promotion of the mover, or of an enemy pawn that its cascade pushed; nullopt if there is none.
template <class Rules>
std::optional<Promoted> promoted(const Position<Rules>& position, Move move) {
    const board8::Board& before = position.board();
    const board8::Board after = position.play(move).board();
    const Square end = move.end(position.turn());
    if (const Piece piece = *after.at(end); piece != *before.at(move.from)) return Promoted{piece, end};
    if (move.swaps == 0) return std::nullopt;
    const Piece pushed = *after.at(move.to);
    if (pushed == *before.at(move.to + board8::forward(position.turn()))) return std::nullopt;
    return Promoted{pushed, move.to};
}

/// Describes a move in words, for readers who do not see the picture: "Queen from a8 to e4, then in a cascade
/// past the white king on e5 (which drops back to e4) to e5."
template <class Rules>
std::string words_of(const Position<Rules>& position, Move move, const std::optional<Promoted>& promotion) {
    const board8::Board& board = position.board();
    const std::string mover = capitalised(kind_name(*board.at(move.from)));
    const auto side = [](Piece piece) { return name(piece.color); };
    if (move.teleport())
        return fmt::format("{} on {} and {} on {} change places.", mover, board8::name(move.from),
                           kind_name(*board.at(move.to)), board8::name(move.to));
    std::string text =
        fmt::format("{} from {} {} {}", mover, board8::name(move.from),
                    board8::contains(board.occupied(), move.to) ? "takes on" : "to", board8::name(move.to));
    std::vector<std::string> passed;
    const int step = board8::forward(position.turn());
    const Square end = move.end(position.turn());
    for (Square square = move.to; square != end; square += step) {
        const Piece piece = *board.at(square + step);
        passed.push_back(fmt::format("the {} {} on {} (which drops back to {})", side(piece),
                                     kind_name(piece), board8::name(square + step), board8::name(square)));
    }
    if (!passed.empty())
        text += fmt::format(", then in a cascade past {} to {}", enumerate(passed), board8::name(end));
    if (promotion)
        text += fmt::format("; the {} pawn on {} becomes a {}", side(promotion->piece),
                            board8::name(promotion->square), kind_name(promotion->piece));
    return text + '.';
}

}  // namespace

template <class Rules>
draw::Scene scene_of(const Position<Rules>& position) {
    draw::Scene scene(8, 8, draw::chess_pieces);
    scene.turn = position.turn();
    for (Square square = 0; square < 64; ++square) {
        if (const auto piece = position.board().at(square)) scene.at(square) = board8::fen_letter(*piece);
    }
    if (!Rules::die) return scene;
    for (int file = 0; file < 8; ++file)
        scene.labels.push_back(std::to_string(face_of_file(position.turn(), file)));
    const bool check = position.in_check();
    scene.dice = {{check ? "–" : "?", true}};
    scene.dice_words = check ? "In check: no die is used." : "The die is not rolled yet.";
    return scene;
}

template <class Rules>
void mark_move(draw::Scene& scene, const Position<Rules>& position, Move move) {
    const board8::Board& board = position.board();
    const Square end = move.end(position.turn());
    const auto promotion = move.teleport() ? std::nullopt : promoted(position, move);
    scene.move_words.push_back(words_of(position, move, promotion));
    auto& marks = scene.marks;
    marks.emplace_back(draw::Highlight{move.from});
    marks.emplace_back(draw::Highlight{end});
    if (move.teleport()) {
        marks.emplace_back(draw::Jump{move.from, move.to});
        return;
    }
    const bool capture = board8::contains(board.occupied(), move.to);
    if (move.swaps > 0 && !capture)
        marks.emplace_back(draw::Ghost{board8::fen_letter(*board.at(move.from)), move.to});
    marks.emplace_back(draw::Arrow{move.from, move.to});
    if (capture) marks.emplace_back(draw::Cross{move.to});
    const int step = board8::forward(position.turn());
    int number = 0;
    for (Square square = move.to; square != end; square += step) {
        marks.emplace_back(draw::Curve{square, square + step, false, move.from, ""});
        marks.emplace_back(draw::Curve{square + step, square, true, move.from, std::to_string(++number)});
    }
    if (promotion) marks.emplace_back(draw::Medal{board8::fen_letter(promotion->piece), promotion->square});
}

template <class Rules>
void show_roll(draw::Scene& scene, const Position<Rules>& position, const std::vector<int>& faces) {
    if (!Rules::die || position.in_check() || faces.empty()) return;
    scene.rolled.clear();
    scene.dice.clear();
    std::vector<std::string> words;
    for (const int face : faces) {
        const int file = file_of_face(position.turn(), face);
        scene.rolled.push_back(file);
        scene.dice.push_back({std::to_string(face), false});
        words.push_back(fmt::format("{} (the {:c}-file)", face, 'a' + file));
    }
    scene.dice_words = fmt::format("The die shows {}.", enumerate(words, " or "));
}

#define OCTOMATE_DESCRIBE(Rules)                                                               \
    template std::vector<MoveFact> facts_of(const Position<Rules>&, Move);                     \
    template MoveEnds ends_of(const Position<Rules>&, Move);                                   \
    template std::string explain(const Position<Rules>&, Move);                                \
    template std::string remark(const Position<Rules>&, Move);                                 \
    template std::size_t kind_of(const Position<Rules>&, Move);                                \
    template std::vector<std::string> impossible_piece_notes(const Position<Rules>& position); \
    template draw::Scene scene_of(const Position<Rules>&);                                     \
    template void mark_move(draw::Scene&, const Position<Rules>&, Move);                       \
    template void show_roll(draw::Scene&, const Position<Rules>&, const std::vector<int>&);
OCTOMATE_DESCRIBE(D8)
OCTOMATE_DESCRIBE(Parent)
#undef OCTOMATE_DESCRIBE

draw::Rules rules_of(std::type_identity<D8Position>) { return draw::read_rules(book_rules, D8Position()); }

}  // namespace octomate::superpermutation
