#include <fmt/core.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/shared.hpp"
#include "draw/book.hpp"
#include "formats/formats.hpp"
#include "games/list.hpp"
#include "json/fields.hpp"

namespace octomate::cli {

namespace {

struct RenderOptions {
    std::vector<std::string> files;
    std::string output;
    PictureStyle style;
    bool solution = false;
    std::string move;
    int roll = 0;
};

/// A picture, and the name of its file without directory and extension.
struct Picture {
    std::string name;
    draw::Scene scene;
};

/// Returns the title of the pictures of an entry: its label, followed by the puzzle's title if it has one.
std::string title_of(const collect::Entry& entry) {
    return entry.puzzle.title ? fmt::format("{}: {}", collect::label_of(entry), *entry.puzzle.title)
                              : collect::label_of(entry);
}

/// Returns a file name for an entry, made from its id or its line.
std::string name_of(const collect::Entry& entry) {
    return file_name(entry.puzzle.id.value_or(fmt::format("line-{}", entry.line)));
}

class Renderer {
  public:
    Renderer(const RenderOptions& options, const CommonOptions& common) : options_(options), common_(common) {
        format_ = options.style.format(options.output);
        if (options.output.empty() && isatty(STDOUT_FILENO)) {
            if (options.style.to.value_or(PictureFormat::Text) != PictureFormat::Text)
                throw UsageError("", "a terminal shows no pictures: name a file with -o FILE");
            format_ = PictureFormat::Text;
        }
        one_file_ = options.output.empty() || options.output == "-" || single_picture_format(options.output);
    }

    int run() {
        collect::RunResult result;
        if (!collect::can_open(options_.files)) return BadInput;
        check_converter(format_);
        std::vector<collect::Entry> entries = collect::read_entries(options_.files, common_, result);
        int code = result.code;
        if (code == Interrupted) return code;
        std::vector<Picture> pictures;
        for (collect::Entry& entry : entries) {
            if (!add(entry, pictures)) code = BadInput;
            if (!one_file_ && pictures.size() >= batch_size) write_all(std::exchange(pictures, {}));
            if (interrupted) return Interrupted;
        }
        if (one_file_) return write_one(pictures, code);
        write_all(pictures);
        return interrupted ? Interrupted : code;
    }

  private:
    /// Adds the pictures of an entry to `pictures`. If --move is not legal in its position, reports that and
    /// returns false.
    bool add(collect::Entry& entry, std::vector<Picture>& pictures) {
        require_pictures(*entry.game, "render");
        if (options_.roll != 0) entry.puzzle.roll = options_.roll;
        const std::string name = unused_name(name_of(entry));
        if (!options_.move.empty()) {
            auto picture = entry.game->scene_of_move(entry.puzzle, options_.move);
            if (!picture) {
                for (Fault& fault : picture.error()) fault.field = "--move";
                print_message(records::error_text({entry.file, entry.line}, picture.error()));
                return false;
            }
            picture->title = fmt::format("{}: {}", title_of(entry), options_.move);
            pictures.push_back({name, std::move(*picture)});
            return true;
        }
        reports::PuzzlePictures drawn;
        entry.game->pictures(entry.puzzle, options_.solution, drawn).value();  // the position is valid
        if (!options_.solution) {
            drawn.scene.title = title_of(entry);
            pictures.push_back({name, std::move(drawn.scene)});
            return true;
        }
        if (drawn.solutions.empty() && !common_.quiet)
            print_message(fmt::format("{}:{}: {} has no solution to draw\n", entry.file, entry.line,
                                      collect::label_of(entry)));
        for (std::size_t n = 0; n < drawn.solutions.size(); ++n) {
            draw::Solution& solution = drawn.solutions[n];
            solution.scene.title =
                fmt::format("{}: {}{}", title_of(entry), solution.move, draw::on_labels(solution.labels));
            pictures.push_back({fmt::format("{}-solution-{}", name, n + 1), std::move(solution.scene)});
        }
        return true;
    }

    /// Returns `name`, or if it is already used, the first unused of name-2, name-3 …
    std::string unused_name(const std::string& name) {
        std::string free = name;
        for (int n = 2; !names_.insert(free).second; ++n) free = fmt::format("{}-{}", name, n);
        return free;
    }

    /// Writes the pictures to one file or standard output, and returns `code`. Throws EnvironmentError for
    /// several pictures in a format other than text.
    int write_one(const std::vector<Picture>& pictures, int code) const {
        if (pictures.empty()) return code;
        if (pictures.size() > 1 && format_ != PictureFormat::Text) {
            throw EnvironmentError(fmt::format(
                "{} pictures do not fit into one file: give a directory with -o", pictures.size()));
        }
        std::string bytes;
        for (const Picture& picture : pictures) {
            if (!bytes.empty()) bytes += '\n';  // an empty line between texts
            bytes += picture_bytes(picture.scene, format_, options_.style);
        }
        if (options_.output.empty() || options_.output == "-") {
            print(bytes);
        } else {
            replace_file(options_.output, bytes);
        }
        return code;
    }

    /// Draws pictures in parallel, and writes each to a file of the output folder, in order.
    void write_all(const std::vector<Picture>& pictures) const {
        if (pictures.empty()) return;
        make_directory(options_.output);
        std::vector<std::string> files;
        for (const Picture& picture : pictures) {
            const auto name = fmt::format("{}{}", picture.name, extension(format_));
            files.push_back((std::filesystem::path(options_.output) / name).string());
            common_.outputs->claim("--output", files.back());
        }
        std::vector<std::string> bytes(pictures.size());
        tbb::parallel_for(std::size_t{0}, pictures.size(), [&](std::size_t n) {
            if (!interrupted) bytes[n] = picture_bytes(pictures[n].scene, format_, options_.style);
        });
        for (std::size_t n = 0; n < pictures.size() && !interrupted; ++n) {
            replace_file(files[n], bytes[n]);
            print(common_.format == Format::Text
                      ? files[n] + '\n'
                      : records::object("title", pictures[n].scene.title, "file", files[n]) + '\n');
        }
    }

    static constexpr std::size_t batch_size = 256;  // pictures kept in memory before they are written

    const RenderOptions& options_;
    const CommonOptions& common_;
    PictureFormat format_;
    bool one_file_;
    std::set<std::string> names_;
};

}  // namespace

void add_render(CommandLine& line) {
    Arguments command = line.add("render");
    const auto options = std::make_shared<RenderOptions>();
    command.add_puzzle_files(options->files).required();
    command.add_output("-o,--output WHERE", options->output);
    add_picture_style(command, options->style, nullptr, &options->output);
    const Option solution = command.add_flag("--solution", options->solution);
    command.add("--move MOVE", options->move).excludes(solution);
    command.add("--roll N", options->roll, {1, games::most_faces()});
    command.check([options] {
        if (!single_picture_format(options->output) && !may_name_directory(options->output))
            throw UsageError(
                "--output",
                fmt::format("\"{}\" neither ends in .svg, .png, .pdf or .txt nor is a directory, whose name "
                            "has no extension or ends in /",
                            options->output));
    });
    command.run([options](const CommonOptions& common) {
        options->style.ascii = common.ascii;
        return Renderer(*options, common).run();
    });
}

}  // namespace octomate::cli
