/* What the programs of this folder have in common: cases that sdyc and a library compute in turns,
   on one thread, and a table of their times and errors.

       struct table table = table_begin("Matrix products", "OpenBLAS 0.3.21");
       struct contest c = contest_open("func.func @main(...) ...");
       contest_play(&c, &table, "512x512x512 f32", &rival, NULL);
       table_end(&table);

   sdyc's side is a module, compiled once and then run as any program is: with all that it takes to
   begin and end a run. The library's side is a function that writes the same result. */
#ifndef BENCH_CONTEST_H
#define BENCH_CONTEST_H

#include "sdyc/sdyc.h"

#include <stddef.h>
#include <stdint.h>

enum { CONTEST_TENSORS = 4, CONTEST_MOST = 64, CONTEST_NAME = 64 };

/* The cases of a family beside a library, of which those are noted that sdyc is slower at. */
struct table {
    char library[CONTEST_NAME];
    int count, slower;
    char names[CONTEST_MOST][CONTEST_NAME];
    double ratios[CONTEST_MOST];
};

/* A program, its inputs, and the result that is compared, which is its last one: as sdyc has
   computed it and as the library has. Complex numbers are two numbers each. */
struct contest {
    struct sdyc_program *program;
    const char *element; /* of the result: "f32", "bf16", "i32" */
    size_t count;        /* numbers in the result */
    void *in[CONTEST_TENSORS], *out[CONTEST_TENSORS];
    void *ours, *theirs;
};

/* The library's side. compute: writes the result to c->theirs. reference: what number `index` of
   the result should be; NULL: both results should have the same bits. */
struct rival {
    void (*compute)(const struct contest *c, const void *what);
    long double (*reference)(const struct contest *c, const void *what, size_t index);
    size_t samples; /* numbers that are compared with the reference; 0: all */
    int each;       /* 1: errors are by the number itself; 0: by the largest of the result */
};

/* Prints the head of a table; and its end, which says in which cases sdyc took over a tenth longer
   than the library. */
struct table table_begin(const char *family, const char *library);
void table_end(const struct table *table);

/* Compiles a module, which is printed as printf does, for one thread; ends the program where that
   fails. Floats of inputs lie between -1 and 1, integers are any, indices of i32 are not: whoever
   wants other numbers writes them to c.in before the contest. */
struct contest contest_open(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Runs both sides in turns, prints the row, and frees what the contest holds. */
void contest_play(struct contest *c, struct table *table, const char *name,
                  const struct rival *rival, const void *what);

/* The same of a case that the library has nothing for: nothing is run. */
void contest_skip(struct contest *c, const char *name);

/* Number `index` of an array with elements of this type, as a double. */
double contest_number(const char *element, const void *array, size_t index);

/* Memory for so many bytes, aligned to lines and zero; ends the program where there is none. */
void *contest_memory(size_t bytes);

#endif
