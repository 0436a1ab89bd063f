package generate

import (
	"context"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/filetest"
)

const deferHead = `puzzle P
type N = 0..3
param a: N = 1
param b: N = a
param c[N]: N = [0, 1, 2, 3]
param wide: 0..9999 = 1
param word: char = 'x'
param plan: map of {'a', 'b', 'z'} = """
  ab
  ba
  """
param free: map = """
  pq
  """
param large: map = """
  x
  """
const twice: 0..6 = 2 * a
const place[i in N]: N = find(c, i)
def least(n: N) = min(n, twice)
state x: N = any
state y: N = b
`

func deferModel(t *testing.T, text string) *model.Model {
	t.Helper()
	other := "puzzle Q\nparam n: 0..3 = 0\nstate z: 0..3 = n\nmove go { z := z + 1 }\ngoal z == 3\n"
	program, diags := (&check.Loader{FS: fstest.MapFS{"other.pz": {Data: []byte(other)}}}).LoadText("p.pz", deferHead+text)
	require.False(t, diags.HasErrors(), "%v", diags)
	m, diags := semantics.Build(program, nil, nil)
	require.False(t, diags.HasErrors(), "%v", diags)
	return m
}

func paramOf(m *model.Model, name string) *model.Array {
	for _, a := range m.ParamArrays() {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// TestCannotDefer: what the language wants constant fixes a parameter; so does what cannot be state.
func TestCannotDefer(t *testing.T) {
	for _, row := range filetest.Rows(t, "testdata/cannot_defer.txt", 3) {
		m := deferModel(t, row[0])
		assert.Equal(t, row[2], Defer(m, []*model.Array{paramOf(m, row[1])}).Fixed[row[1]], row[0])
	}
}

func TestDefer(t *testing.T) {
	m := deferModel(t, "goal x == least(c[1])\nsymmetry id { x := x }\n")
	before := m.StateSize
	d := Defer(m, []*model.Array{paramOf(m, "a"), paramOf(m, "b"), paramOf(m, "c")})
	assert.Equal(t, before, m.StateSize, "the model itself is what it was")
	assert.Equal(t, model.Param, paramOf(m, "c").Role)
	assert.Equal(t, map[string]string{"a": "the default of b depends on it"}, d.Fixed)
	assert.Equal(t, []string{"b", "c", "place"}, deferredIn(d))
	assert.Empty(t, d.Model.Symmetries)
	sameGoals(t, m, d)
}

// deferredIn lists the parameters and constants that are state variables of a deferred model.
func deferredIn(d *Deferred) (names []string) {
	for _, a := range d.Model.StateArrays() {
		if a.Later != nil {
			names = append(names, a.Name)
		}
	}
	return names
}

// sameGoals compares which states are goals of a model and of its deferred model.
func sameGoals(t *testing.T, m *model.Model, d *Deferred) {
	t.Helper()
	x, y := semantics.NewMachine(m), semantics.NewMachine(d.Model)
	states, _, err := x.InitialStates(context.Background(), 100)
	require.NoError(t, err)
	require.NotEmpty(t, states)
	for _, s := range states {
		assert.Equal(t, x.Goal(s), y.Goal(d.State(m, s)))
	}
}

// TestDeferMap: a map that is known later is an array of characters.
func TestDeferMap(t *testing.T) {
	m := deferModel(t, "goal free[(0, x % 2)] == 'p' and plan[(0, x)] == 'a' and x < plan.cols")
	d := Defer(m, []*model.Array{paramOf(m, "plan"), paramOf(m, "free")})
	letters := func(name string) (domain, cells string) {
		for _, a := range d.Model.StateArrays() {
			if a.Name != name {
				continue
			}
			data := d.Model.Data[a.ID]
			for _, v := range data.Domain.Elems {
				domain += string(rune(v.N))
			}
			for _, v := range data.Values {
				cells += string(rune(v.N))
			}
		}
		return domain, cells
	}
	for name, want := range map[string][2]string{"plan": {"abz", "abba"}, "free": {"pq", "pq"}} {
		domain, cells := letters(name)
		assert.Equal(t, want, [2]string{domain, cells}, name)
	}
	sameGoals(t, m, d)
}
