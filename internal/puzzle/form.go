package puzzle

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/lists"
)

// Form is a puzzle without moves that a person fills in: elements of the state get values, in any order. The reference
// semantics says which conditions the values break. A Form is used by one goroutine at a time.
//
// The filled-in values are a map from places in the state to values. No method changes the map.
type Form struct {
	z      *Puzzle
	places map[string]int // by the name of the element
	shows  [][][]int      // by board and cell: the elements to fill in that the cell shows
	stands [][][]view.Stand
	marks  [][][]*int64 // by board, cell and element of the cell: see view.MarkingValues
	hidden map[int]bool // elements that no cell of a view shows, although cells show other elements
	of     elements     // of the answer
}

// FormBoard is a board of a form.
type FormBoard struct {
	view.Board
	// Shows lists, for each cell, the places of the elements that the cell shows and that a person may fill in.
	Shows [][]int
	// Stands lists, for each cell, which of these elements stand at its sides or are links to other cells.
	Stands [][]view.Stand
	// Wrong tells which cells show values that a conflict is about.
	Wrong []bool
}

// Filled is a form with some values.
type Filled struct {
	Given     map[int]int64 // the values that were filled in, without those of elements that the model now computes
	State     []int64       // the values, also those that the model computes
	Known     []bool        // which elements of State have a value
	Open      []int         // the elements that a person can fill in, with and without values, in the order of the state
	Missing   []int         // the elements of Open without values
	Conflicts []Failure     // the conditions that fail for all missing values
	// Solved reports whether the values are a solution. Missing Booleans count as false.
	Solved bool
	// Final is the solution, if it is solved.
	Final *Solution
	// Hidden reports whether only Booleans and elements that no board shows are missing. Complete(Rest()) then tells
	// whether the values belong to a solution that looks like the boards.
	Hidden bool
	Boards []FormBoard // what the views show, or else the variables

	form    *Form
	missing []int // Missing, and the elements without values that a person does not fill in
}

// Form begins to fill in the puzzle, which need not have been grounded.
func (puzzle *Puzzle) Form() (*Form, error) {
	if puzzle.HasMoves() {
		return nil, errors.New(puzzle.Program.Name() + " has moves: it is played, not filled in")
	}
	f := &Form{z: puzzle, places: map[string]int{}, hidden: map[int]bool{}, of: puzzle.elements(context.Background())}
	for place := range puzzle.model.StateSize {
		f.hidden[place] = !puzzle.Decides(place)
		f.places[puzzle.model.StateName(place)] = f.of.firstOf(place)
	}
	if f.layout(); len(f.marks) == 0 {
		return f, nil
	}
	shown := map[int]bool{}
	for _, board := range f.shows {
		for _, cell := range board {
			for _, place := range cell {
				shown[place] = true
			}
		}
	}
	for _, place := range puzzle.machine.Fill(nil).Chosen {
		f.hidden[place] = f.hidden[place] || len(shown) > 0 && !shown[place]
	}
	return f, nil
}

func (f *Form) asked(place int) bool { return f.of.asked(f.z, place) }

// asking returns the elements that a person fills in for some elements, each once.
func (f *Form) asking(places []int) (asked []int) {
	for _, place := range places {
		if first := f.of.firstOf(place); f.asked(first) && !slices.Contains(asked, first) {
			asked = append(asked, first)
		}
	}
	return asked
}

// openValue returns the value as which an open element is drawn and counted. ok is false if it is to be filled in.
func (f *Form) openValue(place int) (value int64, ok bool) {
	if len(f.z.model.Answers) == 0 {
		return 0, f.Boolean(place)
	}
	value, ok = f.of.start[place]
	return value, ok
}

// OpenText returns the value as which an open element of an answer is drawn and counted, "" if it is to be filled in.
func (f *Form) OpenText(place int) string {
	if value, ok := f.of.start[place]; ok {
		return f.Text(place, value)
	}
	return ""
}

// layout computes which cells of the views show which elements.
func (f *Form) layout() {
	if p := f.z.machine.Fill(nil); len(f.z.Program.checked.Views) > 0 {
		f.shows, f.stands = view.Elements(f.z.machine, p), view.Stands(f.z.machine, p)
		for _, cells := range f.stands {
			for cell, stands := range cells {
				for i := range stands {
					stands[i].Place = f.of.firstOf(stands[i].Place)
				}
				cells[cell] = lists.Filter(stands, func(s view.Stand) bool { return f.asked(s.Place) })
			}
		}
		var named [][][]int // of an answer
		if len(f.z.model.Answers) > 0 {
			named = view.Named(f.z.machine, p)
		}
		for i, shows := range f.shows {
			for cell, places := range shows {
				shows[cell] = f.asking(places)
				if named == nil {
					continue
				}
				if own := f.asking(named[i][cell]); len(own)+len(f.stands[i][cell]) > 0 {
					for _, s := range f.stands[i][cell] {
						own = append(own, s.Place)
					}
					shows[cell] = f.asking(own)
				}
			}
			f.marks = append(f.marks, view.MarkingValues(f.z.machine, p, i, shows))
		}
	}
}

// Name returns an element as the language writes it.
func (f *Form) Name(place int) string { return f.z.model.StateName(place) }

// Label names an element for players: "value r1c1".
func (f *Form) Label(place int) string { return f.z.model.Label(place) }

// Place returns the element with a name.
func (f *Form) Place(name string) (place int, ok bool) {
	place, ok = f.places[name]
	return place, ok
}

// Values lists the values that an element may have.
func (f *Form) Values(place int) []int64 {
	array, k := f.z.model.ArrayAt(place)
	return lists.Map(f.z.model.Data[array.ID].DomainAt(k).Elems, func(v model.Value) int64 { return v.N })
}

// Text returns a value of an element as the language writes it.
func (f *Form) Text(place int, value int64) string {
	array, _ := f.z.model.ArrayAt(place)
	return f.z.model.Format(array.Type, model.Int(value))
}

// Boolean reports whether an element is true or false.
func (f *Form) Boolean(place int) bool {
	array, _ := f.z.model.ArrayAt(place)
	return array.Type.Kind == model.Boolean
}

// Fill judges the filled-in values.
func (f *Form) Fill(given map[int]int64) *Filled {
	p := f.partial(given)
	l := &Filled{Given: p.given, State: p.State, Known: p.Known, form: f, missing: p.Missing}
	l.Open, l.Missing = f.asking(p.Chosen), f.asking(p.Missing)
	slices.Sort(l.Open)
	slices.Sort(l.Missing)
	c := &Check{}
	if len(p.Missing) == 0 {
		if c = f.z.judge(p.State, nil); c == nil {
			return l // the work was ended
		}
	} else {
		c.refused("", semantics.ExplainPartial(f.z.machine, p.Partial))
	}
	l.Conflicts = c.Failures
	l.finish(c)
	l.Boards = f.boards(p.Partial, l.Conflicts)
	return l
}

// Plain returns the boards as views show them.
func (l *Filled) Plain() []view.Board {
	return lists.Map(l.Boards, func(b FormBoard) view.Board { return b.Board })
}

// Progress says how much is filled in or, if each open element is counted as some value, how many have another one.
func (l *Filled) Progress() string {
	start, drawn := l.form.of.start, 0
	for _, place := range l.Open {
		value, given := l.Given[place]
		if open, counted := start[place]; !counted {
			return fmt.Sprintf("%d of %d filled in", len(l.Open)-len(l.Missing), len(l.Open))
		} else if given && value != open {
			drawn++
		}
	}
	return fmt.Sprintf("%d drawn", drawn)
}

// Judged reports whether a solver has to judge the values: the answer is not all that is chosen, so conditions may read
// what a person does not fill in.
func (l *Filled) Judged() bool { return slices.ContainsFunc(l.missing, l.form.z.inner) }

// finish reports whether the form is solved, if open elements have the values as which they are counted.
func (l *Filled) finish(c *Check) {
	f := l.form
	left := lists.Filter(l.missing, func(place int) bool {
		_, counted := f.openValue(place)
		return !counted
	})
	switch {
	case len(l.Conflicts) > 0:
		return
	case len(left) > 0:
		l.Hidden = !slices.ContainsFunc(left, func(place int) bool { return !f.hidden[place] })
		return
	case len(l.missing) > 0:
		c = f.z.judge(f.partial(l.Rest()).State, nil)
	}
	if c != nil && c.Valid() {
		l.Solved, l.Final = true, &c.Solution
	}
}

// Rest returns the values together with those as which open elements are counted: of an answer what it says, else false
// for each Boolean.
func (l *Filled) Rest() map[int]int64 {
	rest := maps.Clone(l.Given)
	for _, place := range l.Missing {
		if value, counted := l.form.openValue(place); counted {
			rest[place] = value
		}
	}
	return rest
}

// partialForm is a partial state and the given values that are in it.
type partialForm struct {
	*semantics.Partial
	given map[int]int64
}

// partial computes the state. Given values of elements that the model computes are left out.
func (f *Form) partial(given map[int]int64) partialForm {
	given = maps.Clone(given)
	if given == nil {
		given = map[int]int64{}
	}
	for {
		p := f.z.machine.Fill(f.whole(given))
		computed := func(place int, _ int64) bool { return !slices.Contains(p.Chosen, place) }
		if n := len(given); n == 0 {
			return partialForm{p, given}
		} else if maps.DeleteFunc(given, computed); len(given) == n {
			return partialForm{p, given}
		}
	}
}

// whole returns the values of all elements that are equal to those with values, and of those that have one value.
func (f *Form) whole(given map[int]int64) map[int]int64 {
	all := maps.Clone(f.of.known)
	if all == nil {
		return given
	}
	for place, value := range given {
		all[place] = value
		for _, equal := range f.of.all[place] {
			all[equal] = value
		}
	}
	return all
}

// drawn is a partial state with the values as which open elements of an answer are drawn.
func (f *Form) drawn(p *semantics.Partial) *semantics.Partial {
	if len(f.of.start) == 0 {
		return p
	}
	q := &semantics.Partial{State: slices.Clone(p.State), Known: slices.Clone(p.Known)}
	for place, value := range f.of.start {
		if !q.Known[place] {
			q.State[place], q.Known[place] = value, true
		}
	}
	return q
}

// boards shows a partial state.
func (f *Form) boards(p *semantics.Partial, conflicts []Failure) (out []FormBoard) {
	wrong := map[int]bool{}
	for _, c := range conflicts {
		for _, w := range c.Values {
			wrong[f.places[w.Name]] = true
		}
	}
	var boards []view.Board
	shows := f.shows
	if len(f.z.Program.checked.Views) > 0 {
		boards = view.Partial(f.z.machine, f.drawn(p))
	} else {
		boards, shows = f.z.tables(func(place int) string {
			if !p.Known[place] {
				return ""
			}
			return f.Text(place, p.State[place])
		})
		shows = f.choosable(shows, p.Chosen)
	}
	for i := range boards {
		b := FormBoard{Board: boards[i], Wrong: make([]bool, len(boards[i].Text))}
		if i < len(shows) {
			b.Shows = shows[i]
		}
		if i < len(f.stands) {
			b.Stands = f.stands[i]
		}
		for cell, places := range b.Shows {
			for _, place := range places {
				mark := f.Mark(i, cell, place)
				b.Wrong[cell] = b.Wrong[cell] || wrong[place] && (mark == nil || *mark == p.State[place])
			}
		}
		out = append(out, b)
	}
	return out
}

// choosable leaves only elements in the cells that a person can fill in.
func (f *Form) choosable(shows [][][]int, chosen []int) [][][]int {
	for _, board := range shows {
		for cell, places := range board {
			board[cell] = f.asking(lists.Filter(places, func(place int) bool { return slices.Contains(chosen, place) }))
		}
	}
	return shows
}

// Mark returns the value of an element that marks a cell which shows the element, nil if there is none. Example: a cell
// of a view of queens looks different only if the queen of its row stands in its column.
func (f *Form) Mark(board, cell, place int) *int64 {
	if board >= len(f.marks) || cell >= len(f.marks[board]) {
		return nil
	}
	i := slices.Index(f.shows[board][cell], place)
	if i < 0 || i >= len(f.marks[board][cell]) {
		return nil
	}
	return f.marks[board][cell][i]
}

// Press returns the values after a person presses a cell that shows one element: see PressFor. It returns nil if the
// cell does not show one element that can be filled in.
func (f *Form) Press(l *Filled, board, cell int) map[int]int64 {
	if board >= len(l.Boards) || cell >= len(l.Boards[board].Shows) || len(l.Boards[board].Shows[cell]) != 1 {
		return nil
	}
	return f.PressFor(l, board, cell, l.Boards[board].Shows[cell][0])
}

// PressFor returns the values after a person presses a cell and means one of its elements. If a value of the element
// marks the cell (a queen in this column), the element gets this value or loses it; else it gets its next value. It
// returns nil if the element cannot be filled in.
func (f *Form) PressFor(l *Filled, board, cell, place int) map[int]int64 {
	if !slices.Contains(l.Open, place) {
		return nil
	}
	mark := f.Mark(board, cell, place)
	if mark == nil {
		return f.Next(l, place)
	}
	next := maps.Clone(l.Given)
	if now, filled := l.Given[place]; filled && now == *mark {
		delete(next, place)
	} else {
		next[place] = *mark
	}
	return next
}

// Next returns the values after an element gets the next of its values, and none after the last. Of a Boolean, true
// comes first. The value as which an open element is counted is left out.
func (f *Form) Next(l *Filled, place int) map[int]int64 {
	next := maps.Clone(l.Given)
	values := f.Values(place)
	if open, counted := f.of.start[place]; counted {
		values = slices.DeleteFunc(values, func(v int64) bool { return v == open })
	}
	if f.Boolean(place) {
		slices.Reverse(values)
	}
	at := -1
	if now, filled := l.Given[place]; filled {
		at = slices.Index(values, now)
	}
	if at+1 == len(values) {
		delete(next, place)
	} else {
		next[place] = values[at+1]
	}
	return next
}

// HasObjective reports whether some solutions are better than others; Filled.Final.Cost is then the value of the
// objective.
func (f *Form) HasObjective() bool { return f.z.model.Objective != nil }

// Complete asks a solver whether the values can be completed to a solution, as Validate does with
// ValidateOptions.Partial. The puzzle must have been grounded. Complete shares no data with other methods, so another
// goroutine may call it at the same time.
func (f *Form) Complete(ctx context.Context, given map[int]int64, o ValidateOptions) (*Check, error) {
	apart := f.z.Apart()
	defer apart.machine.Within(ctx)()
	p := (&Form{z: apart, of: f.of}).partial(given)
	if len(p.Missing) == 0 {
		return apart.judge(p.State, nil), nil
	}
	c, diags := apart.complete(ctx, p.Partial, nil, o)
	if diags.HasErrors() {
		return nil, diags
	}
	return c, nil
}

// Read returns the values of an answer, as Validate reads it.
func (f *Form) Read(answer Text) (given map[int]int64, err error) {
	given, moves, diags := f.z.ReadPlan(answer)
	switch {
	case diags.HasErrors():
		return nil, fmt.Errorf("line %d: %s", diags[0].Span.Start.Line, diags[0].Msg)
	case len(moves) > 0:
		return nil, errors.New("there are moves in it, where values are wanted")
	}
	all := map[int]int64{}
	for place, value := range f.z.answered(given) {
		if first := f.of.firstOf(place); f.asked(first) {
			all[first] = value
		}
	}
	return f.partial(all).given, nil
}

// Write returns the filled-in values in the form that Read and Validate accept.
func (f *Form) Write(given map[int]int64) string {
	var b strings.Builder
	for _, place := range slices.Sorted(maps.Keys(given)) {
		b.WriteString(f.Name(place) + " = " + f.Text(place, given[place]) + "\n")
	}
	return b.String()
}

// Within makes the methods of the form end with a context, as those of Game.Within.
func (f *Form) Within(ctx context.Context) (undo func()) { return f.z.machine.Within(ctx) }

// CutShort reports whether a method was ended before it was done.
func (f *Form) CutShort() bool { return f.z.machine.Ended() }
