package exercise

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/lists"
)

var (
	hintShape = lazy.Compile(`(?m)^\s*(?://|#|;+|c\b)\s*hint:\s*(.*(?:\n\s*(?://|#|;+|c)  [^\n]*)*)`)
	comment   = lazy.Compile(`^\s*(?://|#|;+|c )\s*`)
)

// HintOf returns the hint of a wrong file: the text behind `hint:` in a comment, and the comment lines below it that
// are indented by two blanks. It is "" without one. Comments begin with //, with #, with ; or as those of formulas with
// c.
func HintOf(text string) string {
	m := hintShape.Get().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	lines := strings.Split(m[1], "\n")
	for i := 1; i < len(lines); i++ {
		lines[i] = comment.Get().ReplaceAllString(lines[i], "")
	}
	return strings.Join(lines, " ")
}

var token = lazy.Compile(`(?s)"""\s*?\n.*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*|\w+|[^\w\s]`)

// Blank is the word that stands in a start file for what is to be written.
const Blank = "____"

// word is a word or a sign of a model, and where it begins.
type word struct {
	text string
	at   int
}

// words cuts a model into words and signs, without comments.
func words(text string) (out []word) {
	for _, at := range token.Get().FindAllStringIndex(text, -1) {
		if t := text[at[0]:at[1]]; !strings.HasPrefix(t, "//") {
			out = append(out, word{t, at[0]})
		}
	}
	return out
}

// Squeezed returns a text without comments and layout: it is equal for texts that say the same in the same words.
func Squeezed(text string) string {
	return strings.Join(lists.Map(words(text), func(w word) string { return w.text }), " ")
}

// lineAt describes the line of a text at a place.
func lineAt(text string, at int) string {
	begin, rest := strings.LastIndex(text[:at], "\n")+1, text[at:]
	end, _, _ := strings.Cut(rest, "\n")
	return fmt.Sprintf("%d, `%s`", 1+strings.Count(text[:at], "\n"), strings.TrimSpace(text[begin:at]+end))
}

// Completes returns "" if a text is a start file with its blanks filled, apart from layout, comments, and instances and
// expectations at the end. Otherwise it says which line is the first that differs, as a part of a sentence.
func Completes(name, start, text string) (problem string) {
	pieces := [][]word{{}}
	for _, w := range words(start) {
		if last := len(pieces) - 1; w.text == Blank {
			pieces = append(pieces, nil)
		} else {
			pieces[last] = append(pieces[last], w)
		}
	}
	rest := words(text)
	for i, p := range pieces {
		last := i == len(pieces)-1
		near, most := 0, -1 // the place where most words agree
		from := 0
		for ; from <= len(rest); from++ {
			n := agree(rest[from:], p)
			if n == len(p) && (!last || ends(rest[from+n:])) {
				break
			}
			if n > most {
				near, most = from, n
			}
			if i == 0 {
				from = len(rest)
			}
		}
		if from > len(rest) {
			return differs(name, start, text, p, rest[near:], most)
		}
		rest = rest[from+len(p):]
	}
	return ""
}

// differs names the first line of a text that is not that of a piece of a start file. n words agree.
func differs(name, start, text string, piece, rest []word, n int) string {
	switch {
	case n == len(piece):
		return "line " + lineAt(text, rest[n].at) + ", does not belong to it"
	case n == len(rest):
		return "line " + lineAt(start, piece[n].at) + ", of " + name + " is missing"
	case n > 0 && !strings.Contains(start[piece[n-1].at:piece[n].at], "\n"): // the difference is inside of the line
		return "line " + lineAt(text, rest[n-1].at) + ", stands where " + name + " has line " + lineAt(start, piece[n].at)
	default:
		return "line " + lineAt(text, rest[n].at) + ", stands where " + name + " has line " + lineAt(start, piece[n].at)
	}
}

// Given reports whether students have a model: it is the start file, or that with instances and expectations.
func Given(start, model string) bool {
	return !strings.Contains(start, Blank) && Completes("", start, model) == ""
}

// ends reports whether a text may end there: what follows is instances and expectations, which everybody may add.
func ends(rest []word) bool {
	return len(rest) == 0 || rest[0].text == "expect" || rest[0].text == "instance"
}

// agree counts the words at the beginning of a list that are those of another.
func agree(list, with []word) (n int) {
	for n < min(len(list), len(with)) && list[n].text == with[n].text {
		n++
	}
	return n
}

// blanked are lines of a model that become blanks: those that end with the comment `// blank`.
var blanked = lazy.Compile(`(?m)^([ \t]*).*//\s*blank\s*$`)

// BlankOut writes blanks in the place of the lines that are marked by the comment `// blank`.
func BlankOut(text string) string { return blanked.Get().ReplaceAllString(text, "${1}"+Blank) }
