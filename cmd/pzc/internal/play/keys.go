package play

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Update implements tea.Model.
func (p *Player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
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

// key does what a key stands for.
func (p *Player) key(k tea.KeyPressMsg) tea.Cmd {
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

// arrow makes the move in a direction. If several can be made, the list offers them. While arrow keys go through the
// list, it moves the mark.
func (p *Player) arrow(key string) {
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
		if len(why) == 0 || len(why) > 2 { // of many moves, many reasons: too many to show
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

// leaf moves the mark of the list.
func (p *Player) leaf(key string) {
	step := map[string]int{
		"up": -1, "down": 1, "pgup": -10, "pgdown": 10, "home": -len(p.offers), "end": len(p.offers),
	}[key]
	p.picked = max(0, min(len(p.offers)-1, p.picked+step))
}

// prompt is a line that is being typed.
type prompt struct {
	ask  string
	text string
	done func(text string)
	live func(text string) // called after each key; may be nil
}

func (p *Player) ask(what, text string, done func(string)) {
	p.prompt = &prompt{ask: what, text: text, done: done}
}

func (p *Player) search() {
	p.inList = true
	filter := func(text string) {
		p.filter = text
		p.list()
	}
	p.prompt = &prompt{ask: "moves with", live: filter, done: filter}
}

// edit changes the line that is being typed, or ends the prompt.
func (p *Player) edit(k tea.KeyPressMsg) {
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
