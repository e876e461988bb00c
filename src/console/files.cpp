#include "console/files.hpp"

#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <system_error>

namespace octomate {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
}

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

int Descriptor::release() { return std::exchange(number_, -1); }

Expected<Descriptor, std::string> open_regular(const std::string& file, int flags) {
    const auto refuse = [](int error) { return Unexpected{std::string(std::strerror(error))}; };
    struct stat status = {};
    Descriptor opened(::open(file.c_str(), flags | O_NONBLOCK | O_CLOEXEC, 0666));
    const bool is_open = opened.number() >= 0;
    if (!is_open && errno != ENXIO) return refuse(errno);  // ENXIO: a pipe without a reader, or a socket
    if (is_open && ::fstat(opened.number(), &status) != 0) return refuse(errno);
    if (S_ISDIR(status.st_mode)) return refuse(EISDIR);
    if (!S_ISREG(status.st_mode)) return Unexpected{std::string("Not a regular file")};
    return opened;
}

Expected<std::string, std::string> read_regular(const std::string& file) {
    const auto opened = open_regular(file);
    if (!opened) return Unexpected{opened.error()};
    return read_all([&](char* to, std::size_t size) -> Expected<std::size_t, std::string> {
        ::ssize_t got = 0;
        do got = ::read(opened->number(), to, size);
        while (got < 0 && errno == EINTR);
        if (got < 0) return Unexpected{std::string(std::strerror(errno))};
        return static_cast<std::size_t>(got);
    });
}

bool is_missing(const std::string& file) {
    struct stat status = {};
    return ::lstat(file.c_str(), &status) != 0 &&
           (errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG);
}

std::string follow_links(const std::string& name) {
    std::error_code error;
    const std::filesystem::path real = std::filesystem::canonical(name, error);
    if (!error) return real;
    constexpr int most_links = 40;  // as many as Linux follows
    std::filesystem::path path = name;
    for (int links = 0; links < most_links; ++links) {
        const std::filesystem::path link = std::filesystem::read_symlink(path, error);
        if (error) return path;
        path = path.parent_path() / link;
    }
    return name;
}

std::string file_identity(const std::string& name) {
    struct stat status = {};
    if ((name == "-" ? ::fstat(STDIN_FILENO, &status) : ::stat(name.c_str(), &status)) == 0)
        return fmt::format("{}:{}", status.st_dev, status.st_ino);
    std::error_code error;
    const std::filesystem::path path = std::filesystem::absolute(follow_links(name), error);
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
    return error ? name : real.string();
}

void replace_file(const std::string& file, std::string_view bytes) {
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

bool may_name_directory(const std::string& name) {
    std::error_code ignored;  // errors are reported when the file is written
    const std::filesystem::path path(name);
    return !path.has_extension() || std::filesystem::is_directory(path, ignored);
}

void make_directory(const std::string& name) {
    std::error_code error, unknown;
    std::filesystem::create_directories(name, error);
    if (!std::filesystem::is_directory(name, unknown))
        throw EnvironmentError(fmt::format("cannot make the directory {}: {}", name,
                                           error ? error.message() : "a file has that name"));
}

namespace {

/// Returns the open descriptor that `name`, such as /dev/stdout, denotes; nullopt for other names. Opening it
/// by name would overwrite its file from the beginning, or replace it.
std::optional<int> descriptor_named(const std::string& name) {
    if (name == "/dev/stdin") return STDIN_FILENO;
    if (name == "/dev/stdout") return STDOUT_FILENO;
    if (name == "/dev/stderr") return STDERR_FILENO;
    for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
        int number = 0;
        const char* const end = name.data() + name.size();
        if (name.starts_with(folder) && std::from_chars(name.data() + folder.size(), end, number).ptr == end)
            return number;
    }
    return {};
}

constexpr std::string_view temporary_prefix = ".", temporary_suffix = ".octomate";

/// Returns the temporary name under which a file is written before it is renamed to `target`.
std::string temporary_name(const std::string& target) {
    constexpr std::size_t longest = 200;  // maximum bytes of `target`'s name; file systems allow 255 in all
    const std::filesystem::path path(target);
    const std::string name = path.filename().string().substr(0, longest);
    return path.parent_path() / fmt::format("{}{}{}", temporary_prefix, name, temporary_suffix);
}

/// Checks whether the file called `name` is still the open file.
bool has_name(int descriptor, const std::string& name) {
    struct stat here = {}, there = {};
    return ::fstat(descriptor, &here) == 0 && ::stat(name.c_str(), &there) == 0 &&
           here.st_ino == there.st_ino && here.st_dev == there.st_dev;
}

[[noreturn]] void fail_at(const std::string& name, std::string_view what = "cannot write") {
    throw EnvironmentError(fmt::format("{} {}: {}", what, name, std::strerror(errno)));
}

/// Opens and locks the file `name`; returns nullopt if another run has the lock. Error messages call the file
/// `given`.
std::optional<Descriptor> try_open_locked(const std::string& name, int flags, const std::string& given) {
    for (;;) {
        Descriptor descriptor(::open(name.c_str(), flags | O_CREAT | O_CLOEXEC, 0666));
        if (descriptor.number() < 0) fail_at(given);
        const bool is_locked = ::flock(descriptor.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
        if (is_locked) return {};
        if (has_name(descriptor.number(), name)) return descriptor;
    }  // tries again if another run replaced the file before it was locked
}

/// Opens and locks like `try_open_locked`, but throws EnvironmentError if another run has the lock.
Descriptor open_locked(const std::string& name, int flags, const std::string& given) {
    if (auto descriptor = try_open_locked(name, flags, given)) return std::move(*descriptor);
    throw EnvironmentError(fmt::format("{} is being written by another run", name));
}

}  // namespace

FileLock::FileLock(const std::string& name) : FileLock(name, open_locked(name, O_RDWR, name)) {}

std::optional<FileLock> FileLock::try_lock(const std::string& name) {
    auto descriptor = try_open_locked(name, O_RDWR, name);
    return descriptor ? std::optional(FileLock(name, std::move(*descriptor))) : std::nullopt;
}

void FileLock::replace(std::string_view bytes) {
    OutputFile output(name_, this);
    output.write(bytes);
    descriptor_ = output.commit_and_keep();
}

bool is_plain_or_new(const std::string& name) {
    struct stat status = {};
    return !descriptor_named(name) && (::stat(name.c_str(), &status) != 0 || S_ISREG(status.st_mode));
}

OutputFile::OutputFile(const std::string& name, const FileLock* lock) : OutputFile(name, Descriptor()) {
    if (!is_plain_or_new(name)) {
        const auto open = descriptor_named(name);
        descriptor_ = Descriptor(open ? ::fcntl(*open, F_DUPFD_CLOEXEC, 0)
                                      : ::open(name.c_str(), O_WRONLY | O_CLOEXEC));
        if (descriptor_.number() < 0) fail();
        return;
    }
    struct stat status = {};
    replaces_ = ::stat(name.c_str(), &status) == 0;
    if (!replaces_ && errno != ENOENT) fail();
    target_ = follow_links(name);
    if (replaces_) {
        if (::access(target_.c_str(), W_OK) != 0) fail();
        if (!lock) locked_target_ = open_locked(name, O_WRONLY, name);
    }
    temporary_name_ = temporary_name(target_);
    descriptor_ = open_locked(temporary_name_, O_WRONLY | O_NOFOLLOW | O_NONBLOCK, name);
    struct stat temporary = {};
    if (::fstat(descriptor_.number(), &temporary) == 0 && !S_ISREG(temporary.st_mode))
        throw EnvironmentError(
            fmt::format("cannot write {}: its temporary name {} is taken", name, temporary_name_));
    if (::ftruncate(descriptor_.number(), 0) != 0) fail();
    if (replaces_) copy_owner_and_mode();
}

void OutputFile::copy_owner_and_mode() {
    struct stat status = {};
    if (::stat(target_.c_str(), &status) != 0) fail();
    // Only root may change the owner; for other users the new file stays their own.
    static_cast<void>(::fchown(descriptor_.number(), status.st_uid, status.st_gid) == 0);
    if (::fchmod(descriptor_.number(), status.st_mode & 07777U) != 0) fail();
}

OutputFile OutputFile::in_place(const std::string& name, std::uint64_t size) {
    if (size == 0 && !is_plain_or_new(name)) return OutputFile(name);
    const int flags = O_WRONLY | O_CLOEXEC | (size == 0 ? O_CREAT | O_TRUNC : 0);
    OutputFile file(name, Descriptor(::open(name.c_str(), flags, 0666)));
    const int descriptor = file.descriptor_.number();
    if (descriptor < 0) file.fail(size == 0 ? "cannot write" : "cannot go on with");
    if (size == 0) return file;
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) file.fail("cannot go on with");
    if (static_cast<std::uint64_t>(status.st_size) < size) {
        throw EnvironmentError(fmt::format("cannot go on with {}: it has {} bytes, expected at least {}",
                                           name, status.st_size, size));
    }
    const auto end = static_cast<::off_t>(size);
    if (::ftruncate(descriptor, end) != 0 || ::lseek(descriptor, end, SEEK_SET) < 0)
        file.fail("cannot go on with");
    return file;
}

OutputFile OutputFile::in_part(const std::string& name, std::uint64_t size) {
    const std::string part = part_name(name);
    OutputFile file = in_place(part, size);
    file.name_ = name;
    file.target_ = follow_links(name);
    file.temporary_name_ = part;
    file.replaces_ = file.keep_part_file_ = true;
    file.copy_owner_and_mode();
    return file;
}

std::string OutputFile::part_name(const std::string& name) { return follow_links(name) + ".part"; }

std::string OutputFile::temporary_name_of(const std::string& name) {
    return temporary_name(follow_links(name));
}

OutputFile::~OutputFile() {
    if (descriptor_.number() >= 0 && !temporary_name_.empty() && !keep_part_file_)
        ::unlink(temporary_name_.c_str());
}

bool OutputFile::is_temporary_name(std::string_view name) {
    return name.starts_with(temporary_prefix) && name.ends_with(temporary_suffix);
}

void OutputFile::write(std::string_view bytes) {
    std::string shown;
    if (is_terminal()) {
        clear_line();
        bytes = shown = shown_on_terminal(bytes);
    }
    while (!bytes.empty()) {
        const ::ssize_t written = ::write(descriptor_.number(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void OutputFile::sync() {
    if (::fsync(descriptor_.number()) != 0 && errno != EINVAL && errno != EROFS) fail();  // a pipe or device
}

void OutputFile::commit(bool complete) {
    if (!complete && replaces_) return print_message(fmt::format("{} stays as it was\n", name_));
    if (::close(commit_and_keep().release()) != 0) fail();
}

Descriptor OutputFile::commit_and_keep() {
    sync();
    if (!temporary_name_.empty() && std::rename(temporary_name_.c_str(), target_.c_str()) != 0) fail();
    temporary_name_.clear();
    return std::move(descriptor_);
}

bool OutputFile::is_terminal() const { return ::isatty(descriptor_.number()) != 0; }

void OutputFile::fail(std::string_view what) const { fail_at(name_, what); }

void OutputNames::add_inputs(const std::vector<std::string>& files) {
    for (const std::string& file : files) inputs_.try_emplace(file_identity(file), file);
    input_names_.insert(input_names_.end(), files.begin(), files.end());
}

void OutputNames::claim(const std::string& option, const std::string& file) {
    struct stat status = {};
    const bool exists = ::stat(file.c_str(), &status) == 0;
    if (file.empty() || file == "-" || (exists && !S_ISREG(status.st_mode))) return;
    std::vector<std::string> names = {file};
    if (is_plain_or_new(file)) names.push_back(OutputFile::temporary_name_of(file));
    for (const std::string& name : names) {
        const std::string identity = file_identity(name);
        if (const auto input = inputs_.find(identity); input != inputs_.end())
            throw UsageError(option, fmt::format("{} is one of the input files",
                                                 input->second == "-" ? name : input->second));
        const auto [claimed, is_new] = options_.try_emplace(identity, option);
        // Outputs of one option with long names may share a shortened temporary name.
        const bool same_option = name != file && claimed->second == option;
        if (!is_new && !same_option)
            throw UsageError(option, fmt::format("{} is also the file of {}", name, claimed->second));
    }
}

void OutputNames::check_streams() const {
    for (const auto& [name, stream] :
         {std::pair{"/dev/stdout", "standard output"}, {"/dev/stderr", "standard error"}}) {
        struct stat status = {};
        if (::stat(name, &status) == 0 && S_ISREG(status.st_mode) && inputs_.contains(file_identity(name)))
            throw UsageError("", fmt::format("{} is one of the input files", stream));
    }
}

}  // namespace octomate
