// Package planning tests what pzc reads of PDDL against an evaluator of the semantics of PDDL that shares only the
// reader of texts with it.
package planning

import (
	"container/heap"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/pddl"
)

// evaluator executes a task as PDDL 2.2 defines it: states are sets of atoms, and an action deletes before it adds.
type evaluator struct{ task *pddl.Task }

// state holds the true atoms, as texts: "at ball1 rooma".
type state map[string]bool

// binding gives variables their objects.
type binding map[*pddl.Var]*pddl.Object

func (s state) key() string {
	var all []string
	for atom := range s {
		all = append(all, atom)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

func (e *evaluator) start() state {
	s := state{}
	for _, f := range e.task.Init {
		s[text(f.Pred, f.Args)] = true
	}
	return s
}

func text(p *pddl.Predicate, args []*pddl.Object) string {
	all := []string{p.Name}
	for _, a := range args {
		all = append(all, a.Name)
	}
	return strings.Join(all, " ")
}

func (b binding) object(t pddl.Term) *pddl.Object {
	if t.Var != nil {
		return b[t.Var]
	}
	return t.Object
}

func (b binding) atom(a *pddl.Atom) string {
	var args []*pddl.Object
	for _, t := range a.Args {
		args = append(args, b.object(t))
	}
	return text(a.Pred, args)
}

// all calls visit for all values of variables of their types, until it returns false.
func (e *evaluator) all(vars []*pddl.Var, b binding, visit func() bool) bool {
	if len(vars) == 0 {
		return visit()
	}
	for _, o := range e.task.Objects {
		if !o.Is(vars[0].Types) {
			continue
		}
		b[vars[0]] = o
		if !e.all(vars[1:], b, visit) {
			return false
		}
	}
	return true
}

// complete returns a state with its derived atoms: the least ones that satisfy the rules. A predicate comes after those
// that its rules read.
func (e *evaluator) complete(s state) state {
	full := state{}
	for atom := range s {
		full[atom] = true
	}
	done := map[*pddl.Predicate]bool{}
	var derive func(p *pddl.Predicate)
	derive = func(p *pddl.Predicate) {
		if done[p] {
			return
		}
		done[p] = true
		for _, r := range p.Rules {
			read(r.Body, derive)
		}
		for grows := len(p.Rules) > 0; grows; {
			grows = false
			for _, r := range p.Rules {
				b := binding{}
				e.all(r.Params, b, func() bool {
					var args []*pddl.Object
					for i, v := range r.Params {
						if args = append(args, b[v]); !b[v].Is(p.Params[i].Types) {
							return true
						}
					}
					if atom := text(p, args); !full[atom] && e.holds(r.Body, full, b) {
						full[atom], grows = true, true
					}
					return true
				})
			}
		}
	}
	for _, p := range e.task.Predicates {
		derive(p)
	}
	return full
}

// read calls visit for the predicates that a condition reads.
func read(c *pddl.Cond, visit func(*pddl.Predicate)) {
	if c.Op == pddl.Holds {
		visit(c.Atom.Pred)
	}
	for _, part := range c.Args {
		read(part, visit)
	}
}

func (e *evaluator) holds(c *pddl.Cond, s state, b binding) bool {
	if c == nil {
		return true
	}
	part := func(c *pddl.Cond) bool { return e.holds(c, s, b) }
	switch c.Op {
	case pddl.And:
		return !slices.ContainsFunc(c.Args, func(c *pddl.Cond) bool { return !part(c) })
	case pddl.Or:
		return slices.ContainsFunc(c.Args, part)
	case pddl.Not:
		return !part(c.Args[0])
	case pddl.Imply:
		return !part(c.Args[0]) || part(c.Args[1])
	case pddl.Forall:
		return e.all(c.Vars, b, func() bool { return part(c.Args[0]) })
	case pddl.Exists:
		return !e.all(c.Vars, b, func() bool { return !part(c.Args[0]) })
	case pddl.Holds:
		return s[b.atom(c.Atom)]
	case pddl.Equal:
		return b.object(c.Terms[0]) == b.object(c.Terms[1])
	default: // a comparison; the tests draw it where only its truth matters, and with an undefined part it is not true
		l, lok := e.number(c.Numbers[0], b)
		r, rok := e.number(c.Numbers[1], b)
		return lok && rok && (c.Sign == "<" && l < r || c.Sign == "=" && l == r)
	}
}

func (e *evaluator) number(n *pddl.Number, b binding) (int64, bool) {
	if n.Op != "" {
		panic("sums are not computed in these tests")
	}
	if n.Func == nil {
		return n.Value, true
	}
	value, ok := int64(0), false
	for _, v := range n.Func.Values {
		if slices.EqualFunc(v.Args, n.Terms, func(o *pddl.Object, t pddl.Term) bool { return b.object(t) == o }) {
			value, ok = v.Value, true
		}
	}
	return value, ok
}

// apply makes an action. ok is false if its precondition does not hold or its cost is undefined.
func (e *evaluator) apply(a *pddl.Action, s, full state, b binding) (next state, cost int64, ok bool) {
	if !e.holds(a.Pre, full, b) {
		return nil, 0, false
	}
	if cost = 1; e.task.Metric {
		cost = 0
		for _, c := range a.Costs {
			defined := e.all(c.Vars, b, func() bool {
				if !e.holds(c.When, full, b) {
					return true
				}
				n, ok := e.number(c.Amount, b)
				cost += n
				return ok
			})
			if !defined {
				return nil, 0, false
			}
		}
	}
	next = state{}
	for atom := range s {
		next[atom] = true
	}
	for _, deletes := range []bool{true, false} {
		for _, f := range a.Effects {
			if f.Delete != deletes {
				continue
			}
			e.all(f.Vars, b, func() bool {
				switch {
				case !e.holds(f.When, full, b):
				case deletes:
					delete(next, b.atom(f.Atom))
				default:
					next[b.atom(f.Atom)] = true
				}
				return true
			})
		}
	}
	return next, cost, true
}

// errStep is the step of a plan that cannot be made, counted from 1.
type errStep struct {
	step int
	text string
}

func (e *errStep) Error() string { return fmt.Sprintf("step %d: %s", e.step, e.text) }

// replay makes the actions of a plan, written as (pick ball1 rooma), and returns their cost. The error is an errStep
// unless the goal is not reached.
func (e *evaluator) replay(plan []string) (cost int64, err error) {
	s := e.start()
	for i, step := range plan {
		words := strings.Fields(strings.Trim(step, "()"))
		n := slices.IndexFunc(e.task.Actions, func(a *pddl.Action) bool { return a.Name == words[0] })
		if n < 0 || len(words)-1 != len(e.task.Actions[n].Params) {
			return 0, &errStep{i + 1, "there is no action " + step}
		}
		a, b := e.task.Actions[n], binding{}
		for k, v := range a.Params {
			o := slices.IndexFunc(e.task.Objects, func(o *pddl.Object) bool { return o.Name == words[k+1] })
			if o < 0 || !e.task.Objects[o].Is(v.Types) {
				return 0, &errStep{i + 1, words[k+1] + " is no object for " + v.Name}
			}
			b[v] = e.task.Objects[o]
		}
		next, c, ok := e.apply(a, s, e.complete(s), b)
		if !ok {
			return 0, &errStep{i + 1, step + " cannot be made"}
		}
		s, cost = next, cost+c
	}
	if !e.holds(e.task.Instances[0].Goal, e.complete(s), binding{}) {
		return 0, errNoGoal
	}
	return cost, nil
}

var errNoGoal = errors.New("the goal is not reached")

// optimum returns the least cost of a plan by Dijkstra's algorithm. found is false if there is none; whole is false if
// more than limit states were met.
func (e *evaluator) optimum(limit int) (cost int64, found, whole bool) {
	queue := &states{{e.start(), 0}}
	best := map[string]int64{(*queue)[0].state.key(): 0}
	for queue.Len() > 0 {
		n := heap.Pop(queue).(entry)
		if n.cost > best[n.state.key()] {
			continue
		}
		full := e.complete(n.state)
		if e.holds(e.task.Instances[0].Goal, full, binding{}) {
			return n.cost, true, true
		}
		for _, a := range e.task.Actions {
			b := binding{}
			e.all(a.Params, b, func() bool {
				if next, c, ok := e.apply(a, n.state, full, b); ok {
					key := next.key()
					if old, seen := best[key]; !seen || n.cost+c < old {
						best[key] = n.cost + c
						heap.Push(queue, entry{next, n.cost + c})
					}
				}
				return true
			})
			if len(best) > limit {
				return 0, false, false
			}
		}
	}
	return 0, false, true
}

type entry struct {
	state state
	cost  int64
}

type states []entry

func (q states) Len() int           { return len(q) }
func (q states) Less(i, j int) bool { return q[i].cost < q[j].cost }
func (q states) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *states) Push(x any)        { *q = append(*q, x.(entry)) }
func (q *states) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
