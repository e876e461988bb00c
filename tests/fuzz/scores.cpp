/// Fuzz target for game scores.
#include <algorithm>
#include <string>

#include "formats/game_score.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "reports/reports.hpp"

namespace octomate::fuzz {

void check_scores(std::string_view text) {
    text = text.substr(0, most_bytes);
    const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
    records::GameReader reader(text, games::variants(games::default_name()));
    std::size_t line = 1, number = 0;
    while (const auto game = reader.next()) {
        for (const records::Ply& ply : game->plies) {
            require(ply.line >= line && ply.line <= lines,
                    "line numbers of moves are valid and do not decrease");
            line = ply.line;
            require(!ply.move.empty(), "a move has a text");
        }
        const reports::Replay replay = games::replay(*game, games::default_name());
        for (const std::string& json : reports::json(replay, ++number)) {
            const records::Json record = records::Json::parse(json);
            if (!record.contains("ply") || record["fen"].is_null() || !record["fault"].is_null()) continue;
            const games::Game* rules = games::find(game->variant().value_or(games::default_name()));
            require(rules != nullptr, "plies without a fault belong to a known game", json);
            const std::string fen = record["fen"].get<std::string>();
            const auto read = rules->normalise(fen);
            // The final position of a won game may not be a legal position.
            if (!read) continue;
            require(read->value == fen, "the FEN after a legal move is in normal form", json);
        }
    }
    require(reader.line() <= lines, "the reader ends with the text");
}

}  // namespace octomate::fuzz
