package puzzle

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/compiler/model"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lists"
)

// The codes of remarks. docs/findings.md has their rules.
const (
	codeFollows = "state-follows"
	codeOne     = "one-boolean-holds"
	codeFound   = "symmetry-found"
)

// remarker says what is proved about a compiled puzzle and can be said more plainly.
type remarker struct {
	*Puzzle
	out   diag.List
	facts []fact // all, by number
}

// fact says that a variable of the task has a value.
type fact struct {
	v     int
	code  int64
	of    *model.Array
	place int // of the variable in of
}

// remarks lists remarks about the compiled puzzle.
func (puzzle *Puzzle) remarks(ctx context.Context) diag.List {
	t, row := puzzle.task, rows()
	if t == nil || puzzle.Program.translated != "" {
		return nil
	}
	r := &remarker{Puzzle: puzzle}
	for v := range t.Vars {
		a, place := puzzle.model.ArrayAt(t.Vars[v].State)
		for _, k := range t.Vars[v].Values {
			r.facts = append(r.facts, fact{v, k, a, place})
		}
	}
	if !Await(ctx, func() {
		if row.facts != nil {
			same, one := row.facts(t)
			r.follow(same)
			r.single(one)
		}
		if row.numbers != nil {
			r.single(row.numbers(t))
		}
		if row.found != nil {
			r.found(row.found(ctx, t))
		}
	}) {
		return nil
	}
	return r.out
}

// say adds a remark about a name of the model's own file, unless the name begins with `_`.
func (r *remarker) say(at diag.Span, name, code, help, format string, args ...any) {
	if strings.HasPrefix(name, "_") || at.Start.Filename != r.Program.checked.Name {
		return
	}
	d := r.out.Remarkf(at, code, format, args...)
	d.Help = help
	if name := r.Instance(); name != "" {
		d.Msg += " (in the instance `" + name + "`)"
	} else if len(r.Program.Instances()) > 0 {
		d.Msg += " (with the model's own data)"
	}
}

// follow says which state variables follow from others: of each variable of the task, all facts but one are facts of
// others. same has the first of the facts that are one.
func (r *remarker) follow(same []int) {
	classes := map[int][]int{}
	for i, first := range same {
		classes[first] = append(classes[first], i)
	}
	all, gone := r.model.StateArrays(), map[*model.Array]bool{}
	slices.Reverse(all) // what is declared later was perhaps added
	for _, a := range all {
		gone[a] = true
		open, from, where := map[int]int{}, []string{}, map[string]bool{}
		most := 0
		for i, first := range same {
			x := &r.facts[i]
			if x.of != a {
				continue
			}
			k := slices.IndexFunc(classes[first], func(j int) bool { return !gone[r.facts[j].of] })
			if k < 0 {
				open[x.v]++
				most = max(most, open[x.v])
				continue
			}
			y := &r.facts[classes[first][k]]
			where[r.where(x, y)] = true
			if name := "`" + y.of.Name + "`"; !slices.Contains(from, name) {
				from = append(from, name)
			}
		}
		if gone[a] = len(from) > 0 && most <= 1; !gone[a] {
			continue
		}
		what := "follows from " + strings.Join(from, " and ")
		if len(where) == 1 && most == 0 && !where[""] {
			what = "is always " + slices.Collect(maps.Keys(where))[0]
		}
		r.say(a.Span, a.Name, codeFollows, "a `def` can say what it is; no move has to write it",
			"`%s` %s: it need not be part of the state", a.Name, what)
	}
}

// where says that a variable is the place at which an array has a value, if that is what a fact x and the same fact y
// say; else it returns "".
func (r *remarker) where(x, y *fact) string {
	d := r.model.Data[y.of.ID]
	if len(x.of.Index) > 0 || len(d.Index) != 1 || y.of.Index[0].Set.Type().Elem().Kind != x.of.Type.Kind ||
		d.Index[0].Elems[y.place].N != x.code {
		return ""
	}
	noun := "place"
	if x.of.Type.Kind == model.CellKind {
		noun = "cell"
	}
	return fmt.Sprintf("the %s where `%s` is %s", noun, y.of.Name, r.model.FormatAt(r.task.Vars[y.v].State, y.code))
}

// single says which state variables are made of Booleans of which exactly one holds. one lists sets of such variables.
func (r *remarker) single(one [][]int) {
	of, left, sets := map[int]*fact{}, map[*model.Array]int{}, map[*model.Array][][]int{}
	for i := range r.facts {
		if x := &r.facts[i]; of[x.v] == nil {
			of[x.v] = x
			left[x.of]++
		}
	}
	for _, set := range one {
		first := of[set[0]] // nil: it is in another set already
		if first == nil || slices.ContainsFunc(set, func(v int) bool { return of[v] == nil || of[v].of != first.of }) {
			continue
		}
		a := first.of
		sets[a] = append(sets[a], lists.Map(set, func(v int) int { return of[v].place }))
		for _, v := range set {
			left[a]--
			of[v] = nil // it is in one set
		}
	}
	for _, a := range r.model.StateArrays() {
		if some := sets[a]; len(some) > 0 && left[a] == 0 {
			what := "exactly one of these Booleans holds: one value says which"
			if len(some) > 1 {
				what = fmt.Sprintf("these %d Booleans are %d numbers: of the Booleans of each number, exactly one holds",
					len(slices.Concat(some...)), len(some))
			}
			r.say(a.Span, a.Name, codeOne, r.plainly(a, some), "%s", what)
		}
	}
}

// plainly returns a help that declares a state variable without one of its indices, if the sets are all lines of
// elements along this index; else it returns "".
func (r *remarker) plainly(a *model.Array, sets [][]int) string {
	d, stride := r.model.Data[a.ID], 1
	texts := lists.Map(a.Index, func(x model.IndexVar) string { return r.model.Text(x.Set.Span()) })
	for i, set := range slices.Backward(d.Index) {
		if !slices.ContainsFunc(sets, func(s []int) bool {
			return len(s) != set.Len() || s[0]/stride%set.Len() != 0 || s[len(s)-1]-s[0] != (len(s)-1)*stride
		}) {
			index := strings.Join(slices.Delete(slices.Clone(texts), i, i+1), ", ")
			if index != "" {
				index = "[" + index + "]"
			}
			return fmt.Sprintf("`state %s%s: %s` says the same", a.Name, index, texts[i])
		}
		stride *= set.Len()
	}
	return ""
}

// found says which declared symmetries are found without being declared.
func (r *remarker) found(names []string) {
	for _, s := range r.model.Symmetries {
		if slices.Contains(names, s.Name) {
			r.say(s.Span, s.Name, codeFound, "without it, pzc uses what it finds where that pays; no answer relies on a promise",
				"`%s` is found without being said", s.Name)
		}
	}
}
