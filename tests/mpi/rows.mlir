// Products of which each rank has some of the rows: few of them are multiplied in other ways than many, but not in device order. Where two
// dimensions are summed over (%g, %h), these lie one behind the other in memory on some numbers of ranks: terms follow each other as they do elsewhere.
// RUN: sdyc kernels --ranks=4 %s | FileCheck %s
sdy.mesh @mesh = <["x"=8]>
// CHECK: product
func.func @main(%a: tensor<16x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x128xf32>,
                %c: tensor<64x300xbf16> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %d: tensor<300x40xbf16>,
                %e: tensor<8x100xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %f: tensor<12x100xcomplex<f32>>,
                %g: tensor<4x32x16xf32>, %h: tensor<4x8x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>})
    -> (tensor<16x64xf32>, tensor<64x40xbf16>, tensor<8x12xcomplex<f32>>, tensor<16x8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<16x128xf32>, tensor<64x128xf32>) -> tensor<16x64xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<64x300xbf16>, tensor<300x40xbf16>) -> tensor<64x40xbf16>
  %2 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [1] : (tensor<8x100xcomplex<f32>>, tensor<12x100xcomplex<f32>>) -> tensor<8x12xcomplex<f32>>
  %3 = stablehlo.dot_general %g, %h, contracting_dims = [0, 1] x [0, 2] : (tensor<4x32x16xf32>, tensor<4x8x32x8xf32>) -> tensor<16x8x8xf32>
  return %0, %1, %2, %3 : tensor<16x64xf32>, tensor<64x40xbf16>, tensor<8x12xcomplex<f32>>, tensor<16x8x8xf32>
}
