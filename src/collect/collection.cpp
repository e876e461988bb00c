#include "collect/collection.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

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

bool is_plain_or_new(const std::string& file) {
    return !file.empty() && file != "-" &&
           (!std::filesystem::exists(file) || std::filesystem::is_regular_file(file));
}

/// What two runs differ in: "count was 100 and is 200".
std::string difference(const Json& then, const Json& now) {
    std::string text;
    const auto value = [](const Json& run, const std::string& name) {
        return run.contains(name) ? run[name].dump() : std::string("not given");
    };
    const auto compare = [&](const std::string& name) {
        const std::string was = value(then, name), is = value(now, name);
        if (was != is) text += fmt::format("{}{} was {} and is {}", text.empty() ? "" : ", ", name, was, is);
    };
    for (const auto& [name, unused] : then.items()) compare(name);
    for (const auto& [name, unused] : now.items()) {
        if (!then.contains(name)) compare(name);
    }
    return text;
}

Json to_json(const make::Find& find) {
    return {{"unit", find.unit},       {"number", find.number},   {"fingerprint", find.fingerprint},
            {"pattern", find.pattern}, {"origin", find.origin},   {"quality", find.quality},
            {"group", find.group},     {"without", find.without}, {"record", find.record}};
}

make::Find find_of(const Json& json) {
    make::Find find;
    json.at("unit").get_to(find.unit);
    json.at("number").get_to(find.number);
    json.at("fingerprint").get_to(find.fingerprint);
    json.at("pattern").get_to(find.pattern);
    json.at("origin").get_to(find.origin);
    json.at("quality").get_to(find.quality);
    json.at("group").get_to(find.group);
    json.at("without").get_to(find.without);
    json.at("record").get_to(find.record);
    return find;
}

}  // namespace

Collection::Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& know)
    : options_(options), resumable_(is_plain_or_new(options.target.file)) {
    if (options.best) best_.emplace(*options.best);
    if (!resumable() || !options.resume || !go_on(know)) start();
}

void Collection::start() {
    if (resumable()) {
        std::filesystem::remove(progress_file());
        seen_.reset(std::fopen(seen_file().c_str(), "wb"));
        if (!seen_) fail(seen_file());
    }
    open_new();
}

void Collection::open_new() {
    file_.emplace(options_.target);
    if (best_) return;  // all is written at the end
    file_->write(options_.preamble);
    chapter_bytes_ = options_.preamble.size();
}

/// Takes up an earlier run; false if there is none.
bool Collection::go_on(const std::function<void(std::uint64_t)>& know) {
    const auto text = read_text_file(progress_file());
    if (!text) return false;
    const Json progress = Json::parse(*text, nullptr, false);
    const auto refuse = [&] {
        throw EnvironmentError(
            fmt::format("{} does not tell the progress of a run; remove it to start anew", progress_file()));
    };
    if (!progress.is_object() || !progress.contains("run") || !progress["run"].is_object()) refuse();
    if (const std::string other = difference(progress["run"], options_.run); !other.empty()) {
        throw EnvironmentError(fmt::format("{} is of a run with other options: {}", progress_file(), other));
    }
    try {
        progress.at("next_unit").get_to(next_unit_);
        progress.at("found").get_to(found_);
        progress.at("duplicates").get_to(duplicates_);
        progress.at("positions").get_to(positions_);
        progress.at("bytes").get_to(good_bytes_);
        for (const Json& kept : progress.at("kept")) best_->add(find_of(kept));
    } catch (const Json::exception&) {
        refuse();
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
        know(seen.fingerprint);
        patterns_.insert(seen.pattern);
    }
    const auto size = static_cast<off_t>(found_ * sizeof(Seen));
    if (ftruncate(fileno(seen_.get()), size) != 0 || std::fseek(seen_.get(), size, SEEK_SET) != 0)
        fail(seen_file());
    if (good_bytes_ == 0) {
        open_new();
    } else {
        file_.emplace(options_.target, good_bytes_);
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
        good_bytes_ = file_->bytes();
        chapter_bytes_ = 0;
        chapter_unit_ = unit + 1;
    }
    const bool may_save = full || !options_.target.compressed();
    if (may_save && resumable() && std::chrono::steady_clock::now() - saved_ >= pause_) save();
}

void Collection::save() {
    if (!resumable()) return;
    const auto begun = std::chrono::steady_clock::now();
    if (!best_ && !options_.target.compressed()) {
        file_->end_frame();
        good_bytes_ = file_->bytes();
    }
    if (std::fflush(seen_.get()) != 0) fail(seen_file());
    Json kept = Json::array();
    if (best_) {
        for (const make::Find& find : best_->pool()) kept.push_back(to_json(find));
    }
    const Json progress = {{"run", options_.run},       {"next_unit", next_unit_}, {"found", found_},
                           {"duplicates", duplicates_}, {"positions", positions_}, {"bytes", good_bytes_},
                           {"kept", std::move(kept)}};
    replace_file(progress_file(), progress.dump() + '\n');
    saved_ = std::chrono::steady_clock::now();
    // Where much is kept saving takes long; most of the time is for finding.
    pause_ = std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(1), 20 * (saved_ - begun));
}

void Collection::stop() {
    if (best_ || !options_.target.compressed()) save();
    file_->close();
}

void Collection::finish(const std::string& closing) {
    if (best_) {
        file_->write(options_.preamble);
        for (const make::Find& find : make::Best::chosen(best_->pool(), *options_.best))
            file_->write(find.record);
    }
    file_->write(closing);
    file_->close();
    if (!resumable()) return;
    seen_.reset();
    std::filesystem::remove(progress_file());
    std::filesystem::remove(progress_file() + ".new");  // a run that was killed may have left it
    std::filesystem::remove(seen_file());
}

}  // namespace octomate::collect
