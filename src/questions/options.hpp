#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/fault.hpp"
#include "json/tree.hpp"
#include "reports/search.hpp"

namespace octomate::questions {

/// The value of an option.
using Value = std::variant<bool, std::uint64_t, double, std::string>;

/// Who may set an option: everyone, also in a browser without a server; those who reach a whole program; or
/// only who uses this machine, because it names a folder.
enum class Scope : std::uint8_t { Everyone, Programs, Here };

/// What a request may set.
struct Access {
    Scope scope = Scope::Here;
    double usual_seconds = 0;   ///< of a search, for a request that does not say; 0: no limit
    double most_seconds = 1e9;  ///< more than thirty years, which clocks can still add
};

/// An option of a question: its names, what it accepts, and the variable that it sets.
struct Option {
    enum class Kind : std::uint8_t { Flag, Whole, Limit, Word, Text };

    std::string_view name;  ///< as a field of a request and in JavaScript: "limit"
    Kind kind = Kind::Flag;
    std::string_view help;
    std::string_view line{};    ///< at the command line, unless it is "--name": "--hash MIB"
    std::string_view python{};  ///< the keyword in Python, unless it is `name`
    Scope scope = Scope::Everyone;
    std::uint64_t least = 0, most = 0;  ///< of a whole number
    std::vector<std::string> words{};   ///< of which one may be given
    std::optional<Value> usual{};       ///< the default, if it can be given as well
    std::function<void(const Value&)> set{};
    bool* flag = nullptr;  ///< the variable of a flag

    Option& at_command_line(std::string_view declared) { return line = declared, *this; }
    Option& in_python(std::string_view keyword) { return python = keyword, *this; }
    Option& only(Scope widest) { return scope = widest, *this; }

    /// Sets the variable. Returns false, and sets nothing, if the option does not accept the value.
    bool accept(const Value& value) const;
    /// "a whole number from 1 to 8".
    std::string expected() const;
    /// Its description, for what is generated from the options.
    records::Json json() const;
};

/// The options of a question, each bound to a variable that must live as long.
class Options {
  public:
    Option& flag(std::string_view name, bool& value, std::string_view help);
    Option& text(std::string_view name, std::optional<std::string>& value, std::string_view help);
    /// The folder of endgame tables.
    Option& tables(std::string& folder);
    /// The limits of a search: `hash`, `limit` and `nodes`.
    void limits(reports::SearchRequest& search, Scope scope = Scope::Everyone);

    template <class Number>
    Option& whole(std::string_view name, Number& value, std::uint64_t least, std::uint64_t most,
                  std::string_view help) {
        Option& option = add(name, Option::Kind::Whole, help, static_cast<std::uint64_t>(value));
        bind_whole(option, value, least, most);
        return option;
    }
    template <class Number>
    Option& whole(std::string_view name, std::optional<Number>& value, std::uint64_t least,
                  std::uint64_t most, std::string_view help) {
        Option& option = add(name, Option::Kind::Whole, help, std::nullopt);
        bind_whole(option, value, least, most);
        return option;
    }

    /// One of some values that have names: `name(value)` is that of a value.
    template <class Enum, std::size_t n>
    Option& word(std::string_view option_name, Enum& value, const std::array<Enum, n>& values,
                 std::string_view help) {
        Option& option = add(option_name, Option::Kind::Word, help, std::string(name(value)));
        for (const Enum one : values) option.words.emplace_back(name(one));
        option.set = [&value, values](const Value& given) {
            for (const Enum one : values)
                if (name(one) == std::get<std::string>(given)) value = one;
        };
        return option;
    }

    /// Sets the options from fields of their names; other fields are ignored. Fails with all wrong values.
    Status read(const records::Json& fields, const Access& access) const;

    const std::deque<Option>& all() const { return options_; }

  private:
    Option& add(std::string_view name, Option::Kind kind, std::string_view help, std::optional<Value> usual);

    template <class Variable>
    static void bind_whole(Option& option, Variable& value, std::uint64_t least, std::uint64_t most) {
        option.least = least;
        option.most = most;
        option.set = [&value](const Value& given) {
            if constexpr (requires { *value; })
                value.emplace(std::get<std::uint64_t>(given));
            else
                value = static_cast<Variable>(std::get<std::uint64_t>(given));
        };
    }

    std::deque<Option> options_;
};

}  // namespace octomate::questions
