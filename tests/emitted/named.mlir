module @jit_f {
  func.func public @main(%arg0: tensor<4xf32> loc("params['w']"), %arg1: tensor<4xbf16> loc(#loc1), %w2: tensor<4xf32>) -> (tensor<4xf32> {jax.result_info = "result['loss']"}) {
    %0 = stablehlo.convert %arg1 : (tensor<4xbf16>) -> tensor<4xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<4xf32>
    %2 = stablehlo.add %1, %w2 : tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}
#loc1 = loc("x")
