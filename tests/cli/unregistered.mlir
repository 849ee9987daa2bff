// Attributes that another compiler left were an error of the commands that run a program, which named a flag that only `opt` and its kind took.
// RUN: not sdyc run %s --input=random 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: sdyc run %s --input=2xf32=1 --allow-unregistered-dialect | FileCheck %s --check-prefix=RESULT
// RUN: sdyc kernels %s --allow-unregistered-dialect | FileCheck %s --check-prefix=KERNELS
// RUN: sdyc layouts %s --allow-unregistered-dialect | FileCheck %s --check-prefix=LAYOUTS
// RUN: rm -rf %t && sdyc emit %s -o %t --entry=main --allow-unregistered-dialect
// RUN: not sdyc run %s --entry=marked --input=2xf32=1 --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=MARKED
// RUN: not sdyc kernels %s --entry=checked --allow-unregistered-dialect 2>&1 | FileCheck %s --check-prefix=CHECKED

// REFUSED: unregistered.mlir:[[@LINE+4]]:49: error: attribute '#other.kind' created with unregistered dialect. If this is intended, please use -allow-unregistered-dialect
// RESULT: 2xf32=2 2
// KERNELS: kernels: 1
// LAYOUTS: 0 conversions
func.func @main(%a: tensor<2xf32> {other.kind = #other.kind<input>}) -> tensor<2xf32> attributes {other.level = #other<level 3>} {
  %0 = stablehlo.add %a, %a {other.flag = #other.flag} : tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @marked(%a: tensor<2xf32>) -> tensor<2xf32> {
  // MARKED: unregistered.mlir:[[@LINE+1]]:8: error: 'other.mark' op cannot be compiled: there is no code for it
  %0 = "other.mark"(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @checked(%a: tensor<2xf32>) {
  // CHECKED: unregistered.mlir:[[@LINE+1]]:3: error: 'check.expect_eq' op cannot be compiled here: `run` and `bench` make checks, which stand in the body of the function that runs
  check.expect_eq %a, %a : tensor<2xf32>
  return
}
