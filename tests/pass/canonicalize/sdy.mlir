// RUN: sdyc opt -canonicalize %s | FileCheck %s

// Collectives that say nothing, or that one other can say; reshards in a row; manual computations
// over one device or with inputs that nothing uses.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=4]>
// CHECK-LABEL: func.func @gather_of_nothing(
// CHECK-NEXT:    return %arg0 : tensor<16x8xf32>
func.func @gather_of_nothing(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_of_gather(
// CHECK-NEXT:    %0 = sdy.all_gather [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
// CHECK-NEXT:    return %arg0 : tensor<16x8xf32>
func.func @slice_of_gather(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_gather [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {"y"}] %0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @slice_of_nothing(
// CHECK-NEXT:    return %arg0 : tensor<16x8xf32>
func.func @slice_of_nothing(%arg0: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.all_slice [{}, {}] %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @moves(
// CHECK-NEXT:    %0 = sdy.all_to_all [{"x"}: 0->1, {"y"}: 2->3] %arg0 out_sharding=<@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<16x8x8x8xf32>
// CHECK-NEXT:    return %0 : tensor<16x8x8x8xf32>
func.func @moves(%arg0: tensor<16x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}, {}]>}) -> tensor<16x8x8x8xf32> {
  %0 = sdy.all_to_all [{"y"}: 2->3] %arg0 out_sharding=<@mesh, [{"x"}, {}, {}, {"y"}]> : tensor<16x8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 0->1] %0 out_sharding=<@mesh, [{}, {"x"}, {}, {"y"}]> : tensor<16x8x8x8xf32>
  %2 = sdy.all_to_all [{"x"}: 1->0] %1 out_sharding=<@mesh, [{"x"}, {}, {}, {"y"}]> : tensor<16x8x8x8xf32>
  return %1 : tensor<16x8x8x8xf32>
}

// CHECK-LABEL: func.func @moves_meet(
// CHECK-NEXT:    %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}, {}, {}]> : tensor<16x8x8x8xf32>
// CHECK-NEXT:    %1 = sdy.all_to_all [{"x"}: 1->2] %0 out_sharding=<@mesh, [{}, {}, {"x"}, {}]> : tensor<16x8x8x8xf32>
// CHECK-NEXT:    return %1 : tensor<16x8x8x8xf32>
func.func @moves_meet(%arg0: tensor<16x8x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) -> tensor<16x8x8x8xf32> {
  %0 = sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}, {}, {}]> : tensor<16x8x8x8xf32>
  %1 = sdy.all_to_all [{"x"}: 1->2] %0 out_sharding=<@mesh, [{}, {}, {"x"}, {}]> : tensor<16x8x8x8xf32>
  return %1 : tensor<16x8x8x8xf32>
}

// CHECK-LABEL: func.func @permute(
// CHECK-NEXT:    return %arg0 : tensor<16x8xf32>
func.func @permute(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.collective_permute %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @scatter_nothing(
// CHECK-NEXT:    return %arg0 : tensor<16x8xf32>
func.func @scatter_nothing(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.reduce_scatter [{}, {}] %arg0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-NEXT:    %0 = sdy.reduce_scatter [{"x"}, {"y"}] %arg0 out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<16x8xf32>
// CHECK-NEXT:    %1 = sdy.all_slice [{}, {"z"}] %0 out_sharding=<@mesh, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
// CHECK-NEXT:    return %1 : tensor<16x8xf32>
func.func @scatter(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {"y", "z"}] %0 out_sharding=<@mesh, [{"x"}, {"y", "z"}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @scatter_exact(
// CHECK-NEXT:    %0 = sdy.reduce_scatter [{"x"}, {}] %arg0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<16x8xf32>
// CHECK-NEXT:    return %0, %0 : tensor<16x8xf32>, tensor<16x8xf32>
func.func @scatter_exact(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.all_reduce {"x"} %arg0 out_sharding=<@mesh, [{"z"}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<16x8xf32>
  %2 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"z", "x"}, {}]> : tensor<16x8xf32>
  return %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>
}

// CHECK-LABEL: func.func @scatter_some_left(
// CHECK-NEXT:    %0 = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
// CHECK-NEXT:    %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
// CHECK-NEXT:    return %1 : tensor<16x8xf32>
func.func @scatter_some_left(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<16x8xf32> {
  %0 = sdy.all_reduce {"x", "y"} %arg0 out_sharding=<@mesh, [{}, {}]> : tensor<16x8xf32>
  %1 = sdy.all_slice [{"x"}, {}] %0 out_sharding=<@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  return %1 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @reshards(
// CHECK-NEXT:    %0 = sdy.reshard %arg0 <@mesh, [{}, {"y"}]> : tensor<16x8xf32>
// CHECK-NEXT:    %1 = sdy.reshard %0 <@mesh, [{"z"}, {}]> : tensor<16x8xf32>
// CHECK-NEXT:    %2 = stablehlo.abs %0 : tensor<16x8xf32>
// CHECK-NEXT:    return %1, %2 : tensor<16x8xf32>, tensor<16x8xf32>
func.func @reshards(%arg0: tensor<16x8xf32>) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}, {}]> : tensor<16x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"y"}]> : tensor<16x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{"z"}, {}]> : tensor<16x8xf32>
  %3 = stablehlo.abs %1 : tensor<16x8xf32>
  return %2, %3 : tensor<16x8xf32>, tensor<16x8xf32>
}

// CHECK-LABEL: func.func @manual(
// CHECK-NEXT:    %0 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%arg2: tensor<16x4xf32>) {
// CHECK-NEXT:    %1 = stablehlo.abs %arg2 : tensor<16x4xf32>
// CHECK-NEXT:    sdy.return %1 : tensor<16x4xf32>
// CHECK-NEXT:    } : (tensor<16x8xf32>) -> tensor<16x8xf32>
// CHECK-NEXT:    return %0 : tensor<16x8xf32>
func.func @manual(%arg0: tensor<16x8xf32>, %arg1: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={"x"} (%a: tensor<8x8xf32>, %b: tensor<16x4xf32>) {
    %1 = stablehlo.abs %b : tensor<16x4xf32>
    sdy.return %1 : tensor<16x4xf32>
  } : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @manual_alone(
// CHECK-NEXT:    %0 = stablehlo.add %arg0, %arg1 : tensor<16x8xf32>
// CHECK-NEXT:    return %0 : tensor<16x8xf32>
func.func @manual_alone(%arg0: tensor<16x8xf32>, %arg1: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {"x"}]>] out_shardings=[<@mesh, [{}, {"x"}]>] manual_axes={} (%a: tensor<16x8xf32>, %b: tensor<16x8xf32>) {
    %1 = stablehlo.add %a, %b : tensor<16x8xf32>
    sdy.return %1 : tensor<16x8xf32>
  } : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}

// CHECK-LABEL: func.func @manual_nothing(
// CHECK-NEXT:    return
func.func @manual_nothing() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return
  } : () -> ()
  return
}
