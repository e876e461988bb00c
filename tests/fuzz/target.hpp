/// Fuzz targets: parsers of untrusted text, with laws that must hold for every text. The fuzzer calls them
/// with generated texts, replay_test.cpp with the texts of the corpus.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace octomate::fuzz {

/// Thrown if a law is broken. Any other exception is a fault of the tested code.
struct BrokenLaw : std::logic_error {
    using std::logic_error::logic_error;
};

/// Throws BrokenLaw with the text of `law` and `seen` unless `holds`.
void require(bool holds, std::string_view law, std::string_view seen = {});

/// Texts are cut to this many bytes, to save time.
inline constexpr std::size_t most_bytes = std::size_t{8} << 10;

/// A kind of text and the function that checks its laws.
struct Target {
    std::string_view name;
    void (*check)(std::string_view text);
    /// Files of the project that provide seed texts, relative to its root.
    std::vector<std::string_view> files;
    /// Whether each line of these files is a separate text.
    bool by_lines = false;
};

/// Returns all targets.
std::span<const Target> targets();

/// Returns the target with this name, or null.
const Target* target_named(std::string_view name);

/// Returns the seed texts of a target; `root` is the folder of the project. Of files with one text per line,
/// only the first `most` are used.
std::vector<std::string> seeds_of(const Target& target, const std::string& root, std::size_t most);

// Each function checks laws, and throws BrokenLaw if `text` breaks one. For some, the first line of `text`
// names a game or a request.
void check_superpermutation(std::string_view text);
void check_complete_permutation(std::string_view text);
void check_super_chess(std::string_view text);
void check_records(std::string_view text);
void check_scores(std::string_view text);
void check_specs(std::string_view text);
void check_patterns(std::string_view text);
void check_tables(std::string_view bytes);
void check_checkpoints(std::string_view bytes);
void check_progress(std::string_view text);
void check_walks(std::string_view text);
void check_engine(std::string_view text);
void check_requests(std::string_view text);

}  // namespace octomate::fuzz
