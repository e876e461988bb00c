#include "draw/book_style.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace octomate::draw {

namespace {

constexpr std::string_view book_css = R"(
.cover{text-align:center;padding:2rem 0}
.cover .o-diagram{max-width:24rem;margin:2rem auto}
#contents li{display:flex;gap:1rem;border-bottom:1px solid var(--line);padding:.2rem 0}
#contents ul{list-style:none;padding:0}
#contents a{min-width:12rem}
.page{display:none}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:2rem}
.sheet{content-visibility:auto;contain-intrinsic-size:auto 60rem;margin-bottom:2rem}
.puzzle .o-diagram,.end .o-diagram{margin:0;max-width:none}
.board{max-width:26rem;margin:auto}
.faces{display:grid;gap:.2rem}
summary{list-style:none;text-align:center;cursor:pointer;border:1px solid var(--line);border-radius:.3rem;
background:var(--box);padding:.2rem 0;font-weight:bold}
summary::-webkit-details-marker{display:none}
summary:hover,summary:focus-visible{outline:3px solid var(--link)}
details[open]{grid-column:1/-1;display:flex;gap:.6rem;align-items:center}
details[open] summary{min-width:2.2rem}
details p{margin:0;overflow-wrap:anywhere}
.write{display:none}
.caption{display:flex;justify-content:space-between;margin-top:.4rem}
.fen{color:var(--faint);font-size:.75rem;overflow-wrap:anywhere}
.name{font-weight:bold}
.solutions{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2.5rem}
.solution{margin-bottom:1rem;overflow-wrap:anywhere}
.solution p{margin:0}
.play{padding-left:calc(1rem*var(--in,0) + 1rem);text-indent:-1rem}
.ends{display:grid;grid-template-columns:repeat(3,1fr);gap:.3rem;max-width:30rem}
.index{columns:2 18rem;column-gap:2rem}
.index p{break-inside:avoid-column;overflow-wrap:anywhere}
@media print{
h2{margin:0 0 3mm;font-size:13pt;break-after:avoid}
.faces.one,.links,.question{display:none}
.page{display:inline;margin-left:auto}
.cover{padding-top:35mm;break-after:page}
.cover .o-diagram{max-width:120mm}
#contents,#rules,.sheet,.leaf{break-after:page}
#rules .grid{grid-template-columns:1fr 1fr;gap:3mm 8mm}
#rules .o-diagram{max-width:46mm}
#rules p{font-size:8.5pt;line-height:1.3}
.sheet{content-visibility:visible;margin:0;gap:2mm 6mm}
.puzzle{break-inside:avoid;overflow:hidden;font-size:8pt;line-height:1.25}
.puzzle p{margin:0}
.puzzle h3{font-size:8.5pt}
.board{width:var(--board)}
summary,details[open] summary{width:3.2mm;min-width:0;height:3.2mm;margin:auto;padding:0;border-radius:0;
color:transparent;background:none}
details[open]{grid-column:auto;display:block}
details p{display:none}
.write{display:block;border-bottom:.3mm solid #888;height:4mm}
.fen{font-size:5pt}
.caption{margin-top:1mm}
.solutions{grid-template-columns:1fr 1fr;gap:0 8mm;font-size:8pt;line-height:1.2}
.solution{break-inside:avoid;margin-bottom:1.5mm;max-height:var(--height);overflow:hidden}
.solution h3{font-size:8pt}
.meta,.index small{font-size:6.8pt}
.index{columns:2;font-size:8pt;line-height:1.2}
.index p{margin:0 0 1mm}
}
)";

constexpr double mm = 72 / 25.4;

}  // namespace

const std::string_view book_script =
    R"((()=>{const all=document.querySelectorAll('.lazy'),
draw=part=>{for(const text of part.querySelectorAll('noscript'))text.parentNode.innerHTML=text.textContent};
addEventListener('beforeprint',()=>all.forEach(draw));
const seen=new IntersectionObserver(parts=>{for(const part of parts)if(part.isIntersecting){
seen.unobserve(part.target);draw(part.target)}},{rootMargin:'50%'});
all.forEach(part=>seen.observe(part))})())";

std::string book_style(const Book& book, const BookLayout& layout, const PageSize& page) {
    constexpr double margin = 14, heading = 10, gap = 2, column_gap = 6, caption = 31;  // millimetres
    double aspect = 1;
    for (const BookPuzzle& puzzle : book.puzzles) aspect = std::max(aspect, Frame(puzzle.scene).aspect());
    const Grid grid = layout.grid;
    const double height = (page.height / mm - 2 * margin - heading) / grid.rows - gap;
    const double width = (page.width / mm - 2 * margin - column_gap * (grid.columns - 1)) / grid.columns;
    return fmt::format(
        "{}@page{{size:{:g}pt {:g}pt;margin:{:g}mm;@bottom-center{{content:counter(page);font-size:8pt}}}}\n"
        "@media print{{.sheet{{grid-template-columns:repeat({},1fr)}}.puzzle{{height:{:.1f}mm;"
        "--board:{:.1f}mm}}}}",
        book_css, page.width, page.height, margin, grid.columns, height,
        std::min(width, std::max(10.0, height - caption) * aspect));
}

}  // namespace octomate::draw
