// What programs ask of the host, in the order of the program, in loops too: print, probe, infeed, outfeed.
// RUN: rm -rf %t && mkdir -p %t
// RUN: sdyc run %s --input=i32=2 --infeed="2xf32=1 2" --infeed=2xf32=10 --probe-output-dir=%t | FileCheck %s
// RUN: sdyc run %s --input=i32=2 --infeed="2xf32=1 2" --infeed=2xf32=10 --probe-output-dir=%t --storage=private --jit=cc | FileCheck %s
// RUN: sdyc run %s --input=i32=1 --infeed="2xf32=1 2" --outfeed=%t --probe-output-dir=%t --interpreter-print-dense | FileCheck %s --check-prefix=DENSE
// RUN: grep -x 'sums/0,tensor<2xf32>,%t/probe1.npy' %t/index.csv
// RUN: sdyc run %s --input=i32=2 --infeed=@%t/outfeed0.npy --infeed=@%t/probe1.npy --probe-output-dir=%t | FileCheck %s --check-prefix=AGAIN
// RUN: not sdyc run %s --input=i32=1 --probe-output-dir=%t 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not sdyc run %s --input=i32=1 --infeed=2xf32=1 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: rm -rf %t && sdyc emit %s -o %t && make -s -C %t && mkdir %t/values
// RUN: %t/run --input=i32=2 --infeed="2xf32=1 2" --infeed=2xf32=10 --probe-output-dir=%t/values | FileCheck %s
// RUN: %t/run --input=i32=1 --infeed="2xf32=1 2" --outfeed=%t/values --probe-output-dir=%t/values --interpreter-print-dense > %t/printed
// RUN: grep -x '%q = dense<.1.000000e+00, 2.000000e+00.> : tensor<2xf32>' %t/printed
// RUN: grep -x 'sums/0,tensor<2xf32>,%t/values/probe3.npy' %t/values/index.csv
// RUN: sdyc run %s --input=i32=1 --infeed=@%t/values/outfeed0.npy --probe-output-dir=%t/values > %t/again
// RUN: grep -x '2xf32=1 2' %t/again
// RUN: not %t/run --input=i32=1 --probe-output-dir=%t/values 2>&1 | FileCheck %s --check-prefix=NONE
// CHECK:      %q = tensor<2xf32> {
// CHECK-NEXT:   [1.000000e+00, 2.000000e+00]
// CHECK-NEXT: }
// CHECK-NEXT: outfeed: 2xf32=1 2
// CHECK-NEXT: %q = tensor<2xf32> {
// CHECK-NEXT:   [1.100000e+01, 1.200000e+01]
// CHECK-NEXT: }
// CHECK-NEXT: outfeed: 2xf32=11 12
// CHECK-NEXT: 2xf32=11 12
// DENSE:      %q = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// DENSE-NEXT: dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// AGAIN:      2xf32=2 4
// EMPTY:      the infeed gives no value of the type that the program reads
// FOLDER:     no folder was given (--probe-output-dir) for the probe 'sums/0'
// NONE:       the program reads its infeed more often than --infeed is given
func.func @main(%n: tensor<i32>) -> tensor<2xf32> {
  %t = stablehlo.create_token : !stablehlo.token
  %c = stablehlo.constant dense<0> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<2xf32>
  %r:3 = stablehlo.while(%i = %c, %s = %z, %u = %t) : tensor<i32>, tensor<2xf32>, !stablehlo.token
  cond {
    %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %x:2 = "stablehlo.infeed"(%u) {infeed_config = ""} : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %q = stablehlo.add %s, %x#0 : tensor<2xf32>
    interpreter.print %q : tensor<2xf32>
    %w = interpreter.probe %q, probe_id = "sums/0" : tensor<2xf32>
    %v = "stablehlo.outfeed"(%w, %x#1) {outfeed_config = ""} : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %k = stablehlo.add %i, %o : tensor<i32>
    stablehlo.return %k, %w, %v : tensor<i32>, tensor<2xf32>, !stablehlo.token
  }
  return %r#1 : tensor<2xf32>
}
