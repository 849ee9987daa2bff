// A batch of matrices whose number is known at run time.
// RUN: sdyc run %s --input=2x2x2xf32='2 1 1 2 5 0 0 3' | FileCheck %s
// RUN: sdyc run %s --storage=private --input=2x2x2xf32='2 1 1 2 5 0 0 3' | FileCheck %s
// CHECK: 2x2xf32=[1 3][3 5]
sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<?x2x2xf32, #stablehlo.bounds<4, ?, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<?x2xf32, #stablehlo.bounds<4, ?>> {
  %0:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.frontend_attributes = {num_batch_dims = "1"}, mhlo.backend_config = {mode = 78 : ui8, uplo = 76 : ui8}}
      : (tensor<?x2x2xf32, #stablehlo.bounds<4, ?, ?>>) -> (tensor<?x2x2xf32, #stablehlo.bounds<4, ?, ?>>, tensor<?x2xf32, #stablehlo.bounds<4, ?>>, tensor<?xi32, #stablehlo.bounds<4>>)
  return %0#1 : tensor<?x2xf32, #stablehlo.bounds<4, ?>>
}
