#include "collect/collection.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <type_traits>
#include <utility>

#include "collect/run_file.hpp"
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

OpenFile open_seen(const std::string& file, int flags, const char* mode) {
    auto opened = open_regular(file, flags);
    if (!opened) throw EnvironmentError(fmt::format("cannot write {}: {}", file, opened.error()));
    return OpenFile(::fdopen(opened->release(), mode));
}

/// What FILE.seen keeps of each puzzle.
struct Seen {
    std::uint64_t fingerprint = 0;
    std::uint64_t pattern = 0;
};

Json to_json(const make::Find& find) {
    Json json;
    make::for_each_field(find, [&](const char* name, const auto& field) { json[name] = field; });
    return json;
}

make::Find find_of(const Json& json) {
    make::Find find;
    make::for_each_field(find, [&](const char* name, auto& field) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(field)>>) {
            take_whole(json, name, field);
        } else {
            json.at(name).get_to(field);
        }
    });
    for (const char* list : {"ideas", "without"}) {
        for (const Json& number : json.at(list)) {
            if (!number.is_number_unsigned()) throw NotWhole{};
        }
    }
    return find;
}

}  // namespace

Collection::Collection(const CollectionOptions& options, const std::function<void(std::uint64_t)>& know)
    : options_(options), output_(options.target, options.run) {
    if (options.best) best_.emplace(*options.best);
    output_.earlier() ? go_on(*output_.earlier(), know) : start();
}

void Collection::remove_seen_file() const {
    std::error_code none;
    std::filesystem::remove(seen_file(), none);
}

void Collection::start() {
    if (resumable()) {
        seen_ = open_seen(seen_file(), O_WRONLY | O_CREAT | O_TRUNC, "wb");
    }
    output_.begin(progress());
    if (best_) return;  // all is written at the end
    open_output();
}

/// Where nothing of an earlier run is kept, the records begin with the preamble.
void Collection::open_output() {
    output_.open();
    if (output_.records().bytes() > 0) return;
    output_.records().write(options_.preamble);
    chapter_bytes_ = options_.preamble.size();
}

void Collection::go_on(const Json& progress, const std::function<void(std::uint64_t)>& know) {
    std::uint64_t seen_sum = 0;
    try {
        const auto whole = [&](const char* name) {
            std::uint64_t number = 0;
            take_whole(progress, name, number);
            return number;
        };
        next_unit_ = whole("next_unit");
        found_ = whole("found");
        positions_ = whole("positions");
        duplicates_ = whole("duplicates");
        seen_sum = whole("seen_sum");
        const Json& kept = progress.at("kept");
        if (!kept.is_array() || (!best_ && !kept.empty()))
            output_.refuse("its finds are of a run with --best");
        for (const Json& find : kept) best_->add(find_of(find));
    } catch (const Json::exception&) {
        output_.refuse("some of it is missing");
    } catch (const NotWhole&) {
        output_.refuse("it has a number that is none");
    }
    if (finished()) {
        remove_seen_file();
        return;
    }
    chapter_unit_ = next_unit_;

    seen_ = open_seen(seen_file(), O_RDWR, "r+b");
    for (std::uint64_t number = 0; number < found_; ++number) {
        Seen seen;
        if (std::fread(&seen, sizeof seen, 1, seen_.get()) != 1) {
            throw EnvironmentError(fmt::format("{} is shorter than {} says; --force begins anew", seen_file(),
                                               output_.progress_file()));
        }
        seen_sum_.add({reinterpret_cast<const char*>(&seen), sizeof seen});
        know(seen.fingerprint);
        patterns_.insert(seen.pattern);
    }
    if (seen_sum_.value() != seen_sum)
        throw EnvironmentError(
            fmt::format("{} has been changed since it was written; --force begins anew", seen_file()));
    const auto size = static_cast<off_t>(found_ * sizeof(Seen));
    if (ftruncate(fileno(seen_.get()), size) != 0 || std::fseek(seen_.get(), size, SEEK_SET) != 0)
        fail(seen_file());
    if (!best_) open_output();
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
    output_.records().write(find.record);
    chapter_bytes_ += find.record.size();
}

/// Between units: a chapter may end, and if it is time, the progress is saved.
void Collection::end_chapter(std::uint64_t unit) {
    if (best_) {  // nothing is written before the end
        if (output_.due()) save();
        return;
    }
    const bool full = chapter_bytes_ >= chapter_bytes || unit - chapter_unit_ >= chapter_units;
    if (full) {
        output_.records().end_frame();
        output_.keep();
        chapter_bytes_ = 0;
        chapter_unit_ = unit + 1;
    }
    const bool may_save = full || !options_.target.compressed();
    if (may_save && output_.due()) save();
}

void Collection::save() {
    if (!resumable()) return;
    if (!best_ && !options_.target.compressed()) {
        output_.records().end_frame();
        output_.keep();
    }
    sync_seen();
    output_.save(progress());
}

void Collection::sync_seen() {
    if (std::fflush(seen_.get()) != 0 || fsync(fileno(seen_.get())) != 0) fail(seen_file());
}

Json Collection::progress() {
    Json kept = Json::array();
    if (best_) {
        for (const make::Find& find : best_->pool()) kept.push_back(to_json(find));
    }
    return {{"next_unit", next_unit()},      {"found", found()},
            {"duplicates", duplicates_},     {"positions", positions()},
            {"seen_sum", seen_sum_.value()}, {"kept", std::move(kept)}};
}

void Collection::stop() {
    if (best_ || !options_.target.compressed()) save();
    if (!best_) output_.close();
}

void Collection::finish(const std::string& closing) {
    if (best_) {
        open_output();
        for (const make::Find& find : make::Best::chosen(best_->pool(), *options_.best))
            output_.records().write(find.record);
        best_.reset();
    }
    output_.records().write(closing);
    output_.complete(progress());
    if (resumable()) {
        seen_.reset();
        remove_seen_file();
    }
    output_.close();
}

}  // namespace octomate::collect
