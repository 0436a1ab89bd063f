package why

import (
	"context"
	"slices"
)

// verdict is the answer about a set of clauses.
type verdict uint8

const (
	unknown  verdict = iota // a limit was reached
	together                // the clauses hold together
	clash                   // they do not
)

// asker decides whether clauses hold together. Clauses are numbered from 0; sets are ascending.
type asker interface {
	// ask decides whether the clauses of a set hold together. With clash, part is a subset that already clashes. With
	// together, part holds the clauses that hold in the solution found, which include the set.
	ask(ctx context.Context, set []int) (v verdict, part []int)
}

// irreducible shrinks a set of clashing clauses until each clause is needed: without it, the others hold together.
// proved is false if this is not known for all clauses.
//
// Each clause is removed once. If the others still clash, the set becomes the subset that the asker returns (deletion
// with clause-set refinement; Belov, Lynce and Marques-Silva, "Towards efficient MUS extraction", 2012).
func irreducible(ctx context.Context, a asker, set []int) (core []int, proved bool) {
	core, proved = slices.Clone(set), true
	needed := map[int]bool{}
	for i := 0; i < len(core); {
		if needed[core[i]] {
			i++
			continue
		}
		rest := slices.Delete(slices.Clone(core), i, i+1)
		switch v, part := a.ask(ctx, rest); v {
		case clash:
			if core, i = part, 0; len(part) == 0 {
				return nil, proved
			}
		case unknown:
			proved = false
			fallthrough
		case together:
			needed[core[i]] = true
			i++
		}
	}
	return core, proved
}

// maxRounds bounds the sets that smallestCore and smallestCorrection collect. smallestCore gives up if the known core
// has more than maxCore clauses, or the model more than maxAll.
const (
	maxRounds = 100
	maxCore   = 24
	maxAll    = 500
)

// smallestCore looks for the smallest set of clauses that clash, among all n clauses. core is a set that is known to
// clash. proved is false if it gives up.
//
// It collects sets that every core must hit: the clauses that do not hold in a solution of the others. A smallest
// hitting set of these is a smallest core if it clashes (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS
// extraction with minimal hitting set dualization", 2015).
func smallestCore(ctx context.Context, a asker, n int, core []int) (smallest []int, proved bool) {
	var outside [][]int
	if len(core) > maxCore || n > maxAll {
		return core, false
	}
	for range maxRounds {
		hit, found := hitting(outside, len(core))
		if !found {
			return core, false
		}
		if len(hit) >= len(core) {
			return core, true
		}
		v, part := a.ask(ctx, hit)
		switch v {
		case clash:
			return hit, true
		case unknown:
			return core, false
		case together:
			outside = append(outside, without(n, grown(ctx, a, n, part)))
		}
	}
	return core, false
}

// grown adds clauses to a set that holds together, as long as they hold together.
func grown(ctx context.Context, a asker, n int, set []int) []int {
	for _, c := range without(n, set) {
		if slices.Contains(set, c) {
			continue
		}
		if v, part := a.ask(ctx, with(set, c)); v == together {
			set = part
		}
	}
	return set
}

// smallestCorrection looks for the smallest set of clauses without which the others hold together. cores are sets that
// are known to clash. proved is false if it gives up; the set is then nil.
//
// It collects cores. A smallest hitting set of the cores is a smallest correction if the other clauses hold together
// (Davies and Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT instances", 2011).
func smallestCorrection(ctx context.Context, a asker, n int, cores ...[]int) (smallest []int, proved bool) {
	for range maxRounds {
		hit, found := hitting(cores, n)
		if !found {
			return nil, false
		}
		v, part := a.ask(ctx, without(n, hit))
		switch v {
		case together:
			return hit, true
		case unknown:
			return nil, false
		case clash:
			if len(part) == 0 {
				return nil, false
			}
			cores = append(cores, part)
		}
	}
	return nil, false
}

// maxHitting bounds the comparisons of hitting: about a tenth of a second.
const maxHitting = 50_000_000

// hitting returns a smallest hitting set of the sets, if it has at most `most` members. found is false if it gives up.
// If the smallest hitting set is larger, hit has most members and no meaning.
func hitting(sets [][]int, most int) (hit []int, found bool) {
	work := 0
	meets := func(set, hit []int) bool {
		work += len(set)*len(hit) + 1
		return slices.ContainsFunc(hit, func(c int) bool { return slices.Contains(set, c) })
	}
	var search func(hit []int, depth int) []int
	search = func(hit []int, depth int) []int {
		open := slices.IndexFunc(sets, func(set []int) bool { return !meets(set, hit) })
		if open < 0 {
			return hit
		}
		if depth == 0 || work > maxHitting {
			return nil
		}
		for _, c := range sets[open] {
			if out := search(append(slices.Clip(hit), c), depth-1); out != nil {
				return out
			}
		}
		return nil
	}
	for depth := range most {
		if out := search([]int{}, depth); out != nil {
			slices.Sort(out)
			return out, true
		}
		if work > maxHitting {
			return nil, false
		}
	}
	return make([]int, most), true
}

// without lists the numbers below n that are not in a set.
func without(n int, set []int) []int {
	in := make([]bool, n)
	for _, c := range set {
		in[c] = true
	}
	out := make([]int, 0, n)
	for c := range n {
		if !in[c] {
			out = append(out, c)
		}
	}
	return out
}

// with returns a set with one more number.
func with(set []int, c int) []int {
	out := append(slices.Clone(set), c)
	slices.Sort(out)
	return out
}

func upTo(n int) []int { return without(n, nil) }
