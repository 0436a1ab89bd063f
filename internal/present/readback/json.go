package readback

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// node is a value of JSON that keeps the order of its members and where it ends.
type node struct {
	keys  []string // of an object
	parts []node   // of an object or list
	kind  json.Delim
	text  string // of a number, Boolean or text
	isStr bool   // it is a text
	end   int64
}

// json reads an input that is JSON: one answer, a list of answers, or one after another.
func (r *reader) json(input string) {
	d, at := json.NewDecoder(strings.NewReader(input)), r.places
	d.UseNumber()
	for {
		n, err := parseBelow(d, 0)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			help := "an answer as JSON is what `pzc solve` writes in that format"
			if strings.Contains(err.Error(), `'\''`) {
				help = `in JSON, texts stand between double quotes: "`
			}
			r.fail(at.before(d.InputOffset()), "this begins as JSON and is none: "+err.Error(), help)
			return
		}
		r.input(n, at)
	}
}

// input reads one JSON value.
func (r *reader) input(n node, at *places) {
	span := func(n node) diag.Span { return at.before(n.end) }
	if all := n.answers(); all != nil {
		for _, p := range all.parts {
			r.input(p, at)
		}
		return
	}
	r.begin(span(n).Start)
	plan, assignment := n.member("plan"), n.member("assignment")
	if result := n.member("result"); result != nil { // of planning.domains
		if plan = result.member("plan"); plan == nil && result.member("output") != nil {
			r.planFile(*result.member("output"), span)
			return
		}
	}
	switch {
	case n.kind == '[':
		r.jsonMoves(n, span)
	case n.kind != '{':
		r.fail(span(n), "this is neither an object nor a list", "")
	case plan == nil && assignment == nil && n.member("status") != nil:
		r.fail(span(n), "this is an answer without a solution: its status is "+n.member("status").text, "")
	case plan == nil && assignment == nil:
		r.jsonValues(n, span)
	default:
		if assignment != nil {
			r.jsonValues(*assignment, span)
		}
		if plan != nil {
			r.jsonMoves(*plan, span)
		}
	}
}

// planFile reads the file among the output of a planner that is named as a plan: plan, sas_plan.
func (r *reader) planFile(output node, span func(node) diag.Span) {
	for i, key := range output.keys {
		if p := output.parts[i]; strings.HasSuffix(key, "plan") {
			answers, problem := Read(r.places.file, p.text, r.names)
			if problem != nil {
				r.fail(span(p), problem.Msg, problem.Help)
				return
			}
			r.now.Moves = append(r.now.Moves, lists.Map(answers[0].Moves, func(m Text) Text { return Text{m.Text, span(p)} })...)
			return
		}
	}
	r.fail(span(output), "this output of a planner has no plan", "")
}

// answers returns the list of answers that a value is or has; nil if it is one answer.
func (n *node) answers() *node {
	switch {
	case n.kind == '{':
		return n.member("solutions")
	case n.kind == '[' && len(n.parts) > 0:
		if first := &n.parts[0]; first.kind == '[' || first.kind == '{' && first.member("move") == nil {
			return n
		}
	}
	return nil
}

// jsonMoves reads a list of moves: texts, or objects with a member `move`.
func (r *reader) jsonMoves(n node, span func(node) diag.Span) {
	for _, p := range n.parts {
		if m := cmp.Or(p.member("move"), p.member("name")); m != nil {
			p = *m
		}
		if !p.isStr {
			msg := "a move is wanted here: a text, or an object with \"move\""
			if p.kind == 0 && len(r.now.Moves) == 0 {
				msg = withoutNames
			}
			r.fail(span(p), msg, r.help())
			return
		}
		r.now.Moves = append(r.now.Moves, Text{p.text, span(p)})
	}
}

// jsonValues reads an object of values.
func (r *reader) jsonValues(n node, span func(node) diag.Span) {
	known := func(key string) bool { return r.arrays[name.Get().FindString(key)] != nil }
	if len(n.keys) > 0 && !slices.ContainsFunc(n.keys, known) {
		r.fail(span(n), "this JSON is no answer: it has no \"plan\" and no variable of the puzzle", r.help())
		return
	}
	for i, key := range n.keys {
		p := n.parts[i]
		if a := r.arrays[key]; a != nil && len(a.Index) > 0 && p.kind == '[' {
			var values []Text
			p.leaves(len(a.Elems), span, &values)
			r.list(a, values, span(p))
			continue
		}
		r.give(key, Text{p.value(), span(p)})
	}
}

// leaves lists the values of a list that should have n of them. Lists in it are cells if there are n of them.
func (n *node) leaves(want int, span func(node) diag.Span, out *[]Text) {
	for _, p := range n.parts {
		if p.kind == '[' && len(n.parts) != want {
			p.leaves(want, span, out)
		} else {
			*out = append(*out, Text{p.value(), span(p)})
		}
	}
}

// value writes a value as the language does: a list of two numbers is a cell.
func (n *node) value() string {
	if n.kind == 0 {
		return n.text
	}
	parts := lists.Map(n.parts, func(p node) string { return p.value() })
	return "(" + strings.Join(parts, ", ") + ")"
}

// member returns a member of an object, nil without it.
func (n *node) member(key string) *node {
	if i := slices.Index(n.keys, key); i >= 0 {
		return &n.parts[i]
	}
	return nil
}

// maxDepth is the greatest depth of nested JSON that is read.
const maxDepth = 100

func parseBelow(d *json.Decoder, depth int) (node, error) {
	t, err := d.Token()
	if err != nil {
		return node{}, err
	}
	n := node{end: d.InputOffset()}
	open, isDelim := t.(json.Delim)
	if !isDelim {
		if n.text = "none"; t != nil { // as parse.Element reads what is not defined
			n.text = fmt.Sprint(t)
		}
		_, n.isStr = t.(string)
		return n, nil
	}
	if depth == maxDepth {
		return n, errors.New("it is nested too deeply")
	}
	n.kind = open
	for d.More() {
		if open == '{' {
			key, err := d.Token()
			if err != nil {
				return n, truncated(err)
			}
			n.keys = append(n.keys, fmt.Sprint(key))
		}
		p, err := parseBelow(d, depth+1)
		if err != nil {
			return n, truncated(err)
		}
		n.parts = append(n.parts, p)
	}
	_, err = d.Token()
	return n, truncated(err)
}

// truncated makes an error of an end of input within a value.
func truncated(err error) error {
	if errors.Is(err, io.EOF) {
		return errors.New("it ends too early")
	}
	return err
}

// places finds positions in the input.
type places struct {
	file, input string
	begins      []int // of the lines
}

func placesOf(file, input string) *places {
	p := &places{file, input, []int{0}}
	for i := range len(input) {
		if input[i] == '\n' {
			p.begins = append(p.begins, i+1)
		}
	}
	return p
}

// maxCounted is the last column that counts runes. Columns behind it count bytes, because counting runes for each value
// of a long line would take too long.
const maxCounted = 10_000

// at returns the position of a byte.
func (p *places) at(offset int) diag.Pos {
	line := sort.SearchInts(p.begins, offset+1)
	column := offset - p.begins[line-1]
	if column <= maxCounted {
		column = utf8.RuneCountInString(p.input[p.begins[line-1]:offset])
	}
	return diag.Pos{Filename: p.file, Offset: offset, Line: line, Column: column + 1}
}

// before returns the place of the byte before an offset.
func (p *places) before(offset int64) diag.Span {
	at := max(0, int(offset)-1)
	return diag.Span{Start: p.at(at), End: p.at(min(at+1, len(p.input)))}
}
