package dsl

import (
	"reflect"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/pzc-lang/pzc/internal/diag"
)

// TokenKind is the class of a token, for editors that colour texts.
type TokenKind string

// The classes of tokens, not the kinds of symbols (compiler/index). A word is a name that is a word of the language in
// its place, such as `when`.
const (
	TokenName    TokenKind = "name"
	TokenWord    TokenKind = "word"
	TokenKeyword TokenKind = "keyword"
	TokenNumber  TokenKind = "number"
	TokenChar    TokenKind = "char"
	TokenString  TokenKind = "string"
	TokenMap     TokenKind = "map"
	TokenSign    TokenKind = "sign"
	TokenComment TokenKind = "comment"
)

// Token is a token of a file.
type Token struct {
	Kind TokenKind
	Text string
	Pos  diag.Pos
}

// Tokens returns the tokens of a file that was parsed, in the order of the text. The expressions in a string are tokens
// of their own; the rest of the string is strings.
func Tokens(f *File) []Token {
	t := tokens{named: map[int]bool{}}
	for _, d := range f.Decls {
		span := d.Span()
		t.parsed = append(t.parsed, span)
	}
	walk(reflect.ValueOf(f), func(node any) {
		switch n := node.(type) {
		case *Ident:
			t.named[n.Pos.Offset] = true
		case *Name:
			t.named[n.Pos.Offset] = true
		case *Target:
			t.named[n.Pos.Offset] = true
		case *Wild:
			t.named[n.Pos.Offset] = true
		}
	})
	t.scan(f.Src, lexer.Position{Filename: f.Name, Line: 1, Column: 1})
	return t.all
}

// tokens collects the tokens of a file.
type tokens struct {
	named  map[int]bool // the offsets at which the tree has a name
	parsed []diag.Span  // the declarations that could be read, in the order of the text
	all    []Token
}

// scan adds the tokens of a part of the text that begins at a position.
func (t *tokens) scan(text string, at lexer.Position) {
	_, toks, _ := read(text, at)
	kinds := map[lexer.TokenType]TokenKind{
		tokIdent: TokenName, tokKeyword: TokenKeyword, tokInt: TokenNumber, tokChar: TokenChar, tokMap: TokenMap,
		tokOp: TokenSign, tokComment: TokenComment,
	}
	for _, tok := range toks {
		from := tok.Pos.Offset - at.Offset
		if from < 0 || from+len(tok.Value) > len(text) || text[from:from+len(tok.Value)] != tok.Value {
			continue // it stands for a text that could not be read
		}
		kind := kinds[tok.Type]
		switch {
		case tok.Type == tokString:
			t.str(tok)
			continue
		case kind == "":
			continue
		case kind == TokenName && !t.named[tok.Pos.Offset] && t.isParsed(tok.Pos.Offset):
			kind = TokenWord
		}
		t.all = append(t.all, Token{kind, tok.Value, diag.Pos(tok.Pos)})
	}
}

// isParsed reports whether an offset is in a declaration that could be read. Offsets must not decrease from call to
// call.
func (t *tokens) isParsed(offset int) bool {
	for len(t.parsed) > 0 && t.parsed[0].End.Offset <= offset {
		t.parsed = t.parsed[1:]
	}
	return len(t.parsed) > 0 && t.parsed[0].Start.Offset <= offset
}

// str adds the parts of a string.
func (t *tokens) str(tok lexer.Token) {
	text, done := tok.Value, 0
	pos := func(i int) lexer.Position {
		p := tok.Pos
		p.Advance(text[:i])
		return p
	}
	add := func(kind TokenKind, to int) {
		if to > done {
			t.all = append(t.all, Token{kind, text[done:to], diag.Pos(pos(done))})
		}
		done = to
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			end, status := braceEnd(text, i, 1)
			if status != closed {
				continue
			}
			add(TokenString, i)
			add(TokenSign, i+1)
			t.scan(text[i+1:end-1], pos(i+1))
			done = end - 1
			add(TokenSign, end)
			i = end - 1
		}
	}
	add(TokenString, len(text))
}
