#include "collect/difference.hpp"

#include <fmt/core.h>

namespace octomate::collect {

using records::Json;

std::string difference(const Json& then, const Json& now) {
    std::string text;
    const auto value = [](const Json& run, const std::string& name) {
        return run.contains(name) ? records::dump(run[name]) : std::string("not given");
    };
    const auto compare = [&](const std::string& name) {
        const std::string was = value(then, name), is = value(now, name);
        if (was != is) text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : ", ", name, was, is);
    };
    for (const auto& [name, unused] : then.items()) compare(name);
    for (const auto& [name, unused] : now.items()) {
        if (!then.contains(name)) compare(name);
    }
    return text;
}

}  // namespace octomate::collect
