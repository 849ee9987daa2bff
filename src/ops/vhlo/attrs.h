/* Attributes of VHLO: one word each, the attribute that it stands for. Private to ops/vhlo/. */
#ifndef SDYC_OPS_VHLO_ATTRS_H
#define SDYC_OPS_VHLO_ATTRS_H

#include "ops/vhlo/vhlo.h"

/* What an attribute of VHLO is besides its text: the details of its definition. */
struct vhlo_attr_info {
    const struct attr_def *meaning; /* StableHLO's; NULL: an attribute of the builtin dialect */
    uint16_t since;                 /* VHLO_VERSION; 0: of the first version */
    const char *const *cases;       /* of an enumeration that StableHLO has as a number */
};

#define VHLO_ATTR(id, text, parse_, print_, ...)                                                   \
    extern const struct attr_def attr_vhlo_##id;                                                   \
    const struct attr_def attr_vhlo_##id = {                                                       \
        .name = "vhlo." text "_v1",                                                                \
        .mnemonic = text "_v1",                                                                    \
        .parse = parse_,                                                                           \
        .print = print_,                                                                           \
        .payload = vhlo_attr_payload,                                                              \
        .details = &(const struct vhlo_attr_info){__VA_ARGS__},                                    \
    };

extern const struct attr_def attr_vhlo_array, attr_vhlo_bool, attr_vhlo_dict, attr_vhlo_float,
    attr_vhlo_integer, attr_vhlo_string, attr_vhlo_tensor, attr_vhlo_type, attr_vhlo_api_version,
    attr_vhlo_mesh_axis;
/* Of all attributes of StableHLO; ends with NULL (struct_attrs.c). */
extern const struct attr_def *const vhlo_struct_attrs[];

/* A hook: the words of an attribute of VHLO are the attribute that it holds. */
const void *vhlo_attr_payload(struct arena *arena, const int64_t *words, uint32_t count);
/* What it holds, as it stands there. */
static inline const struct attr *vhlo_attr_held(const struct attr *attr) {
    return attr->payload;
}
const struct attr *vhlo_attr_holding(struct context *context, const struct attr_def *def,
                                     const struct attr *held);
/* An attribute of VHLO of that definition; NULL after an error. */
const struct attr *vhlo_parse_held(struct asm_parser *parser, const struct attr_def *def);

#endif
