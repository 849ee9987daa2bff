// RUN: sdyc opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: cat %s | sdyc opt - | FileCheck %s
// RUN: export -f sdyc && python3 -c 'import os, pty, subprocess as s; m, t = pty.openpty(); os.write(m, bytes([4])); s.run(["bash", "-c", "sdyc partition"], stdin=t)' 2>&1 | FileCheck %s --check-prefix=TERMINAL
// RUN: sdyc opt - < /dev/null 2>&1 | FileCheck %s --check-prefix=PIPE --allow-empty
// RUN: sdyc opt %s -o %t.out && FileCheck %s --input-file=%t.out
// RUN: sdyc opt %s --pass-pipeline='builtin.module(func.func(cse),symbol-dce)' | FileCheck %s
// RUN: sdyc opt %s -cse --print-after=all 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: sdyc opt %s -cse --print-before=cse 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: sdyc opt %s -cse --timing 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: sdyc opt --list-passes | FileCheck %s --check-prefix=LIST
// RUN: not sdyc opt %s --canonicalise 2>&1 | FileCheck %s --check-prefix=MISSPELT
// RUN: not sdyc opt %s -cse=depth=2 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not sdyc opt %s -canonicalize=test-convergance 2>&1 | FileCheck %s --check-prefix=NEAR
// RUN: not sdyc opt %s.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not sdyc opt %s -o /nowhere/x 2>&1 | FileCheck %s --check-prefix=NOWHERE
// RUN: not sdyc opt %s -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: not sdyc opt %s -cse --print-after=csee 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not sdyc run %s --print-before=sdy-close-shardingz 2>&1 | FileCheck %s --check-prefix=BEFORE-RUN
// RUN: not sdyc explain %s --print-before=nonsense 2>&1 | FileCheck %s --check-prefix=NONSENSE
// RUN: not sdyc optt 2>&1 | FileCheck %s --check-prefix=COMMAND

// GENERIC: "func.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "main"}>
// CHECK: func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32>
// DUMP: IR Dump After cse
// DUMP: func.func @main
// BEFORE: IR Dump Before cse
// TIMING: parse
// TIMING: cse
// TIMING: total
// LIST: -symbol-dce
// LIST: -sdy-propagation-pipeline
// TERMINAL: sdyc: no file is given: reading standard input, to its end
// PIPE-NOT: standard input
// MISSPELT: unknown flag '--canonicalise'; did you mean '--canonicalize'?
// OPTION: 'cse' takes no options, but got 'depth'
// NEAR: 'canonicalize' has no option 'test-convergance'; did you mean 'test-convergence'?
// MISSING: cannot read '{{.*}}.missing': No such file or directory
// NOWHERE: cannot write '/nowhere/x': No such file or directory
// FULL: cannot write '/dev/full'
// AFTER: print-after names no pass: 'csee'; did you mean 'cse'?
// BEFORE-RUN: print-before names no pass: 'sdy-close-shardingz'; did you mean 'sdy-close-shardings'?
// NONSENSE: print-before names no pass: 'nonsense'
// COMMAND: unknown command 'optt'; did you mean 'sdyc opt'?
func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
