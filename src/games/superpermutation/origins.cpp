#include "facade/origins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "formats/game_score.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/proof.hpp"
#include "games/superpermutation/rules/retract.hpp"
#include "games/superpermutation/rules/setup.hpp"
#include "reports/replayer.hpp"
#include "reports/subject.hpp"
#include "text/words.hpp"

namespace octomate::superpermutation {

namespace {

using reports::Certificate;
using reports::Legality;

/// Why the men of a position are more than a game can give a side; none if they are not.
std::optional<Certificate> too_many(const board8::Board& board) {
    for (const Color side : {Color::White, Color::Black}) {
        const MenCount men = count_men(board, side);
        Certificate certificate;
        certificate.side = side;
        certificate.pawns = men.pawns;
        certificate.promoted = men.promoted;
        if (men.crowd != 0) {
            certificate.kind = Certificate::Kind::DoubledPawns;
            certificate.file = board8::file_letter(board8::first(men.crowd));
            return certificate;
        }
        if (!men.possible()) {
            certificate.kind = Certificate::Kind::Promotions;
            return certificate;
        }
    }
    return std::nullopt;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : more);
}

template <class Rules>
class OriginsOf : public games::Origins {
    using P = Position<Rules>;

  public:
    Status retract(const records::Puzzle& puzzle, reports::Reader reader,
                   reports::RetractReport& report) const override {
        const auto position = P::from_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        describe(puzzle, *position, reader, report);
        report.earlier.clear();
        for (const auto& [before, move] : superpermutation::retract(position->value)) {
            std::vector<int> faces = reports::faces_of(before, move);
            if (faces.front() == 0) faces.clear();
            report.earlier.push_back(
                {before.fen(), before.uci(move), before.notation(move), std::move(faces)});
        }
        std::sort(report.earlier.begin(), report.earlier.end(), [](const auto& a, const auto& b) {
            return std::tie(a.fen, a.uci) < std::tie(b.fen, b.uci);
        });
        return {};
    }

    Status prove(const records::Puzzle& puzzle, reports::Reader reader, const reports::SearchRequest& request,
                 reports::ProofReport& report) const override {
        const auto position = P::from_fen(puzzle.fen);
        if (!position) return Unexpected{position.error()};
        describe(puzzle, *position, reader, report);
        report.legality = {};
        if (puzzle.plies && take_game(*puzzle.plies, position->value, report)) return {};
        report.legality = legality(position->value, request);
        return {};
    }

  private:
    static void describe(const records::Puzzle& puzzle, const Read<P>& read, reports::Reader reader,
                         reports::Subject& subject) {
        reports::describe_subject(puzzle, read.value, reader, subject);
        subject.notes.insert(subject.notes.end(), read.notes.begin(), read.notes.end());
    }

    /// Replays the game of a record; false, with a note, if it does not lead to its position.
    static bool take_game(const std::string& plies, const P& position, reports::ProofReport& report) {
        records::GameReader reader(plies);
        const auto game = reader.next();
        if (game && !game->tag("FEN")) {
            const reports::Replay replay = reports::Replayer<P>(*game, P(), {}).run();
            if (reports::all_faults(replay).empty() && replay.fen == position.fen()) {
                Legality& legality = report.legality;
                legality.verdict = Legality::Verdict::Proven;
                legality.plies = plies;
                legality.length = static_cast<int>(replay.plies.size());
                return true;
            }
        }
        report.notes.emplace_back("the game in the record does not lead to its position");
        return false;
    }

    static Legality legality(const P& position, const reports::SearchRequest& request) {
        Legality legality;
        legality.certificate = too_many(position.board());
        if (legality.certificate) {
            legality.verdict = Legality::Verdict::Illegal;
            legality.why = joined(oddities_of(position), "; ");
            return legality;
        }
        const solver::Limits limits = reports::search_options(request, 1).limits;
        ProofLimits search;
        search.nodes = request.nodes;
        search.is_over = [&] { return reports::is_over(limits); };
        const Proof<Rules> proof = superpermutation::prove(position, search);
        legality.nodes = proof.nodes;
        legality.least = proof.least;
        switch (proof.verdict) {
            case Proof<Rules>::Verdict::Proven: report_game(proof, legality); break;
            case Proof<Rules>::Verdict::Illegal: report_ancestors(proof, legality); break;
            case Proof<Rules>::Verdict::Undecided:
                legality.why = fmt::format("no game was found among {}; none has fewer than {}",
                                           counted(proof.nodes, "position", "positions"),
                                           counted(static_cast<std::uint64_t>(proof.least), "ply", "plies"));
                break;
        }
        return legality;
    }

    static void report_game(const Proof<Rules>& proof, Legality& legality) {
        legality.verdict = Legality::Verdict::Proven;
        legality.length = static_cast<int>(proof.game.size());
        legality.shortest = proof.shortest;
        P position;
        for (const Move move : proof.game) {
            const int face = position.roll_of(move).face;
            legality.plies += fmt::format("{}({}) {}", legality.plies.empty() ? "" : " ",
                                          face == 0 ? "-" : std::to_string(face), position.uci(move));
            position = position.play(move);
        }
    }

    static void report_ancestors(const Proof<Rules>& proof, Legality& legality) {
        legality.verdict = Legality::Verdict::Illegal;
        Certificate& certificate = legality.certificate.emplace();
        for (const P& one : proof.ancestors) certificate.positions.push_back(one.fen());
        const std::size_t earlier = proof.ancestors.size() - 1;
        legality.why = earlier == 0 ? std::string("no move leads to it")
                                    : fmt::format("it can have arisen only from {}, none of them the array",
                                                  counted(earlier, "position", "positions"));
    }
};

}  // namespace

std::unique_ptr<const games::Origins> d8_origins() { return std::make_unique<OriginsOf<D8>>(); }
std::unique_ptr<const games::Origins> parent_origins() { return std::make_unique<OriginsOf<Parent>>(); }

}  // namespace octomate::superpermutation
