// What a loop in a manual computation carries is sharded along one axis inside and along two outside: the loop was given
// the sharding outside, and a collective in its body did not fit what it carries.
// RUN: sdyc run %s --input=8x4xi32=random:1 > %t.shared
// RUN: sdyc run %s --storage=private --input=8x4xi32=random:1 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x4xi32>) -> tensor<8x4xi32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"y"}, {"x"}]>] out_shardings=[<@mesh, [{"y"}, {"x"}]>] manual_axes={"x"} (%b: tensor<8x2xi32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %five = stablehlo.constant dense<50> : tensor<i32>
    %1:2 = stablehlo.while(%i = %zero, %v = %b) : tensor<i32>, tensor<8x2xi32>
    cond {
      %p = stablehlo.compare LT, %i, %five : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %n = stablehlo.add %i, %one : tensor<i32>
      %s = stablehlo.slice %v [3:4, 0:2] : (tensor<8x2xi32>) -> tensor<1x2xi32>
      %r = stablehlo.reshape %s : (tensor<1x2xi32>) -> tensor<2xi32>
      %t = stablehlo.broadcast_in_dim %r, dims = [1] : (tensor<2xi32>) -> tensor<8x2xi32>
      %w = stablehlo.add %v, %t : tensor<8x2xi32>
      stablehlo.return %n, %w : tensor<i32>, tensor<8x2xi32>
    }
    sdy.return %1#1 : tensor<8x2xi32>
  } : (tensor<8x4xi32>) -> tensor<8x4xi32>
  return %0 : tensor<8x4xi32>
}
