// What is no sum over whole axes stays as it is: a maximum, a part of an axis, what is reduced.
// RUN: sdyc opt %s -sdyc-keep-terms | FileCheck %s

sdy.mesh @mesh = <["x"=4]>

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %{{.*}}: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}
// CHECK-SAME: %{{.*}}: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x":(1)2}>}
// CHECK-SAME: %{{.*}}: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT: return
func.func @main(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>},
                %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x":(1)2}>},
                %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  return
}
