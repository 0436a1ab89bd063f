package pddl

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/text"
)

// notation writes and reads names of the model as PDDL does: (pick ball1 rooma left) for pick(ball1, rooma, left).
type notation struct {
	values  map[string]string // by name in the model, also of variables: the name in PDDL
	moves   map[string]string
	actions map[string]*actionName
	objects map[string][]*Object // by name in PDDL
	vars    map[string]*variable
	locals  map[*Var]string
	names   map[*Object]string // in the model
	conds   map[diag.Span]*Cond
}

type actionName struct {
	move   string
	action *Action
	never  string // why it can never be applied; "" if it may be
}

func (w *writer) notation() *notation {
	n := &notation{
		values: map[string]string{}, moves: map[string]string{}, actions: map[string]*actionName{},
		objects: map[string][]*Object{},
		vars:    map[string]*variable{}, locals: w.locals, names: w.objects, conds: map[diag.Span]*Cond{},
	}
	w.t.conditions(func(c *Cond) {
		if c.Op != And || n.conds[c.Span] == nil {
			n.conds[c.Span] = c
		}
	})
	for o, name := range w.objects {
		n.values[name], n.objects[o.Name] = o.Name, append(n.objects[o.Name], o)
	}
	for _, v := range w.variables {
		n.vars[v.name] = v
		for _, m := range v.parts {
			if m.value != "" {
				n.values[m.value] = m.pred.Name
			}
		}
	}
	for v, name := range w.locals { // two variables may have one name
		if n.values[name] == "" || v.Name < n.values[name] {
			n.values[name] = v.Name
		}
	}
	for i, a := range w.t.Actions {
		n.moves[w.moves[i]], n.actions[a.Name] = a.Name, &actionName{w.moves[i], a, w.nevers[a]}
	}
	return n
}

// Value returns the PDDL name of a value of the model.
func (n *notation) Value(name string) string {
	return cmp.Or(n.values[name], name)
}

// Action returns the name of the action that a move stands for.
func (n *notation) Action(name string) string {
	return cmp.Or(n.moves[name], name)
}

// Move writes a move, given as the language writes it. Arguments are names of objects.
func (n *notation) Move(move string) string {
	name, args, _ := strings.Cut(strings.TrimSuffix(move, ")"), "(")
	words := []string{n.Action(name)}
	for arg := range strings.SplitSeq(args, ", ") {
		if arg != "" {
			words = append(words, n.Value(arg))
		}
	}
	return "(" + strings.Join(words, " ") + ")"
}

// State writes an element of a state variable: a Boolean one as an atom, one of a group as the atoms of the group.
func (n *notation) State(name string, index []string) string {
	v := n.vars[name]
	switch {
	case v == nil: // `unchanged`
		return "what no action changes"
	case v.pred != nil:
		return "(" + strings.Join(append([]string{v.pred.Name}, index...), " ") + ")"
	}
	return strings.Join(lists.Map(v.parts, func(m *member) string { return m.atom(index, "") }), " or ")
}

// atom writes the atom for some values of the indices of a group and of the argument that is counted, "": any.
func (m *member) atom(index []string, counted string) string {
	words := make([]string, len(m.pred.Params))
	for k, i := range m.order {
		words[i] = index[k]
	}
	if m.counted >= 0 {
		words[m.counted] = cmp.Or(counted, m.pred.Params[m.counted].Name)
	}
	return "(" + strings.Join(append([]string{m.pred.Name}, words...), " ") + ")"
}

// Holds writes the atom for which an element of a group has a value. Booleans need none: the condition names the atom.
func (n *notation) Holds(name string, index []string, value string) string {
	v := n.vars[name]
	if v == nil || v.pred != nil {
		return ""
	}
	for _, m := range v.parts {
		if m.counted < 0 && n.Value(m.value) == value ||
			m.counted >= 0 && slices.ContainsFunc(m.values.objects, func(o *Object) bool { return o.Name == value }) {
			return m.atom(index, value)
		}
	}
	return ""
}

// Condition writes the condition at a place of the PDDL texts, with the values of variables.
func (n *notation) Condition(at diag.Span, valueOf func(name string) string) string {
	c := n.conds[at]
	if c == nil {
		return ""
	}
	return c.text(func(t Term) string { return cmp.Or(valueOf(n.locals[t.Var]), t.text()) })
}

// Read returns a move as the model writes it. Findings say what is wrong with a text that is no action of the task.
func (n *notation) Read(name, move string) (string, diag.List) {
	var diags diag.List
	all := parse(name, move, &diags)
	if diags.HasErrors() {
		return "", diags
	}
	if len(all) != 1 || all[0].head() == "" {
		at := diag.Pos{Filename: name, Line: 1, Column: 1}
		diags.Errorf(diag.Span{Start: at, End: at}, codeSyntax,
			"a step of a plan is an action in brackets, such as %s", n.example())
		return "", diags
	}
	list := all[0].list
	act := n.actions[list[0].atom]
	if act == nil {
		d := diags.Errorf(list[0].span, codeUnknown, "there is no action `%s`", list[0].atom)
		hint(d, list[0].atom, keys(n.actions))
		return "", diags
	}
	params := act.action.Params
	if len(list)-1 != len(params) {
		diags.Errorf(all[0].span, codeArguments, "`%s` wants %s, and has %d here",
			list[0].atom, text.Count(len(params), "argument"), len(list)-1)
		return "", diags
	}
	var args []string
	for i, arg := range list[1:] {
		objects := n.objects[arg.atom]
		if objects == nil {
			d := diags.Errorf(arg.span, codeUnknown, "there is no object `%s`", arg.atom)
			hint(d, arg.atom, keys(n.objects))
			continue
		}
		if !slices.ContainsFunc(objects, func(o *Object) bool { return o.Is(params[i].Types) }) {
			diags.Errorf(arg.span, codeType, "`%s` cannot be `%s` of `%s`, which is %s",
				arg.atom, params[i].Name, list[0].atom, typeText(params[i].Types))
		}
		args = append(args, n.names[objects[0]])
	}
	if act.never != "" && !diags.HasErrors() {
		diags.Errorf(all[0].span, codePlan, "`%s` cannot be made: %s", n.Move(act.move+brackets(args)), act.never)
	}
	return act.move + brackets(args), diags
}

// example returns an action with the names of its parameters.
func (n *notation) example() string {
	all := keys(n.actions)
	if len(all) == 0 {
		return "(move a b)"
	}
	words := all[:1]
	for _, p := range n.actions[all[0]].action.Params {
		words = append(words, p.Name)
	}
	return "(" + strings.Join(words, " ") + ")"
}
