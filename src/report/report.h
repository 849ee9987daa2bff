/* What a partitioned program costs, before it runs.
 *
 * The partition pipeline runs, and is looked at twice: before types become local, for what devices
 * repeat (repeated.c), and at its end, for the collectives (collectives.c) and for memory and work
 * (memory.c, flops.c). What passes note of their reasons (ir/ir.h, struct reason) says why each
 * collective is there. text.c (on tables.h) and json.c print, in the words of words.c.
 *
 * Bytes that are sent are those of codegen/traffic.h. Bytes of a value are those of its local
 * type, an element in whole bytes; nothing is fused. Where a machine is described (machine.c), all
 * of it has times; scaling.c partitions the program for other sizes of an axis.
 */
#ifndef SDYC_REPORT_H
#define SDYC_REPORT_H

#include "codegen/traffic.h"
#include "pipeline.h"

/* How often something runs in one run of the program. */
struct times {
    int64_t count;
    bool is_known; /* false: a loop around it has turns that nobody knows, and counts as one */
};

/* --- the machine ------------------------------------------------------------------------------ */

/* What connects devices along an axis. A step of a collective, in which each device sends one
 * message to another, takes latency + bytes / bandwidth (the model of R. Thakur, R. Rabenseifner
 * and W. Gropp, "Optimization of Collective Communication Operations in MPICH", 2005). */
struct machine_link {
    const char *axis; /* NULL: all axes that have none of their own */
    double latency;   /* seconds */
    double bandwidth; /* bytes a second that a device sends, while it receives as many */
};
/* Operations a second of a device on numbers of a type. */
struct machine_rate {
    const char *type; /* "bf16" */
    double flops;
};
struct machine {
    VECTOR(struct machine_link) links;
    VECTOR(struct machine_rate) rates;
    double flops;  /* on all other types; 0: not known */
    double memory; /* bytes a second that a device reads and writes; 0: not known */
    double launch; /* seconds that a collective takes before it begins */
};
/* "10us:25GB/s,x=1us:900GB/s,100Tflop/s,bf16=400Tflop/s,memory=2TB/s,launch=5us": links, of all
 * axes or of one; rates of a device, of all types or of one; the bandwidth of its memory; the fixed
 * cost of a collective. False: *error, in the arena, says what is wrong with the text. To be freed
 * in either case. */
bool machine_parse(struct machine *machine, const char *text, struct arena *arena,
                   const char **error);
void machine_free(struct machine *machine);

/* --- collectives ------------------------------------------------------------------------------ */

struct collective_cost {
    struct traffic traffic; /* of one execution */
    struct times times;
    uint32_t places;         /* collectives in the program that this row stands for, all alike */
    const struct type *type; /* of the first operand, local */
    bool has_axes;           /* its groups are what differs along axes of the mesh: */
    struct axis_list axes;
    const struct reason *reason;
    struct location location; /* of the reason, or where it stands */
    struct location loop;     /* the innermost loop around it; no source: none */
    bool counts;              /* false: in a case of a branch that sends less than another */
    double seconds;           /* of one execution; 0: no machine is described */
};
/* All collectives of a kind, or along the same axes. */
struct axes_cost {
    bool has_axes;
    struct axis_list axes;
    int64_t collectives, each, all;
    double seconds;
};

/* --- memory ----------------------------------------------------------------------------------- */

struct live_value {
    const struct value *value;
    int64_t bytes;
};
/* Of one device. A value lives from the operation that makes it to the last that uses it;
 * arguments, but for donated ones, and results to the end. What a loop carries is stored once. */
struct memory_cost {
    int64_t arguments, results, peak;
    const struct op *at;    /* where the peak is; NULL: the function has no operations */
    uint32_t largest_count; /* of what is alive there */
    struct live_value largest[8];
};

/* --- what is repeated ------------------------------------------------------------------------- */

/* Work, and values, that devices along an axis have alike although a dimension could be cut along
 * it: by the value that would have to be sharded, from which the others follow. */
struct repetition {
    /* The value that would have to be sharded: "%arg0", NULL: it has no name in the text; and what
     * makes it, NULL: it is an argument. */
    const char *name, *operation;
    struct location location;
    const struct type *type;     /* global */
    const struct attr *sharding; /* now; NULL: none */
    const struct attr *cure;     /* what to write instead */
    uint32_t dim;
    struct axis_ref axis;
    int64_t parts;      /* devices along the axis */
    int64_t operations; /* that are repeated */
    const char *first;  /* the one that repeats most, and where */
    struct location first_location;
    double flops, bytes; /* that a device would be spared: computed, and kept or made */
    double most;         /* of one operation */
};

/* --- scaling ---------------------------------------------------------------------------------- */

/* What a device does and sends if the mesh is so large. */
struct scaling_part {
    double flops, work; /* and the seconds of it */
    int64_t each;       /* bytes that it sends */
    double sent;        /* the seconds of that */
    int64_t peak;       /* bytes of memory */
};
/* Strong scaling: this program, on more devices. Weak scaling: a program whose parts are as large
 * as those of this one, with more parts along the axis. */
struct scaling_row {
    int64_t size, devices; /* of the axis, of the mesh */
    struct scaling_part strong, weak;
};
struct scaling {
    const char *axis; /* NULL: nobody asked */
    VECTOR(struct scaling_row) rows;
};

/* --- all of it -------------------------------------------------------------------------------- */

/* What is asked of a report; all may be NULL. */
struct report_request {
    const char *entry;   /* the function that is counted; NULL: main */
    const char *machine; /* as machine_parse reads it */
    const char *scale;   /* "x:8,64,512": an axis, and sizes of it */
};
struct cost_report {
    struct module *module;
    struct context *context;
    struct arena *arena;
    const struct source *source;
    struct line_index lines;
    const struct report_request *request;
    struct machine machine;
    struct scaling scaling;
    const char *mesh_name; /* of the one mesh that groups are named by; NULL: none */
    const struct mesh *mesh;
    const struct op *entry; /* the function that is counted */
    VECTOR(struct collective_cost) collectives;
    VECTOR(struct axes_cost) axes;
    struct axes_cost kinds[TRAFFIC_KINDS], total;
    bool all_known; /* no loop of unknown turns sends anything */
    struct memory_cost memory;
    VECTOR(struct repetition *) repeated; /* what costs most first */
    double flops, bytes,
        work; /* of one device: computed, read and written, and the seconds of it */
    bool flops_known;
};

/* Runs the partition pipeline on the module, and counts what the asked function runs; NULL after
 * reported errors. `source` is what the module was parsed from; all belongs to `arena`. Close it in
 * any case. */
struct cost_report *report_open(struct module *module, const struct source *source,
                                const struct report_request *request, struct arena *arena,
                                const struct pass_driver *driver);
void report_close(struct cost_report *report);

/* --- what the parts offer each other ---------------------------------------------------------- */

/* collectives.c: of the module as the pipeline leaves it. */
void find_collectives(struct cost_report *report);
/* links.c: how long it takes a group of so many devices, if the axis `resized` (NULL: none) has
 * another size than the mesh gives it. 0: no machine is described. */
double collective_seconds(const struct cost_report *report, const struct collective_cost *cost,
                          int64_t group, const char *resized, int64_t size);
/* machine.c: whether it says how long work takes. */
bool machine_works(const struct machine *machine);
/* work.c: adds what an operation that runs so often computes and moves to the report. */
void note_work(struct cost_report *report, const struct op *op, struct times times);
/* scaling.c: of the module before the pipeline runs, then from what it led to. False after reported
 * errors. */
bool find_strong_scaling(struct cost_report *report, const struct pass_driver *driver);
void find_weak_scaling(struct cost_report *report);
/* memory.c */
void find_memory(struct cost_report *report);
/* repeated.c: of the module before its types become local. */
void find_repeated(struct cost_report *report);
/* Calls `visit` for each operation that the entry function runs, outside first, with how often it
 * runs and the innermost loop around it; calls are followed. The cases of a branch are visited one
 * after the other: `choose` is told when each begins, and when all have ended. */
struct run_visitor {
    void (*visit)(void *data, const struct op *op, struct times times, const struct op *loop);
    void (*choose)(void *data, const struct op *branch, uint32_t number, bool is_end);
    void *data;
};
void visit_run(const struct op *function, const struct run_visitor *visitor);

/* --- words.c ---------------------------------------------------------------------------------- */

int32_t report_line(const struct cost_report *report, struct location location); /* 0: none */
/* "%3", "%3#1", as the text has it; NULL: it has no name there. */
const char *value_name(struct arena *arena, const struct value *value);
/* "12.5 KiB", "96 B" */
void say_bytes(struct buffer *out, double bytes);
/* "1.2 Gflop" */
void say_flops(struct buffer *out, double flops);
/* "12.5 us" */
void say_seconds(struct buffer *out, double seconds);
/* "x", "y":(1)2; "other groups" where they are not along axes. */
void say_group(struct buffer *out, bool has_axes, struct axis_list axes);
/* Why a collective is there: "stablehlo.dot_general (line 4) sums over its factor k". */
void say_reason(struct buffer *out, const struct cost_report *report, const struct reason *reason);
/* "operand": what kind of reason it is, for programs. */
const char *reason_word(const struct reason *reason);
/* "i, k" of a set of factors. */
void say_factors(struct buffer *out, uint64_t factors);
/* What to do about a repetition: "shard %w <@mesh, [{"y"}, {}]>". */
void say_cure(struct buffer *out, const struct repetition *repetition);

/* --- text.c, json.c --------------------------------------------------------------------------- */

/* The whole report as a person reads it, or as one JSON object; appended. */
void report_text(struct buffer *out, const struct cost_report *report);
void report_json(struct buffer *out, const struct cost_report *report);
/* A section of a page, without a heading. */
void report_html(struct buffer *out, const struct cost_report *report);

#endif
