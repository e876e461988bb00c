#include "records/stream.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>

#include "records/byte_source.hpp"
#include "records/csv.hpp"
#include "records/read.hpp"
#include "records/spread.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Some whole records of one file, and in the end what became of them.
struct Piece {
    std::string_view file;
    std::size_t first_line = 1;
    std::string bytes;
    std::shared_ptr<const CsvColumns> columns;  // of its first line
    bool holds_headers = false;
    std::shared_ptr<Output> output;
    StreamMeter::Batch* told = nullptr;
};

/// The columns, if the line is a header. Below the first line of a file it has the FEN in no other form.
std::shared_ptr<const CsvColumns> header_in(std::string_view line, bool first) {
    line = without_mark(line);  // of a file that stands behind another
    if (!first && line.find("FEN") == std::string_view::npos) return nullptr;
    auto header = CsvColumns::from_header(line);
    return header ? std::make_shared<const CsvColumns>(*std::move(header)) : nullptr;
}

/// Cuts files into pieces of whole records.
class PieceReader {
  public:
    PieceReader(const std::vector<std::string>& files, const StreamOptions& options)
        : files_(files), batch_bytes_(options.batch_bytes), source_(options.interrupted) {}

    /// Fills the piece; false at the end of all files. A file that fails leaves one that only talks.
    bool next(Piece& piece) {
        piece.bytes.clear();
        piece.output->clear();
        while (true) {
            if (!source_.is_open()) {
                if (at_ == files_.size()) return false;
                if (!open_file()) return fail(piece, "cannot open", std::strerror(errno));
            }
            piece.bytes.swap(rest_);
            fill(piece);
            if (!piece.bytes.empty()) {
                piece.file = files_[at_];
                piece.first_line = line_;
                line_ += static_cast<std::size_t>(std::count(piece.bytes.begin(), piece.bytes.end(), '\n'));
                return true;
            }
            if (!failure_.empty()) return fail(piece, "cannot read", failure_);
            close_file();
        }
    }

    std::size_t unreadable() const { return unreadable_; }

    /// Bytes that were read: of text, and of the files.
    std::uint64_t text() const { return text_; }
    std::uint64_t read() const { return read_ + source_.bytes(); }

  private:
    static constexpr std::size_t long_record = std::size_t{1} << 20;
    static constexpr std::size_t longest_mark = 3;

    bool open_file() {
        line_ = 1;
        ended_ = false;
        at_start_ = true;
        columns_.reset();
        failure_.clear();
        return source_.open(files_[at_]);
    }

    void close_file() {
        read_ += source_.bytes();
        source_.close();
        rest_.clear();
        ++at_;
    }

    /// Reads until there is enough and it ends with a record; what follows is kept for the next piece. At the
    /// end of the file the last line needs no newline; where the file breaks off, its last line is lost.
    void fill(Piece& piece) {
        std::string& bytes = piece.bytes;
        piece.columns = columns_;
        piece.holds_headers = false;
        bool newline = bytes.find('\n') != std::string::npos;  // one that nobody has tried to cut at
        bool all_for_now = false;                              // a pipe: answer what has come
        std::size_t enough = batch_bytes_;
        std::size_t cut = 0;
        while (cut == 0) {
            if (newline && (bytes.size() >= enough || ended_ || (all_for_now && enough <= batch_bytes_))) {
                cut = cut_records(piece);
                newline = false;
                // Each try goes through all of a long record, so it has to grow before the next.
                if (bytes.size() > long_record) enough = bytes.size() + bytes.size() / 2;
            } else if (ended_) {
                cut = failure_.empty() ? cut_records(piece) : 0;
                break;
            } else {
                const std::size_t size = bytes.size();
                all_for_now = read_some(bytes);
                newline = newline || ended_ || bytes.find('\n', size) != std::string::npos;
                if (bytes.size() > longest_line) {  // whatever has come, a record ends there
                    pass_over_long_line(bytes);
                    newline = true;
                    enough = 0;
                }
            }
        }
        rest_.assign(bytes, cut);
        bytes.resize(cut);
    }

    /// If the text begins with a line that is too long, or is a file of a foreign format, only as much of
    /// that is kept as tells so.
    void pass_over_long_line(std::string& bytes) {
        const bool foreign = line_ == 1 && !foreign_format(bytes).empty();
        if (!foreign && bytes.find('\n') <= longest_line) return;
        constexpr std::size_t kept = longest_line + 1;
        std::size_t newline = std::string::npos;
        while ((newline = foreign ? std::string::npos : bytes.find('\n', kept)) == std::string::npos &&
               !ended_) {
            bytes.resize(kept);
            read_some(bytes);
        }
        bytes.erase(kept, newline - kept);
    }

    /// Appends what there is, up to a batch; true if that was less. A byte order mark says nothing.
    bool read_some(std::string& bytes) {
        const std::size_t before = bytes.size(), size = batch_bytes_;
        bytes.resize(before + size);
        const auto got = source_.read(bytes.data() + before, size);
        bytes.resize(before + (got ? *got : 0));
        text_ += got ? *got : 0;
        ended_ = !got || *got == 0;
        if (!got) failure_ = got.error();
        if (at_start_ && (bytes.size() >= longest_mark || ended_)) {
            bytes.erase(0, bytes.size() - without_mark(bytes).size());
            at_start_ = false;
        }
        return got && *got < size;
    }

    /// Length of the whole records that the piece begins with. Nearly all input has one on each line, which
    /// one look for the last newline tells; games and tables are gone through.
    std::size_t cut_records(Piece& piece) {
        const std::string_view bytes = piece.bytes;
        if (bytes.empty()) return 0;
        const bool at_end = ended_ && failure_.empty();
        // One record, of which one fault is told.
        if (line_ == 1 && !foreign_format(bytes).empty()) return at_end ? bytes.size() : 0;
        const bool spread =
            may_spread(bytes) || spread_of(bytes, at_end, columns_ != nullptr) != Spread::None;
        if (!spread && !columns_ && !may_hold_header(bytes))
            return at_end ? bytes.size() : bytes.rfind('\n') + 1;
        std::size_t at = 0;
        while (at < bytes.size()) {
            const std::string_view line = bytes.substr(at, bytes.find('\n', at) - at);
            const bool whole_line = at_end || at + line.size() < bytes.size();
            if (auto header = whole_line ? header_in(line, line_ + at == 1) : nullptr) {
                columns_ = std::move(header);
                piece.holds_headers = true;
                at = std::min(at + line.size() + 1, bytes.size());
                continue;
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

    /// The piece of a file that failed: told, counted, and the next file is next.
    bool fail(Piece& piece, std::string_view what, std::string_view why) {
        piece.output->talk = fmt::format("{}: {}: {}\n", files_[at_], what, why);
        piece.bytes.clear();
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
    bool at_start_ = true;  // of the file, which may be a byte order mark
    std::string failure_;   // why the file ended too early
    std::shared_ptr<const CsvColumns> columns_;
    std::string rest_;  // the beginning of a record whose end has not been read, or of the next piece
    std::size_t unreadable_ = 0;
    std::uint64_t text_ = 0;
    std::uint64_t read_ = 0;  // of files that are closed
};

Lines lines_of(const Piece& piece) {
    return {{piece.file, piece.first_line, {}, piece.columns.get()},
            piece.bytes,
            piece.told,
            piece.holds_headers};
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

StreamMeter::StreamMeter(const std::vector<std::string>& files, int threads)
    : batches_(batches_in_work(threads)) {
    for (const std::string& file : files) {
        std::error_code none;
        const bool known = std::filesystem::is_regular_file(file, none);
        const auto size = known ? std::filesystem::file_size(file, none) : std::uintmax_t{0};
        if (!known || none) size_.reset();
        if (size_) *size_ += size;
    }
}

std::uint64_t StreamMeter::records() const {
    std::uint64_t count = records_.load(std::memory_order_relaxed);
    for (const Batch& batch : batches_) count += batch.lines.load(std::memory_order_relaxed);
    return count;
}

std::optional<double> StreamMeter::part() const {
    if (!size_ || *size_ == 0) return std::nullopt;
    std::uint64_t done = bytes_.load(std::memory_order_relaxed);
    for (const Batch& batch : batches_) done += batch.bytes.load(std::memory_order_relaxed);
    const auto text = static_cast<double>(text_.load(std::memory_order_relaxed));
    const auto read = static_cast<double>(read_.load(std::memory_order_relaxed));
    return text > 0 ? static_cast<double>(done) / text * read / static_cast<double>(*size_) : 0;
}

bool Lines::pass_over_header() {
    const std::size_t length = std::min(rest_.find('\n'), rest_.size() - 1) + 1;
    auto header = rest_.empty() ? nullptr : header_in(rest_.substr(0, length), next_number_ == 1);
    if (!header) return false;
    columns_ = std::move(header);
    line_.columns = columns_.get();
    if (columns_->too_long) return false;  // its fault is told in place of a record
    rest_.remove_prefix(length);
    bytes_ += length;
    ++next_number_;
    return true;
}

const Line* Lines::next() {
    if (told_) {
        told_->bytes.store(bytes_, std::memory_order_relaxed);
        told_->lines.store(lines_, std::memory_order_relaxed);
    }
    while (holds_headers_ && pass_over_header()) {
    }
    if (rest_.empty()) return nullptr;
    line_.number = next_number_;
    const bool foreign = line_.number == 1 && !foreign_format(rest_).empty();
    const std::size_t length = foreign ? rest_.size() : *record_length(rest_, true, line_.columns);
    line_.text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    bytes_ += length;
    ++lines_;
    if (line_.text.ends_with('\n')) line_.text.remove_suffix(1);
    next_number_ += 1 + static_cast<std::size_t>(std::count(line_.text.begin(), line_.text.end(), '\n'));
    return &line_;
}

Tally LineStream::run(const std::vector<std::string>& files, const StreamOptions& options) const {
    Tally tally;
    PieceReader reader(files, options);
    const auto stopped = [&] {
        return options.interrupted && options.interrupted->load(std::memory_order_relaxed);
    };
    const auto work_on = [&](Piece& piece) {
        Lines lines = lines_of(piece);
        work(lines, *piece.output);
    };
    StreamMeter* const meter = options.meter;
    const auto finish = [&](Piece& piece) {
        tally.add(*piece.output);
        if (meter) {
            meter->records_.fetch_add(piece.output->records, std::memory_order_relaxed);
            meter->bytes_.fetch_add(piece.bytes.size(), std::memory_order_relaxed);
            piece.told->bytes.store(0, std::memory_order_relaxed);
            piece.told->lines.store(0, std::memory_order_relaxed);
        }
        take(*piece.output);
    };
    const auto next = [&](Piece& piece) {
        if (stopped() || !reader.next(piece)) return false;
        if (meter) {
            meter->text_.store(reader.text(), std::memory_order_relaxed);
            meter->read_.store(reader.read(), std::memory_order_relaxed);
        }
        return true;
    };

    if (options.threads == 1) {
        Piece piece;
        piece.output = make();
        if (meter) piece.told = &meter->batches_.front();
        while (next(piece)) {
            work_on(piece);
            finish(piece);
        }
    } else {
        // As many pieces as tokens: since the last filter keeps the order, the piece of token n is done with
        // when token n + tokens starts.
        const std::size_t tokens = batches_in_work(options.threads);
        std::vector<Piece> pieces(tokens);
        for (std::size_t at = 0; at < tokens; ++at) {
            pieces[at].output = make();
            if (meter) pieces[at].told = &meter->batches_.at(at);
        }
        std::size_t token = 0;
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                        static_cast<std::size_t>(options.threads));
        tbb::parallel_pipeline(tokens,
                               tbb::make_filter<void, Piece*>(tbb::filter_mode::serial_in_order,
                                                              [&](tbb::flow_control& control) -> Piece* {
                                                                  Piece& piece = pieces[token++ % tokens];
                                                                  if (!next(piece)) {
                                                                      control.stop();
                                                                      return nullptr;
                                                                  }
                                                                  return &piece;
                                                              }) &
                                   tbb::make_filter<Piece*, Piece*>(tbb::filter_mode::parallel,
                                                                    [&](Piece* piece) {
                                                                        work_on(*piece);
                                                                        return piece;
                                                                    }) &
                                   tbb::make_filter<Piece*, void>(tbb::filter_mode::serial_in_order,
                                                                  [&](Piece* piece) { finish(*piece); }));
    }
    tally.unreadable = reader.unreadable();
    tally.interrupted = stopped();
    return tally;
}

LineStream stream_of(const std::function<void(const Line&, Output&)>& work,
                     const std::function<void(const Output&)>& write) {
    return {
        .make = [] { return std::make_shared<Output>(); },
        .work =
            [&work](Lines& lines, Output& output) {
                while (const Line* line = lines.next()) work(*line, output);
            },
        .take = [&write](Output& output) { write(output); },
    };
}

}  // namespace octomate::records
