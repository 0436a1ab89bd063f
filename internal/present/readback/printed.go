package readback

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
)

// What `pzc solve` and generated programs print for people has boards, labels and figures beside the steps. No damaged
// step is skipped with these. Steps have numbers one after the other, and there are as many as the text says. Behind
// the first step of an answer without boards only steps stand.

// isPrinted reports whether an input is printed for people. Such an input has the headline of the puzzle, the last
// line, or the heading of a solution that is not a comment.
func (r *reader) isPrinted(lines []string) bool {
	for _, l := range lines {
		switch {
		case r.isHeadline(l), strings.HasPrefix(l, "By ") && strings.Contains(l, ": compiled in "),
			heading.Get().MatchString(l) && !strings.Contains(l, "#"):
			return true
		case ofProgram.Get().MatchString(l):
			r.boards = true
			return true
		}
	}
	return false
}

func (r *reader) isHeadline(l string) bool {
	return strings.HasPrefix(l, r.names.Puzzle+": ") || strings.HasPrefix(l, r.names.Puzzle+", instance ")
}

var (
	ofProgram = lazy.Compile(`^cost \d+, moves: (\d+); \d+ states expanded in `) // the last line of a generated program
	solvedIn  = lazy.Compile(`: solved in (\d+) moves?\b`)
	traced    = lazy.Compile(`^\s+start(?:\s|$)`)
	// numbering matches the number of a step and the first sign of the move. States that stand side by side are at
	// least four blanks apart.
	numbering = lazy.Compile(`(?:^\s*|\s{4})(\d+)\.\s+([A-Za-z_(])`)
)

// print reads an input that is printed for people.
func (r *reader) print(lines []string) {
	body := true // not in the text behind a headline or behind the last line
	for n, raw := range lines {
		l := line{strings.TrimRight(r.uncomment(raw), " \t\r"), r.places.begins[n], r.places}
		switch m := ofProgram.Get().FindStringSubmatchIndex(raw); {
		case heading.Get().MatchString(raw):
			r.begin(r.places.at(l.offset))
			body = true
		case m != nil:
			stated := l.part(m[2], m[3])
			r.stated, body = &stated, false
		case r.isHeadline(raw):
			if r.ended {
				r.begin(r.places.at(l.offset))
				r.ended, r.begun = false, false
			}
			if m := solvedIn.Get().FindStringSubmatchIndex(l.text); m != nil {
				number := l.part(m[2], m[3])
				r.stated = &number
			}
			body = false
		case strings.HasPrefix(raw, "By "):
			r.ended, body = true, false
		case strings.TrimSpace(raw) == "":
			r.table, body = nil, !r.ended
		case strings.TrimSpace(l.text) == "": // a comment, or a board
		case body || r.isNext(l):
			r.row(l)
		}
	}
	r.reportNone(lines)
}

// isNext reports whether a line is the next step, where none is due.
func (r *reader) isNext(l line) bool {
	m := numbering.Get().FindStringSubmatchIndex(l.text)
	return m != nil && l.text[m[2]:m[3]] == strconv.Itoa(r.last+1)
}

// row reads a line of a printed answer: values, steps, or a line of a board.
func (r *reader) row(l line) {
	r.boards = r.boards || traced.Get().MatchString(l.text)
	found := false
	for _, m := range numbering.Get().FindAllStringSubmatchIndex(l.text, -1) {
		number, begin := l.part(m[2], m[3]), m[4]
		if r.boards && number.Text != strconv.Itoa(r.last+1) && !r.moves[name.Get().FindString(l.text[begin:])] {
			continue // a part of a board
		}
		end, whole := moveEnd(l.text, begin)
		switch rest := l.text[end:]; {
		case !whole:
			r.fail(l.part(begin, len(l.text)).Span, "this is no step: its bracket is not closed", r.help())
			return
		case rest != "" && !strings.HasPrefix(rest, "  "):
			r.fail(l.part(begin, len(l.text)).Span, "this is no step", "behind a move, two blanks and its label may stand")
			return
		case !r.follows(number):
			return
		}
		found = true
		if r.now.Moves = append(r.now.Moves, l.part(begin, end)); !r.boards {
			return // what follows is the label
		}
	}
	m := assignment.Get().FindStringSubmatchIndex(l.text)
	switch {
	case found:
	case blanks(l.text) == 0 && strings.Contains(l.text, "|"):
		r.line(l)
	case blanks(l.text) == 0 && m != nil && r.arrays[l.text[m[4]:m[5]]] != nil && r.assign(l, m):
	case blanks(l.text) == 0 && r.moves[name.Get().FindString(l.text)] && r.typed(l):
	case !r.boards && (len(r.now.Moves) > 0 || blanks(l.text) == 0):
		r.fail(l.trimmed(0, len(l.text)).Span, "this is no step",
			fmt.Sprintf("step %d is wanted here: %s", r.last+1, r.help()))
	}
}

// moveEnd returns the end of a move that begins at a place in a line, and false if its bracket is not closed.
func moveEnd(text string, begin int) (end int, whole bool) {
	end = begin + len(name.Get().FindString(text[begin:]))
	if end == len(text) || text[end] != '(' {
		return end, true
	}
	end = closing(text, end)
	return end, text[end-1] == ')'
}

// follows reads the number of a step, which must be the one after the last. The first step has the number 0 or 1.
func (r *reader) follows(number Text) bool {
	n, err := strconv.Atoi(number.Text)
	if err != nil || n != r.last+1 && !(n == 0 && len(r.now.Moves) == 0) {
		r.fail(number.Span, fmt.Sprintf("step %d is wanted here, this is step %s", r.last+1, number.Text),
			"the steps of a plan have numbers one after the other; is one missing or damaged?")
		return false
	}
	r.last = n
	return true
}

// demand says that the present answer must have as many steps as a text says.
func (r *reader) demand(stated Text) {
	n, err := strconv.Atoi(stated.Text)
	if err != nil || n == len(r.now.Moves) {
		return
	}
	where := stated.Span
	if n < len(r.now.Moves) {
		where = r.now.Moves[n].Span
	}
	has := countOf(len(r.now.Moves), "step")
	r.fail(where, fmt.Sprintf("the plan has %s, line %d says %d", has, stated.Span.Start.Line, n),
		"is a step missing or damaged? If the plan was changed by hand, leave that line out")
}

// reportNone reports an answer that says that there is no solution.
func (r *reader) reportNone(lines []string) {
	if len(r.now.Given) > 0 || len(r.now.Moves) > 0 || len(r.answers) > 0 {
		return
	}
	for i, l := range lines {
		if _, status, ok := strings.Cut(l, ": "); ok && r.isHeadline(l) {
			if strings.HasPrefix(status, "unsolvable") || strings.HasPrefix(status, "undecided") {
				r.fail(diag.Span{Start: r.places.at(r.places.begins[i]), End: r.places.at(r.places.begins[i] + len(l))},
					"this is an answer without a solution: "+status, "")
			}
			return
		}
	}
}
