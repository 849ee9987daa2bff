/* Updates at computed places, which strips leave to the runtime: what is asked of it, and how it is
 * done. */
#ifndef SDYC_SCATTERING_H
#define SDYC_SCATTERING_H

#include "codegen/library/route.h"

#include "scatter.h"

/* What a strip of the statement's updates asks, with offsets of i64 if they are wide; `columns`: of
 * rows, each of which has one place; 0: elements have. */
struct sdyrt_scatter scatter_describe(const struct statement *statement, bool wide,
                                      int64_t columns);
/* Where numbers of f32 are added to sums of f64: the number, which the runtime converts on the way.
 * NULL: there is none. */
const struct expr *scatter_added_number(const struct statement *statement);

/* The plans of what is asked. */
const struct route_plans *scatter_plans(struct arena *arena, const struct sdyrt_scatter *what);

/* Names the route of the kernel's updates, if strips make them. */
void scatter_print_route(struct printer *printer, const struct kernel *kernel);

#endif
