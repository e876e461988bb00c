#pragma once

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
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
        std::vector<std::unique_ptr<Reader>> readers;
        const auto later = [](const Reader* a, const Reader* b) {
            return b->head.before(a->head) || (!a->head.before(b->head) && b->number < a->number);
        };
        std::priority_queue<Reader*, std::vector<Reader*>, decltype(later)> next(later);
        for (std::size_t run = 0; run + 1 < starts_.size(); ++run) {
            readers.push_back(
                std::make_unique<Reader>(fileno(file_.get()), run, starts_[run], starts_[run + 1]));
            if (readers.back()->read()) next.push(readers.back().get());
        }
        while (!next.empty()) {
            Reader* const reader = next.top();
            next.pop();
            use(std::as_const(reader->head), std::string_view(reader->text));
            if (reader->read()) next.push(reader);
        }
    }

  private:
    static constexpr std::size_t run_bytes = 16 << 20, reader_bytes = 32 << 10;

    struct Entry {
        Head head;
        std::size_t from, size;  // of its text
    };

    /// Reads a run from its beginning to its end.
    class Reader {
      public:
        Reader(int file, std::size_t run, std::uint64_t begin, std::uint64_t end)
            : number(run), file_(file), at_(begin), end_(end) {}

        bool read() {
            if (at_ == end_ && used_ == buffer_.size()) return false;
            std::uint64_t size = 0;
            take(&head, sizeof head);
            take(&size, sizeof size);
            text.resize(size);
            take(text.data(), size);
            return true;
        }

        std::size_t number;
        Head head{};
        std::string text;

      private:
        void take(void* to, std::size_t size) {
            char* place = static_cast<char*>(to);
            while (size > 0) {
                if (used_ == buffer_.size()) {
                    buffer_.resize(
                        static_cast<std::size_t>(std::min<std::uint64_t>(reader_bytes, end_ - at_)));
                    const auto got =
                        ::pread(file_, buffer_.data(), buffer_.size(), static_cast<::off_t>(at_));
                    if (got <= 0) fail();
                    buffer_.resize(static_cast<std::size_t>(got));
                    at_ += buffer_.size();
                    used_ = 0;
                }
                const std::size_t part = std::min(size, buffer_.size() - used_);
                std::memcpy(place, buffer_.data() + used_, part);
                used_ += part;
                place += part;
                size -= part;
            }
        }

        int file_;
        std::uint64_t at_, end_;  // what is not in the buffer yet
        std::string buffer_;
        std::size_t used_ = 0;
    };

    void end_run() {
        std::stable_sort(run_.begin(), run_.end(),
                         [](const Entry& a, const Entry& b) { return a.head.before(b.head); });
        for (const Entry& entry : run_) {
            const std::uint64_t size = entry.size;
            write(&entry.head, sizeof entry.head);
            write(&size, sizeof size);
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
