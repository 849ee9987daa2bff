// The sharding of a collective's operand is none.
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = 1 : i32}) -> tensor<4xf32> {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
