#include <optional>
#include <string>

#include "draw/svg.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "questions/question.hpp"
#include "reports/fields.hpp"

namespace octomate::questions {

namespace {

/// The scene that a board shows.
class Scene : public Question {
  public:
    Scene() { options.text("move", move_, "A legal move that is marked"); }

    Status run(Asked& asked) const override {
        const auto scene = scene_of(asked);
        if (scene) asked.line(reports::json(*scene));
        return scene ? Status() : Unexpected{scene.error()};
    }

  protected:
    Expected<draw::Scene, Faults> scene_of(const Asked& asked) const {
        return move_ ? asked.game.scene_of_move(asked.puzzle, *move_) : asked.game.scene(asked.puzzle);
    }

  private:
    std::optional<std::string> move_;
};

/// A picture with the roll: `{"svg"}`.
class Svg : public Scene {
  public:
    Svg() {
        options.flag("dark", dark_, "Use the colours for a dark page");
        options.flag("flip", flip_, "Show the board from Black's side");
        options.whole("width", width_, 1, 10'000, "Width in pixels (default: 480)");
    }

    Status run(Asked& asked) const override {
        auto scene = scene_of(asked);
        if (!scene) return Unexpected{std::move(scene.error())};
        scene->flip = flip_;
        if (scene->title.empty()) scene->title = asked.game.about().title;
        const draw::Theme theme = dark_ ? draw::Theme::Dark : draw::Theme::Light;
        asked.line(records::object("svg", draw::draw_svg(*scene, theme, width_)));
        return {};
    }

  private:
    bool dark_ = false;
    bool flip_ = false;
    int width_ = 480;
};

/// The earlier states that the position records, the oldest first: `{"states": [{"cells", "turn",
/// "words"}]}`.
class Past : public Question {
  public:
    Status run(Asked& asked) const override {
        const auto past = asked.game.past(asked.puzzle);
        if (!past) return Unexpected{past.error()};
        asked.line(records::object("states", records::rows<draw::Pieces>(*past)));
        return {};
    }
};

/// The puzzle as a document of LaTeX: `{"latex"}`.
class Latex : public Question {
  public:
    Status run(Asked& asked) const override {
        const auto variants = games::variants(asked.game.about().name);
        const std::string text = records::latex_header(variants) + records::to_latex(asked.puzzle, variants) +
                                 '\n' + std::string(records::latex_footer());
        asked.line(records::object("latex", text));
        return {};
    }
};

}  // namespace

std::vector<Kind> picture_kinds() {
    return {{"scene", make<Scene>}, {"past", make<Past>}, {"svg", make<Svg>}, {"latex", make<Latex>}};
}

}  // namespace octomate::questions
