package dsl

import "strings"

// decl writes a declaration.
func (p *printer) decl(d Decl) {
	switch d := d.(type) {
	case *PuzzleDecl:
		p.head(d.Doc, "puzzle", d.Name)
	case *UseDecl:
		p.WriteString("use ")
		p.str(d.Path)
	case *ParamDecl:
		p.head(d.Doc, "param", d.Name)
		p.array(d.Index, d.Type)
		p.value(d.Value)
	case *TypeDecl:
		p.head(d.Doc, "type", d.Name)
		p.WriteString(" = ")
		p.typ(d.Type)
	case *EnumDecl:
		word, before := "enum", " { "
		if d.Param {
			word, before = "param enum", " = { "
		}
		p.head(d.Doc, word, d.Name)
		if d.Values != nil {
			p.words(before, strings.Join(names(d.Values), ", "), " }")
		}
	case *ConstDecl:
		p.head(d.Doc, "const", d.Name)
		p.array(d.Index, d.Type)
		p.value(d.Value)
	case *DefDecl:
		p.def(d)
	case *StateDecl:
		p.head(d.Doc, "state", d.Name)
		p.array(d.Index, d.Type)
		if d.Distinct {
			p.WriteString(" distinct")
		}
		p.value(d.Value)
	case *MoveDecl:
		p.head(d.Doc, "move", d.Name)
		p.move(d.Params, d.Clauses, d.Body)
		if d.Then != nil {
			p.WriteString(" then ")
			p.block(d.Then)
		}
	case *SymmetryDecl:
		p.head(d.Doc, "symmetry", d.Name)
		p.move(d.Params, d.Clauses, d.Body)
	default:
		p.claim(d)
	}
}

// claim writes declarations of conditions, and declarations for people.
func (p *printer) claim(d Decl) {
	switch d := d.(type) {
	case *InitDecl:
		p.condition(d.Doc, "init", d.Cond, nil)
	case *AssumeDecl:
		p.condition(d.Doc, "assume", d.Cond, d.Else)
	case *AlwaysDecl:
		p.condition(d.Doc, "always", d.Cond, d.Else)
	case *AboutDecl:
		p.condition(d.Doc, d.Word, d.Text, nil)
	case *LostDecl:
		p.condition(d.Doc, "lost", d.Cond, d.Else)
	case *GoalDecl:
		p.condition(d.Doc, "goal", d.Cond, d.Else)
	case *ObjectiveDecl:
		p.condition(d.Doc, string(d.Sense), d.Value, nil)
	case *DeadDecl:
		p.condition(d.Doc, "dead", d.Cond, nil)
	case *InvariantDecl:
		p.condition(d.Doc, "invariant", d.Cond, nil)
	case *HeuristicDecl:
		p.head(d.Doc, "heuristic", d.Name)
		if d.Admissible {
			p.WriteString(" admissible")
		}
		p.value(d.Value)
	case *RelaxationDecl:
		p.relaxation(d)
	case *PruneDecl:
		p.prune(d)
	case *ViewDecl:
		p.view(d)
	case *InstanceDecl:
		p.instance(d)
	case *ExpectDecl:
		p.words("expect ", string(d.Kind))
		if d.Number != nil {
			p.WriteByte(' ')
			p.expr(d.Number)
		}
	default: // see decl
	}
}

// doc writes the comment above a declaration.
func (p *printer) doc(doc Doc) {
	if doc == "" {
		return
	}
	for line := range strings.SplitSeq(string(doc), "\n") {
		p.words(strings.TrimRight("// "+line, " "), "\n")
	}
}

func (p *printer) head(doc Doc, word string, name Ident) {
	p.doc(doc)
	p.words(word, " ", name.Name)
}

func (p *printer) condition(doc Doc, word string, cond Expr, otherwise *Str) {
	p.doc(doc)
	p.words(word, " ")
	p.expr(cond)
	p.reason(otherwise)
}

func (p *printer) reason(s *Str) {
	if s != nil {
		p.WriteString(" else ")
		p.str(s)
	}
}

func (p *printer) value(e Expr) {
	if e != nil {
		p.WriteString(" = ")
		p.expr(e)
	}
}

// array writes indices and type.
func (p *printer) array(index []*IndexVar, typ Expr) {
	for i, v := range index {
		if i == 0 {
			p.WriteByte('[')
		} else {
			p.WriteString(", ")
		}
		if v.Var != nil {
			p.words(v.Var.Name, " in ")
		}
		p.typ(v.Type)
	}
	if len(index) > 0 {
		p.WriteByte(']')
	}
	p.WriteString(": ")
	p.typ(typ)
}

func names(ids []Ident) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id.Name
	}
	return out
}

func (p *printer) params(params []*Binding) {
	p.WriteByte('(')
	for i, b := range params {
		if i > 0 {
			p.WriteString(", ")
		}
		p.words(b.Name.Name, ": ")
		p.typ(b.Type)
	}
	p.WriteByte(')')
}

func (p *printer) def(d *DefDecl) {
	p.head(d.Doc, "def", d.Name)
	if d.HasParens {
		p.params(d.Params)
	}
	if d.Result != nil {
		p.WriteString(": ")
		p.typ(d.Result)
	}
	p.value(d.Value)
}

// move writes the part of a move or symmetry after its name.
func (p *printer) move(params []*Binding, clauses []*Clause, body *Block) {
	if len(params) > 0 {
		p.params(params)
	}
	before := " "
	if len(clauses) > 1 {
		before = "\n"
	}
	for _, c := range clauses {
		p.words(before, string(c.Kind), " ")
		p.expr(c.Expr)
		p.reason(c.Else)
	}
	p.WriteByte(' ')
	p.block(body)
}

// block writes effects, each on a line.
func (p *printer) block(b *Block) {
	p.WriteString("{\n")
	for _, e := range b.Effects {
		p.effect(e)
		p.WriteByte('\n')
	}
	p.WriteByte('}')
}

func (p *printer) effect(e Effect) {
	switch e := e.(type) {
	case *Assign:
		p.assign(e)
	case *Let:
		p.WriteString("let ")
		p.target(e.Target)
		p.value(e.Value)
	case *IfEffect:
		p.ifEffect(e)
	case *ForEffect:
		p.WriteString("for ")
		p.vars(e.Vars, e.Where)
		p.WriteByte(' ')
		p.block(e.Body)
	case *Require:
		p.WriteString("require ")
		p.expr(e.Cond)
		p.reason(e.Else)
	}
}

func (p *printer) ifEffect(e *IfEffect) {
	p.WriteString("if ")
	p.expr(e.Cond)
	p.WriteByte(' ')
	p.block(e.Then)
	if e.Else == nil {
		return
	}
	p.WriteString(" else ")
	if e.ElseIf {
		p.effect(e.Else.Effects[0])
		return
	}
	p.block(e.Else)
}

func (p *printer) assign(e *Assign) {
	for i, t := range e.Targets {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(t.Name.Name)
		if len(t.Index) > 0 {
			p.list("[", t.Index, "]")
		}
	}
	p.WriteString(" := ")
	p.list("", e.Values, "")
}

func (p *printer) relaxation(d *RelaxationDecl) {
	p.head(d.Doc, "relaxation", d.Name)
	p.WriteString(" of ")
	p.str(d.Path)
	p.WriteString(" {\n")
	for _, item := range d.Items {
		p.WriteString(item.Name.Name)
		if len(item.Index) > 0 {
			p.words("[", strings.Join(names(item.Index), ", "), "]")
		}
		p.value(item.Value)
		p.WriteByte('\n')
	}
	p.WriteByte('}')
}

func (p *printer) prune(d *PruneDecl) {
	p.doc(d.Doc)
	p.WriteString("prune ")
	for i, m := range d.Patterns {
		if i > 0 {
			p.WriteString(", ")
		}
		p.WriteString(m.Move.Name)
		if len(m.Args) > 0 {
			p.list("(", m.Args, ")")
		}
	}
	if d.Where != nil {
		p.WriteString(" where ")
		p.expr(d.Where)
	}
}

func (p *printer) view(d *ViewDecl) {
	p.doc(d.Doc)
	p.WriteString("view ")
	if d.Var != nil {
		p.words(d.Var.Name, " in ")
		p.expr(d.Domain)
		p.WriteString(": ")
	}
	p.expr(d.Text)
	for _, c := range d.Clauses {
		p.words(" ", string(c.Kind), " ")
		if c.Var != nil {
			p.words(c.Var.Name, " in ")
			p.expr(c.Domain)
			p.WriteString(": ")
		}
		p.expr(c.Expr)
	}
}

func (p *printer) instance(d *InstanceDecl) {
	p.head(d.Doc, "instance", d.Name)
	if d.Parent != nil {
		p.words(" of ", d.Parent.Name)
	}
	p.WriteString(" {")
	for _, v := range d.Values {
		p.words(" ", v.Name.Name)
		p.value(v.Value)
	}
	p.WriteString(" }")
}
