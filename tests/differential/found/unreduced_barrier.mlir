// passes: sdy-propagation-pipeline
sdy.mesh @mesh = <["a"=1, "b"=8, "model"=3, "d"=6]>
func.func public @main(%lifted_v1: tensor<6x8x8xf32>) -> () {
  %v2 = "stablehlo.optimization_barrier"(%lifted_v1) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}, {}], unreduced={"a", "d"}>]>} : (tensor<6x8x8xf32>) -> (tensor<6x8x8xf32>)
  "func.return"() : () -> ()
}
