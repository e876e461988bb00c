#include "cli/picture_file.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <filesystem>
#include <system_error>

#include "cli/companion.hpp"
#include "console/files.hpp"
#include "draw/board_text.hpp"
#include "paper/paper.hpp"
#include "text/text.hpp"

namespace octomate::cli {

namespace {

/// Without ANSI colours: it goes into a file.
std::string text_of(const draw::Scene& scene, bool ascii) {
    return fmt::format("{}\n\n{}\n{}\n", printable(scene.title), draw::draw_board(scene, {.unicode = !ascii}),
                       description(scene));
}

paper::Convert load() {
    const std::filesystem::path path = companion(paper::module_name);
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
}

/// Returns the function of the module, which is loaded at the first call. Throws EnvironmentError if it is
/// missing.
paper::Convert converter() {
    static const paper::Convert loaded = load();
    return loaded;
}

}  // namespace

std::string_view extension(PictureFormat format) {
    switch (format) {
        case PictureFormat::Svg: break;
        case PictureFormat::Png: return ".png";
        case PictureFormat::Pdf: return ".pdf";
        case PictureFormat::Text: return ".txt";
    }
    return ".svg";
}

std::optional<PictureFormat> picture_format_of(std::string_view name) {
    for (const PictureFormat known : {PictureFormat::Svg, PictureFormat::Png, PictureFormat::Pdf}) {
        if (std::filesystem::path(name).extension() == extension(known)) return known;
    }
    return std::nullopt;
}

std::optional<PictureFormat> single_picture_format(const std::string& file) {
    const std::filesystem::path path(file);
    std::error_code none;  // errors are reported when it is written
    if (std::filesystem::is_directory(path, none)) return std::nullopt;
    return path.extension() == extension(PictureFormat::Text) ? PictureFormat::Text : picture_format_of(file);
}

PictureFormat PictureStyle::format(const std::string& file) const {
    return to.value_or(single_picture_format(file).value_or(PictureFormat::Svg));
}

void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what,
                       const std::string* file) {
    Option to = command.add_choice<std::optional<PictureFormat>>("--to", style.to,
                                                                 "The format of the pictures (default: svg)",
                                                                 {{"svg", PictureFormat::Svg},
                                                                  {"png", PictureFormat::Png},
                                                                  {"pdf", PictureFormat::Pdf},
                                                                  {"txt", PictureFormat::Text}});
    Option theme =
        command.add_choice<draw::Theme>("--theme", style.theme, "Colours (default: light)",
                                        {{"light", draw::Theme::Light}, {"dark", draw::Theme::Dark}});
    Option size = command.add("--size N", style.width, {16, 8192}, "Width in pixels (default: 480)");
    Option flip = command.add_flag("--flip", style.flip, "Seen from Black's side");
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
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                           c == '-' || c == '_' || c == '.';
        if (!plain) c = '_';
    }
    if (name.empty() || name.front() == '.') name.insert(0, 1, '_');
    return name;
}

}  // namespace octomate::cli
