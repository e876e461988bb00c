#include <fmt/core.h>

#include "draw/svg.hpp"
#include "json/text.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

class Picture : public Question {
  public:
    Picture();
    Status run(Asked& asked) const override;

  private:
    std::optional<std::string> move_;  // is marked
    bool dark_ = false;
    bool flip_ = false;
    int width_ = 480;
};

Picture::Picture() {
    options.text("move", move_, "A legal move that is marked");
    options.flag("dark", dark_, "Use the colours for a dark page");
    options.flag("flip", flip_, "Show the board from Black's side");
    options.whole("width", width_, 1, 10'000, "Width in pixels (default: 480)");
}

Status Picture::run(Asked& asked) const {
    auto scene = scene_of(asked.game, asked.puzzle, move_);
    if (!scene) return Unexpected{std::move(scene.error())};
    scene->flip = flip_;
    if (scene->title.empty()) scene->title = asked.game.about().title;
    const draw::Theme theme = dark_ ? draw::Theme::Dark : draw::Theme::Light;
    asked.output.data +=
        fmt::format("{{\"svg\":{}}}\n", records::json_text_of(draw::draw_svg(*scene, theme, width_)));
    return {};
}

}  // namespace

std::unique_ptr<Question> make_picture() { return make<Picture>(); }

}  // namespace octomate::questions
