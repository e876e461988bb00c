// The rules, section by section, with at least one test for each ruling of the rules text (section 13), which
// fails if the ruling is not followed.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unit/super_chess/positions.hpp"

namespace octomate::super_chess {

namespace {

// Destinations of a piece on d4 whose lines are empty.
constexpr std::string_view rook_ways = "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4";
constexpr std::string_view bishop_ways = "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8";
constexpr std::string_view knight_ways = "b3 b5 c2 c6 e2 e6 f3 f5";
constexpr std::string_view king_ways = "c3 c4 c5 d3 d5 e3 e4 e5";
/// All squares at king-distance 2.
constexpr std::string_view paladin_ways = "b2 b3 b4 b5 b6 c2 c6 d2 d6 e2 e6 f2 f3 f4 f5 f6";
constexpr std::string_view cardinal_ways =
    "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7";
constexpr std::string_view mvp_becomes = "d8=B d8=C d8=H d8=N d8=Q";

/// Returns the distinct words of several texts, sorted.
std::string union_of(std::initializer_list<std::string_view> texts) {
    std::set<std::string> words;
    for (const std::string_view text : texts) {
        for (const Word& word : split_words(text)) words.emplace(word.text);
    }
    return joined({words.begin(), words.end()}, " ");
}

/// Returns the words of `text` that are not in `others`, sorted.
std::string without(std::string_view text, std::string_view others) {
    std::set<std::string> words;
    for (const Word& word : split_words(text)) words.emplace(word.text);
    for (const Word& word : split_words(others)) words.erase(std::string(word.text));
    return joined({words.begin(), words.end()}, " ");
}

/// Lists the legal moves whose machine form begins with `begin`.
std::string moves_beginning(const Position& position, std::string_view begin) {
    return turns_where(position, [&](Move move) { return position.uci(move).starts_with(begin); });
}

std::string square_named(int file, int rank) {
    if (file < 0 || file > 7 || rank < 0 || rank > 7) return "";
    return {static_cast<char>('a' + file), static_cast<char>('1' + rank)};
}

/// Lists the neighbours of a square.
std::string neighbours(std::string_view square) {
    std::string text;
    for (int across = -1; across <= 1; ++across) {
        for (int up = -1; up <= 1; ++up) {
            if (across != 0 || up != 0)
                text.append(square_named(square[0] - 'a' + across, square[1] - '1' + up)).append(" ");
        }
    }
    return text;
}

bool has(std::string_view words, std::string_view wanted) {
    for (const Word& word : split_words(words)) {
        if (word.text == wanted) return true;
    }
    return false;
}

/// Lists the squares on which a lone black king is in check from a white stack on d4. White's king-like piece
/// `other` is in a distant corner.
std::string attacked_from_d4(std::string_view stack, char other = 'K') {
    std::vector<std::string> attacked;
    for (int file = 0; file < 8; ++file) {
        for (int rank = 0; rank < 8; ++rank) {
            const std::string target = square_named(file, rank);
            if (target == "d4") continue;
            const std::string corner = target == "h1" || has(neighbours("h1"), target) ? "a8" : "h1";
            const std::string pieces = std::string(stack) + "d4 k" + target + " " + other + corner;
            if (placed(pieces, "b - - 0,0 -/-").in_check()) attacked.push_back(target);
        }
    }
    return joined(attacked, " ");
}

char other_case(char c) {
    if (c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Returns the letters of `pieces` as black pieces; memories in brackets are unchanged.
std::string for_black(std::string_view pieces) {
    std::string text;
    bool memory = false;
    for (const char c : pieces) {
        if (c == '[') memory = true;
        if (c == ']') memory = false;
        text += memory ? c : other_case(c);
    }
    return text;
}

std::size_t count(const Position& position) {
    Moves moves;
    position.legal_moves(moves);
    CHECK(position.count_legal_moves() == moves.size());
    return moves.size();
}

/// Counts the sequences of two turns.
std::size_t count_two_turns(const Position& position) {
    Moves moves;
    position.legal_moves(moves);
    std::size_t sum = 0;
    for (const Move& move : moves) sum += position.play(move).count_legal_moves();
    return sum;
}

/// White is mated on the back rank unless it can travel; its king cannot super castle again.
constexpr std::string_view mated = "K[s]g1 Pf2 Pg2 Ph2 re1 kg8 ";

}  // namespace

// ---- Section 1: rules of chess that stay

TEST_CASE("section 1: the set-up is that of chess, and White begins", "[super_chess][rules]") {
    CHECK(Position().fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0,0 -/-");
    CHECK(Position().outcome() == Outcome::Ongoing);
    CHECK_FALSE(Position().in_check());
    CHECK(turns(Position()) ==
          "a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 "
          "h2h4");
}

TEST_CASE("section 14: the numbers of moves in the rules text", "[super_chess][rules]") {
    CHECK(count(Position()) == 20);
    CHECK(count_two_turns(Position()) == 400);
    const std::pair<std::size_t, std::size_t> expected[] = {
        {54, 2013}, {49, 1213}, {54, 1659}, {77, 4333}, {54, 1511}};
    for (std::size_t at = 0; at < std::size(examples); ++at) {
        INFO(examples[at]);
        CHECK(count(position(examples[at])) == expected[at].first);
        CHECK(count_two_turns(position(examples[at])) == expected[at].second);
    }
    CHECK(count(with_hourglass()) == 53);
    CHECK(count_two_turns(with_hourglass()) == 1519);
}

TEST_CASE("section 1: pieces of chess move as in chess", "[super_chess][rules]") {
    CHECK(destinations(placed("Kh1 Rd4 kh7"), "d4") == rook_ways);
    CHECK(destinations(placed("Kh1 Bd4 kh7"), "d4") == bishop_ways);
    CHECK(destinations(placed("Kh1 Nd4 kh7"), "d4") == knight_ways);
    CHECK(destinations(placed("Kh1 Qd4 kh7"), "d4") == union_of({rook_ways, bishop_ways}));
    CHECK(destinations(placed("Kd4 kh7"), "d4") == king_ways);
    CHECK(destinations(placed("Kh1 Pd4 nc5 ne5 kh7"), "d4") == "c5 d5 e5");
    CHECK(destinations(placed("Kh1 Pd2 kh7"), "d2") == "d3 d4");
    CHECK(destinations(placed("Kh1 Pd2 nd4 kh7"), "d2") == "d3");
    CHECK(destinations(placed("Kh1 Pd2 nd3 kh7"), "d2") == "");
    CHECK(destinations(placed("Kh1 pd7 kh7", "b - - 0,0 -/-"), "d7") == "d5 d6");
    CHECK(destinations(placed("Kh1 Rd4 Pd6 nf4 kh7"), "d4") == "a4 b4 c4 d1 d2 d3 d5 e4 f4");
}

TEST_CASE("section 1: mate wins and stalemate draws", "[super_chess][rules]") {
    const Position mate = placed(mated);
    CHECK(mate.in_check());
    CHECK(turns(mate) == "");
    CHECK(mate.outcome() == Outcome::Black);
    CHECK(placed("Kg1 kg8 pf7 pg7 ph7 Re8", "b - - 0,0 -/-").outcome() == Outcome::White);
    const Position stalemate = placed("Kh1 qg3 ka8");
    CHECK_FALSE(stalemate.in_check());
    CHECK(turns(stalemate) == "");
    CHECK(stalemate.outcome() == Outcome::Draw);
}

TEST_CASE("A25: only stalemate is a draw", "[super_chess][rules]") {
    CHECK(placed("Ke1 ke8").outcome() == Outcome::Ongoing);
    CHECK(placed("Ke1 Nb1 ke8").outcome() == Outcome::Ongoing);
    Position shuffled;
    for (int times = 0; times < 60; ++times) shuffled = after(shuffled, "b1c3 b8c6 c3b1 c6b8");
    CHECK(shuffled.outcome() == Outcome::Ongoing);
    CHECK(count(shuffled) == 20);
    CHECK(shuffled.history().size() == 240);
    CHECK(shuffled.now() == Position().now());
}

// ---- Section 2: pieces and stacks

namespace {

/// All white stacks that can hop or be hopped on.
constexpr std::string_view all_stacks[] = {"P",    "N",    "B[d]", "B[l]",  "R",    "Q",       "K",
                                           "O",    "(RP)", "(RR)", "(R^R)", "(RN)", "(RB[d])", "(RB[l])",
                                           "(RQ)", "(RK)", "(RO)", "(RRP)", "(RRR)"};

struct FormedStack {
    std::string_view suffix;
    Kind kind;
};

/// Returns the stacks that hopper and base form by the table of section 2, each with the suffix of the move.
std::vector<FormedStack> formed_stacks(std::string_view hopper, std::string_view base) {
    static const std::map<std::pair<std::string_view, std::string_view>, std::vector<FormedStack>> table = {
        {{"P", "R"}, {{"", Kind::Mvp}}},
        {{"R", "R"}, {{"=C", Kind::Cathedral}, {"=H", Kind::Hourglass}}},
        {{"N", "R"}, {{"", Kind::Paladin}}},
        {{"B[d]", "R"}, {{"", Kind::PseudoQueen}}},
        {{"B[l]", "R"}, {{"", Kind::Cardinal}}},
        {{"Q", "R"}, {{"", Kind::HyperQueen}}},
        {{"K", "R"}, {{"", Kind::CowardlyKing}}},
        {{"O", "R"}, {{"", Kind::CowardlyPope}}},
        {{"P", "(RR)"}, {{"", Kind::Goap}}},
        {{"(RP)", "R"}, {{"", Kind::Goap}}},
        {{"R", "(RR)"}, {{"", Kind::Vatican}}},
        {{"(RR)", "R"}, {{"", Kind::Vatican}}},
        {{"K", "(RRR)"}, {{"", Kind::HighGround}}},
        {{"O", "(RRR)"}, {{"", Kind::PopesHighGround}}},
        {{"(RK)", "(RR)"}, {{"", Kind::HighGround}}},
        {{"(RO)", "(RR)"}, {{"", Kind::PopesHighGround}}},
    };
    const auto found = table.find({hopper, base});
    return found == table.end() ? std::vector<FormedStack>{} : found->second;
}

/// Returns a square that the hopper can reach from d4.
std::string_view base_square(std::string_view hopper) {
    if (hopper == "N") return "e6";
    if (hopper == "(RN)") return "d6";
    return hopper.starts_with('B') ? "e5" : "d5";
}

}  // namespace

TEST_CASE("A24: every stack is formed by the hops of the table of section 2, and by no others",
          "[super_chess][rules]") {
    for (const std::string_view hopper : all_stacks) {
        for (const std::string_view base : all_stacks) {
            if (hopper.find('K') != hopper.npos && base.find('K') != base.npos) continue;
            // On these squares every hopper can reach the base. Additional popes make check irrelevant.
            const std::string to(base_square(hopper));
            const bool king = hopper.find('K') != hopper.npos || base.find('K') != base.npos;
            const std::string pieces = std::string(hopper) + "d4 " + std::string(base) + to +
                                       (king ? " Oa1" : " Oa1 Kc1") + " kh8 oh6";
            INFO(pieces);
            const Position white = placed(pieces);
            std::vector<std::string> expected;
            for (const FormedStack& made : formed_stacks(hopper, base)) {
                const std::string text = "d4" + to + std::string(made.suffix);
                expected.push_back(text);
                if (legal(white, text)) {
                    CHECK(kind_at(after(white, text), to) == made.kind);
                    CHECK(at(after(white, text), "d4") == "");
                }
            }
            CHECK(moves_beginning(white, "d4" + to) == joined(expected, " "));
        }
    }
}

TEST_CASE("section 2: Black forms the same stacks by the same hops", "[super_chess][rules]") {
    const std::map<std::string_view, std::string> base_squares = {
        {"d5", "d4"}, {"e6", "e3"}, {"d6", "d3"}, {"e5", "e4"}};
    for (const std::string_view hopper : all_stacks) {
        for (const std::string_view base : all_stacks) {
            if (hopper.find('K') != hopper.npos && base.find('K') != base.npos) continue;
            const std::string to = base_squares.at(base_square(hopper));
            const bool king = hopper.find('K') != hopper.npos || base.find('K') != base.npos;
            std::string pieces = for_black(hopper) + "d5 " + for_black(base) + to;
            pieces += king ? " oa8" : " oa8 kc8";
            pieces += " Kh1 Oh3";
            INFO(pieces);
            const Position black = placed(pieces, "b - - 0,0 -/-");
            std::vector<std::string> expected;
            for (const FormedStack& made : formed_stacks(hopper, base))
                expected.push_back("d5" + to + std::string(made.suffix));
            CHECK(moves_beginning(black, "d5" + to) == joined(expected, " "));
        }
    }
}

TEST_CASE("section 2: the hopping piece is on top, and every piece keeps its memory",
          "[super_chess][rules]") {
    CHECK(at(after(placed("Kh1 P[c]d4 R[k]d5 kh7"), "d4d5"), "d5") == "(R[k]P[c])");
    CHECK(at(after(placed("Kh1 R[a]d4 R[k]d5 kh7"), "d4d5=C"), "d5") == "(R[k]R[a])");
    CHECK(at(after(placed("Kh1 R[a]d4 R[k]d5 kh7"), "d4d5=H"), "d5") == "(R[k]^R[a])");
    CHECK(at(after(placed("Kh1 B[l2.5]d4 R[k]e5 kh7"), "d4e5"), "e5") == "(R[k]B[l2.5])");
    CHECK(at(after(placed("K[s]d4 R[k]d5 kh7"), "d4d5"), "d5") == "(R[k]K[s])");
    CHECK(at(after(placed("Kh1 O[sh]d4 R[k]d5 kh7"), "d4d5"), "d5") == "(R[k]O[sh])");
    CHECK(at(after(placed("Kh1 (R[b]P[c])d4 R[k]d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]P[c])");
    CHECK(at(after(placed("Kh1 P[c]d4 (R[k]R[b])d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]P[c])");
    CHECK(at(after(placed("Kh1 (R[b]R[c])d4 R[k]d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]R[c])");
    CHECK(at(after(placed("Kh1 R[c]d4 (R[k]R[b])d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]R[c])");
    CHECK(at(after(placed("K[h]d4 (R[k]R[b]R[c])d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]R[c]K[h])");
    CHECK(at(after(placed("(R[c]K[h])d4 (R[k]R[b])d5 kh7"), "d4d5"), "d5") == "(R[k]R[b]R[c]K[h])");
}

TEST_CASE("section 2: a bishop's colour never changes, wherever it hops", "[super_chess][rules]") {
    // A dark bishop that hops on a light square forms a Pseudo Queen.
    CHECK(kind_at(after(placed("Kh1 B[d]d3 Re4 kh7"), "d3e4"), "e4") == Kind::PseudoQueen);
    CHECK(kind_at(after(placed("Kh1 Bd3 Re4 kh7"), "d3e4"), "e4") == Kind::Cardinal);
    CHECK(kind_at(after(placed("Kh1 B[l]d4 Re5 kh7"), "d4e5"), "e5") == Kind::Cardinal);
    // A bishop carried to a square of the other colour leaves the stack.
    const Position carried = after(placed("Kh1 (R[q]B)d4 kh7 pa7"), "d4d5 a7a6 d5^e6");
    CHECK(at(carried, "e6") == "B[d]");
    CHECK(at(carried, "d5") == "R[q]");
}

TEST_CASE("section 2: every stack of two or more is a super piece, king-like ones too",
          "[super_chess][rules]") {
    for (const std::string_view stack : all_stacks) {
        if (stack.find('K') != stack.npos) continue;
        INFO(stack);
        // If there is a super piece on a4, no knight may hop on a rook.
        const Position other = placed("Kh1 Oc1 " + std::string(stack) + "a4 Nf3 Rd4 kh7 oh5");
        CHECK(legal(other, "f3d4") == !stack.starts_with('('));
    }
}

// ---- Section 3: hopping

TEST_CASE("A1: after a hop a side has at most one super piece, counting Cowardly Kings and Popes",
          "[super_chess][rules]") {
    CHECK_FALSE(legal(placed("(RK)e1 Nf3 Rd4 kh8"), "f3d4"));
    CHECK_FALSE(legal(placed("Ke1 (RO)a4 Nf3 Rd4 kh8"), "f3d4"));
    CHECK_FALSE(legal(placed("Ke1 Re2 (RP)a4 kh8"), "e1e2"));
    CHECK(legal(placed("Ke1 Re2 Pa4 kh8"), "e1e2"));
    // A super piece of Black does not prevent White's hop.
    CHECK(legal(placed("Ke1 Nf3 Rd4 kh8 (rn)a7"), "f3d4"));
}

TEST_CASE("A1: a super piece may hop or be hopped on if its side has no other", "[super_chess][rules]") {
    CHECK(legal(placed("Kh1 (RP)d4 Rd5 kh7"), "d4d5"));
    CHECK(legal(placed("Kh1 Pd4 (RR)d5 kh7"), "d4d5"));
    CHECK_FALSE(legal(placed("Kh1 (RP)d4 Rd5 (RN)a1 kh7"), "d4d5"));
    CHECK_FALSE(legal(placed("Kh1 Pd4 (RR)d5 (RN)a1 kh7"), "d4d5"));
}

TEST_CASE(
    "A1: composed positions may have several super pieces, and a Cowardly King may still hop on a Cathedral",
    "[super_chess][rules]") {
    const Position two = placed("Kh1 (RN)d4 (RB)a1 Na4 Rb2 kh7");
    CHECK(destinations(two, "d4") == without(paladin_ways, "b2"));
    CHECK_FALSE(legal(two, "a4b2"));
    CHECK(legal(placed("(RK)d4 (RR)d7 kh8"), "d4d7"));
}

TEST_CASE("section 3: a pawn hops one step ahead, or two over an empty square on its first move",
          "[super_chess][rules]") {
    CHECK(destinations(placed("Kh1 Pd2 Rd3 kh7"), "d2") == "d3");
    CHECK(destinations(placed("Kh1 Pd2 Rd4 kh7"), "d2") == "d3 d4");
    CHECK(destinations(placed("Kh1 Pd2 nd3 Rd4 kh7"), "d2") == "");
    CHECK(destinations(placed("Kh1 P[*]d2 Rd4 kh7"), "d2") == "d3");
    CHECK(destinations(placed("Kh1 Pd4 Rd6 kh7"), "d4") == "d5");
    CHECK(destinations(placed("kh8 pd7 rd5 Kh1", "b - - 0,0 -/-"), "d7") == "d5 d6");
    CHECK(at(after(placed("Kh1 Pd2 R[q]d4 kh7"), "d2d4"), "d4") == "(R[q]P)");
    CHECK(at(after(placed("Kh1 Pd2 (R[q]R[k])d4 kh7"), "d2d4"), "d4") == "(R[q]R[k]P)");
}

TEST_CASE("A12: no pawn hops diagonally", "[super_chess][rules]") {
    CHECK(destinations(placed("Kh1 Pd4 Rc5 Re5 kh7"), "d4") == "d5");
    CHECK(destinations(placed("Kh1 Pd4 Rc5 (RR)e5 kh7"), "d4") == "d5");
    CHECK(destinations(placed("Kh1 (RP)d4 Re5 kh7"), "d4", "^") == "d5");
    // An MVP does not hop to the diagonal squares on which its pawn captures, either.
    CHECK(destinations(placed("Kh1 (RP)d4 Re5 kh7"), "d4") == union_of({rook_ways, mvp_becomes}));
}

TEST_CASE("section 3: no piece slides under another", "[super_chess][rules]") {
    for (const char* piece : {"N", "B", "Q", "P", "K"}) {
        INFO(piece);
        const Position at =
            placed("Oh1 Rd4 " + std::string(piece) + "d6 " + (*piece == 'K' ? "" : "Kf1 ") + "kh7 oa8");
        CHECK(destinations(at, "d4") == "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4 h4");
    }
}

TEST_CASE("section 3: a hop needs an open way like any move", "[super_chess][rules]") {
    CHECK_FALSE(legal(placed("Kh1 Qd4 nd6 Rd7 kh5"), "d4d7"));
    CHECK(legal(placed("Kh1 Qd4 Rd7 kh5"), "d4d7"));
    CHECK(legal(placed("Kh1 Nd4 Re6 Pd5 Pe5 Pe4 kh5"), "d4e6"));
    CHECK_FALSE(legal(placed("Kh1 Nd4 Re5 kh7"), "d4e5"));
    // An enemy rook is captured, not hopped on.
    CHECK(at(after(placed("Kh1 Nd4 re6 kh7"), "d4e6"), "e6") == "N");
}

TEST_CASE("section 3: R on R is a Cathedral or an Hourglass, at the mover's choice", "[super_chess][rules]") {
    const std::string pieces = "Kh1 R[q]d4 R[k]d7 kh5";
    for (const char* used : {"-/-", "q/-", "k/-", "-/qk"}) {
        INFO(used);
        CHECK(moves_beginning(placed(pieces, "w - - 0,0 " + std::string(used)), "d4d7") == "d4d7=C d4d7=H");
    }
    // An Hourglass needs an unused rook.
    CHECK(moves_beginning(placed(pieces, "w - - 0,0 qk/-"), "d4d7") == "d4d7=C");
}

// ---- Section 4: splitting

TEST_CASE("section 4: the parts into which each stack of two can be split", "[super_chess][rules]") {
    const std::pair<std::string, std::string> uppers[] = {{"(RP)", "d5"},
                                                          {"(RR)", std::string(rook_ways)},
                                                          {"(R^R)", std::string(rook_ways)},
                                                          {"(RN)", std::string(knight_ways)},
                                                          {"(RB[d])", std::string(bishop_ways)},
                                                          {"(RB[l])", std::string(bishop_ways)},
                                                          {"(RO)", std::string(king_ways)}};
    for (const auto& [stack, upper] : uppers) {
        INFO(stack);
        const Position at = placed("Kh1 " + stack + "d4 kh7");
        CHECK(destinations(at, "d4", "_") == rook_ways);
        CHECK(destinations(at, "d4", "^") == upper);
        CHECK(destinations(at, "d4", "__") == "");
        CHECK(destinations(at, "d4", "^^") == "");
    }
    const Position coward = placed("(RK)d4 kh7");
    CHECK(destinations(coward, "d4", "_") == rook_ways);
    CHECK(destinations(coward, "d4", "^") == king_ways);
}

TEST_CASE("section 4: a GOAP is split into R | MVP and Cathedral | P", "[super_chess][rules]") {
    const Position goap = placed("Kh1 (R[q]R[k]P[c])d4 kh7");
    CHECK(destinations(goap, "d4", "_") == rook_ways);
    CHECK(destinations(goap, "d4", "__") == rook_ways);
    CHECK(destinations(goap, "d4", "^") == "d5");
    CHECK(destinations(goap, "d4", "^^") == union_of({rook_ways, mvp_becomes}));
    const auto parts = [&](std::string_view text, std::string_view to) {
        const Position split = after(goap, text);
        return at(split, "d4") + " " + at(split, to);
    };
    CHECK(parts("d4_a4", "a4") == "(R[k]P[c]) R[q]");
    CHECK(parts("d4__a4", "a4") == "P[c] (R[q]R[k])");
    CHECK(parts("d4^d5", "d5") == "(R[q]R[k]) P[c]");
    CHECK(parts("d4^^a4", "a4") == "R[q] (R[k]P[c])");
}

TEST_CASE("section 4: a Vatican is split into R | Cathedral and Cathedral | R", "[super_chess][rules]") {
    const Position vatican = placed("Kh1 (R[q]R[k]R[c])d4 kh7");
    for (const char* sign : {"_", "__", "^", "^^"}) CHECK(destinations(vatican, "d4", sign) == rook_ways);
    const auto parts = [&](std::string_view text) {
        const Position split = after(vatican, text);
        return at(split, "d4") + " " + at(split, "a4");
    };
    CHECK(parts("d4_a4") == "(R[k]R[c]) R[q]");
    CHECK(parts("d4__a4") == "R[c] (R[q]R[k])");
    CHECK(parts("d4^a4") == "(R[q]R[k]) R[c]");
    CHECK(parts("d4^^a4") == "R[q] (R[k]R[c])");
}

TEST_CASE("section 4: pieces that part keep their memories", "[super_chess][rules]") {
    const auto parts = [](std::string_view stack, std::string_view text, std::string_view to) {
        const bool king = stack.find('K') != stack.npos;
        const Position split =
            after(placed(std::string(king ? "" : "Kh1 ") + std::string(stack) + "d4 kh7"), text);
        return at(split, "d4") + " " + at(split, to);
    };
    CHECK(parts("(R[k]P[a])", "d4_d6", "d6") == "P[a] R[k]");
    CHECK(parts("(R[k]P[a])", "d4^d5", "d5") == "R[k] P[a]");
    CHECK(parts("(R[k]N)", "d4_d6", "d6") == "N R[k]");
    CHECK(parts("(R[k]N)", "d4^e6", "e6") == "R[k] N");
    CHECK(parts("(R[k]B[l2.4])", "d4_d6", "d6") == "B[l2.4] R[k]");
    CHECK(parts("(R[k]B[l2.4])", "d4^e5", "e5") == "R[k] B[l2.4]");
    CHECK(parts("(R[k]K[s])", "d4_d6", "d6") == "K[s] R[k]");
    CHECK(parts("(R[k]K[h])", "d4^d5", "d5") == "R[k] K[h]");
    CHECK(parts("(R[k]O[sh])", "d4_d6", "d6") == "O[sh] R[k]");
    CHECK(parts("(R[k]R[a])", "d4_d6", "d6") == "R[a] R[k]");
    CHECK(parts("(R[k]R[a])", "d4^d6", "d6") == "R[k] R[a]");
}

TEST_CASE("section 4: the rooks of a split Hourglass are upright", "[super_chess][rules]") {
    const Position hourglass = placed("Kh1 (R[q]^R[k])d4 kh7");
    for (const char* text : {"d4_d6", "d4^d6"}) {
        INFO(text);
        CHECK(kind_at(after(hourglass, text), "d4") == Kind::Rook);
        CHECK(kind_at(after(hourglass, text), "d6") == Kind::Rook);
    }
    CHECK(at(after(hourglass, "d4^d6"), "d6") == "R[k]");
}

TEST_CASE("section 4: a Hyper Queen, a High Ground and a single piece cannot be split",
          "[super_chess][rules]") {
    CHECK(splits(placed("Kh1 (RQ)d4 kh7")) == "");
    CHECK(splits(placed("(RRRK)d4 kh7")) == "");
    CHECK(splits(Position()) == "");
}

TEST_CASE("section 4: parts that leave capture like the pieces they are", "[super_chess][rules]") {
    const Position paladin = placed("Kh1 (R[q]N)d4 nd7 be6 kh5");
    CHECK(at(after(paladin, "d4_d7"), "d7") == "R[q]");
    CHECK(at(after(paladin, "d4^e6"), "e6") == "N");
    CHECK_FALSE(legal(paladin, "d4_d8"));
    const Position mvp = placed("Kh1 (RP)d4 nc5 nd5 ne3 kh7");
    CHECK(destinations(mvp, "d4", "^") == "c5");
    CHECK(destinations(mvp, "d4", "_") == "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4 h4");
    const Position goap = placed("Kh1 (RRP)d4 nc3 nc5 ne3 ne5 kh7");
    CHECK(destinations(goap, "d4", "^") == "c5 d5 e5");
    // The MVP that jumps off the GOAP captures diagonally only forward, like a pawn.
    CHECK(destinations(goap, "d4", "^^") == union_of({rook_ways, mvp_becomes, "c5 e5"}));
    CHECK(destinations(goap, "d4", "__") == rook_ways);
}

TEST_CASE("section 4: king and pope may not capture as they jump off", "[super_chess][rules]") {
    // The knight on d5 guards c3, e3, b4 and f4.
    const Position king = placed("(RK)d4 nd5 kh8");
    CHECK(destinations(king, "d4", "^") == "c4 c5 d3 e4 e5");
    CHECK(destinations(king, "d4", "_") == "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4 h4");
    const Position pope = placed("Kh1 (RO)d4 nd5 kh8");
    CHECK(destinations(pope, "d4", "^") == without(king_ways, "d5"));
    CHECK(legal(pope, "d4_d5"));
}

TEST_CASE("A6: a part that leaves may hop on another own rook", "[super_chess][rules]") {
    const auto parts = [](const Position& position, std::string_view text, std::string_view to) {
        const Position split = after(position, text);
        return at(split, "d4") + " " + at(split, to);
    };
    CHECK(parts(placed("Kh1 (R[q]N)d4 R[k]d7 kh5"), "d4_d7=C", "d7") == "N (R[k]R[q])");
    CHECK(parts(placed("Kh1 (R[q]N)d4 R[k]d7 kh5"), "d4_d7=H", "d7") == "N (R[k]^R[q])");
    CHECK(parts(placed("Kh1 (R[q]N)d4 R[k]e6 kh5"), "d4^e6", "e6") == "R[q] (R[k]N)");
    CHECK(parts(placed("Kh1 (R[q]B)d4 R[k]e5 kh7"), "d4^e5", "e5") == "R[q] (R[k]B)");
    CHECK(parts(placed("Kh1 (R[q]P)d4 R[k]d5 kh7"), "d4^d5", "d5") == "R[q] (R[k]P)");
    CHECK(parts(placed("(R[q]K)d4 R[k]d5 kh7"), "d4^d5", "d5") == "R[q] (R[k]K)");
    CHECK(parts(placed("(R[q]K)d4 R[k]d7 kh5"), "d4_d7=C", "d7") == "K (R[k]R[q])");
    CHECK(parts(placed("Kh1 (R[q]O)d4 R[k]d5 kh7"), "d4^d5", "d5") == "R[q] (R[k]O)");
    CHECK(parts(placed("Kh1 (R[q]R[a])d4 R[k]d7 kh5"), "d4^d7=C", "d7") == "R[q] (R[k]R[a])");
    CHECK(parts(placed("Kh1 (R[q]^R[a])d4 R[k]d7 kh5"), "d4_d7=H", "d7") == "R[a] (R[k]^R[q])");
    CHECK(parts(placed("Kh1 (R[q]R[a]P)d4 R[k]d7 kh5"), "d4^^d7", "d7") == "R[q] (R[k]R[a]P)");
    CHECK(parts(placed("Kh1 (R[q]R[a]P)d4 R[k]d7 kh5"), "d4__d7", "d7") == "P (R[k]R[q]R[a])");
    CHECK(parts(placed("Kh1 (R[q]R[a]R[b])d4 R[k]d7 kh5"), "d4^^d7", "d7") == "R[q] (R[k]R[a]R[b])");
    CHECK(parts(placed("Kh1 (R[q]R[a]R[b])d4 R[k]d7 kh5"), "d4__d7", "d7") == "R[b] (R[k]R[q]R[a])");
}

TEST_CASE("A6, A1: a part may not hop if a super piece stays behind", "[super_chess][rules]") {
    const Position goap = placed("Kh1 (RRP)d4 Rd5 kh7");
    CHECK(moves_beginning(goap, "d4_d5") == "");
    CHECK(moves_beginning(goap, "d4^d5") == "");
    CHECK(legal(goap, "d4^^d5"));
    CHECK(legal(goap, "d4__d5"));
    const Position vatican = placed("Kh1 (RRR)d4 Rd7 kh5");
    CHECK(moves_beginning(vatican, "d4_d7") == "");
    CHECK(moves_beginning(vatican, "d4^d7") == "");
    // A part may not hop on a base with which it forms no stack.
    CHECK(moves_beginning(placed("Kh1 (RN)d4 Qd7 kh5"), "d4_d7") == "");
}

// ---- Section 5: movement and capture of whole pieces

TEST_CASE("section 5: the moves of each stack as a whole", "[super_chess][rules]") {
    const auto from_d4 = [](std::string_view stack) {
        const bool king = stack.find('K') != stack.npos;
        return destinations(placed(std::string(stack) + "d4 kh7" + (king ? "" : " Kh1")), "d4");
    };
    CHECK(from_d4("(RP)") == union_of({rook_ways, mvp_becomes}));
    CHECK(from_d4("(RRP)") == union_of({rook_ways, "d8=V"}));
    for (const char* stack : {"(RR)", "(R^R)", "(RRR)", "(RK)", "(RO)"}) {
        INFO(stack);
        CHECK(from_d4(stack) == rook_ways);
    }
    CHECK(from_d4("(RN)") == paladin_ways);
    CHECK(from_d4("(RB[d])") == union_of({rook_ways, bishop_ways}));
    CHECK(from_d4("(RB[l])") == cardinal_ways);
    CHECK(from_d4("O") == king_ways);
    CHECK(from_d4("(RRRO)") == "");
    const std::string middles = union_of({rook_ways, bishop_ways});
    std::string hyper;
    for (const Word& middle : split_words(middles)) hyper += neighbours(middle.text);
    CHECK(from_d4("(RQ)") == without(hyper, "h1 h7"));
}

TEST_CASE("section 5: an MVP captures on the two forward diagonal neighbours too", "[super_chess][rules]") {
    const Position white = placed("Kh1 (RP)d4 nc3 nc5 ne3 ne5 nd6 kh7");
    CHECK(destinations(white, "d4") == "a4 b4 c4 c5 d1 d2 d3 d5 d6 e4 e5 f4 g4 h4");
    const Position black = placed("kh8 (rp)d5 Nc6 Ne6 Nc4 Ne4 Nd3 Kh2", "b - - 0,0 -/-");
    CHECK(destinations(black, "d5") == "a5 b5 c4 c5 d3 d4 d6 d7 d8 e4 e5 f5 g5 h5");
    // An MVP does not move to empty diagonal squares.
    CHECK(destinations(placed("Kh1 (RP)d4 Nc5 ne6 kh7"), "d4") == union_of({rook_ways, mvp_becomes}));
}

TEST_CASE("section 5: a GOAP captures on all four diagonal neighbours", "[super_chess][rules]") {
    const Position white = placed("Kh1 (RRP)d4 nc3 nc5 ne3 ne5 nd6 kh7");
    CHECK(destinations(white, "d4") == "a4 b4 c3 c4 c5 d1 d2 d3 d5 d6 e3 e4 e5 f4 g4 h4");
    const Position black = placed("kh8 (rrp)d5 Nc6 Ne6 Nc4 Ne4 Nd3 Kh2", "b - - 0,0 -/-");
    CHECK(destinations(black, "d5") == "a5 b5 c4 c5 c6 d3 d4 d6 d7 d8 e4 e5 e6 f5 g5 h5");
    CHECK(at(after(placed("Kh1 (R[q]R[k]P)d4 nc3 kh7"), "d4c3"), "c3") == "(R[q]R[k]P[d])");
    CHECK_FALSE(legal(placed("Kh1 (RRP)d4 kh7"), "d4c3"));
}

TEST_CASE("A16: a Paladin leaps to the squares at distance 2, over pieces of both sides",
          "[super_chess][rules]") {
    const Position walled = placed("Kh1 (R[q]N)d4 Pc3 Pc4 Pc5 Pd3 nd5 ne3 ne4 ne5 Pb2 nb6 kh7");
    CHECK(destinations(walled, "d4") == without(paladin_ways, "b2"));
    CHECK(at(after(walled, "d4b6"), "b6") == "(R[q]N)");
    CHECK(destinations(placed("(RN)a1 Kh1 kh7"), "a1") == "a3 b3 c1 c2 c3");
}

TEST_CASE("section 5: a Cardinal moves like a queen, at most three squares, and is blocked by pieces",
          "[super_chess][rules]") {
    const Position at = placed("Kh1 (RB[l])d4 Pd5 ne5 ng4 bc3 kh7");
    CHECK(destinations(at, "d4") == "a4 a7 b4 b6 c3 c4 c5 d1 d2 d3 e3 e4 e5 f2 f4 g1 g4");
}

TEST_CASE("section 5: a Pseudo Queen moves like a queen", "[super_chess][rules]") {
    const Position at = placed("Kh1 (RB)d4 Pd5 ne5 ng4 kh7");
    CHECK(destinations(at, "d4") == "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 e3 e4 e5 f2 f4 g1 g4");
}

TEST_CASE("section 5: a Hyper Queen makes a queen's move and then a king's step", "[super_chess][rules]") {
    // The queen's move can only lead to e5, since f6 is occupied; the king's step leads on from there.
    const Position way = placed("Kh1 (RQ)d4 Pc3 Pc4 Pc5 Pd3 Pd5 Pe3 Pe4 nf6 kh8");
    CHECK(destinations(way, "d4") == "d4 d6 e6 f4 f5 f6");
    const Position walled = placed("Kh1 (RQ)d4 Pc3 Pc4 Pc5 Pd3 Pd5 Pe3 Pe4 Ne5 kh8");
    CHECK(destinations(walled, "d4") == "");
    // The queen's move must end on an empty square: only the king's step captures.
    const Position enemy = placed("Kh1 (RQ)d4 Pc3 Pc4 Pc5 Pd3 Pd5 Pe3 Pe4 ne5 kh7");
    CHECK(destinations(enemy, "d4") == "");
    CHECK(legal(placed("Kh1 (RQ)d4 nd7 kh5"), "d4d7"));
    CHECK(legal(placed("Kh1 (RQ)d4 nd5 kh5"), "d4d5"));
    CHECK(at(after(placed("Kh1 (R[q]Q)d4 nd5 kh5"), "d4d5"), "d5") == "(R[q]Q)");
    // The king's step may not end on an own piece, not even on a rook.
    CHECK_FALSE(legal(placed("Kh1 (RQ)d4 Rd7 kh5"), "d4d7"));
}

TEST_CASE("A14: a Hyper Queen may step back to where it began", "[super_chess][rules]") {
    const Position at = placed("Kh1 (R[q]Q)d4 kh7 pa7");
    REQUIRE(legal(at, "d4d4"));
    const Position null = after(at, "d4d4");
    CHECK(null.board() == at.board());
    CHECK(null.turn() == Color::Black);
    CHECK(null.history().size() == 1);
    // The move that returns to its square does not end a check.
    CHECK_FALSE(legal(placed("Kh1 (RQ)d4 rh6 ka8"), "d4d4"));
    // No other piece can stay where it is.
    CHECK_FALSE(legal(placed("Kh1 (RB)d4 kh7"), "d4d4"));
}

TEST_CASE("A15: moves by different middle squares to one destination are one move", "[super_chess][rules]") {
    const Position at = placed("Kh1 (RQ)d4 nd7 kh5");
    Moves moves;
    at.legal_moves(moves);
    std::set<std::string> texts;
    for (const Move& move : moves) texts.insert(at.uci(move));
    CHECK(texts.size() == moves.size());
    CHECK(moves_beginning(at, "d4d5") == "d4d5");
}

TEST_CASE("section 5: Cowardly Kings and Popes never capture as a whole", "[super_chess][rules]") {
    const std::string_view ways = "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4 h4";
    CHECK(destinations(placed("(RK)d4 bd6 nb1 kh7"), "d4") == without(ways, "b4 d2 f4"));
    CHECK(destinations(placed("Kh1 (RO)d4 bd6 kh7"), "d4") == ways);
    CHECK(legal(placed("Kh1 (RO)d4 bd6 kh7"), "d4_d6"));
}

TEST_CASE("section 5: a pope moves and captures like a king", "[super_chess][rules]") {
    CHECK(destinations(placed("Kh1 Od4 nd5 Pc3 kh7"), "d4") == without(king_ways, "c3"));
    // A pope that is the only king-like piece may not move to an attacked square.
    CHECK(destinations(placed("Od4 re8 kh7"), "d4") == "c3 c4 c5 d3 d5");
}

TEST_CASE("section 5: Cathedral, Hourglass and Vatican capture like rooks, with all their pieces",
          "[super_chess][rules]") {
    CHECK(at(after(placed("Kh1 (R[q]R[k])d4 nd6 kh7"), "d4d6"), "d6") == "(R[q]R[k])");
    CHECK(at(after(placed("Kh1 (R[q]^R[k])d4 nd6 kh7"), "d4d6"), "d6") == "(R[q]^R[k])");
    CHECK(at(after(placed("Kh1 (R[q]R[k]R[a])d4 nd6 kh7"), "d4d6"), "d6") == "(R[q]R[k]R[a])");
    // A captured stack disappears with all its pieces.
    CHECK(after(placed("Kh1 Rd4 (rrr)d6 kh7"), "d4d6").board().occupied() ==
          (board8::bit(square("h1")) | board8::bit(square("d6")) | board8::bit(square("h7"))));
}

// ---- Section 6: en passant

TEST_CASE("section 6: every double step is remembered, for one turn", "[super_chess][rules]") {
    const Position once = after(Position(), "e2e4");
    CHECK(field(once, 3) == "e3");
    CHECK(field(after(once, "d7d5"), 3) == "d6");
    CHECK(field(after(once, "b8c6"), 3) == "-");
    CHECK(field(after(Position(), "e2e3"), 3) == "-");
    CHECK(field(after(placed("Kh1 Pd2 Rd4 kh7"), "d2d4"), 3) == "d3");
    CHECK(field(after(placed("Kh1 Pd2 (RR)d4 kh7"), "d2d4"), 3) == "d3");
    CHECK(field(after(placed("kh8 pd7 rd5 Kh1", "b - - 0,0 -/-"), "d7d5"), 3) == "d6");
    // A two-square move of an MVP as a rook is not a double step.
    CHECK(field(after(placed("Kh1 (RP)d2 kh7"), "d2d4"), 3) == "-");
    const Position late = after(placed("Kh1 Pd2 pe4 kh7"), "d2d4 h7h6 h1h2");
    CHECK_FALSE(legal(late, "e4d3"));
}

TEST_CASE("section 6: a pawn is captured as it passes", "[super_chess][rules]") {
    const Position passed = after(placed("Kh1 Pd2 pe4 pc4 kh7"), "d2d4");
    CHECK(legal(passed, "c4d3"));
    const Position captured = after(passed, "e4d3");
    CHECK(at(captured, "d4") == "");
    CHECK(at(captured, "d3") == "p[e]");
    const Position by_white = after(placed("Kh1 Pe5 pd7 kh8", "b - - 0,0 -/-"), "d7d5 e5d6");
    CHECK(at(by_white, "d5") == "");
    CHECK(at(by_white, "d6") == "P[e]");
    // The capture removes both pawns from the rank, which opens it to the rook.
    CHECK_FALSE(legal(placed("Ka5 Pb5 pc5 rh5 kh8", "w - c6 0,0 -/-"), "b5c6"));
    CHECK(legal(placed("Ka4 Pb5 pc5 rh5 kh8", "w - c6 0,0 -/-"), "b5c6"));
}

TEST_CASE("section 6: the entire MVP or GOAP is captured, if a double step made it", "[super_chess][rules]") {
    const Position mvp = after(placed("Kh1 Pd2 Rd4 pe4 kh7"), "d2d4");
    CHECK(kind_at(mvp, "d4") == Kind::Mvp);
    CHECK(field(after(mvp, "e4d3"), 0) == "8/7k/8/8/8/3p[e]4/8/7K");
    const Position goap = after(placed("Kh1 Pd2 (RR)d4 pe4 kh7"), "d2d4");
    CHECK(kind_at(goap, "d4") == Kind::Goap);
    CHECK(field(after(goap, "e4d3"), 0) == "8/7k/8/8/8/3p[e]4/8/7K");
    const Position for_black = after(placed("kh8 pd7 (rr)d5 Pe5 Kh1", "b - - 0,0 -/-"), "d7d5 e5d6");
    CHECK(field(for_black, 0) == "7k/8/3P[e]4/8/8/8/8/7K");
    // A single step cannot be captured en passant.
    CHECK_FALSE(legal(after(placed("Kh1 Pd3 Rd4 pe4 kh7"), "d3d4"), "e4d3"));
}

TEST_CASE("section 6: a pawn that jumps off captures en passant too", "[super_chess][rules]") {
    const Position passed = after(placed("Kh1 Pd2 (r[q]p)e4 kh7"), "d2d4");
    REQUIRE(legal(passed, "e4^d3"));
    CHECK(field(after(passed, "e4^d3"), 0) == "8/7k/8/8/4r[q]3/3p[e]4/8/7K");
    const Position goap = after(placed("Kh1 Pd2 R[q]d4 (r[q]r[k]p)e4 kh7"), "d2d4");
    CHECK(field(after(goap, "e4^d3"), 0) == "8/7k/8/8/4(r[q]r[k])3/3p[e]4/8/7K");
}

TEST_CASE("section 6: a capture en passant must not uncover the own king", "[super_chess][rules]") {
    CHECK_FALSE(legal(placed("Ka5 Pb5 pc5 rh5 kh8", "w - c6 0,0 -/-"), "b5c6"));
    // The rook that stays shields the king.
    CHECK(legal(placed("Ka5 (RP)b5 pc5 rh5 kh8", "w - c6 0,0 -/-"), "b5^c6"));
    // A side with several king-like pieces may uncover its king.
    CHECK(legal(placed("Ka5 Oa1 Pb5 pc5 rh5 kh8", "w - c6 0,0 -/-"), "b5c6"));
    // A capture en passant may end a check by the captured pawn, or by the rook of a captured MVP.
    CHECK(turns(placed("Kd4 Pd5 pe5 rc8 re8 kh8", "w - e6 0,0 -/-")).find("d5e6") != std::string::npos);
    CHECK(legal(placed("Ke1 Pd5 (rp)e5 kh8", "w - e6 0,0 -/-"), "d5e6"));
}

TEST_CASE("A8: MVP and GOAP do not capture en passant", "[super_chess][rules]") {
    CHECK_FALSE(legal(after(placed("Kh1 Pd2 (rp)e4 kh7"), "d2d4"), "e4d3"));
    const Position goap = after(placed("Kh1 Pd2 (rrp)e4 kh7"), "d2d4");
    CHECK_FALSE(legal(goap, "e4d3"));
    CHECK_FALSE(legal(goap, "e4^^d3"));
    // An MVP or a GOAP may capture a piece on the en passant square.
    CHECK(legal(placed("Kh1 Nd3 (rp)e4 kh7", "b - - 0,0 -/-"), "e4d3"));
}

TEST_CASE("A11: a pawn carried back to its second rank has lost the double step", "[super_chess][rules]") {
    // The pawn hops on a rook, the MVP moves back to d2, and its rook slides out.
    const Position carried = after(placed("Kh1 Pd2 R[q]d3 kh7"), "d2d3 h7h6 d3d2 h6h7 d2_a2");
    CHECK(at(carried, "d2") == "P[*]");
    CHECK(destinations(after(carried, "h7h6"), "d2") == "d3");
    CHECK(destinations(placed("Kh1 P[*]d2 kh7"), "d2") == "d3");
    // A pawn that jumps off counts as having moved, too.
    CHECK(destinations(placed("Kh1 (RP)d2 kh7"), "d2", "^") == "d3");
    CHECK(destinations(placed("Kh1 (RP)d2 Rd4 kh7"), "d2", "^") == "d3");
}

TEST_CASE("section 4: a pawn left behind on its own first rank stays a pawn", "[super_chess][rules]") {
    const Position left = after(placed("Kh3 (R[q]P)d1 kh7 pa7"), "d1_a1 a7a6");
    CHECK(at(left, "d1") == "P");
    CHECK(destinations(left, "d1") == "d2");
    CHECK(destinations(after(left, "d1d2 a6a5"), "d2") == "d3");
}

// ---- Section 7: promotion

TEST_CASE("section 7: a bare pawn on its last rank becomes Q, R, B or N, and must", "[super_chess][rules]") {
    const Position at8 = placed("Kh1 Pd7 ne8 kh5");
    CHECK(destinations(at8, "d7") == "d8=B d8=N d8=Q d8=R e8=B e8=N e8=Q e8=R");
    CHECK(destinations(placed("kh8 pd2 Ne1 Kh4", "b - - 0,0 -/-"), "d2") ==
          "d1=B d1=N d1=Q d1=R e1=B e1=N e1=Q e1=R");
    CHECK(at(after(at8, "d7d8=Q"), "d8") == "Q");
    CHECK(at(after(at8, "d7d8=N"), "d8") == "N");
    // The bishop has the colour of its square, and has counted no captures.
    CHECK(at(after(at8, "d7d8=B"), "d8") == "B");
    CHECK_FALSE(after(at8, "d7d8=B").board().at(square("d8")).has_light_bishop());
    CHECK(after(at8, "d7e8=B").board().at(square("e8")).has_light_bishop());
    // The rook keeps the identity of the pawn.
    CHECK(at(after(at8, "d7d8=R"), "d8") == "R[d]");
    CHECK(at(after(placed("Kh1 P[a]d7 kh5"), "d7d8=R"), "d8") == "R[a]");
}

TEST_CASE("section 7: a pawn that jumps off promotes like a bare one", "[super_chess][rules]") {
    const Position mvp = placed("Kh1 (R[q]P)d7 ne8 kh5");
    CHECK(destinations(mvp, "d7", "^") == "d8=B d8=N d8=Q d8=R e8=B e8=N e8=Q e8=R");
    CHECK(at(after(mvp, "d7^d8=R"), "d8") == "R[d]");
    CHECK(at(after(mvp, "d7^d8=R"), "d7") == "R[q]");
    CHECK(destinations(placed("Kh1 (RRP)d7 kh5"), "d7", "^") == "d8=B d8=N d8=Q d8=R");
}

TEST_CASE("A9: an MVP that arrives on its last rank may promote", "[super_chess][rules]") {
    const Position mvp = placed("Kh1 (R[q]P)d7 kh5");
    CHECK(moves_beginning(mvp, "d7d8") == "d7d8 d7d8=B d7d8=C d7d8=H d7d8=N d7d8=Q");
    const auto becomes = [&](std::string_view text) { return at(after(mvp, text), "d8"); };
    CHECK(becomes("d7d8") == "(R[q]P)");
    CHECK(becomes("d7d8=N") == "(R[q]N)");
    CHECK(becomes("d7d8=B") == "(R[q]B)");
    CHECK(becomes("d7d8=Q") == "(R[q]Q)");
    CHECK(becomes("d7d8=C") == "(R[q]R[d])");
    CHECK(becomes("d7d8=H") == "(R[q]^R[d])");
    // An MVP may also promote after a capture or a move along the last rank.
    CHECK(moves_beginning(placed("Kh1 (RP)d7 ne8 kh5"), "d7e8") == "d7e8 d7e8=B d7e8=C d7e8=H d7e8=N d7e8=Q");
    CHECK(moves_beginning(placed("Kh1 (RP)d8 kh5"), "d8e8") == "d8e8 d8e8=B d8e8=C d8e8=H d8e8=N d8e8=Q");
    CHECK(moves_beginning(placed("kh8 (rp)d5 Kh3", "b - - 0,0 -/-"), "d5d1") ==
          "d5d1 d5d1=B d5d1=C d5d1=H d5d1=N d5d1=Q");
    // An MVP cannot promote on other ranks, including its first.
    CHECK(moves_beginning(mvp, "d7d1") == "d7d1");
    CHECK(moves_beginning(mvp, "d7a7") == "d7a7");
}

TEST_CASE("A9: an MVP that a hop or a jump brings to its last rank promotes as well",
          "[super_chess][rules]") {
    CHECK(moves_beginning(placed("Kh1 Pd7 Rd8 kh5"), "d7d8") == "d7d8 d7d8=B d7d8=C d7d8=H d7d8=N d7d8=Q");
    CHECK(moves_beginning(placed("Kh1 (RP)d7 Rd8 kh5"), "d7^d8") ==
          "d7^d8 d7^d8=B d7^d8=C d7^d8=H d7^d8=N d7^d8=Q");
    CHECK(moves_beginning(placed("Kh1 (RRP)d7 kh5"), "d7^^d8") ==
          "d7^^d8 d7^^d8=B d7^^d8=C d7^^d8=H d7^^d8=N d7^^d8=Q");
    const Position hop = placed("Kh1 Pd7 R[k]d8 kh5");
    CHECK(at(after(hop, "d7d8"), "d8") == "(R[k]P)");
    CHECK(at(after(hop, "d7d8=C"), "d8") == "(R[k]R[d])");
    CHECK(at(after(hop, "d7d8=N"), "d8") == "(R[k]N)");
}

TEST_CASE("section 7: an MVP's bishop has the colour of its square: Cardinal or Pseudo Queen",
          "[super_chess][rules]") {
    CHECK(kind_at(after(placed("Kh1 (RP)d7 kh5"), "d7d8=B"), "d8") == Kind::PseudoQueen);
    const Position light = after(placed("Kh1 (R[q]P)e7 kh5"), "e7e8=B");
    CHECK(kind_at(light, "e8") == Kind::Cardinal);
    CHECK(at(light, "e8") == "(R[q]B)");
}

TEST_CASE("section 7: an MVP becomes an Hourglass only if one of its rooks is unused",
          "[super_chess][rules]") {
    const auto becomes = [](const std::string& used) {
        return moves_beginning(placed("Kh1 (R[q]P)d7 kh5", "w - - 0,0 " + used), "d7d8=H");
    };
    CHECK(becomes("-/-") == "d7d8=H");
    CHECK(becomes("q/-") == "d7d8=H");
    CHECK(becomes("d/-") == "d7d8=H");
    CHECK(becomes("qd/-") == "");
    CHECK(becomes("-/qd") == "d7d8=H");
}

TEST_CASE("section 7: a GOAP that arrives may become a Vatican, but nothing else", "[super_chess][rules]") {
    const Position goap = placed("Kh1 (R[q]R[k]P)d7 kh5");
    CHECK(moves_beginning(goap, "d7d8") == "d7d8 d7d8=V");
    CHECK(at(after(goap, "d7d8"), "d8") == "(R[q]R[k]P)");
    CHECK(at(after(goap, "d7d8=V"), "d8") == "(R[q]R[k]R[d])");
    CHECK(moves_beginning(placed("Kh1 Pd7 (RR)d8 kh5"), "d7d8") == "d7d8 d7d8=V");
    CHECK(moves_beginning(placed("Kh1 (RP)d4 Rd8 kh5"), "d4d8") == "d4d8 d4d8=V");
    CHECK(moves_beginning(placed("Kh1 (RRP)d7 Rd8 kh5"), "d7^^d8") == "d7^^d8 d7^^d8=V");
    CHECK(moves_beginning(placed("Kh1 (RRP)d7 ne8 kh5"), "d7e8") == "d7e8 d7e8=V");
    CHECK(moves_beginning(goap, "d7d6") == "d7d6");
}

TEST_CASE("A10: a bare pawn left on its last rank promotes within the turn", "[super_chess][rules]") {
    const Position mvp = placed("Kh1 (R[q]P[c])b8 kh5");
    CHECK(splits(mvp) == [] {
        std::string all;
        for (const char letter : {'B', 'N', 'Q', 'R'}) {
            for (const char* to :
                 {"a8", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "c8", "d8", "e8", "f8", "g8", "h8"})
                all += std::string("b8=") + letter + "_" + to + " ";
        }
        return all.substr(0, all.size() - 1);
    }());
    CHECK(at(after(mvp, "b8=R_b1"), "b8") == "R[c]");
    CHECK(at(after(mvp, "b8=R_b1"), "b1") == "R[q]");
    CHECK(at(after(mvp, "b8=Q_b1"), "b8") == "Q");
    CHECK(at(after(mvp, "b8=N_b1"), "b8") == "N");
    const Position bishop = after(mvp, "b8=B_b1");
    CHECK(at(bishop, "b8") == "B");
    CHECK_FALSE(bishop.board().at(square("b8")).has_light_bishop());
    CHECK(legal(placed("kh8 (rp)b1 Kh4", "b - - 0,0 -/-"), "b1=Q_b8"));
    CHECK_FALSE(legal(mvp, "b8_b1"));
}

TEST_CASE("A10: a GOAP's pawn promotes if the Cathedral slides out, but its MVP does not",
          "[super_chess][rules]") {
    const Position goap = placed("Kh1 (R[q]R[k]P)b8 kh5");
    CHECK(moves_beginning(goap, "b8_") ==
          "b8_a8 b8_b1 b8_b2 b8_b3 b8_b4 b8_b5 b8_b6 b8_b7 b8_c8 b8_d8 b8_e8 "
          "b8_f8 b8_g8 b8_h8");
    CHECK(legal(goap, "b8=N__b1"));
    CHECK_FALSE(legal(goap, "b8__b1"));
    CHECK_FALSE(legal(goap, "b8=N_b1"));
    CHECK(at(after(goap, "b8=R__b1"), "b8") == "R[b]");
    CHECK(at(after(goap, "b8=R__b1"), "b1") == "(R[q]R[k])");
    // The part that leaves may hop while the pawn promotes.
    const Position hop = placed("Kh3 (R[q]P)b8 R[k]b1 kh5");
    CHECK(moves_beginning(hop, "b8=Q_b1") == "b8=Q_b1=C b8=Q_b1=H");
    CHECK(at(after(hop, "b8=Q_b1=H"), "b1") == "(R[k]^R[q])");
    CHECK(legal(placed("Kh3 (R[q]R[a]P)b8 R[k]b1 kh5"), "b8=Q__b1"));
}

TEST_CASE("section 7: a Cardinal's captures are counted, and three pieces or seven points make it a pope",
          "[super_chess][rules]") {
    const auto capturing = [](const std::string& bishop, const std::string& victim) {
        return at(after(placed("Kh1 (R[q]" + bishop + ")d4 " + victim + "d6 kh7"), "d4d6"), "d6");
    };
    CHECK(capturing("B[l]", "p") == "(R[q]B[l1.1])");
    CHECK(capturing("B[l]", "n") == "(R[q]B[l1.3])");
    CHECK(capturing("B[l]", "b") == "(R[q]B[l1.3])");
    CHECK(capturing("B[l]", "r") == "(R[q]B[l1.5])");
    CHECK(capturing("B[l]", "q") == "(R[q]O)");
    CHECK(capturing("B[l1.1]", "p") == "(R[q]B[l2.2])");
    CHECK(capturing("B[l1.1]", "r") == "(R[q]B[l2.6])");
    CHECK(capturing("B[l1.3]", "n") == "(R[q]B[l2.6])");
    CHECK(capturing("B[l1.3]", "r") == "(R[q]O)");
    CHECK(capturing("B[l1.5]", "p") == "(R[q]B[l2.6])");
    CHECK(capturing("B[l1.5]", "n") == "(R[q]O)");
    CHECK(capturing("B[l2.2]", "n") == "(R[q]O)");
    // The captures of a Pseudo Queen are not counted.
    CHECK(capturing("B", "q") == "(R[q]B)");
}

TEST_CASE("A17: pawns count as pieces", "[super_chess][rules]") {
    const Position third = after(placed("Kh1 (R[q]B[l2.2])d4 pd6 kh7"), "d4d6");
    CHECK(kind_at(third, "d6") == Kind::CowardlyPope);
    CHECK(at(third, "d6") == "(R[q]O)");
}

TEST_CASE("section 7: capturing any super piece makes a Cardinal a pope", "[super_chess][rules]") {
    for (const char* victim :
         {"(rp)", "(rr)", "(r^r)", "(rn)", "(rb[d])", "(rb[l])", "(rq)", "(ro)", "(rrp)", "(rrr)"}) {
        INFO(victim);
        const Position at6 = placed("Kh1 (R[q]B[l])d4 " + std::string(victim) + "d6 kh7");
        CHECK(at(after(at6, "d4d6"), "d6") == "(R[q]O)");
    }
}

TEST_CASE("A17: capturing a king-like piece makes a Cardinal a pope", "[super_chess][rules]") {
    CHECK(at(after(placed("Kh1 (R[q]B[l])d4 od6 kh7"), "d4d6"), "d6") == "(R[q]O)");
    CHECK(at(after(placed("Kh1 (R[q]B[l])d4 kd6 oh7"), "d4d6"), "d6") == "(R[q]O)");
    CHECK(at(after(placed("Kh1 (R[q]B[l])d4 (rk)d6 oh7"), "d4d6"), "d6") == "(R[q]O)");
}

TEST_CASE("section 7: captures by a bishop or rook alone do not count, and counts survive splits and hops",
          "[super_chess][rules]") {
    const Position cardinal = placed("Kh1 (R[q]B[l1.3])d4 qe5 qd6 kh7 pa7");
    CHECK(at(after(cardinal, "d4^e5"), "e5") == "B[l1.3]");
    CHECK(at(after(cardinal, "d4_d6"), "d4") == "B[l1.3]");
    CHECK(at(after(cardinal, "d4_d6"), "d6") == "R[q]");
    const Position again = after(placed("Kh1 (R[q]B[l1.3])d4 kh7 pa7"), "d4^e5 a7a6 e5d4");
    CHECK(at(again, "d4") == "(R[q]B[l1.3])");
    CHECK(at(after(placed("Kh1 B[2.4]e4 kh8 nd5"), "e4d5"), "d5") == "B[2.4]");
    // The count of captures continues after the bishop has left its rook and returned.
    const Position on = after(placed("Kh1 (R[q]B[l1.3])d4 kh7 pa7 nd6"), "d4^e5 a7a6 e5d4 h7h6 d4d6");
    CHECK(at(on, "d6") == "(R[q]B[l2.6])");
}

TEST_CASE("section 7: a Cardinal's moves without a capture do not change its count", "[super_chess][rules]") {
    CHECK(at(after(placed("Kh1 (R[q]B[l2.6])d4 kh7"), "d4d6"), "d6") == "(R[q]B[l2.6])");
}

// ---- Section 8: check, mate, several king-like pieces

TEST_CASE("A5: the squares that each stack attacks, including splits", "[super_chess][rules]") {
    CHECK(attacked_from_d4("P") == "c5 e5");
    CHECK(attacked_from_d4("N") == knight_ways);
    CHECK(attacked_from_d4("B[l]") == bishop_ways);
    CHECK(attacked_from_d4("R") == rook_ways);
    CHECK(attacked_from_d4("Q") == union_of({rook_ways, bishop_ways}));
    CHECK(attacked_from_d4("O") == king_ways);
    CHECK(attacked_from_d4("K", 'O') == king_ways);
    CHECK(attacked_from_d4("(RP)") == union_of({rook_ways, "c5 e5"}));
    CHECK(attacked_from_d4("(RR)") == rook_ways);
    CHECK(attacked_from_d4("(R^R)") == rook_ways);
    CHECK(attacked_from_d4("(RRR)") == rook_ways);
    CHECK(attacked_from_d4("(RN)") == union_of({rook_ways, paladin_ways}));
    CHECK(attacked_from_d4("(RB[d])") == union_of({rook_ways, bishop_ways}));
    CHECK(attacked_from_d4("(RB[l])") == union_of({rook_ways, bishop_ways}));
    CHECK(attacked_from_d4("(RQ)") == union_of({rook_ways, bishop_ways}));
    CHECK(attacked_from_d4("(RK)", 'O') == rook_ways);
    CHECK(attacked_from_d4("(RO)") == rook_ways);
    CHECK(attacked_from_d4("(RRP)") == union_of({rook_ways, "c3 c5 e3 e5"}));
}

TEST_CASE("A5: black stacks attack like white ones, pawns in the other direction", "[super_chess][rules]") {
    const auto checks = [](std::string_view pieces) { return placed(pieces).in_check(); };
    CHECK(checks("Kc4 (rp)d5 kh8"));
    CHECK(checks("Ke4 (rp)d5 kh8"));
    CHECK_FALSE(checks("Kc6 (rp)d5 kh8"));
    CHECK(checks("Kc6 (rrp)d5 kh8"));
    CHECK(checks("Kf4 (rn)d5 kh8"));
    CHECK(checks("Kh5 (rn)d5 kh8"));
    CHECK_FALSE(checks("Kh4 (rn)d5 kh8"));
    CHECK(checks("Kh1 (rb[l])d5 kh8"));
    CHECK(checks("Ke4 (rq)d5 kh8"));
    CHECK_FALSE(checks("Kf6 (rq)d5 kh8"));
    CHECK_FALSE(checks("Ke4 (ro)d5 kh8"));
}

TEST_CASE("A5: a king may not go where a split could capture it", "[super_chess][rules]") {
    // d1 is three squares away: the Paladin's rook reaches it.
    CHECK(destinations(placed("Ke1 (rn)d4 kh8"), "e1") == "f1");
    // h1 and h8 are four squares away: the Cardinal's bishop reaches them.
    CHECK_FALSE(legal(placed("Kg2 (rb[l])d5 kh7"), "g2h1"));
    CHECK(placed("Kh1 (rb[l])d5 kh7 Pa2").in_check());
    // Pieces between block these attacks.
    CHECK_FALSE(placed("Kh1 Pg2 (rb[l])d5 kh7").in_check());
    CHECK(legal(placed("Ke1 (rn)d4 nd2 kh8"), "e1d1"));
}

TEST_CASE("A5: a pinned stack attacks, too", "[super_chess][rules]") {
    // The Paladin may not leave the e-file, but guards c3 and c4.
    const Position pinned = placed("ke8 (rn)e5 Re1 Kb3");
    CHECK_FALSE(legal(pinned, "b3c4"));
    CHECK_FALSE(legal(pinned, "b3c3"));
    CHECK(legal(pinned, "b3b4"));
}

TEST_CASE("section 8: a lone king-like piece must get out of check", "[super_chess][rules]") {
    const Position king = placed("Kh1 Nb1 rh8 ka8");
    CHECK(king.in_check());
    CHECK(turns(king) == "h1g1 h1g2");
    const Position pope = placed("Oh1 Nb1 rh8 ka8");
    CHECK(pope.in_check());
    CHECK(turns(pope) == "h1g1 h1g2");
    const Position coward = placed("(RK)h1 Nb1 rh5 ka8");
    CHECK(coward.in_check());
    // The rook may capture the checking piece, or the Cowardly King may leave the file.
    CHECK(turns(coward) == "h1^g1 h1^g2 h1_h2 h1_h3 h1_h4 h1_h5 h1c1 h1d1 h1e1 h1f1 h1g1");
}

TEST_CASE("section 8: a side with two king-like pieces cannot be in check", "[super_chess][rules]") {
    const Position two = placed("Kh1 Oa1 Nb1 rh8 ka8");
    CHECK_FALSE(two.in_check());
    CHECK(legal(two, "b1c3"));
    CHECK(legal(two, "h1h2"));
    CHECK(legal(two, "a1b2"));
    CHECK(placed("Kh1 (RO)b1 rh8 rg8 ka8").outcome() == Outcome::Ongoing);
    // Pieces of a side with two king-like pieces cannot be pinned.
    CHECK(legal(placed("Kh1 Oa1 Nh2 rh8 ka8"), "h2f3"));
    CHECK_FALSE(legal(placed("Kh1 Nh2 rh8 ka8"), "h2f3"));
}

TEST_CASE(
    "section 8: one of several king-like pieces is captured like any piece, after which check applies again",
    "[super_chess][rules]") {
    const Position two = placed("Kh1 Oa1 rh8 ra8 kc8", "b - - 0,0 -/-");
    REQUIRE(legal(two, "a8a1"));
    REQUIRE(legal(two, "h8h1"));
    const Position king = after(two, "a8a1");
    CHECK(king.in_check());
    CHECK(turns(king) == "h1g2");
    const Position pope = after(two, "h8h1");
    CHECK(pope.in_check());
    CHECK(pope.outcome() == Outcome::Ongoing);
    CHECK(turns(pope) == "a1b2");
    // Capturing one of two king-like pieces may mate the other.
    const Position mate = after(placed("Kg1 Pf2 Pg2 Ph2 Oa4 re1 ra8 kg8", "b - - 0,0 -/-"), "a8a4");
    CHECK(mate.outcome() == Outcome::Black);
}

TEST_CASE("section 8: a king may capture king-like pieces of a side with two", "[super_chess][rules]") {
    CHECK(legal(placed("Kd4 od5 kh8"), "d4d5"));
    CHECK(legal(placed("Kd4 Oa1 kd5 oh8"), "d4d5"));
    // A king may also move to an attacked square if its side has another king-like piece.
    CHECK(legal(placed("Kd4 kd6 Oa1 Rh1"), "d4e5"));
    CHECK_FALSE(legal(placed("Kd4 kd6 Rh1"), "d4e5"));
}

TEST_CASE("A13: if there are several king-like pieces, a Hyper Queen captures one only by a queen's move",
          "[super_chess][rules]") {
    CHECK(at(after(placed("Kh1 (R[q]Q)d4 od7 kh6"), "d4d7"), "d7") == "(R[q]Q)");
    CHECK(legal(placed("Kh1 (RQ)d4 kd7 oh6"), "d4d7"));
    CHECK(legal(placed("Kh1 (RQ)d4 od5 kh6"), "d4d5"));
    CHECK(legal(placed("Kh1 (RQ)d4 (ro)g7 kh6"), "d4g7"));
    // The Hyper Queen does not capture king-like pieces by its king's step.
    CHECK_FALSE(legal(placed("Kh1 (RQ)d4 oe7 kh6"), "d4e7"));
    CHECK_FALSE(legal(placed("Kh1 (RQ)d4 nd5 od6 kh6"), "d4d6"));
    CHECK(legal(placed("Kh1 (RQ)d4 nd5 bd6 kh6"), "d4d6"));
    CHECK(legal(placed("Kh1 (RQ)d4 be7 kh6"), "d4e7"));
}

TEST_CASE("A18: a Cardinal may become a pope while its king is in check", "[super_chess][rules]") {
    const Position check = placed("Kh1 (RB[l2.4])d4 pd6 pe5 kb7 rh8");
    REQUIRE(check.in_check());
    REQUIRE(legal(check, "d4d6"));
    CHECK(legal(check, "d4e5"));
    // A move that does not promote leaves the king in check.
    CHECK_FALSE(legal(check, "d4d5"));
    CHECK_FALSE(legal(check, "d4_d6"));
    CHECK_FALSE(legal(placed("Kh1 (RB[l])d4 pd6 kb7 rh8"), "d4d6"));
    const Position two = after(check, "d4d6");
    CHECK(kind_at(two, "d6") == Kind::CowardlyPope);
    CHECK(legal(two, "h8h1"));
}

TEST_CASE("A18: a pinned Cardinal may become a pope, too", "[super_chess][rules]") {
    CHECK(legal(placed("Kd1 (RB[l2.4])d3 pe4 rd8 kb7"), "d3e4"));
    CHECK_FALSE(legal(placed("Kd1 (RB[l1.3])d3 pe4 rd8 kb7"), "d3e4"));
}

TEST_CASE("A7: hops must not leave the king in check", "[super_chess][rules]") {
    // The knight is pinned, so it may not hop on the rook.
    CHECK_FALSE(legal(placed("Ke1 Ne3 Rd5 re8 kh8"), "e3d5"));
    CHECK(legal(placed("Ke1 Ne3 Rd5 rf8 kh8"), "e3d5"));
    // The king may not hop on a rook that stands on an attacked square.
    CHECK_FALSE(legal(placed("Ke1 Re2 ba6 kh8"), "e1e2"));
    CHECK(legal(placed("Ke1 Re2 ba7 kh8"), "e1e2"));
    // A hop may answer a check.
    CHECK(legal(placed("Ke1 Rd2 re8 kh8"), "e1d2"));
}

TEST_CASE("A23: a Cowardly King may not move into check, unless check does not apply",
          "[super_chess][rules]") {
    const Position one = placed("(RK)d4 rf8 kh8");
    CHECK(destinations(one, "d4") == without(rook_ways, "d8 f4"));
    const Position two = placed("(RK)d4 Oa1 rf8 kh8");
    CHECK(destinations(two, "d4") == rook_ways);
    CHECK(destinations(placed("(RO)d4 rf8 kh8"), "d4") == without(rook_ways, "d8 f4"));
}

// ---- Section 9: castling

namespace {

constexpr std::string_view at_home = "Ke1 Ra1 Rh1 ke8 ra8 rh8 ";

/// Returns the rights left after some moves of both sides, from a position with kings, rooks and `pieces` at
/// home.
std::string rights_after(std::string_view pieces, std::string_view texts) {
    return field(after(placed(std::string(at_home).append(pieces), "w KQkq - 0,0 -/-"), texts), 2);
}

}  // namespace

TEST_CASE("section 9: castling as in chess", "[super_chess][rules]") {
    const Position home = placed(at_home, "w KQkq - 0,0 -/-");
    CHECK(castlings(home) == "O-O O-O-O");
    const Position short_one = after(home, "O-O");
    CHECK(field(short_one, 0) == "r3k2r/8/8/8/8/8/8/R4R[k]K1");
    CHECK(castlings(short_one) == "O-O-O");
    const Position long_one = after(home, "O-O-O");
    CHECK(field(long_one, 0) == "r3k2r/8/8/8/8/8/8/2KR[q]3R");
    CHECK(field(after(long_one, "O-O"), 0) == "r4r[k]k1/8/8/8/8/8/8/2KR[q]3R");
    CHECK(castlings(placed(at_home, "w Qkq - 0,0 -/-")) == "O-O-O");
    CHECK(castlings(placed(at_home, "w - - 0,0 -/-")) == "");
    CHECK(castlings(placed("Ke1 Ra1 Nb1 Rh1 ke8", "w KQ - 0,0 -/-")) == "O-O");
    CHECK(castlings(placed("Ke1 Ra1 nb1 Rh1 ke8", "w KQ - 0,0 -/-")) == "O-O");
    CHECK(castlings(placed("Ke1 Ra1 Rh1 nf1 ke8", "w KQ - 0,0 -/-")) == "O-O-O");
}

TEST_CASE("section 9: a lone king does not castle out of check, through check or into check",
          "[super_chess][rules]") {
    const auto with = [](const char* rook) {
        return castlings(placed("Ke1 Ra1 Rh1 ka7 pa6 r" + std::string(rook), "w KQ - 0,0 -/-"));
    };
    CHECK(with("e8") == "");
    CHECK(with("f8") == "O-O-O");
    CHECK(with("g8") == "O-O-O");
    CHECK(with("d8") == "O-O");
    CHECK(with("c8") == "O-O");
    CHECK(with("b8") == "O-O O-O-O");
    CHECK(with("h8") == "O-O O-O-O");
    // Super pieces guard squares by splits, too.
    CHECK(castlings(placed("Ke1 Ra1 Rh1 ka7 pa6 (rn)f5", "w KQ - 0,0 -/-")) == "O-O-O");
    CHECK(castlings(placed("Ke1 Ra1 Rh1 ka7 pa6 (rb[l])b5", "w KQ - 0,0 -/-")) == "O-O-O");
}

TEST_CASE("A19: with several king-like pieces castling ignores attacks", "[super_chess][rules]") {
    for (const char* rook : {"e8", "f8", "g8", "d8", "c8"}) {
        INFO(rook);
        const Position two = placed("Ke1 Oc4 Ra1 Rh1 ka7 pa6 r" + std::string(rook), "w KQ - 0,0 -/-");
        CHECK(castlings(two) == "O-O O-O-O");
    }
}

TEST_CASE("section 9: rights end when king or rook moves, or the rook is captured", "[super_chess][rules]") {
    CHECK(rights_after("", "e1e2") == "kq");
    CHECK(rights_after("", "a1a2") == "Kkq");
    CHECK(rights_after("", "h1h2") == "Qkq");
    CHECK(rights_after("", "a1a8") == "Kk");
    CHECK(rights_after("", "h1h8") == "Qq");
    CHECK(rights_after("", "O-O") == "kq");
    CHECK(rights_after("", "O-O-O e8e7") == "-");
    CHECK(rights_after("", "e1e2 e8e7") == "-");
    CHECK(rights_after("Bd4", "d4h8") == "KQq");
    CHECK(rights_after("Nb3", "b3d4") == "KQkq");
    // Lost rights do not return.
    CHECK(rights_after("", "a1a2 a8a7 a2a1 a7a8") == "Kk");
}

TEST_CASE("section 9: rights end with a hop of king or rook, a super castle and a hyper castle",
          "[super_chess][rules]") {
    CHECK(rights_after("R[a]d1", "e1d1") == "kq");
    CHECK(rights_after("R[a]a3", "a1a3=C") == "Kkq");
    CHECK(rights_after("R[a]a3", "a1a3=H") == "Kkq");
    CHECK(rights_after("(R[a]R[b])d4", "e1<>d4") == "kq");
    CHECK(rights_after("(R[a]R[b]R[c])d4", "e1~e3") == "kq");
}

TEST_CASE("section 9: a right ends when a super castle moves its rook", "[super_chess][rules]") {
    const Position popes = placed("Ke1 Oc3 (RR[a])a1 Rh1 ke8", "w KQ - 0,0 -/-");
    CHECK(field(after(popes, "c3<>a1"), 2).find('Q') == std::string::npos);
}

TEST_CASE("A19: a rook that was hopped on has not moved, but must be alone to castle",
          "[super_chess][rules]") {
    const std::string pieces = std::string(at_home) + "Nb3 pf7";
    const Position hopped = after(placed(pieces, "w KQkq - 0,0 -/-"), "b3a1");
    CHECK(kind_at(hopped, "a1") == Kind::Paladin);
    CHECK(field(hopped, 2) == "KQkq");
    const Position stands = after(hopped, "f7f6");
    CHECK(castlings(stands) == "O-O");
    const Position left = after(stands, "a1^b3 f6f5");
    CHECK(field(left, 2) == "KQkq");
    CHECK(castlings(left) == "O-O O-O-O");
    // The right is lost if the stack moves, if the rook slides out, or if the rook is captured.
    CHECK(field(after(stands, "a1c3"), 2) == "Kkq");
    CHECK(field(after(stands, "a1_a2"), 2) == "Kkq");
    CHECK(field(after(hopped, "a8a1"), 2) == "Kk");
    // A rook on top may also leave; the lower rook is the one at home.
    const Position cathedral = after(placed(std::string(at_home) + "R[a]a3", "w KQkq - 0,0 -/-"), "a3a1=C");
    CHECK(field(cathedral, 2) == "KQkq");
    CHECK(castlings(after(cathedral, "h8h7 a1^a5 h7h8")) == "O-O O-O-O");
    CHECK(field(after(cathedral, "h8h7 a1_a5"), 2) == "Kq");
}

TEST_CASE("section 9: popes never castle", "[super_chess][rules]") {
    CHECK(castlings(placed("Oe1 Ra1 Rh1 ke8")) == "");
    CHECK(castlings(placed("Oe1 Ka3 Ra1 Rh1 ke8")) == "");
    CHECK(castlings(placed("(RK)e1 Ra1 Rh1 kd8")) == "");
}

TEST_CASE("section 9: a super castle trades places with an upright Cathedral", "[super_chess][rules]") {
    const Position at = placed("Ke1 (R[q]R[k])d4 kh7");
    CHECK(castlings(at) == "e1<>d4");
    const Position done = after(at, "e1<>d4");
    CHECK(field(done, 0) == "8/7k/8/8/3K[s]4/8/8/4(R[q]R[k])3");
    CHECK(done.turn() == Color::Black);
    for (const char* stack : {"(R^R)", "(RRR)", "(RN)", "R"}) {
        INFO(stack);
        CHECK(castlings(placed("Ke1 " + std::string(stack) + "d4 kh7")).find("<>") == std::string::npos);
    }
    // A king does not super castle with a Cathedral of the other side.
    CHECK(castlings(placed("Ke1 (rr)d5 kh7")) == "");
    CHECK(castlings(placed("ke8 (rr)d5 Kh2", "b - - 0,0 -/-")) == "e8<>d5");
}

TEST_CASE("section 9: each king-like piece super castles once, whatever else it has done",
          "[super_chess][rules]") {
    CHECK(castlings(placed("K[s]e1 (RR)d4 kh7")) == "");
    CHECK(castlings(placed("K[h]e1 (RR)d4 kh7")) == "e1<>d4");
    CHECK(castlings(placed("Ke1 Oc2 (RR)d4 kh7")) == "c2<>d4 e1<>d4");
    CHECK(castlings(placed("K[s]e1 Oc2 (RR)d4 kh7")) == "c2<>d4");
    CHECK(castlings(placed("K[s]e1 O[s]c2 (RR)d4 kh7")) == "");
    CHECK(at(after(placed("Ke1 Oc2 (RR)d4 kh7"), "c2<>d4"), "d4") == "O[s]");
    CHECK(at(after(placed("Ke1 Oc2 (RR)d4 kh7"), "c2<>d4"), "e1") == "K");
    CHECK(at(after(placed("K[h]e1 (RR)d4 kh7"), "e1<>d4"), "d4") == "K[sh]");
    // A Cowardly King super castles as a whole; the king in it is then marked as having super castled.
    const Position coward = placed("(R[a]K)e1 (RR)d4 kh7");
    CHECK(castlings(coward) == "e1<>d4");
    CHECK(at(after(coward, "e1<>d4"), "d4") == "(R[a]K[s])");
    CHECK(castlings(placed("(RK[s])e1 (RR)d4 kh7")) == "");
}

TEST_CASE("section 9: hopping on and jumping off does not restore the right to super or hyper castle",
          "[super_chess][rules]") {
    const Position round = after(placed("K[s]e1 R[q]e2 kh7 pa7"), "e1e2 a7a6 e2^e1");
    CHECK(at(round, "e1") == "K[s]");
    const Position hyper = after(placed("K[h]e1 R[q]e2 kh7 pa7"), "e1e2 a7a6 e2_a2");
    CHECK(at(hyper, "e2") == "K[h]");
}

TEST_CASE("A20: super and hyper castles may answer a check, and must not end in one",
          "[super_chess][rules]") {
    const Position check = placed("Ke1 (RR)d4 re8 kh7");
    CHECK(check.in_check());
    CHECK(castlings(check) == "e1<>d4");
    CHECK(castlings(placed("Ke1 (RR)d4 rd8 kh7")) == "");
    CHECK(castlings(placed("Ke1 Oa1 (RR)d4 rd8 kh7")) == "a1<>d4 e1<>d4");
    const Position hyper = placed("Ke1 (RRR)a4 re8 rd8 kh7");
    CHECK(castlings(hyper) == "e1~c1 e1~c2 e1~c3 e1~f1 e1~f2 e1~f3 e1~g1 e1~g2 e1~g3");
    // After the exchange the Cathedral on e4 shields the king on e1.
    CHECK(castlings(placed("Ke4 (RR)e1 re8 kh7")) == "e4<>e1");
}

TEST_CASE("section 9: a hyper castle leads to any empty square at distance 1 or 2", "[super_chess][rules]") {
    const Position at4 = placed("Ke1 (R[q]R[k]R[a])a4 kh8");
    CHECK(castlings(at4) ==
          "e1~c1 e1~c2 e1~c3 e1~d1 e1~d2 e1~d3 e1~e2 e1~e3 e1~f1 e1~f2 e1~f3 e1~g1 e1~g2 e1~g3");
    const Position done = after(at4, "e1~g3");
    CHECK(field(done, 0) == "7k/8/8/8/(R[q]R[k]R[a])7/6K[h]1/8/8");
    CHECK(done.turn() == Color::Black);
    CHECK(castlings(placed("K[h]e1 (RRR)a4 kh8")) == "");
    CHECK(castlings(placed("Ke1 (RR)a4 kh8")).find('~') == std::string::npos);
    CHECK(castlings(placed("Ke1 (rrr)a4 kh8")) == "");
    CHECK(at(after(placed("K[s]e1 (RRR)a4 kh8"), "e1~e3"), "e3") == "K[sh]");
}

TEST_CASE("A21: a hyper castle captures nothing and hops on nothing", "[super_chess][rules]") {
    // The pawn on e3 guards f2 and d2.
    CHECK(castlings(placed("Ke1 Rd2 pe3 (RRR)a4 kh8")) ==
          "e1~c1 e1~c2 e1~c3 e1~d1 e1~d3 e1~e2 e1~f1 e1~f3 e1~g1 e1~g2 e1~g3");
    // The king may not hyper castle to the square of its Vatican.
    CHECK_FALSE(legal(placed("Ke1 (RRR)e2 kh8"), "e1~e2"));
    CHECK(legal(placed("Ke1 (RRR)e2 kh8"), "e1~e3"));
}

TEST_CASE("section 9: each king-like piece hyper castles once, in a stack or not", "[super_chess][rules]") {
    const Position two = placed("K[h]e1 Oa8 (RRR)a4 kh8");
    CHECK(castlings(two) == "a8~a6 a8~a7 a8~b6 a8~b7 a8~b8 a8~c6 a8~c7 a8~c8");
    CHECK(at(after(two, "a8~c6"), "c6") == "O[h]");
    const Position coward = placed("(R[a]K)a8 (RRR)a4 kh5");
    CHECK(castlings(coward) == "a8~a6 a8~a7 a8~b6 a8~b7 a8~b8 a8~c6 a8~c7 a8~c8");
    CHECK(at(after(coward, "a8~c6"), "c6") == "(R[a]K[h])");
}

// ---- Section 10: Hourglass and time travel

TEST_CASE("section 10: a Cathedral can be turned over if one of its rooks is unused, and back always",
          "[super_chess][rules]") {
    const auto turned = [](const std::string& stack, const std::string& used) {
        return moves_beginning(placed("Kh1 " + stack + "d4 kh7", "w - - 0,0 " + used), "d4=");
    };
    CHECK(turned("(R[q]R[k])", "-/-") == "d4=H");
    CHECK(turned("(R[q]R[k])", "q/-") == "d4=H");
    CHECK(turned("(R[q]R[k])", "k/-") == "d4=H");
    CHECK(turned("(R[q]R[k])", "qk/-") == "");
    CHECK(turned("(R[q]R[k])", "-/qk") == "d4=H");
    CHECK(turned("(R[q]^R[k])", "-/-") == "d4=C");
    CHECK(turned("(R[q]^R[k])", "qk/-") == "d4=C");
    CHECK(turned("(RRR)", "-/-") == "");
    const Position hourglass = after(placed("Kh1 (R[q]R[k])d4 kh7 pa7"), "d4=H");
    CHECK(at(hourglass, "d4") == "(R[q]^R[k])");
    CHECK(hourglass.turn() == Color::Black);
    CHECK(field(hourglass, 5) == "-/-");
    CHECK(hourglass.history().size() == 1);
    const Position cathedral = after(hourglass, "a7a6 d4=C");
    CHECK(at(cathedral, "d4") == "(R[q]R[k])");
    CHECK(field(cathedral, 5) == "-/-");
    // A turn that makes a Cathedral an Hourglass does not end a check, so it is illegal.
    CHECK_FALSE(legal(placed("Kh1 (RR)d4 rh8 ka7"), "d4=H"));
}

TEST_CASE("section 10: every turn appends the state before it", "[super_chess][rules]") {
    const Position start;
    CHECK(start.history().empty());
    const Position one = after(start, "e2e4");
    const Position two = after(one, "e7e5");
    REQUIRE(two.history().size() == 2);
    CHECK(two.history().at(0) == start.now());
    CHECK(two.history().at(1) == one.now());
}

TEST_CASE("A4: travel may go to every earlier state, including the start and the enemy's turns",
          "[super_chess][rules]") {
    const Position at = with_hourglass();
    REQUIRE(at.can_travel());
    CHECK(travels(at) == "@0 @1 @2 @3 @4 @5 @6 @7 @8 @9");
    for (std::uint32_t state = 0; state < 9; ++state) {
        INFO(state);
        const Position back = after(at, "@" + std::to_string(state));
        CHECK(back.now() == at.history().at(state));
        CHECK(back.turn() == (state % 2 == 0 ? Color::White : Color::Black));
        CHECK(field(back, 5) == "qk/-");
        REQUIRE(back.history().size() == 11);
        CHECK(back.history().at(10) == at.now());
    }
    CHECK(turns(after(at, "@0")) == turns(Position()));
    CHECK(after(at, "@0").now() == Position().now());
}

TEST_CASE("A4: two equal earlier states are two moves", "[super_chess][rules]") {
    const std::string earlier = " | " + fen_of("Kh1 kh8 Pa2", "w - - 0,0");
    const Position at = position(fen_of("Kh1 (R[q]^R[k])d4 kh7") + earlier + earlier);
    CHECK(travels(at) == "@0 @1");
    CHECK(after(at, "@0") == after(at, "@1"));
}

TEST_CASE("section 10: only an own Hourglass with an unused rook and an earlier state allow travel",
          "[super_chess][rules]") {
    const std::string earlier = " | " + fen_of("Kh1 kh8 Pa2", "w - - 0,0");
    const auto travels_of = [&](const std::string& pieces, const std::string& rest) {
        return travels(position(fen_of(pieces, rest) + earlier));
    };
    CHECK(travels_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 -/-") == "@0");
    CHECK(travels_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 q/-") == "@0");
    CHECK(travels_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 k/qk") == "@0");
    CHECK(travels_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 qk/-") == "");
    CHECK(travels_of("Kh1 (R[q]R[k])d4 kh7", "w - - 0,0 -/-") == "");
    CHECK(travels_of("Kh1 (RRR)d4 kh7", "w - - 0,0 -/-") == "");
    CHECK(travels_of("Kh1 (r[q]^r[k])d5 kh7", "w - - 0,0 -/-") == "");
    CHECK(travels_of("Kh1 (r[q]^r[k])d5 kh7", "b - - 0,0 -/-") == "@0");
    CHECK(travels(placed("Kh1 (R[q]^R[k])d4 kh7")) == "");
    CHECK_FALSE(placed("Kh1 (R[q]^R[k])d4 kh7").can_travel());
}

TEST_CASE("section 10: an Hourglass cannot be used in the turn that forms it", "[super_chess][rules]") {
    const Position made = after(placed("Kh1 R[q]d4 R[k]d7 kh5 pa7"), "d4d7=H");
    CHECK(travels(made) == "");
    CHECK(travels(after(made, "a7a6")) == "@0 @1");
}

TEST_CASE("A2: a travel uses both rooks of the Hourglass", "[super_chess][rules]") {
    const std::string earlier = " | " + fen_of("Kh1 kh8 Pa2", "w - - 0,0");
    const auto used = [&](const std::string& pieces, const std::string& rest) {
        return field(after(position(fen_of(pieces, rest) + earlier), "@0"), 5);
    };
    CHECK(used("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 -/-") == "qk/-");
    CHECK(used("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 k/-") == "qk/-");
    CHECK(used("Kh1 (R[h]^R[c])d4 kh7", "w - - 0,0 q/a") == "qch/a");
    CHECK(used("Kh1 (r[q]^r[k])d5 kh7", "b - - 0,0 -/-") == "-/qk");
}

TEST_CASE(
    "section 10: in the state that returns, Hourglasses of both sides with two used rooks are Cathedrals",
    "[super_chess][rules]") {
    // State 9, the last but one, has White's Hourglass.
    const Position back = after(with_hourglass(), "@9");
    CHECK(at(back, "h3") == "(R[k]R[q])");
    CHECK(back.turn() == Color::Black);
    // The states in the history are not changed.
    CHECK(write_stack(back.history().at(9).board.at(square("h3")), square("h3")) == "(R[k]^R[q])");
    CHECK(write_stack(back.history().at(10).board.at(square("h3")), square("h3")) == "(R[k]^R[q])");

    const std::string both = " | " + fen_of("Kh1 (R[q]^R[k])d4 (r[q]^r[k])e5 kh8", "b - - 0,0");
    const auto returned = [&](const std::string& used) {
        const Position now = position(fen_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 " + used) + both);
        const Position then = after(now, "@0");
        return at(then, "d4") + " " + at(then, "e5");
    };
    CHECK(returned("-/-") == "(R[q]R[k]) (r[q]^r[k])");
    CHECK(returned("-/q") == "(R[q]R[k]) (r[q]^r[k])");
    CHECK(returned("-/qk") == "(R[q]R[k]) (r[q]r[k])");
    // White's other rooks are not used by the travel.
    const std::string others = " | " + fen_of("Kh1 (R[q]^R[a])d4 kh8", "b - - 0,0");
    const Position now = position(fen_of("Kh1 (R[q]^R[k])d4 kh7", "w - - 0,0 -/-") + others);
    CHECK(at(after(now, "@0"), "d4") == "(R[q]^R[a])");
}

TEST_CASE("A27: rights, en passant, counters and memories revert; used rooks do not",
          "[super_chess][rules]") {
    const Position at = with_hourglass();
    CHECK(field(at, 2) == "kq");
    const Position first = after(at, "@1");
    CHECK(field(first, 2) == "KQkq");
    CHECK(field(first, 3) == "a3");
    CHECK(first.board().at(square("h2")).has_moved() == false);

    const std::string state = "w - d6 3,7";
    const std::string pieces = "K[s]e1 (R[a]B[l2.4])d4 pd5 P[*]g2 o[h]h7";
    const Position then = after(
        position(fen_of("Ke1 (R[q]^R[k])d4 kh7", "w - - 8,9 b/c") + " | " + fen_of(pieces, state)), "@0");
    CHECK(then.fen() == fen_of(pieces, state + " qkb/c") + " | " + fen_of(pieces, state) + " | " +
                            fen_of("Ke1 (R[q]^R[k])d4 kh7", "w - - 8,9"));
}

TEST_CASE("A28: an Hourglass that returns on its side's turn may be used at once, even to the same state",
          "[super_chess][rules]") {
    const std::string earlier = fen_of("Kh1 (R[a]^R[b])d4 kh8", "w - - 0,0");
    const Position now = position(fen_of("Kh1 (R[q]^R[k])d4 kh7") + " | " + earlier);
    const Position once = after(now, "@0");
    CHECK(once.turn() == Color::White);
    CHECK(field(once, 5) == "qk/-");
    CHECK(travels(once) == "@0 @1");
    const Position twice = after(once, "@0");
    CHECK(field(twice, 5) == "qkab/-");
    CHECK(at(twice, "d4") == "(R[a]R[b])");
    CHECK(travels(twice) == "");
    CHECK(twice.history().size() == 3);
    // Travel to the state before the first travel: its Hourglass now has two used rooks, so it is a
    // Cathedral.
    const Position back = after(once, "@1");
    CHECK(at(back, "d4") == "(R[q]R[k])");
    CHECK(field(back, 5) == "qkab/-");
}

TEST_CASE("A3: a pawn that promotes again on another branch is the same rook, used or not",
          "[super_chess][rules]") {
    const std::string earlier = fen_of("Kh1 P[a]a7 R[q]b8 kh5", "w - - 0,0");
    const Position fresh = after(position(earlier + " -/-"), "a7a8=R h5g5");
    CHECK(moves_beginning(fresh, "a8b8") == "a8b8=C a8b8=H");
    const Position branch =
        after(position(fen_of("Kh1 (R[a]^R[q])d4 kh5") + " | " + earlier), "@0 a7a8=R h5g5");
    CHECK(at(branch, "a8") == "R[a]");
    CHECK(field(branch, 5) == "qa/-");
    CHECK(moves_beginning(branch, "a8b8") == "a8b8=C");
}

TEST_CASE("section 10: used rooks stay used", "[super_chess][rules]") {
    // The current state stays in the history, so travel back and forth is possible.
    const Position at = with_hourglass();
    Position played = after(at, "@0 e2e4 e7e5 g1f3");
    CHECK(field(played, 5) == "qk/-");
    CHECK(played.history().size() == 14);
    CHECK(played.history().at(10) == at.now());
    CHECK(played.history().at(11) == Position().now());
}

TEST_CASE("section 10: travel is legal in check, and so escapes mate", "[super_chess][rules]") {
    const std::string pieces = std::string(mated) + "(R[q]^R[k])a7";
    CHECK(placed(pieces).outcome() == Outcome::Black);
    const Position saved = position(fen_of(pieces) + " | " + fen_of("Kg1 (R[q]^R[k])a7 kh8", "b - - 0,0"));
    CHECK(saved.in_check());
    CHECK(saved.outcome() == Outcome::Ongoing);
    CHECK(turns(saved) == "@0");
    CHECK(after(saved, "@0").turn() == Color::Black);
    CHECK(after(saved, "@0").outcome() == Outcome::Ongoing);
    // If both rooks have been used for travel, White is mated.
    CHECK(position(fen_of(pieces, "w - - 0,0 qk/-") + " | " + fen_of("Kg1 kh8", "b - - 0,0")).outcome() ==
          Outcome::Black);
}

TEST_CASE("A26: travel to a state in which the own side is mated is legal, and loses",
          "[super_chess][rules]") {
    const std::string pieces = std::string(mated) + "(R[q]^R[k])a7";
    // The travel is legal, be it the only legal move or one of many.
    const Position alone = position(fen_of(pieces) + " | " + fen_of(pieces, "w - - 0,0"));
    CHECK(alone.outcome() == Outcome::Ongoing);
    CHECK(turns(alone) == "@0");
    const Position lost = after(alone, "@0");
    CHECK(lost.turn() == Color::White);
    CHECK(lost.outcome() == Outcome::Black);
    CHECK(turns(lost) == "");
    // A king that can super castle with the Cathedral at a7 after the travel is not mated.
    const std::string may_castle = "Kg1 Pf2 Pg2 Ph2 re1 kg8 (R[q]^R[k])a7";
    CHECK(turns(after(position(fen_of(may_castle) + " | " + fen_of(may_castle, "w - - 0,0")), "@0")) ==
          "g1<>a7");
    const Position free = position(fen_of("Kg1 (R[q]^R[k])a7 kg8") + " | " + fen_of(pieces, "w - - 0,0"));
    REQUIRE(legal(free, "@0"));
    CHECK(after(free, "@0").outcome() == Outcome::Black);
    Moves wins;
    free.winning_moves(wins);
    CHECK(std::none_of(wins.begin(), wins.end(), [](Move move) { return move.is_travel(); }));
}

TEST_CASE("A26: travel to a state in which the opponent is mated wins, if its Hourglass is used by now",
          "[super_chess][rules]") {
    const std::string earlier = " | " + fen_of("Kg1 R[a]e8 k[s]g8 pf7 pg7 ph7 (r[q]^r[k])a2", "b - - 0,0");
    const auto now = [&](const std::string& used) {
        return position(fen_of("Kg1 (R[q]^R[k])d4 kh8", "w - - 0,0 " + used) + earlier);
    };
    const Position dead = now("-/qk");
    CHECK(after(dead, "@0").outcome() == Outcome::White);
    Moves wins;
    dead.winning_moves(wins);
    CHECK(std::any_of(wins.begin(), wins.end(), [](Move move) { return move.is_travel(); }));
    CHECK(dead.wins_by(move_of(dead, "@0")) == "mate");
    CHECK(dead.notation(move_of(dead, "@0")) == "@0#");
    // If Black's rooks are unused, its Hourglass can travel, so it is not mated.
    const Position alive = after(now("-/-"), "@0");
    CHECK(alive.in_check());
    CHECK(alive.outcome() == Outcome::Ongoing);
    CHECK(turns(alive) == "@0 @1");
    CHECK(now("-/-").wins_by(move_of(now("-/-"), "@0")).empty());
}

TEST_CASE("section 10: the destination of a travel is computed without a move", "[super_chess][rules]") {
    const Position at = with_hourglass();
    CHECK(at.destination(Move::travel(3)) == at.history().at(3));
    CHECK(at.destination(Move::travel(9)) == after(at, "@9").now());
}

// ---- Section 11: the endgame of the Cowardly King

TEST_CASE("section 11: the turns of a side that begin with king and rook alone are counted",
          "[super_chess][rules]") {
    const auto counters = [](std::string_view pieces, std::string_view texts, std::string_view rest) {
        return field(after(placed(pieces, rest), texts), 4);
    };
    CHECK(counters("Ke1 Ra1 ke8 pa7", "e1e2", "w - - 0,0 -/-") == "1,0");
    CHECK(counters("Ke1 Ra1 ke8 pa7", "e1e2 a7a6 a1b1 a6a5", "w - - 0,0 -/-") == "2,0");
    CHECK(counters("(RK)e1 kh8 pa7", "e1e2", "w - - 3,0 -/-") == "4,0");
    CHECK(counters("(RK)e1 kh8 pa7", "e1_e2", "w - - 3,0 -/-") == "4,0");
    CHECK(counters("Ke1 Re2 kh8 pa7", "e1e2", "w - - 3,0 -/-") == "4,0");
    CHECK(counters("Ke1 Ra1 ke8 rh8", "e1e2 e8e7", "w - - 3,5 -/-") == "4,6");
    CHECK(counters("Ke1 Ra1 ke8 rh8", "e8e7", "b - - 3,5 -/-") == "3,6");
    CHECK(counters("Ke1 Ra1 ke8 pa7", "O-O-O", "w Q - 0,0 -/-") == "1,0");
}

TEST_CASE("section 11: other turns are not counted", "[super_chess][rules]") {
    const auto counters = [](std::string_view pieces, std::string_view text) {
        return field(after(placed(pieces), text), 4);
    };
    CHECK(counters("Ke1 ke8 pa7", "e1e2") == "0,0");
    CHECK(counters("Ke1 Ra1 Pb2 ke8 pa7", "e1e2") == "0,0");
    CHECK(counters("Ke1 Ra1 Rb1 ke8 pa7", "e1e2") == "0,0");
    CHECK(counters("Ke1 Qa1 ke8 pa7", "e1e2") == "0,0");
    CHECK(counters("Ke1 (RN)a1 ke8 pa7", "e1e2") == "0,0");
}

TEST_CASE("A22: only the own pieces and the own turns count", "[super_chess][rules]") {
    // Black has many pieces, and its turns do not count for White.
    const Position many = placed("Ke1 Ra1 ke8 pa7 pb7 qd8 nb8 (rp)h8", "w - - 4,0 -/-");
    CHECK(field(after(many, "a1a2"), 4) == "5,0");
    CHECK(field(after(many, "a1a2 b7b6"), 4) == "5,0");
}

TEST_CASE("section 11: after ten turns the Cowardly King must be split", "[super_chess][rules]") {
    const std::string pieces = "(R[q]K)e1 kh8 pa7";
    const Position nine = placed(pieces, "w - - 9,0 -/-");
    CHECK(legal(nine, "e1e2"));
    CHECK(legal(nine, "e1_e2"));
    const Position ten = placed(pieces, "w - - 10,0 -/-");
    CHECK(turns(ten) == splits(ten));
    CHECK(turns(ten) == splits(nine));
    CHECK(legal(ten, "e1_e2"));
    CHECK(legal(ten, "e1^d2"));
    CHECK(turns(placed(pieces, "w - - 123,0 -/-")) == turns(ten));
    const Position black = placed("(r[q]k)e8 Kh1 Pa2", "b - - 0,10 -/-");
    CHECK(turns(black) == splits(black));
    // Ten turns of Black do not force White to split.
    CHECK(legal(placed(pieces, "w - - 0,10 -/-"), "e1e2"));
}

TEST_CASE("section 11: after ten turns no king hops on a rook again", "[super_chess][rules]") {
    CHECK(legal(placed("Ke1 Re2 kh8 pa7", "w - - 9,0 -/-"), "e1e2"));
    CHECK_FALSE(legal(placed("Ke1 Re2 kh8 pa7", "w - - 10,0 -/-"), "e1e2"));
    CHECK_FALSE(legal(placed("Ke1 Re2 kh8 pa7", "w - - 99,0 -/-"), "e1e2"));
    CHECK(legal(placed("Ke1 Re2 kh8 pa7", "w - - 0,10 -/-"), "e1e2"));
    CHECK_FALSE(legal(placed("ke8 re7 Kh1 Pa2", "b - - 0,10 -/-"), "e8e7"));
    // The tenth turn is the last in which a king may hop; after it the stack must be split.
    const Position last = after(placed("Ke1 Re2 kh8 pa7", "w - - 9,0 -/-"), "e1e2 a7a6");
    CHECK(field(last, 4) == "10,0");
    CHECK(turns(last) == splits(last));
    const Position down = after(last, "e2^e1 a6a5");
    CHECK_FALSE(legal(down, "e1e2"));
    CHECK(legal(down, "e1d1"));
}

TEST_CASE("A22: popes are exempt", "[super_chess][rules]") {
    const Position stands = placed("(RO)e1 kh8 pa7", "w - - 10,0 -/-");
    CHECK(legal(stands, "e1e2"));
    CHECK(legal(placed("Oe1 Re2 kh8 pa7", "w - - 10,0 -/-"), "e1e2"));
    // Turns of a pope are not counted.
    CHECK(field(after(placed("(RO)e1 kh8 pa7"), "e1e2"), 4) == "0,0");
    CHECK(field(after(placed("Oe1 Ra1 kh8 pa7"), "e1e2"), 4) == "0,0");
}

TEST_CASE("A22: if no split is legal, the duty is postponed, without mate or stalemate",
          "[super_chess][rules]") {
    // White is in check along the diagonal: neither part can interpose, and a2, b1 and b2 are guarded.
    const Position waits = placed("(RK)a1 bh8 rh2 rb8 ke8", "w - - 12,0 -/-");
    CHECK(waits.in_check());
    CHECK(splits(waits) == "");
    CHECK(waits.outcome() == Outcome::Ongoing);
    CHECK(turns(waits) == "a1a3 a1a4 a1a5 a1a6 a1a7 a1c1 a1d1 a1e1 a1f1 a1g1");
    // In the next turn a split is legal, and White must split.
    const Position later = after(waits, "a1a3 h8g7");
    CHECK(turns(later) == splits(later));
    CHECK_FALSE(splits(later).empty());
}

// ---- Section 12: the end of the game

TEST_CASE("section 12: a side that forms a High Ground wins at once", "[super_chess][rules]") {
    for (const char* pieces :
         {"Kd4 (RRR)d5 kh8", "Od4 (RRR)d5 kh8", "(RK)d4 (RR)d5 kh8", "(RO)d4 (RR)d5 kh8"}) {
        INFO(pieces);
        const Position at = placed(pieces);
        REQUIRE(legal(at, "d4d5"));
        CHECK(at.wins_by(move_of(at, "d4d5")) == "high_ground");
        CHECK(at.notation(move_of(at, "d4d5")) == "d4d5");
        Moves wins;
        at.winning_moves(wins);
        CHECK(std::count(wins.begin(), wins.end(), move_of(at, "d4d5")) == 1);
        const Position won = after(at, "d4d5");
        CHECK(won.outcome() == Outcome::White);
        CHECK(turns(won) == "");
        CHECK_FALSE(won.in_check());
    }
    CHECK(after(placed("kd5 (rrr)d4 Kh1", "b - - 0,0 -/-"), "d5d4").outcome() == Outcome::Black);
}

TEST_CASE("section 12: a king that jumps off may form a High Ground, too", "[super_chess][rules]") {
    const Position at5 = placed("(R[q]K)d4 (R[a]R[b]R[c])d5 kh8");
    const Position won = after(at5, "d4^d5");
    CHECK(at(won, "d5") == "(R[a]R[b]R[c]K)");
    CHECK(at(won, "d4") == "R[q]");
    CHECK(won.outcome() == Outcome::White);
}

TEST_CASE("A7: a lone king may not form a High Ground on an attacked square", "[super_chess][rules]") {
    CHECK_FALSE(legal(placed("Ke1 (RRR)e2 re8 ka8"), "e1e2"));
    CHECK(legal(placed("Ke1 (RRR)e2 rd8 ka8"), "e1e2"));
    CHECK(legal(placed("Ke1 Oa1 (RRR)e2 re8 ka8"), "e1e2"));
    CHECK_FALSE(legal(placed("Oe1 (RRR)e2 re8 ka8"), "e1e2"));
    CHECK_FALSE(legal(placed("(RK)d4 (RR)d5 rh5 kh8"), "d4d5"));
    // A king may climb on a Vatican to leave check.
    CHECK(legal(placed("Ke1 (RRR)d2 re8 ka8"), "e1d2"));
}

TEST_CASE("section 12: a position with a High Ground is over, whichever side is to move",
          "[super_chess][rules]") {
    for (const char* rest : {"w - - 0,0 -/-", "b - - 0,0 -/-"}) {
        INFO(rest);
        CHECK(placed("(RRRK)d4 kh8 pa7", rest).outcome() == Outcome::White);
        CHECK(placed("(rrro)d5 Kh1 Pa2", rest).outcome() == Outcome::Black);
        CHECK(turns(placed("(RRRK)d4 kh8 pa7", rest)) == "");
        CHECK(count(placed("(RRRK)d4 kh8 pa7", rest)) == 0);
    }
}

TEST_CASE("section 12: mating moves are found", "[super_chess][rules]") {
    const Position at = placed("Kg1 Ra1 kg8 pf7 pg7 ph7");
    Moves wins;
    at.winning_moves(wins);
    REQUIRE(wins.size() == 1);
    CHECK(at.uci(wins[0]) == "a1a8");
    CHECK(at.wins_by(wins[0]) == "mate");
    CHECK(at.wins_by(move_of(at, "a1a7")).empty());
    // There is no mate if Black can travel.
    const Position saved = position(fen_of("Kg1 Ra1 kg8 pf7 pg7 ph7 (r^r)b2"));
    CHECK(after(saved, "a1a8").outcome() == Outcome::Ongoing);
    CHECK(turns(after(saved, "a1a8")).find("@0") != std::string::npos);
}

TEST_CASE("section 12: a High Ground has the value of a win for its owner", "[super_chess][rules]") {
    for (const char* high : {"(RRRK)d4 kh8", "(RRRO)d4 Ka1 kh8"}) {
        for (const bool own : {true, false}) {
            const Position finished = placed(high, own ? "w - - 0,0 -/-" : "b - - 0,0 -/-");
            CHECK(finished.evaluate() == (own ? 1 : -1));
            Facts facts;
            CHECK_FALSE(finished.facts(facts));
        }
    }
}

TEST_CASE("earlier states are dropped only if a puzzle of one move cannot travel", "[super_chess][rules]") {
    const Position played = after(Position(), "a2a4 a7a5");
    CHECK(played.with_needed_history(1) == played.without_past());
    CHECK(played.with_needed_history(2) == played);
    CHECK(with_hourglass().with_needed_history(1) == with_hourglass());
}

TEST_CASE("only rooks and pawns have identities, and only rooks carry other pieces", "[super_chess][rules]") {
    CHECK(Stack(Kind::Knight, Color::White).identities() == 0);
    CHECK(Stack(Kind::Paladin, Color::White).identities() ==
          placed("(R[q]N)d4 Kh1 kh8").board().at(square("d4")).identities());
    CHECK(kind_after_hop(Stack(Kind::Rook, Color::White), Kind::Queen) == Kind::None);
}

}  // namespace octomate::super_chess
