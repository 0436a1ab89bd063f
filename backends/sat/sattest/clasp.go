package sattest

import (
	"fmt"
	"regexp"
	"strings"
)

// ForClasp rewrites a formula in OPB for clasp: each equation as two inequalities. clasp 3.3.5 calls `+3 x1 -3 x2 = 2`
// satisfiable.
func ForClasp(opb string) string {
	var b strings.Builder
	constraints := 0
	for line := range strings.Lines(opb) {
		sum, right, equation := strings.Cut(strings.TrimSuffix(line, " ;\n"), " = ")
		switch {
		case strings.HasPrefix(line, "*"):
			b.WriteString(line)
			continue
		case equation:
			opposite := strings.NewReplacer("+", "-", "-", "+")
			fmt.Fprintf(&b, "%s >= %s ;\n%s >= %s ;\n", sum, right, opposite.Replace(sum), negative(right))
			constraints += 2
		default:
			b.WriteString(line)
			constraints++
		}
	}
	return constraintCount.ReplaceAllString(b.String(), fmt.Sprintf("#constraint= %d", constraints))
}

var constraintCount = regexp.MustCompile(`#constraint= \d+`)

// negative returns the negative of a number that is written down.
func negative(number string) string {
	if rest, ok := strings.CutPrefix(number, "-"); ok {
		return rest
	}
	return "-" + strings.TrimPrefix(number, "+")
}
