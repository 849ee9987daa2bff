/* Operations made those of VHLO, and back. Private to transforms/vhlo/. */
#ifndef SDYC_TRANSFORMS_VHLO_H
#define SDYC_TRANSFORMS_VHLO_H

#include "ops/vhlo/vhlo.h"
#include "transforms/pass.h"

/* What a pass works with. */
struct vhlo_pass {
    struct module *module;
    struct vhlo_work work;
    struct op *op;             /* that is being converted */
    bool allow_other_dialects; /* what VHLO does not have stays */
    bool is_of_version;        /* it was VHLO's before, and is called so in errors */
    bool failed;
    struct pointer_map before; /* operation -> what it was, where it is_of_version */
};
struct vhlo_before {
    const struct op_def *def;
    struct attr_list properties;
};
struct vhlo_pass vhlo_pass_begin(struct module *module, uint16_t target, bool allow_other_dialects);
void vhlo_pass_end(struct vhlo_pass *pass);

/* Everything in the module becomes StableHLO's. What cannot is reported at its operation. */
bool vhlo_to_stablehlo(struct vhlo_pass *pass);

#endif
