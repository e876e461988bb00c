#pragma once

#include <optional>

#include "core/position.hpp"
#include "reports/fields.hpp"
#include "views/text.hpp"

/// The fields of answers for the board in a browser; json/fields.hpp explains how `fields` functions work.
namespace octomate::questions {

/// The second piece that moves, in a move of two pieces.
struct SecondPiece {
    const MoveEnds& ends;
};

void fields(auto& table, const SecondPiece& second) {
    table("from", second.ends.then_from, "The square that the piece leaves.");
    table("to", second.ends.then_to, "The square where it arrives.");
}

/// A move, with the squares that a board needs to show it.
struct BoardMove {
    const reports::MoveRecord& move;
};

void fields(auto& table, const BoardMove& board) {
    fields(table, board.move);
    const MoveEnds& ends = board.move.ends;
    table.when(!ends.from.empty(), "from", ends.from,
               "The square that the piece leaves. Only the server writes this and the following fields.");
    table.when(!ends.from.empty(), "to", ends.to, "The square where it arrives.");
    table.when(!ends.becomes.empty(), "becomes", ends.becomes,
               "The letter of the piece to which a pawn promotes.");
    table.when(!ends.part.empty(), "part", ends.part,
               "What a stack does, unless it moves as a whole: slide the rook out.");
    table.optional("state", ends.state,
                   "The index of the earlier state to which the move leads back; 0 is the oldest.");
    table.when(!ends.then_from.empty(), "then", SecondPiece{ends}, "A second piece moves as well.");
}

/// The words with which texts describe the die of a game.
struct DieWords {
    Die die;
};

void fields(auto& table, const DieWords& words) {
    table.type("DieWords", "The words for the die.");
    table("names", words.die.noun, "file");
    table("serve", words.die.plural_verb, "land on");
    table("serves", words.die.singular_verb, "lands on");
    table("free", words.die.why_free(), "no move lands on that file");
}

/// The answer of `solve` in words, as the command line prints it.
struct Words {
    const reports::SolveReport& report;
};

void fields(auto& table, const Words& words) {
    table.type("Words", "The sentences of the text report about a position.");
    const reports::SolveReport& report = words.report;
    const auto mates = [](const reports::FaceRow& row) { return views::mates_text(row, {}); };
    const auto named = [&](const reports::FaceRow& row) {
        return row.face == 0 ? std::nullopt : std::optional(report.die->phrase(row.names));
    };
    table("state", views::state_text(report), "The state: White to move, in check: no die");
    table("mates", records::list(report.faces, mates), "The mates of each face: Qa8-e4-e7# (cascade of 3)");
    table("summary", views::answer_text(report), "The answer as a sentence: Only 5 mates.");
    table("named", records::list(report.faces, named), "The files of each face in words: the e-file");
    table("die", report.die ? std::optional(DieWords{*report.die}) : std::nullopt,
          "The words for the die; null in a game without one.");
}

/// The record of `solve`, with the picture of the board and the answer in words.
struct SolvedScene {
    const reports::SolveReport& report;
};

void fields(auto& table, const SolvedScene& solved) {
    fields(table, solved.report);
    table.when(true, "scene", solved.report.scene,
               "The drawn board. Only the server writes this and the following fields.");
    table.when(true, "outcome", records::choice_of(solved.report.outcome),
               "The result of the game; null if it goes on.");
    table.when(true, "words", Words{solved.report}, "The sentences of the text report about the position.");
}

}  // namespace octomate::questions
