#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/expected.hpp"
#include "players/match.hpp"
#include "records/json.hpp"

namespace octomate::cli {

/// The records of a match, a line of JSON for each game. Each tells all that decides the games, so that a
/// match goes on only behind games of its own.
class MatchRecords {
  public:
    /// `tables`: the materials whose endgame tables the players know.
    MatchRecords(const players::MatchOptions& options, std::vector<std::string> tables)
        : first_(options.first.name), second_(options.second.name) {
        begin_["variant"] = options.variant;
        begin_["seed"] = options.seed;
        const bool minds_go = !options.first.inner || !options.second.inner;
        end_["opening"] = options.opening;
        end_["most_plies"] = options.most_plies;
        end_["go"] = minds_go ? records::Json(options.go) : records::Json();
        end_["tables"] = std::move(tables);
    }

    /// The record of a game, with the end of its line.
    std::string text(const players::MatchGame& game) const {
        records::Json record = about(game.number);
        record["result"] = result_text(game.outcome);
        record["cut_off"] = game.cut_off;
        record["plies"] = game.plies;
        record["moves"] = game.moves;
        return records::dump(record) + '\n';
    }

    /// The game of that number by its record, a line without its end; or why it is none.
    Expected<players::MatchGame, std::string> read(const std::string& line, std::uint64_t number) const {
        const Unexpected none{fmt::format("its line {} is no record of game {}", number, number)};
        const records::Json record = records::parsed(line);
        if (!record.is_object() || !record.contains("game") || record["game"] != number) return none;
        players::MatchGame game;
        game.number = number;
        game.first_is_white = first_is_white(number);
        try {
            constexpr std::array ends{Outcome::White, Outcome::Black, Outcome::Draw};
            const std::string result = record.at("result").get<std::string>();
            const auto* const end = std::find_if(
                ends.begin(), ends.end(), [&](Outcome outcome) { return result == result_text(outcome); });
            if (end == ends.end() || !record.at("plies").is_number_unsigned()) return none;
            game.outcome = *end;
            record.at("cut_off").get_to(game.cut_off);
            record.at("plies").get_to(game.plies);
            record.at("moves").get_to(game.moves);
        } catch (const records::Json::exception&) {
            return none;
        }
        if (const std::string other = difference(record); !other.empty())
            return Unexpected{"it holds another match: " + other};
        if (line + '\n' != text(game)) return none;
        return game;
    }

    /// Whether a text may be the beginning of the record of the game of that number.
    bool may_begin(std::string_view text, std::uint64_t number) const {
        std::string begin = records::dump(about(number));
        begin.back() = ',';  // more fields follow
        return text.starts_with(begin) || begin.starts_with(text);
    }

  private:
    static bool first_is_white(std::uint64_t number) { return number % 2 == 1; }

    /// What is known of a game before it is played.
    records::Json about(std::uint64_t number) const {
        records::Json about = {{"game", number}};
        about.update(begin_);
        about["white"] = first_is_white(number) ? first_ : second_;
        about["black"] = first_is_white(number) ? second_ : first_;
        about.update(end_);
        return about;
    }

    /// What the match of a record has otherwise: "seed was 7 and is 8".
    std::string difference(const records::Json& record) const {
        std::string text;
        const records::Json now = about(record["game"].get<std::uint64_t>());
        for (const auto& [name, value] : now.items()) {
            const std::string was = records::dump(record.value(name, records::Json())),
                              is = records::dump(value);
            if (was == is) continue;
            text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : ", ", name, was, is);
        }
        return text;
    }

    std::string first_, second_;
    records::Json begin_, end_;  // of all records, before the players and behind them
};

}  // namespace octomate::cli
