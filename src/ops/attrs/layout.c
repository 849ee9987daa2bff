/* #sdyc.layout<channels_last>: how an argument or result of the program lies in memory. */
#include "ops/attrs/layout.h"

#include <stdlib.h>
#include <string.h>

#include "ir/asm.h"

static const char *const names[] = {
    [LAYOUT_ANY] = "any",
    [LAYOUT_CONTIGUOUS] = "contiguous",
    [LAYOUT_CHANNELS_LAST] = "channels_last",
    [LAYOUT_PACKED] = "packed",
    [LAYOUT_ORDER] = "",
    [LAYOUT_STRIDES] = "strides",
};

/* nCw8c, nChw16c: channels in blocks, their number in a block at the end. */
static bool blocked_name(const char *name, int64_t *rank, int64_t *block) {
    static const char *const stems[] = {"nCw", "nChw", "nCdhw"};
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        size_t length = strlen(stems[i]);
        const char *rest = strncmp(name, stems[i], length) == 0 ? name + length : "";
        if (strcmp(rest, "8c") == 0 || strcmp(rest, "16c") == 0) {
            *rank = 3 + (int64_t)i;
            *block = rest[0] == '8' ? 8 : 16;
            return true;
        }
    }
    return false;
}

static bool named(const char *name, int64_t words[3], uint32_t *count) {
    for (int64_t kind = LAYOUT_ANY; kind <= LAYOUT_PACKED; kind++) {
        if (strcmp(name, names[kind]) == 0) {
            words[0] = kind;
            *count = 1;
            return true;
        }
    }
    words[0] = LAYOUT_BLOCKED;
    *count = 3;
    return blocked_name(name, &words[1], &words[2]);
}

static const struct attr *make_list(struct asm_parser *parser, enum layout_kind kind,
                                    uint32_t count, const int64_t *dims) {
    int64_t words[1 + MAX_RANK] = {kind};
    if (count > MAX_RANK) {
        asm_error(parser, "a layout of %u dimensions; at most %d", count, MAX_RANK);
        return NULL;
    }
    if (count > 0) {
        memcpy(words + 1, dims, count * sizeof *dims);
    }
    return attr_dialect(asm_context(parser), &attr_layout, count + 1, words);
}

static const struct attr *parse_layout(struct asm_parser *parser, const struct attr_def *def) {
    int64_t words[3];
    uint32_t count;
    const int64_t *dims;
    const char *name = NULL;
    const struct attr *attr;
    (void)def;
    if (!parse_token(parser, "<")) {
        return NULL;
    }
    struct location location = asm_location(parser);
    bool has_name = optional_any_keyword(parser, &name);
    if (has_name && strcmp(name, names[LAYOUT_STRIDES]) != 0) {
        if (!named(name, words, &count)) {
            asm_error_at(parser, location,
                         "no layout is named %s; there are contiguous, channels_last, packed, any, "
                         "nChw8c, nChw16c, an order as [0, 2, 3, 1] and strides [12, 1, 4, 2]",
                         name);
            return NULL;
        }
        attr = attr_dialect(asm_context(parser), &attr_layout, count, words);
    } else {
        attr = parse_int_list(parser, "[", "]", false, &count, &dims)
                   ? make_list(parser, has_name ? LAYOUT_STRIDES : LAYOUT_ORDER, count, dims)
                   : NULL;
    }
    return attr && parse_token(parser, ">") ? attr : NULL;
}

void layout_print(struct buffer *out, const struct memory_layout *layout) {
    static const char *const stems[] = {"nCw", "nChw", "nCdhw"};
    if (layout->kind == LAYOUT_BLOCKED) {
        buffer_printf(out, "%s%lldc", stems[layout->dims.items[0] - 3],
                      (long long)layout->dims.items[1]);
        return;
    }
    buffer_add(out, names[layout->kind]);
    if (layout->kind == LAYOUT_ORDER || layout->kind == LAYOUT_STRIDES) {
        buffer_add(out, layout->kind == LAYOUT_STRIDES ? " [" : "[");
        for (uint32_t i = 0; i < layout->dims.count; i++) {
            buffer_printf(out, "%s%lld", i ? ", " : "", (long long)layout->dims.items[i]);
        }
        buffer_add(out, "]");
    }
}

static void print_layout(struct asm_printer *printer, const struct attr *attr) {
    struct buffer text = {0};
    layout_print(&text, attr->payload);
    asm_text(printer, "<%s>", text.text);
    buffer_free(&text);
}

static const void *payload(struct arena *arena, const int64_t *words, uint32_t count) {
    struct memory_layout *layout = ARENA_NEW(arena, struct memory_layout);
    layout->kind = (enum layout_kind)words[0];
    layout->dims = (struct int_list){.items = words + 1, .count = count - 1};
    return layout;
}

const struct attr_def attr_layout = {
    .name = "sdyc.layout",
    .mnemonic = "layout",
    .parse = parse_layout,
    .print = print_layout,
    .payload = payload,
};

/* --- as text ---------------------------------------------------------------------------------- */

/* "1, 2, 3" between two brackets that end the text. */
static bool read_list(struct arena *arena, const char *text, const char *open, const char *close,
                      struct int_list *list) {
    int64_t *items = ARENA_ARRAY(arena, int64_t, MAX_RANK);
    uint32_t count = 0;
    if (strncmp(text, open, 1) != 0) {
        return false;
    }
    text += 1 + strspn(text + 1, " ");
    while (strcmp(text, close) != 0) {
        char *end;
        if (count == MAX_RANK || (count > 0 && *text++ != ',')) {
            return false;
        }
        items[count++] = strtoll(text, &end, 10);
        if (end == text) {
            return false;
        }
        text = end + strspn(end, " ");
    }
    *list = (struct int_list){.items = items, .count = count};
    return true;
}

bool layout_read(struct arena *arena, const char *text, struct memory_layout *layout) {
    int64_t *words = ARENA_ARRAY(arena, int64_t, 3);
    uint32_t count;
    size_t stem = strlen(names[LAYOUT_STRIDES]);
    if (named(text, words, &count)) {
        layout->kind = (enum layout_kind)words[0];
        layout->dims = (struct int_list){.items = words + 1, .count = count - 1};
        return true;
    }
    bool has_strides = strncmp(text, names[LAYOUT_STRIDES], stem) == 0;
    text += has_strides ? stem + strspn(text + stem, " ") : 0;
    layout->kind = has_strides ? LAYOUT_STRIDES : LAYOUT_ORDER;
    return read_list(arena, text, "[", "]", &layout->dims);
}

static bool dense_list(struct arena *arena, const struct attr *attr, struct int_list *list) {
    if (attr->kind != ATTR_DENSE || !attr->type || type_count(attr->type) > MAX_RANK ||
        (type_element(attr->type)->kind != TYPE_INTEGER &&
         type_element(attr->type)->kind != TYPE_INDEX)) {
        return false;
    }
    int64_t *items = ARENA_ARRAY(arena, int64_t, MAX_RANK);
    list->count = (uint32_t)type_count(attr->type);
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = attr_dense_integer(attr, i);
    }
    list->items = items;
    return true;
}

/* XLA counts dimensions from the fastest. */
static void reverse(struct arena *arena, struct int_list *list) {
    int64_t *items = ARENA_ARRAY(arena, int64_t, list->count + 1);
    for (uint32_t i = 0; i < list->count; i++) {
        items[i] = list->items[list->count - 1 - i];
    }
    list->items = items;
}

bool layout_read_xla(struct arena *arena, const struct attr *attr, struct memory_layout *layout) {
    layout->kind = LAYOUT_ORDER;
    if (attr->kind == ATTR_STRING && strcmp(attr->text, "default") == 0) {
        layout->kind = LAYOUT_CONTIGUOUS;
        return true;
    }
    if (attr->kind == ATTR_STRING && strcmp(attr->text, "auto") == 0) {
        layout->kind = LAYOUT_ANY;
        return true;
    }
    bool is_list = attr->kind == ATTR_STRING ? read_list(arena, attr->text, "{", "}", &layout->dims)
                                             : dense_list(arena, attr, &layout->dims);
    if (is_list) {
        reverse(arena, &layout->dims);
    }
    return is_list;
}
