package dsl

import (
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/diag"
)

// The kinds of tokens. Blanks and comments are tokens too, which the parser passes over: thereby the raw token after
// a node begins exactly where the node ends.
const (
	tokIdent lexer.TokenType = lexer.EOF - 1 - iota
	tokKeyword
	tokInt
	tokChar
	tokString
	tokMap
	tokOp
	tokComment
	tokSpace
)

// declWords are the reserved words that begin declarations.
func declWords() []string {
	return []string{
		"puzzle", "use", "param", "type", "enum", "const", "def", "state", "init", "assume", "move", "always", "goal", "dead",
		"invariant", "heuristic", "relaxation", "symmetry", "prune", "view", "instance", "expect",
	}
}

// isDeclWord tells whether word begins a declaration.
func isDeclWord(word string) bool {
	switch word {
	case "puzzle", "use", "param", "type", "enum", "const", "def", "state", "init", "assume", "move", "always", "goal", "dead",
		"invariant", "heuristic", "relaxation", "symmetry", "prune", "view", "instance", "expect":
		return true
	}
	return false
}

// IsReserved tells whether word is reserved and cannot be a name.
func IsReserved(word string) bool {
	switch word {
	case "if", "then", "else", "and", "or", "not", "in", "any", "true", "false", "let", "for", "require",
		"forall", "exists", "count", "sum", "min", "max", "distinct", "the", "where":
		return true
	}
	return isDeclWord(word)
}

// operators, longest first. Those that the language does not have (&&, ||, …) are read so that the parser can say
// what to write instead.
func operators() []string {
	return []string{
		"==", "!=", "<=", ">=", "=>", ":=", "..", "&&", "||",
		"=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ":", ".", "!", ";", "|", "&",
	}
}

// definition is the lexer as participle sees it.
type definition struct{}

// Symbols implements lexer.Definition.
func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Ident": tokIdent, "Keyword": tokKeyword, "Int": tokInt, "Char": tokChar, "String": tokString,
		"Map": tokMap, "Op": tokOp, "Comment": tokComment, "Space": tokSpace,
	}
}

// Lex implements lexer.Definition.
func (definition) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	src, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	text, bad := source(name, src)
	if bad != nil {
		return nil, bad
	}
	return newScanner(text, lexer.Position{Filename: name, Line: 1, Column: 1}), nil
}

// read reads all of text, which begins at start, into tokens; the last is EOF. The parser's view of them passes over
// blanks and comments.
func read(text string, start lexer.Position) (*lexer.PeekingLexer, []lexer.Token, diag.List) {
	s := newScanner(text, start)
	lex, err := lexer.Upgrade(s, tokComment, tokSpace)
	if err != nil {
		panic(err) // scanner.Next returns no error
	}
	return lex, lex.Range(0, lexer.RawCursor(s.count)), s.errs
}

// scanner reads a text into tokens. It goes on after an error and leaves a harmless token in its place.
type scanner struct {
	text  string
	pos   lexer.Position
	base  int // offset of text in its file: text[i] is at offset base+i
	ops   []string
	tok   lexer.Token // read last
	ready bool        // tok was not handed out yet
	count int         // tokens handed out
	errs  diag.List
	depth nesting
}

func newScanner(text string, start lexer.Position) *scanner {
	return &scanner{text: text, pos: start, base: start.Offset, ops: operators()}
}

// Next implements lexer.Lexer. Its error is always nil: what is wrong is in errs.
func (s *scanner) Next() (lexer.Token, error) {
	for !s.ready && s.at() < len(s.text) && len(s.errs) <= maxErrors {
		if s.count >= maxTokens {
			s.report(0, 0, CodeTooLarge, "", "the file has more than %d words and signs", maxTokens)
			break
		}
		s.token()
	}
	if !s.ready {
		s.tok = lexer.EOFToken(s.pos)
	}
	s.ready = false
	s.count++
	return s.tok, nil
}

// at is the index in text of the next character.
func (s *scanner) at() int { return s.pos.Offset - s.base }

// rest is the text that is still to be read.
func (s *scanner) rest() string { return s.text[s.at():] }

// token reads one token.
func (s *scanner) token() {
	rest := s.rest()
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		s.emit(tokSpace, len(rest)-len(strings.TrimLeft(rest, " \t\n\r")))
	case isLetter(c):
		n := nameLen(rest)
		kind := tokIdent
		if IsReserved(rest[:n]) {
			kind = tokKeyword
		}
		s.emit(kind, n)
	case isDigit(c):
		s.number(rest)
	case c == '"' && strings.HasPrefix(rest, `"""`):
		s.mapLit(rest)
	case c == '"':
		s.str(rest)
	case c == '\'':
		s.char(rest)
	case c == '/' && strings.HasPrefix(rest, "//"):
		s.emit(tokComment, lineLen(rest))
	default:
		s.operator(rest)
	}
}

// operator reads a sign, or reports the characters that are none.
func (s *scanner) operator(rest string) {
	for _, op := range s.ops {
		if strings.HasPrefix(rest, op) {
			s.emit(tokOp, len(op))
			return
		}
	}
	n := strings.IndexFunc(rest, func(r rune) bool {
		return r < utf8.RuneSelf && (unicode.IsSpace(r) || isLetter(byte(r)) || isDigit(byte(r)) || strings.ContainsRune("=<>+-*/%()[]{},:.!;|&\"'", r))
	})
	if n < 0 {
		n = len(rest)
	}
	s.badSymbol(rest[:n])
}

// badSymbol reports characters that begin no word or sign, and passes over them.
func (s *scanner) badSymbol(found string) {
	first, size := utf8.DecodeRuneInString(found)
	n := size
	if unicode.IsLetter(first) || unicode.IsMark(first) {
		n = len(found)
	}
	msg, help := "unexpected `"+found[:n]+"`", symbolMend(first)
	switch {
	case unicode.IsControl(first) || !unicode.IsPrint(first):
		msg, help = "unexpected invisible character "+strings.Trim(quoteRune(first), "'"), "remove it"
	case unicode.IsLetter(first):
		help = "names are made of the letters a to z and A to Z, digits and `_`"
	}
	s.report(0, n, CodeLexSymbol, help, "%s", msg)
	s.skip(n)
}

// symbolMend says what to write for a sign that the language does not have.
func symbolMend(r rune) string {
	if r == '?' {
		return "a choice is written `if p then a else b`"
	}
	signs := []struct {
		sign  string
		write string
	}{
		{"≤", "<="},
		{"≥", ">="},
		{"≠", "!="},
		{"→⇒", "=>"},
		{"∧", "and"},
		{"∨", "or"},
		{"¬~", "not"},
		{"∈", "in"},
		{"∀", "forall"},
		{"∃", "exists"},
		{"∑", "sum"},
		{"×·", "*"},
		{"÷", "/"},
		{"–−—", "-"},
		{"“”„«»", `"`},
		{"‘’`", "'"},
		{"…", ".."},
		{"←", ":="},
	}
	for _, m := range signs {
		if strings.ContainsRune(m.sign, r) {
			return "write `" + m.write + "`"
		}
	}
	switch r {
	case '#':
		return "a comment begins with `//`"
	case '^':
		return "write a product: `x * x`; of two conditions, `a != b`"
	}
	return ""
}

// emit appends the token of n bytes that comes next.
func (s *scanner) emit(kind lexer.TokenType, n int) {
	value := s.rest()[:n]
	t := lexer.Token{Type: kind, Value: value, Pos: s.pos}
	if d := s.depth.enter(t); d != nil {
		s.errs.Add(d)
	}
	s.tok, s.ready = t, !s.depth.dropping
	s.skip(n)
}

// emitAs appends a harmless token in place of n bytes that could not be read.
func (s *scanner) emitAs(kind lexer.TokenType, value string, n int) {
	s.tok, s.ready = lexer.Token{Type: kind, Value: value, Pos: s.pos}, !s.depth.dropping
	s.skip(n)
}

// skip passes over n bytes.
func (s *scanner) skip(n int) { s.pos.Advance(s.rest()[:n]) }

// ahead is the position n bytes further on.
func (s *scanner) ahead(n int) lexer.Position {
	p := s.pos
	p.Advance(s.rest()[:n])
	return p
}

// report adds an error in the n bytes that begin from bytes further on.
func (s *scanner) report(from, n int, code, help, format string, args ...any) {
	span := diag.Span{Start: diag.Pos(s.ahead(from)), End: diag.Pos(s.ahead(from + n))}
	s.errs.Add(problem(span, code, help, format, args...))
}

// nesting counts brackets that are open at a token, so that no parser ever meets a text nested too deep for its stack.
// Each declaration counts anew: what one leaves open does not count against the next.
type nesting struct {
	open     int
	elseIfs  int
	last     [2]string // the values of the last two tokens that are neither blank nor comment
	dropping bool      // the rest of the declaration is passed over
}

// enter counts t; it returns an error where t goes too deep.
func (n *nesting) enter(t lexer.Token) *diag.Diagnostic {
	switch {
	case t.Type == tokSpace || t.Type == tokComment:
		return nil
	case t.Type == tokKeyword && isDeclWord(t.Value):
		*n = nesting{}
	case n.dropping:
		return nil
	case t.Type == tokOp && (t.Value == "(" || t.Value == "[" || t.Value == "{"):
		n.open++
	case t.Type == tokOp && (t.Value == ")" || t.Value == "]" || t.Value == "}"):
		n.open = max(0, n.open-1)
	case t.Value == "if" && n.last == [2]string{"}", "else"}:
		n.elseIfs++
	}
	n.last = [2]string{n.last[1], t.Value}
	switch {
	case n.open > maxNesting:
		n.dropping = true
		return tooDeep(t, "brackets", maxNesting)
	case n.elseIfs > maxChain:
		n.dropping = true
		return tooDeep(t, "`else if`", maxChain)
	}
	return nil
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// nameLen is the length of the name at the start of text.
func nameLen(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
		n++
	}
	return n
}

// lineLen is the length of the rest of the line.
func lineLen(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// isOneOf tells whether t is one of the given words or signs.
func isOneOf(t *lexer.Token, values ...string) bool {
	return (t.Type == tokOp || t.Type == tokKeyword) && slices.Contains(values, t.Value)
}
