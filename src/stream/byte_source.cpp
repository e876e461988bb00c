#include "stream/byte_source.hpp"

#include <fcntl.h>
#include <fmt/core.h>
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

#include "formats/formats.hpp"
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

struct ByteSource::Decompressor {
    explicit Decompressor(std::string first) : input(std::move(first)), in{nullptr, input.size(), 0} {
        if (!context) throw std::bad_alloc();
        input.resize(std::max(input.size(), ZSTD_DStreamInSize()));
        in.src = input.data();
    }

    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
    std::string input;
    ZSTD_inBuffer in;             ///< what of `input` is still to be decompressed
    bool between_frames = true;   ///< the input may end here
    bool output_pending = false;  ///< the last call filled all the room it had
};

namespace {

/// A FEN where a file is expected: a board of eight ranks, and maybe more behind a blank.
bool is_position(std::string_view text) {
    const std::string_view board = text.substr(0, text.find(' '));
    return std::count(board.begin(), board.end(), '/') == 7 && !board.starts_with('/') &&
           std::all_of(board.begin(), board.end(), is_of_board);
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
    if (descriptor_ < 0 && is_position(file)) descriptor_ = in_memory(file + '\n');
    if (descriptor_ < 0) return Unexpected{std::string(std::strerror(errno))};
    return {};
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

/// Reads until the first bytes show what the file is.
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
    Decompressor& zstd = *decompressor_;
    while (produced < size) {
        if (is_interrupted()) return std::size_t{0};  // a few bytes may become gigabytes
        if (zstd.in.pos == zstd.in.size && !zstd.output_pending) {
            if (produced > 0) return produced;  // a pipe: answer what has come
            auto got = read_plain(zstd.input.data(), zstd.input.size());
            if (!got) return got;
            if (*got == 0) {
                if (zstd.between_frames || is_interrupted()) return produced;
                return fail("the zstd data break off");
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

}  // namespace octomate::records
