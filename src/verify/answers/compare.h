/* Whether what devices hold of a result is what the global program gives. */
#ifndef SDYC_VERIFY_COMPARE_H
#define SDYC_VERIFY_COMPARE_H

#include "verify/border/border.h"
#include "verify/evaluation/evaluate.h"
#include "verify/verify.h"

/* True where they are equal (in the reals: nearly), padding left aside; else the first element that
 * is not. */
bool result_equal(const struct evaluator *e, uint32_t number, const struct crossing *crossing,
                  struct lanes parts, const struct tensor *whole, struct verify_element *element);
/* Whether anybody asks what a device holds of it: not where that is padding alone. */
bool result_is_asked(const struct crossing *crossing, int64_t device);
/* The devices that hold something else of it, as text that fits: "0 to 3, 5". */
void wrong_devices(const struct evaluator *e, const struct crossing *crossing, struct lanes parts,
                   const struct tensor *whole, char *text, size_t size);

#endif
