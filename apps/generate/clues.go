package generate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/mention"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// A clue is an element of a parameter: a cell of a map, or an element of an array. Clues are found by the model.
// The parameters become state variables (`later.go`), so that one formula relates all clues to all solutions. A
// value b of an element is weaker than a value w if it allows each solution that w allows, whatever the other
// elements are, and more. This is tested on random assignments: an untrue answer leaves more clues than needed,
// never a wrong puzzle. The weakest value is the blank. In light_up, `#` is weaker than `2`, and `.` is not: it
// allows a lamp.

// Numbers that bound the work of looking for blanks. Each probe draws the conclusions of one assignment.
const (
	samples   = 12
	probes    = 64 // of each sample
	leastSeen = 3  // how often a value must occur before it counts as a clue
)

// Conflicts after which questions are given up.
const (
	drawLimit = 20_000
	askLimit  = 4_000
)

// element is an element of a parameter that can be a clue.
type element struct {
	param  int // in clues.params
	place  int // in the parameter
	v      int // its variable in the task; -1: it has one value
	now    int64
	hasOne bool  // there is a blank
	blank  int64 // the present value if there is no blank
}

// clues is a puzzle whose clues are chosen like its values.
type clues struct {
	base     *puzzle.Puzzle // that is given
	z        *puzzle.Puzzle // with clues as state variables
	deferred *Deferred
	params   []*model.Array // of the model of the puzzle
	elements []element
	values   []int            // the variables of the puzzle itself
	seen     map[sign]int     // how often a solution allowed a sign
	alone    map[[2]sign]bool // some solution allows the first one and not the second
	present  bool             // solutions are those of the present data: see named.go
}

// sign is a value of an element of a parameter. Of a parameter whose values may be missing, all values are one sign,
// because each is seen too rarely, and none is weaker than another.
type sign struct {
	param int
	value int64
}

func (c *clues) sign(e *element, code int64) sign {
	if c.params[e.param].Optional {
		code = min(code, missing+1)
	}
	return sign{e.param, code}
}

// noClues says which data a puzzle must have so that clues can be removed. fixed are reasons why parameters are none.
func noClues(fixed []string) error {
	text := "the model has no data that could be clues: a map or an array of values of which one, such as `.`, allows " +
		"more solutions than the others"
	if len(fixed) > 0 {
		text += " (" + strings.Join(fixed, "; ") + ")"
	}
	return errors.New(text + "; data are also made by " + mention.With(mention.From, "GENERATOR") + " or " +
		mention.With(mention.Vary, "NAME"))
}

// Reasons why a candidate is no puzzle.
var (
	errAnyClue    = errors.New("the model has no solution, whatever its clues are")
	errNoSolution = errors.New("the model has no solution with these parameters, whatever its clues are")
)

// findClues makes the parameters of a puzzle without moves clues, and finds their blanks.
func findClues(ctx context.Context, z *puzzle.Puzzle, seed uint64) (*clues, error) {
	c, fixed, err := openParams(ctx, z, z.Model(), mayBeClues)
	if err != nil {
		return nil, err
	}
	if c != nil {
		if err := c.narrow(ctx); err != nil {
			return nil, err
		}
		if err := c.weigh(ctx, rand.New(rand.NewPCG(seed, 1<<63))); err != nil {
			return nil, err
		}
		c.blanks()
	}
	if c == nil || !slices.ContainsFunc(c.elements, func(e element) bool { return e.hasOne }) {
		return nil, noClues(fixed)
	}
	return c, nil
}

// mayBeClues reports whether a parameter has elements.
func mayBeClues(a *model.Array) bool { return len(a.Index) > 0 || a.Type.Kind == model.MapKind }

// openParams makes state variables of the parameters of a model without moves, which the solver chooses: of those
// that are wanted and can be deferred. fixed says why others cannot be. The result is nil if there are none.
func openParams(
	ctx context.Context, z *puzzle.Puzzle, m *model.Model, wanted func(a *model.Array) bool,
) (c *clues, fixed []string, err error) {
	var open []*model.Array
	reasons := Defer(m, m.ParamArrays()).Fixed
	for _, a := range m.ParamArrays() {
		if why := reasons[a.Name]; why != "" {
			fixed = append(fixed, a.Name+": "+why)
		} else if wanted(a) {
			open = append(open, a)
		}
	}
	if len(open) == 0 {
		return nil, fixed, nil
	}
	c = &clues{base: z, deferred: Defer(m, open), params: open}
	return c, fixed, c.compile(ctx)
}

// compile compiles the deferred model, and lists its elements and variables.
func (c *clues) compile(ctx context.Context) error {
	c.z, c.elements, c.values = c.base.Changed(opened(c.deferred.Model)), nil, nil
	if err := c.z.Compile(ctx); err != nil {
		return err
	}
	c.list()
	return nil
}

// narrow takes the values that no element can have from parameters whose values may be missing. Of 1..999, a puzzle of
// 25 cells may have use for 25 values, and variables with few values are drawn sooner.
func (c *clues) narrow(ctx context.Context) error {
	s, err := c.z.Sampler(puzzle.Options{})
	if err != nil || !slices.ContainsFunc(c.params, func(a *model.Array) bool { return a.Optional }) {
		return err
	}
	limits := map[*model.Array][2]int64{}
	for _, e := range c.elements {
		if a := c.params[e.param]; a.Optional && e.v >= 0 && s.Possible(s.Is(e.v, missing).Not()) {
			least, greatest := s.Bounds(e.v)
			if old, ok := limits[a]; ok {
				least, greatest = min(least, old[0]), max(greatest, old[1])
			}
			limits[a] = [2]int64{least, greatest}
		}
	}
	m := c.deferred.Model
	for _, a := range m.StateArrays() {
		if at, ok := limits[a.Later]; ok {
			a.Domain, m.Data[a.ID].Domain = placesIn(a.Domain.Span(), at[0], at[1])
		}
	}
	return c.compile(ctx)
}

// opened lets the solver choose the deferred parameters of a model. What the model assumes of them becomes a goal.
func opened(m *model.Model) *model.Model {
	p := m.WithoutPromises()
	p.Goals, p.Assumes = slices.Concat(p.Goals, p.Assumes), nil
	for _, a := range p.Arrays {
		if a.Later != nil && a.Later.Role == model.Param { // a copy, which later.Defer made
			a.Value = &model.AnyValue{Base: model.Base{Sp: a.Span, Ty: a.Type}}
		}
	}
	out := *m
	out.Program = p
	return &out
}

// list lists the elements and the variables.
func (c *clues) list() {
	at := map[int]int{}
	t := c.z.Task()
	for v := range t.Vars {
		at[t.Vars[v].State] = v
	}
	m := c.z.Model()
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		param := slices.Index(c.params, a.Later)
		for k := range d.Size {
			v, varies := at[d.Offset+k]
			if !varies {
				v = -1
			}
			switch {
			case param >= 0:
				c.elements = append(c.elements, element{param: param, place: k, v: v, now: d.Values[k].N, blank: d.Values[k].N})
			case varies && a.Later == nil && t.Free[v]:
				c.values = append(c.values, v)
			}
		}
	}
}

// is returns the literal that an element has a value: a true literal if it can have no other.
func (e *element) is(s *constraint.Sampler, value int64) constraint.Literal {
	if e.v < 0 {
		return constraint.True
	}
	return s.Is(e.v, value)
}

// state returns the literals that the values of the puzzle are those of a state.
func (c *clues) state(s *constraint.Sampler, state []int64) (all []constraint.Literal) {
	return lists.Map(c.values, func(v int) constraint.Literal { return s.Is(v, state[v]) })
}

// shuffled returns the variables of the puzzle in random order.
func (c *clues) shuffled(r *rand.Rand) []int {
	order := slices.Clone(c.values)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// draw draws an assignment. If that takes too long, it draws fewer values at random, and leaves the others to the
// search.
func (c *clues) draw(
	ctx context.Context, s *constraint.Sampler, order []int, r *rand.Rand, assumed ...constraint.Literal,
) (state []int64, err error) {
	for limit := int64(drawLimit / 16); ; limit *= 4 {
		state, _, err = s.Draw(ctx, constraint.Draw{Assumed: assumed, Order: order, Rand: r, Conflicts: limit})
		if large := (*backends.LimitError)(nil); !errors.As(err, &large) || limit >= drawLimit {
			return state, err
		}
		order = order[:len(order)/8]
	}
}

// weigh finds which values are weaker than others.
func (c *clues) weigh(ctx context.Context, r *rand.Rand) error {
	s, err := c.z.Sampler(puzzle.Options{})
	if err != nil {
		return err
	}
	c.seen, c.alone = map[sign]int{}, map[[2]sign]bool{}
	var free []int
	var now []constraint.Literal
	for i, e := range c.elements {
		if e.v >= 0 {
			free = append(free, i)
		}
		if c.present {
			now = append(now, e.is(s, e.now))
		}
	}
	for range samples {
		order := c.shuffled(r)
		order = append(order, lists.Map(r.Perm(len(free)), func(i int) int { return c.elements[free[i]].v })...)
		state, err := c.draw(ctx, s, order, r, now...)
		switch large := (*backends.LimitError)(nil); {
		case errors.As(err, &large):
			return fmt.Errorf("no full solution was found: %w; a model in which a value leaves few to others is drawn faster, "+
				"and data are also made by %s", err, mention.With(mention.From, "GENERATOR"))
		case err != nil || state == nil:
			return cmp.Or(err, errAnyClue)
		}
		values := c.state(s, state)
		lits := lists.Map(free, func(i int) constraint.Literal { return s.Is(c.elements[i].v, state[c.elements[i].v]) })
		for _, at := range r.Perm(len(free))[:min(probes, len(free))] {
			if !s.Possible(slices.Concat(values, lits[:at], lits[at+1:])...) {
				continue
			}
			e := &c.elements[free[at]]
			left := s.Left(e.v)
			for _, w := range left {
				c.seen[c.sign(e, w)]++
				for _, b := range c.z.Task().Vars[e.v].Values {
					if !slices.Contains(left, b) {
						c.alone[[2]sign{c.sign(e, w), c.sign(e, b)}] = true
					}
				}
			}
		}
	}
	return nil
}

// weaker reports whether b is a weaker sign of an element than w.
func (c *clues) weaker(e *element, w, b int64) bool {
	x, y := c.sign(e, w), c.sign(e, b)
	return c.alone[[2]sign{y, x}] && !c.alone[[2]sign{x, y}] && c.seen[x] >= leastSeen
}

// blanks gives each element the weakest value that is weaker than its present one, or as weak. Of several equal
// ones it takes the one that the present data have most often.
func (c *clues) blanks() {
	often := map[sign]int{}
	for _, e := range c.elements {
		often[sign{e.param, e.now}]++
	}
	for i := range c.elements {
		e := &c.elements[i]
		if e.v < 0 {
			continue
		}
		values := c.z.Task().Vars[e.v].Values
		if c.params[e.param].Optional {
			values = values[:min(len(values), 2)] // missing, and a value
		}
		isBlank := func(b int64) bool {
			stronger := func(w int64) bool { return c.weaker(e, w, b) }
			weakest := func(w int64) bool { return c.weaker(e, b, w) }
			return slices.ContainsFunc(values, stronger) && !slices.ContainsFunc(values, weakest)
		}
		for _, b := range values {
			if (b == e.now || c.weaker(e, e.now, b)) && isBlank(b) &&
				(!e.hasOne || often[sign{e.param, b}] > often[sign{e.param, e.blank}]) {
				e.blank, e.hasOne = b, true
			}
		}
	}
}

// data returns the parameters as --data gives them, for a value of each element.
func (c *clues) data(now []int64) map[string]any {
	values := make([][]model.Value, len(c.params))
	for i, a := range c.params {
		values[i] = slices.Clone(c.base.Model().Data[a.ID].Values)
		if of := values[i][0].C; of != nil {
			cells := &model.Map{Rows: of.Map.Rows, Cols: of.Map.Cols, Cells: slices.Clone(of.Map.Cells)}
			values[i][0] = model.MapValue(cells)
		}
	}
	for i := range c.elements {
		e := &c.elements[i]
		v := c.deferred.present(c.params[e.param], now[i])
		switch of := values[e.param][0].C; {
		case of == nil:
			values[e.param][e.place] = v
		case v.IsNone():
			of.Map.Cells[e.place] = model.NoWord
		default:
			of.Map.Cells[e.place] = rune(v.N)
		}
	}
	out := map[string]any{}
	for i, a := range c.params {
		out[a.Name] = arrayData(c.base, a, values[i])
	}
	return out
}
