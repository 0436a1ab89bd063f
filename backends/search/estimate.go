package search

// estimate is the heuristic in use; the zero value with inst -1 is blind.
type estimate struct {
	inst   int32
	name   string
	linear *linear // its shape, if it is a sum of terms of one variable
	// trusted: it never overestimates, proved or promised; promises names those of the model that this rests on.
	trusted  bool
	promises []string
}

// linear is raw / div · mul, where raw is a sum of terms of one variable.
type linear struct {
	sum      *sum
	div, mul int64
}

var blind = estimate{inst: -1, name: "blind", trusted: true}

// of is the estimate in st; it loads st where it has to evaluate.
func (h *estimate) of(st []uint64, ev *evaluator) int64 {
	if h.inst < 0 {
		return 0
	}
	ev.load(st)
	return max(0, ev.eval(h.inst))
}
