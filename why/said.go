package why

import (
	"slices"
	"strings"
	"unicode"

	"github.com/pzc-lang/pzc/compiler/model"
)

// fact says a deduction that was applied.
func (s *stepper) fact(d *deduction) Fact { return s.say(d).fact(nil) }

// said is a deduction in words.
type said struct {
	of        *deduction
	parts     []Fact
	board     []string
	known     map[int]int64
	elements  []int          // in the order in which they are said
	what      map[int]string // what is said of an element: "x = 3", "x is not 1 or 2"
	isSettled map[int]bool
}

// say puts a deduction that was applied into words.
func (s *stepper) say(d *deduction) *said {
	out := &said{
		of: d, what: map[int]string{}, isSettled: map[int]bool{},
		parts: facts(Reason, s.clauses, s.clausesOf(d.rules), s.z.Program.Sources()),
	}
	for _, r := range d.rules {
		if len(s.rules[r]) > 1 {
			s.sayAll(&s.clauses[s.rules[r][0]], out.parts)
		}
	}
	m := s.z.Model()
	for i, x := range d.drops {
		p := x.place
		if i > 0 && d.drops[i-1].place == p {
			continue
		}
		out.elements = append(out.elements, p)
		if s.left(p) == 1 {
			out.what[p], out.isSettled[p] = m.StateName(p)+" = "+s.rest(p), true
			continue
		}
		var values []string
		for _, y := range d.drops {
			if y.place == p {
				values = append(values, s.value(p, y.value))
			}
		}
		if len(values) <= s.left(p) {
			out.what[p] = m.StateName(p) + " is not " + either(values)
		} else { // what is left says it in fewer words
			out.what[p] = m.StateName(p) + " is " + s.rest(p)
		}
	}
	if len(out.isSettled) > 0 {
		out.board, out.known = s.board(), s.soleValues()
	}
	return out
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
	var settled, dropped []string
	for _, p := range w.elements {
		switch {
		case about != nil && !about[p]:
		case w.isSettled[p]:
			settled = append(settled, w.what[p])
		default:
			dropped = append(dropped, w.what[p])
		}
	}
	f := Fact{
		Role: Deduced, Text: strings.Join(append(settled, dropped...), "; "), Parts: w.parts, Board: w.board,
		Known: w.known,
	}
	if len(w.of.words) > 0 {
		f.Text += ", since " + strings.Join(w.of.words, ", ")
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

// value writes a value of an element.
func (s *stepper) value(place, i int) string {
	a, _ := s.z.Model().ArrayAt(place)
	return s.z.Model().Format(a.Type, model.Int(s.values[place][i]))
}

// rest writes the values that an element may have: "3", "1 or 2".
func (s *stepper) rest(place int) string {
	var values []string
	for i, out := range s.out[place] {
		if !out {
			values = append(values, s.value(place, i))
		}
	}
	return either(values)
}

func either(values []string) string {
	if len(values) < 2 {
		return strings.Join(values, "")
	}
	last := len(values) - 1
	return strings.Join(values[:last], ", ") + " or " + values[last]
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
			var row []string
			for _, c := range cells[from:min(from+cols, d.Size)] {
				row = append(row, strings.Repeat(" ", width-len([]rune(c)))+c)
			}
			line := strings.Join(row, " ")
			if rows == 1 {
				line = a.Name + ": " + line
			}
			lines = append(lines, line)
		}
	}
	return lines
}
