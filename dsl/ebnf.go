package dsl

import (
	"fmt"
	"strings"
)

// Grammar returns the grammar of the language as EBNF. The declarations come from participle, the expressions from the
// table of operators.
func Grammar() string {
	decls := fileGrammar().String()
	decls = strings.ReplaceAll(decls, `(?= <ident> "in") `, "") // a lookahead, which readers do not need
	decls = strings.ReplaceAll(decls, `((?! "`+strings.Join([]string{
		string(minimize), string(Maximize), "lost", "answer", "needs", "generator", "title", "author", "rules",
	}, `" | "`)+`") Expr)`, "Expr")
	decls = strings.ReplaceAll(decls, `"rules") Expr`, `"rules") (Str | <map>)`)
	var b strings.Builder
	b.WriteString(grammarHead)
	for line := range strings.Lines(decls) {
		b.WriteString(wrap(strings.TrimSpace(line)))
	}
	b.WriteString("\n(* Expressions, from loose to tight. *)\n\n")
	fmt.Fprintf(&b, "Expr = %s .\nTypeExpr = PlainType (\"or\" \"none\")? .\nPlainType = %s .\n", levels[0].name,
		levels[levelRange].name)
	for i, l := range levels {
		next := "Postfix"
		if i+1 < len(levels) {
			next = levels[i+1].name
		}
		b.WriteString(wrap(l.production(next)))
	}
	b.WriteString(operandGrammar)
	return b.String()
}

// production returns the production for the operators of one level.
func (l level) production(next string) string {
	var quoted []string
	for _, op := range l.ops {
		for i, word := range strings.Fields(op) {
			if i > 0 {
				quoted[len(quoted)-1] += fmt.Sprintf(" %q", word)
				continue
			}
			quoted = append(quoted, fmt.Sprintf("%q", word))
		}
	}
	ops := strings.Join(quoted, " | ")
	if len(quoted) > 1 {
		ops = "(" + ops + ")"
	}
	switch l.assoc {
	case prefix:
		return fmt.Sprintf("%s = %s %s | %s .", l.name, ops, l.name, next)
	case toRight:
		return fmt.Sprintf("%s = %s (%s %s)? .", l.name, next, ops, l.name)
	case never:
		return fmt.Sprintf("%s = %s (%s %s)? .", l.name, next, ops, next)
	default:
		return fmt.Sprintf("%s = %s (%s %s)* .", l.name, next, ops, next)
	}
}

// wrap breaks a production into lines at blanks.
func wrap(line string) string {
	const width = 110
	var b strings.Builder
	for len(line) > width {
		cut := strings.LastIndexByte(line[:width], ' ')
		b.WriteString(line[:cut] + "\n")
		line = "    " + line[cut+1:]
	}
	return b.String() + line + "\n"
}

const grammarHead = `(* The grammar of the .pz language. Generated from the parser; do not edit.

   x? x* x+ and ( | ) as in regular expressions; "x" a word or sign; <ident> a name, <int> <char> <string> <map> as in
   the reference. Blanks, line breaks and comments may stand between any two of these. *)

`

// operandGrammar is the part of the grammar below the operators.
const operandGrammar = `Postfix = Operand ("[" Expr ("," Expr)* "]" | "." <ident>)* .
Operand = <int> | <char> | Str | <map> | "true" | "false" | "any" | "_" | <ident> | Call | Paren | Tuple | List
    | SetLit | SetComp | If | LetIn | Binder | SetOf | ListOf | CondOf | MapType .
Call = (<ident> | "min" | "max") "(" (Expr ("," Expr)*)? ")" .
Paren = "(" Expr ")" .
Tuple = "(" Expr "," Expr ("," Expr)* ")" .
List = "[" (Expr ("," Expr)*)? "]" .
SetLit = "{" (Expr ("," Expr)*)? "}" .
SetComp = "{" Expr "for" BindVar ("," BindVar)* ("where" Expr)? "}" .

(* These reach as far to the right as they can, but for a binder of a list. min( and max( are always calls. *)

If = "if" Expr "then" Expr "else" Expr .
LetIn = "let" Target "=" Expr ":" Expr .
Binder = ("forall" | "exists" | "count" | "sum" | "product" | "min" | "max" | "distinct" | "the")
    BindVar ("," BindVar)* ("where" Expr)? ":" Expr
    | ("count" | "sum" | "product" | "min" | "max" | "distinct") "[" Expr ("," Expr)* "]" .
BindVar = Target "in" Range .
Target = <ident> | "(" Target ("," Target)+ ")" .

(* Types, only where a type is wanted; elsewhere their words are names. *)

SetOf = "set" PlainType .
ListOf = "list" "of" PlainType .
CondOf = "cond" PlainType .
MapType = "map" ("of" PlainType)? .

(* A string holds text, escapes and expressions. *)

Str = <string> .
`
