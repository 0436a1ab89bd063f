package exercise

import (
	"strings"

	"github.com/pzc-lang/pzc/internal/lazy"
)

var (
	hintShape = lazy.Compile(`(?m)^\s*(?://|#|c\b)\s*hint:\s*(.*(?:\n\s*(?://|#|c)  [^\n]*)*)`)
	comment   = lazy.Compile(`^\s*(?://|#|c )\s*`)
)

// HintOf returns the hint of a wrong file: the text behind `hint:` in a comment, and the comment lines below it that
// are indented by two blanks. It is "" without one. Comments begin with //, with #, or as those of formulas with c.
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

// blank is the word that stands in a start file for what is to be written.
const blank = "____"

// tokens cuts a model into words and signs, without comments.
func tokens(text string) (out []string) {
	for _, t := range token.Get().FindAllString(text, -1) {
		if !strings.HasPrefix(t, "//") {
			out = append(out, t)
		}
	}
	return out
}

// Completes reports whether a text is a start file with its blanks filled, apart from layout, comments, and instances
// and expectations at the end. If not, at is the first word of the start file that the text does not have.
func Completes(start, text string) (ok bool, at string) {
	var pieces [][]string
	piece := []string{}
	for _, t := range tokens(start) {
		if t == blank {
			pieces = append(pieces, piece)
			piece = []string{}
			continue
		}
		piece = append(piece, t)
	}
	pieces = append(pieces, piece)
	rest := tokens(text)
	for i, p := range pieces {
		last := i == len(pieces)-1
		from := 0
		for !begins(rest[from:], p) || last && !ends(rest[from+len(p):]) {
			if i == 0 || from == len(rest) {
				return false, missing(rest, p)
			}
			from++
		}
		rest = rest[from+len(p):]
	}
	return true, ""
}

// ends reports whether a text may end there: what follows is instances and expectations, which everybody may add.
func ends(rest []string) bool { return len(rest) == 0 || rest[0] == "expect" || rest[0] == "instance" }

func begins(list, with []string) bool {
	return len(list) >= len(with) && missing(list, with) == ""
}

// missing returns the first word of a list that another does not have in its place, or does not have at all.
func missing(list, with []string) string {
	for i, w := range with {
		if i >= len(list) || list[i] != w {
			return w
		}
	}
	return ""
}

// blanked are lines of a model that become blanks: those that end with the comment `// blank`.
var blanked = lazy.Compile(`(?m)^([ \t]*).*//\s*blank\s*$`)

// BlankOut writes blanks in the place of the lines that are marked by the comment `// blank`.
func BlankOut(text string) string { return blanked.Get().ReplaceAllString(text, "${1}"+blank) }
