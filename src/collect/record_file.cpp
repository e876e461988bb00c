#include "collect/record_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "console/console.hpp"
#include "games/list.hpp"

namespace octomate::collect {

namespace {

/// Text is compressed and written in pieces of this size whatever the calls were, so that the same text gives
/// the same bytes.
constexpr std::size_t piece = std::size_t{256} << 10;

}  // namespace

records::RecordFormat RecordTarget::resolved_format() const {
    return format.value_or(records::format_of_file(file).value_or(records::RecordFormat::Jsonl));
}

void refuse_output_among(const std::vector<std::string>& inputs, const RecordTarget& target) {
    for (const std::string& file : inputs) {
        std::error_code none;
        if (std::filesystem::equivalent(file, target.file, none))
            throw UsageError("--output", fmt::format("{} is one of the input files", file));
    }
}

/// One zstd frame after the other.
class RecordFile::Compressor {
  public:
    Compressor() : context_(ZSTD_createCCtx()), out_(ZSTD_CStreamOutSize(), '\0') {
        if (!context_) throw std::bad_alloc();
        ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
    }

    /// Whether a frame has begun and not ended.
    bool in_frame() const { return in_frame_; }

    /// Calls `write` with what comes out.
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

RecordFile::RecordFile(const RecordTarget& target) : RecordFile(target, 0) {}

RecordFile::RecordFile(const RecordTarget& target, std::uint64_t resume_at)
    : name_(target.file == "-" ? "" : target.file), format_(target.resolved_format()) {
    if (name_.empty()) {
        if (resume_at > 0) throw EnvironmentError("cannot go on with the standard output");
    } else {
        open(target, resume_at);
    }
    if (target.compressed()) compressor_ = std::make_unique<Compressor>();
    if (resume_at == 0) write(records::header(format_));
}

RecordFile::~RecordFile() {
    if (descriptor_ < 0) return;  // closed, or the standard output
    try {
        if (!failed_) drain(true);  // after an error elsewhere: what was written should arrive if it can
    } catch (const EnvironmentError&) {
    }
    ::close(descriptor_);
}

void RecordFile::open(const RecordTarget& target, std::uint64_t resume_at) {
    const int mode = O_WRONLY | O_CLOEXEC | (resume_at == 0 ? O_CREAT | O_TRUNC : 0);
    descriptor_ = ::open(target.file.c_str(), mode, 0666);
    if (descriptor_ < 0) fail(resume_at == 0 ? "cannot write" : "cannot go on with");
    if (resume_at == 0) return;
    struct stat status = {};
    if (::fstat(descriptor_, &status) != 0) fail("cannot go on with");
    if (static_cast<std::uint64_t>(status.st_size) < resume_at) {
        throw EnvironmentError(fmt::format("cannot go on with {}: it has {} bytes, expected at least {}",
                                           name_, status.st_size, resume_at));
    }
    const auto size = static_cast<::off_t>(resume_at);
    if (::ftruncate(descriptor_, size) != 0 || ::lseek(descriptor_, size, SEEK_SET) < 0)
        fail("cannot go on with");
    bytes_ = resume_at;
}

std::string RecordFile::text(const records::Puzzle& puzzle) const {
    std::string text;
    records::append_record(text, puzzle, format_, games::default_name());
    return text;
}

void RecordFile::write(std::string_view text) {
    if (name_.empty())
        return write_out(text);  // it has a buffer of its own, in order with what is told meanwhile
    while (buffer_.size() + text.size() >= piece) {
        const std::size_t taken = piece - buffer_.size();
        buffer_ += text.substr(0, taken);
        text.remove_prefix(taken);
        drain(false);
    }
    buffer_ += text;
}

void RecordFile::end_frame() {
    drain(true);
    if (descriptor_ < 0) flush_output();
}

void RecordFile::close() {
    write(records::footer(format_));
    // A file without any text is a frame without any text.
    if (compressor_ && bytes_ == 0 && !compressor_->in_frame()) {
        compressor_->compress(buffer_, true, [&](std::string_view out) { write_out(out); });
        buffer_.clear();
    }
    drain(true);
    if (descriptor_ >= 0 && ::close(std::exchange(descriptor_, -1)) != 0) fail();
}

/// Compresses and writes the buffer, and ends the frame if asked to.
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
    if (name_.empty()) return print(bytes);
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            failed_ = true;  // what is left would not stand where it belongs
            fail();
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void RecordFile::fail(std::string_view what) const {
    throw EnvironmentError(fmt::format("{} {}: {}", what, name_, std::strerror(errno)));
}

}  // namespace octomate::collect
