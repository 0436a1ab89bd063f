package why

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/lists"
)

// said is a deduction in words.
type said struct {
	of       *deduction
	parts    []Fact
	board    []string
	known    map[int]int64
	left     map[string][]string // by name, see Fact
	elements []int               // in their order
	phrases  map[int]phrase
}

// phrase is what is said of an element: "x", "= 3".
type phrase struct{ name, what string }

func (p phrase) isSettled() bool { return strings.HasPrefix(p.what, "=") }

// joined writes phrases, those that say the same as one.
func joined(phrases []phrase) (all []string) {
	names := map[string][]string{}
	for _, p := range phrases {
		names[p.what] = append(names[p.what], p.name)
	}
	for _, p := range phrases {
		switch same := names[p.what]; {
		case len(same) == 0: // said already
			continue
		case len(same) == 1:
			all = append(all, p.name+" "+p.what)
		default:
			what := p.what
			if rest, ok := strings.CutPrefix(what, "is "); ok {
				what = "are " + rest
			}
			all = append(all, series(same, "and")+" "+what)
		}
		delete(names, p.what)
	}
	return all
}

// say puts a deduction that was applied into words.
func (s *stepper) say(d *deduction) *said {
	out := &said{
		of: d, phrases: map[int]phrase{}, left: map[string][]string{},
		parts: facts(because, s.clauses, s.stated(s.clausesOf(d.rules)), s.z.Program.Sources()),
	}
	for _, r := range d.rules {
		if all := s.stated(s.rules[r]); len(all) > 1 && s.wide(s.scopes[r]) {
			s.sayAll(&s.clauses[all[0]], out.parts)
		}
	}
	excluded := map[int][]int{}
	for _, x := range d.drops {
		excluded[x.place] = append(excluded[x.place], x.value)
	}
	for _, p := range slices.Sorted(maps.Keys(excluded)) {
		out.elements, out.left[s.z.Model().StateName(p)] = append(out.elements, p), s.texts(p, s.possibly(p))
		if out.phrases[p] = s.about(p, excluded[p]); out.phrases[p].isSettled() && out.known == nil {
			out.board, out.known = s.board(), s.soleValues()
		}
	}
	return out
}

// stated leaves out the clauses that say what an answer is.
func (s *stepper) stated(clauses []int) []int {
	others := lists.Filter(clauses, func(c int) bool { return s.clauses[c].kind != definition })
	if len(others) == 0 {
		return clauses
	}
	return others
}

// sayAll makes the fact about a condition say that all its instances are meant.
func (s *stepper) sayAll(c *clause, parts []Fact) {
	k := slices.IndexFunc(parts, func(f Fact) bool { return f.Span == c.span })
	text := c.what(s.z.Program.Sources())
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	for i, v := range c.values {
		switch { // a variable of a def is not in the text
		case !slices.Contains(words, v.Name):
		case i == 0:
			text += ", for each " + v.Name
		default:
			text += ", " + v.Name
		}
	}
	parts[k].Text, parts[k].Instances = text, nil
}

// fact returns the deduction as a fact about some of its elements, or about all if about is nil.
func (w *said) fact(about map[int]bool) Fact {
	var settled, dropped []phrase
	for _, p := range w.elements {
		switch {
		case about != nil && !about[p]:
		case w.phrases[p].isSettled():
			settled = append(settled, w.phrases[p])
		default:
			dropped = append(dropped, w.phrases[p])
		}
	}
	f := Fact{
		Role: Deduced, Text: strings.Join(joined(append(settled, dropped...)), "; "), Parts: w.parts, Board: w.board,
		Known: w.known, Left: w.left,
	}
	if len(w.of.since) > 0 {
		f.Text += ", since " + strings.Join(joined(w.of.since), "; ")
	}
	return f
}

// soleValues returns the elements that have one value left.
func (s *stepper) soleValues() map[int]int64 {
	known := map[int]int64{}
	for p, values := range s.values {
		if s.left(p) == 1 {
			known[p] = values[slices.Index(s.out[p], false)]
		}
	}
	return known
}

// about says what is known of an element of which some values are excluded, whichever is shorter: that it is 1 or 2, or
// that it is not 3.
func (s *stepper) about(place int, excluded []int) phrase {
	what := "is " + s.rest(place)
	switch n := s.left(place); {
	case n == 1:
		what = "= " + s.rest(place)
	case len(excluded) <= n:
		what = "is not " + s.either(place, excluded)
	}
	return phrase{s.z.Model().StateName(place), what}
}

// rest writes the values that an element may have: "3", "1 or 2".
func (s *stepper) rest(place int) string {
	return s.either(place, s.possibly(place))
}

// possibly lists the values that an element may have, by their numbers.
func (s *stepper) possibly(place int) []int {
	return slices.DeleteFunc(upTo(len(s.values[place])), func(i int) bool { return s.out[place][i] })
}

// texts writes values of an element.
func (s *stepper) texts(place int, values []int) []string {
	m := s.z.Model()
	a, _ := m.ArrayAt(place)
	return lists.Map(values, func(i int) string { return m.Format(a.Type, model.Int(s.values[place][i])) })
}

// series writes parts as a list whose last member follows a word.
func series(parts []string, word string) string {
	last := len(parts) - 1
	if last < 1 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:last], ", ") + " " + word + " " + parts[last]
}

// longRun is how many numbers in a row are written as "1 to 5".
const longRun = 5

// either writes values of an element: "1", "2 to 7 or 9".
func (s *stepper) either(place int, values []int) string {
	a, _ := s.z.Model().ArrayAt(place)
	var parts []string
	names := s.texts(place, values)
	for from := 0; from < len(values); {
		to := from
		for a.Type == model.NumberType && to+1 < len(values) && values[to+1] == values[to]+1 {
			to++
		}
		if to-from+1 < longRun {
			to = from
		}
		part := names[from]
		if to > from {
			part += " to " + names[to]
		}
		parts, from = append(parts, part), to+1
	}
	return series(parts, "or")
}

// board writes the arrays, each element with its value or with a dot while several are left. True is #, false is -.
func (s *stepper) board() (lines []string) {
	m := s.z.Model()
	for _, a := range m.StateArrays() {
		d := m.Data[a.ID]
		if d.Size < 2 || s.values[d.Offset] == nil {
			continue
		}
		cells, width := make([]string, d.Size), 1
		for k := range cells {
			cells[k] = "."
			switch known := s.left(d.Offset+k) == 1; {
			case known && a.Type == model.BooleanType:
				cells[k] = map[string]string{"true": "#", "false": "-"}[s.rest(d.Offset+k)]
			case known:
				cells[k] = s.rest(d.Offset + k)
			}
			width = max(width, len([]rune(cells[k])))
		}
		rows, cols := s.z.Shape(a, d.Size)
		for from := 0; from < d.Size; from += cols {
			row := lists.Map(cells[from:min(from+cols, d.Size)], func(c string) string {
				return strings.Repeat(" ", width-len([]rune(c))) + c
			})
			line := strings.Join(row, " ")
			if rows == 1 {
				line = a.Name + ": " + line
			}
			lines = append(lines, line)
		}
	}
	return lines
}
