func.func @f(%a: tensor<?x5xf32>, %v: tensor<f32>) { 
%l = stablehlo.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64>
%i = stablehlo.constant dense<[9223372036854775807, 9223372036854775807]> : tensor<2xi64>
%0 = stablehlo.dynamic_pad %a, %v, %l, %l, %i : (tensor<?x5xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
return }
