#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/fault.hpp"
#include "json/tree.hpp"
#include "reports/reports.hpp"

namespace octomate::questions {

using records::Json;

/// Which front ends may set an option. Everyone: all, including the page in a browser without a server.
/// Programs: all that run the native program, including the web server. Local: only users of this machine,
/// because the option names a folder or takes long. CommandLine: only the command line, because it changes
/// the text.
enum class Scope : std::uint8_t { Everyone, Programs, Local, CommandLine };

/// The options that a request may set, and the limits of its time.
struct Access {
    Scope scope = Scope::Local;
    double default_seconds = 0;  ///< limit of a search if the request gives none; 0: no limit
    double most_seconds = 1e9;   ///< the longest limit allowed (default: about 31 years)
};

/// The value of `Option::line` if the command, not `Options`, declares the option at the command line.
inline constexpr std::string_view declared_by_command = "-";

/// An option of a question: its names, what it accepts, and the variable that it sets.
struct Option {
    enum class Kind : std::uint8_t { Flag, Whole, Number, Seconds, Word, Text };

    std::string_view name;  ///< name of the field in a request, and in JavaScript: "limit"
    Kind kind = Kind::Flag;
    std::string_view help;
    std::string_view line{};    ///< declaration at the command line: "--hash MIB"; empty: "--name"
    std::string_view python{};  ///< the keyword argument in Python; empty: `name`
    Scope scope = Scope::Everyone;
    std::uint64_t least = 0, most = 0;  ///< the range of a numeric option
    std::vector<std::string> words{};   ///< the accepted words
    Json default_value{};               ///< the default; null: the option has none
    std::function<Json()> get{};
    std::function<void(const Json&)> set{};
    bool* flag = nullptr;           ///< the variable of a flag; else null
    std::string* folder = nullptr;  ///< the variable of the option `tables`; else null

    /// Each sets the field `line`, `python` or `scope`, and returns this option.
    Option& at_command_line(std::string_view declared) { return line = declared, *this; }
    Option& in_python(std::string_view keyword) { return python = keyword, *this; }
    Option& only(Scope widest) { return scope = widest, *this; }

    /// Sets the variable to `value`. Returns false, and sets nothing, if the value is not accepted.
    bool accept(const Json& value) const;
    /// Like `accept`, for a value given as text.
    bool accept_word(const std::string& word) const;
    /// Describes the accepted values: "a whole number from 1 to 8".
    std::string expected() const;
};

/// The options of a question. Each is bound to a variable, which must live as long as this object.
class Options {
  public:
    /// Each of these functions declares an option for the variable `value`, whose current value is the
    /// default, and returns the option. `whole` and `number` accept values from `least` to `most`.
    Option& flag(std::string_view name, bool& value, std::string_view help) {
        Option& option = add(name, Option::Kind::Flag, value, help);
        option.flag = &value;
        return option;
    }

    template <class Text>
    Option& text(std::string_view name, Text& value, std::string_view help) {
        return add(name, Option::Kind::Text, value, help);
    }

    template <class Number>
    Option& whole(std::string_view name, Number& value, std::uint64_t least, std::uint64_t most,
                  std::string_view help) {
        return bounded(add(name, Option::Kind::Whole, value, help), least, most);
    }
    template <class Number>
    Option& number(std::string_view name, Number& value, std::uint64_t least, std::uint64_t most,
                   std::string_view help) {
        return bounded(add(name, Option::Kind::Number, value, help), least, most);
    }

    /// Declares an option that accepts the names of `values`, as a function `name(value)` must return them.
    template <class Enum, std::size_t n>
    Option& word(std::string_view option_name, Enum& value, const std::array<Enum, n>& values,
                 std::string_view help) {
        const auto get = [&value] { return Json(name(value)); };
        const auto set = [&value, values](const Json& given) {
            for (const Enum choice : values)
                if (name(choice) == given.get_ref<const std::string&>()) value = choice;
        };
        Option& option = add({.name = option_name, .kind = Option::Kind::Word, .help = help}, get, set);
        for (const Enum choice : values) option.words.emplace_back(name(choice));
        return option;
    }

    /// Declares the option `tables`, the folder of endgame tables.
    void tables(std::string& folder);
    /// Declares the limits of a search: `hash`, `limit` and `nodes`.
    void limits(reports::SearchRequest& search, Scope scope = Scope::Everyone) {
        hash(search, scope);
        time_and_nodes(search, "Give up on a puzzle after this many seconds", scope);
    }
    /// Declares the option `hash`, the size of the transposition table.
    void hash(reports::SearchRequest& search, Scope scope = Scope::Everyone);
    /// Declares the limits of time and nodes: `limit`, whose help text is `help`, and `nodes`.
    void time_and_nodes(reports::SearchRequest& search, std::string_view help, Scope scope = Scope::Everyone);

    /// Sets the options from the fields with their names; ignores other fields, and options out of scope.
    /// Fails with a fault for each invalid value.
    Status read(const Json& fields, const Access& access) const;
    /// Sets the options from the texts that `word_of` returns for their names; an empty text leaves the
    /// default. Fails with a fault for each invalid text.
    Status read_words(const std::function<std::string(const char* name)>& word_of) const;

    const std::deque<Option>& all() const { return options_; }
    /// Returns the search passed to `limits` or `time_and_nodes`; null if neither was called.
    const reports::SearchRequest* search() const { return search_; }
    /// Returns the option `name`, which must exist.
    const Option& operator[](std::string_view name) const;

  private:
    static Option& bounded(Option& option, std::uint64_t least, std::uint64_t most) {
        option.least = least;
        option.most = most;
        return option;
    }

    Option& add(Option option, std::function<Json()> get, std::function<void(const Json&)> set);

    template <class T>
    static Json json_of(const T& value) {
        if constexpr (std::integral<T> && !std::same_as<T, bool>)
            return static_cast<std::uint64_t>(value);
        else
            return value;
    }

    template <class Variable>
    Option& add(std::string_view name, Option::Kind kind, Variable& value, std::string_view help) {
        const auto get = [&value]() -> Json {
            if constexpr (requires { value.has_value(); })
                return value ? json_of(*value) : Json();
            else
                return json_of(value);
        };
        const auto set = [&value](const Json& given) {
            if constexpr (requires { value.has_value(); })
                value = given.get<typename Variable::value_type>();
            else
                value = given.get<Variable>();
        };
        return add({.name = name, .kind = kind, .help = help}, get, set);
    }

    std::deque<Option> options_;
    const reports::SearchRequest* search_ = nullptr;
};

}  // namespace octomate::questions
