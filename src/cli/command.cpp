#include "cli/command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <thread>

#include "cli/games.hpp"

namespace octomate::app {

std::atomic<bool> interrupted = false;

namespace {

/// "12,345,678".
std::string grouped(std::size_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

/// A counter on standard error, a few times a second; nothing unless that is a terminal.
class Progress {
  public:
    explicit Progress(bool on) : on_(on) {}
    ~Progress() { clear(); }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void add(std::size_t records) {
        records_ += records;
        const auto now = std::chrono::steady_clock::now();
        if (!on_ || now < next_) return;
        next_ = now + std::chrono::milliseconds(250);
        fmt::print(stderr, "\r{} records", grouped(records_));
        std::fflush(stderr);
        shown_ = true;
    }

    /// Makes room for other talk.
    void clear() {
        if (std::exchange(shown_, false)) fmt::print(stderr, "\r\x1b[K");
    }

  private:
    bool on_;
    bool shown_ = false;
    std::size_t records_ = 0;
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
};

bool set_and_not_empty(const char* name) {
    const char* value = std::getenv(name);
    return value && *value;
}

/// The first of the locale's variables that is set decides, as for the C library.
bool utf8_locale() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (!set_and_not_empty(name)) continue;
        const std::string_view value = std::getenv(name);
        return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos;
    }
    return false;
}

}  // namespace

Command add_command(CLI::App& root, std::function<int()>& run, CommonOptions& common, const std::string& name,
                    const std::string& description, const std::string& examples) {
    CLI::App* app = root.add_subcommand(name, description);
    app->footer("Examples:\n" + examples);
    const std::vector<std::string> variants(game_names.begin(), game_names.end());
    app->add_option("--variant", common.variant,
                    fmt::format("The game, where a record does not name its own: {} (default: the first)",
                                fmt::join(variants, " or ")))
        ->check(CLI::IsMember(variants).description(""))
        ->type_name("NAME");
    add_choice<Format>(app, "--format", common.format,
                       "For people (text, the default), or JSON Lines for machines",
                       {{"text", Format::Text}, {"jsonl", Format::Jsonl}});
    app->add_option("--threads", common.threads, "Threads to use (default: all)")
        ->check(CLI::Range(1, 1024).description(""))
        ->type_name("N");
    app->add_flag("--quiet", common.quiet, "No progress and no notes on standard error");
    app->add_flag("--ascii", common.ascii, "Draw with letters instead of chess symbols");
    return {app, common, run};
}

draw::TextStyle text_style(const CommonOptions& common) {
    const bool terminal = isatty(STDOUT_FILENO);
    const char* kind = std::getenv("TERM");
    const bool dumb = !kind || std::string_view(kind) == "dumb";
    return {.unicode = !common.ascii && utf8_locale(),
            .colour = terminal && !dumb && !set_and_not_empty("NO_COLOR")};
}

bool talks_to_terminal(const CommonOptions& common) { return !common.quiet && isatty(STDERR_FILENO); }

void print(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
        throw EnvironmentError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
}

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
        throw EnvironmentError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    }
}

void talk(const records::Output& output) {
    if (output.talk.empty()) return;
    flush_output();  // so that both stand in order where they share a terminal or a file
    std::fwrite(output.talk.data(), 1, output.talk.size(), stderr);
}

void print(const records::Output& output) {
    print(output.data);
    talk(output);
}

int exit_code(const records::Tally& tally) {
    if (tally.interrupted) return Interrupted;
    if (tally.bad > 0 || tally.unreadable > 0) return BadInput;
    if (tally.incomplete > 0) return Incomplete;
    return tally.negative > 0 ? Negative : Success;
}

int run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work) {
    return run_lines(files, common, work, [](const records::Output& output) { print(output); });
}

int run_lines(const std::vector<std::string>& files, const CommonOptions& common,
              const std::function<void(const records::Line&, records::Output&)>& work,
              const std::function<void(const records::Output&)>& write) {
    Progress progress(talks_to_terminal(common));
    const records::StreamOptions options{.threads = common.threads, .interrupted = &interrupted};
    const records::Tally tally =
        records::stream_lines(files, options, work, [&](const records::Output& output) {
            if (!output.talk.empty()) progress.clear();
            write(output);
            progress.add(output.records);
        });
    progress.clear();
    if (tally.bad > 0 && tally.records > 1 && !common.quiet) {
        fmt::print(stderr, "{} of {} records are bad\n", grouped(tally.bad), grouped(tally.records));
    }
    return exit_code(tally);
}

namespace {

/// Ctrl-C once: stop taking input and end in order. Twice: end at once.
void on_interrupt(int) {
    if (interrupted.exchange(true)) std::_Exit(Interrupted);
}

/// Without SA_RESTART, so that a read that waits for input ends too.
void catch_signals() {
    struct sigaction action = {};
    action.sa_handler = on_interrupt;
    sigaction(SIGINT, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on the size of files is told like a full disk
}

int parse_and_run(int argc, char** argv, const AddCommands& add_commands) {
    CLI::App root;
    root.set_version_flag("--version", "octomate " OCTOMATE_VERSION);
    root.require_subcommand(1);

    CommonOptions common;
    common.variant = game_names.front();
    common.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::function<int()> command;
    add_commands(root, command, common);

    try {
        root.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const int code = root.exit(error) == 0 ? Success : Usage;
        return std::cout.flush() ? code : Usage;
    }
    const int code = command();
    flush_output();
    return interrupted ? Interrupted : code;
}

}  // namespace

int run_program(int argc, char** argv, const AddCommands& add_commands) {
    catch_signals();
    try {
        return parse_and_run(argc, argv, add_commands);
    } catch (const std::exception& error) {
        fmt::print(stderr, "octomate: {}\n", error.what());
        return Usage;
    }
}

}  // namespace octomate::app
