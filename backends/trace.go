package backends

import "strings"

// Traced is a step of the constraint engine: a choice, a conclusion or a learnt clause.
type Traced struct {
	Event Event
	Level int    // the number of choices that stand, this one included
	What  string // what was chosen or concluded, such as "b >= 3"
	// Because holds the literals from which it was concluded, the literals that contradict each other, or the
	// alternatives of a learnt clause.
	Because []string
	Against []string // what the alternatives that were learnt contradict
	// Weaker is true if the conclusion is only a weaker bound of the same variable: x <= 3 makes x <= 4 true.
	Weaker bool
}

// Event says of which kind a step is.
type Event string

// The events.
const (
	Chosen       Event = "choose"
	Concluded    Event = "conclude"
	Contradicted Event = "contradiction"
	Learnt       Event = "learn"
)

// String writes a step as a line. Each choice that stands indents it.
func (t Traced) String() string {
	line := strings.Repeat("  ", t.Level)
	switch t.Event {
	case Chosen:
		return line + "choose " + t.What
	case Learnt:
		return line + "learn: " + strings.Join(t.Because, " or ")
	case Contradicted:
		line += "contradiction"
	case Concluded:
		line += t.What
	}
	if len(t.Because) > 0 {
		line += ", since " + strings.Join(t.Because, ", ")
	}
	return line
}
