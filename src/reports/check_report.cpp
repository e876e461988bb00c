#include "reports/check_report.hpp"

namespace octomate::reports {

std::string on_faces(const std::vector<int>& faces) {
    if (faces.empty() || faces.front() == 0) return {};
    std::string text = faces.size() == 1 ? " on face " : " on faces ";
    for (std::size_t at = 0; at < faces.size(); ++at) {
        if (at > 0) text += at + 1 == faces.size() ? " and " : ", ";
        text += static_cast<char>('0' + faces[at]);
    }
    return text;
}

}  // namespace octomate::reports
