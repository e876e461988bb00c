#include "cli/match_file.hpp"

#include <filesystem>
#include <system_error>

namespace octomate::cli {

MatchFile::MatchFile(const MatchRecords& records, const std::string& name, bool resume)
    : records_(records), target_{records::RecordFormat::Jsonl, name}, resume_(resume) {
    const bool plain = !target_.is_standard_output() && is_plain_or_new(name);
    if (resume && !plain) refuse("it is no plain file");
    if (resume && target_.compressed()) refuse("it is compressed");
    if (plain) {
        std::error_code none;
        is_new_ = !std::filesystem::exists(name, none);
        lock_.emplace(name);
    } else {
        file_.emplace(target_, 0);
    }
}

MatchFile::~MatchFile() {
    if (!is_new_ || file_) return;
    std::error_code none;
    const auto real = std::filesystem::canonical(target_.file, none);  // a link stays one
    if (std::filesystem::is_empty(real, none)) std::filesystem::remove(real, none);
}

void MatchFile::write(const players::MatchGame& game) {
    if (!file_) file_.emplace(target_, good_bytes_);
    file_->write(records_.text(game));
    file_->end_frame();
}

void MatchFile::close() {
    if (file_) file_->close();
}

void MatchFile::refuse(const std::string& why) const {
    throw UsageError("--resume", fmt::format("cannot go on with {}: {}", target_.file, why));
}

}  // namespace octomate::cli
