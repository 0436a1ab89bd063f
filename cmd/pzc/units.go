package main

import (
	"strconv"
	"strings"
	"time"
)

// parseDuration reads a time: 30s, 5m, 1h30m; a plain number means seconds.
func parseDuration(text string) (d time.Duration, ok bool) {
	d, err := time.ParseDuration(text)
	if seconds, notNumber := strconv.ParseFloat(text, 64); notNumber == nil && seconds < 1e9 {
		d, err = time.Duration(seconds*float64(time.Second)), nil
	}
	return d, err == nil && d > 0
}

// units are the units of memory, longer suffixes first.
var units = []struct {
	suffix string
	bytes  float64
}{
	{"kib", 1 << 10},
	{"mib", 1 << 20},
	{"gib", 1 << 30},
	{"tib", 1 << 40},
	{"kb", 1e3},
	{"mb", 1e6},
	{"gb", 1e9},
	{"tb", 1e12},
	{"k", 1 << 10},
	{"m", 1 << 20},
	{"g", 1 << 30},
	{"t", 1 << 40},
	{"b", 1},
	{"", 1},
}

// leastMemory is what pzc needs for itself, in bytes.
const leastMemory = 16 << 20

// parseBytes reads an amount of memory: 4GiB, 500MB; a plain number means bytes. Less than pzc needs for itself is
// raised to that.
func parseBytes(text string) (n int64, ok bool) {
	lower := strings.ToLower(strings.TrimSpace(text))
	for _, u := range units {
		number, found := strings.CutSuffix(lower, u.suffix)
		if !found {
			continue
		}
		x, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(x > 0) || x*u.bytes >= 1<<62 {
			return 0, false
		}
		return max(int64(x*u.bytes), leastMemory), true
	}
	return 0, false
}
