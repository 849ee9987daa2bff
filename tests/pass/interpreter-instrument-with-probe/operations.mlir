// RUN: sdyc opt %s -interpreter-instrument-with-probe | FileCheck %s --check-prefixes=CHECK,NUMBER
// RUN: sdyc opt %s -interpreter-instrument-with-probe=useDebugInfo=true | FileCheck %s --check-prefixes=CHECK,NAME

// Inner operations first; neither constants nor shapes that are not known.
// CHECK-LABEL: func.func @branch
// CHECK-NEXT:    "stablehlo.if"(%arg0) ({
// CHECK-NEXT:      %[[CONSTANT:.*]] = stablehlo.constant
// CHECK-NEXT:      stablehlo.return %[[CONSTANT]]
// CHECK:           %[[SUM:.*]] = stablehlo.add %arg1, %arg1
// NUMBER-NEXT:     %[[SEEN:.*]] = interpreter.probe %[[SUM]], probe_id = "probe1" : tensor<2xf32>
// NAME-NEXT:       %[[SEEN:.*]] = interpreter.probe %[[SUM]], probe_id = "sum.1" : tensor<2xf32>
// CHECK-NEXT:      stablehlo.return %[[SEEN]]
// CHECK:         %[[BRANCH:.*]] = interpreter.probe %{{.*}}, probe_id = "probe2" : tensor<2xf32>
// CHECK-NEXT:    stablehlo.abs %arg2 : tensor<?xf32>
// CHECK-NEXT:    return %[[BRANCH]]
func.func @branch(%arg0: tensor<i1>, %arg1: tensor<2xf32>, %arg2: tensor<?xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.if"(%arg0) ({
    %1 = stablehlo.constant dense<0.0> : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xf32> loc("sum@line")
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %2 = stablehlo.abs %arg2 : tensor<?xf32>
  return %0 : tensor<2xf32>
}
