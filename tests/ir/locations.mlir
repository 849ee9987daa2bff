// RUN: sdyc opt %s -mlir-print-debuginfo -allow-unregistered-dialect | FileCheck %s --check-prefix=ALIAS
// RUN: sdyc opt %s -mlir-print-debuginfo -mlir-print-local-scope -allow-unregistered-dialect | FileCheck %s
#here = loc("here.py":1:2 to :9)

// ALIAS: #[[HERE:loc[0-9]*]] = loc("here.py":1:2 to :9)
// ALIAS: func.func @main(%arg0: tensor<2xf32> loc("x"(#[[HERE]])))
// CHECK: func.func @main(%arg0: tensor<2xf32> loc("x"("here.py":1:2 to :9)))
func.func @main(%arg0: tensor<2xf32> loc("x"(#here))) {
  // CHECK-NEXT: "test.a"() : () -> () loc(fused<"pass">["here.py":1:2 to :9, "y"])
  "test.a"() : () -> () loc(fused<"pass">[#here, unknown, fused<"pass">["y", #here]])
  // CHECK-NEXT: "test.b"() : () -> () loc("y")
  "test.b"() : () -> () loc(fused[unknown, "y"])
  // CHECK-NEXT: "test.c"() : () -> () loc(callsite("f" at "here.py":1:2 to :9))
  "test.c"() : () -> () loc(callsite("f" at #here))
  // CHECK-NEXT: "test.d"() {map = affine_map<(d0) -> (d0)>} : () -> () loc(unknown)
  "test.d"() {map = affine_map<(d0) -> (d0)>} : () -> () loc(fused[unknown])
  // CHECK-NEXT: return loc("{{.*}}locations.mlir":[[@LINE+1]]:3)
  return
// CHECK-NEXT: } loc("g")
} loc("g")

// CHECK-NEXT: } loc("{{.*}}locations.mlir":0:0)
