package dsl

import (
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// The kinds of tokens. Blanks and comments are tokens too, which the parser skips. So the raw token after a node begins
// exactly where the node ends.
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
var declWords = [...]string{
	"puzzle", "use", "param", "type", "enum", "const", "def", "state", "init", "assume",
	"move", "always", "goal", "dead",
	"invariant", "heuristic", "relaxation", "symmetry", "prune", "view", "instance", "expect",
}

// isDeclWord reports whether word begins a declaration.
func isDeclWord(word string) bool { return slices.Contains(declWords[:], word) }

// declNames returns the words that begin declarations and may be names elsewhere.
func declNames() []string {
	return []string{"lost", "answer", "needs", "generator", string(minimize), string(Maximize), "title", "author", "rules"}
}

// isDeclName reports whether word is one of declNames.
func isDeclName(word string) bool {
	return slices.Contains(declNames(), word)
}

// isAboutWord reports whether word begins an AboutDecl.
func isAboutWord(word string) bool { return word == "title" || word == "author" || word == "rules" }

// IsReserved reports whether word is reserved and cannot be a name.
func IsReserved(word string) bool {
	switch word {
	case "if", "then", "else", "and", "or", "not", "in", "any", "true", "false", "let", "for", "require",
		"forall", "exists", "count", "sum", "product", "min", "max", "distinct", "the", "where":
		return true
	}
	return isDeclWord(word)
}

// operators returns the operators, longest first. It includes operators of other languages (&&, ||, …), so that the
// parser can say what to write instead.
func operators() []string {
	return []string{
		"==", "!=", "<=", ">=", "=>", ":=", "..", "&&", "||", "=<",
		"=", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ":", ".", "!", ";", "|", "&",
	}
}

// definition is the lexer for participle.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Ident": tokIdent, "Keyword": tokKeyword, "Int": tokInt, "Char": tokChar, "String": tokString,
		"Map": tokMap, "Op": tokOp, "Comment": tokComment, "Space": tokSpace,
	}
}

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

// read reads a text that begins at start into tokens. The last token is EOF. The lexer that it returns skips blanks and
// comments.
func read(text string, start lexer.Position) (*lexer.PeekingLexer, []lexer.Token, diag.List) {
	s := newScanner(text, start)
	lex := upgraded(s)
	return lex, lex.Range(0, lexer.RawCursor(s.count)), s.errs
}

// upgraded reads all tokens of a lexer that returns no error.
func upgraded(from lexer.Lexer) *lexer.PeekingLexer {
	lex, err := lexer.Upgrade(from, tokComment, tokSpace)
	if err != nil {
		panic(err)
	}
	return lex
}

// scanner reads a text into tokens. After an error it emits a harmless token and goes on.
type scanner struct {
	text  string
	pos   lexer.Position
	base  int // the offset of text in its file: text[i] is at offset base+i
	ops   []string
	tok   lexer.Token // the last token that was read
	ready bool        // Next has not returned tok yet
	count int         // the number of tokens that Next has returned
	errs  diag.List
	depth nesting
}

func newScanner(text string, start lexer.Position) *scanner {
	return &scanner{text: text, pos: start, base: start.Offset, ops: operators()}
}

// Next implements lexer.Lexer. Its error is always nil. Errors in the text are in errs.
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

// at returns the index in text of the next character.
func (s *scanner) at() int { return s.pos.Offset - s.base }

// rest returns the text that is not read yet.
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

// signChars are the characters with which signs and literals begin.
const signChars = "=<>+-*/%()[]{},:.!;|&\"'"

// operator reads a sign, or reports characters that are no sign.
func (s *scanner) operator(rest string) {
	for _, op := range s.ops {
		if strings.HasPrefix(rest, op) {
			s.emit(tokOp, len(op))
			return
		}
	}
	n := strings.IndexFunc(rest, func(r rune) bool {
		if r >= utf8.RuneSelf {
			return false
		}
		return unicode.IsSpace(r) || isLetter(byte(r)) || isDigit(byte(r)) || strings.ContainsRune(signChars, r)
	})
	if n < 0 {
		n = len(rest)
	}
	s.badSymbol(rest[:n])
}

// badSymbol reports and skips characters that begin no word or sign.
func (s *scanner) badSymbol(found string) {
	first, size := utf8.DecodeRuneInString(found)
	n := size
	if unicode.IsLetter(first) || unicode.IsMark(first) {
		n = len(found)
	}
	msg, help := "unexpected `"+found[:n]+"`", symbolHelp(first)
	switch {
	case unicode.IsControl(first) || !unicode.IsPrint(first):
		msg, help = "unexpected invisible character "+strings.Trim(strconv.QuoteRuneToASCII(first), "'"), "remove it"
	case unicode.IsLetter(first):
		help = "names are made of the letters a to z and A to Z, digits and `_`"
	}
	d := s.report(0, n, codeLexSymbol, help, "%s", msg)
	if replaceAs(d); help == "remove it" {
		d.Replace("")
	}
	if d.Fix == nil || d.Fix.Text == "" {
		s.skip(n)
		return
	}
	kind := tokOp
	if IsReserved(d.Fix.Text) {
		kind = tokKeyword
	}
	s.emitAs(kind, d.Fix.Text, n)
}

// symbolHelp returns what to write instead of a sign that the language does not have.
func symbolHelp(r rune) string {
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

// emit emits the next n bytes as a token.
func (s *scanner) emit(kind lexer.TokenType, n int) {
	value := s.rest()[:n]
	t := lexer.Token{Type: kind, Value: value, Pos: s.pos}
	if d := s.depth.enter(t); d != nil {
		s.errs.Add(d)
	}
	s.tok, s.ready = t, !s.depth.dropping
	s.skip(n)
}

// emitAs emits a harmless token for n bytes that could not be read.
func (s *scanner) emitAs(kind lexer.TokenType, value string, n int) {
	s.tok, s.ready = lexer.Token{Type: kind, Value: value, Pos: s.pos}, !s.depth.dropping
	s.skip(n)
}

// skip advances by n bytes.
func (s *scanner) skip(n int) { s.pos.Advance(s.rest()[:n]) }

// ahead returns the position n bytes ahead.
func (s *scanner) ahead(n int) lexer.Position {
	p := s.pos
	p.Advance(s.rest()[:n])
	return p
}

// report adds an error about n bytes that begin from bytes ahead.
func (s *scanner) report(from, n int, code, help, format string, args ...any) *diag.Diagnostic {
	span := diag.Span{Start: diag.Pos(s.ahead(from)), End: diag.Pos(s.ahead(from + n))}
	d := problem(span, code, help, format, args...)
	s.errs.Add(d)
	return d
}

// nesting counts the open brackets, so that no parser overflows its stack. The count starts again with each
// declaration: brackets that one declaration leaves open do not count in the next.
type nesting struct {
	open     int
	elseIfs  int
	last     [2]string // the last two tokens that are neither blank nor comment
	dropping bool      // the rest of the declaration is skipped
}

// enter counts t. It returns an error if the nesting is too deep.
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

// nameLen returns the length of the name at the start of text.
func nameLen(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n])) {
		n++
	}
	return n
}

// lineLen returns the length of the rest of the line.
func lineLen(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

// isOneOf reports whether t is one of the given words or signs.
func isOneOf(t *lexer.Token, values ...string) bool {
	return (t.Type == tokOp || t.Type == tokKeyword) && slices.Contains(values, t.Value)
}
