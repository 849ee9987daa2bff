/* Where a device's part of a tensor lies in the whole one. */
#ifndef SDYC_RELATIONS_PLACES_H
#define SDYC_RELATIONS_PLACES_H

#include "verify/relations/rules/rules.h"

struct places {
    const struct type *whole, *local;
    const struct form *begin; /* of each dimension, by the device */
};

/* Which part along axes of a mesh each device has. False: not all devices are on the mesh. */
bool number_of_axes(struct prover *p, const struct mesh *mesh, struct axis_list axes,
                    struct device_number *digit);
/* As axes cut it. False: the parts are no such ones. */
bool places_of_axes(struct prover *p, const struct type *whole, const struct type *local,
                    const struct mesh *mesh, const struct axis_list *axes, struct places *places);
/* A leaf with a coordinate for each dimension of its tensor, on each device its part; unknown
 * behind the end of the whole. One more coordinate is a number of each device. */
const struct view *places_leaf(struct prover *p, const struct places *places,
                               const struct proof_term *leaf, const struct device_number *number);
/* Whether what devices hold is their part of the whole, wherever that has elements. */
bool places_hold(struct relating *r, const struct places *places, const struct view *local,
                 const struct view *whole);
/* The places at which a local value is a leaf that the whole one is too. False: it is none. */
bool places_of_views(struct prover *p, const struct view *local, const struct view *whole,
                     struct places *places);

/* --- devices.c -------------------------------------------------------------------------------- */

/* Whether two views of the same variables are the same on each device, wherever the conditions hold
 * there: its number decides what conditions on it say. */
bool views_same_on_devices(struct relating *r, const struct view *const *views, uint32_t count,
                           const struct cond *conds);

#endif
