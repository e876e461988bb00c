#include "fuzz/target.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace octomate::fuzz {

void require(bool holds, std::string_view law, std::string_view seen) {
    if (holds) return;
    throw BrokenLaw(std::string(law) + (seen.empty() ? "" : ": ") + std::string(seen));
}

std::span<const Target> targets() {
    static const std::vector<Target> all = {
        {"superpermutation", check_superpermutation, {}},
        {"complete-permutation", check_complete_permutation, {}},
        {"super-chess", check_super_chess, {}},
        {"jsonl",
         check_records,
         {"puzzles/article.jsonl", "puzzles/stipulations.jsonl", "puzzles/twos.jsonl",
          "puzzles/complete-permutation.jsonl", "puzzles/super-chess.jsonl", "tests/golden/spoiled.jsonl",
          "tests/bad/duplicate_field.jsonl", "tests/bad/bad_key_face.jsonl", "tests/bad/wrong_type.jsonl"},
         true},
        {"epd", check_records, {"tests/bad/bad_opcode.epd", "tests/bad/unterminated_string.epd"}},
        {"csv", check_records, {"tests/bad/bad_csv.csv", "tests/bad/unterminated_string.csv"}},
        {"pgn", check_records, {"tests/bad/missing_fen.pgn", "tests/bad/bad_tag.pgn"}},
        {"yaml", check_records, {"tests/bad/bad_yaml.yaml", "tests/bad/bad_man.yaml"}},
        {"scores",
         check_scores,
         {"data/games/superpermutation.txt", "data/games/superpermutation-d8.txt",
          "data/games/superpermutation-d8.pgn", "data/games/super-chess.txt", "tests/bad/wrong_cascade.txt",
          "tests/bad/bad_tag.txt", "tests/bad/wrong_result.txt"}},
        {"specs",
         check_specs,
         {"data/compose/article-1.json", "data/compose/complete-permutation.json",
          "data/compose/forced-promotion.json", "data/compose/material.json", "data/compose/men.json",
          "data/compose/picture.json", "data/compose/roll.json", "data/compose/symmetry.json",
          "data/compose/theme.json", "data/compose/try.json", "data/compose/twins.json",
          "data/compose/two-moves.json", "data/compose/wildcards.json"}},
        {"patterns", check_patterns, {}},
        {"tables", check_tables, {}},
        {"checkpoints", check_checkpoints, {}},
        {"progress", check_progress, {}},
        {"walks", check_walks, {}},
        {"engine", check_engine, {}},
        {"requests", check_requests, {}}};
    return all;
}

const Target* target_named(std::string_view name) {
    const auto all = targets();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Target& target) { return target.name == name; });
    return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> seeds_of(const Target& target, const std::string& root, std::size_t most) {
    std::vector<std::string> seeds;
    for (const std::string_view file : target.files) {
        std::ifstream in(root + '/' + std::string(file), std::ios::binary);
        require(in.good(), "the seed files of a target can be read", file);
        if (!target.by_lines) {
            seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
            continue;
        }
        std::string line;
        for (std::size_t taken = 0; taken < most && std::getline(in, line); ++taken) seeds.push_back(line);
    }
    return seeds;
}

}  // namespace octomate::fuzz
