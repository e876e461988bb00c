#include <fmt/core.h>

#include <array>
#include <string>
#include <string_view>

#include "games/complete_permutation/games.hpp"
#include "games/complete_permutation/rules/notation.hpp"
#include "text/text.hpp"

namespace octomate::complete_permutation {

extern const std::string_view book_rules;

namespace {

struct Look {
    std::string_view white, black;  ///< ids of the drawings
    std::string_view white_symbol, black_symbol;
};

/// By kind. Unicode has no signs for most of these pieces that fonts can be trusted with: their letters stand
/// in circles.
constexpr std::array<Look, kinds> looks = {{{"wp", "bp", "♙", "♟"},
                                            {"wr", "br", "♖", "♜"},
                                            {"wb", "bb", "♗", "♝"},
                                            {"wq", "bq", "♕", "♛"},
                                            {"wn", "bn", "♘", "♞"},
                                            {"wm", "bm", "Ⓜ", "ⓜ"},
                                            {"wc", "bc", "Ⓒ", "ⓒ"},
                                            {"wa", "ba", "Ⓐ", "ⓐ"},
                                            {"wf", "bf", "Ⓕ", "ⓕ"},
                                            {"wt", "bt", "Ⓣ", "ⓣ"},
                                            {"wl", "bl", "Ⓛ", "ⓛ"},
                                            {"wd", "bd", "Ⓓ", "ⓓ"},
                                            {"ws", "bs", "Ⓢ", "ⓢ"},
                                            {"wg", "bg", "Ⓖ", "ⓖ"},
                                            {"we", "be", "Ⓔ", "ⓔ"},
                                            {"wz", "bz", "Ⓩ", "ⓩ"},
                                            {"wk", "bk", "♔", "♚"}}};

/// "a queen", "an amazon".
std::string with_article(std::string_view word) {
    return fmt::format("{} {}", word.front() == 'a' ? "an" : "a", word);
}

/// "Winged queen from a8 takes on e4", "Pawn from b7 to b8, where it becomes a queen".
std::string words_of(const State& state, Step step) {
    const Board& board = state.board;
    const std::string who = capitalised(kind_names[board.kind_at(step.from())]);
    const Square from = step.from(), to = step.to();
    if (is_swap(state, step))
        return fmt::format("{} on {} and {} on {} change places", who, name(from),
                           kind_names[board.kind_at(to)], name(to));
    const bool takes = captures(state, step);
    std::string text = fmt::format("{} from {} {} {}", who, name(from), takes ? "takes on" : "to", name(to));
    if (takes && !contains(board.occupied(), to)) text += " in passing";
    if (step.promotion().is_cruelty())
        text += ", where there is nothing to become: the game is lost by Mental Cruelty";
    else if (step.promotion().to_piece())
        text += fmt::format(", where it becomes {}", with_article(kind_names[step.promotion().kind()]));
    return text;
}

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

/// "a b c", or "all".
std::string files_of(std::uint16_t unmoved) {
    if (std::popcount(unmoved) == files - 1) return "all";
    std::vector<std::string> names;
    for (int file = 0; file < files; ++file) {
        if (unmoved >> file & 1) names.push_back(std::string(1, static_cast<char>('a' + file)));
    }
    return joined(names, " ");
}

}  // namespace

draw::MenSet men_set() {
    static const std::array<draw::Man, 2 * kinds> men = [] {
        std::array<draw::Man, 2 * kinds> all{};
        std::size_t at = 0;
        for (const Color color : {Color::White, Color::Black}) {
            const auto add = [&](Kind kind) {
                const Look& look = looks[kind];
                const bool white = color == Color::White;
                all[at++] = {fen_letter({kind, color}), kind_names[kind], white ? look.white : look.black,
                             white ? look.white_symbol : look.black_symbol, color};
            };
            add(king);
            for (const Kind kind : kinds_by_value) add(kind);
        }
        return all;
    }();
    return men;
}

draw::Scene scene_of(const Position& position) {
    const State& state = position.state();
    draw::Scene scene(files, ranks, men_set());
    scene.turn = position.turn();
    for (Bitboard rest = position.board().occupied(); rest;) {
        const Square square = pop_first(rest);
        scene.at(square) = fen_letter(*position.board().at(square));
    }
    for (const Color side : {Color::White, Color::Black}) {
        draw::Shelf& shelf = scene.shelves.emplace_back();
        shelf.label = fmt::format("{} reserve", side_text(side));
        for (const Kind kind : kinds_by_value)
            shelf.men.append(
                static_cast<std::size_t>(kind == pawn ? 0 : state.reserves[index(side)].of(kind)),
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
