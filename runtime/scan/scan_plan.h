/* Choosing how lines are scanned. Internal to the runtime and the compiler: emitted programs have
   descriptions in normal form, and plans, and nothing that makes them. Pure functions of their
   arguments. */
#ifndef SDYRT_SCAN_PLAN_H
#define SDYRT_SCAN_PLAN_H

#include "machine_class.h"
#include "scan.h"

/* The same scan in normal form: what is asked may have its dimensions in any order. */
struct sdyrt_scan sdyrt_scan_normal(const struct sdyrt_scan *what);

/* The plan of a scan in normal form by this route, for processors of the class; 0 (and no plan) if
   it cannot scan what is asked. Plans of two classes differ in the instruction set alone. */
int sdyrt_scan_plan_by(int64_t route, const struct sdyrt_scan *what,
                       const struct sdyrt_machine_class *class, struct sdyrt_scan_plan *plan);

/* The plan by the first route that can and should. */
struct sdyrt_scan_plan sdyrt_scan_choose(const struct sdyrt_scan *what,
                                         const struct sdyrt_machine_class *class);

/* How many phases the scan has (1 or 3), and bytes of the buffer of totals that these share (0
   if there is one). */
int64_t sdyrt_scan_phases(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan);
size_t sdyrt_scan_totals(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan);

/* The number of tasks of the phase; 0 where there is nothing to scan. */
int64_t sdyrt_scan_tasks(const struct sdyrt_scan *what, const struct sdyrt_scan_plan *plan);

/* Bytes of scratch that a task needs, a multiple of 64. */
size_t sdyrt_scan_scratch(void);

/* "along", and a sentence about it. Static text. */
const char *sdyrt_scan_route_name(int64_t route);
const char *sdyrt_scan_route_sentence(int64_t route);

#endif
