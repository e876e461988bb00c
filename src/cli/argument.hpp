#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "cli/command.hpp"
#include "cli/games.hpp"
#include "records/error_record.hpp"

namespace octomate::app {

/// Reads a FEN given on the command line by the rules of the chosen game and calls `f(position)`, which
/// returns the exit code. A bad one is told: on standard error, and as a record for machines.
template <class F>
int with_fen_argument(const std::string& fen, const CommonOptions& common, F&& f) {
    int code = BadInput;
    with_game(common.variant, [&]<class P>(std::type_identity<P>) {
        const auto position = P::from_fen(fen);
        if (!position) {
            const records::Origin origin{"FEN", 1};
            if (common.format == Format::Jsonl)
                print(records::dump(records::error_record(origin, {}, position.error())) + '\n');
            fmt::print(stderr, "{}", records::error_text(origin, position.error()));
            return;
        }
        if (!common.quiet) {
            for (const std::string& note : position->notes) fmt::print(stderr, "note: {}\n", note);
        }
        code = f(position->value);
    });
    return code;
}

}  // namespace octomate::app
