#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "json/fields.hpp"
#include "json/tree.hpp"

/// Generates JSON Schema from the functions `fields` that serialize answers (json/fields.hpp): `Describer` is
/// passed to them in place of the JSON writer and notes each field's name, type and meaning. A named type is
/// described once, in `types()`, and every use refers to it by `$ref`.
namespace octomate::interfaces {

using records::Json;

class Describer {
  public:
    const Json& types() const { return types_; }

    /// Returns the schema of the type of `value`. The value itself matters only where a part of it has no
    /// default constructor: that part must be present as a sample.
    template <class T>
    Json schema(const T& value) {
        if constexpr (std::same_as<T, bool>) {
            return {{"type", "boolean"}};
        } else if constexpr (std::integral<T>) {
            return {{"type", "integer"}, {"minimum", 0}};
        } else if constexpr (std::same_as<T, double>) {
            return {{"type", "number"}};
        } else if constexpr (std::same_as<T, records::Choice>) {
            Json words = Json::array();
            for (const std::string_view word : value.words) words.push_back(word);
            if (value.nullable) words.push_back(nullptr);
            return {{"enum", std::move(words)}};
        } else if constexpr (records::Textual<T>) {
            return {{"type", "string"}};
        } else if constexpr (records::Appendable<T> || std::same_as<T, records::Face>) {
            const std::string kind(value.kind().empty() ? "string" : value.kind());
            return kind == "string" || kind == "number" ? Json{{"type", kind}} : Json{{"$ref", kind}};
        } else if constexpr (records::Nullable<T>) {
            return nullable(content(value));
        } else if constexpr (records::Alternative<T>) {
            Json json;
            value.visit([&](const auto& one) { json = schema(one); });
            return json;
        } else if constexpr (records::is_list<T>) {
            return array(value.items, value.each);
        } else if constexpr (records::is_map<T>) {
            const std::remove_cvref_t<decltype(*value.items.begin())> item{};
            Json json = {{"type", "object"}};
            if (value.pattern.empty()) {
                json["additionalProperties"] = schema(value.value(item));
            } else {
                json["patternProperties"][std::string(value.pattern)] = schema(value.value(item));
                json["additionalProperties"] = false;
            }
            return json;
        } else if constexpr (records::Range<T>) {
            return array(
                value, [](const auto& item) -> const auto& { return item; });
        } else {
            return object(value);
        }
    }

    // ---- called by the functions `fields` ----

    void type(const char* name, const char* meaning) {
        Type& type = open_.back();
        if (!type.name.empty()) return;
        type.name = name;
        type.known = types_.contains(name);
        if (!type.known) types_[name] = nullptr;  // so that a type that contains itself ends the recursion
        type.json["description"] = meaning;
    }

    template <class T>
    void operator()(std::string_view name, const T& value, const char* meaning = "") {
        add(name, true, meaning, [&] { return schema(value); });
    }

    template <class T>
    void when(bool, std::string_view name, const T& value, const char* meaning = "") {
        add(name, false, meaning, [&] { return schema(value); });
    }

    template <class T>
    void optional(std::string_view name, const T& value, const char* meaning = "") {
        add(name, false, meaning, [&] { return content(value); });
    }

    void flag(bool, std::string_view name, bool value, const char* meaning = "") {
        add(name, false, meaning, [&] { return Json{{"const", value}}; });
    }

    template <class T>
    void named(std::string_view name, const T& value) {
        when(true, name, value);
    }

  private:
    /// A type whose fields are being described.
    struct Type {
        std::string name;
        bool known = false;
        Json json = {{"type", "object"}};
    };

    template <class Describe>
    void add(std::string_view name, bool required, std::string_view meaning, Describe describe) {
        if (open_.back().known) return;
        Json field = {};
        if (!meaning.empty()) field["description"] = meaning;
        field.update(describe());
        Json& json = open_.back().json;
        if (required) json["required"].push_back(name);
        json["properties"][std::string(name)] = std::move(field);
    }

    template <class T>
    Json object(const T& value) {
        open_.emplace_back();
        fields(*this, value);
        Type type = std::move(open_.back());
        open_.pop_back();
        type.json["additionalProperties"] = false;
        if (type.name.empty()) return type.json;
        if (!type.known) types_[type.name] = std::move(type.json);
        return {{"$ref", type.name}};
    }

    /// Returns the schema of the value inside an optional or pointer. Throws if it is empty and its type has
    /// no default constructor.
    template <class T>
    Json content(const T& value) {
        using Content = std::remove_cvref_t<decltype(*value)>;
        if (value) return schema(*value);
        if constexpr (std::is_default_constructible_v<Content>) {
            return schema(Content{});
        } else {
            throw std::logic_error("a sample lacks a part that cannot be made from nothing");
        }
    }

    template <class Items, class Each>
    Json array(const Items& items, Each each) {
        Json kinds = Json::array();
        const auto add_kind = [&](Json kind) {
            for (const Json& known : kinds)
                if (known == kind) return;
            kinds.push_back(std::move(kind));
        };
        for (const auto& item : items) add_kind(schema(each(item)));
        if (kinds.empty()) {
            const std::remove_cvref_t<decltype(*items.begin())> item{};
            add_kind(schema(each(item)));
        }
        return {{"type", "array"}, {"items", kinds.size() == 1 ? kinds[0] : Json{{"anyOf", kinds}}}};
    }

    static Json nullable(Json json) {
        if (json.contains("enum")) {
            json["enum"].push_back(nullptr);
        } else if (json.contains("type")) {
            json["type"] = {json["type"], "null"};
        } else {
            json = {{"anyOf", {json, {{"type", "null"}}}}};
        }
        return json;
    }

    Json types_ = Json::object();
    std::vector<Type> open_;
};

}  // namespace octomate::interfaces
