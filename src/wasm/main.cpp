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

// The list of the module, which makes no puzzles and has no files.
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

// The module has no files of tables.
template <>
players::Known<superpermutation::D8Position> games::known_by(const tables::Tables&, const std::string&) {
    return {};
}
template <>
players::Known<superpermutation::ParentPosition> games::known_by(const tables::Tables&, const std::string&) {
    return {};
}

// The module is not asked for rollouts.
void players::roll_out(Rollout&, const std::function<std::optional<std::vector<PlayedOut>>(std::uint64_t)>&) {
    std::abort();
}

}  // namespace octomate

/// A module for browsers: the requests of the page answered without a server. Whoever runs it writes the
/// name and the body of a request one behind the other to `octomate_room`, calls `octomate_answer`, and finds
/// the body of the answer at `octomate_text`. One request at a time. An answer with the status 424 names an
/// endgame table: the request is to be made again after `table NAME`, whose body are the bytes of that table.
/// What would end a program ends the module, which is then to be made anew.
namespace {

using namespace octomate;
using api::Answer;

constexpr std::string_view table_prefix = "table ";
constexpr int lacks_table = 424;  // the status of an answer that is but the name of a table

std::string request_text;  // NOLINT: a module has no other place for them
Answer last;
std::unique_ptr<const api::Api> answering;
std::vector<std::string> offered;                        // tables, by game and material
std::map<std::string, tables::PocketTable> tables_here;  // those of them that were given
std::string lacking;                                     // the one that the last answer needs

/// The entries of a collection that another program wrote: records one a line, which need no more reading.
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

/// The table of a material; one that can be had and is not here is what the answer lacks.
const tables::PocketTable* find_table(std::string_view game, const std::string& material) {
    const std::string name = fmt::format("{}-{}", game, material);
    if (const auto found = tables_here.find(name); found != tables_here.end()) return &found->second;
    if (std::find(offered.begin(), offered.end(), name) != offered.end()) lacking = name;
    return nullptr;
}

std::shared_ptr<const tables::Odds> ask_tables(const games::Game& game, const std::string& fen,
                                               std::vector<std::string>&) {
    if (!game.pocket_tables() || !lacking.empty()) return nullptr;
    auto odds = game.pocket_tables()->odds(fen, find_table);
    return odds && *odds ? std::make_shared<const tables::Odds>(*std::move(*odds)) : nullptr;
}

/// Begins: on the first line stand the game that is meant where none is named, and the endgame tables that
/// can be had, behind blanks; the puzzles stand behind it.
Answer begin(std::string_view body) {
    const std::size_t line = std::min(body.find('\n'), body.size());
    const auto words = words_between(body.substr(0, line), ' ');
    offered.assign(words.begin() + 1, words.end());
    CommonOptions common;
    common.variant = words.front();
    common.threads = 1;
    common.quiet = true;
    answering = std::make_unique<api::Api>(
        common, api::Collection(entries_of(body.substr(std::min(line + 1, body.size()))), ""), ask_tables,
        api::Limits{.scope = questions::Scope::Everyone});
    return {200, "{}"};
}

/// The fields of a query come as an object of texts.
Answer puzzles(std::string_view body) {
    const records::Json fields = records::parsed(body);
    return answering->puzzles([&](const char* name) {
        const auto found = fields.is_object() ? fields.find(name) : fields.end();
        return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
    });
}

Answer answer(std::string_view name, std::string_view body) {
    if (name == "begin") return begin(body);
    if (!answering) return api::refusal(409, "not_begun", "expected begin before all else");
    if (name == "puzzles") return puzzles(body);
    if (name.starts_with(table_prefix)) {
        tables_here.emplace(name.substr(table_prefix.size()), std::string(body));
        return {200, "{}"};
    }
    lacking.clear();
    if (name == "games") return answering->games(body);  // which the page knows, and other programs ask for
    for (const api::Request& request : api::requests()) {
        if (request.name != name) continue;
        Answer answer = answering->answer(request, body);
        return lacking.empty() ? std::move(answer) : Answer{lacks_table, lacking};
    }
    return api::refusal(404, "not_found", fmt::format("nothing is called {}", name));
}

}  // namespace

extern "C" {

// What the run-time libraries of the compiler ask for.
// A throw ends the module.
void* __cxa_allocate_exception(std::size_t) { std::abort(); }
void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }
// Debian's run-time library of the compiler asks for these, and nothing ever fails there.
std::uintptr_t __stack_chk_guard = 0;
void __stack_chk_fail() { std::abort(); }
// The module never ends otherwise, and has one thread.
int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }

/// Room for so many bytes: a request's name and its body.
[[clang::export_name("octomate_room")]] char* octomate_room(std::size_t bytes) {
    request_text.resize(bytes);
    return request_text.data();
}

/// Answers what was written there, the first bytes being the name; the status, as in HTTP.
[[clang::export_name("octomate_answer")]] int octomate_answer(std::size_t name_bytes) {
    const std::string_view all = request_text;
    last = answer(all.substr(0, name_bytes), all.substr(name_bytes));
    return last.status;
}

/// The body of the last answer, and its length in bytes.
[[clang::export_name("octomate_text")]] const char* octomate_text() { return last.body.data(); }
[[clang::export_name("octomate_text_bytes")]] std::size_t octomate_text_bytes() { return last.body.size(); }

}  // extern "C"
