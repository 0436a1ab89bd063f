package main

// Here is how the progress of long work is shown. People get one line on the terminal, which is redrawn in place and
// erased at the end. Programs get JSON objects, one a line. Both go to standard error, so that standard output holds
// only the answer.

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/backends"
)

const (
	quietTime = time.Second            // how long work may last before progress is drawn
	drawTime  = 150 * time.Millisecond // between two drawings
	jsonTime  = 100 * time.Millisecond // the least time between two objects for programs
	pulseTime = time.Second            // the most, so that memory and time are known also where nothing new is said
)

// displayMode is the way in which progress is shown.
type displayMode int

// The modes.
const (
	hidden displayMode = iota
	drawn              // a line on a terminal, once the work has lasted for a while
	asJSON             // an object a line, for programs
)

// display shows the progress of one piece of work. Its methods may be called from several goroutines.
type display struct {
	mu      sync.Mutex
	w       io.Writer // nil: nobody looks
	json    bool
	columns func() int
	now     backends.Progress
	pace    pace
	begin   time.Time
	next    time.Time // when the next object may be written
	drawn   int       // lines drawn so far
	shown   bool      // the line is on the screen
	timer   *time.Timer
}

// startDisplay begins to show progress on w. columns returns the width of the terminal, which may change while the work
// lasts. Call stop in the end.
func startDisplay(w io.Writer, mode displayMode, columns func() int) *display {
	d := &display{begin: time.Now(), columns: columns, json: mode == asJSON}
	if mode != hidden {
		d.w = w
		d.timer = time.AfterFunc(quietTime, d.tick)
	}
	return d
}

// tick shows the current work, and sets the timer for the next time.
func (d *display) tick() {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case d.w == nil:
		return
	case d.json:
		d.write()
		d.timer.Reset(pulseTime)
	default:
		d.draw()
		d.timer.Reset(drawTime)
	}
}

// doing returns the current work in words.
func (d *display) doing(what string) { d.say(backends.Progress{Doing: what}) }

// say sets the current work.
func (d *display) say(now backends.Progress) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.w == nil {
		return
	}
	d.pace.note(time.Now(), now)
	if d.now = now; d.json && !time.Now().Before(d.next) {
		d.write()
	}
}

// spinner shows that time passes while nothing else changes. Every terminal can draw its characters.
const spinner = `|/-\`

// draw draws the line over the last one. The cursor stays at the beginning of the line, so that other output is written
// over it.
func (d *display) draw() {
	mark := spinner[d.drawn%len(spinner)]
	d.drawn++
	d.shown = true
	// A terminal that cannot be written to is no reason to stop.
	fmt.Fprintf(d.w, "\r%c %s\x1b[K\r", mark, d.figures().line(d.columns()-3))
}

// object is progress as JSON.
type object struct {
	Progress  string   `json:"progress"`
	Doing     string   `json:"doing"`
	Level     string   `json:"level,omitempty"`
	At        *int64   `json:"at,omitempty"`
	Done      int64    `json:"done,omitempty"`
	Unit      string   `json:"unit,omitempty"`
	Of        int64    `json:"of,omitempty"`
	Best      *int64   `json:"best,omitempty"`  // the value of the best solution so far
	Bound     *int64   `json:"bound,omitempty"` // no value is better
	Variables int64    `json:"variables,omitempty"`
	Clauses   int64    `json:"clauses,omitempty"`
	PerSecond float64  `json:"per_second,omitempty"`
	Left      *float64 `json:"left_seconds,omitempty"`
	Memory    int64    `json:"memory_bytes"`
	Seconds   float64  `json:"seconds"`
}

func (d *display) write() {
	f := d.figures()
	d.next = time.Now().Add(jsonTime)
	o := object{
		Progress: f.line(1 << 10), Doing: f.Doing, Level: f.Level, Done: f.Done, Unit: f.Unit, Of: f.Of, Best: f.Best,
		Bound:     f.Bound,
		Variables: f.Variables, Clauses: f.Clauses, PerSecond: f.perSecond, Memory: f.memory, Seconds: round(f.spent),
	}
	if f.Level != "" {
		o.At = &f.At
	}
	if f.left > 0 {
		left := round(f.left)
		o.Left = &left
	}
	text, _ := json.Marshal(o)           // texts and numbers can always be written
	_, _ = d.w.Write(append(text, '\n')) // a reader that has gone is no reason to stop
}

func (d *display) figures() figures {
	now := time.Now()
	return figures{
		Progress: d.now, spent: now.Sub(d.begin), perSecond: d.pace.perSecond(), left: d.pace.left(now, d.now),
		memory: memoryInUse(),
	}
}

// round returns a duration in seconds, to a millionth.
func round(d time.Duration) float64 { return d.Round(time.Microsecond).Seconds() }

// memoryInUse returns the number of bytes of pzc's own data.
func memoryInUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// pause wipes the line away so that something else can be printed. The line comes back by itself.
func (d *display) pause() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.shown {
		fmt.Fprint(d.w, "\r\x1b[K")
		d.shown = false
	}
}

// stop wipes the line away for good.
func (d *display) stop() {
	d.pause()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.timer != nil {
		d.timer.Stop()
	}
	d.w = nil
}
