package difftest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/apps/emit"
	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/backends/constraint"
	"github.com/pzc-lang/pzc/backends/sat/cnf"
	"github.com/pzc-lang/pzc/backends/sat/encode"
	"github.com/pzc-lang/pzc/backends/sat/outside"
	"github.com/pzc-lang/pzc/backends/sat/sattest"
	"github.com/pzc-lang/pzc/backends/technique"
	"github.com/pzc-lang/pzc/internal/puzzle"
)

// subject is a puzzle with its explored space.
type subject struct {
	*space
	rt     *rapid.T
	text   string
	puzzle *puzzle.Puzzle
	least  int64 // cost of a plan
}

// draw makes a subject; nil if the model is wrong or its space too large.
func draw(rt *rapid.T, limit int) *subject { return drawBy(rt, writeModel, limit) }

// drawBy is draw with the author of the model.
func drawBy(rt *rapid.T, write func(t *rapid.T, limit int) string, limit int) *subject {
	text := anyModel(rt, write, limit)
	m := load(rt, text)
	if m == nil {
		return nil
	}
	p := newPuzzle(rt, text)
	s := exploreModel(rt, m, limit)
	if p == nil || s == nil {
		return nil
	}
	return &subject{s, rt, text, p, s.best()}
}

// solve asks a backend that must be able to; the façade replays all plans.
func (s *subject) solve(name string, o backends.Options) *puzzle.Answer {
	a, err := s.try(name, o)
	require.NoError(s.rt, err)
	return a
}

// try asks a backend, which may say that the options are not for such a task.
func (s *subject) try(name string, o backends.Options) (*puzzle.Answer, error) {
	switch name {
	case "search":
		o.Without = without(s.rt, technique.ForSearch())
	case "constraint":
		o.Without = without(s.rt, technique.ForConstraints())
	case "sat":
		o.Encoding, o.AtMost = among(s.rt, "encoding", encode.Encodings()), among(s.rt, "at most one", cnf.AtMostOnes())
		o.Without = without(s.rt, technique.ForSAT())
		if o.All || o.MaxHorizon != nil { // only Ends shows that these answers are complete
			o.Without = slices.DeleteFunc(o.Without,
				func(name string) bool { return name == technique.Ends.Name() || name == technique.All })
		}
	}
	asked++
	if name == "sat" || name == "constraint" || o.Algorithm != "" {
		o.Work = &backends.Work{Most: patience}
	}
	a, err := s.ask(name, o)
	switch {
	case o.Work.Left() <= 0:
		tooLong++
		s.rt.Skip("this takes much work")
	case name == "sat" && rapid.Bool().Draw(s.rt, "by gini"): // counted work is done by the other solver
		o.Work = nil
		return s.ask(name, o)
	}
	return a, err
}

// ask asks a backend. An error is no fault.
func (s *subject) ask(name string, o backends.Options) (*puzzle.Answer, error) {
	a, err := s.puzzle.Solve(context.Background(), puzzle.Options{Backend: name, Options: o})
	if fault := (*puzzle.Fault)(nil); err != nil {
		require.NotErrorAs(s.rt, err, &fault, "%s", faultReport(err))
	}
	return a, err
}

// without draws techniques that are left out: in half of the cases none.
func without(rt *rapid.T, own []technique.Technique) technique.Set {
	if rapid.Bool().Draw(rt, "all techniques") {
		return nil
	}
	names := technique.Set{technique.All}
	for _, t := range append(own, technique.ForEach()...) {
		names = append(names, t.Name())
	}
	return rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(rt, "left out")
}

// patience is the number of steps that a backend may take on few states. A formula may be hard, and a search without
// memory may never end. A model that takes more is left out and counted.
const patience = 50_000_000

func faultReport(err error) string {
	if f, ok := err.(*puzzle.Fault); ok { //nolint:errorlint // Solve returns it as it is
		return f.Report
	}
	return ""
}

// sound checks that an answer claims nothing wrong about plans of which the cheapest costs least.
func (s *subject) sound(a *puzzle.Answer, least int64) {
	switch a.Status {
	case backends.Unsolvable:
		require.Equal(s.rt, int64(none), s.least, "called unsolvable: %s", a.Reason)
	case backends.Solved:
		require.NotEmpty(s.rt, a.Solutions)
		for _, sol := range a.Solutions {
			require.GreaterOrEqual(s.rt, sol.Cost, least)
			if a.Optimal {
				require.Equal(s.rt, least, sol.Cost, "called optimal")
			}
		}
	case backends.Unknown:
		require.NotEmpty(s.rt, a.Reason)
		require.LessOrEqual(s.rt, a.Lower, s.least)
	}
}

func TestSearchAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 2000)
		if s == nil {
			return
		}
		for _, o := range []backends.Options{
			{},
			{Algorithm: "bfs"},
			{Algorithm: "ucs"},
			{Algorithm: "astar"},
			{Algorithm: "astar", Heuristic: "goalcount"},
			{Algorithm: "idastar"},
			{Algorithm: "idastar", Heuristic: "goalcount"},
		} {
			if o.Algorithm == "bfs" && !s.unit || o.Algorithm == "idastar" && len(s.states) > 100 {
				continue
			}
			a := s.solve("search", o)
			s.sound(a, s.least)
			if o.Algorithm == "idastar" && a.Status == backends.Unknown {
				continue // no memory of what it has seen, so that it may not end
			}
			require.Equal(rt, s.status(), a.Status, "%s with %q: %s", a.Algorithm, a.Heuristic, a.Reason)
			require.True(rt, a.Optimal || s.least == none || o.Algorithm == "bfs", "%s with %q: %s", a.Algorithm,
				a.Heuristic,
				a.Choice)
		}
	})
}

// Exact costs of simpler puzzles never mislead, nor does what is declared admissible.
func TestSimplerPuzzlesAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 1000)
		if s == nil {
			return
		}
		for _, name := range []string{"kept", "seen", "most", "sure", "surer", "owed"} {
			if !s.has(name) {
				continue
			}
			a := s.solve("search", backends.Options{Algorithm: "astar", Heuristic: name})
			s.sound(a, s.least)
			require.Equal(rt, s.status(), a.Status, "%s: %s", name, a.Reason)
			require.True(rt, a.Optimal || s.least == none, "%s", name)
		}
	})
}

// has tells whether the model declares a heuristic.
func (s *subject) has(name string) bool { return slices.Contains(s.heuristics(), name) }

// Whatever a heuristic says that is not called admissible, what is found is a plan, and what is not found is not there.
func TestHeuristicsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 300)
		if s == nil || !s.has("h") {
			return
		}
		a := s.solve("search", backends.Options{Algorithm: "astar", Heuristic: "h"})
		s.sound(a, s.least)
		require.Equal(rt, s.status(), a.Status)
		require.False(rt, a.Optimal && s.least != 0 && a.Heuristic == "h", "h promises nothing")
	})
}

func (s *subject) status() backends.Status {
	if s.least == none {
		return backends.Unsolvable
	}
	return backends.Solved
}

// longest bounds the number of moves where the work grows with it.
const longest = 12

func TestSatAgrees(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		most := min(longest, len(s.states))
		costs := s.exactly(most)
		a := s.solve("sat", backends.Options{MaxHorizon: &most})
		s.sound(a, slices.Min(costs))
		if slices.Min(costs) != none {
			require.Equal(rt, backends.Solved, a.Status, "%s", a.Reason)
		}
		if len(s.states) > most || s.free {
			return
		}
		require.Equal(rt, s.least, slices.Min(costs))
		if s.least != none {
			require.True(rt, a.Optimal || most < len(s.states), "%s", a.Choice)
		}
	})
}

// Plans of steps of several moves are plans, and are found where there are any.
func TestStepsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		most := min(longest, len(s.states))
		a := s.solve("sat", backends.Options{MaxHorizon: &most, Parallel: true})
		s.sound(a, s.least)
		if slices.Min(s.exactly(most)) != none {
			require.Equal(rt, backends.Solved, a.Status, "%s", a.Reason)
		}
	})
}

// Both backends find, for each number of moves, whether there is a plan of this length.
func TestHorizonsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		for n, cost := range s.exactly(5) {
			for _, name := range []string{"search", "sat"} {
				a := s.solve(name, backends.Options{Horizon: &n})
				s.sound(a, cost)
				require.Equal(rt, cost != none, a.Status == backends.Solved, "%s, %d moves: %s", name, n, a.Reason)
				if cost != none {
					require.Len(rt, a.Solutions[0].Steps, n)
				}
			}
		}
	})
}

// Bounds on the number of moves are kept, and what is best within them is found.
func TestBoundsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 100)
		if s == nil {
			return
		}
		costs := s.exactly(6)
		least := rapid.IntRange(0, 3).Draw(rt, "least")
		most := rapid.IntRange(least, 6).Draw(rt, "most")
		within := slices.Min(costs[least : most+1])
		for _, name := range []string{"search", "sat"} {
			a := s.solve(name, backends.Options{MinHorizon: least, MaxHorizon: &most})
			s.sound(a, within)
			require.Equal(rt, within != none, a.Status == backends.Solved, "%s, %d to %d moves: %s", name, least, most,
				a.Reason)
			for _, sol := range a.Solutions {
				require.True(rt, least <= len(sol.Steps) && len(sol.Steps) <= most, "%s: %d moves", name,
					len(sol.Steps))
				require.True(rt, s.free || sol.Cost == within, "%s: cost %d of %d", name, sol.Cost, within)
			}
			// where there is none, sat may look for ever longer ones
			if name == "search" || slices.Min(costs[least:]) != none {
				a = s.solve(name, backends.Options{MinHorizon: least})
				s.sound(a, s.least)
			}
		}
	})
}

// solutions lists the plans of an answer as space.plans does.
func solutions(rt *rapid.T, a *puzzle.Answer) []string {
	var out []string
	for _, sol := range a.Solutions {
		plan := key(sol.Start)
		for _, step := range sol.Steps {
			plan += "; " + step.Move
		}
		out = append(out, plan)
	}
	slices.Sort(out)
	require.Len(rt, slices.Compact(slices.Clone(out)), len(out), "a solution comes twice")
	return out
}

// same compares two sorted lists and names what is in one alone.
func same(rt *rapid.T, want, got []string, who string) {
	for _, w := range want {
		_, found := slices.BinarySearch(got, w)
		require.True(rt, found, "%s lacks %s; it found %d, and there are %d", who, w, len(got), len(want))
	}
	for _, g := range got {
		_, right := slices.BinarySearch(want, g)
		require.True(rt, right, "%s has %s, which is no solution; it found %d, and there are %d", who, g, len(got),
			len(want))
	}
}

func TestAllPlansAgree(t *testing.T) {
	allPlansAgree(t, writeModel)
}

// All plans of puzzles whose start is chosen and in which one move is paid, by the constraint engine too.
func TestAllPaidPlansAgree(t *testing.T) {
	allPlansAgree(t, writePaid)
}

func allPlansAgree(t *testing.T, write func(t *rapid.T, limit int) string) {
	property(t, func(rt *rapid.T) {
		s := drawBy(rt, write, 200)
		if s == nil || s.least > 8 && s.least != none {
			return
		}
		var want []string
		if s.least != none {
			plans, ok := s.plans(s.least, 300)
			if !ok {
				return
			}
			for p := range plans {
				want = append(want, p)
			}
			slices.Sort(want)
		}
		a := s.solve("search", backends.Options{All: true})
		s.sound(a, s.least)
		same(rt, want, solutions(rt, a), "search")
		require.True(rt, a.Complete || want == nil)
		s.counted(len(want), "search", backends.Options{})
		for _, name := range []string{"auto", "constraint"} {
			all := backends.Options{All: true}
			if name == "constraint" && constraint.Refuses(s.puzzle.Task(), all) != "" {
				continue
			}
			a = s.solve(name, all)
			s.sound(a, s.least)
			same(rt, want, solutions(rt, a), name)
			require.True(rt, a.Complete || want == nil, name)
		}
		if want == nil {
			return
		}
		a = s.solve("sat", backends.Options{All: true})
		s.sound(a, s.least)
		if got := solutions(rt, a); a.Complete {
			same(rt, want, got, "sat")
			s.counted(len(want), "sat", backends.Options{})
		} else {
			require.True(rt, s.free, "sat did not list all plans: %s", a.Choice)
		}
	})
}

// All plans of a given number of moves: whatever they cost, and also those that pass a state twice.
func TestAllPlansOfLengthAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 100)
		if s == nil {
			return
		}
		n := rapid.IntRange(0, 3).Draw(rt, "moves")
		o := backends.Options{Horizon: &n, All: true, Limit: 500}
		a := s.solve("search", o)
		if a.Status == backends.Solved && !a.Complete {
			return // too many
		}
		want := solutions(rt, a)
		require.Equal(rt, s.exactly(n)[n] != none, len(want) > 0)
		same(rt, want, solutions(rt, s.solve("sat", o)), "sat")
		for _, name := range []string{"search", "sat"} {
			s.counted(len(want), name, backends.Options{Horizon: &n})
		}
	})
}

// counted demands that as many solutions are counted.
func (s *subject) counted(want int, name string, o backends.Options) {
	o.All, o.Count = true, true
	a := s.solve(name, o)
	require.EqualValues(s.rt, want, a.Count.Int64(), name)
	require.True(s.rt, a.Complete, name)
}

// The solutions of a puzzle without moves are those of all assignments that the semantics accepts.
func TestAssignmentsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		text := anyModel(rt, writeConstraints, 500)
		m := load(rt, text)
		if m == nil {
			return
		}
		p := newPuzzle(rt, text)
		s := exploreModel(rt, m, 1000)
		if p == nil || s == nil {
			return
		}
		var want []string
		assignments(m, func(state []int64) {
			if s.x.CheckInitial(state) == nil && s.x.Goal(state) {
				want = append(want, key(state))
			}
		})
		slices.Sort(want)
		sub := &subject{space: s, rt: rt, puzzle: p, least: s.best()}
		for _, name := range []string{"search", "sat", "constraint"} {
			if name == "constraint" && constraint.Refuses(p.Task(), backends.Options{}) != "" {
				continue
			}
			a := sub.solve(name, backends.Options{})
			sub.sound(a, sub.least)
			require.Equal(rt, sub.status(), a.Status, "%s: %s", name, a.Reason)
			a = sub.solve(name, backends.Options{All: true})
			same(rt, want, solutions(rt, a), name)
			require.True(rt, a.Complete || want == nil, "%s", name)
			if name == "constraint" {
				continue // it does not count
			}
			sub.counted(len(want), name, backends.Options{})
		}
	})
}

// The formula that is written for other solvers has the answer of the horizon, and its models are plans.
func TestFormulasAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		s := draw(rt, 200)
		if s == nil {
			return
		}
		for n, cost := range s.exactly(3) {
			var text bytes.Buffer
			x := emit.Formula{
				Horizon: n, Encoding: among(rt, "encoding", encode.Encodings()),
				AtMost:  among(rt, "at most one", cnf.AtMostOnes()),
				Without: without(rt, technique.ForSAT()),
			}
			err := emit.CNF(context.Background(), &text, s.puzzle, x)
			require.NoError(rt, err)
			said := solvers(rt, text.String())
			for _, answer := range said {
				a, err := emit.Decode(context.Background(), s.puzzle, x, puzzle.Text{Name: "solution", Text: answer})
				require.NoError(rt, err, "%s", faultReport(err))
				s.sound(a, cost)
				require.Equal(rt, cost != none, a.Status == backends.Solved, "%d moves: %s", n, a.Reason)
			}
		}
	})
}

// What the formula is in the other formats has the same answer, by solvers of these; a machine has some of them.
func TestFormatsAgree(t *testing.T) {
	for format, name := range map[string]string{"opb": "clasp", "smt2": "z3"} {
		t.Run(format, func(t *testing.T) {
			program, err := exec.LookPath(name)
			if err != nil {
				t.Skipf("%s is not installed", name)
			}
			file := filepath.Join(t.TempDir(), "formula."+format)
			property(t, func(rt *rapid.T) {
				s := draw(rt, 100)
				if s == nil {
					return
				}
				n := rapid.IntRange(0, 3).Draw(rt, "moves")
				cost := s.exactly(n)[n]
				x := emit.Formula{
					Horizon: n, Format: format, Encoding: among(rt, "encoding", encode.Encodings()),
					AtMost: among(rt, "at most one", cnf.AtMostOnes()),
				}
				var text bytes.Buffer
				require.NoError(rt, emit.CNF(context.Background(), &text, s.puzzle, x))
				formula := text.String()
				if name == "clasp" {
					formula = sattest.ForClasp(formula)
				}
				require.NoError(rt, os.WriteFile(file, []byte(formula), 0o600))
				said, _ := exec.Command(program, file).Output() // the status says what was found
				a, err := emit.Decode(context.Background(), s.puzzle, x, puzzle.Text{Name: "solution", Text: string(said)})
				require.NoError(rt, err, "%s", faultReport(err))
				s.sound(a, cost)
				require.Equal(rt, cost != none, a.Status == backends.Solved, "%d moves: %s", n, a.Reason)
			})
		})
	}
}

// An outside solver that is asked horizon by horizon finds the same.
func TestOutsideSolversAgree(t *testing.T) {
	if _, err := exec.LookPath("minisat"); err != nil {
		t.Skip("minisat is not installed")
	}
	property(t, func(rt *rapid.T) {
		s := draw(rt, 50)
		if s == nil {
			return
		}
		costs := s.exactly(4)
		most := rapid.IntRange(0, 4).Draw(rt, "most")
		o := backends.Options{
			MaxHorizon: &most, Encoding: among(rt, "encoding", encode.Encodings()),
			AtMost: among(rt, "at most one", cnf.AtMostOnes()),
		}
		minisat := outside.Backend{Command: "minisat"}
		a, err := s.puzzle.Solve(context.Background(), puzzle.Options{SATSolver: minisat, Options: o})
		require.NoError(rt, err, "%s", faultReport(err))
		first := slices.IndexFunc(costs[:most+1], func(cost int64) bool { return cost != none })
		require.Equal(rt, first >= 0, a.Status == backends.Solved, "%s", a.Reason)
		if first >= 0 {
			require.Len(rt, a.Solutions[0].Steps, first)
			s.sound(a, slices.Min(costs[:first+1]))
		}
		require.True(rt, a.Status != backends.Unsolvable || s.least == none, "%s", a.Reason)
	})
}

// among draws one of some names, or none.
func among(rt *rapid.T, what string, names []string) string {
	return rapid.SampledFrom(append([]string{""}, names...)).Draw(rt, what)
}

// solvers asks gini, and those of the machine, of a formula in DIMACS.
func solvers(rt *rapid.T, text string) []string {
	said := []string{withGini(rt, text)}
	for _, name := range []string{"minisat", "cadical", "kissat"} {
		program, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		said = append(said, withProgram(rt, program, text))
	}
	return said
}

func withGini(rt *rapid.T, text string) string {
	g := gini.New()
	vars := 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0, words[0] == "c":
		case words[0] == "p":
			n, err := strconv.Atoi(words[2])
			require.NoError(rt, err)
			vars = n
		default:
			for _, w := range words {
				n, err := strconv.Atoi(w)
				require.NoError(rt, err)
				if n == 0 {
					g.Add(z.LitNull)
				} else {
					require.LessOrEqual(rt, max(n, -n), vars)
					g.Add(z.Dimacs2Lit(n))
				}
			}
		}
	}
	if g.Solve() != 1 {
		return "s UNSATISFIABLE\n"
	}
	var out strings.Builder
	out.WriteString("s SATISFIABLE\nv")
	for v := 1; v <= vars; v++ {
		if v > int(g.MaxVar()) || !g.Value(z.Dimacs2Lit(v)) {
			out.WriteString(" -" + strconv.Itoa(v))
		} else {
			out.WriteString(" " + strconv.Itoa(v))
		}
	}
	return out.String() + " 0\n"
}

func withProgram(rt *rapid.T, program, text string) string {
	dir, err := os.MkdirTemp("", "pzc")
	require.NoError(rt, err)
	defer os.RemoveAll(dir)
	cnf, out := filepath.Join(dir, "a.cnf"), filepath.Join(dir, "a.out")
	require.NoError(rt, os.WriteFile(cnf, []byte(text), 0o600))
	if filepath.Base(program) == "minisat" {
		_ = exec.Command(program, "-verb=0", cnf, out).Run() // 10 and 20 are its answers
		said, err := os.ReadFile(out)
		require.NoError(rt, err)
		return string(said)
	}
	said, _ := exec.Command(program, "-q", cnf).Output()
	return string(said)
}
