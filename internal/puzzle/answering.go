package puzzle

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/ground"
	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/mention"
)

// codeOpen is the code of findings about the value of an open place of an answer.
const codeOpen = "answer-value"

// How answers work, for the maintainer. A puzzle with `answer` is built from model.Program.Answering, so what a person
// decides are state variables, and all that reads a state has them. What is not a part of the answer is called inner.

// answering returns the program whose answers are state variables: see model.Program.Answering. If plain, the program
// has no answers.
func (p *Program) answering(plain bool) *Program {
	checked := p.checked.Answering()
	switch {
	case len(p.checked.Answers) == 0:
		return p
	case plain:
		without := *p.checked
		without.Answers, checked = nil, &without
	}
	out := *p
	out.checked = checked
	if out.base == nil {
		out.base = p
	}
	return &out
}

// Decides reports whether an element of the state is a part of the answer: what a person decides. Without `answer` in
// the model, the whole state is.
func (puzzle *Puzzle) Decides(place int) bool {
	answers := puzzle.model.Answers
	return len(answers) == 0 || puzzle.answerAt(place) != nil
}

// answerAt returns the answer that an element of the state belongs to, nil if it is inner.
func (puzzle *Puzzle) answerAt(place int) *model.Answer {
	array, _ := puzzle.model.ArrayAt(place)
	answers := puzzle.model.Answers
	i := slices.IndexFunc(answers, func(a model.Answer) bool { return a.Array.ID == array.ID })
	if i < 0 {
		return nil
	}
	return &answers[i]
}

// openValues reports values of open places that are none of their elements.
func openValues(m *model.Model) (diags diag.List) {
	ev := semantics.NewEvaluator(m)
	for _, answer := range m.Answers {
		data := m.Data[answer.Array.ID]
		if answer.Start == nil || data == nil {
			continue
		}
		v, ok := ev.Alone(answer.Start, model.SlotsFor(answer.Start))
		for k := range data.Size {
			if ok && data.DomainAt(k).Contains(v) {
				continue
			}
			name := answer.Array.Name
			if len(data.Index) > 0 {
				name = m.StateName(data.Offset + k)
			}
			diags.Errorf(answer.Start.Span(), codeOpen, "the value of an open place is none that `%s` may have", name).
				Help = "write one of its values, or leave the value out if each place is to be filled in"
			break
		}
	}
	return diags
}

// elements are the elements of the answer.
type elements struct {
	first map[int]int   // by place: the first element that is equal in all states
	all   map[int][]int // by place of such a first element: the elements that are equal
	known map[int]int64 // elements that have one value
	start map[int]int64 // by place: the value of an open place; none: it is to be filled
}

// elements finds out which elements of the answer are equal whatever the solver chooses. An example are the two sides
// of a line between cells.
func (puzzle *Puzzle) elements(ctx context.Context) elements {
	e := elements{map[int]int{}, map[int][]int{}, map[int]int64{}, map[int]int64{}}
	if len(puzzle.model.Answers) == 0 {
		return e
	}
	var over *ground.Over
	machine, equal := semantics.NewMachine(puzzle.model), map[task.Expr]int{}
	for _, answer := range puzzle.model.Answers {
		data := puzzle.model.Data[answer.Array.ID]
		for k := range data.Size {
			place := data.Offset + k
			e.first[place], e.all[place] = place, []int{place}
			if answer.Start != nil {
				if v, ok := machine.Evaluator().Alone(answer.Start, model.SlotsFor(answer.Start)); ok {
					e.start[place] = v.N
				}
			}
			if answer.Value == nil {
				continue
			}
			if over == nil {
				fixed := map[int]int64{}
				for _, g := range machine.Givens() {
					fixed[g.Place] = g.Value.N
				}
				over = ground.OverState(ctx, puzzle.model, fixed)
			}
			x, _, _, ok := over.Eval(answer.Value, frameOf(&answer, data.IndexAt(k)))
			n, known := over.Constant(x)
			switch first, again := equal[x]; {
			case !ok:
			case known:
				e.known[place] = n
			case again:
				e.first[place], e.all[first] = first, append(e.all[first], place)
			default:
				equal[x] = place
			}
		}
	}
	return e
}

// firstOf returns the element that stands for all elements that are equal to an element.
func (e elements) firstOf(place int) int {
	if first, ok := e.first[place]; ok {
		return first
	}
	return place
}

// asked reports whether a person fills in an element of the state. Such an element belongs to the answer, may have
// several values, and is the first of the elements that are equal to it.
func (e elements) asked(puzzle *Puzzle, place int) bool {
	_, known := e.known[place]
	return !known && puzzle.Decides(place) && e.firstOf(place) == place
}

// Asked returns a function that reports whether a person fills in an element of the state.
func (puzzle *Puzzle) Asked(ctx context.Context) func(place int) bool {
	e := puzzle.elements(ctx)
	return func(place int) bool { return e.asked(puzzle, place) }
}

// answered adds the elements of the answer that follow from some values by definition, unless they are among these.
func (puzzle *Puzzle) answered(given map[int]int64) map[int]int64 {
	var ev *semantics.Evaluator
	all := maps.Clone(given)
	for _, answer := range puzzle.model.Answers {
		if answer.Value == nil || !slices.ContainsFunc(slices.Collect(maps.Keys(given)), puzzle.inner) {
			continue
		}
		if ev == nil {
			ev = puzzle.machine.Evaluator()
			defer puzzle.machine.Seeing(puzzle.machine.Fill(given))()
		}
		data := puzzle.model.Data[answer.Array.ID]
		for k := range data.Size {
			if _, told := given[data.Offset+k]; told {
				continue
			}
			if v, ok := ev.Value(answer.Value, frameOf(&answer, data.IndexAt(k))); ok {
				all[data.Offset+k] = v.N
			}
		}
	}
	return all
}

// undefined lists the elements of the answer that are not defined in a state. A condition is false where it is not
// defined, so it is never listed.
func (puzzle *Puzzle) undefined(state []int64) map[int]bool {
	all := map[int]bool{}
	for _, answer := range puzzle.model.Answers {
		value, ok := answer.Value.(*model.If) // if it is defined, then the call of the def
		if !ok || answer.Array.Type.Kind == model.Boolean {
			continue
		}
		data := puzzle.model.Data[answer.Array.ID]
		for k := range data.Size {
			_, ok := puzzle.machine.Evaluator().Eval(value.Then, frameOf(&answer, data.IndexAt(k)), state)
			all[data.Offset+k] = !ok
		}
	}
	maps.DeleteFunc(all, func(_ int, undefined bool) bool { return !undefined })
	return all
}

// HasInner reports whether a part of the state is not a part of the answer.
func (puzzle *Puzzle) HasInner() bool {
	for place := range puzzle.model.StateSize {
		if puzzle.inner(place) {
			return true
		}
	}
	return false
}

func (puzzle *Puzzle) inner(place int) bool { return !puzzle.Decides(place) }

// frameOf is the frame of the value of an element with some indices.
func frameOf(answer *model.Answer, index []model.Value) semantics.Frame {
	frame := make(semantics.Frame, answer.Array.Slots)
	for i, v := range index {
		frame[answer.Array.Index[i].Slot] = semantics.Slot{Value: v, OK: true}
	}
	return frame
}

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
	if puzzle.coversAll(on) {
		return nil, nil
	}
	return slices.Compact(on), nil
}

// coversAll reports whether an ascending list has all variables of the task that the solver chooses.
func (puzzle *Puzzle) coversAll(on []int) bool {
	for i, free := range puzzle.task.Free {
		if _, is := slices.BinarySearch(on, i); free && !is {
			return false
		}
	}
	return true
}

// decided lists the variables of the task that belong to the answer; nil if nothing else is chosen.
func (puzzle *Puzzle) decided() []int {
	on := []int{}
	for i := range puzzle.task.Vars {
		if puzzle.Decides(puzzle.task.Vars[i].State) {
			on = append(on, i)
		}
	}
	if puzzle.coversAll(on) {
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
