#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "formats/formats.hpp"
#include "games/complete_permutation/games.hpp"
#include "games/game_of.hpp"
#include "games/list.hpp"
#include "games/super_chess/games.hpp"
#include "games/superpermutation/games.hpp"
#include "json/tree.hpp"
#include "tables/odds.hpp"
#include "text/text.hpp"

namespace octomate {

// Returns the games without generators of puzzles and without files of endgame tables.
std::vector<std::shared_ptr<const games::Game>> games::games_of_program() {
    const auto complete = [](complete_permutation::Switches) -> Parts { return {}; };
    return {
        superpermutation::d8_game({.pocket_tables = superpermutation::d8_pocket_tables()}),
        superpermutation::parent_game({.pocket_tables = superpermutation::parent_pocket_tables()}),
        complete_permutation::game(false, complete),
        complete_permutation::game(true, complete),
        super_chess::game({}),
    };
}

// The module reads no files of endgame tables.
template <>
players::ExactValues<superpermutation::D8Position> games::table_values(const tables::Tables&,
                                                                       const std::string&) {
    return {};
}
template <>
players::ExactValues<superpermutation::ParentPosition> games::table_values(const tables::Tables&,
                                                                           const std::string&) {
    return {};
}

// The page never requests rollouts.
void players::roll_out(Rollout&,
                       const std::function<std::optional<std::vector<RolloutGame>>(std::uint64_t)>&) {
    std::abort();
}

}  // namespace octomate

/// A WebAssembly module that answers the requests of the page in the browser, without a server. To make a
/// request, the caller writes its name, directly followed by its body, to the buffer that `octomate_buffer`
/// returns, calls `octomate_answer`, and reads the body of the answer from `octomate_text`. Requests are made
/// one at a time. An answer with status 424 names an endgame table that is missing: the caller makes a
/// request `table NAME` with the table's bytes as its body, then repeats the original request. Errors that
/// would end a program trap, and the caller has to instantiate the module again.
namespace {

using namespace octomate;
using api::Answer;

constexpr std::string_view table_prefix = "table ";
constexpr int status_missing_table = 424;  // status of an answer whose body names a missing table

// The state of the module, global because the exported functions have no other arguments.
std::string request_text;  // NOLINT
Answer last_answer;
std::unique_ptr<const api::Api> api_instance;
std::vector<std::string> available_tables;  // names (GAME-MATERIAL) of the tables that the caller can provide
std::map<std::string, tables::PocketTable> loaded_tables;  // the tables that were provided, by name
std::string missing_table;                                 // name of the table that the current answer needs

/// Parses a collection: one record a line. Skips invalid lines without a message, because another program has
/// checked the collection.
std::vector<api::Entry> entries_of(std::string_view records) {
    std::vector<api::Entry> entries;
    while (!records.empty()) {
        const std::size_t end = std::min(records.find('\n'), records.size());
        if (const auto read = records::read_puzzle(records.substr(0, end)))
            entries.push_back(api::entry_of(read->value, ""));
        records.remove_prefix(std::min(end + 1, records.size()));
    }
    return entries;
}

/// Returns the endgame table of a material; null if it is not loaded. Sets `missing_table` if the caller can
/// provide it.
const tables::PocketTable* find_table(std::string_view game, const std::string& material) {
    const std::string name = fmt::format("{}-{}", game, material);
    if (const auto found = loaded_tables.find(name); found != loaded_tables.end()) return &found->second;
    if (std::find(available_tables.begin(), available_tables.end(), name) != available_tables.end())
        missing_table = name;
    return nullptr;
}

/// Returns the values of a position by the endgame tables; null if no table covers it or a table is missing.
std::shared_ptr<const tables::Odds> probe_tables(const games::Game& game, const std::string& fen,
                                                 std::vector<std::string>&) {
    if (!game.pocket_tables() || !missing_table.empty()) return nullptr;
    auto odds = game.pocket_tables()->odds(fen, find_table);
    return odds && *odds ? std::make_shared<const tables::Odds>(*std::move(*odds)) : nullptr;
}

/// Answers the first request. The first line of `body` holds, separated by blanks, the name of the default
/// game and the names of the endgame tables that the caller can provide; the records of puzzles follow, one a
/// line.
Answer begin(std::string_view body) {
    const std::size_t line = std::min(body.find('\n'), body.size());
    const auto words = words_between(body.substr(0, line), ' ');
    available_tables.assign(words.begin() + 1, words.end());
    CommonOptions common;
    common.variant = words.front();
    common.threads = 1;
    common.quiet = true;
    api_instance = std::make_unique<api::Api>(
        common, api::Collection(entries_of(body.substr(std::min(line + 1, body.size()))), ""), probe_tables,
        api::Limits{.scope = questions::Scope::Everyone});
    return {200, "{}"};
}

/// Answers a query for puzzles. `body` is a JSON object with the fields of the query as strings.
Answer puzzles(std::string_view body) {
    const records::Json fields = records::parsed(body);
    return api_instance->puzzles([&](const char* name) {
        const auto found = fields.is_object() ? fields.find(name) : fields.end();
        return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
    });
}

/// Answers a request, with a status as in HTTP.
Answer answer(std::string_view name, std::string_view body) {
    if (name == "begin") return begin(body);
    if (!api_instance) return api::refusal(409, "not_begun", "expected a call of begin first");
    if (name == "puzzles") return puzzles(body);
    if (name.starts_with(table_prefix)) {
        loaded_tables.emplace(name.substr(table_prefix.size()), std::string(body));
        return {200, "{}"};
    }
    missing_table.clear();
    if (name == "games") return api_instance->games(body);  // not used by the page
    for (const api::Request& request : api::requests()) {
        if (request.name != name) continue;
        Answer answer = api_instance->answer(request, body);
        return missing_table.empty() ? std::move(answer) : Answer{status_missing_table, missing_table};
    }
    return api::refusal(404, "not_found", fmt::format("nothing is called {}", name));
}

}  // namespace

extern "C" {

// Functions that the run-time libraries require.
// A throw ends the module.
void* __cxa_allocate_exception(std::size_t) { std::abort(); }
void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
// Stack protection of Debian's compiler run-time library.
std::uintptr_t __stack_chk_guard = 0;
void __stack_chk_fail() { std::abort(); }
// Destructors never run, because the module has one thread that does not end.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

/// Returns a buffer of `bytes` bytes for the name and the body of a request. The next call invalidates it.
[[clang::export_name("octomate_buffer")]] char* octomate_buffer(std::size_t bytes) {
    request_text.resize(bytes);
    return request_text.data();
}

/// Answers the request in the buffer, whose first `name_bytes` bytes are its name. Returns the status, as in
/// HTTP.
[[clang::export_name("octomate_answer")]] int octomate_answer(std::size_t name_bytes) {
    const std::string_view all = request_text;
    last_answer = answer(all.substr(0, name_bytes), all.substr(name_bytes));
    return last_answer.status;
}

/// Return the body of the last answer, which the next answer invalidates, and its length in bytes.
[[clang::export_name("octomate_text")]] const char* octomate_text() { return last_answer.body.data(); }
[[clang::export_name("octomate_text_bytes")]] std::size_t octomate_text_bytes() {
    return last_answer.body.size();
}

}  // extern "C"
