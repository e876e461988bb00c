#include "cli/shared.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "collect/run_file.hpp"
#include "games/list.hpp"
#include "paper/paper.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

/// Returns the capability of the game; throws UsageError if the game lacks it (null).
template <class Capability>
const Capability& required_from(const Capability* capability, const games::Game& game,
                                const std::string& command) {
    if (!capability) refuse_game(game, command);
    return *capability;
}

/// Removes the path of the folder of the tables from the file names in `message`.
std::string without_folder(const tables::TableFolder* table_folder, std::string message) {
    std::string folder = table_folder ? table_folder->folder().string() : std::string();
    while (folder.ends_with('/')) folder.pop_back();
    if (folder.empty()) return message;
    for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder, at)) {
        const bool is_prefix = message.compare(at + folder.size(), 1, "/") == 0;
        message.replace(at, folder.size() + (is_prefix ? 1 : 0), is_prefix ? "" : "their folder");
    }
    return message;
}

/// Returns the paths of the endgame tables of all games in `folder`.
std::vector<std::string> table_files(const std::string& folder) {
    std::vector<std::string> files;
    for (const auto& game : games::all()) {
        if (!game->tables()) continue;
        const auto names = game->tables()->names_in(folder);
        if (!names) continue;  // the command reports the error once it needs a table
        for (const std::string& name : *names) files.push_back(game->tables()->file(folder, name).string());
    }
    return files;
}

/// Returns the folder of the program octomate; sets `error` if it cannot be found. When installed,
/// octomate-serve is in ../libexec/octomate, and octomate in bin.
std::filesystem::path program_folder(std::error_code& error) {
    const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    const bool is_in_libexec =
        folder.filename() == "octomate" && folder.parent_path().filename() == "libexec";
    return is_in_libexec ? folder.parent_path().parent_path() / "bin" : folder;
}

/// Returns a scene as text, without colours, since it may go into a file. `ascii`: letters for the pieces.
std::string text_of(const draw::Scene& scene, bool ascii) {
    return fmt::format("{}\n\n{}\n{}\n", printable(scene.title), draw::draw_board(scene, {.unicode = !ascii}),
                       description(scene));
}

/// Returns the function that converts SVG to PNG and PDF; loads its module at the first call. Throws
/// EnvironmentError if the module is missing.
paper::Convert converter() {
    static const paper::Convert loaded = [] {
        const std::filesystem::path path = program_file(paper::module_name);
        if (is_missing(path)) {
            throw EnvironmentError(fmt::format(
                "PNG and PDF need {0}, which is not in this build: run scripts/run, or configure with "
                "-DOCTOMATE_PICTURES=ON (SVG, text and HTML do not need it)",
                path.string()));
        }
        void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        void* convert = module ? dlsym(module, paper::convert_name) : nullptr;
        if (!convert)
            throw EnvironmentError(fmt::format("cannot load the module for PNG and PDF: {}", dlerror()));
        return reinterpret_cast<paper::Convert>(convert);
    }();
    return loaded;
}

}  // namespace

void refuse_game(const games::Game& game, const std::string& command) {
    throw UsageError("", fmt::format("{} is not available for {}; octomate games lists what each game can do",
                                     command, game.about().title));
}

const make::Maker& maker_of(const games::Game& game, const std::string& command) {
    return required_from(game.maker(), game, command);
}

const make::Maker& composing_maker_of(const games::Game& game, const std::string& command) {
    const make::Maker* maker = game.maker();
    return required_from(maker && maker->can_compose() ? maker : nullptr, game, command);
}

const tables::Tables& tables_of(const games::Game& game, const std::string& command) {
    return required_from(game.tables(), game, command);
}

const games::Game& require_pictures(const games::Game& game, const std::string& command) {
    return required_from(game.pictured() ? &game : nullptr, game, command);
}

players::BuiltInPlayer player_named(const std::string& name) {
    if (const auto player = players::built_in_player(name)) return *player;
    throw UsageError("--player",
                     fmt::format("\"{}\" is not a player: expected {}", name, players::player_names()));
}

Option add_force(Arguments& command, collect::RecordTarget& target) {
    return command.add_flag("--force", target.force);
}

Option add_resume(Arguments& command, collect::RecordTarget& target) {
    command.check([&target] {
        if (target.resume && target.is_standard_output()) throw UsageError("--resume", "needs --output FILE");
    });
    return command.add_flag("--resume", target.resume);
}

Option add_output_file(Arguments& command, collect::RecordTarget& target) {
    return command.add_output("-o,--output FILE", target.file);
}

void add_shared_resume(Arguments& command, collect::RecordTarget& target, const Option& force) {
    if (!command.common().ranks) return;
    add_resume(command, target).excludes(force);
    command.writes("--output", [&target] { return collect::RunFile::side_files(target); });
}

std::vector<Option> add_record_target(Arguments& command, collect::RecordTarget& target,
                                      const std::vector<std::string>& further) {
    std::vector<std::string> formats = {"csv", "epd", "jsonl", "latex", "pgn", "yaml"};
    formats.insert(formats.end(), further.begin(), further.end());
    // The name of a format is also the extension of its files.
    const Option to = command.add_word_of("--to", formats, [&target](const std::string& word) {
        target.format = records::format_of_file("." + word);
    });
    return {to, add_output_file(command, target), add_force(command, target)};
}

Option add_best(Arguments& command, std::uint64_t& places, bool& balanced, bool& chapters) {
    const Option best = command.add("--best K", places, {1, std::uint64_t{1} << 32});
    command.add_flag("--balance", balanced).needs(best);
    command.add_flag("--chapters", chapters).needs(best);
    return best;
}

Destination::Destination(const std::string& name) {
    if (name != "-") file_.emplace(name);
}

void Destination::write(std::string_view bytes, bool complete) {
    if (!file_) return print(bytes);
    file_->write(bytes);
    file_->commit(complete);
}

Option add_tables_folder(Arguments& command, std::string& folder) {
    command.reads([&folder] { return table_files(tables_folder(folder)); });
    return command.add("--tables,--dir DIR", folder);
}

std::vector<std::string> materials_named(const std::vector<std::string>& words,
                                         const tables::Tables& tables) {
    std::vector<std::string> materials;
    for (const std::string& word : words) {
        auto material = tables.material(word);
        if (!material) throw UsageError("", material.error());
        materials.push_back(*std::move(material));
    }
    return materials;
}

std::string tables_folder(const std::string& named) {
    try {
        return tables::folder_or_default(named).string();
    } catch (const EnvironmentError&) {
        return {};
    }
}

tables::MakeOptions MakingTables::options() {
    tables::MakeOptions options;
    options.stop = [this] {
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begun_;
        return interrupted || (limit_ > 0 && elapsed.count() > limit_);
    };
    options.report = [this](const std::string& material, const std::string& stage, double left) {
        const std::lock_guard lock(mutex_);
        ++sweeps_;
        detail_ = stage == "positions" ? fmt::format("{}: examining moves", material)
                                       : fmt::format("{}: {}, {:.1e} left", material, stage, left);
    };
    return options;
}

TaskProgress MakingTables::task_progress() {
    const std::lock_guard lock(mutex_);
    return TaskProgress{sweeps_, {}, {}, detail_};
}

tables::TableFolder* GameTables::folder_of(const games::Game& game) {
    if (!game.tables()) return nullptr;
    const std::lock_guard lock(mutex_);
    auto& table_folder = game_tables_[&game];
    if (!table_folder) {
        table_folder = std::make_unique<tables::TableFolder>(*game.tables(),
                                                             tables::folder_or_default(folder_), options_);
    }
    return table_folder.get();
}

std::shared_ptr<const tables::Odds> GameTables::odds(const games::Game& game, const std::string& fen,
                                                     std::vector<std::string>& notes) {
    tables::TableFolder* table_folder = nullptr;
    try {
        table_folder = folder_of(game);
        if (!table_folder) return nullptr;
        auto odds = table_folder->odds(fen);
        if (odds && *odds) return std::make_shared<const tables::Odds>(*std::move(*odds));
    } catch (const EnvironmentError& error) {
        print_message_once(error.what() + std::string(1, '\n'));
        std::string note = "no endgame tables: " + without_folder(table_folder, error.what());
        if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
    }
    return nullptr;
}

std::filesystem::path program_file(const std::string& name) {
    std::error_code error;
    const std::filesystem::path folder = program_folder(error);
    if (error)
        throw EnvironmentError(fmt::format(
            "cannot look for {} beside octomate: cannot read /proc/self/exe ({})", name, error.message()));
    const std::filesystem::path installed = folder.parent_path() / "libexec" / "octomate" / name;
    return is_missing(folder / name) && !is_missing(installed) ? installed : folder / name;
}

std::string bundled_file(const std::string& folder, const std::string& word) {
    std::error_code error;
    if (word == "-" || word.find_first_of("/ ") != std::string::npos || std::filesystem::exists(word, error))
        return word;
    const std::filesystem::path program = program_folder(error);
    const std::filesystem::path installed = program.parent_path() / "share" / "octomate" / folder;
    const std::filesystem::path checkout = program.parent_path().parent_path() / folder;
    std::vector<std::string> names;
    for (const std::filesystem::path& known : {installed, checkout, std::filesystem::path(".")}) {
        std::filesystem::directory_iterator entry(known, error);
        for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
            const std::filesystem::path& file = entry->path();
            if (file.filename() == word || (file.stem() == word && known != ".")) return file.string();
            names.push_back((known == "." ? file.filename() : file.stem()).string());
        }
    }
    if (const auto similar = nearest(word, names))
        print_message(fmt::format("there is no file {}; did you mean {}?\n", word, *similar));
    return word;
}

void exec_program(const std::string& name, std::vector<std::string> arguments, const std::string& advice) {
    const std::filesystem::path program = program_file(name);
    if (is_missing(program)) throw EnvironmentError(advice);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    throw EnvironmentError(fmt::format("cannot run {}: {}", program.string(), std::strerror(errno)));
}

void exec_octomate_all(const std::string& command, const std::vector<std::string>& words) {
    exec_program(
        "octomate-all", words,
        fmt::format("this build cannot {0}: run `scripts/run {0}`, which builds what it needs, or configure "
                    "with -DOCTOMATE_MAKERS=ON",
                    command));
}

std::string_view extension(PictureFormat format) {
    constexpr std::string_view extensions[] = {".svg", ".png", ".pdf", ".txt"};
    return extensions[static_cast<std::size_t>(format)];
}

std::optional<PictureFormat> picture_format_of(std::string_view name) {
    for (const PictureFormat known : {PictureFormat::Svg, PictureFormat::Png, PictureFormat::Pdf}) {
        if (std::filesystem::path(name).extension() == extension(known)) return known;
    }
    return std::nullopt;
}

std::optional<PictureFormat> single_picture_format(const std::string& file) {
    const std::filesystem::path path(file);
    std::error_code ignored;  // errors are reported when the file is written
    if (std::filesystem::is_directory(path, ignored)) return std::nullopt;
    return path.extension() == extension(PictureFormat::Text) ? PictureFormat::Text : picture_format_of(file);
}

PictureFormat PictureStyle::format(const std::string& file) const {
    return to.value_or(single_picture_format(file).value_or(PictureFormat::Svg));
}

void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what,
                       const std::string* file) {
    Option to = command.add_choice<std::optional<PictureFormat>>("--to", style.to,
                                                                 {{"svg", PictureFormat::Svg},
                                                                  {"png", PictureFormat::Png},
                                                                  {"pdf", PictureFormat::Pdf},
                                                                  {"txt", PictureFormat::Text}});
    Option theme = command.add_choice<draw::Theme>(
        "--theme", style.theme, {{"light", draw::Theme::Light}, {"dark", draw::Theme::Dark}});
    Option size = command.add("--size N", style.width, {16, 8192});
    Option flip = command.add_flag("--flip", style.flip);
    command.only_with({theme, size}, {Condition("--to svg, png or pdf", [&style, file] {
                          return style.format(file ? *file : "") != PictureFormat::Text;
                      })});
    if (!for_what) return;
    for (Option* option : {&to, &theme, &size, &flip}) option->needs(*for_what);
}

void check_converter(PictureFormat format) {
    if (format == PictureFormat::Png || format == PictureFormat::Pdf) converter();
}

std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style) {
    scene.flip = style.flip;
    if (format == PictureFormat::Text) return text_of(scene, style.ascii);
    return picture_bytes(draw_svg(scene, style.theme, style.width), format, scene.title);
}

std::string picture_bytes(const std::string& svg, PictureFormat format, const std::string& title) {
    if (format == PictureFormat::Svg) return svg;
    std::string bytes;
    converter()(svg, format == PictureFormat::Pdf, printable(title), bytes);
    return bytes;
}

std::string file_name(std::string_view text) {
    std::string name(text.substr(0, 100));
    for (char& c : name) {
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                              c == '-' || c == '_' || c == '.';
        if (!is_plain) c = '_';
    }
    if (name.empty() || name.front() == '.') name.insert(0, 1, '_');
    return name;
}

}  // namespace octomate::cli
