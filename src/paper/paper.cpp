#include "draw/paper.hpp"

#include <cairo-pdf.h>
#include <cairo.h>
#include <librsvg/rsvg.h>

#include <cmath>
#include <stdexcept>
#include <string>

namespace octomate::paper {

namespace {

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

void require(cairo_status_t status) {
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error(std::string("cairo: ").append(cairo_status_to_string(status)));
}

/// Throws and frees the error.
[[noreturn]] void fail(GError* error) {
    const std::string message = error ? error->message : "unknown error";
    g_clear_error(&error);
    throw std::runtime_error("librsvg: " + message);
}

Handle parse(const std::string& svg) {
    GError* error = nullptr;
    Handle handle(rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &error));
    if (!handle) fail(error);
    return handle;
}

void draw(const Handle& handle, const Context& context, double width, double height) {
    const RsvgRectangle page = {0, 0, width, height};
    GError* error = nullptr;
    if (!rsvg_handle_render_document(handle.get(), context.get(), &page, &error)) fail(error);
    require(cairo_status(context.get()));
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int size) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

class Pdf final : public draw::PdfDocument {
  public:
    Pdf(double width, double height, const std::string& title, const std::string& author)
        : width_(width),
          height_(height),
          surface_(cairo_pdf_surface_create_for_stream(append, &bytes_, width, height)) {
        require(cairo_surface_status(surface_.get()));
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_AUTHOR, author.c_str());
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "Octomate");
    }

    void add_page(const std::string& svg, const std::string& heading) override {
        const Context context(cairo_create(surface_.get()));
        draw(parse(svg), context, width_, height_);
        ++pages_;
        if (!heading.empty()) {
            cairo_pdf_surface_add_outline(surface_.get(), CAIRO_PDF_OUTLINE_ROOT, heading.c_str(),
                                          ("page=" + std::to_string(pages_)).c_str(),
                                          CAIRO_PDF_OUTLINE_FLAG_OPEN);
        }
        cairo_surface_show_page(surface_.get());
        require(cairo_surface_status(surface_.get()));
    }

    std::string finish() override {
        cairo_surface_finish(surface_.get());
        require(cairo_surface_status(surface_.get()));
        return std::move(bytes_);
    }

  private:
    double width_, height_;
    int pages_ = 0;
    std::string bytes_;  // before the surface, which writes to it until its end
    Surface surface_;
};

class CairoPaper final : public draw::Paper {
  public:
    std::string png(const std::string& svg) const override {
        const Handle handle = parse(svg);
        double width = 0, height = 0;
        if (!rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &width, &height))
            throw std::runtime_error("librsvg: the drawing says no size in pixels");
        const Surface surface(cairo_image_surface_create(
            CAIRO_FORMAT_ARGB32, static_cast<int>(std::ceil(width)), static_cast<int>(std::ceil(height))));
        require(cairo_surface_status(surface.get()));
        const Context context(cairo_create(surface.get()));
        draw(handle, context, width, height);
        std::string bytes;
        require(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
        return bytes;
    }

    std::unique_ptr<draw::PdfDocument> pdf(double width, double height, const std::string& title,
                                           const std::string& author) const override {
        return std::make_unique<Pdf>(width, height, title, author);
    }
};

}  // namespace

}  // namespace octomate::paper

extern "C" [[gnu::visibility("default")]] const octomate::draw::Paper* octomate_paper() {
    static const octomate::paper::CairoPaper paper;
    return &paper;
}
