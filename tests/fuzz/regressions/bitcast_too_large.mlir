func.func @f(%a: tensor<9223372036854775807xi4>) -> tensor<f32> {
%0 = stablehlo.bitcast_convert %a : (tensor<9223372036854775807xi4>) -> tensor<f32>
return %0 : tensor<f32> }
