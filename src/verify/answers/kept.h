/* Values of a run that are kept for whoever asked. */
#ifndef SDYC_VERIFY_KEPT_H
#define SDYC_VERIFY_KEPT_H

#include "verify/border/border.h"
#include "verify/evaluation/evaluate.h"
#include "verify/verify.h"

/* Arguments of both programs and results of the global one, for verify_values_free. */
struct verify_values *values_keep(const struct border *border, const struct lanes *whole,
                                  const struct lanes *parts, const struct lanes *results);

#endif
