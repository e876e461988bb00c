#include "questions/solve.hpp"

#include "cli/commands.hpp"
#include "cli/shared.hpp"
#include "cli/solution.hpp"

namespace octomate::cli {

void add_solve(CommandLine& line) {
    Arguments command = line.add("solve");
    struct Options {
        questions::Solve question;
        std::vector<std::string> files;
        std::string html;  // a file; empty: none
        collect::RecordTarget target;
    };
    const auto options = std::make_shared<Options>();
    command.add_puzzle_files(options->files).required();
    Declared option = declare(command, options->question);
    option.at("tables").needs(option.at("odds"));
    Option page = add_solution_page(command, option, options->html);
    const Option output = add_output_file(command, options->target);
    const Option force = add_force(command, options->target).needs(output);
    add_shared_resume(command, options->target, force);
    options->target.report = true;
    page.excludes({option.at("list"), option.at("odds"), option.at("scene"), output});  // it has no reports
    command.check([options, &common = command.common()] {
        if (common.ranks && !options->html.empty())
            throw UsageError("--html", "is for octomate, without mpirun");
    });
    command.only_with({option.at("hash"), option.at("limit"), option.at("nodes")},
                      {option.at("solution"), page});
    command.run([options](const CommonOptions& common) {
        const questions::Solve& question = options->question;
        if (options->html.empty())
            return Asker(question, common).ask_files(options->files, options->target).code;
        return write_solution_page(options->files, options->html, question.solution.request(question.search),
                                   common);
    });
}

}  // namespace octomate::cli
