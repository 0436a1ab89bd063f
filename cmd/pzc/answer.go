package main

import (
	"io"
	"sync"
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
