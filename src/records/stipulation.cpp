#include "records/stipulation.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "records/fields.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

struct Prefix {
    std::string_view text;
    StipulationKind kind;
};

/// Each before those that it begins with.
constexpr std::array<Prefix, 6> prefixes = {{
    {"ser-h", StipulationKind::SeriesHelp},
    {"ser-", StipulationKind::Series},
    {"h", StipulationKind::Help},
    {"s", StipulationKind::Self},
    {"r", StipulationKind::Reflex},
    {"", StipulationKind::Direct},
}};

std::string_view kind_text(const Stipulation& stipulation) {
    const bool mate = stipulation.goal == Goal::Mate;
    switch (stipulation.kind) {
        case StipulationKind::Direct: return mate ? "mate" : "stalemate";
        case StipulationKind::Help: return mate ? "help mate" : "help stalemate";
        case StipulationKind::Self: return mate ? "self mate" : "self stalemate";
        case StipulationKind::Reflex: return mate ? "reflex mate" : "reflex stalemate";
        case StipulationKind::Series: return mate ? "series mate" : "series stalemate";
        case StipulationKind::SeriesHelp: return mate ? "series help mate" : "series help stalemate";
    }
    return {};
}

class StipulationReader {
  public:
    explicit StipulationReader(std::string_view text) : text_(text) {}

    Expected<Stipulation, Fault> read() {
        Stipulation stipulation;
        for (const Prefix& prefix : prefixes) {
            if (!text_.starts_with(prefix.text)) continue;
            stipulation.kind = prefix.kind;
            at_ = prefix.text.size();
            break;
        }
        if (!take('#') && !take('='))
            return expected(at_ == 0 ? "#, =, h, s, r, ser- or ser-h" : "# for mate or = for stalemate");
        if (text_[at_ - 1] == '=') stipulation.goal = Goal::Stalemate;
        const bool halves = stipulation.kind == StipulationKind::Help;
        const std::size_t start = at_;
        int moves = 0;
        while (at_ < text_.size() && is_digit(text_[at_]))
            moves = std::min(10 * moves + (text_[at_++] - '0'), max_moves + 1);
        const bool good = at_ > start && (text_[start] != '0' || at_ == start + 1) && moves <= max_moves;
        stipulation.half_moves = 2 * moves;
        if (good && halves && text_.substr(at_).starts_with(".5")) {
            at_ += 2;
            ++stipulation.half_moves;
        }
        if (!good || stipulation.half_moves == 0 || stipulation.half_moves > 2 * max_moves) {
            at_ = start;
            return expected(fmt::format("the number of moves, 1 to {}", max_moves));
        }
        if (at_ < text_.size()) return expected(halves ? "the end, or .5 behind a whole number" : "the end");
        return stipulation;
    }

  private:
    bool take(char sign) {
        const bool here = at_ < text_.size() && text_[at_] == sign;
        if (here) ++at_;
        return here;
    }

    Unexpected<Fault> expected(std::string_view what) const {
        return Unexpected{
            Fault{FaultCode::BadStipulation, "stipulation", at_,
                  fmt::format("{}, expected {}, as in #2, h#2.5, s#2, r#2, ser-#4 or =2",
                              at_ == text_.size() ? fmt::format("{} ends too early", quote(text_))
                                                  : fmt::format("{} stands there", quote(text_.substr(at_))),
                              what)}};
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

Expected<Stipulation, Fault> read_stipulation(std::string_view text) {
    return StipulationReader(text).read();
}

std::string text_of(const Stipulation& stipulation) {
    std::string_view begin;
    for (const Prefix& prefix : prefixes) {
        if (prefix.kind == stipulation.kind) begin = prefix.text;
    }
    return fmt::format("{}{}{}{}", begin, stipulation.goal == Goal::Mate ? '#' : '=',
                       stipulation.half_moves / 2, stipulation.half_moves % 2 == 0 ? "" : ".5");
}

std::string words_of(const Stipulation& stipulation) {
    const std::string text = text_of(stipulation);
    return fmt::format("{}, a {} in {}", text, kind_text(stipulation),
                       text.substr(text.find_first_of("#=") + 1));
}

}  // namespace octomate::records
