#include "cli/picture_file.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <tbb/parallel_pipeline.h>

#include <atomic>
#include <filesystem>
#include <system_error>

#include "cli/companion.hpp"
#include "console/console.hpp"
#include "console/files.hpp"
#include "console/progress.hpp"
#include "draw/board_text.hpp"
#include "draw/canvas.hpp"
#include "text/printable.hpp"

namespace octomate::cli {

namespace {

/// Without ANSI colours: it goes into a file.
std::string text_of(const draw::Scene& scene, bool ascii) {
    return fmt::format("{}\n\n{}\n{}\n", printable(scene.title), draw::draw_board(scene, {.unicode = !ascii}),
                       description(scene));
}

const draw::Paper& load() {
    const std::filesystem::path path = companion(draw::paper_module);
    if (is_missing(path)) {
        throw EnvironmentError(fmt::format(
            "PNG and PDF need {0}, which is not in this build: run scripts/run, or configure with "
            "-DOCTOMATE_PICTURES=ON (SVG, text and HTML do not need it)",
            path.string()));
    }
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* factory = module ? dlsym(module, draw::paper_factory) : nullptr;
    if (!factory)
        throw EnvironmentError(fmt::format("cannot load the module for PNG and PDF: {}", dlerror()));
    return *reinterpret_cast<draw::PaperFactory>(factory)();
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

std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style) {
    scene.flip = style.flip;
    if (format == PictureFormat::Text) return text_of(scene, style.ascii);
    const std::string svg = draw_svg(scene, style.theme, style.width);
    const draw::Frame frame(scene);
    const double width = style.width;
    return picture_bytes(svg, {width, width * frame.height / frame.width}, format, scene.title);
}

std::string picture_bytes(const std::string& svg, const draw::PageSize& pixels, PictureFormat format,
                          const std::string& title) {
    if (format == PictureFormat::Svg) return svg;
    if (format == PictureFormat::Png) return paper().png(svg);
    constexpr double points = 0.75;  // of 1/72 inch for a pixel of 1/96
    const auto pdf = paper().pdf({points * pixels.width, points * pixels.height}, printable(title), "", {});
    draw::Leaf leaf;
    leaf.svg = svg;
    pdf->add(*pdf->draw(leaf));
    return pdf->finish();
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

const draw::Paper& paper() {
    static const draw::Paper& loaded = load();
    return loaded;
}

std::string pdf_bytes(const std::vector<draw::Leaf>& leaves, const draw::PageSize& size,
                      const DocumentNames& names, const std::vector<draw::SharedDrawing>& drawings,
                      const CommonOptions& common) {
    const auto threads = static_cast<std::size_t>(common.threads);
    paper().add_typefaces(draw::serif_css);
    const auto document = paper().pdf(size, printable(names.title), printable(names.author), drawings);
    std::size_t next = 0;
    std::atomic<std::size_t> added = 0;
    const Progress progress(common, "pages", [&] { return HowFar{added, leaves.size()}; });
    using Drawn = std::shared_ptr<draw::DrawnLeaf>;
    const auto begin = [&](tbb::flow_control& flow) {
        if (next == leaves.size() || interrupted) flow.stop();
        return next < leaves.size() ? next++ : next;
    };
    const auto draw = [&](std::size_t number) -> Drawn { return document->draw(leaves[number]); };
    const auto add = [&](const Drawn& leaf) {
        document->add(*leaf);
        ++added;
    };
    using tbb::filter_mode;
    tbb::parallel_pipeline(4 * threads,
                           tbb::make_filter<void, std::size_t>(filter_mode::serial_in_order, begin) &
                               tbb::make_filter<std::size_t, Drawn>(filter_mode::parallel, draw) &
                               tbb::make_filter<Drawn, void>(filter_mode::serial_in_order, add));
    return interrupted ? std::string() : document->finish();
}

}  // namespace octomate::cli
