package dsl

import (
	"strconv"
	"strings"
)

// Print writes a tree in the canonical layout, for tests that begin with random trees. It writes no comments except
// Docs, because the tree holds no others.
//
// If the tree is one that Parse can return, parsing the result gives an equal tree. In other trees Print adds the
// necessary parentheses.
func Print(f *File) string {
	p := &printer{}
	for _, d := range f.Decls {
		p.decl(d)
		p.WriteByte('\n')
	}
	text := p.String()
	if laid, errs := Format(f.Name, []byte(text)); !errs.HasErrors() {
		return string(laid)
	}
	return text
}

// printer writes trees as text, each declaration or effect on a line.
type printer struct{ strings.Builder }

// words writes its arguments one after the other.
func (p *printer) words(parts ...string) {
	for _, s := range parts {
		p.WriteString(s)
	}
}

// exprLevel returns the level at which e binds.
func exprLevel(e Expr) int {
	switch e := e.(type) {
	case *Binary:
		return binaryLevel(e.Op)
	case *Unary:
		if e.Op == "not" {
			return levelNot
		}
		return levelMinus
	case *Num:
		if e.Value < 0 {
			return levelMinus
		}
		return levelPostfix
	default:
		return levelPostfix
	}
}

// openEnd reports whether e ends in an `if` or binder, which would include the text after it.
func openEnd(e Expr) bool {
	switch e := e.(type) {
	case *If, *Binder, *LetIn:
		return true
	case *Binary:
		return openEnd(e.R)
	case *Unary:
		return openEnd(e.X)
	case *SetOf:
		return openEnd(e.Elem)
	case *ListOf:
		return openEnd(e.Elem)
	case *MapType:
		return e.Of != nil && openEnd(e.Of)
	default:
		return false
	}
}

// needsParens reports whether e needs parentheses in a position for operators of at least the given level. If more text
// follows, an `if` or binder at the end of e needs them too.
func needsParens(e Expr, level int, more bool) bool {
	return exprLevel(e) < level || more && openEnd(e)
}

// at writes e in a position for operators of at least the given level.
func (p *printer) at(e Expr, level int, more bool) {
	if !needsParens(e, level, more) {
		p.expr(e)
		return
	}
	p.WriteByte('(')
	p.expr(e)
	p.WriteByte(')')
}

// typ writes a type.
func (p *printer) typ(e Expr) { p.at(e, levelRange, false) }

// expr writes an expression.
func (p *printer) expr(e Expr) {
	switch e := e.(type) {
	case *Num:
		p.WriteString(strconv.FormatInt(e.Value, 10))
	case *Bool:
		p.WriteString(strconv.FormatBool(e.Value))
	case *Char:
		p.words("'", escape(string(e.Value), `\'`), "'")
	case *Str:
		p.str(e)
	case *MapLit:
		p.words("\"\"\"\n", strings.Join(e.Rows, "\n"), "\n\"\"\"")
	case *Name:
		p.WriteString(e.Name)
	case *Wild:
		p.WriteByte('_')
	case *Any:
		p.WriteString("any")
	case *Unary:
		p.unary(e)
	case *Binary:
		p.binary(e, false)
	case *If:
		p.WriteString("if ")
		p.expr(e.Cond)
		p.WriteString(" then ")
		p.expr(e.Then)
		p.WriteString(" else ")
		p.expr(e.Else)
	case *Binder:
		p.words(e.Kind, " ")
		p.vars(e.Vars, e.Where)
		p.WriteString(": ")
		p.expr(e.Body)
	case *LetIn:
		p.WriteString("let ")
		p.target(e.Target)
		p.WriteString(" = ")
		p.expr(e.Value)
		p.WriteString(": ")
		p.expr(e.Body)
	default:
		p.bracketed(e)
	}
}

// bracketed writes expressions with brackets, and types that begin with a word.
func (p *printer) bracketed(e Expr) {
	switch e := e.(type) {
	case *Index:
		p.at(e.X, levelPostfix, true)
		p.list("[", e.Args, "]")
	case *Field:
		p.at(e.X, levelPostfix, true)
		p.words(".", e.Name.Name)
	case *Call:
		p.WriteString(e.Fun.Name)
		p.list("(", e.Args, ")")
	case *Tuple:
		p.list("(", e.Elems, ")")
	case *Paren:
		p.list("(", []Expr{e.X}, ")")
	case *SetLit:
		p.list("{", e.Elems, "}")
	case *SetComp:
		p.WriteString("{ ")
		p.expr(e.Elem)
		p.WriteString(" for ")
		p.vars(e.Vars, e.Where)
		p.WriteString(" }")
	case *List:
		p.list("[", e.Elems, "]")
	case *SetOf:
		p.WriteString("set ")
		p.at(e.Elem, levelRange, false)
	case *ListOf:
		p.WriteString("list of ")
		p.at(e.Elem, levelRange, false)
	case *MapType:
		p.WriteString("map")
		if e.Of != nil {
			p.WriteString(" of ")
			p.at(e.Of, levelRange, false)
		}
	default: // see expr
	}
}

// list writes expressions between brackets.
func (p *printer) list(open string, elems []Expr, closing string) {
	p.WriteString(open)
	for i, e := range elems {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(e)
	}
	p.WriteString(closing)
}

func (p *printer) unary(e *Unary) {
	if e.Op == "not" {
		p.WriteString("not ")
		p.at(e.X, levelNot, false)
		return
	}
	p.WriteString(e.Op)
	p.at(e.X, levelMinus, false)
}

// binary writes an operator with its operands. Arithmetic within looser arithmetic or within a range has no blanks.
func (p *printer) binary(e *Binary, tight bool) {
	left, right := operandLevels(binaryLevel(e.Op))
	p.operandOf(e, tight, e.L, left, true)
	if tight || e.Op == ".." {
		p.WriteString(e.Op)
	} else {
		p.words(" ", e.Op, " ")
	}
	p.operandOf(e, tight, e.R, right, false)
}

// operandLevels returns the levels of the operands of a binary operator of the given level.
func operandLevels(at int) (left, right int) {
	switch levels[at].assoc {
	case toRight:
		return at + 1, at
	case never:
		return at + 1, at + 1
	default:
		return at, at + 1
	}
}

func (p *printer) operandOf(parent *Binary, tight bool, e Expr, level int, more bool) {
	if b, ok := e.(*Binary); ok && !needsParens(e, level, more) {
		p.binary(b, tightIn(parent, tight, b))
		return
	}
	p.at(e, level, more)
}

// str writes a string and the expressions in it.
func (p *printer) str(s *Str) {
	p.WriteByte('"')
	for _, part := range s.Parts {
		if part.Expr == nil {
			p.WriteString(escape(part.Text, `\"{}`))
			continue
		}
		p.WriteByte('{')
		p.expr(part.Expr)
		p.WriteByte('}')
	}
	p.WriteByte('"')
}

// escape puts a backslash before the given characters and writes line breaks as \n.
func escape(text, special string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
			continue
		case strings.ContainsRune(special, r):
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// vars writes the variables of a binder and their condition.
func (p *printer) vars(vars []*BindVar, where Expr) {
	for i, v := range vars {
		if i > 0 {
			p.WriteString(", ")
		}
		p.target(v.Target)
		p.WriteString(" in ")
		p.typ(v.Set)
	}
	if where != nil {
		p.WriteString(" where ")
		p.expr(where)
	}
}

func (p *printer) target(t *Target) {
	if t.Elems == nil {
		p.WriteString(t.Name)
		return
	}
	p.WriteByte('(')
	for i, e := range t.Elems {
		if i > 0 {
			p.WriteString(", ")
		}
		p.target(e)
	}
	p.WriteByte(')')
}
