// RUN: sdyc machine | FileCheck %s
// RUN: sdyc machine --json | FileCheck %s --check-prefix=JSON
// RUN: SDYRT_ISA=baseline sdyc machine | FileCheck %s --check-prefix=LOWERED
// RUN: not sdyc machine %s 2>&1 | FileCheck %s --check-prefix=FILE

// CHECK: class (what the choice of kernels depends on)
// CHECK-NEXT: instruction sets {{baseline|avx2|avx512}}
// CHECK-NEXT: vectors {{16|32|64}} bytes
// CHECK: near cache {{[0-9]+}} KB
// CHECK: processor
// CHECK-NEXT: name
// CHECK: cores {{[0-9]+}}, of {{[0-9]+}} online, {{[0-9]+}} allowed by affinity,
// CHECK: memory
// CHECK: operations of products, at most, a cycle of one core
// CHECK: f32 {{[0-9]+}}
// CHECK: bytes read, at most, a cycle of one core

// JSON: {"class": {"isa": "{{[a-z0-9]+}}", "bf16": {{[01]}},
// JSON: "cores": {{[0-9]+}},
// JSON: "operations_cycle": {"f64": {{[0-9]+}}

// LOWERED: instruction sets baseline
// LOWERED-NEXT: vectors 16 bytes

// FILE: sdyc: error: sdyc machine takes no file
