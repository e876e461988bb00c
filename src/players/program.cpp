#include "players/program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace octomate::players {

Program::Program(const std::string& command) : command_(command) {
    std::signal(SIGPIPE, SIG_IGN);  // a program that has ended is told by what it does not say
    int to[2], from[2];
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
        throw std::runtime_error(command_ + ": no pipe can be made");
    process_ = fork();
    if (process_ < 0) throw std::runtime_error(command_ + ": cannot be started");
    if (process_ == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), nullptr);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    in_.reset(fdopen(to[1], "w"));
    out_.reset(fdopen(from[0], "r"));
}

Program::~Program() {
    if (in_) {
        std::fputs("quit\n", in_.get());
        in_.reset();
    }
    out_.reset();
    if (process_ > 0) waitpid(process_, nullptr, 0);
}

void Program::say(std::string_view line) {
    std::fwrite(line.data(), 1, line.size(), in_.get());
    std::fputc('\n', in_.get());
    if (std::fflush(in_.get()) != 0) fail();
}

std::string Program::hear() {
    std::string line;
    for (int c = std::fgetc(out_.get()); c != '\n'; c = std::fgetc(out_.get())) {
        if (c == EOF) fail();
        line += static_cast<char>(c);
    }
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
}

/// Whether it is told to a program that has ended, or is heard of one, is a matter of chance.
void Program::fail() const { throw std::runtime_error(command_ + ": ended before it answered"); }

std::string Program::hear(std::string_view word) {
    for (;;) {
        const std::string line = hear();
        if (line.starts_with(word) && (line.size() == word.size() || line[word.size()] == ' ')) return line;
    }
}

}  // namespace octomate::players
