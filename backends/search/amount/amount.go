// Package amount formats numbers of things for people.
package amount

import (
	"strconv"
	"strings"
)

// Of writes a number of things, named in the singular: "1,234 states".
func Of(n int64, what string) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if n != 1 {
		what += "s"
	}
	return s + " " + what
}

// Bytes writes a size: "512 KiB".
func Bytes(n int64) string {
	for _, u := range []string{"bytes", "KiB", "MiB"} {
		if n < 10*1024 {
			return strconv.FormatInt(n, 10) + " " + u
		}
		n /= 1024
	}
	return strings.TrimSuffix(strconv.FormatFloat(float64(n)/1024, 'f', 1, 64), ".0") + " GiB"
}
