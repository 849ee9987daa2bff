#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for realpath and O_CLOEXEC */
#endif
#include "npy.h"

#include "caches.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ALIGNMENT = SDYRT_LINE_BYTES, /* which the format asks for, too */
    MAX_HEADER_BYTES = 1 << 16,   /* NumPy itself writes a few hundred */
};

static const char magic[6] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

static const bool big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

/* What is being read or written, and where errors go. */
struct transfer {
    const char *path;
    FILE *file;
    struct sdyrt_npy_error *error;
};

/* Notes "path: message" as the error; returns false. */
__attribute__((format(printf, 2, 3))) static bool fail(const struct transfer *transfer,
                                                       const char *format, ...) {
    char message[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    /* Of a long path the end says more. */
    size_t length = strlen(transfer->path);
    const char *path = length > 90 ? transfer->path + length - 90 : transfer->path;
    snprintf(transfer->error->text, sizeof transfer->error->text, "%s%s: %s",
             length > 90 ? "..." : "", path, message);
    return false;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

void sdyrt_npy_type(char *text, size_t size, const struct sdyrt_npy *array) {
    int bits = 8 * array->element_bytes;
    switch (array->kind) {
    case SDYRT_NPY_BOOL:
        snprintf(text, size, "i1");
        break;
    case SDYRT_NPY_COMPLEX:
        snprintf(text, size, "complex<f%d>", bits / 2);
        break;
    case SDYRT_NPY_FLOAT:
    case SDYRT_NPY_INT:
        snprintf(text, size, "%c%d", array->kind, bits);
        break;
    case SDYRT_NPY_UINT:
        snprintf(text, size, "ui%d", bits);
        break;
    default:
        snprintf(text, size, "%d raw bytes", array->element_bytes);
        break;
    }
}

int64_t sdyrt_npy_elements(const struct sdyrt_npy *array) {
    int64_t elements = 1;
    bool empty = false;
    for (int i = 0; i < array->rank; i++) {
        empty |= array->shape[i] == 0;
        if (array->shape[i] < 0 ||
            (array->shape[i] > 0 && __builtin_mul_overflow(elements, array->shape[i], &elements))) {
            return -1;
        }
    }
    return empty ? 0 : elements;
}

int64_t sdyrt_npy_bytes(const struct sdyrt_npy *array) {
    int64_t elements = sdyrt_npy_elements(array);
    int64_t bytes;
    if (elements < 0 || __builtin_mul_overflow(elements, (int64_t)array->element_bytes, &bytes)) {
        return -1;
    }
    return bytes;
}

/* ---- the header: a Python dictionary literal ------------------------------------------------- */

struct header {
    char text[MAX_HEADER_BYTES + 1];
    const char *at;
};

static void skip_spaces(struct header *header) {
    while (*header->at == ' ' || *header->at == '\n' || *header->at == '\t') {
        header->at++;
    }
}

static bool accept(struct header *header, char c) {
    skip_spaces(header);
    if (*header->at != c) {
        return false;
    }
    header->at++;
    return true;
}

/* A quoted string without escapes, at most size - 1 characters. */
static bool read_string(struct header *header, char *text, size_t size) {
    skip_spaces(header);
    char quote = *header->at;
    if (quote != '\'' && quote != '"') {
        return false;
    }
    const char *end = strchr(header->at + 1, quote);
    if (end == NULL || (size_t)(end - header->at) > size) {
        return false;
    }
    size_t length = (size_t)(end - header->at - 1);
    memcpy(text, header->at + 1, length);
    text[length] = '\0';
    header->at = end + 1;
    return true;
}

/* One of the words True and False. */
static bool read_bool(struct header *header, bool *value) {
    skip_spaces(header);
    *value = strncmp(header->at, "True", 4) == 0;
    if (!*value && strncmp(header->at, "False", 5) != 0) {
        return false;
    }
    header->at += *value ? 4 : 5;
    return true;
}

/* A decimal number; false when it is none or does not fit. */
static bool read_number(struct header *header, int64_t *value) {
    skip_spaces(header);
    const char *start = header->at;
    *value = 0;
    for (; *header->at >= '0' && *header->at <= '9'; header->at++) {
        if (__builtin_mul_overflow(*value, (int64_t)10, value) ||
            __builtin_add_overflow(*value, (int64_t)(*header->at - '0'), value)) {
            return false;
        }
    }
    return header->at > start;
}

/* A tuple of sizes: "()", "(3,)", "(3, 4)". */
static bool read_shape(const struct transfer *transfer, struct header *header,
                       struct sdyrt_npy *array) {
    array->rank = 0;
    if (!accept(header, '(')) {
        return fail(transfer, "'shape' is not a tuple");
    }
    while (!accept(header, ')')) {
        int64_t size;
        if (!read_number(header, &size)) {
            return fail(transfer, "'shape' holds something that is not a size");
        }
        if (array->rank == SDYRT_RANK) {
            return fail(transfer, "more than %d dimensions", SDYRT_RANK);
        }
        array->shape[array->rank++] = size;
        if (!accept(header, ',')) {
            if (!accept(header, ')')) {
                return fail(transfer, "'shape' is not closed");
            }
            break;
        }
    }
    return true;
}

static bool is_size_of_kind(char kind, int64_t bytes) {
    bool power_of_two = bytes > 0 && (bytes & (bytes - 1)) == 0;
    switch (kind) {
    case SDYRT_NPY_BOOL:
        return bytes == 1;
    case SDYRT_NPY_INT:
    case SDYRT_NPY_UINT:
        return power_of_two && bytes <= 8;
    case SDYRT_NPY_FLOAT:
        return power_of_two && bytes >= 2 && bytes <= 8;
    case SDYRT_NPY_COMPLEX:
        return bytes == 8 || bytes == 16;
    case SDYRT_NPY_RAW:
        return bytes > 0 && bytes <= 16;
    default:
        return false;
    }
}

/* "<f4": byte order, kind, bytes. */
static bool read_type(const struct transfer *transfer, const char *text, struct sdyrt_npy *array,
                      bool *swapped) {
    const char *kind = text;
    char order = '=';
    if (*kind != '\0' && strchr("<>|=", *kind) != NULL) {
        order = *kind++;
    }
    int64_t bytes = 0;
    if (*kind == '?' && kind[1] == '\0') {
        kind = "b1";
    }
    for (const char *c = kind + 1; *kind != '\0' && *c != '\0'; c++) {
        bytes = *c >= '0' && *c <= '9' && bytes < 100 ? bytes * 10 + (*c - '0') : 1000;
    }
    if (!is_size_of_kind(*kind, bytes)) {
        return fail(transfer, "element type '%.20s' is not supported", text);
    }
    array->kind = (enum sdyrt_npy_kind)kind[0];
    array->element_bytes = (int)bytes;
    *swapped = (order == '<' && big_endian) || (order == '>' && !big_endian);
    return true;
}

/* The three entries, in any order, each once. */
static bool read_dictionary(const struct transfer *transfer, struct header *header,
                            struct sdyrt_npy *array, bool *fortran, bool *swapped) {
    bool has_type = false, has_order = false, has_shape = false;
    char key[32], type[64];
    if (!accept(header, '{')) {
        return fail(transfer, "the header is not a dictionary");
    }
    while (!accept(header, '}')) {
        if (!read_string(header, key, sizeof key) || !accept(header, ':')) {
            return fail(transfer, "the header is not a dictionary");
        }
        if (strcmp(key, "descr") == 0 && !has_type) {
            if (!read_string(header, type, sizeof type)) {
                return fail(transfer, "structured element types are not supported");
            }
            has_type = read_type(transfer, type, array, swapped);
            if (!has_type) {
                return false;
            }
        } else if (strcmp(key, "fortran_order") == 0 && !has_order) {
            has_order = read_bool(header, fortran);
            if (!has_order) {
                return fail(transfer, "'fortran_order' is neither True nor False");
            }
        } else if (strcmp(key, "shape") == 0 && !has_shape) {
            has_shape = read_shape(transfer, header, array);
            if (!has_shape) {
                return false;
            }
        } else {
            return fail(transfer, "unexpected header entry '%s'", key);
        }
        if (!accept(header, ',')) {
            if (!accept(header, '}')) {
                return fail(transfer, "the header is not closed");
            }
            break;
        }
    }
    skip_spaces(header);
    if (*header->at != '\0') {
        return fail(transfer, "text after the header's dictionary");
    }
    if (!has_type || !has_order || !has_shape) {
        return fail(transfer, "the header lacks '%s'",
                    !has_type    ? "descr"
                    : !has_order ? "fortran_order"
                                 : "shape");
    }
    return true;
}

static bool read_header(const struct transfer *transfer, struct header *header) {
    unsigned char start[8], length[4] = {0};
    if (fread(start, 1, sizeof start, transfer->file) != sizeof start ||
        memcmp(start, magic, sizeof magic) != 0) {
        return fail(transfer, "not a .npy file");
    }
    int version = start[6];
    if (version < 1 || version > 3) {
        return fail(transfer, ".npy version %d.%d is not supported", version, start[7]);
    }
    size_t length_bytes = version == 1 ? 2 : 4;
    if (fread(length, 1, length_bytes, transfer->file) != length_bytes) {
        return fail(transfer, "the file ends within its header");
    }
    size_t bytes =
        length[0] | (size_t)length[1] << 8 | (size_t)length[2] << 16 | (size_t)length[3] << 24;
    if (bytes > MAX_HEADER_BYTES) {
        return fail(transfer, "a header of %zu bytes is too long", bytes);
    }
    if (fread(header->text, 1, bytes, transfer->file) != bytes) {
        return fail(transfer, "the file ends within its header");
    }
    header->text[bytes] = '\0';
    header->at = header->text;
    if (strlen(header->text) != bytes) {
        return fail(transfer, "the header holds a zero byte");
    }
    return true;
}

/* ---- the data -------------------------------------------------------------------------------- */

/* Reverses the bytes of each number; a complex one is two. */
static void swap_bytes(struct sdyrt_npy *array, int64_t bytes) {
    int unit = array->kind == SDYRT_NPY_COMPLEX ? array->element_bytes / 2 : array->element_bytes;
    char *data = array->data;
    for (int64_t i = 0; i < bytes && array->kind != SDYRT_NPY_RAW; i += unit) {
        for (int low = 0, high = unit - 1; low < high; low++, high--) {
            char byte = data[i + low];
            data[i + low] = data[i + high];
            data[i + high] = byte;
        }
    }
}

/* Rewrites data that lies in column-major order row by row. */
static void to_row_major(struct sdyrt_npy *array, char *to, const char *from) {
    int64_t stride[SDYRT_RANK], index[SDYRT_RANK] = {0};
    int64_t step = 1;
    for (int i = 0; i < array->rank; i++) {
        stride[i] = step;
        step *= array->shape[i];
    }
    size_t size = (size_t)array->element_bytes;
    int64_t source = 0;
    for (int64_t n = sdyrt_npy_elements(array); n > 0; n--) {
        memcpy(to, from + (size_t)source * size, size);
        to += size;
        for (int i = array->rank - 1; i >= 0; i--) {
            source += stride[i];
            if (++index[i] < array->shape[i]) {
                break;
            }
            source -= index[i] * stride[i];
            index[i] = 0;
        }
    }
}

static void *allocate(int64_t bytes) {
    size_t size = ((size_t)bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
    return aligned_alloc(ALIGNMENT, size);
}

static bool read_data(const struct transfer *transfer, struct sdyrt_npy *array, int64_t bytes) {
    size_t got = fread(array->data, 1, (size_t)bytes, transfer->file);
    if (ferror(transfer->file)) {
        return fail(transfer, "%s", strerror(errno));
    }
    if (got != (size_t)bytes) {
        return fail(transfer, "the file ends after %zu of %lld data bytes", got, (long long)bytes);
    }
    if (fgetc(transfer->file) != EOF) {
        return fail(transfer, "data after the %lld bytes of the array", (long long)bytes);
    }
    return true;
}

/* Refuses sizes that the file cannot hold before memory is asked for. */
static bool check_size(const struct transfer *transfer, int64_t bytes, size_t max_bytes) {
    if (bytes < 0 || (uint64_t)bytes > SIZE_MAX / 2) {
        return fail(transfer, "the shape overflows");
    }
    if (max_bytes != 0 && (uint64_t)bytes > max_bytes) {
        return fail(transfer, "%lld bytes of data, at most %zu are accepted", (long long)bytes,
                    max_bytes);
    }
    long here = ftell(transfer->file);
    if (here >= 0 && fseek(transfer->file, 0, SEEK_END) == 0) {
        long end = ftell(transfer->file);
        if (end >= here && end - here < bytes) {
            return fail(transfer, "the file ends after %ld of %lld data bytes", end - here,
                        (long long)bytes);
        }
        fseek(transfer->file, here, SEEK_SET);
    }
    return true;
}

static bool to_native_order(const struct transfer *transfer, struct sdyrt_npy *array, bool fortran,
                            bool swapped) {
    int64_t bytes = sdyrt_npy_bytes(array);
    if (swapped) {
        swap_bytes(array, bytes);
    }
    if (fortran && array->rank > 1) {
        char *ordered = allocate(bytes);
        if (ordered == NULL) {
            return fail(transfer, "no memory for %lld bytes", (long long)bytes);
        }
        to_row_major(array, ordered, array->data);
        free(array->data);
        array->data = ordered;
    }
    return true;
}

/* Maps the file from its first byte, where it ends behind the data. */
static bool map_data(const struct transfer *transfer, struct sdyrt_npy *array, int64_t bytes) {
    long begin = ftell(transfer->file);
    if (begin < 0 || bytes == 0 || fseek(transfer->file, 0, SEEK_END) != 0 ||
        ftell(transfer->file) != begin + bytes) {
        return fseek(transfer->file, begin, SEEK_SET) !=
               0; /* to be read, and to say what is wrong */
    }
    size_t all = (size_t)(begin + bytes);
    void *map = mmap(NULL, all, PROT_READ, MAP_PRIVATE, fileno(transfer->file), 0);
    if (map != MAP_FAILED) {
        array->data = (char *)map + begin;
        array->mapped = (size_t)begin;
    }
    return map != MAP_FAILED || fseek(transfer->file, begin, SEEK_SET) != 0;
}

static bool read_array(const struct transfer *transfer, size_t max_bytes, bool maps,
                       struct sdyrt_npy *array, struct header *header) {
    bool fortran = false, swapped = false;
    if (!read_header(transfer, header) ||
        !read_dictionary(transfer, header, array, &fortran, &swapped)) {
        return false;
    }
    int64_t bytes = sdyrt_npy_bytes(array);
    if (!check_size(transfer, bytes, max_bytes)) {
        return false;
    }
    if (maps && !swapped && !(fortran && array->rank > 1) && map_data(transfer, array, bytes)) {
        return true;
    }
    array->data = allocate(bytes);
    if (array->data == NULL) {
        return fail(transfer, "no memory for %lld bytes", (long long)bytes);
    }
    return read_data(transfer, array, bytes) && to_native_order(transfer, array, fortran, swapped);
}

bool sdyrt_npy_describe(const char *path, struct sdyrt_npy *array, struct sdyrt_npy_error *error) {
    struct transfer transfer = {path, fopen(path, "rb"), error};
    bool fortran = false, swapped = false;
    *array = (struct sdyrt_npy){0};
    if (transfer.file == NULL) {
        return fail(&transfer, "%s", strerror(errno));
    }
    struct header *header = malloc(sizeof *header);
    bool done = header != NULL ? read_header(&transfer, header) &&
                                     read_dictionary(&transfer, header, array, &fortran, &swapped)
                               : fail(&transfer, "no memory for the header");
    free(header);
    fclose(transfer.file);
    return done;
}

static bool read_path(const char *path, size_t max_bytes, bool maps, struct sdyrt_npy *array,
                      struct sdyrt_npy_error *error) {
    struct transfer transfer = {path, fopen(path, "rb"), error};
    *array = (struct sdyrt_npy){0};
    if (transfer.file == NULL) {
        return fail(&transfer, "%s", strerror(errno));
    }
    struct header *header = malloc(sizeof *header);
    bool done = header != NULL ? read_array(&transfer, max_bytes, maps, array, header)
                               : fail(&transfer, "no memory for the header");
    free(header);
    fclose(transfer.file);
    if (!done) {
        sdyrt_npy_free(array);
    }
    return done;
}

bool sdyrt_npy_read(const char *path, size_t max_bytes, struct sdyrt_npy *array,
                    struct sdyrt_npy_error *error) {
    return read_path(path, max_bytes, false, array, error);
}

bool sdyrt_npy_map(const char *path, size_t max_bytes, struct sdyrt_npy *array,
                   struct sdyrt_npy_error *error) {
    return read_path(path, max_bytes, true, array, error);
}

void sdyrt_npy_release(void *data, size_t mapped, int64_t bytes) {
    if (mapped > 0) {
        munmap((char *)data - mapped, mapped + (size_t)bytes);
    } else {
        free(data);
    }
}

void sdyrt_npy_free(struct sdyrt_npy *array) {
    sdyrt_npy_release(array->data, array->mapped, sdyrt_npy_bytes(array));
    *array = (struct sdyrt_npy){0};
}

/* ---- writing --------------------------------------------------------------------------------- */

/* The dictionary, padded so that the data starts at a multiple of 64 bytes. */
static size_t format_header(const struct sdyrt_npy *array, char *text, size_t size) {
    char order = array->element_bytes == 1 || array->kind == SDYRT_NPY_RAW ? '|'
                 : big_endian                                              ? '>'
                                                                           : '<';
    size_t n =
        (size_t)snprintf(text, size, "{'descr': '%c%c%d', 'fortran_order': False, 'shape': (",
                         order, (char)array->kind, array->element_bytes);
    for (int i = 0; i < array->rank; i++) {
        n += (size_t)snprintf(text + n, size - n, i == 0 ? "%lld" : ", %lld",
                              (long long)array->shape[i]);
    }
    n += (size_t)snprintf(text + n, size - n, array->rank == 1 ? ",), }" : "), }");
    while ((sizeof magic + 4 + n + 1) % ALIGNMENT != 0) {
        text[n++] = ' ';
    }
    text[n++] = '\n';
    return n;
}

static bool write_array(const struct transfer *transfer, const struct sdyrt_npy *array) {
    char text[128 + SDYRT_RANK * 22];
    size_t length = format_header(array, text, sizeof text - ALIGNMENT);
    const unsigned char version_and_length[4] = {1, 0, (unsigned char)(length & 255),
                                                 (unsigned char)(length >> 8)};
    size_t bytes = (size_t)sdyrt_npy_bytes(array);
    bool done = fwrite(magic, 1, sizeof magic, transfer->file) == sizeof magic &&
                fwrite(version_and_length, 1, 4, transfer->file) == 4 &&
                fwrite(text, 1, length, transfer->file) == length &&
                (bytes == 0 || fwrite(array->data, 1, bytes, transfer->file) == bytes) &&
                fflush(transfer->file) == 0;
    return done || fail(transfer, "%s", strerror(errno));
}

/* Writes the array and closes the file. */
static bool write_and_close(struct transfer *transfer, const struct sdyrt_npy *array) {
    bool written = write_array(transfer, array);
    if (fclose(transfer->file) != 0 && written) {
        written = fail(transfer, "%s", strerror(errno));
    }
    return written;
}

/* A file beside `path` that did not exist before, open for writing; its name into `name`. */
static FILE *create_beside(const char *path, char *name, size_t size) {
    int descriptor = -1;
    for (int attempt = 0; attempt < 100 && descriptor < 0; attempt++) {
        snprintf(name, size, "%s.%ld-%d", path, (long)getpid(), attempt);
        descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST) {
            return NULL;
        }
    }
    return descriptor < 0 ? NULL : fdopen(descriptor, "wb");
}

/* Writes to a new file, which takes the name `target` when it is complete. */
static bool replace(struct transfer *transfer, const struct sdyrt_npy *array, const char *target) {
    size_t size = strlen(target) + 32;
    char *name = malloc(size);
    transfer->file = name == NULL ? NULL : create_beside(target, name, size);
    if (transfer->file == NULL) {
        free(name);
        return fail(transfer, "%s", strerror(errno));
    }
    bool written = write_and_close(transfer, array);
    if (written && rename(name, target) != 0) {
        written = fail(transfer, "%s", strerror(errno));
    }
    if (!written) {
        unlink(name);
    }
    free(name);
    return written;
}

bool sdyrt_npy_write(const char *path, const struct sdyrt_npy *array,
                     struct sdyrt_npy_error *error) {
    struct transfer transfer = {path, NULL, error};
    if (array->rank < 0 || array->rank > SDYRT_RANK || sdyrt_npy_bytes(array) < 0 ||
        !is_size_of_kind((char)array->kind, array->element_bytes)) {
        return fail(&transfer, "the array cannot be stored: bad shape or element type");
    }
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        transfer.file = fopen(path, "wb"); /* a device or a pipe must not be replaced */
        return transfer.file != NULL ? write_and_close(&transfer, array)
                                     : fail(&transfer, "%s", strerror(errno));
    }
    char *target = realpath(path, NULL); /* what a link points to; NULL for a new file */
    bool written = replace(&transfer, array, target == NULL ? path : target);
    free(target);
    return written;
}
