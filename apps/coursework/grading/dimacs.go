package grading

// Here formulas are read that students write by hand, and compared with the solutions of a puzzle.
//
// A formula is DIMACS with a map: lines such as `c var 7 at@1 = 2` say what variables mean, as in the formulas that
// package emit writes. A variable without such a line means nothing: it may have any value. A map may also speak of
// variables that package emit has made one of several, and of cases of moves.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/sat/reduced"
	"github.com/pzc-lang/pzc/compiler/semantics/parse"
	"github.com/pzc-lang/pzc/compiler/task"
	"github.com/pzc-lang/pzc/internal/diag"
	"github.com/pzc-lang/pzc/internal/lazy"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// mostVars is the greatest number of variables of a formula.
const mostVars = 1_000_000

// formula is a formula and what its variables mean in a puzzle.
type formula struct {
	Clauses []clause
	Atoms   []atom // the variables that mean something, in the order of the map

	z       *puzzle.Puzzle
	horizon int
	vars    int
	at      map[[2]int][]int // the atoms about a variable (-1: moves) at a step
	// all are the variables that the map may speak of: those of the task, and behind these those of the view, of which
	// some are several that became one. The codes of such a variable are the places in its list of values.
	all  []task.Var
	view *reduced.View // nil: the map does not speak of its variables
}

// clause is a clause, and the line on which it ends.
type clause struct {
	Line int
	Lits []int
}

// atom is a variable of the formula with its meaning.
type atom struct {
	Var   int // from 1 on
	Text  string
	step  int
	of    int // the variable; -1: a move is made
	move  string
	when  []atom // what must hold before the move
	means relation
	value int64 // the code of a value, or the number of a bit
}

type relation string

const (
	equal   relation = "="
	atLeast relation = ">="
	bit     relation = "bit"
)

// lineError is a fault in a line of a formula.
type lineError struct {
	Line int
	Text string
}

func (e *lineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Text) }

// read reads a formula about the plans of a grounded puzzle that have horizon moves. An error is a *lineError.
func read(ctx context.Context, z *puzzle.Puzzle, horizon int, text string) (*formula, error) {
	r := &reader{
		formula: &formula{z: z, horizon: horizon, at: map[[2]int][]int{}, all: slices.Clone(z.Task().Vars)},
		names:   map[string]int{}, moves: map[string]bool{}, mapped: map[int]int{},
	}
	if fused.Get().MatchString(text) && z.HasMoves() {
		if err := r.fuse(ctx); err != nil {
			return nil, err
		}
	}
	for v := len(r.all) - 1; v >= 0; v-- {
		r.names[squeeze(r.all[v].Name)] = v
	}
	for _, m := range z.Task().Moves {
		r.moves[squeeze(m.Name)] = true
	}
	for line := range strings.Lines(text) {
		r.line++
		if problem := r.read(strings.TrimSpace(line)); problem != "" {
			return nil, &lineError{r.line, problem}
		}
		if r.ended {
			break
		}
	}
	switch {
	case !r.headed:
		return nil, &lineError{
			max(r.line, 1),
			"there is no header; write `p cnf` and the numbers of variables and clauses before the clauses",
		}
	case len(r.open) > 0:
		return nil, &lineError{r.line, "the last clause does not end with 0"}
	}
	for _, a := range r.Atoms {
		if a.Var > r.vars {
			return nil, &lineError{
				r.mapped[a.Var],
				fmt.Sprintf("variable %d is out of range: the header says %d", a.Var, r.vars),
			}
		}
	}
	return r.formula, nil
}

type reader struct {
	*formula
	names  map[string]int
	moves  map[string]bool
	mapped map[int]int // by variable: the line that says what it means
	line   int
	headed bool
	ended  bool
	open   []int
}

// fused finds a map that speaks of fused variables.
var fused = lazy.Compile(`(?m)^c\s+var\s+\d+\s+(?:.* when )?\(`)

// fuse adds the variables that package emit makes one of several.
func (f *formula) fuse(ctx context.Context) error {
	p, _, err := reduced.Prepare(ctx, f.z.Task(), reduced.DefaultLimits(), backends.DefaultMemory)
	if err != nil {
		return err
	}
	f.view, f.all = p.View, append(f.all, p.View.Task.Vars...)
	return nil
}

// code returns the code of a variable in a state of the model.
func (f *formula) code(v int, state []int64) int64 {
	plain := f.z.Task().Vars
	if v < len(plain) {
		return state[plain[v].State]
	}
	for _, place := range f.all[v].Values {
		same := true
		for x, code := range f.view.Parts(v-len(plain), int(place)) {
			same = same && code == state[plain[x].State]
		}
		if same {
			return place
		}
	}
	return -1
}

func squeeze(name string) string { return strings.ReplaceAll(name, " ", "") }

func (r *reader) read(line string) (problem string) {
	words := strings.Fields(line)
	switch {
	case len(words) == 0:
		return ""
	case words[0] == "%": // as some collections of formulas end
		r.ended = true
		return ""
	case words[0] == "c" && len(words) > 3 && words[1] == "var":
		return r.meaning(words[2], strings.Join(words[3:], " "))
	case strings.HasPrefix(words[0], "c"):
		return ""
	case words[0] == "p":
		return r.header(words)
	case !r.headed:
		return "the header `p cnf …` must stand before the clauses"
	}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		switch {
		case err != nil:
			return fmt.Sprintf("found %.40q, want a number of a variable, negative for its negation, "+
				"or 0 at the end of a clause", word)
		case max(n, -n) > r.vars || n == -n && n != 0:
			return fmt.Sprintf("variable %d is out of range: the header says %d", max(n, -n), r.vars)
		case n != 0:
			r.open = append(r.open, n)
		default:
			r.Clauses, r.open = append(r.Clauses, clause{r.line, r.open}), nil
		}
	}
	return ""
}

func (r *reader) header(words []string) (problem string) {
	const want = "want `p cnf` and the numbers of variables and clauses"
	if r.headed {
		return "there is a header above already"
	}
	if len(words) != 4 || words[1] != "cnf" {
		return want
	}
	vars, err := strconv.Atoi(words[2])
	if _, wrong := strconv.Atoi(words[3]); err != nil || wrong != nil || vars < 0 {
		return want
	}
	if vars > mostVars {
		return fmt.Sprintf("at most %d variables are read", mostVars)
	}
	r.headed, r.vars = true, vars
	return ""
}

var (
	related = lazy.Compile(`^(.+?)\s*(==?|>=|\bbit\b)\s*(\S.*)$`)
	timed   = lazy.Compile(`^(.+?)\s*@\s*(\d+)$`)
)

// meaning reads the meaning of a variable: at@1 = 2, at@1 >= 2, at@1 bit 0, or a move such as step@0.
func (r *reader) meaning(number, text string) (problem string) {
	a := atom{Text: text, of: -1}
	n, err := strconv.Atoi(number)
	switch {
	case err != nil || n < 1:
		return fmt.Sprintf("found %.40q, want the number of a variable", number)
	case r.mapped[n] > 0:
		return fmt.Sprintf("line %d says already what variable %d means", r.mapped[n], n)
	}
	a.Var, r.mapped[n] = n, r.line
	text, cases, _ := strings.Cut(text, " when ")
	what, value := text, ""
	if m := related.Get().FindStringSubmatch(text); m != nil {
		what, a.means, value = m[1], relation(m[2]), m[3]
	}
	if m := timed.Get().FindStringSubmatch(what); m != nil {
		what = m[1]
		if a.step, err = strconv.Atoi(m[2]); err != nil || a.step > r.horizon {
			return fmt.Sprintf("there is no step %s: the steps are 0 to %d", m[2], r.horizon)
		}
	} else if r.horizon > 0 {
		return fmt.Sprintf("`%s` wants a step, such as `%s@0`", text, what)
	}
	name := squeeze(what)
	v, known := r.names[name]
	switch {
	case a.means == "" && r.moves[name] && a.step < r.horizon:
		a.move = name
		problem = r.cases(&a, cases)
	case a.means == "" && r.moves[name]:
		return fmt.Sprintf("the last move is made at step %d", r.horizon-1)
	case !known:
		return r.unknown(name)
	default:
		a.of = v
		problem = r.value(&a, value)
	}
	key := [2]int{a.of, a.step}
	r.at[key] = append(r.at[key], len(r.Atoms))
	r.Atoms = append(r.Atoms, a)
	return problem
}

// cases reads the case of a move: `man = (1, 2), (a, b) = (1, 3)`.
func (r *reader) cases(a *atom, text string) (problem string) {
	depth := 0
	for _, part := range strings.FieldsFunc(text, func(ch rune) bool {
		depth += strings.Count("([{", string(ch)) - strings.Count(")]}", string(ch))
		return ch == ',' && depth == 0
	}) {
		name, value, _ := strings.Cut(part, " = ")
		v, known := r.names[squeeze(name)]
		if !known {
			return r.unknown(squeeze(name))
		}
		c := atom{of: v, means: equal}
		if problem = r.value(&c, strings.TrimSpace(value)); problem != "" {
			return problem
		}
		a.when = append(a.when, c)
	}
	return ""
}

// value reads the value or the bit in the meaning of a variable.
func (r *reader) value(a *atom, text string) (problem string) {
	x := &r.all[a.of]
	switch a.means {
	case "": // a Boolean
		a.means, text = equal, "true"
	case bit:
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > 62 {
			return fmt.Sprintf("`%s` is no number of a bit; the lowest is 0", text)
		}
		a.value = int64(n)
		return ""
	case "==":
		a.means = equal
	case equal, atLeast:
	}
	for i, name := range x.Names {
		if squeeze(name) == squeeze(text) {
			a.value = x.Values[i]
			return ""
		}
	}
	if a.of >= len(r.z.Task().Vars) {
		return fmt.Sprintf("`%s` has no value `%.60s` that can be reached", x.Name, text)
	}
	if a.value, problem = parse.Element(r.z.Machine(), x.State, text); problem != "" {
		return fmt.Sprintf("`%.60s`: %s", text, problem)
	}
	return ""
}

func (r *reader) unknown(name string) string {
	names := append(slices.Collect(maps.Keys(r.names)), slices.Collect(maps.Keys(r.moves))...)
	help := ""
	if near := diag.Nearest(name, names); near != "" {
		help = fmt.Sprintf("; did you mean `%s`?", near)
	}
	return fmt.Sprintf("the puzzle has no variable that changes and no move `%.60s`%s", name, help)
}

// holds returns the truth of a move with its case, or of a meaning, in a solution.
func (f *formula) holds(a *atom, so solution) bool {
	if a.of >= 0 {
		return f.truth(a, f.code(a.of, so.States[a.step]))
	}
	return so.Moves[a.step] == a.move && !slices.ContainsFunc(a.when, func(c atom) bool {
		return !f.truth(&c, f.code(c.of, so.States[a.step]))
	})
}

// truth returns the truth of the meaning of a variable, for a variable that has a value.
func (f *formula) truth(a *atom, code int64) bool {
	switch a.means {
	case atLeast:
		return code >= a.value
	case bit:
		return f.all[a.of].Place(code)>>a.value&1 != 0
	default:
		return code == a.value
	}
}
