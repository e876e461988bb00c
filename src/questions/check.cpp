#include <optional>
#include <string>
#include <utility>

#include "games/list.hpp"
#include "puzzle/fields.hpp"
#include "questions/question.hpp"
#include "questions/solution.hpp"

namespace octomate::questions {

namespace {

/// Reads a key as in EPD: faces with their moves.
Expected<records::Key, Faults> read_key(const std::string& text, const games::Game& game) {
    records::Draft draft(games::variants(game.about().name));
    draft.take_key("key", text);
    auto read = draft.finish();
    if (!read) return Unexpected{std::move(read.error().faults)};
    return *std::move(read->value.key);
}

/// Is the puzzle sound? Judges its key, and those of its twins.
class Check : public Question {
  public:
    Check() {
        options
            .text("key", key_,
                  "The key of the one position, in place of the record's: faces with their moves, as in "
                  "'5:Qa8-e4-e7# 6:Qe2-c4#'; in check or without a die '-:…'")
            .at_command_line("--key KEY");
        options.flag("superfluous", request_.superfluous, "Do not look for superfluous men")
            .at_command_line("!--no-superfluous");
        options.flag("strict", request_.strict, "Count duals and shorter mates in variations of full length");
        options
            .flag("legal", legal_,
                  "Report whether a game leads to the position, as octomate proof does (--limit: 10s)")
            .only(Scope::Programs);
        options.limits(request_.search);
    }

    Status check(const games::Game& game) const override {
        if (!key_) return {};
        auto key = read_key(*key_, game);
        return key ? Status() : Unexpected{std::move(key.error())};
    }

    Status run(Asked& asked) const override {
        reports::CheckRequest request = request_;
        request.search = asked.search(request_.search);
        if (key_) {
            auto key = read_key(*key_, asked.game);
            if (!key) return Unexpected{std::move(key.error())};
            asked.puzzle.key = *std::move(key);
        }
        std::string& out = asked.output.data;
        const std::size_t begin = out.size();
        std::string twins;  // for one value of JSON
        const auto add = [&](const reports::CheckReport& judged) {
            if (!judged.complete) ++asked.output.incomplete;
            if (!judged.complete && asked.stopped()) return;  // the user stopped it, not a limit
            if (judged.complete && judged.verdict != reports::Verdict::Sound) ++asked.output.negative;
            if (judged.twin.empty() || !asked.context.single) return asked.answer(judged);
            twins.append(twins.empty() ? ",\"twins\":[" : ",").append(reports::json(judged));
        };
        reports::CheckReport report;
        report.notes = std::move(asked.notes);
        if (Status done = asked.game.check(asked.puzzle, request, report); !done) return done;
        if (legal_) {
            if (!asked.game.origins()) return lacks(asked.game, "search for proof games");
            reports::ProofReport proof;
            Status done = prove(asked, request.search, reports::Reader::Program, proof);
            if (!done) return done;
            report.legality = std::move(proof.legality);
        }
        add(report);
        Status judged = for_each_twin(asked.game, asked.puzzle, [&](const auto& twin, const auto& changed) {
            reports::CheckReport of_twin;
            of_twin.twin = twin.name;
            Status checked = asked.game.check(changed, request, of_twin);
            if (checked) add(of_twin);
            return checked;
        });
        if (!twins.empty()) out.insert(out.size() - 2, twins + ']');
        if (!judged && asked.context.single) out.resize(begin);  // the answer is the error record
        return judged;
    }

  private:
    std::optional<std::string> key_;  // replaces that of the record
    bool legal_ = false;
    reports::CheckRequest request_;
};

/// Which themes and scores has the puzzle? The answer is the puzzle itself with them.
class Tag : public Question {
  public:
    Tag() { options.limits(search_); }

    Status run(Asked& asked) const override {
        if (!asked.game.maker()) return asked.lacks("themes");
        bool complete = true;
        Status done = asked.game.maker()->tag(asked.puzzle, asked.search(search_), complete);
        if (!done) return done;
        if (!complete) ++asked.output.incomplete;
        if (!asked.puzzle.variant && asked.game.name() != games::default_name())
            asked.puzzle.variant = asked.game.name();
        asked.line(records::to_jsonl(asked.puzzle));
        return done;
    }

  private:
    reports::SearchRequest search_;
};

}  // namespace

std::vector<Kind> check_kinds() { return {{"check", make<Check>, true}, {"tag", make<Tag>, true}}; }

}  // namespace octomate::questions
