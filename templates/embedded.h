/* Files that the compiler carries with it: skeletons of what it emits, the runtime, a page. */
#ifndef SDYC_EMBEDDED_H
#define SDYC_EMBEDDED_H

struct embedded_file {
    const char *name, *text; /* NULL after the last */
    const char
        *includes; /* names between spaces, in order: the first is what a source implements */
};
extern const struct embedded_file embedded_templates[];
extern const struct embedded_file embedded_runtime[];
extern const struct embedded_file embedded_explain[]; /* the page of `sdyc explain --html` */

#endif
