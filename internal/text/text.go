// Package text formats numbers, lines, tables and JSON for people.
//
// Widths count characters (runes), not bytes.
package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/pzc-lang/pzc/internal/lazy"
)

// Grouped writes 1,234,567.
func Grouped(n int64) string {
	if n < 0 {
		return "-" + Digits(strconv.FormatInt(n, 10)[1:])
	}
	return Digits(strconv.FormatInt(n, 10))
}

// Digits groups the digits of a number of any size: 1,234,567.
func Digits(s string) string {
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Count writes a number that is small as a rule, with its noun: "1 move", "12 moves".
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// Plural writes a number that may be large with its noun: "1 state", "181,440 states".
func Plural(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Grouped(n) + " " + noun + "s"
}

// Sentence gives a text a capital and a full stop, unless it has a full stop or is empty.
func Sentence(s string) string {
	if s == "" || strings.HasSuffix(s, ".") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// Seconds writes a duration in seconds: "0.123 s", "12.3 s".
func Seconds(d time.Duration) string {
	if d >= 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return fmt.Sprintf("%.3f s", d.Seconds())
}

// Bytes writes an amount of memory in the largest unit that it fills: "4 GiB", "61.04 MiB", "12 B".
func Bytes(n int64) string {
	for _, u := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if n >= u.bytes {
			return fmt.Sprintf("%.4g %s", float64(n)/float64(u.bytes), u.name)
		}
	}
	return fmt.Sprintf("%d B", n)
}

// Cut shortens a text to a width; an ellipsis stands for what was cut off.
func Cut(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:max(0, width-1)]) + "…"
}

// Break breaks a text into lines between words. A word that is longer than a line stays whole.
func Break(s string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

var notInNames = lazy.Compile(`[^A-Za-z0-9_]+`)

// FileName makes a part of a file name of any text.
func FileName(s string) string { return notInNames.Get().ReplaceAllString(s, "-") }
