package prune

import "github.com/pzc-lang/pzc/backends/search/space"

// Finder finds moves that suffice.
type Finder interface{ Find(st []uint64) []uint64 }

// Corrals finds no corrals: the compiler of the page is to be small.
func Corrals(*space.Space) func() Finder { return nil }

// Packing is the rating of a state.
type Packing struct {
	Done                  uint64
	Missing, Parts, Nodes int
	Near                  int64
	Costs                 [][]int64
	Atoms                 []int32
}

// Packer rates the states of a Sokoban-like puzzle.
type Packer interface {
	Rate(st []uint64) Packing
	Bytes() int64
}

// NewPacker makes no Packer, for the same reason.
func NewPacker(*space.Space, []uint64) Packer { return nil }
