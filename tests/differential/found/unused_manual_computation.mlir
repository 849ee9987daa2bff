// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=4, "b"=8]>
func.func public @main(%arg0_0: tensor<16x8xf32>) -> () {
  %v9 = "sdy.manual_computation"(%arg0_0) <{manual_axes = #sdy<manual_axes{"b", "a"}>, in_shardings = #sdy.sharding_per_value<[<@mesh, [{"b"}, {"a"}]>]>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>}> ({
  ^bb0(%v1: tensor<2x2xf32>):
    "sdy.return"(%v1) : (tensor<2x2xf32>) -> ()
  }) : (tensor<16x8xf32>) -> (tensor<2x2xf32>)
  "func.return"() : () -> ()
}
