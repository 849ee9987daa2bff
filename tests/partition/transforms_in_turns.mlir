// A Fourier transform of two dimensions, one of them in parts: the other is transformed first, then devices exchange parts
// of it for the whole of the one. Both were gathered.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc opt %s -sdyc-transform-in-turns | FileCheck %s --check-prefix=WHOLE
sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func.func public @main
// CHECK-NOT: all_gather
// CHECK: stablehlo.fft {{.*}} type = FFT, length = [12]
// CHECK: all_to_all
// CHECK: stablehlo.fft {{.*}} type = FFT, length = [8]
// CHECK: return

// WHOLE-LABEL: func.func public @main
// WHOLE: %[[ROWS:.*]] = stablehlo.fft %arg0, type = FFT, length = [12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}
// WHOLE: %[[TURNED:.*]] = stablehlo.transpose %[[ROWS]], dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}
// WHOLE: %[[COLUMNS:.*]] = stablehlo.fft %[[TURNED]], type = FFT, length = [8]
// WHOLE: stablehlo.transpose %[[COLUMNS]], dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>}

// What comes as real numbers is transformed first along the last dimension, though it is in parts, and what becomes real
// last.
// WHOLE: stablehlo.fft {{.*}}, type = RFFT, length = [12]
// WHOLE: stablehlo.fft {{.*}}, type = FFT, length = [6]
// WHOLE: stablehlo.fft {{.*}}, type = FFT, length = [8]
// WHOLE: stablehlo.fft {{.*}}, type = IFFT, length = [6]
// WHOLE: stablehlo.fft {{.*}}, type = IFFT, length = [8]
// WHOLE: stablehlo.fft {{.*}}, type = IRFFT, length = [12]
func.func public @main(%z: tensor<8x12xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %r: tensor<6x8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>})
    -> (tensor<8x12xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<6x8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}) {
  %0 = stablehlo.fft %z, type = FFT, length = [8, 12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x12xcomplex<f32>>) -> tensor<8x12xcomplex<f32>>
  %1 = stablehlo.fft %r, type = RFFT, length = [6, 8, 12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}, {"x"}]>]>} : (tensor<6x8x12xf32>) -> tensor<6x8x7xcomplex<f32>>
  %2 = stablehlo.fft %1, type = IRFFT, length = [6, 8, 12] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}, {"x"}]>]>} : (tensor<6x8x7xcomplex<f32>>) -> tensor<6x8x12xf32>
  return %0, %2 : tensor<8x12xcomplex<f32>>, tensor<6x8x12xf32>
}
