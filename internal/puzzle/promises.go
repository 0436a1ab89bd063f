package puzzle

import (
	"context"
	"slices"
	"time"

	"github.com/pzc-lang/pzc/compiler/check"
	"github.com/pzc-lang/pzc/compiler/semantics"
	"github.com/pzc-lang/pzc/compiler/semantics/verify"
	"github.com/pzc-lang/pzc/compiler/semantics/view"
	"github.com/pzc-lang/pzc/internal/diag"
)

// Check looks for findings about the data: it builds all instances, compiles the chosen one or else the first, and
// tests its promises. There is no puzzle if the chosen instance has errors.
func (p *Program) Check(ctx context.Context, data Data) (*Puzzle, diag.List) {
	if p.IsPart() {
		return nil, nil
	}
	given := data.Instance != "" || data.JSON != nil || len(data.Values) > 0
	if !given && !p.Complete() && len(p.Instances()) > 0 {
		data.Instance = p.Instances()[0]
	}
	z, diags := p.InstantiateContext(ctx, data)
	for _, h := range p.checked.Heuristics {
		if slices.Contains(Heuristics(), h.Name) {
			diags.Warnf(h.Span, check.CodeHiddenName, "this heuristic hides pzc's own `%s`", h.Name).Help = "choose another name"
		}
	}
	for _, d := range diags {
		if d.Code == semantics.CodeMissing {
			d.Help += "; what depends on it, the start and the moves are checked only then"
		}
	}
	for _, name := range p.Instances() {
		if ctx.Err() == nil && name != data.Instance {
			_, more := p.InstantiateContext(ctx, Data{Instance: name})
			diags = append(diags, more...)
		}
	}
	if z != nil {
		diags = append(diags, z.Ground(ctx)...)
	}
	if z != nil && !diags.HasErrors() {
		diags = append(diags, z.checkPromises(ctx)...)
		diags = append(diags, z.onlyColoured(ctx)...)
		diags = append(diags, z.remarks(ctx)...)
	}
	return z, p.spoken(diags)
}

func (puzzle *Puzzle) onlyColoured(ctx context.Context) diag.List {
	defer puzzle.Showing(ctx)()
	return view.OnlyColoured(puzzle.machine, puzzle.samples(ctx))
}

// samples returns states that a view is tried with: a start or, if there are no moves, the least and the greatest
// values.
func (puzzle *Puzzle) samples(ctx context.Context) [][]int64 {
	if puzzle.HasMoves() {
		soon, cancel := context.WithTimeout(ctx, time.Second) // a start may be hard to find if the solver chooses values
		defer cancel()
		starts, _, _ := puzzle.machine.InitialStates(soon, 1)
		return starts
	}
	least, greatest := make([]int64, puzzle.model.StateSize), make([]int64, puzzle.model.StateSize)
	for place := range least {
		array, k := puzzle.model.ArrayAt(place)
		values := puzzle.model.Data[array.ID].DomainAt(k).Elems
		if len(values) == 0 {
			return nil
		}
		least[place], greatest[place] = values[0].N, values[len(values)-1].N
	}
	return [][]int64{least, greatest}
}

// checkPromises tests the promises of the model (admissible, dead, invariant, symmetry, prune, relaxation) on sampled
// states, in a fraction of a second. Findings are warnings. A list without findings is no proof.
func (puzzle *Puzzle) checkPromises(ctx context.Context) diag.List {
	if len(puzzle.Program.checked.Moves) == 0 || !puzzle.Program.checked.Promises() {
		return nil
	}
	starts := puzzle.samples(ctx)
	if len(starts) == 0 {
		return nil
	}
	sampling := verify.Sampling{Beyond: puzzle.beyond(ctx, true, Options{})}
	diags := verify.Sample(ctx, puzzle.machine.Model(), starts[0], sampling)
	if ctx.Err() != nil {
		return nil
	}
	return diags
}

// Verification says which promises of a model hold in the states of a puzzle.
type Verification struct {
	Instance string
	States   int
	Complete bool // all reachable states were visited
	Promises []Promise
}

// Kept is the verdict on a promise.
type Kept string

// The values of Kept.
const (
	Holds  Kept = "holds"  // in all states
	Broken Kept = "broken" // in at least one state
	Open   Kept = "open"   // broken in no state that was visited, but not all were visited
)

// AllPrunes is the name of the promise that all prunings together lose nothing.
const AllPrunes = verify.AllPrunes

// Promise is one promise of a model.
type Promise struct {
	Name           string // such as "admissible manhattan"
	Span           diag.Span
	Kept           Kept
	Reason         string // open: why not all states were visited
	Note           string // such as "consistent"
	Counterexample *counterexample
}

// counterexample is a state in which a promise is broken.
type counterexample struct {
	Text string
	Way  *Solution // a shortest way from a start to the state; nil if none is known
	Rest *Solution // a way from the state to a goal, if that breaks the promise; else nil
}

// Whole reports whether each promise was tested on all states of the instance, or is broken.
func (v *Verification) Whole() bool {
	return !slices.ContainsFunc(v.Promises, func(p Promise) bool { return p.Kept == Open })
}

// Overall is what was found about a promise in all instances.
type Overall struct {
	Name      string
	Line      int
	Kept      Kept // Holds if the promise holds in one instance and is broken in none
	Whole     int  // the number of instances of which all states were visited
	Most      int  // the number of states of the largest of these
	Instances int
	Note      string
	Reason    string
}

// Overalls puts the verifications of instances of one model together, in the order of the promises.
func Overalls(all []*Verification) (out []*Overall) {
	for _, v := range all {
		for i, p := range v.Promises {
			if i == len(out) {
				out = append(out, &Overall{Name: p.Name, Line: p.Span.Start.Line, Kept: Open})
			}
			o := out[i]
			o.Instances++
			switch p.Kept {
			case Broken:
				o.Kept = Broken
			case Holds:
				if o.Whole, o.Most = o.Whole+1, max(o.Most, v.States); o.Kept == Open {
					o.Kept = Holds
				}
			case Open:
				o.Reason = p.Reason
			}
			if o.Note == "" || len(p.Note) > len("consistent") {
				o.Note = p.Note
			}
		}
	}
	return out
}

// stateBytes is about how many bytes a state and its moves take beside its values.
const stateBytes = 600

// Verify tests the promises of the model (admissible, dead, invariant, symmetry, prune, relaxation) on every reachable
// state, by the reference semantics. If there are more than limit states, or more than fit into the memory (in bytes,
// 0: no limit), it visits the states nearest to the start and states of random walks. along are
// reachable states whose neighbourhoods are visited too; a way to a counterexample may begin at one of these.
func (puzzle *Puzzle) Verify(ctx context.Context, limit int, memory int64, along ...[]int64) *Verification {
	o := Options{}
	if memory > 0 {
		room := int(memory / int64(stateBytes+16*puzzle.machine.Model().StateSize))
		limit, o.Memory = min(limit, room/2), memory/8
	}
	l := verify.Limits{States: limit, Beyond: puzzle.beyond(ctx, false, o), Along: along}
	found := verify.All(ctx, puzzle.machine.Model(), l)
	defer puzzle.Showing(ctx)()
	v := &Verification{Instance: puzzle.Instance(), States: found.States, Complete: found.Complete}
	for _, c := range found.Claims {
		p := Promise{Name: c.Name, Span: c.Span, Kept: Open, Reason: c.Open, Note: c.Note}
		switch {
		case c.Fault != nil:
			p.Kept, p.Reason, p.Counterexample = Broken, "", puzzle.counterexample(c.Fault)
		case c.Checked:
			p.Kept = Holds
		}
		v.Promises = append(v.Promises, p)
	}
	return v
}

func (puzzle *Puzzle) counterexample(b *verify.Breach) *counterexample {
	c := &counterexample{Text: b.Text}
	if b.Start == nil {
		return c
	}
	c.Way = puzzle.walk(b.Start, b.Way)
	if puzzle.CutShort() {
		c.Way = nil
		return c
	}
	if b.Rest != nil {
		c.Rest = puzzle.walk(c.Way.Final(), b.Rest)
		if puzzle.CutShort() {
			c.Way, c.Rest = nil, nil
		}
	}
	return c
}
