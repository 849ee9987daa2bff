/* What the tests of all families of kernels share: a case, which is one descriptor and its
   operands; families, which make cases and compare; and what a case says of itself. */
#ifndef KERNELS_FRAME_H
#define KERNELS_FRAME_H

#include "call.h"
#include "cpu.h"
#include "dice.h"
#include "machine_class.h"
#include "pages.h"

#include <setjmp.h>

enum { FRAME_ROUTES = 64, FRAME_TEXT = 600, FRAME_HELD = 64 };

/* What a process that runs cases tells the one that began it, in memory of both. */
struct frame_report {
    int64_t number; /* of the case under way */
    int has_failed;
    char descriptor[FRAME_TEXT], failure[FRAME_TEXT];
    int64_t taken[FRAME_ROUTES]; /* how many cases took each route of the family, */
    /* and of those that were timed: what they took, and would at the machine's limit */
    double seconds[FRAME_ROUTES], least[FRAME_ROUTES];
};

struct kernel_case {
    struct dice dice;
    enum sdyrt_set set; /* of which kernels have the instructions */
    struct pages pages;
    struct frame_report *report;
    void *held[FRAME_HELD]; /* what ends with the case */
    int holds;
    bool is_timed;     /* calls are repeated, and results are not compared */
    bool seeks_routes; /* the case is only for a route that none has taken yet, */
    jmp_buf end;       /* and ends here where it takes another */
    int route;
    double seconds, operations, bytes; /* of all calls; what the case says of its work */
};

/* A family: its cases, and the ways in which it computes them. Where `must_take` is not NULL, every
   route for which it is true on a set of instructions has to be taken by some case. */
struct kernel_family {
    const char *name;
    int64_t count; /* of cases that are a good sample, on each set */
    void (*run)(struct kernel_case *test);
    int routes;
    const char *(*route_name)(int route);
    bool (*must_take)(int route, enum sdyrt_set set);
};

/* For families with one route, "tasks", and for those with routes for all sets. */
const char *family_tasks(int route);
bool family_takes_all(int route, enum sdyrt_set set);

/* What is computed, for who reads of a failure. */
__attribute__((format(printf, 2, 3))) void case_describe(struct kernel_case *test,
                                                         const char *format, ...);

/* The case has failed, for this reason; the first one counts. */
__attribute__((format(printf, 2, 3))) void case_fail(struct kernel_case *test, const char *format,
                                                     ...);
bool case_has_failed(const struct kernel_case *test);

/* Notes that the case takes this route, and how many operations and bytes it is by definition.
   `case_takes` ends a case that only seeks other routes: it is called before operands are made. */
void case_takes(struct kernel_case *test, int route);
void case_works(struct kernel_case *test, double operations, double bytes);

/* Memory that ends with the case, for what is expected; and a copy. */
void *case_hold(struct kernel_case *test, size_t bytes);
char *case_copy(struct kernel_case *test, const void *from, size_t bytes);

/* Memory for an operand, a result or scratch of so many bytes, full of a byte of the case's choice.
   It ends with the case. */
char *case_memory(struct kernel_case *test, size_t bytes, size_t alignment);

/* The same, full of random bits. */
char *case_random_bytes(struct kernel_case *test, size_t bytes, size_t alignment);

/* From now on the case ends by a signal where something is written to this operand. */
void case_protect(struct kernel_case *test, const void *operand);

/* Calls a kernel, and fails where it leaves the processor in another state. */
void case_call(struct kernel_case *test, kernel_function *function, int count,
               const union argument *arguments);

/* The same for all tasks of a kernel that takes a description, operands, the task's number and
   scratch, in a random order. */
void case_run_tasks(struct kernel_case *test, kernel_function *function, const void *what,
                    char *const *operands, int64_t tasks, size_t scratch_bytes);
/* And of one that takes a plan behind the description. */
void case_run_planned(struct kernel_case *test, kernel_function *function, const void *what,
                      const void *plan, char *const *operands, int64_t tasks, size_t scratch_bytes);

/* Fails where bytes differ. */
void case_compare(struct kernel_case *test, const char *what, const void *found,
                  const void *expected, size_t bytes);

/* Runs cases of a family on a set of instructions in a process of its own, from `first` on; whether
   all was right. Where routes are checked that `count` cases do not take, more follow, up to the
   family's number, of which only those of other routes are computed. Prints what is wrong, and a
   line in any case; with times a line for each route. */
struct frame_options {
    uint64_t seed;
    int64_t first, count;
    int seconds;        /* after which a process is stopped */
    bool checks_routes; /* whether each is taken */
    bool is_timed;
};
bool frame_run(const struct kernel_family *family, enum sdyrt_set set,
               const struct frame_options *options);

/* "baseline", "avx2", "avx512", "vnni", "bf16" or "amx"; static text. */
const char *frame_set_name(enum sdyrt_set set);

/* Why kernels for a set are not run here; NULL where they are. What is emulated runs where the
   processor lacks it or where it is asked for by name. Static text. */
const char *frame_leaves_out(enum sdyrt_set set, bool is_asked);

/* What a plan may count on: processors of the set, with what they have beside it. */
struct sdyrt_machine_class frame_class(enum sdyrt_set set);

/* What kernels of this process hear of the processor from now on. */
void frame_use_set(enum sdyrt_set set);

#endif
