#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "draw/html.hpp"
#include "reports/solution_report.hpp"
#include "text/words.hpp"
#include "views/text.hpp"

namespace octomate::views {

namespace {

using draw::escape_xml;
using reports::SolutionReport;
using Kind = SolutionLine::Kind;

constexpr std::string_view solution_style = R"(
.solution{display:grid;grid-template-columns:minmax(0,20rem) minmax(0,1fr);gap:.5rem 2rem;margin:2.5rem 0}
.solution h2{grid-column:1/-1;font-size:1.2rem;margin:0}
.stipulation{display:flex;justify-content:space-between;gap:1rem;font-weight:bold}
.fen{overflow-wrap:anywhere}
.lines p{margin:0;padding-left:calc(1.2rem*var(--in) + 1.2rem);text-indent:-1.2rem;white-space:pre-wrap;
overflow-wrap:anywhere}
.lines span{white-space:nowrap}
.lines .heading{font-weight:bold;margin-top:.5rem}
.lines .key{font-weight:bold}
.lines .try{font-style:italic}
.lines .verdict{margin-top:.5rem;color:var(--faint)}
@media (max-width:44rem){.solution{grid-template-columns:minmax(0,1fr)}}
@media print{.solution{grid-template-columns:60mm minmax(0,1fr);break-inside:avoid}.solution h2{margin:0}}
)";

std::string_view class_of(Kind kind) {
    switch (kind) {
        case Kind::Heading:
        case Kind::Label:
        case Kind::Lost: return "heading";
        case Kind::Key: return "key";
        case Kind::Try: return "try";
        case Kind::Verdict: return "verdict";
        case Kind::Play: break;
    }
    return "play";
}

/// The markup of a line, which is not broken at the hyphens of its moves.
std::string unbroken(std::string_view text) {
    constexpr std::size_t longest = 24;  // what is longer may be broken after all
    std::string out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string word = escape_xml(text.substr(0, end));
        const bool whole = end <= longest && word.find('-') != std::string::npos;
        out += whole ? fmt::format("<span>{}</span>", word) : word;
        text.remove_prefix(end);
        if (text.empty()) break;
        out += ' ';
        text.remove_prefix(1);
    }
    return out;
}

std::string heading(const SolutionReport& report, std::size_t number) {
    if (!report.twin.empty()) return twin_heading(report);
    std::string text = fmt::format("{}.", number);
    if (report.title) text += ' ' + *report.title;
    if (report.id) text += report.title ? fmt::format(" ({})", *report.id) : ' ' + *report.id;
    return text;
}

std::string meta(const SolutionReport& report) {
    std::vector<std::string> words;
    if (report.author) words.push_back(*report.author);
    if (report.source) words.push_back(*report.source);
    return joined(words, ", ");
}

template <class... Args>
void add(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

}  // namespace

std::string solution_html(const std::vector<SolutionReport>& reports, std::string_view title) {
    draw::SharedDrawings drawings;
    for (const SolutionReport& report : reports) {
        if (report.scene) drawings.add(*report.scene);
    }
    std::string out = draw::html_head(title, "", solution_style, drawings);
    add(out, "<h1>{}</h1>\n<main>\n", escape_xml(title));
    std::size_t number = 0;  // of the diagram
    for (std::size_t n = 0; n < reports.size(); ++n) {
        const SolutionReport& report = reports[n];
        if (report.twin.empty()) ++number;
        add(out, "<article class=\"solution\" id=\"p{}\">\n<h2>{}</h2>\n<div>", n + 1,
            escape_xml(heading(report, number)));
        if (report.scene) out += drawings.draw(*report.scene);
        add(out, "\n<p class=\"stipulation\"><span>{}</span><span>{}</span></p>\n",
            escape_xml(stipulation(report)), report.scene ? count_of_men(*report.scene) : "");
        if (const std::string words = meta(report); !words.empty())
            add(out, "<p class=\"meta\">{}</p>\n", escape_xml(words));
        add(out, "<p class=\"meta fen\">{}</p>\n</div>\n<div class=\"lines\">\n", escape_xml(report.fen));
        for (const SolutionLine& line : solution_lines(report))
            add(out, "<p class=\"{}\" style=\"--in:{}\">{}</p>\n", class_of(line.kind), line.indent,
                unbroken(line.text));
        out += "</div>\n</article>\n";
    }
    return out.append("</main>\n</body>\n</html>\n");
}

}  // namespace octomate::views
