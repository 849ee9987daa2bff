/* The attribute of propagation edges: reading, writing, interning. Words: steps, each its index and
 * the count of its entries; an entry is name, pre-size and size of the axis, source, the count of
 * targets, targets; a value is one word, twice its index plus one for results. */
#include "sharding/edges.h"

#include <string.h>

#include "ir/asm.h"

typedef VECTOR(int64_t) word_vector;

static int64_t value_word(struct edge_value value) {
    return value.index * 2 + value.is_result;
}

static struct edge_value word_value(int64_t word) {
    return (struct edge_value){.is_result = (word & 1) != 0, .index = word >> 1};
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool parse_value(struct asm_parser *parser, struct edge_value *value) {
    value->is_result = optional_keyword(parser, "result");
    if (!value->is_result && !parse_keyword(parser, "operand")) {
        return false;
    }
    if (!parse_token(parser, "-")) {
        return false;
    }
    struct location location = asm_location(parser);
    if (!parse_integer(parser, &value->index)) {
        return false;
    }
    return (value->index >= 0 && value->index <= INT32_MAX) ||
           asm_error_at(parser, location, "index of a value is out of range");
}

static bool parse_target(struct asm_parser *parser, void *data) {
    struct edge_value value;
    if (!parse_value(parser, &value)) {
        return false;
    }
    *vector_push((word_vector *)data) = value_word(value);
    return true;
}

static bool parse_axis(struct asm_parser *parser, word_vector *words) {
    const char *name;
    int64_t pre_size = 0, size = 0;
    if (!parse_string_name(parser, &name)) {
        return false;
    }
    if (optional_token(parser, ":") &&
        (!parse_token(parser, "(") || !parse_integer(parser, &pre_size) ||
         !parse_token(parser, ")") || !parse_integer(parser, &size))) {
        return false;
    }
    *vector_push(words) = (int64_t)(intptr_t)name;
    *vector_push(words) = pre_size;
    *vector_push(words) = size;
    return true;
}

static bool check_targets(struct asm_parser *parser, struct location location, int64_t source,
                          const int64_t *targets, int64_t count, int64_t step, const char *axis) {
    for (int64_t i = 0; i < count; i++) {
        if (targets[i] == source) {
            return asm_error_at(parser, location,
                                "propagation edges have a source that is the same as a target");
        }
        for (int64_t k = 0; k < i; k++) {
            if (targets[k] == targets[i]) {
                return asm_error_at(parser, location,
                                    "propagation edges have duplicate targets for step index: %lld "
                                    "and axis: %s",
                                    (long long)step, axis);
            }
        }
    }
    return true;
}

/* What an item of a list is read into: the words, and what the items before it were. */
struct edge_reader {
    word_vector words, steps;
    int64_t entries;
};

/* `{"a" = operand-0 -> [result-0]}` */
static bool parse_entry(struct asm_parser *parser, void *data) {
    struct edge_reader *reader = (struct edge_reader *)data;
    struct location location = asm_location(parser);
    struct edge_value source;
    size_t start = reader->words.count;
    if (!parse_token(parser, "{") || !parse_axis(parser, &reader->words) ||
        !parse_token(parser, "=") || !parse_value(parser, &source)) {
        return false;
    }
    *vector_push(&reader->words) = value_word(source);
    *vector_push(&reader->words) = 0;
    if (!parse_token(parser, "->") || !parse_list(parser, "[", "]", parse_target, &reader->words) ||
        !parse_token(parser, "}")) {
        return false;
    }
    int64_t *entry = reader->words.items + start;
    entry[4] = (int64_t)(reader->words.count - start - 5);
    reader->entries++;
    return check_targets(parser, location, entry[3], entry + 5, entry[4],
                         reader->steps.items[reader->steps.count - 1],
                         (const char *)(intptr_t)entry[0]);
}

/* `{step-0 = [entries]}` */
static bool parse_step(struct asm_parser *parser, void *data) {
    struct edge_reader *reader = (struct edge_reader *)data;
    struct location location = asm_location(parser);
    int64_t index;
    if (!parse_token(parser, "{") || !parse_keyword(parser, "step") || !parse_token(parser, "-") ||
        !parse_integer(parser, &index) || !parse_token(parser, "=")) {
        return false;
    }
    if (index < 0) {
        return asm_error_at(parser, location, "propagation edges have negative step index: %lld",
                            (long long)index);
    }
    for (size_t i = 0; i < reader->steps.count; i++) {
        if (reader->steps.items[i] == index) {
            return asm_error_at(parser, location,
                                "propagation edges have duplicate step index: %lld",
                                (long long)index);
        }
    }
    *vector_push(&reader->steps) = index;
    size_t start = reader->words.count;
    *vector_push(&reader->words) = index;
    *vector_push(&reader->words) = 0;
    reader->entries = 0;
    if (!parse_list(parser, "[", "]", parse_entry, reader) || !parse_token(parser, "}")) {
        return false;
    }
    reader->words.items[start + 1] = reader->entries;
    return true;
}

static const struct attr *parse(struct asm_parser *parser, const struct attr_def *def) {
    struct edge_reader reader = {0};
    const struct attr *attr = NULL;
    *vector_push(&reader.words) = 0;
    if (parse_token(parser, "<") && parse_list(parser, "[", "]", parse_step, &reader) &&
        parse_token(parser, ">")) {
        reader.words.items[0] = (int64_t)reader.steps.count;
        attr = attr_dialect(asm_context(parser), def, (uint32_t)reader.words.count,
                            reader.words.items);
    }
    vector_free(&reader.words);
    vector_free(&reader.steps);
    return attr;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_value(struct asm_printer *printer, struct edge_value value) {
    asm_text(printer, "%s-%lld", value.is_result ? "result" : "operand", (long long)value.index);
}

static void print_entry(struct asm_printer *printer, const struct edge_entry *entry) {
    asm_text(printer, "{");
    asm_string(printer, entry->axis.name, strlen(entry->axis.name));
    if (!axis_is_whole(entry->axis)) {
        asm_text(printer, ":(%lld)%lld", (long long)entry->axis.pre_size,
                 (long long)entry->axis.size);
    }
    asm_text(printer, " = ");
    print_value(printer, entry->source);
    asm_text(printer, " -> [");
    for (uint32_t i = 0; i < entry->target_count; i++) {
        asm_text(printer, "%s", i ? ", " : "");
        print_value(printer, entry->targets[i]);
    }
    asm_text(printer, "]}");
}

static void print(struct asm_printer *printer, const struct attr *attr) {
    const struct propagation_edges *edges = attr_as_edges(attr);
    asm_text(printer, "<[");
    for (uint32_t i = 0; i < edges->step_count; i++) {
        const struct edge_step *step = &edges->steps[i];
        asm_text(printer, "%s{step-%lld = [", i ? ", " : "", (long long)step->index);
        for (uint32_t k = 0; k < step->entry_count; k++) {
            asm_text(printer, "%s", k ? ", " : "");
            print_entry(printer, &step->entries[k]);
        }
        asm_text(printer, "]}");
    }
    asm_text(printer, "]>");
}

/* --- words ------------------------------------------------------------------------------------ */

static const int64_t *read_entry(struct arena *arena, const int64_t *words,
                                 struct edge_entry *entry) {
    entry->axis = (struct axis_ref){(const char *)(intptr_t)words[0], words[1], words[2]};
    entry->source = word_value(words[3]);
    entry->target_count = (uint32_t)words[4];
    struct edge_value *targets = ARENA_ARRAY(arena, struct edge_value, entry->target_count + 1);
    words += 5;
    for (uint32_t i = 0; i < entry->target_count; i++) {
        targets[i] = word_value(*words++);
    }
    entry->targets = targets;
    return words;
}

static const void *payload(struct arena *arena, const int64_t *words, uint32_t count) {
    (void)count;
    struct propagation_edges *edges = ARENA_NEW(arena, struct propagation_edges);
    edges->step_count = (uint32_t)*words++;
    struct edge_step *steps = ARENA_ARRAY(arena, struct edge_step, edges->step_count + 1);
    for (uint32_t i = 0; i < edges->step_count; i++) {
        steps[i].index = *words++;
        steps[i].entry_count = (uint32_t)*words++;
        struct edge_entry *entries =
            ARENA_ARRAY(arena, struct edge_entry, steps[i].entry_count + 1);
        for (uint32_t k = 0; k < steps[i].entry_count; k++) {
            words = read_entry(arena, words, &entries[k]);
        }
        steps[i].entries = entries;
    }
    edges->steps = steps;
    return edges;
}

const struct attr_def attr_propagation_edges = {
    .name = "sdy.propagation_edges",
    .mnemonic = "propagation_edges",
    .parse = parse,
    .print = print,
    .payload = payload,
};

const struct propagation_edges *attr_as_edges(const struct attr *attr) {
    bool is_edges = attr && attr->kind == ATTR_DIALECT && attr->def == &attr_propagation_edges;
    return is_edges ? (const struct propagation_edges *)attr->payload : NULL;
}

const struct attr *propagation_edges_attr(struct context *context,
                                          const struct propagation_edges *edges) {
    word_vector words = {0};
    *vector_push(&words) = edges->step_count;
    for (uint32_t i = 0; i < edges->step_count; i++) {
        const struct edge_step *step = &edges->steps[i];
        *vector_push(&words) = step->index;
        *vector_push(&words) = step->entry_count;
        for (uint32_t k = 0; k < step->entry_count; k++) {
            const struct edge_entry *entry = &step->entries[k];
            *vector_push(&words) = (int64_t)(intptr_t)entry->axis.name;
            *vector_push(&words) = entry->axis.pre_size;
            *vector_push(&words) = entry->axis.size;
            *vector_push(&words) = value_word(entry->source);
            *vector_push(&words) = entry->target_count;
            for (uint32_t t = 0; t < entry->target_count; t++) {
                *vector_push(&words) = value_word(entry->targets[t]);
            }
        }
    }
    const struct attr *attr =
        attr_dialect(context, &attr_propagation_edges, (uint32_t)words.count, words.items);
    vector_free(&words);
    return attr;
}
