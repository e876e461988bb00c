#include "formats/write.hpp"
#include "games/list.hpp"
#include "questions/question.hpp"

namespace octomate::questions {

namespace {

class Tag : public Question {
  public:
    Tag() { options.limits(search_); }
    Status run(Asked& asked) const override;

  private:
    reports::SearchRequest search_;
};

Status Tag::run(Asked& asked) const {
    if (!asked.game.maker()) return Unexpected{lacks(asked.game, "themes")};
    reports::SearchRequest search = search_;
    asked.prepare(search);
    bool complete = true;
    if (Status done = asked.game.maker()->tag(asked.puzzle, search, complete); !done) return done;
    if (!complete) ++asked.output.incomplete;
    if (!asked.puzzle.variant && asked.game.name() != games::default_name())
        asked.puzzle.variant = asked.game.name();
    records::append_record(asked.output.data, asked.puzzle, records::RecordFormat::Jsonl);
    return {};
}

}  // namespace

std::unique_ptr<Question> make_tag() { return make<Tag>(); }

}  // namespace octomate::questions
