package dsl

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// tooDeep reports nesting that is too deep.
func tooDeep(t lexer.Token, what string, limit int) *diag.Diagnostic {
	return problem(tokenSpan(&t), codeTooDeep, "give the inner parts names with `def` or `const`",
		"more than %d %s inside one another", limit, what)
}

// tokenSpan returns the span of t. If t has several lines, the span is the first line.
func tokenSpan(t *lexer.Token) diag.Span {
	return spanOf(t.Pos, t.Value[:lineLen(t.Value)])
}

// spot is a position at which the parser could not go on.
type spot struct {
	found  lexer.Token
	prev   lexer.Token   // the last token that is neither blank nor comment; EOF if there is none
	before []lexer.Token // all tokens before found, including blanks
	next   lexer.Token   // the token after found
}

// spotAt returns the spot at the next token of lex.
func spotAt(lex *lexer.PeekingLexer) spot {
	s, ahead := newSpot(*lex.Peek(), lex.Range(0, lex.RawCursor())), *lex
	ahead.Next()
	s.next = *ahead.Peek()
	return s
}

// newSpot returns the spot at found, which follows the tokens of before.
func newSpot(found lexer.Token, before []lexer.Token) spot {
	for i := len(before) - 1; i >= 0; i-- {
		if t := before[i]; t.Type != tokSpace && t.Type != tokComment {
			return spot{found: found, prev: t, before: before[:i+1]}
		}
	}
	return spot{found: found, prev: lexer.EOFToken(found.Pos), before: nil}
}

// gap returns the position directly after the previous token, where something is missing.
func (s spot) gap() diag.Span {
	end := s.prev.Pos
	if end.Advance(s.prev.Value); end.Offset > s.found.Pos.Offset { // a token of a repair
		end = s.found.Pos
	}
	return diag.Span{Start: diag.Pos(end), End: diag.Pos(end)}
}

// sameLine reports whether found begins on the line on which the previous token ends.
func (s spot) sameLine() bool { return !s.found.EOF() && s.found.Pos.Line == s.gap().Start.Line }

// what describes the token at the spot.
func (s spot) what() string {
	switch s.found.Type {
	case lexer.EOF:
		return "the end of the text"
	case tokString:
		return "a text"
	case tokMap:
		return "a map"
	default:
		return "`" + clip(s.found.Value) + "`"
	}
}

// missing reports that want is missing after the previous token.
func (s spot) missing(want string) *syntaxError {
	if e := s.wrongSign(); e != nil {
		return e
	}
	if s.found.Type == tokKeyword && isDeclWord(s.found.Value) || s.found.EOF() {
		if e := s.stillOpen(); e != nil && strings.HasPrefix(want, "`"+partner(e.Value)+"`") {
			return s.unclosed(*e)
		}
	}
	msg := "expected " + want
	if s.sameLine() {
		msg += ", found " + s.what()
	}
	return &syntaxError{diag: problem(s.gap(), codeSyntax, "", "%s", msg), resume: s.found.Pos.Offset}
}

// nameMissing reports a missing name, or a reserved word in place of a name.
func (s spot) nameMissing(want string) *syntaxError {
	if s.found.Type != tokKeyword || !s.sameLine() {
		return s.missing(want)
	}
	return s.reserved()
}

// reserved reports a word of the language that is used as a name.
func (s spot) reserved() *syntaxError {
	word := s.found.Value
	return &syntaxError{
		diag: problem(tokenSpan(&s.found), codeReserved, "choose another name, such as `"+word+"_` or `"+word[:1]+"`",
			"`%s` is a word of the language and cannot be a name", word),
		resume: s.found.Pos.Offset + len(word),
	}
}

// operandMissing reports a missing expression.
func (s spot) operandMissing(want string) *syntaxError {
	switch {
	case s.found.Type == tokKeyword && isDeclWord(s.found.Value) && s.sameLine() && s.prev.Value != "}":
		return s.reserved()
	case s.foreignOperator() != nil:
		return s.foreignOperator()
	case isOneOf(&s.found, "|"):
		return s.wrong("there is no operator `|`", "write `abs(…)`")
	case isOneOf(&s.found, "for"):
		return s.missing(want).help("write `forall x in S: …`")
	case isOneOf(&s.prev, "..") && isOneOf(&s.found, ".", "<"):
		return s.unwanted("a range is written with two points", "both ends belong to it: `0..n-1`")
	case isOneOf(&s.found, ":") && s.prev.Type == tokKeyword && isDeclWord(s.prev.Value):
		return s.instead(s.unwanted("no colon stands after `"+s.prev.Value+"`", ""), "")
	}
	if !s.prev.EOF() {
		want += " after `" + clip(s.prev.Value) + "`"
	}
	return s.missing(want)
}

// foreignOperator reports two signs that are one operator in other languages, for example -> and +=. It returns nil for
// other signs.
func (s spot) foreignOperator() *syntaxError {
	op := s.prev.Value + s.found.Value
	var help string
	switch op {
	case "->":
		help = "write `=>` for “implies”"
	case "+=", "-=", "*=", "/=":
		help = "only effects assign, with `:=`"
	case "++":
		help = "write `+ 1`"
	case "/*":
		help = "a comment begins with `//`, on each of its lines"
	case "**":
		help = "write a product: `x * x`"
	case "<>":
		help = "write `!=`"
	case "===", "!==":
		help = "write `" + s.prev.Value + "`"
	default:
		return nil
	}
	span := diag.Span{Start: diag.Pos(s.prev.Pos), End: tokenSpan(&s.found).End}
	d := problem(span, codeWrongOperator, help, "there is no operator `%s`", op)
	replaceAs(d)
	return &syntaxError{diag: d, resume: s.found.Pos.Offset}
}

// afterExpr reports that want is missing after an expression. A `=` there was meant as a comparison.
func (s spot) afterExpr(want string) *syntaxError {
	switch {
	case isOneOf(&s.found, "=", ":="):
		e := s.wrong("`"+s.found.Value+"` does not compare", "write `==` to compare")
		if s.compared() {
			e.diag.Fix, e.diag.Help = nil, "two comparisons are joined by `and`"
		}
		return e
	case isOneOf(&s.found, ","):
		return s.missing(want).help("remove the comma")
	}
	return s.foreignWord(s.missing(want))
}

// compared reports whether the part of a condition before the found token compares already.
func (s spot) compared() bool {
	for _, t := range slices.Backward(s.before) {
		switch {
		case isOneOf(&t, "==", "!=", "<", "<=", ">", ">=", "in"):
			return true
		case isOneOf(&t, "and", "or", "not", "=>", ":", "where", "if", "then", "else", "(", "{", ",", "=", ":="),
			isDeclWord(t.Value):
			return false
		}
	}
	return false
}

// wrongSign reports signs of other languages. It returns nil for other signs.
func (s spot) wrongSign() *syntaxError {
	if s.found.Type != tokOp {
		return nil
	}
	switch v := s.found.Value; v {
	case "&&", "&":
		return s.wrong("there is no operator `"+v+"`", "write `and`")
	case "=<":
		return s.wrong("there is no operator `=<`", "write `<=`")
	case "||":
		return s.wrong("there is no operator `||`", "write `or`")
	case "|":
		return s.wrong("there is no operator `|`", "write `or`, or of sets `union(A, B)`")
	case "!":
		return s.wrong("there is no operator `!`", "write `not`")
	case ";":
		if open := s.stillOpen(); open != nil && open.Value == "[" {
			return s.unwanted("nothing is separated by `;`", "each row has brackets of its own: `[[a, b], [c, d]]`")
		}
		return s.unwanted("nothing is separated by `;`", "").write(tokenSpan(&s.found), "",
			": each declaration, clause and effect ends where the next begins")
	}
	return nil
}

// wrong reports an operator that has another meaning, or none.
func (s spot) wrong(msg, help string) *syntaxError {
	d := problem(tokenSpan(&s.found), codeWrongOperator, help, "%s", msg)
	replaceAs(d)
	return &syntaxError{diag: d}
}

// replaceAs adds a fix to a finding whose help names one operator that is to be written instead: "write `==` to
// compare".
func replaceAs(d *diag.Diagnostic) {
	rest, write := strings.CutPrefix(d.Help, "write `")
	op, _, ok := strings.Cut(rest, "`")
	if write && ok && (slices.Contains(operators(), op) || IsReserved(op) || op == "+ 1") {
		d.Replace(op)
	}
}

// unwanted reports the token at the spot, and what to write instead.
func (s spot) unwanted(msg, help string) *syntaxError {
	return refused(tokenSpan(&s.found), codeSyntax, help, "%s", msg)
}

// write sets the fix of an error that has no help: see diag.Write.
func (e *syntaxError) write(span diag.Span, text, more string) *syntaxError {
	if e.diag.Help == "" {
		e.diag.Write(span, text, more)
	}
	return e
}

// instead is write for the token at the spot.
func (s spot) instead(e *syntaxError, text string) *syntaxError {
	return e.write(tokenSpan(&s.found), text, "")
}

// help sets the help text of an error that has none.
func (e *syntaxError) help(text string) *syntaxError {
	if e.diag.Help == "" {
		e.diag.Help = text
	}
	return e
}

// trailingComma reports a comma before a closing bracket.
func (s spot) trailingComma(want, closing string) *syntaxError {
	return &syntaxError{diag: problem(tokenSpan(&s.prev), codeSyntax, "remove the comma",
		"expected %s after the comma, found `%s`", want, closing).Replace("")}
}

// unclosedList reports a token in place of a comma or of the bracket that closes opening.
func (s spot) unclosedList(opening *lexer.Token, closing string) *syntaxError {
	if s.found.EOF() || s.found.Type == tokKeyword && isDeclWord(s.found.Value) || isOneOf(&s.found, ")", "]", "}") {
		return s.unclosed(*opening)
	}
	if isOneOf(&s.found, ":=") && closing == "}" {
		help := "if the `{` was to begin the effects, something is missing before it"
		return s.unwanted("`:=` cannot stand in a set of values", help)
	}
	e := s.afterExpr("`,` or `" + closing + "`")
	switch {
	case isOneOf(&s.found, "where") && closing == "}":
		of := textOf(s.before[s.place(opening)+1:])
		if name, _, ok := strings.Cut(of, " in "); ok {
			return e.write(diag.Span{Start: tokenSpan(opening).End, End: s.gap().End}, name+" for "+of, "")
		}
		return e.help("write `{ x for x in S where … }`")
	case isOneOf(&s.found, ":") && closing == ")":
		return s.binderWritten(e, opening)
	case isOneOf(&s.found, "for") && closing != "}":
		return e.help("write `" + s.binderCalled(opening) + " x in S: …`")
	}
	return e
}

// calledWord returns the word before an opening bracket, "" without one.
func (s spot) calledWord(opening *lexer.Token) string {
	if i := s.place(opening); i > 0 {
		return newSpot(*opening, s.before[:i]).prev.Value
	}
	return ""
}

// place returns the index of a token among those before the spot.
func (s spot) place(t *lexer.Token) int {
	return slices.IndexFunc(s.before, func(u lexer.Token) bool { return u == *t })
}

// textOf returns the text of tokens.
func textOf(toks []lexer.Token) string {
	var b strings.Builder
	for _, t := range toks {
		b.WriteString(t.Value)
	}
	return strings.TrimSpace(b.String())
}

// operand returns the index of the token with which the operand begins that ends before the spot: `x` or `x[i].row`.
func (s spot) operand() int {
	depth := 0
	for i := len(s.before) - 1; i >= 0; i-- {
		switch t := &s.before[i]; {
		case isOneOf(t, ")", "]"):
			depth++
		case isOneOf(t, "(", "["):
			depth--
		case depth == 0 && (i == 0 || !isOneOf(&s.before[i-1], ".")):
			return i
		}
	}
	return 0
}

// binderCalled returns the binder of this language for a function that is called with an opening bracket, as in `all(x
// > 0 for x in S)`.
func (s spot) binderCalled(opening *lexer.Token) string {
	word := s.calledWord(opening)
	if isBinderWord(word) {
		return word
	}
	if b := foreignBinder(word); b != "" {
		return b
	}
	return "forall"
}

// binderWritten adds help about a binder that was written as a call, as in `all(i in 0..2: …)`.
func (s spot) binderWritten(e *syntaxError, opening *lexer.Token) *syntaxError {
	word := foreignBinder(s.calledWord(opening))
	switch at := s.place(opening); {
	case word == "":
		return e
	case !strings.Contains(textOf(s.before[at:]), " in "):
		return e.help("write `" + word + " x in S: …`")
	default:
		span := diag.Span{Start: diag.Pos(s.before[at-1].Pos), End: tokenSpan(opening).End}
		return e.write(span, "("+word, ": the parentheses stand around the whole")
	}
}

// foreignBinder returns the binder of this language for a word that other languages use, "" for all other words.
func foreignBinder(word string) string {
	switch word {
	case "all", "every", "each", "foreach":
		return "forall"
	case "any", "some", "exist":
		return "exists"
	case "total", "summation":
		return "sum"
	case "prod", "multiply":
		return "product"
	case "number", "num", "len":
		return "count"
	case "minimum":
		return "min"
	case "maximum":
		return "max"
	case "alldifferent", "all_different", "alldiff":
		return "distinct"
	}
	return ""
}

// foreignWord adds help about a word that other languages write between two operands or before a variable.
func (s spot) foreignWord(e *syntaxError) *syntaxError {
	if isOneOf(&s.prev, "any") && isOneOf(&s.found, "(") {
		return e.help("write `exists x in S: …`")
	}
	if s.found.Type != tokIdent || !s.sameLine() {
		return e
	}
	if op := foreignInfix(s.found.Value); op != "" {
		return s.instead(e, op)
	}
	if s.found.Value == "xor" || s.found.Value == "iff" {
		return e.help("compare conditions in parentheses: `(…) != (…)` or `(…) == (…)`")
	}
	if word := foreignBinder(s.prev.Value); word != "" && isOneOf(&s.next, "in", ",") {
		return e.write(tokenSpan(&s.prev), word, "")
	} else if word != "" {
		return e.help("write `" + word + " x in S: …`")
	}
	if s.prev.Type == tokIdent {
		if near := diag.Nearest(s.prev.Value, binderWords[:]); near != "" && e.diag.Help == "" {
			e.diag.Fix, e.diag.Help = &diag.Fix{Span: tokenSpan(&s.prev), Text: near}, "did you mean `"+near+"`?"
		}
	}
	if slices.Contains([]string{"minimize", "minimise", "maximize", "maximise"}, s.prev.Value) {
		return e.help("an objective is a declaration of its own: `" + s.prev.Value[:5] + "ize e`")
	}
	return e
}

// foreignInfix returns the operator of this language for a word that other languages write between two operands, "" for
// all other words.
func foreignInfix(word string) string {
	switch lower := strings.ToLower(word); lower {
	case "and", "or", "not", "in":
		return lower
	case "ne", "neq":
		return "!="
	case "is", "eq", "equals":
		return "=="
	case "mod", "rem":
		return "%"
	case "div":
		return "/"
	case "implies":
		return "=>"
	}
	return ""
}

// foreignType returns help for a type that is written as in other languages, "" for all other texts.
func (s spot) foreignType(last Decl) string {
	switch s.prev.Value {
	case "list", "array", "vector", "seq", "sequence":
		return "an array has its indices in brackets: `x[i in 0..n-1]: T`"
	}
	if _, ok := last.(*TypeDecl); ok && isOneOf(&s.found, "in", "where", "for") {
		return "a type is a set, such as `lo..hi`, `grid(rows, cols)` or `{ x for x in S where … }`"
	}
	return ""
}

// unclosed reports a bracket that is not closed.
func (s spot) unclosed(opening lexer.Token) *syntaxError {
	d := problem(s.gap(), codeUnclosed, "", "`%s` is missing", partner(opening.Value))
	if s.sameLine() {
		d.Msg += " before " + s.what()
	}
	d.Related = []diag.Related{{Span: tokenSpan(&opening), Msg: "for this `" + opening.Value + "`"}}
	if d.Replace(partner(opening.Value)); s.mismatched() {
		d.Fix.Span.End = tokenSpan(&s.found).End // the wrong bracket
	}
	return &syntaxError{diag: d, resume: s.found.Pos.Offset}
}

// stillOpen returns the innermost open bracket of this declaration, or nil.
func (s spot) stillOpen() *lexer.Token {
	if open := s.open(); len(open) > 0 {
		return open[0]
	}
	return nil
}

// open returns the open brackets of this declaration, the innermost first.
func (s spot) open() (all []*lexer.Token) {
	closers := 0
	for i := len(s.before) - 1; i >= 0; i-- {
		t := &s.before[i]
		switch {
		case isOneOf(t, ")", "]", "}"):
			closers++
		case isOneOf(t, "(", "[", "{") && closers == 0:
			all = append(all, t)
		case isOneOf(t, "(", "[", "{"):
			closers--
		case t.Type == tokKeyword && isDeclWord(t.Value):
			return all
		}
	}
	return all
}

// mismatched reports whether the spot is at a wrong bracket: it does not close the bracket around the innermost one.
func (s spot) mismatched() bool {
	open := s.open()
	return isOneOf(&s.found, ")", "]", "}") && (len(open) < 2 || partner(open[1].Value) != s.found.Value)
}

// partner returns the bracket that closes opening.
func partner(opening string) string {
	switch opening {
	case "(":
		return ")"
	case "[":
		return "]"
	}
	return "}"
}
