#include "tables/checkpoint.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "console/console.hpp"
#include "console/files.hpp"
#include "console/packing.hpp"
#include "core/hashing.hpp"

namespace octomate::tables {

namespace {

constexpr std::string_view first_word = "OCTOPART1";

template <class State, class F>
void for_each_in_state(State& state, F f) {
    f(state.stage);
    f(state.step);
    f(state.mark);
    f(state.evaluations);
    f(state.finished);
    f(state.numbers);
}

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
        Unpacker unpacker(content.substr(first_word.size()));
        if (unpacker.text() != work_) return state;
        for_each_in_state(state, [&](auto& field) { unpacker.get(field); });
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
    Packer packer;
    packer.put(work_);
    for_each_in_state(state, [&](const auto& field) { packer.put(field); });
    std::string bytes = std::string(first_word) + packer.take();
    packer.put(checksum_of(bytes));
    bytes += packer.take();
    lock_ ? lock_->replace(bytes) : replace_file(file_.string(), bytes);
    written_ = std::chrono::steady_clock::now();
    took_ = written_ - begun;
}

void Checkpoint::remove() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

}  // namespace octomate::tables
