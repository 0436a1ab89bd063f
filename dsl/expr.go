package dsl

import (
	"slices"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// The levels of binding, from loose to tight.
const (
	levelImplies = iota
	levelOr
	levelAnd
	levelNot
	levelCompare
	levelRange
	levelSum
	levelProduct
	levelMinus
)

// associativity says how operators of one level group.
type associativity int

const (
	toLeft associativity = iota
	toRight
	never  // a < b < c is an error
	prefix // before its operand
)

// level is one row of the table of operators.
type level struct {
	name  string // the name of the production in the printed grammar
	assoc associativity
	ops   []string
}

// levels is the table of operators. The parser and the printed grammar use it.
var levels = [...]level{
	levelImplies: {"Implication", toRight, []string{"=>"}},
	levelOr:      {"Disjunction", toLeft, []string{"or"}},
	levelAnd:     {"Conjunction", toLeft, []string{"and"}},
	levelNot:     {"Negation", prefix, []string{"not"}},
	levelCompare: {"Comparison", never, []string{"==", "!=", "<", "<=", ">", ">=", "in", "not in"}},
	levelRange:   {"Range", never, []string{".."}},
	levelSum:     {"Sum", toLeft, []string{"+", "-"}},
	levelProduct: {"Product", toLeft, []string{"*", "/", "%"}},
	levelMinus:   {"Minus", prefix, []string{"-"}},
}

// binaryLevel returns the level of a binary operator, or -1.
func binaryLevel(op string) int {
	for i := range levels {
		if levels[i].assoc != prefix && slices.Contains(levels[i].ops, op) {
			return i
		}
	}
	return -1
}

// exprParser parses expressions by precedence climbing. A *syntaxError ends it by a panic, which caught returns.
type exprParser struct {
	lex   *lexer.PeekingLexer
	depth int  // the number of expressions around this one
	types bool // in a type: `set T` and `map` are types
	body  binderBody
	named lexer.RawCursor // where the value of the innermost `let` begins
}

// caught returns what parse returns, or the syntax error that ends it.
func caught[T any](parse func() T) (out T, err error) {
	defer func() {
		switch wrong := recover().(type) {
		case nil:
		case *syntaxError:
			err = wrong
		default:
			panic(wrong)
		}
	}()
	return parse(), nil
}

// binderBody says where the body of the innermost binder begins.
type binderBody struct {
	word       string
	binder, at lexer.RawCursor
}

// number reports whether the expression that begins at a token is the body of a binder whose value is a number.
func (b binderBody) number(at lexer.RawCursor) bool { return givesNumber(b.word) && at == b.at }

// givesNumber reports whether the value of a binder is a number.
func givesNumber(word string) bool {
	switch word {
	case "count", "sum", "product", "min", "max":
		return true
	}
	return false
}

// parseExpr parses an expression for participle.
func parseExpr(lex *lexer.PeekingLexer) (Expr, error) {
	if !startsExpr(lex.Peek()) {
		return nil, participle.NextMatch
	}
	p := &exprParser{lex: lex}
	return caught(func() Expr { return p.expr(levelImplies) })
}

// parseType parses a type for participle. A type binds at least as tightly as a range.
func parseType(lex *lexer.PeekingLexer) (TypeExpr, error) {
	if !startsExpr(lex.Peek()) {
		return nil, participle.NextMatch
	}
	p := &exprParser{lex: lex, types: true}
	return caught(func() TypeExpr { return p.orNone(p.pos(), p.expr(levelRange)) })
}

// orNone parses `or none` behind the type x, which begins at start.
func (p *exprParser) orNone(start diag.Pos, x Expr) Expr {
	before := p.lex.MakeCheckpoint()
	if !p.types || !p.next("or") {
		return x
	}
	if t := p.lex.Peek(); t.Type != tokIdent || t.Value != "none" {
		p.lex.LoadCheckpoint(before)
		return x
	}
	p.lex.Next()
	return &OrNone{Node: p.node(start), X: x}
}

// startsExpr reports whether an expression can begin with t.
func startsExpr(t *lexer.Token) bool {
	switch t.Type {
	case tokIdent, tokInt, tokChar, tokString, tokMap:
		return true
	case tokOp:
		return isOneOf(t, "(", "[", "{", "-")
	case tokKeyword:
		return isOneOf(t, "if", "let", "not", "any", "true", "false") || isBinderWord(t.Value)
	default:
		return false
	}
}

// binderWords are the words that begin a Binder.
var binderWords = [...]string{"forall", "exists", "count", "sum", "product", "min", "max", "distinct", "the"}

func isBinderWord(word string) bool { return slices.Contains(binderWords[:], word) }

// pos returns the position of the next token.
func (p *exprParser) pos() diag.Pos { return diag.Pos(p.lex.Peek().Pos) }

// node returns a node from start to the end of the last token taken.
func (p *exprParser) node(start diag.Pos) Node { return Node{Pos: start, EndPos: endPos(p.lex)} }

// endPos returns the end of the last token taken from lex.
func endPos(lex *lexer.PeekingLexer) diag.Pos { return diag.Pos(lex.RawPeek().Pos) }

// next takes the next token if it is the given word or sign, and reports whether it did.
func (p *exprParser) next(value string) bool {
	if isOneOf(p.lex.Peek(), value) {
		p.lex.Next()
		return true
	}
	return false
}

// full parses a whole expression, in which `set` and `map` are names.
func (p *exprParser) full(want string) Expr {
	types := p.types
	p.types = false
	e := p.level(levelImplies, want)
	p.types = types
	return e
}

// level parses an expression of at least the given level. want names the expression in an error.
func (p *exprParser) level(least int, want string) Expr {
	if !startsExpr(p.lex.Peek()) {
		panic(spotAt(p.lex).operandMissing(want))
	}
	return p.expr(least)
}

// expr parses operators of at least the given level.
func (p *exprParser) expr(least int) Expr {
	if p.depth++; p.depth > maxNesting {
		panic(&syntaxError{diag: tooDeep(*p.lex.Peek(), "expressions", maxNesting)})
	}
	defer func() { p.depth-- }()
	start, from := p.pos(), p.lex.RawCursor()
	left := p.prefix(least)
	for chain := 0; ; chain++ {
		op, at := p.operator()
		if at < least {
			return left
		}
		if x := p.orNone(start, left); x != left {
			left = x
			continue
		}
		if chain == maxChain {
			panic(&syntaxError{diag: tooDeep(*p.lex.Peek(), "operators in a row", maxChain)})
		}
		left = p.binary(start, from, left, op, at)
	}
}

// operator returns the next binary operator and its level, or -1.
func (p *exprParser) operator() (string, int) {
	t := p.lex.Peek()
	if t.Type != tokOp && t.Type != tokKeyword {
		return "", -1
	}
	if t.Value != "not" {
		return t.Value, binaryLevel(t.Value)
	}
	before := p.lex.MakeCheckpoint()
	p.lex.Next()
	in := isOneOf(p.lex.Peek(), "in")
	p.lex.LoadCheckpoint(before)
	if in {
		return "not in", levelCompare
	}
	return "", -1
}

// binary parses the operator at the cursor and its right operand.
func (p *exprParser) binary(start diag.Pos, from lexer.RawCursor, left Expr, op string, at int) Expr {
	opPos := p.pos()
	p.lex.Next()
	if op == "not in" {
		p.lex.Next()
	}
	least := at + 1
	if levels[at].assoc == toRight {
		least = at
	}
	between := p.lex.RawCursor()
	right := p.level(least, "a value")
	e := &Binary{Node: p.node(start), Op: op, OpPos: opPos, L: left, R: right}
	if levels[at].assoc == never {
		if second, l := p.operator(); l == at {
			panic(p.chained(e, from, p.text(between), second))
		}
	}
	return e
}

// chained reports a second operator of a level that does not chain. The first comparison begins at begin; its right
// operand is the text middle.
func (p *exprParser) chained(e *Binary, begin lexer.RawCursor, middle, second string) error {
	first := p.text(begin)
	span := tokenSpan(p.lex.Peek())
	if e.Op == "in" && begin == p.named {
		return inForColon(e)
	}
	if e.Op == ".." {
		return refused(span, codeChainedComparison,
			"write `lo..hi`, or several values as `{a, b, c}`", "a range has two ends only")
	}
	if p.body.number(begin) {
		binder := p.lex.Range(p.body.binder, p.body.binder+1)[0]
		d := refused(span, codeChainedComparison, "",
			"`%s` stands in the body of `%s`, which goes as far as it can, behind a comparison with `%s`",
			second, p.body.word, e.Op)
		whole := diag.Span{Start: diag.Pos(binder.Pos), End: span.End}
		return d.write(whole, "("+p.text(p.body.binder)+") "+second, "")
	}
	d := refused(span, codeChainedComparison, "",
		"comparisons do not chain: `%s` follows a comparison with `%s`", second, e.Op)
	text := first + " and " + middle + " " + second
	if p.lex.Next(); second == "not in" {
		p.lex.Next()
	}
	end, from := endPos(p.lex), p.lex.RawCursor()
	if _, err := caught(func() Expr { return p.level(levelRange, "") }); err == nil {
		text, end = text+" "+p.text(from), endPos(p.lex)
	}
	return d.write(diag.Span{Start: e.Pos, End: end}, text, "")
}

// text returns the text from the raw token at from to the last token taken.
func (p *exprParser) text(from lexer.RawCursor) string {
	return textOf(p.lex.Range(from, p.lex.RawCursor()))
}

// prefix parses `not x`, `-x`, or an operand with its indices, fields and arguments.
func (p *exprParser) prefix(least int) Expr {
	t := p.lex.Peek()
	start := p.pos()
	switch {
	case isOneOf(t, "not"):
		if least > levelNot {
			panic(refused(tokenSpan(t), codeSyntax,
				"put it in parentheses: `(not …)`", "`not` binds looser than what stands before it"))
		}
		return p.unary(start, levelNot)
	case isOneOf(t, "-"):
		return p.unary(start, levelMinus)
	}
	return p.postfix(start, p.operand())
}

// unary parses the prefix operator at the cursor and its operand.
func (p *exprParser) unary(start diag.Pos, at int) Expr {
	op := p.lex.Next().Value
	x := p.level(at, "a value")
	return &Unary{Node: p.node(start), Op: op, X: x}
}

// postfix parses the indices, fields and arguments after x.
func (p *exprParser) postfix(start diag.Pos, x Expr) Expr {
	for chain := 0; ; chain++ {
		t := p.lex.Peek()
		if chain == maxChain {
			panic(&syntaxError{diag: tooDeep(*t, "indices and fields in a row", maxChain)})
		}
		name, isName := x.(*Name)
		switch {
		case isOneOf(t, "["):
			args := p.list("]", "an index")
			if len(args) == 0 {
				span := diag.Span{Start: diag.Pos(t.Pos), End: endPos(p.lex)}
				panic(refused(span, codeSyntax, "", "expected an index between `[` and `]`"))
			}
			x = &Index{Node: p.node(start), X: x, Args: args}
		case isOneOf(t, "."):
			p.lex.Next()
			field := p.lex.Peek()
			if field.Type != tokIdent {
				e := spotAt(p.lex).missing("a field such as `row` or `col`")
				if field.Type == tokKeyword && isBinderWord(field.Value) {
					e.diag.Help = "write `" + field.Value + " x in S: …`"
				}
				panic(e)
			}
			p.lex.Next()
			id := Ident{Node: Node{Pos: diag.Pos(field.Pos), EndPos: endPos(p.lex)}, Name: field.Value}
			x = &Field{Node: p.node(start), X: x, Name: id}
		case isOneOf(t, "(") && isName:
			args := p.list(")", "an argument")
			x = &Call{Node: p.node(start), Fun: Ident{Node: name.Node, Name: name.Name}, Args: args}
		default:
			return x
		}
	}
}
