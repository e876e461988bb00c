#include "reports/move_record.hpp"

namespace octomate::reports {

Json to_json(const MoveRecord& record) {
    return {{"move", record.move},
            {"uci", record.uci},
            {"faces", record.faces.empty() ? Json(nullptr) : Json(record.faces)},
            {"cascade", record.traits.cascade},
            {"teleport", record.traits.teleport},
            {"capture", record.traits.capture},
            {"check", record.check},
            {"mate", record.mate},
            {"fen", record.fen}};
}

}  // namespace octomate::reports
