package pddl

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// Stable names of the findings about PDDL texts.
const (
	codeSyntax      = "pddl-syntax"
	codeUnknown     = "pddl-unknown"
	codeArguments   = "pddl-arguments"
	codeType        = "pddl-type"
	codeTwice       = "pddl-twice"
	codeUnsupported = "pddl-unsupported"
	codeUnused      = "pddl-unused"
	codeRequirement = "pddl-requirement"
	Unpaired        = "pddl-unpaired"
	codePlan        = "plan" // of findings about steps of plans, as of models
)

// Codes lists the findings about PDDL texts, for docs/findings.md.
func Codes() []diag.Code {
	return []diag.Code{
		{Name: codeSyntax, Meaning: "the brackets or the parts of a PDDL text do not fit together"},
		{Name: codeUnknown, Meaning: "a PDDL text uses a predicate, type, object, function or variable that is not declared"},
		{Name: codeArguments, Meaning: "an atom of a PDDL text has too few or too many arguments"},
		{Name: codeType, Meaning: "an argument of an atom of a PDDL text has another type"},
		{Name: codeTwice, Meaning: "a PDDL text declares a name twice"},
		{Name: codeUnsupported, Meaning: "a PDDL text uses a construct that pzc does not read"},
		{Name: codeUnused, Meaning: "a PDDL text declares what nothing uses, or asks for what nothing makes true"},
		{Name: codeRequirement, Meaning: "a PDDL text names a requirement that pzc cannot meet"},
		{Name: Unpaired, Meaning: "a problem of PDDL is without its domain, or a domain without a problem"},
	}
}

// node is an expression of a PDDL text: an atom, or a list in brackets.
type node struct {
	span diag.Span
	atom string  // in lower case, because PDDL does not tell capitals apart; "" for a list
	list []*node // nil for an atom
	doc  string  // the comment lines directly above it, without semicolons
}

// head returns the word with which a list begins, "" if there is none.
func (n *node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].atom
}

// sexps reads the expressions of a text. It reports brackets that do not fit.
type sexps struct {
	name, text string
	at         int // offset
	line, col  int
	comment    []string // the comment lines since the last blank line or bracket
	diags      *diag.List
}

func (s *sexps) pos() diag.Pos {
	return diag.Pos{Filename: s.name, Offset: s.at, Line: s.line, Column: s.col}
}

// next moves over one byte. Columns count runes.
func (s *sexps) next() {
	switch b := s.text[s.at]; {
	case b == '\n':
		s.line, s.col = s.line+1, 1
	case b&0xC0 != 0x80: // not the continuation of a rune
		s.col++
	}
	s.at++
}

// blanks skips blanks and comments. It keeps comments on lines of their own.
func (s *sexps) blanks() {
	s.comment = nil
	fresh := s.at == 0 // nothing but blanks stands before on this line
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ';':
			from := s.at
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.next()
			}
			if fresh {
				s.comment = append(s.comment, strings.TrimSpace(strings.TrimLeft(s.text[from:s.at], ";")))
			}
			fresh = false
		case '\n':
			if fresh = true; strings.HasPrefix(s.text[s.at:], "\n\n") {
				s.comment = nil
			}
			s.next()
		case ' ', '\t', '\r', '\f':
			s.next()
		default:
			return
		}
	}
}

// sections are the words that begin a part of a domain or problem. They stand directly below `define`.
var sections = map[string]bool{
	":requirements": true, ":types": true, ":constants": true, ":predicates": true, ":functions": true, ":action": true,
	":durative-action": true, ":derived": true, ":axiom": true, ":objects": true, ":init": true, ":goal": true,
	":metric": true, ":constraints": true, ":domain": true, ":htn": true, ":task": true, ":method": true,
}

// maxDepth bounds the nesting of brackets, because conditions are read by recursion.
const maxDepth = 1001

// all reads the expressions of the text. Open lists are kept on a stack, so that nesting costs no recursion.
func (s *sexps) all() []*node {
	root := &node{}
	stack := []*node{root}
	for {
		s.blanks()
		if s.at == len(s.text) {
			break
		}
		top, begin := stack[len(stack)-1], s.pos()
		switch s.text[s.at] {
		case '(':
			s.next()
			list := &node{span: diag.Span{Start: begin, End: s.pos()}, list: []*node{}, doc: strings.Join(s.comment, "\n")}
			top.list = append(top.list, list)
			if stack = append(stack, list); len(stack) > maxDepth {
				s.diags.Errorf(list.span, codeSyntax, "more than %d brackets are open here", maxDepth-1)
				return root.list
			}
		case ')':
			s.next()
			if len(stack) == 1 {
				d := s.diags.Errorf(diag.Span{Start: begin, End: s.pos()}, codeSyntax, "this `)` closes nothing")
				d.Help = "remove the bracket, or look for one too many before"
				return root.list
			}
			top.span.End = s.pos()
			stack = stack[:len(stack)-1]
		default:
			word := s.word(begin)
			top.list = append(top.list, word)
			if len(top.list) == 1 && len(stack) > 3 && sections[word.atom] && s.unclosed(stack[2:], word) {
				return root.list
			}
		}
	}
	if len(stack) > 1 {
		open := stack[min(2, len(stack)-1)]
		at := diag.Span{Start: open.span.Start, End: open.span.End}
		if len(open.list) > 0 {
			at.End = open.list[0].span.End
		}
		d := s.diags.Errorf(at, codeSyntax, "%s of `(%s` %s never closed",
			text.Count(len(stack)-1, "bracket"), words(open), are(len(stack)-1))
		d.Help = "write " + strings.Repeat(")", len(stack)-1) + " where they end"
	}
	return root.list
}

// unclosed reports a section that begins inside another one: the brackets of that one are not closed.
func (s *sexps) unclosed(open []*node, section *node) bool {
	if open[0].head() == ":action" || open[0].head() == ":init" || sections[open[0].head()] {
		n := len(open) - 1
		d := s.diags.Errorf(open[0].list[0].span, codeSyntax,
			"`(%s` is not closed before line %d, where `%s` begins: %s %s missing",
			words(open[0]), section.span.Start.Line, section.atom, text.Count(n, "bracket"), are(n))
		d.Help = "write " + strings.Repeat(")", n) + " before line " + strconv.Itoa(section.span.Start.Line)
		d.Related = append(d.Related, diag.Related{Span: section.span, Msg: "the next part begins here"})
		return true
	}
	return false
}

// hint asks whether the name that is nearest to a word was meant.
func hint(d *diag.Diagnostic, word string, names []string) {
	d.Help = diag.Meant(word, names, d.Help)
}

// words returns the first two words of a list, which name it: ":action pick".
func words(n *node) string {
	text := n.head()
	if len(n.list) > 1 && n.list[1].atom != "" && (text == ":action" || text == "define") {
		text += " " + n.list[1].atom
	}
	return text
}

// word reads an atom.
func (s *sexps) word(begin diag.Pos) *node {
	for s.at < len(s.text) && !strings.ContainsRune(" \t\r\n\f();", rune(s.text[s.at])) {
		if s.next(); s.at+1 < len(s.text) && s.text[s.at] == '?' && unicode.IsLetter(rune(s.text[s.at+1])) {
			break // a variable, without a blank before it
		}
	}
	return &node{atom: strings.ToLower(s.text[begin.Offset:s.at]), span: diag.Span{Start: begin, End: s.pos()}}
}

// parse reads the expressions of a text.
func parse(name, text string, diags *diag.List) []*node {
	decoded, bad := diag.Decode(name, diag.Legible(text))
	if bad != nil {
		diags.Add(bad)
		return nil
	}
	s := &sexps{name: name, text: decoded, line: 1, col: 1, diags: diags}
	return s.all()
}

func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}
