/* Operations that say something to propagation have no form in the program of one device. */
#include "ops/op_def.h"
#include "ops/verify/fault.h"
#include "partition/partition.h"

static bool check(struct op *op, void *data) {
    static const enum op_id ids[] = {
        OP_SDY_DATA_FLOW_EDGE,      OP_SDY_FUNC_DATA_FLOW_EDGE, OP_SDY_PROPAGATION_BARRIER,
        OP_SDY_SHARDING_CONSTRAINT, OP_SDY_SHARDING_GROUP,
    };
    struct module *module = data;
    return !OP_IS_IN(op, ids) ||
           fault(op, module->context,
                 "failed to legalize operation '%s' that was explicitly marked illegal", op->name);
}

bool all_have_local_form(struct module *module) {
    return op_walk(module->op, check, module);
}
