// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private

func.func public @main() {
  // A loop that carries a counter, a sum and a pair that changes places.
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %a = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = stablehlo.constant dense<[3.0, 5.0]> : tensor<2xf32>
  %0:4 = stablehlo.while(%i = %zero, %sum = %zero, %x = %a, %y = %b) : tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
  cond {
    %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %more = stablehlo.add %sum, %next : tensor<i32>
    stablehlo.return %next, %more, %y, %x : tensor<i32>, tensor<i32>, tensor<2xf32>, tensor<2xf32>
  }
  check.expect_eq_const %0#0, dense<10> : tensor<i32>
  check.expect_eq_const %0#1, dense<55> : tensor<i32>
  check.expect_eq_const %0#2, dense<[1.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %0#3, dense<[3.0, 5.0]> : tensor<2xf32>

  // A loop that never turns gives what it was given.
  %never = stablehlo.while(%i = %ten) : tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    stablehlo.return %zero : tensor<i32>
  }
  check.expect_eq_const %never, dense<10> : tensor<i32>

  // Each turn writes its row of a tensor, in place.
  %rows = stablehlo.constant dense<0> : tensor<4x3xi32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %1:2 = stablehlo.while(%i = %zero, %t = %rows) : tensor<i32>, tensor<4x3xi32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %row = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<1x3xi32>
    %set = stablehlo.dynamic_update_slice %t, %row, %i, %zero : (tensor<4x3xi32>, tensor<1x3xi32>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %set : tensor<i32>, tensor<4x3xi32>
  }
  check.expect_eq_const %1#1, dense<[[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]> : tensor<4x3xi32>

  // What is written was read from the tensor that it is written to.
  %2:2 = stablehlo.while(%i = %one, %t = %1#1) : tensor<i32>, tensor<4x3xi32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %last = stablehlo.subtract %i, %one : tensor<i32>
    %before = stablehlo.dynamic_slice %t, %last, %zero, sizes = [1, 3] : (tensor<4x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
    %here = stablehlo.dynamic_slice %t, %i, %zero, sizes = [1, 3] : (tensor<4x3xi32>, tensor<i32>, tensor<i32>) -> tensor<1x3xi32>
    %both = stablehlo.add %before, %here : tensor<1x3xi32>
    %set = stablehlo.dynamic_update_slice %t, %both, %i, %zero : (tensor<4x3xi32>, tensor<1x3xi32>, tensor<i32>, tensor<i32>) -> tensor<4x3xi32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %next, %set : tensor<i32>, tensor<4x3xi32>
  }
  check.expect_eq_const %2#1, dense<[[0, 0, 0], [1, 1, 1], [3, 3, 3], [6, 6, 6]]> : tensor<4x3xi32>
  // The loop before kept what it gave.
  check.expect_eq_const %1#1, dense<[[0, 0, 0], [1, 1, 1], [2, 2, 2], [3, 3, 3]]> : tensor<4x3xi32>

  // A loop in a loop: the triangle numbers, summed.
  %3:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
  cond {
    %go = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %go : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %inner:2 = stablehlo.while(%k = %zero, %s = %sum) : tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LE, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %k1 = stablehlo.add %k, %one : tensor<i32>
      %s1 = stablehlo.add %s, %k1 : tensor<i32>
      stablehlo.return %k1, %s1 : tensor<i32>, tensor<i32>
    }
    stablehlo.return %next, %inner#1 : tensor<i32>, tensor<i32>
  }
  check.expect_eq_const %3#1, dense<20> : tensor<i32>

  // Branches: by number, out of range the last; by a boolean; results of one are the other's operands.
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %4:2 = "stablehlo.case"(%seven) ({
    stablehlo.return %a, %one : tensor<2xf32>, tensor<i32>
  }, {
    %both = stablehlo.add %a, %b : tensor<2xf32>
    stablehlo.return %both, %ten : tensor<2xf32>, tensor<i32>
  }, {
    %less = stablehlo.subtract %b, %a : tensor<2xf32>
    stablehlo.return %less, %zero : tensor<2xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<2xf32>, tensor<i32>)
  check.expect_eq_const %4#0, dense<[2.0, 3.0]> : tensor<2xf32>
  check.expect_eq_const %4#1, dense<0> : tensor<i32>
  %is_zero = stablehlo.compare EQ, %4#1, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %5 = "stablehlo.if"(%is_zero) ({
    %twice = stablehlo.add %4#0, %4#0 : tensor<2xf32>
    stablehlo.return %twice : tensor<2xf32>
  }, {
    stablehlo.return %a : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  check.expect_eq_const %5, dense<[4.0, 6.0]> : tensor<2xf32>
  return
}
