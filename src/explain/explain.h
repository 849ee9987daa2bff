/* Why every value is sharded as it is.
 *
 * The propagation pipeline runs pass by pass, watched: what a pass changed is seen by comparing the
 * shardings before and after it (follow.c), what propagation itself did by an observer of each step
 * (history.c). Both become events of tracks; a track is one value of the program on its way through
 * the passes, which may copy it, rebuild its operation or hide it behind a data flow edge. From
 * events follow the paths that axes took (trace.c); what did not happen is found after the fixed
 * point by looking at each operation's factors once more (stops.c). sentences.c says the one in
 * English, obstacles.c the other, of the words of words.c; text.c, json.c and html.c print.
 *
 *      explain_open -> values.c, follow.c, history.c, stops.c -> struct explanation
 *      explanation  -> trace.c, sentences.c, obstacles.c -> text.c | json.c | html.c
 */
#ifndef SDYC_EXPLAIN_H
#define SDYC_EXPLAIN_H

#include "pipeline.h"
#include "propagation/observer.h"
#include "propagation/propagation.h"

/* --- values of the program -------------------------------------------------------------------- */

enum subject_kind {
    SUBJECT_ARGUMENT,        /* of a function */
    SUBJECT_RESULT,          /* of an operation */
    SUBJECT_BLOCK_ARGUMENT,  /* of a region of an operation */
    SUBJECT_FUNCTION_RESULT, /* what a function returns, as its signature says it */
    SUBJECT_ADDED,           /* of an operation that a pass added */
};
/* A value as the text of the program has it. */
struct subject {
    enum subject_kind kind;
    const char *name;      /* "%3", "%5#1", "@main:0" */
    const char *label;     /* the name by which it alone is meant: "@f:%3", "%3:12" (line 12) */
    const char *function;  /* name of the function it is in */
    uint32_t index;        /* result or argument number */
    const char *operation; /* that defines it, or whose region it enters */
    const char *original;  /* the name of that operation in the IR */
    struct location location;
    const struct type *type;
    bool is_twin; /* the text has one name for it and for another value, which stands for both */
    const struct axis_list *manual; /* of the manual computation it is in, or NULL */
    struct track *tracks;           /* all there are of it, oldest first, by `next` */
    struct holding *holdings;       /* of values that partitioning makes in its place, in order */
};
/* What devices hold of a value of the partitioned program, as JSON (docs/reference/verify.md). */
struct holding {
    const char *json;
    struct holding *next;
};

struct event;
struct stop;
/* One value on its way through the passes: the value of the text, or a copy of it. */
struct track {
    uint32_t id;
    struct subject *subject;
    struct track *next;
    uint32_t copy;               /* 0: the value of the text itself */
    struct value *value;         /* as the module has it now; NULL: it has it no longer */
    struct track *carrier;       /* whose sharding it has: its own, or of the flow it belongs to */
    const struct attr *sharding; /* now; NULL: none */
    int64_t group;               /* its sharding group as numbered on import, or -1 */
    int64_t group_in_text;       /* its number in the text */
    bool is_seen;                /* in the walk that goes on */
    const char *gone;            /* the pass that removed it, or NULL */
    VECTOR(struct event *) events; /* in the order of time */
    VECTOR(struct stop *) stops;
};

/* --- what happened ---------------------------------------------------------------------------- */

/* How far propagation had come. */
struct round {
    int64_t user_priority;
    int32_t op_priority; /* OP_PRIORITY_ALL: no schedule, or its last stage */
    bool is_aggressive;
};
/* Axes that came to one dimension of a value in one step. */
struct move {
    uint32_t dim, factor;
    struct axis_list axes;
    struct track *source; /* NULL: no one tensor had them */
    uint32_t source_dim;
};
struct event {
    enum event_kind {
        EVENT_GIVEN,    /* by the text of the program */
        EVENT_COPIED,   /* the value is a copy of `other` */
        EVENT_STEP,     /* propagation went through an operation: `moves` */
        EVENT_ASSIGNED, /* otherwise, as `reason` says */
        EVENT_PASS,     /* `pass` changed it */
    } kind;
    uint32_t time;
    const struct attr *before, *after;
    const char *operation; /* as the user knows it; or NULL */
    struct location location;
    const char *pass; /* that ran */
    /* EVENT_STEP */
    enum step_kind {
        STEP_RULE,       /* through the factors of a sharding rule */
        STEP_FLOW,       /* from sources to targets of a data flow */
        STEP_BARRIER,    /* through sdy.propagation_barrier */
        STEP_RETURN,     /* between a returned value and the function's signature */
        STEP_CONSTRAINT, /* what an sdy.sharding_constraint asks of its operand */
    } step;
    struct round round;
    uint32_t move_count;
    const struct move *moves;
    /* EVENT_ASSIGNED */
    enum assignment_reason reason;
    int64_t priority;
    struct track *other; /* and EVENT_COPIED */
};

/* --- what did not happen ---------------------------------------------------------------------- */

/* Why `axis` did not come to a dimension of a value although `source` has it on the same factor. */
struct stop {
    enum stop_kind {
        STOP_CLOSED,      /* the dimension takes no further axes */
        STOP_USED,        /* the axis shards dimension `other_dim` of the value already */
        STOP_REPLICATED,  /* the value is explicitly replicated along the axis */
        STOP_UNREDUCED,   /* the value is unreduced along the axis */
        STOP_CONFLICT,    /* `other` has `other_axis` where the axis would go */
        STOP_ELSEWHERE,   /* the axis shards another factor of `other` in the operation */
        STOP_DIVIDE,      /* the axis does not divide the factor, which has minor ones below it */
        STOP_STRIDED,     /* a major factor of the dimension is not sharded to its end */
        STOP_PART,        /* a part of the axis that it cannot stand beside shards `other_dim` */
        STOP_LATE,        /* it came after the operation had been looked at for the last time */
        STOP_BARRIER,     /* a barrier lets nothing through in this direction */
        STOP_BLOCKED,     /* the rule does not let the factor travel */
        STOP_ELEMENTWISE, /* the result did not take it, so the other operands do not */
        STOP_NO_FACTOR,   /* the source's dimension has no part in the result */
        STOP_NO_RULE,     /* the operation has no sharding rule */
        STOP_OTHER_MESH,  /* the operation's tensors are on meshes that differ */
    } kind;
    uint32_t dim; /* of the value; NO_STOP_DIM: no dimension in particular */
    struct axis_ref axis;
    struct track *source;
    uint32_t source_dim;
    const char *operation;
    struct location location;
    uint32_t factor;
    enum factor_kind factor_kind;
    int64_t room;        /* what is left of the factor's size */
    int32_t first_turn;  /* of the factor in the operation: the first such op_priority */
    bool is_elementwise; /* the operation */
    bool is_flow;        /* by its data flow, not by a sharding rule */
    struct track *other;
    uint32_t other_dim;
    struct axis_ref other_axis;
};
#define NO_STOP_DIM UINT32_MAX

/* --- all of it -------------------------------------------------------------------------------- */

struct explanation {
    struct module *module;
    struct context *context;
    struct arena *arena;
    const struct source *source;
    VECTOR(struct subject *) subjects; /* in program order, then what passes added */
    VECTOR(struct track *) tracks;
    struct pointer_map subjects_by_place; /* place in the text -> subject */
    struct pointer_map tracks_by_value;
    struct pointer_map values_now; /* all there are, during a walk */
    struct line_index lines;
    struct sharding_observer observer;
    uint32_t time;           /* of the next event */
    const char *pass;        /* that runs, or has just run */
    size_t program_subjects; /* those before are of the text */
};

/* Runs the propagation pipeline on the module, watching; NULL after reported errors. `source` is
 * what the module was parsed from; everything belongs to `arena`. Close it in any case. */
struct explanation *explain_open(struct module *module, const struct source *source,
                                 struct arena *arena, const struct pass_driver *driver);
void explain_close(struct explanation *explanation);
/* Notes what devices hold of a value of a module that partitioning made of the same text; the JSON
 * is copied. Values that do not stand in the text are left out. */
void explain_hold(struct explanation *explanation, const struct value *value, const char *json);

/* --- values.c --------------------------------------------------------------------------------- */

/* Makes subjects and tracks of all values of the module, which is as parsed. */
void collect_values(struct explanation *explanation);
/* The subject that `value` is of, or NULL where a pass made it. */
struct subject *subject_of(const struct explanation *explanation, const struct value *value);
struct track *new_track(struct explanation *explanation, struct subject *subject,
                        struct value *value);
/* A subject for the result of an operation that a pass added. */
struct subject *added_subject(struct explanation *explanation, const struct value *value);
struct track *track_of(const struct explanation *explanation, const struct value *value);
/* "stablehlo.custom_call @name", "func.call @f". */
const char *operation_name(struct arena *arena, const struct op *op);

/* --- follow.c --------------------------------------------------------------------------------- */

/* Finds all values again after a pass, and notes what it changed. */
void follow_values(struct explanation *explanation);
struct event *add_event(struct explanation *explanation, struct track *track, enum event_kind kind,
                        const struct attr *before, const struct attr *after);
/* Both shard alike: mesh names and what is open aside. */
bool same_axes(const struct attr *a, const struct attr *b);

/* --- history.c -------------------------------------------------------------------------------- */

/* Notes every step and assignment of propagation in the explanation. */
struct sharding_observer history_observer(struct explanation *explanation);

/* --- stops.c ---------------------------------------------------------------------------------- */

/* Finds what stopped, at the fixed point of propagation. */
void find_stops(struct explanation *explanation, struct propagation *state);

/* --- trace.c ---------------------------------------------------------------------------------- */

#define TIME_END UINT32_MAX
/* Where an axis of a dimension came from: one step back. */
struct arrival {
    const struct event *event; /* NULL: from the carrier, or unknown where `source` is NULL */
    struct axis_ref axis;      /* as it is there */
    uint32_t factor;           /* EVENT_STEP */
    struct track *source;      /* NULL: it began here */
    uint32_t source_dim;
    uint32_t time; /* what the source had before this time counts */
};
/* The last time before `time` that `axis` came to dimension `dim` of the track. */
struct arrival trace_back(struct track *track, uint32_t dim, struct axis_ref axis, uint32_t time);
/* One value on the way of an axis, and how it came there. */
struct link {
    struct track *track;
    uint32_t dim;
    struct arrival arrival;
};
struct path {
    struct link *items;
    size_t count, capacity;
};
/* The whole way of an axis, the end first, the origin last. Free with vector_free. */
void trace_path(struct track *track, uint32_t dim, struct axis_ref axis, struct path *path);
/* In which round that was; the priority of what the text gives is its round. */
struct round arrival_round(const struct arrival *arrival, uint32_t dim);

/* --- words.c: what sentences are made of ------------------------------------------------------ */

/* "%3", "@f:%3 (copy 2)": as --value takes it, but for the copy. */
void say_name(struct buffer *out, const struct track *track);
void say_dim(struct buffer *out, const struct track *track, uint32_t dim); /* dimension 0 of %3 */
/* "stablehlo.add (line 7)" */
void say_operation(struct buffer *out, const struct explanation *explanation, const char *operation,
                   struct location location);
/* What the value is: "result of stablehlo.add", "argument 0 of @main". */
void say_subject(struct buffer *out, const struct subject *subject);
/* Why a value that has gone is there no longer. */
void say_gone(struct buffer *out, const struct track *track);
void say_factor(struct buffer *out, uint32_t factor); /* i, j, ..., z, z_1, ... */
/* [{"x"}, {}, {"y":(1)2}], with replicated and unreduced axes; `rank` where there is none. */
void say_sharding(struct buffer *out, const struct attr *sharding, uint32_t rank);
/* Which operations or factors have their turn then; -1: before propagation. */
const char *round_words(int32_t op_priority);
int32_t line_of(const struct explanation *explanation, struct location location);
int32_t column_of(const struct explanation *explanation, struct location location);

/* --- sentences.c: what happened, without the full stop ---------------------------------------- */

/* How the axis came to a dimension of the track: "by factor k of stablehlo.dot_general (line 7)",
 * with the source named where `with_source`. */
void say_arrival(struct buffer *out, const struct explanation *explanation,
                 const struct track *track, uint32_t dim, const struct arrival *arrival,
                 bool with_source);
/* For programs: "given", "rule", ... */
const char *arrival_word(const struct arrival *arrival);
/* What happened to the value, for its history. */
void say_event(struct buffer *out, const struct explanation *explanation, const struct track *track,
               const struct event *event);
/* The event that took axes from the dimension, if one did. */
const struct event *find_loss(const struct track *track, uint32_t dim);
/* Why the dimension has fewer axes than before that event. */
void say_loss(struct buffer *out, const struct explanation *explanation, const struct track *track,
              uint32_t dim, const struct event *loss);

/* --- obstacles.c: what did not happen --------------------------------------------------------- */

/* Why an axis did not come: a whole sentence, without the full stop. */
void say_stop(struct buffer *out, const struct explanation *explanation, struct track *track,
              const struct stop *stop);
/* For programs: "closed", "used", ... */
const char *stop_word(const struct stop *stop);

/* --- select.c --------------------------------------------------------------------------------- */

/* The subject that `%NAME`, `@FUNC:%NAME`, `@FUNC:RESULT` or `@FUNC:argN` names; NULL after an
 * error on the explanation's diagnostics. */
const struct subject *select_subject(const struct explanation *explanation, const char *text);
/* Whether a track is worth showing: of copies only those that differ. */
bool track_is_shown(const struct track *track);
/* The mesh of a sharding; NULL: none, or not known. */
const struct mesh *mesh_of(const struct explanation *explanation, const struct attr *sharding);
/* How many elements of dimension `dim` the first device holds. */
int64_t local_size(const struct explanation *explanation, const struct track *track, uint32_t dim);

/* --- text.c, json.c, html.c ------------------------------------------------------------------- */

/* `subject` NULL: a line for each value. */
void explain_text(struct buffer *out, const struct explanation *explanation,
                  const struct subject *subject);
void explain_json(struct buffer *out, const struct explanation *explanation,
                  const struct subject *subject);
/* Of that, what the page of explain_html reads. */
void explain_page_data(struct buffer *out, const struct explanation *explanation);
/* `costs`: HTML, what the partitioned program costs (report/report.h). */
void explain_html(struct buffer *out, const struct explanation *explanation, const char *costs);

#endif
