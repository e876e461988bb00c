#include "cli/shared.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "cli/shelves.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "core/names.hpp"
#include "games/list.hpp"
#include "text/text.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

template <class Capability>
const Capability& demanded(const Capability* capability, const games::Game& game,
                           const std::string& command) {
    if (capability) return *capability;
    throw UsageError("", fmt::format("{} is not available for {}; octomate games lists what each game can do",
                                     command, game.about().title));
}

/// Reads "5", "0.5s", "5seconds" or "200000nodes" into the request.
void read_limit(const std::string& text, reports::SearchRequest& request) {
    const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::string_view number = std::string_view(text).substr(0, end);
    const std::string_view unit = std::string_view(text).substr(end);
    if (unit == "nodes") {
        request.nodes = number_in<std::uint64_t>(number).value_or(0);
        if (request.nodes > 0) return;
    } else if (unit.empty() || unit == "s" || unit == "seconds") {
        request.seconds = number_in<double>(number).value_or(0);
        if (request.seconds > 0 && request.seconds <= longest_seconds) return;
    }
    throw UsageError(
        "--limit",
        fmt::format("\"{}\" is not a limit: expected seconds such as 5 or 0.5s, or nodes such as 100000nodes",
                    text));
}

/// "--set-play", "--moves N": how the command line declares an option.
std::string declaration_of(const questions::Option& option) {
    if (!option.line.empty()) return std::string(option.line);
    std::string name = fmt::format("--{}", option.name);
    std::replace(name.begin(), name.end(), '_', '-');
    return option.kind == questions::Option::Kind::Whole ? name + " N" : name;
}

/// Sets a whole number.
void accept_whole(const questions::Option& option, const std::string& word) {
    const auto number = number_in<std::uint64_t>(word);
    if (number && *number >= option.least && option.accept(*number)) return;
    throw UsageError(
        "", fmt::format("\"{}\" is not a whole number from {} to {}", word, option.least, option.most));
}

Option declare(Arguments& command, questions::Question& question, const questions::Option& option) {
    using Kind = questions::Option::Kind;
    const std::string declared = declaration_of(option);
    const std::string help(option.help);
    if (option.kind == Kind::Flag) return command.add_flag(declared, *option.flag, help);
    if (option.name == "tables") return add_tables_folder(command, question.tables);
    if (option.kind == Kind::Word)
        return command.add_word_of(declared, option.words, help,
                                   [&option](const std::string& word) { option.accept(word); });
    return command.add_words(
        declared,
        [&option, &question](const std::string& word) {
            if (option.kind == Kind::Whole) return accept_whole(option, word);
            if (option.kind == Kind::Text) return void(option.accept(word));
            reports::SearchRequest limit;
            read_limit(word, limit);
            if (limit.seconds > 0) option.accept(limit.seconds);
            for (const questions::Option& other : question.options.all())
                if (limit.nodes > 0 && other.name == "nodes") other.accept(limit.nodes);
        },
        help);
}

std::string perft_text(const reports::PerftReport& report) {
    std::string text;
    for (const auto& [move, count] : report.lines) text += fmt::format("{:<6} {}\n", move, count);
    text +=
        fmt::format("{} nodes at depth {} in {:.3f} s", report.nodes, report.request.depth, report.seconds);
    if (report.seconds > 0.01)
        text += fmt::format(" ({:.1f} million a second)",
                            static_cast<double>(report.nodes) / report.seconds / 1e6);
    return text + '\n';
}

/// Writes a report as text for people.
struct TextWriter {
    draw::TextStyle style;

    std::string operator()(const reports::SolveReport* report) const {
        return views::solve_text(*report, style) + views::odds_text(*report, style);
    }
    std::string operator()(const reports::MovesReport* report) const {
        return views::moves_text(*report, style);
    }
    std::string operator()(const reports::MateReport* report) const {
        return views::mate_text(*report, style);
    }
    std::string operator()(const reports::CheckReport* report) const {
        return views::check_text(*report, style);
    }
    std::string operator()(const reports::Analysis* report) const {
        return views::analysis_text(*report, style);
    }
    std::string operator()(const reports::PerftReport* report) const { return perft_text(*report); }
    std::string operator()(const reports::SolutionReport* report) const {
        return views::solution_text(*report, style);
    }
};

}  // namespace

const make::Maker& maker_of(const games::Game& game, const std::string& command) {
    return demanded(game.maker(), game, command);
}

const make::Maker& composing_maker_of(const games::Game& game, const std::string& command) {
    const make::Maker* maker = game.maker();
    return demanded(maker && maker->composes() ? maker : nullptr, game, command);
}

const games::Origins& origins_of(const games::Game& game, const std::string& command) {
    return demanded(game.origins(), game, command);
}

const tables::Tables& tables_of(const games::Game& game, const std::string& command) {
    return demanded(game.tables(), game, command);
}

const games::Game& require_pictures(const games::Game& game, const std::string& command) {
    return demanded(game.pictured() ? &game : nullptr, game, command);
}

Declared declare(Arguments& command, questions::Question& question) {
    Declared declared;
    for (const questions::Option& option : question.options.all())
        declared.emplace(option.name, declare(command, question, option));
    command.check([&common = command.common(), &question] {
        if (const Status good = question.check(games::named(common.variant)); !good)
            throw UsageError("--" + good.error().front().field, good.error().front().message);
    });
    return declared;
}

Asker::Asker(const questions::Question& question, const CommonOptions& given, bool exact)
    : question_(question), common_(given), shelves_(question.tables) {
    context.threads = given.threads;
    context.stop = &interrupted;
    context.folder = tables_folder(question.tables);
    context.tables = [this](const auto& game, const auto& fen, auto& notes) {
        return shelves_.odds(game, fen, notes);
    };
    if (given.format == Format::Text)
        context.text = [writer = TextWriter{text_style(given, exact)}](const auto& report) {
            return std::visit(writer, report);
        };
}

void Asker::ask(const records::Line& line, records::Output& output) const {
    collect::with_record(line, common_, output, [&](const auto& game, auto& puzzle, auto& notes) {
        questions::Asked asked{game, puzzle, notes, context, output};
        return question_.run(asked);
    });
}

collect::Ran Asker::ask_files(const std::vector<std::string>& files,
                              const collect::RecordTarget& target) const {
    return collect::write_lines(files, common_, target,
                                [&](const records::Line& line, records::Output& output,
                                    const collect::RecordFile&) { ask(line, output); });
}

int ask_position(const questions::Question& question, const std::string& fen, const CommonOptions& common,
                 bool exact) {
    Asker asker(question, common, exact);
    return collect::with_fen_argument(fen, common,
                                      [&](const auto& game, auto& puzzle, auto& notes, auto& out) -> Status {
                                          asker.context.pass_on = [&](std::string& part) {
                                              collect::print_notes(std::exchange(notes, {}), common);
                                              print(part);
                                              part.clear();
                                          };
                                          records::Output output;
                                          questions::Asked asked{game, puzzle, notes, asker.context, output};
                                          Status done = question.run(asked);
                                          out = std::move(output.data);
                                          return done;
                                      });
}

Declared add_question(Arguments& command, std::unique_ptr<questions::Question> made) {
    const std::shared_ptr<questions::Question> question = std::move(made);
    const auto fen = std::make_shared<std::string>();
    command.add_position(*fen);
    command.run([=](const CommonOptions& common) { return ask_position(*question, *fen, common); });
    return declare(command, *question);
}

players::Character player_named(const std::string& name) {
    if (const auto player = players::character_named(name)) return *player;
    throw UsageError("--player",
                     fmt::format("\"{}\" is not a player: expected {}", name, players::character_names()));
}

Option add_force(Arguments& command, collect::RecordTarget& target) {
    return command.add_flag("--force", target.force, "Overwrite the output of a run that was stopped");
}

Option add_resume(Arguments& command, collect::RecordTarget& target) {
    command.check([&target] {
        if (target.resume && target.is_standard_output()) throw UsageError("--resume", "needs --output FILE");
    });
    return command.add_flag("--resume", target.resume,
                            "Continue the --output of an earlier run that was stopped");
}

Option add_output_file(Arguments& command, collect::RecordTarget& target) {
    return command.add_output(
        "-o,--output FILE", target.file,
        "The output file, compressed if its name ends in .zst (default: standard output)");
}

void add_shared_resume(Arguments& command, collect::RecordTarget& target, const Option& force) {
    if (!command.common().ranks) return;
    add_resume(command, target).excludes(force);
    command.writes("--output", [&target] { return collect::RunFile::side_files(target); });
}

std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target,
                                      const std::vector<std::string>& further) {
    std::vector<std::string> formats = {"csv", "epd", "jsonl", "latex", "pgn", "yaml"};
    formats.insert(formats.end(), further.begin(), further.end());
    // The names of formats are the endings of their files.
    const Option to = command.add_word_of(
        "--to", formats, "The format of the puzzles (default: by the name of --output, or jsonl)",
        [&target](const std::string& word) { target.format = records::format_of_file("." + word); });
    return {to, add_output_file(command, target), add_force(command, target)};
}

std::vector<Option> add_limits(Arguments& command, reports::SearchRequest& request, const char* does) {
    return {
        command.add_words(
            "--limit SECONDS|Nnodes", [&request](const std::string& text) { read_limit(text, request); },
            does),
        command.add("--nodes N", request.nodes, {1},
                    "The same as --limit Nnodes, with one thread, so that results are reproducible"),
    };
}

std::vector<Option> add_search_limits(Arguments& command, reports::SearchRequest& request) {
    std::vector<Option> all = {command.add("--hash MIB", request.hash_mib, {0, 1 << 20},
                                           "Size of the transposition table in MiB (default: 64)")};
    for (const Option& option :
         add_limits(command, request,
                    "Give up on a puzzle after this many seconds (5, 0.5s) or positions (100000nodes)"))
        all.push_back(option);
    return all;
}

Option add_best(Arguments& command, std::uint64_t& places, bool& balanced, bool& chapters) {
    const Option best = command.add(
        "--best K", places, {1, std::uint64_t{1} << 32},
        "Write only the K best, the best first: without near twins (the same men but one), trivial material "
        "and idle pawns on their own first rank, preferring mating patterns that no better puzzle shows, and "
        "with one idea (the piece that moves, and its motif) in at most 15 of 100 places");
    command
        .add_flag("--balance", balanced, "With --best: equal shares for sides, numbers of faces and themes")
        .needs(best);
    command
        .add_flag("--chapters", chapters, "With --best: in chapters by leading theme, named in the records")
        .needs(best);
    return best;
}

Destination::Destination(const std::string& name) {
    if (name != "-") file_.emplace(name);
}

void Destination::write(std::string_view bytes, bool whole) {
    if (!file_) return print(bytes);
    file_->write(bytes);
    file_->commit(whole);
}

}  // namespace octomate::cli
