// Values that flow through barriers, branches and loops on one device are on all: what reads them is sharded as if they had
// never been elsewhere. Had been operations of parts and whole values.
// RUN: sdyc run --storage=private --input=4x3xi32=random:1 --input=4x3xi32=random:2 %s > %t.private
// RUN: sdyc run --storage=shared --input=4x3xi32=random:1 --input=4x3xi32=random:2 %s | diff - %t.private
// RUN: grep -v "sdy.mesh" %s | sed 's/ {sdy.sharding = .*>\]>}//' | sdyc run --input=4x3xi32=random:1 --input=4x3xi32=random:2 - | diff - %t.private
sdy.mesh @mesh = <["x"=4, "y"=11]>
sdy.mesh @single = <[], device_ids=[11]>
func.func public @main(%a: tensor<4x3xi32>, %b: tensor<4x3xi32>) -> (tensor<4x3xi32>, tensor<4x3xi32>) {
  %0 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} %a : tensor<4x3xi32>
  %1 = stablehlo.add %0, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<4x3xi32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %2 = "stablehlo.case"(%c) ({
    stablehlo.return %a : tensor<4x3xi32>
  }, {
    %4 = stablehlo.negate %b : tensor<4x3xi32>
    stablehlo.return %4 : tensor<4x3xi32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<i32>) -> tensor<4x3xi32>
  %3 = stablehlo.multiply %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<4x3xi32>
  return %1, %3 : tensor<4x3xi32>, tensor<4x3xi32>
}
