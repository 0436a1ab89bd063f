package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/text"
)

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
