#include <array>
#include <optional>
#include <string>
#include <utility>

#include "games/list.hpp"
#include "puzzle/fields.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

/// The question `mate`: the chance of mate within N moves, or the solutions of another stipulation.
class Mate : public Question {
    using Defence = solver::Defence;
    using Dice = solver::Dice;

  public:
    Mate() {
        options
            .whole("moves", request_.moves, 1, records::max_moves,
                   "Mate within N moves of the side to move (default: as the record says)")
            .in_python("n");
        options
            .text("stipulation", stipulation_,
                  "The stipulation of records without one: #2, =2, h#2, h#2.5, s#2, r#2, ser-#4, ser-h#3, …")
            .at_command_line("--stipulation TEXT");
        Option& dice = options.word("dice", request_.dice, std::array{Dice::Mean, Dice::Every, Dice::Some},
                                    "How rolls are valued (default: mean; for helpmates and series some)");
        dice.set = [this, set = dice.set](const Json& value) {
            set(value);
            request_.line_dice = request_.dice;
        };
        options.word("defence", request_.defence, std::array{Defence::Best, Defence::Help},
                     "What the opponent plays (default: best)");
        options.limits(request_);
        options
            .whole("lines", request_.most_lines, 0, 1'000'000,
                   "The greatest number of lines printed for a help or series stipulation (default: 10)")
            .at_command_line("--solutions N");
        options.flag("set_play", request_.set_play,
                     "Add set play: the lines of a help stipulation in which the other side begins");
        options.tables(tables);
        solution_.declare(options);
        options.flag("tree", request_.tree, "Print the solution of #n, indented by plies (text only)")
            .only(Scope::CommandLine);
        options.flag("certificate", request_.certificate, "Add what proves the values")
            .only(Scope::CommandLine)
            .at_command_line(declared_by_command);
    }

    Status check(const games::Game&) const override {
        if (stipulation_)
            if (auto read = records::read_stipulation(*stipulation_); !read)
                return Unexpected{Faults{std::move(read.error())}};
        if (solution_.wanted && request_.defence == Defence::Help)
            return wrong_option("solution", "shows forced mates and cannot be combined with --defence help");
        if (request_.certificate && (request_.dice != Dice::Mean || request_.defence != Defence::Best))
            return wrong_option("certificate",
                                "proves means against the best defence, without other --dice or --defence");
        return {};
    }

    Status run(QuestionInput& input) const override {
        const std::size_t begin = input.output.data.size();
        if (stipulation_ && !input.puzzle.stipulation && input.puzzle.moves == 1) {
            input.puzzle.stipulation = *records::read_stipulation(*stipulation_);
            if (input.puzzle.stipulation->is_plain()) input.puzzle.moves = input.puzzle.stipulation->moves();
        }
        if (input.context.only_solutions) return solution_.add(input, request_, begin);
        reports::MateRequest request = input.search(request_);
        request.reader = input.reader();
        reports::MateReport report;
        report.notes = std::move(input.notes);
        if (Status done = input.game.mate(input.puzzle, request, report); !done) return done;
        if (!report.stipulation) input.add_odds(report);
        if (!report.complete) ++input.output.incomplete;
        input.answer(report);
        return solution_.add(input, request_, begin);
    }

  private:
    reports::MateRequest request_;
    std::optional<std::string> stipulation_;  // the stipulation of records that name none
    SolutionOptions solution_;
};

/// Parses a key as in EPD: "5:Qa8-e4-e7# 6:Qe2-c4#". Fails with the faults of the text.
Expected<records::Key, Faults> read_key(const std::string& text, const games::Game& game) {
    records::Draft draft(games::variants(game.about().name));
    draft.parse_key("key", text);
    auto read = draft.finish();
    if (!read) return Unexpected{std::move(read.error().faults)};
    return *std::move(read->value.key);
}

/// The question `check`: whether the keys of a puzzle and its twins are correct.
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
        options.flag("legal", legal_, "Report whether a game leads to the position, as octomate proof does")
            .only(Scope::Programs);
        options.limits(request_.search);
    }

    Status check(const games::Game& game) const override {
        if (!key_) return {};
        auto key = read_key(*key_, game);
        return key ? Status() : Unexpected{std::move(key.error())};
    }

    Status run(QuestionInput& input) const override {
        reports::CheckRequest request = request_;
        request.search = input.search(request_.search);
        if (key_) {
            auto key = read_key(*key_, input.game);
            if (!key) return Unexpected{std::move(key.error())};
            input.puzzle.key = *std::move(key);
        }
        std::string& out = input.output.data;
        const std::size_t begin = out.size();
        std::string twins;  // the records of the twins, if the answer is one JSON value
        const auto add = [&](const reports::CheckReport& judged) {
            if (!judged.complete) ++input.output.incomplete;
            if (!judged.complete && input.stopped()) return;  // interrupted by the user, not by a limit
            if (judged.complete && judged.verdict != reports::Verdict::Sound) ++input.output.negative;
            if (judged.twin.empty() || !input.context.single) return input.answer(judged);
            twins.append(twins.empty() ? ",\"twins\":[" : ",").append(reports::json(judged));
        };
        reports::CheckReport report;
        report.notes = std::move(input.notes);
        if (Status done = input.game.check(input.puzzle, request, report); !done) return done;
        if (legal_) {
            if (!input.game.origins()) return unsupported(input.game, "search for proof games");
            reports::ProofReport proof;
            Status done = prove(input, request.search, reports::Reader::Program, proof);
            if (!done) return done;
            report.legality = std::move(proof.legality);
        }
        add(report);
        Status judged =
            for_each_twin(input.game, input.puzzle, [&](const auto& twin, const auto& twin_puzzle) {
                reports::CheckReport of_twin;
                of_twin.twin = twin.name;
                Status checked = input.game.check(twin_puzzle, request, of_twin);
                if (checked) add(of_twin);
                return checked;
            });
        if (!twins.empty()) out.insert(out.size() - 2, twins + ']');
        if (!judged && input.context.single) out.resize(begin);  // an error record replaces the answer
        return judged;
    }

  private:
    std::optional<std::string> key_;  // replaces the key of the record
    bool legal_ = false;
    reports::CheckRequest request_;
};

/// The question `tag`: the puzzle with its themes and scores.
class Tag : public Question {
  public:
    Tag() { options.limits(search_); }

    Status run(QuestionInput& input) const override {
        if (!input.game.maker()) return input.unsupported("themes");
        bool complete = true;
        Status done = input.game.maker()->tag(input.puzzle, input.search(search_), complete);
        if (!done) return done;
        if (!complete) ++input.output.incomplete;
        if (!input.puzzle.variant && input.game.name() != games::default_name())
            input.puzzle.variant = input.game.name();
        input.line(records::to_jsonl(input.puzzle));
        return done;
    }

  private:
    reports::SearchRequest search_;
};

}  // namespace

std::vector<Kind> mate_kinds() {
    return {{"mate", make<Mate>, true}, {"check", make<Check>, true}, {"tag", make<Tag>, true}};
}

}  // namespace octomate::questions
