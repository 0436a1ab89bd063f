package check

import (
	"io/fs"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/dsl"
)

// rest checks the declarations that have no name that others refer to.
func (c *checker) rest(f *dsl.File) {
	p := c.program
	var instance *model.Instance // that an `expect` here belongs to
	first := true                // no instance yet
	for _, d := range f.Decls {
		if e, ok := d.(*dsl.ExpectDecl); ok {
			c.expectation(e, instance, first)
			continue
		}
		instance = nil
		switch d := d.(type) {
		case *dsl.InitDecl:
			p.Inits = append(p.Inits, c.formula(d.Cond, nil, nil))
		case *dsl.AssumeDecl:
			p.Assumes = append(p.Assumes, c.formula(d.Cond, d.Else, nil))
		case *dsl.AlwaysDecl:
			p.Always = append(p.Always, c.formula(d.Cond, d.Else, d.As))
		case *dsl.AboutDecl:
			c.about(d)
		case *dsl.LostDecl:
			c.lost(d)
		case *dsl.GoalDecl:
			p.Goals = append(p.Goals, c.formula(d.Cond, d.Else, d.As))
		case *dsl.ObjectiveDecl:
			c.objective(d)
		case *dsl.AnswerDecl:
			c.answer(d)
		case *dsl.GeneratorDecl:
			c.generator(f, d)
		case *dsl.DeadDecl:
			p.Deads = append(p.Deads, c.formula(d.Cond, nil, nil))
		case *dsl.InvariantDecl:
			p.Invariants = append(p.Invariants, c.formula(d.Cond, nil, nil))
		case *dsl.RelaxationDecl:
			c.relaxation(d)
		case *dsl.PruneDecl:
			c.prune(d)
		case *dsl.ViewDecl:
			c.view(d)
		case *dsl.InstanceDecl:
			instance = c.instance(d)
			first = false
		default:
		}
	}
}

// formula checks a condition, the text after `else` and the text after `as`, which is the same in all states.
func (c *checker) formula(cond dsl.Expr, reason, rule *dsl.Str) model.Formula {
	s := c.newScope(nil)
	f := model.Formula{Cond: s.condition(cond, reason)}
	if f.Rule = s.reason(rule, f.Expr); f.Rule != nil && rulesReadState(&f.Cond) {
		c.diags.Errorf(rule.Span(), codeRule, "the rule reads the state, and rules are told before anything is filled in").
			Help = "tell the rule without the state; after `else` a text may say what is wrong in a state"
	}
	f.Slots = s.slots
	return f
}

// rulesReadState reports whether the rule of a condition depends on the state, also by the `where` of its variables.
func rulesReadState(c *model.Cond) bool {
	for fold := range model.Foralls(c) {
		if fold.Where != nil && model.ReadsState(fold.Where) {
			return true
		}
	}
	return model.ReadsState(c.Rule)
}

func (c *checker) expectation(d *dsl.ExpectDecl, instance *model.Instance, first bool) {
	e := model.Expect{Span: d.Span(), Kind: model.ExpectKind(d.Kind)}
	if d.Number != nil {
		number, sign := d.Number, int64(1)
		if u, ok := number.(*dsl.Unary); ok && u.Op == "-" && e.Kind == model.ExpectBest {
			number, sign = u.X, -1
		}
		n, ok := number.(*dsl.Num)
		if !ok {
			c.diags.Errorf(d.Number.Span(), codeExpect, "`expect %s` wants a number literal", d.Kind).Help =
				"write `expect " + string(d.Kind) + " 31`"
			return
		}
		e.Number = sign * n.Value
	}
	switch {
	case instance != nil:
		instance.Expects = append(instance.Expects, e)
	case first:
		c.program.Expects = append(c.program.Expects, e)
	default:
		c.diags.Errorf(d.Span(), codeExpect,
			"this `expect` follows no instance").Help = "write it directly after its instance, or before the first one if it " +
			"is the model's own"
	}
}

// generator checks `generator "file.pz"`. The model's own line comes after those of the parts that it uses, and
// replaces them.
func (c *checker) generator(f *dsl.File, d *dsl.GeneratorDecl) {
	name, ok := Relative(f.Name, d.Path)
	if !ok {
		c.diags.Errorf(d.Path.Span(), codeUse, "a file name cannot hold `{…}`")
	} else if _, err := fs.ReadFile(c.loader.FS, name); err != nil {
		c.diags.Add(unreadable(d.Path.Span(), name, err))
	}
	c.program.Generator = name
}
