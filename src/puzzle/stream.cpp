#include "puzzle/stream.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace octomate::puzzle {

namespace {

/// Some whole lines of one file, and in the end what became of them.
struct Batch {
    std::string_view file;
    std::size_t first_line = 1;
    std::string bytes;
    Output output;
};

/// Cuts files into batches of whole lines.
class BatchReader {
  public:
    BatchReader(const std::vector<std::string>& files, const StreamOptions& options)
        : files_(files), batch_bytes_(options.batch_bytes), interrupted_(options.interrupted) {}
    ~BatchReader() { close_file(); }
    BatchReader(const BatchReader&) = delete;
    BatchReader& operator=(const BatchReader&) = delete;

    /// Fills the batch; false at the end of all files. A file that fails leaves a batch that only talks.
    bool next(Batch& batch) {
        batch.bytes.clear();
        batch.output.clear();
        while (true) {
            if (descriptor_ < 0) {
                if (at_ == files_.size()) return false;
                if (!open_file()) return fail(batch, "cannot open");
            }
            batch.file = files_[at_];
            batch.first_line = line_;
            batch.bytes.swap(rest_);
            if (!fill(batch.bytes)) return fail(batch, "cannot read");
            if (!batch.bytes.empty()) {
                line_ += static_cast<std::size_t>(std::count(batch.bytes.begin(), batch.bytes.end(), '\n'));
                return true;
            }
            close_file();
            ++at_;
        }
    }

    std::size_t unreadable() const { return unreadable_; }

  private:
    bool open_file() {
        line_ = 1;
        descriptor_ = files_[at_] == "-" ? STDIN_FILENO : ::open(files_[at_].c_str(), O_RDONLY | O_CLOEXEC);
        return descriptor_ >= 0;
    }

    void close_file() {
        if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
        descriptor_ = -1;
    }

    /// Reads until there is enough and it ends in a newline; what follows the last newline is kept for the
    /// next batch. At the end of the file the last line needs no newline. False if the system cannot read.
    bool fill(std::string& bytes) {
        std::size_t cut = bytes.rfind('\n');
        while (bytes.size() < batch_bytes_ || cut == std::string::npos) {
            const std::size_t size = bytes.size();
            bytes.resize(size + batch_bytes_);
            const ::ssize_t got = read_some(bytes.data() + size, batch_bytes_);
            bytes.resize(size + static_cast<std::size_t>(std::max<::ssize_t>(got, 0)));
            if (got < 0) return false;
            if (got == 0) return true;
            const std::size_t newline = std::string_view(bytes).substr(size).rfind('\n');
            if (newline != std::string_view::npos) cut = size + newline;
            const bool all_for_now =
                static_cast<std::size_t>(got) < batch_bytes_;  // a pipe: answer what has come
            if (all_for_now && cut != std::string::npos) break;
        }
        rest_.assign(bytes, cut + 1);
        bytes.resize(cut + 1);
        return true;
    }

    ::ssize_t read_some(char* to, std::size_t size) {
        while (true) {
            const ::ssize_t got = ::read(descriptor_, to, size);
            if (got >= 0 || errno != EINTR) return got;
            if (interrupted_ && interrupted_->load(std::memory_order_relaxed))
                return 0;  // as if the file ended here
        }
    }

    /// The batch of a file that failed: told, counted, and the next file is next.
    bool fail(Batch& batch, std::string_view what) {
        batch.output.talk = fmt::format("{}: {}: {}\n", files_[at_], what, std::strerror(errno));
        batch.bytes.clear();
        rest_.clear();
        close_file();
        ++at_;
        ++unreadable_;
        return true;
    }

    const std::vector<std::string>& files_;
    std::size_t batch_bytes_;
    const std::atomic<bool>* interrupted_;
    std::size_t at_ = 0;  // the file
    int descriptor_ = -1;
    std::size_t line_ = 1;
    std::string rest_;  // the beginning of a line whose end has not been read
    std::size_t unreadable_ = 0;
};

void work_on(Batch& batch, const std::function<void(const Line&, Output&)>& work) {
    std::size_t number = batch.first_line;
    std::string_view rest = batch.bytes;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        work({batch.file, number++, rest.substr(0, end)}, batch.output);
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

}  // namespace

void Output::clear() {
    data.clear();
    talk.clear();
    records = bad = negative = incomplete = 0;
}

void Tally::add(const Output& output) {
    records += output.records;
    bad += output.bad;
    negative += output.negative;
    incomplete += output.incomplete;
}

Tally stream_lines(const std::vector<std::string>& files, const StreamOptions& options,
                   const std::function<void(const Line&, Output&)>& work,
                   const std::function<void(const Output&)>& write) {
    Tally tally;
    BatchReader reader(files, options);
    const auto stopped = [&] {
        return options.interrupted && options.interrupted->load(std::memory_order_relaxed);
    };
    const auto finish = [&](Batch& batch) {
        tally.add(batch.output);
        write(batch.output);
    };

    if (options.threads == 1) {
        Batch batch;
        while (!stopped() && reader.next(batch)) {
            work_on(batch, work);
            finish(batch);
        }
    } else {
        // As many batches as tokens: since the last filter keeps the order, the batch of token n is done with
        // when token n + tokens starts.
        const std::size_t tokens = static_cast<std::size_t>(options.threads) * 3;
        std::vector<Batch> batches(tokens);
        std::size_t token = 0;
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(options.threads));
        tbb::parallel_pipeline(tokens,
                               tbb::make_filter<void, Batch*>(tbb::filter_mode::serial_in_order,
                                                              [&](tbb::flow_control& control) -> Batch* {
                                                                  Batch& batch = batches[token++ % tokens];
                                                                  if (stopped() || !reader.next(batch)) {
                                                                      control.stop();
                                                                      return nullptr;
                                                                  }
                                                                  return &batch;
                                                              }) &
                                   tbb::make_filter<Batch*, Batch*>(tbb::filter_mode::parallel,
                                                                    [&](Batch* batch) {
                                                                        work_on(*batch, work);
                                                                        return batch;
                                                                    }) &
                                   tbb::make_filter<Batch*, void>(tbb::filter_mode::serial_in_order,
                                                                  [&](Batch* batch) { finish(*batch); }));
    }
    tally.unreadable = reader.unreadable();
    tally.interrupted = stopped();
    return tally;
}

}  // namespace octomate::puzzle
