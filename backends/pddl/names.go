package pddl

import (
	"strconv"
	"strings"
)

// names makes valid names of PDDL: small letters, digits and hyphens, a letter first. PDDL does not distinguish
// capitals from small letters, so some names get numbers.
type names struct {
	of    map[string]string
	taken map[string]bool
}

func newNames() *names {
	n := &names{of: map[string]string{}, taken: map[string]bool{}}
	for _, word := range reserved {
		n.taken[word] = true
	}
	return n
}

// reserved lists words that have a meaning for planners.
var reserved = []string{
	"and", "assign", "at", "define", "domain", "either", "exists", "forall", "imply", "increase", "is", "no-value", "not",
	"number", "object", "or", "over", "problem", "start", "total-cost", "value", "variable", "when",
}

// name returns the name of a thing that the model calls text. Things of one kind share a prefix, which may be empty.
func (n *names) name(prefix, text string) string {
	key := prefix + "\x00" + text
	if name, known := n.of[key]; known {
		return name
	}
	base := prefix + mangle(text)
	if base == "" || base[0] < 'a' {
		base = "x" + base
	}
	name := base
	for i := 2; n.taken[name]; i++ {
		name = base + "-" + strconv.Itoa(i)
	}
	n.of[key], n.taken[name] = name, true
	return name
}

// mangle keeps letters and digits, and replaces everything between them by a hyphen.
func mangle(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
