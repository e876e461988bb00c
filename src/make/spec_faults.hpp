#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "make/plain_spec.hpp"

namespace octomate::make {

using SpecJson = nlohmann::ordered_json;

/// Gathers what is wrong with a spec.
class SpecFaults {
  public:
    void add(FaultCode code, std::string field, std::string message, std::size_t offset = 0) {
        faults_.push_back({code, std::move(field), offset, std::move(message)});
    }
    void add(Fault fault) { faults_.push_back(std::move(fault)); }
    void wrong_type(const std::string& field, std::string_view expected);

    /// A number of things: 2, "2", "1-3" or "2+"; WrongType if it is none, or its ends are no numbers from 0
    /// to `most`.
    std::optional<Span> read_span(const std::string& field, const SpecJson& value, int most);

    /// Names of some themes, added to `themes`.
    void read_themes(const std::string& field, const SpecJson& value, const ThemeCatalogue& catalogue,
                     ThemeSet allowed, ThemeSet& themes);

    /// Adds a fault for each field of an object that is none of those known.
    void refuse_unknown(const std::string& field, const SpecJson& object, std::string_view of,
                        const std::vector<std::string>& known);

    bool empty() const { return faults_.empty(); }
    Status status() const { return status_of(faults_); }

  private:
    Faults faults_;
};

/// Adds contradictions that show before a search, in squares, numbers, faces, themes and moves of the key. It
/// misses others, such as themes that no move shows together.
void find_contradictions(const PlainSpec& spec, SpecFaults& faults);

}  // namespace octomate::make
