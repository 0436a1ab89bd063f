package semantics_test

import (
	"fmt"
	"testing"

	"github.com/pzc-lang/pzc/compiler/compilertest"
)

// `not not` hides how a relation finds its second value, so that all values are tried.
func TestStepsFromCandidates(t *testing.T) {
	t.Parallel()
	for _, relation := range []string{
		"b == a + 2",
		"a - 3 == b",
		"b == a + 1 or b == a - 4",
		"b == a + 5 or b > 17",
		"b % 3 == 0 and b == a + 1",
		"exists k in 1..4: b == a + k and forall j in 1..k: (a + j) % 5 != 0",
		"exists k in 1..4 where b > k: a + k == b",
		"exists k in 1..b: b == a + k",
		"exists k in 0..9 where k % 2 == 1: b == 20 / k or b == at[a + k]",
		"next(a, b) or next(b, a)",
		"next(b, a)",
		"small(a, b)",
		"after(b, 3 * a)",
		"after(b, b)",
		"b == b",
		"a == 3",
	} {
		t.Run(relation, func(t *testing.T) {
			t.Parallel()
			compilertest.ModelOf(t, fmt.Sprintf(`puzzle P
				type Place = 0..19
				const at[k in Place]: Place = k*k %% 20
				def next(a: Place, b: Place) = b == at[a] + 1
				def small(a: 2..9, b: a..15) = exists k in {1, 3}: b == a + k
				def after(b: Place, limit: 0..30) = b == limit + 1 or b == if defined(at[limit]) then 0 else 1
				def found(a: Place, b: Place) = %[1]s
				def tried(a: Place, b: Place) = not not (%[1]s)
				assume forall a in Place, b in Place:
				  defined(steps(found, a, b)) == defined(steps(tried, a, b))
				  and (defined(steps(found, a, b)) => steps(found, a, b) == steps(tried, a, b))
				state x: Place = 0
				move go { x := 1 }
				goal x == 1
			`, relation))
		})
	}
}
