package model

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// nodes has a node of each kind; each has a part, and where it can two, in each of its lists.
func nodes() []Expr {
	local := func(slot int) Expr { return &Local{Name: "x", Slot: slot} }
	a, b := local(7), local(8)
	two := func() []Expr { return []Expr{a, b} }
	vars := func() []Bind {
		return []Bind{
			{Target: &Target{Slot: 3}, Set: a},
			{Target: &Target{Slot: -1, Elems: []*Target{{Slot: 4}, {Slot: -1}, {Slot: 5}}}, Set: b},
		}
	}
	rel := func() *Relation { return &Relation{Holes: []int{3, 4}, Domain: a, Body: b} }
	array, def := &Array{Role: State}, &Def{Body: a}
	pattern := &PatternCost{Array: array, Values: a, Tracked: b}
	return []Expr{
		&Lit{}, &Text{Parts: []TextPart{{Text: "t"}, {Expr: a}, {Expr: b}}}, &Local{Slot: 7},
		&Read{Array: array, Index: two()}, &Call{Def: def, Args: two()},
		&Not{X: a}, &Neg{X: a}, &Opposite{X: a}, &Binary{L: a, R: b}, &Scale{N: a, X: b}, &Shift{Cell: a, By: b},
		&Between{A: a, B: b},
		&ToOffset{X: a}, &ToCell{X: a}, &If{Cond: a, Then: b, Else: local(9)}, &Fold{Vars: vars(), Where: a, Body: b},
		&MapAt{Map: a, Cell: b},
		&Coord{X: a}, &Extent{Map: a}, &TupleOfExprs{Elems: two()}, &In{X: a, Set: b}, &Func{Args: two()},
		&Size{Set: a}, &Nth{Set: a, I: b},
		&Find{Array: array, X: a}, &Steps{Rel: rel(), A: a, B: b}, &Reaches{Rel: rel(), A: a, B: b}, &Links{Rel: rel()},
		&AnyValue{},
		&List{Elems: two()},
		&HeuristicRef{}, &RelaxationRef{}, pattern, &AdditiveCost{Parts: []*PatternCost{pattern, pattern}},
		&ProjectCost{Arrays: []*Array{array, array}},
		&NamedSet{}, &FullSet{}, &GridSet{}, &Range{Lo: a, Hi: b}, &SetLit{Elems: two()},
		&SetComp{Vars: vars(), Where: a, Elem: b},
		&Product{Elems: two()}, &AnyChar{}, &AnySet{Elem: a}, &AnyMap{Alphabet: a},
	}
}

// effects has an effect of each kind.
func effects() []Effect {
	a, b := Expr(&Local{Slot: 7}), Expr(&Local{Slot: 8})
	reason := &Text{Parts: []TextPart{{Expr: a}}}
	require := &Require{Cond: Cond{Expr: a, Reason: reason}}
	return []Effect{
		&Assign{Targets: []Place{{Array: &Array{}, Index: []Expr{a, b}}}, Values: []Expr{a}},
		&Let{Target: &Target{Slot: 3}, Value: a}, &IfEffect{Cond: a, Then: []Effect{require}, Else: []Effect{
			require,
			require,
		}},
		&ForEffect{Vars: []Bind{{Target: &Target{Slot: 3}, Set: a}}, Where: b, Body: []Effect{require}}, require,
	}
}

// held counts by reflection what visit should tell: the fields of a node that hold expressions, arrays, defs and slots.
func held(v reflect.Value) (parts, arrays, defs, slots int) {
	switch x := v.Interface().(type) {
	case *Array:
		return 0, 1, 0, 0
	case *Def:
		return 0, 0, 1, 0
	case *Target:
		if x.Elems == nil && x.Slot >= 0 {
			return 0, 0, 0, 1
		}
		return held(reflect.ValueOf(x.Elems))
	case *Grid, *TypeDecl, *Heuristic, *Relaxation, Base, EffectBase:
		return 0, 0, 0, 0
	case *Relation:
		parts, arrays, defs, _ = held(reflect.ValueOf(*x))
		return parts, arrays, defs, len(x.Holes)
	case Expr:
		return 1, 0, 0, 0
	case []Effect:
		return 0, 0, 0, 0
	}
	add := func(w reflect.Value) {
		p, a, d, s := held(w)
		parts, arrays, defs, slots = parts+p, arrays+a, defs+d, slots+s
	}
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			add(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); v.Type().Field(i).IsExported() &&
				(f.Kind() != reflect.Interface && f.Kind() != reflect.Pointer || !f.IsNil()) {
				add(f)
			}
		}
	default:
	}
	return parts, arrays, defs, slots
}

type counts struct{ parts, arrays, defs, slots int }

func (c *counts) visitor() *visitor {
	return &visitor{
		part: func(*Expr) { c.parts++ }, array: func(**Array) { c.arrays++ }, def: func(**Def) { c.defs++ },
		slot: func(int) { c.slots++ },
	}
}

func countsOf(v reflect.Value) (c counts) {
	c.parts, c.arrays, c.defs, c.slots = held(v)
	return c
}

// What visit tells of a node is what its fields hold.
func TestVisitTellsAllFields(t *testing.T) {
	for _, e := range nodes() {
		var told counts
		visit(e, told.visitor())
		assert.Equal(t, countsOf(reflect.ValueOf(e).Elem()), told, "%T", e)
	}
	for _, e := range effects() {
		var told counts
		blocks := 0
		visitEffect(e, told.visitor(), func(*[]Effect) { blocks++ })
		assert.Equal(t, countsOf(reflect.ValueOf(e).Elem()), told, "%T", e)
		switch e.(type) {
		case *IfEffect:
			assert.Equal(t, 2, blocks)
		case *ForEffect:
			assert.Equal(t, 1, blocks)
		default:
			assert.Zero(t, blocks)
		}
	}
}

// A copy with other parts leaves the original as it was.
func TestCopiesAreOnTheirOwn(t *testing.T) {
	c := Copier{
		Expr:  func(Expr) Expr { return &Lit{} },
		Array: func(*Array) *Array { return nil },
		Def:   func(*Def) *Def { return nil },
	}
	c.Expr = func(e Expr) Expr {
		if _, ok := e.(*PatternCost); ok {
			return &PatternCost{}
		}
		if _, ok := e.(*Text); ok {
			return &Text{}
		}
		return &Lit{}
	}
	for i, e := range nodes() {
		out := c.Copy(e)
		assert.Equal(t, nodes()[i], e, "%T", e)
		assert.IsType(t, e, out)
		for p := range Parts(out) {
			assert.NotContains(t, []int{7, 8, 9}, slotOf(p), "%T", e)
		}
	}
	list := effects()
	out := c.Effects(list)
	assert.Equal(t, effects(), list)
	for e := range (&Move{Body: out}).Exprs() {
		assert.Equal(t, -1, slotOf(e))
	}
}

func slotOf(e Expr) int {
	if l, ok := e.(*Local); ok {
		return l.Slot
	}
	return -1
}

// Walks end where they are told to.
func TestWalksEnd(t *testing.T) {
	for _, e := range nodes() {
		n := 0
		for range Parts(e) {
			n++
			break
		}
		assert.LessOrEqual(t, n, 1)
		n = 0
		for range All(e) {
			n++
			break
		}
		assert.Equal(t, 1, n)
	}
	n := 0
	for range (&Move{Body: effects()}).Exprs() {
		if n++; n == 3 {
			break
		}
	}
	assert.Equal(t, 3, n)
}

func TestFreeLocals(t *testing.T) {
	bound := &Fold{
		Vars: []Bind{{Target: &Target{Slot: 2}, Set: &Local{Slot: 1}}},
		Body: &Binary{L: &Local{Slot: 2}, R: &Local{Slot: 0}},
	}
	var slots []int
	for _, l := range FreeLocals(bound) {
		slots = append(slots, l.Slot)
	}
	assert.Equal(t, []int{1, 0}, slots)
	assert.Equal(t, 3, SlotsFor(bound, nil))
	assert.Zero(t, SlotsFor(nil))
}
