#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "formats/problem.hpp"
#include "make/describe.hpp"
#include "reports/solution.hpp"

namespace octomate::make {

/// Changes the men of a position as an edit says, and reports what cannot be done.
template <Arrangement Men>
class Editor {
  public:
    /// The men that are left. Of a shift of the whole board only the men remain.
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
            const Geometry& board = geometry_of<Men>();
            const auto to = board.square_at(board.file_of(from) + files, board.rank_of(from) + ranks);
            if (!to)
                return fail(FaultCode::BadSquare,
                            fmt::format("the piece on {} leaves the board", Men::name(from)));
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

/// The position after an edit; or why it is none.
template <Arrangeable P>
Expected<P, Faults> edited(const P& position, const records::Edit& edit) {
    const auto men = Editor<typename P::Arrangement>::edited(typename P::Arrangement(position), edit);
    if (!men) return Unexpected{men.error()};
    if (auto changed = men->template accepted<P>(position.turn())) return *std::move(changed);
    return Unexpected{
        Faults{{FaultCode::BadMan, "twins", 0, "the rules do not accept the position of the twin"}}};
}

/// The small changes of a position: the whole board shifted, a man one step away, without a man, and a man of
/// another kind of its side.
template <Arrangement Men>
std::vector<records::Edit> small_edits(const Men& men) {
    const Geometry& board = geometry_of<Men>();
    std::vector<records::Edit> edits;
    for (int files = 1 - board.files(); files < board.files(); ++files) {
        for (int ranks = 1 - board.ranks(); ranks < board.ranks(); ++ranks) {
            if (files == 0 && ranks == 0) continue;
            records::Edit& edit = edits.emplace_back();
            edit.files = files;
            edit.ranks = ranks;
        }
    }
    for (auto rest = men.occupied(); Men::count(rest) > 0;) {
        const int square = Men::pop_first(rest);
        const auto man = *men.at(square);
        for (auto near = Men::neighbours(square) & ~men.occupied(); Men::count(near) > 0;) {
            const int to = Men::pop_first(near);
            if (Men::may_stand(man, to))
                edits.emplace_back().moved.emplace_back(board.name(square), board.name(to));
        }
        if (Men::royal(man)) continue;
        records::Edit removed;
        removed.removed.push_back(board.name(square));
        edits.push_back(removed);
        for (int number = 0; number < Men::kinds_of_men; ++number) {
            const auto other = Men::man_numbered(number);
            const char letter = Men::letter(other);
            if (other == man || Men::royal(other) || Men::side(other) != Men::side(man) ||
                Men::usual(other) == 0 || Men::man_of(letter) != other || !Men::may_stand(other, square))
                continue;
            edits.push_back(removed);
            edits.back().added.emplace_back(board.name(square), letter);
        }
    }
    return edits;
}

/// Whether a solution is a sound puzzle's: something wins, and each face that binds has one way.
template <Position P>
bool is_sound(const solver::Faces<P>& winning) {
    return !winning.empty() && std::all_of(winning.begin(), winning.end(), [](const auto& face) {
        return face.freedom == Freedom::Free || face.mates.size() == 1;
    });
}

}  // namespace octomate::make
