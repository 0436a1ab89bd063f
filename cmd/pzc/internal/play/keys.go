package play

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/internal/lists"
)

// Update implements tea.Model.
func (p *Player) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer p.limited()()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case tea.KeyPressMsg:
		return p, p.pressed(msg)
	case lookMsg:
		return p, p.lookAtFiles()
	case reloadedMsg:
		return p, p.reloaded(msg)
	default:
		return p, p.game.learn(msg)
	}
	return p, nil
}

// pressed executes a key.
func (p *Player) pressed(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}
	if p.prompt != nil {
		p.edit(k)
		return p.game.look()
	}
	before, key := p.game.key(), k.String()
	if by := map[string]int{"up": -1, "down": 1, "pgup": -10, "pgdown": 10}[key]; by != 0 && p.page != nil {
		p.from += by
		return nil
	}
	open := p.page != nil
	p.message, p.page, p.from = "", nil, 0
	switch key {
	case "q":
		return tea.Quit
	case "pgup", "pgdown", "home", "end":
		p.game.leaf(key)
	case "/":
		p.game.narrow("")
		p.prompt = &prompt{ask: "lines with", live: p.game.narrow, done: p.game.narrow}
	case "?":
		if !open {
			p.page = append(p.explained(), p.game.keys()...)
		}
	case "s":
		p.save()
	case "l":
		p.ask("load", p.file, p.loadFile)
	default:
		if open && key == "esc" {
			return nil
		}
		if work := p.game.press(key); work != nil {
			return work
		}
	}
	if p.game.key() == before {
		return nil
	}
	return p.game.look()
}

// explained returns what the model says about the puzzle: its author, the rules and the clues.
func (p *Player) explained() (lines []string) {
	if p.about.Author != "" {
		lines = append(lines, "by "+p.about.Author, "")
	}
	if p.about.Rules != "" {
		lines = append(append(lines, strings.Split(p.about.Rules, "\n")...), "")
	}
	lines = append(lines, lists.Map(p.about.Clues, func(clue string) string { return "- " + clue })...)
	if len(p.about.Clues) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// leafed returns the number of the marked line of a list of n lines after a key.
func leafed(at, n int, key string) int {
	step := map[string]int{"up": -1, "down": 1, "pgup": -10, "pgdown": 10, "home": -n, "end": n}[key]
	return max(0, min(n-1, at+step))
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

// edit changes the line that is being typed, or ends the prompt.
func (p *Player) edit(k tea.KeyPressMsg) {
	q := p.prompt
	switch k.String() {
	case "esc":
		if p.prompt = nil; q.live != nil {
			q.live("")
		}
		return
	case "enter":
		p.prompt = nil
		q.done(q.text)
		return
	case "up", "down", "pgup", "pgdown":
		if q.live != nil {
			p.game.leaf(k.String())
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
