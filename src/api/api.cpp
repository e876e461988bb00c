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

/// Removes the options of a question from `puzzle.unknown`, and returns them as a JSON object.
Json parse_options(const questions::Options& options, records::Puzzle& puzzle) {
    Json fields = Json::object();
    std::erase_if(puzzle.unknown, [&](const records::UnknownField& field) {
        const auto has_name = [&](const questions::Option& option) { return option.name == field.name; };
        const auto& all = options.all();
        const bool found = std::any_of(all.begin(), all.end(), has_name);
        if (found) fields[field.name] = records::parsed(field.json);
        return found;
    });
    return fields;
}

/// Returns the limits of the answer to a request that begins now: its deadline and its size.
reports::ReportLimits report_limits_of(const Limits& limits) {
    const std::chrono::duration<double> time(limits.seconds);
    return {std::chrono::steady_clock::now() +
                std::chrono::duration_cast<std::chrono::steady_clock::duration>(time),
            limits.bytes};
}

Answer too_large(const Limits& limits) {
    return refusal(413, "too_large", fmt::format("the answer is larger than {} bytes", limits.bytes));
}

/// Returns the error for a request that did not finish: the program ends, or a limit of size or time was hit.
Answer interrupted_answer(const Limits& limits, const reports::ReportLimits& report_limits) {
    if (interrupted) return refusal(503, "interrupted", "the program is ending");
    if (!report_limits.is_over(0)) return too_large(limits);
    return refusal(503, "time_limit", fmt::format("there is no answer within {} seconds", limits.seconds));
}

/// Returns a JSON array of `values`, which are themselves JSON.
auto array_of(const std::vector<std::string>& values) {
    return records::list(values, [](const std::string& json) { return records::Raw{json}; });
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

/// Returns `fen` with the fields after board and side replaced by those of `other`, except fields that would
/// make the position invalid.
std::string with_fields_of(const games::Game& game, std::string_view other, std::string_view fen) {
    const std::vector<Word> kept = split_words(other);
    std::vector<std::string> fields;
    for (const Word& field : split_words(fen)) fields.emplace_back(field.text);
    for (std::size_t n = 2; n < std::min(kept.size(), fields.size()); ++n) {
        std::string replaced = std::exchange(fields[n], std::string(kept[n].text));
        if (!game.normalise(joined(fields, " "))) fields[n] = std::move(replaced);
    }
    return joined(fields, " ");
}

/// Returns the FEN of a board that the user set up, from the body `{"variant": "…", "cells": [["K"], [], …],
/// "turn": "white"}`. `"fen"`, if present, is the position before the change; its fields after the side are
/// kept if they stay valid. Fails with a sentence about the first error in the body.
Expected<std::string, std::string> fen_of_cells(std::string_view body) {
    const Json json = records::parsed(body);
    if (!json.is_object()) return Unexpected{std::string("expected an object of JSON")};
    const auto field = [&, none = Json()](const char* name) -> const Json& {
        const auto found = json.find(name);
        return found == json.end() ? none : *found;
    };
    const Json &old_fen = field("fen"), &turn = field("turn"), &cells = field("cells");
    const auto* const variant = field("variant").get_ptr<const std::string*>();
    const games::Game* const game = games::find(variant ? *variant : "");
    if (!game || !game->pictured())
        return Unexpected{
            fmt::format("variant is {}, expected a game that can be drawn", quote(variant ? *variant : ""))};
    if (!old_fen.is_string() && !old_fen.is_null()) return Unexpected{std::string("fen must be a string")};
    if (turn != "white" && turn != "black")
        return Unexpected{std::string("turn must be \"white\" or \"black\"")};
    if (!cells.is_array())
        return Unexpected{std::string("cells must be an array with a list of pieces for each square")};
    std::vector<std::string> pieces;
    for (const Json& cell : cells) {
        std::string& letters = pieces.emplace_back();
        bool good = cell.is_array();
        for (std::size_t at = 0; good && at < cell.size(); ++at) {
            const auto* const letter = cell[at].get_ptr<const std::string*>();
            good = letter && letter->size() == 1;
            if (good) letters += *letter;
        }
        if (!good)
            return Unexpected{
                fmt::format("cell {} is not a list of pieces, expected letters such as [\"K\"] or []",
                            pieces.size() - 1)};
    }
    auto fen = game->fen_of_cells(pieces, turn == "white" ? Color::White : Color::Black);
    if (!fen) return Unexpected{std::string("the cells are not those of a board of this game")};
    return with_fields_of(*game, old_fen.is_string() ? old_fen.get<std::string>() : "", *fen);
}

constexpr std::array costly_options = {"\"odds\"", "\"solution\""};  // make any question heavy

constexpr std::size_t most_score_bytes = std::size_t{128} << 10;  // the answer is about seventy times as long

}  // namespace

Answer refusal(int status, std::string_view code, std::string_view message) {
    return {status, object("error", records::Raw{object("code", code, "message", message)}) + '\n'};
}

Api::Api(CommonOptions common, Collection puzzles, ProbeTables tables, const Limits& limits)
    : common_(std::move(common)), puzzles_(std::move(puzzles)), tables_(std::move(tables)), limits_(limits) {
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
    const reports::ReportLimits report_limits = report_limits_of(limits_);
    constexpr double default_seconds = 2;
    const questions::Access access{limits_.scope, std::min(default_seconds, limits_.seconds),
                                   limits_.seconds};
    const questions::Context context{.threads = common_.threads,
                                     .stop = &interrupted,
                                     .report_limits = report_limits,
                                     .single = true,
                                     .tables = tables_};
    records::Output output;
    const auto use = [&](const games::Game& game, records::Puzzle& puzzle, auto& notes) {
        Status status = question->options.read(parse_options(question->options, puzzle), access);
        if (status) status = question->check(game);
        questions::QuestionInput input{game, puzzle, notes, context, output};
        return status ? question->run(input) : status;
    };
    while (!body.empty() && (body.back() == '\n' || body.back() == '\r')) body.remove_suffix(1);
    collect::handle_record(records::read_puzzle(body, games::variants(common_.variant)), {"-", 1, body},
                           common_, output, use, report_limits);
    if (output.data.empty()) return interrupted_answer(limits_, report_limits);
    return output.data.size() > limits_.bytes ? too_large(limits_)
                                              : Answer{output.bad > 0 ? 400 : 200, std::move(output.data)};
}

Answer Api::replay_games(std::string_view body, bool analyse) const {
    questions::ReplayQuestion question(analyse);
    std::string variant = common_.variant;
    const Json fields = records::parsed(body);
    if (fields.is_object()) {
        const auto text = [&](const char* name) {
            const auto field = fields.find(name);
            return field == fields.end() ? nullptr : field->get_ptr<const std::string*>();
        };
        Status status = question.options.read(fields, {limits_.scope});
        if (status && !text("games"))
            status = questions::wrong_option("games",
                                             "games is missing or not a string, expected the text of games");
        if (text("variant")) variant = *text("variant");
        if (status && !games::find(variant)) status = Unexpected{Faults{games::unknown_variant(variant)}};
        if (!status) return {400, records::error_record({"-", 1}, {}, status.error()) + '\n'};
        body = *text("games");
    }
    const reports::ReportLimits report_limits = report_limits_of(limits_);
    questions::Context context{.threads = common_.threads,
                               .stop = &interrupted,
                               .report_limits = report_limits,
                               .single = true,
                               .tables = tables_};
    std::vector<std::string> games;
    std::size_t plies_left = limits_.plies;
    records::GameReader reader(body, games::variants(variant));
    while (const auto game = reader.next()) {
        std::vector<std::string> records;
        std::optional<std::string> verdict;
        if (!question.analyse() || game->plies.size() <= plies_left) {
            plies_left -= std::min(plies_left, game->plies.size());
            const auto replay = question.run(*game, variant, context);
            if (!replay || interrupted) return interrupted_answer(limits_, report_limits);
            records = reports::json(*replay, games.size() + 1);
            if (replay->chances) verdict = views::luck_verdict(*replay->chances);
        }
        const std::string played = game->variant().value_or(variant);
        games.push_back(object("variant", played, "start", start_of(*game, played), "verdict", verdict,
                               "records", array_of(records)));
        std::size_t& bytes_left = context.report_limits.most_bytes;
        if (games.back().size() > bytes_left) return interrupted_answer(limits_, report_limits);
        bytes_left -= games.back().size();
    }
    std::string answer = object("games", array_of(games)) + '\n';
    return answer.size() > limits_.bytes ? too_large(limits_) : Answer{200, std::move(answer)};
}

Answer Api::puzzles(const Query& query) const {
    const auto filter = puzzles_.filter_of(query);
    if (!filter) return refusal(400, "bad_query", filter.error());
    const std::string id = query("id");
    if (id.empty()) return {200, puzzles_.page(*filter, filter->from, common_.variant)};
    const auto index = puzzles_.index_of(id, *filter);
    if (!index) return refusal(404, "no_such_puzzle", fmt::format("no puzzle is called {}", quote(id)));
    std::string page = puzzles_.page(*filter, *index - *index % page_size, common_.variant);
    page.insert(1, fmt::format("\"at\":{},", *index));
    return {200, std::move(page)};
}

bool Request::is_heavy(std::string_view body) const {
    return heavy || std::any_of(costly_options.begin(), costly_options.end(), [&](const char* option) {
               return body.find(option) != std::string_view::npos;
           });
}

std::span<const Request> requests() {
    static const std::vector<Request> all = [] {
        std::vector<Request> requests{{"position", &Api::position},
                                      {"replay", &Api::replay, true, most_score_bytes},
                                      {"luck", &Api::luck, true, most_score_bytes}};
        for (const questions::Kind& kind : questions::kinds())
            if (kind.scope != questions::Scope::Local)
                requests.push_back({.name = kind.name, .heavy = kind.heavy, .question = kind.make});
        return requests;
    }();
    return all;
}

}  // namespace octomate::api
