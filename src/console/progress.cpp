#include "console/progress.hpp"

#include <fmt/core.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <utility>
#include <vector>

namespace octomate {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// The reporter of the most recent task; `end_progress` writes the last JSON record of the run with it.
std::optional<ProgressReporter> last_reporter;
int phases = 0;
const Clock::time_point program_begun = Clock::now();

}  // namespace

void Estimate::note(double seconds, double part) {
    if (!first_) {
        first_ = part_ = part;
        begun_ = last_time_ = seconds;
    }
    const double passed = seconds - last_time_;
    if (part <= part_ || passed <= 0) return;
    const double current = (part - part_) / passed;
    const double mean = (part - *first_) / (seconds - begun_);
    // At first the mean speed since the beginning is the best estimate.
    speed_ =
        seconds - begun_ < memory ? mean : speed_ + (1 - std::exp(-passed / memory)) * (current - speed_);
    last_time_ = seconds;
    part_ = part;
}

std::optional<double> Estimate::seconds_to_go(double seconds) const {
    if (speed_ <= 0) return std::nullopt;
    return std::max(0.0, (1 - part_) / speed_ - (seconds - last_time_));
}

std::string short_number(double number) {
    if (number < 9.95) return fmt::format("{:.{}f}", number, number == std::floor(number) ? 0 : 1);
    std::size_t thousands = 0;
    for (; number >= 999.5 && thousands < 4; ++thousands) number /= 1000;
    constexpr std::array<std::string_view, 5> names = {"", " k", " M", " G", " T"};
    const int digits = thousands > 0 && number < 99.95 ? 1 : 0;
    return fmt::format("{:.{}f}{}", number, digits, names[thousands]);
}

std::string short_time(double seconds) {
    const auto whole = static_cast<std::uint64_t>(std::llround(std::clamp(seconds, 0.0, 1e12)));
    const std::uint64_t minutes = whole / 60, hours = minutes / 60;
    if (hours >= 24) return fmt::format("{} d {} h", hours / 24, hours % 24);
    if (hours > 0) return fmt::format("{}:{:02}:{:02}", hours, minutes % 60, whole % 60);
    return fmt::format("{}:{:02}", minutes, whole % 60);
}

void ProgressReporter::note(double seconds, TaskProgress now) {
    if (!first_) first_ = now.done;
    now.done = std::max(now.done, now_.done);
    if (now.part) now.part = std::clamp(*now.part, now_.part.value_or(0), 1.0);
    now_ = std::move(now);
    seconds_ = seconds;
    if (const auto part = this->part()) estimate_.note(seconds, *part);
}

std::optional<double> ProgressReporter::part() const {
    if (now_.part) return now_.part;
    if (!now_.total || *now_.total == 0) return std::nullopt;
    return std::min(1.0, static_cast<double>(now_.done) / static_cast<double>(*now_.total));
}

std::string ProgressReporter::line(std::size_t width) const {
    struct Segment {
        std::string text;
        int rank;  ///< the segment with the greatest rank is dropped first
    };
    std::vector<Segment> segments;
    if (const auto share = part()) segments.push_back({fmt::format("{} %", std::floor(100 * *share)), 0});
    segments.push_back({fmt::format("{} {}", short_number(static_cast<double>(now_.done)), unit_), 2});
    if (!now_.detail.empty()) segments.push_back({now_.detail, 4});
    const std::uint64_t done_since_start = now_.done - first_.value_or(0);
    if (done_since_start > 0 && seconds_ > 0)
        segments.push_back({short_number(static_cast<double>(done_since_start) / seconds_) + "/s", 3});
    if (const auto left = estimate_.seconds_to_go(seconds_))
        segments.push_back({short_time(*left) + " to go", 1});
    const auto joined = [&] {
        std::string text;
        for (const Segment& segment : segments) text.append(text.empty() ? "" : "  ").append(segment.text);
        return text;
    };
    std::string text = joined();
    while (text.size() > width && segments.size() > 1) {
        segments.erase(std::max_element(segments.begin(), segments.end(),
                                        [](const Segment& a, const Segment& b) { return a.rank < b.rank; }));
        text = joined();
    }
    return text.substr(0, width);
}

std::string ProgressReporter::json(std::optional<int> exit) const {
    const auto number = [](std::optional<double> value, int digits) {
        return value ? fmt::format("{:.{}f}", *value, digits) : std::string("null");
    };
    const bool complete = exit && *exit != Interrupted;
    std::string text = fmt::format(
        R"({{"progress":{{"command":"{}","phase":{},"done":{},"total":{},"unit":"{}","part":{},"seconds":{},"seconds_to_go":{})",
        command_, phase_, now_.done, now_.total ? std::to_string(*now_.total) : "null", unit_,
        number(part(), 4), number(seconds_, 1), exit ? "0" : number(estimate_.seconds_to_go(seconds_), 1));
    if (!exit && !now_.detail.empty()) text += fmt::format(R"(,"detail":"{}")", now_.detail);
    if (exit) text += fmt::format(R"(,"finished":{},"interrupted":{},"exit":{})", complete, !complete, *exit);
    return text + "}}\n";
}

bool Progress::requested(const CommonOptions& common) {
    return common.progress == ProgressMode::Json || may_show_progress_line(common);
}

Progress::Progress(const CommonOptions& common, std::string unit, std::function<TaskProgress()> read_progress)
    : read_progress_(std::move(read_progress)),
      json_(common.progress == ProgressMode::Json),
      reporter_(common.command, std::move(unit), requested(common) ? ++phases : 0) {
    if (!requested(common)) return;
    // Blocks all signals in the new thread, so that they interrupt threads that wait for input.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    thread_ = std::thread([this] { report_until_ended(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Progress::~Progress() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    ending_.notify_one();
    thread_.join();
    report();
    if (json_) last_reporter = std::move(reporter_);
    clear_line();
}

void Progress::report() { reporter_.note(seconds_since(begun_), read_progress_()); }

void Progress::report_until_ended() {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_);
    auto next_report = begun_ + 500ms;  // tasks of less than half a second report nothing
    report();
    while (!ending_.wait_until(lock, next_report, [this] { return ended_; })) {
        report();
        if (json_) print_message_unflushed(reporter_.json());
        if (!json_) show_line(reporter_.line(terminal_line_width()));
        next_report = Clock::now() + (json_ ? 500ms : 100ms);
    }
}

void end_progress(const CommonOptions& common, int exit) {
    if (common.progress != ProgressMode::Json || common.command.empty()) return;
    if (!last_reporter) {
        last_reporter.emplace(common.command, "", 0);
        last_reporter->note(seconds_since(program_begun), {});
    }
    print_message_unflushed(last_reporter->json(exit));
}

std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
}

std::string quoted_command(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        const bool is_plain = !word.empty() && word.find_first_not_of(
                                                   "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuv"
                                                   "wxyz0123456789_-+=./:,@%") == std::string::npos;
        text.append(text.empty() ? "" : " ").append(is_plain ? word : in_quotes(word));
    }
    return text;
}

}  // namespace octomate
