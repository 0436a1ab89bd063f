package constraint

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task/tasktest"
)

// TestProber asks which values some conditions allow, while some values are excluded. All answers are compared with all
// combinations of values.
func TestProber(t *testing.T) {
	excluded := 0
	for seed := range uint64(300) {
		w := drawSwitched(seed)
		p, err := NewProber(w.task, w.switches, backends.Options{})
		require.NoError(t, err, "seed %d", seed)
		rnd := rand.New(rand.NewPCG(seed, 24))
		for range 6 {
			q := Probe{On: rnd.Perm(len(w.switches))[:rnd.IntN(len(w.switches)+1)]}
			domains := slices.Clone(w.domains)
			for _, i := range q.On {
				q.Vars = append(q.Vars, p.Reads(i)...)
			}
			slices.Sort(q.Vars)
			q.Vars = slices.Compact(q.Vars)
			for _, v := range q.Vars {
				if k := rnd.IntN(len(domains[v])); rnd.IntN(2) == 0 {
					q.Assumed = append(q.Assumed, p.Value(v, k).Not())
					domains[v] = slices.Delete(slices.Clone(domains[v]), k, k+1)
				}
			}
			want := false
			tasktest.EachState(domains, nil, func(state []int64) { want = want || w.hold(q.On, state) })
			values, clash, err := p.Ask(t.Context(), q)
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, want, values != nil, "seed %d: %v", seed, q)
			if values == nil {
				excluded++
				require.Subset(t, append(assumedLits(p, q), q.Assumed...), clash)
				continue
			}
			state := make([]int64, len(w.domains))
			for v := range state {
				state[v] = w.domains[v][0]
			}
			for k, v := range q.Vars {
				state[v] = w.domains[v][values[k]]
				require.Contains(t, domains[v], state[v], "seed %d", seed)
			}
			require.True(t, w.hold(q.On, state), "seed %d: %v", seed, q)
			for i := range w.switches {
				read := !slices.ContainsFunc(p.Reads(i), func(v int) bool { return !slices.Contains(q.Vars, v) })
				require.Equal(t, read && w.hold([]int{i}, state), p.Hold([]int{i}), "seed %d: %d", seed, i)
			}
		}
	}
	require.Greater(t, excluded, 100)
}

func assumedLits(p *Prober, q Probe) (lits []Literal) {
	for _, i := range q.On {
		lits = append(lits, p.Switch(i))
	}
	return lits
}

// hold reports whether some conditions hold in a state.
func (w switched) hold(on []int, state []int64) bool {
	return !slices.ContainsFunc(on, func(i int) bool { return w.task.Pool.Eval(w.conditions[i], state) == 0 })
}
