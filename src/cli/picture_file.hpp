#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "draw/scene.hpp"
#include "draw/svg.hpp"

namespace octomate::cli {

/// What a picture is written as.
enum class PictureFormat { Svg, Png, Pdf, Text };

/// ".svg" and so on.
std::string_view extension(PictureFormat format);

/// SVG, PNG or PDF, by the end of a file's name; none for other names.
std::optional<PictureFormat> picture_format_of(std::string_view name);

/// The same of a file for a single picture, whose name may say that it is text; none for the name of a
/// directory that is there.
std::optional<PictureFormat> single_picture_format(const std::string& file);

/// How pictures are drawn, whatever they show.
struct PictureStyle {
    /// The format, where they go into a file of that name.
    PictureFormat format(const std::string& file = "") const;

    std::optional<PictureFormat> to;  ///< --to
    draw::Theme theme = draw::Theme::Light;
    int width = 480;  ///< pixels
    bool flip = false;
    bool ascii = false;  ///< text without chess symbols
};

/// Declares --to, --theme, --size and --flip, which need the option `for_what` if there is one. `file`, if it
/// is given, is the name of a file that may say the format.
void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what = nullptr,
                       const std::string* file = nullptr);

/// The bytes of a picture. PNG and PDF need the module (see paper.hpp).
std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style);

/// The same for a document of SVG that is drawn already, of a size in pixels: as SVG, PNG or PDF.
std::string picture_bytes(const std::string& svg, const draw::PageSize& pixels, PictureFormat format,
                          const std::string& title);

/// A name made fit for a file: letters, digits, '-', '_' and '.' stay, all else becomes '_', and it neither
/// begins with a '.' nor is long.
std::string file_name(std::string_view text);

}  // namespace octomate::cli
