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

/// Sorts more texts than fit into memory (external merge sort). Texts collect in memory; whenever they fill
/// `run_bytes`, they are sorted and appended to a temporary file as a "run". `for_each` then merges the runs:
/// a reader for each run holds its next entry, and a priority queue yields the least of these.
///
/// The sort key is `Head`, a trivially copyable type with a function `precedes(other)`. The sort is stable:
/// of two equal heads, the one added first comes first. Functions throw EnvironmentError if the temporary
/// file cannot be written or read.
template <class Head>
class SortedSpool {
    static_assert(std::is_trivially_copyable_v<Head>);

  public:
    SortedSpool() : file_(std::tmpfile()) {
        if (!file_) fail();
    }

    /// Adds a text with its sort key.
    void add(const Head& head, std::string_view text) {
        run_.push_back({head, texts_.size(), text.size()});
        texts_ += text;
        if (texts_.size() + run_.size() * sizeof(Entry) >= run_bytes) end_run();
    }

    std::uint64_t size() const { return size_ + run_.size(); }

    /// Calls `use(head, text)` for all texts in sorted order. May be called more than once.
    template <class Use>
    void for_each(Use use) {
        if (!run_.empty()) end_run();
        if (std::fflush(file_.get()) != 0) fail();
        std::vector<Reader> readers;
        const auto later = [&](std::size_t a, std::size_t b) {
            const Head &one = readers[a].entry.head, &other = readers[b].entry.head;
            return other.precedes(one) || (!one.precedes(other) && b < a);
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
        std::size_t offset, size;  // offset and length of the text in `texts_`
    };

    /// A cursor in a run: the offsets in the file of the next entry and of the end, and the entry read last.
    struct Reader {
        std::uint64_t next, end;
        Entry entry{};
        std::string text{};
    };

    /// Reads the next entry; returns false at the end of the run.
    bool read(Reader& reader) {
        if (reader.next == reader.end) return false;
        const auto read_bytes = [&](void* to, std::size_t size) {
            const auto got = ::pread(fileno(file_.get()), to, size, static_cast<::off_t>(reader.next));
            if (got < 0 || static_cast<std::size_t>(got) != size) fail();
            reader.next += size;
        };
        read_bytes(&reader.entry, sizeof reader.entry);
        reader.text.resize(reader.entry.size);
        read_bytes(reader.text.data(), reader.entry.size);
        return true;
    }

    /// Sorts the entries in memory and appends them to the file as a run.
    void end_run() {
        std::stable_sort(run_.begin(), run_.end(),
                         [](const Entry& a, const Entry& b) { return a.head.precedes(b.head); });
        for (const Entry& entry : run_) {
            write(&entry, sizeof entry);
            write(texts_.data() + entry.offset, entry.size);
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
    std::vector<Entry> run_;                // the entries in memory
    std::string texts_;                     // the texts of these entries
    std::vector<std::uint64_t> starts_{0};  // offset in the file of each run, and of the end of the last run
    std::uint64_t written_ = 0, size_ = 0;  // number of bytes and of entries in the file
};

}  // namespace octomate::collect
