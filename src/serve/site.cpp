#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include "console/files.hpp"
#include "draw/svg.hpp"
#include "json/tree.hpp"
#include "serve/serve.hpp"

namespace octomate::serve {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view module_name = "octomate.wasm.gz";

/// The files of the page that stay as they are.
constexpr std::array copied = {"app.css", "app.js", "icon.svg", "manifest.webmanifest", "worker.js"};
/// Those that are made here.
constexpr std::array made = {"index.html", "puzzles.js", "site.js"};

bool is_of_a_site(std::string_view name) {
    const auto is = [&](const char* one) { return name == one; };
    return std::any_of(copied.begin(), copied.end(), is) || std::any_of(made.begin(), made.end(), is) ||
           (name.starts_with("table-") && name.ends_with(".js"));
}

/// What the headers of the server say, as far as a page can say it itself.
constexpr std::string_view policy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\""
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "font-src data:; connect-src 'self'; manifest-src 'self'; worker-src 'self' blob:; "
    "base-uri 'none'; form-action 'none'\">\n"
    "<meta name=\"referrer\" content=\"no-referrer\">\n";
constexpr std::string_view scripts =
    "<script src=\"site.js\" defer></script>\n<script src=\"puzzles.js\" defer></script>\n";

/// The page of the server with the policy on top and its own scripts before that of the page.
std::string site_page(std::string_view public_address) {
    std::string page = index_page(public_address);
    page.insert(page.find("<script"), scripts);
    page.insert(page.find("<meta name"), policy);
    return page;
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t given = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t n = 0; n < 3; ++n)
            group = group << 8 | (n < given ? static_cast<unsigned char>(bytes[at + n]) : 0U);
        for (std::size_t n = 0; n < 4; ++n) text += n <= given ? letters[group >> (18 - 6 * n) & 63] : '=';
    }
    return text;
}

/// A script that gives the page a value under a global name. From a disk a page can load nothing else.
std::string script_of(std::string_view name, const records::Json& value) {
    return fmt::format("globalThis.{}={}\n", name, records::dump(value));
}

/// The bytes in the zlib format.
std::string deflated(std::string_view bytes) {
    uLongf size = ::compressBound(bytes.size());
    std::string out(size, '\0');
    if (::compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                    bytes.size(), Z_BEST_COMPRESSION) != Z_OK)
        throw EnvironmentError("zlib cannot compress a table");
    out.resize(size);
    return out;
}

std::string site_script(const api::Api& api, const std::vector<PocketFile>& tables) {
    records::Json names = records::Json::array();
    for (const PocketFile& table : tables) names.push_back(table.name);
    records::Json texts = {{"api/games", api.games().body},
                           {"engine.js", std::string(asset("engine.js"))},
                           {"pieces.svg", std::string(asset("pieces.svg"))}};
    for (const Asset& one : assets())
        if (one.name.ends_with(".txt")) texts[std::string(one.name)] = std::string(one.bytes);
    return script_of("octomateSite",
                     {{"texts", texts}, {"module", base64(asset(module_name))}, {"tables", names}});
}

std::string puzzles_script(const api::Api& api) {
    return script_of("octomatePuzzles", {{"variant", api.variant()},
                                         {"records", api.collected().records()},
                                         {"collection", api.collection().body}});
}

void check_folder(const cli::SiteOptions& options) {
    const fs::path folder = options.folder;
    std::error_code error;
    if (!fs::exists(folder, error)) return;
    if (!fs::is_directory(folder, error))
        throw EnvironmentError(fmt::format("--output \"{}\" is not a folder", options.folder));
    std::set<std::string> others;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (!is_of_a_site(name) && !OutputFile::is_beside(name)) others.insert(name);
    }
    if (error) throw EnvironmentError(fmt::format("cannot read {}: {}", options.folder, error.message()));
    if (!others.empty() && !options.force)
        throw EnvironmentError(fmt::format(
            "--output \"{}\" holds other things, such as \"{}\": name a new folder, or give --force to "
            "write beside them",
            options.folder, *others.begin()));
}

}  // namespace

std::string index_page(std::string_view public_address) {
    std::string page(asset("index.html"));
    if (!public_address.empty())
        page.insert(page.find("<meta name"), fmt::format("<meta name=\"octomate-address\" content=\"{}\">\n",
                                                         draw::escape_xml(public_address)));
    return page;
}

void check_export(const cli::SiteOptions& options) {
    check_folder(options);
    const auto all = assets();
    if (std::none_of(all.begin(), all.end(), [](const Asset& one) { return one.name == module_name; }))
        throw EnvironmentError(cli::no_export());
}

void export_site(const api::Api& api, const std::vector<PocketFile>& tables, const cli::SiteOptions& options,
                 const CommonOptions& common) {
    const fs::path folder = options.folder;
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw EnvironmentError(fmt::format("cannot make {}: {}", options.folder, error.message()));
    std::vector<std::string> files(copied.begin(), copied.end());
    files.insert(files.end(), made.begin(), made.end());
    for (const PocketFile& table : tables) files.push_back(fmt::format("table-{}.js", table.name));
    for (const std::string& file : files) common.outputs->claim("--output", (folder / file).string());
    std::size_t bytes = 0;
    const auto write = [&](std::string_view name, std::string_view text) {
        replace_file((folder / name).string(), text);
        bytes += text.size();
    };
    for (const char* name : copied) write(name, asset(name));
    write("site.js", site_script(api, tables));
    write("puzzles.js", puzzles_script(api));
    for (const PocketFile& table : tables)
        write(fmt::format("table-{}.js", table.name),
              script_of("octomateTable", base64(deflated(table.bytes))));
    write("index.html", site_page(options.public_address));
    if (common.quiet) return;
    const std::size_t count = api.collected().size();
    talk(fmt::format("{}: the board with {} puzzle{}, {:.1f} MB; open {} in a browser\n", options.folder,
                     count, count == 1 ? "" : "s", static_cast<double>(bytes) / 1e6,
                     (folder / "index.html").string()));
}

}  // namespace octomate::serve
