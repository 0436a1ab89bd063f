package editors_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pzc-lang/pzc/compiler/compilertest"
	"github.com/pzc-lang/pzc/dsl"
)

// lezerHead is the part of the Lezer grammar that does not depend on the words and signs.
const lezerHead = `// The grammar of .pz for the editors of browsers (Lezer, CodeMirror): tokens, declarations, braces. Generated from the
// words and signs of the parser by "go test ./editors -update"; do not edit.

@top Model { item* Declaration* }

Declaration { DeclarationKeyword item* }

item { Keyword | Name | Number | Char | Map | String | Operator | Braces }

// A declaration that is being written may leave a brace open.
Braces { "{" (item | DeclarationKeyword)* "}" }

Interpolation { interpolationStart item* "}" }

Name { name }

@skip { space | Comment }

@skip {} {
  String { stringStart (stringContent | Escape | Interpolation)* stringEnd }
}

@local tokens {
  stringEnd { '"' }
  Escape { "\\" _ }
  interpolationStart { "{" }
  @else stringContent
}
`

const lezerTokens = `
@tokens {
  space { @whitespace+ }
  Comment { "//" ![\n]* }
  name { $[A-Za-z_] $[A-Za-z0-9_]* }
  Number { @digit+ }
  Char { "'" ("\\" _ | !['\\]) "'" }
  stringStart { '"' }
  // A row of a map does not begin with three quotes.
  row { $[ \t]* (![ \t"\n] ![\n]* | '"' (!["\n] ![\n]* | '"' (!["\n] ![\n]*)?)?)? "\n" }
  Map { '"""' $[ \t]* "\n" row* $[ \t]* '"""' }
  "{" "}"
`

// newLezer makes the Lezer grammar.
func newLezer() string {
	choice := func(list []string) string {
		var quoted []string
		for _, w := range list {
			quoted = append(quoted, strconv.Quote(w))
		}
		return strings.Join(quoted, " | ")
	}
	var reserved, signs []string
	for _, w := range dsl.Words() {
		if dsl.IsReserved(w) && !slices.Contains(dsl.DeclWords(), w) {
			reserved = append(reserved, w)
		}
	}
	for _, sign := range dsl.Signs() {
		if sign != "{" && sign != "}" {
			signs = append(signs, sign)
		}
	}
	return lezerHead +
		"\nDeclarationKeyword { @specialize<name, " + choice(dsl.DeclWords()) + "> }\n" +
		"\nKeyword { @specialize<name, " + choice(reserved) + "> }\n" +
		lezerTokens + "  Operator { " + choice(signs) + " }\n  @precedence { Comment, Operator }\n" +
		"  @precedence { Map, stringStart }\n}\n"
}

// TestLezer: the stored grammar is that of the parser's words and signs. The test of the grammar itself needs npm.
func TestLezer(t *testing.T) { compilertest.Golden(t, "lezer/pz.grammar", []byte(newLezer())) }
