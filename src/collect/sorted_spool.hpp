#pragma once

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <queue>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "console/console.hpp"
#include "console/files.hpp"

namespace octomate::collect {

/// Puts texts in order, with memory for some of them only: sorted runs in a temporary file, merged as they
/// are read. A Head is copied byte by byte and has `before`; of two that are equal, the one put first comes
/// first. Throws EnvironmentError if there is no room for the file.
template <class Head>
class SortedSpool {
    static_assert(std::is_trivially_copyable_v<Head>);

  public:
    SortedSpool() : file_(std::tmpfile()) {
        if (!file_) fail();
    }

    void put(const Head& head, std::string_view text) {
        run_.push_back({head, texts_.size(), text.size()});
        texts_ += text;
        if (texts_.size() + run_.size() * sizeof(Entry) >= run_bytes) end_run();
    }

    std::uint64_t size() const { return size_ + run_.size(); }

    /// Calls use(head, text) for all in order; it may be called again.
    template <class Use>
    void for_each(Use use) {
        if (!run_.empty()) end_run();
        if (std::fflush(file_.get()) != 0) fail();
        std::vector<Reader> readers;
        const auto later = [&](std::size_t a, std::size_t b) {
            const Head &one = readers[a].entry.head, &other = readers[b].entry.head;
            return other.before(one) || (!one.before(other) && b < a);
        };
        std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> next(later);
        for (std::size_t run = 0; run + 1 < starts_.size(); ++run) {
            readers.push_back({starts_[run], starts_[run + 1]});
            if (read(readers[run])) next.push(run);
        }
        while (!next.empty()) {
            Reader& reader = readers[next.top()];
            use(std::as_const(reader.entry.head), std::string_view(reader.text));
            const std::size_t run = next.top();
            next.pop();
            if (read(reader)) next.push(run);
        }
    }

  private:
    static constexpr std::size_t run_bytes = 16 << 20;

    struct Entry {
        Head head;
        std::size_t from, size;  // of its text
    };

    /// Where the next entry of a run begins, where the run ends, and the entry that was read last.
    struct Reader {
        std::uint64_t at, end;
        Entry entry{};
        std::string text{};
    };

    /// Reads the next entry; returns false at the end of the run.
    bool read(Reader& reader) {
        if (reader.at == reader.end) return false;
        const auto take = [&](void* to, std::size_t size) {
            const auto got = ::pread(fileno(file_.get()), to, size, static_cast<::off_t>(reader.at));
            if (got < 0 || static_cast<std::size_t>(got) != size) fail();
            reader.at += size;
        };
        take(&reader.entry, sizeof reader.entry);
        reader.text.resize(reader.entry.size);
        take(reader.text.data(), reader.entry.size);
        return true;
    }

    void end_run() {
        std::stable_sort(run_.begin(), run_.end(),
                         [](const Entry& a, const Entry& b) { return a.head.before(b.head); });
        for (const Entry& entry : run_) {
            write(&entry, sizeof entry);
            write(texts_.data() + entry.from, entry.size);
        }
        starts_.push_back(written_);
        size_ += run_.size();
        run_.clear();
        texts_.clear();
    }

    void write(const void* bytes, std::size_t size) {
        if (std::fwrite(bytes, 1, size, file_.get()) != size) fail();
        written_ += size;
    }

    [[noreturn]] static void fail() {
        throw EnvironmentError(fmt::format("cannot use a temporary file: {}", std::strerror(errno)));
    }

    OpenFile file_;
    std::vector<Entry> run_;
    std::string texts_;                     // of the run
    std::vector<std::uint64_t> starts_{0};  // of the runs in the file, and where the last one ends
    std::uint64_t written_ = 0, size_ = 0;
};

}  // namespace octomate::collect
