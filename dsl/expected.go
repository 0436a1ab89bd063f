package dsl

import (
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// expected reports what is missing at s, in the words of the user. first is the first token of the declaration. symbol
// is the element of the grammar that was expected: see symbolAt.
func expected(s spot, first lexer.Token, symbol string) *syntaxError {
	open, inBlock := s.stillOpen(), false
	if open != nil {
		inBlock = open.Value == "{"
		closes := map[string]string{"(": ")", "[": "]", "{": "}"}[open.Value] == s.found.Value
		if isOneOf(&s.prev, ",") && closes {
			return s.trailingComma("more", s.found.Value)
		}
	}
	word := first.Value
	if symbol != "Expr" && s.expectInside(word) {
		return s.unwanted("`expect` stands after the `}` of the instance",
			"write `instance i { name = value } expect solvable`")
	}
	switch symbol {
	case "Ident", "Place", "Pattern", "Binding":
		return s.nameMissing(nameWanted(s, word))
	case "Target", "BindVar":
		return s.nameMissing("the name of a variable after `" + s.prev.Value + "`")
	case "TypeDecl":
		return s.missing("a declaration after `needs`").help(
			"a `type`, `def`, `param` or `state` follows, as in `needs type Cell = grid(3, 3)`",
		)
	case "TypeExpr", "IndexVar":
		return s.operandMissing("a type")
	case "Expr":
		return s.operandMissing(exprWanted(s))
	case "Str":
		return s.missing("a text between double quotes after `" + s.prev.Value + "`")
	case ":":
		if word == "view" {
			return s.missing("`:` and a text after the set")
		}
		return s.afterName("`:` and a type after the name of the "+thing(word), word, first)
	case "=":
		return s.equalsMissing(word, inBlock)
	case ":=":
		return s.assignMissing()
	case "of":
		return s.missing("`of` and a file, as in `relaxation r of \"simpler.pz\" { … }`")
	case "Block":
		return s.blockMissing(word, inBlock)
	case "IfEffect": // or a block
		return s.missing("`{` or `if` after `else`").help("the branches of an `if` among effects have braces")
	case "{":
		e := s.missing("`{` after the name of the " + thing(word))
		switch word {
		case "param":
			e = s.missing("the values in braces after `=`")
			return e.help("write `param enum E = { a, b }`")
		case "enum":
			if isOneOf(&s.next, "{") {
				return s.instead(e, "")
			}
			return e.help("write `enum E { a, b }`")
		case "instance":
			if slices.Contains([]string{"extends", "from", "like"}, s.found.Value) {
				return s.instead(e, "of")
			}
			if s.found.Type == tokIdent {
				return e.help("write `instance i of j { name = value }`: it takes the values of one other instance")
			}
			return e.help("write `instance i { name = value }`")
		}
		return e
	case "}":
		return s.closeBrace(word)
	case ")", "]":
		return s.closeList(symbol)
	case "in":
		return s.inMissing()
	case "cost":
		e := s.nearWord("`cost`, `best`, `solvable`, `unsolvable` or `solutions` after `expect`",
			"cost", "best", "solvable", "unsolvable", "solutions")
		if s.found.Type == tokInt {
			return s.instead(e, "cost "+s.found.Value)
		}
		return e.help("write `expect cost 3` or `expect solutions 2`")
	}
	return s.missing("`" + symbol + "`")
}

// inMissing reports a missing `in` after a variable.
func (s spot) inMissing() *syntaxError {
	e := s.missing("`in` and a set after the variable")
	if isOneOf(&s.found, ":", "=", ":=") || s.found.Value == "of" {
		return s.instead(e, "in")
	}
	return e.help("write `x in S`")
}

// expectInside reports whether an `expect` was written among the values of an instance. At the start of a line it
// begins a declaration of its own, and the brace before it is missing.
func (s spot) expectInside(word string) bool {
	open := s.stillOpen()
	return word == "instance" && open != nil && open.Value == "{" && isOneOf(&s.found, "expect") && s.found.Pos.Column > 1
}

// thing returns the name of the things that a declaration declares.
func thing(word string) string {
	switch word {
	case "param":
		return "parameter"
	case "const":
		return "constant"
	case "state":
		return "state variable"
	case "def", "move", "symmetry":
		return "parameter" // only their parameters need a `:`
	}
	return word
}

// nameWanted returns a description of the missing name.
func nameWanted(s spot, word string) string {
	prev := "`" + s.prev.Value + "`"
	switch {
	case s.prev.Value != word:
		return "a name after " + prev
	case word == "prune":
		return "a move after " + prev
	case word == "def":
		return "the name of the definition after " + prev
	case word == "move" || word == "symmetry":
		return "the name of the " + word + " after " + prev
	}
	return "the name of the " + thing(word) + " after " + prev
}

// exprWanted returns a description of the missing expression.
func exprWanted(s spot) string {
	switch s.prev.Value {
	case ":":
		return "a text" // of all declarations, only `view` has a colon before an expression
	case "goal", "dead", "always", "lost", "invariant", "init", "assume", "when", "where", "require", "if":
		return "a condition"
	case "view", "as", "fill", "ink", "pen", "shape", "corner", "open", "title", "author", "rules":
		return "a text"
	case "cost", "minimize", "maximize":
		return "a number"
	}
	return "a value"
}

// afterName reports a missing colon after a name.
func (s spot) afterName(want, word string, first lexer.Token) *syntaxError {
	switch word {
	case "param", "const", "state":
		name := "name"
		if s.prev.Type == tokIdent {
			name = s.prev.Value
		}
		if isOneOf(&s.prev, "]") && isOneOf(&s.found, "[") {
			return s.joined(s.missing(want))
		}
		if isOneOf(&s.found, "=") {
			if s.next.Type == tokMap {
				return s.missing(want).write(s.gap(), ": map", "")
			} else if isOneOf(&s.next, "true", "false") {
				return s.missing(want).write(s.gap(), ": bool", "")
			}
		}
		help := "write `" + first.Value + " " + name + ": lo..hi = …`"
		if word == "const" && isOneOf(&s.found, "=") {
			help += ", or `def " + name + " = …`, which has no type"
		}
		return s.missing(want).help(help)
	}
	if isOneOf(&s.found, "in") && (word == "def" || word == "move" || word == "symmetry") {
		e := s.missing(want)
		e.diag.Help = "a parameter is written `x: T`; `in` is for binders"
		return e
	}
	return s.missing(want)
}

// joined adds to an error about `[i][j]` that indices stand in one pair of brackets.
func (s spot) joined(e *syntaxError) *syntaxError {
	return e.write(diag.Span{Start: diag.Pos(s.prev.Pos), End: tokenSpan(&s.found).End}, ", ", " instead of `][`")
}

// equalsMissing reports a missing `=`.
func (s spot) equalsMissing(word string, inBlock bool) *syntaxError {
	what := "`=` and a value"
	switch {
	case inBlock && (word == "move" || word == "symmetry"):
		what = "`=` and a value after the name that `let` gives"
	case word == "type":
		what = "`=` and a type after the name of the type"
	case word == "heuristic":
		what = "`=` and a value, or `admissible`, after the name of the heuristic"
	}
	if isOneOf(&s.found, ":=", "==") {
		return s.wrong("`"+s.found.Value+"` does not give a name its value", "write `=`")
	}
	switch {
	case word == "heuristic":
		if e := s.nearWord(what, "admissible"); !isOneOf(&s.found, ":") {
			return e.help("write `heuristic h = …`")
		}
		fallthrough
	case isOneOf(&s.found, ":") && (word == "instance" || word == "relaxation"):
		return s.instead(s.missing(what), "=")
	case word == "def" && isOneOf(&s.found, "-") && isOneOf(&s.next, ">"):
		return s.missing(what).write(diag.Span{Start: diag.Pos(s.found.Pos), End: tokenSpan(&s.next).End}, ":", "")
	case word == "def" && isOneOf(&s.found, "-", "{"):
		return s.missing(what).help("write `def f(x: T): V = e`; `: V` may be left out")
	}
	return s.missing(what)
}

// assignMissing reports a missing `:=`.
func (s spot) assignMissing() *syntaxError {
	switch {
	case isOneOf(&s.found, "=", "=="):
		return s.wrong("`"+s.found.Value+"` does not assign", "write `:=`")
	case isOneOf(&s.found, "<"):
		return s.wrong("`<` begins no assignment", "write `:=`")
	case isOneOf(&s.found, "+", "-", "*", "/"):
		e := s.wrong("`"+s.found.Value+"` begins no assignment", "")
		from := s.operand()
		place, end := textOf(s.before[from:]), tokenSpan(&s.found).End
		text := place + " := " + place + " " + s.found.Value
		if isOneOf(&s.next, "=", "+", "-") {
			if end = tokenSpan(&s.next).End; s.next.Value != "=" {
				text += " 1"
			}
		}
		return e.write(diag.Span{Start: diag.Pos(s.before[from].Pos), End: end}, text, "")
	case isOneOf(&s.prev, "]") && isOneOf(&s.found, "["):
		return s.joined(s.missing("`:=` and a value after what is assigned"))
	}
	e := s.missing("`:=` and a value after what is assigned")
	if op := foreignInfix(s.prev.Value); op != "" {
		return e.write(tokenSpan(&s.prev), op, "")
	}
	if isElseIf(s.prev.Value) {
		return e.write(tokenSpan(&s.prev), "else if", "")
	}
	switch s.prev.Value {
	case "swap":
		return e.help("write `a, b := b, a`")
	case "while":
		return e.help("there are no loops but `for x in S`")
	case "return", "break", "continue", "pass":
		return e.help("effects only assign; remove it")
	case "lost":
		return e.help(lostHelp)
	}
	return e
}

// isElseIf reports whether a word means `else if` in other languages.
func isElseIf(word string) bool { return word == "elif" || word == "elsif" || word == "elseif" }

// blockMissing reports the missing braces of a move, `if` or `for`.
func (s spot) blockMissing(word string, inBlock bool) *syntaxError {
	if inBlock {
		if isOneOf(&s.found, "then") {
			return s.instead(s.unwanted("an `if` among effects has no `then`", ""), "")
		}
		return s.afterExpr("`{` and effects").help("the body of an `if` or `for` among effects has braces")
	}
	if isOneOf(&s.prev, "then") {
		return s.missing("`{` and effects after `then`")
	}
	want := "`{` and the effects of the " + word
	switch {
	case foreignInfix(s.found.Value) != "":
		return s.afterExpr(want)
	case isOneOf(&s.found, "if") || isGuardWord(s.found.Value):
		return s.instead(s.missing(want), "when")
	case s.found.Value == "lost":
		return s.missing(want).help(lostHelp)
	case isOneOf(&s.found, "then", ":", ":="):
		return s.missing(want).help("effects stand in braces: `{ x := … }`")
	}
	if s.found.Type == tokIdent && len(s.found.Value) > 1 && s.sameLineOrNext() {
		words := clauseWords[:]
		if near := diag.Nearest(s.found.Value, words); near != "" {
			e := s.missing("a clause or `{` and the effects of the " + word)
			e.diag.Span = tokenSpan(&s.found)
			e.diag.DidYouMean(s.found.Value, near, words)
			return e
		}
	}
	if isOneOf(&s.found, ",") {
		return s.missing(want).help("conditions are joined by `and`, or each has a `when` of its own")
	}
	return s.afterExpr(want)
}

// lostHelp is said where `lost` stands in a move.
const lostHelp = "`lost e` is a declaration of its own: it says which states are lost"

// clauseWords are the words with which clauses of a move begin.
var clauseWords = [...]string{"where", "when", "cost", "order", "as"}

// isClause reports whether a clause of a move begins with t.
func isClause(t *lexer.Token) bool {
	return t.Type == tokIdent && slices.Contains(clauseWords[:], t.Value)
}

// isGuardWord reports whether a word begins the condition of a move in other languages.
func isGuardWord(word string) bool {
	switch strings.ToLower(word) {
	case "pre", "precondition", "preconditions", "requires", "provided", "guard", "given":
		return true
	}
	return false
}

// sameLineOrNext reports whether no empty line precedes the token at the spot.
func (s spot) sameLineOrNext() bool { return s.found.Pos.Line <= s.gap().Start.Line+1 }

// closeBrace reports the missing end of a block or of a list in braces.
func (s spot) closeBrace(word string) *syntaxError {
	open := s.stillOpen()
	if open != nil && (s.found.EOF() || s.found.Type == tokKeyword && isDeclWord(s.found.Value)) {
		if s.found.EOF() || !s.sameLine() {
			return s.unclosed(*open)
		}
		return s.reserved()
	}
	if isOneOf(&s.found, ":=") {
		return s.unwanted("the values of one assignment run into the next",
			"remove the comma before it; several at once are written `a, b := x, y`")
	}
	switch word {
	case "enum":
		return s.missing("`,` or `}`")
	case "instance", "relaxation":
		if s.found.Type == tokKeyword && s.sameLine() {
			return s.reserved()
		}
		return s.afterExpr("`}` or the next `name = value`")
	}
	return s.afterExpr("`}` or the next effect")
}

// closeList reports the missing end of a list in parentheses or brackets.
func (s spot) closeList(closing string) *syntaxError {
	if s.found.Type == tokKeyword && isOneOf(&s.prev, "(", "[") && s.sameLine() {
		return s.reserved()
	}
	if isOneOf(&s.found, ":") && closing == "]" {
		return s.missing("`,` or `]`").help("an index with a name is written `i in T`")
	}
	if open := s.stillOpen(); open != nil {
		if isOneOf(&s.found, "=", ":", "{") {
			return s.unclosed(*open)
		}
		return s.unclosedList(open, closing)
	}
	return s.missing("`" + closing + "`")
}

// nearWord reports that want is missing, and guesses which of the words was meant.
func (s spot) nearWord(want string, words ...string) *syntaxError {
	e := s.missing(want)
	if near := diag.Nearest(s.found.Value, words); near != "" && s.sameLine() {
		e.diag.Span = tokenSpan(&s.found)
		e.diag.DidYouMean(s.found.Value, near, words)
	}
	return e
}

// explainStray reports a token that cannot stand between declarations.
func (r *reader) explainStray(s spot) *syntaxError {
	firstOnLine := s.prev.EOF() || !s.sameLine()
	if _, ok := r.last.(*MoveDecl); ok && isClause(&s.found) {
		return s.unwanted("`"+s.found.Value+"` stands after the effects of the move", "write it before their `{`")
	}
	if s.found.Value == "as" || s.prev.Value == "as" {
		switch r.last.(type) {
		case *GoalDecl, *AlwaysDecl:
			return s.unwanted("`as` with the rule stands once, directly behind the condition",
				"write `as \"the rule\" else \"what is wrong\"`")
		default:
		}
	}
	if isOneOf(&s.found, "then") && isOneOf(&s.prev, "}") {
		switch last := r.last.(type) {
		case *MoveDecl:
			if last.Then != nil {
				return s.unwanted("a move has two phases at most: one `then`",
					"join two of its phases, or write the rest as a move that follows, as `when` demands")
			}
		case *SymmetryDecl:
			return s.unwanted("a symmetry has no second phase", "write all its effects into one block")
		default:
		}
	}
	if s.found.Type == tokIdent && (firstOnLine || r.last == nil) {
		d := problem(tokenSpan(&s.found), codeUnknownDeclaration, "", "`%s` begins no declaration", clip(s.found.Value))
		if word := foreignDecl(s.found.Value); isOneOf(&s.next, "=") {
			d.Help = "what stays the same is declared: `const n: lo..hi = …`, `param level: map = …`"
		} else if s.found.Value == "solve" {
			d.Help = "write `minimize e` or `maximize e`, or leave it out: goals are what must hold"
		} else if word != "" {
			if word == "goal" && slices.ContainsFunc(r.toks, func(t lexer.Token) bool { return isOneOf(&t, "move") }) {
				word = "always"
			}
			d.Write(d.Span, word, "")
		} else if near := diag.Nearest(s.found.Value, DeclWords()); near != "" {
			d.DidYouMean(s.found.Value, near, DeclWords())
		}
		return &syntaxError{diag: d}
	}
	if d, ok := r.last.(*EnumDecl); ok && d.Values == nil && s.sameLine() {
		e := s.missing("`=` and the values in braces, or the next declaration")
		if isOneOf(&s.found, "{") {
			return s.instead(e, "= {")
		}
		return e.help("write `param enum " + d.Name.Name + " = { a, b }`")
	}
	if e := s.wrongSign(); e != nil {
		return e
	}
	switch {
	case isOneOf(&s.found, "%"), isOneOf(&s.found, "/") && isOneOf(&s.next, "*"):
		return s.unwanted("unexpected `"+s.found.Value+"`", "a comment begins with `//`, on each of its lines")
	case isOneOf(&s.found, ","):
		return s.unwanted("nothing separates declarations", "remove the comma")
	case isOneOf(&s.found, ")", "]", "}"):
		return refused(tokenSpan(&s.found), codeUnclosed, "", "`%s` closes nothing", s.found.Value)
	case isOneOf(&s.found, "=", ":=") && !s.prev.EOF():
		return s.strayEquals(r.last)
	}
	if !firstOnLine {
		switch last := r.last.(type) {
		case *PruneDecl:
			return s.missing("`,` between the moves of `prune`")
		case *ViewDecl:
			if _, ok := last.Text.(*Name); ok && last.Var == nil {
				return s.missing("`in` and a set after the variable")
			}
			return s.nearWord("a clause such as `fill`, or the next declaration", viewKinds()...)
		default:
		}
	}
	d := problem(tokenSpan(&s.found), codeSyntax, "", "expected a declaration, found %s", s.what())
	if r.last != nil && !firstOnLine {
		d.Msg = "expected the next declaration after `" + clip(s.prev.Value) + "`, found " + s.what()
		d.Help = s.foreignType(r.last)
		return s.foreignWord(&syntaxError{diag: d})
	}
	return &syntaxError{diag: d}
}

// foreignDecl returns the word of this language for a word that begins a declaration in other languages, "" for all
// other words.
func foreignDecl(word string) string {
	switch strings.ToLower(word) {
	case "var", "variable", "variables", "fluent", "int", "bool", "boolean", "array", "predicate":
		return "state"
	case "action", "operator", "rule", "step":
		return "move"
	case "function", "func", "fn", "fun", "define", "let", "predicates":
		return "def"
	case "constant", "static":
		return "const"
	case "parameter", "input":
		return "param"
	case "import", "include":
		return "use"
	case "initial", "initially":
		return "init"
	case "constraint", "constraints":
		return "goal"
	case "level":
		return "instance"
	case "solve", "find", "query":
		return "goal"
	case "lose", "losing", "death", "fail", "gameover":
		return "lost"
	case "minimise":
		return "minimize"
	case "maximise":
		return "maximize"
	}
	return ""
}

// strayEquals reports a sign of equality after a complete declaration.
func (s spot) strayEquals(last Decl) *syntaxError {
	switch last.(type) {
	case *ParamDecl, *StateDecl:
		if s.found.Value == ":=" {
			return s.wrong("`:=` does not give an initial value", "write `=`")
		}
	default:
	}
	return s.afterExpr("the next declaration")
}
