// Checks endgame tables: their cells against the symmetries of the game, and their values against the naive
// rules.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "games/superpermutation/rules/material.hpp"
#include "games/table_values.hpp"
#include "laws/corpus.hpp"
#include "laws/law.hpp"
#include "laws/random_cell.hpp"
#include "naive/naive.hpp"
#include "naive/naive_values.hpp"
#include "players/session_of.hpp"
#include "tables/tables_of.hpp"

namespace octomate::laws {

namespace {

using superpermutation::Material;
using Cells = D8Position::Cells;

/// Returns the symmetric images of a position: mirrored, with the sides exchanged, and both (section 7).
std::vector<D8Position> images_of(const D8Position& position) {
    std::vector<D8Position> images;
    for (const std::size_t flip : {7u, 63u, 56u}) {
        const naive::Position before = to_naive(position);
        naive::Position image = before;
        for (std::size_t square = 0; square < 64; ++square) {
            const char piece = before.pieces[square ^ flip];
            const bool changes = flip != 7 && piece != '.';
            image.pieces[square] = changes ? static_cast<char>(piece ^ ('a' ^ 'A')) : piece;
        }
        if (flip != 7) image.turn = before.turn == 'w' ? 'b' : 'w';
        images.push_back(D8Position::from_fen(naive::to_fen(image)).value().value);
    }
    return images;
}

/// A temporary folder, removed by the destructor.
struct Folder {
    std::filesystem::path path = std::filesystem::temp_directory_path() / "octomate-tables-law";
    Folder() { std::filesystem::create_directories(path); }
    ~Folder() { std::filesystem::remove_all(path); }
};

/// Checks the bounds of a position against those of the positions after its naive moves. Returns what is
/// wrong, or an empty string.
std::string wrong_bounds(const D8Position& position,
                         const std::function<tables::Bounds(const std::string& fen)>& probe) {
    const naive::Position plain = to_naive(position);
    const tables::Bounds bounds = probe(position.fen());
    double lower = 0, upper = 0;
    if (naive::status(plain) == naive::Status::checkmate) {
        lower = upper = -1;
    } else if (naive::status(plain) == naive::Status::ongoing) {
        const auto faces = naive::faces(plain);
        const auto all = naive::legal_moves(plain);
        for (const naive::Face& face : faces) {
            double best_lower = -1, best_upper = -1;
            for (const naive::Move& move : face.free ? all : face.moves) {
                const tables::Bounds after = probe(naive::to_fen(move.after));
                best_lower = std::max(best_lower, -after.upper);
                best_upper = std::max(best_upper, -after.lower);
            }
            lower += best_lower / static_cast<double>(faces.size());
            upper += best_upper / static_cast<double>(faces.size());
        }
    }
    if (bounds.lower > lower || bounds.upper < upper || bounds.lower > bounds.upper)
        return fmt::format("{} to {}, but its moves make {} to {}", bounds.lower, bounds.upper, lower, upper);
    return bounds.upper - bounds.lower > 1e-9 ? "a gap too wide" : "";
}

}  // namespace

TEST_CASE("symmetric positions have one cell, which maps back to one of them", "[law][tables]") {
    Random random(1);
    for (const char* name : {"KK", "KPK", "KQK", "KRKP", "KNNK", "KBKB", "KPPKP"}) {
        const Material material = Material::named(name).value();
        const Cells cells(material);
        for (int count = 0; count < 500; ++count) {
            const D8Position position = random_position(cells, random);
            INFO(name << ": " << position.fen());
            CHECK(Material::of(position) == material);
            const std::uint64_t cell = cells.of(position);
            REQUIRE(cell < cells.size());
            CHECK(cells.at(cell) == position);
            for (const auto& image : images_of(position)) CHECK(cells.of(image) == cell);
        }
    }
}

TEST_CASE("moves that change the material lead to one of its next materials", "[law][tables]") {
    Random random(2);
    for (const char* name : {"KPK", "KQKR", "KPKP", "KPPK", "KRKN"}) {
        const Material material = Material::named(name).value();
        const auto next_materials = material.next_materials();
        const Cells cells(material);
        std::set<std::string> materials_reached;
        for (int count = 0; count < 20'000; ++count) {
            const D8Position position = random_position(cells, random);
            D8Position::Moves moves;
            position.legal_moves(moves);
            for (const auto move : moves) {
                const Material after = Material::of(position.play(move));
                if (after == material) continue;
                INFO(name << " to " << after.name() << ": " << position.fen() << ' '
                          << position.notation(move));
                CHECK(std::find(next_materials.begin(), next_materials.end(), after) != next_materials.end());
                materials_reached.insert(after.name());
            }
        }
        INFO(name);
        CHECK(materials_reached.size() >= 2);
    }
}

TEST_CASE("bounds are proven, contain the value iteration's results, and follow from those after naive moves",
          "[law][tables]") {
    const Folder folder;
    const tables::TablesOf<D8Position> tables{D8Position()};
    const auto probe = [&](const std::string& fen) {
        return tables.probe(folder.path, fen).value().bounds.value();
    };
    Random random(3);
    // Slow builds make a table of draws only, which is fast; other cases test the proofs of values.
    const std::vector<std::string> names =
        slow_build ? std::vector<std::string>{"KNK"} : std::vector<std::string>{"KRK", "KPK"};
    std::optional<naive::Values> pawn;
    if (!slow_build) pawn.emplace("KPk", 1e-7);
    for (const std::string& name : names) {
        for (const std::string& needed : tables.needed_for(name)) {
            if (!std::filesystem::exists(tables.file(folder.path, needed)))
                REQUIRE(tables.make(folder.path, needed, {}));
        }
        CHECK(tables.verify(folder.path, name).value() == 0);
        if (!slow_build) CHECK(tables.open(folder.path, name).value()->head().proof == "drift");
        const Cells cells(Material::named(name).value());
        const naive::Values* const plain = !pawn           ? nullptr
                                           : name == "KPK" ? &*pawn
                                                           : &pawn->other_material("KRk");
        for (int count = 0; count < 1000; ++count) {
            const D8Position position = random_position(cells, random);
            INFO(name << ": " << position.fen());
            CHECK(wrong_bounds(position, probe) == "");
            if (plain)
                CHECK(std::abs(probe(position.fen()).middle() - plain->value(to_naive(position))) < 1e-4);
            for (const auto& image : images_of(position)) {
                CHECK(probe(image.fen()).lower == probe(position.fen()).lower);
                CHECK(probe(image.fen()).upper == probe(position.fen()).upper);
            }
        }
    }
}

TEST_CASE("without a die, numbers of plies to mate follow from the naive moves", "[law][tables]") {
    using superpermutation::ParentPosition;
    const Folder folder;
    const tables::TablesOf<ParentPosition> tables{ParentPosition()};
    for (const char* name : {"KK", "KQK"}) REQUIRE(tables.make(folder.path, name, {}));
    CHECK(tables.verify(folder.path, "KQK").value() == 0);
    const auto probe = [&](const std::string& fen) {
        const tables::Bounds bounds = tables.probe(folder.path, fen).value().bounds.value();
        CHECK(bounds.lower == bounds.upper);
        CHECK(bounds.plies.has_value() == (bounds.lower != 0));
        return bounds.lower == 0 ? 0 : bounds.lower * (1000 - *bounds.plies);
    };
    Random random(6);
    const ParentPosition::Cells cells(Material::named("KQK").value());
    for (int count = 0; count < (slow_build ? 100 : 1000); ++count) {
        const ParentPosition position = random_position(cells, random);
        const naive::Position plain = to_naive(position);
        double best = naive::status(plain) == naive::Status::checkmate ? -1000 : 0;
        bool first = true;
        for (const naive::Move& move : naive::legal_moves(plain)) {
            const double after = -probe(naive::to_fen(move.after));
            best = std::exchange(first, false) ? after : std::max(best, after);
        }
        if (!first) best += best > 0 ? -1 : best < 0 ? 1 : 0;
        INFO(position.fen());
        CHECK(probe(position.fen()) == best);
    }

    // If both sides play by the table, mate comes after the number of plies that it gives.
    players::SessionOf<ParentPosition> session{ParentPosition(),
                                               games::table_values<ParentPosition>(tables, folder.path)};
    players::Question question;
    for (int count = 0; count < 20; ++count) {
        const std::string fen = random_position(cells, random).fen();
        const auto plies = tables.probe(folder.path, fen).value().bounds->plies;
        if (!plies) continue;
        INFO(fen);
        REQUIRE(session.start(fen));
        while (session.outcome() == Outcome::Ongoing && session.plies() < 100) {
            const auto decision = session.think(*players::built_in_player("depth-1"), question);
            REQUIRE(session.play(decision.lines.front().move.uci, 0));
        }
        CHECK(session.plies() == static_cast<std::size_t>(*plies));
    }
}

}  // namespace octomate::laws
