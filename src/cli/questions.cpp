#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "cli/shared.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

/// Commands that answer a question (see questions/question.hpp) about positions. The options of the question
/// become options of the command; its reports are written as text, HTML or JSON Lines.
namespace octomate::cli {

namespace {

/// Parses the value of --limit: sets `limit` for "5", "0.5s" or "5seconds", and `nodes` for "200000nodes".
/// Throws UsageError.
void read_limit(const std::string& text, const questions::Option& limit, const questions::Option& nodes) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = std::string_view(text).substr(0, end);
    const std::string_view unit = std::string_view(text).substr(end);
    if (unit == "nodes") {
        const auto count = number_in<std::uint64_t>(number);
        if (count && *count > 0 && nodes.accept(*count)) return;
    } else if (unit.empty() || unit == "s" || unit == "seconds") {
        const auto seconds = number_in<double>(number);
        if (seconds && *seconds <= longest_seconds && limit.accept(*seconds)) return;
    }
    throw UsageError(
        "",
        fmt::format("\"{}\" is not a limit: expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                    text));
}

/// Returns the declaration of an option at the command line: "--set-play", "--moves N".
std::string declaration_of(const questions::Option& option) {
    if (!option.line.empty()) return std::string(option.line);
    std::string name = fmt::format("--{}", option.name);
    std::replace(name.begin(), name.end(), '_', '-');
    return option.kind == questions::Option::Kind::Whole ? name + " N" : name;
}

Option declare(Arguments& command, const questions::Options& options, const questions::Option& option) {
    using Kind = questions::Option::Kind;
    const std::string declared = declaration_of(option);
    std::string help(option.help);
    if (option.kind == Kind::Seconds) help += ", or positions (100000nodes)";
    if (option.folder) return add_tables_folder(command, *option.folder);
    if (option.kind == Kind::Flag) return command.add_flag(declared, *option.flag, help);
    if (option.kind == Kind::Word)
        return command.add_word_of(
            declared, option.words, [&option](const std::string& word) { option.accept(word); }, help);
    return command.add_words(
        declared,
        [&option, &options](const std::string& word) {
            if (option.kind == Kind::Seconds) return read_limit(word, option, options["nodes"]);
            // `accept_word` accepts the default even below the range; the command line does not.
            const bool is_too_low =
                option.kind == Kind::Whole && !(number_in<std::uint64_t>(word) >= option.least);
            if (is_too_low || !option.accept_word(word))
                throw UsageError("", fmt::format("\"{}\" is not {}", word, option.expected()));
        },
        help);
}

/// Throws UsageError if the values of the question's options are wrong for the game.
void check(const questions::Question& question, const games::Game& game) {
    if (const Status good = question.check(game); !good)
        throw UsageError("--" + good.error().front().field, good.error().front().message);
}

/// Declares the options of a question, whose values are checked against the game of --variant.
Declared declare(Arguments& command, const questions::Question& question) {
    command.check([&common = command.common(), &question] { check(question, games::named(common.variant)); });
    return declare(command, question.options);
}

/// Declares --html, which sets `file`. The option --tries of the question then needs --html or --solution.
Option add_page(Arguments& command, const Declared& declared, std::string& file) {
    const Option html = command.add_output("--html FILE", file);
    command.only_with({declared.at("tries")}, {declared.at("solution"), html});
    return html;
}

/// Writes the HTML page of the solutions of all puzzles, and returns the exit code.
int write_page(const QuestionRun& run, const CommonOptions& common) {
    using reports::SolutionReport;
    using Batch = records::Batch<SolutionReport>;
    if (!collect::can_open(run.files)) return BadInput;
    Destination output(run.page);
    std::vector<SolutionReport> all;
    QuestionRunner runner(run, common);
    runner.context.only_solutions = true;
    runner.context.text = [](const auto&) { return std::string(); };
    runner.context.on_report = [](const questions::QuestionInput& input, const questions::Report& report) {
        SolutionReport solution = *std::get<const SolutionReport*>(report);
        records::Puzzle shown = input.puzzle;
        shown.fen = solution.fen;
        shown.roll = solution.roll;
        if (auto scene = input.game.scene(shown)) {
            scene->title = solution.id.value_or("");
            solution.scene = std::make_shared<const draw::Scene>(std::move(*scene));
        }
        static_cast<Batch&>(input.output).results.push_back(std::move(solution));
    };
    const collect::RunResult result = collect::run_lines<SolutionReport>(
        run.files, common, [&](const records::Line& line, Batch& batch) { runner.answer(line, batch); },
        [&](Batch& batch) {
            std::move(batch.results.begin(), batch.results.end(), std::back_inserter(all));
        });
    output.write(views::solution_html(all, all.size() == 1 ? "Solution" : "Solutions"), result.complete);
    if (!common.quiet && output.is_file())
        print_message(
            fmt::format("{}: {} solution{}\n", run.page, grouped(all.size()), all.size() == 1 ? "" : "s"));
    return result.code;
}

/// Prints the reports of `mate`, and writes the certificates of its mates to a file. Returns the exit code.
int write_certificates(const QuestionRun& run, const CommonOptions& common) {
    using Batch = records::Batch<std::string>;
    OutputFile file(run.certificates);
    QuestionRunner runner(run, common);
    runner.context.on_report = [](const questions::QuestionInput& input, const questions::Report& report) {
        const auto* mate = std::get_if<const reports::MateReport*>(&report);
        if (mate && !(*mate)->certificate.empty())
            static_cast<Batch&>(input.output).results.push_back((*mate)->certificate);
    };
    const auto result = collect::run_lines<std::string>(
        run.files, common, [&](const records::Line& line, Batch& batch) { runner.answer(line, batch); },
        [&](const Batch& batch) {
            print_coloured(batch.data);
            for (const std::string& proof : batch.results) file.write(proof);
        });
    file.commit(result.complete);
    return result.code;
}

constexpr std::array<std::string_view, 7> verdict_words = {"without a key", "unsolvable", "cooked",   "short",
                                                           "with duals",    "sound",      "undecided"};

/// Returns the counts of verdicts: "5 puzzles: 1 cooked, 4 sound"; empty for a single puzzle.
std::string summary(const records::Counts& counts) {
    std::size_t total = 0;
    std::string parts;
    for (std::size_t at = 0; at < verdict_words.size(); ++at) {
        const std::size_t count = counts.verdicts.at(at);
        if (count == 0) continue;
        total += count;
        parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, verdict_words[at]);
    }
    return total > 1 ? fmt::format("{} puzzles: {}\n", total, parts) : std::string();
}

/// Runs `check`: writes the reports, then prints how often each verdict occurred. Returns the exit code.
int report_verdicts(const QuestionRun& run, const CommonOptions& common) {
    QuestionRunner runner(run, common);
    runner.context.on_report = [](const questions::QuestionInput& input, const questions::Report& report) {
        const auto& judged = *std::get<const reports::CheckReport*>(report);
        ++input.output.verdicts.at(judged.complete ? static_cast<std::size_t>(judged.verdict)
                                                   : verdict_words.size() - 1);
    };
    const collect::RunResult result = runner.answer_files();
    if (!common.quiet) print_message(summary(result.counts));
    return result.code;
}

/// Runs `check --fix-key`: writes the records with the correct key, themes and scores. Returns the exit code.
int fix_keys(const QuestionRun& run, const CommonOptions& common) {
    if (!games::named(games::default_name()).maker()) exec_octomate_all("check --fix-key", common.words);
    reports::SearchRequest search = *run.question->options.search();
    collect::set_up_search(common, search);
    const auto fix = [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>&,
                         bool& complete) {
        return maker_of(game, "check --fix-key").fix_key(puzzle, search, complete);
    };
    return collect::rewrite(run.files, common, run.target, fix);
}

/// Makes `command` answer `question` for puzzle files. Returns the run, whose further members the caller may
/// set.
std::shared_ptr<QuestionRun> declare_files_question(Arguments& command,
                                                    std::unique_ptr<questions::Question> question) {
    auto run = std::make_shared<QuestionRun>(QuestionRun{.question = std::move(question)});
    run->target.report = true;
    command.add_puzzle_files(run->files).required();
    command.run(
        [run](const CommonOptions& common) { return QuestionRunner(*run, common).answer_files().code; });
    return run;
}

}  // namespace

Declared declare(Arguments& command, const questions::Options& options) {
    Declared declared;
    for (const questions::Option& option : options.all())
        if (option.line != questions::declared_by_command)
            declared.emplace(option.name, declare(command, options, option));
    return declared;
}

std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request) {
    const auto options = std::make_shared<questions::Options>();
    options->limits(request);
    command.check([options] {});  // the command keeps `options` alive
    std::vector<Option> all;
    for (const auto& [name, option] : declare(command, *options)) all.push_back(option);
    return all;
}

QuestionRunner::QuestionRunner(const QuestionRun& run, const CommonOptions& given,
                               const std::atomic<bool>& stop)
    : run_(run),
      common_(given),
      game_tables_(run.question->tables, {.stop = [&stop] { return stop.load(); }}) {
    context.threads = given.threads;
    context.stop = &stop;
    context.tables_folder = tables_folder(run.question->tables);
    context.tables = [this](const auto& game, const auto& fen, auto& notes) {
        return game_tables_.odds(game, fen, notes);
    };
    context.on_unsupported = [&given](const games::Game& game) { refuse_game(game, given.command); };
    if (given.format == Format::Text)
        context.text = [style = text_style(given, run.exact)](const auto& report) {
            return std::visit([&](const auto* one) { return views::report_text(*one, style); }, report);
        };
}

collect::RecordHandler QuestionRunner::handler(records::Output& output) const {
    return [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes) {
        check(*run_.question, game);
        questions::QuestionInput input{game, puzzle, notes, context, output};
        return run_.question->run(input);
    };
}

void QuestionRunner::answer(const records::Line& line, records::Output& output) const {
    collect::with_record(line, common_, output, handler(output));
}

collect::RunResult QuestionRunner::answer_files() const {
    return collect::write_lines(run_.files, common_, run_.target,
                                [&](const records::Line& line, records::Output& output,
                                    const collect::RecordFile&) { answer(line, output); });
}

int QuestionRunner::answer_position() {
    records::Puzzle puzzle;
    puzzle.fen = run_.fen;
    std::vector<std::string> notes;
    context.write_part = [&](std::string& part) {
        collect::print_notes(std::exchange(notes, {}), common_);
        print(part);
        part.clear();
    };
    records::Output output;
    questions::QuestionInput input{games::named(common_.variant), puzzle, notes, context, output};
    if (const Status done = run_.question->run(input); !done) {
        const records::Origin origin{"FEN", 1};
        print_message(records::error_text(origin, done.error()));
        if (common_.format == Format::Jsonl) print(records::error_record(origin, {}, done.error()) + '\n');
        return BadInput;
    }
    collect::print_notes(notes, common_);
    print_coloured(output.data);
    return interrupted ? Interrupted : Success;
}

Declared declare_position_question(Arguments& command, std::unique_ptr<questions::Question> question) {
    const auto run = std::make_shared<QuestionRun>(QuestionRun{.question = std::move(question)});
    command.add_position(run->fen);
    command.run(
        [run](const CommonOptions& common) { return QuestionRunner(*run, common).answer_position(); });
    return declare(command, *run->question);
}

void add_moves(CommandLine& line) {
    Arguments command = line.add("moves");
    declare_position_question(command, questions::make("moves"));
}

void add_perft(CommandLine& line) {
    Arguments command = line.add("perft");
    declare_position_question(command, questions::make("perft")).at("depth").required();
}

void add_analyse(CommandLine& line) {
    Arguments command = line.add("analyse");
    const auto run = std::make_shared<QuestionRun>(QuestionRun{.question = questions::make("analyse")});
    command.add_position(run->fen);
    Declared option = declare(command, *run->question);
    command.add_flag("--exact", run->exact);
    for (const char* name : {"candidates", "plies", "depth", "seed"})
        option.at(name).needs(option.at("rollout"));
    command.run([run](const CommonOptions& common) {
        QuestionRunner runner(*run, common);
        std::atomic<std::uint64_t> done = 0;
        runner.context.on_rollout_progress = [&](std::uint64_t games) { done = games; };
        std::optional<Progress> progress;
        if (const std::uint64_t games = run->question->options["rollout"].get().get<std::uint64_t>();
            games > 0)
            progress.emplace(common, "games", [&done, games] { return TaskProgress{done, games}; });
        return runner.answer_position();
    });
}

void add_solve(CommandLine& line) {
    Arguments command = line.add("solve");
    const auto run = declare_files_question(command, questions::make("solve"));
    Declared option = declare(command, *run->question);
    option.at("tables").needs(option.at("odds"));
    Option page = add_page(command, option, run->page);
    const Option output = add_output_file(command, run->target);
    const Option force = add_force(command, run->target).needs(output);
    add_shared_resume(command, run->target, force);
    page.excludes(
        {option.at("list"), option.at("odds"), option.at("scene"), output});  // a page has no reports
    command.check([run, &common = command.common()] {
        if (common.ranks && !run->page.empty())
            throw UsageError("--html", "works in octomate only, without mpirun");
    });
    command.only_with({option.at("hash"), option.at("limit"), option.at("nodes")},
                      {option.at("solution"), page});
    command.run([run](const CommonOptions& common) {
        return run->page.empty() ? QuestionRunner(*run, common).answer_files().code
                                 : write_page(*run, common);
    });
}

void add_mate(CommandLine& line) {
    Arguments command = line.add("mate");
    const auto run = declare_files_question(command, questions::make("mate"));
    command.check([run] {
        if (run->certificates == "-")
            throw UsageError("--certificate", "needs the name of a file: the report goes to standard output");
        run->question->options["certificate"].accept(!run->certificates.empty());
    });
    Declared option = declare(command, *run->question);
    option.at("stipulation").excludes(option.at("moves"));
    command.add_flag("--exact", run->exact);
    const Option proof = command.add_output("--certificate FILE", run->certificates);
    // The page shows forced mates only, and no reports.
    add_page(command, option, run->page)
        .excludes({option.at("stipulation"), option.at("dice"), option.at("tree"), option.at("lines"),
                   option.at("set_play"), option.at("tables"), proof});
    command.check([run] {
        if (!run->page.empty() && run->question->options["defence"].get() == "help")
            throw UsageError("--html", "shows forced mates and cannot be combined with --defence help");
    });
    command.run([run](const CommonOptions& common) {
        if (!run->page.empty()) return write_page(*run, common);
        return run->certificates.empty() ? QuestionRunner(*run, common).answer_files().code
                                         : write_certificates(*run, common);
    });
}

void add_check(CommandLine& line) {
    Arguments command = line.add("check");
    const auto run = declare_files_question(command, questions::make("check"));
    const Declared option = declare(command, *run->question);
    const Option key = option.at("key");
    const Option fix_key =
        command.add_flag("--fix-key", run->fix_key)
            .excludes({option.at("superfluous"), option.at("strict"), option.at("legal"), key});
    const std::vector<Option> target = add_record_target(command, run->target);
    command.only_with({target.front()}, {fix_key});
    add_shared_resume(command, run->target, target.back());
    command.check([run, key] {
        run->target.report = !run->fix_key;
        if (key.given() && run->files.size() != 1)
            throw UsageError("--key", "takes one position, and several files are given");
    });
    command.run([run](const CommonOptions& common) {
        return run->fix_key ? fix_keys(*run, common) : report_verdicts(*run, common);
    });
}

void add_retract(CommandLine& line) {
    Arguments command = line.add("retract");
    declare_files_question(command, questions::make("retract"));
}

void add_proof(CommandLine& line) {
    Arguments command = line.add("proof");
    declare(command, *declare_files_question(command, questions::make("proof"))->question);
}

}  // namespace octomate::cli
