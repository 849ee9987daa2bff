// passes: sdy-insert-explicit-reshards sdyc-partition-pipeline
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = "foo.dyn"(%arg0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=8}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
^bb1(%1: tensor<8x8xf32>):
  return %1 : tensor<8x8xf32>
}
