// Package amount formats amounts for people: counts with units, and sizes.
package amount

import "strconv"

// Of formats a count with a unit: "1,234 states". The unit is given in the singular.
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

// Bytes formats a size: "512 KiB".
func Bytes(n int64) string {
	for _, u := range []string{"bytes", "KiB", "MiB"} {
		if n < 10*1024 {
			return strconv.FormatInt(n, 10) + " " + u
		}
		n /= 1024
	}
	return strconv.FormatInt(n, 10) + " GiB"
}
