package check

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// set checks an expression that must be a type or a set with a known element type.
func (s *scope) set(e dsl.Expr) model.Expr { return s.knownSet(e, s.hint(e, anySet)) }

// knownSet is set for an expression that has been checked.
func (s *scope) knownSet(e dsl.Expr, x model.Expr) model.Expr {
	x = s.asSet(x)
	if !isWrong(x) && x.Type().Elem() == nil {
		return s.refuse(e.Span(), codeNotSet, "name a type", "the kind of this set's elements is not known")
	}
	return x
}

// asSet reports an expression that is not a set.
func (s *scope) asSet(x model.Expr) model.Expr {
	if isWrong(x) || x.Type().Kind == model.SetKind {
		return x
	}
	d := s.diags.Errorf(x.Span(), codeNotSet, "this is %s, a type or set is wanted", describe(x.Type()))
	switch x.Type().Kind {
	case model.Number:
		d.Help = "write a range, `0..n-1`, or a set, `{1, 2}`"
	case model.MapKind:
		d.Help = "the cells of a map are `grid(…)`"
	case model.ListKind:
		d.Help = "the places of a list are `0..size(xs)-1`, and `xs[k]` is the value at place k"
	default:
		d.Help = "a set of one element is written `{x}`"
	}
	return wrongAt(x.Span())
}

// listed reports a set whose values cannot be listed.
func (s *scope) listed(x model.Expr) {
	if what := endless(x); what != "" {
		if text := s.written(x.Span(), what); strings.HasPrefix(text, what+" ") {
			what = text
		}
		d := s.diags.Errorf(x.Span(), codeEndless, "the values of `%s` cannot be listed here", what)
		switch {
		case what == "char":
			d.Help = "write the characters: `{'.', 'o'}`"
		case strings.HasPrefix(what, "set"):
			d.Help = "use numbers whose binary digits say which elements belong to the set: `m in 0..15`, of which " +
				"`m / 4 % 2 == 1` asks for one digit"
		}
	}
}

// singleParam reports a parameter of a move that is a set, or whose values cannot be listed.
func (s *scope) singleParam(x model.Expr) {
	if endless(x) != "set" {
		s.listed(x)
		return
	}
	d := s.diags.Errorf(x.Span(), codeEndless,
		"a parameter of a move is a single value; the values of `%s` cannot be listed", s.written(x.Span(), "set …"))
	d.Help = "write several moves, one for each number of elements; or a parameter `bool` for each element; or a number " +
		"whose binary digits say which, `m: 1..15`, of which `m / 4 % 2 == 1` asks for one digit"
}

// endless names the part of a set that cannot be listed; "" if there is none.
func endless(x model.Expr) string {
	switch x := x.(type) {
	case *model.AnyChar:
		return x.Type().Elem().String() // "char", "text"
	case *model.AnyMap:
		return "map"
	case *model.AnySet:
		return "set"
	case *model.AnyList:
		return "list"
	case *model.NamedSet:
		return endless(model.Unnamed(x))
	case *model.Product:
		for _, e := range x.Elems {
			if what := endless(e); what != "" {
				return what
			}
		}
	case *model.If:
		return endless(x.Then) + endless(x.Else)
	default:
	}
	return ""
}

// undeclaredNames replaces the findings from index from on by one, if all elements of a set are unknown names, at least
// two, and not all of them are near to known names.
func (s *scope) undeclaredNames(e *dsl.SetLit, from int) {
	found := s.diags[from:]
	another := func(d *diag.Diagnostic) bool { return d.Code != codeUnknown }
	likeNone := func(d *diag.Diagnostic) bool { return d.Help == "" }
	if len(found) < 2 || len(found) != len(e.Elems) || slices.ContainsFunc(found, another) ||
		!slices.ContainsFunc(found, likeNone) {
		return
	}
	var names []string
	for _, d := range found {
		names = append(names, s.checker.text(d.Span))
		s.merged = append(s.merged, d.Msg)
	}
	s.diags = s.diags[:from]
	d := s.diags.Errorf(e.Span(), codeUnknown, "unknown names `%s`", strings.Join(names, "`, `"))
	d.Help = "names of your own are declared: `enum E { " + strings.Join(names, ", ") + " }`, and then the type is `E`"
	if s.unit != nil {
		if t, ok := s.unit.decl.(*dsl.TypeDecl); ok && t.Type == dsl.TypeExpr(e) {
			d.Help =
				"names of your own are declared: write `enum " + t.Name.Name + " { " + strings.Join(names, ", ") + " }`"
		}
	}
}

func (s *scope) setLit(e *dsl.SetLit, want *model.Type) model.Expr {
	var hint *model.Type
	if want != nil {
		hint = want.Elem()
	}
	elems := make([]model.Expr, len(e.Elems))
	var t *model.Type
	defer s.undeclaredNames(e, len(s.diags))
	for i, x := range e.Elems {
		elems[i] = s.hint(x, hint)
		if t == nil {
			t = elems[i].Type()
			continue
		}
		joined, ok := join(t, elems[i].Type())
		if !ok {
			return s.refuse(x.Span(), codeKind, "the elements of a set have one kind", "this is %s among %s",
				describe(elems[i].Type()), plural(t))
		}
		t = joined
	}
	if t == nil {
		t = hint // nil: the empty set, of any type
	}
	for i := range elems {
		elems[i], _ = convert(elems[i], t)
	}
	return &model.SetLit{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(t)}, Elems: elems}
}

func (s *scope) setComp(e *dsl.SetComp, want *model.Type) model.Expr {
	defer s.release(s.mark())
	out := &model.SetComp{Vars: s.vars(e.Vars)}
	out.Where = s.condOr(e.Where)
	var hint *model.Type
	if want != nil {
		hint = want.Elem()
	}
	out.Elem = s.hint(e.Elem, hint)
	out.Base = model.Base{Sp: e.Span(), Ty: model.SetOf(out.Elem.Type())}
	return out
}

func (s *scope) mapType(e *dsl.MapType) model.Expr {
	out := &model.AnyMap{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(model.MapType)}}
	if e.Of == nil {
		return out
	}
	of := s.set(e.Of)
	switch t := elemOf(of); {
	case isWrong(of):
		return wrongAt(e.Span())
	case t.Kind == model.Number, t.Kind == model.Enumerated:
		out.Alphabet, out.Ty = of, model.SetOf(&model.Type{Kind: model.MapKind, Elems: []*model.Type{t}})
	case t.Kind == model.Character:
		out.Alphabet = of
	default:
		return s.refuse(e.Of.Span(), codeKind, "an array has values of any type: `param x[c in Cell]: …`",
			"a map is one of characters, numbers or values of an enum, not of %s", plural(t))
	}
	return out
}

func (s *scope) mapLit(e *dsl.MapLit, want *model.Type) model.Expr {
	if want != nil && hasWrong(want) {
		return wrongAt(e.Span())
	}
	if want == nil || want.Kind != model.MapKind {
		d := s.diags.Errorf(headOf(e.Span()), codeMap,
			"a map can stand only where a parameter or constant of type `map` gets its value")
		if want != nil {
			d.Msg = "this is a map, " + describe(want) + " is wanted"
		}
		return wrongAt(e.Span())
	}
	if len(want.Elems) > 0 {
		return s.wordMap(e, want, false)
	}
	s.ragged(e)
	m := &model.Map{Rows: len(e.Rows)}
	for _, row := range e.Rows { // they are filled with blanks to equal length
		runes := []rune(row)
		m.Cols = len(runes)
		m.Cells = append(m.Cells, runes...)
	}
	return &model.Lit{Base: model.Base{Sp: e.Span(), Ty: model.MapType}, Value: model.MapValue(m)}
}

// wordMap checks a map of words.
func (s *scope) wordMap(e *dsl.MapLit, t *model.Type, optional bool) model.Expr {
	var names []string
	if enum := t.Sign().Enum; enum != nil {
		if names = enum.Values; enum.Param != nil {
			names = s.enumOf(enum.Param).all
		}
	}
	m, bad := model.ReadWords(rowsOf(e), t.Sign(), names, optional)
	if bad != nil {
		at := diag.Span{Start: e.RowPos[bad.Row]}
		at.Start.Column += bad.Col
		at.Start.Offset += len(string([]rune(e.Rows[bad.Row])[:bad.Col]))
		at.End = at.Start
		at.End.Column += bad.Len
		at.End.Offset += len(string([]rune(e.Rows[bad.Row])[bad.Col : bad.Col+bad.Len]))
		return s.refuse(at, codeAlphabet, bad.Help, "%s", bad.Msg)
	}
	return &model.Lit{Base: model.Base{Sp: e.Span(), Ty: t}, Value: model.MapValue(m)}
}

// rowsOf returns the rows of a map without the blanks with which short rows were filled.
func rowsOf(e *dsl.MapLit) []string {
	rows := slices.Clone(e.Rows)
	for i, row := range rows {
		rows[i] = row[:e.RowEnd[i].Offset-e.RowPos[i].Offset]
	}
	return rows
}

// ragged warns of a row of a map in the model that is longer than all others only by blanks at its end.
func (c *checker) ragged(e *dsl.MapLit) {
	at := func(i int) diag.Span { return diag.Span{Start: e.RowPos[i], End: e.RowEnd[i]} }
	if d := Ragged(rowsOf(e), at); d != nil {
		c.diags.Add(d)
	}
}

// Ragged warns of a row that is longer than all others only by blanks at its end. These blanks are invisible and make
// the map wider. It returns nil if there is no such row. at returns the position of a row.
func Ragged(rows []string, at func(row int) diag.Span) *diag.Diagnostic {
	seen := 0
	equal := true
	for _, row := range rows {
		seen = max(seen, utf8.RuneCountInString(strings.TrimRight(row, " ")))
		equal = equal && utf8.RuneCountInString(row) == utf8.RuneCountInString(rows[0])
	}
	widest := seen
	for _, row := range rows {
		widest = max(widest, utf8.RuneCountInString(row))
	}
	if equal || widest == seen {
		return nil
	}
	i := slices.IndexFunc(rows, func(row string) bool { return utf8.RuneCountInString(row) == widest })
	var all diag.List
	d := all.Warnf(at(i), codeRagged, "blanks at the end of row %d make this map %d columns wide, not %d", i+1, widest,
		seen)
	d.Help = "remove them, or write all rows with the same length"
	return d
}

// alphabet reports characters of a map that its type does not allow. Alphabets that are not written out are checked
// when the model is instantiated.
func (c *checker) alphabet(e *dsl.MapLit, domain model.Expr) {
	chars, ok := literalAlphabet(domain)
	if !ok {
		return
	}
	reported := map[rune]bool{}
	for i, row := range e.Rows {
		for k, r := range []rune(row) {
			if slices.Contains(chars, r) || reported[r] || i >= len(e.RowPos) {
				continue
			}
			reported[r] = true
			at := e.RowPos[i]
			at.Column += k
			at.Offset += len(string([]rune(row)[:k]))
			end := at
			end.Column++
			end.Offset += len(string(r))
			if last := e.RowEnd[i]; at.Offset >= last.Offset { // a blank that is not in the text
				at, end = last, last
			}
			d := c.diags.Errorf(diag.Span{Start: at, End: end}, codeAlphabet, "%s is not a symbol of this map",
				model.QuoteChar(r))
			if r == ' ' {
				d.Help = "lines are filled with blanks to equal length; add ' ' to the alphabet if that is meant"
			} else {
				d.Help = "the symbols are " + strings.Join(lists.Map(chars, model.QuoteChar), ", ")
			}
		}
	}
}

// literalAlphabet is the alphabet of a type `map of {'.', 'o'}`. ok is false if no alphabet is written out.
func literalAlphabet(domain model.Expr) (chars []rune, ok bool) {
	m, isMap := model.Unnamed(domain).(*model.AnyMap)
	if !isMap || m.Alphabet == nil || elemOf(m.Alphabet).Kind != model.Character {
		return nil, false
	}
	set, isLit := model.Unnamed(m.Alphabet).(*model.SetLit)
	if !isLit {
		return nil, false
	}
	for _, e := range set.Elems {
		lit, isChar := e.(*model.Lit)
		if !isChar || isWrong(lit) {
			return nil, false
		}
		chars = append(chars, rune(lit.Value.N))
	}
	return chars, true
}

// grid checks `grid(level, …)` and `grid(rows, cols)`. The arguments are constant and cannot use local names, so that
// grids with equal arguments are the same grid.
func (s *scope) grid(e *dsl.Call) model.Expr {
	inner := s.fixedScope("the size of a grid")
	g := &model.Grid{Name: s.text1(e), Span: e.Span()}
	help := "write `grid(level)`, `grid(level, other)` for maps of one size, or `grid(rows, cols)`"
	args := make([]model.Expr, len(e.Args))
	for i, arg := range e.Args {
		if args[i] = inner.hint(arg, nil); isWrong(args[i]) {
			inner.forget(e.Args[i+1:])
			return wrongAt(e.Span())
		}
	}
	switch {
	case len(args) == 0:
		return s.refuse(e.Span(), codeArguments, help, "`grid` takes maps or two numbers, none given")
	case len(args) == 2 && args[0].Type().Kind != model.MapKind:
		g.Rows, g.Cols = s.expect(args[0], model.NumberType, ""), s.expect(args[1], model.NumberType, "")
		if isWrong(g.Rows) || isWrong(g.Cols) {
			return wrongAt(e.Span())
		}
	default:
		for _, x := range args {
			switch read, ok := x.(*model.Read); {
			case x.Type().Kind != model.MapKind:
				return s.refuse(x.Span(), codeGrid, help, "this is %s, `grid` takes maps or two numbers", describe(x.Type()))
			case !ok || len(read.Index) > 0:
				return s.refuse(x.Span(), codeGrid, "declare it: `const name: map = …`", "`grid` takes a map by its name")
			}
		}
		g.Maps = args
	}
	g.Slots = inner.slots
	g = s.registerGrid(g)
	return &model.GridSet{Base: model.Base{Sp: e.Span(), Ty: model.SetOf(cellType(g))}, Grid: g}
}

func (s *scope) text1(e dsl.Expr) string { return s.checker.text(e.Span()) }

// registerGrid returns the grid with the key of g, which is g itself if there was none.
func (c *checker) registerGrid(g *model.Grid) *model.Grid {
	key := gridKey(g)
	if old, ok := c.grids[key]; ok {
		return old
	}
	g.ID = len(c.program.Grids)
	c.program.Grids = append(c.program.Grids, g)
	c.grids[key] = g
	return g
}

// gridOfMap returns a grid of a map that is a parameter or constant.
func (c *checker) gridOfMap(m *model.Read) *model.Grid {
	for _, g := range c.program.Grids {
		if g.Holds(m.Array) {
			return g
		}
	}
	return c.registerGrid(&model.Grid{Name: "grid(" + m.Array.Name + ")", Span: m.Span(), Maps: []model.Expr{m}})
}

func describeSet(x model.Expr) string {
	if n, ok := x.(*model.NamedSet); ok {
		return "the type " + n.Decl.Name
	}
	return describe(x.Type())
}

// params makes the parameters of a move, symmetry or def visible.
func (s *scope) params(bindings []*dsl.Binding, listed bool) []model.Variable {
	var out []model.Variable
	for _, b := range bindings {
		set := s.set(b.Type)
		if listed {
			if _, isSet := model.Unnamed(set).(*model.AnySet); !isSet {
				s.singleParam(set)
			}
		}
		v := model.Variable{Name: b.Name.Name, Set: set}
		v.Slot = s.bind(b.Name.Name, elemOf(set), b.Name.Span())
		if v.Slot < 0 { // parameters hold the first slots, named or not
			v.Slot = s.newSlot()
		}
		out = append(out, v)
	}
	return out
}

// vars makes the variables of a binder visible.
func (s *scope) vars(vars []*dsl.BindVar) []model.Bind {
	var out []model.Bind
	for _, v := range vars {
		set := s.set(v.Set)
		s.listed(set)
		out = append(out, model.Bind{Target: s.target(v.Target, elemOf(set)), Set: set})
	}
	return out
}
