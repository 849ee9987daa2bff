// What gets an alias is what MLIR looks at: not the attributes of arguments; a generic operation's regions come first.
// RUN: sdyc opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: sdyc opt %s --allow-unregistered-dialect -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: sdyc opt %s --allow-unregistered-dialect -mlir-print-debuginfo | FileCheck %s --check-prefix=PLACES
// RUN: sdyc opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=1 | FileCheck %s --check-prefix=ELIDED

// CHECK: #map = affine_map<(d0) -> (d0 * 2)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 * 3)>
// CHECK-NEXT: #map2 = affine_map<(d0) -> (d0 * 5)>
// CHECK-NEXT: #map3 = affine_map<(d0) -> (d0 * 4)>
// CHECK: @inline(%arg0: i32 {x.a = affine_map<(d0) -> (d0 + 1)>}) -> (i32 {x.a = #map}) attributes {x.b = #map1}
// CHECK: @declared(i32 {x.a = #map3})
// GENERIC: #map = affine_map<(d0) -> (d0 * 5)>
// GENERIC-NEXT: #map1 = affine_map<(d0) -> (d0 + 1)>
func.func @inline(%a: i32 {x.a = affine_map<(d0) -> (d0 + 1)>}) -> (i32 {x.a = affine_map<(d0) -> (d0 * 2)>}) attributes {x.b = affine_map<(d0) -> (d0 * 3)>} {
  "test.inner"() {x.c = affine_map<(d0) -> (d0 * 5)>} : () -> ()
  return %a : i32
}
func.func private @declared(i32 {x.a = affine_map<(d0) -> (d0 * 4)>})

// Names in angle brackets that need none are written behind a point.
// CHECK: @symbols() attributes {x.a = #unknown.x, x.b = !unknown.y<z>, x.c = #unknown<"z">, x.d = #unknown<1>}
func.func private @symbols() attributes {x.a = #unknown<x>, x.b = !unknown<y<z>>, x.c = #unknown<"z">, x.d = #unknown<1>}

// ELIDED: @sparse() attributes {x.a = sparse<0, 1> : tensor<3xi32>, x.b = dense_resource<__elided__> : tensor<3xi32>}
func.func private @sparse() attributes {x.a = sparse<[0], [1]> : tensor<3xi32>, x.b = sparse<[[0], [1]], [1, 2]> : tensor<3xi32>}

// Where a short reduction stands, so does what it implies. A range of one point is a point, and a place unknown is not named.
// PLACES: @places(%arg0: tensor<2xf32> loc("a":1:2), %arg1: tensor<f32> loc("named"))
// PLACES: stablehlo.reduce({{.*}}) applies stablehlo.add {{.*}} loc(#[[AT:.*]])
// PLACES: #[[AT]] = loc("sum")
func.func @places(%a: tensor<2xf32> loc("a":1:2 to :2), %b: tensor<f32> loc("named"(unknown))) -> tensor<f32> {
  %0 = stablehlo.reduce(%a init: %b) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32> loc("sum")
  return %0 : tensor<f32>
}
