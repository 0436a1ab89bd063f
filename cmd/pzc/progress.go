package main

import (
	"encoding/json"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// quietTime is how long work may last before progress is drawn.
const quietTime = time.Second

// jsonTime is the least time between two objects for programs.
const jsonTime = 100 * time.Millisecond

// progress is a line on the terminal that says what is going on. It is drawn only if somebody looks, and only when the work
// has lasted for a while; in the end it is wiped away. For programs it is an object a line.
type progress struct {
	mu    sync.Mutex
	line  string
	json  io.Writer // nil: not for a program
	begin time.Time
	next  time.Time // when the next object may be written
	bar   *progressbar.ProgressBar
	timer *time.Timer
	draw  func() *progressbar.ProgressBar
}

func (e *env) startProgress() *progress {
	p := &progress{begin: time.Now()}
	switch {
	case e.globals.Progress == "json":
		p.json = e.stderr
		return p
	case !e.live || e.globals.Quiet || e.globals.Progress == "none":
		return p
	}
	p.draw = func() *progressbar.ProgressBar {
		return progressbar.NewOptions(-1, progressbar.OptionSetWriter(e.stderr), progressbar.OptionSpinnerType(14),
			progressbar.OptionSetSpinnerChangeInterval(0), // otherwise it draws by itself, and does not stop
			progressbar.OptionClearOnFinish(), progressbar.OptionSetElapsedTime(true), progressbar.OptionThrottle(50*time.Millisecond),
			progressbar.OptionSetDescription(p.line))
	}
	p.timer = time.AfterFunc(quietTime, p.show)
	return p
}

// show begins to draw, and goes on while there is a bar.
func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.draw == nil {
		return
	}
	if p.bar == nil {
		p.bar = p.draw()
	}
	p.bar.Describe(p.line)
	_ = p.bar.Add(1) // a terminal that cannot be written to is no reason to stop
	p.timer.Reset(100 * time.Millisecond)
}

// say replaces the line. It may be called from other goroutines.
func (p *progress) say(line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line = line
	if p.json == nil || time.Now().Before(p.next) {
		return
	}
	p.next = time.Now().Add(jsonTime)
	text, _ := json.Marshal(struct { // a text and a number can always be written
		Progress string  `json:"progress"`
		Seconds  float64 `json:"seconds"`
	}{line, round(time.Since(p.begin))})
	_, _ = p.json.Write(append(text, '\n')) // a reader that has gone is no reason to stop
}

// pause wipes the line away so that something else can be printed.
func (p *progress) pause() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// stop wipes the line away for good.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
	}
	if p.timer != nil {
		p.timer.Stop()
	}
	p.draw, p.bar = nil, nil
}
