// Package readback reads answers: the output of `pzc solve` in any format, and plans and values as people type them. It
// knows the names of a puzzle and nothing of its rules.
package readback

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// Names holds the names of a puzzle that the reader needs.
type Names struct {
	Puzzle string // as the headline of an answer names it
	Moves  []string
	Arrays []Array
	PDDL   bool // moves are actions in brackets, as (pick ball1 rooma), and `;` begins a comment
	// Signs returns the moves whose labels are one sign, as the letters of Sokoban players, by their signs.
	Signs func() map[rune]string
}

// Array is a state variable.
type Array struct {
	Name  string
	Index [][]string // for each index its values, as the language writes them; empty without indices
	Elems []string   // the names of the elements, row by row: "seat[ada, 2]"
}

// Answer is one answer of an input: values of the start, then moves.
type Answer struct {
	At    diag.Pos // where it begins
	Given []Given
	Moves []Text
}

// Given is the value of an element of the state in an answer.
type Given struct {
	Name  string
	Value Text
}

// Text is a stretch of the input.
type Text struct {
	Text string
	Span diag.Span
}

// Read reads an input, which may hold several answers. A finding says what cannot be read; there is at most one for the
// whole input, and no answers are returned beside it. An input without an answer is one empty answer.
func Read(file, input string, names Names) ([]Answer, *diag.Diagnostic) {
	input = diag.Unmarked(input)
	r := &reader{places: placesOf(file, input), names: names, arrays: map[string]*Array{}, moves: map[string]bool{}}
	for i := range names.Arrays {
		r.arrays[names.Arrays[i].Name] = &names.Arrays[i]
	}
	for _, m := range names.Moves {
		r.moves[m] = true
	}
	r.now.At = r.places.at(0)
	switch begin := strings.TrimSpace(input); {
	case strings.HasPrefix(begin, "{"), strings.HasPrefix(begin, "[") && !names.isList(begin):
		r.json(input)
	case names.PDDL:
		r.actions(input)
	default:
		r.text(input)
	}
	if r.flush(); r.problem != nil {
		return nil, r.problem
	}
	if len(r.answers) == 0 && !r.begun {
		r.answers = []Answer{r.now}
	}
	return r.answers, nil
}

// isList reports whether an input is a list of actions without quotes, as [go(a, b), go(b, c)].
func (n Names) isList(input string) bool { return n.PDDL && listHead.Get().MatchString(input) }

var listHead = lazy.Compile(`^\[\s*[A-Za-z]`)

type reader struct {
	places *places
	names  Names
	arrays map[string]*Array
	moves  map[string]bool
	signs  map[rune]string // from names.Signs, when a line asked for them

	printed bool  // the input is printed for people; see print
	boards  bool  // of such an input: boards stand between the steps
	ended   bool  // and the last line of an answer was read
	stated  *Text // the number of steps that the present answer should have
	answers []Answer
	now     Answer
	last    int      // the number of its last step
	times   []string // of its steps, in PDDL; "" for none
	begun   bool     // an answer was announced, or all of them are separate
	table   *table
	problem *diag.Diagnostic
	unread  []Text // the lines that cannot be read

	unclosed int // a line up to which the brackets of an earlier line stay open
}

// flush ends the present answer.
func (r *reader) flush() {
	r.inTime()
	if r.stated != nil {
		r.demand(*r.stated)
	}
	if len(r.now.Given) > 0 || len(r.now.Moves) > 0 || r.begun {
		r.answers = append(r.answers, r.now)
	}
	r.now, r.table, r.begun = Answer{}, nil, false
	r.last, r.times, r.stated = 0, nil, nil
}

// begin begins an answer.
func (r *reader) begin(at diag.Pos) {
	r.flush()
	r.now.At, r.begun = at, true
}

func (r *reader) give(name string, value Text) { r.now.Given = append(r.now.Given, Given{name, value}) }

// fail records the first problem.
func (r *reader) fail(span diag.Span, msg, help string) {
	if r.problem == nil {
		r.problem = &diag.Diagnostic{Span: span, Msg: msg, Help: help}
	}
}

// list assigns the values of a list to the elements of an array.
func (r *reader) list(a *Array, values []Text, span diag.Span) {
	if len(values) != len(a.Elems) {
		r.fail(span, fmt.Sprintf("`%s` has %s, the list has %d", a.Name, countOf(len(a.Elems), "value"), len(values)),
			"give single elements as "+a.Elems[0]+" = …")
		return
	}
	for i, v := range values {
		r.give(a.Elems[i], v)
	}
}

// heading matches the line that announces an answer of several; the comment is what --quiet writes.
var heading = lazy.Compile(`^\s*#?\s*solution\s+\d+\s*:?\s*$`)
