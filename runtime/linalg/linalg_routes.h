/* The ways of factoring and solving, by number. */
#ifndef SDYRT_LINALG_ROUTES_H
#define SDYRT_LINALG_ROUTES_H

enum sdyrt_linalg_route {
#define ROUTE(name, NAME, ...) SDYRT_LINALG_BY_##NAME,
#include "linalg_routes.def"
    SDYRT_LINALG_ROUTE_COUNT
};

#endif
