#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "formats/game_score.hpp"
#include "games/game.hpp"
#include "games/superpermutation/games.hpp"
#include "games/superpermutation/rules/proof.hpp"
#include "reports/replayer.hpp"
#include "reports/reports.hpp"
#include "text/text.hpp"

namespace octomate::superpermutation {

namespace {

using reports::Certificate;
using reports::Legality;

/// Returns a certificate that the numbers of pieces are impossible (I1, I6); nullopt if they are possible.
std::optional<Certificate> certificate_of_pieces(const board8::Board& board) {
    for (const Color side : {Color::White, Color::Black}) {
        const PieceCount pieces = count_pieces(board, side);
        Certificate certificate;
        certificate.side = side;
        certificate.pawns = pieces.pawns;
        certificate.promoted = pieces.promoted;
        if (pieces.crowded_pawns != 0) {
            certificate.kind = Certificate::Kind::DoubledPawns;
            certificate.file = board8::file_letter(board8::first(pieces.crowded_pawns));
            return certificate;
        }
        if (!pieces.possible()) {
            certificate.kind = Certificate::Kind::Promotions;
            return certificate;
        }
    }
    return std::nullopt;
}

/// Returns a number with its noun: "1 ply", "1,000 plies".
std::string counted(std::uint64_t count, std::string_view one, std::string_view more) {
    return fmt::format("{} {}", grouped(count), count == 1 ? one : more);
}

/// Implements Origins for one of the two games, with the functions of rules/proof.hpp.
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
        if (puzzle.plies) {
            auto game = replayed(*puzzle.plies, position->value);
            if (game) {
                report.legality = *std::move(game);
                return {};
            }
            report.notes.push_back("the game in the record " + game.error());
        }
        report.legality = legality(position->value, request);
        return {};
    }

  private:
    /// Adds the description of a puzzle, and the notes on its FEN, to `subject`.
    static void describe(const records::Puzzle& puzzle, const Parsed<P>& parsed, reports::Reader reader,
                         reports::Subject& subject) {
        reports::describe_subject(puzzle, parsed.value, reader, subject);
        subject.notes.insert(subject.notes.end(), parsed.notes.begin(), parsed.notes.end());
    }

    /// Replays a game and returns it as a proof; returns a message if it has faults or does not lead from the
    /// initial array to `position`.
    static Expected<Legality, std::string> replayed(const std::string& plies, const P& position) {
        records::GameReader reader(plies);
        const records::GameScore game = reader.next().value_or(records::GameScore());
        if (game.tag("FEN") || reader.next())
            return Unexpected{std::string("is not one game from the array")};
        const reports::Replay replay = reports::Replayer<P>(game, P(), {}).run();
        if (const auto faults = reports::all_faults(replay); !faults.empty())
            return Unexpected{"is wrong: " + faults.front().fault.message};
        if (replay.fen != position.fen()) return Unexpected{std::string("does not lead to its position")};
        Legality legality;
        legality.verdict = Legality::Verdict::Proven;
        legality.length = static_cast<int>(replay.plies.size());
        P before;
        for (const reports::ReplayedPly& ply : replay.plies) {
            const Move move = before.read_move(ply.move).value().move;
            legality.plies += fmt::format("{}({}) {}", legality.plies.empty() ? "" : " ",
                                          ply.roll ? std::to_string(*ply.roll) : "-", before.uci(move));
            before = before.play(move);
        }
        return legality;
    }

    /// Decides whether a game leads to `position`, by the numbers of its pieces or else by a search.
    static Legality legality(const P& position, const reports::SearchRequest& request) {
        Legality legality;
        legality.certificate = certificate_of_pieces(position.board());
        if (legality.certificate) {
            legality.verdict = Legality::Verdict::Illegal;
            legality.why = joined(impossible_piece_notes(position), "; ");
            return legality;
        }
        const solver::Limits limits = reports::search_options(request, 1).limits;
        ProofLimits proof_limits;
        proof_limits.nodes = request.nodes;
        proof_limits.is_over = [&] { return reports::is_over(limits); };
        const Proof<Rules> proof = superpermutation::prove(position, proof_limits);
        legality.nodes = proof.nodes;
        legality.least = proof.least_plies;
        switch (proof.verdict) {
            case Proof<Rules>::Verdict::Proven: report_game(proof, position, legality); break;
            case Proof<Rules>::Verdict::Illegal: report_ancestors(proof, legality); break;
            case Proof<Rules>::Verdict::Undecided:
                legality.why =
                    fmt::format("no game was found among {}; every game has at least {}",
                                counted(proof.nodes, "position", "positions"),
                                counted(static_cast<std::uint64_t>(proof.least_plies), "ply", "plies"));
                break;
        }
        return legality;
    }

    /// Fills `legality` with the game that the search found, after replaying it as a check of the search.
    static void report_game(const Proof<Rules>& proof, const P& position, Legality& legality) {
        std::string plies;
        P before;
        for (const Move move : proof.game) {
            const int face = before.roll_of(move).face;
            plies += fmt::format("({}) {} ", face == 0 ? "-" : std::to_string(face), before.uci(move));
            before = before.play(move);
        }
        auto game = replayed(plies, position);
        if (!game) throw std::logic_error("the game that was found " + game.error());
        game->nodes = legality.nodes;
        game->least = legality.least;
        game->shortest = proof.shortest;
        legality = *std::move(game);
    }

    /// Fills `legality` with the certificate that no game leads to the position: all its ancestors.
    static void report_ancestors(const Proof<Rules>& proof, Legality& legality) {
        legality.verdict = Legality::Verdict::Illegal;
        Certificate& certificate = legality.certificate.emplace();
        for (const P& ancestor : proof.ancestors) certificate.positions.push_back(ancestor.fen());
        const std::size_t earlier = proof.ancestors.size() - 1;
        legality.why =
            earlier == 0
                ? std::string("no move leads to it")
                : fmt::format("only {} can have led to it, and the initial position is not among them",
                              counted(earlier, "position", "positions"));
    }
};

}  // namespace

std::unique_ptr<const games::Origins> d8_origins() { return std::make_unique<OriginsOf<D8>>(); }
std::unique_ptr<const games::Origins> parent_origins() { return std::make_unique<OriginsOf<Parent>>(); }

}  // namespace octomate::superpermutation
