#include <fmt/core.h>

#include <algorithm>

#include "make/spec_faults.hpp"
#include "text/words.hpp"

namespace octomate::make {

namespace {

class Contradictions {
  public:
    Contradictions(const PlainSpec& spec, SpecFaults& faults)
        : spec_(spec), game_(spec.game), faults_(faults) {}

    void find() {
        check_squares();
        check_royal();
        check_room();
        check_number_of_men();
        check_stipulation();
        check_faces();
        if (!faults_.empty()) return;
        if (spec_.has_lines()) {
            check_both_themes();
            return check_symmetries();
        }
        check_moves();
        check_companions();
        check_landings();
        check_free_faces();
        check_themes();
        check_symmetries();
    }

  private:
    static std::size_t place(int number) { return static_cast<std::size_t>(number); }

    void bad_man(std::string field, std::string message) {
        faults_.add(FaultCode::BadMan, std::move(field), std::move(message));
    }

    // Men.

    void check_squares() {
        const Squares fixed = spec_.fixed_squares(), empty = spec_.empty_squares();
        for_each_square(fixed, [&](int square) {
            const int man = *spec_.man_on(square);
            const char letter = game_.man(man).letter;
            const std::string& name = game_.board.name(square);
            if (empty[place(square)])
                bad_man("men",
                        fmt::format("a piece must stand on {}, which must be empty (\"empty\", the picture, "
                                    "a twin, or a move of the key passes it)",
                                    name));
            if (!spec_.room[place(man)][place(square)])
                bad_man(fmt::format("on.{}", letter),
                        fmt::format("{} is to stand on {}, which is none of these squares", letter, name));
            if (auto place = spec_.check_place(man, square); !place) faults_.add(std::move(place.error()));
        });
        for_each_square(spec_.needed_squares() & empty & ~fixed, [&](int square) {
            bad_man("men",
                    fmt::format("{} must have a piece, and must be empty (\"empty\", the picture, a twin, or "
                                "a move of the key)",
                                game_.board.name(square)));
        });
    }

    void check_royal() {
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const int royal = spec_.fixed_men(man);
            if (game_.man(man).royal && royal > 1)
                faults_.add(
                    FaultCode::TooManyKings, "men",
                    fmt::format("{} is to have {} kings, expected one", name(game_.man(man).side), royal));
        }
    }

    /// Whether there are squares enough for the men that must be there.
    void check_room() {
        std::vector<int> all;
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const GameTerms::Man& kind = game_.man(man);
            const int least = kind.royal ? 1 : spec_.at_least[place(man)];
            int squares = 0;
            for_each_square(
                spec_.room[place(man)] & kind.may_stand & ~spec_.empty_squares(),
                [&](int square) { squares += spec_.man_on(square).value_or(man) == man ? 1 : 0; });
            if (squares < least)
                bad_man(
                    fmt::format("on.{}", kind.letter),
                    fmt::format("there must be {} {}, but squares for {} only", least, kind.letter, squares));
            if (!kind.royal) all.insert(all.end(), place(least), man);
        }
        if (auto numbers = game_.check_numbers(all); !numbers) bad_man("has", std::move(numbers.error()));
    }

    void check_number_of_men() {
        const int least = spec_.least_men();
        if (least > spec_.max_men)
            faults_.add(FaultCode::WrongType, "max_men",
                        fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men,
                                    least));
        int most = 2;
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            if (!game_.man(man).royal) most += std::max(spec_.at_most[place(man)], spec_.fixed_men(man));
        }
        const auto needed = static_cast<int>((spec_.fixed_squares() | spec_.needed_squares()).count());
        if (most < needed)
            bad_man("has", fmt::format("{} squares must have a piece, but at most {} men are allowed", needed,
                                       most));
    }

    // What is asked for.

    void check_stipulation() {
        const auto says_nothing = [&](const char* field, bool given, std::string_view why) {
            if (given)
                faults_.add(
                    FaultCode::WrongType, field,
                    fmt::format("{} says nothing of {}, {}", field, records::text_of(*spec_.other), why));
        };
        if (spec_.mates && !(spec_.other ? spec_.other->ends_in_mates() : spec_.moves > 1))
            faults_.add(FaultCode::WrongType, "mates",
                        "mates are the last moves of a mate in two, or of a help or series stipulation that "
                        "ends in mate");
        if (!spec_.other) return;
        if (!spec_.other->ends_in_mates()) {
            constexpr std::string_view none = "which shows no themes";
            says_nothing("themes", !spec_.themes.empty(), none);
            says_nothing("not_themes", !spec_.without.empty(), none);
            for (const auto& asked : spec_.faces)
                says_nothing("faces", asked && !asked->themes.empty(), none);
        }
        const bool tries = std::any_of(spec_.tries.begin(), spec_.tries.end(),
                                       [](const auto& asked) { return asked.has_value(); });
        says_nothing("tries", tries, "whose first moves need not check");
        says_nothing("promotions_as_one", spec_.promotions_as_one, "whose moves are counted one by one");
        for (const auto& asked : spec_.faces)
            says_nothing("faces", asked && asked->check_by,
                         "whose first moves do not mate: leave check_by out");
        if (!spec_.has_lines()) return;
        for (const TwinSpec& twin : spec_.twins)
            says_nothing("twins", twin.faces.has_value(),
                         "whose solutions are whole lines: leave the key out");
    }

    // Faces.

    void check_faces() {
        check_names(spec_.faces, "key");
        for (const TwinSpec& twin : spec_.twins) {
            if (twin.faces) check_names(*twin.faces, "twins");
        }
        if (spec_.faces[0] && spec_.faces[0]->free)
            faults_.add(FaultCode::BadKeyFace, "faces",
                        "no roll is used on \"-\", so \"free\" says nothing there");
        if (spec_.roll && spec_.faces[0])
            faults_.add(FaultCode::BadRoll, "roll",
                        "there is a roll, but the key is for a position in check (\"-\")");
        for (std::size_t face = 0; face < spec_.tries.size(); ++face) {
            if (!spec_.tries[face]) continue;
            const bool die = game_.die && !spec_.faces[0];
            if ((face == 0) == die)
                faults_.add(FaultCode::BadKeyFace, "tries",
                            die ? std::string("\"-\" is not a face of a position with a die")
                                : fmt::format("face {} is never rolled here, expected \"-\"", face));
        }
    }

    /// Whether a position can have the faces that are named.
    void check_names(const FaceSpecs& faces, const char* field) {
        std::vector<std::string> wrong;
        for (std::size_t face = 1; face < faces.size(); ++face) {
            if (!faces[face]) continue;
            const bool counts = spec_.judges(static_cast<int>(face)) || faces[face]->any;
            if (faces[0] || !counts) wrong.push_back(std::to_string(face));
        }
        if (wrong.empty()) return;
        const std::string why =
            faces[0] ? " and \"-\": a position is in check or it is not"
                     : fmt::format(", but the roll is {}, and no other face counts", *spec_.roll);
        faults_.add(
            FaultCode::BadKeyFace, field,
            fmt::format("the key names face{} {}{}", wrong.size() == 1 ? "" : "s", enumerate(wrong), why));
    }

    template <class Visit>  // visit(face, wanted)
    void for_each_wanted(Visit visit) const {
        for (std::size_t face = 0; face < spec_.faces.size(); ++face) {
            if (!spec_.faces[face]) continue;
            for (const KeyMove& wanted : spec_.faces[face]->mates) visit(static_cast<int>(face), wanted);
        }
    }

    void no_move(std::string message) { faults_.add(FaultCode::IllegalMove, "key", std::move(message)); }

    void check_moves() {
        const bool mates_later = spec_.moves > 1 || spec_.other;
        for_each_wanted([&](int, const KeyMove& wanted) {
            if (!wanted.playable)
                no_move(fmt::format("{} cannot be played: {}", wanted.written, wanted.playable.error()));
            if (mates_later && wanted.written.find('#') != std::string::npos)
                no_move(spec_.other ? fmt::format("{} mates at once, which {} does not ask for",
                                                  wanted.written, records::text_of(*spec_.other))
                                    : fmt::format("{} mates at once, but the puzzle is to take {} moves",
                                                  wanted.written, spec_.moves));
        });
    }

    /// A face whose moves win at once needs those too that win wherever they do.
    void check_companions() {
        if (spec_.moves > 1 || spec_.other) return;
        for (const auto& asked : spec_.faces) {
            if (!asked || asked->any) continue;
            std::vector<std::string> texts;
            for (const KeyMove& mate : asked->mates) texts.push_back(mate.written);
            for (const MovePattern& pattern : asked->patterns) texts.push_back(pattern.written());
            for (const std::string& text : texts) {
                const auto also = spec_.also_mates(text);
                if (!also) continue;
                const bool named = std::any_of(texts.begin(), texts.end(), [&](const std::string& other) {
                    const bool machine_form = other.ends_with('q');
                    return machine_form || other.starts_with(also->substr(0, also->find('=') + 2)) ||
                           (other != text && MovePattern::read(other)->matches(*also));
                });
                if (!named)
                    no_move(fmt::format("{} never mates alone: {} mates wherever it does, name that too",
                                        text, *also));
            }
        }
    }

    /// Whether a face is to win by the moves that it names and no others, so that this one must not win.
    bool excludes(int face, const KeyMove& wanted) const {
        if (!spec_.judges(face)) return false;
        const auto& asked = spec_.faces[static_cast<std::size_t>(face)];
        return !asked || (asked->names_all() && !asked->names(wanted));
    }

    /// A move wins on the face that it serves, and on another one only if that is free; there every winning
    /// move wins.
    void check_landings() {
        if (!game_.die || spec_.faces[0]) return;
        for_each_wanted([&](int face, const KeyMove& wanted) {
            const int own = wanted.own_face;
            const auto asked_free = spec_.faces[static_cast<std::size_t>(face)]->free;
            if (asked_free && *asked_free == (own == face))
                no_move(
                    own == face
                        ? fmt::format("{} wins on face {}, so that face is not free", wanted.written, face)
                        : fmt::format("{} can win on face {} only if that is free", wanted.written, face));
            if (excludes(own, wanted))
                no_move(
                    fmt::format("{} also wins on face {}, for it {} that {}: name it there, or leave "
                                "that face open (\"any\")",
                                wanted.written, own, game_.die->serves, game_.die->names));
            if (own == face) return;
            for_each_wanted([&](int other_face, const KeyMove& other) {
                if (other.own_face == face && face != other_face) return;
                if (other.own_face == face) {
                    no_move(fmt::format("{} can win on face {} only if {}, but {} does", wanted.written, face,
                                        game_.die->why_free(), other.written));
                } else if (other_face != face && excludes(face, other)) {
                    no_move(fmt::format("{} wins on face {} too, which must be free for {}: name it there",
                                        other.written, face, wanted.written));
                }
            });
        });
    }

    /// A move that wins on a free face lands on another file, whose face it wins as well. check_landings does
    /// this for faces that name their moves.
    void check_free_faces() {
        const auto is_free = [](const FaceSpec& asked) { return asked.free.value_or(false); };
        const auto must_win = [](const FaceSpec& asked) {
            return !asked.any && asked.wins.least > 0 && asked.mates.empty();
        };
        int landing_faces = 0;
        for (std::size_t face = 1; face < spec_.faces.size(); ++face) {
            const auto& asked = spec_.faces[face];
            const bool judged = spec_.judges(static_cast<int>(face));
            landing_faces += !judged || (asked && asked->may_win() && !is_free(*asked)) ? 1 : 0;
        }
        for (std::size_t face = 1; face < spec_.faces.size() && landing_faces == 0; ++face) {
            const auto& asked = spec_.faces[face];
            if (asked && is_free(*asked) && must_win(*asked))
                faults_.add(FaultCode::BadKeyFace, "faces",
                            fmt::format("face {} is to be free and to win; its winning moves land on other "
                                        "files, so another face must be allowed to win",
                                        face));
        }
    }

    void check_both_themes() {
        ThemeSet wanted = spec_.themes;
        for (const auto& asked : spec_.faces) {
            if (asked) wanted |= asked->themes;
        }
        if (spec_.mates && spec_.has_lines()) wanted |= spec_.mates->themes;
        if (const ThemeSet both = wanted & spec_.without; !both.empty())
            faults_.add(FaultCode::WrongType, "not_themes",
                        fmt::format("{} must be shown, and must not be",
                                    joined(ThemeCatalogue(game_.themes).names(both), ", ")));
    }

    void check_themes() {
        const ThemeCatalogue catalogue = game_.themes;
        const auto names = [&](ThemeSet set) { return joined(catalogue.names(set), ", "); };
        const auto fail = [&](const char* field, std::string message) {
            faults_.add(FaultCode::WrongType, field, std::move(message));
        };
        check_both_themes();
        ThemeSet wanted = spec_.themes;
        for (const auto& asked : spec_.faces) {
            if (asked) wanted |= asked->themes;
        }
        const ThemeSet in_check = catalogue.shown_by(ShownBy::InCheck);
        if (game_.die && spec_.wants_die() && !(wanted & in_check).empty())
            fail("themes", fmt::format("{} is shown in check only, expected the key of face \"-\"",
                                       names(wanted & in_check)));
        if (game_.die && !spec_.wants_die() && !(spec_.without & in_check).empty())
            fail("not_themes", fmt::format("{} is shown by every position in check", names(in_check)));
        for (const auto& asked : spec_.faces) {
            if (asked && !asked->any && asked->wins.most == 1) check_laws("faces", asked->themes);
        }
        if (spec_.roll) {
            const ThemeSet of_all = spec_.themes & catalogue.shown_by(ShownBy::AllFaces);
            if (!of_all.empty())
                fail("themes", fmt::format("{} asks about all faces, but only face {} counts", names(of_all),
                                           *spec_.roll));
            return;
        }
        const WinningFaces winning = winning_faces();
        if (winning.moves == 1) check_laws("themes", spec_.themes);
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

    /// Themes that one move is to show, though no move shows them together.
    void check_laws(const char* field, ThemeSet wanted) {
        for (const ThemeLaw& law : spec_.theme_laws()) {
            const ThemeSet one = wanted & law.one, other = wanted & law.other;
            if (one.empty() || other.empty()) continue;
            const ThemeCatalogue catalogue = game_.themes;
            faults_.add(
                FaultCode::WrongType, field,
                fmt::format("{} and {} are never shown by one move: {}", joined(catalogue.names(one), ", "),
                            joined(catalogue.names(other), ", "), law.why));
        }
    }

    struct WinningFaces {
        int may = 0;     ///< may win
        int must = 0;    ///< must win
        long moves = 0;  ///< may win, on all of them
    };

    WinningFaces winning_faces() const {
        WinningFaces faces;
        for (const auto& asked : spec_.faces) {
            if (!asked || !asked->may_win()) continue;
            ++faces.may;
            faces.must += !asked->any && asked->wins.least > 0 ? 1 : 0;
            faces.moves += asked->any ? Span::no_end : asked->wins.most;
        }
        return faces;
    }

    void check_symmetries() {
        const Squares empty = spec_.empty_squares();
        for (const Symmetry& symmetry : spec_.symmetries) {
            for_each_square(spec_.fixed_squares() | spec_.needed_squares(), [&](int square) {
                const int image = symmetry.image(square);
                const std::string &here = game_.board.name(square), &there = game_.board.name(image);
                const auto one = spec_.man_on(square), other = spec_.man_on(image);
                if (empty[place(image)]) {
                    bad_man("symmetry",
                            fmt::format("a piece stands on {}, but its image {} must be empty", here, there));
                } else if (one && other) {
                    const char a = game_.man(*one).letter, b = game_.man(*other).letter;
                    if (!symmetry.answer(a, b))
                        bad_man("symmetry", fmt::format("{} on {} and {} on {} are of different kinds", a,
                                                        here, b, there));
                }
            });
        }
    }

    const PlainSpec& spec_;
    const GameTerms& game_;
    SpecFaults& faults_;
};

}  // namespace

void find_contradictions(const PlainSpec& spec, SpecFaults& faults) { Contradictions(spec, faults).find(); }

}  // namespace octomate::make
