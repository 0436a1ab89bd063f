// Package playtest presses the keys of a game in tests, and reads its screen.
package playtest

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Game is a game that a test plays, on a screen of 80 columns and 24 rows unless the test says otherwise.
type Game struct{ model tea.Model }

// Begin begins to play.
func Begin(model tea.Model) *Game {
	g := &Game{model}
	g.await(model.Init())
	return g
}

// await waits for work that the game has started, and delivers its results.
func (g *Game) await(work tea.Cmd) {
	if work == nil {
		return
	}
	if msg := work(); msg != nil {
		g.Send(msg)
	}
}

// Send sends a message, such as a new size of the screen.
func (g *Game) Send(msg tea.Msg) {
	_, next := g.model.Update(msg)
	g.await(next)
}

var named = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "enter": tea.KeyEnter,
	"esc": tea.KeyEscape, "tab": tea.KeyTab,
	"backspace": tea.KeyBackspace, "space": tea.KeySpace,
}

// Press presses a key: the name of a key, or a letter.
func (g *Game) Press(key string) {
	k := tea.KeyPressMsg{Code: named[key]}
	if named[key] == 0 {
		r, _ := utf8.DecodeRuneInString(key)
		k = tea.KeyPressMsg{Code: r, Text: key}
	}
	g.Send(k)
}

// Screen returns the lines of the screen.
func (g *Game) Screen() []string { return strings.Split(g.model.View().Content, "\n") }
