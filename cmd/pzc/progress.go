package main

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime/metrics"
	"sync"
	"time"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/show"
)

const (
	quietTime = time.Second            // how long work may last before progress is drawn
	drawTime  = 150 * time.Millisecond // between two drawings
	jsonTime  = 100 * time.Millisecond // the least time between two objects for programs
	pulseTime = time.Second            // the most, so that memory and time are known also where nothing new is said
)

// progress is a line on the terminal that says what is going on. It is drawn only if somebody looks, and only when the work
// has lasted for a while; in the end it is wiped away. For programs it is an object a line.
type progress struct {
	mu      sync.Mutex
	w       io.Writer // nil: nobody looks
	json    bool
	columns func() int
	now     backends.Progress
	pace    pace
	begin   time.Time
	next    time.Time // when the next object may be written
	drawn   int       // lines drawn so far; the line is on the screen while shown
	shown   bool
	timer   *time.Timer
}

func (e *env) startProgress() *progress {
	p := &progress{begin: time.Now(), columns: e.liveColumns}
	switch {
	case e.globals.Progress == "json":
		p.w, p.json = e.stderr, true
	case e.live && !e.globals.Quiet && e.globals.Progress != "none":
		p.w = e.stderr
	default:
		return p
	}
	p.timer = time.AfterFunc(quietTime, p.tick)
	return p
}

// tick shows what is going on, and goes on while there is something to show.
func (p *progress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.w == nil:
		return
	case p.json:
		p.write()
		p.timer.Reset(pulseTime)
	default:
		p.draw()
		p.timer.Reset(drawTime)
	}
}

// doing says in words what is going on.
func (p *progress) doing(what string) { p.say(backends.Progress{Doing: what}) }

// say replaces what is going on. It may be called from other goroutines.
func (p *progress) say(now backends.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil {
		return
	}
	p.pace.note(time.Now(), now)
	if p.now = now; p.json && !time.Now().Before(p.next) {
		p.write()
	}
}

// spinner shows that time passes where nothing else changes. It can be drawn on every terminal.
const spinner = `|/-\`

// draw draws the line over the last one. The cursor stays where the line begins, so that what others print stands there.
func (p *progress) draw() {
	mark := spinner[p.drawn%len(spinner)]
	p.drawn++
	p.shown = true
	fmt.Fprintf(p.w, "\r%c %s\x1b[K\r", mark, p.figures().line(p.columns()-3)) // a terminal that cannot be written to is no reason to stop
}

// progressObject is progress for programs.
type progressObject struct {
	Progress  string   `json:"progress"`
	Doing     string   `json:"doing"`
	Level     string   `json:"level,omitempty"`
	At        *int64   `json:"at,omitempty"`
	Done      int64    `json:"done,omitempty"`
	Unit      string   `json:"unit,omitempty"`
	Of        int64    `json:"of,omitempty"`
	Variables int64    `json:"variables,omitempty"`
	Clauses   int64    `json:"clauses,omitempty"`
	PerSecond float64  `json:"per_second,omitempty"`
	Left      *float64 `json:"left_seconds,omitempty"`
	Memory    int64    `json:"memory_bytes"`
	Seconds   float64  `json:"seconds"`
}

func (p *progress) write() {
	f := p.figures()
	p.next = time.Now().Add(jsonTime)
	o := progressObject{
		Progress: f.line(1 << 10), Doing: f.Doing, Level: f.Level, Done: f.Done, Unit: f.Unit, Of: f.Of, Variables: f.Variables, Clauses: f.Clauses,
		PerSecond: f.perSecond, Memory: f.memory, Seconds: show.Seconds(f.spent),
	}
	if f.Level != "" {
		o.At = &f.At
	}
	if f.left > 0 {
		left := show.Seconds(f.left)
		o.Left = &left
	}
	text, _ := json.Marshal(o)           // texts and numbers can always be written
	_, _ = p.w.Write(append(text, '\n')) // a reader that has gone is no reason to stop
}

func (p *progress) figures() figures {
	now := time.Now()
	return figures{Progress: p.now, spent: now.Sub(p.begin), perSecond: p.pace.perSecond(), left: p.pace.left(now, p.now), memory: memoryInUse()}
}

// memoryInUse is how many bytes pzc's own data take.
func memoryInUse() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// pause wipes the line away so that something else can be printed.
func (p *progress) pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}

// stop wipes the line away for good.
func (p *progress) stop() {
	p.pause()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.w = nil
}
