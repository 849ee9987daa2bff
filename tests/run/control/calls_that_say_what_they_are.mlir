// Custom calls of unknown targets are computed where they say what they compute: an operation of MHLO, a decomposition,
// or one called computation of the call's own types, of which a warning tells.
// RUN: sdyc run %s 2>&1 | FileCheck %s
// RUN: sdyc run %s --storage=private
// What the host has a function for stays a call, and partitioning leaves calls to those who know them.
// RUN: sdyc opt %s -sdyc-legalize-custom-calls=handled=mine.twice,other 2>/dev/null | FileCheck %s --check-prefix=KEPT
// RUN: sdyc partition %s | FileCheck %s --check-prefix=PARTS
// RUN: sdyc emit %s --entry=handled --call=mine.twice -o %t && grep -q ": mine.twice" %t/model.h
// RUN: rm -rf %t && not sdyc run %s --entry=effects 2>&1 | FileCheck %s --check-prefix=EFFECTS

// CHECK: warning: custom call @mine.double is not known: @twice, which it calls and which has its types, is computed in its place
// CHECK-NOT: is not known
// KEPT: stablehlo.custom_call @mine.twice
// KEPT: call @twice
// KEPT: chlo.top_k
// PARTS: stablehlo.custom_call @mhlo.topk
// EFFECTS: calls @mine.effect, which is not known
sdy.mesh @mesh = <["x"=2]>
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func public @main() {
  %c = stablehlo.constant dense<[1.0, 3.0, 2.0, -1.0]> : tensor<4xf32>
  %x = sdy.sharding_constraint %c <@mesh, [{"x"}]> : tensor<4xf32>
  %0 = stablehlo.custom_call @mine.twice(%x) {api_version = 4 : i32, backend_config = {}, decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %0, dense<[2.0, 6.0, 4.0, -2.0]> : tensor<4xf32>
  %1 = stablehlo.custom_call @mine.double(%x) {called_computations = [@twice]} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_eq_const %1, dense<[2.0, 6.0, 4.0, -2.0]> : tensor<4xf32>
  %2:2 = stablehlo.custom_call @mhlo.topk(%x) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  check.expect_eq_const %2#0, dense<[3.0, 2.0]> : tensor<2xf32>
  check.expect_eq_const %2#1, dense<[1, 2]> : tensor<2xi32>
  %3 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  check.expect_almost_eq_const %3, dense<[0.842700779, 0.999977887, 0.995322287, -0.842700779]> : tensor<4xf32>
  return
}
func.func public @effects(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine.effect(%x) {called_computations = [@twice], has_side_effect = true} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func public @handled(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @mine.twice(%x) {api_version = 4 : i32, backend_config = {}, decomposition = @twice} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
