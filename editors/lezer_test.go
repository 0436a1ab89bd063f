package editors_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pzc-lang/pzc/dsl"
	"github.com/pzc-lang/pzc/internal/filetest"
)

// lezerHead is the part of the Lezer grammar that says how the productions below it are to be read.
const lezerHead = `// The grammar of .pz for the editors of browsers (Lezer, CodeMirror). Generated from docs/grammar.ebnf by
// "go test ./editors -update"; do not edit.

// What reaches far to the right, as "if" and "forall" do, takes the operators behind it. "min (" is always a call.
@precedence { farRight, call @cut }

@skip { space | Comment }

// reserved<w> is a word that is never a name; word<w> is one only in its place.
reserved<w> { @specialize[@name=Keyword]<Name, w> }
word<w> { @extend[@name=Keyword]<Name, w> }
declares<w> { @specialize[@name=DeclarationKeyword]<Name, w> }
`

const lezerTail = `
@skip {} {
  Str { stringStart (stringContent | Escape | Interpolation)* (stringEnd | lineEnd) }
}

Interpolation { interpolationStart expr "}" }

@local tokens {
  stringEnd { '"' }
  lineEnd { "\n" } // of a string that is being written
  Escape { "\\" _ }
  interpolationStart { "{" }
  @else stringContent
}

@tokens {
  space { @whitespace+ }
  Comment { "//" ![\n]* }
  Name { $[A-Za-z_] $[A-Za-z0-9_]* }
  Number { @digit+ }
  Char { "'" ("\\" _ | !['\\]) "'" }
  stringStart { '"' }
  // A row of a map does not begin with three quotes.
  row { $[ \t]* (![ \t"\n] ![\n]* | '"' (!["\n] ![\n]* | '"' (!["\n] ![\n]*)?)?)? "\n" }
  Map { '"""' $[ \t]* "\n" row* $[ \t]* '"""' }
  "(" ")" "[" "]" "{" "}"
`

// lezerTerms are the terms of the EBNF that have another name in the Lezer grammar. The levels of operators make no
// nodes.
var lezerTerms = map[string]string{
	"<ident>": "Name", "<int>": "Number", "<char>": "Char", "<map>": "Map", "Decl": "decl",
	"Expr": "expr", "TypeExpr": "typeExpr", "PlainType": "plainType", "Implication": "implication",
	"Disjunction": "disjunction",
	"Conjunction": "conjunction", "Negation": "negation", "Comparison": "comparison", "Range": "range", "Sum": "sum",
	"Product": "product", "Minus": "minus", "Postfix": "postfix", "Operand": "operand", "Clause": "Clause",
}

// newLezer makes the Lezer grammar from the EBNF: both write ?, *, + and | alike.
func newLezer(t *testing.T) string {
	grammar := regexp.MustCompile(`(?s)\(\*.*?\*\)`).ReplaceAllString(dsl.Grammar(), "")
	var b strings.Builder
	b.WriteString(lezerHead)
	declaring := map[string]bool{}
	for _, w := range dsl.DeclWords() {
		declaring[w] = dsl.IsReserved(w)
	}
	for production := range strings.SplitSeq(grammar, " .\n") {
		name, body, found := strings.Cut(strings.Join(strings.Fields(production), " "), " = ")
		if !found {
			continue
		}
		if name == "Str" {
			continue // tokens
		}
		body = lezerToken.ReplaceAllStringFunc(body, func(token string) string {
			word := strings.Trim(token, `"`)
			switch {
			case token == word: // the name of a production, or of a class of tokens
				return lezerTerm(token)
			case !isWord(word[0]) || word == "_":
				return token
			case declaring[word]:
				return "declares<" + token + ">"
			case dsl.IsReserved(word):
				return "reserved<" + token + ">"
			default:
				return "word<" + token + ">"
			}
		})
		for _, edit := range lezerEdits[name] {
			require.Contains(t, body, edit[0], name)
			body = strings.ReplaceAll(body, edit[0], edit[1])
		}
		if name == "File" {
			name = "@top Model"
		}
		name = lezerTerm(name)
		if name == "SetOf" || name == "ListOf" || name == "CondOf" || name == "MapType" {
			name += "[@dynamicPrecedence=1]" // rather than a name
		}
		fmt.Fprintf(&b, "\n%s { %s }\n", name, body)
	}
	b.WriteString(lezerTail)
	for _, sign := range dsl.Signs() {
		if !strings.ContainsAny(sign, "()[]{}") {
			fmt.Fprintf(&b, "  %q[@name=Operator]\n", sign)
		}
	}
	b.WriteString("  @precedence { Comment, \"/\" }\n  @precedence { Map, stringStart }\n}\n")
	return b.String()
}

// lezerToken is a token of the EBNF that is not written as it stands.
var lezerToken = regexp.MustCompile(`"[^"]+"|<[a-z]+>|[A-Z][A-Za-z]*`)

// lezerEdits are the places where the Lezer grammar must say more than the EBNF: which operand an operator belongs to;
// that "c in S" begins a view as well as a condition; that types stand only where a type is wanted; that "_" is read as
// a name.
var lezerEdits = map[string][][2]string{
	"Implication": {{" (", " (!farRight "}},
	"Disjunction": {{" (", " (!farRight "}},
	"Conjunction": {{" (", " (!farRight "}},
	"Comparison":  {{"range ((", "range (!farRight ("}},
	"Range":       {{" (", " (!farRight "}},
	"Sum":         {{"product ((", "product (!farRight ("}},
	"Product":     {{"minus ((", "minus (!farRight ("}},
	"Postfix":     {{`("["`, `(!farRight "["`}, {`| "."`, `| !farRight "."`}},
	"Call":        {{`) "("`, `) !call "("`}},
	"Tuple":       {{"expr", "(expr | SetOf)"}},
	"MapType":     {{" (", " (!farRight "}},
	"Ident":       {{"Name", "Name ~view"}},
	"Operand":     {{"| Name", "| Name ~view"}, {` | "_"`, ""}, {" | SetOf | ListOf | CondOf | MapType", ""}},
	"PlainType":   {{"range", "SetOf | ListOf | CondOf | MapType | range"}},
}

func lezerTerm(name string) string {
	if other, ok := lezerTerms[name]; ok {
		return other
	}
	return name
}

// TestLezer: the stored grammar is that of the parser's words and signs. The test of the grammar itself needs npm.
func TestLezer(t *testing.T) { filetest.Golden(t, "lezer/pz.grammar", []byte(newLezer(t))) }
