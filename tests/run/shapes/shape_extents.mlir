// Sizes computed with indices, where all shapes are known.
// RUN: sdyc run %s
// RUN: sdyc run %s --storage=private
func.func @main() {
  %a = stablehlo.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2 : i32
  %0 = tensor.dim %a, %c0 : tensor<2x3xf32>
  %shape = shape.shape_of %a : tensor<2x3xf32> -> tensor<2xindex>
  %1 = tensor.extract %shape[%c1] : tensor<2xindex>
  %2 = arith.muli %0, %1 : index
  %n = shape.num_elements %shape : tensor<2xindex> -> index
  %i2 = arith.index_cast %two : i32 to index
  %flat = tensor.from_elements %2 : tensor<1xindex>
  %3 = stablehlo.dynamic_reshape %a, %flat : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<6xf32>
  check.expect_eq_const %3, dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %more = tensor.from_elements %i2, %n : tensor<2xindex>
  %4 = stablehlo.dynamic_broadcast_in_dim %3, %more, dims = [1] : (tensor<6xf32>, tensor<2xindex>) -> tensor<2x6xf32>
  check.expect_eq_const %4, dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]> : tensor<2x6xf32>
  %front = shape.const_shape [2] : tensor<1xindex>
  %all = shape.concat %front, %shape : tensor<1xindex>, tensor<2xindex> -> tensor<3xindex>
  %5 = stablehlo.dynamic_broadcast_in_dim %a, %all, dims = [1, 2] : (tensor<2x3xf32>, tensor<3xindex>) -> tensor<2x2x3xf32>
  check.expect_eq_const %5, dense<[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]> : tensor<2x2x3xf32>
  // Sizes that are computed: 6 + 2, 8 - 3, 5 / 2, the larger one of 2 and 3, and 3 where 3 > 2.
  %s0 = arith.addi %2, %0 : index
  %s1 = arith.subi %s0, %1 : index
  %s2 = arith.divsi %s1, %i2 : index
  %s3 = arith.maxsi %s2, %1 : index
  %more3 = arith.cmpi sgt, %s3, %s2 : index
  %s4 = arith.select %more3, %s3, %c0 : index
  %computed = tensor.from_elements %s4, %s2 : tensor<2xindex>
  %6 = stablehlo.dynamic_reshape %a, %computed : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  check.expect_eq_const %6, dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  return
}
