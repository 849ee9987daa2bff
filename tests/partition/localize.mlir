// RUN: sdyc opt %s -sdyc-localize | FileCheck %s
// RUN: sdyc opt %s -sdyc-localize | sdyc opt - -sdyc-lower-collectives | FileCheck %s --check-prefix=LOWER
// RUN: sdyc opt %s -sdy-convert-global-to-local | FileCheck %s --check-prefix=LOWER

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func @signature
// CHECK-SAME: %arg0: tensor<2x8xf32>
// CHECK-SAME: -> (tensor<2x8xf32>
// LOWER-LABEL: func @signature
func.func @signature(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK: stablehlo.negate %arg0 {{.*}}[{"x"}, {"y"}]{{.*}} : tensor<2x8xf32>
  %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// Where a part begins varies on the axes of its dimension alone.
// CHECK-LABEL: func @iota
// LOWER-LABEL: func @iota
func.func @iota() -> (tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  // CHECK-DAG: %[[PART:.*]] = stablehlo.iota dim = 0 : tensor<2x8xi32>
  // CHECK-DAG: %[[TABLE:.*]] = sdy.constant dense<[0, 2, 4, 6]> : tensor<4xi64>
  // CHECK: %[[BEGIN:.*]] = sdy.all_slice [{"x"}] %[[TABLE]] out_sharding=<@mesh, [{"x"}]> : (tensor<4xi64>) -> tensor<1xi64>
  // CHECK: stablehlo.add %[[PART]]
  // LOWER: %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
  // LOWER: %[[NUMBER:.*]] = stablehlo.convert %[[ID]]
  // LOWER: %[[TABLE:.*]] = stablehlo.constant dense<[0, 0, 2, 2, 4, 4, 6, 6]> : tensor<8xi64>
  // LOWER: stablehlo.dynamic_slice %[[TABLE]], %[[NUMBER]], sizes = [1]
  %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x16xi32>
  return %0 : tensor<8x16xi32>
}

// CHECK-LABEL: func @constants
// LOWER-LABEL: func @constants
func.func @constants() -> (tensor<4x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // CHECK: %[[WHOLE:.*]] = stablehlo.constant {{.*}} : tensor<4x2xf32>
  // CHECK: sdy.all_slice [{"x"}, {}] %[[WHOLE]] out_sharding=<@mesh, [{"x"}, {}]> : (tensor<4x2xf32>) -> tensor<1x2xf32>
  // CHECK: stablehlo.constant {{.*}}dense<1.000000e+00> : tensor<4xf32>
  %0 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [6.0, 7.0]]> : tensor<4x2xf32>
  %1 = sdy.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<8xf32>
  return %0, %1 : tensor<4x2xf32>, tensor<8xf32>
}

// The sum over devices counts the input of a scatter once.
// CHECK-LABEL: func @scatter
// LOWER-LABEL: func @scatter
func.func @scatter(%arg0: tensor<4xf32>, %arg1: tensor<8x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                   %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  // CHECK: %[[TABLE:.*]] = sdy.constant dense<[true, false, false, false]> : tensor<4xi1>
  // CHECK: %[[FIRST:.*]] = sdy.all_slice [{"x"}] %[[TABLE]]
  // CHECK: %[[ONCE:.*]] = stablehlo.select {{.*}}, %arg0
  // CHECK: "stablehlo.scatter"(%[[ONCE]], %arg1, %arg2)
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<8x1xi32>, tensor<8xf32>) -> tensor<4xf32>
  // LOWER: "stablehlo.all_reduce"
  // LOWER-SAME{LITERAL}: replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  return %1 : tensor<4xf32>
}
