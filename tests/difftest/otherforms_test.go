package difftest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/pzc-lang/pzc/backends"
	"github.com/pzc-lang/pzc/compiler/normal"
)

// statement is a condition on the values of some things, with ways to say it.
type statement struct {
	ways  []string
	holds func(value []int) bool
}

// rewritings are one puzzle without moves, written in several forms.
type rewritings struct {
	*author
	things, values int
	said           []statement
	differ         bool  // all values differ
	weights        []int // what is to be least; nil: nothing
}

// drawRewritings draws a puzzle.
func drawRewritings(t *rapid.T) *rewritings {
	r := &rewritings{author: &author{t: t}}
	r.things, r.values = pick(r.author, 2, 3, 4), r.between(3, 4)
	if r.things == 4 {
		r.values = 3
	}
	for range r.between(1, 3) {
		r.said = append(r.said, r.statement())
	}
	if r.chance(6) && r.things <= r.values {
		r.differ = true
		r.said = append(r.said, r.allDiffer(0, 1))
	}
	if r.chance(5) {
		r.weights = r.some()
	}
	return r
}

// some draws a small number for each thing.
func (r *rewritings) some() []int {
	weights := make([]int, r.things)
	for i := range weights {
		weights[i] = r.between(-1, 2)
	}
	return weights
}

// allDiffer says that values differ, each plus step times the number of its thing, or minus that for a sign of -1.
func (r *rewritings) allDiffer(step, sign int) statement {
	by := step * sign
	return statement{[]string{
		fmt.Sprintf("distinct i in Thing: val(i) + %d * i", by),
		fmt.Sprintf("forall i in Thing, j in Thing where i < j: val(i) + %d * i != val(j) + %d * j", by, by),
		fmt.Sprintf("forall s in -20..20: (count i in Thing: val(i) + %d * i == s) <= 1", by),
		fmt.Sprintf("forall i in Thing, j in Thing, k in Value, l in Value where i < j and k + %d * i == l + %d * j: "+
			"not (is(i, k) and is(j, l))", by, by),
	}, func(value []int) bool {
		seen := map[int]bool{}
		for i, k := range value {
			if seen[k+by*i] {
				return false
			}
			seen[k+by*i] = true
		}
		return true
	}}
}

// pair says that two things do not have certain values together.
func (r *rewritings) pair(i, j int, says, where string, holds func(k, l int) bool) statement {
	return statement{[]string{
		fmt.Sprintf(says, i, j),
		fmt.Sprintf("forall k in Value, l in Value where not (%s): not (is(%d, k) and is(%d, l))", where, i, j),
		fmt.Sprintf("forall k in Value where is(%d, k): forall l in Value where is(%d, l): %s", i, j, where),
		fmt.Sprintf("exists k in Value, l in Value where %s: is(%d, k) and is(%d, l)", where, i, j),
	}, func(value []int) bool { return holds(value[i], value[j]) }}
}

func (r *rewritings) statement() statement {
	i, j := 0, r.between(1, r.things-1)
	c := r.between(-1, 1)
	switch r.upTo(7) {
	case 0:
		return r.allDiffer(r.upTo(1), pick(r.author, 1, -1))
	case 1:
		return r.pair(i, j, fmt.Sprintf("val(%%d) + %d <= val(%%d)", c), fmt.Sprintf("k + %d <= l", c),
			func(k, l int) bool { return k+c <= l })
	case 2:
		return r.pair(i, j, fmt.Sprintf("val(%%d) + %d == val(%%d)", c), fmt.Sprintf("k + %d == l", c),
			func(k, l int) bool { return k+c == l })
	case 3:
		return r.pair(i, j, fmt.Sprintf("val(%%d) + val(%%d) == %d", r.values-1), fmt.Sprintf("k + l == %d", r.values-1),
			func(k, l int) bool { return k+l == r.values-1 })
	case 4:
		d := r.between(1, 2)
		return r.pair(i, j, fmt.Sprintf("abs(val(%%d) - val(%%d)) != %d", d), fmt.Sprintf("abs(k - l) != %d", d),
			func(k, l int) bool { return max(k-l, l-k) != d })
	case 5:
		most := r.between(1, r.values-1)
		return statement{[]string{
			fmt.Sprintf("forall k in 0..%d: exists i in Thing: is(i, k)", most),
			fmt.Sprintf("forall k in 0..%d: (count i in Thing: is(i, k)) >= 1", most),
			fmt.Sprintf("(count k in 0..%d: exists i in Thing: val(i) == k) == %d", most, most+1),
		}, func(value []int) bool {
			for k := range most + 1 {
				if !slices.Contains(value, k) {
					return false
				}
			}
			return true
		}}
	case 6:
		k, n := r.upTo(r.values-1), r.upTo(2)
		return statement{[]string{
			fmt.Sprintf("(count i in Thing: is(i, %d)) == %d", k, n),
			fmt.Sprintf("(sum i in Thing where val(i) == %d: 1) == %d", k, n),
			fmt.Sprintf("(count i in Thing: val(i) != %d) == %d", k, r.things-n),
		}, func(value []int) bool {
			return len(slices.DeleteFunc(slices.Clone(value), func(l int) bool { return l != k })) == n
		}}
	default:
		weights, most := r.some(), r.upTo(6)
		return statement{[]string{
			total(weights) + fmt.Sprintf(" <= %d", most),
			fmt.Sprintf("not (%s > %d)", byEvents(weights), most),
		}, func(value []int) bool { return weigh(weights, value) <= most }}
	}
}

// total is a sum of weighted values as text.
func total(weights []int) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = fmt.Sprintf("%d * val(%d)", w, i)
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// byEvents is total by who has which value.
func byEvents(weights []int) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = fmt.Sprintf("%d * (sum k in Value where is(%d, k): k)", w, i)
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

func weigh(weights, value []int) (sum int) {
	for i, w := range weights {
		sum += w * value[i]
	}
	return sum
}

// write writes the puzzle in a form that is drawn.
func (r *rewritings) write() string {
	r.b.Reset()
	lines := []string{fmt.Sprintf("type Thing = 0..%d\ntype Value = 0..%d", r.things-1, r.values-1)}
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	one := func(what, of string) {
		add("goal forall %s: %s", what, pick(r.author,
			"(count k in Value: "+of+") == 1",
			"(exists k in Value: "+of+") and forall k in Value, l in Value where k < l: not ("+of+" and "+
				strings.ReplaceAll(of, "k", "l")+")",
			"(count k in Value: "+of+") <= 1 and (sum k in Value where "+of+": 1) >= 1"))
	}
	forms := []string{"numbers", "numbers and others", "truths", "split", "truths by value"}
	if r.things%2 == 0 {
		forms = append(forms, "two indices")
	}
	if r.differ {
		forms = append(forms, "inverse", "both views")
	}
	defs := "def is(i: Thing, k: Value): bool = val(i) == k"
	switch form := pick(r.author, forms...); form {
	case "numbers", "numbers and others", "both views":
		add("state x[i in Thing]: Value = any\ndef val(i: Thing): Value = x[i]")
		if form == "both views" {
			add("state at[k in Value]: 0..%d = any", r.things)
			add("%s", pick(r.author, "goal forall i in Thing: at[x[i]] == i",
				"goal forall i in Thing, k in Value: (at[k] == i) == (x[i] == k)"))
			add("goal forall k in Value where forall i in Thing: x[i] != k: at[k] == %d", r.things)
		}
		if form == "numbers and others" { // which follow
			add("%s", pick(r.author, "state y[i in Thing]: -9..9 = any\ngoal forall i in Thing: y[i] == x[i] + i",
				"state y: -9..9 = any\ngoal y + x[0] == 3",
				"state y[i in Thing, k in Value]: bool = any\ngoal forall i in Thing, k in Value: y[i, k] == (x[i] >= k)"))
		}
	case "split":
		add("state high[i in Thing]: 0..1 = any\nstate low[i in Thing]: 0..1 = any")
		add("goal forall i in Thing: 2 * high[i] + low[i] <= %d", r.values-1)
		add("def val(i: Thing): 0..3 = 2 * high[i] + low[i]")
	case "truths":
		add("state b[i in Thing, k in Value]: bool = any\ndef val(i: Thing): Value = %s",
			pick(r.author, "sum k in Value where b[i, k]: k", "the k in Value: b[i, k]"))
		one("i in Thing", "b[i, k]")
		defs = "def is(i: Thing, k: Value): bool = b[i, k]"
	case "truths by value":
		add("state b[k in Value, i in Thing]: bool = any\ndef val(i: Thing): Value = max k in Value where b[k, i]: k")
		one("i in Thing", "b[k, i]")
		defs = "def is(i: Thing, k: Value): bool = b[k, i]"
	case "two indices":
		add("state x[g in 0..%d, h in 0..1]: Value = any\ndef val(i: Thing): Value = x[i / 2, i %% 2]", r.things/2-1)
	case "inverse":
		add("state at[k in Value]: 0..%d = any\ndef val(i: Thing): Value = the k in Value: at[k] == i", r.things)
		one("i in Thing", "at[k] == i")
		defs = "def is(i: Thing, k: Value): bool = at[k] == i"
	}
	add("%s", defs)
	for _, s := range r.said {
		for range r.between(1, 2) { // a condition said twice
			add("goal %s", pick(r.author, s.ways...))
		}
	}
	if r.weights != nil {
		add("minimize %s", pick(r.author, total(r.weights), byEvents(r.weights)))
	}
	if first := lines[0]; r.chance(6) { // objects in another order
		slices.Reverse(lines)
		lines = append([]string{first}, lines[:len(lines)-1]...)
	}
	return "puzzle Rewritten\n" + strings.Join(lines, "\n") + "\n"
}

// count returns how many solutions there are, and the least cost.
func (r *rewritings) count() (n int64, least int64) {
	value := make([]int, r.things)
	var vary func(i int)
	vary = func(i int) {
		if i < r.things {
			for k := range r.values {
				value[i] = k
				vary(i + 1)
			}
			return
		}
		for _, s := range r.said {
			if !s.holds(value) {
				return
			}
		}
		cost := int64(weigh(r.weights, value))
		if r.weights == nil {
			cost = 0
		}
		if n == 0 || cost < least {
			n, least = 0, cost
		}
		if cost == least {
			n++
		}
	}
	vary(0)
	return n, least
}

// drawnForms are two forms of one puzzle.
type drawnForms struct {
	texts       [2]string
	want, least int64
}

func (d drawnForms) GoString() string { return "\n" + d.texts[0] + "\n" + d.texts[1] }

// TestRewritingsAgree: a puzzle without moves has the same status, cost and number of solutions in each form and by
// each engine.
func TestRewritingsAgree(t *testing.T) {
	property(t, func(rt *rapid.T) {
		d := rapid.Custom(func(t *rapid.T) drawnForms {
			r := drawRewritings(t)
			want, least := r.count()
			return drawnForms{[2]string{r.write(), r.write()}, want, least}
		}).Draw(rt, "forms")
		for _, text := range d.texts {
			lastModel = text
			sub := &subject{rt: rt, puzzle: newPuzzle(rt, text)}
			require.NotNil(rt, sub.puzzle)
			for _, name := range []string{"", "search", "sat", "constraint"} {
				a := sub.solve(name, backends.Options{})
				if d.want == 0 {
					require.Equal(rt, backends.Unsolvable, a.Status, "%s: %s", name, a.Reason)
					continue
				}
				require.Equal(rt, backends.Solved, a.Status, "%s: %s", name, a.Reason)
				require.Equal(rt, d.least, a.Solutions[0].Cost, name)
				a = sub.solve(name, backends.Options{All: true})
				require.Len(rt, solutions(rt, a), int(d.want), name)
			}
		}
	})
}

// slides are a puzzle with moves: tokens are moved along roads to free nodes.
type slides struct {
	*author
	width, nodes, tokens int
	roads                [][2]int
	start, goal          []int // by token: its node
}

func drawSlides(t *rapid.T) *slides {
	s := &slides{author: &author{t: t}, width: 3, nodes: 9, tokens: 6}
	for v := range s.nodes {
		if v%3 < 2 && !s.chance(2) {
			s.roads = append(s.roads, [2]int{v, v + 1})
		}
		if v < 6 && !s.chance(2) {
			s.roads = append(s.roads, [2]int{v, v + 3})
		}
	}
	if s.chance(6) {
		s.roads = append(s.roads, [2]int{0, 8})
	}
	for k := range s.tokens {
		s.start = append(s.start, k)
	}
	s.goal = slices.Clone(s.start)
	for range s.upTo(7) {
		next := s.next(s.goal)
		if len(next) > 0 {
			s.goal = next[s.upTo(len(next)-1)]
		}
	}
	return s
}

// next lists what a move leads to.
func (s *slides) next(at []int) (all [][]int) {
	for _, road := range s.roads {
		for side := range road {
			from, to := road[side], road[1-side]
			if k := slices.Index(at, from); k >= 0 && !slices.Contains(at, to) {
				other := slices.Clone(at)
				other[k] = to
				all = append(all, other)
			}
		}
	}
	return all
}

// count returns the least number of moves, and the number of plans with this length.
func (s *slides) count() (plans, least int64) {
	layer := map[string]int64{fmt.Sprint(s.start): 1}
	states, seen := [][]int{s.start}, map[string]bool{fmt.Sprint(s.start): true}
	for ; layer[fmt.Sprint(s.goal)] == 0; least++ {
		ways := map[string]int64{}
		var reached [][]int
		for _, at := range states {
			for _, other := range s.next(at) {
				name := fmt.Sprint(other)
				if seen[name] {
					continue
				}
				if ways[name] == 0 {
					reached = append(reached, other)
				}
				ways[name] += layer[fmt.Sprint(at)]
			}
		}
		for name := range ways {
			seen[name] = true
		}
		states, layer = reached, ways
	}
	return layer[fmt.Sprint(s.goal)], least
}

// write writes the puzzle in a form that is drawn.
func (s *slides) write() string {
	s.b.Reset()
	s.line("puzzle Slides\ntype Node = 0..%d\ntype Token = 1..%d", s.nodes-1, s.tokens)
	var roads, start, goal []string
	for _, r := range s.roads {
		roads = append(roads, fmt.Sprintf("(%d, %d), (%d, %d)", r[0], r[1], r[1], r[0]))
	}
	for k := range s.start {
		start, goal = append(start, fmt.Sprint(s.start[k])), append(goal, fmt.Sprint(s.goal[k]))
	}
	s.line("const roads: set (Node, Node) = {(0, 0), %s}", strings.Join(roads, ", "))
	s.line("const start[Token]: Node = [%s]", strings.Join(start, ", "))
	s.line("const aim[Token]: Node = [%s]", strings.Join(goal, ", "))
	s.line("def who(v: Node): 0..%d = if exists t in Token: start[t] == v then (the t in Token: start[t] == v) else 0",
		s.tokens)
	switch s.upTo(4) {
	case 0:
		s.line("state at[t in Token]: Node = start[t]")
		s.line("move slide(t: Token, v: Node) when (at[t], v) in roads and forall u in Token: at[u] != v { at[t] := v }")
		s.line("goal forall t in Token: at[t] == aim[t]")
	case 1:
		s.line("state on[v in Node]: 0..%d = who(v)", s.tokens)
		s.line("move slide(v: Node, w: Node) where (v, w) in roads when on[v] != 0 and on[w] == 0 {")
		s.line("  on[v], on[w] := 0, on[v]\n}")
		s.line("goal forall t in Token: on[aim[t]] == t")
	case 2:
		s.line("state has[v in Node, t in Token]: bool = start[t] == v")
		s.line("move slide(t: Token, v: Node, w: Node) where (v, w) in roads")
		s.line("  when has[v, t] and not exists u in Token: has[w, u] {")
		s.line("  has[v, t] := false\n  has[w, t] := true\n}")
		s.line("goal forall t in Token: has[aim[t], t]")
	case 3:
		s.line("state row[t in Token]: 0..2 = start[t] / 3\nstate col[t in Token]: 0..2 = start[t] %% 3")
		s.line("def at(t: Token): Node = 3 * row[t] + col[t]")
		s.line("move slide(t: Token, v: Node) when (at(t), v) in roads and forall u in Token: at(u) != v {")
		s.line("  row[t] := v / 3\n  col[t] := v %% 3\n}")
		s.line("goal forall t in Token: at(t) == aim[t]")
	default:
		s.line("state at[t in Token]: Node = start[t]\nstate on[v in Node]: 0..%d = who(v)", s.tokens)
		s.line("move slide(t: Token, v: Node) when (at[t], v) in roads and on[v] == 0 {")
		s.line("  on[at[t]], on[v] := 0, t\n  at[t] := v\n}")
		s.line("goal forall t in Token: %s", pick(s.author, "at[t] == aim[t]", "on[aim[t]] == t"))
	}
	return s.b.String()
}

// TestRewrittenMovesAgree: a puzzle with moves has plans of the same cost in each form, with the normal form and
// without. It has enough states to get a normal form.
func TestRewrittenMovesAgree(t *testing.T) {
	changed := 0
	property(t, func(rt *rapid.T) {
		d := rapid.Custom(func(t *rapid.T) drawnForms {
			s := drawSlides(t)
			want, least := s.count()
			return drawnForms{[2]string{s.write(), s.write()}, want, least}
		}).Draw(rt, "forms")
		for _, text := range d.texts {
			lastModel = text
			sub := &subject{rt: rt, puzzle: newPuzzle(rt, text)}
			require.NotNil(rt, sub.puzzle)
			if tk := sub.puzzle.Task(); normal.Of(context.Background(), tk).Task != tk {
				changed++
			}
			for _, name := range []string{"", "search", "sat"} {
				a := sub.solve(name, backends.Options{})
				require.Equal(rt, backends.Solved, a.Status, "%s: %s", name, a.Reason)
				require.Equal(rt, d.least, a.Solutions[0].Cost, name)
			}
			n := int(d.least)
			sub.counted(int(d.want), "search", backends.Options{Horizon: &n})
		}
	})
	t.Logf("%d tasks have another normal form", changed)
	require.Positive(t, changed)
}
