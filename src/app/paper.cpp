#include "app/paper.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "app/command.hpp"

namespace octomate::app {

namespace {

const render::Paper& load() {
    const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() / render::paper_module;
    if (!std::filesystem::exists(path)) {
        throw EnvironmentError(fmt::format(
            "PNG and PDF need {0}, which this build has not made; scripts/run makes it, and so does "
            "cmake -DOCTOMATE_PICTURES=ON (SVG, text and HTML need nothing)",
            path.string()));
    }
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* factory = module ? dlsym(module, render::paper_factory) : nullptr;
    if (!factory) throw EnvironmentError(fmt::format("cannot load what makes PNG and PDF: {}", dlerror()));
    return *reinterpret_cast<render::PaperFactory>(factory)();
}

}  // namespace

const render::Paper& paper() {
    static const render::Paper& loaded = load();
    return loaded;
}

}  // namespace octomate::app
