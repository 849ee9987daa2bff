// before: symbol-dce, sdy-lift-inlined-meshes, sdy-remove-size-one-axes, sdy-propagate-sharding-from-func-to-call, sdy-constant-or-scalar-splitter, symbol-dce, sdy-manual-axes-cleanup, sdy-add-data-flow-edges, sdy-flatten-call-graph, symbol-dce, sdy-import-func-calls, symbol-dce, sdy-apply-sharding-constraints, sdy-sharding-group-import, sdy-pre-order-funcs
// passes: sdy-op-priority-propagate{propagation-strategy=basic}
sdy.mesh @mesh = <["a"=1, "b"=3, "model"=4, "d"=4]>
sdy.mesh @one_device = <[], device_ids=[0]>
func.func private @f0(%v7: tensor<12x16xf32>, %v8: tensor<f32>) -> (tensor<4x8xf32>, tensor<14x16xf32>, tensor<14x16xf32>) {
  %v9 = "stablehlo.constant"() <{value = dense<0.0> : tensor<4x8xf32>}> : () -> (tensor<4x8xf32>)
  %v10 = "stablehlo.custom_call"(%v9) <{call_target_name = "foo"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=4, j=8} permutation={j}, custom>} : (tensor<4x8xf32>) -> (tensor<4xf32>)
  %v11 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly", has_side_effect = true}> : () -> (tensor<14x16xf32>)
  %v12 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly", has_side_effect = true}> : () -> (tensor<4x8xf32>)
  "func.return"(%v12, %v11, %v11) : (tensor<4x8xf32>, tensor<14x16xf32>, tensor<14x16xf32>) -> ()
}
func.func public @main(%lifted_v1: tensor<f32>, %lifted_v6: tensor<12x16xf32>) -> () {
  %v13:3 = "func.call"(%lifted_v6, %lifted_v1) <{callee = @f0}> : (tensor<12x16xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<14x16xf32>, tensor<14x16xf32>)
  "func.return"() : () -> ()
}
