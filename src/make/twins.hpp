#pragma once

#include <algorithm>
#include <vector>

#include "formats/problem.hpp"
#include "make/describe.hpp"
#include "reports/solution.hpp"

namespace octomate::make {

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
