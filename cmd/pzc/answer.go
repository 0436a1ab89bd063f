package main

import (
	"io"
	"sync"

	"github.com/pzc-lang/pzc"
	"github.com/pzc-lang/pzc/internal/show"
	"github.com/pzc-lang/pzc/internal/text"
)

// answering says whether the answer is on its way to standard output. It comes whole or not at all: from its first byte on no limit ends the
// process, and where a limit does, none is begun.
type answering struct {
	one   sync.Mutex
	begun bool
}

func (a *answering) set(begun bool) {
	a.one.Lock()
	defer a.one.Unlock()
	a.begun = begun
}

// breakOff ends the process, unless an answer is on its way.
func (a *answering) breakOff(end func()) {
	a.one.Lock()
	defer a.one.Unlock()
	if !a.begun {
		end()
	}
}

// answer writes an answer to standard output. It is made once beforehand, under the eyes of the limits; if it is short it is kept, and made again
// otherwise, so that a long one takes no memory.
func (e *env) answer(write func(out io.Writer) error) error {
	var first trial
	if err := write(&first); err != nil {
		return err
	}
	e.answering.set(true)
	if first.long {
		return write(e.stdout)
	}
	_, err := e.stdout.Write(first.text)
	return err
}

// writeJSON answers with one object.
func (e *env) writeJSON(object any) error {
	compact, err := text.JSON(object)
	if err != nil {
		return err
	}
	e.answering.set(true)
	return text.LayOut(e.stdout, compact)
}

// style says how states are written, with the state variables to write, or all.
func (e *env) style(on []string) show.Style {
	return show.Style{Color: e.color(), Columns: e.columns, On: on}
}

// printAnswer writes an answer in the format that was asked for.
func (e *env) printAnswer(z *pzc.Puzzle, a *pzc.Answer, on []string, x show.Extra) error {
	if e.json() {
		return e.writeJSON(show.AnswerJSON(z, a, on))
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, z, e.style(on))
		if e.globals.Quiet {
			p.Plans(a)
		} else {
			p.Report(a, x)
		}
		return p.Flush()
	})
}

// keptAnswer is the length up to which an answer is kept.
const keptAnswer = 1 << 20

// trial takes what is written to it, and keeps it while it is short.
type trial struct {
	text []byte
	long bool
}

func (t *trial) Write(text []byte) (int, error) {
	if t.long = t.long || len(t.text)+len(text) > keptAnswer; t.long {
		t.text = nil
	} else {
		t.text = append(t.text, text...)
	}
	return len(text), nil
}
