package main

import (
	"io"
	"sync"

	"github.com/pzc-lang/pzc/internal/present/show"
	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// answering makes sure that the answer is written whole or not at all: once an answer has begun, no limit ends the
// process, and once a limit ends the process, no answer begins.
type answering struct {
	one   sync.Mutex
	begun bool // the first byte of the answer is written
}

func (a *answering) set(begun bool) {
	a.one.Lock()
	defer a.one.Unlock()
	a.begun = begun
}

// breakOff calls end, which ends the process, unless an answer has begun.
func (a *answering) breakOff(end func()) {
	a.one.Lock()
	defer a.one.Unlock()
	if !a.begun {
		end()
	}
}

// answer writes an answer to standard output. It calls write once before anything is written, while limits may still
// end the work. A short answer is kept from that call; for a long one, write is called again, so that the answer takes
// no memory.
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

// present answers with an object if answers are JSON, and else with the text that write prints. z may be nil.
func (e *env) present(z *puzzle.Puzzle, object func() any, write func(p *show.Printer)) error {
	if e.json() {
		return e.writeJSON(object())
	}
	return e.answer(func(out io.Writer) error {
		p := show.NewPrinter(out, z, e.style(nil))
		write(p)
		return p.Flush()
	})
}

// keptAnswer is the length in bytes up to which present keeps an answer.
const keptAnswer = 1 << 20

// trial is a writer that keeps its text while it is short.
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
