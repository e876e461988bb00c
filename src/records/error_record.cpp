#include "records/error_record.hpp"

#include <fmt/format.h>

namespace octomate::records {

std::string error_text(const Origin& origin, const Faults& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        text += fmt::format("{}:{}: {}, character {}: {}\n", origin.file, origin.line + fault.line,
                            fault.field, fault.offset + 1, fault.message);
    }
    return text;
}

}  // namespace octomate::records
