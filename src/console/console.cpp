#include "console/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace octomate {

std::atomic<bool> interrupted = false;

namespace {

[[noreturn]] void fail() {
    throw EnvironmentError(std::string("cannot write to standard output: ") + std::strerror(errno));
}

void on_interrupt(int) {
    if (interrupted.exchange(true)) std::_Exit(Interrupted);
}

/// Whether a line of progress stands at the foot of the terminal. It is written, and goes, under the mutex.
std::atomic<bool> line_shown = false;
std::mutex line_mutex;

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

}  // namespace

void catch_signals() {
    struct sigaction action = {};
    action.sa_handler = on_interrupt;  // without SA_RESTART, so that a read that waits for input ends too
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value;
}

bool has_utf8_locale() {
    // The first of the locale's variables that is set decides, as for the C library.
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (!is_set(name)) continue;
        const std::string_view value = std::getenv(name);
        return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos;
    }
    return false;
}

bool may_colour() {
    const char* kind = std::getenv("TERM");
    const bool dumb = !kind || std::string_view(kind) == "dumb";
    return isatty(STDOUT_FILENO) && !dumb && !is_set("NO_COLOR");
}

std::size_t terminal_width() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 100;
    return std::min<std::size_t>(size.ws_col, 120);
}

bool talks_to_terminal(const CommonOptions& common) {
    return common.progress == ProgressMode::Auto && !common.quiet && isatty(STDERR_FILENO);
}

std::size_t terminal_line_width() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 79;
    return size.ws_col - 1U;
}

void show_line(std::string_view text) {
    const std::lock_guard lock(line_mutex);
    line_shown = true;
    write_error(std::string("\r").append(text).append("\x1b[K"));
}

void clear_line() {
    const std::lock_guard lock(line_mutex);
    if (line_shown.exchange(false)) write_error("\r\x1b[K");
}

void print(std::string_view text) {
    if (text.empty()) return;  // its address may be null, which the library does not take
    if (line_shown.load(std::memory_order_relaxed) && isatty(STDOUT_FILENO)) clear_line();
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail();
}

void flush_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) fail();
}

void talk_at_once(std::string_view text) {
    const std::lock_guard lock(line_mutex);
    if (line_shown.exchange(false)) write_error("\r\x1b[K");
    write_error(text);
}

void talk(std::string_view text) {
    if (text.empty()) return;
    flush_output();  // so that both stand in order where they share a terminal or a file
    talk_at_once(text);
}

}  // namespace octomate
