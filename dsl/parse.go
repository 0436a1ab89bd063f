package dsl

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// Parse reads a source file. It reports all syntax errors, and of a declaration those up to the first whose fix is not
// known. It always returns a File, with the declarations that it could read. Its time is linear in the length of src.
func Parse(name string, src []byte) (*File, diag.List) {
	file := &File{Name: name}
	text, bad := source(name, src)
	if bad != nil {
		return file, diag.List{bad}
	}
	file.Src = text
	r := newReader(name, text)
	r.file = file
	for !r.lex.Peek().EOF() && len(r.errs) <= maxErrors {
		r.decl()
	}
	return file, r.list()
}

// ParseExpr reads a text that is one expression, for example the value of a parameter.
func ParseExpr(name, text string) (Expr, diag.List) {
	r, bad := readText(name, text)
	if bad != nil {
		return nil, diag.List{bad}
	}
	p := &exprParser{lex: r.lex}
	e, err := caught(func() Expr { return p.full("a value") })
	r.finish(err)
	if list := r.list(); list.HasErrors() {
		return nil, list
	}
	return e, nil
}

// ParseMove reads a text that is a move with its arguments, for example a line of a plan: `slide((0, 1), (1, 1))`.
func ParseMove(name, text string) (*Pattern, diag.List) {
	r, bad := readText(name, text)
	if bad != nil {
		return nil, diag.List{bad}
	}
	if list := r.list(); list.HasErrors() { // else the next error would name the harmless token of the scanner
		return nil, helped(list)
	}
	if t := r.lex.Peek(); t.Type != tokIdent {
		e := spotAt(r.lex).found
		return nil, diag.List{problem(tokenSpan(&e), codeSyntax, moveHelp,
			"expected the name of a move, found %s", spotAt(r.lex).what())}
	}
	r.begin, r.production = *r.lex, "Pattern"
	m, err := patternParser.Get().ParseFromLexer(r.lex, participle.AllowTrailing(true))
	r.finish(err)
	if list := r.list(); list.HasErrors() {
		return nil, helped(list)
	}
	return m, nil
}

// helped sets the help text of errors about a move of a plan.
func helped(list diag.List) diag.List {
	for _, d := range list {
		d.Help = moveHelp
	}
	return list
}

// moveHelp is the help text of all errors about a move of a plan.
const moveHelp = "a plan has one move per line: `name(arg, arg)`, or `name`"

// reader reads the declarations of one text.
type reader struct {
	lex  *lexer.PeekingLexer
	toks []lexer.Token
	errs diag.List
	file *File

	scanned diag.List // the errors of the scanner
	last    Decl      // the previous declaration, nil if it could not be read
	from    int       // the offset of its first token

	fixed  diag.Fix // the last repair
	beyond int      // errors before this offset may be its consequences
	quiet  bool     // the word of the declaration is a guess: its errors may be consequences
	copied int      // tokens, by repairs

	begin      lexer.PeekingLexer // where participle began to read
	production string             // the production that participle reads
}

func newReader(name, text string) *reader {
	lex, toks, errs := read(text, lexer.Position{Filename: name, Line: 1, Column: 1})
	return &reader{lex: lex, toks: toks, errs: errs, scanned: errs}
}

// readText is newReader for a text that was not checked by source.
func readText(name, text string) (*reader, *diag.Diagnostic) {
	clean, bad := source(name, []byte(text))
	if bad != nil {
		return nil, bad
	}
	return newReader(name, clean), nil
}

// finish reports err, or the text that was not read.
func (r *reader) finish(err error) {
	if err == nil && !r.lex.Peek().EOF() {
		err = spotAt(r.lex).afterExpr("the end of the text")
	}
	if err != nil {
		r.report(0, r.explain(err, 0))
	}
}

// list returns the reported errors in the order of the text.
func (r *reader) list() diag.List {
	errs := r.errs.Sorted()
	if len(errs) <= maxErrors {
		return errs
	}
	errs = errs[:maxErrors]
	last := errs[maxErrors-1].Span
	errs.Add(problem(last, CodeTooManyErrors, "", "more than %d errors: the rest is not shown", maxErrors))
	return errs
}

// decl reads one declaration, or repairs or skips what is none. Each call takes a token or repairs an error.
func (r *reader) decl() {
	first := *r.lex.Peek()
	if !isDeclWord(first.Value) && !isDeclName(first.Value) {
		r.stray()
		return
	}
	start, _ := r.tokenAt(first.Pos.Offset)
	r.begin, r.production = *r.lex, "Decl"
	d, err := declParser(first.Value).ParseFromLexer(r.lex, participle.AllowTrailing(true))
	if err == nil {
		*d = declared(*d)
		err = complete(*d)
	}
	if err != nil {
		e := r.explain(err, start)
		r.report(first.Pos.Offset, e)
		if !r.repair(e, first.Pos.Offset) {
			r.skip(max(e.resume, e.diag.Span.Start.Offset), start)
		}
		return
	}
	if r.quiet = false; spoilt(r.scanned, first.Pos.Offset, r.lex.Peek().Pos.Offset-1) {
		r.skip(0, start)
		return
	}
	setDoc(*d, docAbove(r.toks[:start]))
	r.last, r.from = *d, first.Pos.Offset
	r.file.Decls = append(r.file.Decls, *d)
}

// stray reports a token that does not begin a declaration. It repairs the declaration before it, or skips the token.
func (r *reader) stray() {
	t := r.lex.Peek()
	e := r.explainStray(spotAt(r.lex))
	from := t.Pos.Offset
	if r.last != nil && e.diag.Code != codeUnknownDeclaration {
		from = r.from
	}
	r.report(from, e)
	r.quiet = e.diag.Code == codeUnknownDeclaration
	if _, isMove := r.last.(*MoveDecl); from < t.Pos.Offset && !isMove { // it is not the whole declaration
		r.file.Decls = r.file.Decls[:len(r.file.Decls)-1]
	} else {
		from = t.Pos.Offset
	}
	if r.repair(e, from) {
		r.last = nil
		return
	}
	start, _ := r.tokenAt(from)
	r.skip(max(e.resume, t.Pos.Offset+1), start)
}

// report adds e, unless the scanner has reported an error between the start of the declaration and e.
func (r *reader) report(start int, e *syntaxError) {
	at := e.diag.Span.Start.Offset
	if f := r.fixed; f.Span.End.Offset < at && at <= f.Span.Start.Offset+len(f.Text) &&
		strings.TrimSpace(r.file.Src[f.Span.End.Offset:min(at, len(r.file.Src))]) == "" { // behind what is not in the text
		e.diag.Span = diag.Span{Start: f.Span.End, End: f.Span.End}
	}
	if !spoilt(r.errs, start, max(at, e.resume)) && !r.quiet && at >= r.beyond {
		r.errs.Add(e.diag)
	}
}

// spoilt reports whether an error without a fix stands between two offsets, so that what follows may be a consequence.
func spoilt(errs diag.List, from, to int) bool {
	return slices.ContainsFunc(errs, func(d *diag.Diagnostic) bool {
		return d.Fix == nil && from <= d.Span.Start.Offset && d.Span.Start.Offset <= to
	})
}

// skip goes on to the next declaration at or after offset from. The declaration that is skipped begins with a token.
func (r *reader) skip(from, start int) {
	r.last = nil
	for t := r.lex.Peek(); !t.EOF(); t = r.lex.Peek() {
		if t.Pos.Offset >= from && t.Pos.Offset > r.toks[start].Pos.Offset && beginsDecl(t) {
			break
		}
		r.lex.Next()
	}
	r.lose(r.toks[start:r.lex.RawCursor()])
	r.quiet = false
}

// beginsDecl reports whether a declaration was meant to begin with t: with its word, or with a similar word at the
// start of a line.
func beginsDecl(t *lexer.Token) bool {
	if t.Type == tokIdent && t.Pos.Column == 1 {
		return isDeclName(t.Value) || foreignDecl(t.Value) != "" || len(t.Value) > 2 &&
			diag.Nearest(t.Value, DeclWords()) != ""
	}
	return t.Type == tokKeyword && isDeclWord(t.Value)
}

// explain converts an error of participle to a diagnostic.
func (r *reader) explain(err error, start int) *syntaxError {
	var ours *syntaxError
	if errors.As(err, &ours) {
		return ours
	}
	var unexpected *participle.UnexpectedTokenError
	if errors.As(err, &unexpected) {
		i, _ := r.tokenAt(unexpected.Unexpected.Pos.Offset)
		for r.toks[i] != unexpected.Unexpected { // tokens of a repair may stand in one place
			i++
		}
		s := newSpot(unexpected.Unexpected, r.toks[:i])
		for i++; i < len(r.toks) && (r.toks[i].Type == tokSpace || r.toks[i].Type == tokComment); i++ {
		}
		s.next = r.toks[min(i, len(r.toks)-1)]
		e := expected(s, r.toks[start], symbolAt(r.begin, r.production))
		if isAboutWord(s.prev.Value) && (s.found.Type == tokString || s.found.Type == tokMap) {
			e.diag.Help = "`" + s.prev.Value + "` stands outside of blocks: a puzzle has one, for all instances"
		}
		return e
	}
	return r.otherError(err)
}

// otherError converts errors about the limits of participle itself, for example the number of repetitions.
func (r *reader) otherError(err error) *syntaxError {
	span := tokenSpan(r.lex.Peek())
	var at participle.Error
	msg := err.Error()
	if errors.As(err, &at) {
		span = diag.Span{Start: diag.Pos(at.Position()), End: diag.Pos(at.Position())}
		msg = at.Message()
	}
	return refused(span, codeSyntax, "", "%s", msg)
}

// docAbove returns the comment lines directly above the declaration that follows toks.
func docAbove(toks []lexer.Token) Doc {
	var lines []string
	i := len(toks)
	for i >= 2 && isBreak(toks[i-1], 1) && toks[i-2].Type == tokComment && begins(toks[:i-2]) {
		line := strings.TrimPrefix(toks[i-2].Value, "//")
		lines = append(lines, strings.TrimRight(strings.TrimPrefix(line, " "), " \t\r"))
		i -= 2
	}
	slices.Reverse(lines)
	return Doc(strings.Join(lines, "\n"))
}

// begins reports whether a token is the first of its line. toks are the tokens before it.
func begins(toks []lexer.Token) bool {
	n := len(toks)
	return n == 0 || isBreak(toks[n-1], 0) || n == 1 && toks[0].Type == tokSpace
}

// isBreak reports whether t is a blank with n line breaks, or with any number of line breaks if n is 0.
func isBreak(t lexer.Token, n int) bool {
	breaks := strings.Count(t.Value, "\n")
	return t.Type == tokSpace && breaks > 0 && (n == 0 || breaks == n)
}

// setDoc sets the Doc of d, if it has one.
func setDoc(d Decl, doc Doc) {
	if f := reflect.ValueOf(d).Elem().FieldByName("Doc"); f.IsValid() {
		f.Set(reflect.ValueOf(doc))
	}
}
