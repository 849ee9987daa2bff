#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

bool cli_error(const char *format, ...) {
    va_list arguments;
    fputs("sdyc: error: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

int flags_status(enum flags_result result) {
    return result == FLAGS_WRONG ? 2 : 0;
}

/* "sdyc run": the first two words of the usage. */
static int command_length(const char *usage) {
    size_t first = strcspn(usage, " ") + 1;
    return (int)(first + strcspn(usage + first, " "));
}

static const struct flag *find_flag(const struct command_line *line, const char *name) {
    for (const struct flag *const *group = line->groups; *group; group++) {
        for (const struct flag *flag = *group; flag->name; flag++) {
            if (strcmp(flag->name, name) == 0) {
                return flag;
            }
        }
    }
    return NULL;
}

static void print_flag(const struct flag *flag) {
    char left[64];
    snprintf(left, sizeof left, "%s%s%s%s", strlen(flag->name) == 1 ? "-" : "--", flag->name,
             flag->value_name ? (strlen(flag->name) == 1 ? " " : "=") : "",
             flag->value_name ? flag->value_name : "");
    printf("  %-34s %s\n", left, flag->help);
}

static void print_help(const struct command_line *line) {
    printf("usage: %s\n\n%s\n\n", line->usage, line->about);
    for (const struct flag *const *group = line->groups; *group; group++) {
        for (const struct flag *flag = *group; flag->name; flag++) {
            if (flag->kind != FLAG_IGNORED) {
                print_flag(flag);
            }
        }
    }
    printf("  %-34s %s\n", "--help", "Print this.");
}

static bool set_switch(const struct flag *flag, const char *value) {
    bool is_true = !value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
    if (!is_true && strcmp(value, "false") != 0 && strcmp(value, "0") != 0) {
        return cli_error("--%s is true or false, not '%s'", flag->name, value);
    }
    *(bool *)flag->target = is_true;
    return true;
}

static bool set_number(const struct flag *flag, const char *value) {
    char *end;
    errno = 0;
    int64_t number = strtoll(value, &end, 10);
    if (*end || end == value || errno || number < 0) {
        return cli_error("--%s is a whole number, not '%s'", flag->name, value);
    }
    *(int64_t *)flag->target = number;
    return true;
}

static bool set_real(const struct flag *flag, const char *value) {
    char *end;
    double number = strtod(value, &end);
    if (*end || end == value || !(number >= 0)) {
        return cli_error("--%s is a number, not '%s'", flag->name, value);
    }
    *(double *)flag->target = number;
    return true;
}

static bool set_choice(const struct flag *flag, const char *value) {
    struct buffer list = {0};
    for (int i = 0; flag->choices[i]; i++) {
        if (strcmp(flag->choices[i], value) == 0) {
            *(int *)flag->target = i;
            buffer_free(&list);
            return true;
        }
        buffer_printf(&list, "%s%s", i ? ", " : "", flag->choices[i]);
    }
    cli_error("--%s is one of %s, not '%s'", flag->name, list.text, value);
    buffer_free(&list);
    return false;
}

static bool set_flag(const struct flag *flag, const char *value) {
    switch (flag->kind) {
    case FLAG_SWITCH:
        return set_switch(flag, value);
    case FLAG_NUMBER:
        return set_number(flag, value);
    case FLAG_REAL:
        return set_real(flag, value);
    case FLAG_CHOICE:
        return set_choice(flag, value);
    case FLAG_LIST:
        *vector_push(&((struct text_list *)flag->target)->texts) = value;
        return true;
    case FLAG_TEXT:
        *(const char **)flag->target = value;
        return true;
    case FLAG_IGNORED:
        return true;
    }
    sdyc_bug("flag '%s' has no kind", flag->name);
}

static bool unknown_flag(const struct command_line *line, const char *word, const char *name) {
    const char *known[128];
    size_t count = 0;
    for (const struct flag *const *group = line->groups; *group; group++) {
        for (const struct flag *flag = *group; flag->name && count < 127; flag++) {
            known[count++] = flag->name;
        }
    }
    const char *other = line->nearest ? line->nearest(name) : NULL;
    if (other) {
        known[count++] = other;
    }
    const char *near = nearest_name(name, known, count);
    if (near) {
        return cli_error("unknown flag '%s'; did you mean '--%s'?", word, near);
    }
    return cli_error("unknown flag '%s'; --help lists those there are", word);
}

/* One flag; takes the next word too where its value stands there. */
static bool take_flag(struct command_line *line, int count, char **words, int *index) {
    const char *word = words[*index];
    const char *body = word + (word[1] == '-' ? 2 : 1);
    char name[128];
    size_t length = strcspn(body, "=");
    const char *value = body[length] == '=' ? body + length + 1 : NULL;
    snprintf(name, sizeof name, "%.*s", (int)length, body);
    const struct flag *flag = find_flag(line, name);
    if (!flag) {
        bool failed = false;
        if (line->other && line->other(line->data, name, value, &failed)) {
            return !failed;
        }
        return unknown_flag(line, word, name);
    }
    if (!value && flag->value_name) {
        if (*index + 1 >= count) {
            return cli_error("'%s' needs a value: %s=%s", word, word, flag->value_name);
        }
        value = words[++*index];
    }
    return set_flag(flag, value);
}

/* A word that is no flag. */
static bool take_file(struct command_line *line, const char *word) {
    if (line->second || (line->file && !line->takes_two)) {
        return line->takes_two ? cli_error("two files at most: '%s' is a third", word)
                               : cli_error("one file at a time: '%s' and '%s'", line->file, word);
    }
    *(line->file ? &line->second : &line->file) = word;
    return true;
}

enum flags_result flags_parse(struct command_line *line, int count, char **words) {
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "-help") == 0) {
            print_help(line);
            return FLAGS_HELP;
        }
        if (strcmp(word, "--") == 0) {
            continue;
        }
        if (word[0] == '-' && word[1]) {
            if (!take_flag(line, count, words, &i)) {
                return FLAGS_WRONG;
            }
        } else if (!take_file(line, word)) {
            return FLAGS_WRONG;
        }
    }
    if (line->needs && !line->file) {
        cli_error("%.*s needs %s", command_length(line->usage), line->usage, line->needs);
        return FLAGS_WRONG;
    }
    return FLAGS_RUN;
}

const char *file_or_stdin(const struct command_line *line) {
    if (!line->file && isatty(STDIN_FILENO)) {
        fputs("sdyc: no file is given: reading standard input, to its end\n", stderr);
    }
    return line->file ? line->file : "-";
}
