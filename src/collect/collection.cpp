#include "collect/collection.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "collect/difference.hpp"
#include "collect/text_file.hpp"
#include "console/console.hpp"

namespace octomate::collect {

namespace {

using records::Json;

/// A compressed file can only go on behind a whole frame, so frames end at places that the finds decide, not
/// the clock.
constexpr std::uint64_t chapter_bytes = std::uint64_t{1} << 20;
constexpr std::uint64_t chapter_units = 1024;

[[noreturn]] void fail(const std::string& file) {
    throw EnvironmentError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
}

/// What FILE.seen keeps of each puzzle.
struct Seen {
    std::uint64_t fingerprint = 0;
    std::uint64_t pattern = 0;
};

Json to_json(const make::Find& find) {
    return {{"unit", find.unit},       {"number", find.number},   {"fingerprint", find.fingerprint},
            {"pattern", find.pattern}, {"origin", find.origin},   {"quality", find.quality},
            {"group", find.group},     {"without", find.without}, {"record", find.record}};
}

/// What is no whole number of that type makes the progress unreadable.
struct NotWhole {};

template <class Number>
void take_whole(const Json& json, const char* name, Number& number) {
    const Json& value = json.at(name);
    if (!value.is_number_integer()) throw NotWhole{};
    const bool fits = value.is_number_unsigned() ? std::in_range<Number>(value.get<std::uint64_t>())
                                                 : std::in_range<Number>(value.get<std::int64_t>());
    if (!fits) throw NotWhole{};
    number = value.get<Number>();
}

make::Find find_of(const Json& json) {
    make::Find find;
    take_whole(json, "unit", find.unit);
    take_whole(json, "number", find.number);
    take_whole(json, "fingerprint", find.fingerprint);
    take_whole(json, "pattern", find.pattern);
    take_whole(json, "origin", find.origin);
    take_whole(json, "quality", find.quality);
    take_whole(json, "group", find.group);
    for (const Json& without : json.at("without")) {
        if (!without.is_number_unsigned()) throw NotWhole{};
    }
    json.at("without").get_to(find.without);
    json.at("record").get_to(find.record);
    return find;
}

}  // namespace

std::vector<std::string> Collection::side_files(const RecordTarget& target) {
    if (target.is_standard_output() || !is_plain_or_new(target.file)) return {};
    return {target.file + progress_ending, target.file + seen_ending};
}

Collection::Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& know)
    : options_(options),
      resumable_(!options.target.is_standard_output() && is_plain_or_new(options.target.file)) {
    if (options.best) best_.emplace(*options.best);
    if (resumable()) lock_.emplace(options.target.file);
    if (!resumable() || !options.resume || !go_on(know)) start();
}

void Collection::start() {
    if (resumable()) {
        if (options_.resume && std::filesystem::file_size(options_.target.file) > 0) {
            throw EnvironmentError(fmt::format(
                "{0} is of no run that was stopped, for there is no {1}; remove {0} to start anew",
                options_.target.file, progress_file()));
        }
        const auto other = read_text_file(progress_file());
        if (other && !other->empty() && !unsealed(*other))
            throw EnvironmentError(fmt::format(
                "{} is needed for the progress of the run, and is no such file", progress_file()));
        seen_.reset(std::fopen(seen_file().c_str(), "wb"));
        if (!seen_) fail(seen_file());
        write_progress();  // before the output has anything in it
    }
    open_new();
}

void Collection::open_new() {
    if (best_) return;  // all is written at the end, in the place of what stood there
    file_.emplace(options_.target, 0);
    file_->write(options_.preamble);
    chapter_bytes_ = options_.preamble.size();
}

/// Takes up an earlier run; false if there is none.
bool Collection::go_on(const std::function<void(std::uint64_t)>& know) {
    if (!std::filesystem::exists(progress_file())) return false;
    const auto text = read_text_file(progress_file());
    if (!text) throw EnvironmentError(fmt::format("cannot read {}: {}", progress_file(), text.error()));
    const auto refuse = [&](std::string_view why) {
        throw EnvironmentError(
            fmt::format("{0} does not tell the progress of a run: {1}; remove it and {2} to start anew",
                        progress_file(), why, options_.target.file));
    };
    const auto read = unsealed(*text);
    if (!read) refuse("it is no JSON object");
    if (!read->intact) refuse("it has been changed since it was written");
    const Json& progress = read->object;
    if (!progress.contains("run") || !progress["run"].is_object()) refuse("it names no run");
    if (const std::string other = difference(progress["run"], options_.run); !other.empty()) {
        throw EnvironmentError(fmt::format("{} is of a run with other options: {}", progress_file(), other));
    }
    std::uint64_t output_sum = 0, seen_sum = 0;
    try {
        take_whole(progress, "next_unit", next_unit_);
        take_whole(progress, "found", found_);
        take_whole(progress, "duplicates", duplicates_);
        take_whole(progress, "positions", positions_);
        take_whole(progress, "bytes", good_bytes_);
        take_whole(progress, "bytes_sum", output_sum);
        take_whole(progress, "seen_sum", seen_sum);
        const Json& kept = progress.at("kept");
        if (!kept.is_array() || (!best_ && !kept.empty())) refuse("its finds are of a run with --best");
        for (const Json& find : kept) best_->add(find_of(find));
    } catch (const Json::exception&) {
        refuse("some of it is missing");
    } catch (const NotWhole&) {
        refuse("it has a number that is none");
    }
    chapter_unit_ = next_unit_;

    seen_.reset(std::fopen(seen_file().c_str(), "r+b"));
    if (!seen_) fail(seen_file());
    for (std::uint64_t number = 0; number < found_; ++number) {
        Seen seen;
        if (std::fread(&seen, sizeof seen, 1, seen_.get()) != 1) {
            throw EnvironmentError(fmt::format("{} is shorter than {} says; remove both to start anew",
                                               seen_file(), progress_file()));
        }
        seen_sum_.add({reinterpret_cast<const char*>(&seen), sizeof seen});
        know(seen.fingerprint);
        patterns_.insert(seen.pattern);
    }
    if (seen_sum_.value() != seen_sum)
        throw EnvironmentError(
            fmt::format("{} has been changed since it was written; remove it, {} and {} to start anew",
                        seen_file(), progress_file(), options_.target.file));
    const auto size = static_cast<off_t>(found_ * sizeof(Seen));
    if (ftruncate(fileno(seen_.get()), size) != 0 || std::fseek(seen_.get(), size, SEEK_SET) != 0)
        fail(seen_file());
    if (good_bytes_ == 0) {
        open_new();
    } else {
        const Checksum before = checksum_of(options_.target.file, good_bytes_);
        if (std::filesystem::file_size(options_.target.file) >= good_bytes_ && before.value() != output_sum)
            throw EnvironmentError(
                fmt::format("{} has been changed since it was written; remove it and {} to start anew",
                            options_.target.file, progress_file()));
        file_.emplace(options_.target, good_bytes_, before);
        good_sum_ = output_sum;
    }
    return true;
}

bool Collection::take(make::UnitResult&& result) {
    if (interrupted) return false;  // the unit may not have been done to its end
    positions_ += result.positions;
    // The numbers that are missing are those of duplicates. The first find, new or not, that comes when there
    // are enough is the end.
    std::uint32_t next = 0;
    for (make::Find& find : result.finds) {
        if (complete() && !options_.whole_units) return false;
        duplicates_ += find.number - next;
        next = find.number + 1;
        accept(std::move(find));
    }
    if (next < result.found && complete() && !options_.whole_units) return false;
    duplicates_ += result.found - next;
    next_unit_ = result.unit + 1;
    end_chapter(result.unit);
    return !complete() && !interrupted;
}

void Collection::accept(make::Find&& find) {
    ++found_;
    patterns_.insert(find.pattern);
    const Seen seen{find.fingerprint, find.pattern};
    if (seen_ && std::fwrite(&seen, sizeof seen, 1, seen_.get()) != 1) fail(seen_file());
    seen_sum_.add({reinterpret_cast<const char*>(&seen), sizeof seen});
    if (best_) return best_->add(std::move(find));
    file_->write(find.record);
    chapter_bytes_ += find.record.size();
}

/// Between units: a chapter may end, and if it is time, the progress is saved.
void Collection::end_chapter(std::uint64_t unit) {
    if (best_) {  // nothing is written before the end
        if (resumable() && std::chrono::steady_clock::now() - saved_ >= pause_) save();
        return;
    }
    const bool full = chapter_bytes_ >= chapter_bytes || unit - chapter_unit_ >= chapter_units;
    if (full) {
        file_->end_frame();
        note_good_bytes();
        chapter_bytes_ = 0;
        chapter_unit_ = unit + 1;
    }
    const bool may_save = full || !options_.target.compressed();
    if (may_save && resumable() && std::chrono::steady_clock::now() - saved_ >= pause_) save();
}

void Collection::note_good_bytes() {
    good_bytes_ = file_->bytes();
    good_sum_ = file_->checksum().value();
}

void Collection::save() {
    if (!resumable()) return;
    const auto begun = std::chrono::steady_clock::now();
    if (!best_ && !options_.target.compressed()) {
        file_->end_frame();
        note_good_bytes();
    }
    if (file_) file_->sync();
    write_progress();
    saved_ = std::chrono::steady_clock::now();
    // Where much is kept saving takes long; most of the time is for finding.
    pause_ = std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1), 20 * (saved_ - begun));
}

void Collection::write_progress() {
    if (std::fflush(seen_.get()) != 0 || fsync(fileno(seen_.get())) != 0) fail(seen_file());
    Json kept = Json::array();
    if (best_) {
        for (const make::Find& find : best_->pool()) kept.push_back(to_json(find));
    }
    const Json progress = {
        {"run", options_.run},       {"next_unit", next_unit_},       {"found", found_},
        {"duplicates", duplicates_}, {"positions", positions_},       {"bytes", good_bytes_},
        {"bytes_sum", good_sum_},    {"seen_sum", seen_sum_.value()}, {"kept", std::move(kept)}};
    replace_file(progress_file(), sealed(progress));
}

void Collection::stop() {
    if (best_ || !options_.target.compressed()) save();
    if (file_) file_->close();
}

void Collection::finish(const std::string& closing) {
    if (best_) {
        lock_ ? file_.emplace(options_.target, *lock_) : file_.emplace(options_.target);
        file_->write(options_.preamble);
        for (const make::Find& find : make::Best::chosen(best_->pool(), *options_.best))
            file_->write(find.record);
    }
    file_->write(closing);
    file_->close();
    if (!resumable()) return;
    seen_.reset();
    std::filesystem::remove(progress_file());
    OutputFile::clear_beside(progress_file());
    std::filesystem::remove(seen_file());
}

}  // namespace octomate::collect
