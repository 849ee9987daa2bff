/* Values of a run that are kept for whoever asked. */
#include "verify/answers/kept.h"

struct verify_values *values_keep(const struct border *border, const struct lanes *whole,
                                  const struct lanes *parts, const struct lanes *results) {
    struct verify_values *values = memory_array(1, sizeof *values);
    int64_t devices = border->devices;
    values->argument_count = border->argument_count;
    values->result_count = border->result_count;
    values->devices = devices;
    values->wholes = memory_array(border->argument_count + 1, sizeof *values->wholes);
    values->parts =
        memory_array((size_t)(border->argument_count * devices) + 1, sizeof *values->parts);
    values->results = memory_array(border->result_count + 1, sizeof *values->results);
    for (uint32_t i = 0; i < border->argument_count; i++) {
        values->wholes[i] = tensor_keep(whole[i].items[0]);
        for (int64_t d = 0; d < devices; d++) {
            values->parts[i * devices + d] = tensor_keep(parts[i].items[d]);
        }
    }
    for (uint32_t i = 0; i < border->result_count; i++) {
        values->results[i] = tensor_keep(results[i].items[0]);
    }
    return values;
}

void verify_values_free(struct verify_values *values) {
    if (!values) {
        return;
    }
    for (uint32_t i = 0; i < values->argument_count; i++) {
        tensor_release(values->wholes[i]);
        for (int64_t d = 0; d < values->devices; d++) {
            tensor_release(values->parts[i * values->devices + d]);
        }
    }
    for (uint32_t i = 0; i < values->result_count; i++) {
        tensor_release(values->results[i]);
    }
    memory_free(values->wholes);
    memory_free(values->parts);
    memory_free(values->results);
    memory_free(values);
}
