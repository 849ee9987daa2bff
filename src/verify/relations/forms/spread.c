/* A whole number for each device, as a tree of the digits of its number. */
#include "verify/relations/forms/prover.h"

/* --- trees ------------------------------------------------------------------------------------ */

/* Room for the branches of a tree of so many digits: one such tree is made at a time. */
static struct device_number *spread_branches(struct prover *p, uint32_t level) {
    return p->room[level - 1] + 1;
}

static const struct spread *new_spread(struct prover *p, uint32_t level,
                                       const struct device_number *branches) {
    struct spread *spread = ARENA_NEW(p->kept, struct spread);
    int64_t radix = p->radix[level - 1];
    *spread =
        (struct spread){.id = ++p->spread_count,
                        .level = level,
                        .radix = radix,
                        .part = p->span[level - 1],
                        .of = arena_copy(p->kept, branches, (size_t)radix * sizeof *branches)};
    for (int64_t j = 0; j < radix; j++) {
        const struct spread *rest = branches[j].spread;
        int64_t constant = branches[j].constant;
        int64_t least = constant + (rest ? rest->least : 0);
        int64_t most = constant + (rest ? rest->most : 0);
        int64_t size = constant < 0 ? -constant : constant;
        spread->least = least < spread->least ? least : spread->least;
        spread->most = most > spread->most ? most : spread->most;
        spread->common = greatest_common_divisor(spread->common, size);
        spread->common = greatest_common_divisor(spread->common, rest ? rest->common : 0);
    }
    return spread;
}

/* The tree of these branches, of which the first has no constant. */
static const struct spread *spread_made(struct prover *p, uint32_t level,
                                        struct device_number *branches) {
    int64_t radix = p->radix[level - 1];
    bool zero = true;
    for (int64_t j = 0; zero && j < radix; j++) {
        zero = branches[j].constant == 0 && !branches[j].spread;
    }
    if (zero) {
        return NULL;
    }
    branches[-1] = (struct device_number){level, NULL};
    void **slot =
        bytes_table_at(&p->spreads, p->kept, branches - 1, (size_t)(radix + 1) * sizeof *branches);
    if (!*slot) {
        *slot = (void *)new_spread(p, level, branches);
    }
    return (const struct spread *)*slot;
}

/* The same of any branches. */
static struct device_number number_made(struct prover *p, uint32_t level,
                                        struct device_number *branches) {
    int64_t first = branches[0].constant;
    for (int64_t j = 0; j < p->radix[level - 1]; j++) {
        branches[j].constant -= first;
    }
    return (struct device_number){first, spread_made(p, level, branches)};
}

int64_t spread_at(const struct spread *spread, int64_t device) {
    int64_t sum = 0;
    while (spread) {
        const struct device_number *branch = &spread->of[device / spread->part];
        device %= spread->part;
        sum += branch->constant;
        spread = branch->spread;
    }
    return sum;
}

/* --- digits of devices ------------------------------------------------------------------------ */

static void add_digits(struct prover *p, int64_t size) {
    for (int64_t radix = 2; size > 1; radix++) {
        radix = radix > size / radix ? size : radix;
        for (; size % radix == 0; size /= radix) {
            p->radix[p->levels] = radix;
            p->span[p->levels + 1] = p->span[p->levels] * radix;
            p->room[p->levels] = ARENA_ARRAY(p->kept, struct device_number, (size_t)radix + 1);
            p->levels++;
        }
    }
}

void prover_digits(struct prover *p, int64_t devices, uint32_t axes, const int64_t *axis) {
    int64_t left = devices;
    p->devices = devices;
    p->levels = 0;
    p->span[0] = 1;
    for (uint32_t i = axes; i-- > 0;) {
        int64_t size = axis[i] > 0 && left % axis[i] == 0 ? axis[i] : 1;
        add_digits(p, size);
        left /= size;
    }
    add_digits(p, left);
    for (uint32_t level = 1; level <= p->levels; level++) {
        struct device_number *branches = spread_branches(p, level);
        for (int64_t j = 0; j < p->radix[level - 1]; j++) {
            branches[j] = (struct device_number){j * p->span[level - 1], p->identity};
        }
        p->identity = spread_made(p, level, branches);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

int64_t *spread_table(struct prover *p) {
    return ARENA_ARRAY(p->arena, int64_t, (size_t)p->devices);
}

static bool same_but_constant(const int64_t *a, const int64_t *b, int64_t count) {
    uint64_t apart = (uint64_t)a[0] - (uint64_t)b[0], other = 0;
    for (int64_t from = 0; from < count && !other; from += 64) {
        int64_t end = from + 64 < count ? from + 64 : count;
        for (int64_t i = from; i < end; i++) {
            other |= ((uint64_t)a[i] - (uint64_t)b[i]) ^ apart;
        }
    }
    return !other;
}

/* But for the number of the first device. */
static const struct spread *read_table(struct prover *p, uint32_t level, const int64_t *table) {
    if (level == 0) {
        return NULL;
    }
    struct device_number *branches = spread_branches(p, level);
    int64_t part = p->span[level - 1];
    for (int64_t j = 0; j < p->radix[level - 1]; j++) {
        const int64_t *own = table + j * part;
        bool same = j > 0 && same_but_constant(own, own - part, part);
        branches[j].constant = own[0] - table[0];
        branches[j].spread = same ? branches[j - 1].spread : read_table(p, level - 1, own);
    }
    return spread_made(p, level, branches);
}

struct device_number number_of_table(struct prover *p, const int64_t *table) {
    return (struct device_number){table[0], read_table(p, p->levels, table)};
}

static void fill(const struct spread *spread, int64_t count, int64_t constant, int64_t *table) {
    for (int64_t d = 0; !spread && d < count; d++) {
        table[d] = constant;
    }
    for (int64_t j = 0; spread && j < spread->radix; j++) {
        fill(spread->of[j].spread, spread->part, constant + spread->of[j].constant,
             table + j * spread->part);
    }
}

void number_fill(const struct prover *p, struct device_number number, int64_t *table) {
    fill(number.spread, p->devices, number.constant, table);
}

/* --- what is made of them --------------------------------------------------------------------- */

enum made { MADE_MIX, MADE_FLOOR, MADE_MOVED, MADE_ALL_MOVED };
enum { MOST_MOVED = 128 }; /* branches; beyond, a table is as quick */

/* What was made for a key before; else room for it, and `is_new`. */
static struct device_number *made_for(struct prover *p, const int64_t *key, size_t size,
                                      bool *is_new) {
    void **slot = bytes_table_at(&p->mixes, p->kept, key, size);
    *is_new = !*slot;
    *slot = *slot ? *slot : ARENA_NEW(p->kept, struct device_number);
    return (struct device_number *)*slot;
}

static struct device_number branch_of(const struct spread *spread, int64_t j) {
    return spread ? spread->of[j] : (struct device_number){0};
}

const struct spread *spread_mix(struct prover *p, const struct spread *a, int64_t times_a,
                                const struct spread *b, int64_t times_b) {
    a = times_a ? a : NULL;
    b = times_b ? b : NULL;
    if ((!a && !b) || (!b && times_a == 1) || (!a && times_b == 1)) {
        return a ? a : b;
    }
    const int64_t key[5] = {MADE_MIX, a ? a->id : 0, a ? times_a : 0, b ? b->id : 0,
                            b ? times_b : 0};
    bool is_new;
    struct device_number *made = made_for(p, key, sizeof key, &is_new);
    if (is_new) {
        const struct spread *any = a ? a : b;
        struct device_number *branches = spread_branches(p, any->level);
        for (int64_t j = 0; j < any->radix; j++) {
            struct device_number x = branch_of(a, j), y = branch_of(b, j);
            branches[j].constant = x.constant * times_a + y.constant * times_b;
            branches[j].spread = spread_mix(p, x.spread, times_a, y.spread, times_b);
        }
        made->spread = spread_made(p, any->level, branches);
    }
    return made->spread;
}

/* The floor of (rest + spread) / by, where the rest is from 0 to below it. */
static const struct spread *floor_from(struct prover *p, const struct spread *spread, int64_t rest,
                                       int64_t by) {
    if (!spread || (rest + spread->least >= 0 && rest + spread->most < by)) {
        return NULL;
    }
    rest -= rest % greatest_common_divisor(spread->common, by);
    const int64_t key[4] = {MADE_FLOOR, spread->id, rest, by};
    bool is_new;
    struct device_number *made = made_for(p, key, sizeof key, &is_new);
    if (is_new) {
        struct device_number *branches = spread_branches(p, spread->level);
        for (int64_t j = 0; j < spread->radix; j++) {
            int64_t at = rest + spread->of[j].constant, more = divide_down(at, by);
            branches[j].constant = more;
            branches[j].spread = floor_from(p, spread->of[j].spread, at - more * by, by);
        }
        made->spread = spread_made(p, spread->level, branches);
    }
    return made->spread;
}

struct device_number number_floor(struct prover *p, struct device_number number, int64_t by) {
    int64_t more = divide_down(number.constant, by);
    return (struct device_number){more,
                                  floor_from(p, number.spread, number.constant - more * by, by)};
}

const struct spread *spread_divided(struct prover *p, const struct spread *spread, int64_t by) {
    const struct spread *divided = floor_from(p, spread, 0, by < 0 ? -by : by);
    return spread_mix(p, divided, by < 0 ? -1 : 1, NULL, 0);
}

struct device_number number_multiple(struct prover *p, struct device_number number, int64_t of) {
    struct device_number times = number_floor(p, number, of);
    return (struct device_number){times.constant * of, spread_mix(p, times.spread, of, NULL, 0)};
}

bool spread_digit(const struct spread *spread, uint32_t level, int64_t *step) {
    while (spread && spread->level > level) {
        spread = spread->of[0].spread;
    }
    *step = spread ? spread->of[1].constant : 0;
    bool linear = true;
    for (int64_t j = 1; spread && linear && j < spread->radix; j++) {
        linear =
            spread->of[j].spread == spread->of[0].spread && spread->of[j].constant == j * *step;
    }
    return linear;
}

/* Moving a spread to other devices: by trees, while few branches are looked at. */
struct moving {
    struct prover *p;
    int64_t left; /* branches that may still be looked at */
};

static struct device_number moved(struct moving *m, const struct spread *spread,
                                  const struct spread *map, int64_t c);

/* Where the map decides no digit of the other device yet. */
static struct device_number moved_by_branches(struct moving *m, const struct spread *spread,
                                              const struct spread *map, int64_t c) {
    struct prover *p = m->p;
    const int64_t key[4] = {MADE_MOVED, spread->id, map->id, c};
    const struct device_number *made = *bytes_table_at(&p->mixes, p->kept, key, sizeof key);
    if (made || --m->left < 0) {
        return made ? *made : (struct device_number){0};
    }
    struct device_number *branches = spread_branches(p, map->level);
    for (int64_t j = 0; j < map->radix; j++) {
        branches[j] = moved(m, spread, map->of[j].spread, c + map->of[j].constant);
    }
    struct device_number number = number_made(p, map->level, branches);
    if (m->left >= 0) {
        *bytes_table_at(&p->mixes, p->kept, key, sizeof key) =
            arena_copy(p->kept, &number, sizeof number);
    }
    return number;
}

/* What a spread is on the devices whose numbers are c + map. */
static struct device_number moved(struct moving *m, const struct spread *spread,
                                  const struct spread *map, int64_t c) {
    int64_t least = c + (map ? map->least : 0), most = c + (map ? map->most : 0), sum = 0;
    while (spread && least / spread->part == most / spread->part) {
        const struct device_number *branch = &spread->of[least / spread->part];
        int64_t begin = least - least % spread->part;
        sum += branch->constant;
        spread = branch->spread;
        c -= begin;
        least -= begin;
        most -= begin;
    }
    struct device_number number =
        spread ? moved_by_branches(m, spread, map, c) : (struct device_number){0};
    number.constant += sum;
    return number;
}

static struct device_number moved_by_table(struct prover *p, const struct spread *spread,
                                           struct device_number map) {
    int64_t count = map.spread->part * map.spread->radix, all = spread->part * spread->radix;
    int64_t *to = ARENA_ARRAY(p->arena, int64_t, (size_t)count);
    int64_t *from = ARENA_ARRAY(p->arena, int64_t, (size_t)all);
    fill(map.spread, count, map.constant, to);
    fill(spread, all, 0, from);
    for (int64_t d = 0; d < count; d++) {
        to[d] = from[to[d]];
    }
    return (struct device_number){to[0], read_table(p, map.spread->level, to)};
}

struct device_number spread_through(struct prover *p, const struct spread *spread,
                                    struct device_number map) {
    if (!spread || !map.spread) {
        return (struct device_number){spread_at(spread, map.constant), NULL};
    }
    const int64_t key[4] = {MADE_ALL_MOVED, spread->id, map.spread->id, map.constant};
    const struct device_number *made = *bytes_table_at(&p->mixes, p->kept, key, sizeof key);
    if (!made) {
        struct moving moving = {p, MOST_MOVED};
        struct device_number number = moved(&moving, spread, map.spread, map.constant);
        number = moving.left < 0 ? moved_by_table(p, spread, map) : number;
        made = arena_copy(p->kept, &number, sizeof number);
        *bytes_table_at(&p->mixes, p->kept, key, sizeof key) = (void *)made;
    }
    return *made;
}

/* --- by what is asked of each device ---------------------------------------------------------- */

static void find_bounds(uint32_t count, const struct device_number *numbers,
                        struct number_bounds *bounds) {
    for (uint32_t i = 0; i < count; i++) {
        const struct spread *spread = numbers[i].spread;
        bounds[i].least = numbers[i].constant + (spread ? spread->least : 0);
        bounds[i].most = numbers[i].constant + (spread ? spread->most : 0);
    }
}

/* The numbers in a branch; whether they are others than those that stood there. */
static bool go_down(uint32_t count, const struct device_number *numbers, int64_t j,
                    struct device_number *down) {
    bool other = false;
    for (uint32_t i = 0; i < count; i++) {
        struct device_number branch = branch_of(numbers[i].spread, j);
        branch.constant += numbers[i].constant;
        other = other || branch.constant != down[i].constant || branch.spread != down[i].spread;
        down[i] = branch;
    }
    return other;
}

static bool all_in(const struct prover *p, uint32_t level, uint32_t count,
                   const struct device_number *numbers, device_test *test, const void *data) {
    struct number_bounds bounds[MOST_NUMBERS];
    struct device_number down[MOST_NUMBERS];
    find_bounds(count, numbers, bounds);
    bool sure = test(data, bounds), all = sure || level > 0;
    for (int64_t j = 0; !sure && all && j < p->radix[level - 1]; j++) {
        if (go_down(count, numbers, j, down) || j == 0) {
            all = all_in(p, level - 1, count, down, test, data);
        }
    }
    return all;
}

bool numbers_all(const struct prover *p, uint32_t count, const struct device_number *numbers,
                 device_test *test, const void *data) {
    return count <= MOST_NUMBERS && all_in(p, p->levels, count, numbers, test, data);
}

static struct device_number map_in(struct prover *p, uint32_t level, uint32_t count,
                                   const struct device_number *numbers, device_map *map,
                                   const void *data) {
    struct number_bounds bounds[MOST_NUMBERS];
    struct device_number down[MOST_NUMBERS], made = {0};
    find_bounds(count, numbers, bounds);
    int chosen = map(data, bounds, &made.constant);
    if (chosen != MAP_LATER || level == 0) {
        return chosen >= 0 ? numbers[chosen] : made;
    }
    struct device_number *branches = spread_branches(p, level);
    for (int64_t j = 0; j < p->radix[level - 1]; j++) {
        bool other = go_down(count, numbers, j, down) || j == 0;
        branches[j] = other ? map_in(p, level - 1, count, down, map, data) : branches[j - 1];
    }
    return number_made(p, level, branches);
}

struct device_number numbers_map(struct prover *p, uint32_t count,
                                 const struct device_number *numbers, device_map *map,
                                 const void *data) {
    return map_in(p, p->levels, count, numbers, map, data);
}
