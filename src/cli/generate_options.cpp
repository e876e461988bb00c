#include "cli/generate_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "cli/capable.hpp"
#include "cli/record_target.hpp"
#include "cli/shelves.hpp"
#include "collect/inputs.hpp"
#include "games/list.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

using collect::GenerateOptions;
using make::Span;

/// "3" or "3-5".
template <class Number>
std::optional<std::pair<Number, Number>> range_of(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto least = number_in<Number>(text.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : number_in<Number>(text.substr(dash + 1));
    if (!least || !most || *least > *most) return std::nullopt;
    return std::pair{*least, *most};
}

[[noreturn]] void refuse(const char* name, const std::string& why) { throw UsageError(name, why); }

Span read_span(const char* name, const std::string& word, Span bounds) {
    const auto range = range_of<int>(word);
    if (!range || range->first < bounds.least || range->second > bounds.most) {
        if (bounds.most <= bounds.least)
            refuse(name, fmt::format("\"{}\" means nothing in a game without a die, expected {}", word,
                                     bounds.least));
        refuse(name, fmt::format("\"{}\" is neither a number nor a range A-B within {}-{}", word,
                                 bounds.least, bounds.most));
    }
    return {range->first, range->second};
}

ThemeSet read_themes(const char* name, const std::string& list, const ThemeCatalogue& catalogue) {
    ThemeSet set;
    for (const std::string_view word : words_between(list, ',')) {
        const auto theme = catalogue.named(word);
        if (!theme)
            refuse(name, fmt::format("\"{}\" is no theme; octomate tag --list-themes tells them all", word));
        set.insert(*theme);
    }
    return set;
}

std::uint64_t read_winning(const std::string& list, const make::GameTerms& game) {
    if (!game.die) refuse("--winning", "the game has no die");
    std::uint64_t faces = 0;
    for (const std::string_view word : words_between(list, ',')) {
        const auto face = number_in<int>(word);
        if (!face || *face < 1 || *face > game.greatest_face)
            refuse("--winning", fmt::format("\"{}\" is no face 1-{}", word, game.greatest_face));
        faces |= std::uint64_t{1} << *face;
    }
    return faces;
}

/// What only the game understands, as it was given.
struct Words {
    std::optional<std::string> faces, winning, themes, without, men, material;
};

/// Reads it.
void read_words(const Words& words, GenerateOptions& options, const make::Maker& maker) {
    make::Wanted& wanted = options.task.wanted;
    const make::GameTerms& game = maker.terms();
    const ThemeCatalogue catalogue = maker.themes();
    if (words.faces) wanted.faces = read_span("--faces", *words.faces, {1, std::max(1, game.greatest_face)});
    if (words.winning) wanted.winning = read_winning(*words.winning, game);
    if (words.themes) wanted.themes = read_themes("--theme", *words.themes, catalogue);
    if (words.without) wanted.without = read_themes("--not-theme", *words.without, catalogue);
    if (words.men) wanted.men = read_span("--men", *words.men, {2, game.usual_men});
    if (words.material) {
        auto letters = maker.material(*words.material);
        if (!letters) refuse("--material", letters.error());
        options.task.material = *std::move(letters);
    }
    if (!game.die && !wanted.faces.contains(1))
        refuse("--faces", "the game has no die, so there is one set of mates");
}

constexpr const char* generate_examples =
    "  octomate generate --count 5                               five puzzles from random games\n"
    "  octomate generate --economical --faces 2 --count 100 --output twos.jsonl\n"
    "  octomate generate --from place --men 5-8 --theme promotion --economical\n"
    "  octomate generate --from place --mate 2 --men 5-7         mates in two; place is the quick way to "
    "them\n"
    "  octomate generate --from table KQK --want only-move       exact odds, from an endgame table\n"
    "  octomate generate --from puzzles/article.jsonl            puzzles like given ones\n"
    "  octomate generate --count 1000000 --best 100 --balance --economical --output best.jsonl\n"
    "  octomate generate --count 1000000 --output big.jsonl.zst --resume\n\n"
    "A puzzle is a position in which at least one face mates. Each face that binds has one solution\n"
    "(--unique), no two puzzles are the same or mirror images of each other, and none is in check\n"
    "unless --in-check. Puzzles from play carry the plies of the game that leads to them, and each\n"
    "has a winning move that is new in its game. With --economical, men are taken off until each that\n"
    "is left is needed; they stand in \"removed\". Where none is, \"generated\" says \"reachable\".\n"
    "The same seed and options give the same bytes, whatever the threads. A run with --output that\n"
    "was stopped in any way goes on with --resume, and ends in the same bytes. A run can be shared\n"
    "out: each machine runs a --shard, and octomate merge makes of the files what one run would\n"
    "have written. Exit code 4: it ended with fewer than --count; if that was for --seconds, and it\n"
    "was no --shard and without --best, it goes on with --resume.";

/// Reads what only the game understands, refuses what contradicts itself, and fills in what was left open.
void settle(const Words& words, GenerateOptions& options, const make::Maker& maker) {
    read_words(words, options, maker);
    make::Task& task = options.task;
    make::Wanted& wanted = task.wanted;
    if (options.from == "table" && options.classes.empty())
        refuse("--from", "table needs a material: --from table KQK");
    if (!(wanted.themes & wanted.without).empty()) refuse("--not-theme", "it names a theme of --theme");
    const ThemeCatalogue catalogue = maker.themes();
    if (const auto checked = wanted.themes & catalogue.shown_by(ShownBy::InCheck);
        !checked.empty() && !wanted.in_check)
        refuse("--theme", joined(catalogue.names(checked), ", ") + " needs --in-check");
    if (wanted.winning && !wanted.faces.contains(std::popcount(*wanted.winning)))
        refuse("--winning", "it names more or fewer faces than --faces");
    if (options.best > 0 && options.units.shards > 1)
        refuse("--best", "the best of all shards are found by octomate merge --best");
    if (options.resume && (options.target.file.empty() || options.target.file == "-"))
        refuse("--resume", "it goes with --output FILE");
    std::vector<std::string> inputs = options.exclude;
    inputs.push_back(options.from);
    collect::refuse_output_among(inputs, options.target.file);
    if (options.from == "place") {
        const int least = 2 + static_cast<int>(task.material.size());
        if (!words.men) wanted.men = task.material.empty() ? Span{5, 12} : Span{least, least};
        if (wanted.men.most < least) refuse("--men", "the material alone is more");
    }
    if (options.count == 0 && options.seconds <= 0 && !options.some_units) {
        if (options.best > 0) refuse("--best", "say of how many: --count N (or --seconds S, or --units A-B)");
        options.count = 10;
    }
    if (options.best > 0 && options.count > 0 && options.best > options.count)
        refuse("--best", "there are not so many in --count");
    task.source = options.from == "play"    ? make::Source::Play
                  : options.from == "place" ? make::Source::Place
                                            : make::Source::Given;
    task.from = options.from;
    task.format = options.target.resolved_format();
    task.of_the_best = options.best > 0;
    task.chapters = options.chapters;
    task.names_game = maker.variant() != games::default_name();
    task.interrupted = &interrupted;
}

/// Keeps what was given, an empty word too.
Option add_text(Arguments& command, const std::string& name, std::optional<std::string>& text,
                const std::string& help) {
    return command.add_words(
        name, [&text](const std::string& word) { text = word; }, help);
}

Option add_span(Arguments& command, const std::string& name, Span& span, Span bounds,
                const std::string& help) {
    const auto read = [&span, bounds, name](const std::string& word) {
        span = read_span(name.c_str(), word, bounds);
    };
    return command.add_words(name, read, help).named("A[-B]");
}

/// A word of --from, and whether it is meant.
Said said_from(const GenerateOptions& options, const std::string& word) {
    return {"--from " + word, [&options, word] { return options.from == word; }};
}

/// --units and --shard.
std::vector<Option> add_units(Arguments& command, GenerateOptions& options) {
    const auto read_units = [&options](const std::string& word) {
        const auto range = range_of<std::uint64_t>(word);
        if (!range) refuse("--units", fmt::format("\"{}\" is neither a number nor a range A-B", word));
        options.units.next = range->first;
        options.units.last = range->second;
        options.some_units = true;
    };
    const Option units = command.add_words("--units", read_units, "Only these units of work").named("A[-B]");
    const auto read_shard = [&options](const std::string& word) {
        const std::size_t slash = word.find('/');
        const std::string_view rest =
            slash == std::string::npos ? "" : std::string_view(word).substr(slash + 1);
        const std::uint64_t shard =
            number_in<std::uint64_t>(std::string_view(word).substr(0, slash)).value_or(0);
        const std::uint64_t shards = number_in<std::uint64_t>(rest).value_or(0);
        if (shard < 1 || shard > shards || shards > 65536)
            refuse("--shard", fmt::format("\"{}\" is none of 1/n … n/n", word));
        options.units.shard = shard - 1;
        options.units.shards = shards;
    };
    const Option shard =
        command
            .add_words("--shard", read_shard,
                       "Only the i-th of n parts of the run; octomate merge puts them together")
            .named("I/N");
    return {units, shard};
}

/// Declares the options that decide which puzzles are found.
std::vector<Option> add_filters(Arguments& command, Words& words, GenerateOptions& options) {
    make::Wanted& wanted = options.task.wanted;
    std::vector<Option> filters = {
        add_text(command, "--faces", words.faces, "How many faces win").named("A[-B]"),
        add_text(command, "--winning", words.winning, "Exactly these faces win").named("FACE,…"),
        add_text(command, "--theme", words.themes, "Themes that must be shown, all of them").named("THEME,…"),
        add_text(command, "--not-theme", words.without, "Themes that must not be shown").named("THEME,…"),
        add_text(command, "--men", words.men, "How many men, kings included").named("A[-B]"),
    };
    const Option plies = add_span(command, "--plies", options.task.plies, {1, 1000},
                                  "With play: how long into the game (default: 8-80)");
    const Option material =
        add_text(command, "--material", words.material,
                 "With place: men that are always there, as in a FEN: QRRpp (kings always are)")
            .named("MEN");
    const std::vector<Option> others = {
        command
            .add("--mate", wanted.moves, {1, 5},
                 "Mate in N moves, forced on the faces that win (default: 1); of 2, quickest with --from "
                 "place, "
                 "which then works backwards from lost positions")
            .named("N"),
        command.add("--min-difficulty", wanted.min_difficulty, {0, 100}, "At least so difficult")
            .named("0-100"),
        command.add_flag("--unique,!--no-unique", wanted.unique,
                         "One solution on each face that binds (the default; --no-unique allows more)"),
        command.add_flag("--economical", wanted.economical, "Take superfluous men off until none is left"),
    };
    const Option reachable =
        command.add_flag("--reachable", wanted.reachable,
                         "With play: take no man off; with --economical, only where none is superfluous");
    const Option spread =
        command.add_flag("--spread,!--no-spread", options.task.spread,
                         "With play: of the puzzles of one game those with a winning move that is new in it "
                         "(the default; --no-spread takes the same mate a ply later too)");
    const Option in_check =
        command.add_flag("--in-check", wanted.in_check, "Positions in check too, which have no die");
    command.only_with({plies, reachable, spread}, {said_from(options, "play")});
    command.only_with({material}, {said_from(options, "place")});
    filters.insert(filters.end(), {plies, material});
    filters.insert(filters.end(), others.begin(), others.end());
    filters.insert(filters.end(), {reachable, spread, in_check});
    return filters;
}

}  // namespace

void declare_generate(CommandLine& line,
                      std::function<int(const GenerateOptions&, const CommonOptions&)> work) {
    Arguments command =
        line.add("generate", "Make collections of puzzles: sound, distinct, themed, by the million",
                 generate_examples);
    command.hide({"--ascii"});
    const auto options = std::make_shared<GenerateOptions>();
    const auto words = std::make_shared<Words>();
    command
        .add("--from", options->from,
             "Where positions come from: play (random games, the default), place (men put at random), or a "
             "puzzle file whose positions are changed a little; or table, for the most striking positions of "
             "an "
             "endgame table")
        .named("play|place|FILE|table");
    const Option classes =
        command.add("CLASS", options->classes, "With --from table: the materials, such as KQK");
    const Option want = command.add_word_of(
        "--want", {"sharpest", "swing", "only-move"},
        "With --from table: one move is worth far more than the next on its roll (sharpest, the "
        "default), one roll far more than another (swing), or one move alone keeps what there is "
        "(only-move)",
        [options](const std::string& word) { options->want = word; });
    const Option tables = add_tables_folder(command, options->tables);
    command.only_with({classes, want, tables}, {said_from(*options, "table")});
    command
        .add("--count", options->count, {1, std::uint64_t{1} << 40},
             "Distinct puzzles to find (default: 10; no bound with --seconds or --units)")
        .named("N");
    const Option seconds =
        command.add_positive("--seconds", options->seconds, "Stop after so many seconds").named("S");
    const Option best =
        command
            .add("--best", options->best, {1, std::uint64_t{1} << 32},
                 "Of all that are found write only the K best, the best first: without near "
                 "twins (the same men but one), trivial material and idle pawns on their own "
                 "first rank, and another mating pattern goes before one that a better puzzle "
                 "shows")
            .named("K");
    const Option balance = command.add_flag(
        "--balance", options->balance, "With --best: equal shares for sides, numbers of faces and themes");
    const Option chapters = command.add_flag(
        "--chapters", options->chapters, "With --best: in chapters by leading theme, which the records name");
    command.only_with({balance, chapters}, {best});
    command.add("--seed", options->task.seed, {}, "Other seeds, other puzzles (default: 1)").named("S");
    const std::vector<Option> filters = add_filters(command, *words, *options);
    const Option exclude =
        command.add("--exclude", options->exclude, "Puzzle files whose positions are not to come again")
            .named("FILE…");
    const std::vector<Option> units = add_units(command, *options);
    Option resume = command.add_flag("--resume", options->resume,
                                     "Go on with --output where an earlier run was stopped or killed");
    const Said searched("--from play, place or FILE", [options] { return options->from != "table"; });
    command.only_with(filters, {searched});
    command.only_with(units, {searched});
    command.only_with({seconds, best, exclude, resume}, {searched});
    resume.excludes(add_record_target(command, options->target).back());
    // The common options alone: the command, which keeps this function, would keep itself.
    command.check([options, words, filters, &common = command.common()] {
        for (const Option& option : filters) {
            if (option.given()) options->filters.emplace_back(option.name().substr(2), option.words());
        }
        settle(*words, *options, maker_of(games::named(common.variant), "generate"));
    });
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

}  // namespace octomate::cli
