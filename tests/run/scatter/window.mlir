// One window that is scattered to a constant place, to one that is given, and to places where it does not fit: there it
// changes nothing. What is added is made of slices of the tensor that is updated.
// RUN: sdyc run %s --input=6x7xi32=random:1 --input=2xi32=1,2
// RUN: sdyc run %s --input=6x7xi32=random:1 --input=2xi32=1,2 --jit=cc
func.func @main(%x: tensor<6x7xi32>, %given: tensor<2xi32>) {
  %above = stablehlo.slice %x [0:4, 1:6] : (tensor<6x7xi32>) -> tensor<4x5xi32>
  %below = stablehlo.slice %x [2:6, 1:6] : (tensor<6x7xi32>) -> tensor<4x5xi32>
  %beside = stablehlo.slice %x [1:5, 2:7] : (tensor<6x7xi32>) -> tensor<4x5xi32>
  %sum = stablehlo.add %above, %below : tensor<4x5xi32>
  %u = stablehlo.subtract %sum, %beside : tensor<4x5xi32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %here = stablehlo.concatenate %one, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %beyond = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  %before = stablehlo.constant dense<[-1, 0]> : tensor<2xi32>
  %padded = stablehlo.pad %u, %zero, low = [1, 2], high = [1, 0], interior = [0, 0] : (tensor<4x5xi32>, tensor<i32>) -> tensor<6x7xi32>
  %expected = stablehlo.add %x, %padded : tensor<6x7xi32>
  %0 = "stablehlo.scatter"(%x, %here, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6x7xi32>, tensor<2xi32>, tensor<4x5xi32>) -> tensor<6x7xi32>
  %1 = "stablehlo.scatter"(%x, %given, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6x7xi32>, tensor<2xi32>, tensor<4x5xi32>) -> tensor<6x7xi32>
  %2 = "stablehlo.scatter"(%x, %beyond, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6x7xi32>, tensor<2xi32>, tensor<4x5xi32>) -> tensor<6x7xi32>
  %3 = "stablehlo.scatter"(%x, %before, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>}> ({
  ^bb0(%l: tensor<i32>, %r: tensor<i32>):
    %s = stablehlo.add %l, %r : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<6x7xi32>, tensor<2xi32>, tensor<4x5xi32>) -> tensor<6x7xi32>
  check.expect_eq %0, %expected : tensor<6x7xi32>
  check.expect_eq %1, %expected : tensor<6x7xi32>
  check.expect_eq %2, %x : tensor<6x7xi32>
  check.expect_eq %3, %x : tensor<6x7xi32>
  return
}
