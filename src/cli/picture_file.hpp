#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "draw/scene.hpp"
#include "draw/svg.hpp"

namespace octomate::cli {

/// The format of a picture.
enum class PictureFormat { Svg, Png, Pdf, Text };

/// ".svg" and so on.
std::string_view extension(PictureFormat format);

/// SVG, PNG or PDF, by the extension of a file; none for other extensions.
std::optional<PictureFormat> picture_format_of(std::string_view name);

/// The same for a single picture, which may be text; none for an existing directory.
std::optional<PictureFormat> single_picture_format(const std::string& file);

/// How pictures are drawn, whatever they show.
struct PictureStyle {
    /// The format for a file of this name.
    PictureFormat format(const std::string& file = "") const;

    std::optional<PictureFormat> to;  ///< --to
    draw::Theme theme = draw::Theme::Light;
    int width = 480;  ///< pixels
    bool flip = false;
    bool ascii = false;  ///< text without chess symbols
};

/// Declares --to, --theme, --size and --flip, which need the option `for_what`, if given. `file`, if given,
/// is the name of a file whose extension may determine the format.
void add_picture_style(Arguments& command, PictureStyle& style, const Option* for_what = nullptr,
                       const std::string* file = nullptr);

/// Throws EnvironmentError if the module that makes pictures of this format is missing.
void check_converter(PictureFormat format);

/// Returns the bytes of a picture.
std::string picture_bytes(draw::Scene scene, PictureFormat format, const PictureStyle& style);

/// Converts an SVG document, whose size is in pixels, to SVG, PNG or PDF.
std::string picture_bytes(const std::string& svg, PictureFormat format, const std::string& title);

/// Returns `text` as a short file name: letters, digits, '-', '_' and '.' are kept, others become '_', and it
/// does not begin with a '.'.
std::string file_name(std::string_view text);

}  // namespace octomate::cli
