package acceptance_test

import "testing"

// Puzzles of a few hundred states. Formulas alone prove nothing here, because paths that visit no state twice may have
// hundreds of moves. Both backends prove their answers.
func TestLongSmallSpaces(t *testing.T) {
	for name, c := range map[string]struct {
		want int64
		text string
	}{
		"none2: no plan, 795 states": {-1, `
puzzle Mod3
type I = 0..3
state c[i in I]: 0..6 = i
move pass(i: I, j: I) where i != j when c[i] >= 2 and c[j] <= 4 { c[i], c[j] := c[i] - 2, c[j] + 2 }
move trade(i: I) when c[i] >= 1 and c[(i + 1) % 4] <= 2 { c[i] := c[i] - 1  c[(i + 1) % 4] := c[(i + 1) % 4] + 4 }
move drop(i: I) when c[i] > 4 { c[i] := c[i] - 3 }
goal c[0] == 0 and c[1] == 1 and c[2] == 1 and c[3] == 2
`},
		"neg2: moves of cost 0, 237 states": {14, `
puzzle Neg
state x: -17..17 = -5
state k: -3..3 = 2
move div when k != 0 { x := x / k }
move mod when k != 0 { x := x % k  k := k - 1 }
move mul { x := x * k }
move sub { x := x - 7  k := -k }
move kk cost abs(x % 3) { k := k + 1 }
goal x == 11 and k == 3
`},
		"rot11: eleven rotations, 480 states": {11, `
puzzle Rot
type P = 0..4
state a[p in P]: 0..4 distinct = p
state key: 0..6 = 0
move rot(i: P, j: P, k: P) where i < j and i < k and j != k when a[i] != a[j] {
  a[i], a[j], a[k] := a[j], a[k], a[i]
  key := if a[i] == 4 then min(6, key + 1) else key
}
move swap when key == 6 and a[0] == 4 { a[0], a[1] := a[1], a[0] }
goal a[0] == 1 and a[1] == 0 and a[2] == 2 and a[3] == 3 and a[4] == 4
`},
	} {
		t.Run(name, func(t *testing.T) {
			puzzle := groundedText(t, c.text)
			wantCost(t, c.want, solve(t, puzzle, by("sat", "", "")))
			wantCost(t, c.want, solve(t, puzzle, by("search", "", "")))
		})
	}
}
