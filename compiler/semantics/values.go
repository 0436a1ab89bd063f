package semantics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// filling computes the elements of one array.
type filling struct {
	b      *builder
	a      *model.Array
	d      *model.ArrayData
	frame  Frame
	own    bool   // the value is the array's own, which may use the index names
	origin string // the source of the values, for the end of an error: " (default)"
	where  string // for the beginning of an error: "data.json: "
	errors int
	off    Cut // of the map that was read last
}

// maxValueErrors is the greatest number of errors about one array.
const maxValueErrors = 5

func (b *builder) values(a *model.Array, d *model.ArrayData) bool {
	if !b.ev.fits(d.Size, valueBytes+1) {
		return false
	}
	d.Values, d.Defined = make([]model.Value, d.Size), make([]bool, d.Size)
	w := &filling{b: b, a: a, d: d}
	if src, ok := b.given[a]; ok && a.Role == model.Param {
		return w.fromSource(src)
	}
	if v := b.inst[a]; v != nil {
		w.origin = " (instance " + b.m.Instance.Name + ")"
		return w.fromExpr(v.Value, v.Slots)
	}
	if a.Role == model.Param {
		w.origin = " (default)"
	}
	w.own = true
	return w.fromExpr(a.Value, a.Slots)
}

func (filling *filling) fromSource(src source) bool {
	filling.where = prefix(src.Where)
	if len(src.Blanks) > 0 && filling.d.Size > 0 && filling.b.takesBlank(filling.a, filling.d, 0) {
		filling.b.diags = append(filling.b.diags, src.Blanks...)
	}
	switch {
	case src.compute != nil:
		for k, s := range src.compute(filling.d) {
			filling.put(k, s.Value, s.OK, filling.a.Span)
		}
		return filling.errors == 0
	case src.Text != nil:
		if filling.a.Type.Kind != model.MapKind || len(filling.a.Index) > 0 {
			return filling.fail(filling.a.Span, codeBadData, "`%s` is not a map: it cannot be read from a file", filling.a.Name)
		}
		v, problem := filling.mapOf(*src.Text, 0)
		if problem != "" {
			return filling.fail(filling.a.Span, codeBadData, "`%s` %s", filling.a.Name, problem)
		}
		filling.put(0, v, true, filling.a.Span)
		return filling.errors == 0
	case src.JSON != nil:
		return filling.fromJSON(src.JSON)
	case src.Value != nil:
		return filling.fromExpr(src.Value.Value, src.Value.Slots)
	default:
		return filling.fail(filling.a.Span, codeBadData, "`%s` is given no value", filling.a.Name)
	}
}

// fail reports an error about the values, unless there were maxValueErrors before. Values from data have no position in
// the text of the model.
func (filling *filling) fail(span diag.Span, code, format string, args ...any) bool {
	if filling.where != "" {
		span = diag.Span{}
	}
	ev := filling.b.ev
	if filling.errors++; filling.errors <= maxValueErrors && !ev.tainted && ev.problem == nil && ev.steps >= 0 {
		filling.b.diags.Errorf(span, code, "%s%s", filling.where, fmt.Sprintf(format, args...))
	}
	return false
}

// fromExpr computes each element from e. If e is a list, its parts are the elements.
func (filling *filling) fromExpr(e model.Expr, slots int) bool {
	filling.frame = make(Frame, slots)
	if list, ok := e.(*model.List); ok && len(filling.a.Index) > 0 {
		var flat []model.Expr
		if !filling.flatten(list, filling.dims(), &flat) {
			return false
		}
		for k, x := range flat {
			filling.element(k, x)
		}
		return filling.errors == 0
	}
	for k := range filling.d.Size {
		filling.element(k, e)
		if filling.b.ev.steps < 0 || filling.b.ev.problem != nil {
			return false
		}
	}
	return filling.errors == 0
}

// element computes the value of element k.
func (filling *filling) element(k int, e model.Expr) {
	if filling.own {
		bindIndex(filling.frame, filling.a, filling.d.IndexAt(k))
	}
	v, ok := filling.b.ev.eval(e, filling.frame)
	if !ok && filling.a.Role == model.Param {
		if cell, why := filling.offBoard(e); why != "" {
			filling.fail(cell.Span(), codeUndefined, "%s is undefined: %s%s", filling.name(k), why, filling.origin)
			return
		}
	}
	filling.put(k, v, ok, e.Span())
}

// offBoard returns the first cell in e that lies outside its grid. This is the usual reason for an undefined value.
func (filling *filling) offBoard(e model.Expr) (cell model.Expr, why string) {
	if c, ok := e.(*model.ToCell); ok {
		at, ok := filling.b.ev.eval(c.X, filling.frame)
		if _, defined := filling.b.ev.eval(c, filling.frame); ok && !defined {
			d := filling.b.ev.dims(c.Ty.Grid)
			return c, fmt.Sprintf("%s lies outside %s, which has %s",
				filling.b.m.Format(c.X.Type(), at), c.Ty.Grid.Name, SizeOf(d))
		}
	}
	for p := range model.Parts(e) {
		if cell, why = filling.offBoard(p); why != "" {
			break
		}
	}
	return cell, why
}

// put checks and stores the value of element k.
func (filling *filling) put(k int, v model.Value, ok bool, span diag.Span) {
	switch {
	case !ok && filling.a.Role == model.Param:
		filling.fail(span, codeUndefined, "%s is undefined%s", filling.name(k), filling.origin)
	case ok && !filling.keep(k, v):
		filling.outside(k, v, span)
	}
}

// keep stores the value of element k if it is one of the type of the element, or None.
func (filling *filling) keep(k int, v model.Value) bool {
	set, f := filling.b.entry(filling.a, filling.d, k)
	if !v.IsNone() && !filling.b.ev.Contains(set, v, f) {
		return false
	}
	filling.d.Values[k], filling.d.Defined[k] = v, !v.IsNone()
	return true
}

func (filling *filling) outside(k int, v model.Value, span diag.Span) {
	if alphabet, f := alphabetOf(filling.b.entry(filling.a, filling.d, k)); alphabet != nil {
		if r, c, sign, found := filling.b.stranger(alphabet, f, v); found {
			text, types := filling.b.m.Format(filling.a.Type.Sign(), sign), filling.b.describeIn(alphabet, f)
			if len(filling.a.Type.Elems) > 0 {
				filling.fail(span, codeOutsideType, "%s: word %d of row %d is %s, outside %s%s", filling.name(k), c+1, r+1, text,
					types, filling.origin)
				return
			}
			filling.fail(span, codeOutsideType, "%s: line %d, column %d: %s is not in the alphabet %s%s", filling.name(k),
				filling.off.Top+r+1, filling.off.Left+c+1, text, types, filling.origin)
			return
		}
	}
	filling.fail(span, codeOutsideType, "%s is %s, outside %s%s",
		filling.name(k), filling.b.m.Format(filling.a.Type, v), filling.b.describeAt(filling.a, filling.d, k), filling.origin)
}

// entry returns the type of element k of an array, and the frame to evaluate it in.
func (b *builder) entry(a *model.Array, d *model.ArrayData, k int) (model.Expr, Frame) {
	if a.Entry == nil {
		return a.Domain, make(Frame, model.SlotsFor(a.Domain))
	}
	f := make(Frame, max(a.Slots, model.SlotsFor(a.Entry)))
	bindIndex(f, a, d.IndexAt(k))
	return a.Entry, f
}

// describeAt returns the type of element k of an array as errors write it.
func (b *builder) describeAt(a *model.Array, d *model.ArrayData, k int) string {
	return b.describeIn(b.entry(a, d, k))
}

// takesBlank reports whether a blank is a sign of the map that is element k of an array.
func (b *builder) takesBlank(a *model.Array, d *model.ArrayData, k int) bool {
	alphabet, f := alphabetOf(b.entry(a, d, k))
	if alphabet == nil || len(a.Type.Elems) > 0 {
		return alphabet == nil
	}
	in, _ := b.ev.contains(alphabet, model.Int(' '), f)
	return in
}

// alphabetOf returns the alphabet of a type of maps, and the frame to evaluate it in; nil if the type has none.
func alphabetOf(domain model.Expr, f Frame) (model.Expr, Frame) {
	switch t := domain.(type) {
	case *model.NamedSet:
		return alphabetOf(t.Decl.Set, make(Frame, t.Decl.Slots))
	case *model.AnyMap:
		return t.Alphabet, f
	default:
		return nil, nil
	}
}

// stranger returns the first character or word of a map that is not in its alphabet.
func (b *builder) stranger(alphabet model.Expr, f Frame, v model.Value) (row, col int, sign model.Value, found bool) {
	p := v.C.Map
	for i := range p.Cells {
		sign = p.At(int64(i))
		if in, _ := b.ev.contains(alphabet, sign, f); !in && !sign.IsNone() {
			return i / p.Cols, i % p.Cols, sign, true
		}
	}
	return 0, 0, sign, false
}

// name returns the name of element k in errors.
func (filling *filling) name(k int) string {
	if len(filling.a.Index) == 0 {
		return filling.a.Name
	}
	return filling.a.Name + "[" + filling.b.m.FormatIndex(filling.a, k) + "]"
}

// DescribeSet returns a set as errors write it.
func (machine *Machine) DescribeSet(set model.Expr) string { return machine.describing().describe(set) }

// DescribeDomain returns the type of element k of an array as errors write it.
func (machine *Machine) DescribeDomain(a *model.Array, k int) string {
	return machine.describing().describeAt(a, machine.m.Data[a.ID], k)
}

func (machine *Machine) describing() *builder {
	return &builder{p: machine.m.Program, m: machine.m, ev: machine.ev}
}

// describe returns a set as errors write it.
func (b *builder) describe(e model.Expr) string {
	return b.describeIn(e, make(Frame, model.SlotsFor(e)))
}

func (b *builder) describeIn(e model.Expr, f Frame) string {
	switch e := e.(type) {
	case *model.NamedSet:
		if _, ok := e.Decl.Set.(*model.Range); ok {
			return e.Decl.Name + " (" + b.describe(e.Decl.Set) + ")"
		}
		return e.Decl.Name
	case *model.GridSet:
		return e.Grid.Name
	case *model.Range:
		if lo, hi, ok := b.ev.bounds(e, f); ok {
			return fmt.Sprintf("%d..%d", lo, hi)
		}
	case *model.FullSet, *model.AnyChar:
		return e.Type().Elem().String()
	case *model.AnySet:
		return "set " + b.describe(e.Elem)
	case *model.Subsets:
		text := "set " + b.describe(e.Elem)
		for _, x := range e.Least {
			if n, ok := b.ev.eval(x, f); ok {
				text += fmt.Sprintf(", at least %d values", n.N)
			}
		}
		for _, x := range e.Most {
			if n, ok := b.ev.eval(x, f); ok {
				text += fmt.Sprintf(", at most %d", n.N)
			}
		}
		return text
	case *model.AnyList:
		return "list of " + b.describe(e.Elem)
	case *model.Product:
		return "(" + strings.Join(lists.Map(e.Elems, b.describe), ", ") + ")"
	case *model.SetLit, *model.SetComp, *model.Union:
		s, ok := b.ev.set(e, f)
		if ok && s.Type != nil && s.Type.Kind == model.Character {
			return b.signs(s)
		}
		if ok && s.Len() <= 30 && s.Type != nil {
			return b.m.Format(model.SetOf(s.Type), model.SetValue(s))
		}
	default:
	}
	return "its type"
}

// signs returns a set of characters as errors write it: {'#', 'a'..'z'}.
func (b *builder) signs(s *model.Set) string {
	var parts []string
	for i := 0; i < s.Len(); {
		j := i + 1
		for j < s.Len() && s.Elems[j].N == s.Elems[j-1].N+1 {
			j++
		}
		run := make([]string, j-i)
		for k, v := range s.Elems[i:j] {
			run[k] = b.m.Format(s.Type, v)
		}
		if len(run) > 3 {
			run = []string{run[0] + ".." + run[len(run)-1]}
		}
		parts, i = append(parts, run...), j
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// dims is the lengths of the levels of a nested list.
type dims []int

// dims returns the lengths of the levels of a nested list: one for each index, two for an index over a whole grid.
func (filling *filling) dims() dims {
	var out dims
	for _, s := range filling.d.Index {
		if s.Type != nil && s.Type.Kind == model.CellKind {
			if d := filling.b.ev.dims(s.Type.Grid); d.Rows*d.Cols == int64(s.Len()) {
				out = append(out, int(d.Rows), int(d.Cols))
				continue
			}
		}
		out = append(out, s.Len())
	}
	return out
}

func (d dims) size() int {
	n := 1
	for _, k := range d {
		n *= k
	}
	return n
}

// split returns the number of levels that a list of n lists stands for, 0 if n fits none.
func (d dims) split(n int) int {
	for k := 1; k < len(d); k++ {
		if d[:k].size() == n {
			return k
		}
	}
	return 0
}

// flatten appends the elements of a list, flat or nested, to out.
func (filling *filling) flatten(l *model.List, d dims, out *[]model.Expr) bool {
	if !slices.ContainsFunc(l.Elems, isList) {
		if len(l.Elems) != d.size() {
			return filling.wrongLength(l.Sp, d.size(), len(l.Elems), len(d) == len(filling.dims()))
		}
		*out = append(*out, l.Elems...)
		return true
	}
	k := d.split(len(l.Elems))
	if k == 0 {
		return filling.wrongNesting(l.Sp, d, len(l.Elems), len(l.Leaves()))
	}
	for _, x := range l.Elems {
		inner, ok := x.(*model.List)
		if !ok {
			return filling.fail(x.Span(), codeShape, "`%s` mixes lists and values%s", filling.a.Name, filling.origin)
		}
		if !filling.flatten(inner, d[k:], out) {
			return false
		}
	}
	return true
}

func isList(e model.Expr) bool {
	_, ok := e.(*model.List)
	return ok
}

// title is what errors call the array.
func (filling *filling) title() string {
	if filling.a.Unnamed {
		return "this list"
	}
	return filling.a.Name
}

func (filling *filling) wrongLength(span diag.Span, want, has int, whole bool) bool {
	list := "a list in " + filling.a.Name
	if whole {
		list = filling.title()
	}
	return filling.fail(span, codeShape, "%s needs %s, has %d%s", list, text.Count(want, "value"), has, filling.origin)
}

func (filling *filling) wrongNesting(span diag.Span, d dims, lists, leaves int) bool {
	if d.size() != leaves && len(d) == len(filling.dims()) {
		return filling.wrongLength(span, d.size(), leaves, true)
	}
	if len(d) == 1 {
		return filling.fail(span, codeShape, "the lists in %s are nested too deeply%s", filling.a.Name, filling.origin)
	}
	return filling.fail(span, codeShape, "%s needs %d lists, has %d%s", filling.a.Name, d[0], lists, filling.origin)
}

func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}

func count(n int, what string) string {
	if n == 0 {
		return "no " + what + "s"
	}
	return text.Count(n, what)
}

// SizeOf writes the size of a grid: "1 row and 3 columns".
func SizeOf(d model.Dims) string {
	return text.Count(int(d.Rows), "row") + " and " + text.Count(int(d.Cols), "column")
}
