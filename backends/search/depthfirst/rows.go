package depthfirst

import "github.com/pzc-lang/pzc/backends/technique"

// hooks are what techniques add to IDA* by successor lists. Without its line below a technique can be deleted.
type hooks[W state] struct {
	batches func(ida *idaStar[W]) batching[W]
	// share searches below the successors of a root, which the expander has generated. It returns false if it does not.
	share func(ida *idaStar[W], root []uint64, g int64) (end ending, shared bool)
}

func techniques[W state]() hooks[W] {
	return hooks[W]{
		batches: batchesOf[W],
		share:   (*idaStar[W]).share,
	}
}

// batching searches small subtrees.
type batching[W state] interface {
	// below searches below s. It returns true if idaStar must do so instead: there is a goal, or the subtree is too large.
	below(s W, slack int64, c *successorList[W]) bool
	// cells returns the number of states for which there is memory.
	cells() int64
}

func (ida *idaStar[W]) newBatches() batching[W] {
	if batches := techniques[W]().batches; batches != nil && !ida.Without.Has(technique.Batches) {
		return batches(ida)
	}
	return nil
}

const (
	fewBatched  = 1 << 14 // states of a batch search
	mostBatched = 1 << 21
)

// extent says which subtrees are searched by batches.
type extent struct {
	narrow           int64 // those with less slack
	broad            int64 // narrow stays below, because a batch search with that slack was too large; 0: none was
	batches, batched int64 // number of batch searches and their states since the last check
	largest          int64 // states that a batch search may have
}

// resize lets larger subtrees be searched by batches, if those since the last check were small.
func (ida *idaStar[W]) resize(f *successorLists[W]) {
	few := ida.batched <= fewBatched*ida.batches
	if ida.small != nil && f.batches && few && (ida.broad == 0 || ida.narrow < ida.broad-1) {
		ida.narrow += 1 + ida.narrow/8
	}
	ida.batches, ida.batched = 0, 0
}
