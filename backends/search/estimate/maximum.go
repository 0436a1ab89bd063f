package estimate

import (
	"slices"
	"strings"

	"github.com/pzc-lang/pzc/backends/search/space"
)

// Maximum returns the maximum of the chosen estimates, all of which have instructions.
func Maximum(sp *space.Space, all []Estimate, chosen []int) Estimate {
	out := Estimate{Trusted: true, Ends: true}
	var names []string
	var args []int32
	for _, k := range chosen {
		names = append(names, all[k].Name)
		args = append(args, all[k].Inst)
		out.Promises = append(out.Promises, all[k].Promises...)
		out.Ends = out.Ends && all[k].Ends
	}
	out.Sums = joinSums(all, chosen)
	out.Inst = sp.Program.Greatest(args)
	out.Name = "max(" + strings.Join(names, ", ") + ")"
	return out
}

// Maxima returns the maxima of two lists, element by element; a may be nil.
func Maxima(a, b []int64) []int64 {
	if a == nil {
		return b
	}
	out := make([]int64, len(a))
	for i := range a {
		out[i] = max(a[i], b[i])
	}
	return out
}

// Total returns the sum of a list.
func Total(xs []int64) (s int64) {
	for _, x := range xs {
		s += x
	}
	return s
}

// Greater returns the maximum of two estimates.
func Greater(sp *space.Space, a, b Estimate) Estimate {
	switch {
	case a.Silent():
		return b
	case b.Silent():
		return a
	case a.Guide == nil && b.Guide == nil:
		return Maximum(sp, []Estimate{a, b}, []int{0, 1})
	}
	guide := func(a, b Estimate) func(st []uint64) int64 {
		ev := sp.NewEvaluator()
		return func(st []uint64) int64 { return max(a.Of(st, ev), b.Of(st, ev)) }
	}
	return Estimate{
		Inst: -1, Name: "max(" + a.Name + ", " + b.Name + ")", Trusted: a.Trusted && b.Trusted, Effort: a.Effort + b.Effort,
		Promises: append(slices.Clone(a.Promises), b.Promises...),
		Guide:    guide(a, b),
		Another:  func() func(st []uint64) int64 { return guide(a.ForAnother(), b.ForAnother()) },
	}
}

// ForAnother returns the estimate for another goroutine.
func (h Estimate) ForAnother() Estimate {
	if h.Guide != nil {
		h.Guide = h.Another()
	}
	return h
}

// TableSums returns the sums whose maximum is the estimate; nil if the estimate does not have this form.
func (h *Estimate) TableSums() []space.TableSum { return joinSums([]Estimate{*h}, []int{0}) }

// joinSums returns the sums of which the maximum of the chosen estimates is the maximum, nil if one of them is
// something else.
func joinSums(all []Estimate, chosen []int) (out []space.TableSum) {
	for _, k := range chosen {
		sums := all[k].Sums
		if l := all[k].Linear; l != nil && l.Div == 1 && l.Sum.Unary != nil {
			sums = []space.TableSum{{Linear: l.Sum.Times(l.Mul)}}
		}
		if sums == nil {
			return nil
		}
		out = append(out, sums...)
	}
	return out
}
