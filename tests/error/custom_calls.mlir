// What custom calls of LAPACK are told of operands, options and layouts that are wrong, and unknown targets.
// RUN: not sdyc run %s --entry=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sdyc run %s --entry=other 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not sdyc run %s --entry=count 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not sdyc run %s --entry=element 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not sdyc run %s --entry=shape 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not sdyc run %s --entry=wide 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not sdyc run %s --entry=option 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not sdyc run %s --entry=letter 2>&1 | FileCheck %s --check-prefix=LETTER
// RUN: not sdyc run %s --entry=range 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not sdyc run %s --entry=layout 2>&1 | FileCheck %s --check-prefix=LAYOUT
// RUN: not sdyc run %s --entry=elements 2>&1 | FileCheck %s --check-prefix=ELEMENTS
// RUN: not sdyc run %s --entry=shapes 2>&1 | FileCheck %s --check-prefix=MARKER

// UNKNOWN: custom_calls.mlir:[[#@LINE+2]]:8: error: 'stablehlo.custom_call' op calls @lapack_sgetrs_ffi, which is not known; did you mean @lapack_sgetrf_ffi? Known are what --load and sdyc_register_call give, and what docs/how-to/custom-calls.md lists{{$}}
func.func public @unknown(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @lapack_sgetrs_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// OTHER: error: 'stablehlo.custom_call' op calls @a.b.c.d, which is not known. Known are what --load and sdyc_register_call give, and what docs/how-to/custom-calls.md lists{{$}}
func.func public @other(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @a.b.c.d(%a) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// COUNT: calls @lapack_sgeqrf_ffi, which does not take 1 operands and give 1 results
func.func public @count(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// ELEMENT: calls @lapack_dgeqrf_ffi, whose operand 0 has not the type it needs
func.func public @element(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  return %0#0 : tensor<2x2xf32>
}

// SHAPE: calls @lapack_sgeqrf_ffi, whose result 1 has not the shape that goes with the others
func.func public @shape(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>)
  return %0#0 : tensor<2x3xf32>
}

// WIDE: calls @lapack_sorgqr_ffi, whose operands have shapes that it does not take
func.func public @wide(%a: tensor<2x3xf32>, %tau: tensor<2xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.custom_call @lapack_sorgqr_ffi(%a, %tau) {api_version = 4 : i32, backend_config = {}} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// OPTION: calls @lapack_spotrf_ffi, whose backend_config has no number 'uplo'
func.func public @option(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#0 : tensor<2x2xf32>
}

// LETTER: calls @lapack_spotrf_ffi, whose 'uplo' is 65, not one of the letters LU
func.func public @letter(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {api_version = 4 : i32, backend_config = {uplo = 65 : ui8}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#0 : tensor<2x2xf32>
}

// RANGE: calls @lapack_sgehrd_ffi, whose range of rows 1 to 3 is not in the matrix
func.func public @range(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%a) {api_version = 4 : i32, backend_config = {low = 1 : i32, high = 3 : i32}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<1xf32>, tensor<i32>)
  return %0#0 : tensor<2x2xf32>
}

// LAYOUT: calls @lapack_sgeqrf_ffi, whose operand 0 needs a layout with the dimensions of a matrix fastest
func.func public @layout(%a: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
  %0:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%a) {api_version = 4 : i32, backend_config = {}, operand_layouts = [dense<[0, 1, 2]> : tensor<3xindex>], result_layouts = [dense<[1, 2, 0]> : tensor<3xindex>, dense<[1, 0]> : tensor<2xindex>]} : (tensor<3x2x2xf32>) -> (tensor<3x2x2xf32>, tensor<3x2xf32>)
  return %0#0 : tensor<3x2x2xf32>
}

// MARKER: calls @SPMDFullToShardShape, which cannot be compiled where it gives other types than it takes
func.func public @shapes(%a: tensor<2x2xf32>) -> tensor<1x2xf32> {
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<2x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// ELEMENTS: calls @lapack_sgetrf_ffi, which cannot be compiled in a region that works on elements
func.func public @elements(%a: tensor<2xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce"(%a, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) {api_version = 4 : i32, backend_config = {}} : (tensor<f32>) -> (tensor<f32>, tensor<i32>, tensor<i32>)
    stablehlo.return %1#0 : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
