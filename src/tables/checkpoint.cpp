#include "tables/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "console/console.hpp"
#include "console/files.hpp"
#include "core/hashing.hpp"

namespace octomate::tables {

namespace {

constexpr std::string_view first_word = "OCTOPART1";

void put(std::string& bytes, std::uint64_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put(std::string& bytes, std::string_view text) {
    put(bytes, text.size());
    bytes += text;
}

void put(std::string& bytes, const std::vector<double>& numbers) {
    put(bytes, numbers.size());
    bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(double));
}

/// Takes from the front of bytes whose checksum was right. Throws EnvironmentError where they end too early.
class Taker {
  public:
    explicit Taker(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number() {
        std::uint64_t number = 0;
        std::memcpy(&number, take(sizeof number).data(), sizeof number);
        return number;
    }
    std::string text() { return std::string(take(number())); }
    std::vector<double> numbers() {
        const std::uint64_t count = number();
        if (count > bytes_.size() / sizeof(double)) throw_short();
        std::vector<double> numbers(count);
        if (!numbers.empty())
            std::memcpy(numbers.data(), take(numbers.size() * sizeof(double)).data(),
                        numbers.size() * sizeof(double));
        return numbers;
    }

  private:
    std::string_view take(std::size_t size) {
        if (size > bytes_.size()) throw_short();
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return taken;
    }

    [[noreturn]] static void throw_short() { throw EnvironmentError("it ends too early"); }

    std::string_view bytes_;
};

}  // namespace

bool Checkpoint::lock() {
    if (auto lock = FileLock::unless_taken(file_.string())) lock_.emplace(std::move(*lock));
    return lock_.has_value();
}

Checkpoint::~Checkpoint() {
    std::error_code unknown;
    if (lock_ && std::filesystem::file_size(file_, unknown) == 0) remove();
}

void Checkpoint::fail(std::string_view what) const {
    throw EnvironmentError(fmt::format("{}: {}; without it the work begins anew", file_.string(), what));
}

Checkpoint::State Checkpoint::read() const {
    State state;
    if (is_missing(file_.string())) return state;
    const auto read = read_regular(file_.string());
    if (!read) fail(read.error());
    const std::string& bytes = *read;
    if (bytes.empty()) return state;
    std::uint64_t sum = 0;
    const bool long_enough = bytes.size() >= first_word.size() + sizeof sum;
    if (long_enough) std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
    const std::string_view content(bytes.data(), long_enough ? bytes.size() - sizeof sum : 0);
    if (!content.starts_with(first_word) || checksum_of(content) != sum) fail("damaged");
    try {
        Taker taker(content.substr(first_word.size()));
        if (taker.text() != work_) return state;
        state.stage = taker.text();
        state.step = taker.number();
        state.mark = std::bit_cast<double>(taker.number());
        state.evaluations = taker.number();
        state.finished = taker.numbers();
        state.numbers = taker.numbers();
        return state;
    } catch (const EnvironmentError& error) {
        fail(error.what());
    }
}

bool Checkpoint::due() const {
    constexpr int parts = 20;  // of the time, one of which at most goes into writing
    return pace_ == Pace::Always ||
           std::chrono::steady_clock::now() - written_ >
               std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1), parts * took_);
}

void Checkpoint::write(const State& state) {
    const auto begun = std::chrono::steady_clock::now();
    std::string bytes(first_word);
    put(bytes, work_);
    put(bytes, state.stage);
    put(bytes, state.step);
    put(bytes, std::bit_cast<std::uint64_t>(state.mark));
    put(bytes, state.evaluations);
    put(bytes, state.finished);
    put(bytes, state.numbers);
    put(bytes, checksum_of(bytes));
    if (lock_) {
        lock_->replace(bytes);
    } else {
        replace_file(file_.string(), bytes);
    }
    written_ = std::chrono::steady_clock::now();
    took_ = written_ - begun;
}

void Checkpoint::remove() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

}  // namespace octomate::tables
