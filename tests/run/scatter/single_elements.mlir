// Scatters of single elements are strips of updates: against sums over all updates of a place. Two of
// fifty-two indices lie outside and update nothing.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --threads=7
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<3000xi32>
  %seven = stablehlo.constant dense<7> : tensor<3000xi32>
  %many = stablehlo.constant dense<52> : tensor<3000xi32>
  %one = stablehlo.constant dense<1> : tensor<3000xi32>
  %a = stablehlo.multiply %n, %seven : tensor<3000xi32>
  %b = stablehlo.remainder %a, %many : tensor<3000xi32>
  %place = stablehlo.subtract %b, %one : tensor<3000xi32>
  %short = stablehlo.reshape %place : (tensor<3000xi32>) -> tensor<3000x1xi32>
  %long = stablehlo.convert %short : (tensor<3000x1xi32>) -> tensor<3000x1xi64>
  %small = stablehlo.remainder %n, %seven : tensor<3000xi32>
  %row = stablehlo.iota dim = 0 : tensor<50x3000xi32>
  %column = stablehlo.iota dim = 1 : tensor<50x3000xi32>
  %places = stablehlo.broadcast_in_dim %place, dims = [1] : (tensor<3000xi32>) -> tensor<50x3000xi32>
  %mask = stablehlo.compare EQ, %row, %places : (tensor<50x3000xi32>, tensor<50x3000xi32>) -> tensor<50x3000xi1>
  %v0 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xf32>
  %o0 = stablehlo.constant dense<3.0> : tensor<50xf32>
  %s0 = "stablehlo.scatter"(%o0, %long, %v0) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    %r = stablehlo.add %old, %new : tensor<f32>
    stablehlo.return %r : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xf32>, tensor<3000x1xi64>, tensor<3000xf32>) -> tensor<50xf32>
  %w0 = stablehlo.broadcast_in_dim %v0, dims = [1] : (tensor<3000xf32>) -> tensor<50x3000xf32>
  %i0 = stablehlo.constant dense<0.0> : tensor<f32>
  %d0 = stablehlo.broadcast_in_dim %i0, dims = [] : (tensor<f32>) -> tensor<50x3000xf32>
  %m0 = stablehlo.select %mask, %w0, %d0 : tensor<50x3000xi1>, tensor<50x3000xf32>
  %f0 = stablehlo.reduce(%m0 init: %i0) applies stablehlo.add across dimensions = [1] : (tensor<50x3000xf32>, tensor<f32>) -> tensor<50xf32>
  %e0 = stablehlo.add %f0, %o0 : tensor<50xf32>
  check.expect_eq %s0, %e0 : tensor<50xf32>
  %v1 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xf64>
  %o1 = stablehlo.constant dense<2.0> : tensor<50xf64>
  %s1 = "stablehlo.scatter"(%o1, %short, %v1) ({
  ^bb0(%old: tensor<f64>, %new: tensor<f64>):
    %r = stablehlo.maximum %old, %new : tensor<f64>
    stablehlo.return %r : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xf64>, tensor<3000x1xi32>, tensor<3000xf64>) -> tensor<50xf64>
  %w1 = stablehlo.broadcast_in_dim %v1, dims = [1] : (tensor<3000xf64>) -> tensor<50x3000xf64>
  %i1 = stablehlo.constant dense<0.0> : tensor<f64>
  %d1 = stablehlo.broadcast_in_dim %i1, dims = [] : (tensor<f64>) -> tensor<50x3000xf64>
  %m1 = stablehlo.select %mask, %w1, %d1 : tensor<50x3000xi1>, tensor<50x3000xf64>
  %f1 = stablehlo.reduce(%m1 init: %i1) applies stablehlo.maximum across dimensions = [1] : (tensor<50x3000xf64>, tensor<f64>) -> tensor<50xf64>
  %e1 = stablehlo.maximum %f1, %o1 : tensor<50xf64>
  check.expect_eq %s1, %e1 : tensor<50xf64>
  %v2 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xi32>
  %o2 = stablehlo.constant dense<5> : tensor<50xi32>
  %s2 = "stablehlo.scatter"(%o2, %long, %v2) ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %r = stablehlo.add %old, %new : tensor<i32>
    stablehlo.return %r : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi32>, tensor<3000x1xi64>, tensor<3000xi32>) -> tensor<50xi32>
  %w2 = stablehlo.broadcast_in_dim %v2, dims = [1] : (tensor<3000xi32>) -> tensor<50x3000xi32>
  %i2 = stablehlo.constant dense<0> : tensor<i32>
  %d2 = stablehlo.broadcast_in_dim %i2, dims = [] : (tensor<i32>) -> tensor<50x3000xi32>
  %m2 = stablehlo.select %mask, %w2, %d2 : tensor<50x3000xi1>, tensor<50x3000xi32>
  %f2 = stablehlo.reduce(%m2 init: %i2) applies stablehlo.add across dimensions = [1] : (tensor<50x3000xi32>, tensor<i32>) -> tensor<50xi32>
  %e2 = stablehlo.add %f2, %o2 : tensor<50xi32>
  check.expect_eq %s2, %e2 : tensor<50xi32>
  %v3 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xi64>
  %o3 = stablehlo.constant dense<8> : tensor<50xi64>
  %s3 = "stablehlo.scatter"(%o3, %short, %v3) ({
  ^bb0(%old: tensor<i64>, %new: tensor<i64>):
    %r = stablehlo.minimum %old, %new : tensor<i64>
    stablehlo.return %r : tensor<i64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi64>, tensor<3000x1xi32>, tensor<3000xi64>) -> tensor<50xi64>
  %w3 = stablehlo.broadcast_in_dim %v3, dims = [1] : (tensor<3000xi64>) -> tensor<50x3000xi64>
  %i3 = stablehlo.constant dense<9> : tensor<i64>
  %d3 = stablehlo.broadcast_in_dim %i3, dims = [] : (tensor<i64>) -> tensor<50x3000xi64>
  %m3 = stablehlo.select %mask, %w3, %d3 : tensor<50x3000xi1>, tensor<50x3000xi64>
  %f3 = stablehlo.reduce(%m3 init: %i3) applies stablehlo.minimum across dimensions = [1] : (tensor<50x3000xi64>, tensor<i64>) -> tensor<50xi64>
  %e3 = stablehlo.minimum %f3, %o3 : tensor<50xi64>
  check.expect_eq %s3, %e3 : tensor<50xi64>
  %v4 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xui8>
  %o4 = stablehlo.constant dense<2> : tensor<50xui8>
  %s4 = "stablehlo.scatter"(%o4, %long, %v4) ({
  ^bb0(%old: tensor<ui8>, %new: tensor<ui8>):
    %r = stablehlo.maximum %old, %new : tensor<ui8>
    stablehlo.return %r : tensor<ui8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xui8>, tensor<3000x1xi64>, tensor<3000xui8>) -> tensor<50xui8>
  %w4 = stablehlo.broadcast_in_dim %v4, dims = [1] : (tensor<3000xui8>) -> tensor<50x3000xui8>
  %i4 = stablehlo.constant dense<0> : tensor<ui8>
  %d4 = stablehlo.broadcast_in_dim %i4, dims = [] : (tensor<ui8>) -> tensor<50x3000xui8>
  %m4 = stablehlo.select %mask, %w4, %d4 : tensor<50x3000xi1>, tensor<50x3000xui8>
  %f4 = stablehlo.reduce(%m4 init: %i4) applies stablehlo.maximum across dimensions = [1] : (tensor<50x3000xui8>, tensor<ui8>) -> tensor<50xui8>
  %e4 = stablehlo.maximum %f4, %o4 : tensor<50xui8>
  check.expect_eq %s4, %e4 : tensor<50xui8>
  %v5 = stablehlo.convert %one : (tensor<3000xi32>) -> tensor<3000xi16>
  %o5 = stablehlo.constant dense<3> : tensor<50xi16>
  %s5 = "stablehlo.scatter"(%o5, %short, %v5) ({
  ^bb0(%old: tensor<i16>, %new: tensor<i16>):
    %r = stablehlo.multiply %old, %new : tensor<i16>
    stablehlo.return %r : tensor<i16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi16>, tensor<3000x1xi32>, tensor<3000xi16>) -> tensor<50xi16>
  %w5 = stablehlo.broadcast_in_dim %v5, dims = [1] : (tensor<3000xi16>) -> tensor<50x3000xi16>
  %i5 = stablehlo.constant dense<1> : tensor<i16>
  %d5 = stablehlo.broadcast_in_dim %i5, dims = [] : (tensor<i16>) -> tensor<50x3000xi16>
  %m5 = stablehlo.select %mask, %w5, %d5 : tensor<50x3000xi1>, tensor<50x3000xi16>
  %f5 = stablehlo.reduce(%m5 init: %i5) applies stablehlo.multiply across dimensions = [1] : (tensor<50x3000xi16>, tensor<i16>) -> tensor<50xi16>
  %e5 = stablehlo.multiply %f5, %o5 : tensor<50xi16>
  check.expect_eq %s5, %e5 : tensor<50xi16>
  %v6 = stablehlo.convert %one : (tensor<3000xi32>) -> tensor<3000xbf16>
  %o6 = stablehlo.constant dense<4.0> : tensor<50xbf16>
  %s6 = "stablehlo.scatter"(%o6, %long, %v6) ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %r = stablehlo.add %old, %new : tensor<bf16>
    stablehlo.return %r : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xbf16>, tensor<3000x1xi64>, tensor<3000xbf16>) -> tensor<50xbf16>
  %w6 = stablehlo.broadcast_in_dim %v6, dims = [1] : (tensor<3000xbf16>) -> tensor<50x3000xbf16>
  %i6 = stablehlo.constant dense<0.0> : tensor<bf16>
  %d6 = stablehlo.broadcast_in_dim %i6, dims = [] : (tensor<bf16>) -> tensor<50x3000xbf16>
  %m6 = stablehlo.select %mask, %w6, %d6 : tensor<50x3000xi1>, tensor<50x3000xbf16>
  %f6 = stablehlo.reduce(%m6 init: %i6) applies stablehlo.add across dimensions = [1] : (tensor<50x3000xbf16>, tensor<bf16>) -> tensor<50xbf16>
  %e6 = stablehlo.add %f6, %o6 : tensor<50xbf16>
  check.expect_eq %s6, %e6 : tensor<50xbf16>
  %v7 = stablehlo.convert %small : (tensor<3000xi32>) -> tensor<3000xf16>
  %o7 = stablehlo.constant dense<8.0> : tensor<50xf16>
  %s7 = "stablehlo.scatter"(%o7, %short, %v7) ({
  ^bb0(%old: tensor<f16>, %new: tensor<f16>):
    %r = stablehlo.minimum %old, %new : tensor<f16>
    stablehlo.return %r : tensor<f16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xf16>, tensor<3000x1xi32>, tensor<3000xf16>) -> tensor<50xf16>
  %w7 = stablehlo.broadcast_in_dim %v7, dims = [1] : (tensor<3000xf16>) -> tensor<50x3000xf16>
  %i7 = stablehlo.constant dense<9.0> : tensor<f16>
  %d7 = stablehlo.broadcast_in_dim %i7, dims = [] : (tensor<f16>) -> tensor<50x3000xf16>
  %m7 = stablehlo.select %mask, %w7, %d7 : tensor<50x3000xi1>, tensor<50x3000xf16>
  %f7 = stablehlo.reduce(%m7 init: %i7) applies stablehlo.minimum across dimensions = [1] : (tensor<50x3000xf16>, tensor<f16>) -> tensor<50xf16>
  %e7 = stablehlo.minimum %f7, %o7 : tensor<50xf16>
  check.expect_eq %s7, %e7 : tensor<50xf16>
  // Where nothing is combined the last update stays.
  %nothing = stablehlo.constant dense<0> : tensor<50xi32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %none = stablehlo.constant dense<0> : tensor<50x3000xi32>
  %columns = stablehlo.select %mask, %column, %none : tensor<50x3000xi1>, tensor<50x3000xi32>
  %last = stablehlo.reduce(%columns init: %first) applies stablehlo.maximum across dimensions = [1] : (tensor<50x3000xi32>, tensor<i32>) -> tensor<50xi32>
  %o8 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xi1>
  %v8 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xi1>
  %s8 = "stablehlo.scatter"(%o8, %short, %v8) ({
  ^bb0(%old: tensor<i1>, %new: tensor<i1>):
    stablehlo.return %new : tensor<i1>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi1>, tensor<3000x1xi32>, tensor<3000xi1>) -> tensor<50xi1>
  %e8 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xi1>
  check.expect_eq %s8, %e8 : tensor<50xi1>
  %o9 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xi4>
  %v9 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xi4>
  %s9 = "stablehlo.scatter"(%o9, %short, %v9) ({
  ^bb0(%old: tensor<i4>, %new: tensor<i4>):
    stablehlo.return %new : tensor<i4>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi4>, tensor<3000x1xi32>, tensor<3000xi4>) -> tensor<50xi4>
  %e9 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xi4>
  check.expect_eq %s9, %e9 : tensor<50xi4>
  %o10 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xi8>
  %v10 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xi8>
  %s10 = "stablehlo.scatter"(%o10, %short, %v10) ({
  ^bb0(%old: tensor<i8>, %new: tensor<i8>):
    stablehlo.return %new : tensor<i8>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xi8>, tensor<3000x1xi32>, tensor<3000xi8>) -> tensor<50xi8>
  %e10 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xi8>
  check.expect_eq %s10, %e10 : tensor<50xi8>
  %o11 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xbf16>
  %v11 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xbf16>
  %s11 = "stablehlo.scatter"(%o11, %short, %v11) ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    stablehlo.return %new : tensor<bf16>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xbf16>, tensor<3000x1xi32>, tensor<3000xbf16>) -> tensor<50xbf16>
  %e11 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xbf16>
  check.expect_eq %s11, %e11 : tensor<50xbf16>
  %o12 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xf32>
  %v12 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xf32>
  %s12 = "stablehlo.scatter"(%o12, %short, %v12) ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xf32>, tensor<3000x1xi32>, tensor<3000xf32>) -> tensor<50xf32>
  %e12 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xf32>
  check.expect_eq %s12, %e12 : tensor<50xf32>
  %o13 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xf64>
  %v13 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xf64>
  %s13 = "stablehlo.scatter"(%o13, %short, %v13) ({
  ^bb0(%old: tensor<f64>, %new: tensor<f64>):
    stablehlo.return %new : tensor<f64>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xf64>, tensor<3000x1xi32>, tensor<3000xf64>) -> tensor<50xf64>
  %e13 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xf64>
  check.expect_eq %s13, %e13 : tensor<50xf64>
  %o14 = stablehlo.convert %nothing : (tensor<50xi32>) -> tensor<50xcomplex<f64>>
  %v14 = stablehlo.convert %n : (tensor<3000xi32>) -> tensor<3000xcomplex<f64>>
  %s14 = "stablehlo.scatter"(%o14, %short, %v14) ({
  ^bb0(%old: tensor<complex<f64>>, %new: tensor<complex<f64>>):
    stablehlo.return %new : tensor<complex<f64>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<50xcomplex<f64>>, tensor<3000x1xi32>, tensor<3000xcomplex<f64>>) -> tensor<50xcomplex<f64>>
  %e14 = stablehlo.convert %last : (tensor<50xi32>) -> tensor<50xcomplex<f64>>
  check.expect_eq %s14, %e14 : tensor<50xcomplex<f64>>
  return
}
