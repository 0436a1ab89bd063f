package grading

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// solution is what a formula may describe: the states of a plan, one of a puzzle without moves, and the moves between
// them.
type solution struct {
	States [][]int64
	Moves  []string
}

// space is the states of a puzzle by the number of moves that lead there, and its plans of one length.
type space struct {
	Solutions []solution

	z      *puzzle.Puzzle
	starts [][]int64
	layers [][]*node
}

// node is a state at a step.
type node struct {
	state []int64
	next  []edge
	goes  bool // to a goal, in the moves that are left
}

type edge struct {
	move string
	to   *node
}

// plans lists all plans of horizon moves, which may pass goals and states more than once; of a puzzle without moves,
// all solutions. More than most states or plans are an error. work may be nil.
func plans(ctx context.Context, z *puzzle.Puzzle, horizon, most int, work *backends.Work) (*space, error) {
	s := &space{z: z}
	tooMany := fmt.Errorf("there are more than %d states or plans of %s", most, text.Count(horizon, "move"))
	if !z.HasMoves() {
		o := backends.Options{All: true, Limit: most + 1, Threads: 1, Work: work}
		a, err := z.Solve(ctx, puzzle.Options{Options: o})
		if err != nil || ctx.Err() != nil {
			return nil, errors.Join(err, context.Cause(ctx))
		}
		s.Solutions = lists.Map(a.Solutions, func(found puzzle.Solution) solution {
			return solution{States: [][]int64{found.Start}}
		})
		if len(s.Solutions) > most || !a.Complete && a.Status != backends.Unsolvable {
			return nil, tooMany
		}
		return s, nil
	}
	starts, complete, err := z.Machine().InitialStates(ctx, most)
	if err != nil || !complete {
		return nil, errors.Join(err, context.Cause(ctx), tooMany)
	}
	s.starts = starts
	if !s.forward(ctx, horizon, most) {
		return nil, errors.Join(context.Cause(ctx), tooMany)
	}
	for _, n := range s.layers[horizon] {
		n.goes = z.Machine().Goal(n.state)
	}
	for t := horizon - 1; t >= 0; t-- {
		for _, n := range s.layers[t] {
			n.goes = slices.ContainsFunc(n.next, func(e edge) bool { return e.to.goes })
		}
	}
	for _, n := range s.layers[0] {
		if n.goes && !s.list(n, solution{States: [][]int64{n.state}}, most) {
			return nil, tooMany
		}
	}
	return s, nil
}

// forward makes the layers: the states that are reached in exactly 0, 1, … moves.
func (s *space) forward(ctx context.Context, horizon, most int) bool {
	s.layers = make([][]*node, horizon+1)
	s.layers[0] = lists.Map(s.starts, func(start []int64) *node { return &node{state: start} })
	count := len(s.starts)
	for t := range horizon {
		known := map[string]*node{}
		for _, n := range s.layers[t] {
			if ctx.Err() != nil {
				return false
			}
			for _, made := range s.z.Machine().Legal(n.state) {
				key := fmt.Sprint(made.State)
				to := known[key]
				if to == nil {
					to = &node{state: made.State}
					known[key] = to
					s.layers[t+1] = append(s.layers[t+1], to)
					if count++; count > most {
						return false
					}
				}
				n.next = append(n.next, edge{squeeze(s.z.Machine().Name(made.Move)), to})
			}
		}
	}
	return true
}

// list lists the plans that begin like a solution, which ends in a state. It returns false if there are too many.
func (s *space) list(at *node, so solution, most int) bool {
	if len(so.States) == len(s.layers) {
		s.Solutions = append(s.Solutions, solution{slices.Clone(so.States), slices.Clone(so.Moves)})
		return len(s.Solutions) <= most
	}
	for _, e := range at.next {
		longer := solution{append(so.States, e.to.state), append(so.Moves, e.move)}
		if e.to.goes && !s.list(e.to, longer, most) {
			return false
		}
	}
	return true
}

// values returns the signs of the atoms in a solution.
func (f *formula) values(so solution) string {
	return string(lists.Map(f.Atoms, func(a atom) byte { return sign(f.holds(&a, so)) }))
}

func sign(b bool) byte {
	if b {
		return '1'
	}
	return '0'
}

// described writes assignments, a sign for each atom: equal for formulas with the same assignments under their maps.
func (f *formula) described(all []string) string {
	lines := make([]string, len(all))
	for n, values := range all {
		var holding []string
		for i := range f.Atoms {
			if values[i] == '1' {
				holding = append(holding, squeeze(f.Atoms[i].Text))
			}
		}
		slices.Sort(holding)
		lines[n] = strings.Join(holding, " ")
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// pattern returns the signs of the atoms about a variable at a step, for one value.
func (f *formula) pattern(v, t int, code int64) string {
	return string(lists.Map(f.at[[2]int{v, t}], func(i int) byte { return sign(f.truth(&f.Atoms[i], code)) }))
}

// patterns returns the signs of the atoms about a state at a step, variable by variable.
func (f *formula) patterns(t int, state []int64) string {
	var out strings.Builder
	for v := range f.all {
		if len(f.at[[2]int{v, t}]) > 0 {
			out.WriteString(f.pattern(v, t, f.code(v, state)))
		}
	}
	return out.String()
}

// blurred says which states that are possible at a step the map does not tell apart, as a sentence; "" if it tells all
// apart.
func (f *formula) blurred(s *space) string {
	for t := range s.layers {
		known := map[string][]int64{}
		for _, n := range s.layers[t] {
			p := f.patterns(t, n.state)
			if other := known[p]; other != nil {
				return fmt.Sprintf("The map does not tell %s%s.", f.apart(other, n.state), f.step(t))
			}
			known[p] = n.state
		}
	}
	for v := range f.z.Task().Vars {
		x := &f.z.Task().Vars[v]
		known := map[string]bool{}
		for i, code := range x.Values {
			if p := f.pattern(v, 0, code); s.layers != nil || !known[p] {
				known[p] = true
			} else {
				return fmt.Sprintf("The map does not tell whether `%s = %s`.", x.Name, x.Names[i])
			}
		}
	}
	return ""
}

// apart names a variable in which two states differ, and its values.
func (f *formula) apart(a, b []int64) string {
	for v := range f.z.Task().Vars {
		x := &f.z.Task().Vars[v]
		if p, q := a[x.State], b[x.State]; p != q {
			return fmt.Sprintf("`%s = %s` from `%s = %s`", x.Name, x.Names[x.Place(p)], x.Name, x.Names[x.Place(q)])
		}
	}
	return ""
}

func (f *formula) step(t int) string {
	if f.horizon == 0 {
		return ""
	}
	return fmt.Sprintf(" at step %d", t)
}

// Decode reads an assignment, a sign for each atom, that is not a solution: the states that it describes, as far as it
// does, and as a sentence why they are no solution.
func (f *formula) Decode(s *space, values string) (states [][]int64, why string) {
	for t := range f.horizon + 1 {
		state, why := f.state(s, t, values)
		if why != "" {
			return states, why
		}
		states = append(states, state)
	}
	x := f.z.Machine()
	if s.layers == nil {
		return states, "These values are no solution."
	}
	if !slices.ContainsFunc(s.starts, func(st []int64) bool { return slices.Equal(st, states[0]) }) {
		return states, "The state at step 0 is not that at the start."
	}
	for t := range f.horizon {
		if why := f.moveless(values, states, t); why != "" {
			return states[:t+2], why
		}
	}
	if !x.Goal(states[f.horizon]) {
		return states, "The last state is no goal."
	}
	return states, "It is no solution."
}

// state reads the state at a step: the one that is possible there and has these values, or else the only one that is
// possible at all, or else the only value of each variable.
func (f *formula) state(s *space, t int, values string) (state []int64, why string) {
	var said strings.Builder
	for v := range f.all {
		for _, i := range f.at[[2]int{v, t}] {
			said.WriteByte(values[i])
		}
	}
	fit := map[string][]int64{}
	for k := range s.layers {
		for _, n := range s.layers[(t+k)%len(s.layers)] {
			if f.patterns(t, n.state) != said.String() {
				continue
			}
			if fit[fmt.Sprint(n.state)] = n.state; k == 0 {
				return n.state, ""
			}
		}
	}
	if len(fit) == 1 && strings.Contains(said.String(), "1") {
		for _, state := range fit {
			return state, ""
		}
	}
	codes, known := make([]int64, len(f.z.Task().Vars)), map[int]bool{}
	for v := len(f.all) - 1; v >= 0; v-- { // fused variables first: they say what their parts are
		isFused := v >= len(codes)
		if known[v] || isFused && len(f.at[[2]int{v, t}]) == 0 {
			continue
		}
		code, why := f.decode(v, t, values)
		if why != "" {
			return nil, why
		}
		if !isFused {
			codes[v] = code
			continue
		}
		for x, part := range f.view.Parts(v-len(codes), int(code)) {
			codes[x], known[x] = part, true
		}
	}
	return f.z.StateOf(codes), ""
}

// decode reads the value of a variable at a step.
func (f *formula) decode(v, t int, values string) (code int64, why string) {
	x := &f.all[v]
	var said []byte
	var holding []string
	for _, i := range f.at[[2]int{v, t}] {
		said = append(said, values[i])
		if f.Atoms[i].means == equal && values[i] == '1' {
			holding = append(holding, f.Atoms[i].Text)
		}
	}
	fit := lists.Filter(x.Values, func(code int64) bool { return f.pattern(v, t, code) == string(said) })
	switch {
	case len(fit) == 1:
		return fit[0], ""
	case len(holding) > 1:
		return 0, fmt.Sprintf("Both `%s` and `%s` are true.", holding[0], holding[1])
	case len(holding) == 1:
		return 0, fmt.Sprintf("`%s` cannot be.", holding[0])
	case len(said) == 0:
		return 0, fmt.Sprintf("The values at step %d are those of no state that is possible there.", t)
	default:
		return 0, fmt.Sprintf("`%s` has no value%s.", x.Name, f.step(t))
	}
}

// moveless says why no move that agrees with the atoms leads from a state to the next.
func (f *formula) moveless(values string, states [][]int64, t int) string {
	var made []string
	named := map[string]bool{} // what the map says of a move: whether it is made
	for _, i := range f.at[[2]int{-1, t}] {
		named[f.Atoms[i].move] = named[f.Atoms[i].move] || values[i] == '1'
		if values[i] == '1' {
			made = append(made, f.Atoms[i].Text)
		}
	}
	if len(made) > 1 {
		return fmt.Sprintf("Both `%s` and `%s` are true.", made[0], made[1])
	}
	possible, leads := false, false
	for _, m := range f.z.Machine().Legal(states[t]) {
		name := squeeze(f.z.Machine().Name(m.Move))
		there := slices.Equal(m.State, states[t+1])
		is, mentioned := named[name]
		if leads = leads || there; there && (is || !mentioned && len(made) == 0) {
			return ""
		}
		possible = possible || is
	}
	switch {
	case len(made) == 0 && leads:
		return fmt.Sprintf("No move is made at step %d.", t)
	case len(made) == 0:
		return fmt.Sprintf("No move leads from the state at step %d to that at step %d.", t, t+1)
	case !possible:
		return fmt.Sprintf("`%s` is true, but the move cannot be made there.", made[0])
	default:
		return fmt.Sprintf("`%s` is true, but the move leads to another state than that at step %d.", made[0], t+1)
	}
}

// describe writes a solution: its moves, or its values.
func (s *space) describe(so solution) string {
	if s.layers != nil {
		return strings.Join(so.Moves, ", ")
	}
	parts := lists.Map(s.z.Assignment(so.States[0]), func(v puzzle.Assigned) string { return v.Name + " = " + v.Text })
	return strings.Join(parts, ", ")
}
