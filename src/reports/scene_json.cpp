#include <string>
#include <variant>

#include "json/tree.hpp"
#include "reports/json.hpp"

namespace octomate::reports {

namespace {

using records::Json;

std::string letter(char man) { return std::string(1, man); }

/// Writes the marks of a scene.
class MarkWriter {
  public:
    explicit MarkWriter(const draw::Scene& scene) : scene_(scene) {}

    Json operator()(const draw::Highlight& it) const { return alone("highlight", it.square); }
    Json operator()(const draw::Cross& it) const { return alone("cross", it.square); }
    Json operator()(const draw::Arrow& it) const {
        Json json = line("arrow", it.from, it.to);
        if (it.men != 1) json["men"] = it.men;
        if (it.lowest) json["lowest"] = true;
        return json;
    }
    Json operator()(const draw::Jump& it) const { return line("jump", it.from, it.to); }
    Json operator()(const draw::Ghost& it) const { return with_man("ghost", it.man, it.square); }
    Json operator()(const draw::Medal& it) const { return with_man("medal", it.man, it.square); }
    Json operator()(const draw::Curve& it) const {
        Json json = line("curve", it.from, it.to);
        json["drop"] = it.drop;
        json["origin"] = scene_.name_of(it.origin);
        json["badge"] = it.badge;
        return json;
    }

  private:
    Json alone(const char* kind, draw::Square square) const {
        return {{"mark", kind}, {"square", scene_.name_of(square)}};
    }
    Json line(const char* kind, draw::Square from, draw::Square to) const {
        return {{"mark", kind}, {"from", scene_.name_of(from)}, {"to", scene_.name_of(to)}};
    }
    Json with_man(const char* kind, char man, draw::Square square) const {
        return {{"mark", kind}, {"man", letter(man)}, {"square", scene_.name_of(square)}};
    }

    const draw::Scene& scene_;
};

Json cells_json(const draw::Scene& scene) {
    Json cells = Json::array();
    for (const std::string& stack : scene.cells) {
        Json& cell = cells.emplace_back(Json::array());
        for (const char man : stack) cell.push_back(letter(man));
    }
    return cells;
}

Json dice_json(const draw::Scene& scene) {
    Json dice = Json::array();
    for (const draw::Die& die : scene.dice) dice.push_back({{"label", die.label}, {"idle", die.idle}});
    return dice;
}

Json shelves_json(const draw::Scene& scene) {
    Json shelves = Json::array();
    for (const draw::Shelf& shelf : scene.shelves) {
        Json men = Json::array();
        for (const char man : shelf.men) men.push_back(letter(man));
        shelves.push_back({{"label", shelf.label}, {"men", std::move(men)}});
    }
    return shelves;
}

Json kinds_json(const draw::Scene& scene) {
    Json men = Json::object();
    for (const draw::Man& man : scene.men)
        men[letter(man.letter)] = {{"word", man.word},
                                   {"white", man.color == Color::White},
                                   {"id", man.drawing},
                                   {"symbol", man.symbol}};
    return men;
}

}  // namespace

std::string json(const draw::Scene& scene) {
    Json marks = Json::array();
    for (const draw::Mark& mark : scene.marks) marks.push_back(std::visit(MarkWriter(scene), mark));
    return records::dump({{"files", scene.files},
                          {"ranks", scene.ranks},
                          {"cells", cells_json(scene)},
                          {"turn", name(scene.turn)},
                          {"flip", scene.flip},
                          {"title", scene.title},
                          {"words", description(scene)},
                          {"labels", scene.labels},
                          {"rolled", scene.rolled},
                          {"dice", dice_json(scene)},
                          {"panel", scene.panel},
                          {"shelves", shelves_json(scene)},
                          {"men", kinds_json(scene)},
                          {"marks", std::move(marks)}});
}

std::string men_json(const draw::Scene& scene) {
    return records::dump(
        {{"cells", cells_json(scene)}, {"turn", name(scene.turn)}, {"words", description(scene)}});
}

}  // namespace octomate::reports
