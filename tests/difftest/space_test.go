package difftest

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// anyModel draws a model; the bits that it is made of are not logged, its text is.
func anyModel(rt *rapid.T, write func(t *rapid.T, limit int) string, limit int) string {
	text := rapid.Custom(func(t *rapid.T) source { return source(write(t, limit)) }).Draw(rt, "model")
	lastModel = string(text)
	return lastModel
}

// lastModel is the model drawn last, asked the number of questions, and tooLong the number of those that took too much
// work. The tests of this package do not run at once.
var (
	lastModel      string
	asked, tooLong int
)

// property is rapid.Check. If it fails, the smallest model that was found is saved: rapid tries that last.
func property(t *testing.T, holds func(rt *rapid.T)) {
	t.Helper()
	lastModel, asked, tooLong = "", 0, 0
	t.Cleanup(func() {
		if tooLong > 0 {
			t.Logf("%d of %d questions decided within %d steps", asked-tooLong, asked, patience)
		}
		assert.LessOrEqual(t, 100*tooLong, asked, "one question in a hundred takes too much work")
		if !t.Failed() || lastModel == "" {
			return
		}
		name := filepath.Join("testdata", "found", t.Name()+".pz")
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(lastModel), 0o600))
		t.Logf("the smallest model on which it fails is in %s", name)
	})
	rapid.Check(t, holds)
}

// source is a text that is logged as it is.
type source string

func (s source) GoString() string { return "\n" + string(s) }

// beside are the files in the folder of a random model.
var beside = fstest.MapFS{"other.pz": {Data: []byte(other)}}

// load checks a model and gives it its data; nil if it has errors.
func load(rt *rapid.T, text string) *model.Model {
	l := check.Loader{FS: beside}
	p, diags := l.LoadText("random.pz", text)
	located(rt, diags)
	if p == nil {
		return nil
	}
	m, diags := semantics.Build(p, nil, nil)
	located(rt, diags)
	return m
}

// located checks that findings say where they are.
func located(rt *rapid.T, diags diag.List) {
	for _, d := range diags {
		require.NotEmpty(rt, d.Msg)
		require.NotEmpty(rt, d.Code, "%s", d)
		require.Positive(rt, d.Span.Start.Line, "%s", d)
		require.Equal(rt, "random.pz", d.Span.Start.Filename, "%s", d)
	}
}

// puzzle is the façade's view of a model, grounded; nil if grounding finds an error.
func newPuzzle(rt *rapid.T, text string) *puzzle.Puzzle {
	p, diags := puzzle.LoadText(beside, "random.pz", text)
	require.False(rt, diags.HasErrors(), "%v", diags)
	z, diags := p.Instantiate(puzzle.Data{})
	require.False(rt, diags.HasErrors(), "%v", diags)
	if diags = z.Ground(context.Background()); diags.HasErrors() {
		located(rt, diags)
		return nil
	}
	return z
}

// step is an edge of a space.
type step struct {
	name string
	to   int
	cost int64
}

// space is all that can be reached, by the reference semantics alone.
type space struct {
	x      *semantics.Machine
	states [][]int64
	starts int // the first states
	steps  [][]step
	goal   []bool
	number map[string]int
	free   bool // some step costs nothing
	unit   bool // all cost 1
}

// exploreModel lists the space of a model; nil if it has more than limit states.
func exploreModel(rt require.TestingT, m *model.Model, limit int) *space {
	s := &space{x: semantics.NewMachine(m), number: map[string]int{}, unit: true}
	starts, complete, err := s.x.InitialStates(context.Background(), limit)
	if err != nil || !complete {
		return nil
	}
	for _, st := range starts {
		s.add(st)
	}
	s.starts = len(s.states)
	require.Len(rt, starts, s.starts, "an initial state is listed twice")
	for i := 0; i < len(s.states); i++ {
		if len(s.states) > limit {
			return nil
		}
		s.expand(i)
	}
	return s
}

func key(state []int64) string { return fmt.Sprint(state) }

func (s *space) add(state []int64) int {
	i, seen := s.number[key(state)]
	if !seen {
		i = len(s.states)
		s.number[key(state)] = i
		s.states = append(s.states, slices.Clone(state))
		s.goal = append(s.goal, s.x.Goal(state))
	}
	return i
}

func (s *space) expand(i int) {
	var steps []step
	for _, mv := range s.x.Instances() {
		next, cost, refusal := s.x.Apply(s.states[i], mv)
		if refusal != nil {
			continue
		}
		steps = append(steps, step{s.x.Format(mv), s.add(next), cost})
		s.free = s.free || cost == 0
		s.unit = s.unit && cost == 1
	}
	s.steps = append(s.steps, steps)
}

const none = math.MaxInt64

// best is the least cost of a plan, none without one (Bellman and Ford's way: slow, short, unlike what is tested).
func (s *space) best() int64 {
	cost := s.layer0()
	for changed := true; changed; {
		changed = false
		for i, steps := range s.steps {
			for _, e := range steps {
				if cost[i] != none && cost[i]+e.cost < cost[e.to] {
					cost[e.to], changed = cost[i]+e.cost, true
				}
			}
		}
	}
	return s.cheapest(cost)
}

// layer0 is the cost of each state after no move.
func (s *space) layer0() []int64 {
	cost := make([]int64, len(s.states))
	for i := range cost {
		if cost[i] = none; i < s.starts {
			cost[i] = 0
		}
	}
	return cost
}

func (s *space) cheapest(cost []int64) int64 {
	best := int64(none)
	for i, c := range cost {
		if s.goal[i] {
			best = min(best, c)
		}
	}
	return best
}

// exactly returns, for each number of moves up to most, the least cost of a plan of this length, or none.
func (s *space) exactly(most int) []int64 {
	cost := s.layer0()
	out := []int64{s.cheapest(cost)}
	for range most {
		next := make([]int64, len(cost))
		for i := range next {
			next[i] = none
		}
		for i, steps := range s.steps {
			for _, e := range steps {
				if cost[i] != none {
					next[e.to] = min(next[e.to], cost[i]+e.cost)
				}
			}
		}
		cost = next
		out = append(out, s.cheapest(cost))
	}
	return out
}

// plans counts the plans of a cost that repeat no state, up to limit; false if there are more or it takes long.
func (s *space) plans(cost int64, limit int) (map[string]bool, bool) {
	found := map[string]bool{}
	on := make([]bool, len(s.states))
	work := 0
	var walk func(i int, left int64, plan string) bool
	walk = func(i int, left int64, plan string) bool {
		if work++; work > 200_000 {
			return false
		}
		if s.goal[i] && left == 0 {
			if found[plan] = true; len(found) > limit {
				return false
			}
		}
		on[i] = true
		defer func() { on[i] = false }()
		for _, e := range s.steps[i] {
			if !on[e.to] && e.cost <= left && !walk(e.to, left-e.cost, plan+"; "+e.name) {
				return false
			}
		}
		return true
	}
	for i := range s.starts {
		if !walk(i, cost, key(s.states[i])) {
			return nil, false
		}
	}
	return found, true
}
