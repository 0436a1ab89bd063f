package search

import (
	"math"

	"github.com/pzc-lang/pzc/backends/search/job"
	"github.com/pzc-lang/pzc/backends/search/store"
)

// tree is the closed list with the move by which each state was reached.
type tree struct {
	*store.Closed
	parent store.Pages[uint32]
	move   store.Pages[int32] // of a root: its number
}

const noParent = math.MaxUint32

func newTree(words int) *tree { return &tree{Closed: store.NewClosed(words)} }

// link records how the newest state was reached.
func (t *tree) link(parent uint32, move int32) {
	t.parent.Push(parent)
	t.move.Push(move)
}

// relink records a better path.
func (t *tree) relink(id, parent uint32, move int32) {
	*t.parent.At(id) = parent
	*t.move.At(id) = move
}

func (t *tree) outcome(id uint32) job.Outcome {
	o := job.Outcome{Found: true}
	for *t.parent.At(id) != noParent {
		o.Moves = append(o.Moves, int(*t.move.At(id)))
		id = *t.parent.At(id)
	}
	o.Root = int(*t.move.At(id))
	for i, j := 0, len(o.Moves)-1; i < j; i, j = i+1, j-1 {
		o.Moves[i], o.Moves[j] = o.Moves[j], o.Moves[i]
	}
	return o
}

// bytes returns the bytes of the tree.
func (t *tree) bytes() int64 { return t.Bytes() + t.parent.Bytes() + t.move.Bytes() }
