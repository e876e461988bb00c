#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "make/spec.hpp"
#include "make/spec_faults.hpp"
#include "text/words.hpp"

namespace octomate::make {

/// Tells what no position can do at once, whatever else stands on the board. What it cannot prove it does not
/// claim.
template <Composable P>
class Contradictions {
  public:
    Contradictions(const Spec<P>& spec, SpecFaults& faults) : spec_(spec), faults_(faults) {}

    void find() {
        check_squares();
        check_royal();
        check_room();
        check_number_of_men();
        check_faces();
        if (!faults_.empty()) return;
        check_moves();
        check_landings();
        check_themes();
        check_symmetries();
    }

    /// How many men there are at least.
    static int least_men(const Spec<P>& spec) {
        int men = 0;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            const int least = Men::royal(man) ? 1 : spec.at_least[static_cast<std::size_t>(kind)];
            men += std::max(least, Men::count(spec.men.all_of(man)));
        }
        return std::max(men, Men::count(spec.men.occupied() | spec.needed()));
    }

  private:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using Wanted = typename Men::WantedMove;
    using SquareSet = typename Men::SquareSet;

    void bad_man(std::string field, std::string message) {
        faults_.add(FaultCode::BadMan, std::move(field), std::move(message));
    }

    // Men.

    void check_squares() {
        for (auto rest = spec_.men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            const Man man = *spec_.men.at(square);
            if (Men::contains(spec_.demands.empty(), square))
                bad_man("men",
                        fmt::format("a man is to stand on {}, which must be empty (\"empty\", the picture, "
                                    "a twin, or a move of the key passes it)",
                                    Men::name(square)));
            if (!Men::contains(spec_.room_of(man), square))
                bad_man(fmt::format("on.{}", Men::letter(man)),
                        fmt::format("{} is to stand on {}, which is none of these squares", Men::letter(man),
                                    Men::name(square)));
            if (auto fault = Men::misplaced(man, square)) faults_.add(*std::move(fault));
        }
        for (auto rest = spec_.needed() & spec_.demands.empty() & ~spec_.men.occupied();
             Men::count(rest) > 0;)
            bad_man("men",
                    fmt::format("{} must have a man, and must be empty (\"empty\", the picture, a twin, or "
                                "a move of the key)",
                                Men::name(Men::pop_first(rest))));
    }

    void check_royal() {
        for (const Color color : {Color::White, Color::Black}) {
            const int royal = Men::count(spec_.men.all_of(Men::royal_man(color)));
            if (royal > 1)
                faults_.add(FaultCode::TooManyKings, "men",
                            fmt::format("{} is to have {} kings, expected one", name(color), royal));
        }
    }

    /// Whether there are squares enough for those who must be there.
    void check_room() {
        std::vector<Man> all;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            const int least = Men::royal(man) ? 1 : spec_.at_least[static_cast<std::size_t>(kind)];
            int squares = 0;
            for (auto rest = spec_.room_of(man) & ~spec_.demands.empty(); Men::count(rest) > 0;) {
                const int square = Men::pop_first(rest);
                const auto there = spec_.men.at(square);
                squares += Men::may_stand(man, square) && (!there || *there == man) ? 1 : 0;
            }
            if (squares < least)
                bad_man(fmt::format("on.{}", Men::letter(man)),
                        fmt::format("there are to be {} {}, but squares for {} only", least, Men::letter(man),
                                    squares));
            if (!Men::royal(man)) all.insert(all.end(), static_cast<std::size_t>(least), man);
        }
        if (auto why = Men::too_many(all)) bad_man("has", *std::move(why));
    }

    void check_number_of_men() {
        const int least = least_men(spec_);
        if (least > spec_.max_men)
            faults_.add(FaultCode::WrongType, "max_men",
                        fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men,
                                    least));
        int most = 2;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const Man man = Men::man_numbered(kind);
            if (!Men::royal(man))
                most += std::max(spec_.at_most[static_cast<std::size_t>(kind)],
                                 Men::count(spec_.men.all_of(man)));
        }
        const int needed = Men::count(spec_.men.occupied() | spec_.needed());
        if (most < needed)
            bad_man("has", fmt::format("{} squares must have a man, but there are to be {} men at most",
                                       needed, most));
    }

    // Faces.

    void check_faces() {
        check_names(spec_.faces, "key");
        for (const TwinWish<P>& twin : spec_.twins) {
            if (twin.faces) check_names(*twin.faces, "twins");
        }
        if (spec_.roll && (!has_die<P> || spec_.faces[0]))
            faults_.add(FaultCode::BadRoll, "roll",
                        has_die<P> ? "there is a roll, but the key is for a position in check (\"-\")"
                                   : "there is a roll, but the game has no die");
        for (std::size_t face = 0; face < spec_.tries.size(); ++face) {
            if (!spec_.tries[face]) continue;
            const bool die = has_die<P> && !spec_.faces[0];
            if ((face == 0) == die)
                faults_.add(FaultCode::BadKeyFace, "tries",
                            die ? std::string("\"-\" is no face of a position with a die")
                                : fmt::format("face {} is never rolled here, expected \"-\"", face));
        }
    }

    /// Whether a position can have the faces that are named.
    void check_names(const FaceWishes<P>& faces, const char* field) {
        std::vector<std::string> wrong;
        for (std::size_t face = 1; face < faces.size(); ++face) {
            if (!faces[face]) continue;
            const bool counts = spec_.judges(static_cast<int>(face)) || faces[face]->any;
            if (!has_die<P> || faces[0] || !counts) wrong.push_back(std::to_string(face));
        }
        if (wrong.empty()) return;
        const std::string why =
            !has_die<P> ? ", but the game has no die, expected \"-\""
            : faces[0]  ? " and \"-\": a position is in check or it is not"
                        : fmt::format(", but the roll is {}, and no other face counts", *spec_.roll);
        faults_.add(
            FaultCode::BadKeyFace, field,
            fmt::format("the key names face{} {}{}", wrong.size() == 1 ? "" : "s", enumerate(wrong), why));
    }

    template <class Visit>  // visit(face, wanted)
    void for_each_wanted(Visit visit) const {
        for (std::size_t face = 0; face < spec_.faces.size(); ++face) {
            if (!spec_.faces[face]) continue;
            for (const Wanted& wanted : spec_.faces[face]->mates) visit(static_cast<int>(face), wanted);
        }
    }

    void no_move(std::string message) { faults_.add(FaultCode::IllegalMove, "key", std::move(message)); }

    void check_moves() {
        for_each_wanted([&](int, const Wanted& wanted) {
            if (auto why = wanted.impossible(spec_.turn))
                no_move(fmt::format("{} cannot be played: {}", wanted.written(), *why));
            if (spec_.moves > 1 && wanted.written().find('#') != std::string::npos)
                no_move(fmt::format("{} mates at once, but the puzzle is to take {} moves", wanted.written(),
                                    spec_.moves));
        });
    }

    bool named_on(int face, const Wanted& wanted) const {
        const auto& mates = spec_.faces[static_cast<std::size_t>(face)]->mates;
        return std::any_of(mates.begin(), mates.end(),
                           [&](const Wanted& other) { return other.same_move(wanted); });
    }

    /// Whether a face is to win by the moves that it names and no others, so that this one must not win.
    bool excludes(int face, const Wanted& wanted) const {
        if (!spec_.judges(face)) return false;
        const auto& wish = spec_.faces[static_cast<std::size_t>(face)];
        return !wish || (wish->names_all() && !named_on(face, wanted));
    }

    /// A move wins on the face on whose file it lands, and on another one only if that is free; there every
    /// winning move wins.
    void check_landings() {
        if (!has_die<P> || spec_.faces[0]) return;
        for_each_wanted([&](int face, const Wanted& wanted) {
            const int own = wanted.own_face(spec_.turn);
            if (excludes(own, wanted))
                no_move(
                    fmt::format("{} also wins on face {}, on whose file it lands: name it there, or leave "
                                "that face open (\"any\")",
                                wanted.written(), own));
            if (own == face) return;
            for_each_wanted([&](int other_face, const Wanted& other) {
                if (other.own_face(spec_.turn) == face && face != other_face) return;
                if (other.own_face(spec_.turn) == face) {
                    no_move(
                        fmt::format("{} can win on face {} only if no move lands on its file, but {} does",
                                    wanted.written(), face, other.written()));
                } else if (other_face != face && excludes(face, other)) {
                    no_move(fmt::format("{} wins on face {} too, which must be free for {}: name it there",
                                        other.written(), face, wanted.written()));
                }
            });
        });
    }

    void check_themes() {
        const ThemeCatalogue catalogue = P::themes;
        const auto names = [&](ThemeSet set) {
            return fmt::to_string(fmt::join(catalogue.names(set), ", "));
        };
        const auto fail = [&](const char* field, std::string message) {
            faults_.add(FaultCode::WrongType, field, std::move(message));
        };
        ThemeSet wanted = spec_.themes;
        for (const auto& wish : spec_.faces) {
            if (wish) wanted |= wish->themes;
        }
        if (const ThemeSet both = wanted & spec_.without; !both.empty())
            fail("not_themes", fmt::format("{} must be shown, and must not be", names(both)));
        const ThemeSet in_check = catalogue.shown_by(ShownBy::InCheck);
        if (has_die<P> && spec_.wants_die() && !(wanted & in_check).empty())
            fail("themes", fmt::format("{} is shown in check only, expected the key of face \"-\"",
                                       names(wanted & in_check)));
        if (has_die<P> && !spec_.wants_die() && !(spec_.without & in_check).empty())
            fail("not_themes", fmt::format("{} is shown by every position in check", names(in_check)));
        if (spec_.roll) {
            const ThemeSet of_all = spec_.themes & catalogue.shown_by(ShownBy::AllFaces);
            if (!of_all.empty())
                fail("themes", fmt::format("{} asks about all faces, but only face {} counts", names(of_all),
                                           *spec_.roll));
            return;
        }
        const WinningFaces winning = winning_faces();
        spec_.themes.for_each([&](ThemeNumber theme) {
            const ThemeDefinition& definition = catalogue[theme];
            if (winning.may < definition.least_faces || winning.moves < definition.least_moves)
                fail("themes",
                     fmt::format("{} takes {} face{} and {} move{} that win, but the key lets {} face{} win",
                                 definition.name, definition.least_faces,
                                 definition.least_faces == 1 ? "" : "s", definition.least_moves,
                                 definition.least_moves == 1 ? "" : "s", winning.may,
                                 winning.may == 1 ? "" : "s"));
            if (winning.must > definition.most_faces)
                fail("themes", fmt::format("{} is shown where {} face wins, but the key asks {} to win",
                                           definition.name, definition.most_faces, winning.must));
        });
    }

    struct WinningFaces {
        int may = 0;     ///< may win
        int must = 0;    ///< must win
        long moves = 0;  ///< may win, on all of them
    };

    WinningFaces winning_faces() const {
        WinningFaces faces;
        for (const auto& wish : spec_.faces) {
            if (!wish || !wish->may_win()) continue;
            ++faces.may;
            faces.must += !wish->any && wish->wins.least > 0 ? 1 : 0;
            faces.moves += wish->any ? Span::no_end : wish->wins.most;
        }
        return faces;
    }

    void check_symmetries() {
        for (const auto& symmetry : spec_.symmetries) {
            const SquareSet fixed = spec_.men.occupied();
            for (auto rest = fixed | spec_.needed(); Men::count(rest) > 0;) {
                const int square = Men::pop_first(rest), image = symmetry.image(square);
                const auto one = spec_.men.at(square), other = spec_.men.at(image);
                if (Men::contains(spec_.demands.empty(), image)) {
                    bad_man("symmetry", fmt::format("a man stands on {}, but its image {} must be empty",
                                                    Men::name(square), Men::name(image)));
                } else if (one && other && !symmetry.answer(*one, *other)) {
                    bad_man("symmetry",
                            fmt::format("{} on {} and {} on {} are of different kinds", Men::letter(*one),
                                        Men::name(square), Men::letter(*other), Men::name(image)));
                }
            }
        }
    }

    const Spec<P>& spec_;
    SpecFaults& faults_;
};

}  // namespace octomate::make
