#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>

#include "cli/shared.hpp"
#include "collect/generate_run.hpp"
#include "collect/run_file.hpp"
#include "games/list.hpp"
#include "puzzle/fields.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

using collect::GenerateOptions;
using make::Span;

tables::Criterion criterion_named(const std::string& name) {
    if (name == "swing") return tables::Criterion::Swing;
    return name == "only-move" ? tables::Criterion::OnlyMove : tables::Criterion::Sharpest;
}

/// Returns the best moves of each face, or only of the face of `find.roll` if that is set.
records::Key best_of(const tables::RankedPosition& find) {
    records::Key best;
    for (const tables::RollOdds& roll : find.odds.rolls) {
        if (find.roll && roll.face != *find.roll) continue;
        for (std::size_t at = 0; at < roll.best_count(); ++at) best[roll.face].push_back(roll.moves[at].move);
    }
    return best;
}

/// Makes the record of a position found in an endgame table, with the additional fields "want" (the
/// criterion), "measure", "best" (the best moves) and "odds".
records::Puzzle puzzle_of(tables::RankedPosition find, const std::string& criterion,
                          const games::Game& game) {
    records::Puzzle puzzle;
    puzzle.fen = std::move(find.fen);
    puzzle.roll = find.roll;
    puzzle.pieces = static_cast<int>(find.odds.material.size());
    puzzle.unknown = {{"want", '"' + criterion + '"'},
                      {"measure", fmt::format("{:.9f}", find.measure)},
                      {"best", records::key_json(best_of(find))},
                      {"odds", reports::json(find.odds)}};
    collect::add_variant(puzzle, game);
    return puzzle;
}

/// Runs `generate --from table`: makes missing tables, writes the best positions of each by the criterion of
/// --want, and returns the exit code.
int run_table_puzzles(const collect::GenerateOptions& options, const CommonOptions& common,
                      const games::Game& game) {
    const tables::Tables& tables = tables_of(game, "generate --from table");
    const std::string criterion = options.want.empty() ? "sharpest" : options.want;
    const std::vector<std::string> materials = materials_named(options.classes, tables);
    GameTables game_tables(options.tables);
    tables::TableFolder& table_folder = *game_tables.folder_of(game);
    tables::FindRequest request;
    request.criterion = criterion_named(criterion);
    request.count = static_cast<std::size_t>(options.count);
    request.seed = options.task.seed;
    request.interrupted = &interrupted;
    collect::RecordFile file(options.target);
    bool has_enough = true;
    for (const std::string& material : materials) {
        if (!table_folder.make(material)) return Interrupted;
        auto finds = tables.find(table_folder.folder(), material, request);
        if (!finds) throw EnvironmentError(finds.error());
        if (interrupted) return Interrupted;
        has_enough = has_enough && finds->size() == request.count;
        for (tables::RankedPosition& find : *finds) file.write(puzzle_of(std::move(find), criterion, game));
    }
    file.close(true, common.quiet);
    if (!has_enough && !common.quiet) print_message("there are not enough such positions\n");
    return has_enough ? Success : Incomplete;
}

/// Parses "3" or "3-5"; nullopt for other text or if the first number is greater.
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
        refuse(name, fmt::format("\"{}\" is neither a number nor a range A-B from {} to {}", word,
                                 bounds.least, bounds.most));
    }
    return {range->first, range->second};
}

ThemeSet read_themes(const char* name, const std::string& list, const ThemeCatalogue& catalogue) {
    ThemeSet set;
    for (const std::string_view word : words_between(list, ',')) {
        const auto theme = catalogue.named(word);
        if (!theme)
            refuse(name,
                   fmt::format("unknown theme \"{}\"; octomate tag --list-themes lists them all", word));
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
            refuse("--winning", fmt::format("\"{}\" is not a face from 1 to {}", word, game.greatest_face));
        faces |= std::uint64_t{1} << *face;
    }
    return faces;
}

/// Parses the value of --stipulation. Throws UsageError if it is invalid, a plain mate, or would take too
/// long to search.
std::optional<Stipulation> read_stipulation_option(const std::string& text) {
    const auto stipulation = records::read_stipulation(text);
    if (!stipulation) refuse("--stipulation", stipulation.error().message);
    if (stipulation->is_plain())
        refuse("--stipulation",
               fmt::format("{0} is a mate in {1}: give --mate {1} instead", text, stipulation->moves()));
    if (const auto fault = make::why_too_long(*stipulation)) refuse("--stipulation", *fault);
    return *stipulation;
}

/// The values of options that can be parsed only once the game is known; nullopt: not given.
struct UnparsedOptions {
    std::optional<std::string> faces, winning, themes, without, pieces, material;
};

/// Parses `unparsed` for the game of `maker` into `options`. Throws UsageError.
void read_unparsed(const UnparsedOptions& unparsed, GenerateOptions& options, const make::Maker& maker) {
    make::PuzzleFilter& wanted = options.task.wanted;
    const make::GameTerms& game = maker.terms();
    const ThemeCatalogue catalogue = maker.themes();
    if (unparsed.faces && !game.die && *unparsed.faces != "1")
        refuse("--faces", "the game has no die, so there is one set of mates");
    if (unparsed.faces)
        wanted.faces = read_span("--faces", *unparsed.faces, {1, std::max(1, game.greatest_face)});
    if (unparsed.winning) wanted.winning = read_winning(*unparsed.winning, game);
    if (unparsed.themes) wanted.themes = read_themes("--theme", *unparsed.themes, catalogue);
    if (unparsed.without) wanted.excluded_themes = read_themes("--not-theme", *unparsed.without, catalogue);
    if (unparsed.pieces) wanted.pieces = read_span("--men", *unparsed.pieces, {2, game.initial_pieces});
    if (unparsed.material) {
        auto letters = maker.material(*unparsed.material);
        if (!letters) refuse("--material", letters.error());
        options.task.material = *std::move(letters);
    }
}

/// Parses `unparsed` for the game of `maker`, rejects contradictory options with UsageError, and fills in
/// defaults.
void resolve_options(const UnparsedOptions& unparsed, GenerateOptions& options, const make::Maker& maker) {
    read_unparsed(unparsed, options, maker);
    make::Task& task = options.task;
    make::PuzzleFilter& wanted = task.wanted;
    if (options.from == "table" && options.classes.empty())
        refuse("--from", "a table needs a material, as in --from table KQK");
    if (!(wanted.themes & wanted.excluded_themes).empty())
        refuse("--not-theme", "excludes a theme that --theme requires");
    const ThemeCatalogue catalogue = maker.themes();
    if (const auto in_check_themes = wanted.themes & catalogue.shown_by(ShownBy::InCheck);
        !in_check_themes.empty() && !wanted.in_check)
        refuse("--theme", joined(catalogue.names(in_check_themes), ", ") + " needs --in-check");
    const ThemeSet of_first_moves = catalogue.shown_by(ShownBy::FirstMoves);
    if (const ThemeSet longer_mate_themes = wanted.themes & of_first_moves;
        !longer_mate_themes.empty() && wanted.moves == 1)
        refuse("--theme", joined(catalogue.names(longer_mate_themes), ", ") + " needs --mate 2 or more");
    if (!(wanted.excluded_themes & of_first_moves).empty()) wanted.check_keys = true;
    if (wanted.other_stipulation && wanted.other_stipulation->has_lines() &&
        (unparsed.faces || unparsed.winning))
        refuse(unparsed.faces ? "--faces" : "--winning",
               fmt::format("does not apply to {}, whose solutions are whole lines",
                           records::text_of(*wanted.other_stipulation)));
    if (wanted.other_stipulation && !wanted.other_stipulation->ends_in_mates() &&
        !(wanted.themes | wanted.excluded_themes).empty())
        refuse(unparsed.themes ? "--theme" : "--not-theme",
               fmt::format("does not apply to {}, which shows no themes",
                           records::text_of(*wanted.other_stipulation)));
    if (wanted.other_stipulation && !wanted.other_stipulation->ends_in_mates() && wanted.min_quality > 0)
        refuse("--min-quality", fmt::format("does not apply to {}, which has no quality",
                                            records::text_of(*wanted.other_stipulation)));
    if (wanted.winning && !wanted.faces.contains(std::popcount(*wanted.winning)))
        refuse("--winning", "names more or fewer faces than --faces");
    if (options.best > 0 && options.units.shards > 1)
        refuse("--best",
               "cannot be combined with --shard; octomate merge --best finds the best of all shards");
    if (!options.certificate.empty() && (options.target.file.empty() || options.target.file == "-"))
        refuse("--certificate", "needs --output FILE");
    if (!options.certificate.empty() && wanted.other_stipulation)
        refuse("--certificate", "proves mates only");
    if (options.from == "place") {
        const int least_pieces = 2 + static_cast<int>(task.material.size());
        if (!unparsed.pieces)
            wanted.pieces = task.material.empty() ? Span{5, 12} : Span{least_pieces, least_pieces};
        if (wanted.pieces.most < least_pieces) refuse("--men", "is less than the --material alone");
    }
    if (options.count == 0 && options.seconds <= 0 && !options.has_unit_range) {
        if (options.best > 0) refuse("--best", "needs --count N (or --seconds S, or --units A-B)");
        options.count = 10;
    }
    if (options.best > 0 && options.count > 0 && options.best > options.count)
        refuse("--best", "is more than --count");
    task.source = options.from == "play"    ? make::Source::Play
                  : options.from == "place" ? make::Source::Place
                                            : make::Source::GivenPosition;
    task.from = options.from;
    task.format = options.target.resolved_format();
    task.for_selection = options.best > 0;
    task.chapters = options.chapters;
    task.writes_variant = maker.variant() != games::default_name();
    task.interrupted = &interrupted;
}

/// Declares an option that stores its value as given, even an empty one.
Option add_text(Arguments& command, const std::string& name, std::optional<std::string>& text) {
    return command.add_words(name, [&text](const std::string& word) { text = word; });
}

/// Declares an option for a number or a range A-B within `bounds`.
Option add_span(Arguments& command, const std::string& name, Span& span, Span bounds) {
    const auto read = [&span, bounds, name](const std::string& word) {
        span = read_span(name.c_str(), word, bounds);
    };
    return command.add_words(name + " A[-B]", read);
}

/// The condition that --from has the value `word`.
Condition from_option_is(const GenerateOptions& options, const std::string& word) {
    return {"--from " + word, [&options, word] { return options.from == word; }};
}

/// Declares --units and --shard.
std::vector<Option> add_units(Arguments& command, GenerateOptions& options) {
    const auto read_units = [&options](const std::string& word) {
        const auto range = range_of<std::uint64_t>(word);
        if (!range) refuse("--units", fmt::format("\"{}\" is neither a number nor a range A-B", word));
        options.units.next = range->first;
        options.units.last = range->second;
        options.has_unit_range = true;
    };
    const Option units = command.add_words("--units A[-B]", read_units);
    const auto read_shard = [&options](const std::string& word) {
        const auto parts = words_between(word, '/');
        const auto shard = number_in<std::uint64_t>(parts.front()).value_or(0);
        const auto shards = number_in<std::uint64_t>(parts.back()).value_or(0);
        if (parts.size() != 2 || shard < 1 || shard > shards || shards > 65536)
            refuse("--shard", fmt::format("\"{}\" is not of the form I/N with 1 ≤ I ≤ N", word));
        options.units.shard = shard - 1;
        options.units.shards = shards;
    };
    const Option shard = command.add_words("--shard I/N", read_shard);
    return {units, shard};
}

/// Declares the options that determine which puzzles `generate` finds, and returns them.
std::vector<Option> add_filters(Arguments& command, UnparsedOptions& unparsed, GenerateOptions& options) {
    make::PuzzleFilter& wanted = options.task.wanted;
    std::vector<Option> filters = {
        add_text(command, "--faces A[-B]", unparsed.faces),
        add_text(command, "--winning FACE,…", unparsed.winning),
        add_text(command, "--theme THEME,…", unparsed.themes),
        add_text(command, "--not-theme THEME,…", unparsed.without),
        add_text(command, "--men A[-B]", unparsed.pieces),
    };
    const Option stipulation = command.add_words("--stipulation TEXT", [&wanted](const std::string& word) {
        wanted.other_stipulation = read_stipulation_option(word);
    });
    const Option solutions = command.add("--solutions N", wanted.solutions, {1, 100});
    const Option turn = command.add_choice<std::optional<Color>>(
        "--turn", wanted.turn, {{"white", Color::White}, {"black", Color::Black}, {"either", std::nullopt}});
    const Option plies = add_span(command, "--plies", options.task.plies, {1, 1000});
    const Option material = add_text(command, "--material MEN", unparsed.material);
    const Option mate = command.add("--mate N", wanted.moves, {1, 5}).excludes(stipulation);
    const Option min_difficulty =
        command.add("--min-difficulty 0-100", wanted.min_difficulty, {0, 100}).excludes(stipulation);
    const Option as_one =
        command.add_flag("--promotions-as-one", wanted.promotions_as_one).excludes(stipulation);
    filters.insert(filters.end(), {stipulation, solutions, turn, plies, material, mate, min_difficulty,
                                   command.add("--min-quality 0-100", wanted.min_quality, {0, 100}),
                                   command.add_flag("--unique,!--no-unique", wanted.unique), as_one,
                                   command.add_flag("--economical", wanted.economical)});
    const Option reachable = command.add_flag("--reachable", wanted.reachable);
    const Option spread = command.add_flag("--spread,!--no-spread", options.task.spread);
    const Option strict = command.add_flag("--strict,!--no-strict", wanted.strict);
    const Option check_keys = command.add_flag("--check-keys", wanted.check_keys);
    command.check([strict, turn, &wanted] {
        if (!turn.given() && wanted.other_stipulation)
            wanted.turn = make::first_mover(*wanted.other_stipulation);
        if (!strict.given()) wanted.strict = wanted.moves > 1 && wanted.unique;
        if (wanted.strict && !wanted.unique) refuse("--strict", "cannot be combined with --no-unique");
    });
    const Option in_check = command.add_flag("--in-check", wanted.in_check);
    command.only_with({solutions}, {{"a help or series --stipulation", [&wanted] {
                                         return wanted.other_stipulation &&
                                                wanted.other_stipulation->has_lines();
                                     }}});
    command.only_with({plies, reachable}, {from_option_is(options, "play")});
    command.only_with({spread}, {{"--from play, or --from place with --mate 2 or more", [&options] {
                                      return options.from == "play" ||
                                             (options.from == "place" && options.task.wanted.moves > 1);
                                  }}});
    command.only_with({check_keys}, {from_option_is(options, "place")});
    command.only_with({strict, check_keys}, {{"--mate 2 or more", [&wanted] { return wanted.moves > 1; }}});
    command.only_with({material}, {from_option_is(options, "place")});
    filters.insert(filters.end(), {reachable, spread, strict, check_keys, in_check});
    return filters;
}

}  // namespace

void declare_generate(CommandLine& line,
                      std::function<int(const GenerateOptions&, const CommonOptions&)> work) {
    Arguments command = line.add("generate");
    const auto options = std::make_shared<GenerateOptions>();
    const auto unparsed = std::make_shared<UnparsedOptions>();
    command.add("--from play|place|FILE|table", options->from);
    const Option classes = command.add("CLASS", options->classes);
    const Option criterion =
        command.add_word_of("--want", {"sharpest", "swing", "only-move"},
                            [options](const std::string& word) { options->want = word; });
    const Option tables = add_tables_folder(command, options->tables);
    command.check([options] {
        if (!options->classes.empty() && options->from != "table" &&
            number_in<std::uint64_t>(options->classes[0]))
            throw UsageError("", fmt::format("unexpected argument \"{0}\"; did you mean --count {0}?",
                                             options->classes[0]));
    });
    command.only_with({classes, criterion, tables}, {from_option_is(*options, "table")});
    command.add("--count N", options->count, {1, std::uint64_t{1} << 40});
    const Option seconds = command.add_positive("--seconds S", options->seconds);
    const Option best = add_best(command, options->best, options->balance, options->chapters);
    command.add("--seed S", options->task.seed, {});
    const std::vector<Option> filters = add_filters(command, *unparsed, *options);
    const Option exclude = command.add("--exclude FILE…", options->exclude);
    const std::vector<Option> units = add_units(command, *options);
    Option resume = add_resume(command, options->target);
    const Condition searches("--from play, place or FILE", [options] { return options->from != "table"; });
    command.only_with(filters, {searches});
    command.only_with(units, {searches});
    const Option certificate = command.add_output("--certificate FILE", options->certificate);
    command.only_with({seconds, best, exclude, resume, certificate}, {searches});
    resume.excludes(add_record_target(command, options->target).back());
    command.reads([options] {
        std::vector<std::string> files = options->exclude;
        if (options->task.source == make::Source::GivenPosition) files.push_back(options->from);
        return files;
    });
    command.writes("--output", [options] { return collect::RunFile::side_files(options->target); });
    // Captures only the common options and not `command`: the command owns this function.
    command.check([options, unparsed, filters, &common = command.common()] {
        for (const Option& option : filters) {
            if (option.given()) options->filters.emplace_back(option.name().substr(2), option.words());
        }
        if (common.ranks && options->from == "table")
            throw UsageError("--from table", "works in octomate only, without mpirun");
        resolve_options(*unparsed, *options, maker_of(games::named(common.variant), "generate"));
    });
    command.run(
        [options, work = std::move(work)](const CommonOptions& common) { return work(*options, common); });
}

void add_generate(CommandLine& line) {
    declare_generate(line, [](const collect::GenerateOptions& options, const CommonOptions& common) {
        const games::Game& game = games::named(common.variant);
        if (options.from == "table") return run_table_puzzles(options, common, game);
        return collect::run_generate(options, common, game);
    });
}

}  // namespace octomate::cli
