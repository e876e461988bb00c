/// The fuzzer: `octomate_fuzz TARGET [options and folders of libFuzzer]`. `octomate_fuzz --list` prints the
/// targets, `octomate_fuzz --seeds TARGET FOLDER` writes seed texts from files of the project.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "fuzz/target.hpp"

namespace {

const octomate::fuzz::Target* chosen = nullptr;  // NOLINT: a callback cannot receive it from libFuzzer

void write_seeds(const octomate::fuzz::Target& target, const std::string& folder) {
    constexpr std::size_t most = 1000;
    std::size_t number = 0;
    for (const std::string& seed : octomate::fuzz::seeds_of(target, OCTOMATE_ROOT, most))
        std::ofstream(folder + "/seed-" + std::to_string(++number), std::ios::binary) << seed;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    using namespace octomate::fuzz;
    char** const words = *argv;
    if (*argc == 2 && std::strcmp(words[1], "--list") == 0) {
        for (const Target& target : targets())
            std::printf("%.*s\n", static_cast<int>(target.name.size()), target.name.data());
        std::exit(0);
    }
    const bool seeds = *argc == 4 && std::strcmp(words[1], "--seeds") == 0;
    const int target_index = seeds ? 2 : 1;
    chosen = *argc > target_index ? target_named(words[target_index]) : nullptr;
    if (!chosen) {
        std::fputs("usage: octomate_fuzz TARGET [OPTION OR FOLDER]... | --list | --seeds TARGET FOLDER\n",
                   stderr);
        std::exit(2);
    }
    if (seeds) {
        write_seeds(*chosen, words[3]);
        std::exit(0);
    }
    for (int at = 1; at < *argc; ++at) words[at] = words[at + 1];  // includes the terminating null
    --*argc;
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chosen->check({reinterpret_cast<const char*>(data), size});
    return 0;
}
