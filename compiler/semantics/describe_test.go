package semantics_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// texts returns the sentences of refusals.
func texts(rs []*semantics.Refusal) (out []string) {
	for _, r := range rs {
		out = append(out, r.Text)
	}
	return out
}

const blamed = `puzzle Blame
type C = grid(2, 2)
state v[c in C]: 0..9 = 2*c.row + c.col
state at: 0..5 = 1
state done[i in 0..2]: bool = false
def full(r: 0..1) = forall c in C where c.row == r: v[c] >= 2
`

// testdata/failures.txt says why goals are not reached.
func TestFailures(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/failures.txt", 3) {
		x, s := compilertest.Machine(t, blamed+row[1]+"\nmove m { at := 2 }")
		var want []string
		for text := range strings.SplitSeq(row[2], " | ") {
			switch {
			case strings.HasPrefix(text, "(for"):
				want = append(want, "the goal is not reached "+text)
			case text != "":
				want = append(want, "the goal is not reached: "+text)
			}
		}
		assert.Equal(t, want, texts(semantics.ExplainGoal(x, s)), row[0])
	}
	x, s := compilertest.Machine(t, blamed+"goal forall i in 0..99: at == i + 2\nmove m { at := 2 }")
	many := semantics.ExplainGoal(x, s)
	assert.Len(t, many, 10)
	assert.True(t, many[9].More)
	assert.False(t, many[8].More)
}

func TestFailureParts(t *testing.T) {
	x, s := compilertest.Machine(t, blamed+"goal forall i in 0..1: at == 1 and done[i]\nmove m { at := 2 }")
	f := semantics.ExplainGoal(x, s)
	assert.Len(t, f, 2)
	assert.Equal(t, []semantics.Witness{{Name: "i", Value: "1"}}, f[1].For)
	assert.Equal(t, []semantics.Witness{{Name: "done[1]", Value: "false"}}, f[1].Values)
	assert.Equal(t, 6, f[1].Span.Start.Column)
	assert.Equal(t, 36, f[1].Part.Start.Column)
}

func TestMoveFailures(t *testing.T) {
	x, s := compilertest.Machine(t, blamed+`
move m(k: 0..5) when at == 0 when k > 1 else "{k} is too small" { at := k }
move to(k: 0..9) where k != 4 { at := k }
move need { require done[0] and done[1] }
always forall i in 2..3: at != i else "never {i}"
always at != 2
goal at == 5
`)
	for _, tt := range []struct {
		move string
		want []string
	}{
		{"m(1)", []string{
			"`m(1)` cannot be made: its `when` does not hold: 1 == 0 is false, with at = 1",
			"`m(1)` cannot be made: 1 is too small",
		}},
		{"to(2)", []string{
			"`to(2)` leads to a state that breaks `always`: never 2",
			"`to(2)` leads to a state that breaks `always`: 2 != 2 is false, with at = 2",
		}},
		{"to(9)", []string{"`to(9)` cannot be made: at would be 9, which is outside its type"}},
		{"need", []string{
			"`need` cannot be made: its `require` does not hold: the condition is false, with done[0] = false",
			"`need` cannot be made: its `require` does not hold: the condition is false, with done[1] = false",
		}},
		{"to(5)", nil},
	} {
		assert.Equal(t, tt.want, texts(semantics.ExplainMove(x, s, compilertest.Move(t, x, tt.move))), tt.move)
	}
}

func TestInitialFailures(t *testing.T) {
	x := semantics.NewMachine(compilertest.ModelOf(t, `puzzle P
state a[i in 0..3]: 0..9 distinct = any
state b: 0..9 = a[0] + 1
init a[0] == 1
init a[1] == 1
goal true
`))
	for _, tt := range []struct {
		state []int64
		want  []string
	}{
		{[]int64{2, 3, 2, 3, 3}, []string{
			"the initial state breaks `init`: 2 == 1 is false, with a[0] = 2",
			"the initial state breaks `init`: 3 == 1 is false, with a[1] = 3",
			"a[0] and a[2] would both be 2, but `a` is distinct", "a[1] and a[3] would both be 3, but `a` is distinct",
		}},
		{[]int64{2, 3, 2, 3, 4}, []string{"b starts with 3, not with 4"}},
		{[]int64{2, 3, 2, 13, 4}, []string{"a[3] starts with 13, which is outside its type"}},
		{[]int64{2, 3}, []string{"the state has another number of elements than the puzzle's"}},
	} {
		assert.Equal(t, tt.want, texts(semantics.ExplainInitial(x, tt.state)))
	}
}

// A state or move has failures if and only if it is refused.
func TestFailuresAgree(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 2))
	for _, tt := range []struct{ file, instance string }{
		{"moves/taquin.pz", ""},
		{"moves/bloxorz.pz", ""},
		{"wolf_goat_cabbage.pz", ""},
		{"bridge.pz", "four"},
		{"moves/sokoban_pushes.pz", ""},
		{"sudoku.pz", ""},
		{"zebra.pz", ""},
	} {
		m := compilertest.Instance(t, compilertest.Load(t, tt.file), tt.instance, nil)
		x := semantics.NewMachine(m)
		s := make([]int64, m.StateSize)
		for range 20 {
			for place := range s {
				a, _ := m.ArrayAt(place)
				s[place] = m.Data[a.ID].Domain.Elems[rnd.IntN(m.Data[a.ID].Domain.Len())].N
			}
			assert.Equal(t, x.Goal(s), len(semantics.ExplainGoal(x, s)) == 0, tt.file)
			assert.Equal(t, x.CheckInitial(s) == nil, len(semantics.ExplainInitial(x, s)) == 0, tt.file)
			for i, mv := range x.Instances() {
				if i < 100 {
					_, _, refusal := x.Apply(s, mv)
					assert.Equal(t, refusal == nil, len(semantics.ExplainMove(x, s, mv)) == 0, tt.file)
				}
			}
		}
	}
}

// In each state that agrees with the witnesses of a failure, the condition fails too. A partial state with a failure
// has no completion.
func TestWitnessesSuffice(t *testing.T) { witnessesSuffice(t, 300) }

// TestLongWitnessesSuffice compares more conditions.
func TestLongWitnessesSuffice(t *testing.T) { witnessesSuffice(t, 10_000) }

func witnessesSuffice(t *testing.T, draws int) {
	t.Helper()
	p := newPhrases(8, 3)
	var states [][]int64
	for k := range int64(27 * 4) {
		states = append(states, []int64{k / 36, k / 12 % 3, k / 4 % 3, k % 4})
	}
	witnesses, refuted := 0, 0
	for range draws {
		src := phrased + "\ngoal " + p.truth(1+p.rnd.IntN(3))
		m := compilertest.ModelOf(t, src)
		x := semantics.NewMachine(m)
		named := func(s []int64) (all []semantics.Witness) {
			for place, n := range s {
				a, _ := m.ArrayAt(place)
				all = append(all, semantics.Witness{Name: m.StateName(place), Value: m.Format(a.Type, model.Int(n))})
			}
			return all
		}
		for range 3 {
			s := states[p.rnd.IntN(len(states))]
			for _, f := range semantics.ExplainGoal(x, s) {
				witnesses++
				for _, other := range states {
					has := named(other)
					if !slices.ContainsFunc(f.Values, func(w semantics.Witness) bool { return !slices.Contains(has, w) }) {
						assert.False(t, x.Goal(other), "%s\n%v %v", src, f.Values, other)
					}
				}
			}
		}
		part := &semantics.Partial{State: states[p.rnd.IntN(len(states))], Known: make([]bool, 4)}
		for i := range part.Known {
			part.Known[i] = p.rnd.IntN(2) == 0
		}
		if len(semantics.ExplainPartial(x, part)) == 0 {
			continue
		}
		refuted++
		for _, other := range states {
			agrees := true
			for i, known := range part.Known {
				agrees = agrees && (!known || other[i] == part.State[i])
			}
			assert.False(t, agrees && x.Goal(other), "%s\n%v %v %v", src, part.State, part.Known, other)
		}
	}
	assert.Greater(t, witnesses, draws/2)
	assert.Greater(t, refuted, draws/10)
}
