package potential

import (
	"slices"

	"github.com/pzc-lang/pzc/compiler/task"
)

// change computes how moves change some sums of the same variables, and returns those that are potentials.
func (f *finder) change(all []Potential) []Potential {
	for m := range f.task.Moves {
		mv := &f.task.Moves[m]
		if f.steps += len(mv.Effects); f.steps >= maxSteps || len(all) == 0 {
			return nil
		}
		var writes []task.Effect
		for _, e := range mv.Effects {
			if _, ok := slices.BinarySearch(all[0].Vars, e.Var); ok {
				writes = append(writes, e)
			}
		}
		if !f.move(all, mv, writes) && !f.byCases(all, mv, writes) {
			return nil
		}
		all = slices.DeleteFunc(all, func(p Potential) bool { return p.Low < 0 && p.High > 0 })
	}
	return slices.DeleteFunc(all, func(p Potential) bool { return p.Low > p.High }) // no move is applicable
}

// move adds the changes by a move to the bounds of some sums. It returns false if the move reads too much.
func (f *finder) move(all []Potential, mv *task.Move, writes []task.Effect) bool {
	conds, scope, values := f.cases(mv, writes)
	if values == nil {
		return false
	}
	roots := conds
	for _, e := range writes {
		roots = append(roots, e.Cond, e.Value)
	}
	scan := task.NewScan(f.task.Pool, roots, len(conds), scope, func(v int) []int64 { return values[v] })
	before, after := make([]int, len(writes)), make([]int, len(writes))
	cost := max(0, f.task.Pool.Node(mv.Cost).Lo)
	scan.Run(func() bool {
		for i, e := range writes {
			v := &f.task.Vars[e.Var]
			before[i] = v.Place(scan.Now[slices.Index(scope, e.Var)])
			if after[i] = before[i]; scan.Value(len(conds)+2*i) != 0 {
				after[i] = v.Place(scan.Value(len(conds) + 2*i + 1))
			}
			if after[i] < 0 {
				return true // the move is not applicable
			}
		}
		for i := range all {
			all[i].add(writes, before, after, cost)
		}
		return true
	})
	return true
}

// byCases adds the changes by a move, for each value of the variable outside of the sums that most effects read. It
// returns false if there is none, or if the move still reads too much.
func (f *finder) byCases(all []Potential, mv *task.Move, writes []task.Effect) bool {
	const most, perNode = 256, 32 // values, and steps
	count := make([]int, len(f.task.Vars))
	by, nodes := 0, 0
	visit := func(*task.Node) { nodes++ }
	f.task.Pool.Each(mv.Guard, visit)
	for _, e := range writes {
		f.task.Pool.Each(e.Cond, visit)
		f.task.Pool.Each(e.Value, visit)
		for _, v := range slices.Concat(f.reads.Of(e.Cond), f.reads.Of(e.Value)) {
			if _, own := slices.BinarySearch(all[0].Vars, v); !own && len(f.task.Vars[v].Values) <= most {
				if count[v]++; count[v] > count[by] {
					by = v
				}
			}
		}
	}
	if f.steps += perNode * nodes * len(f.task.Vars[by].Values); count[by] < 2 || f.steps >= maxSteps {
		return false
	}
	f.ownPool()
	for _, code := range f.task.Vars[by].Values {
		at := f.task.Pool.Const(code)
		memo := map[task.Expr]task.Expr{}
		set := func(e task.Expr) task.Expr {
			return f.task.Pool.Rebuild(e, func(v int) task.Expr {
				if v == by {
					return at
				}
				return f.task.Pool.Var(v)
			}, memo)
		}
		part := task.Move{Guard: set(mv.Guard), Cost: set(mv.Cost)}
		for _, e := range writes {
			if e.Cond, e.Value = set(e.Cond), set(e.Value); e.Cond != task.False {
				part.Effects = append(part.Effects, e)
			}
		}
		if part.Guard != task.False && !f.move(all, &part, part.Effects) {
			return false
		}
	}
	return true
}

// ownPool makes the finder use a copy of the pool, to which it may add.
func (f *finder) ownPool() {
	if f.own {
		return
	}
	t := *f.task
	t.Pool = t.Pool.Clone()
	f.task, f.own = &t, true
	f.reads = task.NewReads(t.Pool)
}

// cases lists the variables that some effects read or write, and the values that the guard allows each. It also lists
// the conditions of the guard on several of these variables. values is nil if there are too many cases.
func (f *finder) cases(mv *task.Move, writes []task.Effect) (
	conds []task.Expr, scope []int, values map[int][]int64,
) {
	for _, e := range writes {
		scope = slices.Concat(scope, []int{e.Var}, f.reads.Of(e.Cond), f.reads.Of(e.Value))
	}
	slices.Sort(scope)
	scope = slices.Compact(scope)
	allowed := map[int][]bool{}
	for _, c := range f.task.Pool.Conjuncts(mv.Guard) {
		vars := f.reads.Of(c)
		outside := slices.ContainsFunc(vars, func(v int) bool { return !slices.Contains(scope, v) })
		if !outside && !f.restrict(allowed, c) {
			conds = append(conds, c)
		}
	}
	values = map[int][]int64{}
	n := 1
	for _, v := range scope {
		for i, code := range f.task.Vars[v].Values {
			if allowed[v] == nil || allowed[v][i] {
				values[v] = append(values[v], code)
			}
		}
		if n *= max(1, len(values[v])); n > maxCases {
			return nil, nil, nil
		}
	}
	f.steps += n * (len(writes) + 1)
	return conds, scope, values
}

// add adds a change by some effects of a move to the bounds of the potential. cost is the least cost of the move.
func (p *Potential) add(writes []task.Effect, before, after []int, cost int64) {
	change := int64(0)
	for i, e := range writes {
		k, _ := slices.BinarySearch(p.Vars, e.Var)
		change += p.Weights[k][after[i]] - p.Weights[k][before[i]]
	}
	p.Low, p.High = min(p.Low, change), max(p.High, change)
	if most := max(-change, change); most > 0 && (p.Change == 0 || cost*p.Change < p.Cost*most) {
		p.Cost, p.Change = cost, most
	}
}

// restrict takes the values that a condition on one variable excludes from the allowed ones. It returns false if the
// condition reads another number of variables.
func (f *finder) restrict(allowed map[int][]bool, cond task.Expr) bool {
	vars := f.reads.Of(cond)
	if len(vars) != 1 {
		return false
	}
	v := vars[0]
	if f.known[cond] == nil {
		for _, x := range f.values(cond, v) {
			f.known[cond] = append(f.known[cond], x != 0)
		}
	}
	now := slices.Clone(f.known[cond])
	for i, ok := range allowed[v] {
		now[i] = now[i] && ok
	}
	allowed[v] = now
	return true
}

// values lists the values of an expression that reads one variable, by place.
func (f *finder) values(e task.Expr, v int) (out []int64) {
	scan := task.NewScan(f.task.Pool, []task.Expr{e}, 0, []int{v}, f.task.Pool.Domain)
	scan.Run(func() bool {
		out = append(out, scan.Value(0))
		return true
	})
	return out
}
