#include "cli/generate_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <optional>
#include <string_view>

namespace octomate::app {

namespace {

using make::Span;

/// A whole number from a text that holds nothing else.
template <class Number>
std::optional<Number> number_of(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// "3" or "3-5".
template <class Number>
std::optional<std::pair<Number, Number>> range_of(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto least = number_of<Number>(text.substr(0, dash));
    const auto most = dash == std::string_view::npos ? least : number_of<Number>(text.substr(dash + 1));
    if (!least || !most || *least > *most) return std::nullopt;
    return std::pair{*least, *most};
}

CLI::Option* add_span(CLI::App* app, const std::string& name, Span& span, Span bounds,
                      const std::string& text) {
    const auto read = [&span, name, bounds](const std::string& word) {
        const auto range = range_of<int>(word);
        if (!range || range->first < bounds.least || range->second > bounds.most) {
            throw CLI::ValidationError(
                name, fmt::format("\"{}\" is neither a number nor a range A-B within {}-{}", word,
                                  bounds.least, bounds.most));
        }
        span = {range->first, range->second};
    };
    return app->add_option_function<std::string>(name, read, text)->type_name("A[-B]");
}

/// The words between commas.
std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t comma = text.find(',');
        words.push_back(text.substr(0, comma));
        if (comma == std::string_view::npos) return words;
        text.remove_prefix(comma + 1);
    }
}

CLI::Option* add_themes(CLI::App* app, const std::string& name, themes::ThemeSet& set,
                        const std::string& text) {
    const auto read = [&set, name](const std::string& list) {
        for (const std::string_view word : words_of(list)) {
            const auto theme = themes::theme_named(word);
            if (!theme) {
                throw CLI::ValidationError(
                    name, fmt::format("\"{}\" is no theme; octomate tag --list-themes tells them all", word));
            }
            set.insert(*theme);
        }
    };
    return app->add_option_function<std::string>(name, read, text)->type_name("THEME,…");
}

CLI::Option* add_winning(CLI::App* app, std::optional<std::uint16_t>& winning) {
    const auto read = [&winning](const std::string& list) {
        std::uint16_t faces = 0;
        for (const std::string_view word : words_of(list)) {
            const auto face = number_of<int>(word);
            if (!face || *face < 1 || *face > 8)
                throw CLI::ValidationError("--winning", fmt::format("\"{}\" is no face 1-8", word));
            faces = static_cast<std::uint16_t>(faces | 1 << *face);
        }
        winning = faces;
    };
    return app->add_option_function<std::string>("--winning", read, "Exactly these faces win")
        ->type_name("FACE,…");
}

CLI::Option* add_material(CLI::App* app, std::vector<board8::Man>& material) {
    const auto read = [&material](const std::string& letters) {
        for (const char letter : letters) {
            const auto man = board8::man_of(letter);
            if (!man) {
                throw CLI::ValidationError(
                    "--material",
                    fmt::format("'{}' is no man: expected letters of a FEN, such as QRRpp", letter));
            }
            if (man->kind != board8::Kind::King) material.push_back(*man);
        }
    };
    return app
        ->add_option_function<std::string>(
            "--material", read,
            "With place: men that are always there, as in a FEN: QRRpp (kings always are)")
        ->type_name("MEN");
}

void add_units(CLI::App* app, GenerateOptions& options) {
    const auto read_units = [&options](const std::string& word) {
        const auto range = range_of<std::uint64_t>(word);
        if (!range)
            throw CLI::ValidationError("--units",
                                       fmt::format("\"{}\" is neither a number nor a range A-B", word));
        options.units.next = range->first;
        options.units.last = range->second;
        options.some_units = true;
    };
    app->add_option_function<std::string>("--units", read_units, "Only these units of work")
        ->type_name("A[-B]");
    const auto read_shard = [&options](const std::string& word) {
        const std::size_t slash = word.find('/');
        const auto shard = number_of<std::uint64_t>(std::string_view(word).substr(0, slash));
        const auto shards = slash == std::string::npos
                                ? std::nullopt
                                : number_of<std::uint64_t>(std::string_view(word).substr(slash + 1));
        if (!shard || !shards || *shard < 1 || *shard > *shards || *shards > 65536)
            throw CLI::ValidationError("--shard", fmt::format("\"{}\" is none of 1/n … n/n", word));
        options.units.shard = *shard - 1;
        options.units.shards = *shards;
    };
    app->add_option_function<std::string>(
           "--shard", read_shard, "Only the i-th of n parts of the run; octomate merge puts them together")
        ->type_name("I/N");
}

}  // namespace

void add_generate_options(CLI::App* app, GenerateOptions& options) {
    make::Wanted& wanted = options.wanted;
    app->add_option(
           "--from", options.from,
           "Where positions come from: play (random games, the default), place (men put at random), or a "
           "puzzle file whose positions are changed a little")
        ->type_name("play|place|FILE");
    const auto positive = [] { return CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40).description(""); };
    app->add_option("--count", options.count,
                    "Distinct puzzles to find (default: 10; no bound with --seconds or --units)")
        ->check(positive())
        ->type_name("N");
    app->add_option("--seconds", options.seconds, "Stop after so many seconds")
        ->check(CLI::PositiveNumber.description(""))
        ->type_name("S");
    app->add_option("--best", options.best, "Of all that are found write only the K best, the best first")
        ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 32).description(""))
        ->type_name("K");
    app->add_flag("--balance", options.balance,
                  "With --best: equal shares for sides, numbers of faces and themes");
    app->add_option("--seed", options.seed, "Other seeds, other puzzles (default: 1)")->type_name("S");

    std::vector<CLI::Option*> filters = {
        add_span(app, "--faces", wanted.faces, {1, 8}, "How many faces win"),
        add_winning(app, wanted.winning),
        add_themes(app, "--theme", wanted.themes, "Themes that must be shown, all of them"),
        add_themes(app, "--not-theme", wanted.without, "Themes that must not be shown"),
        add_span(app, "--men", wanted.men, {2, 32}, "How many men, kings included"),
        add_span(app, "--plies", options.plies, {1, 1000},
                 "With play: how long into the game (default: 8-80)"),
        add_material(app, options.material),
        app->add_option("--mate", wanted.moves, "Mate in N moves, forced on the faces that win (default: 1)")
            ->check(CLI::Range(1, 5).description(""))
            ->type_name("N"),
        app->add_option("--min-difficulty", wanted.min_difficulty, "At least so difficult")
            ->check(CLI::Range(0, 100).description(""))
            ->type_name("0-100"),
        app->add_flag("--unique,!--no-unique", wanted.unique,
                      "One solution on each face that binds (the default; --no-unique allows more)"),
        app->add_flag("--economical", wanted.economical, "Take superfluous men off until none is left"),
        app->add_flag("--in-check", wanted.in_check, "Positions in check too, which have no die"),
    };
    options.filters_ = filters;
    app->add_option("--exclude", options.exclude, "Puzzle files whose positions are not to come again")
        ->type_name("FILE…");
    add_units(app, options);
    app->add_flag("--resume", options.resume,
                  "Go on with --output where an earlier run was stopped or killed");
    add_record_target(app, options.target);
}

records::Json GenerateOptions::run(const std::string& variant) const {
    records::Json run = {{"variant", variant}, {"from", from}, {"seed", seed}};
    for (const CLI::Option* option : filters_) {
        if (option->count() > 0) run[option->get_name().substr(2)] = option->results();
    }
    if (!exclude.empty()) run["exclude"] = exclude;
    if (count > 0) run["count"] = count;
    if (best > 0) run["best"] = best;
    if (balance) run["balance"] = true;
    if (some_units) run["units"] = {units.next, units.last};
    return run;
}

void settle(GenerateOptions& options) {
    const auto refuse = [](const char* name, const char* why) { throw CLI::ValidationError(name, why); };
    const make::Wanted& wanted = options.wanted;
    if (options.balance && options.best == 0) refuse("--balance", "it goes with --best");
    if (!(wanted.themes & wanted.without).empty()) refuse("--not-theme", "it names a theme of --theme");
    if (wanted.themes.contains(themes::Theme::InCheck) && !wanted.in_check)
        refuse("--theme", "in-check needs --in-check");
    if (wanted.winning && !wanted.faces.contains(std::popcount(*wanted.winning)))
        refuse("--winning", "it names more or fewer faces than --faces");
    if (options.best > 0 && options.units.shards > 1)
        refuse("--best", "the best of all shards are found by octomate merge --best");
    if (options.resume && (options.target.file.empty() || options.target.file == "-"))
        refuse("--resume", "it goes with --output FILE");
    std::vector<std::string> inputs = options.exclude;
    inputs.push_back(options.from);
    refuse_output_among(inputs, options.target);
    if (!options.material.empty() && options.from != "place")
        refuse("--material", "it goes with --from place");
    if (options.from == "place") {
        const int least = 2 + static_cast<int>(options.material.size());
        make::Span& men = options.wanted.men;
        if (men.most == 64) men = options.material.empty() ? Span{5, 12} : Span{least, least};
        if (least > 32) refuse("--material", "there are more than 32 men with the kings");
        if (men.most < least) refuse("--men", "the material alone is more");
        for (const Color color : {Color::White, Color::Black}) {
            if (std::count(options.material.begin(), options.material.end(),
                           board8::Man{board8::Kind::Pawn, color}) > 8)
                refuse("--material", "there are more than eight pawns of a colour, one for each file");
        }
    }
    if (options.count == 0 && options.seconds <= 0 && !options.some_units) {
        if (options.best > 0) refuse("--best", "say of how many: --count N (or --seconds S, or --units A-B)");
        options.count = 10;
    }
    if (options.best > 0 && options.count > 0 && options.best > options.count)
        refuse("--best", "there are not so many in --count");
}

}  // namespace octomate::app
