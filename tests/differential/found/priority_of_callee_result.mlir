// before: symbol-dce, sdy-lift-inlined-meshes, sdy-remove-size-one-axes, sdy-propagate-sharding-from-func-to-call, sdy-constant-or-scalar-splitter, symbol-dce, sdy-manual-axes-cleanup, sdy-add-data-flow-edges, sdy-apply-sharding-constraints, sdy-sharding-group-import, sdy-add-func-data-flow-edges, sdy-pre-order-funcs
// passes: sdy-user-priority-propagate{keep-sharding-rules=true conservative-propagation=true propagation-strategy=basic-then-aggressive}
sdy.mesh @mesh = <["a"=1, "b"=6]>
func.func public @main(%arg0_0: tensor<2x2xf32>) -> () {
  %v5 = "func.call"(%arg0_0) <{callee = @f0}> : (tensor<2x2xf32>) -> (tensor<4x2xf32>)
  "func.return"() : () -> ()
}
func.func private @f0(%v1: tensor<2x2xf32>) -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}p2]>}) {
  %v4 = "stablehlo.custom_call"() <{call_target_name = "sdy_testonly", has_side_effect = true}> : () -> (tensor<4x2xf32>)
  "func.return"(%v4) : (tensor<4x2xf32>) -> ()
}
