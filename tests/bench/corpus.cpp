// Usage: corpus play|sparse COUNT SEED. Prints distinct positions as puzzle records, the input of benchmarks
// that read files.

#include "corpus.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

int main(int argc, char** argv) {
    using namespace octomate::bench;
    if (argc != 4) {
        std::fputs("usage: corpus play|sparse COUNT SEED\n", stderr);
        return 2;
    }
    const auto count = std::strtoull(argv[2], nullptr, 10);
    const auto seed = std::strtoull(argv[3], nullptr, 10);
    const auto corpus = std::string_view(argv[1]) == "play" ? random_play(count, seed) : sparse(count, seed);
    std::size_t number = 0;
    for (const D8Position& position : corpus) {
        std::printf("{\"fen\":\"%s\",\"id\":\"%zu\",\"roll\":%zu}\n", position.fen().c_str(), number,
                    number % 8 + 1);
        ++number;
    }
}
