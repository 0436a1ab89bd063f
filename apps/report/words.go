package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/internal/puzzle"
	"github.com/pzc-lang/pzc/internal/text"
)

// Passage is a part of a report in words: a title, lines, and states with the moves as captions. Lines name options as
// package mention does.
type Passage struct {
	Title  string        `json:"title"`
	Lines  []string      `json:"lines"`
	States []puzzle.Step `json:"-"`
}

// Passages puts a report into words. The measures and the plan are not among them.
func (r *Report) Passages(z *puzzle.Puzzle) (all []Passage) {
	if t := r.Trap; t != nil {
		where := "After " + text.Count(t.Moves, "move")
		if t.Moves == 0 {
			where = "At the start"
		}
		all = append(all, Passage{
			Title:  "The earliest trap",
			States: []puzzle.Step{{Move: "before", State: t.Before}, {Move: "after", State: t.After}},
			Lines:  []string{fmt.Sprintf("%s, `%s` can be made. Then no goal can be reached.", where, t.Move)},
		})
	}
	if z.HasMoves() && r.Vector.Survey != nil {
		if p := r.matters(); len(p.Lines) > 0 { // else no element was tried yet
			all = append(all, p)
		}
	}
	if f, number, rules := r.hardest(); f != nil {
		_, words, _ := strings.Cut(f.Text, ". ")
		all = append(all, Passage{Title: "The hardest deduction", Lines: []string{
			words, fmt.Sprintf("This is number %d of %d. It needs %s:", number, len(r.Steps.Ladder.Rules),
				text.Count(rules, "rule")), f.RuleTexts(),
		}})
	}
	if r.Unneeded != nil {
		p := Passage{Title: "Is every clue needed?"}
		for _, f := range r.Unneeded.Facts {
			if p.Lines = append(p.Lines, f.Text); len(f.Parts) > 0 {
				p.Lines = append(p.Lines, f.RuleTexts())
			}
		}
		all = append(all, p)
	}
	return all
}

// matters says what becomes of the cost without each element. Elements of one sign that do not matter are one line.
func (r *Report) matters() Passage {
	p := Passage{Title: "Does every element matter?"}
	say := func(format string, args ...any) { p.Lines = append(p.Lines, fmt.Sprintf(format, args...)) }
	if r.Omitted != "" {
		say("Not tried: %s.", r.Omitted)
	}
	cost, _ := r.Vector.Value("cost")
	same := map[rune]*element{}
	for i := range r.Elements {
		switch x := &r.Elements[i]; {
		case x.Reason != "":
			say("Without %s: not known, %s.", x, x.Reason)
		case x.Cost == nil:
			say("Without %s there is no plan.", x)
		case *x.Cost != cost:
			say("Without %s the cost becomes %d.", x, *x.Cost)
		case same[x.Sign] == nil:
			same[x.Sign] = &element{Sign: x.Sign, Places: slices.Clone(x.Places)}
		default:
			same[x.Sign].Places = append(same[x.Sign].Places, x.Places...)
		}
	}
	for _, sign := range slices.Sorted(maps.Keys(same)) {
		say("The cost stays %d without one of: %s.", cost, same[sign])
	}
	return p
}
