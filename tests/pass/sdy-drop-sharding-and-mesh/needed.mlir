// What names a mesh of the module needs it still.
// RUN: sdyc opt %s -sdy-drop-sharding-and-mesh -verify-diagnostics
sdy.mesh @mesh = <["x"=2]>
func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'sdy.reshard' op still needs its mesh}}
  %0 = sdy.reshard %arg0 <@mesh, [{"x"}]> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
