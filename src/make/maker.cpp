#include "make/maker.hpp"

#include "json/tree.hpp"

namespace octomate::make {

std::optional<std::string> variant_of_spec(std::string_view spec) {
    const records::Json json = records::parsed(spec);
    if (!json.is_object()) return std::nullopt;
    const auto found = json.find("variant");
    if (found == json.end() || !found->is_string()) return std::nullopt;
    return found->get<std::string>();
}

}  // namespace octomate::make
