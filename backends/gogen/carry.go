package gogen

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/task"
)

// carried is an array whose values only change places. A move demands certain values at certain places. It carries the
// values of some places to other places, whatever these values are.
type carried struct {
	g     *estimates
	array *model.Array
	moves []carry
	home  map[int64]int // by value: its place in the goal
	goal  []string      // by place
	done  bool          // the moves are written
}

// carry is a move of the task that writes the array.
type carry struct {
	decl *model.Move
	rowPiece
}

// maxCarried bounds the values of such an array.
const maxCarried = 1 << 10

// carriedBy returns how the moves carry the values of an array of the task; nil if a move does anything else to it.
func (g *estimates) carriedBy(array int) *carried {
	if c, ok := g.carried[array]; ok {
		return c
	}
	c := &carried{g: g, array: g.plainArray(g.Task.Arrays[array].Name), home: map[int64]int{}}
	if !c.found(&g.Task.Arrays[array]) {
		c = nil
	}
	g.carried[array] = c
	return c
}

func (c *carried) found(r *task.Array) bool {
	t := c.g.Task
	place := map[int]int{}
	for i, e := range r.Elems {
		n := t.Pool.Node(e)
		if n.Op != task.OpVar || !slices.Equal(t.Vars[n.N].Values, t.Vars[t.Pool.Node(r.Elems[0]).N].Values) {
			return false
		}
		place[int(n.N)] = i
	}
	values := t.Vars[t.Pool.Node(r.Elems[0]).N].Values
	if c.array == nil || !r.Permutation || t.Always != task.True || values[0] < 0 ||
		values[len(values)-1] >= maxCarried {
		return false
	}
	for i := range t.Moves {
		if !c.carries(&t.Moves[i], place) {
			return false
		}
	}
	return c.wanted(place)
}

// demands lists which values a conjunction demands at which places of the array; false if it demands anything else.
func (c *carried) demands(e task.Expr, place map[int]int) (out [][2]int64, ok bool) {
	if e == task.True {
		return nil, true
	}
	for _, part := range c.g.Task.Pool.Conjuncts(e) {
		vars := c.g.Task.Pool.Vars(part)
		in := slices.IndexFunc(vars, func(v int) bool { _, ok := place[v]; return ok })
		if in < 0 {
			continue // the value is not known at this place
		}
		n := c.g.Task.Pool.Node(part)
		if len(vars) > 1 || n.Op != task.OpEq {
			return nil, false
		}
		x, left := c.g.Task.Pool.Value(n.Args[0])
		y, right := c.g.Task.Pool.Value(n.Args[1])
		switch {
		case right && c.g.Task.Pool.Node(n.Args[0]).Op == task.OpVar:
			out = append(out, [2]int64{y, int64(place[vars[0]])})
		case left && c.g.Task.Pool.Node(n.Args[1]).Op == task.OpVar:
			out = append(out, [2]int64{x, int64(place[vars[0]])})
		default:
			return nil, false
		}
	}
	return out, true
}

// carries takes a move apart; false if it is no carry.
func (c *carried) carries(mv *task.Move, place map[int]int) bool {
	wants, ok := c.demands(mv.Guard, place)
	cost, constant := c.g.Task.Pool.Value(mv.Cost)
	var ways [][2]int
	var from, to []int
	for _, e := range mv.Effects {
		at, in := place[e.Var]
		if !in {
			continue
		}
		source, found := c.source(e.Value, wants, place)
		if !found || e.Cond != task.True {
			return false
		}
		ways, from, to = append(ways, [2]int{source, at}), append(from, source), append(to, at)
	}
	if len(ways) == 0 {
		return true
	}
	slices.Sort(from)
	slices.Sort(to)
	if !ok || !constant || !slices.Equal(from, to) || len(slices.Compact(from)) != len(to) {
		return false
	}
	first := func(way [2]int) int { // places with known values come first
		if i := slices.IndexFunc(wants, func(w [2]int64) bool { return int(w[1]) == way[0] }); i >= 0 {
			return i
		}
		return len(wants)
	}
	slices.SortStableFunc(ways, func(x, y [2]int) int { return first(x) - first(y) })
	m, text := c.g.moveNamed(mv.Name), carryText(wants, ways, cost)
	text.args = m.args
	c.moves = append(c.moves, carry{m.decl, text})
	return true
}

// source is the place from which a written value comes.
func (c *carried) source(e task.Expr, wants [][2]int64, place map[int]int) (int, bool) {
	n := c.g.Task.Pool.Node(e)
	if n.Op == task.OpVar {
		i, ok := place[int(n.N)]
		return i, ok
	}
	for _, w := range wants {
		if n.Op == task.OpConst && w[0] == n.N {
			return int(w[1]), true
		}
	}
	return 0, false
}

// carryText is a move as it is listed.
func carryText(wants [][2]int64, ways [][2]int, cost int64) (s rowPiece) {
	number := func(n int64) string {
		s.holes = append(s.holes, rowHole{text: fmt.Sprint(n)})
		return rowMark
	}
	var parts []string
	if len(wants) > 0 {
		var list []string
		for _, w := range wants {
			list = append(list, "{Value: "+number(w[0])+", Place: "+number(w[1])+"}")
		}
		parts = append(parts, "Wants: []search.Stand{"+strings.Join(list, ", ")+"}")
	}
	var list []string
	for _, w := range ways {
		list = append(list, "{From: "+number(int64(w[0]))+", To: "+number(int64(w[1]))+"}")
	}
	parts = append(parts, "Ways: []search.Way{"+strings.Join(list, ", ")+"}", "Cost: "+number(cost))
	s.text = "list = append(list, search.Carry{" + strings.Join(parts, ", ") + "})"
	return s
}

// wanted reads the goal; false if it demands anything else than values at places.
func (c *carried) wanted(place map[int]int) bool {
	wants, ok := c.demands(c.g.Task.Goal, place)
	if !ok {
		return false
	}
	c.goal = make([]string, len(place))
	for i := range c.goal {
		c.goal[i] = "-1"
	}
	for _, w := range wants {
		if _, twice := c.home[w[0]]; twice || c.goal[w[1]] != "-1" {
			return false
		}
		c.home[w[0]] = int(w[1])
		c.goal[w[1]] = fmt.Sprint(w[0])
	}
	return true
}

// pins tells whether the goal gives the place of each of these values. Only then does a pattern of them have one goal
// state.
func (c *carried) pins(own, tracked []int64) bool {
	for _, x := range append(slices.Clone(own), tracked...) {
		if _, ok := c.home[x]; !ok {
			return false
		}
	}
	return len(own) > 0 && c.width(len(own)+len(tracked)) <= widestState
}

// width is the number of bits that the places of n values take.
func (c *carried) width(values int) int { return bits.Len(uint(len(c.goal)-1)) * values }

// widestState bounds the bits of a state of search.Pattern.
const widestState = 28

func (c *carried) base() string { return c.g.Name(c.array) }

// places is the name of the method that returns the place of each value.
func (c *carried) places() string { return c.base() + "Places" }

// write writes the moves and the goal, the first time.
func (c *carried) write(b *code.Block) {
	if c.done {
		return
	}
	c.done = true
	values := c.g.Model.Data[c.array.ID].Domain
	b.Comment("%s tells by value of %s where it is.", c.places(), c.base())
	b.Line("func (s *State) %s() (at [%d]int) {", c.places(), values.Elems[values.Len()-1].N+1)
	b.Line("for place, value := range s.%s {", c.base())
	b.Line("at[value] = place")
	b.Line("}")
	b.Line("return at")
	b.Line("}")
	b.Line("")
	b.Comment("%sCarries are the moves as they carry the values of %s from place to place.", c.base(), c.base())
	b.Line("func %sCarries() (list []search.Carry) {", c.base())
	decls := &code.Block{}
	w := newRowWriter(b, decls, c.base()+"Carry")
	c.writeFamilies(w)
	b.Line("return list")
	b.Line("}")
	b.Line("")
	b.Comment("%sGoal is the value that belongs at each place; -1: any may be there.", c.base())
	b.Line("var %sGoal = []int{%s}", c.base(), strings.Join(c.goal, ", "))
	b.Append(decls)
}

// writeFamilies writes the moves of each family: as a loop over the arguments if the arguments determine the move, else
// as rows.
func (c *carried) writeFamilies(w *rowWriter) {
	var rest []rowPiece
	for i := range c.g.Families {
		f := &c.g.Families[i]
		var all []rowPiece
		for _, mv := range c.moves {
			if mv.decl == f.Decl {
				all = append(all, mv.rowPiece)
			}
		}
		if text, ok := byArguments(w, all); ok && len(all) == len(f.Moves) && len(f.Decl.Params) > 0 {
			w.block.Line("for _, a := range %sMoves {", c.g.MoveName[f.Decl])
			w.block.Line("%s", text)
			w.block.Line("}")
			continue
		}
		rest = append(rest, all...)
	}
	w.write(rest)
}

// byArguments writes moves of one kind as a loop over their arguments.
func byArguments(w *rowWriter, all []rowPiece) (string, bool) {
	if len(all) < 2 || len(grouped(all)) > 1 {
		return "", false
	}
	known := true
	text := w.fill(&all[0], func(i int) string {
		same := !slices.ContainsFunc(all, func(s rowPiece) bool { return s.holes[i].text != all[0].holes[i].text })
		if same {
			return all[0].holes[i].text
		}
		for k, a := range all[0].args {
			if !slices.ContainsFunc(all, func(s rowPiece) bool { return s.args[k].value != s.holes[i].text }) {
				return "a." + a.name
			}
		}
		known = false
		return ""
	})
	return text, known
}

// writePattern writes a pattern of the array.
func (c *carried) writePattern(b *code.Block, name string, own, tracked []int64, strict, forget bool) {
	title := "pattern(" + c.array.Name + ", {" + c.values(own) + "}"
	if len(tracked) > 0 {
		title += ", {" + c.values(tracked) + "}"
	}
	title += ")"
	b.Comment("%s is the simpler puzzle %s, in which all other values look alike.", name, code.OneLine(title))
	b.Line("var %s = &search.Pattern{", name)
	b.Line("Name: %q,", code.OneLine(title))
	b.Line("Own: []int{%s},", code.Numbers(own))
	if len(tracked) > 0 {
		b.Line("Others: []int{%s},", code.Numbers(tracked))
	}
	if strict {
		b.Line("Only: true,")
	}
	if forget {
		b.Line("Forget: true,")
	}
	b.Line("Goal: %sGoal,", c.base())
	b.Line("Moves: %sCarries(),", c.base())
	b.Line("}")
	b.Line("")
}

// values are values of the array as the model writes them.
func (c *carried) values(list []int64) string {
	text := make([]string, len(list))
	for i, n := range list {
		text[i] = c.g.Literal(c.array.Type, model.Int(n)).String()
	}
	return strings.Join(text, ", ")
}
