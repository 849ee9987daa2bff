/* Functions of f32 and f64 beside SLEEF's of at most one unit in the last place. */
#include "contest.h"
#include "functions_sleef.h"

#include <math.h>
#include <stdio.h>

enum { COUNT = 16384 }; /* stays in the second cache */

/* How a function is written in StableHLO, and where its arguments lie. */
struct function {
    const char *name, *operation;
    long double (*exact)(long double);
    double low, high;
};

/* In the order of enum sleef_function. */
static const struct function functions[] = {
#define FUNCTION(name, NAME, operation, exact, low, high) {#name, operation, exact, low, high},
#include "functions.def"
};

struct strip {
    const struct function *function;
    sleef_strip *compute;
    const char *element;
};

static void compute(const struct contest *c, const void *what) {
    ((const struct strip *)what)->compute(c->theirs, c->in[0], COUNT);
}

static long double reference(const struct contest *c, const void *what, size_t index) {
    const struct strip *s = what;
    return s->function->exact((long double)contest_number(s->element, c->in[0], index));
}

static void spread(const struct strip *s, void *values, int is_double) {
    const double middle = (s->function->low + s->function->high) / 2;
    const double half = (s->function->high - s->function->low) / 2;
    for (int i = 0; i < COUNT; i++) {
        if (is_double) {
            ((double *)values)[i] = middle + half * ((double *)values)[i];
        } else {
            ((float *)values)[i] = (float)(middle + half * (double)((float *)values)[i]);
        }
    }
}

static void play(int number, int is_double, struct table *table) {
    static const struct rival rival = {compute, reference, 0, 1};
    const struct function *f = &functions[number];
    const struct strip strip = {f, sleef_strip_of(number, is_double), is_double ? "f64" : "f32"};
    char type[32], name[CONTEST_NAME];
    snprintf(type, sizeof type, "tensor<%dx%s>", COUNT, strip.element);
    struct contest c =
        contest_open("func.func @main(%%x: %s) -> %s {\n"
                     "  %%y = %s %%x : %s%s%s\n"
                     "  return %%y : %s\n}\n",
                     type, type, f->operation, type, f->operation[0] == 'c' ? " -> " : "",
                     f->operation[0] == 'c' ? type : "", type);
    spread(&strip, c.in[0], is_double);
    snprintf(name, sizeof name, "%s %s", f->name, strip.element);
    contest_play(&c, table, name, &rival, &strip);
}

int main(void) {
    char library[64];
    snprintf(library, sizeof library, "SLEEF %s by vectors of %d bytes", sleef_version(),
             sleef_bytes());
    struct table table = table_begin("Functions", library);
    for (int is_double = 0; is_double < 2; is_double++) {
        for (int i = 0; i < SLEEF_FUNCTIONS; i++) {
            play(i, is_double, &table);
        }
    }
    table_end(&table);
    return 0;
}
