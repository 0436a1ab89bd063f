package space

import "github.com/pzc-lang/pzc/compiler/task"

// Reading finds the variables on which expressions depend if some variables have known values. The scratch state must
// hold the known values.
type Reading struct {
	sp    *Space
	fixed []Fixing
	memo  map[task.Expr][]int32
	steps int
}

// readingSteps bounds the work. Beyond this bound an expression counts as depending on too many variables.
const readingSteps = 4096

// NewReading returns a reading with known values.
func NewReading(sp *Space, fixed []Fixing) Reading {
	return Reading{sp: sp, fixed: fixed, memo: map[task.Expr][]int32{}}
}

// Afresh is like Of, but starts with the full bound on the work. It also returns the work that was done.
func (r *Reading) Afresh(e task.Expr) (vars []int32, ok bool, steps int) {
	r.steps = 0
	vars, ok = r.Of(e)
	return vars, ok, r.steps
}

// free returns {v}, or nothing if the value of v is known.
func (r *Reading) free(v int32) []int32 {
	for _, f := range r.fixed {
		if f.Var == v {
			return nil
		}
	}
	return []int32{v}
}

// Of lists the variables on which e depends. It returns false if they have more bits than any table.
func (r *Reading) Of(e task.Expr) ([]int32, bool) {
	if vars, ok := r.memo[e]; ok {
		return vars, true
	}
	if r.steps++; r.steps > readingSteps {
		return nil, false
	}
	vars, ok := r.compute(e)
	if !ok || r.sp.Layout.Width(vars) > maxSupportBits {
		return nil, false
	}
	r.memo[e] = vars
	return vars, true
}

func (r *Reading) compute(e task.Expr) ([]int32, bool) {
	n := r.sp.Task.Pool.Node(e)
	args := n.Args
	switch n.Op {
	case task.OpVar:
		return r.free(int32(n.N)), true
	case task.OpAnd, task.OpOr:
		return r.junction(n)
	case task.OpIte, task.OpSelect:
		vars, ok := r.Of(args[0])
		if !ok {
			return nil, false
		}
		if len(vars) == 0 {
			return r.chosen(n, r.sp.Program.Scratch.Eval(args[0]))
		}
	}
	return r.union(args)
}

// chosen reads the branch of a choice that a constant condition or index selects.
func (r *Reading) chosen(n *task.Node, c int64) ([]int32, bool) {
	if n.Op == task.OpIte {
		if c != 0 {
			return r.Of(n.Args[1])
		}
		return r.Of(n.Args[2])
	}
	if c < 0 || c >= int64(len(n.Args)-1) {
		return nil, true
	}
	return r.Of(n.Args[c+1])
}

// junction returns no variables if one argument decides the result, even if other arguments depend on many variables.
func (r *Reading) junction(n *task.Node) ([]int32, bool) {
	stop := ToInt(n.Op == task.OpOr)
	var all []int32
	wide := false
	for _, a := range n.Args {
		vars, ok := r.Of(a)
		switch {
		case !ok:
			wide = true
		case len(vars) == 0 && r.sp.Program.Scratch.Eval(a) == stop:
			return nil, true
		default:
			all = Merge(all, vars)
		}
	}
	return all, !wide
}

func (r *Reading) union(args []task.Expr) ([]int32, bool) {
	var all []int32
	for _, a := range args {
		vars, ok := r.Of(a)
		if !ok {
			return nil, false
		}
		all = Merge(all, vars)
	}
	return all, true
}
