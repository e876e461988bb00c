#pragma once

#include <fmt/core.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/arrangement.hpp"
#include "core/expected.hpp"
#include "core/fault.hpp"
#include "formats/problem.hpp"
#include "text/text.hpp"

namespace octomate::reports {

/// Applies an edit to an arrangement, and collects the faults.
template <Arrangement Men>
class Editor {
  public:
    /// Returns the edited arrangement. A shift of the whole board keeps only the pieces.
    static Expected<Men, Faults> edited(const Men& men, const records::Edit& edit) {
        Editor editor{men};
        editor.shift(edit.files, edit.ranks);
        for (const auto& [from, to] : edit.moved) editor.move(from, to);
        for (const std::string& square : edit.removed) editor.take_off(square);
        for (const auto& [square, man] : edit.added) editor.put(square, man);
        if (!editor.faults_.empty()) return Unexpected{std::move(editor.faults_)};
        return std::move(editor.men_);
    }

  private:
    explicit Editor(Men men) : men_(std::move(men)) {}

    void fail(FaultCode code, std::string message) {
        faults_.push_back({code, "twins", 0, std::move(message)});
    }

    std::optional<int> square(const std::string& name, bool occupied) {
        const auto square = Men::square_named(name);
        if (!square) {
            fail(FaultCode::BadSquare, fmt::format("\"{}\" is not a square, expected one such as e4", name));
        } else if (men_.at(*square).has_value() != occupied) {
            fail(FaultCode::BadSquare,
                 fmt::format("{} is {}", name, occupied ? "empty" : "occupied already"));
        } else {
            return square;
        }
        return std::nullopt;
    }

    void shift(int files, int ranks) {
        if (files == 0 && ranks == 0) return;
        Men shifted = men_.bare();
        for (auto rest = men_.occupied(); Men::count(rest) > 0;) {
            const int from = Men::pop_first(rest);
            const std::string name = Men::name(from);
            const int rank = number_in<int>(std::string_view(name).substr(1)).value();
            const auto to =
                Men::square_named(fmt::format("{}{}", static_cast<char>(name.front() + files), rank + ranks));
            if (!to) return fail(FaultCode::BadSquare, fmt::format("the piece on {} leaves the board", name));
            shifted.put(*men_.at(from), *to);
        }
        men_ = std::move(shifted);
    }

    void move(const std::string& from, const std::string& to) {
        const auto a = square(from, true), b = square(to, false);
        if (a && b) men_.move(*a, *b);
    }

    void take_off(const std::string& name) {
        if (const auto found = square(name, true)) men_.remove(*found);
    }

    void put(const std::string& name, char letter) {
        const auto man = Men::man_of(letter);
        if (!man) return fail(FaultCode::BadMan, fmt::format("'{}' is not a piece of the game", letter));
        if (const auto found = square(name, false)) men_.put(*man, *found);
    }

    Men men_;
    Faults faults_;
};

/// Returns the position after an edit, or why the rules do not accept it.
template <Arrangeable P>
Expected<P, Faults> edited(const P& position, const records::Edit& edit) {
    const auto men = Editor<typename P::Arrangement>::edited(typename P::Arrangement(position), edit);
    if (!men) return Unexpected{men.error()};
    if (auto changed = men->template accepted<P>(position.turn())) return *std::move(changed);
    return Unexpected{
        Faults{{FaultCode::BadMan, "twins", 0, "the rules do not accept the position of the twin"}}};
}

}  // namespace octomate::reports
