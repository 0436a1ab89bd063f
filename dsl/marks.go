package dsl

import (
	"reflect"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// mark says what a token means to the formatter if its text alone does not tell.
type mark uint16

const (
	markDecl    mark = 1 << iota // begins a declaration
	markItem                     // begins an effect or a `name = value`
	markClause                   // begins a clause of a move
	markAlong                    // `else` and `then` between blocks: has the indentation of its statement
	markWord                     // a name that is a word of the language here: `when`, `set`, `fill`
	markUnary                    // a sign before its operand
	markTight                    // an operator without blanks around it
	markSet                      // `{` of a set of values
	markBlock                    // `{` of a block of items
	markFollows                  // an `expect` that belongs to the instance before it
)

// marks holds the marks of the tokens of a file, by index.
type marks struct {
	toks  []lexer.Token // without blanks
	index map[int]int   // offset → index in toks
	of    []mark
}

// markTokens marks the tokens of a file that was parsed without errors.
func markTokens(f *File, toks []lexer.Token) *marks {
	m := &marks{toks: toks, index: make(map[int]int, len(toks)), of: make([]mark, len(toks))}
	for i, t := range toks {
		m.index[t.Pos.Offset] = i
	}
	owned := false // whether an instance precedes, to which an expect belongs
	for _, d := range f.Decls {
		m.set(d.Span().Start.Offset, markDecl)
		switch d.(type) {
		case *InstanceDecl:
			owned = true
		case *ExpectDecl:
			if owned {
				m.set(d.Span().Start.Offset, markFollows)
			}
		default:
			owned = false
		}
	}
	tight := map[*Binary]bool{}
	walk(reflect.ValueOf(f), func(node any) {
		if b, ok := node.(*Binary); ok {
			m.binary(b, tight)
			return
		}
		m.node(node)
	})
	return m
}

// set marks the token at an offset.
func (m *marks) set(offset int, k mark) {
	if i, ok := m.index[offset]; ok {
		m.of[i] |= k
	}
}

// before marks the token before the token at offset. It skips comments.
func (m *marks) before(offset int, k mark) {
	for i := m.index[offset] - 1; i >= 0; i-- {
		if m.toks[i].Type != tokComment {
			m.of[i] |= k
			return
		}
	}
}

// braceAfter marks the first `{` at or after offset as the brace of a block.
func (m *marks) braceAfter(offset int) {
	for i, ok := m.index[offset]; ok && i < len(m.toks); i++ {
		if m.toks[i].Value == "{" {
			m.of[i] |= markBlock
			return
		}
	}
}

// binary marks an operator. It must be called for parents before their operands.
func (m *marks) binary(b *Binary, tight map[*Binary]bool) {
	for _, e := range []Expr{b.L, b.R} {
		if inner, ok := e.(*Binary); ok && tightIn(b, tight[b], inner) {
			tight[inner] = true
		}
	}
	if tight[b] || b.Op == ".." {
		m.set(b.OpPos.Offset, markTight)
	}
}

// tightIn reports whether b, an operand of parent, is written without blanks around its operator.
func tightIn(parent *Binary, parentTight bool, b *Binary) bool {
	inner, outer := binaryLevel(b.Op), binaryLevel(parent.Op)
	return inner >= levelSum && (outer == levelRange || outer >= levelSum && (parentTight || outer < inner))
}

// node marks the tokens of all other nodes.
func (m *marks) node(node any) {
	at := 0
	if n, ok := node.(interface{ Span() diag.Span }); ok {
		at = n.Span().Start.Offset
	}
	switch n := node.(type) {
	case *Clause:
		m.set(at, markClause|markWord)
	case *MoveDecl:
		if n.Then != nil {
			m.before(n.Then.Pos.Offset, markAlong)
		}
	case *IfEffect:
		if i := m.index[at]; i == 0 || m.of[i-1]&markAlong == 0 {
			m.of[i] |= markItem // an `else if` is no item by itself
		}
		if n.Else != nil {
			m.before(n.Else.Pos.Offset, markAlong)
		}
	case *Assign, *Let, *ForEffect, *Require, *RelaxationItem, *InstanceValue:
		m.set(at, markItem)
	case *Block:
		m.set(at, markBlock) // an `else if` begins with no brace; there the mark has no effect
	case *EnumDecl:
		if n.Values != nil {
			m.braceAfter(n.Name.Pos.Offset)
		}
	case *RelaxationDecl:
		m.braceAfter(n.Name.Pos.Offset)
	case *InstanceDecl:
		if n.Parent != nil {
			m.before(n.Parent.Pos.Offset, markWord)
		}
		m.braceAfter(n.Name.Pos.Offset)
	case *ViewClause, *AboutDecl, *LostDecl, *ObjectiveDecl, *AnswerDecl, *NeedsDecl, *GeneratorDecl, *SetOf, *CondOf:
		m.set(at, markWord)
	case *ExpectDecl:
		if n.Number != nil {
			m.before(n.Number.Span().Start.Offset, markWord)
		}
	case *Unary:
		if n.Op == "-" {
			m.set(at, markUnary)
		}
	case *SetLit:
		m.set(at, markSet)
	case *ListOf:
		m.set(at, markWord)
		m.before(n.Elem.Span().Start.Offset, markWord)
	case *MapType:
		if n.Of != nil {
			m.before(n.Of.Span().Start.Offset, markWord)
		}
	}
}
