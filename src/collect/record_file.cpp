#include "collect/record_file.hpp"

#include <fmt/core.h>
#include <zstd.h>

#include <iterator>
#include <new>
#include <utility>

#include "collect/run_file.hpp"
#include "console/console.hpp"
#include "games/list.hpp"
#include "text/text.hpp"

namespace octomate::collect {

namespace {

/// Text is compressed and written in blocks of this size, so that the same text gives the same bytes no
/// matter how it was divided among calls.
constexpr std::size_t block_bytes = std::size_t{256} << 10;

/// Opens the file that replaces the target when it is closed; nullopt for standard output. Throws
/// EnvironmentError if the target is the output of a run that was stopped.
std::optional<OutputFile> replaced(const RecordTarget& target) {
    if (target.is_standard_output()) return std::nullopt;
    OutputFile output(target.file);  // locks the file; throws if another run is writing to it
    if (!target.force) refuse_unfinished(target.file);
    return output;
}

}  // namespace

std::string RecordTarget::lasting_file() const {
    return is_standard_output() || !is_plain_or_new(file) ? std::string() : file;
}

records::RecordFormat RecordTarget::resolved_format() const {
    if (report) return records::RecordFormat::Jsonl;  // any format without header and footer
    return format.value_or(records::format_of_file(file).value_or(records::RecordFormat::Jsonl));
}

/// Compresses text into consecutive zstd frames.
class RecordFile::Compressor {
  public:
    Compressor() : context_(ZSTD_createCCtx()), out_(ZSTD_CStreamOutSize(), '\0') {
        if (!context_) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    /// True if a frame has begun and not ended.
    bool in_frame() const { return in_frame_; }

    /// Compresses `text` and calls `write(bytes)` with the output, if any; ends the frame if `end`.
    template <class Write>
    void compress(std::string_view text, bool end, Write&& write) {
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        in_frame_ = !end;
        while (true) {
            ZSTD_outBuffer out{out_.data(), out_.size(), 0};
            const std::size_t left =
                ZSTD_compressStream2(context_.get(), &out, &in, end ? ZSTD_e_end : ZSTD_e_continue);
            if (ZSTD_isError(left)) throw EnvironmentError(fmt::format("zstd: {}", ZSTD_getErrorName(left)));
            write(std::string_view(out_).substr(0, out.pos));
            if (end ? left == 0 : in.pos == in.size) return;
        }
    }

  private:
    struct Free {
        void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
    };
    std::unique_ptr<ZSTD_CCtx, Free> context_;
    std::string out_;
    bool in_frame_ = false;
};

RecordFile::RecordFile(const RecordTarget& target) : RecordFile(target, replaced(target), 0) {}

RecordFile::RecordFile(const RecordTarget& target, OutputFile output, std::uint64_t resume_at,
                       const Checksum& before)
    : RecordFile(target, std::optional(std::move(output)), resume_at) {
    keeps_part_ = true;
    if (resume_at > 0) checksum_ = before;
}

RecordFile::RecordFile(const RecordTarget& target, std::optional<OutputFile> output, std::uint64_t bytes)
    : target_(target), format_(target.resolved_format()), output_(std::move(output)), bytes_(bytes) {
    if (target.compressed()) compressor_ = std::make_unique<Compressor>();
    if (bytes == 0) write(records::header(format_, games::variants(games::default_name())));
}

RecordFile::~RecordFile() {
    if (!open_ || !keeps_part_ || failed_) return;
    try {
        drain(true);  // `close` was not called, because of an error elsewhere
    } catch (const EnvironmentError&) {
    }
}

std::string RecordFile::text(const records::Puzzle& puzzle, std::set<std::string>& left_out) const {
    std::string text;
    const auto variants = games::variants(games::default_name());
    records::append_record(text, puzzle, format_, variants);
    std::vector<std::string> names = records::fields_left_out(text, puzzle, format_, variants);
    std::move(names.begin(), names.end(), std::inserter(left_out, left_out.end()));
    return text;
}

/// Returns a message that names the fields that the format left out; empty if there are none.
std::string RecordFile::note() const {
    constexpr std::size_t most = 20;
    std::vector<std::string> names;
    for (const std::string& name : left_out_) {
        if (names.size() == most) {
            names.push_back(fmt::format("{} more", left_out_.size() - most));
            break;
        }
        names.push_back(printable(name));
    }
    if (names.empty()) return {};
    return fmt::format("{}: note: {} leaves out or changes {}; JSON Lines keeps every field\n",
                       target_.is_standard_output() ? "-" : target_.file, records::name(format_),
                       enumerate(names));
}

void RecordFile::write(std::string_view text) {
    // `print` buffers standard output and keeps it in order with messages; a block could split a character.
    if (!output_ || output_->is_terminal()) return write_out(text);
    while (buffer_.size() + text.size() >= block_bytes) {
        const std::size_t free_bytes = block_bytes - buffer_.size();
        buffer_ += text.substr(0, free_bytes);
        text.remove_prefix(free_bytes);
        drain(false);
    }
    buffer_ += text;
}

void RecordFile::end_frame() {
    drain(true);
    if (!output_) flush_output();
}

void RecordFile::sync() {
    if (output_) output_->sync();
}

void RecordFile::end() {
    if (std::exchange(ended_, true)) return;
    write(records::footer(format_));
    // Even an empty compressed file needs a frame.
    if (compressor_ && bytes_ == 0 && !compressor_->in_frame()) {
        compressor_->compress(buffer_, true, [&](std::string_view out) { write_out(out); });
        buffer_.clear();
    }
    drain(true);
}

void RecordFile::close(bool complete, bool quiet) {
    end();
    open_ = false;
    if (output_) {
        output_->commit(complete);
        if (complete && !keeps_part_) forget_run(target_.file);
    }
    if (!quiet) print_message(note());
}

/// Compresses and writes the buffer; with `end`, also ends the frame.
void RecordFile::drain(bool end) {
    if (!compressor_) {
        write_out(buffer_);
    } else if (!buffer_.empty() || (end && compressor_->in_frame())) {
        compressor_->compress(buffer_, end, [&](std::string_view out) { write_out(out); });
    }
    buffer_.clear();
}

void RecordFile::write_out(std::string_view bytes) {
    bytes_ += bytes.size();
    if (!output_) return target_.report ? print_coloured(bytes) : print(bytes);
    checksum_.add(bytes);
    failed_ = true;  // stays true if the write throws, since later bytes would be at the wrong offset
    output_->write(bytes);
    failed_ = false;
}

}  // namespace octomate::collect
