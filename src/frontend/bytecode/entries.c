/* The table of attributes and types: where each stands, and each made when it is asked for. */
#include "frontend/bytecode/bytecode.h"

/* All that is made stands for at most so many entries, or so many times the bytes of the file,
 * where what each refers to counts as often as it is referred to: printed, it would be as long. */
#define MOST_WEIGHT    (UINT64_C(1) << 26)
#define MOST_EXPANSION 16
/* What operations refer to only counts from this weight on. */
#define LIGHT_WEIGHT 4096

/* --- where they stand ------------------------------------------------------------------------- */

struct offsets {
    struct cursor cursor; /* the sizes */
    struct cursor data;
};

static bool read_offset(struct offsets *offsets, uint64_t dialect, struct bytecode_entry *entry) {
    uint64_t size;
    bool is_custom;
    if (!read_flagged(&offsets->cursor, &size, &is_custom) ||
        !read_bytes(&offsets->data, size, &entry->data)) {
        return false;
    }
    entry->size = (uint32_t)size;
    entry->dialect = (uint32_t)dialect;
    entry->is_text = !is_custom;
    return true;
}

static bool read_offset_groups(struct offsets *offsets, struct bytecode_entries *entries) {
    struct bytecode *file = offsets->cursor.file;
    uint64_t next = 0;
    while (next < entries->count) {
        uint64_t dialect, count;
        if (!read_index(&offsets->cursor, file->dialect_count, "dialect", &dialect) ||
            !read_number(&offsets->cursor, &count)) {
            return false;
        }
        if (count > entries->count - next) {
            return cursor_error(&offsets->cursor, "more %ss than there are to be", entries->what);
        }
        for (uint64_t i = 0; i < count; i++) {
            if (!read_offset(offsets, dialect, &entries->items[next++])) {
                return false;
            }
        }
    }
    return true;
}

bool read_entry_offsets(struct bytecode *file) {
    struct offsets offsets = {.cursor = file->sections[SECTION_ENTRY_OFFSETS],
                              .data = file->sections[SECTION_ENTRIES]};
    file->attrs.what = "attribute";
    file->types.what = "type";
    if (!read_count(&offsets.cursor, "attributes", &file->attrs.count) ||
        !read_count(&offsets.cursor, "types", &file->types.count)) {
        return false;
    }
    file->attrs.items = ARENA_ARRAY(file->tables, struct bytecode_entry, file->attrs.count);
    file->types.items = ARENA_ARRAY(file->tables, struct bytecode_entry, file->types.count);
    return read_offset_groups(&offsets, &file->attrs) &&
           read_offset_groups(&offsets, &file->types) &&
           expect_end(&offsets.cursor, "the offsets of attributes and types");
}

static void keep_attr(struct bytecode_entry *entry, const struct attr *attr) {
    entry->place = op_place_of(attr);
    entry->is_location = attr && attr->kind == ATTR_LOCATION;
}

/* --- as text ---------------------------------------------------------------------------------- */

/* The text up to its NUL as a source of its own, whose places are those of the file. */
static const struct source *text_source(struct bytecode *file, const struct bytecode_entry *entry,
                                        size_t length) {
    struct source *source = ARENA_NEW(file->context->arena, struct source);
    *source = *file->source;
    source->text = (const char *)entry->data;
    source->length = length;
    source->offset = (size_t)(source->text - file->source->text);
    return source;
}

/* There is no VHLO behind the reader. */
static void drop_vhlo(struct context *context, const struct attr **attr, const struct type **type) {
    const struct attr *other = *attr ? vhlo_attr_meaning(context, *attr) : NULL;
    const struct type *standard = *type ? vhlo_type_meaning(*type) : NULL;
    *attr = other ? other : *attr;
    *type = standard ? standard : *type;
}

static bool make_from_text(struct cursor *cursor, const struct bytecode_entries *entries,
                           struct bytecode_entry *entry) {
    struct bytecode *file = cursor->file;
    const unsigned char *end = memchr(entry->data, 0, entry->size);
    if (!end || end + 1 != entry->data + entry->size) {
        return bytecode_error(file, entry->data, "the text of this %s does not end with it",
                              entries->what);
    }
    struct asm_parser *parser = file->parser;
    struct lexer outer = parser->lexer;
    struct token token = parser->token;
    const char *previous = parser->previous_end;
    const struct attr *attr = NULL;
    const struct type *type = NULL;
    lexer_init(&parser->lexer, text_source(file, entry, (size_t)(end - entry->data)),
               file->context->diagnostics);
    parser->previous_end = NULL;
    lexer_next(&parser->lexer, &parser->token);
    bool good = entries == &file->attrs ? parse_attr(parser, &attr) : parse_type(parser, &type);
    if (good && parser->token.kind != TOKEN_END) {
        good = asm_error(parser, "more text than one %s", entries->what);
    }
    parser->lexer = outer;
    parser->token = token;
    parser->previous_end = previous;
    file->failed = file->failed || !good;
    drop_vhlo(file->context, &attr, &type);
    entry->made = type;
    if (attr) {
        keep_attr(entry, attr);
    }
    return good;
}

/* --- made ------------------------------------------------------------------------------------- */

const struct dialect_codec *codec_of(const struct bytecode *file,
                                     const struct bytecode_entry *entry) {
    return file->dialects[entry->dialect].codec;
}

/* A type, an attribute, or a location that is none yet. */
static void make_by_codec(struct cursor *data, const struct bytecode_entries *entries,
                          struct bytecode_entry *entry, uint64_t code) {
    const struct dialect_codec *codec = codec_of(data->file, entry);
    if (entries == &data->file->types) {
        entry->made = codec->type(data, code);
    } else if (codec->place && codec->place(data, code, &entry->place)) {
        entry->is_location = true;
    } else {
        keep_attr(entry, codec->attr(data, code));
    }
}

static bool make_from_code(struct cursor *cursor, const struct bytecode_entries *entries,
                           struct bytecode_entry *entry) {
    struct bytecode *file = cursor->file;
    struct cursor data = {.file = file, .at = entry->data, .end = entry->data + entry->size};
    const char *dialect = file->dialects[entry->dialect].name;
    uint64_t code;
    if (!codec_of(file, entry)) {
        return bytecode_error(file, entry->data, "%ss of dialect '%s' are not known", entries->what,
                              dialect);
    }
    if (!read_number(&data, &code)) {
        return false;
    }
    /* Checks that the text's reader has report where its token is. */
    file->parser->token.begin = (const char *)entry->data;
    make_by_codec(&data, entries, entry, code);
    if (!place_is_given(entry->place)) {
        return bytecode_error(file, entry->data,
                              "%s %llu of dialect '%s' is not known or not complete", entries->what,
                              (unsigned long long)code, dialect);
    }
    return expect_end(&data, entries->what);
}

/* What refers to this entry weighs as much more. */
static bool add_weight(struct cursor *cursor, const struct bytecode_entry *entry) {
    struct bytecode *file = cursor->file;
    uint64_t most = MOST_EXPANSION * (uint64_t)file->source->length;
    most = most > MOST_WEIGHT ? most : MOST_WEIGHT;
    file->weight += entry->weight;
    return file->weight <= most ||
           cursor_error(cursor, "an attribute or type stands for more than %llu others",
                        (unsigned long long)most);
}

static bool make(struct cursor *cursor, const struct bytecode_entries *entries,
                 struct bytecode_entry *entry) {
    struct bytecode *file = cursor->file;
    if (entry->is_being_made) {
        return cursor_error(cursor, "an %s is part of itself", entries->what);
    }
    if (file->depth >= MAX_DEPTH) {
        return cursor_error(cursor, "attributes and types nested more than %d deep", MAX_DEPTH);
    }
    uint64_t outer = file->weight;
    file->weight = 1;
    file->depth++;
    entry->is_being_made = true;
    bool good = entry->is_text ? make_from_text(cursor, entries, entry)
                               : make_from_code(cursor, entries, entry);
    entry->is_being_made = false;
    file->depth--;
    entry->weight = file->weight < UINT32_MAX ? (uint32_t)file->weight : UINT32_MAX;
    file->weight = outer;
    return good && !file->failed;
}

/* The entry with what it is; NULL after an error. */
static const struct bytecode_entry *
entry_slow(struct cursor *cursor, const struct bytecode_entries *entries, uint64_t index) {
    if (index >= entries->count) {
        cursor_error(cursor, "there is no %s %llu: there are %llu", entries->what,
                     (unsigned long long)index, (unsigned long long)entries->count);
        return NULL;
    }
    struct bytecode_entry *entry = &entries->items[index];
    if (!entry->made && !make(cursor, entries, entry)) {
        return NULL;
    }
    bool is_light = cursor->file->depth == 0 && entry->weight < LIGHT_WEIGHT;
    return is_light || add_weight(cursor, entry) ? entry : NULL;
}

/* Most are there, and light. */
static inline const struct bytecode_entry *
entry_at(struct cursor *cursor, const struct bytecode_entries *entries, uint64_t index) {
    const struct bytecode_entry *entry = index < entries->count ? &entries->items[index] : NULL;
    bool is_plain =
        entry && entry->made && entry->weight < LIGHT_WEIGHT && cursor->file->depth == 0;
    return is_plain ? entry : entry_slow(cursor, entries, index);
}

static const struct attr *attr_at(struct cursor *cursor, uint64_t index) {
    const struct bytecode_entry *entry = entry_at(cursor, &cursor->file->attrs, index);
    return entry ? place_location(entry->place) : NULL;
}

const struct type *type_at(struct cursor *cursor, uint64_t index) {
    const struct bytecode_entry *entry = entry_at(cursor, &cursor->file->types, index);
    return entry ? entry->made : NULL;
}

/* --- read by number --------------------------------------------------------------------------- */

bool read_attr(struct cursor *cursor, const struct attr **attr) {
    uint64_t index;
    return read_number(cursor, &index) && (*attr = attr_at(cursor, index));
}

bool read_place(struct cursor *cursor, struct op_place *place) {
    uint64_t index;
    const struct bytecode_entry *entry;
    if (!read_number(cursor, &index) || !(entry = entry_at(cursor, &cursor->file->attrs, index))) {
        return false;
    }
    *place = entry->place;
    return entry->is_location || cursor_error(cursor, "expected a location here");
}

/* The string of the table that an attribute is, by the number that follows; NULL, with nothing
 * read, where it is more than a plain string. */
static struct bytecode_string *read_plain_string(struct cursor *cursor) {
    struct bytecode *file = cursor->file;
    struct cursor ahead = *cursor;
    uint64_t index, code, string;
    if (!read_number(&ahead, &index) || index >= file->attrs.count) {
        return NULL;
    }
    const struct bytecode_entry *entry = &file->attrs.items[index];
    const struct dialect_codec *codec = entry->is_text ? NULL : codec_of(file, entry);
    struct cursor data = {.file = file, .at = entry->data, .end = entry->data + entry->size};
    if (!codec || !codec->string_code || !read_number(&data, &code) || code != codec->string_code ||
        !read_number(&data, &string) || string >= file->string_count || data.at != data.end) {
        return NULL;
    }
    *cursor = ahead;
    return &file->strings[string];
}

bool read_text_of(struct cursor *cursor, struct bytecode_string *string) {
    const struct bytecode_string *plain = read_plain_string(cursor);
    const struct attr *attr;
    if (plain) {
        *string = *plain;
        return true;
    }
    if (!read_attr_of_kind(cursor, ATTR_STRING, "a string", &attr)) {
        return false;
    }
    *string = (struct bytecode_string){.text = attr->text, .length = attr->length};
    return true;
}

bool read_name_of(struct cursor *cursor, const char **name) {
    struct bytecode_string *plain = read_plain_string(cursor);
    const struct attr *attr;
    if (plain) {
        return name_of_string(cursor, plain, name);
    }
    if (!read_attr_of_kind(cursor, ATTR_STRING, "a string", &attr)) {
        return false;
    }
    *name = attr->text;
    return strlen(attr->text) == attr->length ||
           cursor_error(cursor, "a name with a NUL character in it");
}

bool read_type(struct cursor *cursor, const struct type **type) {
    uint64_t index;
    return read_number(cursor, &index) && (*type = type_at(cursor, index));
}

bool read_optional_attr(struct cursor *cursor, const struct attr **attr) {
    uint64_t index;
    bool is_there;
    *attr = NULL;
    return read_flagged(cursor, &index, &is_there) &&
           (!is_there || (*attr = attr_at(cursor, index)));
}

bool read_attr_of_kind(struct cursor *cursor, enum attr_kind kind, const char *what,
                       const struct attr **attr) {
    return read_attr(cursor, attr) &&
           ((*attr)->kind == kind || cursor_error(cursor, "expected %s here", what));
}

bool read_attr_of(struct cursor *cursor, const struct attr_def *def, const struct attr **attr) {
    return read_attr(cursor, attr) &&
           ((*attr)->def == def || cursor_error(cursor, "expected #%s here", def->name));
}

bool read_attrs(struct cursor *cursor, uint32_t *count, const struct attr *const **attrs) {
    uint64_t number;
    if (!read_count(cursor, "attributes", &number)) {
        return false;
    }
    const struct attr **items = ARENA_ARRAY(cursor->file->scratch, const struct attr *, number);
    for (uint64_t i = 0; i < number; i++) {
        if (!read_attr(cursor, &items[i])) {
            return false;
        }
    }
    *count = (uint32_t)number;
    *attrs = items;
    return true;
}

bool read_types(struct cursor *cursor, uint32_t *count, const struct type *const **types) {
    uint64_t number;
    if (!read_count(cursor, "types", &number)) {
        return false;
    }
    const struct type **items = ARENA_ARRAY(cursor->file->scratch, const struct type *, number);
    for (uint64_t i = 0; i < number; i++) {
        if (!read_type(cursor, &items[i])) {
            return false;
        }
    }
    *count = (uint32_t)number;
    *types = items;
    return true;
}

bool read_ints(struct cursor *cursor, struct int_list *ints) {
    uint64_t count;
    if (!read_count(cursor, "integers", &count)) {
        return false;
    }
    int64_t *items = ARENA_ARRAY(cursor->file->scratch, int64_t, count);
    for (uint64_t i = 0; i < count; i++) {
        if (!read_signed(cursor, &items[i])) {
            return false;
        }
    }
    *ints = (struct int_list){.items = items, .count = (uint32_t)count};
    return true;
}
