package pddl

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/sorting"
)

// Model is a task as a model of pzc.
type Model struct {
	Text     string
	Findings diag.List
	Places   *Places
	Names    *Notation
}

// maxElements is the greatest number of elements of a state variable.
const maxElements = 4_000_000

// Write writes a task as a model. The model has no text if its Findings have errors: a predicate has too many atoms.
func Write(t *Task) *Model {
	w := &writer{
		t: t, initOf: map[*Predicate][]Fact{}, types: map[string]*set{}, unary: map[*Predicate]*set{},
		singles: map[*Object]*set{}, varSets: map[*Var]*set{}, places: map[*Predicate][]*set{},
		actionFacts: map[*Action]*actionFacts{}, apartIn: map[*Predicate]map[[2]int]bool{},
		of: map[*Predicate]*variable{}, objects: map[*Object]string{},
		globals: newNames(nil), locals: map[*Var]string{}, defs: map[*Predicate]string{}, tuples: map[*Predicate]string{},
		functions: map[*Function]string{}, out: &output{},
	}
	w.prepare()
	if !w.diags.HasErrors() {
		w.write()
	}
	return &Model{w.out.String(), w.diags, w.out.places(), w.notation()}
}

// writer writes the model of one task.
type writer struct {
	t           *Task
	initOf      map[*Predicate][]Fact // without duplicates
	sets        []*set
	types       map[string]*set
	unary       map[*Predicate]*set
	singles     map[*Object]*set
	varSets     map[*Var]*set
	places      map[*Predicate][]*set // of fluent predicates: by argument
	actionFacts map[*Action]*actionFacts
	apartIn     map[*Predicate]map[[2]int]bool // of static predicates: arguments that never are one object
	variables   []*variable
	of          map[*Predicate]*variable

	// Names in the model.
	globals   *nameTable
	objects   map[*Object]string
	locals    map[*Var]string
	defs      map[*Predicate]string
	tuples    map[*Predicate]string // static predicates of two and more arguments
	functions map[*Function]string
	moves     []string        // by action
	apart     []*expr         // of the move that is being written: terms that differ by its conditions
	written   map[string]bool // of the move that is being written: its unconditional effects
	none      string          // the value for "no atom holds"; "" if no variable needs it
	enumName  string          // "" as long as the model does not name it
	still     string          // likewise, a variable that nothing changes

	out   *output
	diags diag.List
}

// prepare decides how the task is represented.
func (w *writer) prepare() {
	seen := map[string]bool{}
	for _, f := range w.t.Init {
		if key := f.Pred.Name + " " + strings.Join(names(f.Args), " "); !seen[key] {
			seen[key] = true
			w.initOf[f.Pred] = append(w.initOf[f.Pred], f)
		}
	}
	w.makeSets()
	for _, a := range w.t.Actions {
		w.bindParams(a)
		for _, e := range a.Effects {
			w.bind(e.Vars)
		}
		for _, c := range a.Costs {
			w.bind(c.Vars)
		}
	}
	w.t.conditions(func(c *Cond) { w.bind(c.Vars) })
	for _, p := range w.t.Predicates {
		for _, r := range p.Rules {
			w.bind(r.Params)
		}
	}
	for _, p := range w.t.Predicates {
		if p.Fluent {
			w.places[p] = w.positions(p)
		}
	}
	w.group()
	for _, v := range w.variables {
		if p, _ := v.first(); elements(v.params) > maxElements {
			w.diags.Errorf(p.Span, codeUnsupported, "`%s` has more than %s atoms, too many for a variable of a model",
				p.Name, diag.Thousands(maxElements))
		}
	}
	w.nameAll()
}

// nameAll gives names to all declarations, in the order of the model.
func (w *writer) nameAll() {
	for _, v := range w.variables {
		p, _ := v.first()
		name := p.Name
		if v.pred == nil && !slices.ContainsFunc(v.parts, func(m *member) bool { return m.counted >= 0 }) {
			name = v.parts[0].pred.Name + "_or_" + v.parts[1].pred.Name // the predicates are its values
		}
		v.name = w.globals.name(name)
		w.of[p] = v // of a Boolean variable
		for _, m := range v.parts {
			w.of[m.pred] = v
		}
	}
	for _, p := range w.t.Predicates {
		switch {
		case p.Derived():
			w.defs[p] = w.globals.name(p.Name)
		case !p.Fluent && len(p.Params) > 1:
			w.tuples[p] = w.globals.name(p.Name)
		}
	}
	for _, f := range w.t.Functions {
		if f.Name != totalCost {
			w.functions[f] = w.globals.name(f.Name)
		}
	}
	for _, o := range w.t.Objects {
		w.objects[o] = w.globals.name(o.Name)
	}
	for _, v := range w.variables {
		for _, m := range v.parts {
			if m.counted < 0 {
				m.value = w.globals.name(m.pred.Name)
			}
		}
	}
	for _, s := range w.sets {
		s.name = w.globals.name(capital(s.what))
	}
	if optional := slices.DeleteFunc(slices.Clone(w.variables), func(v *variable) bool {
		return v.pred != nil || !w.mayBeNone(v)
	}); len(optional) > 0 {
		w.none = w.globals.name("none")
		for _, v := range optional {
			v.none = w.none
		}
	}
	table := newNames(nil)
	for _, a := range w.t.Actions {
		w.moves = append(w.moves, table.name(a.Name))
	}
}

// write writes the model. What does not change comes first; it is written last, when it is known which sets are named.
func (w *writer) write() {
	body := w.section(func() {
		w.state()
		w.derived()
		for i, a := range w.t.Actions {
			w.move(i, a)
		}
		w.goals()
		w.views()
	})
	relations := w.section(func() { w.relations(body.String()) })
	doc(w.out, w.t.Doc)
	w.out.f("puzzle %s\n\n", newNames(nil).name(w.t.Domain))
	w.objectsAndTypes()
	w.out.add(relations)
	w.out.add(body)
	w.out.marks = append(w.out.marks, mark{0, w.out.Len(), w.t.Span})
}

// section returns what a function writes.
func (w *writer) section(write func()) *output {
	outer := w.out
	defer func() { w.out = outer }()
	w.out = &output{}
	write()
	return w.out
}

func doc(o *output, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			o.f("// %s\n", line)
		}
	}
}

// named returns the name of a set, which the model then declares.
func (w *writer) named(s *set) string {
	if s.name == "" {
		w.enum() // its values are named
		return "{" + wrapped(w.list(s.objects)) + "}"
	}
	s.used = true
	return s.name
}

// relations writes the static predicates and functions that a text names.
func (w *writer) relations(text string) {
	for _, p := range w.t.Predicates {
		if name := w.tuples[p]; name != "" && strings.Contains(text, name) {
			w.relation(p, name)
		}
	}
	for _, f := range w.t.Functions {
		if name := w.functions[f]; name != "" && strings.Contains(text, name) {
			w.function(f, name)
		}
	}
	w.out.WriteString("\n")
}

// objectsAndTypes writes the enum of all objects, and the sets of objects that the model names.
func (w *writer) objectsAndTypes() {
	values := w.list(w.t.Objects)
	for _, v := range w.variables {
		for _, m := range v.parts {
			if m.value != "" {
				values = append(values, m.value)
			}
		}
	}
	if w.none != "" {
		values = append(values, w.none)
	}
	named := w.enumName != "" || slices.ContainsFunc(w.sets, func(s *set) bool { return s.used }) ||
		slices.ContainsFunc(w.variables, func(v *variable) bool { return v.pred == nil })
	if len(values) > 0 && named {
		w.out.f("enum %s { %s }\n", w.enum(), wrapped(values))
	}
	for _, s := range w.sets {
		if s.used && len(s.objects) > 0 {
			w.out.f("type %s = {%s}\n", s.name, wrapped(w.list(s.objects)))
		}
	}
}

// enum returns the name of the enum of all objects.
func (w *writer) enum() string {
	if w.enumName == "" {
		w.enumName = w.globals.name("Thing")
	}
	return w.enumName
}

func (w *writer) list(objects []*Object) []string {
	var all []string
	for _, x := range objects {
		all = append(all, w.objects[x])
	}
	return all
}

// wrapped joins a list with commas, some on each line.
func wrapped(list []string) string {
	const width = 100
	var b strings.Builder
	line := 0
	for i, s := range list {
		if i > 0 {
			b.WriteByte(',')
			if line+len(s) > width {
				b.WriteString("\n ")
				line = 0
			}
			b.WriteByte(' ')
		}
		b.WriteString(s)
		line += len(s) + 2
	}
	return b.String()
}

// relation writes a static predicate of two or more arguments, as the set of its tuples.
func (w *writer) relation(p *Predicate, name string) {
	facts := w.initOf[p]
	if len(facts) == 0 {
		return
	}
	var tuples []string
	for _, f := range facts {
		tuples = append(tuples, "("+strings.Join(w.list(f.Args), ", ")+")")
	}
	kind := slices.Repeat([]string{w.enum()}, len(p.Params))
	w.out.marked(p.Span, func() {
		w.out.f("const %s: set (%s) = {%s}", name, strings.Join(kind, ", "), wrapped(tuples))
	})
	w.out.WriteString("\n")
}

// function writes a static function: a number, or an array over the tuples for which it has a value.
func (w *writer) function(f *Function, name string) {
	if len(f.Values) == 0 {
		return
	}
	w.out.marked(f.Span, func() {
		if len(f.Params) == 0 {
			w.out.f("const %s: %d..%d = %[2]d", name, f.Values[0].Value, f.Values[0].Value)
			return
		}
		w.enum() // its values are named
		var index, values []string
		low, high := f.Values[0].Value, f.Values[0].Value
		for _, v := range w.ordered(f) {
			text := strings.Join(w.list(v.Args), ", ")
			if len(v.Args) > 1 {
				text = "(" + text + ")"
			}
			index, values = append(index, text), append(values, strconv.FormatInt(v.Value, 10))
			low, high = min(low, v.Value), max(high, v.Value)
		}
		w.out.f("const %s[{%s}]: %d..%d = [%s]", name, wrapped(index), low, high, wrapped(values))
	})
	w.out.WriteString("\n")
}

// ordered returns the values of a function in the order of their tuples.
func (w *writer) ordered(f *Function) []Value {
	rank := map[*Object]int{}
	for i, o := range w.t.Objects {
		rank[o] = i
	}
	last := map[string]Value{}
	for _, v := range f.Values { // of two values for one tuple the last counts
		last[strings.Join(names(v.Args), " ")] = v
	}
	var all []Value
	for _, k := range slices.Sorted(maps.Keys(last)) {
		all = append(all, last[k])
	}
	sorting.Stable(all, func(a, b Value) int {
		for i := range a.Args {
			if d := rank[a.Args[i]] - rank[b.Args[i]]; d != 0 {
				return d
			}
		}
		return 0
	})
	return all
}

// state writes the variables with their initial values.
func (w *writer) state() {
	before := w.out.Len()
	for _, v := range w.variables {
		if v.pred != nil && slices.ContainsFunc(v.params, (*set).empty) {
			continue // no atom of it ever holds
		}
		p, _ := v.first()
		w.out.marked(p.Span, func() { w.out.f("state %s%s: %s = %s", v.name, w.indices(v), w.typeOf(v), w.initial(v)) })
		w.out.WriteString("\n")
	}
	idle := !slices.ContainsFunc(w.t.Actions, func(a *Action) bool { return w.never(a) == "" })
	if w.out.Len() == before || idle {
		// The language wants a state and a move. This move changes nothing, so no best plan makes it.
		w.out.f("state %s: bool = true // no action changes anything\n", w.unchanged())
	}
	if idle {
		w.out.f("move no_action { %s := true }\n", w.unchanged())
	}
	w.out.WriteString("\n")
}

// unchanged returns the name of a state variable that nothing changes.
func (w *writer) unchanged() string {
	if w.still == "" {
		w.still = w.globals.name("unchanged")
	}
	return w.still
}

// indices writes the indices of a state variable.
func (w *writer) indices(v *variable) string {
	if len(v.params) == 0 {
		return ""
	}
	var parts []string
	table := newNames(w.globals)
	for i, s := range v.params {
		_, name := v.param(i)
		parts = append(parts, table.name(name)+" in "+w.named(s))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// typeOf writes the type of a state variable.
func (w *writer) typeOf(v *variable) string {
	if v.pred != nil {
		return "bool"
	}
	if len(v.parts) == 1 && v.none == "" { // a group of one predicate counts an argument
		return w.named(v.parts[0].values)
	}
	all := w.list(w.those(func(o *Object) bool {
		return slices.ContainsFunc(v.parts, func(m *member) bool { return m.values != nil && m.values.has[o] })
	}))
	for _, m := range v.parts {
		if m.value != "" {
			all = append(all, m.value)
		}
	}
	if v.none != "" {
		all = append(all, v.none)
	}
	return "{" + wrapped(all) + "}"
}

// instances calls visit for all values of the indices of a state variable, in type order.
func instances(params []*set, visit func(args []*Object)) {
	args := make([]*Object, len(params))
	var fill func(k int)
	fill = func(k int) {
		if k == len(params) {
			visit(args)
			return
		}
		for _, o := range params[k].objects {
			args[k] = o
			fill(k + 1)
		}
	}
	fill(0)
}

// initial writes the initial value of a state variable.
func (w *writer) initial(v *variable) string {
	if v.pred != nil {
		return w.initiallyTrue(v)
	}
	value := map[string]string{}
	for _, m := range v.parts {
		for _, f := range w.initOf[m.pred] {
			var key []string
			for _, i := range m.order {
				key = append(key, f.Args[i].Name)
			}
			is := m.value
			if m.counted >= 0 {
				is = w.objects[f.Args[m.counted]]
			}
			value[strings.Join(key, " ")] = is
		}
	}
	var all []string
	instances(v.params, func(args []*Object) {
		is, ok := value[strings.Join(names(args), " ")]
		if !ok {
			is = v.none
		}
		all = append(all, is)
	})
	if !slices.ContainsFunc(all, func(s string) bool { return s != all[0] }) {
		return all[0]
	}
	return "[" + wrapped(all) + "]"
}

// initiallyTrue writes the initial value of a Boolean variable: where it holds.
func (w *writer) initiallyTrue(v *variable) string {
	facts := w.initOf[v.pred]
	switch {
	case len(facts) == 0:
		return "false"
	case len(facts) == elements(v.params):
		return "true"
	}
	table := newNames(w.globals)
	var vars, tuples []string
	for _, p := range v.pred.Params {
		vars = append(vars, table.name(p.Name))
	}
	for _, f := range facts {
		tuples = append(tuples, strings.Join(w.list(f.Args), ", "))
	}
	if len(vars) == 1 {
		return vars[0] + " in {" + wrapped(tuples) + "}"
	}
	for i := range tuples {
		tuples[i] = "(" + tuples[i] + ")"
	}
	return "(" + strings.Join(vars, ", ") + ") in {" + wrapped(tuples) + "}"
}

// derived writes the derived predicates.
func (w *writer) derived() {
	for _, p := range w.t.Predicates {
		if !p.Derived() {
			continue
		}
		w.out.marked(p.Rules[0].Span, func() {
			if c, ok := closureOf(p); ok {
				w.closure(p, c)
				return
			}
			table := newNames(w.globals)
			var params []string
			first := p.Rules[0]
			for i, v := range p.Params {
				w.locals[v] = table.name(first.Params[i].Name)
				params = append(params, w.locals[v]+": "+w.named(w.typeSet(v.Types)))
			}
			var cases []*expr
			for _, r := range p.Rules {
				for i, v := range r.Params {
					w.locals[v] = w.locals[p.Params[i]]
				}
				cases = append(cases, w.cond(r.Body, table))
			}
			w.out.f("def %s%s = ", w.defs[p], brackets(params))
			w.out.expr(join("or", cases...), 0)
		})
		w.out.WriteString("\n")
	}
}

func brackets(params []string) string {
	if len(params) == 0 {
		return ""
	}
	return "(" + strings.Join(params, ", ") + ")"
}

// closure writes a derived predicate that says that there is a path: after a first step, the rest may be empty. If the
// objects on the way are of other types than its ends, the last step stands apart, too.
func (w *writer) closure(p *Predicate, c closure) {
	table := newNames(w.globals)
	link := w.globals.name(p.Name + "_link")
	x, y, z, u := table.name(c.from.Name), table.name(c.to.Name), table.name("z"), table.name("u")
	w.locals[c.from], w.locals[c.to] = x, y
	from, to := w.typeSet(c.from.Types), w.typeSet(c.to.Types)
	mid := w.those(func(o *Object) bool { return o.Is(c.mid[0].Types) && o.Is(c.mid[1].Types) })
	all := w.typeSet(w.t.Types[:1])
	simple := from == to && len(mid) == len(from.objects) && newSet("", mid).within(from)
	if simple {
		all = from
	}
	w.varSets[c.from], w.varSets[c.to] = all, all
	kind := w.named(all)
	w.out.f("def %s(%s: %s, %s: %s) = ", link, x, kind, y, kind)
	w.out.expr(w.cond(c.step, table), 0)
	w.out.f("\ndef %s(%s: %s, %s: %s) = ", w.defs[p], x, w.named(from), y, w.named(to))
	switch {
	case simple:
		w.out.f("exists %s in %s: %s(%s, %s) and reaches(%s, %s, %s)", z, kind, link, x, z, link, z, y)
	case len(mid) == 0:
		w.out.f("%s(%s, %s)", link, x, y)
	default:
		way := "{" + strings.Join(w.list(mid), ", ") + "}"
		w.out.f("%s(%s, %s) or (exists %s in %s, %s in %s: %s(%s, %s) and reaches(%s_on, %s, %s) and %s(%s, %s))",
			link, x, y, z, way, u, way, link, x, z, link, z, u, link, u, y)
		w.out.f("\ndef %s_on(%s: %s, %s: %s) = %s in %s and %s in %s and %s(%s, %s)",
			link, x, kind, y, kind, x, way, y, way, link, x, y)
	}
}

// goals writes a goal for each condition that must hold at the end.
func (w *writer) goals() {
	all := conjuncts(w.t.Goal)
	for _, c := range all {
		w.out.marked(c.Span, func() {
			w.out.WriteString("goal ")
			w.out.expr(w.cond(c, newNames(w.globals)), 0)
		})
		w.out.WriteString("\n")
	}
	if len(all) == 0 {
		w.out.WriteString("goal true\n")
	}
}
