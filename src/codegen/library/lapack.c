/* Factorisations, eigenvalues and solves by LAPACK. */
#include "lapack.h"

#include <string.h>

#include "codegen/library/custom.h"
#include "codegen/library/library.h"
#include "codegen/lower/lower.h"

LIBRARY(lapack);

struct lapack_node { /* what struct node's `call` is */
    struct sdyrt_lapack what;
    uint32_t batch; /* dimensions in front of the matrix */
};

/* --- what a call is checked against --- */

struct array {
    char element;
    const char *dims; /* letters, see lapack.def */
    uint32_t rank;
    int32_t begins;
};
struct lapack_call {
    struct kernel_builder *builder;
    const struct op *op;
    const struct lapack_form *form;
    uint32_t batch; /* dimensions in front */
    uint32_t count;
    struct array arrays[SDYRT_LAPACK_ARRAYS];
    int64_t sizes[128]; /* of letters; -1: not known yet */
    struct sdyrt_lapack what;
};

static bool refuse(const struct lapack_call *call, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(const struct lapack_call *call, const char *format, ...) {
    va_list arguments;
    struct buffer text = {0};
    va_start(arguments, format);
    buffer_vprintf(&text, format, arguments);
    va_end(arguments);
    kernel_unsupported(call->builder, call->op, "calls @%s, %s", custom_call_target(call->op),
                       text.text);
    buffer_free(&text);
    return false;
}

/* "tmn0 tk" */
static void read_arrays(struct lapack_call *call, const char *text) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    while (*text) {
        struct array *array = &call->arrays[call->count++];
        array->element = *text++;
        array->dims = text;
        array->rank = (uint32_t)strspn(text, letters);
        text += array->rank;
        array->begins = -1;
        if (*text && *text != ' ') {
            array->begins = *text++ - '0';
        }
        text += strspn(text, " ");
    }
}

/* --- options --- */

static bool take_option(struct lapack_call *call, uint32_t number, const char *name,
                        size_t name_length, const char *allowed, size_t allowed_length) {
    char text[32] = "";
    snprintf(text, sizeof text, "%.*s", (int)name_length, name);
    const struct attr *attr = custom_call_attr(call->op, text);
    if (!attr || attr->kind != ATTR_INTEGER) {
        return refuse(call, "whose backend_config has no number '%s'", text);
    }
    call->what.option[number] = attr->integer;
    bool is_letter = *allowed != '#' && *allowed != '?';
    bool known = !is_letter || (attr->integer > 0 && attr->integer < 128 &&
                                memchr(allowed, (int)attr->integer, allowed_length));
    return known || refuse(call, "whose '%s' is %lld, not one of the letters %.*s", text,
                           (long long)attr->integer, (int)allowed_length, allowed);
}

/* "side:LR low:#" */
static bool take_options(struct lapack_call *call) {
    uint32_t number = 0;
    for (const char *at = call->form->options; *at; at += strspn(at, " ")) {
        size_t name = strcspn(at, ":"), allowed = strcspn(at + name + 1, " ");
        if (!take_option(call, number++, at, name, at + name + 1, allowed)) {
            return false;
        }
        at += name + 1 + allowed;
    }
    return true;
}

/* --- shapes --- */

static int64_t size_of(struct lapack_call *call, char letter) {
    int64_t m = call->sizes['m'], n = call->sizes['n'], mode = call->what.option[0];
    int64_t least = m < n ? m : n;
    switch (letter) {
    case 'x':
        return least;
    case 'y':
        return n > 0 ? n - 1 : 0;
    case 's':
        return mode == 'L' || mode == 1 ? m : n;
    case 'u':
        return mode == 'A' ? m : mode == 'S' ? least : -1;
    case 'v':
        return mode == 'A' ? n : mode == 'S' ? least : -1;
    default:
        return call->sizes[(unsigned char)letter];
    }
}

/* Letters whose size follows from others. */
static bool is_derived(char letter) {
    return strchr("xysuv", letter) != NULL;
}

static const struct type *type_of(const struct lapack_call *call, uint32_t number) {
    return custom_call_type(call->op, number);
}

static void bind_sizes(struct lapack_call *call) {
    for (size_t i = 0; i < sizeof call->sizes / sizeof *call->sizes; i++) {
        call->sizes[i] = -1;
    }
    for (uint32_t i = 0; i < call->count; i++) {
        const struct array *array = &call->arrays[i];
        for (uint32_t d = 0; d < array->rank; d++) {
            int64_t *size = &call->sizes[(unsigned char)array->dims[d]];
            if (*size < 0 && !is_derived(array->dims[d])) {
                *size = type_of(call, i)->dims[call->batch + d];
            }
        }
    }
}

static bool dims_fit(struct lapack_call *call, uint32_t number) {
    const struct array *array = &call->arrays[number];
    const struct type *type = type_of(call, number), *first = type_of(call, 0);
    for (uint32_t d = 0; d < call->batch; d++) {
        if (type->dims[d] != first->dims[d]) {
            return false;
        }
    }
    for (uint32_t d = 0; d < array->rank; d++) {
        int64_t size = size_of(call, array->dims[d]);
        if (size >= 0 && type->dims[call->batch + d] != size) {
            return false;
        }
    }
    return true;
}

static const struct type *wanted_element(const struct lapack_call *call, char element) {
    struct context *context = call->builder->context;
    int64_t type = call->what.type;
    bool is_single = type == SDYRT_LAPACK_S || type == SDYRT_LAPACK_C;
    bool is_complex = type == SDYRT_LAPACK_C || type == SDYRT_LAPACK_Z;
    const struct type *real = type_float(context, is_single ? FLOAT_F32 : FLOAT_F64);
    return element == 'i'                  ? type_integer(context, 32, SIGNLESS)
           : element == 'r'                ? real
           : element == 't' && !is_complex ? real
                                           : type_complex(context, real);
}

/* "knm": k <= n <= m */
static bool sizes_ordered(struct lapack_call *call) {
    const char *order = call->form->ordered;
    for (uint32_t i = 0; *order && order[i + 1]; i++) {
        if (order[i + 1] != ' ' && order[i] != ' ' &&
            size_of(call, order[i]) > size_of(call, order[i + 1])) {
            return false;
        }
    }
    return true;
}

/* Operand 2, or result 1. */
static const char *say_number(const struct lapack_call *call, uint32_t number) {
    uint32_t operands = call->op->operand_count;
    bool is_operand = number < operands;
    return arena_printf(call->builder->graph->arena, "%s %u", is_operand ? "operand" : "result",
                        is_operand ? number : number - operands);
}

static bool check_types(struct lapack_call *call) {
    const struct op *op = call->op;
    if (op->operand_count + op->result_count != call->count) {
        return refuse(call, "which does not take %u operands and give %u results",
                      op->operand_count, op->result_count);
    }
    uint32_t first = type_of(call, 0)->rank;
    call->batch = first - call->arrays[0].rank;
    for (uint32_t i = 0; i < call->count; i++) {
        const struct array *array = &call->arrays[i];
        bool fits = first >= call->arrays[0].rank &&
                    type_of(call, i)->rank == call->batch + array->rank &&
                    type_element(type_of(call, i)) == wanted_element(call, array->element);
        if (!fits) {
            return refuse(call, "whose %s has not the type it needs", say_number(call, i));
        }
    }
    bind_sizes(call);
    for (uint32_t i = 0; i < call->count; i++) {
        if (!dims_fit(call, i)) {
            return refuse(call, "whose %s has not the shape that goes with the others",
                          say_number(call, i));
        }
    }
    return sizes_ordered(call) || refuse(call, "whose operands have shapes that it does not take");
}

/* A matrix lies in one piece, which LAPACK reads by columns, a batch around it. */
static bool check_layout(struct lapack_call *call, uint32_t number) {
    uint32_t rank = type_of(call, number)->rank;
    uint8_t order[KERNEL_DIMS];
    custom_call_order(call->op, number, order);
    for (uint32_t k = 0; k < call->arrays[number].rank; k++) {
        if (order[rank - 1 - k] < call->batch) {
            return refuse(call, "whose %s needs a layout with the dimensions of a matrix fastest",
                          say_number(call, number));
        }
    }
    return true;
}

/* Rows from 1 on, as LAPACK counts. */
static bool check_range(struct lapack_call *call) {
    int64_t n = call->sizes['n'], low = call->what.option[0], high = call->what.option[1];
    bool is_range = n == 0 ? low == 1 && high == 0 : low >= 1 && low <= high && high <= n;
    return call->what.routine != SDYRT_LAPACK_GEHRD || is_range ||
           refuse(call, "whose range of rows %lld to %lld is not in the matrix", (long long)low,
                  (long long)high);
}

/* --- the node --- */

static void describe_arrays(struct lapack_call *call) {
    struct sdyrt_lapack *what = &call->what;
    what->operands = call->op->operand_count;
    what->results = call->op->result_count;
    for (uint32_t i = 0; i < call->count; i++) {
        const struct array *array = &call->arrays[i];
        const int64_t *dims = type_of(call, i)->dims + call->batch;
        what->element[i] = array->element == 't'   ? SDYRT_LAPACK_OWN
                           : array->element == 'r' ? SDYRT_LAPACK_REAL
                           : array->element == 'c' ? SDYRT_LAPACK_COMPLEX
                                                   : SDYRT_LAPACK_INT;
        what->rows[i] = array->rank > 0 ? dims[0] : 1;
        what->columns[i] = array->rank > 1 ? dims[1] : 1;
        what->begins[i] = array->begins;
    }
}

static bool take_call(struct lapack_call *call) {
    read_arrays(call, call->form->operands);
    read_arrays(call, call->form->results);
    if (!take_options(call) || !check_types(call) || !check_range(call)) {
        return false;
    }
    for (uint32_t i = 0; i < call->count; i++) {
        if (!check_layout(call, i)) {
            return false;
        }
    }
    describe_arrays(call);
    return sdyrt_lapack_fits(&call->what) ||
           refuse(call, "whose matrices are larger than its integers can count");
}

bool node_lapack(struct kernel_builder *builder, const struct op *op,
                 const struct lapack_form *form, char type) {
    static const char types[] = "sdcz";
    struct lapack_call call = {.builder = builder, .op = op, .form = form};
    call.what.routine = sdyrt_lapack_routine(form->routine);
    call.what.type = strchr(types, type) - types;
    if (!custom_call_has_place(builder, op) || !take_call(&call)) {
        return false;
    }
    if (builder->graph->options->runs_here && !sdyrt_lapack_load()) {
        return refuse(
            &call,
            "which needs LAPACK: libopenblas.so.0 is not installed (libopenblas0 of Debian)");
    }
    struct node *node = custom_call_node(builder, &library_lapack, op, NULL);
    struct lapack_node *kept = ARENA_NEW(builder->graph->arena, struct lapack_node);
    *kept = (struct lapack_node){.what = call.what, .batch = call.batch};
    node->call = kept;
    return true;
}

/* --- the kernel --- */

/* The steps of an array along the instance axes and the dimensions of the batch. */
static void set_steps(struct sdyrt_lapack *what, uint32_t number, const struct node *node,
                      uint32_t batch, const struct affine *at) {
    int64_t k = 0;
    const struct type *first = custom_call_type(node->op, 0);
    for (uint32_t d = 0; d < node->lead + batch; d++) {
        if ((d < node->lead ? node->extent[d] : first->dims[d - node->lead]) != 1) {
            what->outer[number * SDYRT_RANK + k++] = at->stride[d];
        }
    }
}

/* The operands, then the results that somebody reads. */
static uint32_t give_operands(struct lowering *lowering, struct sdyrt_lapack *what,
                              struct call_operand *operands) {
    const struct node *node = lowering->group->anchor;
    const struct lapack_node *call = node->call;
    uint32_t given = 0;
    for (uint32_t i = 0; i < node->operand_count + node->results.count; i++) {
        bool loads = i < node->operand_count;
        const struct node *result = loads ? NULL : node->results.items[i - node->operand_count];
        if (!loads && !result->fusion.materialised) {
            continue;
        }
        operands[given] = (struct call_operand){.access = loads ? library_operand(lowering, i)
                                                                : library_result(result),
                                                .loads = loads,
                                                .stores = !loads};
        set_steps(what, i, node, call->batch, &operands[given++].access.at);
        what->given[i] = 1;
    }
    return given;
}

static void lapack_lower(struct lowering *lowering) {
    const struct node *node = lowering->group->anchor;
    const struct lapack_node *from = node->call;
    struct sdyrt_lapack what = from->what;
    struct call_operand operands[SDYRT_LAPACK_ARRAYS];
    double matrices = 1, bytes = 0;
    for (uint32_t d = 0; d < node->lead + from->batch; d++) {
        int64_t size =
            d < node->lead ? node->extent[d] : custom_call_type(node->op, 0)->dims[d - node->lead];
        matrices *= (double)size;
        if (size != 1) {
            what.outer_size[what.rank++] = size;
        }
    }
    uint32_t given = give_operands(lowering, &what, operands);
    for (uint32_t i = 0; i < given; i++) {
        const struct kernel_buffer *buffer = operands[i].access.buffer;
        bytes += (double)buffer->elements * element_info[buffer->element].bytes;
    }
    struct library_call *call =
        library_call_new(lowering, &library_lapack, &what, sizeof what, given, operands);
    call->tasks = sdyrt_lapack_tasks(&what);
    call->scratch = sdyrt_lapack_scratch(&what);
    call->cost =
        (struct library_cost){.flops = matrices * sdyrt_lapack_flops(&what), .bytes = bytes};
}

const struct library library_lapack = {
    .name = "lapack",
    .symbol = "sdyrt_lapack",
    .header = "lapack.h",
    .system.load = "sdyrt_lapack_load",
    .system.needs = "OpenBLAS with LAPACK (libopenblas.so.0)",
    .lower = lapack_lower,
    LIBRARY_CALL,
};
