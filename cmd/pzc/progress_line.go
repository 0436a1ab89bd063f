package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

// pace is how fast something counts.
type pace struct {
	unit        string
	of          int64
	begin       tally
	older, last tally // the speed is that between them
	recent      tally // takes the place of older in a while
}

type tally struct {
	at   time.Time
	done int64
}

// paceTime is over how long speed is measured, at least.
const paceTime = 3 * time.Second

func (p *pace) note(now time.Time, s backends.Progress) {
	t := tally{now, s.Done}
	if s.Unit != p.unit || s.Of != p.of || s.Done < p.last.done { // something else is counted
		*p = pace{unit: s.Unit, of: s.Of, begin: t, older: t, recent: t}
	}
	if p.last = t; now.Sub(p.recent.at) >= paceTime {
		p.older, p.recent = p.recent, t
	}
}

// perSecond is 0 where too little was counted to tell; it has three digits, so that it can be read while it changes.
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

// left is how long it takes to the end if it goes on as it went so far; 0 where that is not known.
func (p *pace) left(now time.Time, s backends.Progress) time.Duration {
	done := float64(p.last.done - p.begin.done)
	if s.Of <= s.Done || done <= 0 {
		return 0
	}
	all := float64(s.Of-s.Done) / done * float64(p.last.at.Sub(p.begin.at))
	return max(0, time.Duration(math.Min(all, math.MaxInt64/2))-now.Sub(p.last.at))
}

// figures are what a line of progress is made of.
type figures struct {
	backends.Progress
	perSecond   float64
	spent, left time.Duration
	memory      int64
}

// line says all that there is room for: what matters least is left out first.
func (f figures) line(columns int) string {
	title := f.Doing
	if f.Level != "" {
		title += ", " + f.Level + " " + text.Grouped(f.At)
	}
	for _, parts := range [][]string{
		{f.bar(), f.amount(), f.rate(), f.bytes(), shortTime(f.spent), f.rest()},
		{f.share(), f.amount(), f.rate(), f.bytes(), f.time()},
		{f.share(), f.amount(), f.rate(), f.time()},
		{f.share(), f.amount(), f.time()},
		{f.share(), f.time()},
	} {
		if text := joined(title, parts); utf8.RuneCountInString(text) <= columns {
			return text
		}
	}
	rest := joined("", []string{f.share(), f.time()})
	return text.Cut(title, max(0, columns-utf8.RuneCountInString(rest))) + rest
}

// joined is "title: a, b" of the parts that say something.
func joined(title string, parts []string) string {
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

// share is how much is done. What there is in all may be an estimate.
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

// littleMemory is what pzc needs for itself, about: to tell it would say nothing.
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

// time is how long it still takes, or else how long it took so far.
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
