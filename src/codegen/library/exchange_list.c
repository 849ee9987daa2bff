/* What a program sends between ranks, message by message, from the schedules that it runs. */
#include <inttypes.h>

#include "codegen/library/exchanges.h"

/* What has been counted of a rank, and of which a list is made. */
struct counting {
    struct buffer *out; /* NULL: messages are counted alone */
    int64_t messages, bytes;
    bool is_second;
};

static void count_action(const struct sdyrt_action *action, void *data) {
    struct counting *counting = data;
    bool sends = action->kind == SDYRT_SEND;
    if (!sends && action->kind != SDYRT_RECEIVE) {
        return;
    }
    counting->messages += sends;
    counting->bytes += sends ? action->bytes : 0;
    if (counting->out) {
        buffer_printf(counting->out,
                      "%s\n        {\"step\": %" PRId64 ", \"peer\": %" PRId64
                      ", \"bytes\": %" PRId64 ", \"sends\": %s}",
                      counting->is_second ? "," : "", action->step, action->peer, action->bytes,
                      sends ? "true" : "false");
        counting->is_second = true;
    }
}

static struct counting count_of(const struct exchange_call *call, int64_t ranks, int64_t rank,
                                struct buffer *out) {
    struct sdyrt_parties parties = {call->peers, rank, ranks};
    struct counting counting = {.out = out};
    sdyrt_schedule(exchange_description(call), &parties, count_action, &counting);
    return counting;
}

/* The most messages that a rank sends, and the most bytes. */
static struct counting most_of(const struct exchange_call *call, int64_t ranks) {
    struct counting most = {.messages = 0};
    for (int64_t rank = 0; rank < ranks; rank++) {
        struct counting own = count_of(call, ranks, rank, NULL);
        most.messages = own.messages > most.messages ? own.messages : most.messages;
        most.bytes = own.bytes > most.bytes ? own.bytes : most.bytes;
    }
    return most;
}

static const char *kind_name(int64_t kind) {
    static const char *const names[] = {
        [SDYRT_GATHER] = "gather",      [SDYRT_PARTS] = "parts",
        [SDYRT_PERMUTE] = "permute",    [SDYRT_SUM] = "sum",
        [SDYRT_CHAIN] = "sum in order", [SDYRT_SCATTER] = "scattered sum",
    };
    return names[kind];
}

/* How often what is in a list is done; a loop of unknown turns counts as one. */
struct turns {
    int64_t count;
    bool are_known;
};

/* The list that is written. */
struct listing {
    struct buffer *out;
    const struct program *program;
    int64_t rank;
    const char *separator;
};

static void print_exchange(const struct listing *listing, const struct exchange_call *call,
                           struct turns turns) {
    struct buffer *out = listing->out;
    const struct program *program = listing->program;
    const int64_t rank = listing->rank;
    const struct sdyrt_exchange *what = exchange_description(call);
    struct sdyrt_parties parties = {call->peers, rank, program->ranks};
    struct counting most = most_of(call, program->ranks);
    buffer_printf(out,
                  "    {\"number\": %" PRId64 ", \"line\": %" PRId64
                  ", \"kind\": \"%s\", \"schedule\": \"%s\",\n      \"room\": %" PRId64
                  ", \"most_messages\": %" PRId64 ", \"most_bytes\": %" PRId64
                  ",\n      \"messages\": [",
                  what->number, what->line, kind_name(what->kind), sdyrt_schedule_name(what),
                  sdyrt_schedule_room(what, &parties), most.messages, most.bytes);
    struct counting own = count_of(call, program->ranks, rank, out);
    buffer_printf(out,
                  "],\n      \"sent_messages\": %" PRId64 ", \"sent_bytes\": %" PRId64
                  ", \"times\": %" PRId64 ", \"known\": %s}",
                  own.messages, own.bytes, turns.count, turns.are_known ? "true" : "false");
}

static void print_steps(struct listing *listing, const struct step_list *list, struct turns turns) {
    for (uint32_t i = 0; i < list->count; i++) {
        const struct step *step = &list->items[i];
        const struct exchange_call *call =
            step->kind == STEP_KERNEL ? exchange_of_kernel(step->kernel) : NULL;
        if (call) {
            buffer_add(listing->out, listing->separator);
            print_exchange(listing, call, turns);
            listing->separator = ",\n";
        }
        struct turns inside = turns;
        if (step->kind == STEP_LOOP) {
            inside.count = extent_product(turns.count, step->turns > 0 ? step->turns : 1);
            inside.are_known = turns.are_known && step->turns > 0;
        }
        for (uint32_t p = 0; p < step->part_count; p++) {
            print_steps(listing, &step->parts[p], inside);
        }
    }
}

void program_messages_json(struct buffer *out, const struct program *program, int64_t rank) {
    struct listing listing = {out, program, rank, "\n"};
    buffer_printf(out, "{\"ranks\": %" PRId64 ", \"rank\": %" PRId64 ", \"exchanges\": [",
                  program->ranks, rank);
    print_steps(&listing, &program->steps, (struct turns){1, true});
    buffer_add(out, "]}\n");
}
