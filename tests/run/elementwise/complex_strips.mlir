// Complex numbers in strips: broadcasts, transpositions, comparisons, conversions and sums, against
// the same computed from their parts.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func private @number() -> tensor<37x131xcomplex<f32>> {
  %i = stablehlo.iota dim = 0 : tensor<37x131xf32>
  %j = stablehlo.iota dim = 1 : tensor<37x131xf32>
  %scale = stablehlo.constant dense<0.03125> : tensor<37x131xf32>
  %two = stablehlo.constant dense<2.0> : tensor<37x131xf32>
  %re0 = stablehlo.multiply %j, %scale : tensor<37x131xf32>
  %re = stablehlo.subtract %re0, %two : tensor<37x131xf32>
  %im0 = stablehlo.multiply %i, %scale : tensor<37x131xf32>
  %im = stablehlo.subtract %im0, %scale : tensor<37x131xf32>
  %z = stablehlo.complex %re, %im : tensor<37x131xcomplex<f32>>
  return %z : tensor<37x131xcomplex<f32>>
}
func.func public @main() {
  %z = call @number() : () -> tensor<37x131xcomplex<f32>>
  %re = stablehlo.real %z : (tensor<37x131xcomplex<f32>>) -> tensor<37x131xf32>
  %im = stablehlo.imag %z : (tensor<37x131xcomplex<f32>>) -> tensor<37x131xf32>

  // z z + c, c the same everywhere
  %c = stablehlo.constant dense<(0.5, -0.25)> : tensor<37x131xcomplex<f32>>
  %zz = stablehlo.multiply %z, %z : tensor<37x131xcomplex<f32>>
  %poly = stablehlo.add %zz, %c : tensor<37x131xcomplex<f32>>
  %rr = stablehlo.multiply %re, %re : tensor<37x131xf32>
  %ii = stablehlo.multiply %im, %im : tensor<37x131xf32>
  %ri = stablehlo.multiply %re, %im : tensor<37x131xf32>
  %half = stablehlo.constant dense<0.5> : tensor<37x131xf32>
  %quarter = stablehlo.constant dense<-0.25> : tensor<37x131xf32>
  %poly_re0 = stablehlo.subtract %rr, %ii : tensor<37x131xf32>
  %poly_re = stablehlo.add %poly_re0, %half : tensor<37x131xf32>
  %poly_im0 = stablehlo.add %ri, %ri : tensor<37x131xf32>
  %poly_im = stablehlo.add %poly_im0, %quarter : tensor<37x131xf32>
  %poly_want = stablehlo.complex %poly_re, %poly_im : tensor<37x131xcomplex<f32>>
  check.expect_eq %poly, %poly_want : tensor<37x131xcomplex<f32>>

  // exp(z) = exp(re) (cos(im) + i sin(im)); abs; log(exp(z)) = z
  %exp = stablehlo.exponential %z : tensor<37x131xcomplex<f32>>
  %size = stablehlo.exponential %re : tensor<37x131xf32>
  %sin = stablehlo.sine %im : tensor<37x131xf32>
  %cos = stablehlo.cosine %im : tensor<37x131xf32>
  %exp_re = stablehlo.multiply %size, %cos : tensor<37x131xf32>
  %exp_im = stablehlo.multiply %size, %sin : tensor<37x131xf32>
  %exp_want = stablehlo.complex %exp_re, %exp_im : tensor<37x131xcomplex<f32>>
  check.expect_almost_eq %exp, %exp_want : tensor<37x131xcomplex<f32>>
  %abs = stablehlo.abs %exp : (tensor<37x131xcomplex<f32>>) -> tensor<37x131xf32>
  check.expect_almost_eq %abs, %size : tensor<37x131xf32>
  %back = stablehlo.log %exp : tensor<37x131xcomplex<f32>>
  check.expect_almost_eq %back, %z : tensor<37x131xcomplex<f32>>
  %root = stablehlo.sqrt %exp : tensor<37x131xcomplex<f32>>
  %square = stablehlo.multiply %root, %root : tensor<37x131xcomplex<f32>>
  check.expect_almost_eq %square, %exp : tensor<37x131xcomplex<f32>>

  // another order of the dimensions, a row that is broadcast, a quotient
  %t = stablehlo.transpose %z, dims = [1, 0] : (tensor<37x131xcomplex<f32>>) -> tensor<131x37xcomplex<f32>>
  %row = stablehlo.slice %t [3:4, 0:37] : (tensor<131x37xcomplex<f32>>) -> tensor<1x37xcomplex<f32>>
  %rows = stablehlo.broadcast_in_dim %row, dims = [0, 1] : (tensor<1x37xcomplex<f32>>) -> tensor<131x37xcomplex<f32>>
  %sum = stablehlo.add %t, %rows : tensor<131x37xcomplex<f32>>
  %product = stablehlo.multiply %sum, %rows : tensor<131x37xcomplex<f32>>
  %quotient = stablehlo.divide %product, %rows : tensor<131x37xcomplex<f32>>
  check.expect_almost_eq %quotient, %sum : tensor<131x37xcomplex<f32>>

  // a choice; numbers that are equal
  %is_same = stablehlo.compare EQ, %z, %zz : (tensor<37x131xcomplex<f32>>, tensor<37x131xcomplex<f32>>) -> tensor<37x131xi1>
  %choice = stablehlo.select %is_same, %z, %poly : tensor<37x131xi1>, tensor<37x131xcomplex<f32>>
  %choice_re = stablehlo.real %choice : (tensor<37x131xcomplex<f32>>) -> tensor<37x131xf32>
  %choice_want = stablehlo.select %is_same, %re, %poly_re : tensor<37x131xi1>, tensor<37x131xf32>
  check.expect_eq %choice_re, %choice_want : tensor<37x131xf32>

  // wider and narrower parts; real numbers
  %wide = stablehlo.convert %z : (tensor<37x131xcomplex<f32>>) -> tensor<37x131xcomplex<f64>>
  %narrow = stablehlo.convert %wide : (tensor<37x131xcomplex<f64>>) -> tensor<37x131xcomplex<f32>>
  check.expect_eq %narrow, %z : tensor<37x131xcomplex<f32>>
  %real = stablehlo.convert %re : (tensor<37x131xf32>) -> tensor<37x131xcomplex<f64>>
  %real_part = stablehlo.real %real : (tensor<37x131xcomplex<f64>>) -> tensor<37x131xf64>
  %wide_part = stablehlo.real %wide : (tensor<37x131xcomplex<f64>>) -> tensor<37x131xf64>
  check.expect_eq %real_part, %wide_part : tensor<37x131xf64>

  // sums over the last dimension, over the first, over both; the greatest
  %zero = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %zero_f32 = stablehlo.constant dense<0.0> : tensor<f32>
  %last = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<37x131xcomplex<f32>>, tensor<complex<f32>>) -> tensor<37xcomplex<f32>>
  %last_re = stablehlo.reduce(%re init: %zero_f32) applies stablehlo.add across dimensions = [1] : (tensor<37x131xf32>, tensor<f32>) -> tensor<37xf32>
  %last_im = stablehlo.reduce(%im init: %zero_f32) applies stablehlo.add across dimensions = [1] : (tensor<37x131xf32>, tensor<f32>) -> tensor<37xf32>
  %last_want = stablehlo.complex %last_re, %last_im : tensor<37xcomplex<f32>>
  check.expect_almost_eq %last, %last_want : tensor<37xcomplex<f32>>
  %first = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37x131xcomplex<f32>>, tensor<complex<f32>>) -> tensor<131xcomplex<f32>>
  %first_re = stablehlo.reduce(%re init: %zero_f32) applies stablehlo.add across dimensions = [0] : (tensor<37x131xf32>, tensor<f32>) -> tensor<131xf32>
  %first_im = stablehlo.reduce(%im init: %zero_f32) applies stablehlo.add across dimensions = [0] : (tensor<37x131xf32>, tensor<f32>) -> tensor<131xf32>
  %first_want = stablehlo.complex %first_re, %first_im : tensor<131xcomplex<f32>>
  check.expect_almost_eq %first, %first_want : tensor<131xcomplex<f32>>
  %all = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<37x131xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  %all_last = stablehlo.reduce(%last init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<37xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  check.expect_almost_eq %all, %all_last : tensor<complex<f32>>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<complex<f32>>
  %times = stablehlo.reduce(%exp init: %one) applies stablehlo.multiply across dimensions = [1] : (tensor<37x131xcomplex<f32>>, tensor<complex<f32>>) -> tensor<37xcomplex<f32>>
  %times_want = stablehlo.exponential %last : tensor<37xcomplex<f32>>
  %times_size = stablehlo.abs %times : (tensor<37xcomplex<f32>>) -> tensor<37xf32>
  %want_size = stablehlo.abs %times_want : (tensor<37xcomplex<f32>>) -> tensor<37xf32>
  %quotient_size = stablehlo.divide %times_size, %want_size : tensor<37xf32>
  check.expect_almost_eq_const %quotient_size, dense<1.0> : tensor<37xf32>

  // rows that are added at places
  %places = stablehlo.constant dense<[[5], [0], [5], [36]]> : tensor<4x1xi32>
  %updates = stablehlo.slice %z [0:4, 0:131] : (tensor<37x131xcomplex<f32>>) -> tensor<4x131xcomplex<f32>>
  %added = "stablehlo.scatter"(%z, %places, %updates) ({
    ^bb0(%a: tensor<complex<f32>>, %b: tensor<complex<f32>>):
      %ab = stablehlo.add %a, %b : tensor<complex<f32>>
      stablehlo.return %ab : tensor<complex<f32>>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<37x131xcomplex<f32>>, tensor<4x1xi32>, tensor<4x131xcomplex<f32>>) -> tensor<37x131xcomplex<f32>>
  %at5 = stablehlo.slice %added [5:6, 0:131] : (tensor<37x131xcomplex<f32>>) -> tensor<1x131xcomplex<f32>>
  %z0 = stablehlo.slice %z [0:1, 0:131] : (tensor<37x131xcomplex<f32>>) -> tensor<1x131xcomplex<f32>>
  %z2 = stablehlo.slice %z [2:3, 0:131] : (tensor<37x131xcomplex<f32>>) -> tensor<1x131xcomplex<f32>>
  %z5 = stablehlo.slice %z [5:6, 0:131] : (tensor<37x131xcomplex<f32>>) -> tensor<1x131xcomplex<f32>>
  %z50 = stablehlo.add %z5, %z0 : tensor<1x131xcomplex<f32>>
  %z502 = stablehlo.add %z50, %z2 : tensor<1x131xcomplex<f32>>
  check.expect_eq %at5, %z502 : tensor<1x131xcomplex<f32>>
  return
}
