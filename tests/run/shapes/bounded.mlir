// Sizes that are known at run time, within bounds: computed by the program, or those of the inputs.
// RUN: sdyc run %s --input=5x2xi32='1 2 3 4 5 6 7 8 9 10' --input=i32=3 | FileCheck %s
// RUN: sdyc run %s --storage=private --input=5x2xi32='1 2 3 4 5 6 7 8 9 10' --input=i32=3 | FileCheck %s
// RUN: sdyc run %s --jit=cc --input=5x2xi32='1 2 3 4 5 6 7 8 9 10' --input=i32=3 | FileCheck %s
// RUN: not sdyc run %s --input=7x2xi32=1 --input=i32=3 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: input 0: a value of type 7x2xi32, but 6x2xi32 is needed
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<?x2xi32, #stablehlo.bounds<6, ?>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %n: tensor<i32>)
    -> (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<?xi32, #stablehlo.bounds<6>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>,
        tensor<?x?xi32, #stablehlo.bounds<2, 6>>, tensor<?xi32, #stablehlo.bounds<8>>, tensor<?x2xi32, #stablehlo.bounds<8, ?>>,
        tensor<?x2xi32, #stablehlo.bounds<3, ?>>, tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<2xi32>) {
  // A size that the program sets; a sum leaves out what is beyond it.
  // CHECK: 3x2xi32=[2 4][6 8][10 12]
  %0 = stablehlo.add %a, %a : tensor<?x2xi32, #stablehlo.bounds<6, ?>>
  %1 = stablehlo.set_dimension_size %0, %n, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<6, ?>>
  // CHECK-NEXT: 3xi32=0 1 2
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, #stablehlo.bounds<6>>
  // One row is repeated as often as is asked for.
  // CHECK-NEXT: 3x2xi32=[7 8][7 8][7 8]
  %row = stablehlo.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %shape = stablehlo.concatenate %n1, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_broadcast_in_dim %row, %shape, dims = [0, 1] : (tensor<1x2xi32>, tensor<2xi32>) -> tensor<?x2xi32, #stablehlo.bounds<4, ?>>
  // Elements in their order, of two dimensions whose sizes change.
  // CHECK-NEXT: 2x3xi32=[2 4 6][8 10 12]
  %turned = stablehlo.concatenate %two, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %4 = stablehlo.dynamic_reshape %1, %turned : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<2xi32>) -> tensor<?x?xi32, #stablehlo.bounds<2, 6>>
  // CHECK-NEXT: 6xi32=9 9 9 0 1 2
  %nine = stablehlo.constant dense<9> : tensor<i32>
  %zero1 = stablehlo.constant dense<0> : tensor<1xi32>
  %5 = stablehlo.dynamic_pad %2, %nine, %n1, %zero1, %zero1 : (tensor<?xi32, #stablehlo.bounds<6>>, tensor<i32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xi32, #stablehlo.bounds<8>>
  // The sizes of branches.
  // CHECK-NEXT: 4x2xi32=[2 4][6 8][10 12][1 2]
  %one = stablehlo.constant dense<1> : tensor<i32>
  %first = stablehlo.slice %a [0:1, 0:2] : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>) -> tensor<1x2xi32>
  %more = stablehlo.concatenate %1, %first, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<1x2xi32>) -> tensor<?x2xi32, #stablehlo.bounds<7, ?>>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %p = stablehlo.compare LT, %n, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %6 = "stablehlo.if"(%p) ({
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %b = stablehlo.pad %more, %zero, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<?x2xi32, #stablehlo.bounds<7, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<8, ?>>
    %d = stablehlo.get_dimension_size %more, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<7, ?>>) -> tensor<i32>
    %c = stablehlo.set_dimension_size %b, %d, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<8, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<8, ?>>
    stablehlo.return %c : tensor<?x2xi32, #stablehlo.bounds<8, ?>>
  }, {
    %b = stablehlo.pad %more, %nine, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<?x2xi32, #stablehlo.bounds<7, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<8, ?>>
    stablehlo.return %b : tensor<?x2xi32, #stablehlo.bounds<8, ?>>
  }) : (tensor<i1>) -> tensor<?x2xi32, #stablehlo.bounds<8, ?>>
  // Every second row from the second on.
  // CHECK-NEXT: 2x2xi32=[3 4][7 8]
  %start = stablehlo.constant dense<[1, 0]> : tensor<2xi32>
  %five = stablehlo.constant dense<5> : tensor<1xi32>
  %limit = stablehlo.concatenate %five, %two, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %steps = stablehlo.constant dense<[2, 1]> : tensor<2xi32>
  %7 = stablehlo.real_dynamic_slice %a, %start, %limit, %steps : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x2xi32, #stablehlo.bounds<3, ?>>
  // A loop whose value grows: a row more in every turn.
  // CHECK-NEXT: 8x2xi32=[1 2][3 4][5 6][7 8][9 10][1 2][1 2][1 2]
  %i = stablehlo.constant dense<0> : tensor<i32>
  %start_size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>) -> tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %room = stablehlo.pad %a, %z, low = [0, 0], high = [6, 0], interior = [0, 0] : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<12, ?>>
  %begin = stablehlo.set_dimension_size %room, %start_size, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<12, ?>>
  %8, %9 = stablehlo.while(%x = %begin, %k = %i) : tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %grown = stablehlo.concatenate %x, %first, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<1x2xi32>) -> tensor<?x2xi32, #stablehlo.bounds<13, ?>>
      %held = stablehlo.slice %grown [0:12, 0:2] : (tensor<?x2xi32, #stablehlo.bounds<13, ?>>) -> tensor<12x2xi32>
      %size = stablehlo.get_dimension_size %grown, dim = 0 : (tensor<?x2xi32, #stablehlo.bounds<13, ?>>) -> tensor<i32>
      %next = stablehlo.set_dimension_size %held, %size, dim = 0 : (tensor<12x2xi32>, tensor<i32>) -> tensor<?x2xi32, #stablehlo.bounds<12, ?>>
      %l = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %l : tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<i32>
    }
  // CHECK-NEXT: 2xi32=25 30
  %10 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<i32>) -> tensor<2xi32>
  return %1, %2, %3, %4, %5, %6, %7, %8, %10 : tensor<?x2xi32, #stablehlo.bounds<6, ?>>, tensor<?xi32, #stablehlo.bounds<6>>, tensor<?x2xi32, #stablehlo.bounds<4, ?>>,
    tensor<?x?xi32, #stablehlo.bounds<2, 6>>, tensor<?xi32, #stablehlo.bounds<8>>, tensor<?x2xi32, #stablehlo.bounds<8, ?>>,
    tensor<?x2xi32, #stablehlo.bounds<3, ?>>, tensor<?x2xi32, #stablehlo.bounds<12, ?>>, tensor<2xi32>
}
