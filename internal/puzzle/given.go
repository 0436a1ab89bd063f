package puzzle

import (
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
	"github.com/pzc-lang/pzc/internal/present/readback"
)

// names returns the names of the puzzle for the reader of answers.
func (puzzle *Puzzle) names() readback.Names {
	n := readback.Names{Puzzle: puzzle.Program.Name(), PDDL: puzzle.model.Notation != nil, Signs: puzzle.signs}
	n.Moves = lists.Map(puzzle.Program.checked.Moves, func(m *model.Move) string { return m.Name })
	for _, a := range puzzle.model.StateArrays() {
		d := puzzle.model.Data[a.ID]
		out := readback.Array{Name: a.Name, Index: lists.Map(d.Index, puzzle.labels)}
		for k := range d.Size {
			out.Elems = append(out.Elems, puzzle.model.StateName(d.Offset+k))
		}
		n.Arrays = append(n.Arrays, out)
	}
	return n
}

func moveTexts(moves []readback.Text) []parse.Placed {
	return lists.Map(moves, func(m readback.Text) parse.Placed { return parse.Placed{Text: m.Text, At: m.Span.Start} })
}

// given reads the values that an answer gives. The list has a finding for each name that the puzzle does not have, and
// for each value that is given twice.
func (puzzle *Puzzle) given(values []readback.Given) (given map[int]int64, diags diag.List) {
	given = map[int]int64{}
	if len(values) == 0 {
		return given, nil
	}
	places := make(map[string]int, puzzle.model.StateSize)
	for place := range puzzle.model.StateSize {
		places[squeeze(puzzle.model.StateName(place))] = place
	}
	first := map[int]readback.Text{}
	for _, v := range values {
		place, known := places[squeeze(v.Name)]
		if !known {
			d := diags.Errorf(v.Value.Span, semantics.CodePlan, "%s has no state variable `%s`", puzzle.Program.Name(), v.Name)
			d.Help = puzzle.nearestVariable(v.Name)
			continue
		}
		if before, again := first[place]; again {
			d := diags.Errorf(v.Value.Span, semantics.CodePlan,
				"%s is given twice: first %s (line %d), now %s (line %d)", puzzle.model.StateName(place),
				before.Text, before.Span.Start.Line, v.Value.Text, v.Value.Span.Start.Line)
			d.Related = []diag.Related{{Span: before.Span, Msg: "first given here"}}
			continue
		}
		first[place] = v.Value
		n, problem := parse.Element(puzzle.machine, place, v.Value.Text)
		if problem != "" {
			diags.Errorf(v.Value.Span, semantics.CodePlan, "%s %s", puzzle.model.StateName(place), problem)
		}
		given[place] = n
	}
	return given, diags
}

// nearestVariable returns advice for an unknown name: a similar name, or all names.
func (puzzle *Puzzle) nearestVariable(name string) string {
	var names []string
	base, _, _ := strings.Cut(name, "[")
	for _, a := range puzzle.model.StateArrays() {
		names = append(names, a.Name)
		if d := puzzle.model.Data[a.ID]; a.Name == base && d.Size > 1 {
			return "its elements are " + puzzle.model.StateName(d.Offset) + " to " + puzzle.model.StateName(d.Offset+d.Size-1)
		}
	}
	return diag.Meant(base, names, "its state variables are "+strings.Join(names, ", "))
}

// squeeze drops blanks, so that names and values compare equal however they are spaced.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// signs returns the moves whose label is one sign that no other move has, by their signs. A label that reads the state
// is no name.
func (puzzle *Puzzle) signs() map[rune]string {
	signs := map[rune]string{}
	if !slices.ContainsFunc(puzzle.model.Moves, signed) || puzzle.machine.CheckInstances() != nil {
		return signs
	}
	for _, mv := range puzzle.machine.Instances() {
		if !signed(mv.Decl) {
			continue
		}
		if label := []rune(puzzle.machine.Label(nil, mv)); len(label) == 1 {
			if _, taken := signs[label[0]]; taken {
				signs[label[0]] = ""
			} else {
				signs[label[0]] = puzzle.machine.Name(mv)
			}
		}
	}
	maps.DeleteFunc(signs, func(_ rune, move string) bool { return move == "" })
	return signs
}

func signed(m *model.Move) bool { return m.Label != nil && !model.ReadsState(m.Label) }
