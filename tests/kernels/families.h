/* The families of kernels, one file each. */
#ifndef KERNELS_FAMILIES_H
#define KERNELS_FAMILIES_H

#include "element.h"

#define FAMILY(name) extern const struct kernel_family kernels_##name;
#include "families.def"

#endif
