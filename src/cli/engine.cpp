#include "players/engine.hpp"

#include <fmt/core.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "games/list.hpp"
#include "stream/stream.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

int serve_engine(const CommonOptions& common) {
    const auto say = [](const std::string& line) {
        print(line + '\n');
        flush_output();
    };
    players::Engine engine(fmt::format("Octomate {}", version()), common.variant,
                           {games::names(), games::most_faces(), games::session_of}, say);
    records::ByteSource input(&interrupted);
    (void)input.open("-");
    records::LineReader lines(input);
    for (auto line = lines.next(); line && !interrupted; line = lines.next()) {
        if (!*line)
            say("info string " + line->error());
        else if (!engine.take(**line))
            return Success;
    }
    engine.finish(interrupted);
    return Success;
}

}  // namespace

void add_engine(CommandLine& line) {
    Arguments command = line.add("engine");
    command.hide({"--format", "--threads", "--quiet", "--progress", "--ascii"});
    command.reads([] { return std::vector<std::string>{"-"}; });
    command.run(serve_engine);
}

}  // namespace octomate::cli
