/* From a program on whole tensors, every value with its sharding, to the program that each device
 * runs on its parts:
 *
 *     remove-barriers             propagation is over
 *     undo-collectives            what only moves data may be moved otherwise
 *     keep-terms                  inputs and outputs that are sums over devices have a dimension
 *                                 along which the terms lie (only for a caller who knows the
 *                                 devices)
 *     fold-empty-values           values without elements are constants
 *     meet-on-one-mesh            an operation on tensors of several meshes works on one of them
 *     shift-rolls                 slices put together in another order are shifts of the whole
 *     shift-pads                  slices of pads are shifts of what is padded
 *     grow-windows                what windows make of the inside of a tensor is made of the whole
 *     nest-axes                   parts of axes that no digits of devices' numbers tell leave (only
 *                                 where one program is run for all devices)
 *     drop-idle-axes              axes that make no part of a dimension smaller leave it
 *     follow-windows              what is cut out of a tensor is sharded like it, in uneven parts
 *     pick-in-parts               where the greatest element of a dimension in parts is searched,
 *                                 each device searches its part, and all what was found there
 *     transform-in-turns          Fourier transforms take the dimensions in parts one by one
 *     scatter-in-windows          windows that scatter into a dimension in parts have rows of their
 *                                 own to do it
 *     insert-explicit-reshards    operands and results of each operation agree, reductions over
 *                                 sharded dimensions are followed by sdy.all_reduce
 *     resolve-single-device-sharding
 *                                 what is on one device alone is a branch that only it takes
 *     merge-sums                  sums over the same devices that are added up are one, here and
 *                                 again where devices keep parts of them
 *     sink-reshards               what is cut anyway is cut before it is moved
 *     resolve-permutation-factors where operations look at what other devices hold, these send it:
 *                                 what windows reach (halos/narrow.c), or whole parts as Shardy
 *                                 writes it (halos/exchange.c); or dimensions are made whole
 *     reshard-to-collectives      sdy.reshard becomes all_slice, all_gather, all_to_all, ...
 *     pad-for-divisibility        dimensions become longer until the axes on them divide them
 *     number-devices              devices go by their positions in the mesh, of which each mesh may
 *                                 have another order (only for code generation)
 *     localize                    local types; the sdy collectives stay: the form of codegen
 *     collectives-behind-cases    what all cases of a branch end in is done once, behind it
 *     list-unnested-groups        collectives over axes that no digits tell list their groups (only
 *                                 where one program is run for all devices)
 *     lower-collectives           stablehlo collectives with replica groups
 *     merge-collectives           of equal collectives, and what else is equal, one stays
 *
 * convert-global-to-local is localize and lower-collectives in one, as Shardy has it.
 */
#ifndef SDYC_PARTITION_H
#define SDYC_PARTITION_H

#include "transforms/pass.h"

struct collective_lowering {
    bool per_dim_all_gather;     /* one all_gather per dimension, never one for several */
    bool combine_reduce_scatter; /* one reduce_scatter for several dimensions */
    bool name_axes;              /* replica groups as axes of a mesh, where these are whole */
    bool short_forms;            /* constants of an element for each device are looked up */
    bool keeps_shardings;        /* what replaces results carries their shardings */
    bool by_position;            /* devices are named by their positions in the mesh */
    int64_t replica_count, partition_count;
};

/* Reports the first operation that only propagation reads: what it asks for has not been done. */
bool all_have_local_form(struct module *module);
/* Replaces the collectives of sdy on local types by those of StableHLO. `apart`: shardings of
 * values that do not carry theirs (value -> attribute), and of the operands of operations that are
 * sharded otherwise (operation -> attribute); it receives those of what replaces values. */
bool partition_lower(struct module *module, const struct collective_lowering *lowering,
                     struct pointer_map *apart);
/* The same of these collectives alone, in the order of the program. */
bool partition_lower_ops(struct module *module, const struct collective_lowering *lowering,
                         struct op *const *ops, size_t count, struct pointer_map *apart);

/* Whether inputs or outputs of the function `entry` (NULL: main) are sums whose terms
 * sdyc-keep-terms would show. */
bool has_sums_at_border(const struct module *module, const char *entry);

#endif
