// RUN: sdyc opt %s | sdyc opt | FileCheck %s

// Operations of other dialects beside ours.

// CHECK-LABEL: func.func @integers
// CHECK-NEXT:    arith.divui %arg0, %arg1 : i32
// CHECK-NEXT:    arith.remsi %arg3, %arg3 : tensor<2xi32>
// CHECK-NEXT:    arith.andi %arg2, %arg2 {note} : index
// CHECK-NEXT:    arith.shli %arg0, %arg1 overflow<nsw, nuw> : i32
// CHECK-NEXT:    arith.addi %arg0, %arg1 overflow<nuw> : i32
// CHECK-NEXT:    arith.shrsi %arg0, %arg1 exact : i32
// CHECK-NEXT:    arith.extsi %arg0 : i32 to i64
// CHECK-NEXT:    arith.trunci %arg3 : tensor<2xi32> to tensor<2xi8>
// CHECK-NEXT:    arith.sitofp %arg0 : i32 to f32
func.func @integers(%a: i32, %b: i32, %i: index, %t: tensor<2xi32>) {
  %0 = arith.divui %a, %b : i32
  %1 = arith.remsi %t, %t : tensor<2xi32>
  %2 = arith.andi %i, %i {note} : index
  %3 = arith.shli %a, %b overflow<nsw, nuw> : i32
  %4 = "arith.addi"(%a, %b) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
  %5 = arith.shrsi %a, %b exact : i32
  %6 = arith.extsi %a : i32 to i64
  %7 = arith.trunci %t : tensor<2xi32> to tensor<2xi8>
  %8 = arith.sitofp %a : i32 to f32
  return
}

// CHECK-LABEL: func.func @floats
// CHECK-NEXT:    arith.addf %arg0, %arg0 fastmath<fast> : f32
// CHECK-NEXT:    arith.mulf %arg1, %arg1 fastmath<nnan,contract> : tensor<2xf32>
// CHECK-NEXT:    arith.negf %arg1 : tensor<2xf32>
// CHECK-NEXT:    arith.truncf %arg0 : f32 to bf16
func.func @floats(%x: f32, %u: tensor<2xf32>) {
  %0 = arith.addf %x, %x fastmath<fast> : f32
  %1 = arith.mulf %u, %u fastmath<nnan, contract> : tensor<2xf32>
  %2 = arith.negf %u fastmath<none> : tensor<2xf32>
  %3 = arith.truncf %x : f32 to bf16
  return
}

// Constants are named after what they are.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c-5_i32 = arith.constant -5 : i32
// CHECK-NEXT:    %true = arith.constant true
// CHECK-NEXT:    %cst = arith.constant 1.000000e+00 : f32
// CHECK-NEXT:    %cst_0 = arith.constant dense<1> : tensor<2xi32>
// CHECK-NEXT:    %c0_1 = arith.constant 0 : index
func.func @constants() {
  %0 = arith.constant 0 : index
  %1 = arith.constant -5 : i32
  %2 = arith.constant true
  %3 = arith.constant 1.0 : f32
  %4 = arith.constant dense<1> : tensor<2xi32>
  %5 = arith.constant 0 : index
  return
}

// CHECK-LABEL: func.func @shapes
// CHECK-NEXT:    shape.rank %arg1 : tensor<2xindex> -> index
// CHECK-NEXT:    shape.get_extent %arg1, %arg0 : tensor<2xindex>, index -> index
// CHECK-NEXT:    shape.from_extents %arg0, %arg0 : index, index
// CHECK-NEXT:    shape.is_broadcastable %arg1, %arg1 : tensor<2xindex>, tensor<2xindex>
// CHECK-NEXT:    shape.mul %arg0, %arg2 : index, !shape.size -> !shape.size
// CHECK-NEXT:    shape.size_to_index %arg2 : !shape.size
// CHECK-NEXT:    shape.index_to_size %arg0
// CHECK-NEXT:    %[[W:.*]] = shape.cstr_require %arg3, "holds"
// CHECK-NEXT:    shape.assuming_all %[[W]], %[[W]]
func.func @shapes(%i: index, %h: tensor<2xindex>, %z: !shape.size, %b: i1) {
  %0 = shape.rank %h : tensor<2xindex> -> index
  %1 = shape.get_extent %h, %i : tensor<2xindex>, index -> index
  %2 = shape.from_extents %i, %i : index, index
  %3 = shape.is_broadcastable %h, %h : tensor<2xindex>, tensor<2xindex>
  %4 = shape.mul %i, %z : index, !shape.size -> !shape.size
  %5 = shape.size_to_index %z : !shape.size
  %6 = shape.index_to_size %i
  %7 = shape.cstr_require %b, "holds"
  %8 = shape.assuming_all %7, %7
  return
}

// CHECK-LABEL: func.func @others
// CHECK-NEXT:    %f = constant @constants : () -> ()
// CHECK-NEXT:    call_indirect %f() : () -> ()
// CHECK-NEXT:    cf.assert %arg1, "holds"
// CHECK-NEXT:    %rank = tensor.rank %arg0 : tensor<?x4xf32>
// CHECK-NEXT:    %reshape = tensor.reshape %arg0(%arg2) : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
// CHECK-NEXT:    %[[Q:.*]] = quant.qcast %arg0 : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01>>
// CHECK-NEXT:    quant.scast %[[Q]] : tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01>> to tensor<?x4xi8>
func.func @others(%v: tensor<?x4xf32>, %b: i1, %h: tensor<1xindex>) {
  %f = constant @constants : () -> ()
  func.call_indirect %f() : () -> ()
  cf.assert %b, "holds"
  %0 = tensor.rank %v : tensor<?x4xf32>
  %1 = tensor.reshape %v(%h) : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = quant.qcast %v : tensor<?x4xf32> to tensor<?x4x!quant.uniform<i8:f32, 0.5>>
  %3 = quant.scast %2 : tensor<?x4x!quant.uniform<i8:f32, 0.5>> to tensor<?x4xi8>
  return
}
