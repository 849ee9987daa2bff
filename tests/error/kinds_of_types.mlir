// Types in the forms of operations are of the kind that the operation takes.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @ranked() {
  // expected-error@+1 {{custom op 'stablehlo.iota' invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xi32>'}}
  %0 = stablehlo.iota dim = 0 : tensor<*xi32>
  return
}

// -----

func.func @any_tensor(%a: i32) {
  // expected-error@+1 {{custom op 'chlo.erf' invalid kind of type specified}}
  %0 = chlo.erf %a : i32 -> i32
  return
}

// -----

func.func @result(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'chlo.erf' invalid kind of type specified}}
  %0 = chlo.erf %a : tensor<2xf32> -> i32
  return
}

// -----

func.func @group(%a: i32) {
  // expected-error@+1 {{custom op 'sdy.sharding_group' invalid kind of type specified: expected builtin.tensor, but found 'i32'}}
  sdy.sharding_group %a group_id=1 : i32
  return
}

// -----

func.func @function(%a: tensor<2xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.function, but found 'tensor<2xf32>'}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : tensor<2xf32>
  return
}

// -----

func.func @list(%a: tensor<2xf32>) {
  // expected-error@+2 {{expected non-function type}}
  // expected-error@+1 {{custom op 'stablehlo.optimization_barrier' expected type list}}
  %0 = stablehlo.optimization_barrier %a : 5
  return
}

// -----

func.func @no_inputs(%a: tensor<2xf32>) {
  // expected-error@+1 {{input types missing in reduce-op function type}}
  %0 = stablehlo.reduce(%a init: %a) applies stablehlo.add across dimensions = [0] : () -> tensor<f32>
  return
}

// -----

func.func @no_elements() {
  // expected-error@+1 {{custom op 'stablehlo.constant' invalid kind of attribute specified}}
  %0 = stablehlo.constant 1 : i32
  return
}

// -----

// expected-error@+1 {{expected ':' after dense array type}}
func.func private @array() attributes {x.a = array<i64 = 1>}

// -----

func.func @layouts(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{incorrect layout dense<0> : tensor<1xindex> for type 'memref<2x3xf32>', layout must be a permutation of [0, 2)}}
  %0 = "stablehlo.custom_call"(%a) {call_target_name = "Pin", operand_layouts = [dense<[0, 1]> : tensor<2xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]} : (tensor<2x3xf32>) -> memref<2x3xf32>
  return
}

// -----

sdy.mesh @empty = <[]>
func.func @axis_of_no_mesh(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{unknown manual axis: "x"}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@empty, [{}]>] out_shardings=[<@empty, [{}]>] manual_axes={"x"} (%b: tensor<4xf32>) {
    sdy.return %b : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+2 {{invalid tensor element type}}
// expected-error@+1 {{failed to parse StableHLO_Future parameter 'types' which is to be a `::llvm::ArrayRef<::mlir::Type>`}}
func.func private @future(!stablehlo.future<tensor<2xnone>>)
