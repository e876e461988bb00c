#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/arrangement.hpp"
#include "make/maker.hpp"

namespace octomate::make {

/// Looks for a pattern among puzzles of a game.
template <Arrangeable P>
requires Written<P>
class SeekerOf : public Seeker {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;

    /// Or what the rules find wrong with the pattern.
    static Expected<std::unique_ptr<Seeker>, Faults> make(const P& start, const Pattern& pattern) {
        auto seeker = std::unique_ptr<SeekerOf>(new SeekerOf(start, pattern));
        if (!seeker->faults_.empty()) return Unexpected{std::move(seeker->faults_)};
        return std::unique_ptr<Seeker>(std::move(seeker));
    }

    Expected<bool, Faults> finds(const records::Puzzle& puzzle) const override {
        if (!has_themes(puzzle) || !may_have_key(puzzle)) return false;
        const auto read = start_.read_fen(puzzle.fen);
        if (!read) return Unexpected{read.error()};
        const P& position = read->value;
        return has_place(position) && has_key(puzzle, position);
    }

  private:
    /// Whom to expect on a square.
    struct Demand {
        int square = 0;
        char who = '?';
        std::optional<Man> man;

        bool met_by(const Men& men) const {
            const auto there = men.at(square);
            if (who == '?') return there.has_value();
            return who == '.' ? !there : there == man;
        }
    };

    struct KeyHash {
        std::size_t operator()(const PositionKey& key) const { return static_cast<std::size_t>(key.first); }
    };

    /// How many men of each kind there are.
    using Material = std::vector<int>;

    SeekerOf(const P& start, const Pattern& pattern) : start_(start), pattern_(pattern) {
        board_ = demands("board", pattern.board);
        picture_ = demands("picture", pattern.picture);
        if (pattern.material) take_material(*pattern.material);
        if (pattern.like) take_like(*pattern.like);
    }

    void fault(FaultCode code, std::string field, std::string message) {
        faults_.push_back({code, std::move(field), 0, std::move(message)});
    }

    std::vector<Demand> demands(const std::string& field, const std::map<std::string, char>& squares) {
        std::vector<Demand> all;
        for (const auto& [name, who] : squares) {
            const auto square = Men::square_named(name);
            const auto man = Men::man_of(who);
            if (!square)
                fault(FaultCode::BadSquare, field, fmt::format("\"{}\" is no square of the game", name));
            else if (!man && who != '?' && who != '.')
                fault(FaultCode::BadMan, field, fmt::format("'{}' is no man of the game", who));
            else
                all.push_back({*square, who, man});
        }
        return all;
    }

    void take_material(const std::string& text) {
        Material wanted(static_cast<std::size_t>(Men::kinds_of_men)), swapped = wanted;
        const std::size_t slash = text.find('/');
        if (slash == std::string::npos)
            return fault(FaultCode::BadMan, "material",
                         fmt::format("\"{}\" has no /, expected White's men, / and Black's", text));
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (at == slash) continue;
            // Both sides may be written in capital letters.
            const char capital = static_cast<char>(text[at] & ~0x20),
                       small = static_cast<char>(text[at] | 0x20);
            const auto own = Men::man_of(at < slash ? capital : small),
                       other = Men::man_of(at < slash ? small : capital);
            if (!own || !other)
                return fault(FaultCode::BadMan, "material",
                             fmt::format("'{}' is no man of the game", text[at]));
            ++wanted[static_cast<std::size_t>(Men::number(*own))];
            ++swapped[static_cast<std::size_t>(Men::number(*other))];
        }
        materials_.push_back(std::move(wanted));
        if (pattern_.symmetric) materials_.push_back(std::move(swapped));
    }

    /// All positions that will do; nothing but equality is asked of a puzzle then.
    void take_like(const std::string& fen) {
        const auto read = start_.read_fen(fen);
        if (!read) {
            faults_.insert(faults_.end(), read.error().begin(), read.error().end());
            for (Fault& fault : faults_) fault.field = fault.field == "fen" ? "like" : fault.field;
            return;
        }
        like_ = Men(read->value);
        turn_ = read->value.turn();
        keys_.insert(read->value.key());
        if (pattern_.differs == 0 || !pattern_.symmetric) return;
        const auto take = [&](const Men& men) {
            if (const auto position = men.template accepted<P>(turn_)) keys_.insert(position->key());
        };
        const auto take_with_one_more = [&](const Men& men) {
            for (int square = 0; square < Men::squares; ++square) {
                if (men.at(square)) continue;
                for (int number = 0; number < Men::kinds_of_men; ++number) {
                    const Man man = Men::man_numbered(number);
                    if (!Men::may_stand(man, square)) continue;
                    Men more = men;
                    more.put(man, square);
                    take(more);
                }
            }
        };
        take_with_one_more(*like_);
        for (auto rest = like_->occupied(); Men::count(rest) > 0;) {
            Men fewer = *like_;
            fewer.remove(Men::pop_first(rest));
            take(fewer);
            take_with_one_more(fewer);
        }
    }

    bool has_themes(const records::Puzzle& puzzle) const {
        return std::all_of(pattern_.themes.begin(), pattern_.themes.end(), [&](const std::string& theme) {
            return std::find(puzzle.themes.begin(), puzzle.themes.end(), theme) != puzzle.themes.end();
        });
    }

    bool wants_key() const { return !pattern_.key.empty() || !pattern_.moves.empty() || !picture_.empty(); }

    bool may_have_key(const records::Puzzle& puzzle) const {
        return !wants_key() ||
               (puzzle.key && std::all_of(pattern_.key.begin(), pattern_.key.end(), [&](const auto& face) {
                    return puzzle.key->count(face.first) > 0;
                }));
    }

    bool has_place(const P& position) const {
        if (board_.empty() && materials_.empty() && !like_) return true;
        const Men men(position);
        if (!meets(board_, men)) return false;
        if (!materials_.empty() &&
            std::find(materials_.begin(), materials_.end(), material_of(men)) == materials_.end())
            return false;
        if (!like_) return true;
        if (pattern_.symmetric) return keys_.count(position.key()) > 0;
        return position.turn() == turn_ && differ_by_one_at_most(men);
    }

    static bool meets(const std::vector<Demand>& demands, const Men& men) {
        return std::all_of(demands.begin(), demands.end(),
                           [&](const Demand& demand) { return demand.met_by(men); });
    }

    static Material material_of(const Men& men) {
        Material material(static_cast<std::size_t>(Men::kinds_of_men));
        for (auto rest = men.occupied(); Men::count(rest) > 0;)
            ++material[static_cast<std::size_t>(Men::number(*men.at(Men::pop_first(rest))))];
        return material;
    }

    /// A man more, fewer, elsewhere or of another kind; none, if nothing may differ.
    bool differ_by_one_at_most(const Men& men) const {
        int missing = 0, added = 0;
        for (auto rest = like_->occupied() | men.occupied(); Men::count(rest) > 0;) {
            const int square = Men::pop_first(rest);
            const auto before = like_->at(square), after = men.at(square);
            if (before == after) continue;
            missing += before.has_value();
            added += after.has_value();
            if (missing > pattern_.differs || added > pattern_.differs) return false;
        }
        return true;
    }

    bool has_key(const records::Puzzle& puzzle, const P& position) const {
        if (!wants_key()) return true;
        std::map<int, std::vector<typename P::Move>> key;
        std::vector<typename P::Move> moves;
        for (const auto& [face, texts] : *puzzle.key) {
            for (const std::string& text : texts) {
                const auto read = position.read_move(text);
                if (!read) continue;
                key[face].push_back(read->move);
                moves.push_back(read->move);
            }
        }
        const auto all_in = [&](const std::vector<std::string>& texts, const auto& among) {
            return std::all_of(texts.begin(), texts.end(), [&](const std::string& text) {
                const auto read = position.read_move(text);
                return read && std::find(among.begin(), among.end(), read->move) != among.end();
            });
        };
        for (const auto& [face, texts] : pattern_.key) {
            if (!all_in(texts, key[face])) return false;
        }
        if (!all_in(pattern_.moves, moves)) return false;
        return picture_.empty() || std::any_of(moves.begin(), moves.end(), [&](const auto& move) {
                   return meets(picture_, Men(position.play(move)));
               });
    }

    P start_;
    Pattern pattern_;
    std::vector<Demand> board_, picture_;
    std::vector<Material> materials_;
    std::optional<Men> like_;
    Color turn_ = Color::White;
    std::unordered_set<PositionKey, KeyHash> keys_;
    Faults faults_;
};

}  // namespace octomate::make
