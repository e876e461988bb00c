#include "collect/run_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include "console/console.hpp"
#include "json/text.hpp"

namespace octomate::collect {

using records::Json;

namespace {

std::uint64_t checksum(const Json& object) { return octomate::checksum_of(records::dump(object)); }

/// Describes the differences between the options of two runs, such as "count was 100 and is 200, seed was 1
/// and is not given"; empty if they are equal.
std::string difference(const Json& earlier, const Json& current) {
    std::string text;
    const auto value = [](const Json& run, const std::string& name) {
        return run.contains(name) ? records::dump(run[name]) : std::string("not given");
    };
    const auto compare = [&](const std::string& name) {
        const std::string old_value = value(earlier, name), new_value = value(current, name);
        if (old_value != new_value)
            text +=
                fmt::format("{}{} was {} and is {}", text.empty() ? "" : ", ", name, old_value, new_value);
    };
    for (const auto& [name, unused] : earlier.items()) compare(name);
    for (const auto& [name, unused] : current.items()) {
        if (!earlier.contains(name)) compare(name);
    }
    return text;
}

/// Returns the size of a file in bytes; the maximum of std::uint64_t if it is unknown.
std::uint64_t size_of(const std::string& file) {
    std::error_code ignored;
    return std::filesystem::file_size(file, ignored);
}

std::string progress_name(const std::string& file) { return file + ".progress"; }

/// The content of FILE.progress.
struct KeptProgress {
    std::optional<Unsealed> read;  ///< the JSON object of the file; nullopt: it has none
    bool has_part = false;         ///< true if FILE.part exists and belongs to this run
    bool finished = false;         ///< the run is complete, and its output has its final name

    bool is_of_run() const { return read && read->object.contains("run"); }
};

KeptProgress progress_in(const std::string& text, const std::string& file) {
    KeptProgress kept{unsealed(text)};
    const auto is_true = [&](const char* name) {
        return kept.read && kept.read->intact && kept.read->object.value(name, Json()) == true;
    };
    kept.has_part = is_true("part") && !is_missing(OutputFile::part_name(file));
    kept.finished = is_true("finished") && !kept.has_part;
    return kept;
}

/// Reads FILE.progress; nullopt if it is missing. Throws EnvironmentError if it cannot be read.
std::optional<KeptProgress> read_progress(const std::string& file) {
    const std::string name = progress_name(file);
    if (is_missing(name)) return std::nullopt;
    const auto text = read_regular(name);
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", name, text.error()));
    return progress_in(*text, file);
}

[[noreturn]] void refuse_to_overwrite(const std::string& file) {
    throw EnvironmentError(
        fmt::format("{} belongs to a run that was stopped: --resume continues it, --force overwrites {}",
                    progress_name(file), file));
}

}  // namespace

Checksum checksum_of(const std::string& file, std::uint64_t size) {
    Checksum sum;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> bytes(std::fopen(file.c_str(), "rb"), std::fclose);
    std::array<char, 65536> buffer;
    while (bytes && size > 0) {
        const std::size_t next = std::min<std::uint64_t>(size, buffer.size());
        const std::size_t got = std::fread(buffer.data(), 1, next, bytes.get());
        if (got == 0) break;
        sum.add({buffer.data(), got});
        size -= got;
    }
    return sum;
}

std::string sealed(Json object) {
    const std::uint64_t sum = checksum(object);
    object["checksum"] = sum;
    return records::dump(object) + '\n';
}

std::optional<Unsealed> unsealed(std::string_view text) {
    Json object = records::parsed(text);
    if (!object.is_object()) return std::nullopt;
    const auto found = object.find("checksum");
    const Json stated = found == object.end() ? Json() : *found;
    object.erase("checksum");
    const bool intact = stated == checksum(object);
    return Unsealed{std::move(object), intact};
}

void refuse_unfinished(const std::string& file) {
    if (!is_plain_or_new(file)) return;
    const auto kept = read_progress(file);
    if (kept && kept->is_of_run() && !kept->finished) refuse_to_overwrite(file);
}

void forget_run(const std::string& file) {
    const auto text = read_regular(progress_name(file));
    if (!text) return;  // FILE.progress is missing or unreadable
    const KeptProgress kept = progress_in(*text, file);
    if (!kept.is_of_run()) return;
    std::error_code ignored;
    if (kept.read->object.contains("seen_sum")) std::filesystem::remove(file + RunFile::seen_suffix, ignored);
    if (kept.has_part) std::filesystem::remove(OutputFile::part_name(file), ignored);
    std::filesystem::remove(progress_name(file), ignored);
}

std::vector<std::string> RunFile::side_files(const RecordTarget& target) {
    if (target.lasting_file().empty()) return {};
    return {progress_name(target.file), OutputFile::part_name(target.file), target.file + seen_suffix};
}

RunFile::RunFile(const RecordTarget& target, Json run) : target_(target), run_(std::move(run)) {
    if (target.lasting_file().empty()) {
        if (!target.resume) return;
        throw UsageError("--resume",
                         fmt::format("cannot go on with {}: it is not a plain file", target.file));
    }
    std::error_code ignored;
    is_new_ = !std::filesystem::exists(target.file, ignored);
    lock_.emplace(target.file);
    target.resume ? resume() : begin_anew();
}

RunFile::~RunFile() {
    if (!is_new_) return;
    std::error_code ignored;
    // Removes the target of a symbolic link, not the link.
    std::filesystem::remove(std::filesystem::canonical(target_.file, ignored), ignored);
}

void RunFile::begin_anew() {
    const auto kept = read_progress(target_.file);
    if (kept && !kept->read && size_of(progress_file()) > 0)
        throw EnvironmentError(fmt::format(
            "{} is needed for the progress of the run, but another file has that name", progress_file()));
    if (kept && kept->read && !kept->finished && !target_.force) refuse_to_overwrite(target_.file);
    in_part_ = size_of(target_.file) > 0;
    const std::string part = OutputFile::part_name(target_.file);
    std::error_code ignored;
    if (kept && kept->has_part) std::filesystem::remove(part, ignored);
    if (in_part_ && !is_missing(part))
        throw EnvironmentError(
            fmt::format("{} is needed for the records of the run, but another file has that name", part));
}

void RunFile::resume() {
    const bool empty = size_of(target_.file) == 0;
    const auto kept = read_progress(target_.file);
    if (!kept && !empty)
        throw EnvironmentError(fmt::format("cannot go on with {}: there is no {}; name another file",
                                           target_.file, progress_file()));
    if (!kept || (kept->finished && empty)) return begin_anew();
    if (!kept->read) refuse("it is not a JSON object");
    if (!kept->read->intact) refuse("it has been changed since it was written");
    const Json& progress = kept->read->object;
    if (!progress.contains("run") || !progress["run"].is_object()) refuse("it has no field \"run\"");
    if (const std::string other = difference(progress["run"], run_); !other.empty())
        throw EnvironmentError(
            fmt::format("{} belongs to a run with other options: {}", progress_file(), other));
    std::uint64_t sum = 0;
    try {
        parse_whole_number(progress, "bytes", kept_bytes_);
        parse_whole_number(progress, "bytes_sum", sum);
        finished_ = progress.at("finished") == true;
        in_part_ = progress.at("part") == true && !(finished_ && !kept->has_part);
    } catch (const Json::exception&) {
        refuse("a field is missing or not a whole number");
    }
    const std::string file = in_part_ ? OutputFile::part_name(target_.file) : target_.file;
    const std::uint64_t size = in_part_ && !kept->has_part ? 0 : size_of(file);
    kept_sum_ = checksum_of(file, kept_bytes_);
    if ((finished_ ? size != kept_bytes_ : size < kept_bytes_) || kept_sum_.value() != sum)
        throw EnvironmentError(fmt::format(
            "cannot go on with {}: it has been changed since it was written; --force begins anew", file));
    if (finished_ && in_part_) {
        OutputFile::in_part(target_.file, kept_bytes_).commit();
        in_part_ = false;
    }
    earlier_ = progress;
}

std::string RunFile::progress_file() const { return progress_name(target_.file); }

void RunFile::refuse(std::string_view why) const {
    throw EnvironmentError(
        fmt::format("{} does not hold the progress of a run: {}; --force begins anew", progress_file(), why));
}

void RunFile::begin(const Json& state) {
    is_new_ = false;
    if (resumable() && (!earlier_ || finished_)) write_progress(state, false);
}

void RunFile::open() {
    if (target_.is_standard_output()) {
        records_.emplace(target_);
        return;
    }
    const auto open_output = in_part_ ? OutputFile::in_part : OutputFile::in_place;
    records_.emplace(target_, open_output(target_.file, kept_bytes_), kept_bytes_, kept_sum_);
}

void RunFile::keep() {
    kept_bytes_ = records_->bytes();
    kept_sum_ = records_->checksum();
}

void RunFile::save(const Json& state) {
    if (!resumable()) return;
    const auto begun = std::chrono::steady_clock::now();
    if (records_) records_->sync();
    write_progress(state, false);
    saved_ = std::chrono::steady_clock::now();
    // Saving takes long if the state is large; spends at most about a twentieth of the time on it.
    pause_ = std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1), 20 * (saved_ - begun));
}

void RunFile::complete(const Json& state) {
    complete_ = true;
    records_->end();
    if (!resumable()) return;
    keep();
    records_->sync();
    write_progress(state, true);
}

void RunFile::close(bool quiet) { records_->close(complete_, quiet); }

void RunFile::write_progress(const Json& state, bool finished) {
    Json progress = {{"run", run_}};
    progress.update(state);
    progress.update({{"bytes", kept_bytes_},
                     {"bytes_sum", kept_sum_.value()},
                     {"part", in_part_},
                     {"finished", finished}});
    replace_file(progress_file(), sealed(std::move(progress)));
}

}  // namespace octomate::collect
