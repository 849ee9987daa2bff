/* Files that the compiler carries with it: the skeletons of what it emits, and the runtime. */
#ifndef SDYC_EMBEDDED_H
#define SDYC_EMBEDDED_H

struct embedded_file {
    const char *name, *text; /* NULL after the last */
};
extern const struct embedded_file embedded_templates[];
extern const struct embedded_file embedded_runtime[];

#endif
