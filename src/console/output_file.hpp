#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "console/files.hpp"

namespace octomate {

/// Keeps other runs of the program from a file, until it goes or the process ends.
class FileLock {
  public:
    /// Makes the file where there is none, and locks it. Throws EnvironmentError, also if another run has it.
    /// A file system that knows no locks has none.
    explicit FileLock(const std::string& name);
    /// The same, but none if another run has it.
    static std::optional<FileLock> unless_taken(const std::string& name);
    /// Puts a new file with these bytes, complete and on the disk, in the place of the locked one, and keeps
    /// that locked instead: at no time could another run lock what has the name. Throws EnvironmentError.
    void replace(std::string_view bytes);

  private:
    FileLock(std::string name, Descriptor descriptor)
        : name_(std::move(name)), descriptor_(std::move(descriptor)) {}

    std::string name_;
    Descriptor descriptor_;
};

/// Whether a file is plain, or not there yet: it can be replaced as a whole, and gone on with later. Pipes,
/// devices and names of open descriptors, such as /dev/stdout, are not, whatever these lead to.
bool is_plain_or_new(const std::string& name);

/// The one way to write a file that the user names. What all errors throw is EnvironmentError.
///
/// A plain file, or one that is not there yet, is written beside, as .NAME.octomate, and takes the name once
/// it is complete and on the disk: until then, and if that never comes, what stood there stays. No other run
/// writes to it meanwhile. Pipes, devices and open descriptors are written as they are.
class OutputFile {
  public:
    /// `held`: the lock of the file, if the caller has it.
    explicit OutputFile(const std::string& name, const FileLock* held = nullptr);

    /// Goes on with a file in its place, behind its first `size` bytes; with 0 it is made or emptied. A file
    /// that has fewer bytes is refused.
    static OutputFile in_place(const std::string& name, std::uint64_t size);

    /// The same with `part_name(name)`, which takes the place of a plain file when it is committed, and stays
    /// beside it otherwise. The caller has the lock of the file.
    static OutputFile in_part(const std::string& name, std::uint64_t size);
    /// FILE.part, where the file is that a link stands for.
    static std::string part_name(const std::string& name);

    OutputFile(OutputFile&& other) noexcept = default;
    /// Without `commit` what was written beside goes; what was written in place or in FILE.part stays.
    ~OutputFile();

    /// On a terminal control characters are made visible, as `print` does; elsewhere every byte stays.
    void write(std::string_view bytes);
    bool is_terminal() const;
    /// Waits until what was written is on the disk, where there is one.
    void sync();
    /// The file is complete: it is closed, and what was written beside takes its name. If it is not `whole`,
    /// because its input broke off or the run was interrupted, it does not replace another one, which is
    /// reported.
    void commit(bool whole = true);

    /// The file that is written beside `name` until it is complete.
    static std::string beside_name(const std::string& name);
    /// Checks whether `name`, without its folder, is the name of a file that was written beside another.
    static bool is_beside(std::string_view name);

  private:
    friend class FileLock;

    OutputFile(std::string name, Descriptor descriptor)
        : name_(std::move(name)), target_(name_), descriptor_(std::move(descriptor)) {}

    /// As `commit`, but what was written stays open, and locked.
    Descriptor commit_and_keep();
    /// Takes the owner and the mode of the file that is to be replaced.
    void look_like_target();
    [[noreturn]] void fail(std::string_view what = "cannot write") const;

    std::string name_;    // as the user gave it
    std::string target_;  // what it stands for
    std::string beside_;  // empty: written in place
    bool replaces_ = false;
    bool part_stays_ = false;  // without `commit`
    Descriptor descriptor_;
    Descriptor held_;  // what is to be replaced, locked
};

/// The files that a command reads and writes. No file may be both, or be written twice, however its names are
/// spelled.
class OutputNames {
  public:
    /// Adds files that the command reads; "-" is standard input.
    void add_inputs(const std::vector<std::string>& files);
    const std::vector<std::string>& inputs() const { return input_names_; }

    /// Throws UsageError if `file`, the value of `option`, or the file written beside it is an input or was
    /// claimed before. Claims nothing for an empty name, "-", or a name of something else than a plain file.
    void claim(const std::string& option, const std::string& file);

    /// Throws UsageError if standard output or standard error goes to one of the inputs.
    void check_streams() const;

  private:
    std::vector<std::string> input_names_;
    std::map<std::string, std::string> inputs_;   // the name given, by identity
    std::map<std::string, std::string> options_;  // the option, by the identity of its file
};

}  // namespace octomate
