/* Errors of the library: one block of memory each, which holds its texts too. */
#include "api/failure.h"

#include <stdlib.h>

struct sdyc_error {
    enum sdyc_status status;
    int call_code, count;
    const char *text;
    const struct sdyc_message *messages;
};

/* --- making them ------------------------------------------------------------------------------ */

static const struct sdyc_message no_memory_message = {
    .severity = SDYC_ERROR, .offset = -1, .text = "out of memory"};
static const struct sdyc_error no_memory = {.status = SDYC_E_MEMORY,
                                            .count = 1,
                                            .text = "sdyc: error: out of memory\n",
                                            .messages = &no_memory_message};

struct sdyc_error *failure_no_memory(void) {
    return (struct sdyc_error *)(uintptr_t)&no_memory; /* nobody writes to it, or frees it */
}

static struct sdyc_message *messages_of(struct sdyc_error *error) {
    return (struct sdyc_message *)(error + 1);
}

/* An error with room for messages, and behind them for texts, the whole text first; NULL: there is
 * no memory. */
static struct sdyc_error *new_error(enum sdyc_status status, size_t count, size_t text_bytes,
                                    char **room) {
    struct sdyc_error *error = malloc(sizeof *error + count * sizeof *error->messages + text_bytes);
    if (error) {
        *error = (struct sdyc_error){.status = status, .count = (int)count};
        error->messages = messages_of(error);
        error->text = *room = (char *)(messages_of(error) + count);
    }
    return error;
}

/* Copies a text to *room, which moves on. */
static const char *put(char **room, const char *text) {
    char *copy = *room;
    size_t bytes = strlen(text) + 1;
    memcpy(copy, text, bytes);
    *room += bytes;
    return copy;
}

static struct sdyc_message message_of(const struct diagnostic *diagnostic, char **room) {
    static const enum sdyc_severity severities[] = {SDYC_ERROR, SDYC_WARNING, SDYC_REMARK,
                                                    SDYC_NOTE};
    const struct source *source = diagnostic->location.source;
    struct line_column at = location_line_column(diagnostic->location);
    return (struct sdyc_message){
        .severity = severities[diagnostic->severity],
        .file = source ? put(room, source->name) : NULL,
        .line = at.line,
        .column = at.column,
        .offset = source && source->is_bytecode
                      ? (int64_t)(source->offset + diagnostic->location.offset)
                      : -1,
        .text = put(room, diagnostic->message),
    };
}

static size_t text_bytes(const struct diagnostics *diagnostics) {
    size_t bytes = 0;
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const struct diagnostic *diagnostic = &diagnostics->list.items[i];
        const struct source *source = diagnostic->location.source;
        bytes += strlen(diagnostic->message) + 1 + (source ? strlen(source->name) + 1 : 0);
    }
    return bytes;
}

/* Errors with what follows them, or all else; the number of messages so far. */
static int put_messages(struct sdyc_error *error, int count, const struct diagnostics *diagnostics,
                        bool errors, char **room) {
    bool within = false;
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        const struct diagnostic *diagnostic = &diagnostics->list.items[i];
        within = diagnostic->severity == SEVERITY_ERROR ||
                 (within && diagnostic->severity == SEVERITY_NOTE);
        if (within == errors) {
            messages_of(error)[count++] = message_of(diagnostic, room);
        }
    }
    return count;
}

struct sdyc_error *failure_of(enum sdyc_status status, int call_code,
                              const struct diagnostics *diagnostics) {
    struct buffer whole = {0};
    diagnostics_text(diagnostics, &whole);
    char *room;
    struct sdyc_error *error = new_error(status, diagnostics->list.count,
                                         text_bytes(diagnostics) + whole.length + 1, &room);
    if (error) {
        put(&room, whole.length > 0 ? whole.text : "");
        error->call_code = call_code;
        put_messages(error, put_messages(error, 0, diagnostics, true, &room), diagnostics, false,
                     &room);
    }
    buffer_free(&whole);
    return error ? error : failure_no_memory();
}

struct sdyc_error *failure_say(enum sdyc_status status, const char *format, ...) {
    static const char before[] = "sdyc: error: ";
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    size_t bytes = length < 0 ? 1 : (size_t)length + 1;
    char *room;
    struct sdyc_error *error = new_error(status, 1, sizeof before + 2 * bytes, &room);
    if (error) {
        char *end = room + sizeof before - 1 + bytes - 1; /* of the line, where the newline goes */
        char *message = end + 2;
        vsnprintf(message, bytes, format, arguments);
        memcpy(room, before, sizeof before - 1);
        memcpy(end + 1 - bytes, message, bytes);
        memcpy(end, "\n", 2);
        *messages_of(error) =
            (struct sdyc_message){.severity = SDYC_ERROR, .offset = -1, .text = message};
    }
    va_end(arguments);
    return error ? error : failure_no_memory();
}

struct sdyc_error *failure_of_guard(const struct memory *memory) {
    char what[MEMORY_TEXT];
    memory_text(memory, what);
    return failure_say(memory->bug[0] != '\0' ? SDYC_E_INTERNAL : SDYC_E_MEMORY, "%s", what);
}

enum sdyc_status failure_give(struct sdyc_error *error, struct sdyc_error **to) {
    enum sdyc_status status = sdyc_error_status(error);
    if (to) {
        *to = error;
    } else {
        sdyc_error_free(error);
    }
    return status;
}

/* --- asking them ------------------------------------------------------------------------------ */

enum sdyc_status sdyc_error_status(const struct sdyc_error *error) {
    return error ? error->status : SDYC_OK;
}

const char *sdyc_error_text(const struct sdyc_error *error) {
    return error ? error->text : "";
}

int sdyc_error_call_code(const struct sdyc_error *error) {
    return error ? error->call_code : 0;
}

int sdyc_error_message(const struct sdyc_error *error, int index, struct sdyc_message *message) {
    if (!error || index < 0 || index >= error->count) {
        return 0;
    }
    *message = error->messages[index];
    return 1;
}

void sdyc_error_free(struct sdyc_error *error) {
    if (error != &no_memory) {
        free(error);
    }
}

const char *sdyc_status_text(enum sdyc_status status) {
    switch (status) {
    case SDYC_OK:
        return "no error";
    case SDYC_E_INPUT:
        return "the program is not valid, or something it needs is missing";
    case SDYC_E_MEMORY:
        return "out of memory";
    case SDYC_E_CHECK:
        return "a check of the program does not hold";
    case SDYC_E_HOST:
        return "the host did not do what the program asked";
    case SDYC_E_INTERNAL:
        return "internal error";
    case SDYC_E_RANKS:
        return "another rank has not answered";
    case SDYC_E_CANCELLED:
        return "the run was cancelled";
    case SDYC_E_CALL:
        return "a function that the program calls gave an error";
    }
    return "unknown status";
}
