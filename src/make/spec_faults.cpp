#include "make/spec_faults.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "json/tree.hpp"
#include "text/text.hpp"
#include "text/words.hpp"

namespace octomate::make {

namespace {

/// Why a theme cannot be asked of a spec or of a face.
std::string_view why_not(const ThemeDefinition& theme) {
    switch (theme.shown_by) {
        case ShownBy::LongerMates:
        case ShownBy::FirstMoves: return "only mates in more moves than one show it";
        case ShownBy::Others: return "only puzzles that show no other theme show it";
        default: return "no face shows it alone";
    }
}

std::string expected_span(const SpecJson& value, int most) {
    return fmt::format("{} is not a number, expected one from 0 to {}, a range such as \"1-2\" or \"2+\"",
                       records::dump(value), most);
}

}  // namespace

void SpecFaults::wrong_type(const std::string& field, std::string_view expected) {
    add(FaultCode::WrongType, field, fmt::format("{} has the wrong type, expected {}", field, expected));
}

std::optional<Span> SpecFaults::read_span(const std::string& field, const SpecJson& value, int most) {
    if (value.is_number_integer() && value.get<long>() >= 0 && value.get<long>() <= most)
        return Span{value.get<int>(), value.get<int>()};
    if (value.is_string()) {
        const std::string text = value.get<std::string>();
        const char* const end = text.data() + text.size();
        Span span;
        auto read = std::from_chars(text.data(), end, span.least);
        if (read.ec == std::errc() && span.least >= 0 && span.least <= most) {
            span.most = span.least;
            if (read.ptr == end) return span;
            if (*read.ptr == '+' && read.ptr + 1 == end) return Span{span.least, Span::no_end};
            if (*read.ptr == '-') read = std::from_chars(read.ptr + 1, end, span.most);
            if (read.ptr == end && span.least <= span.most && span.most <= most) return span;
            add(FaultCode::WrongType, field, expected_span(value, most),
                static_cast<std::size_t>(read.ptr - text.data()));
            return std::nullopt;
        }
    }
    add(FaultCode::WrongType, field, expected_span(value, most));
    return std::nullopt;
}

void SpecFaults::read_themes(const std::string& field, const SpecJson& value, const ThemeCatalogue& catalogue,
                             ThemeSet allowed, ThemeSet& themes) {
    if (!value.is_array()) return wrong_type(field, "an array of names");
    for (const SpecJson& theme : value) {
        if (!theme.is_string()) return wrong_type(field, "an array of names");
        const auto name = theme.get<std::string>();
        const auto named = catalogue.named(name);
        if (!named) {
            const auto meant = nearest(name, catalogue.names(allowed));
            add(FaultCode::WrongType, field,
                fmt::format("{} is not a theme{}, expected one of {}", quote(name),
                            meant ? " (did you mean " + *meant + "?)" : "",
                            joined(catalogue.names(allowed), ", ")));
        } else if (!allowed.contains(*named)) {
            add(FaultCode::WrongType, field,
                fmt::format("{} cannot be asked for here: {}", name, why_not(catalogue[*named])));
        } else {
            themes.insert(*named);
        }
    }
}

void SpecFaults::refuse_unknown(const std::string& field, const SpecJson& object, std::string_view of,
                                const std::vector<std::string>& known) {
    for (const auto& entry : object.items()) {
        if (std::find(known.begin(), known.end(), entry.key()) != known.end()) continue;
        add(FaultCode::WrongType, field.empty() ? entry.key() : field + "." + entry.key(),
            fmt::format("\"{}\" is not a field of {}, expected one of {}", entry.key(), of,
                        joined(known, ", ")));
    }
}

}  // namespace octomate::make
