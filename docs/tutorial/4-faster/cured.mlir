sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<1024x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w1: tensor<4096x16384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %w2: tensor<16384x4096xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<1024x4096xf32> {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<1024x4096xf32>, tensor<4096x16384xf32>) -> tensor<1024x16384xf32>
  %t = stablehlo.tanh %h : tensor<1024x16384xf32>
  %y = stablehlo.dot_general %t, %w2, contracting_dims = [1] x [0] : (tensor<1024x16384xf32>, tensor<16384x4096xf32>) -> tensor<1024x4096xf32>
  return %y : tensor<1024x4096xf32>
}
