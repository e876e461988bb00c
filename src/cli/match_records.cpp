#include "cli/match_records.hpp"

#include <utility>

namespace octomate::cli {

namespace {

bool first_is_white(std::uint64_t number) { return number % 2 == 1; }

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

records::Json MatchRecords::match() const {
    records::Json match = begin_;
    match["first"] = first_;
    match["second"] = second_;
    match.update(end_);
    return match;
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
