package play

import (
	"context"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// forming is a puzzle without moves that is filled in.
type forming struct {
	*Player
	form   *puzzle.Form
	filled *puzzle.Filled

	past []map[int]int64 // what was filled in, step by step, then what was undone
	at   int             // the present step

	spot   spot   // the marked cell of a board
	picked int    // the marked line of the list
	inList bool   // arrow keys go through the list
	only   int    // the element whose values the list has; -1: see list
	all    bool   // the list has all elements
	filter string // the list has only lines with these letters
	typed  string // digits of a value that more digits may follow

	oracle *completer // nil: nothing is computed
	wanted wishes     // what waits for the completer
}

// wishes are the requests of a person that wait for results.
type wishes int

const (
	nothing wishes = iota
	hint           // fill in the next element
	reason         // say what comes next, and why
)

// newForming begins to fill in a puzzle.
func newForming(p *Player, z *puzzle.Puzzle) (game, error) {
	f, err := z.Form()
	if err != nil {
		return nil, err
	}
	g := &forming{Player: p, form: f, past: []map[int]int64{{}}, only: -1}
	if p.settings.Hints != nil {
		g.oracle = newCompleter(p.ctx, p.settings, z, f)
	}
	return g, nil
}

// begin judges the empty form and marks the first cell that can be filled in.
func (p *forming) begin() {
	p.judge()
	p.spot = spot{-1, 0}
	for b := range p.filled.Boards {
		for cell, places := range p.filled.Boards[b].Shows {
			if p.spot.board < 0 && slices.ContainsFunc(places, p.free) {
				p.spot = spot{b, cell}
			}
		}
	}
	if p.spot.board < 0 { // no board shows what is to be filled in
		p.inList, p.all = true, true
	}
}

// judge looks at the present values.
func (p *forming) judge() { p.filled = p.form.Fill(p.past[p.at]) }

// free reports whether a person can fill in an element.
func (p *forming) free(place int) bool { return slices.Contains(p.filled.Open, place) }

// change continues with other values. With again, it replaces the last change.
func (p *forming) change(given map[int]int64, again bool) {
	if !again || p.at == 0 {
		p.at++
	}
	p.past = append(p.past[:p.at], given)
	p.judge()
	switch {
	case p.filled.Solved:
		p.say("Solved%s.", p.value())
	case len(p.filled.Conflicts) > 0:
		p.message = ""
	}
}

// value returns the value of the objective, if there is one.
func (p *forming) value() string {
	if !p.form.HasObjective() {
		return ""
	}
	return ", value " + text.Grouped(p.filled.Final.Cost)
}

// set sets the value of an element.
func (p *forming) set(place int, value int64, again bool) {
	next := maps.Clone(p.filled.Given)
	next[place] = value
	p.change(next, again)
}

// clear takes the value of an element away.
func (p *forming) clear(place int) {
	if _, has := p.filled.Given[place]; has {
		next := maps.Clone(p.filled.Given)
		delete(next, place)
		p.change(next, false)
	}
}

// elements lists the elements that the marked cell shows and that a person can fill in.
func (p *forming) elements() []int {
	if p.spot.board < 0 || p.spot.board >= len(p.filled.Boards) {
		return nil
	}
	shows := p.filled.Boards[p.spot.board].Shows
	if p.spot.cell >= len(shows) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(shows[p.spot.cell]), func(place int) bool { return !p.free(place) })
}

// element is the element whose value a key changes, if it is clear which one is meant.
func (p *forming) element() (place int, ok bool) {
	if p.only >= 0 {
		return p.only, true
	}
	if p.all {
		if list := p.list(); p.inList && p.picked < len(list) {
			return list[p.picked].place, true
		}
		return 0, false
	}
	if all := p.elements(); len(all) == 1 {
		return all[0], true
	}
	return 0, false
}

// entry is a line of the list: an element, or with isValue one of its values.
type entry struct {
	place   int
	value   int64
	isValue bool
	text    string
}

// list is the list beside the board: the values of an element, the elements of the marked cell, or all elements.
func (p *forming) list() (out []entry) {
	place, one := p.only, p.only >= 0
	if elements := p.elements(); !one && !p.all && len(elements) == 1 {
		place, one = elements[0], true
	}
	if one {
		for _, v := range p.form.Values(place) {
			out = append(out, entry{place, v, true, p.form.Text(place, v)})
		}
	} else {
		places := p.elements()
		if p.all {
			places = p.filled.Open
		}
		for _, place := range places {
			e := entry{place: place, text: p.form.Label(place)}
			if v, has := p.filled.Given[place]; has {
				e.text += " = " + p.form.Text(place, v)
			}
			out = append(out, e)
		}
	}
	return slices.DeleteFunc(out, func(e entry) bool { return !matches(p.filter, e.text) })
}

// press executes a key.
func (p *forming) press(key string) tea.Cmd {
	typed := p.typed
	p.typed, p.wanted = "", nothing
	switch key {
	case "up", "down", "left", "right":
		p.arrow(key)
	case "tab":
		p.toList(!p.inList)
	case "enter":
		p.choose()
	case "space", " ":
		p.next()
	case "esc":
		p.filter, p.only, p.picked = "", -1, 0
	case "a":
		p.all, p.only, p.filter, p.picked = !p.all, -1, "", 0
		p.toList(p.all)
	case "backspace", "delete", "x":
		if place, ok := p.element(); ok {
			p.clear(place)
		}
	case "u":
		p.travel(-1)
	case "r", "ctrl+r":
		p.travel(1)
	case "R":
		p.change(map[int]int64{}, false)
	case "c":
		p.page = p.conflicts()
	case "h":
		return p.wish(hint)
	case "e":
		return p.wish(reason)
	default:
		p.digit(typed, key)
	}
	return nil
}

// toList lets the arrows go through the list, or again over the board. The present value is marked in the list.
func (p *forming) toList(in bool) {
	if p.inList = in || p.spot.board < 0; !p.inList {
		p.only, p.all, p.filter = -1, p.spot.board < 0, ""
		return
	}
	p.picked = 0
	for i, e := range p.list() {
		if v, has := p.filled.Given[e.place]; e.isValue && has && v == e.value {
			p.picked = i
		}
	}
}

// arrow moves the mark of the board or of the list.
func (p *forming) arrow(key string) {
	if p.inList {
		p.leaf(key)
		return
	}
	if to, ok := p.beside(p.spot, key); ok {
		p.spot, p.picked = to, 0
	}
}

// beside returns the cell in a direction: on the same board, or on the next one that has cells to fill in.
func (p *forming) beside(at spot, key string) (spot, bool) {
	b := &p.filled.Boards[at.board]
	row, col := at.cell/b.Cols, at.cell%b.Cols
	switch key {
	case "left":
		col--
	case "right":
		col++
	case "up":
		row--
	case "down":
		row++
	}
	if row >= 0 && row < b.Rows && col >= 0 && col < b.Cols {
		return spot{at.board, row*b.Cols + col}, true
	}
	if row == at.cell/b.Cols { // left or right
		return at, false
	}
	for k := at.board + row - at.cell/b.Cols; k >= 0 && k < len(p.filled.Boards); k += row - at.cell/b.Cols {
		c := &p.filled.Boards[k]
		if !slices.ContainsFunc(c.Shows, func(places []int) bool { return slices.ContainsFunc(places, p.free) }) {
			continue
		}
		row := 0
		if k < at.board {
			row = c.Rows - 1
		}
		return spot{k, row*c.Cols + min(col, c.Cols-1)}, true
	}
	return at, false
}

// choose does what enter means: from the board to the list; in the list, an element or a value is chosen.
func (p *forming) choose() {
	list := p.list()
	if !p.inList {
		if len(p.elements()) == 0 {
			p.say("There is nothing to fill in here.")
			return
		}
		p.toList(true)
		return
	}
	if p.picked >= len(list) {
		return
	}
	e := list[p.picked]
	if !e.isValue && !p.all && (p.form.Boolean(e.place) || p.form.Mark(p.spot.board, p.spot.cell, e.place) != nil) {
		p.change(p.form.PressFor(p.filled, p.spot.board, p.spot.cell, e.place), false)
		return
	}
	if !e.isValue {
		p.only, p.filter = e.place, ""
		p.toList(true)
		return
	}
	all := p.all
	if p.set(e.place, e.value, false); !all {
		p.toList(false)
		return
	}
	p.only = -1
	p.picked = max(0, slices.IndexFunc(p.list(), func(x entry) bool { return x.place == e.place }))
}

// next sets the marked element to its next value.
func (p *forming) next() {
	if next := p.form.Press(p.filled, p.spot.board, p.spot.cell); !p.inList && next != nil {
		p.change(next, false)
		return
	}
	place, ok := p.element()
	if !ok {
		p.choose()
		return
	}
	p.change(p.form.Next(p.filled, place), false)
}

// digit types a value: each of its digits in turn.
func (p *forming) digit(typed, key string) {
	if len(key) != 1 || !strings.Contains("0123456789-", key) {
		return
	}
	place, ok := p.element()
	switch {
	case ok:
	case !p.all && len(p.elements()) == 0:
		p.say("This is given; only open cells can be filled in.")
		return
	default:
		p.say("Choose what to fill in first: enter.")
		return
	}
	again := typed != ""
	for _, digits := range []string{typed + key, key} {
		for _, v := range p.form.Values(place) {
			switch value := p.form.Text(place, v); {
			case value == digits:
				p.typed = digits
				p.set(place, v, again && digits != key)
				return
			case strings.HasPrefix(value, digits):
				p.typed = digits
			}
		}
		if p.typed != "" {
			p.say("%s = %s…", p.form.Label(place), p.typed)
			return
		}
	}
	p.say("%s cannot be %s.", p.form.Label(place), key)
}

func (p *forming) travel(by int) {
	if p.canTravel(p.at+by, len(p.past)-1) {
		p.at += by
		p.judge()
	}
}

func (p *forming) within(ctx context.Context) (undo func()) { return p.form.Within(ctx) }

func (p *forming) key() string { return p.form.Write(p.filled.Given) }

func (p *forming) leaf(key string) { p.picked = leafed(p.picked, len(p.list()), key) }

func (p *forming) narrow(letters string) {
	if !p.inList {
		p.all = true
	}
	p.inList, p.filter, p.picked = true, letters, 0
}

func (p *forming) saved() (content, what string) {
	return p.form.Write(p.filled.Given), text.Count(len(p.filled.Given), "value")
}

func (p *forming) load(answer puzzle.Text) string {
	given, err := p.form.Read(answer)
	if err != nil {
		return err.Error()
	}
	p.change(given, false)
	p.say("Loaded %s.", text.Count(len(p.filled.Given), "value"))
	return ""
}
