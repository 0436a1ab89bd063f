package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// Player is a puzzle on the screen. It implements tea.Model.
type Player struct {
	settings Settings
	ctx      context.Context
	title    string
	about    puzzle.About
	game     game

	message string
	page    []string // a text in place of the board: the keys, or what the game explains; nil: the board
	from    int      // the first line of the page on the screen
	prompt  *prompt  // nil: nothing is being typed

	width, height int
	file          string // what saving and loading propose

	watch    *watching // nil: files are not followed
	problems string    // why the files as they are make no puzzle; the board is that before; "": they do
}

// game is the game that is played: moves, or a form that is filled in.
type game interface {
	// begin shows the first position.
	begin()
	// within bounds the work of all methods until undo is called.
	within(ctx context.Context) (undo func())
	// look starts to compute the results for the current position, unless they are known.
	look() tea.Cmd
	// press executes a key that is not a key of all games.
	press(key string) tea.Cmd
	// learn takes the result of work that look or press has started.
	learn(msg tea.Msg) tea.Cmd
	// key is different for each position.
	key() string

	header() string                                 // behind the title
	board(roomy bool) (lines []show.Line, wide int) // the drawing and its width
	focus() ([]view.Board, spot)                    // the cell to show if the screen is too small for all
	listing(high, wide int) []string                // what stands beside the board
	status() string                                 // below the board
	help() string                                   // the most important keys
	keys() []string                                 // all keys, a line each
	outcome() string                                // when the person leaves

	narrow(letters string) // the list holds only lines with these letters; "": all
	leaf(key string)       // moves the mark of the list
	saved() (text, what string)
	load(answer puzzle.Text) (why string) // why nothing was loaded; a partial success is said
	// resume takes the position of a game over, which may be of another puzzle. It returns what could not be kept, as the
	// end of a sentence; "": all was kept.
	resume(before game) string
}

// spot is a cell of a board.
type spot struct{ board, cell int }

// Init implements tea.Model.
func (p *Player) Init() tea.Cmd { return tea.Batch(p.game.look(), p.wait()) }

// color reports whether colours are drawn. A board that is not up to date is grey.
func (p *Player) color() bool { return p.settings.Color && p.problems == "" }

// limited bounds the time of all computations until done is called.
func (p *Player) limited() (done func()) {
	ctx, cancel := context.WithTimeout(p.ctx, p.settings.Patience)
	undo := p.game.within(ctx)
	return func() {
		undo()
		cancel()
	}
}

func (p *Player) say(format string, args ...any) { p.message = fmt.Sprintf(format, args...) }

// canTravel says if there is no step to undo, or to repeat: steps are numbered from 0 to last.
func (p *Player) canTravel(to, last int) bool {
	if to < 0 {
		p.say("There is nothing to undo.")
	} else if to > last {
		p.say("There is nothing to redo.")
	}
	return 0 <= to && to <= last
}

// save asks for a file name and writes the moves or values to the file.
func (p *Player) save() {
	if p.settings.ReadOnly {
		p.say("--sandbox writes no file.")
		return
	}
	p.ask("save to", p.file, func(file string) {
		content, what := p.game.saved()
		err := p.settings.Write(file, func(w io.Writer) error {
			_, err := io.WriteString(w, content)
			return err
		})
		if err != nil {
			p.say("Not saved: %v.", err)
			return
		}
		p.file = file
		p.say("Saved %s to %s.", what, file)
	})
}

// loadFile plays the moves or values of a file.
func (p *Player) loadFile(file string) {
	answer, err := p.settings.Read(file)
	if err == nil && answer == nil {
		err = errors.New("nothing was read")
	}
	if err != nil {
		p.say("Not loaded: %v.", err)
		return
	}
	if why := p.game.load(*answer); why != "" {
		p.say("Not loaded: %s.", strings.TrimSuffix(why, "."))
		return
	}
	p.file = file
}
