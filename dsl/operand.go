package dsl

import (
	"strconv"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// operand parses an operand: a literal, a name, an expression in brackets, `if` or a binder.
func (p *exprParser) operand() (Expr, error) {
	t := p.lex.Peek()
	start := p.pos()
	switch t.Type {
	case tokInt:
		p.lex.Next()
		n, _ := strconv.ParseInt(t.Value, 10, 64) // the lexer has reported values that do not fit
		return &Num{Node: p.node(start), Value: n}, nil
	case tokChar:
		return p.char()
	case tokString:
		return p.str()
	case tokMap:
		p.lex.Next()
		return mapLit(p.node(start), t), nil
	case tokIdent:
		return p.name(start)
	default:
		return p.worded(start)
	}
}

// worded parses operands that begin with a sign or a reserved word.
func (p *exprParser) worded(start diag.Pos) (Expr, error) {
	switch t := p.lex.Peek(); t.Value {
	case "(":
		return p.paren(start)
	case "[":
		elems, err := p.list("]", "a value")
		return &List{Node: p.node(start), Elems: elems}, err
	case "{":
		return p.set(start)
	case "true", "false":
		p.lex.Next()
		return &Bool{Node: p.node(start), Value: t.Value == "true"}, nil
	case "any":
		p.lex.Next()
		return &Any{Node: p.node(start)}, nil
	case "if":
		return p.ifExpr(start)
	case "let":
		return p.letIn(start)
	}
	return p.binder(start)
}

// name parses a name, `_`, or a type that begins with a word.
func (p *exprParser) name(start diag.Pos) (Expr, error) {
	t := p.lex.Next()
	switch {
	case t.Value == "_":
		return &Wild{Node: p.node(start)}, nil
	case p.types && t.Value == "map":
		var of Expr
		if isOf(p.lex.Peek()) {
			p.lex.Next()
			var err error
			if of, err = p.level(levelRange, "the characters of the map"); err != nil {
				return nil, err
			}
		}
		return &MapType{Node: p.node(start), Of: of}, nil
	case p.types && t.Value == "list" && isOf(p.lex.Peek()):
		p.lex.Next()
		elem, err := p.level(levelRange, "the type of the values of the list")
		if err != nil {
			return nil, err
		}
		return &ListOf{Node: p.node(start), Elem: elem}, nil
	case p.types && t.Value == "list" && startsSetElement(p.lex.Peek()) && p.lex.Peek().Type != tokIdent:
		return nil, &syntaxError{diag: problem(p.node(start).Span(), codeSyntax, "write `list of T`",
			"expected `of` after `list`")}
	case p.types && t.Value == "set" && (startsSetElement(p.lex.Peek()) || p.signBehind(t)):
		elem, err := p.level(levelRange, "a type")
		if err != nil {
			return nil, err
		}
		return &SetOf{Node: p.node(start), Elem: elem}, nil
	}
	return &Name{Node: p.node(start), Name: t.Value}, nil
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
func (p *exprParser) paren(start diag.Pos) (Expr, error) {
	types := p.types
	elems, err := p.elements(")", "a value", func() (Expr, error) {
		p.types = types
		return p.level(levelImplies, "a value")
	})
	switch {
	case err != nil:
		return nil, err
	case len(elems) == 0:
		return nil, &syntaxError{diag: problem(p.node(start).Span(), codeSyntax, "",
			"expected a value between `(` and `)`")}
	case len(elems) == 1:
		return &Paren{Node: p.node(start), X: elems[0]}, nil
	}
	return &Tuple{Node: p.node(start), Elems: elems}, nil
}

// list parses values between brackets.
func (p *exprParser) list(closing, want string) ([]Expr, error) {
	return p.elements(closing, want, func() (Expr, error) { return p.full(want) })
}

// elements parses elements between brackets, separated by commas.
func (p *exprParser) elements(closing, want string, elem func() (Expr, error)) ([]Expr, error) {
	opening := p.lex.Next()
	if p.next(closing) {
		return nil, nil
	}
	var out []Expr
	for {
		e, err := elem()
		if err != nil {
			return nil, err
		}
		out = append(out, e)
		if p.next(closing) {
			return out, nil
		}
		if !p.next(",") {
			return nil, spotAt(p.lex).unclosedList(opening, closing)
		}
		if isOneOf(p.lex.Peek(), closing) {
			return nil, spotAt(p.lex).trailingComma(want, closing)
		}
	}
}

// set parses `{a, b}` or `{e for x in S where p}`.
func (p *exprParser) set(start diag.Pos) (Expr, error) {
	var comp *SetComp
	elems, err := p.elements("}", "a value", func() (Expr, error) {
		e, err := p.full("a value")
		if err == nil && comp == nil && p.next("for") {
			comp = &SetComp{Elem: e}
			comp.Vars, comp.Where, err = p.vars()
		}
		return e, err
	})
	switch {
	case err != nil:
		return nil, err
	case comp == nil:
		return &SetLit{Node: p.node(start), Elems: elems}, nil
	case len(elems) > 1:
		return nil, &syntaxError{diag: problem(p.node(start).Span(), codeSyntax,
			"for pairs write `{(a, b) for …}`", "a set with `for` has one element before the `for`")}
	}
	comp.Node = p.node(start)
	return comp, nil
}

// ifExpr parses `if p then a else b`.
func (p *exprParser) ifExpr(start diag.Pos) (Expr, error) {
	p.lex.Next()
	cond, err := p.full("a condition")
	if err != nil {
		return nil, err
	}
	if !p.next("then") {
		return nil, spotAt(p.lex).afterExpr("`then` after the condition of `if`")
	}
	yes, err := p.full("a value")
	if err != nil {
		return nil, err
	}
	if !p.next("else") {
		if isElseIf(p.lex.Peek().Value) {
			return nil, spotAt(p.lex).unwanted("there is no `"+p.lex.Peek().Value+"`", "write `else if`")
		}
		return nil, spotAt(p.lex).afterExpr("`else` and a value").
			help("an `if` that is a value has both branches; of conditions, `a => b` needs no `else`")
	}
	no, err := p.full("a value")
	if err != nil {
		return nil, err
	}
	return &If{Node: p.node(start), Cond: cond, Then: yes, Else: no}, nil
}

// letIn parses `let x = e: body`.
func (p *exprParser) letIn(start diag.Pos) (Expr, error) {
	p.lex.Next()
	target, err := p.target()
	if err != nil {
		return nil, err
	}
	if !p.next("=") {
		return nil, spotAt(p.lex).missing("`=` and a value after the name that `let` gives").
			help("write `let x = e: …`")
	}
	outer := p.named
	p.named = p.lex.RawCursor()
	value, err := p.full("a value")
	p.named = outer
	if err != nil {
		return nil, err
	}
	in, ok := value.(*Binary)
	switch {
	case p.next(":"):
	case ok && in.Op == "in":
		return nil, inForColon(in)
	case isOneOf(p.lex.Peek(), ","):
		return nil, spotAt(p.lex).unwanted("a `let` in an expression names one value", "write `let x = e: let y = f: …`")
	default:
		return nil, spotAt(p.lex).afterExpr("`:` and the body of `let`").help("write `let x = e: …`")
	}
	body, err := p.full("the body of `let`")
	if err != nil {
		return nil, err
	}
	return &LetIn{Node: p.node(start), Target: target, Value: value, Body: body}, nil
}

// inForColon reports `let x = e in …`.
func inForColon(in *Binary) error {
	at := diag.Span{Start: in.OpPos, End: in.OpPos}
	at.End.Offset, at.End.Column = at.End.Offset+len(in.Op), at.End.Column+len(in.Op)
	return &syntaxError{diag: problem(at, codeSyntax, "write `let x = e: …`",
		"a colon stands before the body of `let`, not `in`")}
}

// binder parses `forall x in S where p: e` and the other binders, or a call of `min` or `max`.
func (p *exprParser) binder(start diag.Pos) (Expr, error) {
	from := p.lex.RawCursor()
	word := p.lex.Next().Value
	if (word == "min" || word == "max") && isOneOf(p.lex.Peek(), "(") {
		fun := Ident{Node: p.node(start), Name: word}
		args, err := p.list(")", "an argument")
		return &Call{Node: p.node(start), Fun: fun, Args: args}, err
	}
	if isOneOf(p.lex.Peek(), "{") {
		return nil, spotAt(p.lex).missing("a variable after `" + word + "`").
			help("write `" + word + " x in S where …: …`")
	}
	before := p.lex.MakeCheckpoint()
	vars, where, err := p.vars()
	if err != nil {
		p.lex.LoadCheckpoint(before)
		return nil, p.calledBinder(word, err)
	}
	if !p.next(":") {
		return nil, spotAt(p.lex).afterExpr("`:` and the body of `" + word + "`").
			help("write `" + word + " x in S: …`")
	}
	outer := p.body
	p.body = binderBody{word: word, binder: from, at: p.lex.RawCursor()}
	body, err := p.full("the body of `" + word + "`")
	p.body = outer
	if err != nil {
		return nil, err
	}
	return &Binder{Node: p.node(start), Kind: word, Vars: vars, Where: where, Body: body}, nil
}

var oneName = lazy.Compile(`^[\pL_][\pL\pN_]*$`)

// calledBinder reports a binder that is written as a function call. It returns err if the text after the word is no
// call.
func (p *exprParser) calledBinder(word string, err error) error {
	opening := p.lex.Peek()
	if !isOneOf(opening, "(") {
		return err
	}
	inside, closed := p.bracketed()
	if !closed || isOneOf(p.lex.Peek(), "in") { // the parentheses hold the names of a tuple
		return err
	}
	write := word + " x in S: …"
	list := strings.TrimSuffix(strings.TrimPrefix(inside, "["), "]")
	if body, of, ok := strings.Cut(list, " for "); ok && strings.Contains(of, " in ") {
		write = word + " " + clip(of+": "+body)
	} else if strings.Contains(inside, " in ") && strings.Contains(inside, ":") {
		write = word + " " + clip(inside)
	} else if oneName.Get().MatchString(inside) {
		write = word + " x in S: " + inside + "[x]"
	}
	if givesNumber(word) {
		write = "(" + write + ")"
	}
	return &syntaxError{
		diag: problem(tokenSpan(opening), codeSyntax, "write `"+write+"`",
			"`%s` is no function: it goes over the values of a set", word),
		resume: p.lex.Peek().Pos.Offset,
	}
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
func (p *exprParser) vars() ([]*BindVar, Expr, error) {
	var out []*BindVar
	for {
		v, err := p.bindVar()
		if err != nil {
			return nil, nil, err
		}
		out = append(out, v)
		if !p.next(",") {
			break
		}
		if isBinderWord(p.lex.Peek().Value) && p.lex.Peek().Type == tokKeyword {
			word := p.lex.Peek().Value
			help := "write `" + word + " x in S, y in T: …`, or a colon before another `" + word + "`"
			return nil, nil, spotAt(p.lex).unwanted("a variable comes after the comma", help)
		}
	}
	if !p.next("where") {
		return out, nil, nil
	}
	where, err := p.full("a condition")
	return out, where, err
}

// bindVar parses `x in S`.
func (p *exprParser) bindVar() (*BindVar, error) {
	start := p.pos()
	target, err := p.target()
	if err != nil {
		return nil, err
	}
	if !p.next("in") {
		return nil, spotAt(p.lex).missing("`in` and a set after the variable").help("write `x in S`")
	}
	types := p.types
	p.types = false
	set, err := p.level(levelRange, "a set")
	p.types = types
	if err != nil {
		return nil, err
	}
	return &BindVar{Node: p.node(start), Target: target, Set: set}, nil
}

// target parses a name or a tuple of targets.
func (p *exprParser) target() (*Target, error) {
	start := p.pos()
	t := p.lex.Peek()
	if t.Type == tokIdent {
		p.lex.Next()
		return &Target{Node: p.node(start), Name: t.Value}, nil
	}
	if !isOneOf(t, "(") {
		return nil, spotAt(p.lex).nameMissing("the name of a variable")
	}
	p.lex.Next()
	var elems []*Target
	for {
		e, err := p.target()
		if err != nil {
			return nil, err
		}
		elems = append(elems, e)
		if p.next(")") {
			break
		}
		if !p.next(",") {
			return nil, spotAt(p.lex).unclosedList(t, ")")
		}
	}
	if len(elems) == 1 {
		return nil, &syntaxError{diag: problem(p.node(start).Span(), codeSyntax,
			"leave out the parentheses", "a tuple has at least two names")}
	}
	return &Target{Node: p.node(start), Elems: elems}, nil
}

// Parse implements participle.Parseable.
func (v *BindVar) Parse(lex *lexer.PeekingLexer) error {
	if !startsTarget(lex) {
		return noMatch()
	}
	got, err := (&exprParser{lex: lex}).bindVar()
	if err == nil {
		*v = *got
	}
	return err
}

// Parse implements participle.Parseable.
func (t *Target) Parse(lex *lexer.PeekingLexer) error {
	if !startsTarget(lex) {
		return noMatch()
	}
	got, err := (&exprParser{lex: lex}).target()
	if err == nil {
		*t = *got
	}
	return err
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
	got, err := (&exprParser{lex: lex}).str()
	if err == nil {
		*s = *got
	}
	return err
}
