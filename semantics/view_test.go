package semantics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A view shows values of each kind as plans and messages write them, and undefined values as a question mark.
func TestViewsOfEveryKind(t *testing.T) {
	const head = "puzzle P enum Pose { low, high } type C = grid(2, 2) param level: map = \"\"\"\n.x\n\"\"\"\n" +
		" const part[i in 0..2]: 0..3 = if i == 2 then 1 / 0 else 3 - i\n" +
		"state n: -3..9 = -2 state b: bool = true state p: Pose = high state c: C = (1, 0) state d: Dir = left goal n == 9 " +
		"move go { n := 9 } "
	for view, want := range map[string][]string{
		`"{n}"`: {"-2"}, `"{b}"`: {"true"}, `"{p}"`: {"high"}, `"{c}"`: {"(1, 0)"}, `"{d}"`: {"left"},
		`"{(n, p)}"`: {"(-2, high)"}, `"{level[(0, 1)]}"`: {"x"}, `"{n} {p} {level[(0, 0)]}"`: {"-2 high ."}, `""`: {""},
		`"{part[1]}"`: {"2"},
		`"{part[2]}"`: {"?"}, `if part[2] == 1 then "a" else "b"`: {"b"}, `a in C: if a == c then "m" else ""`: {"  ", "m "},
		`a in C: "{a.row + 9}"`: {" 9  9", "10 10"}, `a in C: "{a == c}"`: {"false false", " true false"},
	} {
		x, s := machine(t, head+"view "+view)
		assert.Equal(t, want, x.View(s), view)
	}
}
