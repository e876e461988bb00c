#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "cli/shared.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "make/maker.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

struct FindOptions {
    std::string pattern;
    std::vector<std::string> files;
    int differs = 0;  // the number of pieces that may differ: 0 or 1
    bool symmetric = false;
    collect::RecordTarget target;
};

/// Reads the pattern, and applies --differs and --symmetric. PATTERN is JSON, a FEN, or a file with JSON or
/// a FEN. If the pattern is invalid, reports its faults and returns nullopt.
std::optional<make::Pattern> read_pattern(const FindOptions& options) {
    std::string text = options.pattern;
    if (!trim(text).starts_with('{')) {
        auto read = collect::read_text_file(options.pattern);
        if (!read) {
            throw UsageError("PATTERN",
                             fmt::format("\"{}\" is neither a JSON object nor a FEN, and cannot be "
                                         "read as a file: {}",
                                         options.pattern, read.error()));
        }
        text = std::string(trim(*read));
    }
    Expected<make::Pattern, Faults> pattern = make::Pattern();
    if (trim(text).starts_with('{')) {
        pattern = make::read_pattern(text);
    } else {
        pattern->like = text;
    }
    if (!pattern) {
        print_message(records::error_text({"PATTERN", 1}, pattern.error()));
        return std::nullopt;
    }
    if (options.differs > 0) pattern->differs = options.differs;
    if (options.symmetric) pattern->symmetric = true;
    if (pattern->differs > 0 && !pattern->like) throw UsageError("--differs", "needs a FEN as PATTERN");
    return *std::move(pattern);
}

int find(const FindOptions& options, const CommonOptions& given) {
    CommonOptions common = given;
    common.format = Format::Text;  // reports faults as text only, not among the puzzles
    const auto pattern = read_pattern(options);
    if (!pattern) return BadInput;
    const games::Game& game = games::named(pattern->variant.value_or(common.variant));
    const auto own_test = maker_of(game, "find").pattern_test(*pattern);
    if (!own_test) {
        print_message(records::error_text({"PATTERN", 1}, own_test.error()));
        return BadInput;
    }
    std::mutex mutex;
    // The pattern's tests for puzzles of other games; a test is empty if the pattern is invalid in the game.
    std::map<const games::Game*, make::PatternTest> tests;
    const auto test_of = [&](const games::Game& other) -> const make::PatternTest& {
        const make::Maker& maker = maker_of(other, "find");
        const std::lock_guard lock(mutex);
        const auto [known, is_new] = tests.try_emplace(&other);
        if (!is_new) return known->second;
        if (auto test = maker.pattern_test(*pattern)) known->second = std::move(*test);
        return known->second;
    };
    std::atomic<std::size_t> found = 0;
    const auto work = [&](const records::Line& line, records::Output& output,
                          const collect::RecordFile& file) {
        collect::with_record(line, common, output,
                             [&](const games::Game& puzzle_game, auto& puzzle, auto&) -> Status {
                                 const bool is_other = &puzzle_game != &game;
                                 if (is_other && pattern->needs_one_game()) return {};
                                 const make::PatternTest& test = is_other ? test_of(puzzle_game) : *own_test;
                                 const auto matches = test ? test(puzzle) : false;
                                 if (!matches) return Unexpected{matches.error()};
                                 if (*matches) {
                                     ++found;
                                     output.data += file.text(puzzle, output.left_out);
                                 }
                                 return {};
                             });
    };
    const collect::RunResult result = collect::write_lines(options.files, common, options.target, work);
    if (!common.quiet) print_message(fmt::format("{} found\n", found.load()));
    return result.code != Success ? result.code : found > 0 ? Success : Negative;
}

}  // namespace

void add_find(CommandLine& line) {
    Arguments command = line.add("find");
    const auto options = std::make_shared<FindOptions>();
    command.add_input("PATTERN", options->pattern).required();
    command.add_puzzle_files(options->files).required();
    command.add("--differs N", options->differs, {0, 1});
    command.add_flag("--symmetric", options->symmetric);
    add_record_target(command, options->target);
    command.run([options](const CommonOptions& common) { return find(*options, common); });
}

}  // namespace octomate::cli
