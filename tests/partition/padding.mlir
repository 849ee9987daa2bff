// RUN: sdyc opt %s -sdy-pad-for-divisibility -split-input-file | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// A sum begins with nothing: zeros in place of what is not known, and the others as they are.
// CHECK-LABEL: func @sum
// CHECK: %[[ROWS:.*]] = stablehlo.exponential
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[PLACE:.*]] = stablehlo.iota dim = 0 {{.*}}[{"x"}, {}]{{.*}} : tensor<8x3xi32>
// CHECK: %[[SIZE:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK: %[[SIZES:.*]] = stablehlo.broadcast_in_dim %[[SIZE]], dims = [] {{.*}}[{"x"}, {}]{{.*}} -> tensor<8x3xi32>
// CHECK: %[[MASK:.*]] = stablehlo.compare LT, %[[PLACE]], %[[SIZES]] {{.*}}[{"x"}, {}]
// CHECK: %[[ZEROS:.*]] = stablehlo.broadcast_in_dim %[[ZERO]]
// CHECK: %[[MASKED:.*]] = stablehlo.select %[[MASK]], %[[ROWS]], %[[ZEROS]]
// CHECK: stablehlo.reduce(%[[MASKED]] init:
func.func @sum(%arg0: tensor<7x3xf32>, %arg1: tensor<f32>) -> tensor<3xf32> {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x3xf32>
  %1 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<7x3xf32>
  %3 = stablehlo.reduce(%1 init: %arg1) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %3 : tensor<3xf32>
}

// What was padded with zeros is not masked for a sum, nor along dimensions that are not folded.
// CHECK-LABEL: func @known
// CHECK-NOT: select
// CHECK: return
func.func @known(%arg0: tensor<7x3xf32>) -> (tensor<3xf32>, tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x3xf32>
  %1 = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %4 = stablehlo.reduce(%0 init: %3) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<7xf32>
  %5 = sdy.all_gather [{"x"}] %4 out_sharding=<@mesh, [{}]> : tensor<7xf32>
  return %2, %5 : tensor<3xf32>, tensor<7xf32>
}

// The value that makes no difference follows from fold and type.
// CHECK-LABEL: func @folds
// CHECK: stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK: applies stablehlo.maximum
// CHECK: stablehlo.constant dense<0x7C00> : tensor<f16>
// CHECK: applies stablehlo.minimum
// CHECK: stablehlo.constant dense<1> : tensor<i8>
// CHECK: applies stablehlo.multiply
// CHECK: stablehlo.constant dense<-128> : tensor<i8>
// CHECK: applies stablehlo.maximum
// CHECK: stablehlo.constant dense<255> : tensor<ui8>
// CHECK: applies stablehlo.minimum
// CHECK: stablehlo.constant dense<true> : tensor<i1>
// CHECK: applies stablehlo.and
// CHECK: stablehlo.constant dense<-4.480000e+02> : tensor<f8E4M3FN>
// CHECK: applies stablehlo.maximum
func.func @folds(%f: tensor<7xf32>, %h: tensor<7xf16>, %i: tensor<7xi8>, %u: tensor<7xui8>, %b: tensor<7xi1>, %n: tensor<7xf8E4M3FN>,
                 %f0: tensor<f32>, %h0: tensor<f16>, %i0: tensor<i8>, %u0: tensor<ui8>, %b0: tensor<i1>, %n0: tensor<f8E4M3FN>) {
  %0 = sdy.all_slice [{"x"}] %f out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %1 = stablehlo.reduce(%0 init: %f0) applies stablehlo.maximum across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
  %2 = sdy.all_slice [{"x"}] %h out_sharding=<@mesh, [{"x"}]> : tensor<7xf16>
  %3 = stablehlo.reduce(%2 init: %h0) applies stablehlo.minimum across dimensions = [0] : (tensor<7xf16>, tensor<f16>) -> tensor<f16>
  %4 = sdy.all_slice [{"x"}] %i out_sharding=<@mesh, [{"x"}]> : tensor<7xi8>
  %5 = stablehlo.reduce(%4 init: %i0) applies stablehlo.multiply across dimensions = [0] : (tensor<7xi8>, tensor<i8>) -> tensor<i8>
  %6 = stablehlo.reduce(%4 init: %i0) applies stablehlo.maximum across dimensions = [0] : (tensor<7xi8>, tensor<i8>) -> tensor<i8>
  %7 = sdy.all_slice [{"x"}] %u out_sharding=<@mesh, [{"x"}]> : tensor<7xui8>
  %8 = stablehlo.reduce(%7 init: %u0) applies stablehlo.minimum across dimensions = [0] : (tensor<7xui8>, tensor<ui8>) -> tensor<ui8>
  %9 = sdy.all_slice [{"x"}] %b out_sharding=<@mesh, [{"x"}]> : tensor<7xi1>
  %10 = stablehlo.reduce(%9 init: %b0) applies stablehlo.and across dimensions = [0] : (tensor<7xi1>, tensor<i1>) -> tensor<i1>
  %11 = sdy.all_slice [{"x"}] %n out_sharding=<@mesh, [{"x"}]> : tensor<7xf8E4M3FN>
  %12 = stablehlo.reduce(%11 init: %n0) applies stablehlo.maximum across dimensions = [0] : (tensor<7xf8E4M3FN>, tensor<f8E4M3FN>) -> tensor<f8E4M3FN>
  return
}

// Features and windows of a convolution are summed over, images are not.
// CHECK-LABEL: func @convolution
// CHECK: %[[LHS:.*]] = stablehlo.select {{.*}} : tensor<8x4x8xi1>, tensor<8x4x8xf32>
// CHECK-NOT: select
// CHECK: stablehlo.convolution(%[[LHS]]
// CHECK-SAME: (tensor<8x4x8xf32>, tensor<2x8x5xf32>) -> tensor<8x3x5xf32>
func.func @convolution(%arg0: tensor<7x4x7xf32>, %arg1: tensor<2x7x5xf32>) {
  %0 = sdy.all_slice [{"x"}, {}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {}, {"y"}]> : tensor<7x4x7xf32>
  %1 = stablehlo.exponential %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {"y"}]>]>} : tensor<7x4x7xf32>
  %2 = sdy.all_slice [{}, {"y"}, {}] %arg1 out_sharding=<@mesh, [{}, {"y"}, {}]> : tensor<2x7x5xf32>
  %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}, {}]>]>} : (tensor<7x4x7xf32>, tensor<2x7x5xf32>) -> tensor<7x3x5xf32>
  return
}

// Where data of the result would be what the operand was padded with, that becomes the value.
// CHECK-LABEL: func @pad
// CHECK: %[[MASKED:.*]] = stablehlo.select
// CHECK: stablehlo.pad %[[MASKED]], %arg1, low = [1, 0], high = [3, 0], interior = [0, 0]
// CHECK-SAME: (tensor<8x3xf32>, tensor<f32>) -> tensor<12x3xf32>
// CHECK: %[[MASKED:.*]] = stablehlo.select
// CHECK: stablehlo.pad %[[MASKED]], %arg1, low = [1, 0], high = [-1, 0], interior = [0, 0]
// CHECK-SAME: (tensor<8x3xf32>, tensor<f32>) -> tensor<8x3xf32>
func.func @pad(%arg0: tensor<7x3xf32>, %arg1: tensor<f32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x3xf32>
  %1 = stablehlo.pad %0, %arg1, low = [1, 0], high = [2, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<10x3xf32>
  %2 = stablehlo.pad %0, %arg1, low = [1, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<8x3xf32>
  return
}

// Updates that are padding have an index that is out of bounds.
// CHECK-LABEL: func @scatter
// CHECK: %[[NOWHERE:.*]] = stablehlo.constant dense<-1> : tensor<i32>
// CHECK: %[[INDEX:.*]] = stablehlo.select
// CHECK: "stablehlo.scatter"(%arg0, %[[INDEX]],
func.func @scatter(%arg0: tensor<4xf32>, %arg1: tensor<7xi32>, %arg2: tensor<7xf32>) {
  %0 = sdy.all_slice [{"x"}] %arg1 out_sharding=<@mesh, [{"x"}]> : tensor<7xi32>
  %1 = sdy.all_slice [{"x"}] %arg2 out_sharding=<@mesh, [{"x"}]> : tensor<7xf32>
  %2 = "stablehlo.scatter"(%arg0, %0, %1) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %3 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<4xf32>, tensor<7xi32>, tensor<7xf32>) -> tensor<4xf32>
  return
}

// A constant is made longer; one of equals holds them in its padding too.
// CHECK-LABEL: func @constant
// CHECK: stablehlo.constant {{.*}} dense<{{\[\[}}1, 2], [3, 4], [5, 6], [0, 0]]> : tensor<4x2xi32>
// CHECK: stablehlo.constant {{.*}} dense<7> : tensor<4x2xi32>
func.func @constant() {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<7> : tensor<3x2xi32>
  return
}

// What leaves a dimension is cut to what it was, what comes to one is padded.
// CHECK-LABEL: func @exchange
// CHECK: %[[ROWS:.*]] = sdy.all_slice [{"x"}, {}] {{.*}} : tensor<8x7xf32>
// CHECK: %[[LONGER:.*]] = stablehlo.pad %[[ROWS]], {{.*}} high = [0, 1]
// CHECK: %[[MOVED:.*]] = sdy.all_to_all [{"x"}: 0->1] %[[LONGER]] out_sharding=<@mesh, [{}, {"x"}]> : tensor<8x8xf32>
// CHECK: stablehlo.slice %[[MOVED]] [0:7, 0:8] {{.*}}[{}, {"x"}]{{.*}} -> tensor<7x8xf32>
func.func @exchange(%arg0: tensor<7x7xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x7xf32>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}]> : tensor<7x7xf32>
  return
}

// 5 rows on 2 devices are parts of 3, on 8 of 1, of which four are no part of 3: made whole.
// CHECK-LABEL: func @misfit
// CHECK: sdy.all_slice [{"y"}, {}] {{.*}} : tensor<6x3xf32>
// CHECK: %[[WHOLE:.*]] = sdy.all_gather [{"y"}, {}] {{.*}} : tensor<6x3xf32>
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[WHOLE]] [0:5, 0:3]
// CHECK: %[[LONGER:.*]] = stablehlo.pad %[[CUT]], {{.*}} high = [3, 0]
// CHECK: sdy.all_slice [{"y", "x"}, {}] %[[LONGER]] out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x3xf32>
func.func @misfit(%arg0: tensor<5x3xf32>) {
  %0 = sdy.all_slice [{"y"}, {}] %arg0 out_sharding=<@mesh, [{"y"}, {}]> : tensor<5x3xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<5x3xf32>
  return
}

// Rows that are merged would have padding in their midst.
// CHECK-LABEL: func @merged
// CHECK: %[[CUT:.*]] = stablehlo.slice {{.*}} [0:5, 0:3]
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %[[CUT]] {{.*}} (tensor<5x3xf32>) -> tensor<15xf32>
// CHECK: stablehlo.pad %[[FLAT]], {{.*}} high = [1]
// CHECK: sdy.all_slice [{"x"}] {{.*}} : tensor<16xf32>
func.func @merged(%arg0: tensor<5x3xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<5x3xf32>
  %1 = stablehlo.reshape %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<5x3xf32>) -> tensor<15xf32>
  %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<15xf32>
  return
}

// What has no elements needs no padding.
// CHECK-LABEL: func @nothing
// CHECK-NEXT: sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<0x3xf32>
// CHECK-NEXT: return
func.func @nothing(%arg0: tensor<0x3xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<0x3xf32>
  return
}

// Parts that become sums yet to be made are cut as what is gathered; where they do not fit what is left, they are gathered.
// CHECK-LABEL: func @unreduced
// CHECK: %[[SUMS:.*]] = sdy.sharded_to_unreduced [{"x"}, {}] {{.*}} unreduced={"x"}> : tensor<8x3xf32>
// CHECK: stablehlo.slice %[[SUMS]] [0:7, 0:3] {{.*}} unreduced={"x"}
// CHECK: %[[WHOLE:.*]] = sdy.all_gather [{"y", "x"}, {}] {{.*}} : tensor<8x3xf32>
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[WHOLE]] [0:5, 0:3]
// CHECK: %[[LONGER:.*]] = stablehlo.pad %[[CUT]], {{.*}} high = [1, 0]
// CHECK: %[[PART:.*]] = sdy.all_slice [{"y"}, {}] %[[LONGER]] out_sharding=<@mesh, [{"y"}, {}]> : tensor<6x3xf32>
// CHECK: sdy.replicated_to_unreduced {"x"} %[[PART]] out_sharding=<@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<6x3xf32>
func.func @unreduced(%arg0: tensor<7x3xf32>, %arg1: tensor<5x3xf32>) {
  %0 = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<7x3xf32>
  %1 = sdy.sharded_to_unreduced [{"x"}, {}] %0 out_sharding=<@mesh, [{}, {}], unreduced={"x"}> : tensor<7x3xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}, {}]> : tensor<7x3xf32>
  %3 = sdy.all_slice [{"y", "x"}, {}] %arg1 out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<5x3xf32>
  %4 = sdy.sharded_to_unreduced [{"x"}, {}] %3 out_sharding=<@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<5x3xf32>
  %5 = stablehlo.negate %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}], unreduced={"x"}>]>} : tensor<5x3xf32>
  return
}
