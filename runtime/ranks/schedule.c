/* The schedules, a row each, of which the cheapest of its kind is taken. */
#include "schedule.h"

#include "group.h"

#include <stddef.h>

/* --- costs ------------------------------------------------------------------------------------ */

static double message_cost(double messages, double bytes) {
    return messages * SDYRT_MESSAGE_BYTES + bytes;
}

/* Memory is copied some four times as fast as a link carries. */
static double copy_cost(double bytes) {
    return bytes / 4;
}

static double levels_of(int64_t members) {
    double levels = 0;
    for (int64_t met = 1; met < members; met *= 2) {
        levels++;
    }
    return levels;
}

static double direct_cost(const struct sdyrt_amount *amount) {
    double others = (double)amount->members - 1;
    return message_cost(others, others * (double)amount->bytes);
}

static double doubling_cost(const struct sdyrt_amount *amount) {
    double others = (double)amount->members - 1, bytes = (double)amount->bytes;
    return message_cost(levels_of(amount->members), others * bytes) + copy_cost(others * bytes);
}

/* Of the digits of a number almost as many are not zero as the base has others. */
static double hops_cost(const struct sdyrt_amount *amount, double base, double digits) {
    double all = (double)amount->members * (double)amount->bytes;
    double moved = all * digits * (base - 1) / base;
    return message_cost(digits * (base - 1), moved) + copy_cost(2 * moved + 2 * all);
}

static double pairs_cost(const struct sdyrt_amount *amount) {
    return hops_cost(amount, 2, levels_of(amount->members));
}

static double two_hops_cost(const struct sdyrt_amount *amount) {
    return hops_cost(amount, (double)sdyrt_hop_base(amount->members), 2);
}

static double permute_cost(const struct sdyrt_amount *amount) {
    return message_cost(1, (double)amount->points * (double)amount->bytes);
}

/* What is added is read and written, as what is copied is. */
static double terms_cost(const struct sdyrt_amount *amount) {
    double others = (double)amount->members - 1, all = others * (double)amount->bytes;
    return message_cost(others, all) + copy_cost(all);
}

static double tree_cost(const struct sdyrt_amount *amount) {
    double others = (double)amount->members - 1, part = others / (others + 1);
    double all = part * (double)amount->bytes;
    return message_cost(2 * levels_of(amount->members), 2 * all) + copy_cost(all);
}

/* A piece goes from the first to the last and back, and the others come behind it. */
static double chain_cost(const struct sdyrt_amount *amount) {
    double chunks = (double)sdyrt_chain_chunks(amount->bytes);
    double turns = chunks + 2 * ((double)amount->members - 1);
    return turns * message_cost(1, (double)amount->bytes / chunks);
}

/* --- the rows --------------------------------------------------------------------------------- */

static int fits_all(const struct sdyrt_amount *amount) {
    (void)amount;
    return 1;
}

static int fits_many(const struct sdyrt_amount *amount) {
    return amount->members > SDYRT_FEW_PEERS;
}

/* Of so few bytes headers are what is sent. */
static int fits_little(const struct sdyrt_amount *amount) {
    return amount->bytes < 2 * SDYRT_HALF_BYTES;
}

struct row {
    const char *name;
    int64_t kind;
    int (*fits)(const struct sdyrt_amount *amount);
    double (*cost)(const struct sdyrt_amount *amount);
    void (*write)(struct sdyrt_writer *writer);
};

static const struct row rows[] = {
    {"direct", SDYRT_GATHER, fits_all, direct_cost, sdyrt_write_direct},
    {"doubling", SDYRT_GATHER, fits_all, doubling_cost, sdyrt_write_doubling},
    {"direct", SDYRT_PARTS, fits_all, direct_cost, sdyrt_write_direct},
    {"pairs", SDYRT_PARTS, fits_all, pairs_cost, sdyrt_write_pairs},
    {"two hops", SDYRT_PARTS, fits_many, two_hops_cost, sdyrt_write_two_hops},
    {"direct", SDYRT_PERMUTE, fits_all, permute_cost, sdyrt_write_permute},
    {"terms", SDYRT_SUM, fits_little, terms_cost, sdyrt_write_terms},
    {"tree", SDYRT_SUM, fits_all, tree_cost, sdyrt_write_tree},
    {"chain", SDYRT_CHAIN, fits_all, chain_cost, sdyrt_write_chain},
    {"turns", SDYRT_SCATTER, fits_all, terms_cost, sdyrt_write_scatter},
};

static const struct row *choose(int64_t kind, const struct sdyrt_amount *amount) {
    const struct row *best = NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        if (row->kind == kind && row->fits(amount) &&
            (best == NULL || row->cost(amount) < best->cost(amount))) {
            best = row;
        }
    }
    return best;
}

double sdyrt_schedule_cost(int64_t kind, const struct sdyrt_amount *amount) {
    return choose(kind, amount)->cost(amount);
}

static struct sdyrt_amount amount_of(const struct sdyrt_writer *writer) {
    struct sdyrt_amount amount;
    amount.members = writer->members;
    amount.points = writer->points;
    amount.bytes = writer->bytes;
    return amount;
}

int sdyrt_sums_by_tree(int64_t members) {
    return members > 2 && (members & (members - 1)) == 0;
}

const char *sdyrt_schedule_name(const struct sdyrt_exchange *what) {
    struct sdyrt_parties nobody = {NULL, 0, 1};
    struct sdyrt_writer writer = sdyrt_writer_of(what, &nobody);
    struct sdyrt_amount amount = amount_of(&writer);
    return choose(what->kind, &amount)->name;
}

void sdyrt_schedule(const struct sdyrt_exchange *what, const struct sdyrt_parties *parties,
                    sdyrt_visitor *visit, void *data) {
    struct sdyrt_writer writer = sdyrt_writer_of(what, parties);
    struct sdyrt_amount amount = amount_of(&writer);
    writer.visit = visit;
    writer.data = data;
    choose(what->kind, &amount)->write(&writer);
}

/* --- the room --------------------------------------------------------------------------------- */

static void widen(int64_t *most, const struct sdyrt_spot *spot, int64_t bytes) {
    if (spot->place == SDYRT_ROOM && spot->at + bytes > *most) {
        *most = spot->at + bytes;
    }
}

static void widen_by_action(const struct sdyrt_action *action, void *data) {
    int64_t *most = (int64_t *)data;
    widen(most, &action->to, action->bytes);
    widen(most, &action->from, action->bytes);
    widen(most, &action->more, action->bytes);
}

/* Only what a table says differs between ranks, and the halves of trees by an element: the first
   rank of each group has the larger ones. */
int64_t sdyrt_schedule_room(const struct sdyrt_exchange *what,
                            const struct sdyrt_parties *parties) {
    struct sdyrt_parties each = *parties;
    int64_t most = 0, count = what->kind == SDYRT_PERMUTE ? parties->count : 1;
    for (each.rank = 0; each.rank < count; each.rank++) {
        sdyrt_schedule(what, &each, widen_by_action, &most);
    }
    return most;
}
