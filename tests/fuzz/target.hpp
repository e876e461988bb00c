/// Texts that anybody may have made, and what must hold of each: shared by the fuzzer, which invents texts,
/// and by the test that reads the kept ones again.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace octomate::fuzz {

/// A law does not hold. What happens else, an exception or a fault of memory, is wrong as well.
struct BrokenLaw : std::logic_error {
    using std::logic_error::logic_error;
};

/// Throws BrokenLaw with the name of the law and what was seen.
void require(bool holds, std::string_view law, std::string_view seen = {});

/// Longer texts would only take longer: they are cut.
inline constexpr std::size_t most_bytes = std::size_t{8} << 10;

/// A kind of text, and the laws of it.
struct Target {
    std::string_view name;
    void (*hold)(std::string_view text);
    /// Files of the project that texts are taken from to begin with, below its top.
    std::vector<std::string_view> files;
    /// Whether each line of these files is a text of its own.
    bool by_lines = false;
};

/// All of them.
std::span<const Target> targets();

/// The target of a name; null if there is none.
const Target* target_named(std::string_view name);

/// The texts to begin with that the target's files hold; `root` is the project. Those of many lines are cut
/// to the first `most` of them.
std::vector<std::string> seeds_of(const Target& target, const std::string& root, std::size_t most);

// The laws. A text of several lines may name a game or a request on its first one.
void hold_superpermutation(std::string_view text);
void hold_complete_permutation(std::string_view text);
void hold_super_chess(std::string_view text);
void hold_records(std::string_view text);
void hold_scores(std::string_view text);
void hold_specs(std::string_view text);
void hold_patterns(std::string_view text);
void hold_tables(std::string_view bytes);
void hold_checkpoints(std::string_view bytes);
void hold_progress(std::string_view text);
void hold_walks(std::string_view text);
void hold_engine(std::string_view text);
void hold_requests(std::string_view text);

}  // namespace octomate::fuzz
