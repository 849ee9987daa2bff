/* What jaxlib before 0.9 reads off a program, for it asks no extension: how inputs and results are
 * sharded, and in which order their dimensions lie. They are attributes of the module. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pjrt/objects.h"

/* --- shardings -------------------------------------------------------------------------------- */

/* As a string of MLIR. */
static void print_bytes(FILE *out, const void *bytes, size_t size) {
    fputc('"', out);
    for (size_t i = 0; i < size; i++) {
        fprintf(out, "\\%02X", ((const unsigned char *)bytes)[i]);
    }
    fputc('"', out);
}

/* One result has its own sharding, several have that of a tuple. jaxlib takes a program without
 * results for one whose only result is an empty tuple, which has none. False: no memory. */
static bool print_results(FILE *out, const struct shardings *results, int count) {
    size_t size = 0;
    char *tuple = count > 1 ? sharding_of_tuple(results, count, &size) : NULL;
    if (count > 1 && !tuple) {
        return false;
    }
    if (count == 0) {
        return true;
    }
    fputs("mhlo.spmd_output_sharding = ", out);
    print_bytes(out, tuple ? tuple : results->messages[0], tuple ? size : results->sizes[0]);
    fputs(", ", out);
    free(tuple);
    return true;
}

static void print_inputs(FILE *out, const struct shardings *inputs, int count) {
    fputs("mhlo.spmd_parameters_shardings = [", out);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "", out);
        print_bytes(out, inputs->messages[i], inputs->sizes[i]);
    }
    fputs("], ", out);
}

/* --- layouts ---------------------------------------------------------------------------------- */

static bool are_row_major(struct pjrt_memory_layout *const *layouts, int count) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < layouts[i]->rank; k++) {
            if (layouts[i]->minor_to_major[k] != layouts[i]->rank - 1 - k) {
                return false;
            }
        }
    }
    return true;
}

/* The dimensions from the fastest to the slowest, of each. */
static void print_layouts(FILE *out, const char *name, struct pjrt_memory_layout *const *layouts,
                          int count) {
    fprintf(out, "%s = [", name);
    for (int i = 0; i < count; i++) {
        fputs(i > 0 ? ", dense<" : "dense<", out);
        for (int k = 0; k < layouts[i]->rank; k++) {
            fprintf(out, "%s%lld", k > 0 ? ", " : "[", (long long)layouts[i]->minor_to_major[k]);
        }
        fprintf(out, "%s> : tensor<%dxindex>", layouts[i]->rank > 0 ? "]" : "", layouts[i]->rank);
    }
    fputs("], ", out);
}

/* Nothing where all are as jaxlib takes them to be. */
static void print_all_layouts(FILE *out, const struct compiled *compiled) {
    if (!are_row_major(compiled->input_layouts, compiled->input_count) ||
        !are_row_major(compiled->output_layouts, compiled->output_count)) {
        print_layouts(out, "mhlo.xla_entry_computation_parameter_layouts", compiled->input_layouts,
                      compiled->input_count);
        print_layouts(out, "mhlo.xla_entry_computation_result_layout", compiled->output_layouts,
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
    bool good = true;
    if (compiled->devices > 1) {
        good = print_results(out, &compiled->output_shardings, compiled->output_count);
        print_inputs(out, &compiled->input_shardings, compiled->input_count);
    }
    print_all_layouts(out, compiled);
    fputs(place, out);
    if (fclose(out) != 0 || !good) {
        free(result);
        return NULL;
    }
    return result;
}
