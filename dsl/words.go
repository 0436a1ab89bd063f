package dsl

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// What an editor asks about a text that is being written: which words may follow, and what would complete it. The
// parser answers: a word may follow if no error is found before its end.

// grammarTokens are the tokens of the printed grammar, without comments.
var grammarTokens = lazy.Value[[]string]{Make: func() []string {
	text := regexp.MustCompile(`(?s)\(\*.*?\*\)`).ReplaceAllString(Grammar(), "")
	return regexp.MustCompile(`"[^"]*"|<\w+>|\w+|[=.()|?*+]`).FindAllString(text, -1)
}}

// Words lists the words of the language in alphabetical order: the reserved words, and those that are words in their
// place only.
func Words() []string { return slices.Clone(words.Get()) }

var words = lazy.Value[[]string]{Make: func() (all []string) {
	for _, t := range grammarTokens.Get() {
		if w := strings.Trim(t, `"`); w != t && w != "_" && isLetter(w[0]) {
			all = append(all, w)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}}

// DeclWords lists the words that begin declarations.
func DeclWords() []string { return slices.Concat(declWords[:], declNames()) }

// Signs lists the signs of the language, the longest first; without those that it only knows to refuse them.
func Signs() (all []string) {
	for _, op := range operators() {
		if slices.Contains(grammarTokens.Get(), strconv.Quote(op)) {
			all = append(all, op)
		}
	}
	return all
}

// Next is what may follow a text.
type Next struct {
	Words []string
	Name  bool // a name
	Value bool // a value or a type
}

// aName is a name that no text has.
const aName = "pzc_name"

// Following tells what may follow a text that begins with a declaration.
func Following(before string) Next {
	before += " "
	next := Next{Name: fits(before, aName), Value: fits(before, "0")}
	twoNames := fits(before, aName+" "+aName)
	// A word that is not reserved may also be read as a name, but for what follows it.
	asWord := func(w string) bool {
		return !twoNames && fits(before, w+" "+aName) || slices.ContainsFunc(words.Get(), func(v string) bool {
			return !IsReserved(v) && fits(before, w+" "+v) && !fits(before, aName+" "+v)
		})
	}
	for _, w := range words.Get() {
		if !fits(before, w) {
			continue
		}
		if IsReserved(w) || !next.Name || asWord(w) {
			next.Words = append(next.Words, w)
		}
	}
	return next
}

// fits reports whether the parser reads a text and more that follows it, as far as they go.
func fits(before, more string) bool {
	_, errs := Parse("", []byte(before+more))
	return !slices.ContainsFunc(errs, func(d *diag.Diagnostic) bool {
		return d.Span.Start.Offset < len(before)+len(more)
	})
}

// Completed adds to a text that begins with a declaration what makes it whole. ok is false if nothing was found that
// does.
func Completed(text string) (whole string, ok bool) {
	// What ends a construct comes first, so that as little as possible is added.
	fillers := []string{")", "]", "}", "{", "then", "else", "in", ":", "=", ":=", "0", aName}
	fillers = append(append(fillers, Signs()...), words.Get()...)
	const most = 16
	for range most {
		if _, errs := Parse("", []byte(text)); !errs.HasErrors() {
			return text, true
		}
		i := slices.IndexFunc(fillers, func(f string) bool { return fits(text+" ", f) })
		if i < 0 {
			return text, false
		}
		text += " " + fillers[i]
	}
	return text, false
}

// Snippet returns how a construct that begins with a word is written, in the notation of the Language Server Protocol:
// `type ${1:name} = ${2:type}`. It is "" if the word begins no construct.
func Snippet(word string) string { return snippets.Get()[word] }

var snippets = lazy.Value[map[string]string]{Make: func() map[string]string {
	g := grammar{productions: map[string][]string{}}
	toks := grammarTokens.Get()
	for i := 0; i+1 < len(toks); i++ {
		if toks[i+1] != "=" {
			continue
		}
		end := i + 2
		for end+1 < len(toks) && toks[end+1] != "=" {
			end++
		}
		g.productions[toks[i]] = toks[i+2 : min(end, len(toks))]
	}
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(g.productions)) {
		body := g.productions[name]
		for _, w := range g.heads(body) {
			g.holes = 0
			if text := g.sequence(body, w); g.holes > 0 && all[w] == "" {
				all[w] = strings.ReplaceAll(text, "} :", "}:")
			}
		}
	}
	return all
}}

// grammar is the printed grammar, by the names of its productions.
type grammar struct {
	productions map[string][]string
	holes       int // of the snippet in hand
}

// heads lists the words with which a production begins: a word, or a choice of words.
func (g *grammar) heads(body []string) (all []string) {
	if body[0] == "(" {
		end := closing(body, 0)
		for _, t := range body[1:end] {
			if t != "|" && !strings.HasPrefix(t, `"`) {
				return nil
			}
		}
		body = slices.DeleteFunc(slices.Clone(body[1:end]), func(t string) bool { return t == "|" })
	} else {
		body = body[:1]
	}
	for _, t := range body {
		if w := strings.Trim(t, `"`); w != t && isLetter(w[0]) {
			all = append(all, w)
		}
	}
	return all
}

// closing returns the place of the bracket that closes the one at a place.
func closing(body []string, open int) int {
	for depth, i := 0, open; i < len(body); i++ {
		switch body[i] {
		case "(":
			depth++
		case ")":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(body) - 1
}

// sequence writes what a part of a production demands. word is the word with which it begins, "" for any.
func (g *grammar) sequence(body []string, word string) string {
	var out []string
	for i := 0; i < len(body) && body[i] != "|"; i++ {
		t, end := body[i], i
		if t == "(" {
			end = closing(body, i)
		}
		optional := end+1 < len(body) && (body[end+1] == "?" || body[end+1] == "*")
		switch {
		case i == 0 && word != "":
			out = append(out, word)
		case optional || t == "?" || t == "*" || t == "+" || t == "." || t == "!":
		case t == "(":
			out = append(out, g.sequence(body[i+1:end], ""))
		default:
			out = append(out, g.element(t))
		}
		i = end
	}
	return strings.Join(slices.DeleteFunc(out, func(s string) bool { return s == "" }), " ")
}

// element writes one element of a production.
func (g *grammar) element(t string) string {
	if strings.HasPrefix(t, `"`) {
		return strings.NewReplacer("}", `\}`, "$", `\$`).Replace(strings.Trim(t, `"`))
	}
	holes := map[string]string{
		"<ident>": "name", "Ident": "name", "Expr": "value", "TypeExpr": "type", "Target": "x", "Effect": "effects",
	}
	for _, l := range levels {
		holes[l.name] = "value"
	}
	if t == "Str" || t == "<string>" {
		g.holes++
		return `"${` + strconv.Itoa(g.holes) + `:text}"`
	}
	name, hole := holes[t]
	if body := g.productions[t]; !hole && body != nil {
		if t == "Block" {
			g.holes++
			return "{\n  $" + strconv.Itoa(g.holes) + "\n\\}"
		}
		return g.sequence(body, "")
	}
	g.holes++
	if !hole {
		name = strings.ToLower(strings.Trim(t, "<>"))
	}
	return "${" + strconv.Itoa(g.holes) + ":" + name + "}"
}
