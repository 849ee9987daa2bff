// Sums of few columns: whether strips lie along the columns or along what is summed is decided by what one device has, 16 columns,
// as if these lay side by side in memory. By the 64 of all devices, 64 apart, bits of one process were others than those of 4 ranks.
// RUN: sdyc emit %s -o %t.one --storage=private && grep "reduce_rows_add_f32(sum0, t0, 8, 128, 128)" %t.one/program_main.c
// RUN: sdyc emit %s -o %t.ranks --target=mpi --ranks=4 && grep "reduce_rows_add_f32(sum0, t0, 8, 128, 128)" %t.ranks/program_main_ranks4.c
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<4x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>},
                %b: tensor<300x24x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>})
    -> (tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<4x32xf32>,
        tensor<24xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x32x64xf32>, tensor<f32>) -> tensor<64xf32>
  %n = stablehlo.negate %a : tensor<4x32x64xf32>
  %1 = stablehlo.reduce(%n init: %z) applies stablehlo.add across dimensions = [2] : (tensor<4x32x64xf32>, tensor<f32>) -> tensor<4x32xf32>
  %2 = stablehlo.reduce(%b init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<300x24x64xf32>, tensor<f32>) -> tensor<24xf32>
  return %0, %1, %2 : tensor<64xf32>, tensor<4x32xf32>, tensor<24xf32>
}
