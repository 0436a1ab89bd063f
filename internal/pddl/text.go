package pddl

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
)

// expr is an expression of the model.
type expr struct {
	op   string // "and", "or", "=>", "not", "binder", or "" for an operand
	text string // of an operand, or a binder up to its colon
	not  string // of the negation of an operand; "": with `not`
	args []*expr
	span diag.Span // what it stands for in the PDDL texts
}

var (
	yes = &expr{text: "true"}
	no  = &expr{text: "false"}
)

func operand(span diag.Span, format string, args ...any) *expr {
	return &expr{text: fmt.Sprintf(format, args...), span: span}
}

// at gives an expression the place of what it stands for, unless it is a constant.
func (e *expr) at(span diag.Span) *expr {
	if e == yes || e == no {
		return e
	}
	c := *e
	c.span = span
	return &c
}

// join makes a conjunction ("and") or disjunction ("or").
func join(op string, args ...*expr) *expr {
	unit, zero := yes, no
	if op == "or" {
		unit, zero = no, yes
	}
	var all []*expr
	for _, a := range args {
		switch {
		case a == zero:
			return zero
		case a == unit:
		case a.op == op:
			all = append(all, a.args...)
		default:
			all = append(all, a)
		}
	}
	switch len(all) {
	case 0:
		return unit
	case 1:
		return all[0]
	}
	return &expr{op: op, args: all}
}

func negate(e *expr) *expr {
	switch {
	case e == yes:
		return no
	case e == no:
		return yes
	case e.op == "not":
		return e.args[0]
	case e.not != "":
		return &expr{text: e.not, not: e.text, span: e.span}
	}
	return &expr{op: "not", args: []*expr{e}}
}

func implies(a, b *expr) *expr {
	switch {
	case a == yes:
		return b
	case a == no || b == yes:
		return yes
	case b == no:
		return negate(a)
	}
	return &expr{op: "=>", args: []*expr{a, b}}
}

// binder makes `forall x in S: body` or `exists x in S: body`.
func binder(word, vars string, body *expr) *expr {
	if body == yes || body == no {
		return body
	}
	return &expr{op: "binder", text: word + " " + vars + ": ", args: []*expr{body}}
}

// levels of operators, from loose to tight.
var levels = map[string]int{"binder": 0, "=>": 1, "or": 2, "and": 3, "not": 4, "": 5}

// mark is a stretch of the model that stands for a part of the PDDL texts.
type mark struct {
	from, to int
	span     diag.Span
}

// output is the text of the model with its marks.
type output struct {
	strings.Builder
	marks []mark
}

func (o *output) f(format string, args ...any) { fmt.Fprintf(o, format, args...) }

// marked writes something that stands for a part of the PDDL texts.
func (o *output) marked(span diag.Span, write func()) {
	from := o.Len()
	write()
	if span.Start.IsValid() {
		o.marks = append(o.marks, mark{from, o.Len(), span})
	}
}

// add appends another output.
func (o *output) add(more *output) {
	shift := o.Len()
	o.WriteString(more.String())
	for _, m := range more.marks {
		o.marks = append(o.marks, mark{m.from + shift, m.to + shift, m.span})
	}
}

// expr writes an expression. level is that of the operator around it; a binder needs brackets unless it is the last.
func (o *output) expr(e *expr, level int) {
	o.marked(e.span, func() {
		own := levels[e.op]
		if own < level || e.op == "binder" && level > 0 {
			o.WriteString("(")
			defer o.WriteString(")")
		}
		switch e.op {
		case "":
			o.WriteString(e.text)
		case "binder":
			o.WriteString(e.text)
			o.expr(e.args[0], 0)
		case "not":
			o.WriteString("not ")
			o.expr(e.args[0], own)
		case "=>":
			o.expr(e.args[0], own+1)
			o.WriteString(" => ")
			o.expr(e.args[1], own)
		default:
			for i, a := range e.grouped().args {
				if i > 0 {
					o.f(" %s ", e.op)
				}
				o.expr(a, own+1)
			}
		}
	})
}

// maxChain is the number of operands in a row that the language allows.
const maxChain = 1000

// grouped splits a long conjunction or disjunction into shorter ones, which are written in brackets.
func (e *expr) grouped() *expr {
	if len(e.args) <= maxChain {
		return e
	}
	short := &expr{op: e.op}
	for args := range slices.Chunk(e.args, maxChain) {
		short.args = append(short.args, &expr{op: e.op, args: args})
	}
	return short.grouped()
}

// places maps positions in the text of a model to the PDDL texts that it was made of.
type places struct {
	text   string
	marks  []mark // by their beginnings, outer ones first
	around []int  // by mark: the mark around it, -1 without one
}

func (o *output) places() *places {
	sort.SliceStable(o.marks, func(i, j int) bool {
		a, b := o.marks[i], o.marks[j]
		if a.from != b.from {
			return a.from < b.from
		}
		return a.to > b.to
	})
	p := &places{text: o.String(), marks: o.marks, around: make([]int, len(o.marks))}
	open := -1
	for i, m := range p.marks {
		for open >= 0 && p.marks[open].to < m.to {
			open = p.around[open]
		}
		p.around[i], open = open, i
	}
	return p
}

// At returns the part of the PDDL texts for which a stretch of the model stands: that of the innermost mark around it.
// ok is false if there is none.
func (p *places) At(from, to int) (span diag.Span, ok bool) {
	for to > from && strings.IndexByte(" \n", p.text[to-1]) >= 0 {
		to--
	}
	i := sort.Search(len(p.marks), func(i int) bool { return p.marks[i].from > from }) - 1
	for i >= 0 && p.marks[i].to < to {
		i = p.around[i]
	}
	if i < 0 {
		return span, false
	}
	return p.marks[i].span, true
}
