// Package show presents puzzles, states and answers: as text for people (Printer), as JSON for programs (AnswerJSON,
// Values, Moves, Stats), and as pictures and pages (Picture, Films, Page).
//
// It reads no flags and opens no files: the caller says where to write and in which Style. The same answer gives the
// same bytes, but for times. Package explored presents state spaces.
package show

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Style is the style in which states are written as text.
type Style struct {
	Color   bool
	Columns int      // how wide the lines may be where states stand side by side
	On      []string // the state variables to write; none: all
}

// Printer writes text about a puzzle for people. It keeps errors of writing until Flush.
type Printer struct {
	Puzzle *puzzle.Puzzle // nil: nothing that it writes shows states
	Style  Style
	w      *bufio.Writer
	sheets map[string]*puzzle.Sheet // by the names of their arrays; nil: not asked for yet
}

// NewPrinter makes a printer that writes to out. It writes nothing more after the work of showing the puzzle was cut
// short; Flush then returns ErrCut.
func NewPrinter(out io.Writer, z *puzzle.Puzzle, s Style) *Printer {
	if z != nil {
		out = UntilCut(out, z)
	}
	return &Printer{Puzzle: z, Style: s, w: bufio.NewWriter(out)}
}

// ErrCut is the error if a context ends before the states of a puzzle could be shown.
var ErrCut = errors.New("there was no time to show the states")

// UntilCut returns a writer that fails with ErrCut as soon as the work of showing the puzzle was cut short.
func UntilCut(to io.Writer, z *puzzle.Puzzle) io.Writer { return &untilCut{to, z} }

type untilCut struct {
	to io.Writer
	z  *puzzle.Puzzle
}

func (u *untilCut) Write(text []byte) (int, error) {
	if u.z.CutShort() {
		return 0, ErrCut
	}
	return u.to.Write(text)
}

// Line writes a line.
func (p *Printer) Line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

// Table makes a table that is written when it is rendered.
func (p *Printer) Table() text.Table { return text.NewTable(p.w) }

// Flush writes the buffered text, and returns the first error of writing.
func (p *Printer) Flush() error { return p.w.Flush() }

// Prepared returns a function for puzzle.Options.Prepare that writes solutions as Report does, or with asJSON as
// AnswerJSON does.
func Prepared(z *puzzle.Puzzle, s Style, trace, asJSON bool) func(*puzzle.Solution) string {
	var out bytes.Buffer
	p := NewPrinter(&out, z, s)
	a := &puzzle.Answer{HasMoves: z.HasMoves()}
	return func(solution *puzzle.Solution) string {
		a.HasFree = z.HasFree() // grounding finds it, which comes after Prepared
		if asJSON {
			object, _ := solutionObject{z, a, *solution, s.On}.MarshalJSON() // names, numbers and texts: it cannot fail
			return string(object)
		}
		out.Reset()
		p.w.Reset(&out)
		p.Solution(a, *solution, trace)
		_ = p.w.Flush() // a buffer takes all
		return out.String()
	}
}
