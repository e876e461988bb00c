#include "reports/check_report.hpp"

#include "text/words.hpp"

namespace octomate::reports {

std::string on_faces(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return {};
    std::vector<std::string> numbers;
    for (const int face : faces) numbers.push_back(std::to_string(face));
    return (faces.size() == 1 ? " on face " : " on faces ") + enumerate(numbers);
}

}  // namespace octomate::reports
