package forms

// DistinctHead declares distinct arrays.
const DistinctHead = `puzzle Distinct
type N = 0..2
state a[i in 0..1]: N distinct = any
state w[i in N]: N distinct = any
state x: 0..3 = any
state z: bool = false
goal z
`

// OfDistinct holds conditions on elements of distinct arrays. In some of them two elements are the same element, or
// there is no element.
var OfDistinct = []string{
	"(the i in 0..3: a[i / 2] == 1) == x", "(the i in 0..1: a[i] == 1) == x", "(the i in 0..1: a[i] == x) == 0",
	"(the i in N: w[i] == x) == x", "(the i in 1..2: w[i % 2] == 2) == x", "(the i in N: w[2 - i] == 0) == x",
	"(the i in N: a[i] == 1) == x",
	"(the (i, j) in {(0, 0), (1, 0), (2, 1)}: a[j] == x) == (2, 1)", "(the i in {1, 0}: a[i] == 2) == x",
	"(the i in N: (if i < 2 then a[i] else w[0]) == 1) == x", "(the i in {0}: a[2 * i] == x) == 0", "find(a, x) == 1",
	"find(w, x) == a[0]", "find(a, 2) == x",
	"defined(find(a, x + 1))", "defined(the i in 0..1: a[i] == 5)", "(the i in 0..4: w[i / 2] == 2) == x",
	"(the i in N: w[w[i]] == x) == x", "find(w, 2 / x) == 1", "defined(find(w, 2 / x))",
}

// DistinctMoves holds effects on distinct arrays. Some have two phases. The first part keeps the arrays distinct in all
// states, the second in some states only.
var DistinctMoves = []string{
	"{ a[0] := 1 } then { x := find(a, 0) }", "{ a[0] := 1 } then { x := find(a, 1) }",
	"{ a[1] := 0 } then { x := (the i in 0..1: a[i] == 0) }", "{ a[0], a[1] := a[1], 1 } then { x := find(a, 0) }",
	"{ a[0], a[1] := 1, 0 } then { x := find(a, 0) }",
	"{ a[0] := 1 } then { x := find(a, 1)  a[0] := (a[1] + 1) % 3 }",
	"{ w[0] := 2 } then { x := find(w, 2)  w[0] := 3 - w[1] - w[2] }",
	"{ w[0], w[x] := w[x], w[0] } then { x := find(w, 1) }", "{ a[x] := 2 } then { x := find(a, 2) + find(w, 0) }",
	"{ w[0], w[1] := w[1], w[0] }", "{ w[0], w[1] := w[1], w[0] } then { w[2] := 3 - w[0] - w[1] }",
	"{ w[0], w[1] := w[1], w[0] } then { w[2], w[0] := w[0], w[2] }",
	"{ for i in 0..1 where i == 1 { w[i], w[0] := w[0], w[i] } }",
	"{ for i in N where i != 1 { w[i] := w[2 - i] } }", "{ if x > 1 { w[0], w[2] := w[2], w[0] } }",
	"{ for i in N { w[i] := w[(i + 1) % 3] } } then { if w[0] == 2 { x := find(w, 1) } }",
	"{ for i in N { if i < 2 { w[i] := w[1 - i] } else { x := w[i] } } }",
	// such as do not always
	"{ w[0] := 2 }", "{ a[x] := 2 }", "{ if x > 1 { w[0] := w[1] } }",
	"{ w[0], w[1] := w[1], w[0] } then { w[x] := w[0] }", "{ for i in N { if i == 1 { w[i] := w[0] } } }",
	"{ for i in N { if i != 1 { x := w[i] } else { w[i] := w[0] } } }",
	"{ for i in N where i != 0 { w[i] := w[(i + 1) % 3] } }", "{ for i in N where i == 1 { w[i] := w[0] } }",
	"{ w[0], w[1] := w[1], w[2] }", "{ w[x], w[1] := w[1], w[x] }", "{ w[0], w[1] := w[1], w[0 / x] }",
}
