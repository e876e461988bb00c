// tables_checker [-n CHANGES] [-s SEED] [-w] FOLDER NAME...: checks endgame tables independently of src/. The
// folder is named after the game.
//
// A table states a lower and an upper bound for each position. docs/tables-format.md explains the proof: if
// the bounds of every position follow from those of the positions after its moves, they are right. A table is
// accepted if its proof holds and the tables it depends on are accepted. Then CHANGES values are changed, one
// at a time and by more than the stated gap between the bounds; the check of that position, or with -w of the
// whole table, must reject each change. Exits with 1 if a table is rejected, or a change is not.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

// ---- The rules: docs/rules/superpermutation.md, sections 1 to 5 ----

enum { Pawn, Knight, Bishop, Rook, Queen, King, Captured };
enum { White, Black, MostMen = 6, MostMoves = 400 };

static const char letters[] = "PNBRQ";
static const char *folder, *game;
static bool die;  // true for d8, false for the parent game

typedef struct {
    int kind, side, square;
} Man;

typedef struct {
    int size, turn;
    uint64_t occupied;
    Man men[MostMen];  // white king, black king, other pieces
} Position;

// The legal moves of a position: for each the position after it and the file of its destination.
typedef struct {
    const Position* position;
    bool in_check;
    int size, files[MostMoves];
    Position after[MostMoves];
} Moves;

static int file_of(int square) { return square & 7; }
static int rank_of(int square) { return square >> 3; }
static uint64_t bit(int square) { return (uint64_t)1 << square; }
static int forward(int side) { return side == White ? 1 : -1; }
static int last_rank(int side) { return side == White ? 7 : 0; }
static int sign(int x) { return (x > 0) - (x < 0); }

static bool attacks(const Man* man, int to, uint64_t occupied) {
    const int files = abs(file_of(to) - file_of(man->square)), ranks = rank_of(to) - rank_of(man->square);
    if (man->kind == Pawn) return files == 1 && ranks == forward(man->side);
    if (man->kind == Knight) return files * abs(ranks) == 2;
    if (man->kind == King) return files <= 1 && abs(ranks) <= 1;
    const bool straight = files == 0 || ranks == 0, diagonal = files == abs(ranks);
    const int step = sign(file_of(to) - file_of(man->square)) + 8 * sign(ranks);
    const bool aims = (straight && man->kind != Bishop) || (diagonal && man->kind != Rook);
    if (!aims || man->kind == Captured) return false;
    int at = man->square + step;
    while (at != to && !(occupied & bit(at))) at += step;
    return at == to;
}

static bool is_attacked(const Position* position, int king) {
    for (int at = 0; at < position->size; ++at) {
        const Man* man = &position->men[at];
        if (man->side != king && attacks(man, position->men[king].square, position->occupied)) return true;
    }
    return false;
}

static int man_on(const Position* position, int square) {
    for (int at = 0; at < position->size; ++at) {
        if (position->men[at].kind != Captured && position->men[at].square == square) return at;
    }
    return -1;
}

static bool is_promoted(const Man* man) {
    return man->kind == Pawn && rank_of(man->square) == last_rank(man->side);
}

// Adds the position `after` a move if it is legal: once, or once for each kind that a pawn may promote to.
static void add_move(Moves* moves, Position* after, int file) {
    Man* pawn = NULL;
    for (int at = 0; at < after->size; ++at) pawn = is_promoted(&after->men[at]) ? &after->men[at] : pawn;
    const bool only_queen = !pawn || (die && pawn->side != after->turn);
    after->turn = !after->turn;
    for (int kind = only_queen ? Queen : Knight; kind <= Queen; ++kind) {
        if (pawn) pawn->kind = kind;
        if (is_attacked(after, !after->turn)) continue;
        if (moves->size == MostMoves) abort();
        moves->files[moves->size] = file;
        moves->after[moves->size++] = *after;
    }
}

// Plays the piece `number` to the square `to` with capture and cascade, or swaps the king with its own piece
// there. Adds the move if it is legal.
static void play(Moves* moves, int number, int to) {
    Position after = *moves->position;
    Man* const man = &after.men[number];
    const int mover = after.turn, on = man_on(&after, to);
    const bool teleports = on >= 0 && after.men[on].side == mover;
    if (on >= 0 && !teleports) after.men[on].kind = Captured;
    if (teleports) after.men[on].square = man->square;
    if (!teleports) after.occupied = (after.occupied & ~bit(man->square)) | bit(to);
    man->square = to;
    while (!teleports && !(die && moves->in_check) && rank_of(man->square) != last_rank(mover)) {
        const int next = man->square + 8 * forward(mover);
        if (!(after.occupied & bit(next)) || is_attacked(&after, !mover)) break;
        after.men[man_on(&after, next)].square = man->square;
        man->square = next;
    }
    add_move(moves, &after, file_of(to));
}

// Adds the moves of the piece `number` in one direction, at most `steps` squares far.
static void run(Moves* moves, int number, int files, int ranks, int steps) {
    const Man* const men = moves->position->men;
    int file = file_of(men[number].square), rank = rank_of(men[number].square);
    while (steps-- > 0) {
        file += files;
        rank += ranks;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) return;
        const int on = man_on(moves->position, 8 * rank + file);
        const bool captures = on >= 0 && men[number].kind == King && men[on].side != men[number].side;
        if (on >= 0 && (!captures || men[on].kind == King)) return;
        play(moves, number, 8 * rank + file);
        if (on >= 0) return;
    }
}

static void find_moves(Moves* moves) {
    static const int steps[16][2] = {{0, 1}, {0, -1}, {1, 0},  {-1, 0},  {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
                                     {1, 2}, {1, -2}, {-1, 2}, {-1, -2}, {2, 1}, {2, -1}, {-2, 1}, {-2, -1}};
    static const int range[][2] = {
        [Knight] = {8, 16}, [Bishop] = {4, 8}, [Rook] = {0, 4}, [Queen] = {0, 8}, [King] = {0, 8}};
    const int side = moves->position->turn;
    moves->in_check = is_attacked(moves->position, side);
    moves->size = 0;
    for (int number = 0; number < moves->position->size; ++number) {
        const Man* man = &moves->position->men[number];
        const int up = forward(side), steps_up = rank_of(man->square) == last_rank(!side) + up ? 2 : 1;
        if (man->side != side) continue;
        if (man->kind == Pawn) run(moves, number, 0, up, steps_up);
        for (int at = range[man->kind][0]; at < range[man->kind][1]; ++at)
            run(moves, number, steps[at][0], steps[at][1], man->kind == Knight || man->kind == King ? 1 : 7);
        if (man->kind != Pawn && man->kind != King && !moves->in_check) play(moves, side, man->square);
    }
}

// ---- Materials, cells and files ----

// A side's pieces except its king are encoded as a number: how many, and how many of each kind from queens to
// pawns, in four bits each. A material combines the greater number, of the stronger side, and the other.
typedef uint64_t Material;

static uint32_t one_of(int kind) { return kind > Queen ? 0 : 1u << (4 * kind) | 1u << 20; }
static Material material_of(uint32_t one, uint32_t other) {
    return one < other ? (uint64_t)other << 32 | one : (uint64_t)one << 32 | other;
}

typedef struct {
    Material material;
    char name[16], *head;
    bool symmetric, accepted;
    Position any;                       // the pieces of the material in order, on any squares
    uint64_t cells, positions, *index;  // `index` has a bit for each cell
    uint32_t* before;                   // number of set bits before each word of `index`
    int bits;
    int64_t *lower, *upper, gap;  // in units of 2^-bits; `gap`: largest upper - lower
    uint8_t* held;                // by position: the sides it is held for, see check_position
} Table;

// Returns the checked table of a material, after checking those it depends on, or null if it is rejected.
static const Table* judge(Material material);

static const size_t none = SIZE_MAX;
static size_t number_of(const Table* table, uint64_t cell) {
    const uint64_t word = table->index[cell / 64], place = bit((int)(cell % 64));
    return word & place ? table->before[cell / 64] + (size_t)__builtin_popcountll(word & (place - 1)) : none;
}

// Sets `position` to the position of `cell`; returns false if the cell has none.
static bool position_at(const Table* table, uint64_t cell, Position* position) {
    *position = table->any;
    Man* const men = position->men;
    for (int at = position->size; at-- > 1; cell /= 64) men[at].square = (int)(cell % 64);
    men[0].square = (int)(cell % 32 / 4 * 8 + cell % 4);
    position->turn = cell / 32 == 0 ? White : Black;
    for (int at = 0; at < position->size; ++at) {
        const bool twin = at > 0 && men[at].kind == men[at - 1].kind && men[at].side == men[at - 1].side;
        if ((position->occupied & bit(men[at].square)) || (twin && men[at].square < men[at - 1].square) ||
            is_promoted(&men[at]))
            return false;
        position->occupied |= bit(men[at].square);
    }
    return !is_attacked(position, !position->turn);
}

// Returns the cell of a position and sets `material`.
static uint64_t cell_of(const Position* position, Material* material) {
    const Man* const men = position->men;
    uint32_t sides[2] = {0, 0};
    for (int at = 2; at < position->size; ++at) sides[men[at].side] += one_of(men[at].kind);
    *material = material_of(sides[White], sides[Black]);
    const int strong = sides[White] == sides[Black] ? position->turn : sides[White] < sides[Black];
    int flip = strong == White ? 0 : 63;
    if (file_of(men[strong].square ^ flip) > 3) flip ^= 7;
    const int king = men[strong].square ^ flip;
    uint64_t cell = (position->turn == strong ? 0 : 32) + (uint64_t)(rank_of(king) * 4 + file_of(king));
    cell = cell * 64 + (uint64_t)(men[!strong].square ^ flip);
    for (int order = 0; order < 10; ++order) {  // sorts by side, kind and square
        uint64_t squares = 0;
        for (int at = 2; at < position->size; ++at) {
            if (men[at].kind == order % 5 && (men[at].side ^ strong) == order / 5)
                squares |= bit(men[at].square ^ flip);
        }
        for (; squares != 0; squares &= squares - 1) cell = cell * 64 + (uint64_t)__builtin_ctzll(squares);
    }
    return cell;
}

static uint64_t little(const unsigned char* bytes, size_t size, size_t stride) {
    uint64_t number = 0;
    while (size-- > 0) number = number << 8 | bytes[size * stride];
    return number;
}

static uint64_t directory_sum(const unsigned char* bytes, size_t size) {
    uint64_t x = 0xcbf29ce484222325;
    for (size_t at = 0; at < size; ++at) x = (x ^ bytes[at]) * 0x100000001b3;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

// Returns the text after the field `name` in the head of the file, or the end of the head if it is missing.
static char* field(const Table* table, const char* name) {
    char quoted[32];
    const int size = snprintf(quoted, sizeof quoted, "\"%s\":", name);
    char* const found = strstr(table->head, quoted);
    return found ? found + size : strchr(table->head, '\0');
}
static double number_in(const Table* table, const char* name) { return strtod(field(table, name), NULL); }
static bool says(const Table* table, const char* name, const char* text) {
    const char* found = field(table, name);
    return *found == '"' && strncmp(found + 1, text, strlen(text)) == 0 && found[1 + strlen(text)] == '"';
}

// Reads `index` and then the values from the compressed frames that begin at offset `at`. Returns false if
// they are malformed.
static bool read_frames(Table* table, const unsigned char* bytes, size_t size, size_t at) {
    static unsigned char frame[8192 * 8];  // the largest frame
    const size_t width = (size_t)(table->bits + 9) / 8, words = table->cells / 64, count = table->positions;
    table->index = calloc(words, 8);
    table->before = calloc(words, 4);
    int64_t* lower = table->lower = calloc(count + 1, 8);
    int64_t* upper = table->upper = calloc(count + 1, 8);
    table->held = calloc(count + 1, 1);
    uint64_t set = 0;
    char* sizes = field(table, "frames");
    for (size_t done = 0; done < words + count;) {
        const bool bits = done < words;
        const size_t rest = bits ? words - done : words + count - done, most = bits ? 8192 : 4096;
        const size_t things = rest < most ? rest : most, full = things * (bits ? 8 : 2 * width);
        const size_t packed = *sizes ? strtoull(sizes + 1, &sizes, 10) : size;
        if (packed > size - at || ZSTD_decompress(frame, full, bytes + at, packed) != full) return false;
        at += packed;
        for (size_t one = 0; one < things; ++one, ++done) {
            if (bits) {
                table->before[done] = (uint32_t)set;
                table->index[done] = little(frame + 8 * one, 8, 1);
                set += (uint64_t)__builtin_popcountll(table->index[done]);
            } else {
                *lower = (int64_t)little(frame + one, width, things) - ((int64_t)1 << table->bits);
                *upper++ = *lower++ + (int64_t)little(frame + width * things + one, width, things);
            }
        }
    }
    return *sizes == ']' && at == size && set == count;
}

// Reads the file of a table. Returns what is wrong with it, or null.
static const char* read_table(Table* table) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.table", folder, table->name);
    FILE* const file = fopen(path, "rb");
    if (!file) return "it cannot be opened";
    fseek(file, 0, SEEK_END);
    const size_t size = (size_t)ftell(file);
    unsigned char* const bytes = malloc(size + 1);
    rewind(file);
    const bool read = fread(bytes, 1, size, file) == size && size >= 24;
    fclose(file);
    const uint64_t length = read ? little(bytes + 8, 8, 1) : UINT64_MAX;
    if (length > size - 24 || memcmp(bytes, "OCTOTAB1", 8) != 0 ||
        little(bytes + 16 + length, 8, 1) != directory_sum(bytes + 16, length))
        return "it is no table, or its directory is damaged";
    table->head = calloc(length + 1, 1);
    memcpy(table->head, bytes + 16, length);
    table->cells = (uint64_t)(table->symmetric ? 32 : 64) << (6 * (table->any.size - 1));
    table->positions = (uint64_t)number_in(table, "positions");
    table->bits = (int)number_in(table, "bits");
    table->gap = (int64_t)ldexp(number_in(table, "gap"), table->bits);
    if (number_in(table, "version") != 2 || !says(table, "game", game) ||
        !says(table, "material", table->name) || number_in(table, "cells") != (double)table->cells ||
        table->positions > table->cells || table->bits < 1 || table->bits > 48 ||
        says(table, "proof", "mates") == die || (!die && (table->bits != 16 || table->gap != 0)))
        return "its head is not that of a table of this game and name";
    if (says(table, "proof", "rounded"))
        return "it is rounded: only the table that it was packed from has a proof";
    const bool sound = read_frames(table, bytes, size, 24 + length);
    free(bytes);
    return sound ? NULL : "its frames are damaged";
}

// ---- The proof ----

// Checks whether the bounds of a position follow from those after its moves. If `holds`, clears the value 1
// (side to move) or 2 (other side) in `held` unless the position is held for that side; docs/tables-format.md
// defines held.
static bool check_position(const Table* table, const Position* position, size_t number, bool holds) {
    Moves moves;
    moves.position = position;
    find_moves(&moves);
    // Lower and upper bounds of the position and its moves for the mover, in units of 2^-48.
    const int64_t one = (int64_t)1 << 48, ply = one >> 16, unit = one >> table->bits;
    const int64_t bounds[2] = {table->lower[number] * unit, table->upper[number] * unit};
    int64_t worth[2][MostMoves];
    uint8_t behind[MostMoves] = {0}, held = holds ? table->held[number] : 0;
    bool named[8] = {false};
    for (int at = 0; at < moves.size; ++at) {
        Material material;
        const uint64_t cell = cell_of(&moves.after[at], &material);
        const Table* const to = material == table->material ? table : judge(material);
        const size_t after = to ? number_of(to, cell) : none;
        if (after == none) return false;
        worth[0][at] = -to->upper[after] * (one >> to->bits);
        worth[1][at] = -to->lower[after] * (one >> to->bits);
        if (to == table && held) behind[at] = table->held[after];
        named[moves.files[at]] = true;
    }
    const int rolls = moves.size == 0 || moves.in_check || !die ? 1 : 8;
    for (int side = 0; side < 2; ++side) {
        int64_t sum = moves.size == 0 && moves.in_check ? -one : 0;
        bool stays = moves.size > 0 && (side == 0 ? bounds[0] > 0 : bounds[1] < 0);
        for (int roll = 0; roll < rolls && moves.size > 0; ++roll) {
            int64_t best = INT64_MIN;
            bool all = true,
                 any = false;  // whether all, or any, moves that keep the bound lead to held positions
            for (int at = 0; at < moves.size; ++at) {
                if (rolls > 1 && named[roll] && moves.files[at] != roll) continue;
                if (worth[side][at] > best) best = worth[side][at];
                if (worth[side][at] != bounds[side]) continue;
                all = all && (behind[at] & 2 >> side);
                any = any || (behind[at] & 2 >> side);
            }
            sum += best;
            stays = stays && (side == 0 ? best == bounds[0] && all : any);
        }
        if (!die && moves.size > 0 && sum != 0) sum += sum > 0 ? -ply : ply;
        if (side == 0 ? rolls * bounds[0] > sum : rolls * bounds[1] < sum) return false;
        if (!stays) held &= (uint8_t) ~(1 << side);
    }
    if (holds) table->held[number] = held;
    return -one <= bounds[0] && bounds[0] <= bounds[1] && bounds[1] <= one &&
           bounds[1] - bounds[0] <= table->gap * unit;
}

// Checks whether the statistics in the head of the file agree with the values.
static bool check_head(const Table* table) {
    static const char* const names[6] = {"mean_strong", "won_strong", "lost_strong",
                                         "mean_weak",   "won_weak",   "lost_weak"};
    const size_t strong = table->symmetric ? table->positions : table->before[table->cells / 128];
    const int64_t one = (int64_t)1 << table->bits;
    long double sums[2][3] = {{0}};
    double gap = 0, longest = 0;
    for (size_t at = 0; at < table->positions; ++at) {
        int64_t low = table->lower[at], high = table->upper[at];
        if (!die && low != 0) {
            longest = fmax(longest, (double)(one - llabs(low)));
            low = high = low > 0 ? one : -one;
        }
        gap = fmax(gap, ldexp((double)(high - low), -table->bits));
        sums[at >= strong][0] += ldexp((double)(low + high), -table->bits - 1);
        sums[at >= strong][1] += low == one;
        sums[at >= strong][2] += high == -one;
    }
    bool good = gap == number_in(table, "gap") && longest == number_in(table, "longest");
    for (int at = 0; at < 6; ++at) {  // means are rounded to doubles, so they are compared with a tolerance
        const double count = fmax(1, (double)(at < 3 ? strong : table->positions - strong));
        const double figure = (double)sums[at / 3][at % 3] / (at % 3 == 0 ? count : 1);
        good = good && fabs(figure - number_in(table, names[at])) <= (at % 3 == 0 ? count * 0x1p-52 : 0);
    }
    return good;
}

// Returns what is wrong with a table, or null.
static const char* fault_of(const Table* table) {
    memset(table->held, 3, table->positions);
    uint64_t before, left = UINT64_MAX;
    do {
        before = left;
        left = 0;
        for (uint64_t cell = 0; cell < table->cells; ++cell) {
            const size_t number = number_of(table, cell);
            if (before != UINT64_MAX && (number == none || table->held[number] == 0)) continue;
            Position position;
            if (position_at(table, cell, &position) != (number != none)) return "its positions are wrong";
            if (number == none) continue;
            if (!check_position(table, &position, number, true)) return "a bound does not follow";
            left += (uint64_t)__builtin_popcount(table->held[number]);
        }
    } while (left > 0 && left < before);
    if (left > 0) return "a bound above 0 can be kept up for ever";
    return check_head(table) ? NULL : "the figures of its head are wrong";
}

// ---- Dependencies between tables, and planted changes ----

static int changes;
static bool by_whole, all_refused = true;

static uint64_t below(int64_t bound) { return (uint64_t)(drand48() * (double)bound); }  // random

// Moves a value by more than the stated gap, or widens its bounds by that much. Returns whether the check
// rejects it.
static bool refuses_change(Table* table) {
    const int64_t one = (int64_t)1 << table->bits;
    uint64_t cell;
    Position position;
    do cell = below((int64_t)table->cells);
    while (!position_at(table, cell, &position));
    const size_t number = number_of(table, cell);
    int64_t *const lower = &table->lower[number], *const upper = &table->upper[number];
    const int64_t low = *lower, high = *upper;
    do {
        const int64_t by = table->gap + 1 + (int64_t)(below(one) >> below(40));
        const bool up = below(2), moved = below(3);  // if not moved, the bounds are widened
        *lower = low + (!up ? -by : moved ? by : 0);
        *upper = high + (up ? by : moved ? -by : 0);
    } while (*lower < -one || *upper > one);
    const bool whole = by_whole && fault_of(table);
    const bool refused = whole || (!by_whole && !check_position(table, &position, number, false));
    *lower = low;
    *upper = high;
    return refused;
}

static const Table* judge(Material material) {
    static Table tables[512];
    static int count;
    for (int at = 0; at < count; ++at) {
        if (tables[at].material == material) return tables[at].accepted ? &tables[at] : NULL;
    }
    Table* const table = &tables[count++];
    Position* const any = &table->any;
    table->material = material;
    table->symmetric = material >> 32 == (uint32_t)material;
    any->men[any->size++] = (Man){King, White, 0};
    any->men[any->size++] = (Man){King, Black, 0};
    for (int side = 0, end = 0; side < 2; ++side) {
        table->name[end++] = 'K';
        for (int kind = Pawn; kind <= Queen; ++kind) {
            for (int left = (int)(material >> (side == 0 ? 32 : 0) >> (4 * kind) & 15); left > 0; --left)
                any->men[any->size++] = (Man){kind, side, 0};
        }
        for (int at = any->size; any->men[--at].side == side && at > 1;)
            table->name[end++] = letters[any->men[at].kind];
    }
    const char* const unread = read_table(table);
    const char* const fault = unread ? unread : fault_of(table);
    int refused = 0;
    for (int one = 0; !fault && one < changes; ++one) refused += refuses_change(table);
    all_refused = all_refused && (fault || refused == changes);
    table->accepted = !fault;
    printf("%s: %s", table->name, fault ? fault : "accepted");
    printf(changes > 0 && !fault ? ", %d of %d changes refused\n" : "\n", refused, changes);
    fflush(stdout);
    return fault ? NULL : table;
}

int main(int count, char** words) {
    for (int option; (option = getopt(count, words, "n:s:w")) != -1;) {
        if (option == 'n') changes = atoi(optarg);
        if (option == 's') srand48(atol(optarg));
        if (option == 'w') by_whole = true;
        if (option == '?') return 2;
    }
    if (optind + 1 >= count) return 2;
    folder = words[optind++];
    game = strrchr(folder, '/') ? strrchr(folder, '/') + 1 : folder;
    die = strcmp(game, "superpermutation-d8") == 0;
    bool sound = true;
    for (; optind < count; ++optind) {
        uint32_t sides[2] = {0, 0};
        int side = -1;
        for (const char* c = words[optind]; *c != '\0'; ++c) {
            const char* const kind = strchr(letters, *c);
            if (kind && side >= 0) sides[side] += one_of((int)(kind - letters));
            if (!kind && (*c != 'K' || ++side > 1 || strlen(words[optind]) > MostMen)) return 2;
        }
        sound = judge(material_of(sides[0], sides[1])) && sound;
    }
    return sound && all_refused ? 0 : 1;
}
