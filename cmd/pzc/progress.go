package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

// Here is how the progress of long work is shown. People get one line on the terminal, which is redrawn in place and
// erased at the end. Programs get JSON objects, one a line. Both go to standard error, so that standard output holds
// only the answer.

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

func (d *display) write() {
	f := d.figures()
	d.next = time.Now().Add(jsonTime)
	o := text.Fields{"progress", f.line(1 << 10), "doing", f.Doing}
	if f.Level != "" {
		o = append(o, "level", f.Level, "at", f.At)
	}
	o = append(o, "done?", f.Done, "unit?", f.Unit, "of?", f.Of, "best?", f.Best, "bound?", f.Bound,
		"variables?", f.Variables, "clauses?", f.Clauses, "per_second?", f.perSecond, "left_seconds?", round(f.left),
		"memory_bytes", f.memory, "seconds", round(f.spent))
	line, _ := json.Marshal(o)           // texts and numbers can always be written
	_, _ = d.w.Write(append(line, '\n')) // a reader that has gone is no reason to stop
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

// figures are the contents of a line of progress.
type figures struct {
	backends.Progress
	perSecond   float64
	spent, left time.Duration
	memory      int64
}

// line writes the figures that fit into a width. The least important are left out first.
func (f figures) line(columns int) string {
	title := f.Doing
	if f.Level != "" {
		title += ", " + f.Level + " " + text.Grouped(f.At)
	}
	if f.Best != nil {
		title += ", best value " + text.Grouped(*f.Best)
	}
	if f.Bound != nil {
		title += ", bound " + text.Grouped(*f.Bound)
	}
	for _, parts := range [][]string{
		{f.bar(), f.amount(), f.rate(), f.bytes(), shortTime(f.spent), f.rest()},
		{f.share(), f.amount(), f.rate(), f.bytes(), f.time()},
		{f.share(), f.amount(), f.rate(), f.time()},
		{f.share(), f.amount(), f.time()},
		{f.share(), f.time()},
	} {
		if text := joinedParts(title, parts); utf8.RuneCountInString(text) <= columns {
			return text
		}
	}
	rest := joinedParts("", []string{f.share(), f.time()})
	return text.Cut(title, max(0, columns-utf8.RuneCountInString(rest))) + rest
}

// joinedParts is "title: a, b" of the parts that are not empty.
func joinedParts(title string, parts []string) string {
	between := ": "
	for _, p := range parts {
		if p != "" {
			title += between + p
			between = ", "
		}
	}
	return title
}

const barWidth = 10

// bar draws how much is done.
func (f figures) bar() string {
	if f.Of <= 0 {
		return ""
	}
	full := min(max(int(f.Done*barWidth/f.Of), 0), barWidth)
	return "[" + strings.Repeat("=", full) + strings.Repeat(" ", barWidth-full) + "] " + f.share()
}

// share returns the part that is done, at most 100 %: the total may be an estimate.
func (f figures) share() string {
	if f.Of <= 0 {
		return ""
	}
	return strconv.Itoa(int(min(100, 100*float64(f.Done)/float64(f.Of)))) + " %"
}

func (f figures) amount() string {
	switch {
	case f.Variables > 0:
		return text.Plural(f.Variables, "variable") + ", " + text.Plural(f.Clauses, "clause")
	case f.Done > 0:
		return text.Plural(f.Done, f.Unit)
	}
	return ""
}

// littleMemory is about what pzc needs for itself. Less is not shown.
const littleMemory = 16 << 20

func (f figures) bytes() string {
	switch {
	case f.memory < littleMemory:
		return ""
	case f.memory < 1<<30:
		return strconv.FormatInt(f.memory>>20, 10) + " MiB"
	}
	return fmt.Sprintf("%.1f GiB", float64(f.memory)/(1<<30))
}

func (f figures) rate() string {
	if f.perSecond < 1 {
		return ""
	}
	return text.Grouped(int64(f.perSecond)) + "/s"
}

func (f figures) rest() string {
	if f.left <= 0 {
		return ""
	}
	return shortTime(f.left) + " left"
}

// time returns the time that is left, or if that is not known, the time since the begin.
func (f figures) time() string {
	if rest := f.rest(); rest != "" {
		return rest
	}
	return shortTime(f.spent)
}

// shortTime writes 7s, 2m07s, 3h05m.
func shortTime(d time.Duration) string {
	two := func(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	s := int(d.Seconds())
	switch {
	case s < 60:
		return strconv.Itoa(s) + "s"
	case s < 3600:
		return strconv.Itoa(s/60) + "m" + two(s%60) + "s"
	}
	return strconv.Itoa(s/3600) + "h" + two(s/60%60) + "m"
}

// pace measures how fast a count grows.
type pace struct {
	unit        string
	of          int64
	begin       tally
	older, last tally // the speed is measured between these two
	recent      tally // becomes older after paceTime
}

// tally is a count at a time.
type tally struct {
	at   time.Time
	done int64
}

// paceTime is the least time over which speed is measured.
const paceTime = 3 * time.Second

// note takes the next count. If another unit is counted, or the count starts again, the measurement starts again.
func (p *pace) note(now time.Time, s backends.Progress) {
	t := tally{now, s.Done}
	if s.Unit != p.unit || s.Of != p.of || s.Done < p.last.done {
		*p = pace{unit: s.Unit, of: s.Of, begin: t, older: t, recent: t}
	}
	if p.last = t; now.Sub(p.recent.at) >= paceTime {
		p.older, p.recent = p.recent, t
	}
}

// perSecond returns the speed, rounded to three digits so that it can be read while it changes; 0 if it is not known
// yet.
func (p *pace) perSecond() float64 {
	if p.last.at.Sub(p.older.at) < time.Second/2 {
		return 0
	}
	x := float64(p.last.done-p.older.done) / p.last.at.Sub(p.older.at).Seconds()
	if x <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return math.Round(x/unit) * unit
}

// left returns the time to the end if the work goes on at its average speed, 0 if that is not known.
func (p *pace) left(now time.Time, s backends.Progress) time.Duration {
	done := float64(p.last.done - p.begin.done)
	if s.Of <= s.Done || done <= 0 {
		return 0
	}
	all := float64(s.Of-s.Done) / done * float64(p.last.at.Sub(p.begin.at))
	return max(0, time.Duration(math.Min(all, math.MaxInt64/2))-now.Sub(p.last.at))
}
