/* What holds for every operation wherever it stands: terminators, successors, values defined
 * before they are used, isolation, symbols of one name once. The rest is op_verify's, in two
 * steps: what follows from an operation's regions is asked when they are valid. */
#include "ir/op_def.h"
#include "ir/verify_internal.h"

#include <string.h>

static bool fail(struct verifier *verifier, const struct op *op, const char *text) {
    diag_error(verifier->context->diagnostics, op->location, "'%s' op %s", op->name, text);
    verifier->good = false;
    return false;
}

/* --- blocks ----------------------------------------------------------------------------------- */

static bool needs_terminator(const struct op *op) {
    return op->def != &op_unregistered && !op_has(op, OP_NO_TERMINATOR);
}

/* What ends a block yields nothing to other blocks: passes put what they make behind what yields
 * it, and behind the end of a block there is no place. */
static void verify_end(struct verifier *verifier, const struct op *op) {
    for (uint32_t i = 0; i < op->result_count; i++) {
        if (op->results[i].first_use) {
            fail(verifier, op, "ends a block: its results cannot be used");
            return;
        }
    }
}

static void verify_terminator(struct verifier *verifier, const struct op *op,
                              const struct block *block) {
    struct diagnostics *diagnostics = verifier->context->diagnostics;
    if (!needs_terminator(op)) {
        return;
    }
    if (!block->last) {
        diag_error(diagnostics, op->location, "empty block: expect at least a terminator");
        verifier->good = false;
    } else if (!op_has(block->last, OP_TERMINATOR) && block->last->def != &op_unregistered) {
        diag_error(diagnostics, block->last->location, "block with no terminator, has '%s'",
                   block->last->name);
        verifier->good = false;
    } else if (block->last->successor_count == 0) {
        verify_end(verifier, block->last);
    }
}

static void verify_successors(struct verifier *verifier, const struct op *op) {
    if (op->successor_count) {
        verify_end(verifier, op);
    }
    if (op->successor_count && op->next) {
        fail(verifier, op, "operation with block successors must terminate its parent block");
    }
    for (uint32_t i = 0; i < op->successor_count; i++) {
        if (op->block && op->successors[i]->region != op->block->region) {
            fail(verifier, op, "branching to block of a different region");
        }
    }
}

/* --- symbols ---------------------------------------------------------------------------------- */

static void verify_symbols(struct verifier *verifier, const struct op *table) {
    struct pointer_map seen = {0};
    FOR_EACH_BLOCK (block, &table->regions[0]) {
        FOR_EACH_OP (op, block) {
            const char *name = symbol_name(op);
            if (!name) {
                continue;
            }
            name = intern(verifier->context->strings, name);
            const struct op *earlier = pointer_map_get(&seen, name);
            if (earlier) {
                struct diagnostics *diagnostics = verifier->context->diagnostics;
                diag_error(diagnostics, op->location, "redefinition of symbol named '%s'", name);
                diag_note(diagnostics, earlier->location, "see existing symbol definition here");
                verifier->good = false;
            } else {
                pointer_map_put(&seen, name, op);
            }
        }
    }
    pointer_map_free(&seen);
}

/* --- operations ------------------------------------------------------------------------------- */

static void verify_op(struct verifier *verifier, const struct op *op);

static void verify_ends(struct verifier *verifier, const struct op *op) {
    const char *wanted = op->def->ends_with;
    for (uint32_t i = 0; wanted && i < op->region_count; i++) {
        const struct block *block = op->regions[i].first;
        if (block && strcmp(block->last->name, wanted) != 0) {
            struct diagnostics *diagnostics = verifier->context->diagnostics;
            diag_error(diagnostics, op->location,
                       "'%s' op expects regions to end with '%s', found '%s'", op->name, wanted,
                       block->last->name);
            diag_note(diagnostics, op->location,
                      "in custom textual format, the absence of terminator implies '%s'", wanted);
            verifier->good = false;
            return;
        }
    }
}

/* True where nothing is wrong inside. */
static bool verify_regions(struct verifier *verifier, const struct op *op) {
    struct diagnostics *diagnostics = verifier->context->diagnostics;
    bool good_before = verifier->good, alone = op_has(op, OP_ISOLATED);
    bool followed = diagnostics->follows;
    verifier->good = true;
    for (uint32_t i = 0; i < op->region_count; i++) {
        FOR_EACH_BLOCK (block, &op->regions[i]) {
            FOR_EACH_OP (inner, block) {
                verify_op(verifier, inner);
                bool stands_alone = inner->region_count && op_has(inner, OP_ISOLATED);
                diagnostics->follows |= !verifier->good && !stands_alone;
            }
            verify_terminator(verifier, op, block);
        }
    }
    if (verifier->good) {
        verify_ends(verifier, op);
    }
    bool good = verifier->good;
    diagnostics->follows = alone ? followed : followed || !good;
    verifier->good = good && good_before;
    return good;
}

static void verify_op(struct verifier *verifier, const struct op *op) {
    verify_successors(verifier, op);
    if (!op_verify_itself(op, verifier->context)) {
        verifier->good = false;
        return; /* what is inside was written for something else */
    }
    if (op_has(op, OP_TERMINATOR) && op->next) {
        fail(verifier, op, "must be the last operation in the parent block");
    }
    bool good = verify_regions(verifier, op);
    if (op_has(op, OP_SYMBOL_TABLE) && op->region_count) {
        struct diagnostics *diagnostics = verifier->context->diagnostics;
        bool followed = diagnostics->follows;
        diagnostics->follows |= !good;
        verify_symbols(verifier, op);
        diagnostics->follows = followed;
    }
    if (!good || !op_verify_types(op, verifier->context)) {
        verifier->good = false;
    }
    if (op->def->verify_symbols) {
        *vector_push(&verifier->users) = op;
    }
}

static void verify_users(struct verifier *verifier) {
    for (size_t i = 0; i < verifier->users.count; i++) {
        const struct op *op = verifier->users.items[i];
        verifier->good = op->def->verify_symbols(op, verifier->context) && verifier->good;
    }
}

bool verify_module(struct module *module) {
    struct verifier verifier = {.context = module->context, .good = true};
    verify_op(&verifier, module->op);
    if (verifier.good) {
        verify_dominance(&verifier, module->op);
    }
    if (verifier.good) {
        verify_users(&verifier);
    }
    vector_free(&verifier.users);
    return verifier.good;
}
