package searched

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// TestPlace: nodes of one depth stand in order and do not overlap, and each stands above the middle of its children.
func TestPlace(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		out := tree{across: narrow}
		for i := range 1 + rnd.IntN(80) {
			n := node{parent: -1}
			if i > 0 && rnd.IntN(20) > 0 {
				n.parent = rnd.IntN(i)
				n.depth = out.nodes[n.parent].depth + 1
			}
			out.nodes = append(out.nodes, n)
		}
		x, width, height := out.place()
		kids := map[int][]float64{}
		for i, n := range out.nodes {
			assert.True(t, x[i] >= narrow/2-0.01 && x[i] <= width-narrow/2+0.01)
			assert.Less(t, float64(n.depth*down), height)
			for k := range i {
				if out.nodes[k].depth == n.depth {
					assert.GreaterOrEqual(t, max(x[i], x[k])-min(x[i], x[k]), narrow-0.01)
				}
			}
			kids[n.parent] = append(kids[n.parent], x[i])
		}
		for p, at := range kids {
			if p >= 0 {
				assert.InDelta(t, (at[0]+at[len(at)-1])/2, x[p], 0.01)
			}
		}
	}
}

// deduced solves an instance of a model of the library with the constraint engine.
func deduced(t *testing.T, model, instance string) (*Deduced, *puzzle.Answer) {
	program, diags, err := puzzle.LoadFile("std:" + model + ".pz")
	require.NoError(t, err)
	require.NoError(t, diags.Err())
	z, diags := program.Instantiate(puzzle.Data{Instance: instance})
	require.NoError(t, diags.Err())
	require.NoError(t, z.Ground(t.Context()).Err())
	d := &Deduced{}
	o := puzzle.Options{Backend: "constraint"}
	o.Trace = d.Add
	a, err := z.Solve(t.Context(), o)
	require.NoError(t, err)
	return d, a
}

// TestDeduced: the tree has each choice and each contradiction of the engine. What each contradiction rests on was
// concluded before it, back to choices and facts, and what is learnt from it excludes nodes of its graph.
func TestDeduced(t *testing.T) {
	for _, tt := range []struct{ model, instance string }{
		{"queens", ""}, {"queens", "four"}, {"magic", ""}, {"zebra", ""}, {"golomb", ""}, {"cryptarithm", ""}, {"kenken", ""},
	} {
		t.Run(tt.model+" "+tt.instance, func(t *testing.T) {
			d, a := deduced(t, tt.model, tt.instance)
			count := map[backends.Event]int{}
			for i, n := range d.Nodes {
				count[n.event]++
				assert.Less(t, n.parent, i)
				if n.graph == nil {
					continue
				}
				end := n.graph.nodes[len(n.graph.nodes)-1]
				assert.Equal(t, "contradiction", end.text)
				cut := 0
				for k, g := range n.graph.nodes {
					for _, b := range g.because {
						assert.Less(t, b, k)
						assert.Less(t, n.graph.nodes[b].column, g.column)
					}
					if len(g.class) > 3 && g.class[len(g.class)-3:] == "cut" {
						cut++
					}
				}
				if len(n.learnt) > 0 && !n.graph.most {
					assert.Positive(t, cut, "%v", n.learnt)
				}
			}
			assert.EqualValues(t, a.Stats.Expanded, count[backends.Chosen])
			assert.EqualValues(t, a.Stats.Conflicts, count[backends.Contradicted])
			var page bytes.Buffer
			require.NoError(t, d.Drawing("<script>").Write(&page, ".html"))
			assert.NotContains(t, page.String(), "<title><script>")
		})
	}
}
