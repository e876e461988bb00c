#include "console/console.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <utility>

#include "text/text.hpp"

namespace octomate {

namespace {

[[noreturn]] void fail() {
    throw EnvironmentError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

/// True while a progress line is shown at the bottom of the terminal. The mutex protects writing and removing
/// the line.
std::atomic<bool> line_shown = false;
std::mutex line_mutex;

/// The buffer of standard output. It is not the buffer of the C library, whose contents are lost if a signal
/// arrives during a write.
std::string output_buffer;
std::mutex output_mutex;
constexpr std::size_t most_buffered = std::size_t{64} << 10;

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

/// Returns the width of the terminal at a stream, in columns; 0 if the stream is no terminal.
std::size_t columns_of(int stream) {
    winsize size{};
    return ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool writes_to_terminal() {
    static const bool to_terminal = isatty(STDOUT_FILENO) != 0;
    return to_terminal;
}

/// Returns the length of the escape sequence for a colour at the beginning of `text`; 0 if there is none.
std::size_t colour_length(std::string_view text) {
    if (!text.starts_with("\x1b[")) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", 2);
    return end < text.size() && text[end] == 'm' ? end + 1 : 0;
}

/// Returns `text` with control characters made visible, except in escape sequences for colours.
std::string printable_with_colours(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::string_view segment = text.substr(0, text.find('\x1b', 1));
        const std::size_t colour = colour_length(segment);
        out.append(segment.substr(0, colour)).append(shown_on_terminal(segment.substr(colour)));
        text.remove_prefix(segment.size());
    }
    return out;
}

/// Checks whether an environment variable is set, and not empty.
bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

/// Appends text to the buffer of standard output; flushes it if it is full or standard output is a terminal.
void append(std::string_view text) {
    if (line_shown.load(std::memory_order_relaxed) && writes_to_terminal()) clear_line();
    {
        const std::lock_guard lock(output_mutex);
        output_buffer += text;
        if (!writes_to_terminal() && output_buffer.size() < most_buffered) return;
    }
    flush_output();
}

}  // namespace

void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
        // Standard input is opened for writing and the others for reading, so that using them fails as
        // before. The system assigns the lowest free number, which is that of the stream.
        ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

void interrupt(int) {
    if (interrupted.exchange(true)) std::_Exit(Interrupted);
}

void catch_signals(void (*handler)(int)) {
    struct sigaction action = {};
    action.sa_handler = handler;  // without SA_RESTART, so that a read that waits for input ends too
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // ignored under nohup
    std::signal(SIGXFSZ, SIG_IGN);
}

bool has_utf8_locale() {
    // As in the C library, the first of these variables that is set determines the locale.
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (!is_set(name)) continue;
        const std::string_view value = std::getenv(name);
        return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos;
    }
    return false;
}

bool may_colour() {
    const char* terminal = std::getenv("TERM");
    const bool is_dumb = !terminal || std::string_view(terminal) == "dumb";
    return isatty(STDOUT_FILENO) && !is_dumb && !is_set("NO_COLOR");
}

std::size_t terminal_width() {
    const std::size_t columns = columns_of(STDOUT_FILENO);
    return columns == 0 ? 100 : std::min<std::size_t>(columns, 120);
}

bool may_show_progress_line(const CommonOptions& common) {
    return common.progress == ProgressMode::Auto && !common.quiet && isatty(STDERR_FILENO);
}

std::size_t terminal_line_width() {
    const std::size_t columns = columns_of(STDERR_FILENO);
    return columns < 2 ? 79 : columns - 1;
}

void show_line(std::string_view text) {
    const std::lock_guard lock(line_mutex);
    line_shown = true;
    write_error(std::string("\r").append(printable(text)).append("\x1b[K"));
}

void clear_line() {
    const std::lock_guard lock(line_mutex);
    if (line_shown.exchange(false)) write_error("\r\x1b[K");
}

std::string shown_on_terminal(std::string_view text) { return printable(text, "\n\t"); }

void print(std::string_view text) { writes_to_terminal() ? append(shown_on_terminal(text)) : append(text); }

void print_coloured(std::string_view text) {
    writes_to_terminal() ? append(printable_with_colours(text)) : append(text);
}

void flush_output() {
    const std::lock_guard lock(output_mutex);
    const std::string text = std::exchange(output_buffer, {});
    for (std::string_view rest = text; !rest.empty();) {
        const ::ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
}

void print_message_unflushed(std::string_view text) {
    const std::lock_guard lock(line_mutex);
    if (line_shown.exchange(false)) write_error("\r\x1b[K");
    write_error(shown_on_terminal(text));
}

void print_message(std::string_view text) {
    if (text.empty()) return;
    flush_output();  // keeps the order if both streams go to the same terminal or file
    print_message_unflushed(text);
}

void print_message_once(const std::string& text) {
    static std::set<std::string> printed;
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    if (printed.insert(text).second) print_message(text);
}

}  // namespace octomate
