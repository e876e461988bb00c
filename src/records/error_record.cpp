#include "records/error_record.hpp"

#include <fmt/format.h>

namespace octomate::records {

std::string message_of(const Fault& fault) {
    constexpr std::size_t most = 1000;
    if (fault.message.size() <= most) return fault.message;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(fault.message[end]) & 0xC0U) == 0x80) --end;
    return fault.message.substr(0, end) + "\xE2\x80\xA6";
}

std::string error_text(const Origin& origin, const Faults& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        text += fmt::format("{}:{}: {}, character {}: {}\n", origin.file, origin.line + fault.line,
                            fault.field, fault.offset + 1, message_of(fault));
    }
    return text;
}

}  // namespace octomate::records
