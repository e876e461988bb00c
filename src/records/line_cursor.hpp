#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace octomate::records {

/// Goes through the lines of a text.
class LineCursor {
  public:
    explicit LineCursor(std::string_view text) : text_(text) {}

    bool at_end() const { return at_ == text_.size(); }
    std::size_t at() const { return at_; }

    /// The line that stands here, without its end.
    std::string_view line() const {
        std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
        if (line.ends_with('\r')) line.remove_suffix(1);
        return line;
    }

    /// The text from here on.
    std::string_view rest() const { return text_.substr(at_); }

    void next() { at_ = std::min(text_.find('\n', at_), text_.size() - 1) + 1; }

  private:
    std::string_view text_;
    std::size_t at_ = 0;
};

/// The lines of a text that is still being read: the last one may yet become anything.
inline std::string_view whole_lines(std::string_view text) { return text.substr(0, text.rfind('\n') + 1); }

}  // namespace octomate::records
