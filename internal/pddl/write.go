package pddl

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// writer writes the model of one task.
type writer struct {
	t           *Task
	initOf      map[*Predicate][]Fact // without duplicates
	sets        []*set
	types       map[string]*set
	unary       map[*Predicate]*set
	singles     map[*Object]*set
	varSets     map[*Var]*set
	narrowed    map[*Var]*Cond        // of parameters: the condition for which varSets has fewer objects than the type
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
	functions map[*function]string
	moves     []string           // by action
	nevers    map[*Action]string // why an action has no instances, "" if it may have some
	apart     []*expr            // of the move that is being written: terms that differ by its conditions
	written   map[string]bool    // of the move that is being written: its unconditional effects
	none      string             // the value for "no atom holds"; "" if no variable needs it
	enumName  string             // "" as long as the model does not name it

	// Of a model with several instances.
	data      *output                // the parameters
	given     map[*instance][]string // their values
	constants map[string]bool        // the objects that the domain names and the model needs

	out   *output
	diags diag.List
}

// fact is a key of an atom, or of a part of it, in a problem.
type fact struct {
	of  *instance
	key string
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
	switch {
	case s.name == "" && w.several():
		s.name = w.globals.name(capital(s.what))
		w.sets = append(w.sets, s)
	case s.name == "":
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
	var others []string // values that are no objects
	for _, v := range w.variables {
		for _, m := range v.parts {
			if m.value != "" {
				others = append(others, m.value)
			}
		}
	}
	if w.none != "" {
		others = append(others, w.none)
	}
	named := w.enumName != "" || slices.ContainsFunc(w.sets, func(s *set) bool { return s.used }) ||
		slices.ContainsFunc(w.variables, func(v *variable) bool { return v.pred == nil })
	values := func(in *instance) string { return wrapped(append(w.list(in.of(w.t.Objects)), others...)) }
	switch {
	case len(w.t.Objects)+len(others) == 0 || !named:
	case w.several():
		w.out.f("param enum %s\n", w.enum())
		w.gives(w.enum(), func(in *instance) string { return "{" + values(in) + "}" })
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(w.constants)), others) {
			w.out.f("param %s: %s\n", name, w.enum())
			w.gives(name, func(*instance) string { return name })
		}
	default:
		w.out.f("enum %s { %s }\n", w.enum(), values(w.t.Instances[0]))
	}
	for _, s := range w.sets {
		if !s.used || len(s.objects) == 0 {
			continue
		}
		value := func(in *instance) string { return "{" + wrapped(w.list(in.of(s.objects))) + "}" }
		if w.several() {
			w.out.f("param %s: set %s\n", s.name, w.enum())
			w.gives(s.name, value)
		} else {
			w.out.f("type %s = %s\n", s.name, value(w.t.Instances[0]))
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
	return lists.Map(objects, func(x *Object) string { return w.objects[x] })
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

// relation writes a static predicate of two or more arguments, as the set of its tuples. One without arguments is a
// Boolean.
func (w *writer) relation(p *Predicate, name string) {
	if len(w.initOf[p]) > 0 {
		w.datum(p.Span, name, w.setOf(len(p.Params)), func(in *instance) string { return w.tuplesOf(p, in) })
	}
}

// setOf writes the type of a set of tuples of objects, of a set of objects, or of a truth value.
func (w *writer) setOf(places int) string {
	switch places {
	case 0:
		return ": bool"
	case 1:
		return ": set " + w.enum()
	}
	return ": set (" + strings.Join(slices.Repeat([]string{w.enum()}, places), ", ") + ")"
}

// tuplesOf writes the tuples of a predicate that hold initially in a problem, as a value of the type setOf.
func (w *writer) tuplesOf(p *Predicate, in *instance) string {
	var all [][]*Object
	for _, f := range w.initOf[p] {
		if f.Of == in {
			all = append(all, f.Args)
		}
	}
	return w.tuplesText(len(p.Params), all)
}

func (w *writer) tuplesText(places int, all [][]*Object) string {
	if places == 0 {
		return strconv.FormatBool(len(all) > 0)
	}
	w.enum() // its values are named
	return "{" + wrapped(lists.Map(all, func(t []*Object) string { return tuple(w.list(t)) })) + "}"
}

// tuple writes some names: in brackets, if it is not one alone.
func tuple(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// function writes a static function: a number, or an array over the tuples for which it has a value. Without any value
// it is undefined.
func (w *writer) function(f *function, name string) {
	if len(f.Values) == 0 {
		n := newNames(w.globals).name("n")
		w.out.f("def %s = (min %[2]s in 0..0 where %[2]s > 0: %[2]s)\n", name, n)
		w.diags.Warnf(f.Span, codeUnused, "`%s` has no value, so no comparison with it holds", f.Name).Help =
			"give it values in `(:init …)`, such as `(= " + f.text() + " 1)`"
		return
	}
	low, high := f.Values[0].Value, f.Values[0].Value
	for _, v := range f.Values {
		low, high = min(low, v.Value), max(high, v.Value)
	}
	kind := fmt.Sprintf(": %d..%d", low, high)
	if len(f.Params) == 0 {
		w.datum(f.Span, name, kind, func(in *instance) string {
			if all := w.ordered(f, in); len(all) > 0 {
				return strconv.FormatInt(all[0].Value, 10)
			}
			d := w.diags.Errorf(f.Span, codeUnsupported, "`%s` has no value in the problem `%s`", f.Name, in.Name)
			d.Help = "give it a value there"
			return "0"
		})
		return
	}
	where := w.datumAs("of_"+f.Name, w.setOf(len(f.Params)), func(in *instance) string {
		return w.tuplesText(len(f.Params), lists.Map(w.ordered(f, in), func(v value) []*Object { return v.Args }))
	})
	w.datum(f.Span, name, "["+where+"]"+kind, func(in *instance) string {
		values := lists.Map(w.ordered(f, in), func(v value) string { return strconv.FormatInt(v.Value, 10) })
		return "[" + wrapped(values) + "]"
	})
}

// ordered returns the values of a function in a problem, in the order of their tuples.
func (w *writer) ordered(f *function, in *instance) []value {
	rank := map[*Object]int{}
	for i, o := range w.t.Objects {
		rank[o] = i
	}
	last := map[string]value{}
	for _, v := range f.Values { // of two values for one tuple the last counts
		if v.Of == in {
			last[strings.Join(names(v.Args), " ")] = v
		}
	}
	all := lists.Map(slices.Sorted(maps.Keys(last)), func(k string) value { return last[k] })
	slices.SortStableFunc(all, func(a, b value) int {
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
	idle := !slices.ContainsFunc(w.t.Actions, func(a *Action) bool { return w.nevers[a] == "" })
	if w.out.Len() == before || idle {
		// The language wants a state and a move. This move changes nothing, so no best plan makes it.
		still := w.globals.name("unchanged")
		if w.out.f("state %s: bool = true // no action changes anything\n", still); idle {
			w.out.f("move no_action { %s := true }\n", still)
		}
	}
	w.out.WriteString("\n")
}

// indices writes the indices of a state variable.
func (w *writer) indices(v *variable) string {
	if len(v.params) == 0 {
		return ""
	}
	var parts []string
	for i, name := range w.indexNames(v) {
		parts = append(parts, name+" in "+w.named(v.params[i]))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (w *writer) indexNames(v *variable) (all []string) {
	table := newNames(w.globals)
	for i := range v.params {
		_, name := v.param(i)
		all = append(all, table.name(name))
	}
	return all
}

// typeOf writes the type of a state variable.
func (w *writer) typeOf(v *variable) string {
	if v.pred != nil {
		return "bool"
	}
	if len(v.parts) == 1 && v.none == "" { // a group of one predicate counts an argument
		return w.named(v.parts[0].values)
	}
	var others, sets []string
	for _, m := range v.parts {
		if m.value != "" {
			others = append(others, m.value)
		} else if w.several() {
			sets = append(sets, w.named(m.values))
		}
	}
	if v.none != "" {
		others = append(others, v.none)
	}
	if len(sets) > 0 {
		if len(others) > 0 {
			sets = append(sets, "{"+wrapped(others)+"}")
		}
		return "union(" + strings.Join(sets, ", ") + ")"
	}
	return "{" + wrapped(append(w.list(w.those(func(o *Object) bool {
		return slices.ContainsFunc(v.parts, func(m *member) bool { return m.values != nil && m.values.has[o] })
	})), others...)) + "}"
}

// arguments calls visit for all values of the indices of a state variable in a problem, in type order.
func (in *instance) arguments(params []*set, visit func(args []*Object)) {
	args := make([]*Object, len(params))
	var fill func(k int)
	fill = func(k int) {
		if k == len(params) {
			visit(args)
			return
		}
		for _, o := range in.of(params[k].objects) {
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
	one := "" // the value of all elements in all problems; "-" if they differ
	for _, in := range w.t.Instances {
		for _, value := range w.initialValues(v, in) {
			if one == "" {
				one = value
			} else if one != value {
				one = "-"
			}
		}
	}
	if one != "-" && (!w.several() || one == v.none) {
		return one
	}
	if len(v.params) == 0 {
		return w.datumAs("initial_"+v.name, ": "+w.enum(), func(in *instance) string { return w.initialValues(v, in)[0] })
	}
	name := w.datumAs("initial_"+v.name, w.indices(v)+": "+w.enum(), func(in *instance) string {
		return "[" + wrapped(w.initialValues(v, in)) + "]"
	})
	if w.several() {
		name += "[" + strings.Join(w.indexNames(v), ", ") + "]"
	}
	return name
}

// initialValues returns the initial values of the elements of a group in a problem.
func (w *writer) initialValues(v *variable, in *instance) (all []string) {
	value := map[string]string{}
	for _, m := range v.parts {
		for _, f := range w.initOf[m.pred] {
			if f.Of != in {
				continue
			}
			key := lists.Map(m.order, func(i int) string { return f.Args[i].Name })
			is := m.value
			if m.counted >= 0 {
				is = w.objects[f.Args[m.counted]]
			}
			value[strings.Join(key, " ")] = is
		}
	}
	in.arguments(v.params, func(args []*Object) {
		is, ok := value[strings.Join(names(args), " ")]
		if !ok {
			is = v.none
		}
		all = append(all, is)
	})
	return all
}

// initiallyTrue writes the initial value of a Boolean variable: where it holds.
func (w *writer) initiallyTrue(v *variable) string {
	facts := w.initOf[v.pred]
	switch {
	case len(facts) == 0:
		return "false"
	case len(facts) == w.elements(v.params):
		return "true"
	}
	where := w.datumAs("initial_"+v.name, w.setOf(len(v.params)), func(in *instance) string {
		return w.tuplesOf(v.pred, in)
	})
	if len(v.params) == 0 {
		return where
	}
	return tuple(w.indexNames(v)) + " in " + where
}

func brackets(params []string) string {
	if len(params) == 0 {
		return ""
	}
	return "(" + strings.Join(params, ", ") + ")"
}

// goals writes a goal for each condition that must hold at the end.
func (w *writer) goals() {
	if w.several() {
		w.goalsOfAll()
		return
	}
	all := conjuncts(w.t.Instances[0].Goal)
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
