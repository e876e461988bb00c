#include "tables/shelf.hpp"

#include <cstdlib>
#include <utility>

#include "console/console.hpp"

namespace octomate::tables {

std::filesystem::path usual_folder() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return std::filesystem::path(value ? value : "");
    };
    // As the XDG base directories are defined, others than absolute ones do not count.
    if (const auto data = named("XDG_DATA_HOME"); data.is_absolute()) return data / "octomate" / "tables";
    if (const auto home = named("HOME"); !home.empty())
        return home / ".local" / "share" / "octomate" / "tables";
    throw EnvironmentError("neither XDG_DATA_HOME nor HOME says where tables are kept; --tables does");
}

bool Shelf::make(const std::string& material) {
    const std::lock_guard lock(making_);
    for (const std::string& needed : tables_.needed_for(material)) {
        if (!tables_.make(folder_, needed, options_)) return false;
    }
    return true;
}

Expected<Probe, Faults> Shelf::probe(std::string_view fen) {
    auto probe = tables_.probe(folder_, fen);
    if (!probe || probe->bounds || probe->men > most_men_unasked || !make(probe->material)) return probe;
    return tables_.probe(folder_, fen);
}

Expected<std::optional<Odds>, Faults> Shelf::odds(std::string_view fen) {
    const auto probe = this->probe(fen);
    if (!probe) return Unexpected{probe.error()};
    if (!probe->bounds) return std::optional<Odds>();
    return tables_.odds(folder_, fen);
}

}  // namespace octomate::tables
