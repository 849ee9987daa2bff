// Sums over the same devices that are added up are one sum over devices, of what each adds up before.
// RUN: sdyc opt %s -sdyc-merge-sums | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>

// Three of them, as gradients of one operand of three products, and the term between them stays.
// CHECK-LABEL: func @chain
// CHECK: %[[FIRST:.*]] = stablehlo.add %arg0, %arg1 {{.*}}unreduced={"x"}
// CHECK: %[[ALL:.*]] = stablehlo.add %[[FIRST]], %arg2 {{.*}}unreduced={"x"}
// CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[ALL]] out_sharding=<@mesh, [{}]>
// CHECK: %[[RESULT:.*]] = stablehlo.add %arg3, %[[SUM]] {{.*}}<@mesh, [{}]>
// CHECK: return %[[RESULT]]
func.func @chain(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %d: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = sdy.all_reduce {"x"} %c out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %3 = stablehlo.add %d, %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %4 = stablehlo.add %3, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %5 = stablehlo.add %4, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %5 : tensor<4xf32>
}

// What is taken away is taken away before: d - (a - (b - c)) = d + (b - a - c).
// CHECK-LABEL: func @signs
// CHECK: %[[AB:.*]] = stablehlo.subtract %arg1, %arg0 {{.*}}unreduced={"x"}
// CHECK: %[[ABC:.*]] = stablehlo.subtract %[[AB]], %arg2 {{.*}}unreduced={"x"}
// CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[ABC]]
// CHECK: %[[RESULT:.*]] = stablehlo.add %arg3, %[[SUM]]
// CHECK: return %[[RESULT]]
func.func @signs(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %d: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = sdy.all_reduce {"x"} %c out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %3 = stablehlo.subtract %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %4 = stablehlo.subtract %0, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %5 = stablehlo.subtract %d, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %5 : tensor<4xf32>
}

// The term that the others are taken from is one of the sums: a - d - b = (a - b) - d.
// CHECK-LABEL: func @first_goes
// CHECK: %[[AB:.*]] = stablehlo.subtract %arg0, %arg1 {{.*}}unreduced={"x"}
// CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[AB]]
// CHECK: stablehlo.subtract %[[SUM]], %arg2
func.func @first_goes(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %d: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> tensor<4xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = stablehlo.subtract %0, %d {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %3 = stablehlo.subtract %2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Linear operations are done before the sum: turned, cut, negated, scaled by what all devices have.
// CHECK-LABEL: func @linear
// CHECK: %[[SCALED:.*]] = stablehlo.multiply %arg0, %arg2 {{.*}}unreduced={"x"}
// CHECK: %[[TURNED:.*]] = stablehlo.transpose %[[SCALED]], dims = [1, 0] {{.*}}unreduced={"x"}
// CHECK: %[[CUT:.*]] = stablehlo.slice %arg1 [0:4, 0:2] {{.*}}unreduced={"x"}
// CHECK: %[[NEGATIVE:.*]] = stablehlo.negate %[[CUT]] {{.*}}unreduced={"x"}
// CHECK: %[[ALL:.*]] = stablehlo.add %[[TURNED]], %[[NEGATIVE]] {{.*}}unreduced={"x"}
// CHECK: %[[SUM:.*]] = sdy.all_reduce {"x"} %[[ALL]] out_sharding=<@mesh, [{}, {"y"}]> : tensor<4x2xf32>
// CHECK: return %[[SUM]]
func.func @linear(%a: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}], unreduced={"x"}>}, %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}, %s: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<4x2xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{"y"}, {}]> : tensor<2x4xf32>
  %1 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}, {}]> : tensor<4x4xf32>
  %2 = stablehlo.multiply %0, %s {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : tensor<2x4xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %4 = stablehlo.slice %1 [0:4, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %5 = stablehlo.negate %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<4x2xf32>
  %6 = stablehlo.add %3, %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<4x2xf32>
  return %6 : tensor<4x2xf32>
}

// Sums over other devices are sums apart.
// CHECK-LABEL: func @two_groups
// CHECK: stablehlo.add %arg0, %arg2
// CHECK: stablehlo.add %arg1, %arg3
// CHECK: sdy.all_reduce {"x"}
// CHECK: sdy.all_reduce {"y"}
// CHECK-NOT: all_reduce
func.func @two_groups(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}, %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %d: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"y"}>}) -> tensor<4xf32> {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.all_reduce {"y"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = sdy.all_reduce {"x"} %c out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %3 = sdy.all_reduce {"y"} %d out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %4 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %5 = stablehlo.add %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %6 = stablehlo.add %4, %5 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %6 : tensor<4xf32>
}

// Of sums of which devices keep parts, too.
// CHECK-LABEL: func @scattered
// CHECK: %[[ALL:.*]] = stablehlo.add %arg0, %arg1 {{.*}}unreduced={"x"}
// CHECK: sdy.reduce_scatter [{"x"}] %[[ALL]] out_sharding=<@mesh, [{"x"}]>
// CHECK-NOT: reduce_scatter
func.func @scattered(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.reduce_scatter [{"x"}] %a out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
  %1 = sdy.reduce_scatter [{"x"}] %b out_sharding=<@mesh, [{"x"}]> : tensor<4xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// Somebody else reads one of them; the greatest of elements does not add up; a product of two sums is
// no sum of products; rounding is not linear.
// CHECK-LABEL: func @apart
// CHECK-COUNT-9: sdy.all_reduce
func.func @apart(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}, %m: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced=max{"x"}>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>) {
  %0 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %3 = sdy.all_reduce max {"x"} %m out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %4 = sdy.all_reduce max {"x"} %m out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %5 = stablehlo.add %3, %4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %6 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %7 = sdy.all_reduce {"x"} %b out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %8 = sdy.all_reduce {"x"} %a out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %9 = stablehlo.convert %6 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xf32>) -> tensor<4xf64>
  %10 = stablehlo.convert %7 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xf32>) -> tensor<4xf64>
  %11 = stablehlo.add %9, %10 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf64>
  %12 = stablehlo.convert %8 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<4xf32>) -> tensor<4xf64>
  return %2, %1, %5, %11, %12 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>
}

// Of a product of sums one factor stays what it is, however often the pass runs.
// RUN: sdyc opt %s -sdyc-merge-sums -sdyc-merge-sums | FileCheck %s --check-prefix=TWICE
// TWICE-LABEL: func @products
// TWICE-COUNT-2: sdy.all_reduce
// TWICE: stablehlo.multiply
// TWICE: stablehlo.multiply
// TWICE: sdy.all_reduce
func.func @products(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %w: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %1 = sdy.all_reduce {"x"} %0 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %2 = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %3 = sdy.all_reduce {"x"} %2 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %4 = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %5 = sdy.all_reduce {"x"} %4 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %6 = stablehlo.dot_general %v, %w, contracting_dims = [0] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %7 = sdy.all_reduce {"x"} %6 out_sharding=<@mesh, [{}]> : tensor<4xf32>
  %8 = stablehlo.multiply %1, %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %9 = stablehlo.multiply %5, %7 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  %10 = stablehlo.add %8, %9 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %10 : tensor<4xf32>
}

// Sums that a manual computation makes itself, whatever their channels; not those over other groups.
// CHECK-LABEL: func @groups
// CHECK: %[[ALL:.*]] = stablehlo.add %arg0, %arg1
// CHECK: %[[OTHER:.*]] = "stablehlo.all_reduce"(%arg2)
// CHECK: %[[SUM:.*]] = "stablehlo.all_reduce"(%[[ALL]])
// CHECK-SAME: dense<{{\[\[}}0, 1]]>
// CHECK-NOT: all_reduce
// CHECK: stablehlo.add %[[OTHER]], %[[SUM]]
func.func @groups(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%b) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%c) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %5 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %5 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.add %0, %2 : tensor<4xf32>
  %4 = stablehlo.add %3, %1 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
