#!/usr/bin/env python3
"""Sizes that the devices do not divide, before every kind of consumer: the program of one device
(--storage=private) computes what the whole program does.

    padding.py SDYC [--sizes 1,2,..] [--devices 2,3,..] [--only NAME] [-v]

A consumer is a row of CONSUMERS: the text of a few operations on %s (n x 3, its rows sharded), %t
(3 x n, its columns), %i (n integers in [0, n)) and %k (n x n), and the type of what it gives.
"""
import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

MESHES = {1: [("x", 1)], 2: [("x", 2)], 3: [("x", 3)], 4: [("x", 2), ("y", 2)], 5: [("x", 5)],
          6: [("x", 2), ("y", 3)], 8: [("x", 4), ("y", 2)], 64: [("x", 16), ("y", 4)]}


def reduce(op, init, operand="%s", dims="0", kind="f32"):
    shape = {"0": "3", "1": "{n}", "0, 1": ""}[dims]
    result = f"tensor<{shape}x{kind}>" if shape else f"tensor<{kind}>"
    return (f"%init = stablehlo.constant dense<{init}> : tensor<{kind}>\n"
            f"%r = stablehlo.reduce({operand} init: %init) applies stablehlo.{op} across dimensions = [{dims}]"
            f" : (tensor<{{n}}x3x{kind}>, tensor<{kind}>) -> {result}", result)


def window(op, init, size, padding, stride, result):
    return (f"%init = stablehlo.constant dense<{init}> : tensor<f32>\n"
            f'%r = "stablehlo.reduce_window"(%s, %init) <{{{{window_dimensions = array<i64: {size}, 1>, '
            f"window_strides = array<i64: {stride}, 1>, padding = dense<[[{padding}], [0, 0]]> : tensor<2x2xi64>}}}}> ({{{{\n"
            f"^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%c = stablehlo.{op} %a, %b : tensor<f32>\n"
            f"stablehlo.return %c : tensor<f32>\n}}}}) : (tensor<{{n}}x3xf32>, tensor<f32>) -> {result}", result)


def conv(lhs, rhs, form, window_text, groups, types, result):
    return (f"%r = stablehlo.convolution({lhs}, {rhs}) dim_numbers = {form}, window = {{{{{window_text}}}}} "
            f"{{{{batch_group_count = 1 : i64, feature_group_count = {groups} : i64}}}} : ({types}) -> {result}", result)


S, T = "tensor<{n}x3xf32>", "tensor<3x{n}xf32>"
CONSUMERS = {
    "elementwise": (f"%e = stablehlo.exponential %s : {S}\n%r = stablehlo.divide %s, %e : {S}", S),
    "sum": reduce("add", "0.0"),
    "sum of exponentials": ("%e = stablehlo.exponential %s : " + S + "\n" + reduce("add", "0.0", "%e")[0], "tensor<3xf32>"),
    "sum from one": reduce("add", "1.0"),
    "sum of all": reduce("add", "0.0", dims="0, 1"),
    "sum across": reduce("add", "0.0", dims="1"),
    "maximum": reduce("maximum", "0xFF800000"),
    "minimum": reduce("minimum", "0x7F800000"),
    "product": reduce("multiply", "1.0"),
    "all": ("%z = stablehlo.constant dense<-9.0> : " + S + "\n"
            "%p = stablehlo.compare GT, %s, %z : (" + S + ", " + S + ") -> tensor<{n}x3xi1>\n"
            + reduce("and", "true", "%p", kind="i1")[0], "tensor<3xi1>"),
    "any": ("%z = stablehlo.constant dense<9.0> : " + S + "\n"
            "%p = stablehlo.compare GT, %s, %z : (" + S + ", " + S + ") -> tensor<{n}x3xi1>\n"
            + reduce("or", "false", "%p", kind="i1")[0], "tensor<3xi1>"),
    "integer maximum": ("%j = stablehlo.negate %i : tensor<{n}xi32>\n%init = stablehlo.constant dense<-2147483648> : tensor<i32>\n"
                        "%r = stablehlo.reduce(%j init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<{n}xi32>, tensor<i32>) -> tensor<i32>",
                        "tensor<i32>"),
    "argmax": ("%j = stablehlo.iota dim = 0 : tensor<{n}x3xi32>\n%low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
               "%zero = stablehlo.constant dense<0> : tensor<i32>\n"
               '%q, %r = "stablehlo.reduce"(%s, %j, %low, %zero) <{{dimensions = array<i64: 0>}}> ({{\n'
               "^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):\n"
               "%g = stablehlo.compare GE, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
               "%v = stablehlo.select %g, %a, %c : tensor<i1>, tensor<f32>\n%w = stablehlo.select %g, %b, %d : tensor<i1>, tensor<i32>\n"
               "stablehlo.return %v, %w : tensor<f32>, tensor<i32>\n}}) : (" + S + ", tensor<{n}x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)",
               "tensor<3xi32>"),
    "softmax": ("%low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%zero = stablehlo.constant dense<0.0> : tensor<f32>\n"
                "%m = stablehlo.reduce(%s init: %low) applies stablehlo.maximum across dimensions = [0] : (" + S + ", tensor<f32>) -> tensor<3xf32>\n"
                "%mm = stablehlo.broadcast_in_dim %m, dims = [1] : (tensor<3xf32>) -> " + S + "\n%d = stablehlo.subtract %s, %mm : " + S + "\n"
                "%e = stablehlo.exponential %d : " + S + "\n"
                "%t1 = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (" + S + ", tensor<f32>) -> tensor<3xf32>\n"
                "%tt = stablehlo.broadcast_in_dim %t1, dims = [1] : (tensor<3xf32>) -> " + S + "\n%r = stablehlo.divide %e, %tt : " + S, S),
    "product contracted": ("%r = stablehlo.dot_general %t, %s, contracting_dims = [1] x [0] : (" + T + ", " + S + ") -> tensor<3x3xf32>", "tensor<3x3xf32>"),
    "product of what may be NaN": ("%e = stablehlo.log %s : " + S + "\n%f = stablehlo.multiply %e, %e : " + S + "\n%a = stablehlo.abs %s : " + S + "\n"
                                   "%l = stablehlo.log_plus_one %a : " + S + "\n%g = stablehlo.divide %l, %l2 : " + S + "\n"
                                   "%r = stablehlo.dot_general %g, %s, contracting_dims = [0] x [0] : (" + S + ", " + S + ") -> tensor<3x3xf32>", "tensor<3x3xf32>"),
    "product of rows": ("%r = stablehlo.dot_general %s, %t, contracting_dims = [1] x [0] : (" + S + ", " + T + ") -> tensor<{n}x{n}xf32>", "tensor<{n}x{n}xf32>"),
    "product in batches": ("%r = stablehlo.dot_general %s, %s, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (" + S + ", " + S + ") -> tensor<{n}xf32>", "tensor<{n}xf32>"),
    "dot": ("%r = stablehlo.dot %t, %s : (" + T + ", " + S + ") -> tensor<3x3xf32>", "tensor<3x3xf32>"),
    "transpose": ("%r = stablehlo.transpose %s, dims = [1, 0] : (" + S + ") -> " + T, T),
    "broadcast": ("%r = stablehlo.broadcast_in_dim %s, dims = [1, 2] : (" + S + ") -> tensor<2x{n}x3xf32>", "tensor<2x{n}x3xf32>"),
    "flattened": ("%r = stablehlo.reshape %s : (" + S + ") -> tensor<{n3}xf32>", "tensor<{n3}xf32>"),
    "flattened and summed": ("%f = stablehlo.reshape %t : (" + T + ") -> tensor<{n3}xf32>\n%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                             "%r = stablehlo.reduce(%f init: %init) applies stablehlo.add across dimensions = [0] : (tensor<{n3}xf32>, tensor<f32>) -> tensor<f32>", "tensor<f32>"),
    "reshaped aside": ("%r = stablehlo.reshape %s : (" + S + ") -> tensor<{n}x1x3xf32>", "tensor<{n}x1x3xf32>"),
    "concatenated along": ("%r = stablehlo.concatenate %s, %s, dim = 0 : (" + S + ", " + S + ") -> tensor<{n2}x3xf32>", "tensor<{n2}x3xf32>"),
    "concatenated across": ("%r = stablehlo.concatenate %s, %s, dim = 1 : (" + S + ", " + S + ") -> tensor<{n}x6xf32>", "tensor<{n}x6xf32>"),
    "sliced at the end": ("%r = stablehlo.slice %s [1:{n}, 0:3] : (" + S + ") -> tensor<{nm1}x3xf32>", "tensor<{nm1}x3xf32>"),
    "sliced at the beginning": ("%r = stablehlo.slice %s [0:{nm1}, 0:3] : (" + S + ") -> tensor<{nm1}x3xf32>", "tensor<{nm1}x3xf32>"),
    "sliced with steps": ("%r = stablehlo.slice %s [0:{n}:2, 0:3] : (" + S + ") -> tensor<{half}x3xf32>", "tensor<{half}x3xf32>"),
    "sliced across": ("%r = stablehlo.slice %s [0:{n}, 0:3:2] : (" + S + ") -> tensor<{n}x2xf32>", "tensor<{n}x2xf32>"),
    "sliced and summed": ("%l = stablehlo.slice %s [0:{nm1}, 0:3] : (" + S + ") -> tensor<{nm1}x3xf32>\n%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                          "%r = stablehlo.reduce(%l init: %init) applies stablehlo.add across dimensions = [0] : (tensor<{nm1}x3xf32>, tensor<f32>) -> tensor<3xf32>", "tensor<3xf32>"),
    "padded around": ("%c = stablehlo.constant dense<7.0> : tensor<f32>\n%r = stablehlo.pad %s, %c, low = [1, 0], high = [2, 1], interior = [0, 0] : (" + S + ", tensor<f32>) -> tensor<{np3}x4xf32>", "tensor<{np3}x4xf32>"),
    "padded between": ("%c = stablehlo.constant dense<7.0> : tensor<f32>\n%r = stablehlo.pad %s, %c, low = [0, 0], high = [1, 0], interior = [1, 0] : (" + S + ", tensor<f32>) -> tensor<{n2}x3xf32>", "tensor<{n2}x3xf32>"),
    "cut by padding": ("%c = stablehlo.constant dense<7.0> : tensor<f32>\n%r = stablehlo.pad %s, %c, low = [-1, 0], high = [0, 0], interior = [0, 0] : (" + S + ", tensor<f32>) -> tensor<{nm1}x3xf32>", "tensor<{nm1}x3xf32>"),
    "reversed": ("%r = stablehlo.reverse %s, dims = [0] : " + S, S),
    "numbered": ("%j = stablehlo.iota dim = 0 : " + S + "\n%r = stablehlo.multiply %j, %s : " + S, S),
    "with a constant": ("%j = stablehlo.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>\n%b = stablehlo.broadcast_in_dim %j, dims = [0, 1] : (tensor<1x3xf32>) -> " + S + "\n%r = stablehlo.multiply %b, %s : " + S, S),
    "gathered by": ("%c = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>\n"
                    '%r = "stablehlo.gather"(%c, %i) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}}> : (tensor<3x2xf32>, tensor<{n}xi32>) -> tensor<{n}x2xf32>', "tensor<{n}x2xf32>"),
    "gathered from": ("%c = stablehlo.constant dense<[0, 50, 1, -3]> : tensor<4xi32>\n"
                      '%r = "stablehlo.gather"(%s, %c) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}}> : (' + S + ", tensor<4xi32>) -> tensor<4x3xf32>", "tensor<4x3xf32>"),
    "gathered rows": ("%c = stablehlo.constant dense<[0, 2, 1, 9]> : tensor<4xi32>\n"
                      '%r = "stablehlo.gather"(%s, %c) <{{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: {n}, 1>}}> : (' + S + ", tensor<4xi32>) -> tensor<{n}x4xf32>", "tensor<{n}x4xf32>"),
    "scattered": ("%c = stablehlo.constant dense<1.0> : tensor<4x3xf32>\n"
                  '%r = "stablehlo.scatter"(%c, %i, %s) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n'
                  "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%q = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %q : tensor<f32>\n}}) : (tensor<4x3xf32>, tensor<{n}xi32>, " + S + ") -> tensor<4x3xf32>", "tensor<4x3xf32>"),
    "scattered into": ("%c = stablehlo.constant dense<[0, 50, 1, -3]> : tensor<4xi32>\n%u = stablehlo.constant dense<1.0> : tensor<4x3xf32>\n"
                       '%r = "stablehlo.scatter"(%s, %c, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{\n'
                       "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%q = stablehlo.add %a, %b : tensor<f32>\nstablehlo.return %q : tensor<f32>\n}}) : (" + S + ", tensor<4xi32>, tensor<4x3xf32>) -> " + S, S),
    "sliced at run time": ("%a = stablehlo.constant dense<99> : tensor<i32>\n%z = stablehlo.constant dense<0> : tensor<i32>\n"
                           "%r = stablehlo.dynamic_slice %s, %a, %z, sizes = [1, 3] : (" + S + ", tensor<i32>, tensor<i32>) -> tensor<1x3xf32>", "tensor<1x3xf32>"),
    "sliced across at run time": ("%a = stablehlo.constant dense<1> : tensor<i32>\n%z = stablehlo.constant dense<0> : tensor<i32>\n"
                                  "%r = stablehlo.dynamic_slice %s, %z, %a, sizes = [{n}, 2] : (" + S + ", tensor<i32>, tensor<i32>) -> tensor<{n}x2xf32>", "tensor<{n}x2xf32>"),
    "updated at run time": ("%a = stablehlo.constant dense<99> : tensor<i32>\n%z = stablehlo.constant dense<0> : tensor<i32>\n%u = stablehlo.constant dense<5.0> : tensor<1x3xf32>\n"
                            "%r = stablehlo.dynamic_update_slice %s, %u, %a, %z : (" + S + ", tensor<1x3xf32>, tensor<i32>, tensor<i32>) -> " + S, S),
    "sorted": ('%r = "stablehlo.sort"(%s) <{{dimension = 0 : i64}}> ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
               "%q = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %q : tensor<i1>\n}}) : (" + S + ") -> " + S, S),
    "sorted across": ('%r = "stablehlo.sort"(%s) <{{dimension = 1 : i64}}> ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>):\n'
                      "%q = stablehlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %q : tensor<i1>\n}}) : (" + S + ") -> " + S, S),
    "running sum": window("add", "0.0", "{n}", "{nm1}, 0", 1, S),
    "windows of three": window("maximum", "0xFF800000", 3, "1, 1", 1, S),
    "windows apart": window("add", "0.0", 2, "0, {odd}", 2, "tensor<{half}x3xf32>"),
    "convolved along": ("%l = stablehlo.reshape %s : (" + S + ") -> tensor<1x{n}x3xf32>\n%c = stablehlo.constant dense<0.5> : tensor<3x3x2xf32>\n"
                        + conv("%l", "%c", "[b, 0, f]x[0, i, o]->[b, 0, f]", "pad = [[1, 1]]", 1, "tensor<1x{n}x3xf32>, tensor<3x3x2xf32>", "tensor<1x{n}x2xf32>")[0], "tensor<1x{n}x2xf32>"),
    "convolved in batches": ("%l = stablehlo.reshape %s : (" + S + ") -> tensor<{n}x3x1xf32>\n%c = stablehlo.constant dense<0.5> : tensor<2x1x2xf32>\n"
                             + conv("%l", "%c", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 1, "tensor<{n}x3x1xf32>, tensor<2x1x2xf32>", "tensor<{n}x2x2xf32>")[0], "tensor<{n}x2x2xf32>"),
    "convolved over features": ("%l = stablehlo.reshape %t : (" + T + ") -> tensor<1x3x{n}xf32>\n%c = stablehlo.constant dense<0.5> : tensor<2x{n}x2xf32>\n"
                                + conv("%l", "%c", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 1, "tensor<1x3x{n}xf32>, tensor<2x{n}x2xf32>", "tensor<1x2x2xf32>")[0], "tensor<1x2x2xf32>"),
    "transformed": ("%z = stablehlo.constant dense<0.0> : " + T + "\n%c = stablehlo.complex %t, %z : tensor<3x{n}xcomplex<f32>>\n"
                    "%f = stablehlo.fft %c, type = FFT, length = [{n}] : (tensor<3x{n}xcomplex<f32>>) -> tensor<3x{n}xcomplex<f32>>\n"
                    "%r = stablehlo.real %f : (tensor<3x{n}xcomplex<f32>>) -> " + T, T),
    "factorised": ("%k3 = stablehlo.dot_general %s, %s, batching_dims = [0] x [0], contracting_dims = [] x [] : (" + S + ", " + S + ") -> tensor<{n}x3x3xf32>\n"
                   "%e = stablehlo.constant dense<[[30.0, 0.0, 0.0], [0.0, 30.0, 0.0], [0.0, 0.0, 30.0]]> : tensor<3x3xf32>\n"
                   "%ee = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<{n}x3x3xf32>\n%m = stablehlo.add %k3, %ee : tensor<{n}x3x3xf32>\n"
                   "%q = stablehlo.cholesky %m, lower = true : tensor<{n}x3x3xf32>\n%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                   "%r = stablehlo.reduce(%q init: %init) applies stablehlo.add across dimensions = [0] : (tensor<{n}x3x3xf32>, tensor<f32>) -> tensor<3x3xf32>", "tensor<3x3xf32>"),
    "looped": ("%zero = stablehlo.constant dense<0> : tensor<i32>\n%one = stablehlo.constant dense<1> : tensor<i32>\n%four = stablehlo.constant dense<4> : tensor<i32>\n"
               "%j, %r = stablehlo.while(%a = %zero, %b = %s) : tensor<i32>, " + S + "\ncond {{\n"
               "%p = stablehlo.compare LT, %a, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>\nstablehlo.return %p : tensor<i1>\n}} do {{\n"
               "%m = stablehlo.dot_general %b, %b, contracting_dims = [0] x [0] : (" + S + ", " + S + ") -> tensor<3x3xf32>\n"
               "%q = stablehlo.dot_general %b, %m, contracting_dims = [1] x [0] : (" + S + ", tensor<3x3xf32>) -> " + S + "\n%w = stablehlo.tanh %q : " + S + "\n"
               "%h = stablehlo.add %a, %one : tensor<i32>\nstablehlo.return %h, %w : tensor<i32>, " + S + "\n}}", S),
    "chosen": ("%p = stablehlo.constant dense<1> : tensor<i32>\n"
               '%r = "stablehlo.case"(%p) ({{\nstablehlo.return %s : ' + S + "\n}}, {{\n%q = stablehlo.negate %s : " + S + "\nstablehlo.return %q : " + S + "\n}}) : (tensor<i32>) -> " + S, S),
    "sharded otherwise": ("%q = sdy.sharding_constraint %s <@mesh, [{{}}, {axes}]> : " + S + "\n%r = stablehlo.negate %q : " + S, S),
    "sharded further": ("%q = sdy.sharding_constraint %s <@mesh, [{first}, {{}}]> : " + S + "\n%w = stablehlo.negate %q : " + S + "\n"
                        "%r = sdy.sharding_constraint %w <@mesh, [{axes}, {{}}]> : " + S, S),
    "sharded in turn": ("%q = sdy.sharding_constraint %k <@mesh, [{{}}, {axes}]> : tensor<{n}x{n}xf32>\n%w = stablehlo.exponential %q : tensor<{n}x{n}xf32>\n"
                        "%v = sdy.sharding_constraint %w <@mesh, [{axes}, {{}}]> : tensor<{n}x{n}xf32>\n%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                        "%r = stablehlo.reduce(%v init: %init) applies stablehlo.add across dimensions = [0] : (tensor<{n}x{n}xf32>, tensor<f32>) -> tensor<{n}xf32>", "tensor<{n}xf32>"),
    "sharded both ways": ("%q = sdy.sharding_constraint %k <@mesh, [{first}, {last}]> : tensor<{n}x{n}xf32>\n%w = stablehlo.exponential %q : tensor<{n}x{n}xf32>\n"
                          "%r = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<{n}x{n}xf32>", "tensor<{n}x{n}xf32>"),
}
BODY = "({{{{\n^bb0(%a: tensor<{0}>, %b: tensor<{0}>):\n%q = stablehlo.{1} %a, %b : tensor<{0}>\nstablehlo.return %q : tensor<{0}>\n}}}})"
CONSUMERS |= {
    "windows side by side": ("%init = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%l = stablehlo.concatenate %s, %s, dim = 0 : (" + S + ", " + S + ") -> tensor<{n2}x3xf32>\n"
                             "%m = sdy.sharding_constraint %l <@mesh, [{axes}, {{}}]> : tensor<{n2}x3xf32>\n"
                             '%r = "stablehlo.reduce_window"(%m, %init) <{{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}}> '
                             + BODY.format("f32", "maximum") + " : (tensor<{n2}x3xf32>, tensor<f32>) -> " + S, S),
    "selected and scattered": ("%init = stablehlo.constant dense<0.0> : tensor<f32>\n%l = stablehlo.concatenate %s, %s, dim = 0 : (" + S + ", " + S + ") -> tensor<{n2}x3xf32>\n"
                               "%m = sdy.sharding_constraint %l <@mesh, [{axes}, {{}}]> : tensor<{n2}x3xf32>\n"
                               '%r = "stablehlo.select_and_scatter"(%m, %s, %init) <{{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 2, 1>}}> ({{\n'
                               "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n%q = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %q : tensor<i1>\n}}, "
                               + BODY.format("f32", "add")[1:] + " : (tensor<{n2}x3xf32>, " + S + ", tensor<f32>) -> tensor<{n2}x3xf32>", "tensor<{n2}x3xf32>"),
    "convolved by feature": ("%l = stablehlo.reshape %t : (" + T + ") -> tensor<1x3x{n}xf32>\n%c = stablehlo.constant dense<0.5> : tensor<2x1x{n}xf32>\n"
                             + conv("%l", "%c", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "{n}", "tensor<1x3x{n}xf32>, tensor<2x1x{n}xf32>", "tensor<1x2x{n}xf32>")[0], "tensor<1x2x{n}xf32>"),
    "convolved by two features": ("%k2 = stablehlo.concatenate %t, %t, dim = 1 : (" + T + ", " + T + ") -> tensor<3x{n2}xf32>\n%l0 = stablehlo.reshape %k2 : (tensor<3x{n2}xf32>) -> tensor<1x3x{n2}xf32>\n"
                                  "%l = sdy.sharding_constraint %l0 <@mesh, [{{}}, {{}}, {axes}]> : tensor<1x3x{n2}xf32>\n%c = stablehlo.constant dense<0.5> : tensor<2x2x{n}xf32>\n"
                                  + conv("%l", "%c", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", "{n}", "tensor<1x3x{n2}xf32>, tensor<2x2x{n}xf32>", "tensor<1x2x{n}xf32>")[0], "tensor<1x2x{n}xf32>"),
    "convolved to features": ("%l = stablehlo.reshape %a0 : (" + S + ") -> tensor<{n}x3x1xf32>\n%c0 = stablehlo.reshape %t : (" + T + ") -> tensor<3x1x{n}xf32>\n"
                              + conv("%l", "%c0", "[b, 0, f]x[0, i, o]->[b, 0, f]", "", 1, "tensor<{n}x3x1xf32>, tensor<3x1x{n}xf32>", "tensor<{n}x1x{n}xf32>")[0], "tensor<{n}x1x{n}xf32>"),
    "normalised": ("%one = stablehlo.constant dense<1.5> : tensor<{n}xf32>\n"
                   '%r = "stablehlo.batch_norm_inference"(%t, %one, %one, %one, %one) <{{epsilon = 0.001 : f32, feature_index = 1 : i64}}> : (' + T + ", tensor<{n}xf32>, tensor<{n}xf32>, tensor<{n}xf32>, tensor<{n}xf32>) -> " + T, T),
    "sum of complex numbers": ("%c = stablehlo.complex %s, %s : tensor<{n}x3xcomplex<f32>>\n%e = stablehlo.exponential %c : tensor<{n}x3xcomplex<f32>>\n%init = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>\n"
                               "%q = stablehlo.reduce(%e init: %init) applies stablehlo.add across dimensions = [0] : (tensor<{n}x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>\n"
                               "%r = stablehlo.imag %q : (tensor<3xcomplex<f32>>) -> tensor<3xf32>", "tensor<3xf32>"),
    "minimum of bytes": ("%c = stablehlo.convert %i : (tensor<{n}xi32>) -> tensor<{n}xui8>\n%one = stablehlo.constant dense<1> : tensor<{n}xui8>\n%d = stablehlo.add %c, %one : tensor<{n}xui8>\n%init = stablehlo.constant dense<255> : tensor<ui8>\n"
                         "%r = stablehlo.reduce(%d init: %init) applies stablehlo.minimum across dimensions = [0] : (tensor<{n}xui8>, tensor<ui8>) -> tensor<ui8>", "tensor<ui8>"),
    "maximum of bf16": ("%c = stablehlo.convert %s : (" + S + ") -> tensor<{n}x3xbf16>\n%m = stablehlo.constant dense<-3.0> : tensor<{n}x3xbf16>\n%d = stablehlo.add %c, %m : tensor<{n}x3xbf16>\n"
                        "%init = stablehlo.constant dense<0xFF80> : tensor<bf16>\n%q = stablehlo.reduce(%d init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<{n}x3xbf16>, tensor<bf16>) -> tensor<3xbf16>\n"
                        "%r = stablehlo.convert %q : (tensor<3xbf16>) -> tensor<3xf32>", "tensor<3xf32>"),
    "two folds": ("%zero = stablehlo.constant dense<0.0> : tensor<f32>\n%low = stablehlo.constant dense<0xFF800000> : tensor<f32>\n%e = stablehlo.exponential %s : " + S + "\n"
                  '%p, %r = "stablehlo.reduce"(%e, %s, %zero, %low) <{{dimensions = array<i64: 0>}}> ({{\n^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):\n'
                  "%v = stablehlo.add %a, %c : tensor<f32>\n%w = stablehlo.maximum %b, %d : tensor<f32>\nstablehlo.return %v, %w : tensor<f32>, tensor<f32>\n}}) : (" + S + ", " + S + ", tensor<f32>, tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>)", "tensor<3xf32>"),
    "bytes of": ("%b = stablehlo.bitcast_convert %s : (" + S + ") -> tensor<{n}x3x4xi8>\n%c = stablehlo.convert %b : (tensor<{n}x3x4xi8>) -> tensor<{n}x3x4xi32>\n%init = stablehlo.constant dense<0> : tensor<i32>\n"
                 "%r = stablehlo.reduce(%c init: %init) applies stablehlo.add across dimensions = [0, 2] : (tensor<{n}x3x4xi32>, tensor<i32>) -> tensor<3xi32>", "tensor<3xi32>"),
    "solved": ("%e = stablehlo.constant dense<[[2.0, 0.0, 0.0], [1.0, 2.0, 0.0], [0.0, 1.0, 2.0]]> : tensor<3x3xf32>\n%m = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<{n}x3x3xf32>\n"
               "%v = stablehlo.reshape %s : (" + S + ") -> tensor<{n}x3x1xf32>\n"
               '%r = "stablehlo.triangular_solve"(%m, %v) <{{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : (tensor<{n}x3x3xf32>, tensor<{n}x3x1xf32>) -> tensor<{n}x3x1xf32>', "tensor<{n}x3x1xf32>"),
    "gathered in batches": ("%c = stablehlo.iota dim = 0 : tensor<{n}x2x1xi32>\n"
                            '%r = "stablehlo.gather"(%s, %c) <{{dimension_numbers = #stablehlo.gather<operand_batching_dims = [0], start_indices_batching_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}}> : (' + S + ", tensor<{n}x2x1xi32>) -> tensor<{n}x2xf32>", "tensor<{n}x2xf32>"),
    "scattered in batches": ("%c = stablehlo.iota dim = 0 : tensor<{n}x2x1xi32>\n%u = stablehlo.constant dense<1.0> : tensor<{n}x2xf32>\n"
                             '%q = "stablehlo.scatter"(%s, %c, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<input_batching_dims = [0], scatter_indices_batching_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}}> '
                             + BODY.format("f32", "add") + " : (" + S + ", tensor<{n}x2x1xi32>, tensor<{n}x2xf32>) -> " + S + "\n%init = stablehlo.constant dense<0.0> : tensor<f32>\n"
                             "%r = stablehlo.reduce(%q init: %init) applies stablehlo.add across dimensions = [0] : (" + S + ", tensor<f32>) -> tensor<3xf32>", "tensor<3xf32>"),
    "scattered columns": ("%c = stablehlo.constant dense<[0, 2, 50]> : tensor<3xi32>\n"
                          '%r = "stablehlo.scatter"(%s, %c, %s) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}}> '
                          + BODY.format("f32", "add") + " : (" + S + ", tensor<3xi32>, " + S + ") -> " + S, S),
    "contracted twice": ("%r = stablehlo.dot_general %k, %k, contracting_dims = [0, 1] x [0, 1] : (tensor<{n}x{n}xf32>, tensor<{n}x{n}xf32>) -> tensor<f32>", "tensor<f32>"),
    "rolled": ("%u = stablehlo.slice %s [1:{n}, 0:3] : (" + S + ") -> tensor<{nm1}x3xf32>\n%v = stablehlo.slice %s [0:1, 0:3] : (" + S + ") -> tensor<1x3xf32>\n"
               "%r = stablehlo.concatenate %u, %v, dim = 0 : (tensor<{nm1}x3xf32>, tensor<1x3xf32>) -> " + S, S),
    "mapped": ('%q = "stablehlo.map"(%s, %s) <{{dimensions = array<i64: 0, 1>}}> ' + BODY.format("f32", "multiply") + " : (" + S + ", " + S + ") -> " + S + "\n%init = stablehlo.constant dense<1.0> : tensor<f32>\n"
               "%r = stablehlo.reduce(%q init: %init) applies stablehlo.minimum across dimensions = [0] : (" + S + ", tensor<f32>) -> tensor<3xf32>", "tensor<3xf32>"),
    "in a manual computation": ("%z0 = stablehlo.concatenate %t, %t, dim = 0 : (" + T + ", " + T + ") -> tensor<6x{n}xf32>\n"
                                '%r = sdy.manual_computation(%z0) in_shardings=[<@mesh, [{{}}, {{?}}]>] out_shardings=[<@mesh, [{{}}, {{?}}]>] manual_axes={{"x"}} (%m: tensor<6x{n}xf32>) {{\n'
                                "%e = stablehlo.exponential %m : tensor<6x{n}xf32>\n%f = sdy.sharding_constraint %e <@mesh, [{{}}, {last_free}]> : tensor<6x{n}xf32>\n"
                                "%g = stablehlo.dot_general %f, %f, contracting_dims = [1] x [1] : (tensor<6x{n}xf32>, tensor<6x{n}xf32>) -> tensor<6x6xf32>\n"
                                "%h = stablehlo.dot_general %g, %f, contracting_dims = [1] x [0] : (tensor<6x6xf32>, tensor<6x{n}xf32>) -> tensor<6x{n}xf32>\nsdy.return %h : tensor<6x{n}xf32>\n}} : (tensor<6x{n}xf32>) -> tensor<6x{n}xf32>", "tensor<6x{n}xf32>"),
}
CONSUMERS["product of what may be NaN"] = (
    "%z = stablehlo.subtract %s, %s : " + S + "\n%j = stablehlo.iota dim = 0 : " + S + "\n%one = stablehlo.constant dense<{n}.5> : " + S + "\n"
    "%d = stablehlo.subtract %one, %j : " + S + "\n%l = stablehlo.log %d : " + S + "\n"
    "%r = stablehlo.dot_general %l, %s, contracting_dims = [0] x [0] : (" + S + ", " + S + ") -> tensor<3x3xf32>", "tensor<3x3xf32>")


def program(name, n, devices):
    mesh = MESHES[devices]
    names = ", ".join(f'"{axis}"' for axis, _ in mesh)
    words = {"n": n, "n2": 2 * n, "n3": 3 * n, "nm1": n - 1, "np3": n + 3, "half": (n + 1) // 2, "odd": n % 2,
             "axes": "{" + names + "}", "first": '{"x"}', "last": f'{{"{mesh[-1][0]}"}}' if len(mesh) > 1 else "{}"}
    words["last_free"] = words["last"]
    text, result = CONSUMERS[name]
    text, result = text.format(**words), result.format(**words)
    axes = words["axes"]
    sizes = ", ".join(f'"{axis}"={size}' for axis, size in mesh)
    # Every other program is given and returns parts; the others cut whole tensors.
    parts = (n + devices) % 2 == 0
    rows = f" {{sdy.sharding = #sdy.sharding<@mesh, [{axes}, {{}}]>}}" if parts else ""
    columns = f" {{sdy.sharding = #sdy.sharding<@mesh, [{{}}, {axes}]>}}" if parts else ""
    returned = result
    if parts and "x" in result:
        dims = ", ".join([axes] + ["{}"] * (result.count("x") - 1))
        returned = f"({result} {{sdy.sharding = #sdy.sharding<@mesh, [{dims}]>}})"
    return f"""sdy.mesh @mesh = <[{sizes}]>
func.func @main(%a0: tensor<{n}x3xf32>{rows}, %a1: tensor<3x{n}xf32>{columns}, %a2: tensor<{n}x{n}xf32>{rows}) -> {returned} {{
%s = sdy.sharding_constraint %a0 <@mesh, [{axes}, {{}}]> : tensor<{n}x3xf32>
%t = sdy.sharding_constraint %a1 <@mesh, [{{}}, {axes}]> : tensor<3x{n}xf32>
%k = sdy.sharding_constraint %a2 <@mesh, [{axes}, {{}}]> : tensor<{n}x{n}xf32>
%i0 = stablehlo.iota dim = 0 {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{axes}]>]>}} : tensor<{n}xi32>
%i = sdy.sharding_constraint %i0 <@mesh, [{axes}]> : tensor<{n}xi32>
{text}
return %r : {result}
}}
"""


def run(sdyc, path, n, storage):
    inputs = [f"--input={n}x3xf32=random:1", f"--input=3x{n}xf32=random:2", f"--input={n}x{n}xf32=random:3"]
    done = subprocess.run([sdyc, "run", path, *inputs, f"--storage={storage}", "--threads=1"],
                          capture_output=True, text=True, timeout=120)
    return done.stdout, done.stderr


def numbers(text):
    text = text.split("=", 1)[-1]
    return [float(x) for x in re.findall(r"[-+]?(?:\d[\d.]*(?:e[-+]?\d+)?|inf|nan)", text.replace("true", "1").replace("false", "0"))]


def same(a, b):
    x, y = numbers(a), numbers(b)
    return a.split("=")[0] == b.split("=")[0] and len(x) == len(y) and all(
        p == q or p != p and q != q or abs(p - q) <= 2e-5 + 2e-5 * abs(p) for p, q in zip(x, y))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sdyc")
    parser.add_argument("--sizes", default="0,1,2,3,5,7,13")
    parser.add_argument("--devices", default="2,3,4,8")
    parser.add_argument("--only", default="")
    parser.add_argument("-v", action="store_true")
    options = parser.parse_args()
    count = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "padding.mlir"
        for name in CONSUMERS:
            if options.only and options.only != name:
                continue
            for n in map(int, options.sizes.split(",")):
                for devices in map(int, options.devices.split(",")):
                    path.write_text(program(name, n, devices))
                    whole, error = run(options.sdyc, path, n, "shared")
                    parts, error_of_parts = run(options.sdyc, path, n, "private")
                    if n == 0 and error:  # no program: what there is none of cannot be cut
                        continue
                    count += 1
                    if error or error_of_parts or not same(whole, parts):
                        failed += 1
                        print(f"FAILED {name}, {n} elements on {devices} devices:\n"
                              f"{error or error_of_parts or f'{whole}{parts}'}"[:600])
                        if options.v:
                            print(path.read_text())
    print(f"{count - failed} of {count} programs compute in parts what they compute as a whole")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
