/* What jaxlib before 0.9 reads off a program, for it asks no extension: how inputs and results are
 * sharded, and in which order their dimensions lie. They are attributes of the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"
#include "pjrt/proto.h"

/* OpSharding */
enum { SHARDING_TYPE = 1, TUPLE_SHARDINGS = 5, TYPE_TUPLE = 2 };

/* --- shardings -------------------------------------------------------------------------------- */

/* As a string of MLIR. */
static void print_bytes(FILE *out, const void *bytes, size_t size) {
    fputc('"', out);
    for (size_t i = 0; i < size; i++) {
        fprintf(out, "\\%02X", ((const unsigned char *)bytes)[i]);
    }
    fputc('"', out);
}

/* One result has its own sharding, several have that of a tuple. False: no memory. */
static bool print_tuple(FILE *out, const struct shardings *outputs, int count) {
    struct proto_writer tuple = {0};
    if (count == 1) {
        print_bytes(out, outputs->messages[0], outputs->sizes[0]);
        return true;
    }
    proto_write_number(&tuple, SHARDING_TYPE, TYPE_TUPLE);
    for (int i = 0; i < count; i++) {
        proto_write_bytes(&tuple, TUPLE_SHARDINGS, outputs->messages[i], outputs->sizes[i]);
    }
    print_bytes(out, tuple.bytes, tuple.size);
    free(tuple.bytes);
    return !tuple.failed;
}

/* jaxlib takes a program without results for one whose only result is an empty tuple, which has no
 * sharding. False: no memory. */
static bool print_shardings(FILE *out, const struct compiled *compiled) {
    const struct shardings *inputs = &compiled->input_shardings;
    bool good = true;
    if (compiled->output_count > 0) {
        fputs("mhlo.spmd_output_sharding = ", out);
        good = print_tuple(out, &compiled->output_shardings, compiled->output_count);
        fputs(", ", out);
    }
    fputs("mhlo.spmd_parameters_shardings = [", out);
    for (int i = 0; i < compiled->input_count; i++) {
        fputs(i > 0 ? ", " : "", out);
        print_bytes(out, inputs->messages[i], inputs->sizes[i]);
    }
    fputs("], ", out);
    return good;
}

/* --- layouts ---------------------------------------------------------------------------------- */

static bool is_row_major(const struct slot *slot) {
    int64_t order[MOST_DIMS];
    order_of_steps(slot->rank, slot->dims, slot->steps, order);
    for (int i = 0; i < slot->rank; i++) {
        if (order[i] != slot->rank - 1 - i) {
            return false;
        }
    }
    return true;
}

static bool are_row_major(const struct slot *slots, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_row_major(&slots[i])) {
            return false;
        }
    }
    return true;
}

/* The dimensions from the fastest to the slowest, of each. */
static void print_layouts(FILE *out, const char *name, const struct slot *slots, int count) {
    fprintf(out, "%s = [", name);
    for (int i = 0; i < count; i++) {
        int64_t order[MOST_DIMS];
        order_of_steps(slots[i].rank, slots[i].dims, slots[i].steps, order);
        fputs(i > 0 ? ", dense<" : "dense<", out);
        for (int k = 0; k < slots[i].rank; k++) {
            fprintf(out, "%s%lld", k > 0 ? ", " : "[", (long long)order[k]);
        }
        fprintf(out, "%s> : tensor<%dxindex>", slots[i].rank > 0 ? "]" : "", slots[i].rank);
    }
    fputs("], ", out);
}

/* Nothing where all are as jaxlib takes them to be. */
static void print_all_layouts(FILE *out, const struct compiled *compiled) {
    if (!are_row_major(compiled->inputs, compiled->input_count) ||
        !are_row_major(compiled->outputs, compiled->output_count)) {
        print_layouts(out, "mhlo.xla_entry_computation_parameter_layouts", compiled->inputs,
                      compiled->input_count);
        print_layouts(out, "mhlo.xla_entry_computation_result_layouts", compiled->outputs,
                      compiled->output_count);
    }
}

/* --- the module ------------------------------------------------------------------------------- */

char *text_with_attributes(const char *text, const struct compiled *compiled) {
    static const char head[] = "attributes {";
    const char *place = strstr(text, head);
    char *result = NULL;
    size_t size;
    FILE *out = place ? open_memstream(&result, &size) : NULL;
    if (!out) {
        return place ? NULL : strdup(text);
    }
    place += strlen(head);
    fprintf(out, "%.*s", (int)(place - text), text);
    bool good = compiled->devices == 1 || print_shardings(out, compiled);
    print_all_layouts(out, compiled);
    fputs(place, out);
    if (fclose(out) != 0 || !good) {
        free(result);
        return NULL;
    }
    return result;
}
