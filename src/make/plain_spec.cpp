#include <fmt/core.h>

#include <algorithm>
#include <bitset>
#include <utility>

#include "make/spec.hpp"
#include "text/text.hpp"

namespace octomate::make {

namespace {

/// Whether a character may stand in the name of a square; an x captures.
bool names_square(char letter) {
    return (letter >= 'a' && letter <= 'z' && letter != 'x') || (letter >= '0' && letter <= '9');
}

constexpr std::size_t longest_text = 255;  // far more than any move has

/// Whether a pattern matches all of a text, no longer than that. Character by character of the pattern, all
/// places that it may have reached in the text are followed at once: one by one, many wildcards would take
/// forever.
bool match(std::string_view pattern, std::string_view text) {
    if (text.size() > longest_text) return false;
    std::bitset<longest_text + 1> reached;
    reached.set(0);
    for (std::size_t sign = 0; sign < pattern.size() && reached.any(); ++sign) {
        std::bitset<longest_text + 1> next;
        const char wanted = pattern[sign];
        bool within = false;  // what a wildcard stands for
        for (std::size_t at = 0; at < text.size(); ++at) {
            within = within || reached[at];
            if (wanted == '*') {
                next[at] = within;
            } else if (wanted == '?') {
                within = within && (names_square(text[at]) || (sign == 0 && text[at] == '-'));
                next[at + 1] = within;
            } else {
                next[at + 1] = reached[at] && text[at] == wanted;
            }
        }
        if (wanted == '*') next[text.size()] = within || reached[text.size()];
        reached = next;
    }
    return reached[text.size()];
}

std::string_view without_signs(std::string_view text) {
    while (!text.empty() && (text.back() == '+' || text.back() == '#')) text.remove_suffix(1);
    return text;
}

/// Checks that hold whatever else stands on the board. They miss what only a search could show.
class Contradictions {
  public:
    Contradictions(const PlainSpec& spec, Faults& faults) : spec_(spec), game_(spec.game), faults_(faults) {}

    void find() {
        check_squares();
        check_numbers();
        check_stipulation();
        check_faces();
        check_themes();
        if (faults_.empty() && !spec_.has_lines()) check_moves();
    }

  private:
    static std::size_t place(int number) { return static_cast<std::size_t>(number); }

    void fault(FaultCode code, std::string field, std::string message) {
        faults_.push_back({code, std::move(field), 0, std::move(message)});
    }

    void bad_man(std::string field, std::string message) {
        fault(FaultCode::BadMan, std::move(field), std::move(message));
    }

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
            if (auto place = spec_.check_place(man, square); !place)
                faults_.push_back(std::move(place.error()));
        });
        for_each_square(spec_.needed_squares() & empty & ~fixed, [&](int square) {
            bad_man("men",
                    fmt::format("{} must have a piece, and must be empty (\"empty\", the picture, a twin, or "
                                "a move of the key)",
                                game_.board.name(square)));
        });
    }

    /// Checks whether there are squares for the men that must be there, and whether their number is allowed.
    void check_numbers() {
        std::vector<int> all;
        for (int man = 0; man < game_.kinds_of_men(); ++man) {
            const GameTerms::Man& kind = game_.man(man);
            if (kind.royal && spec_.fixed_men(man) > 1)
                fault(FaultCode::TooManyKings, "men",
                      fmt::format("{} is to have {} kings, expected one", name(kind.side),
                                  spec_.fixed_men(man)));
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
        if (const int least = spec_.least_men(); least > spec_.max_men)
            fault(FaultCode::WrongType, "max_men",
                  fmt::format("max_men is {}, but the spec needs {} men, kings included", spec_.max_men,
                              least));
    }

    /// Checks for fields that the stipulation leaves without a meaning.
    void check_stipulation() {
        if (spec_.mates && !(spec_.other ? spec_.other->ends_in_mates() : spec_.moves > 1))
            fault(FaultCode::WrongType, "mates",
                  "mates are the last moves of a mate in two, or of a help or series stipulation that "
                  "ends in mate");
        if (!spec_.other) return;
        const auto any = [](const auto& faces, auto given) {
            return std::any_of(faces.begin(), faces.end(),
                               [&](const auto& asked) { return asked && given(*asked); });
        };
        const bool themes = !spec_.themes.empty() || !spec_.without.empty() ||
                            any(spec_.faces, [](const FaceSpec& asked) { return !asked.themes.empty(); });
        const bool twins =
            spec_.has_lines() && std::any_of(spec_.twins.begin(), spec_.twins.end(),
                                             [](const TwinSpec& twin) { return twin.faces.has_value(); });
        const std::pair<const char*, bool> meaningless[] = {
            {"themes", themes && !spec_.other->ends_in_mates()},
            {"tries", any(spec_.tries, [](const auto&) { return true; })},
            {"promotions_as_one", spec_.promotions_as_one},
            {"faces", any(spec_.faces, [](const FaceSpec& asked) { return asked.check_by.has_value(); })},
            {"twins", twins}};
        for (const auto& [field, given] : meaningless) {
            if (given)
                fault(FaultCode::WrongType, field,
                      fmt::format("{} says nothing of {}", field, records::text_of(*spec_.other)));
        }
    }

    void check_faces() {
        check_names(spec_.faces, "key");
        for (const TwinSpec& twin : spec_.twins) {
            if (twin.faces) check_names(*twin.faces, "twins");
        }
        if (spec_.roll && spec_.faces[0])
            fault(FaultCode::BadRoll, "roll",
                  "there is a roll, but the key is for a position in check (\"-\")");
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
        fault(FaultCode::BadKeyFace, field,
              fmt::format("the key names face{} {}{}", wrong.size() == 1 ? "" : "s", enumerate(wrong), why));
    }

    void check_themes() {
        ThemeSet wanted = spec_.themes;
        for (const auto& asked : spec_.faces) {
            if (asked) wanted |= asked->themes;
        }
        if (spec_.mates && spec_.has_lines()) wanted |= spec_.mates->themes;
        if (const ThemeSet both = wanted & spec_.without; !both.empty())
            fault(FaultCode::WrongType, "not_themes",
                  fmt::format("{} must be shown, and must not be",
                              joined(ThemeCatalogue(game_.themes).names(both), ", ")));
    }

    /// Checks that each move of the key goes as a piece does, and is asked for on the face that it serves,
    /// where it wins as well.
    void check_moves() {
        const auto no_move = [&](std::string message) {
            fault(FaultCode::IllegalMove, "key", std::move(message));
        };
        for (const auto& asked : spec_.faces) {
            if (!asked) continue;
            for (const KeyMove& wanted : asked->mates) {
                if (!wanted.playable)
                    no_move(fmt::format("{} cannot be played: {}", wanted.written, wanted.playable.error()));
                if ((spec_.moves > 1 || spec_.other) && wanted.written.find('#') != std::string::npos)
                    no_move(fmt::format("{} mates at once, which is not asked for", wanted.written));
                if (!game_.die || spec_.faces[0] || !spec_.judges(wanted.own_face)) continue;
                const auto& own = spec_.faces[place(wanted.own_face)];
                if (!own || (own->names_all() && !own->names(wanted)))
                    no_move(
                        fmt::format("{} also wins on face {}, for it {} that {}: name it there, or leave "
                                    "that face open (\"any\")",
                                    wanted.written, wanted.own_face, game_.die->serves, game_.die->names));
            }
        }
    }

    const PlainSpec& spec_;
    const GameTerms& game_;
    Faults& faults_;
};

}  // namespace

std::optional<Symmetry> Symmetry::named(std::string_view name, bool of_men, const Geometry& board) {
    if (std::find(names.begin(), names.end(), name) == names.end()) return std::nullopt;
    const int right = board.files() - 1, top = board.ranks() - 1;
    Symmetry symmetry;
    symmetry.of_men_ = of_men;
    for (int square = 0; square < board.squares(); ++square) {
        const int file = board.file_of(square), rank = board.rank_of(square);
        std::optional<int> image;
        if (name == "vertical") image = board.square_at(right - file, rank);
        if (name == "horizontal") image = board.square_at(file, top - rank);
        if (name == "rotation") image = board.square_at(right - file, top - rank);
        if (name == "diagonal" && right == top) image = board.square_at(rank, file);
        if (name == "antidiagonal" && right == top) image = board.square_at(right - rank, top - file);
        if (!image) return std::nullopt;
        symmetry.images_.push_back(*image);
    }
    return symmetry;
}

Expected<MovePattern, Fault> MovePattern::read(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char letter = text[at];
        const bool word = names_square(letter) || (letter >= 'A' && letter <= 'Z');
        if (word || std::string_view("x-=,+#?*").find(letter) != std::string_view::npos) continue;
        return Unexpected{Fault{
            FaultCode::NotAMove, "", at,
            fmt::format("\"{}\" is not a move with wildcards: expected a piece letter, squares, -, x, =, "
                        "? for a square or * for anything",
                        text)}};
    }
    return MovePattern(text);
}

bool MovePattern::matches(std::string_view notation) const {
    return match(without_signs(written_), without_signs(notation));
}

PlainSpec::PlainSpec(const GameTerms& terms)
    : game(terms),
      faces(static_cast<std::size_t>(terms.greatest_face) + 1),
      at_least(terms.men.size()),
      tries(faces.size()) {
    Squares all;
    for (int square = 0; square < terms.board.squares(); ++square) all.set(static_cast<std::size_t>(square));
    room.assign(terms.men.size(), all);
    for (const GameTerms::Man& man : terms.men) at_most.push_back(man.usual);
}

PlainSpec::PlainSpec(const PlainSpec&) = default;
PlainSpec::PlainSpec(PlainSpec&&) noexcept = default;
PlainSpec::~PlainSpec() = default;

Squares PlainSpec::fixed_squares() const {
    Squares squares;
    for (int square = 0; square < game.board.squares(); ++square)
        squares[static_cast<std::size_t>(square)] = man_on(square).has_value();
    return squares;
}

int PlainSpec::fixed_men(int man) const {
    int count = 0;
    for (int square = 0; square < game.board.squares(); ++square) count += man_on(square) == man ? 1 : 0;
    return count;
}

int PlainSpec::least_men() const {
    int men = 0;
    for (int man = 0; man < game.kinds_of_men(); ++man) {
        const int least = game.man(man).royal ? 1 : at_least[static_cast<std::size_t>(man)];
        men += std::max(least, fixed_men(man));
    }
    return std::max(men, static_cast<int>((fixed_squares() | needed_squares()).count()));
}

void find_contradictions(const PlainSpec& spec, Faults& faults) { Contradictions(spec, faults).find(); }

std::vector<MenChoice> choices_of_men(const PlainSpec& spec, int most) {
    auto left = spec.at_most, lacking = spec.at_least;
    int there = 0;
    for (int man = 0; man < spec.game.kinds_of_men(); ++man) {
        const int fixed = spec.fixed_men(man);
        left[static_cast<std::size_t>(man)] -= fixed;
        lacking[static_cast<std::size_t>(man)] -= fixed;
        there += spec.game.man(man).royal ? std::max(fixed, 1) : fixed;
    }
    std::vector<MenChoice> choices;
    MenChoice choice;
    const auto enough = [&] {
        return std::all_of(lacking.begin(), lacking.end(), [](int n) { return n <= 0; });
    };
    const auto choose = [&](auto& self, int from) -> void {
        if (enough()) choices.push_back(choice);
        if (there + static_cast<int>(choice.size()) >= most) return;
        for (int man = from; man < spec.game.kinds_of_men(); ++man) {
            const auto kind = static_cast<std::size_t>(man);
            if (left[kind] <= 0 || spec.game.man(man).royal) continue;
            --left[kind];
            --lacking[kind];
            choice.push_back(man);
            self(self, man);
            choice.pop_back();
            ++left[kind];
            ++lacking[kind];
        }
    };
    if (there <= most) choose(choose, 0);
    return choices;
}

std::string universe_of(const PlainSpec& spec, int most) {
    const GameTerms& game = spec.game;
    std::string fixed, limits;
    for_each_square(spec.fixed_squares(), [&](int square) {
        fixed += fmt::format("{}{}{}", fixed.empty() ? "" : " ", game.man(*spec.man_on(square)).letter,
                             game.board.name(square));
    });
    for (int man = 0; man < game.kinds_of_men(); ++man) {
        if (game.man(man).royal) continue;
        const auto kind = static_cast<std::size_t>(man);
        const int least = spec.at_least[kind];
        limits +=
            fmt::format("{}{}{}{}", limits.empty() ? "" : " ", least > 0 ? fmt::format("{}-", least) : "",
                        spec.at_most[kind], game.man(man).letter);
    }
    return fmt::format(
        "up to {} men; fixed: {}; {}; of other men, fixed ones included, at most {}; {}{}; {} to move", most,
        fixed.empty() ? "none" : fixed, game.anywhere, limits, game.elsewhere,
        spec.limits_men ? "; all of them where the spec lets them stand" : "", name(spec.turn));
}

}  // namespace octomate::make
