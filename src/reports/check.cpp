#include "reports/check.hpp"

#include "records/fields.hpp"

namespace octomate::reports {

namespace {

Json key_json(const Key& key) {
    Json json = Json::object();
    for (const auto& [face, moves] : key) json[std::string(records::face_name(face))] = moves;
    return json;
}

/// The men of one side, by their letters of a FEN.
class SideCount {
  public:
    SideCount(std::string_view placement, Color side) : side_(side) {
        for (const char letter : placement) {
            const bool white = letter >= 'A' && letter <= 'Z';
            const bool man = white || (letter >= 'a' && letter <= 'z');
            if (!man || white != (side == Color::White)) continue;
            ++men_;
            ++of_[static_cast<std::size_t>(white ? letter - 'A' : letter - 'a')];
        }
    }

    void tell(std::vector<std::string>& notes) const {
        if (men_ > 16) notes.push_back(fmt::format("{} has {} men, no game more than 16", name(side_), men_));
        const int promoted = beyond('Q', 1) + beyond('R', 2) + beyond('B', 2) + beyond('N', 2);
        const int pawns = of('P');
        if (pawns + promoted <= 8) return;
        notes.push_back(promoted == 0
                            ? fmt::format("{} has {} pawns, no game more than eight", name(side_), pawns)
                            : fmt::format("{} has {} pawns and at least {} promoted {}, no game more than "
                                          "eight of both",
                                          name(side_), pawns, promoted, promoted == 1 ? "man" : "men"));
    }

  private:
    int of(char letter) const { return of_[static_cast<std::size_t>(letter - 'A')]; }
    int beyond(char letter, int first) const { return std::max(0, of(letter) - first); }

    Color side_;
    int men_ = 0;
    std::array<int, 26> of_{};
};

}  // namespace

Json to_json(const CheckReport& report) {
    return {{"id", report.id ? Json(*report.id) : Json(nullptr)},
            {"fen", report.fen},
            {"variant", report.variant},
            {"verdict", name(report.verdict)},
            {"missing", key_json(report.missing)},
            {"extra", key_json(report.extra)},
            {"duals", key_json(report.duals)},
            {"superfluous", report.superfluous},
            {"notes", report.notes}};
}

std::vector<std::string> impossible_men(std::string_view fen) {
    const std::string_view placement = fen.substr(0, fen.find(' '));
    std::vector<std::string> notes;
    for (const Color side : {Color::White, Color::Black}) SideCount(placement, side).tell(notes);
    return notes;
}

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
