#include "paper/paper.hpp"

#include <cairo-pdf.h>
#include <cairo.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <memory>
#include <stdexcept>

namespace octomate::paper {

namespace {

/// A deleter for std::unique_ptr that calls a function of a C library.
template <auto free>
struct Free {
    template <class T>
    void operator()(T* object) const {
        free(object);
    }
};

using Surface = std::unique_ptr<cairo_surface_t, Free<cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Free<cairo_destroy>>;
using Handle = std::unique_ptr<RsvgHandle, Free<g_object_unref>>;

/// Throws std::runtime_error unless cairo succeeded.
void require(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error(std::string("cairo: ").append(cairo_status_to_string(status)));
}

/// Frees the error and throws std::runtime_error with its message.
[[noreturn]] void fail(GError* error) {
    const std::string message = error ? error->message : "unknown error";
    g_clear_error(&error);
    throw std::runtime_error("librsvg: " + message);
}

/// A callback for cairo that appends output to a std::string.
cairo_status_t append(void* text, const unsigned char* bytes, unsigned int size) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

/// Converts `svg` to PNG or PDF; paper.hpp describes the arguments at `Convert`.
void convert(const std::string& svg, bool pdf, const std::string& title, std::string& bytes) {
    GError* error = nullptr;
    const Handle handle(
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
    if (!handle) fail(error);
    double width = 0, height = 0;
    if (!rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height))
        throw std::runtime_error("librsvg: the drawing has no size in pixels");
    const double scale = pdf ? 0.75 : 1;  // PDF counts points of 1/72 inch; a pixel is 1/96 inch
    width *= scale;
    height *= scale;
    const Surface surface(pdf ? cairo_pdf_surface_create_for_stream(append, &bytes, width, height)
                              : cairo_image_surface_create(CAIRO_FORMAT_ARGB32,
                                                           static_cast<int>(std::ceil(width)),
                                                           static_cast<int>(std::ceil(height))));
    require(cairo_surface_status(surface.get()));
    if (pdf) {
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
        cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Octomate");
    }
    const Context context(cairo_create(surface.get()));
    const RsvgRectangle page = {0, 0, width, height};
    if (!rsvg_handle_render_document(handle.get(), context.get(), &page, &error)) fail(error);
    require(cairo_status(context.get()));
    if (!pdf) return require(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    cairo_surface_finish(surface.get());
    require(cairo_surface_status(surface.get()));
}

}  // namespace

}  // namespace octomate::paper

extern "C" [[gnu::visibility("default")]] void octomate_convert(const std::string& svg, bool pdf,
                                                                const std::string& title,
                                                                std::string& bytes) {
    octomate::paper::convert(svg, pdf, title, bytes);
}
