#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "console/console.hpp"
#include "text/printable.hpp"

namespace octomate::cli {

/// Mistakes become the library's errors, which tell how to get help.
template <class Function>
void told_by_the_library(const std::string& name, Function function) {
    try {
        function();
    } catch (const UsageError& error) {
        const std::string& option = error.option.empty() ? name : error.option;
        const std::string why = printable(error.what());
        if (option.empty()) throw CLI::ValidationError(why);
        throw CLI::ValidationError(option, why);
    }
}

}  // namespace octomate::cli
