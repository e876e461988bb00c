#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/api.hpp"
#include "formats/read.hpp"
#include "json/tree.hpp"
#include "wasm/module.hpp"

/// A module for browsers: the requests of the page answered without a server. Whoever runs it writes the
/// name and the body of a request one behind the other to `octomate_room`, calls `octomate_answer`, and finds
/// the body of the answer at `octomate_text`. One request at a time. What would end a program ends the
/// module, which is then to be made anew.
namespace {

using namespace octomate;
using api::Answer;

std::string request_text;  // NOLINT: a module has no other place for them
Answer last;
std::unique_ptr<const api::Api> answering;

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

/// Begins: the game that is meant where none is named stands on the first line, the puzzles behind it.
Answer begin(std::string_view body) {
    const std::size_t line = std::min(body.find('\n'), body.size());
    CommonOptions common;
    common.variant = body.substr(0, line);
    common.threads = 1;
    common.quiet = true;
    answering = std::make_unique<api::Api>(
        common, api::Collection(entries_of(body.substr(std::min(line + 1, body.size()))), ""));
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
    for (const api::Request& request : requests_of_module())
        if (request.name == name) return (*answering.*request.answer)(body);
    return api::refusal(404, "not_found", fmt::format("nothing is called {}", name));
}

}  // namespace

extern "C" {

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
