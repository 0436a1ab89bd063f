package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// Player is a game on the screen. It implements tea.Model.
type Player struct {
	settings Settings
	game     *pzc.Game
	title    string
	ctx      context.Context

	drawn   []pzc.Board // the board of the state whose key is drawnOf
	drawnOf string

	steps []pzc.Step // the moves that were made, then those that were undone
	at    int        // how many of steps are made

	offers  []offer // the moves of the list
	picked  int     // the marked move of the list
	all     bool    // the list also holds moves that cannot be made
	filter  string  // the list holds only moves with these letters
	inList  bool    // arrow keys go through the list
	arrows  bool    // some moves have a direction
	prompt  *prompt // nil: nothing is being typed
	message string
	helping bool // the keys are shown instead of the board

	oracle *oracle // nil: no hints
	wanted bool    // a hint was asked for and is not known yet

	width, height int
	file          string // what saving and loading propose
}

// offer is a move in the list.
type offer struct {
	move pzc.GameMove
	step pzc.Step
	no   string // why it cannot be made; "": it can
}

// text is how the list names the move.
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

// begin fills the list of moves for the start.
func (p *Player) begin() {
	p.arrows = slices.ContainsFunc(p.game.Moves(), func(m pzc.GameMove) bool { return m.Direction != "" })
	p.inList = !p.arrows
	p.list()
}

// limited bounds the time of all computations until done is called.
func (p *Player) limited() (done func()) {
	ctx, cancel := context.WithTimeout(p.ctx, p.settings.Patience)
	undo := p.game.Within(ctx)
	return func() {
		undo()
		cancel()
	}
}

// boards is the board of the state. It is computed once for each state.
func (p *Player) boards() []pzc.Board {
	if key := stateKey(p.state()); p.drawn == nil || key != p.drawnOf {
		if p.drawn, p.drawnOf = p.game.Shown(p.state()), key; p.game.CutShort() {
			p.drawn = []pzc.Board{{
				Line: true, Rows: 1, Cols: 1, Text: []string{"The view takes too long to compute."}, Fill: []string{""},
			}}
		}
	}
	return p.drawn
}

func (p *Player) state() []int64 {
	if p.at == 0 {
		return p.game.Start
	}
	return p.steps[p.at-1].State
}

func (p *Player) cost() (sum int64) {
	for _, s := range p.steps[:p.at] {
		sum += s.Cost
	}
	return sum
}

func (p *Player) say(format string, args ...any) { p.message = fmt.Sprintf(format, args...) }

// list fills the list of moves for the state.
func (p *Player) list() {
	p.offers, p.picked = p.offers[:0], 0
	for _, m := range p.game.Moves() {
		step, no := p.game.Try(p.state(), m)
		if p.game.CutShort() {
			p.say("The moves take too long to compute: not all are listed.")
			return
		}
		o := offer{m, step, no}
		if (no == "" || p.all) && p.wants(o.text()) {
			p.offers = append(p.offers, o)
		}
	}
}

// wants tells whether the filter accepts a text. Case matters only if the filter has capital letters.
func (p *Player) wants(text string) bool {
	if p.filter == strings.ToLower(p.filter) {
		text = strings.ToLower(text)
	}
	return strings.Contains(text, p.filter)
}

// Init implements tea.Model.
func (p *Player) Init() tea.Cmd { return p.look() }

// look starts to compute the outlook of the state.
func (p *Player) look() tea.Cmd {
	if p.oracle == nil {
		return nil
	}
	return p.oracle.ask(p.state())
}

// refuse says why a move cannot be made. A reason that begins with the name of the move is a sentence of its own.
func (p *Player) refuse(why string) {
	if !strings.HasPrefix(why, "`") {
		why = "Not possible: " + why
	}
	p.say("%s", text.Sentence(diag.OneLine(why)))
}

// make makes a move of the list, or says why it cannot be made.
func (p *Player) make(o offer) {
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

func (p *Player) back() {
	if p.at == 0 {
		p.say("There is nothing to undo.")
		return
	}
	p.at--
	p.list()
}

func (p *Player) forth() {
	if p.at == len(p.steps) {
		p.say("There is nothing to redo.")
		return
	}
	p.at++
	p.list()
}

// hint makes the next move of a cheapest plan. If the plan is not known yet, the answer of the oracle calls hint again.
func (p *Player) hint() tea.Cmd {
	switch l := p.outlook(); {
	case p.oracle == nil:
		p.say("--no-help was given.")
	case !l.known:
		p.wanted = true
		p.say("Still computing a cheapest plan …")
	case l.status == backends.Unsolvable:
		p.wanted = false
		p.say("From here it cannot be solved: undo with u.")
	case l.next == "":
		p.wanted = false
		if l.status == backends.Solved {
			p.say("This is a goal.")
		} else {
			p.say("No hint: %s.", l.reason)
		}
	default:
		p.wanted = false
		i := slices.IndexFunc(p.game.Moves(), func(m pzc.GameMove) bool { return m.Name == l.next })
		m := p.game.Moves()[i]
		step, no := p.game.Try(p.state(), m)
		if p.game.CutShort() {
			p.say("The move takes too long to compute.")
			return nil
		}
		p.say("Hint: %s.", m.Name)
		said := p.message
		if p.make(offer{m, step, no}); p.message == "" {
			p.message = said
		}
		return p.look()
	}
	return nil
}

// outlook is what is known of the state's distance to the goal.
func (p *Player) outlook() outlook {
	if p.oracle == nil {
		return outlook{}
	}
	return p.oracle.known[stateKey(p.state())]
}

// save asks for a file and writes the moves that were made to it.
func (p *Player) save() {
	if p.settings.ReadOnly {
		p.say("--sandbox writes no file.")
		return
	}
	p.ask("save the plan to", p.file, func(file string) {
		err := p.settings.Write(file, func(w io.Writer) error {
			_, err := io.WriteString(w, p.game.Plan(p.steps[:p.at]))
			return err
		})
		if err != nil {
			p.say("Not saved: %v.", err)
			return
		}
		p.file = file
		p.say("Saved %s to %s.", text.Count(p.at, "move"), file)
	})
}

// load makes the moves of a plan up to the first that cannot be made.
func (p *Player) load(file string) {
	plan, err := p.settings.Read(file)
	if err == nil && plan == nil {
		err = errors.New("nothing was read")
	}
	if err != nil {
		p.say("Not loaded: %v.", err)
		return
	}
	steps, why := p.game.Load(*plan)
	if p.game.CutShort() {
		p.say("Not loaded: the moves take too long to compute.")
		return
	}
	if why != "" && len(steps) == 0 {
		p.say("Not loaded: %s.", why)
		return
	}
	p.file, p.steps, p.at = file, steps, len(steps)
	p.list()
	p.say("Loaded %s.", text.Count(p.at, "move"))
	if why != "" {
		p.say("Loaded %s; then %s.", text.Count(p.at, "move"), why)
	}
}
