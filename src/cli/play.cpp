#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <variant>

#include "cli/shared.hpp"
#include "games/list.hpp"
#include "players/engine.hpp"
#include "puzzle/puzzle.hpp"
#include "stream/stream.hpp"
#include "text/text.hpp"
#include "views/text.hpp"

namespace octomate::cli {

namespace {

enum class Side { White, Black, Random };

struct PlayOptions {
    int level = 3;
    Side side = Side::White;
    std::string fen;
    std::string save;
    std::string tables;  ///< folder of endgame tables; empty: the default one
    std::uint64_t seed = std::random_device()();
};

/// A game between a person at the terminal and the program.
class Game {
  public:
    Game(const PlayOptions& options, const CommonOptions& common)
        : options_(options),
          common_(common),
          rules_(games::named(common.variant)),
          session_(rules_.session(tables_folder(options.tables))),
          opponent_{options.level, options.seed},
          echo_input_(isatty(STDIN_FILENO) == 0) {
        (void)input_.open("-");
        const bool is_white =
            options.side == Side::Random ? opponent_.person_plays_white() : options.side == Side::White;
        user_side_ = is_white ? Color::White : Color::Black;
    }

    int run() {
        if (const auto set = session_->start(options_.fen); !set) {
            for (const Fault& fault : set.error())
                print_message(fmt::format("octomate: --fen: {}\n", fault.message));
            return BadInput;
        }
        if (!options_.save.empty())
            file_.emplace(options_.save);  // fails before the game if the file cannot be written
        start_ = session_->fen();
        print(fmt::format("You play {} against level {}. Type a move, or help.\n", side_text(user_side_),
                          options_.level));
        while (!interrupted && !resigned_ && session_->outcome() == Outcome::Ongoing) {
            face_ = opponent_.roll(*session_, played_.size());
            if (session_->turn() != user_side_) {
                reply();
            } else if (!prompt()) {
                break;
            }
        }
        end();
        return Success;
    }

  private:
    struct Ply {
        std::string text;                ///< roll and move, as in "(7) Ke8-b8"
        bool by_user = false;            ///< true if the user played the move, false if the program did
        std::vector<draw::Mark> marks;   ///< highlights of the squares where the move began and ended
        std::vector<std::string> words;  ///< sentences that explain the move; may be empty
    };

    /// Returns the position as a puzzle, with the roll of the next ply if it was rolled.
    records::Puzzle puzzle() const {
        records::Puzzle puzzle;
        puzzle.fen = session_->fen();
        if (face_ > 0) puzzle.roll = face_;
        return puzzle;
    }

    /// Prints the board from the user's side, with the last move and the roll; or the FEN if the game has no
    /// pictures.
    void show_board() const {
        if (!rules_.pictured()) return print(session_->fen() + '\n');
        auto scene = rules_.scene(puzzle());
        if (!scene) return;
        scene->flip = user_side_ == Color::Black;
        if (!played_.empty()) scene->marks = played_.back().marks;
        print_coloured('\n' + draw::draw_board(*scene, text_style(common_), draw::BoardDetail::Played) +
                       '\n');
    }

    /// Returns the roll in words: "2 → b-file".
    std::string roll_words() const {
        std::string named = session_->face_phrase(face_);
        if (named.starts_with("the ")) named.erase(0, 4);
        return fmt::format("{} {} {}", face_, text_style(common_).unicode ? "→" : "->", named);
    }

    void show_roll() const {
        if (session_->in_check()) print("You are in check.\n");
        if (face_ == 0) return;
        print(fmt::format("You rolled {}{}.\n", roll_words(),
                          session_->is_free(face_)
                              ? ": " + rules_.about().die->why_free() + ", so any legal move may be played"
                              : ""));
    }

    /// Plays the move `text`, or prints why it is not legal. Announces a move of the program.
    void play(const std::string& text, bool by_user) {
        const records::Puzzle before = puzzle();
        const std::string rolled = face_ == 0 ? ""
                                              : fmt::format(" rolled {}{} and", roll_words(),
                                                            session_->is_free(face_) ? " (free)" : "");
        const auto played = session_->play(text, face_);
        if (!played) return print(played.error().message + '\n');
        Ply ply{views::roll_text(face_) + played->notation, by_user, {}, {}};
        if (auto scene = rules_.scene_of_move(before, played->uci)) {
            ply.words = std::move(scene->move_words);
            for (draw::Mark& mark : scene->marks) {
                if (std::holds_alternative<draw::Highlight>(mark)) ply.marks.push_back(std::move(mark));
            }
        }
        if (!by_user) {
            print(fmt::format("\n{}{} plays {}\n", side_text(!user_side_), rolled, played->notation));
            for (const std::string& words : ply.words) print(fmt::format("  {}\n", words));
        }
        played_.push_back(std::move(ply));
        face_ = 0;
    }

    static void print_error(const std::string& why) { print_message(fmt::format("octomate: {}\n", why)); }

    void reply() {
        const players::Decision decision =
            opponent_.reply(*session_, face_, played_.size(), limits_, print_error);
        play(decision.lines.front().move.uci, false);
    }

    /// Shows the board and executes the user's commands until one plays or takes back a move, or resigns.
    /// Returns false on quit, and at the end of the input.
    bool prompt() {
        show_board();
        show_roll();
        const std::size_t plies = played_.size();
        while (played_.size() == plies && !resigned_) {
            print("> ");
            flush_output();
            const auto line = lines_.next();
            if (interrupted || !line) return print("\n"), false;
            if (!*line) {
                print(line->error() + '\n');
                continue;
            }
            if (echo_input_) print(**line + '\n');
            const std::string word(trim(**line));
            if (word == "quit" || word == "exit") return false;
            if (word == "undo") {
                undo();
                return true;
            }
            execute(word);
        }
        return true;
    }

    /// Executes any command except quit and undo. A word that is no command is a move.
    void execute(const std::string& word) {
        if (word.empty()) return;
        if (word == "help") {
            print("A move, such as e2e4 or Qd1-a4-a5, or one of: hint, moves, board, undo, resign, quit.\n");
        } else if (word == "board") {
            show_board();
            show_roll();
        } else if (word == "moves") {
            std::vector<std::string> moves;
            for (const auto& move : session_->moves(face_)) moves.push_back(move.notation);
            print(joined(moves, " ") + '\n');
        } else if (word == "hint") {
            hint();
        } else if (word == "resign") {
            resigned_ = true;
        } else {
            play(word, true);
        }
    }

    /// Prints the best moves that the strongest level finds, with their values.
    void hint() {
        constexpr std::size_t most = 3;
        players::Question question;
        question.face = face_;
        question.evaluate_all = true;
        question.limits = limits_;
        const auto decision = players::decide_despite_table_errors(
            *session_, players::level_player(players::levels), question, print_error);
        for (std::size_t at = 0; at < std::min(most, decision.lines.size()); ++at) {
            const auto& line = decision.lines[at];
            if (!line.value) continue;
            print(fmt::format("  {:<16} expected score {:.1f} %\n", line.move.notation,
                              50 * (1 + *line.value)));
        }
    }

    /// Takes back the last move of the user and the moves after it. The user's roll stays the same, since it
    /// depends only on the seed and the ply.
    void undo() {
        const auto last =
            std::find_if(played_.rbegin(), played_.rend(), [](const Ply& ply) { return ply.by_user; });
        if (last == played_.rend()) return print("There is no move to take back.\n");
        for (auto plies = last - played_.rbegin() + 1; plies > 0; --plies) session_->undo();
        played_.erase(std::prev(last.base()), played_.end());
    }

    /// Announces the result, and saves and prints the score of the game.
    void end() {
        const Outcome outcome = resigned_ ? won_by(!user_side_) : session_->outcome();
        const std::string score = this->score(result_text(outcome));
        if (file_) {  // before printing, which fails if standard output is closed
            file_->write(score);
            file_->commit();
        }
        if (outcome != Outcome::Ongoing && !resigned_) show_board();
        switch (outcome) {
            case Outcome::Ongoing: print("The game is not finished.\n"); break;
            case Outcome::Draw: print("Stalemate. The game is drawn.\n"); break;
            default:
                print(fmt::format("{}{} wins: you {}.\n",
                                  resigned_              ? "You resigned. "
                                  : session_->in_check() ? "Checkmate. "
                                                         : "",
                                  side_text(outcome == Outcome::White ? Color::White : Color::Black),
                                  outcome == won_by(user_side_) ? "win" : "lose"));
        }
        print('\n' + score);
        if (file_ && !common_.quiet) print_message(options_.save + " has the game\n");
    }

    /// Returns the score of the game with tags, in lines of at most 80 bytes.
    std::string score(std::string_view result) const {
        const std::string opponent = fmt::format("Octomate, level {}", options_.level);
        std::string text =
            fmt::format("[White \"{}\"]\n[Black \"{}\"]\n", user_side_ == Color::White ? "You" : opponent,
                        user_side_ == Color::White ? opponent : "You");
        text += fmt::format("[Variant \"{}\"]\n[FEN \"{}\"]\n[Result \"{}\"]\n\n", common_.variant, start_,
                            result);
        std::string line;
        for (const Ply& ply : played_) {
            if (line.size() + ply.text.size() >= 80) {
                text += line + '\n';
                line.clear();
            }
            line += (line.empty() ? "" : " ") + ply.text;
        }
        return text.append(line).append(line.empty() ? "" : " ").append(result) + '\n';
    }

    const PlayOptions& options_;
    const CommonOptions& common_;
    const games::Game& rules_;
    std::unique_ptr<players::Session> session_;
    const players::Opponent opponent_;
    const players::Limits limits_{.stop = &interrupted};
    const bool echo_input_;  ///< print the input, which comes from a pipe and is not visible otherwise
    records::ByteSource input_{&interrupted};
    records::LineReader lines_{input_};
    Color user_side_ = Color::White;
    bool resigned_ = false;
    std::string start_;
    int face_ = 0;  ///< the roll of the next ply; 0: not rolled yet, or no die is used
    std::vector<Ply> played_;
    std::optional<OutputFile> file_;  ///< the file for the score of the game
};

/// Runs `octomate engine`: reads commands until `quit` or the end of the input.
int serve_engine(const CommonOptions& common) {
    const auto print_line = [](const std::string& line) {
        print(line + '\n');
        flush_output();
    };
    players::Engine engine(fmt::format("Octomate {}", version()), common.variant,
                           {games::names(), games::most_faces(), games::session_of}, print_line);
    records::ByteSource input(&interrupted);
    (void)input.open("-");
    records::LineReader lines(input);
    for (auto line = lines.next(); line && !interrupted; line = lines.next()) {
        if (!*line)
            print_line("info string " + line->error());
        else if (!engine.handle_line(**line))
            return Success;
    }
    engine.finish(interrupted);
    return Success;
}

}  // namespace

void add_play(CommandLine& line) {
    Arguments command = line.add("play");
    const auto options = std::make_shared<PlayOptions>();
    command.add("--level N", options->level, {1, players::levels});
    command.add_choice<Side>("--side", options->side,
                             {{"white", Side::White}, {"black", Side::Black}, {"random", Side::Random}});
    command.add("--fen FEN", options->fen);
    command.reads([] { return std::vector<std::string>{"-"}; });
    command.add_output("--save FILE", options->save);
    add_tables_folder(command, options->tables);
    command.add("--seed S", options->seed, {0, 1ULL << 62});
    command.check([options] {
        if (options->save == "-")
            throw UsageError("--save", "expected a file, not -: the score is printed anyway");
    });
    command.run([options](const CommonOptions& common) { return Game(*options, common).run(); });
}

void add_engine(CommandLine& line) {
    Arguments command = line.add("engine");
    command.reads([] { return std::vector<std::string>{"-"}; });
    command.run(serve_engine);
}

}  // namespace octomate::cli
