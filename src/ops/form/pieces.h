/* Pieces of syntax, one table a theme. */
#ifndef SDYC_OPS_FORM_PIECES_H
#define SDYC_OPS_FORM_PIECES_H

#include "ops/form/form.h"

extern const struct form_piece form_type_pieces[], form_attr_pieces[], form_sdy_pieces[],
    form_fixed_pieces[];

#endif
