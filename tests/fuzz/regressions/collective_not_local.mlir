// passes: sdyc-lower-collectives
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @slice_of_constant() -> tensor<1xi32> {
  %0 = stablehlo.constant dense<7> : tensor<1xi32>
  %1 = sdy.all_slice [{"x"}] %0 out_sharding=<@m, [{"x"}]> : tensor<1xi32>
  return %1 : tensor<1xi32>
}
func.func @gather(%arg0: tensor<9223372036854775800xi8> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<9223372036854775800xi8> {
  %0 = sdy.all_gather [{"x"}] %arg0 out_sharding=<@m, [{}]> : tensor<9223372036854775800xi8>
  return %0 : tensor<9223372036854775800xi8>
}
