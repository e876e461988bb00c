#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/problem.hpp"
#include "make/capabilities.hpp"
#include "make/plain_spec.hpp"

namespace octomate::make {

/// What to compose, in terms of its game.
template <Composable P>
class Spec : public PlainSpec {
  public:
    using Men = typename P::Arrangement;
    using Man = typename Men::Man;
    using SquareSet = typename Men::SquareSet;
    using Wanted = typename Men::WantedMove;

    P start;                        ///< where the game begins
    Men men;                        ///< those on given squares, those that the key names included
    typename Men::Demands demands;  ///< what the moves of the key need
    typename Men::Taste taste;

    explicit Spec(const P& begin) : PlainSpec(terms_of<P>()), start(begin), men(Men(begin).bare()) {}

    /// To be called once the spec is complete.
    void settle() {
        filled_ = set_of(filled);
        room_.clear();
        for (const Squares& squares : room) room_.push_back(set_of(squares));
    }

    const Wanted& wanted(const KeyMove& move) const { return wanted_[move.number]; }

    /// Squares with some man, whatever the key.
    SquareSet filled_set() const { return filled_; }

    /// Squares that must have some man.
    SquareSet needed() const { return demands.needed() | filled_; }

    SquareSet room_of(Man man) const { return room_[static_cast<std::size_t>(Men::number(man))]; }

    /// Whether it allows these men: one royal man a side, no more men than it says, those of the key in their
    /// places, and all where a game can put them.
    bool allows(const Men& given) const {
        if (!demands.met_by(given, turn) || Men::count(given.occupied()) > max_men || !given.possible())
            return false;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const auto man = Men::man_numbered(kind);
            if (Men::royal(man)) continue;
            const int number = Men::count(given.all_of(man));
            if (number > at_most[static_cast<std::size_t>(kind)] && number > Men::count(men.all_of(man)))
                return false;
            if (number < at_least[static_cast<std::size_t>(kind)]) return false;
        }
        return !misplaces(given) && Men::count(filled_ & ~given.occupied()) == 0;
    }

    /// Whether some man stands where the spec does not let it.
    bool misplaces(const Men& given) const {
        if (!limits_men) return false;
        for (int kind = 0; kind < Men::kinds_of_men; ++kind) {
            const auto man = Men::man_numbered(kind);
            if (Men::count(given.all_of(man) & ~room_of(man)) > 0) return true;
        }
        return false;
    }

    std::string_view variant() const override { return start.variant(); }
    std::optional<int> man_on(int square) const override {
        const auto man = men.at(square);
        return man ? std::optional(Men::number(*man)) : std::nullopt;
    }
    void put(int man, int square) override {
        men.remove(square);
        men.put(Men::man_numbered(man), square);
    }
    void keep_empty(int square) override { demands.keep_empty(square); }
    Squares empty_squares() const override { return squares_of(demands.empty()); }
    Squares demanded_squares() const override { return squares_of(demands.needed()); }
    Expected<KeyMove, Fault> read_move(const std::string& text) override {
        auto read = Wanted::read(text);
        if (!read) return Unexpected{read.error()};
        const auto first = std::find_if(wanted_.begin(), wanted_.end(),
                                        [&](const Wanted& other) { return other.same_move(*read); });
        KeyMove move{text, wanted_.size(), static_cast<std::size_t>(first - wanted_.begin()),
                     read->own_face(turn), read->playable(turn)};
        wanted_.push_back(*std::move(read));
        return move;
    }
    Expected<void, std::string> conclude(const KeyMove& move) override {
        return demands.conclude(wanted(move), turn, men);
    }
    static constexpr bool knows_checkers_v = requires(const P& position, typename P::Move move) {
        Wanted::checks(position, move, CheckBy());
    };
    bool knows_checkers() const override { return knows_checkers_v; }
    Expected<void, Fault> check_place(int man, int square) const override {
        return Men::check_place(Men::man_numbered(man), square);
    }
    std::vector<std::string> tastes() const override {
        std::vector<std::string> names;
        for (const auto& weight : Men::Taste::weights) names.emplace_back(weight.name);
        return names;
    }
    void set_taste(std::string_view name, double value) override {
        for (const auto& weight : Men::Taste::weights) {
            if (weight.name == name) taste.*weight.value = value;
        }
    }

  private:
    static SquareSet set_of(const Squares& squares) {
        SquareSet set = Men::from(0) & ~Men::from(0);
        for_each_square(squares, [&](int square) { set = set | Men::only(square); });
        return set;
    }
    static Squares squares_of(SquareSet set) {
        Squares squares;
        while (Men::count(set) > 0) squares.set(static_cast<std::size_t>(Men::pop_first(set)));
        return squares;
    }

    std::vector<Wanted> wanted_;  // by the numbers of wished moves
    SquareSet filled_{};
    std::vector<SquareSet> room_;
};

/// Reads the spec of a composition in the game that begins with `start`.
template <Composable P>
Expected<Spec<P>, Faults> read_spec(const P& start, std::string_view text,
                                    const std::vector<std::string>& games) {
    Spec<P> spec(start);
    if (Status read = read_spec(spec, text, games); !read) return Unexpected{std::move(read.error())};
    spec.settle();
    return spec;
}

}  // namespace octomate::make
