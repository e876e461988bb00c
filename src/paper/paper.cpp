#include "draw/paper.hpp"

#include <cairo-pdf.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_TRUETYPE_TABLES_H
#include <librsvg/rsvg.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

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

Surface record(const std::string& svg, const cairo_rectangle_t& extent) {
    Surface surface(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extent));
    require(cairo_surface_status(surface.get()));
    const Context context(cairo_create(surface.get()));
    cairo_translate(context.get(), extent.x, extent.y);
    draw(parse(svg), context, extent.width, extent.height);
    return surface;
}

struct Drawn final : draw::DrawnLeaf {
    Drawn(const draw::Leaf& leaf_, Handle overlay_) : leaf(leaf_), overlay(std::move(overlay_)) {}

    const draw::Leaf& leaf;
    Handle overlay;
};

class Pdf final : public draw::PdfDocument {
  public:
    Pdf(const draw::PageSize& size, const std::string& title, const std::string& author,
        const std::vector<draw::SharedDrawing>& drawings)
        : size_(size),
          surface_(cairo_pdf_surface_create_for_stream(append, &bytes_, size.width, size.height)) {
        require(cairo_surface_status(surface_.get()));
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_AUTHOR, author.c_str());
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "Octomate");
        for (const draw::SharedDrawing& one : drawings) {
            const draw::Box& box = one.extent;
            shared_[one.name] = record(one.svg, {box.x, box.y, box.width, box.height});
        }
    }

    std::unique_ptr<draw::DrawnLeaf> draw(const draw::Leaf& leaf) const override {
        return std::make_unique<Drawn>(leaf, parse(leaf.svg));
    }

    void add(const draw::DrawnLeaf& drawn) override {
        const auto& page = static_cast<const Drawn&>(drawn);
        const draw::Leaf& leaf = page.leaf;
        const Context context(cairo_create(surface_.get()));
        for (const draw::Stamp& stamp : leaf.stamps) put(context, stamp);
        paper::draw(page.overlay, context, size_.width, size_.height);
        add_marks(context, leaf);
        require(cairo_status(context.get()));
        ++pages_;
        for (const draw::Heading& one : leaf.headings) add_heading(one);
        cairo_surface_show_page(surface_.get());
        require(cairo_surface_status(surface_.get()));
    }

    std::string finish() override {
        cairo_surface_finish(surface_.get());
        require(cairo_surface_status(surface_.get()));
        return std::move(bytes_);
    }

  private:
    /// The same drawing stands in the file only once.
    void put(const Context& context, const draw::Stamp& stamp) const {
        cairo_save(context.get());
        cairo_translate(context.get(), stamp.x, stamp.y);
        cairo_scale(context.get(), stamp.scale, stamp.scale);
        cairo_set_source_surface(context.get(), shared_.at(stamp.drawing).get(), 0, 0);
        cairo_paint(context.get());
        cairo_restore(context.get());
    }

    static void add_marks(const Context& context, const draw::Leaf& leaf) {
        const auto mark = [&](const char* tag, const std::string& attributes) {
            cairo_tag_begin(context.get(), tag, attributes.c_str());
            cairo_tag_end(context.get(), tag);
        };
        for (const draw::Place& place : leaf.places)
            mark(CAIRO_TAG_DEST, "name='" + place.name + "' x=" + std::to_string(place.x) +
                                     " y=" + std::to_string(place.y) + " internal");
        for (const draw::Link& link : leaf.links) {
            const draw::Box& box = link.where;
            mark(CAIRO_TAG_LINK, "dest='" + link.to + "' rect=[" + std::to_string(box.x) + " " +
                                     std::to_string(box.y) + " " + std::to_string(box.width) + " " +
                                     std::to_string(box.height) + "]");
        }
    }

    void add_heading(const draw::Heading& heading) {
        const int entry = cairo_pdf_surface_add_outline(
            surface_.get(), heading.below ? parent_ : CAIRO_PDF_OUTLINE_ROOT, heading.text.c_str(),
            ("page=" + std::to_string(pages_)).c_str(), CAIRO_PDF_OUTLINE_FLAG_OPEN);
        if (!heading.below) parent_ = entry;
    }

    const draw::PageSize size_;
    int pages_ = 0;
    int parent_ = CAIRO_PDF_OUTLINE_ROOT;
    std::string bytes_;  // before the surface, which writes to it until its end
    std::map<std::string, Surface> shared_;
    Surface surface_;
};

/// A packed font as its tables are; empty if it is none.
std::string unpacked(std::string_view woff2) {
    FT_Library library = nullptr;
    FT_Face face = nullptr;
    if (FT_Init_FreeType(&library) != 0) return {};
    std::string font;
    const auto* bytes = reinterpret_cast<const FT_Byte*>(woff2.data());
    if (FT_New_Memory_Face(library, bytes, static_cast<FT_Long>(woff2.size()), 0, &face) == 0) {
        FT_ULong size = 0;
        FT_Load_Sfnt_Table(face, 0, 0, nullptr, &size);
        font.resize(size);
        if (FT_Load_Sfnt_Table(face, 0, 0, reinterpret_cast<FT_Byte*>(font.data()), &size) != 0) font.clear();
    }
    FT_Done_FreeType(library);  // and the face
    return font;
}

/// Makes a font known to this process; its file exists in memory only, until the process ends.
bool add_font(const std::string& font) {
    const int file = memfd_create("font", MFD_CLOEXEC);
    if (file < 0) return false;
    const bool whole = ::write(file, font.data(), font.size()) == static_cast<ssize_t>(font.size());
    const std::string name = "/proc/self/fd/" + std::to_string(file);
    return whole && FcConfigAppFontAddFile(nullptr, reinterpret_cast<const FcChar8*>(name.c_str())) == FcTrue;
}

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

    void add_typefaces(std::string_view css) const override {
        constexpr std::string_view before = ";base64,";
        for (std::size_t at = css.find(before); at != css.npos; at = css.find(before, at)) {
            at += before.size();
            const std::string text(css.substr(at, css.find(')', at) - at));
            gsize size = 0;
            guchar* const bytes = g_base64_decode(text.c_str(), &size);
            const std::string font = unpacked({reinterpret_cast<const char*>(bytes), size});
            g_free(bytes);
            if (font.empty() || !add_font(font))
                throw std::runtime_error("fontconfig: cannot use the typeface");
        }
    }

    std::unique_ptr<draw::PdfDocument> pdf(const draw::PageSize& size, const std::string& title,
                                           const std::string& author,
                                           const std::vector<draw::SharedDrawing>& drawings) const override {
        return std::make_unique<Pdf>(size, title, author, drawings);
    }
};

}  // namespace

}  // namespace octomate::paper

extern "C" [[gnu::visibility("default")]] const octomate::draw::Paper* octomate_paper() {
    static const octomate::paper::CairoPaper paper;
    return &paper;
}
