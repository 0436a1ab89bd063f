package check

import (
	"io/fs"
	"strings"

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

// about checks `title`, `author` and `rules`. What the model itself says takes the place of what its files say.
func (c *checker) about(d *dsl.AboutDecl) {
	text := map[string]*model.About{
		"title": &c.program.Title, "author": &c.program.Author, "rules": &c.program.Rules,
	}[d.Word]
	if first := text.Span.Start; text.Text != "" && first.Filename == d.Pos.Filename {
		c.diags.Errorf(headOf(d.Span()), codeAbout, "a second `%s`: a puzzle has one", d.Word).
			See(headOf(text.Span), "the first one").
			Help = "join both texts; `rules` may have several lines between triple quotes"
		return
	}
	*text = model.About{Span: d.Span()}
	switch s := d.Text.(type) {
	case *dsl.Str:
		for _, p := range s.Parts {
			text.Text += p.Text
		}
		text.Text = strings.TrimSpace(text.Text)
	case *dsl.MapLit:
		for _, row := range s.Rows {
			text.Text += strings.TrimRight(row, " ") + "\n"
		}
		text.Text = strings.Trim(text.Text, "\n")
	default: // the parser refuses it
	}
	if text.Text == "" {
		c.diags.Errorf(d.Text.Span(), codeAbout, "an empty text").Help = "write one, or remove `" + d.Word + "`"
	}
}

// comment takes the comment above the puzzle line as the rules of a puzzle that has no others: a line for each
// paragraph.
func (c *checker) comment() {
	if c.program.HasRules = c.program.Rules.Text != ""; c.program.HasRules || c.puzzle == nil {
		return
	}
	var paragraph []string
	var all []string
	for line := range strings.Lines(string(c.puzzle.Doc) + "\n\n") {
		if line = strings.TrimSpace(line); line != "" {
			paragraph = append(paragraph, line)
		} else if len(paragraph) > 0 {
			all, paragraph = append(all, strings.Join(paragraph, " ")), nil
		}
	}
	c.program.Rules = model.About{Span: c.puzzle.Span(), Text: strings.Join(all, "\n\n")}
}
