package gogen

import (
	"fmt"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
	"github.com/pzc-lang/pzc/backends/gogen/statespace"
	"github.com/pzc-lang/pzc/backends/search/pattern"
)

// chosenName is the name of the heuristic whose patterns pzc chooses itself.
const chosenName = "patterns"

// chosen is the choice of patterns. All are patterns of arrays whose values only change places.
type chosen struct {
	patterns []pattern.Pattern
	sums     []pattern.Sum
}

// choose chooses the patterns. There may be none.
func (g *estimates) choose() { g.picked = g.choice() }

func (g *estimates) choice() *chosen {
	for _, h := range g.Model.Heuristics {
		if h.Name == chosenName {
			return nil
		}
	}
	c := &chosen{}
	c.patterns, c.sums = pattern.Choose(g.ctx, g.Task)
	for _, p := range c.patterns {
		if by := g.carriedBy(p.Array); by == nil || !by.pins(p.Own, p.Tracked) {
			return nil
		}
	}
	if len(c.sums) == 0 {
		return nil
	}
	return c
}

// smallTable bounds the bits of a state in tables that a program builds without being asked.
const smallTable = 20

// smallChoice is the name of the heuristic with chosen patterns if all its tables are small, else "".
func (g *estimates) smallChoice() string {
	if g.picked == nil {
		return ""
	}
	for _, p := range g.picked.patterns {
		if g.carriedBy(p.Array).width(len(p.Own)+len(p.Tracked)) > smallTable {
			return ""
		}
	}
	return chosenName
}

// writeChosen writes the heuristic with chosen patterns.
func (g *estimates) writeChosen(b *code.Block) {
	var xs []*simpler
	for i, p := range g.picked.patterns {
		x := g.simpler[simplerKey{e: i}]
		if x == nil {
			by := g.carriedBy(p.Array)
			x = &simpler{Cost: statespace.Cost{Name: g.numbered("pattern"), Places: by.places()}}
			by.write(&x.text)
			by.writePattern(&x.text, x.Name, p.Own, p.Tracked, p.Strict, p.Forget)
			g.simpler[simplerKey{e: i}] = x
			g.simplers = append(g.simplers, x)
		}
		xs = append(xs, x)
	}
	g.needed = xs
	b.Comment("patterns is pzc's own choice: patterns of neighbours that are as large as is "+
		"reasonable. The greatest of %s counts.", count(len(g.picked.sums), "sum"))
	if len(g.picked.sums) > 1 && g.picked.sums[1].Place != nil {
		b.Comment("A reflection of a state is as far from the goal as the state, and looked up in the same tables (Felner, " +
			"Zahavi, Schaeffer and Holte, 2005).")
	}
	b.Line("func (s *State) patterns() int {")
	best := "best"
	for i, sum := range g.picked.sums {
		x := xs[sum.Patterns[0]]
		at := fmt.Sprintf("at%d", i+1)
		if i == 0 {
			at = "at"
		}
		switch {
		case sum.Place != nil:
			name := g.writeReflection(x, g.carriedBy(g.picked.patterns[sum.Patterns[0]].Array), i, &sum)
			b.Line("%s := %s(at)", at, name)
		case i == 0 || x.Places != xs[g.picked.sums[i-1].Patterns[0]].Places:
			b.Line("%s := s.%s()", at, x.Places)
		default:
			at = "at"
		}
		var terms []string
		for _, k := range sum.Patterns {
			terms = append(terms, xs[k].Name+".Cost("+at+"[:])")
		}
		text := strings.Join(terms, " + ")
		switch {
		case len(g.picked.sums) == 1:
			best = text
		case i == 0:
			b.Line("best := %s", text)
		case i == len(g.picked.sums)-1:
			best = "max(best, " + text + ")"
		default:
			b.Line("best = max(best, %s)", text)
		}
	}
	b.Line("return %s", best)
	b.Line("}")
	b.Line("")
}

func count(n int, word string) string {
	if n == 1 {
		return "one " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// writeReflection writes the places of values after a reflection.
func (g *estimates) writeReflection(x *simpler, of *carried, number int, sum *pattern.Sum) (name string) {
	name = fmt.Sprintf("%sReflection%d", of.base(), number)
	most := int64(0)
	for v := range sum.Value {
		most = max(most, v)
	}
	values := make([]string, most+1)
	for v := range values {
		values[v] = fmt.Sprint(sum.Value[int64(v)])
	}
	places := make([]string, len(sum.Place))
	for i, p := range sum.Place {
		places[i] = fmt.Sprint(p)
	}
	b := &x.text
	b.Comment("%s is where the values are in a reflection: what stands at a place comes to another place, and turns "+
		"into another value, so that", name)
	b.Comment("moves become moves and the goal stays the goal.")
	b.Line("func %[1]s(at [%[2]d]int) (image [%[2]d]int) {", name, len(values))
	b.Line("values := [...]int{%s}", strings.Join(values, ", "))
	b.Line("places := [...]int{%s}", strings.Join(places, ", "))
	b.Line("for value, place := range at {")
	b.Line("image[values[value]] = places[place]")
	b.Line("}")
	b.Line("return image")
	b.Line("}")
	b.Line("")
	return name
}
