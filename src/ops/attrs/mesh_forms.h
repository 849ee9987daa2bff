/* Meshes as StableHLO writes them: #stablehlo.mesh in replica groups, and a dictionary on the mesh
 * operation. */
#ifndef SDYC_OPS_ATTRS_MESH_FORMS_H
#define SDYC_OPS_ATTRS_MESH_FORMS_H

#include "sharding/sharding.h"

struct replica_group_axes;

/* The attribute of a mesh operation that holds the dictionary. */
#define MESH_DICTIONARY "stablehlo.mesh"
/* {axes = [{name, size}], device_ids}. */
const struct attr *mesh_dictionary(struct context *context, const struct mesh *mesh);
/* A mesh of such a dictionary; NULL: it is none. */
const struct attr *mesh_from_dictionary(struct context *context, const struct attr *dictionary);
/* From #stablehlo.mesh<axes=[...], device_ids=...>, and back. */
bool is_stablehlo_mesh(const struct attr *attr);
const struct attr *mesh_from_stablehlo(struct context *context, const struct attr *mesh);
const struct attr *mesh_to_stablehlo(struct context *context, const struct mesh *mesh);
/* #stablehlo.replica_group_mesh_axes: devices that differ along `axes` only. `mesh`: a symbol or a
 * #stablehlo.mesh. */
const struct attr *mesh_axes_groups(struct context *context, const struct attr *mesh,
                                    struct axis_list axes);
/* Whether all `axes` of such groups are #stablehlo.axis_ref: of a mesh that is named, StableHLO
 * lets any attributes stand for them. */
bool mesh_groups_have_axes(const struct replica_group_axes *groups);

#endif
