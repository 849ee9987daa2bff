// What a tracer says of where operations come from.
#loc1 = loc("model.py":12:4)
module @traced {
  func.func @main(%x: tensor<8x16xf32> loc("x"), %w: tensor<16x8xf32> loc("params['w']")) -> tensor<8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32> loc(#loc2)
    %1 = stablehlo.tanh %0 : tensor<8x8xf32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    return %2 : tensor<8xf32>
  }
}
#loc2 = loc("jit(f)/dot_general*/"(#loc1))
