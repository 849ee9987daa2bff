sdy.mesh @mesh = <["x"=2, "y"=4]>
%c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<1.0> : tensor<8x8xf32>
%i = stablehlo.iota dim = 0 : tensor<8x8xf32>
%0 = stablehlo.add %c, %i : tensor<8x8xf32>
%1 = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
%2 = sdy.reshard %1 <@mesh, [{"y"}, {}]> : tensor<8x8xf32>
sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
%4 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<8x8xf32>
%5 = sdy.manual_computation(%4) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
  %6 = stablehlo.add %arg1, %arg1 : tensor<4x8xf32>
  sdy.return %6 : tensor<4x8xf32>
} : (tensor<8x8xf32>) -> tensor<8x8xf32>
%7 = sdy.named_computation<"foo">(%5) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] (%arg1: tensor<8x8xf32>) {
  %6 = stablehlo.add %arg1, %arg1 : tensor<8x8xf32>
  sdy.return %6 : tensor<8x8xf32>
} : (tensor<8x8xf32>) -> tensor<8x8xf32>
%8 = sdy.data_flow_edge %7 sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
