; model tiles
; instance near
; horizon 1
; encoding direct: one variable per value (a two-valued variable: one), one per move, at each step
; var 1 board[(0, 0)]@0 = 0
; var 2 board[(0, 0)]@0 = 1
; var 3 board[(0, 0)]@0 = 2
; var 4 board[(0, 0)]@0 = 3
; var 5 board[(0, 1)]@0 = 0
; var 6 board[(0, 1)]@0 = 1
; var 7 board[(0, 1)]@0 = 2
; var 8 board[(0, 1)]@0 = 3
; var 9 board[(1, 0)]@0 = 0
; var 10 board[(1, 0)]@0 = 1
; var 11 board[(1, 0)]@0 = 2
; var 12 board[(1, 0)]@0 = 3
; var 13 board[(1, 1)]@0 = 0
; var 14 board[(1, 1)]@0 = 1
; var 15 board[(1, 1)]@0 = 2
; var 16 board[(1, 1)]@0 = 3
; var 17 board[(0, 0)]@1 = 0
; var 18 board[(0, 0)]@1 = 1
; var 19 board[(0, 0)]@1 = 2
; var 20 board[(0, 0)]@1 = 3
; var 21 board[(0, 1)]@1 = 0
; var 22 board[(0, 1)]@1 = 1
; var 23 board[(0, 1)]@1 = 2
; var 24 board[(0, 1)]@1 = 3
; var 25 board[(1, 0)]@1 = 0
; var 26 board[(1, 0)]@1 = 1
; var 27 board[(1, 0)]@1 = 2
; var 28 board[(1, 0)]@1 = 3
; var 29 board[(1, 1)]@1 = 0
; var 30 board[(1, 1)]@1 = 1
; var 31 board[(1, 1)]@1 = 2
; var 32 board[(1, 1)]@1 = 3
; var 33 slide((1, 1), (1, 0))@0
(set-option :produce-models true)
(set-logic QF_UF)
(declare-const x1 Bool)
(declare-const x2 Bool)
(declare-const x3 Bool)
(declare-const x4 Bool)
(declare-const x5 Bool)
(declare-const x6 Bool)
(declare-const x7 Bool)
(declare-const x8 Bool)
(declare-const x9 Bool)
(declare-const x10 Bool)
(declare-const x11 Bool)
(declare-const x12 Bool)
(declare-const x13 Bool)
(declare-const x14 Bool)
(declare-const x15 Bool)
(declare-const x16 Bool)
(declare-const x17 Bool)
(declare-const x18 Bool)
(declare-const x19 Bool)
(declare-const x20 Bool)
(declare-const x21 Bool)
(declare-const x22 Bool)
(declare-const x23 Bool)
(declare-const x24 Bool)
(declare-const x25 Bool)
(declare-const x26 Bool)
(declare-const x27 Bool)
(declare-const x28 Bool)
(declare-const x29 Bool)
(declare-const x30 Bool)
(declare-const x31 Bool)
(declare-const x32 Bool)
(declare-const x33 Bool)
; values at 0
(assert (or false x1 x2 x3 x4))
(assert (or false (not x2) (not x1)))
(assert (or false (not x3) (not x1)))
(assert (or false (not x3) (not x2)))
(assert (or false (not x4) (not x1)))
(assert (or false (not x4) (not x2)))
(assert (or false (not x4) (not x3)))
(assert (or false x5 x6 x7 x8))
(assert (or false (not x6) (not x5)))
(assert (or false (not x7) (not x5)))
(assert (or false (not x7) (not x6)))
(assert (or false (not x8) (not x5)))
(assert (or false (not x8) (not x6)))
(assert (or false (not x8) (not x7)))
(assert (or false x9 x10 x11 x12))
(assert (or false (not x10) (not x9)))
(assert (or false (not x11) (not x9)))
(assert (or false (not x11) (not x10)))
(assert (or false (not x12) (not x9)))
(assert (or false (not x12) (not x10)))
(assert (or false (not x12) (not x11)))
(assert (or false x13 x14 x15 x16))
(assert (or false (not x14) (not x13)))
(assert (or false (not x15) (not x13)))
(assert (or false (not x15) (not x14)))
(assert (or false (not x16) (not x13)))
(assert (or false (not x16) (not x14)))
(assert (or false (not x16) (not x15)))
; initial state
(assert (or false x2))
(assert (or false x7))
(assert (or false x9))
(assert (or false x16))
; values at 1
(assert (or false x17 x18 x19 x20))
(assert (or false (not x18) (not x17)))
(assert (or false (not x19) (not x17)))
(assert (or false (not x19) (not x18)))
(assert (or false (not x20) (not x17)))
(assert (or false (not x20) (not x18)))
(assert (or false (not x20) (not x19)))
(assert (or false x21 x22 x23 x24))
(assert (or false (not x22) (not x21)))
(assert (or false (not x23) (not x21)))
(assert (or false (not x23) (not x22)))
(assert (or false (not x24) (not x21)))
(assert (or false (not x24) (not x22)))
(assert (or false (not x24) (not x23)))
(assert (or false x25 x26 x27 x28))
(assert (or false (not x26) (not x25)))
(assert (or false (not x27) (not x25)))
(assert (or false (not x27) (not x26)))
(assert (or false (not x28) (not x25)))
(assert (or false (not x28) (not x26)))
(assert (or false (not x28) (not x27)))
(assert (or false x29 x30 x31 x32))
(assert (or false (not x30) (not x29)))
(assert (or false (not x31) (not x29)))
(assert (or false (not x31) (not x30)))
(assert (or false (not x32) (not x29)))
(assert (or false (not x32) (not x30)))
(assert (or false (not x32) (not x31)))
; exactly one move at 0
(assert (or false x33))
; moves at 0
(assert (or false (not x33) x28 (not x16)))
(assert (or false (not x33) x29))
; frame at 0
(assert (or false (not x18) x2))
(assert (or false (not x23) x7))
(assert (or false (not x28) x12 x33))
(assert (or false (not x29) x13 x33))
; unreachable values at 1
(assert (or false x18))
(assert (or false x23))
(assert (or false x28))
(assert (or false x29))
; goal
(assert (or false x18))
(assert (or false x23))
(assert (or false x28))
(assert (or false x29))
(check-sat)
(get-model)
