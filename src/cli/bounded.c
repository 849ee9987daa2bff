#include "cli/bounded.h"

#include <string.h>

int asked_inputs(const struct sdyc_program *program) {
    int count = sdyc_input_count(program);
    while (count > 0 && sdyc_input_parts(program, count - 1).size_of >= 0) {
        count--;
    }
    return count;
}

int given_outputs(const struct sdyc_program *program) {
    int count = sdyc_output_count(program);
    while (count > 0 && sdyc_output_parts(program, count - 1).size_of >= 0) {
        count--;
    }
    return count;
}

static void set_size(struct sdyrt_value *size, int64_t given) {
    int32_t number = (int32_t)given;
    sdyrt_value_free(size);
    size->data = aligned_memory(sizeof number);
    memcpy(size->data, &number, sizeof number);
}

bool take_actual_shape(struct loaded_program *loaded, int index, const char *text,
                       struct sdyrt_value *shape) {
    struct sdyrt_npy_error error;
    struct sdyrt_value actual;
    for (int i = asked_inputs(loaded->program); i < sdyc_input_count(loaded->program); i++) {
        struct sdyc_parts size = sdyc_input_parts(loaded->program, i);
        if (size.size_of != index) {
            continue;
        }
        if (!sdyrt_value_shape(text, &actual, &error)) {
            return cli_error("input %d: %s", index, error.text);
        }
        int64_t bound = shape->dims[size.size_dim];
        if (actual.rank != shape->rank || actual.dims[size.size_dim] > bound) {
            return cli_error("input %d: has no dimension %d of at most %lld", index, size.size_dim,
                             (long long)bound);
        }
        shape->dims[size.size_dim] = actual.dims[size.size_dim];
        set_size(&loaded->inputs[i], actual.dims[size.size_dim]);
    }
    return true;
}

/* Copies the elements that have places in both; what remains is left alone. */
static void copy_common(const struct sdyrt_value *from, const struct sdyrt_value *to,
                        size_t bytes) {
    int64_t index[SDYRT_NPY_MAX_RANK] = {0};
    int last = from->rank - 1;
    int64_t row = from->dims[last] < to->dims[last] ? from->dims[last] : to->dims[last];
    for (int d = 0; d <= last; d++) {
        if (from->dims[d] == 0 || to->dims[d] == 0) {
            return;
        }
    }
    for (;;) {
        int64_t source = 0, target = 0;
        for (int d = 0; d <= last; d++) {
            source = source * from->dims[d] + index[d];
            target = target * to->dims[d] + index[d];
        }
        memmove((char *)to->data + (size_t)target * bytes,
                (const char *)from->data + (size_t)source * bytes, (size_t)row * bytes);
        int d = last - 1;
        while (d >= 0 && (++index[d] == from->dims[d] || index[d] == to->dims[d])) {
            index[d--] = 0;
        }
        if (d < 0) {
            return;
        }
    }
}

static bool same_shape(const struct sdyrt_value *value, struct sdyc_tensor tensor) {
    return memcmp(value->dims, tensor.dims, (size_t)tensor.rank * sizeof *tensor.dims) == 0;
}

void extend_input(struct loaded_program *loaded, int index) {
    struct sdyrt_value *input = &loaded->inputs[index];
    struct sdyc_tensor tensor = sdyc_input(loaded->program, index);
    if (same_shape(input, tensor)) {
        return;
    }
    struct sdyrt_value whole = *input;
    memcpy(whole.dims, tensor.dims, (size_t)tensor.rank * sizeof *tensor.dims);
    whole.data = aligned_memory(tensor.bytes);
    whole.mapped = 0;
    copy_common(input, &whole, sdyrt_element_bytes(input->element));
    sdyrt_value_free(input);
    *input = whole;
}

/* Elements move towards the beginning: none is overwritten before it has moved. */
static void cut_output(struct loaded_program *loaded, int index) {
    struct sdyrt_value *output = &loaded->outputs[index], whole = *output;
    for (int i = given_outputs(loaded->program); i < sdyc_output_count(loaded->program); i++) {
        struct sdyc_parts size = sdyc_output_parts(loaded->program, i);
        int32_t number;
        if (size.size_of == index) {
            memcpy(&number, loaded->outputs[i].data, sizeof number);
            output->dims[size.size_dim] = number < 0 ? 0 : number;
        }
    }
    if (!same_shape(output, sdyc_output(loaded->program, index))) {
        copy_common(&whole, output, sdyrt_element_bytes(output->element));
    }
}

void cut_outputs(struct loaded_program *loaded) {
    for (int i = 0; i < given_outputs(loaded->program); i++) {
        cut_output(loaded, i);
    }
}
