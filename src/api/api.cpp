#include "api/api.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "collect/record.hpp"
#include "draw/scene.hpp"
#include "formats/formats.hpp"
#include "formats/game_score.hpp"
#include "games/fields.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "reports/reports.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::api {

namespace {

using records::Json;
using records::object;

/// Removes the options of a question from the further fields of a puzzle, and returns them as a JSON object.
Json parse_options(const questions::Options& options, records::Puzzle& puzzle) {
    Json fields = Json::object();
    std::erase_if(puzzle.unknown, [&](const records::UnknownField& field) {
        const auto is_it = [&](const questions::Option& option) { return option.name == field.name; };
        const auto& all = options.all();
        const bool found = std::any_of(all.begin(), all.end(), is_it);
        if (found) fields[field.name] = records::parsed(field.json);
        return found;
    });
    return fields;
}

/// Returns the deadline and the greatest size of an answer to a request that begins now.
reports::Patience patience_of(const Limits& limits) {
    const std::chrono::duration<double> time(limits.seconds);
    return {std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(time),
            limits.bytes};
}

Answer too_large(const Limits& limits) {
    return refusal(413, "too_large", fmt::format("the answer is larger than {} bytes", limits.bytes));
}

/// Returns the answer to a request whose work was stopped: by the end of the program, or a limit of size or
/// time.
Answer cut_short(const Limits& limits, const reports::Patience& patience) {
    if (interrupted) return refusal(503, "interrupted", "the program is about to end");
    if (!patience.is_over(0)) return too_large(limits);
    return refusal(503, "time_limit", fmt::format("there is no answer within {} seconds", limits.seconds));
}

/// Returns an array of `values`, which are JSON already.
auto array_of(const std::vector<std::string>& values) {
    return records::list(values, [](const std::string& json) { return records::Raw{json}; });
}

/// Parses the games in `text`, and returns `{"games": […]}` with the value of `answer(score, number,
/// patience)` for each, where `number` counts from 1. `answer` returns nullopt if it ran out of time.
template <class AnswerOne>
Answer answer_games(std::string_view text, const std::string& variant, const Limits& limits,
                    AnswerOne answer) {
    const reports::Patience patience = patience_of(limits);
    reports::Patience left = patience;
    std::vector<std::string> all;
    records::GameReader reader(text, games::variants(variant));
    while (const auto game = reader.next()) {
        auto one = left.is_over(0) || interrupted ? std::nullopt : answer(*game, all.size() + 1, left);
        if (!one || one->size() > left.most_bytes) return cut_short(limits, patience);
        left.most_bytes -= one->size();
        all.push_back(*std::move(one));
    }
    std::string body = object("games", array_of(all)) + '\n';
    return body.size() > limits.bytes ? too_large(limits) : Answer{200, std::move(body)};
}

/// Returns the normalised FEN of the position where a game begins; nullopt if its FEN is invalid.
std::optional<std::string> start_of(const records::GameScore& score, std::string_view variant) {
    const games::Game* game = games::find(variant);
    if (!game) return std::nullopt;
    const auto fen = score.fen();
    if (!fen) return game->start();
    auto position = game->normalise(*fen);
    return position ? std::optional(std::move(position->value)) : std::nullopt;
}

/// A board that the user set up, as the page sends it.
struct Cells {
    const games::Game* game = nullptr;
    std::string from;  ///< the FEN of the position that was changed; may be empty
    std::vector<std::string> cells;
    Color turn = Color::White;
};

/// Parses the body of a request `position`. Fails with a sentence about what is wrong.
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
    if (!game || !game->pictured())
        return Unexpected{fmt::format("variant is {}, expected a game that can be drawn", quote(variant))};
    read.game = game;
    if (const Json& from = field("fen"); from.is_string()) {
        read.from = from.get<std::string>();
    } else if (!from.is_null()) {
        return Unexpected{std::string("fen must be a string")};
    }
    const Json& turn = field("turn");
    if (turn != "white" && turn != "black")
        return Unexpected{std::string("turn must be \"white\" or \"black\"")};
    read.turn = turn == "white" ? Color::White : Color::Black;
    const Json& cells = field("cells");
    if (!cells.is_array())
        return Unexpected{std::string("cells must be an array with a list of pieces for each square")};
    for (const Json& pieces : cells) {
        std::string& cell = read.cells.emplace_back();
        bool good = pieces.is_array();
        for (std::size_t at = 0; good && at < pieces.size(); ++at) {
            good = pieces[at].is_string() && pieces[at].get_ref<const std::string&>().size() == 1;
            if (good) cell += pieces[at].get_ref<const std::string&>();
        }
        if (!good)
            return Unexpected{
                fmt::format("cell {} is not a list of pieces, expected letters such as [\"K\"] or []",
                            read.cells.size() - 1)};
    }
    return read;
}

/// Returns `fen` with the fields after board and side taken from `other`, one by one, if the position stays
/// valid.
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

/// Returns the FEN of a board that the user set up, from the body `{"variant": "…", "cells": [["K"], [], …],
/// "turn": "white"}`. `"fen"`, if present, is the position that was changed; its further fields are kept if
/// they fit. Fails with a sentence about what is wrong with the body.
Expected<std::string, std::string> fen_of_cells(std::string_view body) {
    const auto read = read_cells(body);
    if (!read) return Unexpected{read.error()};
    auto fen = read->game->text_of(read->cells, read->turn);
    if (!fen) return Unexpected{std::string("the cells are not those of a board of this game")};
    return with_fields_of(*read->game, read->from, *std::move(fen));
}

}  // namespace

Answer refusal(int status, std::string_view code, std::string_view message) {
    return {status, object("error", records::Raw{object("code", code, "message", message)}) + '\n'};
}

Api::Api(const CommonOptions& common, Collection puzzles, AskTables tables, const Limits& limits)
    : common_(common), puzzles_(std::move(puzzles)), tables_(std::move(tables)), limits_(limits) {
    common_.format = Format::Jsonl;
}

Answer Api::games(std::string_view) const {
    std::vector<games::GameOnPage> all;
    for (const games::Game* game : games::all())
        if (game->pictured()) all.push_back({*game});
    return {200, object("default", common_.variant, "games", all) + '\n'};
}

Answer Api::position(std::string_view body) const {
    const auto fen = fen_of_cells(body);
    if (!fen) return refusal(400, "bad_cells", fen.error());
    return {200, object("fen", *fen) + '\n'};
}

Answer Api::answer(const Request& request, std::string_view body) const {
    if (request.answer) return (this->*request.answer)(body);
    const auto question = request.question();
    const reports::Patience patience = patience_of(limits_);
    constexpr double usual_seconds = 2;  // the default limit of a search
    const questions::Access access{limits_.scope, std::min(usual_seconds, limits_.seconds), limits_.seconds};
    const questions::Context context{.threads = common_.threads,
                                     .stop = &interrupted,
                                     .patience = patience,
                                     .single = true,
                                     .tables = tables_};
    const auto use = [&](const games::Game& game, records::Puzzle& puzzle, auto& notes, auto& output) {
        Status good = question->options.read(parse_options(question->options, puzzle), access);
        if (good) good = question->check(game);
        questions::Asked asked{game, puzzle, notes, context, output};
        return good ? question->run(asked) : good;
    };
    while (!body.empty() && (body.back() == '\n' || body.back() == '\r')) body.remove_suffix(1);
    records::Output output;
    collect::use_record(
        records::read_puzzle(body, games::variants(common_.variant)), {"-", 1, body}, common_, output,
        [&](const auto& game, auto& puzzle, auto& notes) { return use(game, puzzle, notes, output); },
        patience);
    if (output.data.empty()) return cut_short(limits_, patience);
    return output.data.size() > limits_.bytes ? too_large(limits_)
                                              : Answer{output.bad > 0 ? 400 : 200, std::move(output.data)};
}

Answer Api::replay(std::string_view text) const {
    return answer_games(text, common_.variant, limits_,
                        [&](const records::GameScore& game, std::size_t number,
                            const reports::Patience& patience) -> std::optional<std::string> {
                            const reports::Replay replay = games::replay(game, common_.variant, patience);
                            if (!replay.complete) return std::nullopt;
                            const std::string variant = game.variant().value_or(common_.variant);
                            const auto start = start_of(game, variant);
                            return object("variant", variant, "start", start, "records",
                                          array_of(reports::json(replay, number)));
                        });
}

Answer Api::luck(std::string_view text) const {
    std::size_t plies_left = limits_.plies;
    return answer_games(text, common_.variant, limits_,
                        [&](const records::GameScore& game, std::size_t number,
                            const reports::Patience& patience) -> std::optional<std::string> {
                            reports::Replay replay;
                            std::vector<std::string> records;
                            if (game.plies.size() <= plies_left) {
                                plies_left -= game.plies.size();
                                replay = games::replay(game, common_.variant, patience);
                                if (!replay.complete || !add_luck(game, patience, replay))
                                    return std::nullopt;
                                records = reports::json(replay, number);
                            }
                            std::optional<std::string> verdict;
                            if (replay.chances) verdict = views::luck_verdict(*replay.chances);
                            return object("verdict", verdict, "records", array_of(records));
                        });
}

bool Api::add_luck(const records::GameScore& game, const reports::Patience& patience,
                   reports::Replay& replay) const {
    const games::Game* const rules = games::find(game.variant().value_or(common_.variant));
    if (!rules || !replay.refusal.empty() || !knows_chances(*rules)) return true;
    games::ChancesRequest request;
    request.depth = rules->about().die ? 2 : 3;
    request.threads = common_.threads;
    request.stop = &interrupted;
    request.deadline = patience.until;
    const std::string start = game.fen().value_or(rules->start());
    if (tables_) {
        const auto ask = [&](const std::string& fen) {
            const bool ends = interrupted || patience.is_over(0);
            return ends ? nullptr : tables_(*rules, fen, replay.notes);
        };
        games::add_odds(ask, start, replay);
        if (const auto end = ask(replay.fen)) request.end = end->bounds.middle();
    }
    return add_chances(*rules, start, request, replay);
}

Answer Api::puzzles(const Query& query) const {
    const auto filter = puzzles_.filter_of(query);
    if (!filter) return refusal(400, "bad_query", filter.error());
    const std::string id = query("id");
    if (id.empty()) return {200, puzzles_.page(*filter, filter->from, common_.variant)};
    const auto at = puzzles_.index_of(id, *filter);
    if (!at) return refusal(404, "no_such_puzzle", fmt::format("no puzzle is called {}", quote(id)));
    std::string page = puzzles_.page(*filter, *at - *at % page_size, common_.variant);
    page.insert(1, fmt::format("\"at\":{},", *at));
    return {200, std::move(page)};
}

namespace {

constexpr std::array costly_options = {"\"odds\"", "\"solution\""};  // make a light question take seconds

constexpr std::size_t most_of_a_score = std::size_t{128} << 10;  // the answer is about seventy times as long

}  // namespace

bool Request::is_heavy(std::string_view body) const {
    return heavy || std::any_of(costly_options.begin(), costly_options.end(), [&](const char* option) {
               return body.find(option) != std::string_view::npos;
           });
}

std::span<const Request> requests() {
    static const std::vector<Request> all = [] {
        std::vector<Request> requests{{"position", &Api::position},
                                      {"replay", &Api::replay, true, most_of_a_score},
                                      {"luck", &Api::luck, true, most_of_a_score}};
        for (const questions::Kind& kind : questions::kinds())
            if (kind.scope != questions::Scope::Here)
                requests.push_back({.name = kind.name, .heavy = kind.heavy, .question = kind.make});
        return requests;
    }();
    return all;
}

}  // namespace octomate::api
