package ground

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/ground/symbolic"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// A puzzle can be solved without its symmetries. So too many instances, or too large instances, are omitted with a
// warning.
const (
	maxSymmetries    = 1 << 14
	symmetryShare    = 4 // at most this part of the expressions
	maxSymmetryTries = 1 << 20
)

// makeSymmetries grounds the declared symmetries like moves without cost.
func (g *grounder) makeSymmetries(t *task.Task) {
	most := g.Pool.Size() + g.o.MaxNodes/symmetryShare
	for _, sym := range g.m.Symmetries {
		g.At = sym.Span
		if g.tooManySymmetries(sym) {
			continue
		}
		var all []task.Symmetry
		instances := g.newEnumeration(sym, new(int))
		instances.start()
		for i := range instances.n {
			if s, ok := g.symmetry(sym, instances.at(i)); ok {
				all = append(all, s)
			}
			if g.Halted() {
				return
			}
			if len(all) > maxSymmetries || g.Pool.Size() > most {
				g.unusedSymmetry(sym)
				all = nil
				break
			}
		}
		t.Symmetries = append(t.Symmetries, all...)
	}
}

func (g *grounder) tooManySymmetries(sym *model.Move) bool {
	f := make(symbolic.Frame, sym.Slots)
	total := 1
	for _, p := range sym.Params {
		set, t, ok := g.Listing(p.Set, f)
		if !ok || set.Len() == 0 {
			return false
		}
		f.Set(p.Slot, g.Lift(t, set.Elems[0]))
		if total *= set.Len(); total > maxSymmetryTries {
			g.unusedSymmetry(sym)
			return true
		}
	}
	return false
}

func (g *grounder) unusedSymmetry(sym *model.Move) {
	if !g.o.NoWarnings {
		d := g.Diags.Warnf(sym.Span, codeTooMany,
			"the symmetry `%s` is not used: it has too many instances, or too large ones", sym.Name)
		d.Help = "exclude by `where` the instances that several other instances replace together"
	}
}

// symmetry grounds an instance. It returns false if the instance is never applicable or changes nothing.
func (g *grounder) symmetry(sym *model.Move, args []model.Value) (task.Symmetry, bool) {
	w := g.newWriting(sym)
	w.begin(args)
	var gm task.Move
	if !w.ground(&gm) || len(gm.Effects) == 0 {
		return task.Symmetry{}, false
	}
	return task.Symmetry{Name: sym.Name, Guard: gm.Guard, Effects: gm.Effects}, true
}

// keepDistinct restricts a symmetry so that the image of a state has no equal elements in an array that is proved to be
// distinct.
func (g *grounder) keepDistinct(t *task.Task) {
	p := g.Pool
	for i := range t.Symmetries {
		s := &t.Symmetries[i]
		next := map[int]change{}
		for _, e := range s.Effects {
			next[e.Var] = change{e.Cond, e.Value}
		}
		for k := range t.Arrays {
			a := &t.Arrays[k]
			if !a.Distinct || g.renames(a, next) {
				continue
			}
			image := make([]task.Expr, len(a.Elems))
			for j, e := range a.Elems {
				image[j] = e
				if n := p.Node(e); n.Op == task.OpVar {
					if c, ok := next[int(n.N)]; ok {
						image[j] = p.Ite(c.cond, c.value, e)
					}
				}
			}
			s.Guard = p.And(s.Guard, p.Distinct(image...))
		}
	}
	t.Symmetries = slices.DeleteFunc(t.Symmetries, func(s task.Symmetry) bool { return s.Guard == task.False })
}

// renames reports whether a symmetry permutes the elements of an array and applies one renaming to their values.
func (g *grounder) renames(a *task.Array, next map[int]change) bool {
	p := g.Pool
	seen := map[int]bool{}
	name := map[int64]int64{}
	taken := map[int64]bool{}
	same := func(x, y int64) bool {
		old, ok := name[x]
		if !ok && !taken[y] {
			name[x], taken[y] = y, true
			return true
		}
		return ok && old == y
	}
	touched := false
	for _, e := range a.Elems {
		n := p.Node(e)
		if n.Op != task.OpVar {
			if !same(n.N, n.N) {
				return false
			}
			continue
		}
		image := e
		if c, ok := next[int(n.N)]; ok {
			if c.cond != task.True {
				return false
			}
			image, touched = c.value, true
		}
		vars := p.Vars(image)
		if len(vars) != 1 || seen[vars[0]] {
			return false
		}
		seen[vars[0]] = true
		state := make([]int64, vars[0]+1)
		for _, x := range p.Domain(vars[0]) {
			state[vars[0]] = x
			if !same(x, p.Eval(image, state)) {
				return false
			}
		}
	}
	return !touched || g.allOf(a, seen)
}

// allOf reports whether the variables are elements of the array.
func (g *grounder) allOf(a *task.Array, vars map[int]bool) bool {
	for _, e := range a.Elems {
		if n := g.Pool.Node(e); n.Op == task.OpVar {
			delete(vars, int(n.N))
		}
	}
	return len(vars) == 0
}
