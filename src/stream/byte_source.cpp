#include "stream/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The bytes that begin a frame of zstd: one with data, or one to be skipped (its first byte is 0x50 to
/// 0x5F).
constexpr std::array<std::string_view, 2> frame_starts = {"\x28\xB5\x2F\xFD", "\x50\x2A\x4D\x18"};
constexpr std::size_t magic_size = 4;

/// Whether the bytes, fewer than four or not, may begin a frame.
bool may_begin_frame(std::string_view bytes) {
    std::string start(bytes.substr(0, magic_size));
    if (start.size() > 0 && (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50) start[0] = '\x50';
    return std::any_of(frame_starts.begin(), frame_starts.end(),
                       [&](std::string_view magic) { return magic.starts_with(start); });
}

}  // namespace

class ByteSource::Decompressor {
  public:
    explicit Decompressor(std::string first)
        : context_(ZSTD_createDCtx()), input_(std::move(first)), filled_(input_.size()) {
        if (!context_) throw std::bad_alloc();
        input_.resize(std::max(input_.size(), ZSTD_DStreamInSize()));
    }

    bool wants_input() const { return at_ == filled_ && !output_pending_; }

    /// Where input goes, and how much of it.
    char* input() { return input_.data(); }
    std::size_t input_size() const { return input_.size(); }
    void take_input(std::size_t size) {
        at_ = 0;
        filled_ = size;
    }

    /// Whether the input may end here.
    bool between_frames() const { return between_frames_; }

    /// How many bytes came out.
    Expected<std::size_t, std::string> decompress(char* to, std::size_t size) {
        ZSTD_inBuffer in{input_.data(), filled_, at_};
        ZSTD_outBuffer out{to, size, 0};
        const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in);
        if (ZSTD_isError(left))
            return Unexpected{fmt::format("the zstd data are corrupt ({})", ZSTD_getErrorName(left))};
        between_frames_ = left == 0;
        output_pending_ = out.pos == out.size && left != 0;
        at_ = in.pos;
        return out.pos;
    }

  private:
    struct Free {
        void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
    };
    std::unique_ptr<ZSTD_DCtx, Free> context_;
    std::string input_;
    std::size_t at_ = 0;
    std::size_t filled_ = 0;
    bool between_frames_ = true;
    bool output_pending_ = false;  ///< the last call filled all the room it had
};

namespace {

/// A FEN where a file is expected: a board of eight ranks, and maybe more behind a blank.
bool is_position(std::string_view text) {
    const std::string_view board = text.substr(0, text.find(' '));
    const auto is_of_a_board = [](char c) {
        return is_name_start(c) || is_digit(c) ||
               std::string_view("/()[]^*.").find(c) != std::string_view::npos;
    };
    return std::count(board.begin(), board.end(), '/') == 7 && !board.starts_with('/') &&
           std::all_of(board.begin(), board.end(), is_of_a_board);
}

/// A file that holds the text and has no name; below 0 if the system refuses.
int in_memory(std::string_view text) {
    const int descriptor = ::memfd_create("position", MFD_CLOEXEC);
    if (descriptor < 0) return descriptor;
    if (::write(descriptor, text.data(), text.size()) == static_cast<::ssize_t>(text.size()) &&
        ::lseek(descriptor, 0, SEEK_SET) == 0)
        return descriptor;
    ::close(descriptor);
    return -1;
}

}  // namespace

std::optional<std::string> why_not_open(const std::string& file) {
    struct stat status = {};
    if (file == "-") return std::nullopt;
    if (::stat(file.c_str(), &status) != 0) {
        if (errno != ENOENT) return std::strerror(errno);
        if (is_position(file)) return std::nullopt;
        const bool is_path = file.find_first_of("/.") != std::string::npos;
        return is_path ? std::strerror(ENOENT) : "neither a file nor a FEN";
    }
    if (S_ISDIR(status.st_mode)) return std::strerror(EISDIR);
    if (::access(file.c_str(), R_OK) != 0) return std::strerror(errno);
    return std::nullopt;
}

ByteSource::ByteSource(const std::atomic<bool>* interrupted) : interrupted_(interrupted) {}

ByteSource::~ByteSource() { close(); }

bool ByteSource::open(const std::string& file) {
    close();
    descriptor_ = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0 && errno == ENOENT && is_position(file)) descriptor_ = in_memory(file + '\n');
    return descriptor_ >= 0;
}

void ByteSource::close() {
    if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    descriptor_ = -1;
    bytes_ = 0;
    looked_ = false;
    first_.clear();
    failure_.clear();
    decompressor_.reset();
}

Expected<std::size_t, std::string> ByteSource::read(char* to, std::size_t size) {
    if (!looked_) {
        if (auto looked = look(); !looked) return looked;
    }
    if (decompressor_) return read_compressed(to, size);
    if (first_.empty()) return read_plain(to, size);
    const std::size_t taken = std::min(size, first_.size());
    std::memcpy(to, first_.data(), taken);
    first_.erase(0, taken);
    return taken;
}

/// Reads until the first bytes tell what the file is.
Expected<std::size_t, std::string> ByteSource::look() {
    while (first_.size() < magic_size && may_begin_frame(first_)) {
        std::array<char, magic_size> bytes;
        const auto got = read_plain(bytes.data(), magic_size - first_.size());
        if (!got) return got;
        if (*got == 0) break;
        first_.append(bytes.data(), *got);
    }
    looked_ = true;
    if (first_.size() == magic_size && may_begin_frame(first_))
        decompressor_ = std::make_unique<Decompressor>(std::exchange(first_, {}));
    return first_.size();
}

Expected<std::size_t, std::string> ByteSource::read_plain(char* to, std::size_t size) {
    pollfd input = {descriptor_, POLLIN, 0};
    while (!is_interrupted()) {
        // A signal just before a read, or to another thread, does not end it.
        if (interrupted_ && ::poll(&input, 1, 100) <= 0) continue;
        const ::ssize_t got = ::read(descriptor_, to, size);
        if (got >= 0) {
            bytes_ += static_cast<std::uint64_t>(got);
            return static_cast<std::size_t>(got);
        }
        if (errno != EINTR) return Unexpected{std::string(std::strerror(errno))};
    }
    return std::size_t{0};  // as if it ended here
}

Expected<std::size_t, std::string> ByteSource::read_compressed(char* to, std::size_t size) {
    std::size_t produced = 0;
    const auto fail = [&](std::string reason) -> Expected<std::size_t, std::string> {
        failure_ = std::move(reason);
        if (produced > 0) return produced;  // what came out before is good; the next read fails
        return Unexpected{failure_};
    };
    if (!failure_.empty()) return Unexpected{failure_};
    while (produced < size) {
        if (decompressor_->wants_input()) {
            if (produced > 0) return produced;  // a pipe: answer what has come
            auto got = read_plain(decompressor_->input(), decompressor_->input_size());
            if (!got) return got;
            if (*got == 0) {
                if (decompressor_->between_frames() || is_interrupted()) return produced;
                return fail("the zstd data break off");
            }
            decompressor_->take_input(*got);
        }
        auto more = decompressor_->decompress(to + produced, size - produced);
        if (!more) return fail(std::move(more.error()));
        produced += *more;
    }
    return produced;
}

}  // namespace octomate::records
