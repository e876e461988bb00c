#include "questions/mate.hpp"

#include <optional>

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/solution.hpp"
#include "console/output_file.hpp"

namespace octomate::cli {

namespace {

struct Options {
    questions::Mate question;
    std::vector<std::string> files;
    bool exact = false;
    std::string html, certificates;  // files; empty: none
};

int search(const Options& options, const CommonOptions& common) {
    using Batch = records::Batch<std::string>;  // with certificates
    std::optional<OutputFile> file;
    if (!options.certificates.empty()) file.emplace(options.certificates);
    Asker asker(options.question, common, options.exact);
    asker.context.heard = [](const questions::Report& report, records::Output& output) {
        const auto* mate = std::get_if<const reports::MateReport*>(&report);
        if (mate && !(*mate)->certificate.empty())
            static_cast<Batch&>(output).results.push_back((*mate)->certificate);
    };
    const auto work = [&](const records::Line& line, Batch& output) { asker.ask(line, output); };
    const auto ran = collect::run_lines<std::string>(options.files, common, work, [&](const Batch& output) {
        print_coloured(output.data);
        for (const std::string& proof : output.results) file->write(proof);
    });
    if (file) file->commit(ran.whole);
    return ran.code;
}

}  // namespace

void add_mate(CommandLine& line) {
    Arguments command = line.add("mate");
    const auto options = std::make_shared<Options>();
    questions::Mate& question = options->question;
    command.add_puzzle_files(options->files).required();
    Declared option = declare(command, question);
    option.at("stipulation").excludes(option.at("moves"));
    command.add_flag("--exact", options->exact, "Print chances as fractions, too (text only)");
    const Option tree = command.add_flag("--tree", question.request.tree,
                                         "Print the solution of #n, indented by plies (text only)");
    const Option proof =
        command.add_output("--certificate FILE", options->certificates,
                           "Write what proves the values, choice by choice, to a file (JSON Lines)");
    // The page has no reports, and shows only forced mates.
    add_solution_page(command, option, options->html)
        .excludes({option.at("stipulation"), option.at("dice"), tree, option.at("lines"),
                   option.at("set_play"), option.at("tables"), proof});
    command.check([options] {
        const reports::MateRequest& request = options->question.request;
        if (options->certificates == "-")
            throw UsageError("--certificate", "needs the name of a file: the report goes to standard output");
        if (!options->certificates.empty() &&
            (request.dice != solver::Dice::Mean || request.defence != solver::Defence::Best))
            throw UsageError("--certificate",
                             "proves means against the best defence, without other --dice or --defence");
        if (!options->html.empty() && request.defence == solver::Defence::Help)
            throw UsageError("--html", "shows forced mates and cannot be combined with --defence help");
        options->question.request.certificate = !options->certificates.empty();
    });
    command.run([options](const CommonOptions& common) {
        const questions::Mate& question = options->question;
        return options->html.empty()
                   ? search(*options, common)
                   : write_solution_page(options->files, options->html,
                                         question.solution.request(question.request), common);
    });
}

}  // namespace octomate::cli
