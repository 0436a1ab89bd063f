package gogen

import "strings"

// truth is a Go condition that can be negated and joined with others without needless brackets.
type truth struct {
	kind  truthKind
	text  string // atom: a Go expression that binds at least as tightly as a comparison
	not   string // atom: its negation; "" if that is ! in front of it
	parts []truth
	// left, op and right are the parts of a comparison.
	left, op, right string
	// implies are conditions that hold where the atom does.
	implies []string
}

type truthKind uint8

const (
	atom truthKind = iota
	always
	never
	all
	some
)

var (
	yes = truth{kind: always}
	no  = truth{kind: never}
)

func constant(b bool) truth {
	if b {
		return yes
	}
	return no
}

func atomOf(text string) truth { return truth{text: text} }

// compare is a comparison; op is one of Go's.
func compare(l, op, r string) truth {
	inverse := map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
	return truth{text: l + " " + op + " " + r, not: l + " " + inverse[op] + " " + r, left: l, op: op, right: r}
}

func and(parts ...truth) truth { return junction(all, always, never, parts) }

func or(parts ...truth) truth { return junction(some, never, always, parts) }

// junction joins conditions: neutral ones are left out, a decisive one is all.
func junction(kind, neutral, decisive truthKind, parts []truth) truth {
	out := truth{kind: kind}
	seen := map[string]bool{}
	for _, p := range parts {
		switch p.kind {
		case neutral:
			continue
		case decisive:
			return p
		case kind:
			for _, q := range p.parts {
				if t := q.String(); !seen[t] {
					seen[t] = true
					out.parts = append(out.parts, q)
				}
			}
		default:
			if t := p.String(); !seen[t] {
				seen[t] = true
				out.parts = append(out.parts, p)
			}
		}
	}
	switch len(out.parts) {
	case 0:
		return truth{kind: neutral}
	case 1:
		return out.parts[0]
	}
	return out
}

// negate is the condition that holds where t does not.
func negate(t truth) truth {
	switch t.kind {
	case always:
		return no
	case never:
		return yes
	case atom:
		switch {
		case t.not != "":
			return compare(t.left, strings.Fields(strings.TrimPrefix(t.not, t.left))[0], t.right)
		case strings.HasPrefix(t.text, "!"):
			return truth{text: t.text[1:]}
		}
		return truth{text: "!" + t.text}
	default:
	}
	parts := make([]truth, len(t.parts))
	for i, p := range t.parts {
		parts[i] = negate(p)
	}
	if t.kind == all {
		return or(parts...)
	}
	return and(parts...)
}

func (t truth) String() string {
	switch t.kind {
	case always:
		return "true"
	case never:
		return "false"
	case atom:
		return t.text
	case all:
		return t.join(" && ", some)
	default:
		return t.join(" || ", all)
	}
}

// join puts brackets around parts of a kind; Go would not need them around && in ||, people do.
func (t truth) join(op string, bracket truthKind) string {
	parts := make([]string, len(t.parts))
	for i, p := range t.parts {
		parts[i] = p.String()
		if p.kind == bracket {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, op)
}

// operand is the condition as an operand of a comparison.
func (t truth) operand() string {
	if t.kind == all || t.kind == some || t.kind == atom && strings.ContainsAny(t.text, "=<>") {
		return "(" + t.String() + ")"
	}
	return t.String()
}
