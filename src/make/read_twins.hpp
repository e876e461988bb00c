#pragma once

#include <string>

#include "formats/twins.hpp"
#include "json/tree.hpp"
#include "make/plain_spec.hpp"
#include "make/read_wishes.hpp"
#include "make/spec_faults.hpp"

namespace octomate::make {

/// Reads the twins of a spec: edits as in a record, each with a key of its own or, without one, sound with
/// another key than the diagram's.
class TwinReader {
  public:
    TwinReader(PlainSpec& spec, SpecFaults& faults) : spec_(spec), game_(spec.game), faults_(faults) {}

    void read(const SpecJson& value) {
        if (!value.is_array()) return faults_.wrong_type("twins", "an array of twins");
        SpecJson edits = SpecJson::array();
        for (const SpecJson& twin : value) {
            const std::vector<std::string> known = {"name", "shift", "move", "remove", "add", "key", "faces"};
            if (!twin.is_object())
                return faults_.wrong_type("twins", "objects such as {\"move\": [\"e4\", \"e5\"]}");
            faults_.refuse_unknown("twins", twin, "a twin", known);
            SpecJson edit = twin;
            edit.erase("key");
            edit.erase("faces");
            edits.push_back(std::move(edit));
        }
        records::Puzzle puzzle;
        puzzle.unknown.push_back({"twins", records::dump(edits)});
        auto read = records::twins_of(puzzle);
        if (!read) {
            for (Fault& fault : read.error()) faults_.add(std::move(fault));
            return;
        }
        for (std::size_t at = 0; at < read->size(); ++at) add((*read)[at], value[at]);
    }

  private:
    void add(const records::Twin& read, const SpecJson& json) {
        TwinWish twin{read.name, read.edit, std::nullopt};
        if (json.contains("key") || json.contains("faces")) {
            FaceWishes& faces = twin.faces.emplace(spec_.faces.size());
            WishReader wishes(spec_, faults_);
            for (const char* field : {"key", "faces"}) {
                if (json.contains(field))
                    wishes.read(std::string("twins.") + field, json[field], faces, false);
            }
            wishes.settle(faces);
        }
        const records::Edit& edit = read.edit;
        const bool alone = edit.files == 0 && edit.ranks == 0 &&
                           edit.moved.size() + edit.removed.size() + edit.added.size() == 1;
        for (const auto& [from, to] : edit.moved) demand(from, to, alone);
        for (const std::string& square : edit.removed) demand(square, {}, alone);
        for (const auto& [square, man] : edit.added) {
            demand({}, square, alone);
            if (!game_.man_of(man))
                faults_.add(FaultCode::BadMan, "twins",
                            fmt::format("'{}' is no man, expected a letter of {}", man, game_.letters));
        }
        if (edit.files == 0 && edit.ranks == 0 && edit.moved.empty() && edit.removed.empty() &&
            edit.added.empty())
            faults_.wrong_type("twins", "something to change: \"move\", \"remove\", \"add\" or \"shift\"");
        spec_.twins.push_back(std::move(twin));
    }

    /// A change that stands alone needs a man on the one square of the diagram, and none on the other.
    void demand(const std::string& occupied, const std::string& empty, bool alone) {
        for (const std::string* name : {&occupied, &empty}) {
            if (name->empty()) continue;
            const auto square = game_.board.square_named(*name);
            if (!square) {
                faults_.add(FaultCode::BadSquare, "twins",
                            fmt::format("\"{}\" is no square, expected {}", *name, game_.square_range));
            } else if (alone && name == &occupied) {
                spec_.filled.set(static_cast<std::size_t>(*square));
                spec_.limits_men = true;
            } else if (alone) {
                spec_.keep_empty(*square);
            }
        }
    }

    PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
};

}  // namespace octomate::make
