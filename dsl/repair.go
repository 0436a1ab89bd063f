package dsl

import (
	"slices"

	"github.com/alecthomas/participle/v2/lexer"
)

// How reading goes on after a syntax error, for the maintainer.
//
// If the error has a fix, the fix is applied to the tokens, and the declaration is read again. So `a = b && !c` gives
// three errors and a condition that can be checked. An error at the place of the fix is dropped, because it may be a
// consequence. Without a fix, the rest of the declaration is skipped. The names that the declaration declares are kept,
// so that they are not reported as unknown.

// maxRepaired bounds the tokens that repairs copy, so that the time of reading stays linear.
const maxRepaired = 10 * maxTokens

// repair applies the fix of an error to the tokens, and goes back to the token at offset from. It returns false if
// there is no fix, or if reading has not come further since the last repair.
func (r *reader) repair(e *syntaxError, from int) bool {
	f := e.diag.Fix
	if f == nil || e.diag.Span.Start.Offset < r.beyond || r.copied > maxRepaired {
		return false
	}
	first, ok := r.tokenAt(f.Span.Start.Offset)
	last, end := r.tokenAt(f.Span.End.Offset)
	if !ok || !end {
		return false // in a text between quotes
	}
	_, toks, errs := read(f.Text, lexer.Position(f.Span.Start))
	if len(errs) > 0 {
		return false
	}
	toks = toks[:len(toks)-1]
	for i := range toks {
		if toks[i].Pos.Offset > f.Span.End.Offset {
			toks[i].Pos = lexer.Position(f.Span.Start)
		}
	}
	r.copied += len(r.toks)
	r.toks = slices.Concat(r.toks[:first], toks, r.toks[last:])
	all := reading(r.toks)
	r.lex = upgraded(&all)
	for r.lex.Peek().Pos.Offset < from {
		r.lex.Next()
	}
	r.fixed, r.beyond = *f, f.Span.End.Offset
	switch {
	case f.Text == "": // the next token may be wrong only because of what was removed
		for r.toks[first].Type == tokSpace || r.toks[first].Type == tokComment {
			first++
		}
		if t := r.toks[first]; t.Pos.Line == f.Span.End.Line {
			r.beyond = t.Pos.Offset + 1
		}
	case f.Span.Start == f.Span.End:
		r.beyond++
	}
	return true
}

// tokenAt returns the index of the first token that begins at an offset.
func (r *reader) tokenAt(offset int) (int, bool) {
	return slices.BinarySearchFunc(r.toks, offset, func(t lexer.Token, offset int) int { return t.Pos.Offset - offset })
}

// reading is a lexer that returns tokens, the last of which is EOF.
type reading []lexer.Token

// Next implements lexer.Lexer.
func (r *reading) Next() (lexer.Token, error) {
	t := (*r)[0]
	*r = (*r)[1:]
	return t, nil
}

// lose keeps the names of a declaration that was not read. toks are its tokens.
func (r *reader) lose(toks []lexer.Token) {
	lost := lost{Word: toks[0].Value}
	for _, t := range toks {
		if t.Type == tokIdent {
			lost.Names = append(lost.Names, t.Value)
		}
	}
	isEnum := slices.ContainsFunc(toks, func(t lexer.Token) bool { return isOneOf(&t, "enum") })
	switch {
	case r.quiet || !isDeclWord(lost.Word) && !isDeclName(lost.Word):
		lost.Word = ""
	case slices.Contains([]string{"init", "assume", "always", "goal", "dead", "invariant", "prune", "view"}, lost.Word):
		lost.Names = nil
	case !isEnum && len(lost.Names) > 1:
		lost.Names = lost.Names[:1]
	}
	r.file.Lost = append(r.file.Lost, lost)
}
