// A library for LD_PRELOAD that simulates crashes and failing disks. It counts the calls that change files
// (write, fflush, fsync, rename, ftruncate, remove) and kills the process, or reports an error, at the n-th.
// crash_points.py runs the program once for each n. Environment variables:
//
//   OCTOMATE_CRASH_AT    the number of the call, from 1; if it is not set, calls are only counted
//   OCTOMATE_CRASH_HOW   "kill" kills the process before the call; "torn" kills it after half of the bytes
//                        of a write, or after the whole of any other call; a number is an errno with which
//                        this call and all later ones fail, except those that close or remove files
//   OCTOMATE_CRASH_LOG   a file to which the name of each call is appended, if no number is set
//   OCTOMATE_CRASH_TICK  microseconds by which the monotonic clock advances at each reading, independent of
//                        real time: periodic work then happens soon, and always after the same call
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>

namespace {

template <class Function>
Function* real_function(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

long number_of(const char* variable) {
    const char* text = std::getenv(variable);
    return text ? std::strtol(text, nullptr, 10) : 0;
}

enum class Action { Run, Tear, Fail };

std::atomic<long> calls = 0;

void log_call(const char* what) {
    const char* name = std::getenv("OCTOMATE_CRASH_LOG");
    if (!name) return;
    static const int log = ::open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    const std::string line = std::string(what) + '\n';
    static auto* const write = real_function<ssize_t(int, const void*, size_t)>("write");
    if (write(log, line.data(), line.size()) < 0) std::abort();
}

/// Counts a call and returns what must happen to it; kills the process if it must end before the call.
Action next_action(const char* what) {
    static const long at = number_of("OCTOMATE_CRASH_AT");
    static const std::string how = std::getenv("OCTOMATE_CRASH_HOW") ? std::getenv("OCTOMATE_CRASH_HOW") : "";
    const long number = ++calls;
    if (at == 0) log_call(what);
    if (at == 0 || number < at) return Action::Run;
    if (how == "kill") ::kill(::getpid(), SIGKILL);
    if (how == "torn") return Action::Tear;
    errno = static_cast<int>(number_of("OCTOMATE_CRASH_HOW"));
    return Action::Fail;
}

[[noreturn]] void kill_process() {
    ::kill(::getpid(), SIGKILL);
    std::abort();
}

bool is_file(int descriptor) {
    struct stat status = {};
    return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

/// Counts `call`, a function that returns 0 on success, and runs it unless it must fail.
template <class Call>
int run_counted(const char* what, Call call) {
    switch (next_action(what)) {
        case Action::Fail: return -1;
        case Action::Tear: call(); kill_process();
        case Action::Run: break;
    }
    return call();
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
    static auto* const real = real_function<ssize_t(int, const void*, size_t)>("write");
    if (!is_file(descriptor)) return real(descriptor, bytes, size);
    switch (next_action("write")) {
        case Action::Fail: return -1;
        case Action::Tear: static_cast<void>(!real(descriptor, bytes, size / 2)); kill_process();
        case Action::Run: break;
    }
    return real(descriptor, bytes, size);
}

// Needed besides `write`, because the C library does not flush its buffers through the public `write`.
int fflush(FILE* file) {
    static auto* const real = real_function<int(FILE*)>("fflush");
    if (!file || !is_file(::fileno(file))) return real(file);
    switch (next_action("fflush")) {
        case Action::Fail: return EOF;
        case Action::Tear: real(file); kill_process();
        case Action::Run: break;
    }
    return real(file);
}

int fsync(int descriptor) {
    static auto* const real = real_function<int(int)>("fsync");
    return run_counted("fsync", [&] { return real(descriptor); });
}

int rename(const char* from, const char* to) {
    static auto* const real = real_function<int(const char*, const char*)>("rename");
    return run_counted("rename", [&] { return real(from, to); });
}

int ftruncate(int descriptor, off_t size) {
    static auto* const real = real_function<int(int, off_t)>("ftruncate");
    return run_counted("ftruncate", [&] { return real(descriptor, size); });
}

// Removing a file never fails here, but the process may be killed before or after it.
int remove(const char* name) {
    static auto* const real = real_function<int(const char*)>("remove");
    if (next_action("remove") == Action::Tear) real(name), kill_process();
    return real(name);
}

int clock_gettime(clockid_t clock, struct timespec* time) {
    static auto* const real = real_function<int(clockid_t, struct timespec*)>("clock_gettime");
    static const long tick = number_of("OCTOMATE_CRASH_TICK");
    if (tick == 0 || clock != CLOCK_MONOTONIC) return real(clock, time);
    static std::atomic<long> readings = 0;
    const long now = 1'000'000'000 + ++readings * tick;
    time->tv_sec = now / 1'000'000;
    time->tv_nsec = now % 1'000'000 * 1000;
    return 0;
}

}  // extern "C"
