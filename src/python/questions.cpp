#include "python/questions.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/shelves.hpp"
#include "collect/compose_run.hpp"
#include "collect/generate_run.hpp"
#include "collect/record.hpp"
#include "collect/rewrite.hpp"
#include "console/console.hpp"
#include "core/deadline.hpp"
#include "formats/error_record.hpp"
#include "formats/read.hpp"
#include "formats/write.hpp"
#include "games/list.hpp"
#include "make/best.hpp"
#include "players/session.hpp"
#include "reports/json.hpp"

namespace octomate::python {

namespace {

CommonOptions common_of(const Call& call) {
    CommonOptions common;
    common.variant = call.variant;
    common.format = Format::Jsonl;
    common.threads = call.threads;
    common.quiet = true;
    return common;
}

template <class Request>
Request searched(Request request, const Call& call) {
    request.threads = call.threads;
    request.interrupted = call.stop;
    return request;
}

void add_line(const Asked& asked, std::string_view record) { asked.output.data.append(record).append("\n"); }

/// The fault of a game that lacks what a question needs.
Status cannot(const games::Game& game, std::string_view what) {
    return Unexpected{Faults{{FaultCode::UnknownVariant, "variant", 0,
                              std::string(game.about().title) + " has no " + std::string(what)}}};
}

Question moves_named(std::optional<std::string> text) {
    return [text = std::move(text)](Asked& asked) -> Status {
        reports::MovesRequest request;
        if (text) {
            auto read = asked.game.read_move(asked.puzzle, *text);
            if (!read) return Unexpected{std::move(read.error())};
            request.only = *std::move(read);
        }
        request.take = [&](const reports::MoveRecord& move) {
            add_line(asked, reports::json(move));
            return !*asked.call.stop;
        };
        reports::MovesReport report;
        return asked.game.moves(asked.puzzle, request, report);
    };
}

auto use_by(const Question& question, const Call& call, records::Output& output) {
    return [&](const games::Game& game, records::Puzzle& puzzle, std::vector<std::string>& notes) {
        Asked asked{game, puzzle, notes, output, call};
        return question(asked);
    };
}

/// The rest of a run of `generate`, once its options are known.
void make_puzzles(collect::GenerateOptions options, const CommonOptions& common, const Take& take,
                  const std::atomic<bool>& stop) {
    options.task.interrupted = &stop;
    const games::Game& game = games::named(common.variant);
    auto inputs = collect::read_inputs(options, common, game);
    if (!inputs) throw EnvironmentError("there are no puzzles to begin with");
    const make::Choice choice{options.best, options.balance, options.chapters};
    make::Best best(choice);
    const auto end = deadline_in(options.seconds);
    const std::uint64_t count = options.share();  // 0: no bound
    std::uint64_t found = 0;
    collect::make_units(options, common, game, *inputs, options.units, [&](make::UnitResult&& result) {
        if (stop) return false;
        if (count > 0 && options.units.shards == 1)  // shards end with a whole unit
            result.finds.resize(std::min<std::size_t>(result.finds.size(), count - found));
        found += result.finds.size();
        std::string records;
        for (make::Find& find : result.finds) {
            if (options.best > 0)
                best.add(std::move(find));
            else
                records += find.record;
        }
        const bool wanted = records.empty() || take(std::move(records));
        const bool late = std::chrono::steady_clock::now() >= end;
        return wanted && !late && (count == 0 || found < count);
    });
    if (options.best == 0 || stop) return;
    for (make::Find& find : make::Best::chosen(best.pool(), choice)) take(std::move(find.record));
}

}  // namespace

Question solve(bool list) {
    return [list](Asked& asked) {
        reports::SolveReport report;
        report.notes = std::move(asked.notes);
        Status done = asked.game.solve(asked.puzzle, {list, reports::Reader::Program}, report);
        if (!done) return done;
        reports::append_json(report, asked.output.data);
        asked.output.data += '\n';
        return done;
    };
}

Question moves() { return moves_named(std::nullopt); }
Question move(const std::string& text) { return moves_named(std::string(trim(text))); }

Question mate(const reports::MateRequest& request) {
    return [request](Asked& asked) {
        reports::MateReport report;
        report.notes = std::move(asked.notes);
        Status done = asked.game.mate(asked.puzzle, searched(request, asked.call), report);
        if (done) add_line(asked, reports::json(report));
        return done;
    };
}

Question check(const reports::CheckRequest& given) {
    return [given](Asked& asked) {
        reports::CheckRequest request = given;
        request.search = searched(given.search, asked.call);
        reports::CheckReport report;
        report.notes = std::move(asked.notes);
        Status done = asked.game.check(asked.puzzle, request, report);
        if (!done) return done;
        add_line(asked, reports::json(report));
        return collect::for_each_twin(asked.game, asked.puzzle, [&](const auto& twin, const auto& changed) {
            reports::CheckReport judged;
            judged.twin = twin.name;
            Status checked = asked.game.check(changed, request, judged);
            if (checked) add_line(asked, reports::json(judged));
            return checked;
        });
    };
}

Question tag(const reports::SearchRequest& search) {
    return [search](Asked& asked) {
        if (!asked.game.maker()) return cannot(asked.game, "themes");
        bool complete = true;
        Status done = asked.game.maker()->tag(asked.puzzle, searched(search, asked.call), complete);
        if (!done) return done;
        if (!complete) ++asked.output.incomplete;
        collect::name_game(asked.puzzle, asked.game);
        records::append_record(asked.output.data, asked.puzzle, records::RecordFormat::Jsonl);
        return done;
    };
}

Question analyse(const reports::AnalysisRequest& request, const players::RolloutOptions& rollout,
                 std::string tables) {
    return [request, rollout, tables = std::move(tables)](Asked& asked) {
        cli::check_rollout(asked.game, rollout);
        reports::Analysis analysis;
        Status done = asked.game.analyse(asked.puzzle, searched(request, asked.call), analysis);
        if (!done) return done;
        ::octomate::tables::MakeOptions making;
        making.stop = [&asked] { return asked.call.stop->load(); };
        analysis.odds = cli::Shelves(tables, making).odds(asked.game, analysis.fen, analysis.notes);
        players::RolloutOptions rolled = rollout;
        rolled.threads = asked.call.threads;
        rolled.stop = asked.call.stop;
        cli::add_outlook(asked.game, tables, rolled, analysis);
        add_line(asked, reports::json(analysis));
        return done;
    };
}

Question perft(const reports::PerftRequest& given) {
    return [given](Asked& asked) {
        reports::PerftRequest request = given;
        request.interrupted = asked.call.stop;
        reports::PerftReport report;
        report.notes = std::move(asked.notes);
        Status done = asked.game.perft(asked.puzzle, request, report);
        if (done) add_line(asked, reports::json(report));
        return done;
    };
}

Question picture(const PictureRequest& request) {
    return [request](Asked& asked) -> Status {
        if (!asked.game.pictured()) return cannot(asked.game, "pictures");
        auto scene = request.move.empty() ? asked.game.scene(asked.puzzle)
                                          : asked.game.scene_of_move(asked.puzzle, request.move);
        if (!scene) return Unexpected{std::move(scene.error())};
        scene->flip = request.flip;
        asked.output.data += draw::draw_svg(*scene, request.theme, request.width);
        return {};
    };
}

Answer ask(const Question& question, std::string_view record, const Call& call) {
    const CommonOptions common = common_of(call);
    records::Output output;
    collect::use_record(records::read_puzzle(record, games::variants(common.variant)), {"-", 1, record},
                        common, output, use_by(question, call, output));
    return {output.bad == 0, std::move(output.data)};
}

std::string ask_files(const Question& question, const std::vector<std::string>& files,
                      const std::string& format, const Call& call, const Take& take) {
    CommonOptions common = common_of(call);
    common.from = format;
    records::StreamOptions options{
        .threads = call.threads, .format = collect::input_format(common), .interrupted = call.stop};
    std::string unreadable;
    const auto work = [&](const records::Line& line, records::Output& output) {
        const std::size_t bad = output.bad;
        collect::with_record(line, common, output, use_by(question, call, output));
        if (output.bad > bad) output.talk.clear();  // the error record says it
    };
    const auto hand_on = [&](records::Output& output) {
        unreadable += output.talk;
        if (!output.data.empty()) take(std::move(output.data));
    };
    records::stream_lines(files, options, work, hand_on);
    return unreadable;
}

Expected<Look, std::string> look(const std::string& fen, const std::string& variant) {
    const auto refuse = [](const Faults& faults) {
        return Unexpected{records::error_record({"-", 1}, {}, faults)};
    };
    const games::Game* const game = games::find(variant);
    if (!game) return refuse({games::unknown_variant(variant)});
    const auto normalised = game->normalise(fen);
    if (!normalised) return refuse(normalised.error());
    const auto session = game->session();
    if (auto set = session->set(normalised->value); !set) return refuse(set.error());
    Look look{session->fen(), session->turn(), session->in_check(), session->outcome(), {}};
    if (session->uses_die() && look.outcome == Outcome::Ongoing) {
        for (int face = 1; face <= game->about().die->faces; ++face)
            if (session->has_face(face)) look.faces.push_back(face);
    }
    return look;
}

Composed compose(const std::string& spec, const collect::ComposeRequest& request, const Call& call) {
    const games::Game& game = collect::game_of_spec(spec, call.variant);
    const auto composer = cli::composing_maker_of(game, "compose").composer(spec, games::names());
    if (!composer) return {{false, records::error_record({"-", 1}, {}, composer.error())}};
    (*composer)->set_strict(request.strict);
    Composed composed;
    const auto add = [&](const std::vector<records::Puzzle>& puzzles) {
        for (const records::Puzzle& puzzle : puzzles)
            records::append_record(composed.answer.text, puzzle, records::RecordFormat::Jsonl);
    };
    if (request.exhaustive > 0) {
        const auto walk = (*composer)->walk(request.walk(call.threads, call.stop));
        walk->walk([](const auto&) {});
        composed.complete = walk->progress().complete();
        composed.judged = walk->progress().evaluated;
        add(collect::composed(**composer, *walk, request, game));
    } else {
        auto result =
            (*composer)->compose(request.search(call.threads, call.stop), [](std::size_t, std::uint64_t) {});
        composed.complete = result.complete;
        composed.judged = result.nodes;
        add(collect::composed(std::move(result), request, game));
    }
    return composed;
}

std::vector<std::pair<std::string, bool>> generate_options() {
    cli::CommandLine line({"octomate"}, 1);
    cli::declare_generate(line, [](const auto&, const auto&) { return Success; });
    const cli::CommandHelp command = line.commands().front();
    std::vector<std::pair<std::string, bool>> options;
    for (const cli::OptionHelp& option : command.options)
        if (!option.is_argument) options.emplace_back(option.names, !option.value.empty());
    return options;
}

Work generate(const std::vector<std::string>& options, const std::string& variant, int threads) {
    Work work;
    cli::CommandLine line({"octomate"}, threads);
    cli::declare_generate(line, [&](const collect::GenerateOptions& read, CommonOptions common) {
        const bool json = read.target.resolved_format() == records::RecordFormat::Jsonl;
        if (read.from == "table" || read.target.resume || !json || !read.target.is_standard_output())
            throw UsageError("", "tables, files and other formats are for the command");
        common.quiet = true;
        work = [read, common](const Take& take, const std::atomic<bool>& stop) {
            make_puzzles(read, common, take, stop);
        };
        return Success;
    });
    std::vector<std::string> words = {"generate", "--variant", variant, "--threads", std::to_string(threads)};
    words.insert(words.end(), options.begin(), options.end());
    line.read(std::move(words));
    line.run();
    return work;
}

}  // namespace octomate::python
