#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/arrangement.hpp"
#include "core/described.hpp"
#include "core/fault.hpp"
#include "core/written.hpp"
#include "reports/check_report.hpp"
#include "reports/same_wins.hpp"
#include "reports/solution.hpp"

namespace octomate::reports {

/// Whether a fault leaves it open what a text of a key claims, so that it cannot be judged.
constexpr bool is_unclear(FaultCode code) {
    return code == FaultCode::NotAMove || code == FaultCode::AmbiguousMove;
}

/// The fault of a text as one of the key that it stands in.
inline Fault key_fault(int face, const Fault& fault) {
    return {fault.code, "key", 0, fmt::format("the key{}: {}", on_faces({face}), fault.message)};
}

/// Refuses texts of a puzzle's key that are no moves at all, legal or not, or several.
template <Written P>
Status check_key(const Puzzle& puzzle, const P& position) {
    if (!puzzle.key) return {};
    Faults faults;
    for (const auto& [face, texts] : *puzzle.key) {
        for (const std::string& text : texts) {
            const auto read = position.read_move(text);
            if (!read && is_unclear(read.error().code)) add_fault(faults, key_fault(face, read.error()));
        }
    }
    return status_of(std::move(faults));
}

/// What is common to those who judge the key of a puzzle.
template <Described P>
class KeyChecker {
  protected:
    /// The report may have notes already. The arguments must outlive the checker.
    KeyChecker(const Puzzle& puzzle, const P& position, const CheckRequest& request, CheckReport& report)
        : puzzle_(puzzle),
          position_(position),
          request_(request),
          die_(uses_die(position)),
          report_(report) {}

    /// Describes the puzzle, which asks for so many moves.
    void describe(int moves, const std::optional<Stipulation>& stipulation) {
        describe_subject(puzzle_, position_, Reader::Program, report_);  // without its board
        report_.moves = moves;
        report_.stipulation = stipulation;
        for (std::string& text : oddities_of(position_)) note(std::move(text));
        if (puzzle_.roll && !die_)
            note(fmt::format("the roll {} is not used: {}", *puzzle_.roll, why_no_die(report_)));
    }

    /// Calls `read(face, text)` with the texts of the key, and fails with those for which it does. There may
    /// be very many: the report is not complete if the time ran out.
    template <class Read>
    Status read_key(const solver::Limits& limits, Read read) {
        report_.complete = true;
        if (!puzzle_.key) return {};
        Faults faults;
        for (const auto& [face, texts] : *puzzle_.key) {
            for (const std::string& text : texts) {
                if (!has_time(limits)) return status_of(std::move(faults));
                if (const Expected<void, Fault> done = read(face, text); !done)
                    add_fault(faults, key_fault(face, done.error()));
            }
        }
        return status_of(std::move(faults));
    }

    bool has_time(const solver::Limits& limits) { return report_.complete = !is_over(limits); }

    bool rolled() const { return die_ && puzzle_.roll; }

    void note_not_judged(int face) {
        note(fmt::format("the key{} is not judged: the roll is {}", on_faces({face}), *puzzle_.roll));
    }

    /// Calls `judge(name, rest)` for each man that can be removed, with the position without it, while the
    /// report is complete, and sorts what it found. In a game whose men cannot be removed there is none.
    template <class Judge>
    void for_each_man(Judge judge) {
        if constexpr (Arrangeable<P>) {
            if (!report_.complete || !request_.superfluous || !may_lose_men(position_)) return;
            for_each_without(position_, [&](int square, const P& rest) {
                judge(P::Arrangement::name(square), rest);
                return report_.complete;
            });
            std::sort(report_.superfluous.begin(), report_.superfluous.end());
            std::sort(report_.superfluous_by_uci.begin(), report_.superfluous_by_uci.end());
        }
    }

    void note(std::string text) { add_note(report_.notes, std::move(text)); }

    const Puzzle& puzzle_;
    const P& position_;
    const CheckRequest& request_;
    const bool die_;  // whether it is used
    CheckReport& report_;
};

}  // namespace octomate::reports
