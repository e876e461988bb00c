#include "games/super_chess/rules/read_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "games/super_chess/rules/setup.hpp"
#include "text/text.hpp"

namespace octomate::super_chess {

namespace {

constexpr std::string_view man_letters = "PNBRQKOpnbrqko";

bool is_man(char c) { return man_letters.find(c) != std::string_view::npos; }

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

Color side_of(char man) { return man >= 'a' ? Color::Black : Color::White; }

/// A letter and what it remembers in brackets; 0 if there is none.
std::size_t single_length(std::string_view text) {
    if (text.empty() || !is_man(text.front())) return 0;
    if (text.size() < 2 || text[1] != '[') return 1;
    const std::size_t end = text.find_first_of("])/", 2);
    return end == std::string_view::npos || text[end] != ']' ? 0 : end + 1;
}

/// The same, or several of them in parentheses.
std::size_t stack_length(std::string_view text) {
    if (text.front() != '(') return single_length(text);
    std::size_t at = 1;
    while (at < text.size() && text[at] != ')') {
        if (text[at] == '^') ++at;
        const std::size_t length = single_length(text.substr(std::min(at, text.size())));
        if (length == 0) return 0;
        at += length;
    }
    return at < text.size() ? at + 1 : 0;
}

class BoardReader {
  public:
    explicit BoardReader(StateFaults& faults) : faults_(faults) {}

    ReadBoard read(const Word& word) {
        static constexpr BoardField field{
            8, 8, "a letter of PNBRQKO or pnbrqko, or a stack in parentheses such as (RN)", stack_length};
        auto men = read_board_field(word.text, field);
        if (!men) {
            for (Fault& fault : men.error())
                faults_.add(fault.code, fault.offset + word.offset, std::move(fault.message));
            return std::move(read_);
        }
        read_.men = std::move(*men);
        for (WrittenMan& man : read_.men) {
            man.offset += word.offset;
            read_stack(man);
        }
        for (const Color side : {Color::White, Color::Black}) {
            if (name_them(read_.board, side, taken_[index(side)], nameless_[index(side)])) continue;
            faults_.add(FaultCode::BadMemory, word.offset,
                        fmt::format("{} has more rooks and pawns than identities, expected at most ten of "
                                    "q, k and a to h, and eight pawns",
                                    name(side)));
        }
        return std::move(read_);
    }

  private:
    /// One man of a stack, and what he remembers.
    struct PartText {
        char man = 0;  ///< upper case
        bool inverted = false;
        std::size_t offset = 0;
        std::string_view memory;
    };

    void read_stack(const WrittenMan& written) {
        std::vector<PartText> parts;
        std::string letters;
        std::optional<Color> side;
        std::string_view text = written.text;
        std::size_t offset = written.offset;
        if (text.front() == '(') {
            text = text.substr(1, text.size() - 2);
            ++offset;
            if (single_length(text) == text.size()) return no_stack(written, "is one man or none");
        }
        for (std::size_t at = 0; at < text.size();) {
            PartText& part = parts.emplace_back();
            if (text[at] == '^') {
                part.inverted = true;
                ++at;
            }
            const std::size_t length = single_length(text.substr(at));
            const Color own = side_of(text[at]);
            if (side.value_or(own) != own) return no_stack(written, "stands on a man of the other side");
            side = own;
            part.man = upper(text[at]);
            part.offset = offset + at;
            if (length > 1) part.memory = text.substr(at + 2, length - 3);
            if (length == 3) bad_memory(part, "something, or no brackets");
            letters += part.man;
            at += length;
        }
        const Kind kind = kind_of(letters, parts);
        if (kind == Kind::None) return no_stack(written, "is no stack of the rules");
        Stack stack(kind, *side);
        if (letters.back() == 'B') stack = stack.with_light(is_light(written.square));
        if (kind == Kind::Pawn)
            stack = stack.with_moved(rank_of(written.square) != board8::relative_rank(*side, 1));
        stack_ = stack;
        for (std::size_t at = 0; at < parts.size(); ++at)
            read_memory(parts[at], static_cast<int>(at), written.square);
        if (stack_.kind() == Kind::PseudoQueen && stack_.light()) stack_ = stack_.as(Kind::Cardinal);
        if (letters == "RB" || letters == "B") {
            const bool counts = stack_.pieces() != 0 || stack_.points() != 0;
            if (counts && !stack_.light()) {
                faults_.add(
                    FaultCode::BadMemory, written.offset,
                    fmt::format("the dark bishop of \"{}\" counts captures, expected none", written.text));
            }
        }
        read_.board.put(stack_, written.square);
    }

    void no_stack(const WrittenMan& written, std::string_view why) {
        faults_.add(FaultCode::BadStack, written.offset,
                    fmt::format("\"{}\" on {} {}, expected one such as (RN), bottom first", written.text,
                                board8::name(written.square), why));
    }

    /// The kind of these men; of a rook and a bishop the Pseudo Queen until his colour is known.
    static Kind kind_of(std::string_view letters, const std::vector<PartText>& parts) {
        const auto is_inverted = [](const PartText& part) { return part.inverted; };
        const auto inverted = std::count_if(parts.begin(), parts.end(), is_inverted);
        if (inverted > 0)
            return letters == "RR" && inverted == 1 && parts[1].inverted ? Kind::Hourglass : Kind::None;
        for (std::size_t kind = 1; kind < kinds; ++kind) {
            if (kind_texts[kind].men == letters) return static_cast<Kind>(kind);
        }
        return Kind::None;
    }

    /// What stands in brackets behind the man number `at`, of `stack_`.
    void read_memory(const PartText& part, int at, Square square) {
        switch (part.man) {
            case 'P':
            case 'R': return read_identity(part, at, square);
            case 'B': return read_bishop(part);
            case 'K':
            case 'O': return read_castled(part);
            default:
                if (!part.memory.empty()) bad_memory(part, "nothing");
        }
    }

    void bad_memory(const PartText& part, std::string_view expected) {
        faults_.add(FaultCode::BadMemory, part.offset + 2,
                    fmt::format("{} remembers \"{}\", expected {}", part.man, part.memory, expected));
    }

    void read_identity(const PartText& part, int at, Square square) {
        const Color side = stack_.side();
        std::string_view memory = part.memory;
        const bool moved = part.man == 'P' && memory.ends_with('*');
        if (moved) {
            memory.remove_suffix(1);
            if (stack_.kind() == Kind::Pawn) stack_ = stack_.with_moved(true);
        }
        if (memory.empty()) {
            nameless_[index(side)].push_back({square, at});
            return;
        }
        const std::size_t identity = identity_letters.find(memory.front());
        if (memory.size() > 1 || identity == std::string_view::npos ||
            (part.man == 'P' && identity < first_pawn)) {
            return bad_memory(part, part.man == 'P' ? "a letter of a to h, and \"*\" if it has moved"
                                                    : "a letter of q, k and a to h");
        }
        const auto bit = static_cast<IdentitySet>(1U << identity);
        IdentitySet& taken = taken_[index(side)];
        if (taken & bit) {
            faults_.add(FaultCode::BadMemory, part.offset + 2,
                        fmt::format("{} has two men \"{}\", expected one", name(side), memory));
        }
        taken = static_cast<IdentitySet>(taken | bit);
        stack_ = stack_.with_identity(at, static_cast<Identity>(identity));
    }

    void read_bishop(const PartText& part) {
        std::string_view memory = part.memory;
        if (!memory.empty() && (memory.front() == 'l' || memory.front() == 'd')) {
            stack_ = stack_.with_light(memory.front() == 'l');
            memory.remove_prefix(1);
        }
        if (memory.empty()) return;
        const bool shaped = memory.size() == 3 && memory[1] == '.' && memory[0] >= '0' && memory[0] <= '2' &&
                            memory[2] >= '0' && memory[2] <= '6';
        if (!shaped)
            return bad_memory(part, "\"l\" or \"d\" and the pieces and points that it took, at most 2.6");
        stack_ = stack_.with_taken(memory[0] - '0', memory[2] - '0');
    }

    void read_castled(const PartText& part) {
        const std::string_view memory = part.memory;
        if (memory != "" && memory != "s" && memory != "h" && memory != "sh")
            return bad_memory(part, "\"s\", \"h\" or \"sh\"");
        stack_ = stack_.with_castled(memory.find('s') != std::string_view::npos,
                                     memory.find('h') != std::string_view::npos);
    }

    StateFaults& faults_;
    ReadBoard read_;
    std::array<IdentitySet, 2> taken_{};
    std::array<std::vector<Nameless>, 2> nameless_;
    Stack stack_;
};

}  // namespace

ReadBoard read_board(const Word& field, StateFaults& faults) { return BoardReader(faults).read(field); }

}  // namespace octomate::super_chess
