/// Fuzz targets for input from other programs: the engine protocol, and the bodies of requests to the server.
#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "api/api.hpp"
#include "fuzz/target.hpp"
#include "games/list.hpp"
#include "json/tree.hpp"
#include "players/engine.hpp"
#include "text/text.hpp"

namespace octomate::fuzz {

namespace {

/// An engine session that collects its answers.
class EngineSession {
  public:
    EngineSession()
        : engine_("Octomate", games::default_name(), {games::names(), games::most_faces(), games::session_of},
                  [this](const std::string& line) {
                      const std::lock_guard lock(mutex_);
                      answers_.push_back(line);
                  }) {}

    /// Processes a line of input. Returns false after `quit`.
    bool handle(const std::string& line) { return engine_.handle_line(line); }
    /// Waits for the end of the search; returns the answers since the last call.
    std::vector<std::string> finish() {
        engine_.finish(interrupted_);
        const std::lock_guard lock(mutex_);
        return std::exchange(answers_, {});
    }

  private:
    const std::atomic<bool> interrupted_ = false;
    std::mutex mutex_;
    std::vector<std::string> answers_;
    players::Engine engine_;
};

/// Checks that the answers to `line` are lines of the protocol, with one `bestmove` if `searched`, else none.
void check_answers(const std::vector<std::string>& answers, bool searched, const std::string& line) {
    std::size_t moves = 0;
    for (const std::string& answer : answers) {
        require(answer.find_first_of("\n\r") == std::string::npos, "an answer is one line", line);
        const std::string_view word = std::string_view(answer).substr(0, answer.find(' '));
        const bool known = word == "info" || word == "bestmove" || word == "id" || word == "option" ||
                           word == "uciok" || word == "readyok";
        require(known, "an answer begins with a word of the protocol", answer);
        moves += word == "bestmove";
    }
    require(moves == (searched ? 1U : 0U), "a search ends with one move", line);
}

}  // namespace

void check_engine(std::string_view text) {
    constexpr std::size_t most_searches = 2;
    text = text.substr(0, most_bytes);
    EngineSession session;
    std::size_t searches = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        std::string_view word = trim(line);
        word = word.substr(0, word.find_first_of(" \t\v\f\r"));
        const bool search = word == "go";
        if (search && ++searches > most_searches) continue;
        // Limits stand before and after the text: it may end with "nodes", which would consume a word of
        // those after.
        constexpr std::string_view limits = " nodes 8 depth 1";
        if (search) line.insert(line.find("go") + word.size(), limits).append(limits);
        if (line.find("infinite") != std::string::npos) continue;
        const bool more = session.handle(line);
        check_answers(session.finish(), search, line);
        if (!more) return;
    }
    session.handle("isready");
    require(session.finish() == std::vector<std::string>{"readyok"}, "the engine still answers isready");
}

/// Checks the answer to a request: the first line of `text` is its name, the rest its body.
void check_requests(std::string_view text) {
    constexpr api::Limits limits{.seconds = 0.05};
    text = text.substr(0, most_bytes);
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view name = text.substr(0, end), body = text.substr(std::min(end + 1, text.size()));
    CommonOptions common;
    common.variant = games::default_name();
    common.threads = 1;
    common.quiet = true;
    static const api::Api api(common, {}, nullptr, limits);
    for (const api::Request& request : api::requests()) {
        if (request.name != name) continue;
        const api::Answer answer = api.answer(request, body);
        const records::Json json = records::Json::parse(answer.body, nullptr, false);
        require(!json.is_discarded(), "an answer is JSON", answer.body);
        const bool refused = json.is_object() && json.contains("error");
        // On a busy machine the time limit of an answer may be exceeded.
        const bool late = answer.status == 503 && refused && json["error"]["code"] == "time_limit";
        require(answer.status == 200 || answer.status == 400 || late, "the status of an answer is 200 or 400",
                text);
        require((answer.status != 200) == refused, "an answer has an error exactly if its status is not 200",
                answer.body);
    }
}

}  // namespace octomate::fuzz
