#include "api/cells.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/color.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "text/fen_fields.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::api {

namespace {

using records::Json;

/// What the set-up panel sends.
struct Cells {
    const games::Game* game = nullptr;
    std::string from;  ///< the FEN of the position that was changed; may be empty
    std::vector<std::string> cells;
    Color turn = Color::White;
};

/// Reads it, or says what is wrong with it.
Expected<Cells, std::string> read_cells(std::string_view body) {
    const Json json = records::parsed(body);
    if (!json.is_object()) return Unexpected{std::string("expected an object of JSON")};
    const Json none;
    const auto field = [&](const char* name) -> const Json& {
        const auto found = json.find(name);
        return found == json.end() ? none : *found;
    };
    Cells read;
    const Json& named = field("variant");
    const std::string variant = named.is_string() ? named.get<std::string>() : "";
    const games::Game* game = games::find(variant);
    if (!game || !game->painter())
        return Unexpected{fmt::format("variant is {}, expected a game that can be drawn", quote(variant))};
    read.game = game;
    if (const Json& from = field("fen"); from.is_string()) {
        read.from = from.get<std::string>();
    } else if (!from.is_null()) {
        return Unexpected{std::string("fen is to be text")};
    }
    const Json& turn = field("turn");
    if (turn != "white" && turn != "black")
        return Unexpected{std::string("turn is to be \"white\" or \"black\"")};
    read.turn = turn == "white" ? Color::White : Color::Black;
    const Json& cells = field("cells");
    if (!cells.is_array())
        return Unexpected{std::string("cells is to be an array with a list of men for each square")};
    for (const Json& men : cells) {
        std::string& cell = read.cells.emplace_back();
        bool good = men.is_array();
        for (std::size_t at = 0; good && at < men.size(); ++at) {
            good = men[at].is_string() && men[at].get_ref<const std::string&>().size() == 1;
            if (good) cell += men[at].get_ref<const std::string&>();
        }
        if (!good)
            return Unexpected{fmt::format("cell {} is no list of men, expected letters such as [\"K\"] or []",
                                          read.cells.size() - 1)};
    }
    return read;
}

/// The text of a position with the fields behind board and side that another one has, as far as it stays a
/// position with them.
std::string with_fields_of(const games::Game& game, std::string_view other, std::string fen) {
    const std::vector<Word> kept = split_words(other);
    std::vector<std::string> fields;
    for (const Word& field : split_words(fen)) fields.emplace_back(field.text);
    for (std::size_t n = 2; n < std::min(kept.size(), fields.size()); ++n) {
        std::string own = std::exchange(fields[n], std::string(kept[n].text));
        if (!game.normalise(joined(fields, " "))) fields[n] = std::move(own);
    }
    return joined(fields, " ");
}

}  // namespace

Expected<std::string, std::string> fen_of_cells(std::string_view body) {
    const auto read = read_cells(body);
    if (!read) return Unexpected{read.error()};
    auto fen = read->game->painter()->text_of(read->cells, read->turn);
    if (!fen) return Unexpected{std::string("the cells are not those of a board of this game")};
    return with_fields_of(*read->game, read->from, *std::move(fen));
}

}  // namespace octomate::api
