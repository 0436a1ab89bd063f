package search

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/space"
)

func maximum(sp *space.Space, all []estimate, chosen []int) estimate {
	out := estimate{trusted: true}
	var names []string
	var args []int32
	for _, k := range chosen {
		names = append(names, all[k].name)
		args = append(args, all[k].inst)
		out.promises = append(out.promises, all[k].promises...)
	}
	out.sums = joinSums(all, chosen)
	out.inst = sp.Program.Greatest(args)
	out.name = "max(" + strings.Join(names, ", ") + ")"
	return out
}

func maxima(a, b []int64) []int64 {
	if a == nil {
		return b
	}
	out := make([]int64, len(a))
	for i := range a {
		out[i] = max(a[i], b[i])
	}
	return out
}

func sum64(xs []int64) (s int64) {
	for _, x := range xs {
		s += x
	}
	return s
}

// greater is the greater of two estimates.
func greater(sp *space.Space, a, b estimate) estimate {
	switch {
	case a.silent():
		return b
	case b.silent():
		return a
	case a.guide == nil && b.guide == nil:
		return maximum(sp, []estimate{a, b}, []int{0, 1})
	}
	ev := sp.NewEvaluator()
	return estimate{
		inst: -1, name: "max(" + a.name + ", " + b.name + ")", trusted: a.trusted && b.trusted, effort: a.effort + b.effort,
		promises: append(slices.Clone(a.promises), b.promises...),
		guide:    func(st []uint64) int64 { return max(a.of(st, ev), b.of(st, ev)) },
	}
}

// tableSums is the sums of which the estimate is the maximum; nil if it is something else.
func (h *estimate) tableSums() []space.TableSum { return joinSums([]estimate{*h}, []int{0}) }

// joinSums is the maximum of estimates as sums; nil if one of them is something else.
func joinSums(all []estimate, chosen []int) (out []space.TableSum) {
	for _, k := range chosen {
		sums := all[k].sums
		if l := all[k].linear; l != nil && l.div == 1 && l.sum.Unary != nil {
			sums = []space.TableSum{{Linear: l.sum.Times(l.mul)}}
		}
		if sums == nil {
			return nil
		}
		out = append(out, sums...)
	}
	return out
}
