#pragma once

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/origins.hpp"
#include "reports/search.hpp"

namespace octomate::games {

/// What finds out how positions of a game can have arisen. Where a function fails, its faults say why there
/// is no report.
class Origins {
  public:
    Origins() = default;
    Origins(const Origins&) = delete;
    Origins& operator=(const Origins&) = delete;
    virtual ~Origins() = default;

    /// Takes back the last move, in all ways.
    virtual Status retract(const records::Puzzle&, reports::Reader, reports::RetractReport&) const = 0;

    /// Whether a game leads to a position: the one in its record, or one that is searched for.
    virtual Status prove(const records::Puzzle&, reports::Reader, const reports::SearchRequest&,
                         reports::ProofReport&) const = 0;
};

}  // namespace octomate::games
