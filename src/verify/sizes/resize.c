/* Classes of dimensions are divided, each by a number of its own. */
#include "verify/sizes/resize.h"

#include "verify/evaluation/work.h"
#include "verify/sizes/classes.h"

enum {
    LEAST = 4,           /* a size that is left */
    MOST_RESTS = 1 << 20 /* numbers that a size is divided by, to find one */
};

/* --- work ------------------------------------------------------------------------------------- */

static bool add_work(struct op *op, void *data) {
    *(double *)data += evaluation_work(op);
    return true;
}

double program_work(const struct module *module) {
    double work = 0;
    op_walk(module->op, add_work, &work);
    return work;
}

/* --- sizes ------------------------------------------------------------------------------------ */

/* What the sizes of a class have in common. */
struct common {
    int64_t divisor, least, largest, by;
};

static int64_t greatest_common(int64_t a, int64_t b) {
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The greatest number that divides all sizes of a class and leaves enough of the least: the divisor
   by the least number of which that is true. A size that takes longer to divide stays as it is. */
static int64_t choose(const struct common *common) {
    for (int64_t rest = 1; rest <= common->divisor && rest <= MOST_RESTS; rest++) {
        const int64_t by = common->divisor / rest;
        if (common->divisor % rest == 0 && common->least / by >= LEAST) {
            return by;
        }
    }
    return 1;
}

static struct common *find_common(const struct classes *classes) {
    struct common *all = memory_array(classes->slots.count + 1, sizeof *all);
    for (uint32_t i = 0; i < classes->slots.count; i++) {
        const struct sized_dim *slot = &classes->slots.items[i];
        struct common *common = &all[class_of(classes, i)];
        int64_t size = slot->value->type->dims[slot->dim];
        common->divisor = greatest_common(common->divisor, size);
        common->least = common->least == 0 || size < common->least ? size : common->least;
        common->largest = size > common->largest ? size : common->largest;
    }
    for (uint32_t i = 0; i < classes->slots.count; i++) {
        const struct sized_dim *slot = &classes->slots.items[i];
        bool keeps = slot->is_fixed || (slot->is_counted && all[i].least != all[i].largest);
        all[i].by = slot->parent == i && !keeps ? choose(&all[i]) : 1;
    }
    return all;
}

static const struct type *smaller(const struct classes *classes, const struct common *all,
                                  struct context *context, uint32_t base, const struct type *type) {
    int64_t dims[MAX_RANK];
    for (uint32_t d = 0; d < type->rank; d++) {
        dims[d] = type->dims[d] / all[class_of(classes, base + d)].by;
    }
    return type_with_dims(context, type, type->rank, dims);
}

static const struct op *module_of(const struct value *value) {
    const struct op *op = value->op ? value->op : value->block->region->op;
    while (op_parent(op)) {
        op = op_parent(op);
    }
    return op;
}

static void set_types(const struct classes *classes, const struct common *all,
                      const struct module *global, const struct module *partitioned) {
    for (uint32_t i = 0; i < classes->slots.count; i++) {
        struct value *value = (struct value *)classes->slots.items[i].value;
        if (classes->slots.items[i].dim == 0) {
            const struct module *own = module_of(value) == global->op ? global : partitioned;
            value->type = smaller(classes, all, own->context, i, value->type);
        }
    }
}

static bool say_sizes(const struct classes *classes, const struct common *all,
                      struct buffer *said) {
    enum { MOST = 8 };
    int64_t told[MOST][2];
    uint32_t count = 0;
    for (uint32_t i = 0; i < classes->slots.count; i++) {
        bool known = all[i].by <= 1 || count == MOST;
        for (uint32_t k = 0; k < count && !known; k++) {
            known = told[k][0] == all[i].largest && told[k][1] == all[i].largest / all[i].by;
        }
        if (!known) {
            told[count][0] = all[i].largest;
            told[count][1] = all[i].largest / all[i].by;
            buffer_printf(said, "%s%lld to %lld", count ? ", " : "", (long long)told[count][0],
                          (long long)told[count][1]);
            count++;
        }
    }
    return count > 0;
}

/* --- both programs ---------------------------------------------------------------------------- */

static struct crossing *copy_crossings(struct arena *arena, const struct crossing *crossings,
                                       uint32_t count) {
    return arena_copy(arena, crossings, (count + 1) * sizeof *crossings);
}

static void set_border(struct border *border, struct arena *arena, const struct op *global,
                       const struct op *partitioned) {
    border->arguments = copy_crossings(arena, border->arguments, border->argument_count);
    border->results = copy_crossings(arena, border->results, border->result_count);
    for (uint32_t i = 0; i < border->argument_count; i++) {
        border->arguments[i].whole = global->regions[0].first->arguments[i]->type;
        border->arguments[i].local = partitioned->regions[0].first->arguments[i]->type;
    }
    for (uint32_t i = 0; i < border->result_count; i++) {
        border->results[i].whole = op_operand(func_return(global), i)->type;
        border->results[i].local = op_operand(func_return(partitioned), i)->type;
    }
}

bool programs_shrink(const struct verify_request *request, struct border *border,
                     struct arena *arena, struct buffer *said) {
    const struct op *global = request->global_entry, *partitioned = request->partitioned_entry;
    struct classes classes;
    classes_find(&classes, global, partitioned, border);
    struct common *all = find_common(&classes);
    bool any = say_sizes(&classes, all, said);
    if (any) {
        set_types(&classes, all, request->global, request->partitioned);
        set_border(border, arena, global, partitioned);
    }
    memory_free(all);
    classes_free(&classes);
    return any;
}
