#include "cli/paper.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <filesystem>

#include "cli/companion.hpp"
#include "console/console.hpp"

namespace octomate::cli {

namespace {

const draw::Paper& load() {
    const std::filesystem::path path = companion(draw::paper_module);
    if (!std::filesystem::exists(path)) {
        throw EnvironmentError(fmt::format(
            "PNG and PDF need {0}, which this build has not made; scripts/run makes it, and so does "
            "cmake -DOCTOMATE_PICTURES=ON (SVG, text and HTML need nothing)",
            path.string()));
    }
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* factory = module ? dlsym(module, draw::paper_factory) : nullptr;
    if (!factory) throw EnvironmentError(fmt::format("cannot load what makes PNG and PDF: {}", dlerror()));
    return *reinterpret_cast<draw::PaperFactory>(factory)();
}

}  // namespace

const draw::Paper& paper() {
    static const draw::Paper& loaded = load();
    return loaded;
}

}  // namespace octomate::cli
