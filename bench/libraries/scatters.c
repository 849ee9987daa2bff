/* Rows that are added at computed places beside OpenBLAS, a call of axpy for each row, as
   frameworks do it. */
#include "contest.h"

#include <cblas.h>
#include <stdio.h>

struct scatter {
    int places, updates, columns;
};

static const struct scatter scatters[] = {
    {100000, 100000, 1}, {1000, 100000, 1},  {10000, 20000, 4},  {10000, 20000, 16},
    {1000, 10000, 32},   {1000, 10000, 64},  {10000, 10000, 13}, {1000, 4000, 128},
    {30000, 2048, 768},  {1000, 2048, 1024},
};

/* The result begins as the operand, which sdyc copies too. */
static void compute(const struct contest *c, const void *what) {
    const struct scatter *s = what;
    const int32_t *place = c->in[1];
    const float *rows = c->in[2];
    float *result = c->theirs;
    cblas_scopy(s->places * s->columns, c->in[0], 1, result, 1);
    for (int i = 0; i < s->updates; i++) {
        cblas_saxpy(s->columns, 1, rows + (size_t)i * (size_t)s->columns, 1,
                    result + (size_t)place[i] * (size_t)s->columns, 1);
    }
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct scatter *s = what;
    const int32_t *place = c->in[1];
    const size_t columns = (size_t)s->columns;
    long double sum = contest_number("f32", c->in[0], index);
    for (size_t i = 0; i < (size_t)s->updates; i++) {
        if (place[i] == (int32_t)(index / columns)) {
            sum += contest_number("f32", c->in[2], i * columns + index % columns);
        }
    }
    return sum;
}

static void play(const struct scatter *s, struct table *table) {
    static const struct rival rival = {compute, reference, 256, 0};
    char memory[64], places[64], rows[64], name[CONTEST_NAME];
    snprintf(memory, sizeof memory, "tensor<%dx%dxf32>", s->places, s->columns);
    snprintf(places, sizeof places, "tensor<%dx1xi32>", s->updates);
    snprintf(rows, sizeof rows, "tensor<%dx%dxf32>", s->updates, s->columns);
    struct contest c = contest_open(
        "func.func @main(%%x: %s, %%at: %s, %%new: %s) -> %s {\n"
        "  %%y = \"stablehlo.scatter\"(%%x, %%at, %%new) <{scatter_dimension_numbers = "
        "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
        "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
        "  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n"
        "    %%sum = stablehlo.add %%a, %%b : tensor<f32>\n"
        "    stablehlo.return %%sum : tensor<f32>\n"
        "  }) : (%s, %s, %s) -> %s\n"
        "  return %%y : %s\n}\n",
        memory, places, rows, memory, memory, places, rows, memory, memory);
    uint32_t *place = c.in[1];
    for (int i = 0; i < s->updates; i++) {
        place[i] %= (uint32_t)s->places;
    }
    snprintf(name, sizeof name, "%d rows of %d to %d", s->updates, s->columns, s->places);
    contest_play(&c, table, name, &rival, s);
}

int main(void) {
    char library[64];
    openblas_set_num_threads(1);
    snprintf(library, sizeof library, "%.15s for %s", openblas_get_config(),
             openblas_get_corename());
    struct table table = table_begin("Added rows of f32", library);
    for (size_t i = 0; i < sizeof scatters / sizeof *scatters; i++) {
        play(&scatters[i], &table);
    }
    table_end(&table);
    return 0;
}
