#pragma once

#include "core/fault.hpp"
#include "puzzle/puzzle.hpp"
#include "reports/origins.hpp"
#include "reports/search.hpp"

namespace octomate::games {

/// What tells how positions of a game can have arisen. Where a function gives faults, they say why there is
/// no report.
class Origins {
  public:
    Origins() = default;
    Origins(const Origins&) = delete;
    Origins& operator=(const Origins&) = delete;
    virtual ~Origins() = default;

    /// Takes back the last move, in all ways.
    virtual Status retract(const records::Puzzle&, reports::Reader, reports::RetractReport&) const = 0;

    /// Whether a game leads to a position: the one that its record tells, or one that is searched for.
    virtual Status prove(const records::Puzzle&, reports::Reader, const reports::SearchRequest&,
                         reports::ProofReport&) const = 0;
};

}  // namespace octomate::games
