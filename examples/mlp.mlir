// A two-layer perceptron on a mesh of eight devices: the batch is split four ways, the hidden layer
// two ways. Only the arguments say so; sdyc decides the rest and adds up the partial products.
//
//     sdyc run examples/mlp.mlir --input=8x512xf32=random:1 --input=512x2048xf32=random:2 \
//         --input=2048xf32=0.1 --input=2048x4xf32=random:3
sdy.mesh @mesh = <["data"=4, "model"=2]>

func.func public @main(
    %x: tensor<8x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %w1: tensor<512x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
    %bias: tensor<2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>},
    %w2: tensor<2048x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> tensor<8x4xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x512xf32>, tensor<512x2048xf32>) -> tensor<8x2048xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<2048xf32>) -> tensor<8x2048xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x2048xf32>
  %3 = func.call @gelu(%2) : (tensor<8x2048xf32>) -> tensor<8x2048xf32>
  %4 = stablehlo.dot_general %3, %w2, contracting_dims = [1] x [0] : (tensor<8x2048xf32>, tensor<2048x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// x / 2 * (1 + tanh(0.79788456 * (x + 0.044715 x^3)))
func.func private @gelu(%x: tensor<8x2048xf32>) -> tensor<8x2048xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8x2048xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8x2048xf32>
  %cubic = stablehlo.constant dense<0.044715> : tensor<8x2048xf32>
  %scale = stablehlo.constant dense<0.79788456> : tensor<8x2048xf32>
  %0 = stablehlo.multiply %x, %x : tensor<8x2048xf32>
  %1 = stablehlo.multiply %0, %x : tensor<8x2048xf32>
  %2 = stablehlo.multiply %cubic, %1 : tensor<8x2048xf32>
  %3 = stablehlo.add %x, %2 : tensor<8x2048xf32>
  %4 = stablehlo.multiply %scale, %3 : tensor<8x2048xf32>
  %5 = stablehlo.tanh %4 : tensor<8x2048xf32>
  %6 = stablehlo.add %one, %5 : tensor<8x2048xf32>
  %7 = stablehlo.multiply %half, %x : tensor<8x2048xf32>
  %8 = stablehlo.multiply %7, %6 : tensor<8x2048xf32>
  return %8 : tensor<8x2048xf32>
}
