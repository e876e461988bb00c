#include <fmt/core.h>

#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/position.hpp"
#include "text/text.hpp"

namespace octomate::complete_permutation {

namespace {

bool promotes(Move move) {
    return move.first.promotion().to_piece() || (move.pair() && move.second.promotion().to_piece());
}

bool captures_en_passant(const Position& position, Move move, Step step) {
    return captures(position.state(), move, step) && contains(position.state().en_passant, step.to()) &&
           contains(position.board().pawns(), step.from());
}

bool captures_something(const Position& position, Move move) {
    return captures(position.state(), move.first) ||
           (move.pair() && captures(position.state(), move, move.second));
}

}  // namespace

std::vector<MoveFact> facts_of(const Position& position, Move move) {
    return {{"capture", captures_something(position, move)},
            {"swap", is_swap(position.state(), move.first)},
            {"promotion", promotes(move)},
            {"pair", move.pair()},
            {"cruelty", move.cruelty()}};
}

MoveEnds ends_of(const Position& position, Move move) {
    MoveEnds ends{name(move.first.from()), name(move.first.to())};
    if (move.pair()) {
        ends.then_from = name(move.second.from());
        ends.then_to = name(move.second.to());
    } else if (move.first.promotion().to_piece()) {
        ends.becomes = fen_letter({move.first.promotion().kind(), position.turn()});
    }
    return ends;
}

std::string explain(const Position& position, Move move) {
    std::string details = remark(position, move);
    if (!captures_something(position, move)) return details;
    return details.empty() ? "capture" : "capture, " + details;
}

std::string remark(const Position& position, Move move) {
    std::vector<std::string> words;
    if (is_swap(position.state(), move.first)) words.emplace_back("king swap");
    if (captures_en_passant(position, move, move.first) ||
        (move.pair() && captures_en_passant(position, move, move.second)))
        words.emplace_back("en passant");
    if (move.cruelty()) words.emplace_back("loses by Mental Cruelty");
    return joined(words, ", ");
}

std::size_t kind_of(const Position& position, Move move) {
    return move.pair() ? 2 : is_swap(position.state(), move.first) ? 1 : 0;
}

std::vector<std::string> impossible_piece_notes(const Position& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) {
        const int pawns = count(position.board().pawns() & position.board().of(side));
        if (pawns > files)
            notes.push_back(
                fmt::format("{} has {} pawns; no game can have more than 16", octomate::name(side), pawns));
        for (unsigned rest = position.state().unmoved[index(side)]; rest != 0; rest &= rest - 1) {
            const int file = std::countr_zero(rest);
            const Square square = home_rank_square(side) + file;
            const char actual = letter_of(position.board().kind_at(square));
            const char initial = home_letters[static_cast<std::size_t>(file)];
            if (actual != initial)
                notes.push_back(fmt::format("the unmoved piece on {} is a {}, in a game it is a {}",
                                            name(square), actual, initial));
        }
        const auto numbers = position.board().count_by_kind(side);
        for (Kind kind = 1; kind < king; ++kind) {
            const int total = numbers[kind] + position.state().reserves[index(side)].count(kind);
            if (total > 1)
                notes.push_back(
                    fmt::format("{} has {} pieces {}, lost ones included; no game can have more than one",
                                octomate::name(side), total, letter_of(kind)));
        }
    }
    return notes;
}

extern const std::string_view book_rules;

namespace {

// The ids of the drawings (two bytes each) and the Unicode symbols (three bytes each), indexed by kind. Kinds
// whose symbols few fonts contain have circled letters.
constexpr std::string_view white_drawings = "wpwrwbwqwnwmwcwawfwtwlwdwswgwewzwk",
                           black_drawings = "bpbrbbbqbnbmbcbabfbtblbdbsbgbebzbk",
                           white_symbols = "♙♖♗♕♘ⓂⒸⒶⒻⓉⓁⒹⓈⒼⒺⓏ♔", black_symbols = "♟♜♝♛♞ⓜⓒⓐⓕⓣⓛⓓⓢⓖⓔⓩ♚";

// Returns the word with its article: "a queen", "an amazon".
std::string with_article(std::string_view word) {
    return fmt::format("{} {}", word.front() == 'a' ? "an" : "a", word);
}

// Describes a step: "Winged queen from a8 takes on e4", "Pawn from b7 to b8, where it becomes a queen".
std::string words_of(const State& state, Step step) {
    const Board& board = state.board;
    const std::string kind = capitalised(kind_names[board.kind_at(step.from())]);
    const Square from = step.from(), to = step.to();
    if (is_swap(state, step))
        return fmt::format("{} on {} and {} on {} change places", kind, name(from),
                           kind_names[board.kind_at(to)], name(to));
    const bool takes = captures(state, step);
    std::string text = fmt::format("{} from {} {} {}", kind, name(from), takes ? "takes on" : "to", name(to));
    if (takes && !contains(board.occupied(), to)) text += " in passing";
    if (step.promotion().is_cruelty())
        text += ", where there is nothing to become: the game is lost by Mental Cruelty";
    else if (step.promotion().to_piece())
        text += fmt::format(", where it becomes {}", with_article(kind_names[step.promotion().kind()]));
    return text;
}

// Adds highlights, arrow, cross and promotion of a step to `scene`; `state` is the state before it.
void mark_step(draw::Scene& scene, const State& state, Step step) {
    const Square from = step.from(), to = step.to();
    auto& marks = scene.marks;
    marks.emplace_back(draw::Highlight{from});
    marks.emplace_back(draw::Highlight{to});
    if (is_swap(state, step)) {
        marks.emplace_back(draw::Jump{from, to});
        return;
    }
    const bool takes = captures(state, step);
    const bool in_passing = takes && !contains(state.board.occupied(), to);
    marks.emplace_back(draw::Arrow{from, to});
    if (takes) marks.emplace_back(draw::Cross{in_passing ? to - forward(state.turn) : to});
    if (step.promotion().to_piece())
        marks.emplace_back(draw::Medal{fen_letter({step.promotion().kind(), state.turn}), to});
}

// Returns the files of a set of unmoved pieces, as in State: "a b c", or "all".
std::string files_of(std::uint16_t unmoved) {
    if (std::popcount(unmoved) == files - 1) return "all";
    std::vector<std::string> names;
    for (int file = 0; file < files; ++file) {
        if (unmoved >> file & 1) names.emplace_back(1, static_cast<char>('a' + file));
    }
    return joined(names, " ");
}

}  // namespace

draw::PieceList piece_set() {
    static const std::array<draw::Piece, 2 * kinds> pieces = [] {
        std::array<draw::Piece, 2 * kinds> list{};
        std::size_t next = 0;
        for (const Color color : {Color::White, Color::Black}) {
            const auto add = [&](Kind kind) {
                const bool white = color == Color::White;
                list[next++] = {fen_letter({kind, color}), kind_names[kind],
                                (white ? white_drawings : black_drawings).substr(2 * kind, 2),
                                (white ? white_symbols : black_symbols).substr(3 * kind, 3), color};
            };
            add(king);
            for (const Kind kind : kinds_by_value) add(kind);
        }
        return list;
    }();
    return pieces;
}

draw::Scene scene_of(const Position& position) {
    const State& state = position.state();
    draw::Scene scene(files, ranks, piece_set());
    scene.turn = position.turn();
    for (Bitboard rest = position.board().occupied(); rest;) {
        const Square square = pop_first(rest);
        scene.at(square) = fen_letter(*position.board().at(square));
    }
    for (const Color side : {Color::White, Color::Black}) {
        draw::PieceRow& row = scene.piece_rows.emplace_back();
        row.label = fmt::format("{} reserve", side_text(side));
        for (const Kind kind : kinds_by_value)
            row.pieces.append(
                static_cast<std::size_t>(kind == pawn ? 0 : state.reserves[index(side)].count(kind)),
                fen_letter({kind, side}));
    }
    if (state.switches.swap != Swap::None) {
        for (const Color side : {Color::White, Color::Black}) {
            if (const auto unmoved = state.unmoved[index(side)]; unmoved != 0)
                scene.panel.push_back(fmt::format("{} may swap: {}", side_text(side), files_of(unmoved)));
        }
    }
    if (state.en_passant) {
        std::vector<std::string> passed;
        for (Bitboard rest = state.en_passant; rest;) passed.push_back(name(pop_first(rest)));
        scene.panel.push_back(fmt::format("En passant: {}", joined(passed, " ")));
    }
    return scene;
}

void mark_move(draw::Scene& scene, const Position& position, Move move) {
    State state = position.state();
    std::string words = words_of(state, move.first);
    mark_step(scene, state, move.first);
    if (move.pair()) {
        Bitboard passed = 0;
        play_step(state, move.first, passed);
        words += "; then p" + words_of(state, move.second).substr(1);
        mark_step(scene, state, move.second);
    }
    scene.move_words.push_back(words + '.');
}

draw::Rules rules_of(std::type_identity<Position>) { return draw::read_rules(book_rules, Position()); }

}  // namespace octomate::complete_permutation
