#include "records/stream.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>

#include "records/byte_source.hpp"
#include "records/csv.hpp"
#include "records/read.hpp"

namespace octomate::records {

namespace {

/// Some whole records of one file, and in the end what became of them.
struct Batch {
    std::string_view file;
    std::size_t first_line = 1;
    std::string bytes;
    std::shared_ptr<const CsvColumns> columns;
    bool begins_with_header = false;
    Output output;
};

/// Cuts files into batches of whole records.
class BatchReader {
  public:
    BatchReader(const std::vector<std::string>& files, const StreamOptions& options)
        : files_(files), batch_bytes_(options.batch_bytes), source_(options.interrupted) {}

    /// Fills the batch; false at the end of all files. A file that fails leaves a batch that only talks.
    bool next(Batch& batch) {
        batch.bytes.clear();
        batch.output.clear();
        while (true) {
            if (!source_.is_open()) {
                if (at_ == files_.size()) return false;
                if (!open_file()) return fail(batch, "cannot open", std::strerror(errno));
            }
            batch.bytes.swap(rest_);
            fill(batch);
            if (!batch.bytes.empty()) {
                batch.file = files_[at_];
                batch.first_line = line_;
                batch.columns = columns_;
                line_ += static_cast<std::size_t>(std::count(batch.bytes.begin(), batch.bytes.end(), '\n'));
                return true;
            }
            if (!failure_.empty()) return fail(batch, "cannot read", failure_);
            close_file();
        }
    }

    std::size_t unreadable() const { return unreadable_; }

  private:
    bool open_file() {
        line_ = 1;
        ended_ = false;
        columns_.reset();
        failure_.clear();
        return source_.open(files_[at_]);
    }

    void close_file() {
        source_.close();
        rest_.clear();
        ++at_;
    }

    /// Reads until there is enough and it ends with a record; what follows is kept for the next batch. At the
    /// end of the file the last line needs no newline; where the file breaks off, its last line is lost.
    void fill(Batch& batch) {
        std::string& bytes = batch.bytes;
        bool newline = bytes.find('\n') != std::string::npos;  // one that nobody has tried to cut at
        bool all_for_now = false;                              // a pipe: answer what has come
        std::size_t cut = 0;
        while (cut == 0) {
            if (newline && (bytes.size() >= batch_bytes_ || all_for_now || ended_)) {
                cut = cut_records(batch);
                newline = false;
            } else if (ended_) {
                cut = failure_.empty() ? cut_records(batch) : 0;
                break;
            } else {
                const std::size_t size = bytes.size();
                all_for_now = read_some(bytes, std::max(batch_bytes_, size));
                newline = newline || ended_ || bytes.find('\n', size) != std::string::npos;
            }
        }
        rest_.assign(bytes, cut);
        bytes.resize(cut);
    }

    /// Appends what there is, up to `size` bytes; true if that was less.
    bool read_some(std::string& bytes, std::size_t size) {
        const std::size_t before = bytes.size();
        bytes.resize(before + size);
        const auto got = source_.read(bytes.data() + before, size);
        bytes.resize(before + (got ? *got : 0));
        ended_ = !got || *got == 0;
        if (!got) failure_ = got.error();
        return got && *got < size;
    }

    /// Length of the whole records that the batch begins with. Nearly all input has one on each line, which
    /// one look for the last newline tells; games and tables are gone through.
    std::size_t cut_records(Batch& batch) {
        const std::string_view bytes = batch.bytes;
        if (bytes.empty()) return 0;
        const bool at_end = ended_ && failure_.empty();
        const bool games = bytes.front() == '[' || bytes.find("\n[") != std::string_view::npos;
        batch.begins_with_header = false;
        if (!games && !columns_ && !may_hold_header(bytes))
            return at_end ? bytes.size() : bytes.rfind('\n') + 1;
        std::size_t at = 0;
        while (at < bytes.size()) {
            const std::string_view line = bytes.substr(at, bytes.find('\n', at) - at);
            const bool whole_line = at_end || at + line.size() < bytes.size();
            if (whole_line && (line_ + at == 1 || line.find("FEN") != std::string_view::npos)) {
                if (auto header = CsvColumns::from_header(line)) {
                    if (at > 0) break;  // it begins the next batch
                    columns_ = std::make_shared<const CsvColumns>(*std::move(header));
                    batch.begins_with_header = true;
                    at += std::min(line.size() + 1, bytes.size());
                    continue;
                }
            }
            const auto length = record_length(bytes.substr(at), at_end, columns_.get());
            if (!length) break;
            at += *length;
        }
        return at;
    }

    /// A header names the FEN, and in no other form than this below the first line.
    bool may_hold_header(std::string_view bytes) const {
        if (bytes.find("FEN") != std::string_view::npos) return true;
        return line_ == 1 && CsvColumns::from_header(bytes.substr(0, bytes.find('\n'))).has_value();
    }

    /// The batch of a file that failed: told, counted, and the next file is next.
    bool fail(Batch& batch, std::string_view what, std::string_view why) {
        batch.output.talk = fmt::format("{}: {}: {}\n", files_[at_], what, why);
        batch.bytes.clear();
        close_file();
        ++unreadable_;
        return true;
    }

    const std::vector<std::string>& files_;
    std::size_t batch_bytes_;
    ByteSource source_;
    std::size_t at_ = 0;  // the file
    std::size_t line_ = 1;
    bool ended_ = false;
    std::string failure_;  // why the file ended too early
    std::shared_ptr<const CsvColumns> columns_;
    std::string rest_;  // the beginning of a record whose end has not been read, or of the next batch
    std::size_t unreadable_ = 0;
};

void work_on(Batch& batch, const std::function<void(const Line&, Output&)>& work) {
    std::size_t number = batch.first_line;
    std::string_view rest = batch.bytes;
    if (batch.begins_with_header) {
        ++number;
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    }
    while (!rest.empty()) {
        const std::size_t length = *record_length(rest, true, batch.columns.get());
        std::string_view text = rest.substr(0, length);
        rest.remove_prefix(length);
        if (text.ends_with('\n')) text.remove_suffix(1);
        work({batch.file, number, text, batch.columns.get()}, batch.output);
        ++number;
        for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
            ++number;
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

}  // namespace octomate::records
