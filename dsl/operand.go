package dsl

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// operand parses an operand: a literal, a name, an expression in brackets, `if` or a binder.
func (p *exprParser) operand() Expr {
	t := p.lex.Peek()
	start := p.pos()
	switch t.Type {
	case tokInt:
		p.lex.Next()
		n, _ := strconv.ParseInt(t.Value, 10, 64) // the lexer has reported values that do not fit
		return &Num{Node: p.node(start), Value: n}
	case tokChar:
		return p.char()
	case tokString:
		return p.str()
	case tokMap:
		p.lex.Next()
		return mapLit(p.node(start), t)
	case tokIdent:
		return p.name(start)
	default:
		return p.worded(start)
	}
}

// worded parses operands that begin with a sign or a reserved word.
func (p *exprParser) worded(start diag.Pos) Expr {
	switch t := p.lex.Peek(); t.Value {
	case "(":
		return p.paren(start)
	case "[":
		elems := p.list("]", "a value")
		return &List{Node: p.node(start), Elems: elems}
	case "{":
		return p.set(start)
	case "true", "false":
		p.lex.Next()
		return &Bool{Node: p.node(start), Value: t.Value == "true"}
	case "any":
		p.lex.Next()
		return &Any{Node: p.node(start)}
	case "if":
		return p.ifExpr(start)
	case "let":
		return p.letIn(start)
	}
	return p.binder(start)
}

// name parses a name, `_`, or a type that begins with a word.
func (p *exprParser) name(start diag.Pos) Expr {
	t := p.lex.Next()
	switch {
	case t.Value == "_":
		return &Wild{Node: p.node(start)}
	case p.types && t.Value == "map":
		var of Expr
		if isOf(p.lex.Peek()) {
			p.lex.Next()
			of = p.level(levelRange, "the characters or words of the map")
		}
		return &MapType{Node: p.node(start), Of: of}
	case p.types && t.Value == "list" && isOf(p.lex.Peek()):
		p.lex.Next()
		elem := p.level(levelRange, "the type of the values of the list")
		return &ListOf{Node: p.node(start), Elem: elem}
	case p.types && t.Value == "list" && startsSetElement(p.lex.Peek()) && p.lex.Peek().Type != tokIdent:
		panic(refused(p.node(start).Span(), codeSyntax, "", "expected `of` after `list`").
			write(tokenSpan(t), "list of", ""))
	case p.types && t.Value == "cond" && startsSetElement(p.lex.Peek()):
		of := p.level(levelRange, "the type on which the condition is")
		return &CondOf{Node: p.node(start), Of: of}
	case p.types && t.Value == "set" && (startsSetElement(p.lex.Peek()) || p.signBehind(t)):
		elem := p.level(levelRange, "a type")
		return &SetOf{Node: p.node(start), Elem: elem}
	}
	return &Name{Node: p.node(start), Name: t.Value}
}

// isOf reports whether t is the word `of`.
func isOf(t *lexer.Token) bool { return t.Type == tokIdent && t.Value == "of" }

// signBehind reports whether a minus with a blank before it, and none behind it, follows a word: `set -1..4` is a type,
// `set - 1..4` and `set-1..4` are ranges from a number.
func (p *exprParser) signBehind(word *lexer.Token) bool {
	begin := p.lex.MakeCheckpoint()
	defer p.lex.LoadCheckpoint(begin)
	minus := p.lex.Next()
	return isOneOf(minus, "-") && minus.Pos.Offset > word.Pos.Offset+len(word.Value) &&
		p.lex.Peek().Pos.Offset == minus.Pos.Offset+1
}

// startsSetElement reports whether the T of `set T` can begin with t. For a minus see signBehind.
func startsSetElement(t *lexer.Token) bool {
	return t.Type == tokIdent || t.Type == tokInt || t.Type == tokChar || isOneOf(t, "(", "{")
}

// paren parses `(e)` or a tuple. In a type, the parts are types too.
func (p *exprParser) paren(start diag.Pos) Expr {
	types := p.types
	elems := p.elements(")", "a value", func() Expr {
		p.types = types
		return p.level(levelImplies, "a value")
	})
	switch {
	case len(elems) == 0:
		panic(refused(p.node(start).Span(), codeSyntax, "", "expected a value between `(` and `)`"))
	case len(elems) == 1:
		return &Paren{Node: p.node(start), X: elems[0]}
	}
	return &Tuple{Node: p.node(start), Elems: elems}
}

// list parses values between brackets.
func (p *exprParser) list(closing, want string) []Expr {
	return p.elements(closing, want, func() Expr { return p.full(want) })
}

// elements parses elements between brackets, separated by commas.
func (p *exprParser) elements(closing, want string, elem func() Expr) []Expr {
	opening := p.lex.Next()
	if p.next(closing) {
		return nil
	}
	var out []Expr
	for {
		out = append(out, elem())
		if p.next(closing) {
			return out
		}
		if !p.next(",") {
			panic(spotAt(p.lex).unclosedList(opening, closing))
		}
		if isOneOf(p.lex.Peek(), closing) {
			panic(spotAt(p.lex).trailingComma(want, closing))
		}
	}
}

// set parses `{a, b}` or `{e for x in S where p}`.
func (p *exprParser) set(start diag.Pos) Expr {
	var comp *SetComp
	elems := p.elements("}", "a value", func() Expr {
		e := p.full("a value")
		if comp == nil && p.next("for") {
			comp = &SetComp{Elem: e}
			comp.Vars, comp.Where = p.vars()
		}
		return e
	})
	switch {
	case comp == nil:
		return &SetLit{Node: p.node(start), Elems: elems}
	case len(elems) > 1:
		panic(refused(p.node(start).Span(), codeSyntax,
			"for pairs write `{(a, b) for …}`", "a set with `for` has one element before the `for`"))
	}
	comp.Node = p.node(start)
	return comp
}

// ifExpr parses `if p then a else b`.
func (p *exprParser) ifExpr(start diag.Pos) Expr {
	p.lex.Next()
	cond := p.full("a condition")
	if !p.next("then") {
		panic(spotAt(p.lex).afterExpr("`then` after the condition of `if`"))
	}
	yes := p.full("a value")
	if !p.next("else") {
		if isElseIf(p.lex.Peek().Value) {
			s := spotAt(p.lex)
			panic(s.instead(s.unwanted("there is no `"+s.found.Value+"`", ""), "else if"))
		}
		panic(spotAt(p.lex).afterExpr("`else` and a value").
			help("an `if` that is a value has both branches; of conditions, `a => b` needs no `else`"))
	}
	no := p.full("a value")
	return &If{Node: p.node(start), Cond: cond, Then: yes, Else: no}
}

// letIn parses `let x = e: body`.
func (p *exprParser) letIn(start diag.Pos) Expr {
	p.lex.Next()
	target := p.target()
	if !p.next("=") {
		s := spotAt(p.lex)
		e := s.missing("`=` and a value after the name that `let` gives")
		if isOneOf(&s.found, "==", ":=") {
			e = s.instead(e, "=")
		}
		panic(e.help("write `let x = e: …`"))
	}
	outer := p.named
	p.named = p.lex.RawCursor()
	value := p.full("a value")
	p.named = outer
	in, ok := value.(*Binary)
	switch {
	case p.next(":"):
	case ok && in.Op == "in":
		panic(inForColon(in))
	case isOneOf(p.lex.Peek(), ","):
		panic(spotAt(p.lex).unwanted("a `let` in an expression names one value", "write `let x = e: let y = f: …`"))
	default:
		panic(spotAt(p.lex).afterExpr("`:` and the body of `let`").help("write `let x = e: …`"))
	}
	body := p.full("the body of `let`")
	return &LetIn{Node: p.node(start), Target: target, Value: value, Body: body}
}

// inForColon reports `let x = e in …`.
func inForColon(in *Binary) error {
	at := spanOf(lexer.Position(in.OpPos), in.Op)
	return refused(at, codeSyntax, "", "a colon stands before the body of `let`, not `in`").write(at, ":", "")
}

// binder parses `forall x in S where p: e` and the other binders, or a call of `min` or `max`.
func (p *exprParser) binder(start diag.Pos) Expr {
	from := p.lex.RawCursor()
	word := p.lex.Next().Value
	call := func() Expr {
		fun := Ident{Node: p.node(start), Name: word}
		args := p.list(")", "an argument")
		return &Call{Node: p.node(start), Fun: fun, Args: args}
	}
	if (word == "min" || word == "max") && isOneOf(p.lex.Peek(), "(") {
		return call()
	}
	switch list, t := givesNumber(word) || word == "distinct", p.lex.Peek(); {
	case isOneOf(t, "[") && list:
		return p.listBinder(start, word)
	case isOneOf(t, "[", "{"):
		help := "write `" + word + " x in S where …: …`"
		if list {
			help += "; a list of values stands in brackets: `" + word + " [a, b]`"
		}
		panic(spotAt(p.lex).missing("a variable after `" + word + "`").help(help))
	}
	before := p.lex.MakeCheckpoint()
	var where Expr
	vars, err := caught(func() (vars []*BindVar) { vars, where = p.vars(); return vars })
	if err != nil {
		p.lex.LoadCheckpoint(before)
		if err = p.calledBinder(start, word, err); err != nil {
			panic(err)
		}
		p.lex.LoadCheckpoint(before)
		return call() // the checker refuses it
	}
	if !p.next(":") {
		panic(spotAt(p.lex).afterExpr("`:` and the body of `" + word + "`").
			help("write `" + word + " x in S: …`"))
	}
	outer := p.body
	p.body = binderBody{word: word, binder: from, at: p.lex.RawCursor()}
	body := p.full("the body of `" + word + "`")
	p.body = outer
	return &Binder{Node: p.node(start), Kind: word, Vars: vars, Where: where, Body: body}
}

// listBinder parses `count [a, b]`.
func (p *exprParser) listBinder(start diag.Pos, word string) Expr {
	from, elems := p.pos(), p.list("]", "a value")
	if len(elems) == 0 {
		panic(refused(p.node(from).Span(), codeSyntax, "", "expected a value between `[` and `]`"))
	}
	return &Binder{Node: p.node(start), Kind: word, Body: &List{Node: p.node(from), Elems: elems}}
}

// calledBinder reports a binder whose variables stand inside parentheses: `sum(n[x] for x in S)`. It returns err if the
// text after the word is no call, and nil if it is a call without variables.
func (p *exprParser) calledBinder(start diag.Pos, word string, err error) error {
	opening := p.lex.Peek()
	if !isOneOf(opening, "(") {
		return err
	}
	inside, closed := p.bracketed()
	if !closed || isOneOf(p.lex.Peek(), "in") { // the parentheses hold the names of a tuple
		return err
	}
	list := strings.TrimSuffix(strings.TrimPrefix(inside, "["), "]")
	body, of, ok := strings.Cut(list, " for ")
	switch hasVars := strings.Contains(inside, " in "); {
	case ok && hasVars:
		inside = strings.Replace(of, " if ", " where ", 1) + ": " + body
	case !hasVars:
		return nil
	case !strings.Contains(inside, ":"): // `forall(x in S)(p)`
		return refused(tokenSpan(opening), codeSyntax, "write `"+word+" x in S: …`",
			"`%s` is no function: it goes over the values of a set", word)
	}
	text := word + " " + inside
	if givesNumber(word) {
		text = "(" + text + ")"
	}
	return refused(tokenSpan(opening), codeSyntax, "", "`%s` is no function: it goes over the values of a set", word).
		write(diag.Span{Start: start, End: endPos(p.lex)}, text, "")
}

// bracketed takes the tokens up to the closing parenthesis and returns the text inside. closed is false if the
// parenthesis is not closed in this declaration.
func (p *exprParser) bracketed() (text string, closed bool) {
	p.lex.Next()
	from := p.lex.RawCursor()
	for depth := 1; ; {
		switch t := p.lex.Peek(); {
		case t.EOF() || t.Type == tokKeyword && isDeclWord(t.Value):
			return "", false
		case isOneOf(t, "(", "[", "{"):
			depth++
		case isOneOf(t, ")", "]", "}"):
			depth--
		}
		if depth == 0 {
			text = p.text(from)
			p.lex.Next()
			return text, true
		}
		p.lex.Next()
	}
}

// vars parses `x in S, (y, z) in T where p`.
func (p *exprParser) vars() (out []*BindVar, where Expr) {
	for {
		v := p.bindVar()
		out = append(out, v)
		if !p.next(",") {
			break
		}
		if isBinderWord(p.lex.Peek().Value) && p.lex.Peek().Type == tokKeyword {
			word := p.lex.Peek().Value
			help := "write `" + word + " x in S, y in T: …`, or a colon before another `" + word + "`"
			panic(spotAt(p.lex).unwanted("a variable comes after the comma", help))
		}
	}
	if p.next("where") {
		where = p.full("a condition")
	}
	return out, where
}

// bindVar parses `x in S`.
func (p *exprParser) bindVar() *BindVar {
	start := p.pos()
	target := p.target()
	if !p.next("in") {
		panic(spotAt(p.lex).inMissing())
	}
	types := p.types
	p.types = false
	set := p.level(levelRange, "a set")
	p.types = types
	return &BindVar{Node: p.node(start), Target: target, Set: set}
}

// target parses a name or a tuple of targets.
func (p *exprParser) target() *Target {
	start := p.pos()
	t := p.lex.Peek()
	if t.Type == tokIdent {
		p.lex.Next()
		return &Target{Node: p.node(start), Name: t.Value}
	}
	if !isOneOf(t, "(") {
		panic(spotAt(p.lex).nameMissing("the name of a variable"))
	}
	p.lex.Next()
	var elems []*Target
	for {
		elems = append(elems, p.target())
		if p.next(")") {
			break
		}
		if !p.next(",") {
			panic(spotAt(p.lex).unclosedList(t, ")"))
		}
	}
	if len(elems) == 1 {
		panic(refused(p.node(start).Span(), codeSyntax,
			"leave out the parentheses", "a tuple has at least two names"))
	}
	return &Target{Node: p.node(start), Elems: elems}
}

// Parse implements participle.Parseable.
func (v *BindVar) Parse(lex *lexer.PeekingLexer) error {
	if !startsTarget(lex) {
		return noMatch()
	}
	return parsed(lex, v, (*exprParser).bindVar)
}

// Parse implements participle.Parseable.
func (t *Target) Parse(lex *lexer.PeekingLexer) error {
	if !startsTarget(lex) {
		return noMatch()
	}
	return parsed(lex, t, (*exprParser).target)
}

func startsTarget(lex *lexer.PeekingLexer) bool {
	t := lex.Peek()
	return t.Type == tokIdent || isOneOf(t, "(")
}

// Parse implements participle.Parseable.
func (s *Str) Parse(lex *lexer.PeekingLexer) error {
	if lex.Peek().Type != tokString {
		return noMatch()
	}
	return parsed(lex, s, (*exprParser).str)
}

// parsed parses what participle leaves to the parser of expressions.
func parsed[T any](lex *lexer.PeekingLexer, to *T, parse func(*exprParser) *T) error {
	got, err := caught(func() *T { return parse(&exprParser{lex: lex}) })
	if err == nil {
		*to = *got
	}
	return err
}
