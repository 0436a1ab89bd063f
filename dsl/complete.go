package dsl

import (
	"fmt"
	"slices"

	"github.com/pzc-lang/pzc/internal/diag"
)

// declared returns the declaration that participle has read, which is a parameter where an enum is one.
func declared(d Decl) Decl {
	if p, ok := d.(*ParamDecl); ok && p.Enum != nil {
		return &EnumDecl{Node: p.Node, Param: true, Name: p.Enum.Name, Values: p.Enum.Values}
	}
	return d
}

// Decl returns the declaration that is needed.
func (d *NeedsDecl) Decl() Decl {
	switch {
	case d.Type != nil:
		return d.Type
	case d.Def != nil:
		return d.Def
	case d.State != nil:
		return d.State
	}
	return declared(d.Param)
}

// complete puts right a declaration that participle has read. It moves each `else if` to its place and checks the rules
// that the grammar does not express.
func complete(d Decl) error {
	switch d := d.(type) {
	case *MoveDecl:
		completeBlock(d.Body)
		completeBlock(d.Then)
		return completeClauses(d.Clauses, "a move", Where, When, Cost, Order, As)
	case *SymmetryDecl:
		completeBlock(d.Body)
		return completeClauses(d.Clauses, "a symmetry", Where, When)
	case *ViewDecl:
		completeView(d)
		return nil
	case *AboutDecl:
		return completeAbout(d)
	case *ExpectDecl:
		return completeExpect(d)
	case *EnumDecl:
		return completeNames(append(d.Values, d.Name)...)
	case *ParamDecl, *TypeDecl, *ConstDecl, *DefDecl, *StateDecl, *HeuristicDecl:
		name, _ := DeclName(d)
		return completeNames(name)
	default:
		return nil
	}
}

// completeNames refuses `_` as the name of a declaration.
func completeNames(names ...Ident) error {
	for _, n := range names {
		if n.Name == "_" {
			return refused(n.Span(), codeReserved,
				"choose a name that begins with a letter", "`_` names nothing and cannot be declared")
		}
	}
	return nil
}

// completeClauses refuses clauses that the declaration cannot have.
func completeClauses(clauses []*Clause, what string, allowed ...ClauseKind) error {
	for _, c := range clauses {
		if !slices.Contains(allowed, c.Kind) {
			return refused(c.Span(), codeSyntax, "", "%s has no clause `%s`", what, c.Kind)
		}
		if c.Else != nil && c.Kind != When {
			return refused(c.Else.Span(), codeSyntax, "remove the reason, or make the condition a `when`",
				"only `when` gives a reason with `else`, `%s` does not", c.Kind)
		}
	}
	return nil
}

// completeView moves the words and the expressions of clauses with a variable to the fields of the other clauses.
func completeView(d *ViewDecl) {
	for _, c := range d.Clauses {
		if c.Way != "" {
			c.Kind, c.Expr, c.Way, c.Each = c.Way, c.Each, "", nil
		}
	}
}

// completeAbout checks that a declaration about the puzzle has a fixed text.
func completeAbout(d *AboutDecl) error {
	wrong := func(help, format string) error {
		return refused(d.Text.Span(), codeSyntax, help, format, d.Word)
	}
	switch s := d.Text.(type) {
	case *MapLit:
		if d.Word != "rules" {
			return wrong("write it between quotes", "`%s` is one line")
		}
	case *Str:
		if slices.ContainsFunc(s.Parts, func(p strPart) bool { return p.Expr != nil }) {
			return wrong(`write \{ and \} for braces; what differs between instances belongs into a view`,
				"the text of `%s` is the same for all instances: it has no values")
		}
	default:
		return wrong("write it between quotes", "`%s` wants a text")
	}
	return nil
}

// completeExpect checks that the expectations that need a number have one, and the others none.
func completeExpect(d *ExpectDecl) error {
	counts := d.Kind == expectCost || d.Kind == expectBest || d.Kind == ExpectSolutions
	switch {
	case counts && d.Number == nil:
		return refused(diag.Span{Start: d.EndPos, End: d.EndPos}, codeSyntax,
			fmt.Sprintf("write `expect %s 3`", d.Kind), "expected a number after `%s`", d.Kind)
	case !counts && d.Number != nil:
		return refused(d.Number.Span(), codeSyntax, "", "`%s` takes no number", d.Kind)
	}
	return nil
}

// completeBlock turns the chains of `else if` in b into blocks of one effect.
func completeBlock(b *Block) {
	if b == nil {
		return
	}
	for _, e := range b.Effects {
		switch e := e.(type) {
		case *IfEffect:
			completeIf(e)
		case *ForEffect:
			completeBlock(e.Body)
		default: // the others have no blocks
		}
	}
}

func completeIf(e *IfEffect) {
	for ; e.Chain != nil; e = e.Else.Effects[0].(*IfEffect) {
		completeBlock(e.Then)
		e.Else = &Block{Node: e.Chain.Node, Effects: []Effect{e.Chain}}
		e.ElseIf, e.Chain = true, nil
	}
	completeBlock(e.Then)
	completeBlock(e.Else)
}
