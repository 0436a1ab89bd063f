// Package constraint solves puzzles in which values are chosen, by lazy clause generation. Propagators for sums,
// products, differences and tables of numbers explain each conclusion by a clause, and a clause solver learns from
// these.
//
// The engine finds one assignment, all assignments, or one of least cost. It proves "no solution" and "no better
// solution". The same task and options give the same result. A puzzle may have moves only to pay for an assignment: one
// ground move that ends the puzzle. A construct that the engine does not know is an error that names the construct.
//
// Package cdcl solves clauses. Integer variables are in variable.go, and propagators in bounds.go, linear.go,
// distinct.go and the files that are named like them. The task is translated by compile.go (conditions), number.go
// (values) and objective.go. search.go is the search, and prober.go asks questions under assumptions.
//
// The value of a variable x is represented by literals `x <= k`. A variable with few values has all its literals from
// the beginning. A variable with many values gets a literal when the literal becomes true or false. A literal that
// becomes true makes all weaker literals of its variable true without clauses (Feydy and Stuckey, "Lazy clause
// generation reengineered", 2009). Each bound has a place on the trail, so an explanation reads only bounds from before
// the literal that it explains.
package constraint

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/mention"
)

// Backend solves tasks by lazy clause generation.
type Backend struct{}

// Name returns the name of the backend.
func (Backend) Name() string { return "constraint" }

// Refuses returns the reason why the backend cannot solve the task with these options, in the words that follow
// "constraint: ", or "".
func Refuses(t *task.Task, o backends.Options) string {
	switch {
	case o.Algorithm != "" && o.Algorithm != "auto":
		return fmt.Sprintf("there are no algorithms to choose from, found %q: leave %s out, or use %s",
			o.Algorithm, mention.Algorithm, mention.With(mention.Backend, "search"))
	case o.Count && len(t.Moves) > 0:
		return "plans are not counted: use " + mention.With(mention.Backend, "sat")
	case o.Horizon != nil || o.MinHorizon > 0 || o.MaxHorizon != nil || o.Parallel:
		return "plans have no lengths here: use " + mention.With(mention.Backend, "sat")
	case len(t.Moves) > 0 && !pays(t):
		return "the puzzle has moves that lead from state to state: use " + mention.With(mention.Backend, "search")
	}
	if noun := unknown(t); noun != "" {
		return fmt.Sprintf("%s is not known here: use %s", noun, mention.With(mention.Backend, "sat"))
	}
	return ""
}

// unknown returns the noun of an operator in the task that has no propagator, or "".
func unknown(t *task.Task) (noun string) {
	eachNode(t, func(n *task.Node) bool {
		if n.Op == task.OpCost {
			noun = n.Op.Noun()
		}
		return noun == ""
	})
	return noun
}

// Suits reports whether numbers are chosen and added or paid. They are if the best are wanted, by `minimize` or by a
// move that is paid, or if sums of three numbers or products occur. Counts, whose summands are truth values, are no
// such sums.
func Suits(t *task.Task, o backends.Options) bool {
	if !t.HasFree() || Refuses(t, o) != "" {
		return false
	}
	if len(t.Moves) > 0 || t.Objective != nil {
		return true
	}
	few := true
	eachNode(t, func(n *task.Node) bool {
		numbers := 0
		for _, a := range n.Args {
			if m := t.Pool.Node(a); m.Lo < 0 || m.Hi > 1 {
				if _, constant := t.Pool.Value(a); !constant {
					numbers++
				}
			}
		}
		few = (n.Op != task.OpAdd || numbers < manySummands) && (n.Op != task.OpMul || numbers < 2)
		return few
	})
	return !few
}

// manySummands is the number of summands from which on a sum is one that formulas write badly.
const manySummands = 3

// eachNode calls f for the expressions of a task until f returns false.
func eachNode(t *task.Task, f func(*task.Node) bool) {
	exprs := []task.Expr{t.InitCond, t.Goal, t.Always}
	if t.Objective != nil {
		exprs = append(exprs, t.Objective.Value)
	}
	for m := range t.Moves {
		exprs = append(exprs, t.Moves[m].Guard, t.Moves[m].Cost)
	}
	seen := make([]bool, t.Pool.Len())
	for len(exprs) > 0 {
		e := exprs[len(exprs)-1]
		exprs = exprs[:len(exprs)-1]
		if seen[e] {
			continue
		}
		seen[e] = true
		n := t.Pool.Node(e)
		if !f(n) {
			return
		}
		exprs = append(exprs, n.Args...)
	}
}

// Solve finds an assignment of least cost, or all of them, or proves that there is none.
func (Backend) Solve(ctx context.Context, t *task.Task, o backends.Options) (*backends.Result, error) {
	if why := Refuses(t, o); why != "" {
		return nil, errors.New("constraint: " + why)
	}
	if o.Memory == 0 {
		o.Memory = backends.DefaultMemory
	}
	r := &run{
		ctx: ctx, task: t, o: o, began: time.Now(),
		result: &backends.Result{
			Algorithm: "lazy clause generation", Engine: "constraint",
			Choice: "constraint: propagators explain in clauses what they found",
		},
	}
	err := r.solve()
	large := (*backends.LimitError)(nil)
	switch {
	case errors.As(err, &large):
		r.undecided(large.Error())
	case err != nil:
		return nil, err
	}
	r.result.Stats.SolveTime = time.Since(r.began)
	return r.result, nil
}
