// Checks that composed positions meet their specs. A second, plain reader of specs judges them by the naive
// rules.
#include "make/compose.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "games/superpermutation/composing.hpp"
#include "games/superpermutation/rules/position.hpp"
#include "games/superpermutation/themes.hpp"
#include "make/spec.hpp"
#include "naive/naive.hpp"
#include "naive/naive_mate.hpp"
#include "naive/naive_themes.hpp"

namespace octomate::laws {

namespace {

using Json = nlohmann::json;
using superpermutation::D8Position;

constexpr auto game = naive::Game::d8;

using Wins = std::map<int, std::set<std::string>>;  // by face: the notations of its winning moves

Wins wins_of(const naive::Position& position, int moves) {
    Wins wins;
    if (moves == 1) {
        for (const auto& face : naive::faces(position)) {
            for (const auto& move : face.moves) {
                if (move.mate) wins[face.face].insert(move.text);
            }
        }
        return wins;
    }
    for (const auto& face :
         naive::mate_value(position, moves, naive::Dice::every, naive::Defence::best).faces) {
        for (const auto& move : naive::legal_moves(position)) {
            if (face.forced && std::count(face.best.begin(), face.best.end(), move.uci))
                wins[face.face].insert(move.text);
        }
    }
    return wins;
}

bool within(const Json& span, long number) {
    if (span == "single") return number == 1;
    if (span.is_number()) return number == span.get<long>();
    const auto text = span.get<std::string>();
    if (text.back() == '+') return number >= std::stol(text);
    const auto dash = text.find('-');
    return number >= std::stol(text) && number <= std::stol(dash == text.npos ? text : text.substr(dash + 1));
}

/// Checks whether the move `text` matches `wanted`, a move with wildcards.
bool fits(const std::string& wanted, const std::string& text) {
    std::string expression;
    for (const char letter : wanted) {
        if (letter == '*') {
            expression += ".*";
        } else if (letter == '?') {
            expression += expression.empty() ? "[a-h1-8-]+" : "[a-h1-8]+";
        } else if (letter != '#' && letter != '+') {
            expression += letter == '=' || std::isalnum(static_cast<unsigned char>(letter))
                              ? std::string{letter}
                              : std::string{'\\', letter};
        }
    }
    return std::regex_match(text, std::regex(expression + "[+#]?"));
}

bool fits_any(const Json& moves, const std::string& text) {
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Json& move) { return fits(move.get<std::string>(), text); });
}

/// Checks the winning moves of a face against its entry in the spec, `wish`. Returns what is wrong, or an
/// empty string.
std::string face_fault(const Json& wish, const std::set<std::string>& wins) {
    if (wish == "any") return {};
    if (wish == "single") return wins.size() == 1 ? "" : "not a single win";
    if (wish.is_object() && wish.contains("any")) return {};
    const Json moves = wish.is_array() ? wish : wish.value("moves", Json());
    if (!moves.is_null()) {
        for (const auto& win : wins) {
            if (!fits_any(moves, win)) return win + " is not asked for";
        }
        for (const Json& move : moves) {
            if (std::none_of(wins.begin(), wins.end(), [&](const auto& win) { return fits(move, win); }))
                return move.dump() + " is missing";
        }
        if (!wish.is_object() || !wish.contains("wins"))
            return wins.size() == moves.size() ? "" : "another number of wins";
    }
    return within(wish.value("wins", Json("1+")), static_cast<long>(wins.size())) ? "" : "the number of wins";
}

std::string faces_fault(const Json& spec, const Wins& wins) {
    Json faces = spec.value("key", Json::object());
    faces.update(spec.value("faces", Json::object()));
    const bool open = !spec.contains("key") && !spec.contains("faces") && !spec.contains("roll");
    for (int face = 1; face <= 8; ++face) {
        if (spec.contains("roll") && spec["roll"] != face) continue;
        const auto name = std::to_string(face);
        Json wish = open ? Json("any") : Json::array();
        if (spec.contains("roll")) wish = {{"wins", "1+"}};
        if (faces.contains("others")) wish = faces["others"];
        if (faces.contains(name)) wish = faces[name];
        const auto found = wins.find(face);
        const auto fault = face_fault(wish, found == wins.end() ? std::set<std::string>{} : found->second);
        if (!fault.empty()) return "face " + name + ": " + fault;
    }
    return {};
}

long count_of(const naive::Position& position, char letter) {
    return std::count(position.pieces.begin(), position.pieces.end(), letter);
}

std::string piece_fault(const Json& spec, const naive::Position& position) {
    long pieces = 0;
    for (const char letter : position.pieces) pieces += letter != '.';
    if (pieces > spec.value("max_men", 10)) return "too many men";
    const Json has = spec.value("has", Json::object()), on = spec.value("on", Json::object());
    for (const auto& [letter, number] : has.items()) {
        if (!within(number, count_of(position, letter[0]))) return "the number of " + letter;
    }
    for (const char letter : std::string("PNBRQpnbrq")) {
        if (spec.value("exact", false) && !has.contains(std::string{letter}) &&
            count_of(position, letter) > 0)
            return "a man who is not named";
        if (!spec.contains("material")) continue;
        const auto material = spec["material"].get<std::string>();
        if (std::count(material.begin(), material.end(), letter) != count_of(position, letter))
            return "material";
    }
    for (const auto& [letter, squares] : on.items()) {
        for (int square = 0; square < 64; ++square) {
            if (position.pieces[static_cast<std::size_t>(square)] != letter[0]) continue;
            const int file = square % 8, rank = square / 8;
            const bool good = squares == "edge"     ? file == 0 || file == 7 || rank == 0 || rank == 7
                              : squares == "c-file" ? file == 2
                              : squares == "a1-h2"  ? rank < 2
                                                    : (file + rank) % 2 == 1;  // the squares are "light"
            if (!good) return letter + " stands elsewhere";
        }
    }
    if (spec.contains("picture")) {
        for (std::size_t square = 0; square < 64; ++square) {
            const char cell = spec["picture"][7 - square / 8].get<std::string>()[square % 8];
            const char piece = position.pieces[square];
            if (cell == '.' ? piece != '.' : cell == 'x' ? piece == '.' : cell != '?' && piece != cell)
                return "picture";
        }
    }
    if (spec.contains("symmetry")) {
        for (std::size_t square = 0; square < 64; ++square) {
            const std::size_t image = spec["symmetry"] == "vertical" ? square ^ 7 : 63 - square;
            if ((position.pieces[square] == '.') != (position.pieces[image] == '.')) return "symmetry";
        }
    }
    return {};
}

std::string theme_fault(const Json& spec, const std::set<std::string>& shown) {
    for (const std::string theme : spec.value("themes", Json::array())) {
        if (!shown.contains(theme)) return theme + " is not shown";
    }
    for (const std::string theme : spec.value("not_themes", Json::array())) {
        if (shown.contains(theme)) return theme + " is shown";
    }
    return {};
}

std::string try_fault(const Json& spec, const naive::Position& position) {
    const Json tries = spec.value("tries", Json::object());
    for (const auto& [name, wish] : tries.items()) {
        bool found = false;
        for (const auto& face : naive::faces(position)) {
            if (std::to_string(face.face) != name) continue;
            for (const auto& move : face.moves) {
                const auto answers = static_cast<long>(naive::legal_moves(move.after).size());
                found = found || (move.check && answers > 0 && within(wish["refutations"], answers));
            }
        }
        if (!found) return "no try on face " + name;
    }
    return {};
}

std::string economy_fault(const naive::Position& position, const Wins& wins) {
    for (std::size_t square = 0; square < 64; ++square) {
        if (position.pieces[square] == '.' || std::tolower(position.pieces[square]) == 'k') continue;
        auto rest = position;
        rest.pieces[square] = '.';
        if (naive::acceptable(rest) && wins_of(rest, 1) == wins) return "somebody is superfluous";
    }
    return {};
}

/// Checks a twin of a spec. Specs of this test have one kind of twin: the piece on e4 moves to e5. Returns
/// what is wrong, or an empty string.
std::string twin_fault(const Json& spec, const Json& twin, const naive::Position& diagram) {
    auto position = diagram;
    std::swap(position.pieces[28], position.pieces[36]);
    if (diagram.pieces[28] == '.' || diagram.pieces[36] != '.') return "the twin cannot be made";
    if (!naive::acceptable(position) || naive::in_check(position)) return "the twin is not a position";
    Wins wins = wins_of(position, 1), others = wins_of(diagram, 1);
    if (twin.contains("faces")) return faces_fault(twin, wins);
    for (Wins* all : {&wins, &others})
        std::erase_if(*all, [&](const auto& face) { return spec.value("roll", face.first) != face.first; });
    if (wins.empty() || wins == others) return "the twin has no key of its own";
    for (const auto& face : naive::faces(position)) {
        if (!face.free && wins.contains(face.face) && wins.at(face.face).size() > 1)
            return "the twin has a dual";
    }
    return {};
}

std::string freedom_fault(const Json& spec, const naive::Position& position) {
    const Json faces = spec.value("faces", Json::object());
    for (const auto& face : naive::faces(position)) {
        const auto entry = faces.find(std::to_string(face.face));
        if (entry != faces.end() && entry->is_object() && entry->contains("free") &&
            (*entry)["free"] != face.free)
            return "face " + std::to_string(face.face) + (face.free ? " is free" : " is not free");
    }
    return {};
}

/// Checks whether the piece on square `piece` attacks the king of the side to move. The other pieces of its
/// side are replaced by pawns of the other side, which block lines but give no check.
bool gives_check(naive::Position position, std::size_t piece) {
    const bool white = position.turn == 'b';
    for (std::size_t square = 0; square < 64; ++square) {
        char& other = position.pieces[square];
        if (square != piece && other != '.' &&
            (std::isupper(static_cast<unsigned char>(other)) != 0) == white)
            other = white ? 'p' : 'P';
    }
    const auto king = std::find(position.pieces.begin(), position.pieces.end(), white ? 'k' : 'K');
    return naive::attacked(position, static_cast<int>(king - position.pieces.begin()), white ? 'w' : 'b');
}

/// Checks whether a piece that fits `by` gives check after `move`. `by` is a piece and how it came to give
/// check, as in specs: "R", "? moved", "N displaced", "B discovered".
bool checks_by(const naive::Move& move, const std::string& by) {
    const bool white = move.after.turn == 'b';
    for (std::size_t square = 0; square < 64; ++square) {
        const char piece = move.after.pieces[square];
        const auto letter = static_cast<unsigned char>(piece);
        if (piece == '.' || (std::isupper(letter) != 0) != white || !gives_check(move.after, square))
            continue;
        if (by[0] != '?' && std::toupper(letter) != by[0]) continue;
        const int square_index = static_cast<int>(square);
        const bool moved = square_index == move.end;
        const bool between = square_index % 8 == move.to % 8 && std::min(move.to, move.end) <= square_index &&
                             square_index <= std::max(move.to, move.end) && !moved;
        const bool displaced = move.teleport ? square_index == move.from : between;
        const std::string reason = moved ? "moved" : displaced ? "displaced" : "discovered";
        if (by.size() == 1 || by.substr(2) == reason) return true;
    }
    return false;
}

std::string check_fault(const Json& spec, const naive::Position& position) {
    const Json faces = spec.value("faces", Json::object());
    for (const auto& face : naive::faces(position)) {
        const auto entry = faces.find(std::to_string(face.face));
        if (entry == faces.end() || !entry->is_object() || !entry->contains("check_by")) continue;
        for (const auto& move : face.moves) {
            if (move.mate && !checks_by(move, (*entry)["check_by"])) return move.text + " is another check";
        }
    }
    return {};
}

/// Checks the mates that follow every winning first move and every reply against the spec's `mates`. Returns
/// what is wrong, or an empty string.
std::string mates_fault(const Json& spec, const naive::Position& position, const Wins& wins) {
    if (!spec.contains("mates")) return {};
    std::set<std::string> mates;
    for (const auto& move : naive::legal_moves(position)) {
        const bool key = std::any_of(wins.begin(), wins.end(),
                                     [&](const auto& face) { return face.second.contains(move.text); });
        if (!key) continue;
        for (const auto& answer : naive::legal_moves(move.after)) {
            for (const auto& last : naive::legal_moves(answer.after)) {
                if (last.mate) mates.insert(last.text);
            }
        }
    }
    const Json& entry = spec["mates"];
    if (mates.empty() || !within(entry.value("wins", Json("1+")), static_cast<long>(mates.size())))
        return "so many mates: " + std::to_string(mates.size());
    for (const auto& mate : mates) {
        if (entry.contains("moves") && !fits_any(entry["moves"], mate)) return mate + " is not asked for";
    }
    return {};
}

/// Returns `wins` with one move instead of several that promote the same pawn on the same square.
Wins with_promotions_as_one(const Wins& wins) {
    Wins as_one;
    for (const auto& [face, texts] : wins) {
        std::set<std::string> squares;
        for (const auto& text : texts) {
            if (squares.insert(text.substr(0, text.find('='))).second) as_one[face].insert(text);
        }
    }
    return as_one;
}

std::string fault(const Json& spec, const std::string& fen) {
    const auto position = naive::from_fen(fen, game);
    if (!naive::acceptable(position)) return "no position";
    if (naive::in_check(position)) return "in check";
    const int moves = spec.value("moves", 1);
    const Wins wins = wins_of(position, moves);
    const Wins counted = spec.value("promotions_as_one", false) ? with_promotions_as_one(wins) : wins;
    std::vector<std::string> faults = {piece_fault(spec, position),       faces_fault(spec, counted),
                                       mates_fault(spec, position, wins), try_fault(spec, position),
                                       freedom_fault(spec, position),     check_fault(spec, position)};
    if (!spec.contains("roll")) faults.push_back(theme_fault(spec, naive::themes(position)));
    if (moves > 1 && !wins_of(position, 1).empty()) faults.emplace_back("it mates sooner");
    if (spec.value("economical", false)) faults.push_back(economy_fault(position, wins));
    for (const Json& twin : spec.value("twins", Json::array()))
        faults.push_back(twin_fault(spec, twin, position));
    for (const auto& fault : faults) {
        if (!fault.empty()) return fault;
    }
    return {};
}

make::Spec<D8Position> read(const Json& json) {
    auto spec = make::read_spec(D8Position(), json.dump(), {});
    INFO(json.dump());
    REQUIRE(spec);
    return *spec;
}

std::vector<std::string> composed(const Json& spec, std::size_t count, std::uint64_t nodes) {
    make::ComposeOptions options;
    options.count = count;
    options.search.threads = 2;
    options.search.nodes = nodes;
    std::vector<std::string> fens;
    const auto wanted = read(spec);
    for (const auto& composed : make::compose<D8Position>(wanted, options, [](auto, auto) {}).found)
        fens.push_back(composed.position.fen());
    return fens;
}

/// Combines a spec from randomly drawn parts.
Json random_spec(Random& random) {
    const auto some = [&](std::initializer_list<const char*> texts) {
        return Json::parse(texts.begin()[random.below(texts.size())]);
    };
    Json spec = some(
        {R"({"faces": {"4": "single"}})", R"({"faces": {"4": {"wins": "1-2"}, "others": "any"}})",
         R"({"key": {"4": ["R?-d*"], "others": "any"}})",
         R"({"faces": {"2": {"wins": "2+", "moves": ["Q*", "R*"]}}})", R"({"themes": ["cascade"]})",
         R"({"key": {"4": "any"}, "themes": ["promotion"]})",
         R"({"key": {"others": "any", "8": ["?=Q#"]}, "not_themes": ["double-check"]})", R"({"roll": 3})"});
    spec.update(some({"{}", R"({"has": {"Q": 1, "n": "0-1"}})",
                      R"({"has": {"R": "1-2", "Q": 1}, "exact": true})", R"({"on": {"k": "edge"}})",
                      R"({"on": {"k": "c-file", "R": "a1-h2"}})", R"({"on": {"K": "light"}})"}));
    spec.update(some({"{}", "{}", R"({"economical": true})", R"({"tries": {"3": {"refutations": "1-2"}}})",
                      R"({"symmetry": "vertical"})", R"({"twins": [{"move": ["e4", "e5"]}]})"}));
    spec["max_men"] = 6 + random.below(4);
    return spec;
}

}  // namespace

TEST_CASE("positions composed for random specs meet their specs", "[law]") {
    Random random(7);
    int found = 0, specs = 0;
    for (; specs < 24; ++specs) {
        const Json spec = random_spec(random);
        for (const std::string& fen : composed(spec, 2, 8'000)) {
            INFO(spec.dump() << "\n" << fen);
            CHECK(fault(spec, fen).empty());
            ++found;
        }
    }
    CHECK(found > specs / 2);
}

TEST_CASE("each kind of condition of a spec finds positions, and they meet it", "[law]") {
    for (
        const char* text :
        {R"({"material": "KRN/kp", "faces": {"4": {"moves": ["R?-d?-*#"]}, "others": "any"}})",
         R"({"picture": ["????????", "??xx????", "??xx????", "????K???", "????????", "????????", "????????", "......?."], "faces": {"others": "any", "4": {"wins": "1+"}}})",
         R"({"moves": 2, "faces": {"4": "single", "others": "any"}, "max_men": 7})",
         R"({"faces": {"4": "single"}, "twins": [{"move": ["e4", "e5"], "faces": {"5": "single"}}], "max_men": 8})",
         R"({"symmetry": "rotation", "faces": {"4": "single", "others": "any"}, "max_men": 6})",
         R"({"faces": {"4": {"free": true, "wins": 1}, "5": {"free": false}, "others": "any"}, "max_men": 7})",
         R"({"faces": {"4": {"check_by": "R discovered"}, "others": "any"}, "max_men": 7})",
         R"({"faces": {"4": {"check_by": "? displaced", "wins": 1}, "others": "any"}, "max_men": 7})",
         R"({"moves": 2, "mates": {"wins": "1-3"}, "max_men": 7})",
         R"({"men": {"h7": "P"}, "faces": {"8": {"wins": "single", "themes": ["promotion"]}}, "promotions_as_one": true, "max_men": 6})",
         R"({"key": {"4": "any"}, "themes": ["forced-promotion"], "max_men": 9})"}) {
        const Json spec = Json::parse(text);
        INFO(text);
        const auto fens = composed(spec, 1, 250'000);
        REQUIRE_FALSE(fens.empty());
        for (const std::string& fen : fens) CHECK(fault(spec, fen) == "");
    }
}

TEST_CASE("an exhaustive walk finds positions that meet the spec, the same with and without pruning",
          "[law]") {
    for (
        const char* text :
        {R"({"men": {"c6": "K", "c8": "k"}, "has": {"R": "1-2"}, "exact": true, "on": {"R": "a1-h2"}, "faces": {"8": "single", "others": "any"}})",
         R"({"men": {"c6": "K", "c8": "k"}, "empty": ["a1"], "at_most": {"q": 0, "r": 0, "p": 0}, "faces": {"1": {"moves": ["R*"]}, "others": "any"}, "economical": true})"}) {
        const Json json = Json::parse(text);
        const auto spec = read(json);
        std::vector<std::string> found[2];
        for (const bool pruning : {false, true}) {
            make::ComposeOptions options;
            options.pieces = 4;
            options.pruning = pruning;
            make::ExhaustiveWalk<D8Position> walk(spec, options);
            walk.walk([](const auto&) {});
            found[pruning] = walk.progress().found;
        }
        CHECK(found[0] == found[1]);
        CHECK(found[1].size() > 3);
        INFO(text);
        for (const std::string& fen : found[1]) {
            INFO(fen);
            CHECK(fault(json, fen) == "");
        }
    }
}

}  // namespace octomate::laws
