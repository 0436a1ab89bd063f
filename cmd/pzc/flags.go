package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// durationMapper reads flags of the type duration.
type durationMapper struct{}

func (durationMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("duration", &text); err != nil {
		return err
	}
	d, ok := parseDuration(text)
	if !ok {
		return fmt.Errorf("%q is not a time; write 30s, 5m or 1h30m", text)
	}
	target.SetInt(int64(d))
	return nil
}

// listMapper reads flags of the type list: names and expressions with commas between them.
type listMapper struct{}

func (listMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("list", &text); err != nil {
		return err
	}
	target.Set(reflect.AppendSlice(target, reflect.ValueOf(splitList(text))))
	return nil
}

// splitList splits a text at its commas, but for those in brackets and in quotes, as in `v[(0, 0)], max(a, b)`.
func splitList(text string) (all []string) {
	depth, quote, begin := 0, rune(0), 0
	for i, r := range text {
		switch {
		case quote != 0:
			if quote == r {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case strings.ContainsRune("([{", r):
			depth++
		case strings.ContainsRune(")]}", r):
			depth--
		case r == ',' && depth == 0:
			all, begin = append(all, strings.TrimSpace(text[begin:i])), i+1
		}
	}
	return append(all, strings.TrimSpace(text[begin:]))
}

// bytesMapper reads flags of the type bytes.
type bytesMapper struct{}

func (bytesMapper) Decode(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("size", &text); err != nil {
		return err
	}
	n, ok := parseBytes(text)
	if !ok {
		return fmt.Errorf("%q is not an amount of memory; write 4GiB or 500MB", text)
	}
	target.SetInt(n)
	return nil
}

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
