package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/internal/mention"
)

// projected lists the variables of the task that tell solutions apart, ascending: those of the state variables that
// Options.Project names, else those of the answer; nil means all.
func (puzzle *Puzzle) projected(o Options) ([]int, error) {
	names := o.Project
	switch {
	case len(names) == 0 && (o.All || o.Count):
		return puzzle.decided(), nil
	case len(names) == 0:
		return nil, nil
	}
	if len(puzzle.task.Moves) > 0 {
		return nil, fmt.Errorf("solutions with moves are told apart as wholes; %s is for puzzles without moves",
			mention.Project+" "+strings.Join(names, ","))
	}
	on := []int{}
	for _, name := range names {
		vars, known := puzzle.variables(strings.TrimSpace(name))
		if !known {
			return nil, puzzle.noVariable(strings.TrimSpace(name))
		}
		on = append(on, vars...)
	}
	slices.Sort(on)
	return slices.Compact(on), nil
}

// decided lists the variables of the task that belong to the answer; nil if nothing else is chosen.
func (puzzle *Puzzle) decided() []int {
	on, more := []int{}, false
	for i := range puzzle.task.Vars {
		if puzzle.Decides(puzzle.task.Vars[i].State) {
			on = append(on, i)
		} else {
			more = more || puzzle.task.Free[i]
		}
	}
	if !more {
		return nil
	}
	return on
}

// variables lists the variables of the task for a state variable, an array or an element. An element that the clues
// decide is no variable of the task.
func (puzzle *Puzzle) variables(name string) (vars []int, known bool) {
	for place := range puzzle.task.Fixed {
		array, _ := puzzle.model.ArrayAt(place)
		known = known || name == array.Name || name == puzzle.model.StateName(place)
	}
	for i := range puzzle.task.Vars {
		if v := puzzle.task.Vars[i].Name; v == name || strings.HasPrefix(v, name+"[") {
			vars = append(vars, i)
		}
	}
	return vars, known
}

func (puzzle *Puzzle) noVariable(name string) error {
	var all []string
	element := map[string]string{} // the first of each array
	for place := range puzzle.task.Fixed {
		if array, _ := puzzle.model.ArrayAt(place); element[array.Name] == "" {
			all, element[array.Name] = append(all, array.Name), puzzle.model.StateName(place)
		}
	}
	if base, _, indexed := strings.Cut(name, "["); indexed && slices.Contains(all, base) {
		return fmt.Errorf("%s has no element %s; write it as answers do, such as %s", base, name, element[base])
	}
	return &backends.UnknownError{What: "state variable", Name: name, Known: all}
}

// Projected reports whether Options.Project names a state variable; no names mean all.
func Projected(names []string, v Assigned) bool {
	return len(names) == 0 || slices.Contains(names, v.Name) || slices.Contains(names, v.Variable)
}
