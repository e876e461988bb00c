#include "views/luck_curve.hpp"

#include <fmt/core.h>

#include "text/printable.hpp"
#include "views/luck_text.hpp"

namespace octomate::views {

namespace {

std::string title_of(const reports::GameScore& game, std::size_t number) {
    const auto named = [&](const char* tag) {
        const auto* found = game.tag(tag);
        return found && found->value != "?" ? printable(found->value) : std::string();
    };
    const std::string white = named("White"), black = named("Black");
    return white.empty() || black.empty() ? fmt::format("Game {}", number) : white + " – " + black;
}

}  // namespace

draw::GameCurve luck_curve(const reports::GameScore& game, const reports::Replay& replay,
                           std::size_t number) {
    draw::GameCurve curve;
    curve.title = fmt::format("{}, {}", title_of(game, number), replay.result);
    curve.lines.push_back(luck_verdict(*replay.chances));
    curve.end = replay.chances->end;
    curve.striking = reports::least_striking;
    int move = 0;
    for (const reports::ReplayedPly& ply : replay.plies) {
        if (!ply.chances) break;
        const reports::PlyChances& chances = *ply.chances;
        const auto whites = [&](double chance) { return reports::for_white(chance, ply.turn); };
        if (ply.turn == Color::White || move == 0) ++move;
        draw::CurvePly point;
        point.move = move;
        point.turn = ply.turn;
        point.before = whites(chances.before);
        if (chances.rolled) point.rolled = whites(*chances.rolled);
        point.played = whites(chances.played);
        point.sign = sign(chances.lapse());
        point.words = luck_words(ply, move);
        curve.plies.push_back(std::move(point));
    }
    return curve;
}

}  // namespace octomate::views
