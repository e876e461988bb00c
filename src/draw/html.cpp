#include "draw/html.hpp"

#include <fmt/core.h>

namespace octomate::draw {

namespace {

/// Everything but the colours of the diagrams.
constexpr std::string_view page_style = R"(
:root{color-scheme:light dark;--ink:#1d2026;--paper:#fff;--faint:#5d636e;--line:#b9bec8;--link:#1d3f8f;--box:#f3f4f7}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1rem;font:16px/1.45 'Liberation Sans',Arial,Helvetica,sans-serif;
color:var(--ink);background:var(--paper)}
a{color:var(--link)}
h1{font-size:2.6rem;line-height:1.15;margin:0 0 .5rem}
h2{font-size:1.7rem;margin:2.5rem 0 1rem}
h3{font-size:1rem;margin:0}
h3 small,.meta{color:var(--faint);font-weight:normal;font-size:.85rem}
p{margin:.35rem 0}
.o-diagram{display:block;width:100%;max-width:26rem;height:auto;margin:.4rem auto}
.o-defs{position:absolute;width:0;height:0;overflow:hidden}
@media (prefers-color-scheme:dark){:root{--ink:#dfe3ea;--paper:#14171b;--faint:#9aa3b1;--line:#4a525f;--link:#a9c4ff;
--box:#242a32}}
@media print{
:root{color-scheme:light;--ink:#000;--paper:#fff;--faint:#444;--line:#888;--link:#000;--box:#fff}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{max-width:none;padding:0;font-size:9.5pt}
a{text-decoration:none}
}
)";

}  // namespace

std::string html_head(std::string_view title, std::string_view author, std::string_view style,
                      const SharedDrawings& drawings) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n{}"
        "<style>{}{}{}\n@media screen and (prefers-color-scheme:dark){{{}}}</style>\n</head>\n<body>\n"
        "<svg class=\"o-defs\" aria-hidden=\"true\"><title>Men and boards</title>{}</svg>\n",
        escape_xml(title),
        author.empty() ? "" : fmt::format("<meta name=\"author\" content=\"{}\">\n", escape_xml(author)),
        page_style, style, style_sheet(Theme::Light), style_sheet(Theme::Dark), drawings.definitions());
}

}  // namespace octomate::draw
