#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "formats/formats.hpp"
#include "json/fields.hpp"

/// JSON field tables (see json/fields.hpp) of the records that report bad input.
namespace octomate::records {

/// A fault with the number of its line, or nullopt if it is on the same line as the first fault.
struct WrittenFault {
    const Fault& fault;
    std::optional<std::size_t> line{};
};

void fault_fields(auto& table, const Fault& fault) {
    table("code", Choice{name(fault.code), fault_names}, "The code of the fault, on which scripts may rely.");
    table("field", field_of(fault), "The field of the record, or `line` for the text as a whole.");
    table("offset", fault.offset, "Bytes from the start of the field.");
    table("message", message_of(fault), "What was found and what was expected.");
}

void fields(auto& table, const WrittenFault& written) {
    table.type("FurtherFault", "A further fault of a record.");
    fault_fields(table, written.fault);
    table.optional("line", written.line, "The line, if it is another one.");
}

/// All faults of a record. The first fault is written as the object itself, other faults as its field `more`.
struct WrittenFaults {
    const Faults& faults;
    std::optional<std::size_t> line{};  ///< the field `line`; nullopt if the enclosing object has it
    std::size_t first_line = 0;  ///< line where the record begins; the lines of further faults count from it
};

void fields(auto& table, const WrittenFaults& written) {
    table.type("RecordFault", "What is wrong with a record.");
    static const Fault none{};
    const std::span<const Fault> faults(written.faults);
    const Fault& first = faults.empty() ? none : faults.front();
    fault_fields(table, first);
    const auto further = [&](const Fault& fault) {
        return WrittenFault{
            fault, fault.line == first.line ? std::nullopt : std::optional(written.first_line + fault.line)};
    };
    table("more", list(faults.subspan(faults.empty() ? 0 : 1), further),
          "Further faults of the same record.");
    table.optional("line", written.line, "In games: the line of the fault.");
}

/// A record that cannot be used.
struct ErrorRecord {
    const Origin& origin;
    const std::optional<std::string>& id;
    const Faults& faults;
};

void fields(auto& table, const ErrorRecord& record) {
    table.type("BadRecord", "A record that cannot be used.");
    const std::size_t line = record.faults.empty() ? 0 : record.faults.front().line;
    table("line", record.origin.line + line, "The line of the file.");
    table("file", record.origin.file,
          "The file as named on the command line; - is standard input, FEN a position given there.");
    table("id", record.id, "The id of the record.");
    table("error", WrittenFaults{record.faults, std::nullopt, record.origin.line},
          "The faults of the record.");
}

}  // namespace octomate::records
