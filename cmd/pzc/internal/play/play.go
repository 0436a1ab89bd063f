// Package play lets a person play a puzzle on the terminal. Beside the board it shows the distance to the goal.
package play

import (
	"cmp"
	"context"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Settings say how a puzzle is played.
type Settings struct {
	Color    bool
	ReadOnly bool   // plans are not saved
	Plan     string // the file of a plan to begin with, and to save to; "": none, and a file named after the puzzle
	Read     func(file string) (*puzzle.Text, error)
	Write    func(file string, fill func(io.Writer) error) error
	// Patience bounds the time to handle one key or to draw one screen; 0 or more than mostPatience: mostPatience.
	Patience time.Duration
	Hints    *Hints // nil: none are computed
	Watch    *Watch // nil: files are not followed
	// Wording puts the words of the command line into texts of the library; nil leaves them as they are.
	Wording func(text string) string
}

// Hints say how the distance to the goal is computed.
type Hints struct {
	Options puzzle.Options
	Limit   time.Duration // of one computation; 0: none
}

// mostPatience is the greatest value of Patience.
const mostPatience = 2 * time.Second

// New makes a game ready. The puzzle must have been grounded.
func New(ctx context.Context, z *puzzle.Puzzle, s Settings) (*Player, error) {
	p := &Player{settings: s, ctx: ctx, width: 80, height: 24, file: s.Plan}
	if s.Patience == 0 || s.Patience > mostPatience {
		p.settings.Patience = mostPatience
	}
	if s.Watch != nil {
		p.watch = newWatching(s.Watch)
	}
	ending := ".plan"
	if !z.HasMoves() {
		ending = ".values"
	}
	p.file = cmp.Or(p.file, text.FileName(z.Program.Name())+ending)
	if err := p.open(z); err != nil || s.Plan == "" {
		return p, err
	}
	if _, err := os.Stat(s.Plan); err != nil {
		p.say("%s is new: s saves to it.", s.Plan)
		return p, nil
	}
	defer p.limited()()
	p.loadFile(s.Plan)
	return p, nil
}

// open begins to play a puzzle. With an error, the game stays as it is.
func (p *Player) open(z *puzzle.Puzzle) error {
	about := z.About()
	title := show.Title(about.Title, z.Instance())
	begin := newMoving
	if !z.HasMoves() {
		begin = newForming
	}
	g, err := begin(p, z)
	if err != nil {
		return err
	}
	p.game, p.title, p.about = g, title, about
	defer p.limited()()
	g.begin()
	return nil
}

// Run plays until the person leaves or the context of New ends.
func (p *Player) Run(in io.Reader, out io.Writer) error {
	_, err := tea.NewProgram(
		p, tea.WithContext(p.ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler(),
	).Run()
	return err
}

// Farewell returns the text that is printed after the game.
func (p *Player) Farewell() string {
	defer p.limited()()
	return p.title + ": " + p.game.outcome()
}
