package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/diag"
	"github.com/pzc-lang/pzc/internal/text"
)

// player is a game on the screen.
type player struct {
	game  *pzc.Game
	title string
	ctx   context.Context
	limit time.Duration // for what one key makes, and for one screen

	drawn   []pzc.Board // the state as it was shown last
	drawnOf string

	steps []pzc.Step // made, and after them those undone
	at    int        // so many are made

	offers  []offer // the moves of the list
	picked  int
	all     bool   // the list holds moves that cannot be made too
	filter  string // the list holds what has these letters
	inList  bool   // arrows go through the list
	arrows  bool   // there are moves with a direction
	prompt  *prompt
	message string
	helping bool // the keys are shown instead of the board

	oracle *oracle // nil: no help
	wanted bool    // a hint is to be given as soon as it is known

	width, height int
	color         bool
	readOnly      bool
	file          string
	read          func(file string) (*pzc.Text, error)
}

// offer is a move in the list.
type offer struct {
	move pzc.GameMove
	step pzc.Step
	no   string // why it cannot be made
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

// prompt is a line that is being typed.
type prompt struct {
	ask  string
	text string
	done func(text string)
	live func(text string) // as it is typed; may be nil
}

// begin makes the list for the start.
func (p *player) begin() {
	p.arrows = slices.ContainsFunc(p.game.Moves(), func(m pzc.GameMove) bool { return m.Direction != "" })
	p.inList = !p.arrows
	p.list()
}

// mostWaiting is how long a key is waited for at most.
const mostWaiting = 2 * time.Second

// limited bounds what is computed until done is called.
func (p *player) limited() (done func()) {
	ctx, cancel := context.WithTimeout(p.ctx, p.limit)
	undo := p.game.Within(ctx)
	return func() {
		undo()
		cancel()
	}
}

// boards shows the state: once, until there is another.
func (p *player) boards() []pzc.Board {
	if key := stateKey(p.state()); p.drawn == nil || key != p.drawnOf {
		if p.drawn, p.drawnOf = p.game.Shown(p.state()), key; p.game.CutShort() {
			p.drawn = []pzc.Board{{Line: true, Rows: 1, Cols: 1, Text: []string{"The view takes too long to compute."}, Fill: []string{""}}}
		}
	}
	return p.drawn
}

func (p *player) state() []int64 {
	if p.at == 0 {
		return p.game.Start
	}
	return p.steps[p.at-1].State
}

func (p *player) cost() (sum int64) {
	for _, s := range p.steps[:p.at] {
		sum += s.Cost
	}
	return sum
}

func (p *player) say(format string, args ...any) { p.message = fmt.Sprintf(format, args...) }

// list fills the list of moves.
func (p *player) list() {
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

// wants tells whether the filter lets a text through. Capital letters in it want capitals.
func (p *player) wants(text string) bool {
	if p.filter == strings.ToLower(p.filter) {
		text = strings.ToLower(text)
	}
	return strings.Contains(text, p.filter)
}

// Init implements tea.Model.
func (p *player) Init() tea.Cmd { return p.look() }

// look asks for the outlook of the state.
func (p *player) look() tea.Cmd {
	if p.oracle == nil {
		return nil
	}
	return p.oracle.ask(p.state())
}

// Update implements tea.Model.
func (p *player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer p.limited()()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return p, p.key(msg)
	case answerMsg:
		p.oracle.learn(msg)
		if p.wanted {
			return p, p.hint()
		}
	}
	return p, nil
}

// key does what a key says.
func (p *player) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}
	if p.prompt != nil {
		p.edit(k)
		return nil
	}
	before := stateKey(p.state())
	p.message, p.wanted, p.helping = "", false, p.helping && k.String() == "?"
	switch key := k.String(); key {
	case "q":
		return tea.Quit
	case "up", "down", "left", "right":
		p.arrow(key)
	case "pgup", "pgdown", "home", "end":
		p.leaf(key)
	case "tab":
		p.inList = !p.inList || !p.arrows
	case "enter":
		if p.picked < len(p.offers) {
			p.make(p.offers[p.picked])
		}
	case "/":
		p.search()
	case "esc":
		p.filter = ""
		p.list()
	case "a":
		p.all = !p.all
		p.list()
	case "u", "backspace":
		p.back()
	case "r", "ctrl+r":
		p.forth()
	case "R":
		p.at = 0
		p.list()
	case "h":
		return p.hint()
	case "?":
		p.helping = !p.helping
	case "s":
		p.save()
	case "l":
		p.ask("load the plan", p.file, p.load)
	}
	if stateKey(p.state()) == before {
		return nil
	}
	return p.look()
}

// arrow makes the move in a direction, or goes through the list.
func (p *player) arrow(key string) {
	if p.inList {
		p.leaf(key)
		return
	}
	var can []offer
	var why []string
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
		} else if !slices.Contains(why, no) {
			why = append(why, no)
		}
	}
	switch len(can) {
	case 0:
		if len(why) == 0 || len(why) > 2 { // many moves have many reasons
			p.say("No move leads %s here.", key)
		} else {
			p.refuse(strings.Join(why, "; or "))
		}
	case 1:
		p.make(can[0])
	default:
		p.offers, p.picked, p.inList = can, 0, true
		p.say("%d moves lead %s: pick one.", len(can), key)
	}
}

// refuse says why a move cannot be made: in the model's words, or in a sentence of ours that names the move.
func (p *player) refuse(why string) {
	if !strings.HasPrefix(why, "`") {
		why = "Not possible: " + why
	}
	p.say("%s", text.Sentence(diag.OneLine(why)))
}

// leaf moves the mark in the list.
func (p *player) leaf(key string) {
	step := map[string]int{"up": -1, "down": 1, "pgup": -10, "pgdown": 10, "home": -len(p.offers), "end": len(p.offers)}[key]
	p.picked = max(0, min(len(p.offers)-1, p.picked+step))
}

// make makes a move of the list.
func (p *player) make(o offer) {
	if o.no != "" {
		p.refuse(o.no)
		return
	}
	p.steps = append(p.steps[:p.at], o.step)
	p.at++
	p.filter, p.inList = "", p.inList && !p.arrows
	p.list()
	if p.game.Goal(p.state()) {
		p.say("Solved in %s, cost %d.", text.Count(p.at, "move"), p.cost())
	}
}

func (p *player) back() {
	if p.at == 0 {
		p.say("There is nothing to undo.")
		return
	}
	p.at--
	p.list()
}

func (p *player) forth() {
	if p.at == len(p.steps) {
		p.say("There is nothing to redo.")
		return
	}
	p.at++
	p.list()
}

// hint makes the next move of a cheapest plan, once it is known.
func (p *player) hint() tea.Cmd {
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

// outlook is what is known of the state.
func (p *player) outlook() outlook {
	if p.oracle == nil {
		return outlook{}
	}
	return p.oracle.known[stateKey(p.state())]
}

func (p *player) ask(what, text string, done func(string)) {
	p.prompt = &prompt{ask: what, text: text, done: done}
}

func (p *player) search() {
	p.inList = true
	p.prompt = &prompt{
		ask: "moves with", live: func(text string) { p.filter = text; p.list() }, done: func(text string) { p.filter = text; p.list() },
	}
}

// edit changes the line that is being typed.
func (p *player) edit(k tea.KeyPressMsg) {
	q := p.prompt
	switch k.String() {
	case "esc":
		p.prompt, p.filter = nil, ""
		p.list()
		return
	case "enter":
		p.prompt = nil
		q.done(q.text)
		return
	case "up", "down", "pgup", "pgdown":
		if q.live != nil {
			p.leaf(k.String())
		}
		return
	case "backspace":
		if r := []rune(q.text); len(r) > 0 {
			q.text = string(r[:len(r)-1])
		}
	case "ctrl+u":
		q.text = ""
	default:
		q.text += k.Text
	}
	if q.live != nil {
		q.live(q.text)
	}
}

// save writes the moves made to a file that is asked for.
func (p *player) save() {
	if p.readOnly {
		p.say("--sandbox writes no file.")
		return
	}
	p.ask("save the plan to", p.file, func(file string) {
		err := writeFile(file, func(w io.Writer) error {
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

// load makes the moves of a plan, as far as they can be made.
func (p *player) load(file string) {
	plan, err := p.read(file)
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
