// What was wrong: what a neighbour of the second mesh sent was looked for at a device of the first, where it stands elsewhere.
// RUN: sdyc run --storage=private --input=4x22xf32=random:2 %s > %t.private
// RUN: sdyc run --storage=shared --input=4x22xf32=random:2 %s | diff - %t.private
sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["x"=4, "y"=2], device_ids=[5, 1, 2, 0, 7, 6, 3, 4]>
func.func public @main(%a: tensor<4x22xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<2x3xf32> {
  %0 = sdy.reshard %a <@other, [{}, {"x":(2)2}]> : tensor<4x22xf32>
  %1 = stablehlo.slice %0 [0:4, 0:22:3] : (tensor<4x22xf32>) -> tensor<4x8xf32>
  %2 = stablehlo.slice %1 [2:4, 3:6] : (tensor<4x8xf32>) -> tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
}
