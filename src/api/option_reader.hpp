#pragma once

#include <fmt/core.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "json/tree.hpp"
#include "puzzle/puzzle.hpp"
#include "solver/mate_options.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::api {

/// Reads the options that stand in a record as further fields. What is wrong is kept for `status`.
class OptionReader {
  public:
    explicit OptionReader(const records::Puzzle& puzzle) {
        // Not operator[], which would search all the names each time.
        records::Json::object_t::Container& members = fields_.get_ref<records::Json::object_t&>();
        for (const records::UnknownField& field : puzzle.unknown)
            members.emplace_back(field.name, records::parsed(field.json));
    }

    bool flag(const char* name) {
        const records::Json* value = find(name);
        if (value && !value->is_boolean()) complain(name, *value, "true or false");
        return value && value->is_boolean() && value->get<bool>();
    }

    double seconds(const char* name) {
        const records::Json* value = find(name);
        if (!value) return usual_seconds;
        if (value->is_number() && value->get<double>() > 0 && value->get<double>() <= longest_limit)
            return value->get<double>();
        complain(name, *value, fmt::format("seconds, more than 0 and at most {}", longest_limit));
        return usual_seconds;
    }

    std::uint64_t count(const char* name) {
        const records::Json* value = find(name);
        if (!value) return 0;
        if (value->is_number_unsigned()) return value->get<std::uint64_t>();
        complain(name, *value, "a whole number");
        return 0;
    }

    std::uint64_t from_to(const char* name, std::uint64_t least, std::uint64_t most, std::uint64_t usual) {
        const records::Json* value = find(name);
        if (!value) return usual;
        if (value->is_number_unsigned()) {
            const auto number = value->get<std::uint64_t>();
            if (least <= number && number <= most) return number;
        }
        complain(name, *value, fmt::format("a whole number from {} to {}", least, most));
        return usual;
    }

    std::optional<std::string> text(const char* name) {
        const records::Json* value = find(name);
        if (!value) return std::nullopt;
        if (value->is_string()) return value->get<std::string>();
        complain(name, *value, "text");
        return std::nullopt;
    }

    template <class T, std::size_t n>
    T word(const char* name, const std::array<T, n>& values) {
        const records::Json* value = find(name);
        if (!value) return values.front();
        std::vector<std::string> words;
        for (const T one : values) {
            if (*value == solver::name(one)) return one;
            words.emplace_back(solver::name(one));
        }
        complain(name, *value, "one of " + joined(words, ", "));
        return values.front();
    }

    /// Whether all options read so far are good, or what is wrong with them.
    Status status() const { return status_of(faults_); }

  private:
    static constexpr double usual_seconds = 2;
    static constexpr double longest_limit = 10;

    const records::Json* find(const char* name) const {
        const auto found = fields_.find(name);
        return found == fields_.end() || found->is_null() ? nullptr : &*found;
    }

    void complain(const char* name, const records::Json& value, std::string_view expected) {
        const auto* text = value.get_ptr<const std::string*>();
        const std::string found = text                    ? quote(*text)
                                  : value.is_structured() ? std::string("no plain value")
                                                          : records::dump(value);
        faults_.push_back(
            {FaultCode::WrongType, name, 0, fmt::format("{} is {}, expected {}", name, found, expected)});
    }

    records::Json fields_ = records::Json::object();
    Faults faults_;
};

}  // namespace octomate::api
