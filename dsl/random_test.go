package dsl

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// derivation writes a random text by the rules of the grammar, and the same text with parentheses round each operand
// that has operators.
type derivation struct {
	*rand.Rand
	rules          map[string]func(d *derivation)
	plain, wrapped strings.Builder
	decl           string // the rule of the declaration at work
	inStrings      int    // how many strings are open
	parts          int    // terminals and rules that the rule at work has written
}

// operands are the rules of expressions, from loose to tight.
var operands = regexp.MustCompile(`^(Implication|Disjunction|Conjunction|Negation|Comparison|Range|Sum|Product|Minus|Postfix)$`)

// chance is false in a long text, so that texts end.
func (d *derivation) chance() bool { return d.plain.Len() < 200 && d.IntN(4) == 0 }

func (d *derivation) pick(words ...string) string { return words[d.IntN(len(words))] }

func (d *derivation) write(text string) {
	d.parts++
	d.plain.WriteString(text + " ")
	d.wrapped.WriteString(text + " ")
}

// rule follows the rule of a name.
func (d *derivation) rule(name string) {
	level := operands.MatchString(name)
	if strings.HasSuffix(name, "Decl") {
		d.decl = name
	}
	switch {
	case name == "AboutDecl": // its text has no values
		d.write(d.pick("title", "author", "rules") + ` "A text"`)
		return
	case name == "ExpectDecl": // solvable has no number, the others have one
		if d.write("expect"); d.chance() {
			d.write(d.pick("solvable", "unsolvable"))
			return
		}
		d.write(d.pick("cost", "best", "solutions"))
		name = "Expr"
	case name == "Clause" && d.chance(): // the only one that may have a reason
		d.write("when")
		d.rule("Expr")
		d.write("else")
		name = "Str"
	case name == "Clause":
		kinds := []string{"where", "when", "cost", "order", "as"}
		if d.decl == "SymmetryDecl" {
			kinds = kinds[:2]
		}
		d.write(d.pick(kinds...))
		name = "Expr"
	case name == "Target" && regexp.MustCompile(`\b(min|max) $`).MatchString(d.plain.String()): // not min(
		name = "Ident"
	case name == "Operand" && d.plain.Len() > 200:
		name = "Ident"
	case name == "Expr" && d.chance(): // nothing follows to its right
		name = d.pick("If", "LetIn", "Binder")
	case name == "TypeExpr" && d.chance():
		d.write(d.pick("set", "list of", "map of"))
		name = d.pick("Ident", "Tuple", "SetLit")
	}
	parts, before := d.parts, d.wrapped.Len()
	d.parts = 0
	d.rules[name](d)
	if level && d.parts > 1 {
		text := d.wrapped.String()
		d.wrapped.Reset()
		d.wrapped.WriteString(text[:before] + "(" + text[before:] + ") ")
	}
	d.parts = parts + 1
}

// terminal writes one of the kinds of tokens.
func (d *derivation) terminal(kind string) {
	switch kind {
	case "ident":
		d.write(d.pick("a", "x1", "board", "Cell", "cost", "order", "as", "fill", "of", "when", "admissible", "solvable"))
	case "int":
		d.write(fmt.Sprint(d.Int64() >> d.IntN(62)))
	case "char":
		d.write(d.pick("'a'", `'\''`, `'\\'`, `'\n'`, "'{'", "' '", "'é'", `'"'`))
	case "map":
		if d.inStrings > 0 { // where no line may end
			d.write("_")
			return
		}
		d.write(d.pick("\"\"\"\n  #.\n  .\n  \"\"\"", "\"\"\"\n\\{x}// 'a\n\"\"\""))
	case "string":
		d.inStrings++
		text := func(s string) { d.plain.WriteString(s); d.wrapped.WriteString(s) }
		text(`"`)
		for range d.IntN(3) {
			if text(d.pick("ab ", "", `\"`, `\n`, `\{`, "é", "//")); d.inStrings < 3 && d.chance() {
				text("{")
				d.rule("Expr")
				text("}")
			}
		}
		d.inStrings--
		d.write(`"`)
	}
}

// derivable has the rules of the grammar. What reaches as far to the right as it can stands in parentheses, or alone.
func derivable() map[string]func(d *derivation) {
	grammar := regexp.MustCompile(`(?s)\(\*.*?\*\)`).ReplaceAllString(Grammar(), "")
	grammar = strings.Replace(grammar, " | If | LetIn | Binder | SetOf | ListOf | CondOf | MapType", "", 1)
	words := regexp.MustCompile(`"[^"]+"|<\w+>|\w+|[|()?*+=.]`).FindAllString(grammar, -1)
	next := func() (word string) { word, words = words[0], words[1:]; return word }
	var choice func() func(d *derivation)
	item := func() func(d *derivation) {
		var one func(d *derivation)
		switch word := next(); word[0] {
		case '(':
			one = choice()
			next()
		case '"':
			one = func(d *derivation) { d.write(strings.Trim(word, `"`)) }
		case '<':
			one = func(d *derivation) { d.terminal(strings.Trim(word, "<>")) }
		default:
			one = func(d *derivation) { d.rule(word) }
		}
		if !strings.Contains("?*+", words[0]) {
			return one
		}
		sign := next()
		return func(d *derivation) {
			if sign == "+" {
				one(d)
			}
			for most := map[string]int{"?": 1, "*": 3, "+": 2}[sign]; most > 0 && d.chance(); most-- {
				one(d)
			}
		}
	}
	choice = func() func(d *derivation) {
		ways := [][]func(d *derivation){nil}
		for !strings.Contains(").", words[0]) {
			if words[0] == "|" {
				next()
				ways = append(ways, nil)
				continue
			}
			ways[len(ways)-1] = append(ways[len(ways)-1], item())
		}
		short := slices.Clone(ways)
		slices.SortStableFunc(short, func(a, b []func(d *derivation)) int { return len(a) - len(b) })
		n := 1
		for n < len(short) && len(short[n]) == len(short[0]) {
			n++
		}
		return func(d *derivation) {
			from := short[:n]
			if d.chance() {
				from = short
			}
			for _, part := range from[d.IntN(len(from))] {
				part(d)
			}
		}
	}
	rules := map[string]func(d *derivation){}
	for len(words) > 0 {
		name := next()
		next()
		rules[name] = choice()
		next()
	}
	return rules
}

// bare takes the parentheses out of a tree.
func bare(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		for {
			p, is := v.Interface().(*Paren)
			if !is {
				break
			}
			v.Set(reflect.ValueOf(p.X))
		}
		if !v.IsNil() {
			bare(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			bare(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if !isPosition(v.Type().Field(i)) {
				bare(v.Field(i))
			}
		}
	default:
	}
}

// TestDerivedTexts: what the grammar derives is read, and operators bind as the grammar says.
func TestDerivedTexts(t *testing.T) {
	rules := derivable()
	for seed := range uint64(2000) {
		src, wrapped := derived(rules, seed)
		f, errs := Parse("x.pz", []byte(src))
		require.Empty(t, errs, src)
		again, errs := Parse("x.pz", []byte(wrapped))
		require.Empty(t, errs, wrapped)
		bare(reflect.ValueOf(f))
		bare(reflect.ValueOf(again))
		require.True(t, Equal(f, again), "%s\nis not\n%s", src, wrapped)
	}
}

// derived returns a text of one to three declarations, and the same text with parentheses.
func derived(rules map[string]func(d *derivation), seed uint64) (plain, wrapped string) {
	d := &derivation{Rand: rand.New(rand.NewPCG(seed, 1)), rules: rules}
	for range 1 + d.IntN(3) {
		d.rule("Decl")
	}
	return d.plain.String(), d.wrapped.String()
}

// TestFormatKeepsAll shows that formatting a text with line breaks and comments anywhere keeps its tree and all its
// comments, in their order, and that formatting it again changes nothing.
func TestFormatKeepsAll(t *testing.T) {
	rules := derivable()
	rapid.Check(t, func(r *rapid.T) {
		plain, _ := derived(rules, rapid.Uint64().Draw(r, "seed"))
		src := scatter(r, plain)
		before, errs := Parse("x.pz", []byte(src))
		require.Empty(r, errs, src)
		once, errs := Format("x.pz", []byte(src))
		require.Empty(r, errs)
		after, errs := Parse("x.pz", once)
		require.Empty(r, errs, string(once))
		require.True(r, Equal(before, after), "%s\nformatted\n%s", src, once)
		require.Equal(r, comments(src), comments(string(once)), "%s\nformatted\n%s", src, once)
		twice, _ := Format("x.pz", once)
		require.Equal(r, string(once), string(twice), src)
	})
}

// scatter puts other blanks, line breaks and comments between the tokens of src.
func scatter(r *rapid.T, src string) string {
	_, toks, _ := read(src, lexer.Position{Line: 1, Column: 1})
	gap := rapid.SampledFrom([]string{
		" ", " ", " ", "  ", "\n", "\n\n\n", "\n      ", " // end\n", "\n// own\n", "\n\n  // apart\n\n", "\t",
	})
	var b strings.Builder
	for _, t := range toks {
		switch t.Type {
		case tokSpace:
			b.WriteString(t.Value)
		default:
			b.WriteString(t.Value)
			if rapid.IntRange(0, 4).Draw(r, "scatter") == 0 || t.Type == tokComment {
				b.WriteString("\n"[:btoi(t.Type == tokComment)])
				b.WriteString(gap.Draw(r, "gap"))
			}
		}
	}
	return b.String()
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func comments(src string) []string {
	_, toks, _ := read(src, lexer.Position{Line: 1, Column: 1})
	var out []string
	for _, t := range toks {
		if t.Type == tokComment {
			out = append(out, strings.TrimRight(t.Value, " \t"))
		}
	}
	return out
}
