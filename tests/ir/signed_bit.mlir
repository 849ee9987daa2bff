// RUN: sdyc opt %s | FileCheck %s
// CHECK: -1 : si1
module attributes {mhlo.one = -1 : si1} {}
