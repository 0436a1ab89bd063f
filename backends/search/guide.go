package search

import (
	"context"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/search/estimate"
	"github.com/pzc-lang/pzc/backends/search/forks"
	"github.com/pzc-lang/pzc/backends/search/pattern"
	"github.com/pzc-lang/pzc/backends/search/space"
	"github.com/pzc-lang/pzc/backends/search/store"
	"github.com/pzc-lang/pzc/compiler/task"
)

// Guide is a heuristic in a form that a generated program can update with each move: the maximum of some sums and 0.
// The sums read tables of exact costs of abstractions (pattern databases). Keys are sums of terms of one variable. The
// lookups of moves hold the changes of the keys.
type Guide struct {
	Name       string
	Admissible bool
	Promises   []string // promises of the model that the heuristic rests on
	Keys       []GuideKey
	Sums       []GuideSum
	Tables     []GuideTable

	r      *run
	scales []forks.Scale
	costs  []*store.Costs
}

// Scales returns the sums without their bases, by key. A nil guide has none.
func (g *Guide) Scales() []forks.Scale {
	if g == nil {
		return nil
	}
	return g.scales
}

// GuideKey is the sum of Base and, for each variable, the term of its place. Its value lies between Least and Least +
// Span.
type GuideKey struct {
	Base        int64
	Terms       [][]int64 // by variable; nil: the key does not depend on the variable
	Least, Span int64
}

// GuideSum is the sum of Base, a key, and parts of tables.
type GuideSum struct {
	Base  int64
	Key   int // -1: none
	Parts []GuidePart
}

// GuidePart is Coef times the cost in an entry of a table. An entry of n stands for the cost n-1, and 0 means that
// there is no plan. If the table has numbered entries, the value of the only key is the number of the entry. If entries
// belong to states, the shifted keys together are the state.
type GuidePart struct {
	Coef  int64
	Table int
	Keys  []GuideShift
}

// GuideShift is a key shifted to its bits of a state.
type GuideShift struct {
	Key   int
	Shift uint
}

// GuideTable describes a table: the number of entries and the bytes of each entry. If entries belong to states, the
// states stand in front of all entries, one word each.
type GuideTable struct {
	Entries, Width int
	States         bool
}

// Bytes returns the bytes of a table.
func (t *GuideTable) Bytes() int {
	if t.States {
		return t.Entries * (8 + t.Width)
	}
	return t.Entries * t.Width
}

// NewGuide prepares a heuristic with the tables that it needs; found is its name. If name is empty, NewGuide takes the
// default choice of tables if they are ready, or else the strongest heuristic of the model that fits. g is nil if the
// heuristic cannot be updated with each move.
func NewGuide(ctx context.Context, t *task.Task, o backends.Options, name string,
	fits func(*task.Heuristic) bool,
) (g *Guide, found string, err error) {
	r := newRun(ctx, t, o)
	if ctx.Err() != nil {
		return nil, estimate.Blind.Name, nil
	}
	if name == "" {
		r.Heuristic = r.strongest(fits)
	} else if r.Heuristic, err = r.Maker.Named(name); err != nil {
		return nil, "", err
	}
	g, _ = r.guide()
	return g, r.Heuristic.Name, nil
}

// Tabled reports whether a heuristic needs tables or is not declared by the model.
func Tabled(t *task.Task, name string) bool {
	i := slices.IndexFunc(t.Heuristics, func(h task.Heuristic) bool { return h.Name == name })
	return i < 0 || t.Heuristics[i].Missing == "" && len(t.Pool.Costs(t.Heuristics[i].Value)) > 0
}

// strongest returns the default choice of tables if they are ready, or else the admissible heuristic with the greatest
// values on a sample of states.
func (r *run) strongest(fits func(*task.Heuristic) bool) estimate.Estimate {
	r.Begin()
	defer r.Maker.Tables.Easily()()
	if ready, states := r.Maker.Patterns.Ready(pattern.Large); ready && states > 0 {
		if e, err := r.Maker.Patterns.Estimate(pattern.Large); err == nil && r.carried(e) {
			return e
		}
	}
	var all []estimate.Estimate
	for i := range r.Space.Task.Heuristics {
		if h := &r.Space.Task.Heuristics[i]; h.Admissible {
			if e, err := r.Maker.Model(h); err == nil && (fits(h) || r.carried(e)) {
				all = append(all, e)
			}
		}
	}
	best, most := estimate.Blind, int64(0)
	values := estimate.Values(r.Ctx, r.Space, r.Roots.States, all)
	for k := range all {
		if sum := estimate.Total(values[k]); sum > most {
			best, most = all[k], sum
		}
	}
	return best
}

// carried reports whether an estimate can become a guide.
func (r *run) carried(e estimate.Estimate) bool {
	defer func(h estimate.Estimate) { r.Heuristic = h }(r.Heuristic)
	r.Heuristic = e
	_, ok := r.guide()
	return ok
}

// guide returns the estimate of the run as a guide, and false if the estimate does not have the form of a guide.
func (r *run) guide() (*Guide, bool) {
	if r.Space.Layout.Words > forks.MaxWords || len(r.Heuristic.Sums) == 0 {
		return nil, false
	}
	scales := forks.Scales(r.Heuristic)
	if scales == nil {
		return nil, false
	}
	g := &Guide{
		Name: r.Heuristic.Name, Admissible: r.Heuristic.Trusted, Promises: r.Heuristic.Promises, r: r,
		scales: scales,
	}
	for _, from := range r.Heuristic.TableSums() {
		out := GuideSum{Base: from.Linear.Base, Key: -1}
		if len(from.Linear.Unary) > 0 {
			out.Base, out.Key = 0, g.key(from.Linear)
		}
		for i := range from.Parts {
			part, ok := g.part(&from.Parts[i])
			if !ok {
				return nil, false
			}
			out.Parts = append(out.Parts, part)
		}
		g.Sums = append(g.Sums, out)
	}
	return g, true
}

// key adds a key and returns its number.
func (g *Guide) key(s *space.Sum) int {
	k := GuideKey{Base: s.Base, Terms: make([][]int64, len(g.r.Space.Layout.Vars)), Least: s.Least()}
	k.Span = k.Base - k.Least
	for v, of := range s.Unary {
		k.Terms[v] = of
		k.Span += slices.Max(of)
	}
	g.Keys = append(g.Keys, k)
	return len(g.Keys) - 1
}

// part returns false if a state of the table takes more than a word. The sum of the keys of an entry or of a state
// never exceeds its bits.
func (g *Guide) part(p *space.TablePart) (GuidePart, bool) {
	out := GuidePart{Coef: p.Coef, Table: g.table(p.Costs)}
	first := len(g.Keys)
	for _, k := range p.Keys {
		g.key(k.Sum)
	}
	if p.Costs.States == nil {
		g.Keys[first].Least, g.Keys[first].Span = 0, int64(p.Costs.Entries.Len())-1
		out.Keys = []GuideShift{{first, 0}}
		return out, true
	}
	if p.Costs.Kept.Words != 1 {
		return out, false
	}
	end := uint(0)
	for _, f := range p.Costs.Kept.Fields {
		end = max(end, f.Shift+f.Bits)
	}
	for i, at := range p.Keys {
		k := &g.Keys[first+i]
		k.Least, k.Span = 0, 1<<min(space.KeyBits, end-at.Shift)-1
		out.Keys = append(out.Keys, GuideShift{first + i, at.Shift})
	}
	return out, true
}

// table returns the number of a table.
func (g *Guide) table(costs *store.Costs) int {
	k := slices.Index(g.costs, costs)
	if k < 0 {
		k = len(g.costs)
		g.costs = append(g.costs, costs)
		g.Tables = append(g.Tables, GuideTable{costs.Entries.Len(), costs.Entries.Width(), costs.States != nil})
	}
	return k
}

// TableAt is the offset of the entries in the file of a table.
var TableAt = pattern.HeaderBytes

// Files returns a file for each table. The file lies in the cache folder if the table is kept there; otherwise Files
// writes it into dir.
func (g *Guide) Files(dir string) ([]string, error) {
	var files []string
	for i, costs := range g.costs {
		a := &g.r.Space.Task.Abstractions[slices.Index(g.r.Space.Tables, costs)]
		file, err := g.r.Maker.Tables.File(a, costs, filepath.Join(dir, strconv.Itoa(i)))
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// Bits returns the number of bits of a key.
func (k *GuideKey) Bits() int { return bits.Len64(uint64(k.Span)) }
