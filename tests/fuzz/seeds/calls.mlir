sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32>, tensor<i32>) {
  %0:2 = call @g(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {?}]>, <@mesh, []>]>} : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i32>)
  %1 = sdy.named_computation<"g">(%0#0) (%x: tensor<8x8xf32>) {
    %5:2 = func.call @g(%x) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i32>)
    %6 = sdy.named_computation<"g">(%5#0) (%y: tensor<8x8xf32>) {
      sdy.return %y : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    sdy.return %6 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  call @void() : () -> ()
  %2:2 = call @g(%1) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i32>)
  return %2#0, %0#1 : tensor<8x8xf32>, tensor<i32>
}
func.func private @void() { return }
func.func private @g(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>, foo.x}) -> (tensor<8x8xf32>, tensor<i32> {foo.y = 1}) attributes {sdy.original_func_name = "zz", execution_thread = "host"} {
  %c = stablehlo.constant dense<1> : tensor<i32>
  return %a, %c : tensor<8x8xf32>, tensor<i32>
}
func.func @unused(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @unused(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
