package why

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// clause is a condition of the model that can be removed: a conjunct, or an instance of a `forall`.
type clause struct {
	kind   string // "goal", "always", "lost", "init", "when", "require", "given", "distinct"
	span   diag.Span
	whole  diag.Span // of the condition that it is a part of
	values []named   // of the variables of the foralls around it
	expr   model.Expr
	slots  int
	text   string // instead of the source text
	reason *model.Text
	words  string // the reason, if it reads only known values

	move    *model.Move    // of a `when` or `require`
	title   string         // of these: what it is, "move go: when"
	require *model.Require // of a `require`
	array   *model.Array   // of a given value or of `distinct`
	place   int            // of a given value
}

// maxClauses bounds the number of clauses, and maxTested the number of values for which one forall is tested. A larger
// forall is not split.
const (
	maxClauses = 10_000
	maxTested  = 1_000_000
)

// definition is the kind of clauses that say what an answer is.
const definition = "definition"

// splitter splits conditions into clauses.
type splitter struct {
	m      *model.Model
	ev     *semantics.Evaluator
	reads  model.StateReads
	out    []clause
	now    clause // of the condition that is split
	within int    // number of nested calls of defs around it
}

func newSplitter(m *model.Model) *splitter {
	return &splitter{m: m, ev: semantics.NewEvaluator(m)}
}

// formulas splits conditions of one kind.
func (s *splitter) formulas(kind string, fs []model.Formula) {
	for i := range fs {
		s.condition(clauseOf(kind, &fs[i]), fs[i].Expr)
	}
}

// clauseOf returns the common data of the clauses of a condition.
func clauseOf(kind string, f *model.Formula) clause {
	switch {
	case f.Lost:
		kind = "lost"
	case f.Defines:
		kind = definition
	}
	return clause{kind: kind, whole: f.Expr.Span(), slots: f.Slots, reason: f.Reason}
}

// condition splits one condition. c holds the common data of its clauses.
func (s *splitter) condition(c clause, e model.Expr) {
	s.now = c
	s.split(e, make(semantics.Frame, max(c.slots, model.SlotsFor(e))), nil, func(e model.Expr) model.Expr { return e })
}

// wrap makes the clause of a part of an expression.
type wrap func(part model.Expr) model.Expr

// split adds the clauses of an expression. f has the values of the variables around it that are known.
//
// In three-valued logic, too, a conjunction is true if and only if its operands are, and a forall if and only if its
// instances are. `not exists x: p` is `forall x: not p`.
func (s *splitter) split(e model.Expr, f semantics.Frame, values []named, around wrap) {
	switch e := e.(type) {
	case *model.Binary:
		switch e.Op {
		case model.And:
			s.split(e.L, f, values, around)
			s.split(e.R, f, values, around)
			return
		case model.Implies:
			before := len(s.out)
			s.split(e.R, f, values, func(part model.Expr) model.Expr {
				return around(&model.Binary{Base: e.Base, Op: model.Implies, L: e.L, R: part})
			})
			for i := before; i < len(s.out); i++ {
				if s.out[i].span == e.R.Span() { // it was not split
					s.out[i].span = e.Span()
				}
			}
			return
		default:
		}
	case *model.Not:
		if x, ok := e.X.(*model.Fold); ok && x.Kind == model.Exists {
			none := *x
			none.Base, none.Kind, none.Body = e.Base, model.ForAll, &model.Not{Base: e.Base, X: x.Body}
			s.split(&none, f, values, around)
			return
		}
	case *model.Fold:
		if e.Kind == model.ForAll && s.instances(e, f, values, around) {
			return
		}
	case *model.Call:
		if s.call(e, f, values, around) {
			return
		}
	default:
	}
	c := s.now
	c.span, c.values, c.expr = e.Span(), slices.Clone(values), around(e)
	c.words = s.words(c.reason, f)
	s.out = append(s.out, c)
}

// words returns the reason of a condition, "" if it reads the state or a variable that has no value.
func (s *splitter) words(reason *model.Text, f semantics.Frame) string {
	if reason == nil || s.within > 0 || s.reads.By(reason) {
		return ""
	}
	f = append(slices.Clip(f), make(semantics.Frame, max(0, model.SlotsFor(reason)-len(f)))...)
	if slices.ContainsFunc(model.FreeLocals(reason), func(l *model.Local) bool { return !f[l.Slot].OK }) {
		return ""
	}
	v, _ := s.ev.Eval(reason, f, nil)
	return v.C.Text
}

// call splits the body of a def in the frame of the call.
func (s *splitter) call(e *model.Call, f semantics.Frame, values []named, around wrap) bool {
	switch e.Def.Body.(type) {
	case *model.Fold, *model.Binary, *model.Call:
	default:
		return false
	}
	g := make(semantics.Frame, max(e.Def.Slots, model.SlotsFor(e.Def.Body)))
	for i, a := range e.Args {
		p := &e.Def.Params[i]
		if s.reads.By(a) {
			continue
		}
		v, ok := s.ev.Eval(a, f, nil)
		ok = ok && (p.Set == nil || s.ev.Contains(p.Set, v, g))
		g[p.Slot] = semantics.Slot{Value: v, OK: ok}
		if ok {
			values = append(slices.Clip(values), named{Name: s.m.Variable(p.Name), Value: s.m.Format(a.Type(), v)})
		}
	}
	s.within++
	defer func() { s.within-- }()
	s.split(e.Def.Body, g, values, func(part model.Expr) model.Expr {
		def := *e.Def
		def.Body = part
		return around(&model.Call{Base: e.Base, Def: &def, Args: e.Args})
	})
	return true
}

// instances splits a forall into its instances. It returns false if that is not possible: the sets cannot be listed
// here, or there are too many instances.
func (s *splitter) instances(e *model.Fold, f semantics.Frame, values []named, around wrap) bool {
	type instance struct {
		frame  semantics.Frame
		values []named
		vars   []model.Bind
	}
	var all []instance
	tested := e.Where == nil || !s.reads.By(e.Where) && known(e, f)
	count := 0
	var list func(i int, now instance) bool
	list = func(i int, now instance) bool {
		if i == len(e.Vars) {
			if e.Where != nil && tested {
				if v, ok := s.ev.Eval(e.Where, now.frame, nil); !ok || v.N == 0 {
					return true
				}
			}
			all = append(all, instance{slices.Clone(now.frame), slices.Clone(now.values), slices.Clone(now.vars)})
			return len(s.out)+len(all) <= maxClauses
		}
		b := e.Vars[i]
		s.ev.SetState(nil)
		set, ok := s.ev.Set(b.Set, now.frame)
		if !ok {
			return false
		}
		for _, v := range set.Elems {
			if count++; count > maxTested {
				return false
			}
			now.frame.Bind(b.Target, v, true)
			next := now
			next.values = s.named(slices.Clip(now.values), b.Target, set.Type, v)
			next.vars = append(slices.Clip(now.vars), model.Bind{Target: b.Target, Set: only(b.Set, v)})
			if !list(i+1, next) {
				return false
			}
		}
		return true
	}
	if !list(0, instance{frame: slices.Clone(f), values: values}) {
		return false
	}
	for _, one := range all {
		s.split(e.Body, one.frame, one.values, func(part model.Expr) model.Expr {
			fold := &model.Fold{Base: e.Base, Kind: e.Kind, Vars: one.vars, Body: part}
			if !tested {
				fold.Where = again(e.Where)
			}
			return around(fold)
		})
	}
	return true
}

// known reports whether all names that the condition of a binder reads have values: those of its own variables, and
// those of a frame. The parameters of a def have none where the arguments read the state.
func known(e *model.Fold, f semantics.Frame) bool {
	own := map[int]bool{}
	for _, b := range e.Vars {
		for slot := range b.Target.Slots() {
			own[slot] = true
		}
	}
	return !slices.ContainsFunc(model.FreeLocals(e.Where), func(l *model.Local) bool {
		return !own[l.Slot] && !f[l.Slot].OK
	})
}

// again copies an expression, because grounding stores results of a binder under its expression.
func again(e model.Expr) model.Expr {
	return (&model.Copier{
		Expr:  func(e model.Expr) model.Expr { return e },
		Array: func(a *model.Array) *model.Array { return a },
		Def:   func(d *model.Def) *model.Def { return d },
	}).Copy(e)
}

// only returns the set that has one element of another set.
func only(set model.Expr, v model.Value) model.Expr {
	base := model.Base{Sp: set.Span(), Ty: set.Type()}
	elem := model.Base{Sp: set.Span(), Ty: set.Type().Elem()}
	return &model.SetLit{Base: base, Elems: []model.Expr{&model.Lit{Base: elem, Value: v}}}
}

// named adds the names of a target with their values.
func (s *splitter) named(values []named, t *model.Target, ty *model.Type, v model.Value) []named {
	if t.Elems == nil {
		if t.Slot < 0 {
			return values
		}
		return append(values, named{Name: s.m.Variable(t.Name), Value: s.m.Format(ty, v)})
	}
	for i, e := range t.Elems {
		values = s.named(values, e, ty.Elems[i], v.C.Tuple[i])
	}
	return values
}

// formula returns the clause as a condition of a model.
func (c *clause) formula() model.Formula {
	return model.Formula{Cond: model.Cond{Expr: c.expr, Reason: c.reason}, Slots: c.slots}
}

// what returns the clause in words, without the values of its variables.
func (c *clause) what(sources map[string]string) string {
	switch {
	case c.text != "":
		return c.text
	case c.move != nil:
		return c.title + " " + source(c.span, sources)
	}
	text := source(c.span, sources)
	if strings.HasPrefix(text, "minimize ") || strings.HasPrefix(text, "maximize ") {
		return text // the goal of a better value, see pzc.Puzzle.WithValue
	}
	return c.kind + " " + text
}

// maxListed is the greatest number of instances of a clause in a sentence.
const maxListed = 8

// facts returns a fact for each place of the model from which clauses come.
func facts(r Role, clauses []clause, set []int, sources map[string]string) (all []Fact) {
	var heads, words []string // words are the reasons, "" if they differ
	for _, i := range set {
		c := &clauses[i]
		what := c.what(sources)
		k := slices.IndexFunc(all, func(f Fact) bool { return f.Span == c.span })
		if k < 0 || heads[k] != what {
			k = len(all)
			all, heads, words = append(all, Fact{Role: r, Span: c.span}), append(heads, what), append(words, c.words)
		}
		if words[k] != c.words {
			words[k] = ""
		}
		if len(c.values) > 0 {
			all[k].Instances = append(all[k].Instances, c.values)
		}
	}
	for k := range all {
		all[k].Text = heads[k] + instancesText(all[k].Instances)
		if words[k] != "" {
			all[k].Text += " (" + words[k] + ")"
		}
		if strings.HasPrefix(heads[k], given) {
			all[k].Text = given + strings.TrimPrefix(instancesText(all[k].Instances), ", for")
		}
	}
	return all
}

// given begins the text of a value that the model gives.
const given = "the given"

// instancesText writes the values for which a clause is meant, as the end of a sentence:
// ", for (x, y) = (1, 1), (1, 3)".
func instancesText(instances [][]named) string {
	if len(instances) == 0 {
		return ""
	}
	same := func(v []named) bool {
		return slices.EqualFunc(v, instances[0], func(a, b named) bool { return a.Name == b.Name })
	}
	if len(instances) == 1 || slices.ContainsFunc(instances, func(v []named) bool { return !same(v) }) {
		return ", for " + listed(instances, semantics.Equations)
	}
	tuple := func(part func(named) string) func([]named) string {
		return func(v []named) string {
			parts := lists.Map(v, part)
			if len(parts) == 1 {
				return parts[0]
			}
			return "(" + strings.Join(parts, ", ") + ")"
		}
	}
	names := tuple(func(n named) string { return n.Name })(instances[0])
	return ", for " + names + " = " + listed(instances, tuple(func(n named) string { return n.Value }))
}

// listed writes the first instances, and the number of the others.
func listed(instances [][]named, write func([]named) string) string {
	var parts []string
	for i, v := range instances {
		if i == maxListed && len(instances) > maxListed+1 {
			return strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", len(instances)-i)
		}
		parts = append(parts, write(v))
	}
	return strings.Join(parts, ", ")
}

// source returns the text of a span in one line.
func source(s diag.Span, sources map[string]string) string {
	text := sources[s.Start.Filename]
	if s.Start.Offset > s.End.Offset || s.End.Offset > len(text) {
		return ""
	}
	return strings.Join(strings.Fields(text[s.Start.Offset:s.End.Offset]), " ")
}
