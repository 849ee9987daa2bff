// What a loop carries is computed in the memory it has, where no reader would find the wrong value.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %row = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %rows = stablehlo.constant dense<0> : tensor<3x4xi32>

  // One kernel stores a value and, of the same value, others: the walk over those after the first once left
  // the kernel's memory.
  %i0, %a0, %b0, %c0, %d0 = stablehlo.while(%i = %zero, %a = %one, %b = %zero, %c = %three, %d = %four) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %p = stablehlo.add %b, %i : tensor<i32>
      %q = stablehlo.add %c, %i : tensor<i32>
      stablehlo.return %next, %a, %p, %q, %q : tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>
    }
  check.expect_eq_const %b0, dense<3> : tensor<i32>
  check.expect_eq_const %c0, dense<6> : tensor<i32>
  check.expect_eq_const %d0, dense<6> : tensor<i32>

  // Two that change places, one that stays, one that is the old value of another.
  %i1, %x1, %y1, %s1, %o1 = stablehlo.while(%i = %zero, %x = %one, %y = %four, %s = %row, %o = %zero) : tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<i32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %next, %y, %x, %s, %i : tensor<i32>, tensor<i32>, tensor<i32>, tensor<4xi32>, tensor<i32>
    }
  check.expect_eq_const %x1, dense<4> : tensor<i32>
  check.expect_eq_const %y1, dense<1> : tensor<i32>
  check.expect_eq_const %s1, dense<[1, 2, 3, 4]> : tensor<4xi32>
  check.expect_eq_const %o1, dense<2> : tensor<i32>

  // Rows are put in place; the row before is read after that.
  %i2, %r2, %t2 = stablehlo.while(%i = %zero, %r = %rows, %t = %row) : tensor<i32>, tensor<3x4xi32>, tensor<4xi32>
    cond {
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %flat = stablehlo.reshape %t : (tensor<4xi32>) -> tensor<1x4xi32>
      %new = stablehlo.dynamic_update_slice %r, %flat, %i, %zero : (tensor<3x4xi32>, tensor<1x4xi32>, tensor<i32>, tensor<i32>) -> tensor<3x4xi32>
      %before = stablehlo.dynamic_slice %r, %i, %zero, sizes = [1, 4] : (tensor<3x4xi32>, tensor<i32>, tensor<i32>) -> tensor<1x4xi32>
      %old = stablehlo.reshape %before : (tensor<1x4xi32>) -> tensor<4xi32>
      %twice = stablehlo.add %t, %t : tensor<4xi32>
      %t_next = stablehlo.add %twice, %old : tensor<4xi32>
      stablehlo.return %next, %new, %t_next : tensor<i32>, tensor<3x4xi32>, tensor<4xi32>
    }
  check.expect_eq_const %r2, dense<[[1, 2, 3, 4], [2, 4, 6, 8], [4, 8, 12, 16]]> : tensor<3x4xi32>
  check.expect_eq_const %t2, dense<[8, 16, 24, 32]> : tensor<4xi32>
  return
}
