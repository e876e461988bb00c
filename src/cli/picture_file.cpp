#include "cli/picture_file.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/command.hpp"
#include "cli/paper.hpp"
#include "draw/board_text.hpp"

namespace octomate::app {

namespace {

/// Without ANSI colours: it goes into a file.
std::string text_of(const draw::Diagram& diagram, bool ascii) {
    std::string fen;
    for (int rank = 7; rank >= 0; --rank) {
        for (int file = 0; file < 8; ++file) {
            const char man = diagram.men[static_cast<std::size_t>(rank * 8 + file)];
            fen += man == 0 ? '1' : man;
        }
        fen += rank > 0 ? "/" : "";
    }
    return fmt::format("{}\n\n{}\n{}\n", diagram.title, draw::draw_board(fen, {.unicode = !ascii}),
                       description(diagram));
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

void add_picture_style(CLI::App* app, PictureStyle& style, CLI::Option* for_what) {
    add_choice<std::optional<PictureFormat>>(app, "--to", style.to,
                                             "The format of the pictures (default: svg)",
                                             {{"svg", PictureFormat::Svg},
                                              {"png", PictureFormat::Png},
                                              {"pdf", PictureFormat::Pdf},
                                              {"txt", PictureFormat::Text}});
    add_choice<draw::Theme>(app, "--theme", style.theme, "The colours (default: light)",
                            {{"light", draw::Theme::Light}, {"dark", draw::Theme::Dark}});
    app->add_option("--size", style.width, "Width in pixels (default: 480)")
        ->check(CLI::Range(16, 8192).description(""))
        ->type_name("N");
    app->add_flag("--flip", style.flip, "Seen from Black's side");
    if (!for_what) return;
    for (const char* name : {"--to", "--theme", "--size", "--flip"}) app->get_option(name)->needs(for_what);
}

std::string picture_bytes(draw::Diagram diagram, PictureFormat format, const PictureStyle& style) {
    diagram.flip = style.flip;
    if (format == PictureFormat::Text) return text_of(diagram, style.ascii);
    const std::string svg = draw_svg(diagram, style.theme, style.width);
    if (format == PictureFormat::Svg) return svg;
    if (format == PictureFormat::Png) return paper().png(svg);
    const double width = style.width * 0.75;  // points of 1/72 inch for pixels of 1/96
    const auto pdf = paper().pdf(width, width * draw::Frame::height / draw::Frame::width, diagram.title, "");
    pdf->add_page(svg, "");
    return pdf->finish();
}

void make_directory(const std::string& name) {
    std::error_code error;
    std::filesystem::create_directories(name, error);
    if (!std::filesystem::is_directory(name, error))
        throw EnvironmentError(fmt::format("cannot make the directory {}: {}", name,
                                           error ? error.message() : "a file has that name"));
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

}  // namespace octomate::app
