#include "cli/match_records.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "collect/difference.hpp"

namespace octomate::cli {

namespace {

bool first_is_white(std::uint64_t number) { return number % 2 == 1; }

/// Those fields of a record that `other` has, too.
records::Json common_fields(const records::Json& record, const records::Json& other) {
    records::Json fields = records::Json::object();
    for (const auto& [name, unused] : other.items()) {
        if (const auto found = record.find(name); found != record.end()) fields[name] = *found;
    }
    return fields;
}

}  // namespace

MatchRecords::MatchRecords(const players::MatchOptions& options, std::vector<std::string> tables)
    : first_(options.first.name), second_(options.second.name) {
    begin_["variant"] = options.variant;
    begin_["seed"] = options.seed;
    const bool minds_go = !options.first.inner || !options.second.inner;
    end_["opening"] = options.opening;
    end_["most_plies"] = options.most_plies;
    end_["go"] = minds_go ? records::Json(options.go) : records::Json();
    end_["tables"] = std::move(tables);
}

std::string MatchRecords::text(const players::MatchGame& game) const {
    records::Json record = about(game.number);
    record["result"] = result_text(game.outcome);
    record["cut_off"] = game.cut_off;
    record["plies"] = game.plies;
    record["moves"] = game.moves;
    return records::dump(record) + '\n';
}

Expected<players::MatchGame, std::string> MatchRecords::read(const std::string& line,
                                                             std::uint64_t number) const {
    const Unexpected none{fmt::format("its line {} is no record of game {}", number, number)};
    const records::Json record = records::parsed(line);
    if (!record.is_object() || !record.contains("game") || record["game"] != number) return none;
    players::MatchGame game;
    game.number = number;
    game.first_is_white = first_is_white(number);
    try {
        constexpr std::array ends{Outcome::White, Outcome::Black, Outcome::Draw};
        const std::string result = record.at("result").get<std::string>();
        const auto* const end = std::find_if(ends.begin(), ends.end(),
                                             [&](Outcome outcome) { return result == result_text(outcome); });
        if (end == ends.end() || !record.at("plies").is_number_unsigned()) return none;
        game.outcome = *end;
        record.at("cut_off").get_to(game.cut_off);
        record.at("plies").get_to(game.plies);
        record.at("moves").get_to(game.moves);
    } catch (const records::Json::exception&) {
        return none;
    }
    const records::Json now = about(number);
    if (const std::string other = collect::difference(common_fields(record, now), now); !other.empty())
        return Unexpected{"it holds another match: " + other};
    if (line + '\n' != text(game)) return none;
    return game;
}

bool MatchRecords::may_begin(std::string_view text, std::uint64_t number) const {
    std::string begin = records::dump(about(number));
    begin.back() = ',';  // more fields follow
    return text.starts_with(begin) || begin.starts_with(text);
}

records::Json MatchRecords::about(std::uint64_t number) const {
    records::Json about = {{"game", number}};
    about.update(begin_);
    about["white"] = first_is_white(number) ? first_ : second_;
    about["black"] = first_is_white(number) ? second_ : first_;
    about.update(end_);
    return about;
}

}  // namespace octomate::cli
