/* Exchanges between ranks that are all in one process: what each gets, by every schedule, for
 * groups of many sizes; how many messages and bytes that takes; and that nothing is written beside
 * the room that a schedule asks for. A message is there as soon as it is sent, and what is sent
 * must stay as it is until its step ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exchange.h"

enum { MOST = 1 << 18, MOST_SIZE = 130, GUARD = 64 };

/* --- a transport within the process ----------------------------------------------------------- */

struct letter {
    int64_t from, to, bytes;
    char *copy;
    const char *data; /* the sender's */
    int is_taken;
};

static struct letter letters[MOST];
static int letter_count;
static struct wanted {
    int64_t rank;
    struct sdyrt_message message;
} wanted[MOST];
static int wanted_count;

static int64_t start(struct sdyrt_ranks *ranks, int64_t number, const struct sdyrt_message *list,
                     int64_t count) {
    (void)number;
    for (int64_t i = 0; i < count; i++) {
        if (!list[i].sends) {
            wanted[wanted_count++] = (struct wanted){ranks->rank, list[i]};
            continue;
        }
        char *copy = malloc((size_t)list[i].bytes);
        memcpy(copy, list[i].data, (size_t)list[i].bytes);
        letters[letter_count++] =
            (struct letter){ranks->rank, list[i].peer, list[i].bytes, copy, list[i].data, 0};
        assert_true(letter_count < MOST && wanted_count < MOST);
    }
    return 0;
}

static struct letter *find_letter(int64_t from, int64_t to) {
    for (int i = 0; i < letter_count; i++) {
        if (letters[i].from == from && letters[i].to == to && !letters[i].is_taken) {
            return &letters[i];
        }
    }
    return NULL;
}

static int64_t test(struct sdyrt_ranks *ranks, int64_t number) {
    (void)number;
    for (int i = 0; i < wanted_count; i++) {
        if (wanted[i].rank == ranks->rank && !find_letter(wanted[i].message.peer, ranks->rank)) {
            return 0;
        }
    }
    for (int i = 0; i < letter_count; i++) { /* of this rank's step, or of one before */
        if (letters[i].from == ranks->rank && letters[i].data != NULL) {
            assert_memory_equal(letters[i].data, letters[i].copy, (size_t)letters[i].bytes);
            letters[i].data = NULL;
        }
    }
    for (int i = 0; i < wanted_count; i++) {
        if (wanted[i].rank == ranks->rank) {
            struct letter *letter = find_letter(wanted[i].message.peer, ranks->rank);
            assert_int_equal(letter->bytes, wanted[i].message.bytes);
            memcpy(wanted[i].message.data, letter->copy, (size_t)letter->bytes);
            letter->is_taken = 1;
            wanted[i--] = wanted[--wanted_count];
        }
    }
    return 1;
}

static int64_t wait_for(struct sdyrt_ranks *ranks, int64_t number) {
    assert_int_equal(test(ranks, number), 1);
    return 0;
}

static void poke(struct sdyrt_ranks *ranks) {
    (void)ranks;
}

static const struct sdyrt_transport transport = {
    .start = start, .test = test, .wait = wait_for, .poke = poke};

/* --- all ranks -------------------------------------------------------------------------------- */

struct world {
    struct sdyrt_exchange what;
    int64_t count; /* of ranks */
    const int64_t *peers;
    size_t given_bytes, value_bytes;
    struct sdyrt_ranks *ranks;
    char *operands[MOST_SIZE][3];
    int64_t messages, bytes; /* the most that a rank sends */
};

/* Instead of a sum: the order of the two is seen. */
static float both(float a, float b) {
    return a + 2 * b;
}

static void add_words(char *to, const char *from, const char *more, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        float a = from ? ((const float *)(const void *)from)[i] : 0;
        ((float *)(void *)to)[i] = both(a, ((const float *)(const void *)more)[i]);
    }
}

static void count_action(const struct sdyrt_action *action, void *data) {
    int64_t *counts = data;
    counts[0] += action->kind == SDYRT_SEND;
    counts[1] += action->kind == SDYRT_SEND ? action->bytes : 0;
}

static void begin(struct world *world, int64_t rank, size_t room) {
    struct sdyrt_parties parties = {world->peers, rank, world->count};
    char **operands = world->operands[rank];
    int64_t counts[2] = {0};
    sdyrt_schedule(&world->what, &parties, count_action, counts);
    world->messages = counts[0] > world->messages ? counts[0] : world->messages;
    world->bytes = counts[1] > world->bytes ? counts[1] : world->bytes;
    operands[2] = malloc(room + GUARD);
    memset(operands[2], 0x55, room + GUARD);
    world->ranks[rank].rank = rank;
    world->ranks[rank].count = world->count;
    world->ranks[rank].transport = &transport;
    sdyrt_exchange(&world->what, (char *)&world->ranks[rank], operands, world->peers, add_words);
}

/* Runs the exchange at all ranks, whose operands are there but for the room. */
static void run(struct world *world) {
    struct sdyrt_parties parties = {world->peers, 0, world->count};
    size_t room = (size_t)sdyrt_schedule_room(&world->what, &parties);
    letter_count = wanted_count = 0;
    world->messages = world->bytes = 0;
    world->ranks = calloc((size_t)world->count, sizeof *world->ranks);
    for (int64_t r = 0; r < world->count; r++) {
        begin(world, r, room);
    }
    for (int before = -1; before != letter_count;) {
        before = letter_count;
        for (int64_t r = 0; r < world->count; r++) {
            sdyrt_ranks_poke(&world->ranks[r]);
        }
    }
    for (int64_t r = 0; r < world->count; r++) {
        sdyrt_arrival(&world->what, (char *)&world->ranks[r]);
        assert_int_equal(world->ranks[r].failed, 0);
        for (size_t i = 0; i < GUARD; i++) {
            assert_int_equal(world->operands[r][2][room + i], 0x55);
        }
        sdyrt_ranks_release(&world->ranks[r]);
        free(world->operands[r][2]);
    }
    for (int i = 0; i < letter_count; i++) {
        assert_true(letters[i].is_taken);
        free(letters[i].copy);
    }
    assert_int_equal(wanted_count, 0);
    free(world->ranks);
}

static void make_operands(struct world *world, size_t given, size_t value) {
    for (int64_t r = 0; r < world->count; r++) {
        world->operands[r][0] = calloc(given, sizeof(float));
        world->operands[r][1] = calloc(value, sizeof(float));
    }
}

static void free_operands(struct world *world) {
    for (int64_t r = 0; r < world->count; r++) {
        free(world->operands[r][0]);
        free(world->operands[r][1]);
    }
}

static float *given(const struct world *world, int64_t rank) {
    return (float *)(void *)world->operands[rank][0];
}

static float value_at(const struct world *world, int64_t rank, int64_t at) {
    return ((const float *)(const void *)world->operands[rank][1])[at];
}

static void add_dimension(struct sdyrt_exchange *what, int64_t size, int64_t from, int64_t to,
                          int64_t peer) {
    what->size[what->rank] = size;
    what->from[what->rank] = from;
    what->to[what->rank] = to;
    what->peer[what->rank++] = peer;
}

/* Pieces of 3 x `columns`, as they lie, transposed, or with gaps on either side. */
enum lying { ALIKE, TRANSPOSED, APART, LYING_COUNT };

static void add_piece(struct sdyrt_exchange *what, enum lying lying, int64_t columns, int64_t gap) {
    add_dimension(what, 3, lying == TRANSPOSED ? 1 : columns, columns * gap, 0);
    add_dimension(what, columns, lying == TRANSPOSED ? 3 : 1, gap, 0);
}

/* Groups of `members` ranks, `apart` from each other, of so many. */
static struct world world_of(int64_t kind, int64_t members, int64_t apart) {
    struct world world = {.what = {.kind = kind, .bytes = sizeof(float)}, .count = members * apart};
    return world;
}

static int64_t member_of(int64_t rank, int64_t members, int64_t apart) {
    return rank / apart % members;
}

/* The rank of its group that is member m. */
static int64_t rank_of(int64_t rank, int64_t members, int64_t apart, int64_t m) {
    return rank + (m - member_of(rank, members, apart)) * apart;
}

static const int64_t sizes[] = {2, 3, 4, 5, 7, 8, 12, 16, 31, 32, 65};
enum { SIZE_COUNT = sizeof sizes / sizeof *sizes };

/* --- pieces that move ------------------------------------------------------------------------- */

static void check_moved(int64_t kind, int64_t members, int64_t apart, enum lying lying,
                        int64_t columns) {
    struct world world = world_of(kind, members, apart);
    int64_t piece = 3 * columns, gap = lying == APART ? 2 : 1;
    add_dimension(&world.what, members, kind == SDYRT_PARTS ? piece : 0, piece * gap, apart);
    add_piece(&world.what, lying, columns, gap);
    make_operands(&world, (size_t)(piece * members), (size_t)(piece * members * gap));
    for (int64_t r = 0; r < world.count; r++) {
        for (int64_t i = 0; i < piece * members; i++) {
            given(&world, r)[i] = (float)(r * 10000 + i);
        }
    }
    run(&world);
    for (int64_t r = 0; r < world.count; r++) {
        for (int64_t i = 0; i < piece * members; i++) {
            int64_t m = i / piece, row = i % piece / columns, column = i % columns;
            int64_t at = lying == TRANSPOSED ? row + 3 * column : row * columns + column;
            int64_t begin = kind == SDYRT_PARTS ? member_of(r, members, apart) * piece : 0;
            float want = (float)(rank_of(r, members, apart, m) * 10000 + begin + at);
            assert_true(value_at(&world, r, i * gap) == want);
        }
    }
    assert_true(world.bytes >= (members - 1) * piece * 4);
    if (kind == SDYRT_GATHER) {
        assert_int_equal(world.bytes, (members - 1) * piece * 4);
    }
    free_operands(&world);
}

static void pieces_come_to_where_they_belong(void **state) {
    (void)state;
    for (int kind = SDYRT_GATHER; kind <= SDYRT_PARTS; kind++) {
        for (int s = 0; s < SIZE_COUNT; s++) {
            for (int lying = 0; lying < LYING_COUNT; lying++) {
                int64_t apart = sizes[s] < 16 ? 2 : 1;
                check_moved(kind, sizes[s], apart, (enum lying)lying, 2);
                check_moved(kind, sizes[s], apart, (enum lying)lying, sizes[s] < 16 ? 3000 : 2);
            }
        }
    }
}

static void small_pieces_take_few_messages(void **state) {
    (void)state;
    struct sdyrt_exchange what = {.kind = SDYRT_GATHER, .bytes = 4};
    struct sdyrt_parties parties = {NULL, 7, 1024};
    int64_t counts[2] = {0};
    add_dimension(&what, 1024, 0, 1, 1);
    sdyrt_schedule(&what, &parties, count_action, counts);
    assert_int_equal(counts[0], 10);
    assert_int_equal(counts[1], 1023 * 4);
    assert_int_equal(sdyrt_schedule_room(&what, &parties), 0); /* they lie one behind the other */
    what.kind = SDYRT_PARTS;
    what.from[0] = 1;
    counts[0] = 0;
    sdyrt_schedule(&what, &parties, count_action, counts);
    assert_int_equal(counts[0], 10);
    add_dimension(&what, 256, 1, 1, 0); /* pieces of 1 KB in two hops, of 4 KB at once */
    what.from[0] = what.to[0] = 256;
    counts[0] = 0;
    sdyrt_schedule(&what, &parties, count_action, counts);
    assert_int_equal(counts[0], 62);
    what.size[1] = what.from[0] = what.to[0] = 1024;
    counts[0] = counts[1] = 0;
    sdyrt_schedule(&what, &parties, count_action, counts);
    assert_int_equal(counts[0], 1023);
    assert_int_equal(counts[1], 1023 * 4096);
}

/* --- permutes --------------------------------------------------------------------------------- */

static void check_permuted(int64_t count, int64_t points, int64_t seed, enum lying lying) {
    enum { COLUMNS = 5, PIECE = 3 * COLUMNS };
    struct world world = world_of(SDYRT_PERMUTE, count, 1);
    int64_t *peers = calloc((size_t)(2 * count * points), sizeof *peers),
            gap = lying == APART ? 2 : 1;
    for (int64_t i = 0; i < count * points; i++) {
        seed = (seed * 1103515245 + 12345) % 2147483647;
        peers[2 * i] = seed % 5 == 0 ? -1 : seed % count;
        peers[2 * i + 1] = seed / 7 % points * PIECE;
    }
    world.peers = peers;
    add_dimension(&world.what, points, 0, PIECE * gap, SDYRT_OWN_POINTS);
    add_piece(&world.what, lying, COLUMNS, gap);
    make_operands(&world, (size_t)(PIECE * points), (size_t)(PIECE * points * gap));
    for (int64_t r = 0; r < count; r++) {
        for (int64_t i = 0; i < PIECE * points; i++) {
            given(&world, r)[i] = (float)(1 + r * 10000 + i);
        }
    }
    run(&world);
    for (int64_t r = 0; r < count; r++) {
        for (int64_t i = 0; i < PIECE * points; i++) {
            const int64_t *source = &peers[2 * (r * points + i / PIECE)];
            int64_t row = i % PIECE / COLUMNS, column = i % COLUMNS;
            int64_t at = lying == TRANSPOSED ? row + 3 * column : row * COLUMNS + column;
            float want = source[0] < 0 ? 0 : (float)(1 + source[0] * 10000 + source[1] + at);
            assert_true(value_at(&world, r, i * gap) == want);
        }
    }
    free_operands(&world);
    free(peers);
}

static void each_rank_gets_what_the_table_names(void **state) {
    (void)state;
    for (int64_t seed = 1; seed < 60; seed++) {
        check_permuted(2 + seed % 9, 1 + seed % 4, seed, (enum lying)(seed % LYING_COUNT));
    }
}

/* --- sums ------------------------------------------------------------------------------------- */

static float tree_of(const struct world *world, int64_t first, int64_t apart, int64_t count,
                     int64_t at) {
    int64_t half = count / 2;
    return count == 1 ? given(world, first)[at]
                      : both(tree_of(world, first, apart, half, at),
                             tree_of(world, first + half * apart, apart, half, at));
}

static float left_fold(const struct world *world, int64_t first, int64_t apart, int64_t members,
                       int64_t points, int64_t piece, int64_t at) {
    float sum = 0;
    for (int64_t i = 0; i < members * points; i++) {
        sum = both(sum, given(world, first + i / points * apart)[i % points * piece + at]);
    }
    return sum;
}

static void check_sum(int64_t kind, int64_t members, int64_t apart, int64_t points,
                      enum lying lying, int64_t columns) {
    struct world world = world_of(kind, members, apart);
    int64_t piece = 3 * columns, gap = lying == APART ? 2 : 1;
    const int is_scattered = kind == SDYRT_SCATTER;
    add_dimension(&world.what, members, is_scattered ? piece : 0, 0, apart);
    if (kind == SDYRT_CHAIN) {
        add_dimension(&world.what, points, piece, 0, SDYRT_OWN_POINTS);
    }
    add_piece(&world.what, lying, columns, gap);
    const int64_t gives = piece * (is_scattered ? members : points);
    make_operands(&world, (size_t)gives, (size_t)(piece * gap));
    for (int64_t r = 0; r < world.count; r++) {
        for (int64_t i = 0; i < gives; i++) {
            given(&world, r)[i] = (float)((r * 7919 + i * 104729) % 10007) / 3;
        }
    }
    run(&world);
    for (int64_t r = 0; r < world.count; r++) {
        for (int64_t i = 0; i < piece; i++) {
            int64_t row = i / columns, column = i % columns;
            int64_t at = lying == TRANSPOSED ? row + 3 * column : i;
            at += is_scattered ? member_of(r, members, apart) * piece : 0;
            int64_t first = rank_of(r, members, apart, 0);
            float want = kind == SDYRT_CHAIN
                             ? left_fold(&world, first, apart, members, points, piece, at)
                             : tree_of(&world, first, apart, members, at);
            float got = value_at(&world, r, i * gap);
            assert_memory_equal(&got, &want, sizeof got);
        }
    }
    free_operands(&world);
}

static void sums_have_their_order(void **state) {
    (void)state;
    for (int64_t members = 2; members <= 64; members *= 2) {
        for (int lying = 0; lying < LYING_COUNT; lying++) {
            check_sum(SDYRT_SUM, members, members < 16 ? 2 : 1, 1, (enum lying)lying, 1);
            check_sum(SDYRT_SUM, members, 1, 1, (enum lying)lying, 33);
            check_sum(SDYRT_SCATTER, members, members < 16 ? 2 : 1, 1, (enum lying)lying, 1);
            check_sum(SDYRT_SCATTER, members, 1, 1, (enum lying)lying, 33);
        }
    }
    check_sum(SDYRT_SCATTER, 128, 1, 1, APART, 3);
    for (int s = 0; s < 7; s++) {
        for (int lying = 0; lying < LYING_COUNT; lying++) {
            check_sum(SDYRT_CHAIN, sizes[s], 2, 3, (enum lying)lying, 2);
            check_sum(SDYRT_CHAIN, sizes[s], 1, 2, (enum lying)lying, 20000);
        }
    }
}

/* Four ranks need no second step for a number: each sends it to the three others. */
static void a_number_is_added_in_one_step(void **state) {
    (void)state;
    for (int64_t members = 2; members <= 8; members *= 2) {
        struct sdyrt_exchange what = {.kind = SDYRT_SUM, .bytes = 4};
        struct sdyrt_parties parties = {NULL, 0, members};
        int64_t counts[2] = {0};
        add_dimension(&what, members, 0, 0, 1);
        add_dimension(&what, 1, 1, 1, 0);
        assert_string_equal(sdyrt_schedule_name(&what), members <= 4 ? "terms" : "tree");
        sdyrt_schedule(&what, &parties, count_action, counts);
        assert_int_equal(counts[0], members <= 4 ? members - 1 : 3);
    }
}

/* Of a scattered sum a rank sends all but its own part, and has no room for the terms of all. */
static void scattered_sums_take_little(void **state) {
    (void)state;
    for (int64_t members = 4; members <= 1024; members *= 4) {
        struct sdyrt_exchange what = {.kind = SDYRT_SCATTER, .bytes = 4};
        struct sdyrt_parties parties = {NULL, 0, members};
        int64_t counts[2] = {0}, all = members << 16;
        add_dimension(&what, members, 1 << 14, 0, 1);
        add_dimension(&what, 1 << 14, 1, 1, 0);
        sdyrt_schedule(&what, &parties, count_action, counts);
        assert_int_equal(counts[0], members - 1);
        assert_int_equal(counts[1], all - (1 << 16));
        assert_true(sdyrt_schedule_room(&what, &parties) <= all / 8 + (5 << 16));
    }
}

static void sums_take_little(void **state) {
    (void)state;
    for (int64_t members = 4, levels = 2; members <= 1024; members *= 4, levels += 2) {
        struct sdyrt_exchange what = {.kind = SDYRT_SUM, .bytes = 4};
        struct sdyrt_parties parties = {NULL, 0, members};
        add_dimension(&what, members, 0, 0, 1);
        add_dimension(&what, 256, 1, 1, 0);
        for (what.size[1] = 256; what.size[1] <= 1 << 20; what.size[1] *= 64) {
            int64_t counts[2] = {0}, all = what.size[1] * 4;
            sdyrt_schedule(&what, &parties, count_action, counts);
            assert_true(counts[0] <= 2 * levels);
            assert_true((double)counts[1] <=
                        1.05 * 2 * (double)(members - 1) / (double)members * (double)all);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_come_to_where_they_belong),
        cmocka_unit_test(small_pieces_take_few_messages),
        cmocka_unit_test(each_rank_gets_what_the_table_names),
        cmocka_unit_test(sums_have_their_order),
        cmocka_unit_test(a_number_is_added_in_one_step),
        cmocka_unit_test(sums_take_little),
        cmocka_unit_test(scattered_sums_take_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
