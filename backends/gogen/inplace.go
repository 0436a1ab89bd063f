package gogen

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/backends/search/depthfirst"
)

// mostFollowers is the greatest number of moves in all lists of moves that may follow.
const mostFollowers = 2048

// followers is what the task tells of the moves that may follow a move.
type followers struct {
	*generator
	*statespace.Follow
}

// follow returns followers; nil if the program would not use them.
func (g *generator) follow(ctx context.Context) inPlace {
	if g.o.Plain || !g.HasMoves() {
		return nil
	}
	of, ok := depthfirst.NewMoveLists(ctx, g.Task)
	if !ok || !of.Deepens && !of.Rises {
		return nil
	}
	out := &statespace.Follow{Lists: of.Lists, Sure: of.Sure, Deepens: of.Deepens, Rises: of.Rises}
	if of.Selector >= 0 {
		if out.Selector = &g.Task.Vars[of.Selector]; !g.Selects(out.Selector) {
			return nil
		}
	}
	if n := len(slices.Concat(of.Lists...)); n > mostFollowers || len(of.Lists) > mostFollowers {
		return nil
	}
	out.Sums = g.sums(of)
	return followers{g, out}
}

// sums returns the admissible heuristics that are sums, those with the greatest estimates along the known answer first.
func (g *generator) sums(of *depthfirst.MoveLists) (sums []statespace.Sum) {
	estimates, worth := g.worth(), map[string]int64{}
	for _, s := range of.Sums {
		name := g.Task.Heuristics[s.Heuristic].Name
		for _, h := range g.Model.Heuristics {
			if h.Name == name {
				worth[name] = estimates(h)
			}
		}
		sums = append(sums, statespace.Sum{Name: name, Terms: s.Terms})
	}
	slices.SortStableFunc(sums, func(a, b statespace.Sum) int { return cmp.Compare(worth[b.Name], worth[a.Name]) })
	return sums
}

func (f followers) write(b *code.Block) { f.InPlace(b, f.Follow) }

func (f followers) test(starts string) string {
	return strings.NewReplacer("STARTS", starts, "LIST", f.ListAfter(f.Follow)).Replace(inPlaceTest)
}

func (f followers) problem() string {
	return fmt.Sprintf("InPlace: &search.InPlace[State]{\nBelow: inPlace, Make: (*State).Make, Deepens: %t, Rises: %t,\n"+
		"List: %s,\n},\n", f.Deepens, f.Rises, f.ListAfter(f.Follow))
}

// inPlaceTest compares moves in place with the functions in moves.go. The bound lets some moves follow one another.
const inPlaceTest = `// Moves in place lead where their functions do, they are taken back, and the estimates are right.
func TestInPlace(t *testing.T) {
	list, states := LIST, STARTS
	for i := 0; i < len(states) && i < 100; i++ {
		for _, step := range states[i].Successors(nil) {
			if len(states) < 100 {
				states = append(states, step.Next)
			}
			for _, h := range Heuristics {
				below, d := inPlace(h.Name, h.Estimate)
				s, entered := step.Next, 0
				d.Watch(func(estimate, depth int) bool {
					want := step.Next
					for _, move := range d.Moves[1:depth] {
						want, _ = want.Make(move)
					}
					if s != want || estimate != search.Later && estimate != h.Estimate(&want) {
						t.Fatalf("%s: %d in\n%sbut %d in\n%s", h.Name, estimate, s.String(), h.Estimate(&want), want.String())
					}
					entered++
					return entered == 100
				})
				left, first := h.Estimate(&s), search.Later
				if !d.Computed {
					first = left
				}
				if !below(&s, list(&states[i], step.Move), first, left+3*step.Cost, 1) && s != step.Next {
					t.Fatalf("the moves were not taken back:\n%s", s.String())
				}
			}
		}
	}
}

`
