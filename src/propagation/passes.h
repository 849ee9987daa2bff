/* The passes of propagation, import and export: rows of src/passes.def name them. */
#ifndef SDYC_PROPAGATION_PASSES_H
#define SDYC_PROPAGATION_PASSES_H

#include "transforms/pass.h"

/* propagate.c */
pass_function pass_basic_propagate, pass_aggressive_propagate, pass_op_priority_propagate,
    pass_user_priority_propagate, pass_populate_op_sharding_rules, pass_drop_sharding_rules;

/* import/ */
pass_function pass_import_gspmd, pass_lift_inlined_meshes, pass_remove_size_one_axes,
    pass_propagate_sharding_from_func_to_call, pass_constant_or_scalar_splitter,
    pass_explicit_gather_scatter_batching, pass_manual_axes_cleanup, pass_add_data_flow_edges,
    pass_add_func_data_flow_edges, pass_apply_sharding_constraints, pass_sharding_group_import,
    pass_flatten_call_graph, pass_import_func_calls, pass_pre_order_funcs;

/* export/ */
pass_function pass_export_named_computations, pass_propagate_to_func_results,
    pass_unflatten_call_graph, pass_drop_function_names, pass_insert_func_call_reshards,
    pass_constant_or_scalar_merger, pass_sink_data_flow_edges, pass_sink_func_data_flow_edges,
    pass_remove_sharding_groups, pass_sharding_constraint_to_reshard,
    pass_update_non_divisible_input_output_shardings,
    pass_remove_sub_axes_in_input_output_shardings, pass_close_shardings,
    pass_verify_unreduced_axes, pass_remove_propagation_debug_info, pass_inline_meshes;

#endif
