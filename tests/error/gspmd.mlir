// Shardings in GSPMD's form that cannot be read, or have no counterpart over axes.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics -sdyc-import-gspmd
// RUN: not sdyc run %s --split-input-file 2>&1 | FileCheck %s
// CHECK: gspmd.mlir:[[@LINE+2]]:{{[0-9]+}}: error: mhlo.sharding
// expected-error@+1 {{mhlo.sharding "{devices=[4]0,1,3,2}" cannot be read: its devices stand in an order that no order of axes is}}
func.func @order(%a: tensor<4xf32> {mhlo.sharding = "{devices=[4]0,1,3,2}"}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error@+1 {{its axes and those of other shardings are not made of common axes}}
func.func @factors(%a: tensor<6x6xf32> {mhlo.sharding = "{devices=[2,3]<=[6]}"}, %b: tensor<6x6xf32> {mhlo.sharding = "{devices=[3,2]<=[6]}"}) -> tensor<6x6xf32> {
  return %a : tensor<6x6xf32>
}

// -----

// expected-error@+1 {{it is of 2 devices, others are of 4}}
func.func @devices(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %b: tensor<8xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{its dimensions are of 8 devices, and it names 4}}
func.func @count(%a: tensor<8xf32> {mhlo.sharding = "{devices=[8]<=[4]}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{of 2 devices it names number 7}}
func.func @number(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]0,7}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{mhlo.sharding is of 2 dimensions, its value has 1}}
func.func @rank(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{last_tile_dims other than manual and replicated are not known}}
func.func @groups(%a: tensor<8xf32> {mhlo.sharding = "{devices=[4,2]<=[8] last_tile_dims={unreduced}}"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{'}' is expected at 'here'}}
func.func @end(%a: tensor<8xf32> {mhlo.sharding = "{replicated here"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

// expected-error@+1 {{it is neither a text in braces nor the bytes of one}}
func.func @bytes(%a: tensor<8xf32> {mhlo.sharding = "replicated"}) -> tensor<8xf32> {
  return %a : tensor<8xf32>
}

// -----

func.func @two(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{mhlo.sharding is of 2 values, the operation has 1 results}}
  %0 = stablehlo.add %a, %a {mhlo.sharding = "{{devices=[8]<=[8]}, {replicated}}"} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @no_way_back(%a: tensor<8xf32>) -> tensor<1xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[8]<=[8]}"} : (tensor<8xf32>) -> tensor<8xf32>
  // expected-error@+1 {{@SPMDFullToShardShape is not of a shard_map}}
  %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {mhlo.sharding = "{manual}"} : (tensor<8xf32>) -> tensor<1xf32>
  return %1 : tensor<1xf32>
}
