#include "games/superpermutation/rules/position.hpp"

#include <bit>
#include <cstdio>
#include <cstdlib>

#include "games/superpermutation/rules/evaluation.hpp"

namespace octomate::superpermutation {

#if defined(OCTOMATE_HAS_BMI2_KERNELS)
extern const Kernels bmi2_kernels;

const Kernels* bmi2_kernels_if_usable() {
    static const bool usable = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                               __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    return usable ? &bmi2_kernels : nullptr;
}
#else
const Kernels* bmi2_kernels_if_usable() { return nullptr; }
#endif

#if defined(OCTOMATE_NEEDS_BMI2)  // built without the portable loops
constinit const Kernels* selected_kernels = &bmi2_kernels;
#else
constinit const Kernels* selected_kernels = &portable_kernels;
#endif

namespace {

[[maybe_unused]] const bool kernels_selected = [] {
    if (const Kernels* bmi2 = bmi2_kernels_if_usable())
        selected_kernels = bmi2;
#if defined(OCTOMATE_NEEDS_BMI2)
    else {
        std::fputs("octomate: built for a processor with AVX2 and BMI2; build it again on this machine\n",
                   stderr);
        std::_Exit(2);
    }
#endif
    return true;
}();

}  // namespace

const char* kernel_name() { return &kernels() == bmi2_kernels_if_usable() ? "bmi2" : "portable"; }

namespace {

constexpr Chance<Roll> eight_faces[] = {{{1}, 1}, {{2}, 1}, {{3}, 1}, {{4}, 1},
                                        {{5}, 1}, {{6}, 1}, {{7}, 1}, {{8}, 1}};

}  // namespace

extern const std::string_view d8_weights;
extern const std::string_view parent_weights;

template <class Rules>
const Evaluation& evaluation() {
    static const Evaluation evaluation(fact_layout, Rules::die ? d8_weights : parent_weights);
    return evaluation;
}

template const Evaluation& evaluation<D8>();
template const Evaluation& evaluation<Parent>();

template <>
constinit const std::array<Strength, strength_levels> D8Position::level_strengths = {{
#include "games/superpermutation/rules/d8_levels.inc"
}};

template <>
constinit const std::array<Strength, strength_levels> ParentPosition::level_strengths = {{
#include "games/superpermutation/rules/parent_levels.inc"
}};

template <class Rules>
Position<Rules>::Position() : board_(initial_setup().board), turn_(initial_setup().turn) {}

template <class Rules>
Expected<Parsed<Position<Rules>>, Faults> Position<Rules>::from_fen(std::string_view fen) {
    if (const auto setup = read_setup_fast(fen))
        return Parsed<Position>{Position(setup->board, setup->turn), {}};
    auto setup = read_setup(fen);
    if (!setup) return Unexpected{std::move(setup.error())};
    return Parsed<Position>{Position(setup->value.board, setup->value.turn), std::move(setup->notes)};
}

template <class Rules>
Outcome Position<Rules>::outcome() const {
    if (count_legal_moves() > 0) return Outcome::Ongoing;
    return in_check() ? won_by(!turn_) : Outcome::Draw;
}

template <class Rules>
double Position<Rules>::evaluate() const {
    return kernel<Rules>().evaluate(board_, turn_, evaluation<Rules>()) /
           static_cast<double>(Evaluation::certain);
}

template <class Rules>
bool Position<Rules>::facts(Facts& out) const {
    out.facts.clear();
    const int first = fact_layout.first_for(std::popcount(board_.occupied()));
    const auto in_favour = [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(first + fact)); };
    const auto against = [&](int fact) { out.facts.push_back(static_cast<std::int16_t>(-1 - first - fact)); };
    int sure = 0;
    const auto counts = [&](Color side) { return kernel<Rules>().count_by_file(board_, side); };
    const auto mating = [&](Color side, const FileCounts& by_file) {
        return kernel<Rules>().mating_files(board_, side, by_file);
    };
    const bool goes_on = turn_ == Color::White
                             ? count_facts<Color::White>(board_, counts, mating, sure, in_favour, against)
                             : count_facts<Color::Black>(board_, counts, mating, sure, in_favour, against);
    out.sure = sure / 8.0;
    return goes_on;
}

template <class Rules>
typename Position<Rules>::RollCounts Position<Rules>::count_by_roll() const {
    RollCounts counts;
    if (!Rules::die || in_check()) {
        counts.push_back(count_legal_moves());
        return counts;
    }
    const FileCounts by_file = kernel<Rules>().count_by_file(board_, turn_);
    for (int face = 1; face <= 8; ++face) {
        counts.push_back(by_file[static_cast<std::size_t>(file_of_face(turn_, face))]);
    }
    return counts;
}

template <class Rules>
std::span<const Chance<Roll>> Position<Rules>::rolls() const {
    if (!Rules::die || in_check()) return games::no_die;
    return eight_faces;
}

template <class Rules>
Freedom Position<Rules>::legal_moves(Roll roll, MoveList<Position>& out) const {
    if (roll.face != 0) {
        kernel<Rules>().list_on_file(board_, turn_, file_of_face(turn_, roll.face), out);
        if (!out.empty()) return Freedom::Bound;
    }
    legal_moves(out);
    return roll.face == 0 || out.empty() ? Freedom::Bound : Freedom::Free;
}

template <class Rules>
std::string Position<Rules>::fen() const {
    return write_fen(board_, turn_);
}

template <class Rules>
std::string Position<Rules>::uci(Move move) const {
    const auto file = [](board8::Square square) { return static_cast<char>('a' + board8::file_of(square)); };
    const auto rank = [](board8::Square square) { return static_cast<char>('1' + board8::rank_of(square)); };
    const char letter = move.promotes() ? board8::fen_letter({move.promotion(), Color::Black}) : '\0';
    const char text[] = {file(move.from), rank(move.from), file(move.to), rank(move.to), letter};
    return {text, letter == '\0' ? 4U : 5U};
}

template class Position<D8>;
template class Position<Parent>;

}  // namespace octomate::superpermutation
