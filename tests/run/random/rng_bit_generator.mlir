// The bits of XLA's CPU backend: every algorithm, width and parity of shapes.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --storage=private
func.func public @main() {
  %k0 = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
  %s0, %b0 = stablehlo.rng_bit_generator %k0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  check.expect_eq_const %s0, dense<[5, 13]> : tensor<2xui64>
  check.expect_eq_const %b0, dense<[[4000641395, 10964293, 3804237681], [1063621336, 2057536082, 1604586794], [3127050898, 25868247, 1140191436]]> : tensor<3x3xui32>
  %k1 = stablehlo.constant dense<[9223372036854775808, 4294967294]> : tensor<2xui64>
  %s1, %b1 = stablehlo.rng_bit_generator %k1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
  check.expect_eq_const %s1, dense<[9223372036854775808, 4294967298]> : tensor<2xui64>
  check.expect_eq_const %b1, dense<[[1140141074, 499910946, 4249812751, 4104392948], [1571200067, 110350724, 4277599006, 3884687251]]> : tensor<2x4xui32>
  %k2 = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %s2, %b2 = stablehlo.rng_bit_generator %k2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %s2, dense<[0, 2]> : tensor<2xui64>
  check.expect_eq_const %b2, dense<1351547692> : tensor<ui32>
  %k3 = stablehlo.constant dense<[9, 18446744073709551614]> : tensor<2xui64>
  %s3, %b3 = stablehlo.rng_bit_generator %k3, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %s3, dense<[9, 1]> : tensor<2xui64>
  check.expect_eq_const %b3, dense<[1452001916652741220, 9949486705284454659, 8034997190770602893]> : tensor<3xui64>
  %k4 = stablehlo.constant dense<[3, 4]> : tensor<2xui64>
  %s4, %b4 = stablehlo.rng_bit_generator %k4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %s4, dense<[3, 7]> : tensor<2xui64>
  check.expect_eq_const %b4, dense<[58690, 63674, 48227, 21371, 22265]> : tensor<5xui16>
  %k5 = stablehlo.constant dense<[12345678901234567890, 0]> : tensor<2xui64>
  %s5, %b5 = stablehlo.rng_bit_generator %k5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
  check.expect_eq_const %s5, dense<[12345678901234567890, 3]> : tensor<2xui64>
  check.expect_eq_const %b5, dense<[[213, 47, 228], [151, 107, 6]]> : tensor<2x3xui8>
  %k6 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s6, %b6 = stablehlo.rng_bit_generator %k6, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  check.expect_eq_const %s6, dense<[1, 2]> : tensor<2xui64>
  %k7 = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
  %s7, %b7 = stablehlo.rng_bit_generator %k7, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  check.expect_eq_const %s7, dense<[5, 10]> : tensor<2xui64>
  check.expect_eq_const %b7, dense<[[1957188081, 3299040168, 2189429415], [2942269241, 4036186172, 3451158193], [2458696665, 1733589896, 209387248]]> : tensor<3x3xui32>
  %k8 = stablehlo.constant dense<[9223372036854775808, 4294967294]> : tensor<2xui64>
  %s8, %b8 = stablehlo.rng_bit_generator %k8, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
  check.expect_eq_const %s8, dense<[9223372036854775808, 4294967296]> : tensor<2xui64>
  check.expect_eq_const %b8, dense<[[567330719, 3540273924, 1982762533, 1362306431], [1495039098, 520219389, 3565955722, 3037190885]]> : tensor<2x4xui32>
  %k9 = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %s9, %b9 = stablehlo.rng_bit_generator %k9, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %s9, dense<[0, 2]> : tensor<2xui64>
  check.expect_eq_const %b9, dense<4175744164> : tensor<ui32>
  %k10 = stablehlo.constant dense<[9, 18446744073709551614]> : tensor<2xui64>
  %s10, %b10 = stablehlo.rng_bit_generator %k10, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  check.expect_eq_const %s10, dense<[9, 0]> : tensor<2xui64>
  check.expect_eq_const %b10, dense<[14154043148291417725, 9707328188029410249, 1897066024754302880]> : tensor<3xui64>
  %k11 = stablehlo.constant dense<[3, 4]> : tensor<2xui64>
  %s11, %b11 = stablehlo.rng_bit_generator %k11, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui16>)
  check.expect_eq_const %s11, dense<[3, 6]> : tensor<2xui64>
  check.expect_eq_const %b11, dense<[36888, 11882, 64786, 24239, 924]> : tensor<5xui16>
  %k12 = stablehlo.constant dense<[12345678901234567890, 0]> : tensor<2xui64>
  %s12, %b12 = stablehlo.rng_bit_generator %k12, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui8>)
  check.expect_eq_const %s12, dense<[12345678901234567890, 2]> : tensor<2xui64>
  check.expect_eq_const %b12, dense<[[209, 187, 27], [68, 22, 254]]> : tensor<2x3xui8>
  %k13 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s13, %b13 = stablehlo.rng_bit_generator %k13, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  check.expect_eq_const %s13, dense<[1, 2]> : tensor<2xui64>
  %k14 = stablehlo.constant dense<[5, 7]> : tensor<2xui64>
  %s14, %b14 = stablehlo.rng_bit_generator %k14, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  check.expect_eq_const %s14, dense<[5, 10]> : tensor<2xui64>
  check.expect_eq_const %b14, dense<[[1957188081, 3299040168, 2189429415], [2942269241, 4036186172, 3451158193], [2458696665, 1733589896, 209387248]]> : tensor<3x3xui32>
  %k15 = stablehlo.constant dense<[9223372036854775808, 4294967294]> : tensor<2xui64>
  %s15, %b15 = stablehlo.rng_bit_generator %k15, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x4xui32>)
  check.expect_eq_const %s15, dense<[9223372036854775808, 4294967296]> : tensor<2xui64>
  check.expect_eq_const %b15, dense<[[567330719, 3540273924, 1982762533, 1362306431], [1495039098, 520219389, 3565955722, 3037190885]]> : tensor<2x4xui32>
  %k16 = stablehlo.constant dense<[0, 1]> : tensor<2xui64>
  %s16, %b16 = stablehlo.rng_bit_generator %k16, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  check.expect_eq_const %s16, dense<[0, 2]> : tensor<2xui64>
  check.expect_eq_const %b16, dense<4175744164> : tensor<ui32>
  %k17 = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %s17, %b17 = stablehlo.rng_bit_generator %k17, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  check.expect_eq_const %s17, dense<[1, 2]> : tensor<2xui64>
  // Philox's state of three words has the counter after the key, its lower half first; the carry shows.
  %three = stablehlo.constant dense<[1311768464867721217, 18446744073709551614, 1311768464867721217]> : tensor<3xui64>
  %next, %words = stablehlo.rng_bit_generator %three, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<12xui32>)
  check.expect_eq_const %next, dense<[1311768464867721217, 1, 1311768464867721218]> : tensor<3xui64>
  check.expect_eq_const %words, dense<[3954517022, 430881788, 308841774, 245852978, 842089785, 1327018475, 154912674, 3347714944, 4237109465, 1597821112, 3654294710, 394342417]> : tensor<12xui32>
  // Signed integers and floats are the same bits.
  %i = stablehlo.constant dense<[1311768464867721217, -2]> : tensor<2xi64>
  %si, %f = stablehlo.rng_bit_generator %i, algorithm = PHILOX : (tensor<2xi64>) -> (tensor<2xi64>, tensor<12xf32>)
  check.expect_eq_const %si, dense<[1311768464867721217, 1]> : tensor<2xi64>
  %fi = stablehlo.bitcast_convert %f : (tensor<12xf32>) -> tensor<12xui32>
  check.expect_eq %fi, %words : tensor<12xui32>
  return
}
