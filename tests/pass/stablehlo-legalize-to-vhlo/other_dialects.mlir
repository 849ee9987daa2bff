// Operations of other dialects stay where that is asked for, with casts around them; otherwise there may be none.
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo=allow-other-dialects | FileCheck %s
// RUN: sdyc opt %s > %t.whole
// RUN: sdyc opt %s -stablehlo-legalize-to-vhlo=allow-other-dialects -vhlo-to-version=target=1.0.0 -vhlo-legalize-to-stablehlo | diff - %t.whole
// RUN: not sdyc opt %s -stablehlo-legalize-to-vhlo 2>&1 | FileCheck %s --check-prefix=BAD

// CHECK: sdy.mesh @mesh
sdy.mesh @mesh = <["x"=2]>
// CHECK: vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<4x!vhlo.f32_v1>) -> (!vhlo.tensor_v1<4x!vhlo.f32_v1>) {
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[IN:.*]] = builtin.unrealized_conversion_cast %arg0 : !vhlo.tensor_v1<4x!vhlo.f32_v1> to tensor<4xf32>
  // CHECK-NEXT: %[[R:.*]] = sdy.reshard %[[IN]] <@mesh, [{"x"}]> : tensor<4xf32>
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : tensor<4xf32>
  // The rank of what VHLO stands for is what a sharding must fit.
  // CHECK: "vhlo.abs_v1"(%{{.*}}) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  // BAD: error: failed to legalize operation 'stablehlo.abs' that was explicitly marked illegal: VHLO has no form of the attribute 'sdy.sharding'
  %1 = stablehlo.abs %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  // CHECK: %[[OUT:.*]] = builtin.unrealized_conversion_cast %[[R]] : tensor<4xf32> to !vhlo.tensor_v1<4x!vhlo.f32_v1>
  // CHECK-NEXT: "vhlo.return_v1"(%[[OUT]])
  return %0 : tensor<4xf32>
}
