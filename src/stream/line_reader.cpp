#include "stream/line_reader.hpp"

#include <string_view>

#include "formats/read.hpp"

namespace octomate::records {

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
