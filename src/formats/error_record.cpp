#include "formats/error_record.hpp"

#include <fmt/core.h>

#include <string>
#include <string_view>

#include "formats/fault_fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// The beginning of a long text, in whole characters.
std::string shortened(std::string_view text, std::size_t most) {
    if (text.size() <= most) return printable(text);
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80) --end;
    return printable(text.substr(0, end)) + "\xE2\x80\xA6";
}

}  // namespace

std::string message_of(const Fault& fault) { return shortened(fault.message, 1000); }

std::string field_of(const Fault& fault) { return shortened(fault.field, 100); }

std::string error_text(const Origin& origin, const Faults& faults) {
    const std::string file = printable(origin.file);
    std::string text;
    for (const Fault& fault : faults) {
        text += fmt::format("{}:{}: {}, character {}: {}\n", file, origin.line + fault.line, field_of(fault),
                            fault.offset + 1, message_of(fault));
    }
    return text;
}

std::string error_record(const Origin& origin, const std::optional<std::string>& id, const Faults& faults) {
    return to_json(ErrorRecord{origin, id, faults});
}

}  // namespace octomate::records
