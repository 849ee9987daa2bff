// The padding of an operand that a pad follows: all of it is filled where less is added than the pad says, and what the pad
// adds would begin with it otherwise; not where the operand is known to hold the value already.
// RUN: sdyc opt %s -sdy-pad-for-divisibility | FileCheck %s
// RUN: sdyc opt %s -sdy-pad-for-divisibility=pad-signatures | FileCheck %s --check-prefix=OURS
sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func.func @all_dimensions
// CHECK: [[PART:%.+]] = sdy.all_slice [{"x"}, {"y"}] %{{.*}} : tensor<8x12xf32>
// CHECK-NEXT: stablehlo.iota dim = 0
// CHECK: [[ROWS:%.+]] = stablehlo.compare LT
// CHECK-NEXT: stablehlo.iota dim = 1
// CHECK: [[COLUMNS:%.+]] = stablehlo.compare LT
// CHECK-NEXT: [[BOTH:%.+]] = stablehlo.and [[ROWS]], [[COLUMNS]]
// CHECK-NEXT: [[FILL:%.+]] = stablehlo.broadcast_in_dim %arg1, dims = []
// CHECK-NEXT: [[FILLED:%.+]] = stablehlo.select [[BOTH]], [[PART]], [[FILL]]
// CHECK-NEXT: stablehlo.pad [[FILLED]], %arg1, low = [1, 2], high = [-1, 2], interior = [0, 0]
func.func @all_dimensions(%a: tensor<7x9xf32>, %z: tensor<f32>) -> tensor<8x16xf32> {
  %0 = sdy.all_slice [{"x"}, {"y"}] %a out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<7x9xf32>
  %1 = stablehlo.pad %0, %z, low = [1, 2], high = [0, 5], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<7x9xf32>, tensor<f32>) -> tensor<8x16xf32>
  %2 = sdy.all_gather [{"x"}, {"y"}] %1 out_sharding=<@mesh, [{}, {}]> : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}

// CHECK-LABEL: func.func @as_many
// CHECK: [[PART:%.+]] = sdy.all_slice [{"x"}] %{{.*}} : tensor<8xf32>
// CHECK: [[FILLED:%.+]] = stablehlo.select %{{.*}}, [[PART]], %{{.*}}
// CHECK-NEXT: stablehlo.pad [[FILLED]], %arg1, low = [0], high = [2], interior = [0]
func.func @as_many(%a: tensor<7xf32>, %z: tensor<f32>) -> tensor<9xf32> {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.pad %0, %z, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<9xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<9xf32>
  return %2 : tensor<9xf32>
}

// CHECK-LABEL: func.func @known
// CHECK: [[PART:%.+]] = sdy.all_slice [{"x"}] %{{.*}} : tensor<8xf32>
// CHECK-NEXT: stablehlo.pad [[PART]], %{{.*}}, low = [0], high = [2], interior = [0]
func.func @known(%a: tensor<7xf32>) -> tensor<9xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.pad %0, %z, low = [0], high = [2], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<9xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<9xf32>
  return %2 : tensor<9xf32>
}

// Nothing of the padding is left in the result: only Shardy's pass fills it.
// CHECK-LABEL: func.func @none
// CHECK: [[FILLED:%.+]] = stablehlo.select
// CHECK-NEXT: stablehlo.pad [[FILLED]], %arg1, low = [1], high = [-1], interior = [0]
// OURS-LABEL: func.func @none
// OURS-NOT: select
// OURS: stablehlo.pad %{{.*}}, %arg1, low = [1], high = [-1], interior = [0]
func.func @none(%a: tensor<7xf32>, %z: tensor<f32>) -> tensor<8xf32> {
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.pad %0, %z, low = [1], high = [0], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
  %2 = sdy.all_gather [{"x"}] %1 out_sharding=<@mesh, [{}]> : tensor<8xf32>
  return %2 : tensor<8xf32>
}
