module @outer {
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
    %0 = func.call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.add %a, %a : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  module @inner {
    sdy.mesh @mesh = <["z"=2]>
    func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<8x8xf32> {
      %0 = func.call @g(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"z"}]> : tensor<8x8xf32>
      return %1 : tensor<8x8xf32>
    }
    func.func private @g(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %0 = stablehlo.add %a, %a : tensor<8x8xf32>
      return %0 : tensor<8x8xf32>
    }
    module { module { func.func @main() { return } } }
  }
}
