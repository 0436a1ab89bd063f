package play

import (
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// moving is a game of a puzzle with moves.
type moving struct {
	*Player
	game *puzzle.Game

	drawn   []view.Board // the board of the state whose key is drawnOf
	drawnOf string
	changed spot // a cell that the last move changed

	steps []puzzle.Step // the moves that were made, then those that were undone
	at    int           // how many of steps are made

	offers []offer // the moves of the list
	picked int     // the marked move of the list
	all    bool    // the list also holds moves that cannot be made
	filter string  // the list holds only moves with these letters
	inList bool    // arrow keys go through the list
	arrows bool    // some moves have a direction

	oracle *oracle // nil: no hints
	wanted bool    // a hint was asked for and is not known yet
}

// offer is a move in the list.
type offer struct {
	move puzzle.GameMove
	step puzzle.Step
	no   string // why it cannot be made; "": it can
}

// text is the name of the move in the list.
func (o *offer) text() string {
	text := o.move.Name
	if o.step.Label != "" && o.step.Label != o.move.Name {
		text += "  " + diag.OneLine(o.step.Label)
	}
	if o.no == "" && o.step.Cost != 1 {
		text += fmt.Sprintf("  cost %d", o.step.Cost)
	}
	return text
}

// newMoving begins a game.
func newMoving(p *Player, z *puzzle.Puzzle) (game, error) {
	game, err := z.Play(p.ctx)
	if err != nil {
		return nil, err
	}
	m := &moving{Player: p, game: game}
	if p.settings.Hints != nil {
		m.oracle = &oracle{
			thinker: newThinker(p.ctx, p.settings), puzzle: z, options: p.settings.Hints.Options, known: map[string]outlook{},
		}
	}
	return m, nil
}

// begin fills the list of moves for the start.
func (p *moving) begin() {
	p.arrows = slices.ContainsFunc(p.game.Moves(), func(m puzzle.GameMove) bool { return m.Direction != "" })
	p.inList = !p.arrows
	p.list()
}

// boards returns the board of the state. It is computed once for each state.
func (p *moving) boards() []view.Board {
	if key := stateKey(p.state()); p.drawn == nil || key != p.drawnOf {
		before := p.drawn
		if next := slices.IndexFunc(p.offers, func(o offer) bool { return o.no == "" }); before == nil && next >= 0 {
			before = p.game.Shown(p.offers[next].step.State) // nothing changed yet: what a move would change
		}
		p.drawn, p.drawnOf = p.game.Shown(p.state()), key
		if at, ok := difference(before, p.drawn); ok {
			p.changed = at
		}
		if p.game.CutShort() {
			p.drawn = []view.Board{{
				Line: true, Rows: 1, Cols: 1, Text: []string{"The view takes too long to compute."}, Fill: []string{""},
			}}
		}
	}
	return p.drawn
}

// look is how a cell of a board looks.
type look struct {
	text, fill string
	mark       view.CellMark
}

func looks(b *view.Board) []look {
	out := make([]look, len(b.Text))
	for cell := range out {
		out[cell] = look{text: b.Text[cell], fill: b.Fill[cell]}
		if b.Marks != nil {
			out[cell].mark = b.Marks[cell]
		}
	}
	return out
}

// difference returns a cell in which boards differ: the one that looks like the fewest others now, thus rather a piece
// than the floor. Lines of text do not count.
func difference(before, now []view.Board) (at spot, ok bool) {
	least := 0
	for b := range min(len(before), len(now)) {
		if before[b].Line || now[b].Line || len(before[b].Text) != len(now[b].Text) {
			continue
		}
		was, is, count := looks(&before[b]), looks(&now[b]), map[look]int{}
		for _, l := range is {
			count[l]++
		}
		for cell, l := range is {
			if l != was[cell] && (!ok || count[l] < least) {
				at, ok, least = spot{b, cell}, true, count[l]
			}
		}
	}
	return at, ok
}

func (p *moving) state() []int64 {
	if p.at == 0 {
		return p.game.Start
	}
	return p.steps[p.at-1].State
}

func (p *moving) cost() (sum int64) {
	for _, s := range p.steps[:p.at] {
		sum += s.Cost
	}
	return sum
}

// list fills the list of moves for the state.
func (p *moving) list() {
	p.offers, p.picked = p.offers[:0], 0
	for _, m := range p.game.Moves() {
		step, no := p.game.Try(p.state(), m)
		if p.game.CutShort() {
			p.say("The moves take too long to compute: not all are listed.")
			return
		}
		o := offer{m, step, no}
		if (no == "" || p.all) && matches(p.filter, o.text()) {
			p.offers = append(p.offers, o)
		}
	}
	p.boards() // now, because the screen may show only the last of several moves
}

// matches reports whether a filter accepts a text. Case matters only if the filter has capital letters.
func matches(filter, text string) bool {
	if filter == strings.ToLower(filter) {
		text = strings.ToLower(text)
	}
	return strings.Contains(text, filter)
}

// refuse says why a move cannot be made, if the model says it.
func (p *moving) refuse(why string) {
	words := "not possible"
	if why != "" {
		words += ": " + diag.OneLine(why)
	}
	p.say("%s", text.Sentence(words))
}

// make makes a move of the list, or says why it cannot be made.
func (p *moving) make(o offer) {
	if o.no != "" {
		p.refuse(p.game.WhyNot(p.state(), o.move))
		return
	}
	p.steps = append(p.steps[:p.at], o.step)
	p.at++
	p.filter, p.inList = "", p.inList && !p.arrows
	p.list()
	if lost := p.game.Lost(p.state()); lost != "" {
		p.say("%s", text.Sentence("lost: "+diag.OneLine(lost)))
	}
	if p.game.Goal(p.state()) {
		p.say("Solved in %s, cost %d.", text.Count(p.at, "move"), p.cost())
	}
}

func (p *moving) travel(by int) {
	if p.canTravel(p.at+by, len(p.steps)) {
		p.at += by
		p.list()
	}
}

// hint makes the next move of the best known plan. If no plan is known yet, the answer of the oracle calls hint again.
func (p *moving) hint() tea.Cmd {
	l := p.outlook()
	p.wanted = p.oracle != nil && !l.known
	switch {
	case p.oracle == nil:
		p.say("--no-help was given.")
	case !l.known:
		p.say("Still computing a cheapest plan …")
	case l.status == backends.Unsolvable:
		p.say("From here it cannot be solved: undo with u.")
	case l.next == "":
		if l.status == backends.Solved {
			p.say("This is a goal.")
		} else {
			p.say("No hint: %s.", l.reason)
		}
	default:
		i := slices.IndexFunc(p.game.Moves(), func(m puzzle.GameMove) bool { return m.Name == l.next })
		m := p.game.Moves()[i]
		step, no := p.game.Try(p.state(), m)
		if p.game.CutShort() {
			p.say("The move takes too long to compute.")
			return nil
		}
		if p.say("Hint: %s.", m.Name); l.atMost {
			p.say("Hint: %s. A cheapest plan is not known.", m.Name)
		}
		said := p.message
		if p.make(offer{m, step, no}); p.message == "" {
			p.message = said
		}
		return p.look()
	}
	return nil
}

// outlook holds the known bounds on the distance of the state to the goal.
func (p *moving) outlook() outlook {
	if p.oracle == nil {
		return outlook{}
	}
	return p.oracle.known[stateKey(p.state())]
}

// arrow makes the move in a direction. If several can be made, the list offers them. While arrow keys go through the
// list, it moves the mark.
func (p *moving) arrow(key string) {
	if p.inList {
		p.leaf(key)
		return
	}
	var can []offer
	var cannot []puzzle.GameMove
	for _, m := range p.game.Moves() {
		if m.Direction != key {
			continue
		}
		step, no := p.game.Try(p.state(), m)
		if p.game.CutShort() {
			p.say("The moves take too long to compute.")
			return
		}
		if no == "" {
			can = append(can, offer{m, step, ""})
		} else {
			cannot = append(cannot, m)
		}
	}
	switch len(can) {
	case 0:
		if why := p.game.WhyNot(p.state(), cannot...); why != "" {
			p.refuse(why)
		} else {
			p.say("No move leads %s here.", key)
		}
	case 1:
		p.make(can[0])
	default:
		p.offers, p.picked, p.inList = can, 0, true
		p.say("%d moves lead %s: pick one.", len(can), key)
	}
}

func (p *moving) within(ctx context.Context) (undo func()) { return p.game.Within(ctx) }

func (p *moving) key() string { return stateKey(p.state()) }

// look starts to compute the outlook of the state.
func (p *moving) look() tea.Cmd {
	if p.oracle == nil {
		return nil
	}
	return p.oracle.ask(p.state())
}

// learn stores an outlook, and makes the move of a hint that waits for it.
func (p *moving) learn(msg tea.Msg) tea.Cmd {
	answer, ok := msg.(answerMsg)
	if !ok || answer.from != p.oracle {
		return nil
	}
	if p.oracle.learn(answer); p.wanted {
		return p.hint()
	}
	return nil
}

// press executes a key.
func (p *moving) press(key string) tea.Cmd {
	p.wanted = false
	switch key {
	case "up", "down", "left", "right":
		p.arrow(key)
	case "tab":
		p.inList = !p.inList || !p.arrows
	case "enter":
		if p.picked < len(p.offers) {
			p.make(p.offers[p.picked])
		}
	case "esc":
		p.filter = ""
		p.list()
	case "a":
		p.all = !p.all
		p.list()
	case "u", "backspace":
		p.travel(-1)
	case "r", "ctrl+r":
		p.travel(1)
	case "R":
		p.at, p.drawn = 0, nil
		p.list()
	case "h":
		return p.hint()
	}
	return nil
}

func (p *moving) leaf(key string) { p.picked = leafed(p.picked, len(p.offers), key) }

func (p *moving) narrow(letters string) {
	p.inList, p.filter = true, letters
	p.list()
}

func (p *moving) saved() (content, what string) {
	return p.game.Plan(p.steps[:p.at]), text.Count(p.at, "move")
}

// load makes the moves of a plan up to the first that cannot be made.
func (p *moving) load(plan puzzle.Text) string {
	start, steps, why := p.game.Load(plan)
	if p.game.CutShort() {
		return "the moves take too long to compute"
	}
	if why != "" && len(steps) == 0 {
		return why
	}
	p.game.Start = start
	p.steps, p.at, p.drawn = steps, len(steps), nil
	p.list()
	p.say("Loaded %s.", text.Count(p.at, "move"))
	if why != "" {
		p.say("Loaded %s; then %s.", text.Count(p.at, "move"), why)
	}
	return ""
}

func (p *moving) outcome() string {
	what := "left"
	switch {
	case p.game.Goal(p.state()):
		what = "solved"
	case p.game.Lost(p.state()) != "":
		what = "lost"
	}
	return fmt.Sprintf("%s after %s, cost %d", what, text.Count(p.at, "move"), p.cost())
}
