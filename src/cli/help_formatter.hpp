#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace octomate::cli {

/// "-o,--output", "--unique,--no-unique", "FILE". Of several long names for a value only the first is shown.
inline std::string names_of(const CLI::Option& option) {
    std::string names = option.get_positional() ? option.get_name(true, false) : option.get_name(false, true);
    constexpr std::string_view noise = "{false}";  // behind the name that switches a flag off
    for (std::size_t at = 0; (at = names.find(noise)) != std::string::npos;) names.erase(at, noise.size());
    const std::size_t further = names.find(",--", std::min(names.find("--"), names.size()));
    if (option.get_expected_max() > 0 && further != std::string::npos) names.erase(further);
    return names;
}

/// Help as broad as the terminal: names on the left, what they do on the right.
class HelpFormatter : public CLI::Formatter {
  public:
    /// `width`: characters of a line.
    explicit HelpFormatter(std::size_t width) : width_(width) {
        label("SUBCOMMAND", "COMMAND");
        label("Subcommands", "Commands");
        label("Positionals", "Arguments");
    }

    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
        std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
        // The library leaves room for the options that are hidden.
        for (std::size_t at = 0; (at = help.find("\n\n\n", at)) != std::string::npos;) help.erase(at, 1);
        return help;
    }

    std::string make_option(const CLI::Option* option, bool) const override {
        const std::string value = option->get_type_size() == 0 || option->get_positional()
                                      ? std::string()
                                      : " " + option->get_type_name();
        return entry(names_of(*option) + value, option->get_description());
    }

    std::string make_subcommand(const CLI::App* command) const override {
        return entry(command->get_display_name(true), command->get_description());
    }

  private:
    static constexpr std::size_t column = 28;  // where texts begin

    std::string entry(const std::string& names, std::string_view text) const {
        std::string lines = "  " + names;
        std::size_t at = static_cast<std::size_t>(std::count_if(
            lines.begin(), lines.end(), [](char c) { return (c & 0xC0) != 0x80; }));  // characters
        if (at + 1 >= column) {
            lines += '\n';
            at = 0;
        }
        while (!text.empty()) {
            lines.append(column - at, ' ');
            const std::size_t room = std::max(width_, column + 20) - column;
            std::size_t end = text.size();
            if (end > room) {
                end = text.rfind(' ', room);
                if (end == std::string_view::npos) end = std::min(text.find(' '), text.size());
            }
            lines.append(text.substr(0, end)).append("\n");
            text.remove_prefix(std::min(end + 1, text.size()));
            at = 0;
        }
        if (!lines.ends_with('\n')) lines += '\n';
        return lines;
    }

    std::size_t width_;
};

}  // namespace octomate::cli
