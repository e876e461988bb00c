#include "draw/book.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "cli/shared.hpp"
#include "games/list.hpp"
#include "puzzle/puzzle.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

/// Returns limits with which the search for one puzzle takes a few seconds at most.
reports::SearchRequest search_request() {
    reports::SearchRequest search;
    search.hash_mib = 16;
    search.nodes = 2'000'000;
    search.own_hash = true;
    search.interrupted = &interrupted;
    return search;
}

/// Adds the solution: the lines of a help or series problem, the variations of a mate in more than one move,
/// the solutions of twins, and whether the puzzle is computer-tested. If the search hits its limits, adds the
/// key with a note.
void add_solution(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    const bool moves_are_enough = puzzle.moves == 1 && !puzzle.other_stipulation();
    reports::SolutionRequest request;
    request.search = search_request();
    request.tries = 0;
    std::vector<reports::SolutionReport> found;
    const bool complete =
        questions::find_solutions(game, puzzle, request, found) &&
        std::all_of(found.begin(), found.end(), [](const auto& report) { return report.complete(); });
    out.checked = complete && questions::is_tested(game, puzzle, found, request.search);
    if (complete) {
        if (moves_are_enough && found.size() == 1) return;
        for (std::size_t n = 1; n < found.size(); ++n) out.twins.push_back(views::twin_heading(found[n]));
        for (reports::SolutionReport& report : found) report.set_play.reset();
        for (auto& [indent, text] : views::printed_lines(found))
            out.play.push_back({indent, std::move(text)});
    } else if (puzzle.key && !moves_are_enough) {
        for (const auto& [face, lines] : *puzzle.key) {
            for (const std::string& line : lines) out.play.push_back({0, line});
        }
        out.note = "According to its key; not checked by computer.";
    }
}

/// Returns the themes that are ideas, the leading theme first: the entries for the index of the book. Leaves
/// out circumstances, such as the number of pieces.
std::vector<std::string> ideas_of(const games::Game& game, const std::vector<std::string>& themes) {
    std::vector<std::string> ideas;
    const auto catalogue = game.themes();
    if (!catalogue) return ideas;
    for (const std::string& theme : themes) {
        if (const auto known = catalogue->named(theme); known && (*catalogue)[*known].lead > 0)
            ideas.push_back(theme);
    }
    std::stable_sort(ideas.begin(), ideas.end(), [&](const std::string& a, const std::string& b) {
        return (*catalogue)[*catalogue->named(a)].lead < (*catalogue)[*catalogue->named(b)].lead;
    });
    return ideas;
}

/// Adds the themes, difficulty and quality of the record; computes missing ones if it has no difficulty.
void add_grades(const games::Game& game, const records::Puzzle& puzzle, draw::BookPuzzle& out) {
    records::Puzzle graded = puzzle;
    bool complete = true;
    const bool computed = !puzzle.difficulty && !puzzle.other_stipulation() && game.maker();
    if (computed && (!game.maker()->tag(graded, search_request(), complete) || !complete)) graded = puzzle;
    out.themes = puzzle.themes.empty() ? graded.themes : puzzle.themes;
    out.ideas = ideas_of(game, out.themes);
    if (graded.difficulty) out.difficulty = graded.difficulty->value();
    if (const auto& quality = puzzle.quality ? puzzle.quality : graded.quality)
        out.quality = quality->value();
}

/// Returns the title of the chapter for a puzzle without difficulty: "Help play", "Not graded".
std::string chapter_title(const records::Puzzle& puzzle) {
    const auto other = puzzle.other_stipulation();
    if (!other) return "Not graded";
    switch (other->kind) {
        case StipulationKind::Direct: break;
        case StipulationKind::Help: return "Help play";
        case StipulationKind::Self: return "Self play";
        case StipulationKind::Reflex: return "Reflex play";
        case StipulationKind::Series:
        case StipulationKind::SeriesHelp: return "Series play";
    }
    return "Stalemates";
}

/// Returns the source, with the year added if the record has it in its own field "year".
std::string source_of(const records::Puzzle& puzzle) {
    std::string source = puzzle.source.value_or("");
    for (const records::UnknownField& field : puzzle.unknown) {
        if (field.name != "year") continue;
        std::string year = field.json;
        year.erase(std::remove(year.begin(), year.end(), '"'), year.end());
        const bool is_plain = !year.empty() && year.find_first_not_of("0123456789-/ ") == std::string::npos;
        if (is_plain && source.find(year) == std::string::npos)
            source.append(source.empty() ? "" : ", ").append(year);
    }
    return source;
}

/// Returns the mating pattern of a puzzle, or 0 if it is no mate in one.
std::uint64_t pattern_of(const records::Puzzle& puzzle, const make::Find& find) {
    return puzzle.moves == 1 && !puzzle.other_stipulation() ? find.pattern : 0;
}

/// Returns sorted hashes of a puzzle and its near twins. Two puzzles are alike if their lists have a hash in
/// common: one is a near twin of the other, or both have the same mating pattern.
std::vector<std::uint64_t> likeness_of(const collect::Entry& entry) {
    const make::Maker* maker = entry.game->maker();
    if (!maker) return {};
    std::vector<std::uint64_t> hashes = maker->neighbours(entry.puzzle.fen);
    if (const auto find = maker->identify(entry.puzzle)) {
        hashes.push_back(find->fingerprint);
        if (const auto pattern = pattern_of(entry.puzzle, *find)) hashes.push_back(pattern);
    }
    std::sort(hashes.begin(), hashes.end());
    return hashes;
}

/// Checks whether two sorted lists have a common hash.
bool are_alike(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
    for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
        if (*i == *j) return true;
        ++(*i < *j ? i : j);
    }
    return false;
}

/// `keep_apart` moves an item forward by at most this many positions.
constexpr std::size_t look_ahead = 200;

/// Reorders [first, last) so that no item is like one of the `reach` items before it, which may be in [begin,
/// first). If an item is, moves the next suitable item in front of it; if there is none, tries half of
/// `reach`, and so on. `hashes(item)` returns its hashes (see `likeness_of`). Returns the number of items
/// that were delayed.
template <class Iterator, class Hashes>
std::size_t keep_apart(Iterator begin, Iterator first, Iterator last, std::ptrdiff_t reach, Hashes hashes) {
    std::size_t moved = 0;
    bool is_counted = false;  // the item at `first` was counted as delayed
    for (; first != last; ++first) {
        const auto end = first + std::min<std::ptrdiff_t>(look_ahead, last - first);
        auto next = end;
        for (auto window = std::min(reach, first - begin); next == end && window > 0; window /= 2) {
            next = std::find_if(first, end, [&](const auto& item) {
                return std::none_of(first - window, first, [&](const auto& other) {
                    return are_alike(hashes(item), hashes(other));
                });
            });
        }
        const bool fits = next == first || next == end;
        if (!fits) std::rotate(first, next, next + 1);
        if (!fits && !is_counted) ++moved;
        is_counted = !fits;
    }
    return moved;
}

/// For each mating pattern, keeps only the best (or first) of the puzzles that one unit of `octomate
/// generate` found. Returns the number of puzzles removed.
std::size_t remove_repeats(std::vector<collect::Entry>& entries) {
    using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;  // pattern, seed and unit
    std::map<Key, const collect::Entry*> best;
    std::set<const collect::Entry*> repeats;
    const auto quality = [](const collect::Entry& entry) {
        return entry.puzzle.quality ? entry.puzzle.quality->value() : 0.0;
    };
    for (const collect::Entry& entry : entries) {
        const auto& generated = entry.puzzle.generated;
        const make::Maker* maker = entry.game->maker();
        if (!maker || !generated || !generated->seed || !generated->unit) continue;
        const auto find = maker->identify(entry.puzzle);
        const std::uint64_t pattern = find ? pattern_of(entry.puzzle, *find) : 0;
        if (pattern == 0) continue;
        auto& shown = best.try_emplace({pattern, *generated->seed, *generated->unit}, &entry).first->second;
        if (shown == &entry) continue;
        repeats.insert(quality(entry) > quality(*shown) ? std::exchange(shown, &entry) : &entry);
    }
    return std::erase_if(entries, [&](const collect::Entry& entry) { return repeats.contains(&entry); });
}

/// Makes a puzzle for a book or a sheet: solves it within a few seconds, or else uses its key and adds a
/// note. Throws UsageError, which names `command`, if its game has no pictures.
draw::BookPuzzle book_puzzle(const collect::Entry& entry, const char* command) {
    const records::Puzzle& puzzle = entry.puzzle;
    const games::Game& game = *entry.game;
    reports::PuzzlePictures pictures;
    require_pictures(game, command);
    game.pictures(puzzle, true, pictures).value();  // cannot fail: the entry has a valid position
    draw::BookPuzzle out;
    const std::string label = collect::label_of(entry);
    out.title = puzzle.title.value_or("");
    out.author = puzzle.author.value_or("");
    out.source = source_of(puzzle);
    out.comment = puzzle.comment.value_or("");
    out.chapter = puzzle.chapter.value_or("");
    out.question = std::move(pictures.question);
    out.stipulation = std::move(pictures.stipulation);
    if (const Die* die = game.about().die) out.stipulation += fmt::format(" d{}", die->faces);
    if (puzzle.roll && pictures.outcomes == "Faces")
        out.stipulation += fmt::format(", roll {}", *puzzle.roll);
    if (puzzle.solutions.value_or(1) > 1) out.stipulation += fmt::format(", {} solutions", *puzzle.solutions);
    out.fen = puzzle.fen;
    out.variant = game.about().name;
    out.likeness = likeness_of(entry);
    out.scene = std::move(pictures.scene);
    out.scene.title = label;
    if (puzzle.other_stipulation()) out.scene.panel.pop_back();  // the caption shows the stipulation
    out.answers = std::move(pictures.answers);
    out.solutions = std::move(pictures.solutions);
    for (draw::Solution& solution : out.solutions) {
        if (solution.end) solution.end->title = fmt::format("{}: after {}", label, solution.move);
    }
    add_solution(game, puzzle, out);
    add_grades(game, puzzle, out);
    if (!out.difficulty) out.kind = chapter_title(puzzle);
    return out;
}

/// Makes the puzzles of a book or sheet in parallel, and reports progress. If the run is interrupted, some
/// puzzles of the result are empty.
std::vector<draw::BookPuzzle> book_puzzles(const std::vector<collect::Entry>& entries, const char* command,
                                           const CommonOptions& common) {
    std::vector<draw::BookPuzzle> puzzles(entries.size());
    std::atomic<std::size_t> done = 0;
    const Progress progress(common, "puzzles", [&] { return TaskProgress{done, entries.size()}; });
    tbb::parallel_for(std::size_t{0}, entries.size(), [&](std::size_t n) {
        if (interrupted) return;
        puzzles[n] = book_puzzle(entries[n], command);
        ++done;
    });
    return puzzles;
}

enum class Order : std::uint8_t { Difficulty, Chapter, File };

struct BookOptions {
    std::vector<std::string> files;
    std::string output;
    std::string title;  ///< title of the book; empty: the default for the game
    std::string author;
    std::optional<Order> order;  ///< default: by chapter if every record names one, else by difficulty
    bool solver = false;
    bool for_composers = false;
    std::string foreword;  ///< a text file; empty: the default for the game
    int per_page = 6;
    bool spread = true;  ///< leave out repeats, and keep puzzles that are alike apart
    draw::PageSize page;
};

/// Returns the foreword, one paragraph a line: the text of --foreword, whose paragraphs are separated by
/// blank lines, or else a text about the game.
std::string foreword_of(const BookOptions& options, const draw::Book& book) {
    if (options.foreword.empty()) {
        const std::string& note = book.rules.note;
        return note.substr(std::min(note.size(), note.find(' ') + 1)) + (note.empty() ? "" : "\n") +
               "The rules follow in pictures, then the puzzles, the solutions, and an index of "
               "the ideas.";
    }
    auto text = collect::read_text_file(options.foreword);
    if (!text) throw EnvironmentError(fmt::format("{}: {}", options.foreword, text.error()));
    std::string paragraphs;
    for (const std::string_view line : words_between(*text, '\n')) {
        const std::string_view words = trim(line);
        if (words.empty() && !paragraphs.empty() && !paragraphs.ends_with('\n')) paragraphs += '\n';
        if (words.empty()) continue;
        if (!paragraphs.empty() && !paragraphs.ends_with('\n')) paragraphs += ' ';
        paragraphs += words;
    }
    return paragraphs;
}

/// Returns the page of rules for the game of the first puzzle, or for the default game if there is no puzzle
/// or the game has no such page.
draw::Rules rules_of(const std::vector<collect::Entry>& entries) {
    const games::Game& other = games::named(games::default_name());
    for (const games::Game* game : {entries.empty() ? &other : entries.front().game, &other}) {
        if (const draw::Rules* rules = game->rules()) return *rules;
    }
    return {};
}

/// Returns the meanings of all themes of the puzzles' games, by name.
std::map<std::string, std::string> meanings_of(const std::vector<collect::Entry>& entries) {
    std::map<std::string, std::string> meanings;
    const games::Game* last = nullptr;
    for (const collect::Entry& entry : entries) {
        if (entry.game == std::exchange(last, entry.game)) continue;
        const auto themes = entry.game->themes();
        if (!themes) continue;
        for (const ThemeDefinition& theme : themes->definitions())
            meanings.emplace(theme.name, theme.meaning);
    }
    return meanings;
}

draw::Book make_book(const std::vector<collect::Entry>& entries, const BookOptions& options,
                     const CommonOptions& common) {
    draw::Book book;
    const bool no_die = !entries.empty() && !entries.front().game->about().die;
    book.title = !options.title.empty() ? options.title : no_die ? "Which move mates?" : "Which rolls mate?";
    book.author = options.author;
    book.rules = rules_of(entries);
    book.meanings = meanings_of(entries);
    book.per_page = options.per_page;
    book.puzzles = book_puzzles(entries, "book", common);
    for (std::size_t n = 0; n < entries.size(); ++n) {
        // The book is about the game of the first puzzle; puzzles of other games name theirs.
        if (const games::Game& game = *entries[n].game; &game != entries.front().game) {
            draw::BookPuzzle& puzzle = book.puzzles[n];
            puzzle.question += fmt::format(" ({})", game.about().title);
            puzzle.source.append(puzzle.source.empty() ? "" : ", ").append(game.about().title);
        }
    }
    book.for_composers = options.for_composers;
    book.foreword = foreword_of(options, book);
    book.imprint = fmt::format("{}{}{}\nPositions, solutions and pages by Octomate {}", book.title,
                               book.author.empty() ? "" : ", by ", book.author, version());
    const bool all_name_chapters = std::none_of(book.puzzles.begin(), book.puzzles.end(),
                                                [](const auto& puzzle) { return puzzle.chapter.empty(); });
    switch (options.order.value_or(all_name_chapters ? Order::Chapter : Order::Difficulty)) {
        case Order::File: draw::arrange_as_given(book); return book;
        case Order::Chapter: draw::arrange_by_chapter(book); break;
        case Order::Difficulty:
            draw::arrange_by_difficulty(book, static_cast<std::size_t>(options.per_page));
            break;
    }
    draw::open_chapters(book);
    return book;
}

/// Moves puzzles within their chapters so that, if possible, no two on a page are alike. Returns the number
/// of puzzles moved.
std::size_t keep_puzzles_apart(draw::Book& book) {
    const auto hashes = [](const draw::BookPuzzle& puzzle) -> const auto& { return puzzle.likeness; };
    std::size_t moved = 0;
    for (const draw::Chapter& chapter : book.chapters) {
        const auto begin = book.puzzles.begin();
        const auto first =
            begin + static_cast<std::ptrdiff_t>(chapter.first + (chapter.idea.empty() ? 0 : 1));
        const auto last = begin + static_cast<std::ptrdiff_t>(chapter.first + chapter.count);
        moved += keep_apart(begin, first, last, book.per_page - 1, hashes);
        // A backward pass separates puzzles near the end, for which the first pass may have found no place.
        const auto end = std::make_reverse_iterator(last);
        moved += keep_apart(end, end, std::make_reverse_iterator(first), book.per_page - 1, hashes);
    }
    return moved;
}

/// Returns the JavaScript that lets readers of the HTML try moves. Throws EnvironmentError if it was not
/// built.
std::string solver_script() {
    const std::filesystem::path path = program_file("octomate-solver.js");
    if (is_missing(path)) throw EnvironmentError(no_site("put a solver into a book", "book --solver"));
    auto script = collect::read_text_file(path.string());
    if (!script) throw EnvironmentError(script.error());
    return *std::move(script);
}

constexpr std::array<std::string_view, 3> browsers = {"chromium-headless-shell", "chromium", "google-chrome"};

/// Returns the path of the first of `browsers` in PATH; empty if there is none.
std::string find_browser() {
    const char* const path = std::getenv("PATH");
    for (const std::string_view name : browsers) {
        for (const std::string_view folder : words_between(path ? path : "", ':')) {
            std::string file = fmt::format("{}/{}", folder, name);
            if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
        }
    }
    return {};
}

/// Runs the command line `words` with all output to the file `log`, in a separate process group, which is
/// killed if the user interrupts. Returns the exit code; 128 if the program was killed or could not be
/// started.
int run_quietly(std::vector<std::string> words, const std::string& log) {
    posix_spawn_file_actions_t streams{};
    posix_spawn_file_actions_init(&streams);
    posix_spawn_file_actions_addopen(&streams, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_adddup2(&streams, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_t attributes{};
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t process = -1;
    const int failed =
        posix_spawn(&process, words.front().c_str(), &streams, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&streams);
    if (failed != 0) return 128;
    int status = 0;
    while (waitpid(process, &status, WNOHANG) == 0) {
        if (interrupted) kill(-process, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    kill(-process, SIGKILL);  // ends child processes that the program left running
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/// A new folder for temporary files; the destructor removes it.
struct TemporaryFolder {
    TemporaryFolder() {
        if (!mkdtemp(path.data())) throw EnvironmentError(fmt::format("{}: {}", path, std::strerror(errno)));
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }

    std::string path = (std::filesystem::temp_directory_path() / "octomate-XXXXXX").string();
};

/// Converts an HTML document to PDF with a browser. Returns the bytes of the PDF, or why it could not be
/// made.
Expected<std::string, std::string> print_html(const std::string& html) {
    const std::string browser = find_browser();
    if (browser.empty()) return Unexpected{"PATH has no " + joined({browsers.begin(), browsers.end()}, ", ")};
    const TemporaryFolder temporary;
    const std::string& folder = temporary.path;
    const std::string page = folder + "/page.html", pdf = folder + "/page.pdf", log = folder + "/log";
    replace_file(page, html);
    std::vector<std::string> words = {browser,
                                      "--headless",
                                      "--no-pdf-header-footer",
                                      "--disable-background-networking",
                                      "--generate-pdf-document-outline",
                                      "--user-data-dir=" + folder + "/profile",
                                      "--print-to-pdf=" + pdf};
    if (geteuid() == 0) words.emplace_back("--no-sandbox");  // the sandbox does not work for root
    words.push_back("file://" + page);
    const int code = run_quietly(std::move(words), log);
    auto bytes = read_regular(pdf);
    if (code == 0 && bytes && !bytes->empty()) return bytes;
    const auto output = read_regular(log);
    const std::string_view lines = trim(output ? std::string_view(*output) : "");
    const std::string_view last = lines.substr(lines.rfind('\n') + 1);
    return Unexpected{fmt::format("{} failed with exit code {}{}{}", browser, code, last.empty() ? "" : ": ",
                                  printable(last))};
}

bool is_pdf(const std::string& name) { return std::filesystem::path(name).extension() == ".pdf"; }

/// Returns the name of the HTML file beside a PDF: "book.html" for "book.pdf".
std::string html_name(const std::string& name) {
    return std::filesystem::path(name).replace_extension(".html").string();
}

/// A document in HTML, and a summary of its contents: "6 puzzles".
struct Document {
    std::string html, summary;
};

/// Reads the records of `files`, calls `make(entries)` for the document, writes it to `name`, as HTML or PDF
/// by its extension, and returns the exit code. If no browser can make the PDF, writes the HTML instead and
/// throws EnvironmentError.
template <class Make>
int write_document(const std::vector<std::string>& files, const std::string& name,
                   const CommonOptions& common, Make make) {
    const auto extension = std::filesystem::path(name).extension();
    if (!is_pdf(name) && extension != ".html" && extension != ".htm" && name != "-")
        throw EnvironmentError(fmt::format("--output \"{}\": expected a name ending in .html or .pdf", name));
    if (!collect::can_open(files)) return BadInput;
    Destination output(name);
    collect::RunResult result;
    std::vector<collect::Entry> entries = collect::read_entries(files, common, result);
    if (result.code == Interrupted) return result.code;
    const Document document = make(entries);
    if (interrupted) return Interrupted;
    if (!is_pdf(name)) {
        output.write(document.html, result.complete);
    } else if (const auto pdf = print_html(document.html); interrupted) {
        return Interrupted;
    } else if (pdf) {
        output.write(*pdf, result.complete);
    } else {
        Destination(html_name(name)).write(document.html, result.complete);
        throw EnvironmentError(
            fmt::format("{} was not made: {}\nPrint {}, which was written instead, in a browser; or run "
                        "`apt-get install {}` and try again.",
                        name, pdf.error(), html_name(name), browsers.front()));
    }
    if (!common.quiet && output.is_file()) print_message(fmt::format("{}: {}\n", name, document.summary));
    return result.code;
}

/// Returns the end of the summary: "; 3 left out and 1 moved, being much like others (--no-spread keeps
/// them)"; "" if no puzzle was left out or moved.
std::string spread_text(std::size_t left_out, std::size_t moved) {
    std::vector<std::string> words;
    if (left_out > 0) words.push_back(grouped(left_out) + " left out");
    if (moved > 0) words.push_back(grouped(moved) + " moved");
    return words.empty()
               ? ""
               : fmt::format("; {}, being much like others (--no-spread keeps them)", enumerate(words));
}

int write_book(const BookOptions& options, const CommonOptions& common) {
    if (is_pdf(options.output) && options.solver) throw EnvironmentError("--solver needs a book in HTML");
    const std::string solver = options.solver ? solver_script() : "";
    const bool spread = options.spread && options.order != Order::File;
    return write_document(options.files, options.output, common, [&](auto& entries) -> Document {
        const std::size_t left_out = spread ? remove_repeats(entries) : 0;
        draw::Book book = make_book(entries, options, common);
        const std::size_t moved = spread ? keep_puzzles_apart(book) : 0;
        if (interrupted) return {};
        return {html_book(book, options.page, solver),
                draw::count_of_puzzles(book.puzzles.size()) + spread_text(left_out, moved)};
    });
}

struct SheetOptions {
    std::vector<std::string> files;
    std::string output;
    std::string title = "Puzzles";
    int count = 6;
    int skip = 0;
    bool spread = true;  ///< put puzzles that are alike on different sheets
    draw::PageSize page;
};

int write_sheet(const SheetOptions& options, const CommonOptions& common) {
    return write_document(options.files, options.output, common, [&](auto& entries) -> Document {
        const std::size_t total = entries.size();
        const std::size_t first = std::min(total, static_cast<std::size_t>(options.skip));
        const std::size_t count = std::min(total - first, static_cast<std::size_t>(options.count));
        if (count == 0)
            throw EnvironmentError(fmt::format("no puzzles for the sheet: {} read, {} skipped",
                                               draw::count_of_puzzles(total), first));
        std::vector<std::size_t> order(std::min(total, first + count + look_ahead));
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (options.spread && count < total) {
            std::vector<std::vector<std::uint64_t>> hashes;
            for (const std::size_t n : order) hashes.push_back(likeness_of(entries[n]));
            keep_apart(
                order.begin(), order.begin(), order.end(),
                options.count - 1, [&](std::size_t n) -> const auto& { return hashes[n]; });
        }
        std::vector<collect::Entry> chosen;
        std::size_t moved = 0;
        for (std::size_t at = first; at < first + count; ++at) {
            chosen.push_back(entries[order[at]]);
            if (order[at] < first || order[at] >= first + count) ++moved;
        }
        const draw::ClassSheet sheet{options.title, book_puzzles(chosen, "sheet", common)};
        if (interrupted) return {};
        return {html_sheet(sheet, options.page),
                draw::count_of_puzzles(count) + (count < total ? fmt::format(" of {}", grouped(total)) : "") +
                    spread_text(0, moved)};
    });
}

/// Declares --output. If a PDF cannot be made, HTML is written beside it, so that file is declared as well.
void add_document(Arguments& command, std::string& output) {
    command.add_output("-o,--output FILE", output).required();
    command.writes("--output", [&output] {
        return is_pdf(output) ? std::vector{html_name(output)} : std::vector<std::string>();
    });
}

void add_paper(Arguments& command, draw::PageSize& page) {
    command.add_choice<draw::PageSize>("--paper", page, {{"a4", {}}, {"letter", {612, 792}}});
}

}  // namespace

void add_book(CommandLine& line) {
    Arguments command = line.add("book");
    const auto options = std::make_shared<BookOptions>();
    command.add_puzzle_files(options->files).required();
    add_document(command, options->output);
    command.add("--title TEXT", options->title);
    command.add("--author TEXT", options->author);
    command.add_choice<std::optional<Order>>(
        "--order", options->order,
        {{"easy", Order::Difficulty}, {"chapters", Order::Chapter}, {"file", Order::File}});
    command.add_flag("--spread,!--no-spread", options->spread);
    command.add_choice<int>("--per-page", options->per_page, {{"4", 4}, {"6", 6}, {"9", 9}, {"12", 12}});
    command.add_choice<bool>("--for", options->for_composers, {{"solvers", false}, {"composers", true}});
    command.add_input("--foreword FILE", options->foreword);
    add_paper(command, options->page);
    command.add_flag("--solver", options->solver);
    command.run([options](const CommonOptions& common) { return write_book(*options, common); });
}

void add_sheet(CommandLine& line) {
    Arguments command = line.add("sheet");
    const auto options = std::make_shared<SheetOptions>();
    command.add_puzzle_files(options->files).required();
    add_document(command, options->output);
    command.add("--title TEXT", options->title);
    command.add("--count N", options->count, {1, draw::most_on_a_sheet});
    command.add("--skip N", options->skip, {0, 1'000'000'000});
    command.add_flag("--spread,!--no-spread", options->spread);
    add_paper(command, options->page);
    command.run([options](const CommonOptions& common) { return write_sheet(*options, common); });
}

}  // namespace octomate::cli
