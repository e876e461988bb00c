#include "tables/table.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "console/console.hpp"
#include "core/random.hpp"
#include "tables/sweeps.hpp"

namespace octomate::tables {

namespace {

using Json = nlohmann::ordered_json;
using Bytes = std::vector<unsigned char>;

constexpr std::string_view magic = "OCTOTAB1";
constexpr std::size_t block_size = 4096;   // positions per frame of values
constexpr std::size_t index_words = 8192;  // 64-bit words of the bitmap per frame
constexpr std::size_t fixed_bytes = 16;    // magic and size of the directory

/// Appends `number` as `size` bytes, little-endian.
void append_number(Bytes& bytes, std::uint64_t number, std::size_t size) {
    for (std::size_t byte = 0; byte < size; ++byte)
        bytes.push_back(static_cast<unsigned char>(number >> (8 * byte)));
}

/// Reads a little-endian number from the first `size` of `bytes`.
std::uint64_t read_number(const unsigned char* bytes, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t index = size; index-- > 0;) number = number << 8 | bytes[index];
    return number;
}

/// Returns `count` / `size`, rounded up.
std::uint64_t quotient_up(std::uint64_t count, std::uint64_t size) {
    return count / size + (count % size == 0 ? 0 : 1);
}

/// Returns the size of part `number` of `count` items cut into parts of `size`: less than `size` in the last.
std::size_t part_size(std::size_t number, std::uint64_t count, std::size_t size) {
    return static_cast<std::size_t>(std::min<std::uint64_t>(size, count - number * size));
}

/// Returns the greatest plausible size of the directory of a table with `cells` cells.
std::uint64_t most_directory_bytes(std::uint64_t cells) {
    constexpr std::uint64_t head_bytes = 4096, frame_bytes = 8;
    return head_bytes +
           frame_bytes * (quotient_up(quotient_up(cells, 64), index_words) + quotient_up(cells, block_size));
}

/// Compresses `bytes` into one zstd frame with a checksum. Throws EnvironmentError.
Bytes compressed(const Bytes& bytes, int level = ZSTD_CLEVEL_DEFAULT) {
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), ZSTD_freeCCtx);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
    Bytes out(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(context.get(), out.data(), out.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size)) throw EnvironmentError(fmt::format("zstd: {}", ZSTD_getErrorName(size)));
    out.resize(size);
    return out;
}

/// Returns the size in bytes of a stored number: the lower bound plus 2^bits, or the gap between the bounds;
/// both are at most 2^(bits+1).
std::size_t bytes_of(int bits) { return static_cast<std::size_t>((bits + 2 + 7) / 8); }

/// Compresses the bitmap of the cells into frames.
std::vector<Bytes> compressed_index(const DenseCells& positions) {
    std::vector<Bytes> frames;
    const std::vector<std::uint64_t>& words = positions.bits();
    for (std::size_t begin = 0; begin < words.size(); begin += index_words) {
        Bytes bytes;
        for (std::size_t word = begin; word < std::min(words.size(), begin + index_words); ++word)
            append_number(bytes, words[word], 8);
        frames.push_back(compressed(bytes));
    }
    return frames;
}

/// Compresses the bounds of the positions `begin`…`end`-1: first the lowest byte of each lower bound, then
/// the next byte of each, and so on; then the gaps in the same way.
Bytes compressed_values(const Values& values, std::size_t begin, std::size_t end) {
    Bytes bytes;
    for (const bool gaps : {false, true}) {
        for (std::size_t byte = 0; byte < bytes_of(values.bits); ++byte) {
            for (std::size_t index = begin; index < end; ++index) {
                const std::int64_t number = gaps ? values.upper[index] - values.lower[index]
                                                 : values.lower[index] + (std::int64_t{1} << values.bits);
                bytes.push_back(static_cast<unsigned char>(static_cast<std::uint64_t>(number) >> (8 * byte)));
            }
        }
    }
    // The low bytes of unrounded bounds are random: a higher level would not make them smaller.
    constexpr int thorough_level = 19;
    return compressed(bytes, values.proof == Values::Proof::Rounded ? thorough_level : ZSTD_CLEVEL_DEFAULT);
}

/// The names of Values::Proof, indexed by it.
constexpr std::array<std::string_view, 5> proof_names = {"nothing", "drift", "ends", "mates", "rounded"};
constexpr std::string_view mates_name = proof_names[static_cast<std::size_t>(Values::Proof::Mates)];

/// Converts bounds from multiples of `unit`. `mates`: the integers are distances to mate, see `mate_bits`.
Bounds bounds_of(std::int64_t lower, std::int64_t upper, double unit, bool mates) {
    if (!mates) return {static_cast<double>(lower) * unit, static_cast<double>(upper) * unit, {}};
    if (lower == 0) return {};
    const double sign = lower < 0 ? -1 : 1;
    return {sign, sign, plies_of(lower)};
}

/// Calls `f(name, field)` for each field of `head`, in the order of the directory.
template <class Head, class F>
void for_each_in_head(Head& head, F f) {
    f("game", head.game);
    f("material", head.material);
    f("cells", head.cells);
    f("positions", head.positions);
    f("bits", head.bits);
    f("proof", head.proof);
    f("gap", head.gap);
    f("mean_strong", head.mean_strong);
    f("mean_weak", head.mean_weak);
    f("won_strong", head.won_strong);
    f("lost_strong", head.lost_strong);
    f("won_weak", head.won_weak);
    f("lost_weak", head.lost_weak);
    f("longest", head.longest);
    f("evaluations", head.evaluations);
}

/// Fills in the fields of `head` that follow from `values`.
void describe_values(TableHead& head, const Values& values, std::size_t first_block) {
    head.positions = values.lower.size();
    head.bits = values.bits;
    head.proof = proof_names[static_cast<std::size_t>(values.proof)];
    head.evaluations = values.evaluations;
    const double unit = std::ldexp(1.0, -values.bits);
    const bool mates = values.proof == Values::Proof::Mates;
    double sum_strong = 0, sum_weak = 0;
    for (std::size_t index = 0; index < values.lower.size(); ++index) {
        const Bounds bounds = bounds_of(values.lower[index], values.upper[index], unit, mates);
        const bool strong_moves = index < first_block;
        head.gap = std::max(head.gap, bounds.upper - bounds.lower);
        (strong_moves ? sum_strong : sum_weak) += bounds.middle();
        if (bounds.lower == 1) ++(strong_moves ? head.won_strong : head.won_weak);
        if (bounds.upper == -1) ++(strong_moves ? head.lost_strong : head.lost_weak);
        head.longest = std::max(head.longest, bounds.plies.value_or(0));
    }
    const std::size_t weak_positions = values.lower.size() - first_block;
    head.mean_strong = first_block == 0 ? 0 : sum_strong / static_cast<double>(first_block);
    head.mean_weak = weak_positions == 0 ? 0 : sum_weak / static_cast<double>(weak_positions);
}

}  // namespace

/// The bounds of up to `block_size` consecutive positions.
struct Table::Block {
    std::array<std::int64_t, block_size> lower, upper;  // bounds in units of 2^-bits
};

void Table::write(const std::filesystem::path& file, TableHead head, const DenseCells& positions,
                  const Values& values, std::size_t first_block) {
    describe_values(head, values, first_block);
    std::vector<Bytes> frames = compressed_index(positions);
    Json directory = {{"version", Table::version}};
    for_each_in_head(head, [&](const char* name, const auto& field) { directory[name] = field; });
    const std::size_t index = frames.size();
    for (std::size_t begin = 0; begin < values.lower.size(); begin += block_size)
        frames.push_back(compressed_values(values, begin, std::min(values.lower.size(), begin + block_size)));
    directory["index"] = index;
    directory["frames"] = Json::array();
    for (const Bytes& frame : frames) directory["frames"].push_back(frame.size());

    const std::string text = directory.dump();
    Bytes bytes(magic.begin(), magic.end());
    append_number(bytes, text.size(), 8);
    bytes.insert(bytes.end(), text.begin(), text.end());
    append_number(bytes, checksum_of(text), 8);
    for (const Bytes& frame : frames) bytes.insert(bytes.end(), frame.begin(), frame.end());

    replace_file(file.string(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Table::~Table() {
    for (std::size_t number = 0; number < block_count_; ++number) delete blocks_[number].load();
}

Expected<std::shared_ptr<const Table>, std::string> Table::open(const std::filesystem::path& file,
                                                                std::string_view game,
                                                                std::string_view material,
                                                                std::uint64_t cells) {
    const std::shared_ptr<Table> table(new Table);
    table->file_ = file.string();
    const auto error = [&](const std::string& message) {
        return Unexpected{fmt::format("{}: {}", table->file_, message)};
    };
    auto opened = open_regular(table->file_);
    if (!opened) return error(opened.error());
    table->descriptor_ = std::move(*opened);
    struct ::stat status {};
    if (::fstat(table->descriptor_.number(), &status) != 0) return error(std::strerror(errno));
    const auto file_size = static_cast<std::uint64_t>(status.st_size);

    std::array<unsigned char, fixed_bytes> fixed{};
    if (!table->read(fixed.data(), fixed.size(), 0) ||
        std::memcmp(fixed.data(), magic.data(), magic.size()) != 0)
        return error("no table: it does not begin with " + std::string(magic));
    const std::uint64_t size = read_number(fixed.data() + magic.size(), 8);
    const bool plausible = size <= most_directory_bytes(cells);
    Bytes bytes(plausible ? size + 8 : 0);
    if (!plausible || !table->read(bytes.data(), bytes.size(), fixed_bytes))
        return error("the table is cut short, or its first bytes are damaged");
    if (read_number(bytes.data() + size, 8) !=
        checksum_of({reinterpret_cast<const char*>(bytes.data()), size}))
        return error("the table's directory is damaged: its checksum is wrong");
    const Json directory = Json::parse(bytes.data(), bytes.data() + size, nullptr, false);
    try {
        TableHead& head = table->head_;
        if (const int version = directory.at("version").get<int>(); version != Table::version)
            return error(fmt::format("a table of version {}, expected {}", version, Table::version));
        std::string not_a_number;
        const auto read_field = [&](const char* name, auto& field) {
            const Json& value = directory.at(name);
            if (std::is_integral_v<std::decay_t<decltype(field)>> && !value.is_number_unsigned())
                not_a_number = name;
            else
                value.get_to(field);
        };
        for_each_in_head(head, read_field);
        read_field("index", table->index_frames_);
        if (!not_a_number.empty())
            return error(fmt::format("the table's directory is invalid: {} is not a number", not_a_number));
        table->begins_ = {fixed_bytes + size + 8};
        for (const Json& frame_size : directory.at("frames")) {
            const std::uint64_t begin = table->begins_.back();
            const bool fits = frame_size.is_number_unsigned() &&
                              frame_size.get<std::uint64_t>() <= file_size &&
                              begin <= file_size - frame_size.get<std::uint64_t>();
            if (!fits) return error("the table is cut short, or its directory is damaged");
            table->begins_.push_back(begin + frame_size.get<std::size_t>());
        }
    } catch (const Json::exception&) {
        return error("the table's directory is invalid");
    }
    const TableHead& head = table->head_;
    if (head.game != game || head.material != material)
        return error(
            fmt::format("a table of {} in {}, expected {} in {}", head.material, head.game, material, game));
    if (head.cells != cells || head.positions > cells) return Unexpected{table->mismatch_message()};
    const std::uint64_t index_frames = quotient_up(quotient_up(cells, 64), index_words);
    const std::uint64_t blocks = quotient_up(head.positions, block_size);
    if (table->begins_.back() != file_size || table->index_frames_ != index_frames ||
        table->begins_.size() - 1 != index_frames + blocks || head.bits < 1 || head.bits > most_bits ||
        std::find(proof_names.begin(), proof_names.end(), head.proof) == proof_names.end() ||
        (head.proof == mates_name && head.bits != mate_bits) ||
        (table->is_rounded() && head.bits != packed_bits))
        return error("the table is cut short, or has data after its end");
    table->block_count_ = blocks;
    table->blocks_ = std::make_unique<std::atomic<const Block*>[]>(table->block_count_);

    std::vector<std::uint64_t> words;
    words.reserve(quotient_up(cells, 64));
    for (std::size_t number = 0; number < table->index_frames_; ++number) {
        const auto index = table->frame(number);
        if (!index) return Unexpected{index.error()};
        for (std::size_t offset = 0; offset < index->size(); offset += 8)
            words.push_back(read_number(index->data() + offset, 8));
    }
    const bool within = cells % 64 == 0 || words.back() >> (cells % 64) == 0;
    table->positions_ = DenseCells(std::move(words));
    if (!within || table->positions_.size() != head.positions) return error("the table's index is damaged");
    return std::shared_ptr<const Table>(table);
}

Expected<std::size_t, std::string> Table::number(std::uint64_t cell) const {
    if (!positions_.contains(cell)) return Unexpected{mismatch_message()};
    return positions_.number(cell);
}

std::string Table::mismatch_message() const {
    return file_ + ": its positions are not those of the material";
}

/// Reads `size` bytes of the file from `offset`; returns false on an error or at the end of the file.
bool Table::read(unsigned char* buffer, std::size_t size, std::size_t offset) const {
    while (size > 0) {
        const ::ssize_t count = ::pread(descriptor_.number(), buffer, size, static_cast<::off_t>(offset));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        buffer += count;
        size -= static_cast<std::size_t>(count);
        offset += static_cast<std::size_t>(count);
    }
    return true;
}

/// Returns the size in bytes of the decompressed frame `number`, computed from the head.
std::size_t Table::unpacked_size(std::size_t number) const {
    if (number < index_frames_) return 8 * part_size(number, quotient_up(head_.cells, 64), index_words);
    return 2 * bytes_of(head_.bits) * part_size(number - index_frames_, head_.positions, block_size);
}

/// Reads and decompresses frame `number`; returns an error message if it is damaged.
Expected<Bytes, std::string> Table::frame(std::size_t number) const {
    Bytes bytes(unpacked_size(number));
    const std::size_t size = begins_[number + 1] - begins_[number];
    if (size <= ZSTD_compressBound(bytes.size())) {
        Bytes packed(size);
        if (read(packed.data(), size, begins_[number]) &&
            ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), size) == bytes.size())
            return bytes;
    }
    return Unexpected{fmt::format("{}: frame {} at byte {} is damaged", file_, number, begins_[number])};
}

/// Returns block `number` of values, which is read on first use and then kept; thread-safe. Returns an error
/// message if its frame is damaged.
Expected<const Table::Block*, std::string> Table::block(std::size_t number) const {
    if (const Block* known = blocks_[number].load(std::memory_order_acquire)) return known;
    const auto bytes = frame(index_frames_ + number);
    if (!bytes) return Unexpected{bytes.error()};
    const std::size_t count = part_size(number, head_.positions, block_size);
    const std::size_t width = bytes_of(head_.bits);
    auto block = std::make_unique<Block>();
    const auto value = [&](std::size_t first_byte, std::size_t index) {
        std::uint64_t units = 0;
        for (std::size_t byte = width; byte-- > 0;)
            units = units << 8 | (*bytes)[(first_byte + byte) * count + index];
        return static_cast<std::int64_t>(units);
    };
    for (std::size_t index = 0; index < count; ++index) {
        block->lower[index] = value(0, index) - (std::int64_t{1} << head_.bits);
        block->upper[index] = block->lower[index] + value(width, index);
        if (block->upper[index] > (std::int64_t{1} << head_.bits))
            return Unexpected{fmt::format("{}: block {} has an invalid value", file_, number)};
    }
    const Block* expected = nullptr;
    if (!blocks_[number].compare_exchange_strong(expected, block.get(), std::memory_order_acq_rel))
        return expected;
    return block.release();
}

Expected<Bounds, std::string> Table::at(std::size_t number) const {
    const auto found = block(number / block_size);
    if (!found) return Unexpected{found.error()};
    const std::size_t index = number % block_size;
    return bounds_of((*found)->lower[index], (*found)->upper[index], std::ldexp(1.0, -head_.bits),
                     head_.proof == mates_name);
}

Expected<Values, std::string> Table::values() const {
    Values values;
    values.bits = head_.bits;
    const auto proof = std::find(proof_names.begin(), proof_names.end(), head_.proof);
    values.proof = static_cast<Values::Proof>(std::distance(proof_names.begin(), proof));
    values.evaluations = head_.evaluations;
    for (std::size_t number = 0; number < block_count_; ++number) {
        const auto found = block(number);
        if (!found) return Unexpected{found.error()};
        const std::size_t count = part_size(number, head_.positions, block_size);
        const auto& [lower, upper] = **found;
        values.lower.insert(values.lower.end(), lower.begin(),
                            lower.begin() + static_cast<std::ptrdiff_t>(count));
        values.upper.insert(values.upper.end(), upper.begin(),
                            upper.begin() + static_cast<std::ptrdiff_t>(count));
    }
    return values;
}

std::string Table::false_claim(const Values& values, std::size_t first_block) const {
    const auto is_drawn = [](std::int64_t bound) { return bound == 0; };
    if (values.proof == Values::Proof::Nothing &&
        !(std::all_of(values.lower.begin(), values.lower.end(), is_drawn) &&
          std::all_of(values.upper.begin(), values.upper.end(), is_drawn)))
        return fmt::format("{}: its directory says that all positions are drawn, but they are not", file_);
    TableHead described;
    describe_values(described, values, first_block);
    Json expected;
    for_each_in_head(described, [&](const char* name, const auto& field) { expected[name] = field; });
    std::string wrong;
    for_each_in_head(head_, [&](const char* name, const auto& field) {
        const std::string_view field_name = name;  // `open` has checked game, material and cells
        if (field_name == "game" || field_name == "material" || field_name == "cells") return;
        bool same = expected[name] == field;
        // Sums of floating-point numbers may differ in their last digits between machines.
        if constexpr (std::is_same_v<std::decay_t<decltype(field)>, double>)
            same = same ||
                   (field_name != "gap" && std::abs(expected[name].template get<double>() - field) < 1e-12);
        if (!same && wrong.empty())
            wrong = fmt::format("{}: its directory says {} {}, but it is {}", file_, name, field,
                                expected[name].dump());
    });
    return wrong;
}

namespace {

using Chunk = Successors::Chunk;

bool is_over(const Chunk& chunk, std::size_t index) { return chunk.kinds[index] == Successors::Kind::Over; }

/// Name of the stage of interval iteration in checkpoints.
constexpr const char* ends_stage = "ends";

/// Interval iteration: starts with lower bounds of -1 and upper bounds of 1, and recomputes the bounds of
/// each node from those of its targets, sweep by sweep. After n sweeps a lower bound is the value of the game
/// in which play is cut off after n plies and counts as lost, so it is proven; likewise the upper bound.
/// Bounds are rounded outwards to the unit and never get worse. Ends when the bounds of each node are at most
/// `gap` apart, after `sweeps` sweeps, or, if `gap` is 0, when a hundred sweeps narrow the widest gap by less
/// than 0.1 %. Returns false if interrupted.
bool find_from_ends(Computation& computation, double gap, std::uint64_t sweeps, Values& values) {
    values.proof = Values::Proof::Ends;
    Numbers lower = computation.constant(-1, computation.successors.lower),
            upper = computation.constant(1, computation.successors.upper);
    const std::size_t nodes = computation.successors.nodes, last_block = computation.sweeps.last_block();
    std::uint64_t sweep = 0;
    double previous_widest = 2;
    const double unit = computation.unit();
    if (Numbers saved(2 * nodes); computation.resume(ends_stage, saved)) {
        sweep = computation.state().step;
        previous_widest = computation.state().distance;
        const auto half = saved.begin() + static_cast<std::ptrdiff_t>(nodes);
        std::copy(saved.begin(), half, lower.begin());
        std::copy(half, saved.end(), upper.begin());
    }
    Numbers next(nodes);
    // Both bounds of a block are computed from the old numbers before either is stored.
    const auto update = [&](std::size_t begin, std::size_t end) {
        const auto size = static_cast<std::ptrdiff_t>(end - begin);
        computation.sweeps.fill(
            begin, end, next.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                const double low =
                    value_of(computation.successors, chunk, index, is_over(chunk, index) ? lower : upper);
                return std::max(lower[node], std::floor(low / unit) * unit);
            });
        Numbers new_upper(end - begin);
        computation.sweeps.fill(
            begin, end, new_upper.data(), [&](std::size_t node, const Chunk& chunk, std::size_t index) {
                const double high =
                    value_of(computation.successors, chunk, index, is_over(chunk, index) ? upper : lower);
                return std::min(upper[node], std::ceil(high / unit) * unit);
            });
        const auto first = static_cast<std::ptrdiff_t>(begin);
        std::copy(next.begin(), next.begin() + size, lower.begin() + first);
        std::copy(new_upper.begin(), new_upper.end(), upper.begin() + first);
    };
    for (; sweep < sweeps; ++sweep) {
        if (computation.options.checkpoint && sweep % Computation::restart_interval == 0) {
            Numbers both(lower.begin(), lower.begin() + static_cast<std::ptrdiff_t>(nodes));
            both.insert(both.end(), upper.begin(), upper.begin() + static_cast<std::ptrdiff_t>(nodes));
            computation.save(ends_stage, sweep, previous_widest, {}, std::move(both));
        }
        if (computation.stopped()) return false;
        if (last_block > 0) update(0, last_block);
        update(last_block, nodes);
        double widest = 0;
        for (std::size_t index = 0; index < nodes; ++index)
            widest = std::max(widest, upper[index] - lower[index]);
        computation.options.report("bounds", widest);
        if (widest <= gap) break;
        if (sweep % 100 == 99) {
            if (gap == 0 && widest > previous_widest * 0.999) break;
            previous_widest = widest;
        }
    }
    lower.resize(nodes);
    upper.resize(nodes);
    for (Numbers* bounds : {&lower, &upper}) {
        for (double& bound : *bounds) bound /= unit;
    }
    values.lower = units_of(lower);
    values.upper = units_of(upper);
    return true;
}

/// Sets all of `values` to 0 and returns true, if the value 0 of each node follows from its targets; else
/// returns false.
bool prove_all_drawn(Computation& computation, Values& values) {
    const Successors& successors = computation.successors;
    const Numbers lower = computation.constant(0, successors.lower),
                  upper = computation.constant(0, successors.upper);
    const double wrong = computation.sweeps.greatest([&](std::size_t, const Chunk& chunk, std::size_t index) {
        return std::max(std::abs(value_of(successors, chunk, index, lower)),
                        std::abs(value_of(successors, chunk, index, upper)));
    });
    if (wrong != 0) return false;
    values.lower.assign(successors.nodes, 0);
    values.upper = values.lower;
    values.proof = Values::Proof::Nothing;
    return true;
}

/// Computes `values` by the first method that succeeds: `prove_all_drawn`, `prove_by_drift`, or
/// `find_from_ends`. Returns false if interrupted.
bool find_values(Computation& computation, Values& values) {
    if (computation.state().stage.empty() && prove_all_drawn(computation, values)) return true;
    if (computation.state().stage != ends_stage) {
        const auto middle = find_middle(computation);
        if (!middle) return false;
        const Computation::End end = prove_by_drift(computation, *middle, values);
        if (end != Computation::End::NotReached) return end == Computation::End::Reached;
    }
    return find_from_ends(computation, 0, Computation::most_sweeps, values);
}

}  // namespace

Numbers numbers_of(const std::vector<std::int64_t>& units, int bits) {
    const double unit = std::ldexp(1.0, -bits);
    Numbers numbers(units.size());
    std::transform(units.begin(), units.end(), numbers.begin(),
                   [&](std::int64_t count) { return static_cast<double>(count) * unit; });
    return numbers;
}

std::vector<std::int64_t> units_of(const Numbers& numbers) {
    std::vector<std::int64_t> units(numbers.size());
    std::transform(numbers.begin(), numbers.end(), units.begin(),
                   [](double number) { return std::llround(number); });
    return units;
}

Numbers with_leaves(const std::vector<std::int64_t>& units, int bits, const Numbers& leaves) {
    Numbers numbers = numbers_of(units, bits);
    numbers.insert(numbers.end(), leaves.begin(), leaves.end());
    return numbers;
}

std::optional<Values> values_of(const Successors& successors, const ValueOptions& options) {
    Computation computation(successors, options);
    Values values;
    values.bits = options.bits;
    if (!find_values(computation, values)) return {};
    values.evaluations = computation.sweeps.evaluations();
    return values;
}

Values rounded(Values values, int bits) {
    if (values.bits <= bits || values.proof == Values::Proof::Nothing) return values;
    const int dropped_bits = values.bits - bits;
    for (std::int64_t& bound : values.lower) bound >>= dropped_bits;
    for (std::int64_t& bound : values.upper) bound = -(-bound >> dropped_bits);
    values.bits = bits;
    values.proof = Values::Proof::Rounded;
    return values;
}

Values plain_values(const Successors& successors, double gap, int sweeps) {
    static const ValueOptions options;
    Computation computation(successors, options);
    Values values;
    values.bits = options.bits;
    find_from_ends(computation, gap, static_cast<std::uint64_t>(sweeps), values);
    values.evaluations = computation.sweeps.evaluations();
    return values;
}

namespace {

/// Counts the nodes whose bounds exceed what the bounds of their targets allow by more than `slack`.
std::uint64_t violations(const Successors& successors, const Values& values, double slack) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    std::uint64_t count = 0;
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
        const std::size_t index = node % Successors::chunk_size;
        const bool over = is_over(chunk, index);
        const bool holds = lower[node] - slack <= value_of(successors, chunk, index, over ? lower : upper) &&
                           upper[node] + slack >= value_of(successors, chunk, index, over ? upper : lower) &&
                           lower[node] <= upper[node];
        if (!holds) ++count;
    }
    return count;
}

}  // namespace

std::uint64_t violations(const Successors& successors, const Values& values) {
    return violations(successors, values, 0);
}

std::uint64_t endless(const Successors& successors, const Values& values) {
    const Numbers lower = with_leaves(values.lower, values.bits, successors.lower);
    const Numbers upper = with_leaves(values.upper, values.bits, successors.upper);
    // The claimant is the side with a bound above 0; it is to move at the nodes of `mover`, the other side at
    // those of `waiter`. Starts with all nodes with a claimant, and removes a node if some roll must lead
    // outside these sets or change the bound. From the remaining nodes play can go on for ever.
    std::vector<std::uint8_t> mover(successors.nodes), waiter(successors.nodes);
    for (std::size_t node = 0; node < successors.nodes; ++node) {
        if (is_over(successors.chunks[node / Successors::chunk_size], node % Successors::chunk_size))
            continue;
        mover[node] = lower[node] > 0;
        waiter[node] = upper[node] < 0;
    }
    std::uint64_t held = 0;
    for (bool changed = true; changed;) {
        changed = false;
        held = 0;
        for (std::size_t node = 0; node < successors.nodes; ++node) {
            const auto keep_if = [&](std::vector<std::uint8_t>& held_nodes, const auto& is_kept_on_roll) {
                if (held_nodes[node] == 0) return;
                const Chunk& chunk = successors.chunks[node / Successors::chunk_size];
                held_nodes[node] =
                    mean_of_bests(successors, chunk, node % Successors::chunk_size, is_kept_on_roll) == 1;
                held += held_nodes[node];
                changed = changed || held_nodes[node] == 0;
            };
            keep_if(mover, [&](const std::uint32_t* targets, std::size_t count) {
                double best = -1;
                bool all_held = false;
                for (const std::uint32_t* target = targets; target != targets + count; ++target) {
                    if (-upper[*target] < best) continue;
                    all_held = (-upper[*target] > best || all_held) && *target < successors.nodes &&
                               waiter[*target] != 0;
                    best = -upper[*target];
                }
                return best == lower[node] && all_held ? 1.0 : 0.0;
            });
            keep_if(waiter, [&](const std::uint32_t* targets, std::size_t count) {
                return std::any_of(targets, targets + count,
                                   [&](std::uint32_t target) {
                                       return lower[target] == -upper[node] && target < successors.nodes &&
                                              mover[target] != 0;
                                   })
                           ? 1.0
                           : 0.0;
            });
        }
    }
    return held;
}

std::uint64_t contradictions(const Successors& successors, const Values& values) {
    return violations(successors, values, std::ldexp(1.0, -values.bits));
}

namespace {

constexpr std::string_view checkpoint_magic = "OCTOPART1";

/// Calls `f(field)` for each field of `state`, in the order of the file.
template <class State, class F>
void for_each_in_state(State& state, F f) {
    f(state.stage);
    f(state.step);
    f(state.distance);
    f(state.evaluations);
    f(state.finished);
    f(state.numbers);
}

}  // namespace

bool Checkpoint::lock() {
    if (auto lock = FileLock::try_lock(file_.string())) lock_.emplace(std::move(*lock));
    return lock_.has_value();
}

Checkpoint::~Checkpoint() {
    std::error_code error;
    if (lock_ && std::filesystem::file_size(file_, error) == 0) remove();
}

void Checkpoint::fail(std::string_view problem) const {
    throw EnvironmentError(fmt::format("{}: {}; remove it to begin anew", file_.string(), problem));
}

Checkpoint::State Checkpoint::read() const {
    State state;
    if (is_missing(file_.string())) return state;
    const auto read = read_regular(file_.string());
    if (!read) fail(read.error());
    const std::string& bytes = *read;
    if (bytes.empty()) return state;
    std::uint64_t sum = 0;
    const bool long_enough = bytes.size() >= checkpoint_magic.size() + sizeof sum;
    if (long_enough) std::memcpy(&sum, bytes.data() + bytes.size() - sizeof sum, sizeof sum);
    const std::string_view content(bytes.data(), long_enough ? bytes.size() - sizeof sum : 0);
    if (!content.starts_with(checkpoint_magic) || checksum_of(content) != sum) fail("damaged");
    try {
        Unpacker unpacker(content.substr(checkpoint_magic.size()));
        if (unpacker.text() != computation_) return state;
        for_each_in_state(state, [&](auto& field) { unpacker.get(field); });
        return state;
    } catch (const EnvironmentError& error) {
        fail(error.what());
    }
}

bool Checkpoint::due() const {
    constexpr int least_ratio = 20;  // time between two writes, divided by the duration of a write
    return pace_ == Pace::Always || std::chrono::steady_clock::now() - last_write_ >
                                        std::max<std::chrono::steady_clock::duration>(
                                            std::chrono::seconds(1), least_ratio * last_write_duration_);
}

void Checkpoint::write(const State& state) {
    const auto start = std::chrono::steady_clock::now();
    Packer packer;
    packer.append(computation_);
    for_each_in_state(state, [&](const auto& field) { packer.append(field); });
    std::string bytes = std::string(checkpoint_magic) + packer.release();
    packer.append(checksum_of(bytes));
    bytes += packer.release();
    lock_ ? lock_->replace(bytes) : replace_file(file_.string(), bytes);
    last_write_ = std::chrono::steady_clock::now();
    last_write_duration_ = last_write_ - start;
}

void Checkpoint::remove() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

}  // namespace octomate::tables
