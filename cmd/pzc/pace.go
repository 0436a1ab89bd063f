package main

import (
	"math"
	"time"

	"github.com/pzc-lang/pzc/backends"
)

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
