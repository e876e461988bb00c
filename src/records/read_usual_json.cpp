#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "records/fields.hpp"
#include "records/further_fields.hpp"
#include "records/json_text.hpp"
#include "text/text.hpp"

namespace octomate::records {

namespace {

/// Deeper values are left to the precise reader.
constexpr int deepest_usual = 16;

/// Reads what nearly all records are made of. Every function is false where it meets anything else, be it
/// wrong or only rare; the precise reader then says what it is.
class UsualReader {
  public:
    UsualReader(std::string_view line, Puzzle& puzzle)
        : at_(line.data()), end_(line.data() + line.size()), puzzle_(puzzle) {}

    bool read() {
        bool good = take('{') && !take('}');
        do {
            good = good && read_member();
        } while (good && take(','));
        good = good && take('}') && (skip_blanks(), at_ == end_);
        return good && has_seen(Field::Fen) && agree_on_moves(puzzle_, has_seen(Field::Moves));
    }

  private:
    struct Names {
        std::array<std::string_view, 16> all;
        std::size_t size = 0;
    };

    void skip_blanks() {
        while (at_ < end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    }

    /// A sign of JSON, with blanks before it.
    bool take(char sign) {
        skip_blanks();
        if (at_ == end_ || *at_ != sign) return false;
        ++at_;
        return true;
    }

    bool at(char sign) {
        skip_blanks();
        return at_ < end_ && *at_ == sign;
    }

    bool take_word(std::string_view word) {
        skip_blanks();
        if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(word)) return false;
        at_ += word.size();
        return true;
    }

    /// A string without escapes, as it stands in the line.
    bool take_plain(std::string_view& text) {
        if (!take('"')) return false;
        const char* start = at_;
        while (at_ < end_ && *at_ != '"') {
            if (*at_ == '\\' || static_cast<unsigned char>(*at_) < 0x20) return false;
            ++at_;
        }
        if (at_ == end_) return false;
        text = std::string_view(start, static_cast<std::size_t>(at_ - start));
        ++at_;
        return true;
    }

    /// A string, maybe with short escapes.
    bool take_text(std::string& text) {
        const char* start = at_;
        if (std::string_view plain; take_plain(plain)) {
            text = plain;
            return true;
        }
        at_ = start;
        if (!take('"')) return false;
        for (text.clear(); at_ < end_ && *at_ != '"'; ++at_) {
            if (static_cast<unsigned char>(*at_) < 0x20) return false;
            if (*at_ != '\\') {
                text += *at_;
                continue;
            }
            if (++at_ == end_) return false;
            const std::size_t escape = std::string_view("\"\\/bfnrt").find(*at_);
            if (escape == std::string_view::npos) return false;
            text += "\"\\/\b\f\n\r\t"[escape];
        }
        return take('"');
    }

    bool take_texts(std::vector<std::string>& texts) {
        if (!take('[')) return false;
        if (take(']')) return true;
        do {
            if (!take_text(texts.emplace_back())) return false;
        } while (take(','));
        return take(']');
    }

    /// A whole number of few digits, as it stands in the line. It may not go on as a fraction.
    bool take_whole(std::string_view& digits) {
        constexpr std::ptrdiff_t most = 18;  // digits, and a sign
        skip_blanks();
        const char* start = at_;
        if (at_ < end_ && *at_ == '-') ++at_;
        const char* first = at_;
        while (at_ < end_ && is_digit(*at_)) ++at_;
        const bool zero_first = at_ > first && *first == '0';
        if (at_ == first || at_ - start > most || (zero_first && at_ - start > 1)) return false;
        if (at_ < end_ && (*at_ == '.' || *at_ == 'e' || *at_ == 'E')) return false;
        digits = std::string_view(start, static_cast<std::size_t>(at_ - start));
        return true;
    }

    bool take_number(int highest, int& number) {
        std::string_view digits;
        if (!take_whole(digits) || digits.size() > 4) return false;
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
        return number >= 1 && number <= highest;
    }

    bool read_member() {
        std::string_view name;
        if (!take_plain(name) || !take(':')) return false;
        const Field field = field_named(name);
        if (field == Field::Unknown) return read_further(name);
        if (has_seen(field)) return false;
        seen_ |= 1U << static_cast<unsigned>(field);
        if (field == Field::Fen) return take_text(puzzle_.fen);
        if (take_word("null")) return true;
        switch (field) {
            case Field::Roll: return take_number(8, puzzle_.roll.emplace());
            case Field::Moves: return take_number(max_moves, puzzle_.moves);
            case Field::Key: return read_key(puzzle_.key.emplace());
            case Field::Themes: return take_texts(puzzle_.themes);
            default: return take_text(text_of(puzzle_, field)->emplace());
        }
    }

    bool has_seen(Field field) const { return (seen_ >> static_cast<unsigned>(field) & 1U) != 0; }

    bool read_key(Key& key) {
        if (!take('{')) return false;
        if (take('}')) return true;
        do {
            std::string_view name;
            if (!take_plain(name) || !take(':')) return false;
            const auto face = face_named(name);
            if (!face) return false;
            const auto [place, is_new] = key.try_emplace(*face);
            if (!is_new || !take_texts(place->second)) return false;
        } while (take(','));
        return take('}');
    }

    bool read_further(std::string_view name) {
        if (!is_new(name, names_)) return false;
        json_.clear();
        if (!append_value(1)) return false;
        const Taken taken = take_further(puzzle_, name, json_);
        if (taken == Taken::Unknown) puzzle_.unknown.push_back({std::string(name), json_});
        return taken != Taken::WrongType;
    }

    /// Few names only: looking them through takes longer and longer.
    static bool is_new(std::string_view name, Names& names) {
        if (names.size == names.all.size()) return false;
        for (std::size_t at = 0; at < names.size; ++at) {
            if (names.all[at] == name) return false;
        }
        names.all[names.size++] = name;
        return true;
    }

    /// Appends the value that stands here to `json_`, written as the library writes it.
    bool append_value(int depth) {
        if (depth == deepest_usual) return false;
        if (at('{')) return append_object(depth);
        if (at('[')) return append_array(depth);
        if (at('"')) {
            std::string_view text;
            if (!take_plain(text)) return false;
            append_quoted(text, json_);
            return true;
        }
        for (const std::string_view word : {"true", "false", "null"}) {
            if (take_word(word)) return json_ += word, true;
        }
        std::string_view digits;
        return take_whole(digits) && (json_ += digits, true);
    }

    bool append_object(int depth) {
        Names names;
        char separator = '{';
        for (take('{'); !at('}'); separator = ',') {
            std::string_view name;
            if (separator == ',' && !take(',')) return false;
            if (!take_plain(name) || !is_new(name, names) || !take(':')) return false;
            json_ += separator;
            append_quoted(name, json_);
            json_ += ':';
            if (!append_value(depth + 1)) return false;
        }
        json_ += separator == '{' ? "{}" : "}";
        return take('}');
    }

    bool append_array(int depth) {
        char separator = '[';
        for (take('['); !at(']'); separator = ',') {
            if (separator == ',' && !take(',')) return false;
            json_ += separator;
            if (!append_value(depth + 1)) return false;
        }
        json_ += separator == '[' ? "[]" : "]";
        return take(']');
    }

    const char* at_;
    const char* end_;
    Puzzle& puzzle_;
    unsigned seen_ = 0;  // one bit for each Field
    Names names_;
    std::string json_;
};

}  // namespace

bool read_usual_json(std::string_view line, Puzzle& puzzle) { return UsualReader(line, puzzle).read(); }

}  // namespace octomate::records
