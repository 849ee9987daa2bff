// RUN: sdyc run %s
func.func public @main() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<3.0> : tensor<f32>
  // Tuples within tuples.
  %t = stablehlo.tuple %a, %b : tuple<tensor<2xi32>, tensor<f32>>
  %u = stablehlo.tuple %b, %t : tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<f32>>>
  %0 = stablehlo.get_tuple_element %u[1] : (tuple<tensor<f32>, tuple<tensor<2xi32>, tensor<f32>>>) -> tuple<tensor<2xi32>, tensor<f32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<2xi32>, tensor<f32>>) -> tensor<2xi32>
  check.expect_eq_const %1, dense<[1, 2]> : tensor<2xi32>
  // Tokens go through barriers and loops.
  %k0 = stablehlo.create_token : !stablehlo.token
  %k1 = stablehlo.after_all %k0, %k0 : !stablehlo.token
  %2:2 = stablehlo.optimization_barrier %a, %k1 : tensor<2xi32>, !stablehlo.token
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %3:3 = stablehlo.while(%i = %zero, %x = %2#0, %k = %2#1) : tensor<i32>, tensor<2xi32>, !stablehlo.token
  cond {
    %three = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<2xi32>
    %l = stablehlo.after_all %k : !stablehlo.token
    stablehlo.return %n, %y, %l : tensor<i32>, tensor<2xi32>, !stablehlo.token
  }
  check.expect_eq_const %3#1, dense<[8, 16]> : tensor<2xi32>
  return
}
