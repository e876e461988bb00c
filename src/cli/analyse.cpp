#include "questions/analyse.hpp"

#include <atomic>
#include <optional>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "console/progress.hpp"

namespace octomate::cli {

void add_analyse(CommandLine& line) {
    Arguments command = line.add("analyse");
    struct Options {
        questions::Analyse question;
        std::string fen;
        bool exact = false;
    };
    const auto options = std::make_shared<Options>();
    command.add_position(options->fen);
    Declared option = declare(command, options->question);
    command.add_flag("--exact", options->exact, "Print chances as fractions, too (text only)");
    for (const char* name : {"candidates", "plies", "depth", "seed"})
        option.at(name).needs(option.at("rollout"));
    command.run([options](const CommonOptions& common) {
        players::RolloutOptions& rollout = options->question.rollout;
        std::atomic<std::uint64_t> done = 0;
        rollout.report = [&](std::uint64_t games) { done = games; };
        std::optional<Progress> progress;
        if (rollout.games > 0) progress.emplace(common, "games", [&] { return HowFar{done, rollout.games}; });
        return ask_position(options->question, options->fen, common, options->exact);
    });
}

}  // namespace octomate::cli
