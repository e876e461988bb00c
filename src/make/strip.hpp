#pragma once

namespace octomate::make {

/// Takes men off who stand on some squares, the dearest first: each without whom `still(rest)` holds. Calls
/// `gone(man, square)` for each that went.
template <class A, class Still, class Gone>
void strip(A& men, typename A::SquareSet squares, Still still, Gone gone) {
    for (auto rest : men.dearest_first()) {
        for (rest = rest & squares; A::count(rest) > 0;) {
            const int square = A::pop_first(rest);
            const auto man = *men.at(square);
            A smaller = men;
            smaller.remove(square);
            if (!still(smaller)) continue;
            men = smaller;
            gone(man, square);
        }
    }
}

}  // namespace octomate::make
