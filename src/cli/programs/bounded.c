#include "cli/programs/bounded.h"

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

uint32_t open_dimensions(const struct sdyc_program *program, int index) {
    uint32_t open = 0;
    for (int i = asked_inputs(program); i < sdyc_input_count(program); i++) {
        struct sdyc_parts size = sdyc_input_parts(program, i);
        open |= size.size_of == index ? UINT32_C(1) << size.size_dim : 0;
    }
    return open;
}

void set_sizes(struct loaded_program *loaded, int index, const int64_t *sizes) {
    for (int i = asked_inputs(loaded->program); i < sdyc_input_count(loaded->program); i++) {
        struct sdyc_parts size = sdyc_input_parts(loaded->program, i);
        if (size.size_of == index) {
            int32_t number = (int32_t)sizes[size.size_dim];
            sdyrt_value_free(&loaded->inputs[i]);
            loaded->inputs[i].data = aligned_memory(sizeof number);
            memcpy(loaded->inputs[i].data, &number, sizeof number);
        }
    }
}

static void cut_output(struct loaded_program *loaded, int index) {
    int64_t sizes[SDYRT_RANK];
    bool is_open = false;
    memcpy(sizes, loaded->outputs[index].dims, sizeof sizes);
    for (int i = given_outputs(loaded->program); i < sdyc_output_count(loaded->program); i++) {
        struct sdyc_parts size = sdyc_output_parts(loaded->program, i);
        int32_t number;
        if (size.size_of == index) {
            memcpy(&number, loaded->outputs[i].data, sizeof number);
            sizes[size.size_dim] = number;
            is_open = true;
        }
    }
    if (is_open) {
        sdyrt_value_cut(&loaded->outputs[index], sizes);
    }
}

void cut_outputs(struct loaded_program *loaded) {
    for (int i = 0; i < given_outputs(loaded->program); i++) {
        cut_output(loaded, i);
    }
}
