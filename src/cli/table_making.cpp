#include "cli/table_making.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "json/text.hpp"
#include "tables/tables.hpp"
#include "text/words.hpp"

namespace octomate::cli {

namespace {

std::string json(const tables::TableHead& head) {
    return fmt::format(
        "{{\"game\":\"{}\",\"material\":\"{}\",\"positions\":{},\"cells\":{},\"proof\":\"{}\",\"gap\":{:.3g},"
        "\"mean_strong\":{},\"mean_weak\":{},\"won_strong\":{},\"lost_strong\":{},\"won_weak\":{},\"lost_"
        "weak\":{},"
        "\"longest\":{},\"evaluations\":{}}}\n",
        head.game, head.material, head.positions, head.cells, head.proof, head.gap,
        tables::decimal(head.mean_strong), tables::decimal(head.mean_weak), head.won_strong, head.lost_strong,
        head.won_weak, head.lost_weak, head.proof == "mates" ? std::to_string(head.longest) : "null",
        head.evaluations);
}

std::string text(const tables::TableHead& head) {
    const std::string begin =
        fmt::format("{:<6} {:>12} positions   ", head.material, grouped(head.positions));
    if (head.proof == "mates") {
        const auto side = [](std::uint64_t won, std::uint64_t lost) {
            return fmt::format("{:>10} won {:>10} lost", grouped(won), grouped(lost));
        };
        return begin + fmt::format("{}, {}   longest mate in {}\n", side(head.won_strong, head.lost_strong),
                                   side(head.won_weak, head.lost_weak), (head.longest + 1) / 2);
    }
    return begin + fmt::format("mean value {:>12.9f} {:>12.9f}   {}\n", head.mean_strong, head.mean_weak,
                               head.gap == 0 ? "exact" : fmt::format("within {:.1e}", head.gap));
}

/// What was done is kept, if anything was; how it goes on.
int not_finished(const std::string& material, bool kept, const CommonOptions& common) {
    if (!common.quiet)
        talk(fmt::format("{} is not finished; {}: {}\n", material,
                         kept ? "the same command goes on with it"
                              : "there was nothing to keep yet, and the same command begins it anew",
                         quoted_command(common.words)));
    return interrupted ? Interrupted : Incomplete;
}

}  // namespace

void tell_head(const CommonOptions& common, const tables::TableHead& head) {
    print(common.format == Format::Text ? text(head) : json(head));
}

int make_tables(const TablesToMake& request, const CommonOptions& common, const tables::Tables& tables) {
    Course course(request.limit);
    tables::MakeOptions options = course.options();
    options.team = request.team;
    options.waits = false;
    const bool talks = !request.team || request.team->rank() == 0;
    CommonOptions progress_options = common;
    progress_options.quiet = common.quiet || !talks;
    tables::Shelf shelf(tables, request.folder, std::move(options));
    for (const std::string& material : request.materials) {
        {
            const Progress progress(progress_options, "sweeps", [&] { return course.how_far(); });
            if (!shelf.make(material)) {
                const auto needed = tables.needed_for(material);
                const bool kept = std::any_of(needed.begin(), needed.end(), [&](const std::string& one) {
                    return std::filesystem::exists(tables.part(request.folder, one));
                });
                return talks ? not_finished(material, kept, common) : Success;
            }
        }
        if (!talks) continue;
        const auto table = tables.open(request.folder, material);
        if (!table) throw EnvironmentError(table.error());
        tell_head(common, (*table)->head());
        flush_output();
    }
    return Success;
}

}  // namespace octomate::cli
