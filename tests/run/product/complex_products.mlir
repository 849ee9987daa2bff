// Products of complex matrices, large enough for several tasks, alone and followed by operations on
// their tiles; of small integers, so that sums are exact.
// RUN: sdyc run %s
// RUN: sdyc run --jit=cc %s
func.func public @main() {
  %n = stablehlo.iota dim = 0 : tensor<60000xi32>
  %seven = stablehlo.constant dense<7> : tensor<60000xi32>
  %eleven = stablehlo.constant dense<11> : tensor<60000xi32>
  %0 = stablehlo.remainder %n, %seven : tensor<60000xi32>
  %1 = stablehlo.remainder %n, %eleven : tensor<60000xi32>
  %x = stablehlo.convert %0 : (tensor<60000xi32>) -> tensor<60000xf32>
  %y = stablehlo.convert %1 : (tensor<60000xi32>) -> tensor<60000xf32>
  %ar = stablehlo.reshape %x : (tensor<60000xf32>) -> tensor<200x300xf32>
  %ai = stablehlo.reshape %y : (tensor<60000xf32>) -> tensor<200x300xf32>
  %br = stablehlo.reshape %y : (tensor<60000xf32>) -> tensor<300x200xf32>
  %bi = stablehlo.reshape %x : (tensor<60000xf32>) -> tensor<300x200xf32>
  %a = stablehlo.complex %ar, %ai : tensor<200x300xcomplex<f32>>
  %b = stablehlo.complex %br, %bi : tensor<300x200xcomplex<f32>>
  %rr = stablehlo.dot_general %ar, %br, contracting_dims = [1] x [0] : (tensor<200x300xf32>, tensor<300x200xf32>) -> tensor<200x200xf32>
  %ii = stablehlo.dot_general %ai, %bi, contracting_dims = [1] x [0] : (tensor<200x300xf32>, tensor<300x200xf32>) -> tensor<200x200xf32>
  %ri = stablehlo.dot_general %ar, %bi, contracting_dims = [1] x [0] : (tensor<200x300xf32>, tensor<300x200xf32>) -> tensor<200x200xf32>
  %ir = stablehlo.dot_general %ai, %br, contracting_dims = [1] x [0] : (tensor<200x300xf32>, tensor<300x200xf32>) -> tensor<200x200xf32>
  %re = stablehlo.subtract %rr, %ii : tensor<200x200xf32>
  %im = stablehlo.add %ri, %ir : tensor<200x200xf32>

  // Alone.
  %alone = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<200x300xcomplex<f32>>, tensor<300x200xcomplex<f32>>) -> tensor<200x200xcomplex<f32>>
  %want = stablehlo.complex %re, %im : tensor<200x200xcomplex<f32>>
  check.expect_eq %alone, %want : tensor<200x200xcomplex<f32>>

  // In double, a batch of them.
  %ab = stablehlo.reshape %a : (tensor<200x300xcomplex<f32>>) -> tensor<4x50x300xcomplex<f32>>
  %bb = stablehlo.reshape %b : (tensor<300x200xcomplex<f32>>) -> tensor<4x75x200xcomplex<f32>>
  %ad = stablehlo.convert %ab : (tensor<4x50x300xcomplex<f32>>) -> tensor<4x50x300xcomplex<f64>>
  %bd = stablehlo.convert %bb : (tensor<4x75x200xcomplex<f32>>) -> tensor<4x75x200xcomplex<f64>>
  %as = stablehlo.slice %ad [0:4, 0:50, 0:75] : (tensor<4x50x300xcomplex<f64>>) -> tensor<4x50x75xcomplex<f64>>
  %batch = stablehlo.dot_general %as, %bd, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x50x75xcomplex<f64>>, tensor<4x75x200xcomplex<f64>>) -> tensor<4x50x200xcomplex<f64>>
  %first = stablehlo.slice %batch [0:1, 0:50, 0:200] : (tensor<4x50x200xcomplex<f64>>) -> tensor<1x50x200xcomplex<f64>>
  %one = stablehlo.reshape %first : (tensor<1x50x200xcomplex<f64>>) -> tensor<50x200xcomplex<f64>>
  %a0 = stablehlo.slice %a [0:50, 0:75] : (tensor<200x300xcomplex<f32>>) -> tensor<50x75xcomplex<f32>>
  %b0 = stablehlo.slice %b [0:75, 0:200] : (tensor<300x200xcomplex<f32>>) -> tensor<75x200xcomplex<f32>>
  %c0 = stablehlo.dot_general %a0, %b0, contracting_dims = [1] x [0] : (tensor<50x75xcomplex<f32>>, tensor<75x200xcomplex<f32>>) -> tensor<50x200xcomplex<f32>>
  %wide = stablehlo.convert %c0 : (tensor<50x200xcomplex<f32>>) -> tensor<50x200xcomplex<f64>>
  check.expect_eq %one, %wide : tensor<50x200xcomplex<f64>>

  // Followed by operations on the tile: of the same type, and of another, which needs a tile of its own.
  %i = stablehlo.constant dense<(0.0, 1.0)> : tensor<200x200xcomplex<f32>>
  %p = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<200x300xcomplex<f32>>, tensor<300x200xcomplex<f32>>) -> tensor<200x200xcomplex<f32>>
  %turned = stablehlo.multiply %p, %i : tensor<200x200xcomplex<f32>>
  %minus = stablehlo.negate %im : tensor<200x200xf32>
  %quarter = stablehlo.complex %minus, %re : tensor<200x200xcomplex<f32>>
  check.expect_eq %turned, %quarter : tensor<200x200xcomplex<f32>>
  %q = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<200x300xcomplex<f32>>, tensor<300x200xcomplex<f32>>) -> tensor<200x200xcomplex<f32>>
  %qr = stablehlo.real %q : (tensor<200x200xcomplex<f32>>) -> tensor<200x200xf32>
  %qi = stablehlo.imag %q : (tensor<200x200xcomplex<f32>>) -> tensor<200x200xf32>
  check.expect_eq %qr, %re : tensor<200x200xf32>
  check.expect_eq %qi, %im : tensor<200x200xf32>
  return
}
