#include <fmt/core.h>

#include <iterator>
#include <type_traits>

#include "draw/scene.hpp"

namespace octomate::draw {

namespace {

/// A text as a JSON string.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c >= 0 && c < ' ') {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<int>(c));
            continue;
        }
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

/// "[…]", with each value as `f` writes it.
template <class Range, class F>
std::string list(const Range& values, F f) {
    std::string out = "[";
    for (const auto& value : values) {
        if (out.size() > 1) out += ',';
        out += f(value);
    }
    return out + ']';
}

std::string letter(char man) { return quoted(std::string_view(&man, 1)); }

std::string json(const Scene& scene, const Mark& mark) {
    const auto name = [&](Square square) { return quoted(scene.name_of(square)); };
    const auto alone = [&](std::string_view kind, Square square) {
        return fmt::format(R"({{"mark":"{}","square":{}}})", kind, name(square));
    };
    const auto line = [&](std::string_view kind, Square from, Square to) {
        return fmt::format(R"({{"mark":"{}","from":{},"to":{}}})", kind, name(from), name(to));
    };
    const auto with_man = [&](std::string_view kind, char man, Square square) {
        return fmt::format(R"({{"mark":"{}","man":{},"square":{}}})", kind, letter(man), name(square));
    };
    struct Visitor {
        decltype(alone) alone_;
        decltype(line) line_;
        decltype(with_man) with_man_;
        decltype(name) name_;

        std::string operator()(const Highlight& it) const { return alone_("highlight", it.square); }
        std::string operator()(const Arrow& it) const { return line_("arrow", it.from, it.to); }
        std::string operator()(const Jump& it) const { return line_("jump", it.from, it.to); }
        std::string operator()(const Cross& it) const { return alone_("cross", it.square); }
        std::string operator()(const Ghost& it) const { return with_man_("ghost", it.man, it.square); }
        std::string operator()(const Medal& it) const { return with_man_("medal", it.man, it.square); }
        std::string operator()(const Curve& it) const {
            return fmt::format(R"({{"mark":"curve","from":{},"to":{},"drop":{},"origin":{},"badge":{}}})",
                               name_(it.from), name_(it.to), it.drop, name_(it.origin), quoted(it.badge));
        }
    };
    return std::visit(Visitor{alone, line, with_man, name}, mark);
}

}  // namespace

std::string scene_json(const Scene& scene) {
    std::string men;
    for (const Man& man : scene.men)
        men += fmt::format(R"({}{}:{{"word":{},"white":{},"id":{},"symbol":{}}})", men.empty() ? "" : ",",
                           letter(man.letter), quoted(man.word), man.color == Color::White,
                           quoted(man.drawing), quoted(man.symbol));
    return fmt::format(
        R"({{"files":{},"ranks":{},"cells":{},"turn":"{}","flip":{},"title":{},"words":{},"labels":{},)"
        R"("rolled":{},"dice":{},"panel":{},"men":{{{}}},"marks":{}}})",
        scene.files, scene.ranks,
        list(scene.cells, [](const std::string& stack) { return list(stack, letter); }), name(scene.turn),
        scene.flip, quoted(scene.title), quoted(description(scene)), list(scene.labels, quoted),
        list(scene.rolled, [](int file) { return std::to_string(file); }),
        list(scene.dice,
             [](const Die& die) {
                 return fmt::format(R"({{"label":{},"idle":{}}})", quoted(die.label), die.idle);
             }),
        list(scene.panel, quoted), men,
        list(scene.marks, [&](const Mark& mark) { return json(scene, mark); }));
}

}  // namespace octomate::draw
