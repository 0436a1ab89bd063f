package kernel

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pzc-lang/pzc/backends/gogen/code"
)

// kernelTest compares the kernel with the plain functions, state by state. It raises all prices so that the bound
// leaves room for exactly one move.
const kernelTest = `// dearer adds by to the price of each move.
func (k *kernel) dearer(by int) {
	DEARER
}

// The kernel enters the states that Successors gives, in the same order, with the same costs and estimates. It may leave
// out a move that only takes the last one back, and a move that changes nothing.
func TestKernel(t *testing.T) {
	type entered struct {
		word WORD
		room int
	}
	const slack, far = SLACK, 4 * SLACK
	states, seen := STARTS, map[Key]bool{}
	for i := 0; i < len(states) && i < 300; i++ {
		for _, step := range states[i].Successors(nil) {
			s := step.Next
			if key := s.Pack(); !seen[key] {
				seen[key] = true
				states = append(states, s)
			}
			for _, h := range Heuristics {
				k := newKernel(h.Name)
				if k == nil {
					continue
				}
				k.dearer(far)
				var got []entered
				k.Watch(func(word WORD, room, depth int) {
					if depth == 2 {
						got = append(got, entered{word, room})
					}
				})
				k.below(&s, step.Move, far+slack)
				for _, then := range s.Successors(nil) {
					left := slack - then.Cost - h.Estimate(&then.Next) + h.Estimate(&s)
					want := entered{kernelWord(&then.Next), left}
					if len(got) > 0 && got[0] == want {
						got = got[1:]
						continue
					}
					if then.Next != states[i] && then.Next != s {
						t.Fatalf("after %s, %s, %s is %v in the kernel, not %v, in\n%s",
							MoveName(step.Move), h.Name, MoveName(then.Move), got, want, s.String())
					}
				}
				if len(got) > 0 {
					t.Fatalf("after %s, %s, the kernel enters %v in\n%s",
							MoveName(step.Move), h.Name, got, s.String())
				}
			}
		}
	}
}

`

// WriteTests writes tests that compare the kernel with the plain functions, from the given states on. many tells that
// there may be many initial states.
func (k *Kernel) WriteTests(b *code.Block, starts string, many bool) {
	if k.deep() {
		k.writeTest(b, starts)
	}
	if k.Wide() {
		writeWideTest(b, starts, many)
	}
}

// writeTest writes the test of depth-first search, unless the prices are too large for it.
func (k *Kernel) writeTest(b *code.Block, starts string) {
	most := int64(1)
	for e := -1; e < len(k.Estimates); e++ {
		for row := range k.rows {
			for _, p := range k.rowPrices(row, e) {
				most = max(most, p, -p)
			}
		}
	}
	first, once := k.firstRows()
	if most > 1<<26 || !once {
		return
	}
	dearer := map[priceShape]string{
		onNothing: "k.price += by",
		onMove:    "for i := range k.price {\nk.price[i] += by\n}",
		onState:   "for _, i := range []int{" + first + "} {\nfor x := range k.price[i] {\nk.price[i][x] += by\n}\n}",
	}[k.shape]
	text := strings.NewReplacer("WORD", k.wordType(), "DEARER", dearer, "SLACK", fmt.Sprint(most+1), "STARTS", starts)
	b.Line("%s", text.Replace(kernelTest))
}

// firstRows are rows of prices, one for each action: raising these rows raises each price once. once is false if an
// action has two of them.
func (k *Kernel) firstRows() (list string, once bool) {
	first := map[int]bool{}
	for _, rows := range k.rowsOf {
		first[rows[0]] = true
	}
	once = true
	for _, rows := range k.rowsOf {
		once = once && !slices.ContainsFunc(rows[1:], func(row int) bool { return first[row] })
	}
	var numbers []string
	for _, row := range slices.Sorted(maps.Keys(first)) {
		numbers = append(numbers, strconv.Itoa(row))
	}
	return strings.Join(numbers, ", "), once
}

// wideTest compares the list of moves with the plain functions.
const wideTest = `
// The moves that are written as numbers lead where Successors does, in the same order, and the goals are the same.
func TestWide(t *testing.T) {
	expand := kernelWide.Expander()
	states, seen := STARTS, map[Key]bool{}
	for i := 0; i < len(states) && i < 1000; i++ {
		s := states[i]
		if kernelWide.IsGoal(kernelWord(&s)) != s.Goal() {
			t.Fatalf("goal: %t\n%s", s.Goal(), s.String())
		}
		got := expand(kernelWord(&s))
		for _, step := range s.Successors(nil) {
			if step.Next == s && (len(got) == 0 || got[0] != kernelWord(&s)) {
				continue // a move that changes nothing may be left out
			}
			if len(got) == 0 || got[0] != kernelWord(&step.Next) {
				t.Fatalf("%s is not %#x but leads to\n%sfrom\n%s", MoveName(step.Move), got, step.Next.String(), s.String())
			}
			got = got[1:]
			if key := step.Next.Pack(); !seen[key] {
				seen[key] = true
				states = append(states, step.Next)
			}
		}
		if len(got) > 0 {
			t.Fatalf("there are other moves, to %#x, from\n%s", got, s.String())
		}
	}
	ALL
	o := search.Options{MaxStates: 5000}
	if want, complete := search.Layers(context.Background(), Problem(), o); complete {
		got, complete := FastLayers(context.Background(), Problem(), search.Options{})
		if !complete || !slices.Equal(got, want) {
			t.Fatalf("layers of %v states, not %v", got, want)
		}
	}
}

`

// writeWideTest writes the test of the list of moves. With many starts, the test gives up if it does not find all in a
// few seconds.
func writeWideTest(b *code.Block, starts string, many bool) {
	all := ""
	if many {
		b.Uses("time")
		all = "	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)\n\tdefer stop()\n\tif " +
			"FindStarts(ctx, 1<<20) != \"\" {\n\t\treturn // there are very many\n\t}\n"
	}
	b.Uses("context", "search", "slices")
	b.Line("%s", strings.NewReplacer("STARTS", starts, "	ALL\n", all).Replace(wideTest))
}
