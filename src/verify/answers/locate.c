/* Where a partitioned program leaves what the global one computes. Numbers of the field are too
 * many to be equal by chance: a number that the global program never had is either a share of one
 * that it had, or wrong. */
#include "verify/answers/locate.h"

#include "verify/values/field.h"

enum { MOST_KNOWN = 1 << 22, SAMPLES = 512, MOST_AXES = 4 };

/* Of a result on a device: whether the global program has all of it, and which value there does. */
struct note {
    bool is_known, is_written;
    const struct value *meant; /* NULL: none that tells */
};

/* Devices whose places differ along chosen axes alone, group after group. */
struct sharers {
    int64_t size;     /* of a group; 0: not found yet */
    int64_t *members; /* [group * size + place] */
    int64_t *group;   /* [device] */
};

struct traces {
    const struct op *global, *partitioned; /* the main functions */
    const struct mesh *mesh;
    struct sharers sharers[1 << MOST_AXES]; /* by which axes of the mesh are chosen */
    struct arithmetic order;
    uint64_t *known; /* a table of words that are not 0 */
    uint32_t *owner; /* beside it: which value had the word first, in `values` */
    VECTOR(const struct value *) values; /* of the global program */
    size_t known_count;
    bool is_global;
    struct pointer_map ops; /* operation -> struct note[result][device] */
    struct arena *arena;
    int64_t devices, wholes; /* the global program may be evaluated as on one */
};

struct traces *traces_new(const struct border *border, const struct op *global,
                          const struct op *partitioned) {
    struct arena *arena = arena_new();
    struct traces *traces = ARENA_NEW(arena, struct traces);
    traces->global = global;
    traces->partitioned = partitioned;
    traces->arena = arena;
    traces->devices = border->devices;
    traces->known = memory_array(2 * MOST_KNOWN, sizeof *traces->known);
    traces->owner = memory_array(2 * MOST_KNOWN, sizeof *traces->owner);
    for (uint32_t i = 0; i < border->argument_count + border->result_count; i++) {
        const struct crossing *crossing = i < border->argument_count
                                              ? &border->arguments[i]
                                              : &border->results[i - border->argument_count];
        traces->mesh = traces->mesh ? traces->mesh : crossing->mesh;
    }
    return traces;
}

void traces_free(struct traces *traces) {
    memory_free(traces->known);
    memory_free(traces->owner);
    vector_free(&traces->values);
    pointer_map_free(&traces->ops);
    arena_free(traces->arena);
}

/* --- numbers that the global program has ------------------------------------------------------ */

static bool is_telling(uint64_t word) {
    int64_t value;
    return !field_as_integer(word, &value) && word != FIELD_INFINITY && word != FIELD_MINUS &&
           word != FIELD_NAN;
}

static uint64_t *entry_of(const struct traces *traces, uint64_t word) {
    size_t mask = 2 * MOST_KNOWN - 1, at = (size_t)(word * 0x9e3779b97f4a7c15u >> 20) & mask;
    while (traces->known[at] && traces->known[at] != word) {
        at = (at + 1) & mask;
    }
    return &traces->known[at];
}

void traces_know(struct traces *traces, const struct value *value, const struct tensor *tensor) {
    if (kind_of(tensor->type).class == KIND_INTEGER) {
        return;
    }
    *vector_push(&traces->values) = value;
    for (int64_t i = 0; i < tensor->count * tensor->words_each; i++) {
        uint64_t word = tensor->words[i];
        if (traces->known_count < MOST_KNOWN && is_telling(word)) {
            uint64_t *entry = entry_of(traces, word);
            if (*entry == 0) {
                *entry = word;
                traces->owner[entry - traces->known] = (uint32_t)traces->values.count - 1;
                traces->known_count++;
            }
        }
    }
}

static const struct value *owner_of(const struct traces *traces, uint64_t word) {
    const uint64_t *entry = entry_of(traces, word);
    return is_telling(word) && *entry == word
               ? traces->values.items[traces->owner[entry - traces->known]]
               : NULL;
}

static bool is_known(const struct traces *traces, uint64_t word) {
    return !is_telling(word) || *entry_of(traces, word) == word;
}

/* --- shares of numbers ------------------------------------------------------------------------ */

static const struct sharers *sharers_along(struct traces *traces, uint32_t axes) {
    struct sharers *sharers = &traces->sharers[axes];
    const struct mesh *mesh = traces->mesh;
    struct axis_ref rest[MOST_AXES];
    struct axis_list others = {0, rest};
    if (sharers->size) {
        return sharers;
    }
    for (uint32_t i = 0; i < mesh->axis_count; i++) {
        if (!(axes >> i & 1)) {
            rest[others.count++] = axis_whole(mesh->axes[i].name);
        }
    }
    int64_t groups = axes_size(mesh, others);
    int64_t *filled = ARENA_ARRAY(traces->arena, int64_t, (size_t)groups + 1);
    sharers->size = traces->devices / groups;
    sharers->members = ARENA_ARRAY(traces->arena, int64_t, (size_t)traces->devices + 1);
    sharers->group = ARENA_ARRAY(traces->arena, int64_t, (size_t)traces->devices + 1);
    for (int64_t d = 0; d < traces->devices; d++) {
        int64_t group = axes_digit(mesh, others, mesh_position(mesh, d));
        sharers->group[d] = group;
        sharers->members[group * sharers->size + filled[group]++] = d;
    }
    return sharers;
}

/* What the devices have at a place, folded: 0 by sums, 1 by maxima, -1 by minima. */
static uint64_t folded(struct traces *traces, struct lanes lanes, uint32_t axes, int64_t device,
                       int64_t at, int how) {
    const struct sharers *sharers = sharers_along(traces, axes);
    const int64_t *members = sharers->members + sharers->group[device] * sharers->size;
    struct kind kind = {.class = KIND_FLOAT};
    uint64_t result = lanes.items[device]->words[at];
    for (int64_t m = 0; m < sharers->size; m++) {
        int64_t k = members[m];
        if (k == device || !lanes.items[k]) {
            continue;
        }
        uint64_t next = lanes.items[k]->words[at];
        if (how == 0) {
            result = field_add(result, next);
            continue;
        }
        int order = number_order(&traces->order, kind, (struct number){next, 0},
                                 (struct number){result, 0});
        result = order * how > 0 ? next : result;
    }
    return result;
}

static bool all_known(struct traces *traces, struct lanes lanes, uint32_t axes, int64_t device,
                      int how, const struct value **meant) {
    const struct tensor *own = lanes.items[device];
    int64_t words = own->count * own->words_each, step = words / SAMPLES + 1;
    for (int64_t i = 0; i < words; i += axes ? step : 1) {
        uint64_t word = axes ? folded(traces, lanes, axes, device, i, how) : own->words[i];
        if (!is_known(traces, word)) {
            return false;
        }
        *meant = *meant ? *meant : owner_of(traces, word);
    }
    return true;
}

/* Whether shares of devices are known to be something: found once for each group of them. */
struct explaining {
    struct traces *traces;
    struct lanes lanes;
    uint8_t *tried; /* [axes][how][group]: 0: not yet, 1: they are, 2: they are not */
    const struct value **meant;
};

static bool shares_known(struct explaining *e, uint32_t axes, int64_t device, int how,
                         const struct value **meant) {
    int64_t group = sharers_along(e->traces, axes)->group[device];
    size_t at = ((size_t)axes * 3 + (size_t)(how + 1)) * (size_t)e->traces->devices + (size_t)group;
    if (!e->tried[at]) {
        e->meant[at] = NULL;
        bool known = all_known(e->traces, e->lanes, axes, device, how, &e->meant[at]);
        e->tried[at] = known ? 1 : 2;
    }
    *meant = e->meant[at];
    return e->tried[at] == 1;
}

static bool is_explained(struct explaining *e, int64_t device, const struct value **meant) {
    const struct tensor *own = e->lanes.items[device];
    struct traces *traces = e->traces;
    if (!own || kind_of(own->type).class == KIND_INTEGER ||
        all_known(traces, e->lanes, 0, device, 0, meant)) {
        return true;
    }
    uint32_t count = traces->mesh ? traces->mesh->axis_count : 0;
    if (count == 0 || count > MOST_AXES) {
        return false;
    }
    if (!e->tried) {
        size_t most = ((size_t)3 << count) * (size_t)traces->devices;
        e->tried = memory_array(most, sizeof *e->tried);
        e->meant = memory_array(most, sizeof *e->meant);
    }
    for (uint32_t axes = 1; axes < 1u << count; axes++) {
        for (int how = -1; how <= 1; how++) {
            if (shares_known(e, axes, device, how, meant)) {
                return true;
            }
        }
    }
    return false;
}

/* --- watching --------------------------------------------------------------------------------- */

static void note_partitioned(struct traces *traces, const struct op *op,
                             const struct lanes *results) {
    struct note *notes = pointer_map_get(&traces->ops, op);
    if (!notes) {
        notes = ARENA_ARRAY(traces->arena, struct note,
                            (size_t)(op->result_count * traces->devices) + 1);
        pointer_map_put(&traces->ops, op, notes);
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        struct explaining explaining = {.traces = traces, .lanes = results[i]};
        for (int64_t d = 0; d < traces->devices; d++) {
            struct note *note = &notes[i * traces->devices + d];
            const struct value *meant = NULL;
            bool known = is_explained(&explaining, d, &meant);
            note->is_known = known && (note->is_known || !note->is_written);
            note->meant = note->meant ? note->meant : known ? meant : NULL;
            note->is_written = true;
        }
        memory_free(explaining.tried);
        memory_free(explaining.meant);
    }
}

static void watch(void *data, const struct op *op, const struct lanes *results) {
    struct traces *traces = data;
    if (!traces->is_global) {
        note_partitioned(traces, op, results);
        return;
    }
    for (uint32_t i = 0; i < op->result_count; i++) {
        for (int64_t d = 0; d < traces->wholes; d++) {
            struct tensor *own = results[i].items[d];
            if (own && (d == 0 || own != results[i].items[d - 1])) {
                traces_know(traces, op_result(op, i), own);
            }
        }
    }
}

void traces_watch(struct traces *traces, struct evaluator *e, bool is_global) {
    traces->is_global = is_global;
    traces->wholes = e->devices;
    traces->order = e->arithmetic;
    e->watch = watch;
    e->watcher = traces;
}

/* --- the walk back ---------------------------------------------------------------------------- */

static const struct note *note_of(const struct traces *traces, const struct value *value,
                                  int64_t device) {
    const struct note *notes = value->op ? pointer_map_get(&traces->ops, value->op) : NULL;
    return notes ? &notes[value->index * traces->devices + device] : NULL;
}

static bool explained_on(const struct traces *traces, const struct value *value, int64_t device) {
    const struct note *note = note_of(traces, value, device);
    return !note || note->is_known;
}

/* An operand that holds what the global program never had, on this device or, of a collective, on
 * any. */
static const struct value *wrong_operand(const struct traces *traces, const struct op *op,
                                         int64_t *device) {
    for (uint32_t i = 0; i < op->operand_count; i++) {
        const struct value *value = op_operand(op, i);
        if (!explained_on(traces, value, *device)) {
            return value;
        }
        for (int64_t d = 0; op_has(op, OP_COLLECTIVE) && d < traces->devices; d++) {
            if (!explained_on(traces, value, d)) {
                *device = d;
                return value;
            }
        }
    }
    return NULL;
}

/* What an operation that holds a program gives as its result: in its last region, or the function
 * that it calls. */
static const struct value *inner_value(const struct op *op, uint32_t result) {
    const struct attr *callee = op_has(op, OP_CALL) ? op_property(op, "callee") : NULL;
    const struct op *end = NULL;
    if (callee) {
        const struct op *func = symbol_lookup_from(op, callee);
        end = func ? func_return(func) : NULL;
    } else if (op->def->flow != OP_FLOW_NONE && op->region_count > 0) {
        end = block_terminator(op->regions[op->region_count - 1].first);
    }
    return end && result < end->operand_count ? op_operand(end, result) : NULL;
}

/* --- the global program's operation ----------------------------------------------------------- */

/* The value of the global program that this one is, or is a part or a share of. NULL: none that is
 * known. */
static const struct value *meant_value(const struct traces *traces, const struct value *value,
                                       int64_t device) {
    if (!value->op && value->block == traces->partitioned->regions[0].first) {
        return traces->global->regions[0].first->arguments[value->index];
    }
    const struct note *note = note_of(traces, value, device);
    return note ? note->meant : NULL;
}

/* How many operands of a global operation are those that the partitioned one has. */
static uint32_t common_operands(const struct traces *traces, const struct op *own,
                                const struct op *global, int64_t device) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < own->operand_count; i++) {
        const struct value *meant = meant_value(traces, op_operand(own, i), device);
        for (uint32_t k = 0; meant && k < global->operand_count; k++) {
            if (op_operand(global, k) == meant) {
                count++;
                break;
            }
        }
    }
    return count;
}

/* The operation of the global program that has the same operands as this one, and is of its kind
 * where there is such; of a collective, the one whose value it moves. NULL: nothing tells. */
static const struct op *meant_by(const struct traces *traces, const struct op *own,
                                 int64_t device) {
    const struct op *best = NULL;
    uint32_t most = 0;
    for (uint32_t i = 0; i < own->operand_count; i++) {
        const struct value *meant = meant_value(traces, op_operand(own, i), device);
        if (!meant) {
            continue;
        }
        if (op_has(own, OP_COLLECTIVE) && meant->op) {
            return meant->op;
        }
        FOR_EACH_USE (use, meant) {
            uint32_t score = 2 * common_operands(traces, own, use->user, device) +
                             3 * (use->user->def == own->def);
            if (score > most) {
                most = score;
                best = use->user;
            }
        }
    }
    return best;
}

const struct op *traces_find(struct traces *traces, uint32_t result, int64_t device,
                             const struct op **meant) {
    const struct op *func = traces->partitioned;
    const struct value *value = op_operand(func_return(func), result);
    const struct op *found = value->op ? value->op : func;
    for (int steps = 0; value && value->op && steps < 1 << 16; steps++) {
        found = value->op;
        const struct value *next = wrong_operand(traces, found, &device);
        if (!next) {
            next = inner_value(found, value->index);
            next = next && next->op && !explained_on(traces, next, device) ? next : NULL;
        }
        value = next;
    }
    *meant = meant_by(traces, found, device);
    return found;
}
