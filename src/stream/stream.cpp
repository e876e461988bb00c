// Reads and processes files in parallel.
//
// A pipeline (TBB) of three stages processes each file in chunks of whole records: one thread at a time reads
// the next chunk (`ChunkReader`), any number of threads process chunks, and one thread at a time passes the
// outputs on in the order of the input. A fixed number of chunks is in the pipeline and is used again and
// again, which bounds memory.
//
// A chunk must end where a record ends. Finding the end of a record means scanning it from its start, so if a
// record is longer than 1 MiB, the reader lets the text grow by half between attempts: the total time stays
// linear.

#include "stream/stream.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <tbb/global_control.h>
#include <tbb/parallel_pipeline.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <new>
#include <system_error>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The first bytes of a zstd frame with data, and of a skippable frame (whose first byte is 0x50 to 0x5F).
constexpr std::array<std::string_view, 2> frame_starts = {"\x28\xB5\x2F\xFD", "\x50\x2A\x4D\x18"};
constexpr std::size_t magic_size = 4;

/// Checks whether a zstd frame may begin with `bytes`; ignores all but the first four bytes.
bool may_begin_frame(std::string_view bytes) {
    std::string start(bytes.substr(0, magic_size));
    if (start.size() > 0 && (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50) start[0] = '\x50';
    return std::any_of(frame_starts.begin(), frame_starts.end(),
                       [&](std::string_view magic) { return magic.starts_with(start); });
}

/// Checks whether an argument that names no file is a FEN: it begins with a board of eight ranks, or with a
/// board of any number of ranks and a side to move (which is then reported as a bad FEN).
bool is_position(std::string_view text) {
    const std::vector<std::string_view> words = words_between(text, ' ');
    const std::string_view board = words.front();
    const auto slashes = std::count(board.begin(), board.end(), '/');
    const bool has_side = words.size() > 1 && (words[1] == "w" || words[1] == "b");
    return (slashes == 7 || (slashes > 0 && has_side)) && !board.starts_with('/') &&
           std::all_of(board.begin(), board.end(), is_board_character);
}

/// Creates an anonymous file in memory that contains `text`; returns its descriptor, or a negative number on
/// failure.
int open_in_memory(std::string_view text) {
    const int descriptor = ::memfd_create("position", MFD_CLOEXEC);
    if (descriptor < 0) return descriptor;
    if (::write(descriptor, text.data(), text.size()) == static_cast<::ssize_t>(text.size()) &&
        ::lseek(descriptor, 0, SEEK_SET) == 0)
        return descriptor;
    ::close(descriptor);
    return -1;
}

}  // namespace

/// The state of zstd decompression. `first` are the bytes that have been read already.
struct ByteSource::Decompressor {
    explicit Decompressor(std::string first) : input(std::move(first)), in{nullptr, input.size(), 0} {
        if (!context) throw std::bad_alloc();
        input.resize(std::max(input.size(), ZSTD_DStreamInSize()));
        in.src = input.data();
    }

    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
    std::string input;
    ZSTD_inBuffer in;             ///< the part of `input` that is not decompressed yet
    bool between_frames = true;   ///< true if no frame is open, so that the input may end
    bool output_pending = false;  ///< the last call filled the output buffer and has more to write
};

Expected<void, std::string> check_readable(const std::string& file) {
    const auto refuse = [](int error) { return Unexpected{std::string(std::strerror(error))}; };
    struct stat status = {};
    if (file == "-") return {};
    if (::stat(file.c_str(), &status) != 0) {
        if (is_position(file)) return {};
        if (errno != ENOENT) return refuse(errno);
        const bool is_path = file.find_first_of("/.") != std::string::npos;
        if (!is_path) return Unexpected{std::string("neither a file nor a FEN")};
        return refuse(ENOENT);
    }
    if (S_ISDIR(status.st_mode)) return refuse(EISDIR);
    if (::access(file.c_str(), R_OK) != 0) return refuse(errno);
    return {};
}

ByteSource::ByteSource(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {}

ByteSource::~ByteSource() { close(); }

Expected<void, std::string> ByteSource::open(const std::string& file) {
    close();
    descriptor_ = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0 && is_position(file)) descriptor_ = open_in_memory(file + '\n');
    if (descriptor_ < 0) return Unexpected{std::string(std::strerror(errno))};
    return {};
}

void ByteSource::close() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    descriptor_ = -1;
    bytes_ = 0;
    detected_ = false;
    first_bytes_.clear();
    failure_.clear();
    decompressor_.reset();
}

Expected<std::size_t, std::string> ByteSource::read(char* to, std::size_t size) {
    if (!detected_) {
        if (auto detected = detect_compression(); !detected) return detected;
    }
    if (decompressor_) return read_compressed(to, size);
    if (first_bytes_.empty()) return read_plain(to, size);
    const std::size_t copied = std::min(size, first_bytes_.size());
    std::memcpy(to, first_bytes_.data(), copied);
    first_bytes_.erase(0, copied);
    return copied;
}

/// Reads up to four bytes to find out whether the file is compressed.
Expected<std::size_t, std::string> ByteSource::detect_compression() {
    while (first_bytes_.size() < magic_size && may_begin_frame(first_bytes_)) {
        std::array<char, magic_size> bytes;
        auto got = read_plain(bytes.data(), magic_size - first_bytes_.size());
        if (!got) return got;
        if (*got == 0) break;
        first_bytes_.append(bytes.data(), *got);
    }
    detected_ = true;
    if (first_bytes_.size() == magic_size && may_begin_frame(first_bytes_))
        decompressor_ = std::make_unique<Decompressor>(std::exchange(first_bytes_, {}));
    return first_bytes_.size();
}

Expected<std::size_t, std::string> ByteSource::read_plain(char* to, std::size_t size) {
    pollfd input = {descriptor_, POLLIN, 0};
    while (!is_interrupted()) {
        // A signal to another thread, or just before the read, would not interrupt it, so wait with a
        // timeout.
        if (interrupted_ && ::poll(&input, 1, 100) <= 0) continue;
        const ::ssize_t got = ::read(descriptor_, to, size);
        if (got >= 0) {
            bytes_ += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno != EINTR) return Unexpected{std::string(std::strerror(errno))};
    }
    return std::size_t{0};  // interrupted: same result as at the end of the file
}

Expected<std::size_t, std::string> ByteSource::read_compressed(char* to, std::size_t size) {
    std::size_t produced = 0;
    const auto fail = [&](std::string reason) -> Expected<std::size_t, std::string> {
        failure_ = std::move(reason);
        if (produced > 0) return produced;  // return the valid data; the next read fails
        return Unexpected{failure_};
    };
    if (!failure_.empty()) return Unexpected{failure_};
    Decompressor& zstd = *decompressor_;
    while (produced < size) {
        if (is_interrupted()) return std::size_t{0};  // a small input may decompress to gigabytes
        if (zstd.in.pos == zstd.in.size && !zstd.output_pending) {
            if (produced > 0) return produced;  // do not wait for a pipe: return the data at hand
            auto got = read_plain(zstd.input.data(), zstd.input.size());
            if (!got) return got;
            if (*got == 0) {
                if (zstd.between_frames || is_interrupted()) return produced;
                return fail("the zstd data end early");
            }
            zstd.in = {zstd.input.data(), *got, 0};
        }
        ZSTD_outBuffer out{to, size, produced};
        const std::size_t left = ZSTD_decompressStream(zstd.context.get(), &out, &zstd.in);
        if (ZSTD_isError(left))
            return fail(fmt::format("the zstd data are corrupt ({})", ZSTD_getErrorName(left)));
        zstd.between_frames = left == 0;
        zstd.output_pending = out.pos == size && left != 0;
        produced = out.pos;
    }
    return produced;
}

std::optional<Expected<std::string, std::string>> LineReader::next() {
    if (!fill()) return std::nullopt;
    std::string line;
    for (bool ended = false; !ended && fill();) {
        const std::string_view rest(buffer_.data() + at_, filled_ - at_);
        const std::string_view part = rest.substr(0, rest.find('\n'));
        line.append(part.substr(0, longest_record + 1 - line.size()));
        ended = part.size() < rest.size();
        at_ += part.size() + (ended ? 1 : 0);
    }
    if (line.size() > longest_record) return Unexpected{too_long_text()};
    return line;
}

bool LineReader::fill() {
    if (at_ < filled_) return true;
    at_ = 0;
    const auto got = source_.read(buffer_.data(), buffer_.size());
    filled_ = got ? *got : 0;
    return filled_ > 0;
}

namespace {

/// Whole records of one file, and the output for them.
struct Chunk {
    Line first;  // file, format and line number of the first record; its `text` is empty
    std::string bytes;
    std::shared_ptr<const CsvColumns> columns;
    std::shared_ptr<Output> output;
    StreamMeter::Batch* counter = nullptr;
    bool cut_short = false;  // processing was interrupted before the last record
};

/// Returns the number of newlines. `find` is faster than `std::count` where lines are long.
std::size_t lines_in(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) ++count;
    return count;
}

/// Splits files into chunks of whole records.
class ChunkReader {
  public:
    ChunkReader(const std::vector<std::string>& files, const StreamOptions& options)
        : files_(files), options_(options), source_(options.interrupted) {}

    /// Fills the chunk, whose output must be empty, with the next records; returns false at the end of all
    /// files. If a file fails, the chunk has only an error message.
    bool next(Chunk& chunk) {
        chunk.bytes.clear();
        while (true) {
            if (!source_.is_open()) {
                if (file_index_ == files_.size()) return false;
                if (const auto opened = open_file(); !opened) {
                    const auto readable = check_readable(files_[file_index_]);
                    return fail(chunk, "cannot open", readable ? opened.error() : readable.error());
                }
            }
            chunk.bytes.swap(remaining_);
            fill(chunk.bytes);
            if (!chunk.bytes.empty()) {
                chunk.columns = format_->columns;
                chunk.first = {files_[file_index_], line_, {}, format_->format, chunk.columns.get()};
                line_ += lines_in(chunk.bytes);
                if (format_->format == InputFormat::Foreign) close_file();
                return true;
            }
            if (!failure_.empty()) return fail(chunk, "cannot read", failure_);
            close_file();
        }
    }

    std::size_t unreadable() const { return unreadable_; }

    /// The number of bytes read so far, after decompression.
    std::uint64_t text_bytes() const { return text_bytes_; }
    /// The number of bytes read so far, before decompression.
    std::uint64_t file_bytes() const { return closed_bytes_ + source_.bytes(); }

  private:
    static constexpr std::size_t long_record = std::size_t{1} << 20;
    static constexpr std::size_t longest_mark = 3;

    Expected<void, std::string> open_file() {
        line_ = 1;
        ended_ = false;
        at_start_ = true;
        format_.reset();
        failure_.clear();
        return source_.open(files_[file_index_]);
    }

    void close_file() {
        closed_bytes_ += source_.bytes();
        source_.close();
        remaining_.clear();
        ++file_index_;
    }

    /// Reads until `bytes` has a batch of text that ends with a record; keeps the rest for the next chunk. At
    /// the end of the file the last line needs no newline. If the file cannot be read to its end, an
    /// incomplete line is dropped.
    void fill(std::string& bytes) {
        bool has_newline =
            bytes.find('\n') != std::string::npos;  // a newline was read since the last call of `cut_records`
        bool is_drained = false;                    // a pipe has no more data at the moment
        std::size_t needed_bytes = options_.batch_bytes;
        std::size_t cut = 0;
        while (cut == 0) {
            const bool cut_now = is_drained && needed_bytes <= options_.batch_bytes;
            if (has_newline && (bytes.size() >= needed_bytes || ended_ || cut_now)) {
                cut = cut_records(bytes);
                has_newline = false;
                // Each attempt scans a long record again, so let the text grow by half before the next one.
                if (bytes.size() > long_record) needed_bytes = bytes.size() + bytes.size() / 2;
            } else if (ended_) {
                cut = failure_.empty() ? cut_records(bytes) : 0;
                break;
            } else {
                const std::size_t size = bytes.size();
                is_drained = read_some(bytes);
                has_newline = has_newline || ended_ || bytes.find('\n', size) != std::string::npos;
                if (bytes.size() > longest_record) {  // no record may be longer, so one ends here
                    shorten_long_line(bytes);
                    has_newline = true;
                    needed_bytes = 0;
                }
            }
        }
        remaining_.assign(bytes, cut);
        bytes.resize(cut);
    }

    /// If the text begins with a line longer than `longest_record`, shortens the line to one byte more, so
    /// that it is still reported as too long.
    void shorten_long_line(std::string& bytes) {
        if (bytes.find('\n') <= longest_record) return;
        constexpr std::size_t kept = longest_record + 1;
        std::size_t newline = std::string::npos;
        while ((newline = bytes.find('\n', kept)) == std::string::npos && !ended_) {
            bytes.resize(kept);
            read_some(bytes);
        }
        bytes.erase(kept, newline - kept);
    }

    /// Appends the available bytes, at most a batch; returns true if there were fewer. Drops a byte order
    /// mark.
    bool read_some(std::string& bytes) {
        const std::size_t before = bytes.size(), size = options_.batch_bytes;
        bytes.resize(before + size);
        const auto got = source_.read(bytes.data() + before, size);
        bytes.resize(before + (got ? *got : 0));
        text_bytes_ += got ? *got : 0;
        ended_ = !got || *got == 0;
        if (!got) failure_ = got.error();
        if (at_start_ && (bytes.size() >= longest_mark || ended_)) {
            bytes.erase(0, bytes.size() - without_byte_order_mark(bytes).size());
            at_start_ = false;
        }
        return got && *got < size;
    }

    /// Returns the total length of the whole records at the start of the text. First detects the format if
    /// the file is new.
    std::size_t cut_records(std::string& bytes) {
        const bool at_end = ended_ && failure_.empty();
        if (!format_)
            format_ = detect_format(bytes, at_end || bytes.size() > longest_record, options_.format);
        if (!format_ || bytes.empty()) return 0;
        // Removes the text of a header but keeps its newline, so that line numbers stay right.
        if (const std::string_view header = std::exchange(format_->header, {}); !header.empty())
            bytes.erase(static_cast<std::size_t>(header.data() - bytes.data()), header.size());
        // Each line is a record, so the last newline suffices.
        if (format_->format == InputFormat::Lines) return at_end ? bytes.size() : bytes.rfind('\n') + 1;
        const char delimiter = format_->columns ? format_->columns->delimiter : ',';
        const std::string_view text = bytes;
        std::size_t at = 0;
        while (at < text.size()) {
            const auto length = record_length(format_->format, text.substr(at), at_end, delimiter);
            if (!length) break;
            at += *length;
        }
        return at;
    }

    /// Puts an error message into the chunk, counts the file as unreadable, and moves on to the next file.
    /// Returns true.
    bool fail(Chunk& chunk, std::string_view what, std::string_view why) {
        chunk.output->messages = fmt::format("{}: {}: {}\n", files_[file_index_], what, why);
        chunk.bytes.clear();
        close_file();
        ++unreadable_;
        return true;
    }

    const std::vector<std::string>& files_;
    const StreamOptions& options_;
    ByteSource source_;
    std::size_t file_index_ = 0;
    std::size_t line_ = 1;
    bool ended_ = false;
    bool at_start_ = true;                  // at the start of the file, where a byte order mark may be
    std::string failure_;                   // why the file could not be read to its end
    std::optional<DetectedFormat> format_;  // the format of the file; nullopt: not detected yet
    std::string remaining_;                 // text read but not yet returned
    std::size_t unreadable_ = 0;
    std::uint64_t text_bytes_ = 0;
    std::uint64_t closed_bytes_ = 0;  // total size of the files that are closed
};

}  // namespace

Counts& Counts::operator+=(const Counts& more) {
    records += more.records;
    bad += more.bad;
    negative += more.negative;
    incomplete += more.incomplete;
    for (std::size_t at = 0; at < verdicts.size(); ++at) verdicts[at] += more.verdicts[at];
    return *this;
}

StreamMeter::StreamMeter(const std::vector<std::string>& files, int threads)
    : batches_(batches_in_work(threads)) {
    for (const std::string& file : files) {
        std::error_code error;
        const bool known = std::filesystem::is_regular_file(file, error);
        const auto size = known ? std::filesystem::file_size(file, error) : std::uintmax_t{0};
        if (!known || error) size_.reset();
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
    const auto text = static_cast<double>(text_bytes_.load(std::memory_order_relaxed));
    const auto read = static_cast<double>(file_bytes_.load(std::memory_order_relaxed));
    return text > 0 ? static_cast<double>(done) / text * read / static_cast<double>(*size_) : 0;
}

Lines Lines::of_file(std::string_view name, std::string_view text) {
    text = without_byte_order_mark(text);
    const DetectedFormat beginning = *detect_format(text, true);
    Lines lines({name, 1, {}, beginning.format, beginning.columns.get()}, text);
    lines.columns_ = beginning.columns;
    lines.header_ = beginning.header;
    return lines;
}

const Line* Lines::next() {
    if (counter_) {
        counter_->bytes.store(bytes_, std::memory_order_relaxed);
        counter_->lines.store(lines_, std::memory_order_relaxed);
    }
    if (remaining_.empty() || (interrupted_ && interrupted_->load(std::memory_order_relaxed))) return nullptr;
    line_.number = next_number_;
    if (remaining_.data() == header_.data()) remaining_.remove_prefix(header_.size());
    const char delimiter = line_.columns ? line_.columns->delimiter : ',';
    line_.text = remaining_.substr(0, *record_length(line_.format, remaining_, true, delimiter));
    remaining_.remove_prefix(line_.text.size());
    bytes_ += line_.text.size();
    ++lines_;
    next_number_ += lines_in(line_.text);  // 0 if a game ends before the end of a line
    if (line_.text.ends_with('\n')) line_.text.remove_suffix(1);
    return &line_;
}

Tally LineStream::run(const std::vector<std::string>& files, const StreamOptions& options) const {
    Tally tally;
    ChunkReader reader(files, options);
    const auto stopped = [&] {
        return options.interrupted && options.interrupted->load(std::memory_order_relaxed);
    };
    StreamMeter* const meter = options.meter;
    bool cut_short = false;
    const auto finish = [&](Chunk* finished) {
        Chunk& chunk = *finished;
        if (cut_short) return;
        cut_short = chunk.cut_short;
        tally += *chunk.output;
        if (meter) {
            if (!options.selects_batch) meter->add_records(chunk.output->records);
            meter->bytes_.fetch_add(chunk.bytes.size(), std::memory_order_relaxed);
            chunk.counter->bytes.store(0, std::memory_order_relaxed);
            chunk.counter->lines.store(0, std::memory_order_relaxed);
        }
        consume(*chunk.output);
    };
    const auto next = [&](Chunk& chunk) {
        // Reusing the memory of the previous output saves system calls and page faults.
        std::string data = chunk.output ? std::move(chunk.output->data) : std::string();
        data.clear();
        chunk.output = make();
        chunk.output->data = std::move(data);
        if (stopped() || !reader.next(chunk)) return false;
        if (meter) {
            meter->text_bytes_.store(reader.text_bytes(), std::memory_order_relaxed);
            meter->file_bytes_.store(reader.file_bytes(), std::memory_order_relaxed);
        }
        return true;
    };

    // There is one chunk for each token (item in flight) of the pipeline. As the last filter keeps the order,
    // the chunk of token n is free when token n + tokens starts.
    const std::size_t tokens = batches_in_work(options.threads);
    std::vector<Chunk> chunks(tokens);
    for (std::size_t at = 0; meter && at < tokens; ++at) chunks[at].counter = &meter->batches_.at(at);
    std::size_t token = 0;
    const auto read_chunk = [&](tbb::flow_control& control) -> Chunk* {
        Chunk& chunk = chunks[token++ % tokens];
        bool more = next(chunk);
        while (more && options.selects_batch && !options.selects_batch()) {
            if (meter) meter->bytes_.fetch_add(chunk.bytes.size(), std::memory_order_relaxed);
            more = next(chunk);
        }
        if (!more) control.stop();
        return &chunk;
    };
    const auto work_on_chunk = [&](Chunk* chunk) {
        Lines lines(chunk->first, chunk->bytes, chunk->counter, options.interrupted);
        work(lines, *chunk->output);
        chunk->cut_short = lines.has_more();
        return chunk;
    };
    using tbb::filter_mode;
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(options.threads));
    tbb::parallel_pipeline(tokens,
                           tbb::make_filter<void, Chunk*>(filter_mode::serial_in_order, read_chunk) &
                               tbb::make_filter<Chunk*, Chunk*>(filter_mode::parallel, work_on_chunk) &
                               tbb::make_filter<Chunk*, void>(filter_mode::serial_in_order, finish));
    tally.unreadable = reader.unreadable();
    tally.interrupted = stopped();
    return tally;
}

}  // namespace octomate::records
