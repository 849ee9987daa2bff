// Reductions, sorts and loops without what nobody uses; tensors without elements.
// RUN: sdyc opt --stablehlo-aggressive-simplification %s | FileCheck %s

// Reductions over nothing, of nothing, and to what is there already.
// CHECK-LABEL: func.func @idle(
// CHECK-NEXT: %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
// CHECK-NEXT: return %arg0, %0, %arg2 : tensor<4xf32>, tensor<3xf32>, tensor<f32>
func.func @idle(%a: tensor<4xf32>, %e: tensor<0x3xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<3xf32>, tensor<f32>) {
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%a init: %z) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    stablehlo.return %z : tensor<f32>
  }
  return %0, %1, %2 : tensor<4xf32>, tensor<3xf32>, tensor<f32>
}

// A result that is not used goes with its input.
// CHECK-LABEL: func.func @unused(
// CHECK-NEXT: %0 = stablehlo.reduce(%arg1 init: %arg3) across dimensions = [0] : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
// CHECK-NEXT: reducer(%arg4: tensor<i32>, %arg5: tensor<i32>)  {
// CHECK-NEXT: %1 = stablehlo.multiply %arg4, %arg5 : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.add %1, %arg5 : tensor<i32>
// CHECK-NEXT: stablehlo.return %2 : tensor<i32>
// CHECK: return %0 : tensor<i32>
func.func @unused(%a: tensor<4xf32>, %b: tensor<4xi32>, %z: tensor<f32>, %n: tensor<i32>) -> tensor<i32> {
  %0:2 = stablehlo.reduce(%a init: %z), (%b init: %n) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%i: tensor<i32>, %k: tensor<i32>) {
    %1 = stablehlo.add %x, %y : tensor<f32>
    %2 = stablehlo.multiply %i, %k : tensor<i32>
    %3 = stablehlo.add %2, %k : tensor<i32>
    stablehlo.return %1, %3 : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<i32>
}

// Sorts: the last dimension by its number, and fewer operands.
// CHECK-LABEL: func.func @sorts(
// CHECK-NEXT: %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
// CHECK-NEXT: %1 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %1 : tensor<i1>
// CHECK-NEXT: }) : (tensor<2x4xf32>) -> tensor<2x4xf32>
// CHECK-NEXT: return %0 : tensor<2x4xf32>
func.func @sorts(%a: tensor<2x4xf32>, %b: tensor<2x4xi32>) -> tensor<2x4xf32> {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = -1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %i: tensor<i32>, %k: tensor<i32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  return %0#0 : tensor<2x4xf32>
}

// What a loop hands on as it is, it reads from outside.
// CHECK-LABEL: func.func @loop(
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: %0:2 = stablehlo.while(%iterArg = %c, %iterArg_1 = %arg1) : tensor<i32>, tensor<4xf32>
// CHECK-NEXT: cond {
// CHECK-NEXT: %1 = stablehlo.compare LT, %iterArg, %arg0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %1 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %1 = stablehlo.add %iterArg, %c_0 : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.cosine %iterArg_1 : tensor<4xf32>
// CHECK-NEXT: stablehlo.return %1, %2 : tensor<i32>, tensor<4xf32>
// CHECK: return %arg0, %0#1 : tensor<i32>, tensor<4xf32>
func.func @loop(%n: tensor<i32>, %a: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:3 = stablehlo.while(%i = %zero, %limit = %n, %x = %a) : tensor<i32>, tensor<i32>, tensor<4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %1, %limit, %2 : tensor<i32>, tensor<i32>, tensor<4xf32>
  }
  return %0#1, %0#2 : tensor<i32>, tensor<4xf32>
}

// Tensors without elements are constants, but for what has effects.
// CHECK-LABEL: func.func @empty(
// CHECK-NEXT: %cst = stablehlo.constant dense<> : tensor<0x2xf32>
// CHECK-NEXT: %0 = stablehlo.custom_call @foo(%arg0) {has_side_effect = true} : (tensor<0x2xf32>) -> tensor<0x2xf32>
// CHECK-NEXT: return %arg0, %cst, %0 : tensor<0x2xf32>, tensor<0x2xf32>, tensor<0x2xf32>
func.func @empty(%a: tensor<0x2xf32>) -> (tensor<0x2xf32>, tensor<0x2xf32>, tensor<0x2xf32>) {
  %0 = stablehlo.cosine %a : tensor<0x2xf32>
  %1 = stablehlo.custom_call @foo(%a) {has_side_effect = true} : (tensor<0x2xf32>) -> tensor<0x2xf32>
  return %a, %0, %1 : tensor<0x2xf32>, tensor<0x2xf32>, tensor<0x2xf32>
}

// Shardings of the values that stay; one of a value is not that of several.
// CHECK-LABEL: func.func @shardings(
// CHECK: stablehlo.while(%iterArg = %{{.*}}) : tensor<4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
// CHECK: stablehlo.custom_call @two(%{{.*}}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
sdy.mesh @mesh = <["x"=2]>
func.func @shardings(%n: tensor<i32>, %a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%limit = %n, %x = %a) : tensor<i32>, tensor<4xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}]>]>}
  cond {
    %1 = stablehlo.compare LT, %limit, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.cosine %x : tensor<4xf32>
    stablehlo.return %limit, %2 : tensor<i32>, tensor<4xf32>
  }
  %3:2 = stablehlo.custom_call @two(%0#1) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %4 = stablehlo.add %3#0, %zero {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %4, %3#1 : tensor<4xf32>, tensor<4xf32>
}

// Of nothing, in a shape that is known at run time.
// CHECK-LABEL: func.func @reduce_nothing
// CHECK:       %[[DIM:.*]] = tensor.dim %arg0, %c0 : tensor<?x0xf32>
// CHECK-NEXT:  %[[SHAPE:.*]] = tensor.from_elements %[[DIM]] : tensor<1xindex>
// CHECK-NEXT:  stablehlo.dynamic_broadcast_in_dim %arg1, %[[SHAPE]], dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
func.func @reduce_nothing(%a: tensor<?x0xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce(%a init: %v) applies stablehlo.add across dimensions = [1] : (tensor<?x0xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What does not say that it has effects is given constants without elements, and what ends a region is.
// CHECK-LABEL: func.func @nothing_gathered
// CHECK-DAG:   %[[WHOLE:.*]] = stablehlo.constant dense<> : tensor<4x0xf32>
// CHECK-DAG:   %[[PART:.*]] = stablehlo.constant dense<> : tensor<2x0xf32>
// CHECK:       "stablehlo.all_gather"(%[[PART]])
// CHECK:       return %[[WHOLE]]
func.func @nothing_gathered(%a: tensor<2x0xf32>) -> tensor<4x0xf32> {
  %0 = "stablehlo.all_gather"(%a) {all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} : (tensor<2x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// CHECK-LABEL: func.func @nothing_returned
// CHECK:       %[[EMPTY:.*]] = stablehlo.constant dense<> : tensor<0xf32>
// CHECK:       stablehlo.case
// CHECK-COUNT-2: stablehlo.return %[[EMPTY]], %arg{{[23]}} : tensor<0xf32>, tensor<f32>
func.func @nothing_returned(%i: tensor<i32>, %a: tensor<0xf32>, %b: tensor<f32>, %c: tensor<f32>) -> (tensor<0xf32>, tensor<f32>) {
  %0:2 = "stablehlo.case"(%i) ({
    stablehlo.return %a, %b : tensor<0xf32>, tensor<f32>
  }, {
    stablehlo.return %a, %c : tensor<0xf32>, tensor<f32>
  }) : (tensor<i32>) -> (tensor<0xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<0xf32>, tensor<f32>
}
