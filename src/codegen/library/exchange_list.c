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
        [SDYRT_GATHER] = "gather", [SDYRT_PARTS] = "parts",        [SDYRT_PERMUTE] = "permute",
        [SDYRT_SUM] = "sum",       [SDYRT_CHAIN] = "sum in order",
    };
    return names[kind];
}

static void print_exchange(struct buffer *out, const struct program *program,
                           const struct exchange_call *call, int64_t rank) {
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
    buffer_printf(out, "],\n      \"sent_messages\": %" PRId64 ", \"sent_bytes\": %" PRId64 "}",
                  own.messages, own.bytes);
}

void program_messages_json(struct buffer *out, const struct program *program, int64_t rank) {
    const char *separator = "\n";
    buffer_printf(out, "{\"ranks\": %" PRId64 ", \"rank\": %" PRId64 ", \"exchanges\": [",
                  program->ranks, rank);
    for (uint32_t i = 0; i < program->kernel_count; i++) {
        const struct exchange_call *call = exchange_of_kernel(program->kernels[i]);
        if (call) {
            buffer_add(out, separator);
            print_exchange(out, program, call, rank);
            separator = ",\n";
        }
    }
    buffer_add(out, "]}\n");
}
