// Exit statuses: 2 where the command line is wrong, in every command; 1 for other errors, but where 1 is an answer.
// RUN: for words in run emit bench kernels layouts explain opt propagate partition 'partition --report' verify diff machine; do sdyc $words %s --no-such-flag=1 2>/dev/null; echo "$words: $?"; done | FileCheck %s --check-prefix=FLAG
// RUN: for words in run emit bench kernels layouts explain verify diff; do sdyc $words </dev/null 2>&1; echo "status $?"; done | FileCheck %s --check-prefix=FILE
// RUN: sdyc runn %s 2>/dev/null; echo "status $?" | FileCheck %s --check-prefix=COMMAND
// RUN: for words in run kernels layouts explain opt 'emit -o %t' partition; do sdyc $words %t.none 2>/dev/null; echo "$words: $?"; done | FileCheck %s --check-prefix=NONE
// RUN: for words in verify diff; do sdyc $words %t.none %t.none 2>/dev/null; echo "$words: $?"; done | FileCheck %s --check-prefix=ANSWER
// RUN: for words in run opt machine diff; do sdyc $words --help >/dev/null; echo "status $?"; done | FileCheck %s --check-prefix=HELP

// FLAG-COUNT-13: : 2{{$}}
// FILE: sdyc: error: sdyc run needs a file
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc emit needs a file and -o DIR
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc bench needs a file
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc kernels needs a file
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc layouts needs a file
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc explain needs a file
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: verify takes two files
// FILE-NEXT: status 2
// FILE-NEXT: sdyc: error: sdyc diff needs a file, or two
// FILE-NEXT: status 2
// COMMAND: status 2
// NONE-COUNT-7: : 1{{$}}
// ANSWER-COUNT-2: : 2{{$}}
// HELP-COUNT-4: status 0
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
