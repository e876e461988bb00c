#include "console/files.hpp"

#include "console/output_file.hpp"

namespace octomate {

void replace_file(const std::string& file, std::string_view bytes) {
    OutputFile output(file);
    output.write(bytes);
    output.commit();
}

}  // namespace octomate
