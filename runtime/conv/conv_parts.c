/* The parts of a convolution, which are planned each by itself: groups, residues of a dilated input
   and pieces of its width. */
#include "conv_shape.h"

#include <stddef.h>

/* With a dilated input, every `period`-th position of the result meets the same taps. */
static int64_t period(const struct sdyrt_conv *conv, int dim) {
    return conv->in_dilation[dim] / common_divisor(conv->stride[dim], conv->in_dilation[dim]);
}

/* Restricts one dimension of a part to positions residue, residue + period, ... */
static void take_residue(struct conv_part *part, int dim, int64_t residue) {
    struct sdyrt_conv *c = &part->conv;
    int64_t dilation = c->in_dilation[dim], positions = period(c, dim);
    int64_t tap_period = dilation / common_divisor(c->kernel_dilation[dim], dilation);
    int64_t start = residue * c->stride[dim] - c->pad_low[dim], tap = 0;
    while (tap < tap_period && (start + tap * c->kernel_dilation[dim]) % dilation != 0) {
        tap++;
    }
    int64_t taps = tap < tap_period && tap < c->kernel_size[dim]
                       ? pieces(c->kernel_size[dim] - tap, tap_period)
                       : 0;
    part->first[dim] = residue;
    part->step[dim] = positions;
    part->kernel += tap * c->kernel_spatial[dim];
    part->out += residue * c->out_spatial[dim];
    c->pad_low[dim] = taps > 0 ? -(start + tap * c->kernel_dilation[dim]) / dilation : 0;
    c->out_size[dim] = pieces(maximum(c->out_size[dim] - residue, 0), positions);
    c->out_spatial[dim] *= positions;
    c->stride[dim] = c->stride[dim] * positions / dilation;
    c->kernel_size[dim] = taps;
    c->kernel_spatial[dim] *= tap_period;
    c->kernel_dilation[dim] = c->kernel_dilation[dim] * tap_period / dilation;
    c->in_dilation[dim] = 1;
}

int64_t sdyrt_conv_residues(const struct sdyrt_conv *conv) {
    return period(conv, CONV_D) * period(conv, CONV_H) * period(conv, CONV_W);
}

int64_t sdyrt_conv_groups(const struct sdyrt_conv *conv) {
    return is_depthwise(conv) ? 1 : conv->feature_groups * conv->batch_groups;
}

void sdyrt_conv_part(const struct sdyrt_conv *conv, int64_t group, int64_t residue,
                     struct conv_part *part) {
    *part = (struct conv_part){.conv = *conv, .step = {1, 1, 1}};
    struct sdyrt_conv *c = &part->conv;
    c->out_channels /= sdyrt_conv_groups(conv);
    if (!is_depthwise(conv)) {
        c->feature_groups = c->batch_groups = 1;
    }
    part->channel = group * c->out_channels;
    part->in = group * (conv->feature_groups > 1 ? conv->in_channels * conv->in_channel
                                                 : conv->batch * conv->in_batch);
    part->kernel = part->channel * conv->kernel_out;
    part->out = part->channel * conv->out_channel;
    for (int dim = SDYRT_CONV_RANK - 1; dim >= 0; dim--) {
        if (conv->reversed[dim]) {
            part->kernel += (conv->kernel_size[dim] - 1) * conv->kernel_spatial[dim];
            c->kernel_spatial[dim] = -conv->kernel_spatial[dim];
            c->reversed[dim] = 0;
        }
        take_residue(part, dim, residue % period(conv, dim));
        residue /= period(conv, dim);
    }
}

void sdyrt_conv_take_piece(struct conv_part *part, int64_t width, int64_t piece) {
    struct sdyrt_conv *c = &part->conv;
    int64_t from = piece * width;
    part->first[CONV_W] += from * part->step[CONV_W];
    part->out += from * c->out_spatial[CONV_W];
    c->pad_low[CONV_W] -= from * c->stride[CONV_W];
    c->out_size[CONV_W] = minimum(width, c->out_size[CONV_W] - from);
}

const struct sdyrt_conv_plan *sdyrt_conv_find_part(const struct sdyrt_conv *conv,
                                                   const struct sdyrt_conv_plan *plans,
                                                   int64_t *task, struct conv_part *part) {
    int64_t group_tasks = 0;
    for (const struct sdyrt_conv_plan *plan = plans;; plan++) {
        group_tasks += plan->parts * plan->tasks;
        if (!plan->more) {
            break;
        }
    }
    if (*task >= group_tasks * sdyrt_conv_groups(conv)) {
        return NULL;
    }
    const int64_t group = *task / group_tasks;
    *task %= group_tasks;
    while (*task >= plans->parts * plans->tasks) {
        *task -= plans->parts * plans->tasks;
        plans++;
    }
    const int64_t number = *task / plans->tasks;
    *task %= plans->tasks;
    sdyrt_conv_part(conv, group, plans->residue + (plans->width > 0 ? 0 : number), part);
    if (plans->width > 0) {
        sdyrt_conv_take_piece(part, plans->width, plans->piece + number);
    }
    return plans;
}

struct sdyrt_conv sdyrt_conv_dense(const struct sdyrt_conv *conv) {
    struct sdyrt_conv dense = *conv;
    int64_t step = conv->out_channels * conv->in_channels;
    dense.kernel_out = 1;
    dense.kernel_in = conv->out_channels;
    for (int dim = SDYRT_CONV_RANK; dim-- > 0; step *= conv->kernel_size[dim]) {
        dense.kernel_spatial[dim] = step;
    }
    dense.packed = 0;
    return dense;
}

int64_t sdyrt_conv_pack_tasks(const struct sdyrt_conv *conv) {
    const int64_t groups = sdyrt_conv_groups(conv);
    return groups * pieces(conv->out_channels / groups, panel_width(conv->type));
}
