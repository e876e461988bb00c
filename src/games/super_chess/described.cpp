#include <fmt/core.h>

#include <array>
#include <string_view>

#include "draw/scene.hpp"
#include "games/super_chess/games.hpp"
#include "games/super_chess/rules/position.hpp"
#include "games/super_chess/rules/snapshot.hpp"
#include "text/notation.hpp"
#include "text/text.hpp"

namespace octomate::super_chess {

namespace {

// Returns whether the move castles in any form.
bool castles(Move move) { return move.turn() >= Turn::CastleShort && move.turn() <= Turn::HyperCastle; }

// Returns whether the move promotes a pawn: a single one, one in a stack, or one that a split leaves behind.
bool promotes(const Position& position, Move move) {
    if (move.left_pawn() != Suffix::None) return true;
    if (move.suffix() == Suffix::None || move.turn() == Turn::TurnOver) return false;
    const Stack pieces = moving_stack(position, move);
    return pieces_of(pieces.kind()).ends_with('P');
}

// Returns the name of the pieces that move, such as "rook" or "MVP".
std::string_view mover_name(const Position& position, Move move) {
    return name_of(moving_stack(position, move).kind());
}

// Returns the kind of the stack on the destination after the move.
Kind kind_on_arrival(const Position& position, Move move) {
    return position.play(move).board().kind_at(move.to());
}

}  // namespace

std::vector<MoveFact> facts_of(const Position& position, Move move) {
    return {{"capture", victim(position, move) != Kind::None},
            {"hop", hops(position, move)},
            {"split", move.splits()},
            {"promotion", promotes(position, move)},
            {"castling", castles(move)},
            {"turned_over", move.turn() == Turn::TurnOver},
            {"travel", move.is_travel()}};
}

MoveEnds ends_of(const Position& position, Move move) {
    MoveEnds ends;
    if (move.is_travel()) {
        ends.state = static_cast<int>(move.state());
        return ends;
    }
    ends.from = board8::name(move.from());
    ends.to = board8::name(move.to());
    switch (move.turn()) {
        case Turn::SlideOut1:
        case Turn::SlideOut2: ends.part = fmt::format("slide the {} out", mover_name(position, move)); break;
        case Turn::JumpOff1:
        case Turn::JumpOff2:
            ends.part = fmt::format("jump off with the {}", mover_name(position, move));
            break;
        case Turn::TurnOver: ends.part = "turn it over"; break;
        case Turn::SuperCastle: ends.part = "super castle"; break;
        case Turn::HyperCastle: ends.part = "hyper castle"; break;
        default: break;
    }
    const Stack pieces = moving_stack(position, move);
    if (move.turn() == Turn::Whole && move.from() == move.to()) ends.part = "go and come back";
    if (pieces.kind() == Kind::Pawn && move.suffix() != Suffix::None && !hops(position, move)) {
        ends.becomes = fen_letter(suffix_letters[static_cast<std::size_t>(move.suffix())], position.turn());
    }
    return ends;
}

std::string explain(const Position& position, Move move) {
    std::string other_effects = remark(position, move);
    const Kind captured = victim(position, move);
    if (captured == Kind::None) return other_effects;
    return "captures " + with_article(name_of(captured)) +
           (other_effects.empty() ? "" : ", " + other_effects);
}

std::string remark(const Position& position, Move move) {
    std::vector<std::string> words;
    const auto add = [&](std::string text) { words.push_back(std::move(text)); };
    switch (move.turn()) {
        case Turn::SlideOut1:
        case Turn::SlideOut2: add(fmt::format("the {} slides out", mover_name(position, move))); break;
        case Turn::JumpOff1:
        case Turn::JumpOff2: add(fmt::format("the {} jumps off", mover_name(position, move))); break;
        case Turn::TurnOver:
            add(move.suffix() == Suffix::Hourglass ? "the Cathedral becomes an Hourglass"
                                                   : "the Hourglass becomes a Cathedral");
            break;
        case Turn::SuperCastle: add("super castle"); break;
        case Turn::HyperCastle: add("hyper castle"); break;
        case Turn::Travel: {
            const Snapshot state = position.destination(move);
            add(fmt::format("back to earlier state {}, {} to move", move.state(), side_text(state.turn)));
            break;
        }
        default: break;
    }
    if (move.left_pawn() != Suffix::None) add("a pawn left on its last rank is promoted");
    if (victim(position, move) != Kind::None && !position.board().at(move.to())) add("en passant");
    if (hops(position, move)) {
        const Kind made = kind_on_arrival(position, move);
        add(is_high_ground(made) ? "up to the High Ground" : with_article(name_of(made)));
    } else if (moving_stack(position, move).kind() == Kind::Cardinal &&
               kind_on_arrival(position, move) != Kind::Cardinal) {
        add("the Cardinal becomes a Cowardly Pope");
    } else if (is_super(moving_stack(position, move).kind()) && promotes(position, move)) {
        add(with_article(name_of(kind_on_arrival(position, move))));
    }
    return joined(words, ", ");
}

std::size_t kind_of(const Position& position, Move move) {
    if (move.is_travel()) return 4;
    if (castles(move)) return 3;
    if (move.splits()) return 2;
    return hops(position, move) || move.turn() == Turn::TurnOver ? 1 : 0;
}

std::vector<std::string> impossible_piece_notes(const Position& position) {
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) {
        const Board& board = position.board();
        const int supers = count(board.of(side) & board.all(Board::Supers));
        if (supers > 1)
            notes.push_back(fmt::format("{} has {} stacks, in a game a side has one at most",
                                        octomate::name(side), supers));
        const int pieces = PieceCount(board, side).total();
        if (pieces > 16)
            notes.push_back(
                fmt::format("{} has {} pieces; no game can have more than 16", octomate::name(side), pieces));
    }
    return notes;
}

std::string landing_of(const Position& position, Move move) {
    if (!move.is_travel()) return {};
    const std::string state = write_snapshot(position.destination(move));
    return state.substr(0, state.find(' ', state.find(' ') + 1));
}

extern const std::string_view book_rules;

namespace {

// The pieces that chess does not have: letter, name, id of the drawing, symbol and side.
constexpr std::array<draw::Piece, 4> new_pieces = {{
    {'O', "pope", "wo", "Ⓞ", Color::White},
    {'I', "rook on its head", "wi", "⧗", Color::White},
    {'o', "pope", "bo", "ⓞ", Color::Black},
    {'i', "rook on its head", "bi", "⧗", Color::Black},
}};

// All pieces, in the order of the palette.
constexpr std::array<draw::Piece, 16> pieces = [] {
    constexpr std::string_view order = "KOQRIBNPkoqribnp";
    std::array<draw::Piece, 16> all{};
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const draw::Piece& piece : draw::chess_pieces)
            all[i] = piece.letter == order[i] ? piece : all[i];
        for (const draw::Piece& piece : new_pieces) all[i] = piece.letter == order[i] ? piece : all[i];
    }
    return all;
}();

// Returns lines of text on what a picture cannot show, such as captures of a Cardinal, castlings, bare turns.
std::vector<std::string> memories_of(const Snapshot& state) {
    std::vector<std::string> lines;
    std::vector<std::string> bishops;
    for (Bitboard rest = state.board.occupied(); rest;) {
        const Square square = board8::pop_first(rest);
        const Stack stack = state.board.at(square);
        const std::string where = board8::name(square);
        const Kind kind = stack.kind();
        if (kind == Kind::Bishop && stack.has_light_bishop() != is_light(square))
            bishops.push_back(fmt::format("{} on {}", stack.has_light_bishop() ? "light" : "dark", where));
        if (kind == Kind::PseudoQueen || kind == Kind::Cardinal)
            lines.push_back(fmt::format("{}: {}", where, name_of(kind)));
        if (stack.captured_pieces() > 0 || stack.captured_points() > 0)
            lines.push_back(fmt::format("{}: took {}, {} points", where, stack.captured_pieces(),
                                        stack.captured_points()));
        if (stack.super_castled() || stack.hyper_castled())
            lines.push_back(fmt::format("{}: {}castled", where,
                                        stack.super_castled() && stack.hyper_castled() ? "super and hyper "
                                        : stack.super_castled()                        ? "super "
                                                                                       : "hyper "));
    }
    if (!bishops.empty()) lines.push_back("Bishops: " + joined(bishops, ", "));
    if (state.en_passant >= 0) lines.push_back("En passant: " + board8::name(state.en_passant));
    for (const Color side : {Color::White, Color::Black}) {
        if (const auto turns = state.bare_turns[index(side)]; turns > 0)
            lines.push_back(fmt::format("{}: {} bare turns", side_text(side), turns));
    }
    return lines;
}

// Returns the picture of one state.
draw::Scene scene_of_state(const Snapshot& state) {
    draw::Scene scene(8, 8, piece_set());
    scene.turn = state.turn;
    for (Bitboard rest = state.board.occupied(); rest;) {
        const Square square = board8::pop_first(rest);
        scene.at(square) = letters_of(state.board.at(square));
    }
    scene.panel = memories_of(state);
    return scene;
}

// Marks the squares on which a move turns a piece into another: by promotion or turning over.
void mark_arrival(draw::Scene& scene, const Position& position, Move move) {
    const Position after = position.play(move);
    const Square from = move.from(), to = move.to();
    const std::string before = letters_of(position.board().at(from));
    const std::string on_from = letters_of(after.board().at(from));
    if (move.splits() && on_from.size() <= before.size()) {
        const std::string stayed = move.slides_out() ? before.substr(before.size() - on_from.size())
                                                     : before.substr(0, on_from.size());
        if (stayed.back() != on_from.back()) scene.marks.emplace_back(draw::Medal{on_from.back(), from});
    }
    const std::string on_to = letters_of(after.board().at(to));
    const Stack pieces = moving_stack(position, move);
    std::string moved = letters_of(pieces);
    if (move.slides_out()) moved = before.substr(0, moved.size());
    if (move.jumps_off()) moved = before.substr(before.size() - moved.size());
    if (moved.back() != on_to.back()) scene.marks.emplace_back(draw::Medal{on_to.back(), to});
}

// Describes a move in a caption: "Paladin from e3 takes on d5", "Rook slides out of e3 to e8".
std::string caption_of(const Position& position, Move move) {
    const std::string from = board8::name(move.from()), to = board8::name(move.to());
    switch (move.turn()) {
        case Turn::CastleShort: return fmt::format("{} castles short", side_text(position.turn()));
        case Turn::CastleLong: return fmt::format("{} castles long", side_text(position.turn()));
        case Turn::TurnOver:
            return move.suffix() == Suffix::Hourglass
                       ? fmt::format("Cathedral on {} turned over: an Hourglass", from)
                       : fmt::format("Hourglass on {} turned over: a Cathedral", from);
        case Turn::Travel:
            return fmt::format("Time travel to earlier state {}, {} to move", move.state(),
                               side_text(position.destination(move).turn));
        default: break;
    }
    const Kind kind = moving_stack(position, move).kind();
    if (move.turn() == Turn::SuperCastle)
        return fmt::format("{} on {} and Cathedral on {} change places", capitalised(name_of(kind)), from,
                           to);
    std::string text;
    if (move.slides_out()) {
        text = fmt::format("{} slides out of {}", capitalised(name_of(kind)), from);
    } else if (move.jumps_off()) {
        text = fmt::format("{} jumps off {}", capitalised(name_of(kind)), from);
    } else {
        text = fmt::format("{} from {}", capitalised(name_of(kind)), from);
    }
    const Kind captured = victim(position, move);
    if (captured != Kind::None) {
        text += fmt::format("{} takes on {}", move.splits() ? "," : "", to);
        if (!position.board().at(move.to())) text += " in passing";
    } else {
        text += fmt::format("{} {}", hops(position, move) ? " hops on" : " to", to);
    }
    const Position after = position.play(move);
    const Kind arrived = after.board().kind_at(move.to());
    if (arrived != kind) text += fmt::format(": {}", with_article(name_of(arrived)));
    if (move.left_pawn() != Suffix::None)
        text += fmt::format("; the pawn left on {} becomes {}", from,
                            with_article(name_of(after.board().kind_at(move.from()))));
    return text;
}

// Returns the FEN of a stack given its letters, bottom first, with I for an inverted rook; nullopt if a
// letter is unknown.
std::optional<std::string> stack_fen(std::string_view letters) {
    std::string text;
    for (const char letter : letters) {
        const char piece = upper(letter);
        if (std::string_view("PNBRQKOI").find(piece) == std::string_view::npos) return std::nullopt;
        if (piece == 'I') text += '^';
        text += piece == 'I' ? fen_letter('R', side_of(letter)) : letter;
    }
    return letters.size() > 1 ? '(' + text + ')' : text;
}

}  // namespace

draw::PieceList piece_set() { return pieces; }

std::string letters_of(Stack stack) {
    std::string letters;
    for (const char letter : pieces_of(stack.kind())) letters += fen_letter(letter, stack.side());
    if (stack.kind() == Kind::Hourglass) letters.back() = fen_letter('I', stack.side());
    return letters;
}

draw::Scene scene_of(const Position& position) {
    draw::Scene scene = scene_of_state(position.now());
    for (const Color side : {Color::White, Color::Black}) {
        std::string used;
        for (std::size_t identity = 0; identity < identity_letters.size(); ++identity) {
            if (position.used()[index(side)] >> identity & 1) (used += ' ') += identity_letters[identity];
        }
        if (!used.empty()) scene.panel.push_back(fmt::format("{} used rooks:{}", side_text(side), used));
    }
    if (!position.history().empty())
        scene.panel.push_back(fmt::format("Earlier states: {}", position.history().size()));
    return scene;
}

std::vector<draw::Scene> past_of(const Position& position) {
    std::vector<draw::Scene> past;
    for (const Snapshot* state : position.history().all()) past.push_back(scene_of_state(*state));
    return past;
}

void mark_move(draw::Scene& scene, const Position& position, Move move) {
    scene.move_words.push_back(caption_of(position, move) + '.');
    if (move.is_travel()) {
        scene.panel.push_back(fmt::format("Travels to state {}", move.state()));
        return;
    }
    const Square from = move.from(), to = move.to();
    auto& marks = scene.marks;
    marks.emplace_back(draw::Highlight{from});
    if (from != to) marks.emplace_back(draw::Highlight{to});
    switch (move.turn()) {
        case Turn::TurnOver: return mark_arrival(scene, position, move);
        case Turn::SuperCastle: marks.emplace_back(draw::Jump{from, to}); return;
        case Turn::CastleShort:
        case Turn::CastleLong: {
            const bool short_side = move.turn() == Turn::CastleShort;
            marks.emplace_back(draw::Arrow{from, to});
            marks.emplace_back(draw::Arrow{rook_home(position.turn(), short_side), (from + to) / 2});
            return;
        }
        default: break;
    }
    const int size = size_of(moving_stack(position, move).kind());
    if (from != to) marks.emplace_back(draw::Arrow{from, to, size, move.slides_out()});
    if (victim(position, move) != Kind::None)
        marks.emplace_back(draw::Cross{position.board().at(to) ? to : to - forward(position.turn())});
    mark_arrival(scene, position, move);
}

std::optional<std::string> fen_of_cells(const std::vector<std::string>& cells, Color turn) {
    if (cells.size() != 64) return std::nullopt;
    const auto cell = [&](Square square) -> const std::string& {
        return cells[static_cast<std::size_t>(square)];
    };
    bool all_known = true;
    std::string text;
    append_board_field(
        text, 8, 8, [&](Square square) { return !cell(square).empty(); },
        [&](Square square) {
            const auto stack = stack_fen(cell(square));
            all_known = all_known && stack;
            text += stack.value_or("");
        });
    if (!all_known) return std::nullopt;
    std::string rights;
    const auto holds = [&](Square square, char piece) { return cell(square) == std::string(1, piece); };
    for (const Color side : {Color::White, Color::Black}) {
        const bool white = side == Color::White;
        if (!holds(king_home(side), white ? 'K' : 'k')) continue;
        if (holds(rook_home(side, true), white ? 'R' : 'r')) rights += white ? 'K' : 'k';
        if (holds(rook_home(side, false), white ? 'R' : 'r')) rights += white ? 'Q' : 'q';
    }
    const std::string full =
        text + (turn == Color::White ? " w " : " b ") + (rights.empty() ? "-" : rights) + " - 0,0 -/-";
    // A valid position is normalised, so that parsing and writing the FEN gives the same text.
    const auto position = Position::from_fen(full);
    return position ? position->value.fen() : full;
}

draw::Rules rules_of(std::type_identity<Position>) { return draw::read_rules(book_rules, Position()); }

}  // namespace octomate::super_chess
