package forms

// MovesHead declares the names that the moves use.
const MovesHead = `puzzle Moves
type N = 0..3
param k: N = 2
const part[i in N]: N = if i == 2 then 1 / 0 else 3 - i
const wide: set N = {i for i in N where i > 0}
state x: N = any
state b: bool = any
state s[i in N]: N = i
goal s[0] == 3 and s[1] == 3
`

// Moves holds moves with each statement and each form of parameters. Their sets, conditions and values are defined or
// undefined, and depend on local names from outside. In some of them a name gets the slot of an earlier name.
var Moves = []string{
	// sets of statements: the whole move is impossible where they are undefined
	"m { for i in 0..part[2] { s[i] := 1 } }", "m { for i in 0..part[k] { s[i] := 1 }  x := 1 }",
	"m { if b { for i in 0..part[2] { s[i] := 1 } } else { x := 1 } }", "m { for i in {part[2], 1} { x := i } }",
	"m { for j in 0..1 { for i in 0..part[j + 1] { s[i] := 1 } } }",
	"m { for j in 0..1 { if x == j { for i in 0..part[j + 1] { s[i] := 1 } } } }",
	"m { for i in N where part[i] > 0 { s[i] := 0 } }", "m { for i in N where part[i] > x { s[i] := 0 } }",
	"m { for i in N where s[i] > x and b { s[i] := 0 } }",
	"m { for i in N { for j in i..3 { if s[j] == 0 { s[j] := i } } } }",
	"m { for (i, j) in {(0, 1), (1, 3)} { s[i] := j } }", "m { require part[x] > 0  x := 0 }",
	"m { if b { require x > 1 }  x := 0 }", "m { if part[x] > 0 { x := 0 } else { b := not b } }",
	"m { let v = part[x]  if b { x := v } else { x := 3 - x } }", "m { let (v, w) = (x, part[x])  s[v] := w }",
	"m { let v = x  x := s[v] } then { let w = x  s[w] := v }",
	// slots that are used again
	"m(a: N) { if b { let v = x  let u = s[v]  s[u] := 0 }  for w in {i for i in N where i != a} { s[w] := 1 } }",
	"m(a: N) { if b { let v = x  let u = s[v]  s[u] := 0 }  x := (count w in {i for i in N where i != a}: s[w] > 1) }",
	"m { if b { let v = x  let u = s[v]  let r = s[u]  s[0] := r }  for w in {i for i in N where i != k} { s[w] := 1 } }",
	"m { let v = 3 - x  x := v } then { for w in {i for i in wide where i != k} { s[w] := 1 } }",
	"m { if b { let v = x  s[0] := v }  for w in {k for i in N} { s[w] := 1 } }",
	"m { for u in N where u == x { let v = u + 1  if v < 4 { s[u] := v } }  " +
		"for w in {(i, j) for i in N, j in i..3} where w == (k, 3) { b := not b } }",
	"m { for w in {1 for i in N} { s[w] := 0 } }", "m { for w in {1 for (i, j) in {(0, 1)}} { s[w] := x } }",
	// costs, orders and conditions
	"m cost s[x] + part[x] { x := 0 }", "m cost 2 - x { x := 0 }", "m cost if b then 3 else -1 { x := 0 }",
	"m cost if b then x else 1 / x { b := not b }", "m cost x - 1 { x := 0 } then { x := x + 1 }",
	"m order part[x] { x := 0 }", "m when part[x] == 1 { x := 0 }", "m when b => part[x] == 1 { x := 0 }",
	// parameters whose sets depend on others, the larger ones first
	"m(a: 0..19, c: 0..a) where a % 5 == c { x := c % 4 }",
	"m(a: 0..19, c: a..19) where a + c == 30 when x == a % 4 { x := c % 4 }",
	"m(a: 0..19, c: 0..a, d: c..a) where a - c == 2 and d > c when x != d % 4 { x := d % 4 }",
	"m(a: N, c: {i for i in N where i > a}) when s[a] == x { s[a], s[c] := s[c], s[a] }",
	"m(a: N, c: {i for i in N where i > a}, d: {i for i in N where i != c}) where d < a " +
		"when s[d] == x { s[d] := s[a]  s[a] := s[c]  s[c] := s[d] }",
	"m(a: N, c: 0..part[a]) when x == a { x := c }", "m(a: N, c: a..part[1]) when s[a] == c { x := c }",
	"m(a: 0..30, c: {a / 8, a % 4}) where a % 7 == 0 { x := c }",
	"m(a: N) where exists c in 0..a: c == 2 { s[a] := 0 }",
	"m(a: N) where exists c in {i for i in 0..a where i > k}: true { s[a] := 0 }",
	"m(a: N, d: N) where a != d when exists c in {i for i in N where i != a}: s[c] == d { s[a] := d }",
	// sets as parameters
	"m(g: set N) where size(g) == 2 when forall i in g: s[i] == i { for i in g { s[i] := 0 } }",
	"m(g: set N) where size(g) in 1..k and 0 not in g when x in g { x := size(g) - 1 }",
	"m(a: N, g: set {i for i in N where i != a}) where 2 > size(g) when b { if a in g { x := 0 } else { x := a } }",
	"m(g: set (N, bool)) where size(g) < 2 and k <= size(g) + 1 cost size(g) { for (i, c) in g where c { s[i] := x } }",
	// effects that meet
	"m { s[x] := 1  s[0] := 1 }", "m { s[x] := 1  s[0] := 2 }", "m { s[x] := x  s[s[x]] := 1 }",
	"m { for i in N { s[x] := s[i] } }", "m { for i in N where i != x { s[0] := i } }",
	"m { if b { x := 1 }  x := 2 }", "m { if b { x := 1 }  if not b { x := 2 } }", "m { s[x], s[0] := s[0], s[x] }",
	"m { s[x + 1] := 0 }", "m { s[part[x]] := 0 }", "m { x := x + 1 }", "m { x := part[x] }",
	"m { if b { x := x + 1 } else { s[x + 1] := 0 } }", "m { x := x - 1 } then { x := x + 1 }",
	"m { b := x > 0  x := 3 } then { if b { x := 0 } }",
}
