#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/fen_fields.hpp"

namespace octomate::super_chess {

/// Takes what is wrong with one state of a FEN.
class StateFaults {
  public:
    /// `name` is put before the words of each fault.
    StateFaults(std::string name, Faults& faults) : name_(std::move(name)), faults_(faults) {}

    void add(FaultCode code, std::size_t offset, std::string message) {
        add_fault(faults_, {code, "fen", offset, name_ + std::move(message)});
        any_ = true;
    }

    /// Whether there is one of this state, be it told or not.
    bool any() const { return any_; }

  private:
    std::string name_;
    bool any_ = false;
    Faults& faults_;
};

/// The first field of a state.
struct ReadBoard {
    Board board;
    std::vector<WrittenMan> men;  ///< the stacks, where they are written; none if the field has no shape
};

/// Reads the stacks, and what their men remember (section 14). What is wrong stands in the faults.
ReadBoard read_board(const Word& field, StateFaults& faults);

}  // namespace octomate::super_chess
