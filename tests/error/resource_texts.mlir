// Resources of the builtin dialect are blobs: an alignment in 4 bytes and the elements, in hexadecimal digits.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{expected hex string blob for key 'a'}}
{-# dialect_resources: {builtin: {a: "text"}} #-}

// -----

// expected-error@+1 {{expected hex string blob for key 'a'}}
{-# dialect_resources: {builtin: {a: true}} #-}

// -----

// expected-error@+1 {{expected hex string blob for key 'a'}}
{-# dialect_resources: {builtin: {a: "0x0400000000g0"}} #-}

// -----

// expected-error@+1 {{expected hex string blob for key 'a'}}
{-# dialect_resources: {builtin: {a: "0x040000000"}} #-}

// -----

// expected-error@+1 {{expected hex string blob for key 'a' to encode alignment in first 4 bytes}}
{-# dialect_resources: {builtin: {a: "0x040000"}} #-}

// -----

// expected-error@+1 {{expected hex string blob for key 'a' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3}}
{-# dialect_resources: {builtin: {a: "0x0300000000"}} #-}

// -----

// expected-error@+1 {{non-power-of-2 value: 0}}
{-# dialect_resources: {builtin: {a: "0x0000000000"}} #-}

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
module attributes {x.a = dense_resource<a> : i32} {}

// -----

// expected-error@+1 {{`dense_resource` expected a shaped type}}
module attributes {x.a = dense_resource<a> : tuple<tensor<2xf32>>} {}

// -----

func.func @lists(%arg0: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{attribute 'replica_groups'}}
  %0 = "stablehlo.cross-replica-sum"(%arg0) {replica_groups = dense_resource<a> : tensor<1x1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
{-# dialect_resources: {builtin: {a: "0x080000000000000000000000"}} #-}
