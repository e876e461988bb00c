#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "console/console.hpp"

namespace octomate::cli {

/// Mistakes become the library's errors, which tell how to get help.
template <class Function>
void told_by_the_library(const std::string& name, Function function) {
    try {
        function();
    } catch (const UsageError& error) {
        const std::string& option = error.option.empty() ? name : error.option;
        if (option.empty()) throw CLI::ValidationError(error.what());
        throw CLI::ValidationError(option, error.what());
    }
}

}  // namespace octomate::cli
